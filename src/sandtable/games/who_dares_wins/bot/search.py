"""A player that thinks ahead: what a careful leader would weigh is played on to the end of the mission, many times.

In the action phase it weighs the quick player's order against what leaders of another temper would order now, and
against lying low; in a fight it weighs the ways to go on. Everything else is left to the quick player, how the attacks
of a fight are divided included: it is good at that.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.who_dares_wins.bot import plan
from sandtable.games.who_dares_wins.bot.manner import Manner
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.state import Desert
from sandtable.kernel.flow import Action
from sandtable.kernel.search import Line, SearchBot, count_of
from sandtable.kernel.seen import Seen

CONTINUATIONS = 32
TEMPERS = ("home=1", "persist=1", "worth-it=10", "worth-it=-5")
"""Leaders of another temper: one who goes home at once, one who stays for a second observation, one who spares his men
and one who attacks whatever it costs."""
SCORE = 40.0
"""Half points of a mission that are worth a score of 1."""
LOUD = 2
"""The Alarm from which on lying low is worth a thought."""


class Search(SearchBot):
    """The bot `search`."""

    DOUBT: ClassVar[float] = 2.0
    UNTOLD: ClassVar[tuple[str, ...]] = ("abandon",)

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed, argument)
        self.continuations = count_of(argument) if argument else CONTINUATIONS
        self.own = Manner("")
        self.tempers = [(f"greedy:{name}", Manner(name)) for name in TEMPERS]

    def lines(self, seen: Seen, options: list[Action], quick: Action) -> list[Line]:
        """Other orders in the action phase, and the ways to go on in a fight."""
        s: Desert = seen.position
        choice = s.choice
        if isinstance(choice, actions.Act):
            return self.orders(s, options)
        if isinstance(choice, (combat.GoOn, combat.Withdraw, attacks.Initiative, attacks.Reroll)):
            return [Line(option) for option in options]
        return []

    def orders(self, s: Desert, options: list[Action]) -> list[Line]:
        """What leaders of another temper would order now, each order once; and lying low where that may help."""
        mover = s.mover
        own = plan.order(s, self.own)
        known = [own]
        found = []
        for player, manner in self.tempers:
            other = plan.order(s, manner)
            if other not in known and other.begin(mover, options) in options:
                known.append(other)
                found.append(Line(other.begin(mover, options), other.rest(mover, options), player))
        low = [option for option in options if option[0] == "low"]
        if s.alarm >= LOUD and low and own.words[0] != "low":
            found.append(Line(low[0]))
        return found

    def goes_on(self, view: dict[str, Any], options: list[Action]) -> Action:
        """While a stack is being named, the order to which it belongs."""
        if not view["named"]:
            return ()
        s: Desert = self.game.seen_in(view, options).position
        if not isinstance(s.choice, actions.Act):
            return ()
        named = tuple(view["named"])
        for manner in [self.own, *[manner for _, manner in self.tempers]]:
            order = plan.order(s, manner)
            if order.units[: len(named)] == named and order.go_on(named) in options:
                return order.go_on(named)
        return ()

    def moment(self, s: Desert) -> int:
        """Missions that are over."""
        return len(s.results)

    def is_known(self, s: Desert) -> bool:
        return len(s.results) > 0

    def value(self, s: Desert, seat: str) -> float:
        """Victory points of the mission that is over, as the game's score counts them."""
        return s.results[-1][1] / SCORE if s.results else 0.0
