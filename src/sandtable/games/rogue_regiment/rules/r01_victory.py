"""Chapter 1, victory: which objectives are met, what they are worth, and how a mission ends."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Objective
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    BOUND,
    DEAD,
    LEFT,
    OFF,
    V_ASSAULT,
    V_CONVOY,
    V_GUARD,
    V_PATROL,
    V_SCOUT,
    Regiment,
    changed,
)

AT_END: Final = ("no-corpses", "boat-exit", "typhoon", "no-flames")
"""Objectives that are looked at only when the mission is over."""


def score_kill(s: Regiment, u: int) -> None:
    """RR-3.16 An officer or a vehicle that was an objective is counted."""
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.kind == "officer" and is_officer_of(s, u, objective):
            scored(s, n)
        if objective.kind == "aa-gun" and s.u_kind[u] == data.AA_GUN:
            scored(s, n)
        if (
            (objective.kind == "vehicle" or (objective.kind == "loaded" and not s.u_set[u]))
            and data.UNITS[s.u_kind[u]] == objective.unit
            and s.u_role[u] in (V_GUARD, V_PATROL, V_ASSAULT)
            and not s.stage.mission.vehicles[s.u_link[u]].swapped
        ):
            scored(s, n)
        if objective.kind == "convoy" and data.UNITS[s.u_kind[u]] == objective.unit:
            if s.u_role[u] in (V_CONVOY, V_SCOUT):
                scored(s, n)


def is_officer_of(s: Regiment, u: int, objective: Objective) -> bool:
    """RR-3.16 Whether a unit is the officer whom an objective names by his place."""
    if s.u_kind[u] != data.OFFICER or objective.place is None:
        return False
    officers = [v for v in range(len(s.u_kind)) if s.u_kind[v] == data.OFFICER]
    place = s.stage.mission.officers[officers.index(u)]
    wanted = objective.place
    return (place.column, place.row, place.anchor) == (wanted.column, wanted.row, wanted.anchor)


def score_rat_hit(s: Regiment, target: int) -> None:
    """RR-24.20 The rat bomb has killed the officer, or destroyed the radio set, that an objective names."""
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.kind != "rat-bomb" or s.scored[n] or objective.other is None:
            continue
        if target < len(s.u_kind):
            met = not s.alive(target) and is_officer_of(s, target, objective)
        else:
            met = (s.stage.square(objective.other), 0) in s.radios
        if met:
            scored(s, n)


def score_rat_bomb(s: Regiment) -> None:
    """RR-24.20 The rat bomb goes off; if that is before any alarm it may be an objective."""
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.kind == "quiet-bomb" and s.section != BATTLE:
            scored(s, n)


def score_thing(s: Regiment, kind: str, v: int) -> None:
    """RR-20.50 A dump, radio set or pump that was an objective is counted."""
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.kind == kind and objective.place is not None:
            at = s.stage.square(objective.place)
            if (setup.dump_corner(s, objective.place, at) if kind == "dump" else at) == v:
                scored(s, n)


def scored(s: Regiment, n: int) -> None:
    """RR-3.12 An objective is met once more."""
    s.scored = changed(s.scored, n, s.scored[n] + 1)
    objective = s.stage.mission.objectives[n]
    s.say(
        "RR-1.1",
        f"{'objective met' if objective.points > 0 else 'points lost'}: {objective_words(s, objective)}",
        facts=(("counted", f"objective-{n + 1}", str(s.scored[n])),),
    )


def objective_words(s: Regiment, objective: Objective) -> str:
    """RR-1.1 An objective in the players' words, with the square it is about."""
    where = ""
    if objective.place is not None:
        where = f" at {s.place(s.stage.square(objective.place))}"
    title = data.UNIT_TITLE[data.UNITS.index(objective.unit)] if objective.unit else ""
    what = {
        "documents": "take the documents", "dump": "destroy the supply dump", "radio": "destroy the radio set",
        "pump": "destroy the fuel pump", "officer": "kill the officer",
        "convoy": f"destroy a {objective.unit} of the convoy", "vehicle": f"destroy the {objective.unit}",
        "loaded": f"destroy the {title} with its men aboard", "no-flames": "let no room burn on the tile",
        "boat-exit": "leave by boat", "no-corpses": "leave no body on the board",
        "convoy-leaves": "a convoy vehicle gets away", "prisoner": "bring a prisoner out",
        "rat-bomb": "with the rat bomb, kill the officer", "read": "Nancy reads the papers in disguise",
        "quiet-bomb": "no alarm before the rat bomb goes off", "aa-gun": "destroy an AA gun",
        "typhoon": "the Typhoon flies a run and is not shot down",
    }[objective.kind]  # fmt: skip
    if objective.other is not None:
        where += f" or destroy the radio set at {s.place(s.stage.square(objective.other))}"
    if objective.kind == "documents":
        where += " and bring them out"
    each = " each" if objective.each else ""
    return f"{what}{where} ({objective.points:+d}{each})"


def points(s: Regiment) -> int:
    """RR-1.1 Victory points: objectives, +1 for each Operator who left, -1 for each lost; nothing if none left."""
    states = [s.m_state[m] for m in range(len(s.m_kind)) if s.is_operator(m)]
    if LEFT not in states:
        return 0
    total = states.count(LEFT) - states.count(DEAD)
    for n, objective in enumerate(s.stage.mission.objectives):
        met = times_met(s, n)
        total += objective.points * (met if objective.each else min(met, 1))
    return total


def times_met(s: Regiment, n: int) -> int:
    """How often an objective is met: some are counted when it happens, others at the end."""
    men = range(len(s.m_kind))
    match s.stage.mission.objectives[n].kind:
        case "documents":
            return int(any(s.m_state[m] == LEFT for m in bearers(s, n)))
        case "no-flames":
            return int(not burnt(s, n))
        case "no-corpses":
            return int(all(v < 0 for v in s.corpses))
        case "boat-exit":
            return int(sailed_away(s))
        case "typhoon":
            return int(s.typhoon[typhoon.RUNS] > 0 and s.typhoon[typhoon.WHERE] != typhoon.DOWN)
        case "prisoner":
            return sum(1 for m in men if s.m_side[m] == BOUND and s.m_state[m] == LEFT)
        case _:
            return s.scored[n]


def sailed_away(s: Regiment) -> bool:
    """Whether every Operator who lives has left in the boat."""
    return all(s.m_seat[m] == -2 for m in range(len(s.m_kind)) if s.is_operator(m) and s.m_state[m] != DEAD)


def burnt(s: Regiment, n: int) -> bool:
    """RR-26.4 Whether there is a flame token in a room of the tile that an objective is about."""
    place = s.stage.mission.objectives[n].place
    assert place is not None, "such an objective names a place"
    tile = place.row * s.layout.columns + place.column
    return any(room // 10 == tile for room, _ in s.flames)


def bearers(s: Regiment, n: int) -> list[int]:
    """RR-8.10 Who took the documents that an objective is about; nobody, or one man."""
    before = [o for o in s.stage.mission.objectives[:n] if o.kind == "documents"]
    taken = s.papers[len(before)] if len(before) < len(s.papers) else OFF
    return [OFF - 1 - taken] if taken < OFF else []


def conclude(s: Regiment, why: str) -> None:
    """RR-1.1 The mission is over: major victory, minor victory or defeat."""
    s.ended = why
    mission = s.stage.mission
    total = points(s)
    grade = "major victory" if total >= mission.major else "minor victory" if total >= mission.minor else "defeat"
    reason = {"left": "all who live have left", "dead": "no Operator is left", "time": "time has run out"}[why]
    s.say("RR-1.1", f"{reason}: {total} {'point' if abs(total) == 1 else 'points'}, {grade}")
