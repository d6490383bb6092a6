"""A quick player for either side: it sees a view and the options, and takes what looks best right now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.night_drop.bot import fights
from sandtable.games.night_drop.bot.british import British
from sandtable.games.night_drop.bot.german import German
from sandtable.games.night_drop.bot.lookout import Lookout, word_cell
from sandtable.games.night_drop.bot.ways import field
from sandtable.games.night_drop.box import counters
from sandtable.games.night_drop.state import BRITISH, is_stick
from sandtable.kernel.bots import QuickBot
from sandtable.kernel.flow import Action
from sandtable.kernel.seen import Seen


class Greedy(QuickBot):
    """The quick player."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.british = British()
        self.german = German()

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        """What its side does where it alone is asked, what both would do, or else the first option."""
        look = Lookout(seen.view)
        own = self.british.answer(look, options) if look.side == BRITISH else self.german.answer(look, options)
        if own is not None:
            return own
        alike = ALIKE.get(look.question)
        return options[0] if alike is None else alike(look, options)


def nearest_objective(look: Lookout, options: list[Action]) -> Action:
    """The objective that one's own units are nearest to."""
    own = look.british if look.side == BRITISH else look.germans
    marks = [o for o in options if o[0] == "mark"]
    if not marks:
        return options[0]
    return min(marks, key=lambda o: (min((field(word_cell(o))[look.at[p]] for p in own), default=0), o))


def cheapest(look: Lookout, options: list[Action]) -> Action:
    """The piece that one would miss least; for an enemy's Sticks it makes no difference."""

    def rank(option: Action) -> tuple[float, Action]:
        if len(option) < 2 or option[1] not in counters.PIECE_OF:
            return 99.0, option
        piece = counters.PIECE_OF[option[1]]
        if is_stick(piece):
            return 0.5, option
        return float(sum(look.strength(piece))), option

    return min(options, key=rank)


ALIKE: dict[str, Callable[[Lookout, list[Action]], Action]] = {
    "Attack": fights.attack,
    "NamePoint": fights.point,
    "LossOrRetreat": fights.loss_or_retreat,
    "Retreat": fights.safest,
    "ReturnStick": fights.safest,
    "PointAdvance": fights.stay_or_go,
    "Follow": fights.follow,
    "MarkObjective": nearest_objective,
    "FirstMarker": nearest_objective,
    "RemoveSurplus": cheapest,
    "Attrition": cheapest,
    "Assign": cheapest,
    "RetreatLoss": cheapest,
}
"""What both sides answer in the same way."""
