"""A quick player for either side: it sees a view and the options, and takes what looks best right now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.night_drop.bot import fights
from sandtable.games.night_drop.bot.british import British
from sandtable.games.night_drop.bot.german import German
from sandtable.games.night_drop.bot.lookout import Lookout, word_cell
from sandtable.games.night_drop.bot.manner import Manner
from sandtable.games.night_drop.bot.ways import crowding, field
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules.r10_victory import NIGHT_ONLY
from sandtable.games.night_drop.state import BRITISH, GERMAN, is_stick, side_of
from sandtable.kernel.bots import QuickBot
from sandtable.kernel.flow import Action
from sandtable.kernel.seen import Seen


class Greedy(QuickBot):
    """The quick player."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        self.manner, self.at_night = Manner(argument), Manner(argument, night_only=True)
        self.british = British()
        self.german = German()

    def look(self, seen: Seen) -> Lookout:
        """What it looks up, in the manner of the scenario."""
        return Lookout(seen.view, self.at_night if seen.view["scenario"] == NIGHT_ONLY else self.manner)

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        """What its side does where it alone is asked, what both would do, or else the first option."""
        look = self.look(seen)
        own = self.british.answer(look, options) if look.side == BRITISH else self.german.answer(look, options)
        if own is not None:
            return own
        alike = ALIKE.get(look.question)
        return options[0] if alike is None else alike(look, options)

    def explain(self, seen: Seen, action: Action, then: tuple[Action, ...]) -> tuple[str, tuple[str, ...]]:
        """Where the plan wants a unit, or what the answer to a question is for; an attack is told by its odds."""
        look = self.look(seen)
        if look.question == "Move" and look.side == BRITISH and action != ("done",):
            movers = look.named or ([counters.PIECE_OF[action[1]]] if action[0] == "with" else look.mover)
            piece = movers[0] if movers else -1
            goal = self.british.goal(look, piece)
            if goal >= 0:
                what = "is to meet others at" if is_stick(piece) else "is wanted at"
                return f"{{{counters.PIECE_NAME[piece]}}} {what} {{{land.HEX_NAME[goal]}}}", (land.HEX_NAME[goal],)
        if look.question == "LossOrRetreat" and side_of(look.fields[1]) != look.side:
            return "an enemy who loses a step is weaker for good", ()
        by_verb = BY_VERB.get((look.question, action[0]))
        return by_verb or WHY.get((look.question, look.side)) or WHY.get((look.question, -1), ""), ()


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
        if look.question == "Attrition" and look.manner.cull:
            colour = counters.COLOUR[piece]
            others = [look.at[p] for p in look.sticks if p != piece and counters.COLOUR[p] == colour]
            return -crowding(others, look.at[piece]), option
        if is_stick(piece):
            return 0.5, option
        return float(sum(look.strength(piece))), option

    return min(options, key=rank)


WHY = {
    ("Move", BRITISH): "whoever can come nearer to where the plan wants him has moved",
    ("Move", GERMAN): "whoever gains most moves first, towards Sticks that stand alone, the bridges, and what is lost",
    ("Activate", BRITISH): "the brigade with more units goes first",
    ("Activate", GERMAN): "Sticks that are near enough are caught before others are scattered",
    ("Push", GERMAN): "Sticks of one colour that are about to meet are driven apart",
    ("PlacePatrol", GERMAN): "on the objective that the British are nearest to",
    ("PlaceOutside", GERMAN): "from there most is within reach",
    ("Convert", BRITISH): "Sticks that become a Company can take objectives; those that do not may be driven apart",
    ("Combine", BRITISH): "a full Company before a reinforced one, and that before a reduced one",
    ("PlaceConfusion", BRITISH): "the unit that is nearest to the bridges",
    ("Attrition", GERMAN): "Sticks that are about to meet others are lost first",
    ("Discover", GERMAN): "what the British know of a hex is worth knowing",
    ("NamePoint", -1): "the highest value counts, and of equals one that is not yet reduced takes the loss",
    ("MarkObjective", -1): "the nearer to your own units, the better",
    ("FirstMarker", -1): "the nearer to your own units, the better",
    ("RemoveSurplus", -1): "it will be missed least",
    ("Assign", -1): "it will be missed least",
    ("RetreatLoss", -1): "it will be missed least",
    ("Retreat", -1): "it is safest there",
}
"""What an answer is for, by the question and the side; -1 for both."""

BY_VERB = {
    ("Attack", "done"): "no attack that is left promises enough",
    ("Attack", "with"): "whoever joins adds a point to the attack",
    ("Attack", "fight"): "one is enough against Sticks alone, and everybody who can has joined against others",
    ("LossOrRetreat", "loss"): "the hex is worth more than a step",
    ("LossOrRetreat", "retreat"): "its steps are worth more than the hex",
    ("SpendAdvantage", "spend"): "to act first is worth it now",
    ("SpendAdvantage", "pass"): "acting first is not worth a counter now",
    ("PointAdvance", "advance"): "the hex is worth having",
    ("PointAdvance", "stay"): "nobody else would hold the hex that it leaves",
    ("Follow", "advance"): "an objective is held better by two",
    ("Follow", "done"): "who follows leaves more than he gains",
}
"""The same where it depends on the answer."""

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
