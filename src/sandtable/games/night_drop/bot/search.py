"""The player of Night Drop that thinks ahead: which activation, and which hex to attack, by what the position is worth
when the enemy has answered."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sandtable.games.night_drop.bot.ways import crowding, field, steps_to
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r09_declaring as declaring
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import NO_MARKER, NOBODY, SEATS, NightDrop
from sandtable.kernel.flow import Action
from sandtable.kernel.search import Line, SearchBot, Worth
from sandtable.kernel.seen import Seen
from sandtable.kernel.tables import Files, Page

THOUGHT = 16
"""Continuations for a decision if nobody says otherwise."""
FORETOLD = 9
"""The turn of the whole game from which what a position is worth is told well enough to think about it."""
MARKER_MEAN = 1.1
NIGHT_STAGES = 4
"""Stages of the game by day, two turns each up to the last; by night only there is one for each turn."""
STAGES = 9
FEATURES: Final = (
    "points",
    "points in reach of Germans",
    "points in reach of Companies",
    "bridges in reach of Companies",
    "full Companies",
    "reduced Companies",
    "Sticks",
    "Sticks about to meet",
    "Sticks in danger",
    "Germans on the map",
    "strength of the Germans",
    "Germans in the cup",
    "Germans near the bridges",
    "Companies near the bridges",
    "steps of Howard-1",
    "bridges held",
    "objectives with a Company",
    "objectives with a German",
)


def read_worth(page: Page) -> Worth:
    """The weights of the features."""
    return Worth(page, SEATS, STAGES, FEATURES)


WORTH: Final = Files("sandtable.games.night_drop.bot").read("worth.toml", read_worth)


class Search(SearchBot):
    """Thinks about activations and attacks; the quick player moves."""

    OWN: ClassVar[str] = "greedy:gather=1"
    AHEAD: ClassVar[int] = 2
    FEATURES: ClassVar[tuple[str, ...]] = FEATURES
    STAGES: ClassVar[int] = STAGES

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed, argument or str(THOUGHT))

    def lines(self, seen: Seen, options: list[Action], quick: Action) -> list[Line]:
        """Every activation; every hex that could be attacked, and no attack. Of the whole game only in its last turns:
        before them, what is learned of positions foretells too little to leave the quick player for it."""
        s: NightDrop = seen.position
        if s.setup.scenario != victory.NIGHT_ONLY and s.turn < FORETOLD:
            return []
        attacks = isinstance(s.choice, declaring.Attack) and s.aim == NOBODY
        return [Line(option) for option in options] if attacks or isinstance(s.choice, sequence.Activate) else []

    def moment(self, s: NightDrop) -> int:
        """How many activations are over."""
        return s.turn * 8 + sum(s.used) - (s.activation != NOBODY)

    def stage(self, s: NightDrop) -> int:
        """Two turns each; by night only, one turn each."""
        if s.setup.scenario == victory.NIGHT_ONLY:
            return STAGES - NIGHT_STAGES + min(max(s.turn, 1), NIGHT_STAGES) - 1
        return min((max(s.turn, 1) - 1) // 2, STAGES - NIGHT_STAGES - 1)

    def worth(self) -> Worth:
        return WORTH

    def features(self, s: NightDrop, seat: str) -> list[float]:
        """The same for both seats: what each weighs is another matter."""
        return features(s)


def features(s: NightDrop) -> list[float]:
    """What FEATURES are in a position."""
    at = s.at
    sticks = [p for p in range(counters.STICKS) if at[p] < land.HEXES]
    companies = [p for p in range(counters.FIRST_COMPANY, counters.FIRST_GERMAN) if at[p] < land.HEXES]
    germans = [p for p in range(counters.FIRST_GERMAN, counters.GARRISON) if at[p] < land.HEXES]
    company_hexes = {at[p] for p in companies}
    german_hexes = {at[p] for p in range(counters.FIRST_GERMAN, counters.PIECES) if at[p] < land.HEXES}
    points, lost, won, bridges = stakes(s, companies, germans, company_hexes, german_hexes)
    manned = sum(1 for target in land.OBJECTIVES if target in company_hexes)
    taken = sum(1 for target in land.OBJECTIVES if target in german_hexes)
    meeting = about_to_meet(s, sticks)
    hunters = sorted({at[p] for p in germans})
    reach_of = 3 if s.night else 5
    alone = [at[p] for p in sticks if at[p] not in company_hexes]
    exposed = sum(1 for here in alone if any(steps_to(cell)[here] <= reach_of for cell in hunters))
    strength = sum(max(0, s.attack_value(p)) for p in germans)
    reduced = sum(1 for p in companies if s.reduced[p])
    threat = sum(max(0, s.attack_value(p)) for p in germans if paths.FROM_H1[at[p]] <= 4)
    guard = sum(1 for p in companies if paths.FROM_H1[at[p]] <= 2)
    howard = 0.0 if at[counters.HOWARD_1] >= land.HEXES else 1.0 if s.reduced[counters.HOWARD_1] else 2.0
    return [
        points,
        lost,
        won,
        bridges,
        float(len(companies) - reduced),
        float(reduced),
        float(len(sticks)),
        meeting,
        float(exposed),
        float(len(germans)),
        float(strength),
        float(len(s.cup)),
        float(threat),
        float(guard),
        howard,
        float(s.control[land.H1_OBJECTIVE]),
        float(manned),
        float(taken),
    ]


def stakes(
    s: NightDrop, companies: list[int], germans: list[int], company_hexes: set[int], german_hexes: set[int]
) -> tuple[float, float, float, float]:
    """The points that there are, those that Germans may take back, and those that Companies may add: objectives with a
    red star, and bridges."""
    at = s.at
    speed = 5.0 if s.night else 11.0
    free = [p for p in companies if p not in (counters.HOWARD_1, counters.HOWARD_2)]
    points = float(s.assembled if s.setup.scenario == victory.NIGHT_ONLY else s.adjustment)
    lost = won = bridges = 0.0
    for objective, target in enumerate(land.OBJECTIVES):
        printed = land.PRINTED[objective] >= 0 or s.marker_by[objective] != NO_MARKER
        worth = float(victory.value(s, objective)) if printed else MARKER_MEAN
        red = land.STAR[objective] == land.RED_STAR
        way = field(target)
        if s.control[objective]:
            points += worth
            if red and target not in company_hexes:
                near = min((way[at[p]] for p in germans), default=400)
                lost += worth / (1.0 + near / speed)
            continue
        near = min((way[at[p]] for p in free), default=400)
        reach = worth / (1.0 + near / speed) * (0.5 if target in german_hexes else 1.0)
        if red:
            won += reach
        else:
            bridges += reach
    return points, lost, won, bridges


def about_to_meet(s: NightDrop, sticks: list[int]) -> float:
    """How near Sticks are to others of their colour."""
    meeting = 0.0
    for colour in range(len(land.COLOURS)):
        cells = [s.at[p] for p in sticks if counters.COLOUR[p] == colour]
        for place, cell in enumerate(cells):
            meeting += crowding(cells[:place] + cells[place + 1 :], cell)
    return meeting
