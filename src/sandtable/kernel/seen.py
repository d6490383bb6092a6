"""What one reader sees of a position, made once: everything that he is told hangs on it."""

from __future__ import annotations

import re
from typing import Any

from mypy_extensions import mypyc_attr

from sandtable.kernel import briefing
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.flow import (
    READY,
    Action,
    Choice,
    NeedChance,
    Refusal,
    State,
    begin,
    constants,
    is_settled,
    legal,
    parse,
    words,
)
from sandtable.kernel.forecast import GOAL, Offered, ordered
from sandtable.kernel.game import Game, Prompt, View
from sandtable.kernel.record import tell
from sandtable.kernel.scene import Scene, plain
from sandtable.kernel.snapshot import decode_agenda
from sandtable.kernel.verbs import titles_of

NAMED = 4
"""Members of a chain that are named; more are counted."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Seen:
    """A view, the position imagined from it, the names, and what is told of them; each is made when first asked for.

    It holds no state but the imagined one, so it tells nobody more than the view does and stays as it is when the game
    goes on. Nobody changes its position: who wants to play on it plays on a clone.
    """

    def __init__(self, game: Game, view: View, offered: list[Action] | None = None) -> None:
        self.game: Game = game
        self.view: View = view
        self.reader: str | None = view.get("reader")
        self.chooses: bool = self.reader is not None and self.reader == view.get("seat")
        """Whether the reader is the one who must choose now."""
        self._offered: list[Action] | None = offered
        self._position: State | None = None
        self._names: dict[str, str] | None = None
        self._prompt: Prompt | None = None
        self._prices: list[str] | None = None
        self._serves: list[tuple[str, ...]] | None = None
        self._forecasts: list[Offered] | None = None
        self._goals: list[briefing.Goal] | None = None
        self._drawn: Scene | None = None
        self._scene: dict[str, Any] | None = None

    @property
    def position(self) -> Any:
        """A position that could be true for the reader. What the view does not hold is made up here, so whoever shows
        something that may be hidden reads it from the view."""
        if self._position is None:
            self._position = self.game.imagine(self.view, self.reader)
        return self._position

    def imagine(self, seed: int) -> Any:
        """Another position that could be true, to draw from many of them."""
        return self.game.imagine(self.view, self.reader, seed)

    @property
    def names(self) -> dict[str, str]:
        """The title of every verb and id that options and log lines use."""
        if self._names is None:
            own = {**titles_of(self.game.package), **self.game.names_of(self)}
            self._names = {READY[0]: "Ready: set up as proposed", **own}
        return self._names

    @property
    def prompt(self) -> Prompt:
        """Who must decide what, and why."""
        if self._prompt is None:
            self._prompt = self._ask()
        return self._prompt

    def _ask(self) -> Prompt:
        seat = self.view["seat"]
        if seat is None:
            return Prompt(None, self.view["outcome"] or "The game is over", "")
        if not self.chooses:
            due = decode_agenda(self.game.package, self.view["agenda"][-1:])[0]
            assert isinstance(due, Choice)
            return Prompt(seat, "{" + seat + "} must choose", constants(due).clause)
        choice = self._choice()
        s = self.position
        return Prompt(seat, choice.ask(s), constants(choice).clause, choice.about(s), choice.propose(s))

    def _choice(self) -> Choice:
        """What the reader is asked."""
        choice: Choice | None = self.position.choice
        assert choice is not None, "nobody chooses when the game is over"
        return choice

    @property
    def options(self) -> list[Action]:
        """Every action on offer to the reader, in a stable order; empty when it is not his choice."""
        if self._offered is None:
            self._offered = legal(self.position) if self.chooses else []
        return self._offered

    @property
    def prices(self) -> list[str]:
        """What each option costs."""
        if self._prices is None:
            self._prices = [self.price(action) for action in self.options]
        return self._prices

    def price(self, action: Action) -> str:
        """What an action costs, in a few words; empty where nothing is paid and for those who do not choose."""
        return tell(self._choice().price(self.position, action), self.names) if self.chooses else ""

    @property
    def aims(self) -> list[briefing.Goal]:
        """What the reader tries to do, and how far it has come."""
        if self._goals is None:
            self._goals = self.game.goals_of(self)
        return self._goals

    @property
    def open_aims(self) -> list[briefing.Goal]:
        """Those that can still be reached."""
        return [goal for goal in self.aims if goal.state == "open"]

    @property
    def goals(self) -> list[dict[str, Any]]:
        """The same as plain data."""
        told: list[dict[str, Any]] = briefing.plain(self.aims)
        return told

    @property
    def standing(self) -> dict[str, Any] | None:
        """How the game stands, as plain data."""
        told: dict[str, Any] | None = briefing.plain(self.game.standing_of(self))
        return told

    @property
    def serves(self) -> list[tuple[str, ...]]:
        """The ids of the open goals that each option serves."""
        if self._serves is None:
            self._serves = [self.game.serves_of(self, action) for action in self.options]
        return self._serves

    @property
    def forecasts(self) -> list[Offered]:
        """What is told beside each option: signs, a few words, where it is meant, and what a click there does."""
        if self._forecasts is None:
            found = self.game.forecasts_of(self) if self.chooses else []
            told = zip(self.options, found, ordered(found), self.serves, strict=True) if found else ()
            self._forecasts = [
                Offered(
                    (*one.signs, GOAL) if serves else one.signs,
                    one.text,
                    one.at,
                    place,
                    self._choice().is_final(self.position, action),
                    one.aside and not serves,
                    one.asks,
                    one.onward,
                    one.gathers,
                )
                for action, one, place, serves in told
            ]
        return self._forecasts

    def reading(self, action: Action) -> str:
        """An option in words that people read, as it is called at this choice."""
        label = self._choice().label(self.position, action) if self.chooses else ""
        return tell(label, self.names) if label else self.phrase(action)

    def plan(self, links: list[Action]) -> str:
        """A chain in words that people read, from its first link to what it is for: that, and who is in it."""
        end = self.ahead([words(link) for link in links[:-1]]) if len(links) > 1 else None
        if end is None:
            return self.reading(links[0])
        what = end.reading(links[-1])
        named = [self.names.get(word, word) for link in links[:-1] for word in link[1:]]
        who = [name for name in named if re.search(rf"\b{re.escape(name)}\b", what) is None]
        told = ", ".join(who) if len(who) <= NAMED else f"{len(who)} units"
        return f"{what} ({told})" if told else what

    def phrase(self, action: Action) -> str:
        """An action in words that people read."""
        return self.game.phrase(self.names, action)

    @property
    def drawn(self) -> Scene:
        """What to draw."""
        if self._drawn is None:
            self._drawn = self.game.scene_of(self)
        return self._drawn

    @property
    def scene(self) -> dict[str, Any]:
        """The same as plain data."""
        if self._scene is None:
            self._scene = plain(self.drawn)
        return self._scene

    def overlay(self, name: str, *ids: str) -> dict[str, Any]:
        """One named overlay that the scene lists."""
        return self.game.overlay_of(self, name, *ids)

    def about(self, thing: str) -> list[str]:
        """Lines about one piece or place."""
        return self.game.about_of(self, thing)

    def sketch(self) -> list[str]:
        """The board in letters for a terminal."""
        return self.game.sketch_of(self)

    def why_not(self, said: Action | str) -> Refusal | None:
        """Why words are not on offer to the reader; None when they are."""
        action = parse(said) if isinstance(said, str) else said
        if not self.chooses:
            return Refusal("", self._not_his())
        if action in self.options:
            return None
        return self.game.refuse(self.position, self._choice(), action)

    def _not_his(self) -> str:
        """What somebody is told who does not choose."""
        seat = self.view["seat"]
        return "the game is over" if seat is None else f"somebody else chooses now: {self.names.get(seat, seat)}"

    def odds(self, action: Action) -> list[tuple[str, float]] | None:
        """What may come of an action, likeliest first; None where nothing is left to chance or it is not on offer."""
        if not self.chooses or action not in self.options:
            return None
        choice = self._choice()
        verb = choice.verb_of(self.position, action)
        table = None if verb is None else verb.odds(self, choice, action)
        if table is None:
            table = self.game.odds_of(self, action)
        if not table:
            return None
        return sorted([line for line in table.items() if line[1] > 0], key=lambda line: (-line[1], line[0]))

    def reckoning(self, action: Action) -> str:
        """The strengths behind the odds of an action with what they are made of; empty where there are none."""
        return tell(self.game.reckoning_of(self, action), self.names) if self.chooses else ""

    def peek(self, said: list[str]) -> list[Action]:
        """The options after these links of a chain, named in any order, without playing them.

        They are put in the order in which they are offered. What the engine would take unasked since nothing else is
        left is shown all the same. IllegalAction says why a link does not fit, or that it is more than a link: somebody
        else would choose next, dice would be rolled, or something would be shown.
        """
        s = self._after(said)
        return legal(s) if s.seat == self.reader else []

    def ahead(self, said: list[str]) -> Seen | None:
        """What the reader would see after these links; None where one of them is more than a link: it does something
        that the log would tell of, or ends what it is chosen for. IllegalAction says why they do not go together."""
        try:
            s = self._after(said, told=False)
        except MoreThanLink:
            return None
        return self.game.seen(s, self.reader) if s.seat == self.reader else None

    def beside(self, said: list[str]) -> list[Action]:
        """What else may be picked beside these links: options of the same verbs that would still be links with them."""
        links = [parse(one) for one in said]
        verbs = {link[0] for link in links}
        found: list[Action] = []
        for action in self.options:
            if action[0] in verbs and len(action) == 2 and action not in links:
                try:
                    self._after([*said, words(action)], told=False)
                except IllegalAction:
                    continue
                found.append(action)
        return found

    def _after(self, said: list[str], told: bool = True) -> State:
        """The imagined position after these links; with `told` false none of them may be told of or be the end."""
        if not self.chooses:
            raise IllegalAction(self._not_his())
        s: State = self.position.clone()
        s.script, s.script_used = (), 0
        s.listen = not told
        left = [parse(one) for one in said]
        while left:
            if s.seat != self.reader:
                raise MoreThanLink(f"your choice ends before “{words(left[0])}”")
            choice = s.choice
            assert choice is not None
            link = self._link(s, choice, left)
            if link == READY:
                raise MoreThanLink(f"“{words(link)}” is an act of its own")
            due = len(s.agenda)
            try:
                choose(s, choice, link)
            except NeedChance:
                raise MoreThanLink(f"what comes of “{words(link)}” is left to chance") from None
            if s.revealed:
                raise MoreThanLink(f"“{words(link)}” would show something: {s.revealed}")
            if s.events or (not told and len(s.agenda) < due):  # what is due after the choice is asked already
                raise MoreThanLink(f"“{words(link)}” is an act of its own")
        s.listen = False
        return s

    def _link(self, s: State, choice: Choice, left: list[Action]) -> Action:
        """The next link that is on offer, which is no longer left then; or the only option, which nobody has to say."""
        options = legal(s)
        link = next((action for action in options if action in left), None)
        if link is not None:
            left.remove(link)
            return link
        if len(options) == 1:
            return options[0]
        raise IllegalAction(self.game.refuse(s, choice, left[0]).text)


class MoreThanLink(IllegalAction):
    """Words that would do more than choose what an act is about."""


def choose(s: State, choice: Choice, action: Action) -> None:
    """Do an action and what follows from it, up to the next choice, with one option or many."""
    begin(s)
    del s.agenda[-1]
    choice.chosen(s, action)
    s.settle()
    while s.agenda:
        step = s.agenda[-1]
        if not isinstance(step, Choice):
            s.agenda.pop().do(s)
        elif is_settled(s, step):
            s.agenda.pop()
            step.chosen(s, step.settle(s, step.offer(s)))
        else:
            return
        s.settle()
