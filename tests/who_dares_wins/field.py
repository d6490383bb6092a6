"""A position in the field, laid out by hand, so that a test can give one rule its dice and see what it does.

s = field("scenario-2", {"1st": "mechili T1A T1B HQ1"}, axis="mechili I-INF-1 up", dice=[4, 2])
run(s, combat.Attack(zone("mechili")))
do(s, "contact T1A", "done")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sandtable
from sandtable.games.who_dares_wins.box import axis, land, lrdg, missions
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.state import ACTIONS, DEFEATED, IN_RESERVE, NOWHERE, PATROL, SEAT, Desert, changed
from sandtable.kernel.flow import Action, Choice, act, parse
from sandtable.kernel.seen import Seen
from tests.kit import begun, laid, run

GAME = sandtable.load("who-dares-wins")


@dataclass(frozen=True)
class Rest(Choice):
    """What a test put on the agenda is done."""

    def seat(self, s: Desert) -> str:
        return SEAT

    def offer(self, s: Desert) -> list[Action]:
        return [act("rest"), act("rest", "more")]


def zone(word: str) -> int:
    """A zone by its word."""
    return land.ZONE[word]


def unit(word: str) -> int:
    """An LRDG unit by its word."""
    return lrdg.UNIT[word]


def counter(word: str) -> int:
    """An Axis counter by its word."""
    return axis.UNIT[word]


def match(scenario: str, *lines: str, seed: int = 1, **options: str) -> Desert:
    """A match from its start, with actions played."""
    return begun(GAME, Desert, scenario, *lines, seed=seed, options=options)


def field(
    scenario: str = "scenario-1",
    patrols: Mapping[str, str] | None = None,
    *,
    axis: str = "",
    alarm: int = 0,
    turn_number: int = 1,
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    campaign: bool = False,
) -> Desert:
    """A mission in its actions. `patrols` names a zone and its units, several such groups with commas; `axis` names
    zone, type and `up`, `down` or `home` (face down, where the scenario put it), likewise. Ties of the Axis are
    asked, so that a test says what it means."""
    asked = {"ties": "ask", **(options or {})}
    s = laid(GAME, Desert, missions.CAMPAIGN if campaign else scenario, dice=dice, draws=draws, options=asked)
    s.mission = next(n for n, one in enumerate(missions.SCENARIOS) if one.id == scenario)
    s.mission_no = next((n for n, one in enumerate(missions.CAMPAIGN_ORDER) if one.id == scenario), 0)
    s.phase = ACTIONS
    s.turn = turn_number
    s.alarm = alarm
    for patrol, groups in (patrols or {"1st": "siwa HQ1"}).items():
        for group in groups.split(","):
            where, *members = group.split()
            for word in members:
                s.zone[unit(word)] = zone(where)
                s.patrol[unit(word)] = PATROL[patrol]
    s.roster = tuple(u for u in range(len(lrdg.UNITS)) if s.patrol[u] != NOWHERE)
    for place, value in s.scenario.targets:
        s.target[place] = value
    homes = []
    for line in filter(None, (part.split() for part in axis.split(","))):
        lay(s, *line)
        homes.append(zone(line[0]) if line[2] == "home" else NOWHERE)
    s.axis_home = tuple(homes)
    s.agenda = [turn.MissionOver(), Rest()]
    return s


def lay(s: Desert, where: str, kind: str, face: str = "down") -> int:
    """Lay an Axis counter of a type in a zone, taken from the pool if it is there."""
    number = s.counters
    s.counters += 1
    s.axis_zone[number] = zone(where) if where != "defeated" else DEFEATED
    s.axis_type = changed(s.axis_type, number, axis.TYPES.index(kind))
    s.axis_up[number] = int(face == "up")
    s.pool[s.axis_type[number]] -= s.pool[s.axis_type[number]] > 0
    return number


def empty_pool(s: Desert, *kept: str) -> None:
    """Leave only these types in the pool."""
    s.pool = bytearray(len(axis.TYPES))
    for kind in kept:
        s.pool[axis.TYPES.index(kind)] += 1


def hold_back(s: Desert, patrol: str) -> None:
    """Put a patrol in reserve."""
    s.status[PATROL[patrol]] |= IN_RESERVE


def await_events(s: Desert, *events: tuple[int, int]) -> None:
    """Let events (patrol, what) wait for the next Discretion test, the oldest first."""
    s.pending = events


def resting(s: Desert) -> bool:
    """Whether everything that the test began is over."""
    return isinstance(s.choice, Rest)


def acting(s: Desert, *ap: int) -> Desert:
    """The position at the player's choice of an action, with these AP."""
    s.ap[: len(ap)] = list(ap)
    return run(s, actions.Act())


def seen_by_player(s: Desert) -> Seen:
    """What the player sees of a position that was laid out; what a test put below it is left out, since no game knows
    it."""
    twin = s.clone()
    twin.agenda = [step for step in twin.agenda if not isinstance(step, Rest)]
    return GAME.seen(twin, SEAT)


def told_odds(s: Desert, line: str) -> dict[str, float]:
    """What the player is told that may come of an action on offer."""
    return dict(seen_by_player(s).odds(parse(line)) or [])
