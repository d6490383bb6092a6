"""What a bot is, and the one that every game has. Bots see views and options, never states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from sandtable.kernel.chance import Rng
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import Action

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen


@dataclass(frozen=True)
class Advice:
    """What a bot would do, why in its own terms (ids in braces), what to light on the board for it, and the score that
    it expects of it, where it looked ahead: a guess that compares, unless it played games on to their end (`games`, and
    how many of them were `won`). An action that is a link of a chain has what follows it, to its end."""

    action: Action
    reason: str = ""
    lit: tuple[str, ...] = ()
    value: float | None = None
    then: tuple[Action, ...] = ()
    games: int = 0
    won: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Something that picks an action from a view and the options. An argument follows its name after a colon."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        self.game = game
        self.rng = Rng(seed)

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        """One of the options; `deadline` is in seconds from now."""
        raise NotImplementedError

    def advise(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Advice:
        """What it would do, with its reason; a bot that knows none gives none."""
        return self.explained(view, options, self.pick(view, options, deadline))

    def explained(
        self, view: dict[str, Any], options: list[Action], action: Action, then: tuple[Action, ...] = ()
    ) -> Advice:
        """One of the options and the links that follow it, whether or not it would do so, with what speaks for it."""
        return Advice(action, "", action[1:])

    def candidates(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> list[Advice]:
        """What it would do, and what else is worth a thought, the best first."""
        return [self.advise(view, options, deadline)]


def no_argument(name: str, argument: str) -> None:
    """BadInput where a bot that takes no argument is given one."""
    if argument:
        raise BadInput(f"the bot “{name}” takes no argument, such as “{argument}”")


class RandomBot(Bot):
    """Any option, each as likely as the others."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        no_argument("random", argument)

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        return options[self.rng.below(len(options))]


@mypyc_attr(allow_interpreted_subclasses=True)
class QuickBot(Bot):
    """A bot that answers one question after the other from what it sees, without thinking ahead."""

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        return options[0] if len(options) == 1 else self.answer_of(self.game.seen_in(view, options), options)

    def answer_of(self, seen: Seen, options: list[Action]) -> Action:
        """What it wants, if that is on offer."""
        found = self.answer(seen, options)
        return found if found in options else self.otherwise(options, found)

    def explained(
        self, view: dict[str, Any], options: list[Action], action: Action, then: tuple[Action, ...] = ()
    ) -> Advice:
        """An action, what it is for, and what it is likely to bring."""
        seen = self.game.seen_in(view, options)
        reason, lit = self.explain(seen, action, then)
        number = options.index(action)
        parts = [reason or seen.forecasts[number].text]
        for goal in seen.aims:
            if goal.id in seen.serves[number]:
                parts.append(goal.text + (f" ({goal.have} of {goal.need} so far)" if goal.need else ""))
        return Advice(action, "; ".join([part for part in parts if part]), tuple(dict.fromkeys([*action[1:], *lit])))

    def explain(self, seen: Seen, action: Action, then: tuple[Action, ...]) -> tuple[str, tuple[str, ...]]:
        """What speaks for an action and the links that follow it, ids in braces, and what else to light; nothing where
        the forecast says it all."""
        return "", ()

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        """What it wants, of several options; it reads `seen.position` by its typed fields."""
        raise NotImplementedError

    def otherwise(self, options: list[Action], wanted: Action) -> Action:
        """What it does instead of something that is not on offer: a bot that knows the rules never wants that."""
        raise AssertionError(f"{wanted} is not on offer to {type(self).__name__}")


SLIP = 4
"""Of so many decisions somebody who errs on purpose gets one wrong, on average."""


class EasyBot(Bot):
    """The quick player as a beginner: it goes by its first numbers, and now and then does whatever comes to mind."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        no_argument("easy", argument)
        self.quick: Bot = make_bot(game, "greedy:first", seed)

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        slips = self.rng.below(SLIP) == 0
        return options[self.rng.below(len(options))] if slips else self.quick.pick(view, options, deadline)


TITLES = {
    "random": "the random opponent",
    "easy": "the easy opponent",
    "greedy": "the normal opponent",
    "search": "the hard opponent",
}


ABOUT = {
    "random": "does anything that is legal; for the laboratory",
    "easy": "makes mistakes; a beginner can win",
    "greedy": "quick and sensible",
    "search": "thinks ahead, up to two seconds a decision",
}


def bot_title(name: str) -> str:
    """A bot as people know it."""
    return TITLES.get(name.partition(":")[0], name)


def bot_about(name: str) -> str:
    """What to expect of it; nothing is known of programs."""
    return ABOUT.get(name.partition(":")[0], "")


def best_bot(game: Any) -> str:
    """Who advises: the strongest that the game has."""
    names = bot_names(game)
    return next(name for name in ("search", "greedy", "random") if name in names)


def outlook(score: float) -> int:
    """A score that is expected, as people read it: from 0, the worst, to 100, with 50 between losing and winning."""
    return max(0, min(100, int(50 * (score + 1) + 0.5)))


def bot_names(game: Any) -> tuple[str, ...]:
    """Every bot that can play this game."""
    return ("random", *game.bots())


def make_bot(game: Any, name: str, seed: int) -> Bot:
    """A bot by name, with its argument after a colon."""
    kind, _, argument = name.partition(":")
    maker = RandomBot if kind == "random" else game.bots().get(kind)
    if maker is None:
        raise BadInput(f"{game.name} has no bot “{name}”; it has {', '.join(bot_names(game))}")
    made: Bot = maker(game, seed, argument)
    return made
