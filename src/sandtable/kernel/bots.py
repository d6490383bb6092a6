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
    """What a bot would do, why in its own terms (ids in braces), and what to light on the board for it."""

    action: Action
    reason: str = ""
    lit: tuple[str, ...] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Something that picks an action from a view and the options."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        self.game = game
        self.rng = Rng(seed)

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        """One of the options; `deadline` is in seconds from now."""
        raise NotImplementedError

    def advise(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Advice:
        """What it would do, with its reason; a bot that knows none gives none."""
        action = self.pick(view, options, deadline)
        return Advice(action, "", action[1:])


class RandomBot(Bot):
    """Any option, each as likely as the others."""

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

    def advise(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Advice:
        """The same as it picks, what it is for, and what it is likely to bring."""
        seen = self.game.seen_in(view, options)
        action = options[0] if len(options) == 1 else self.answer_of(seen, options)
        reason, lit = self.explain(seen, action)
        number = options.index(action)
        parts = [reason or seen.forecasts[number].text]
        for goal in seen.aims:
            if goal.id in seen.serves[number]:
                parts.append(goal.text + (f" ({goal.have} of {goal.need} so far)" if goal.need else ""))
        return Advice(action, "; ".join([part for part in parts if part]), tuple(dict.fromkeys([*action[1:], *lit])))

    def explain(self, seen: Seen, action: Action) -> tuple[str, tuple[str, ...]]:
        """Why it wants an action, ids in braces, and what else to light; nothing where the forecast says it all."""
        return "", ()

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        """What it wants, of several options; it reads `seen.position` by its typed fields."""
        raise NotImplementedError

    def otherwise(self, options: list[Action], wanted: Action) -> Action:
        """What it does instead of something that is not on offer: a bot that knows the rules never wants that."""
        raise AssertionError(f"{wanted} is not on offer to {type(self).__name__}")


TITLES = {
    "random": "the random opponent",
    "greedy": "the quick opponent",
    "search": "the thoughtful opponent",
}


def bot_title(name: str) -> str:
    """A bot as people know it."""
    return TITLES.get(name.partition(":")[0], name)


def bot_names(game: Any) -> tuple[str, ...]:
    """Every bot that can play this game."""
    return ("random", *game.bots())


def make_bot(game: Any, name: str, seed: int) -> Bot:
    """A bot by name."""
    if name == "random":
        return RandomBot(game, seed)
    maker = game.bots().get(name)
    if maker is None:
        raise BadInput(f"{game.name} has no bot “{name}”; it has {', '.join(bot_names(game))}")
    made: Bot = maker(game, seed)
    return made
