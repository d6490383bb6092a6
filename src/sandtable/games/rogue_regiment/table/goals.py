"""What the mission is about, from its objectives: goals and how far they have come, how it stands, which actions serve.

Whatever a mission file may ask for is told here, so that a mission that a player wrote is told as well.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Objective
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.state import BATTLE, BOUND, DEAD, LEFT, OFF, SEAT, V_CONVOY, V_SCOUT, Regiment
from sandtable.kernel.briefing import Goal, GoalState, Rung, Standing
from sandtable.kernel.flow import Action
from sandtable.kernel.telling import plural, reached

MAJOR: Final = "Major victory"
MINOR: Final = "Minor victory"
DEFEAT: Final = "Defeat"
TEXTS: Final = {
    "convoy-leaves": "Let no vehicle of the convoy get away",
    "no-corpses": "Leave no body on the board", "boat-exit": "Leave by boat, everybody together",
    "aa-gun": "Destroy the AA guns", "typhoon": "Let the Typhoon fly a run and come home",
    "quiet-bomb": "Raise no alarm before the rat bomb goes off",
}  # fmt: skip
HOME: Final = "leave"  # the goal that is always there
NEAR: Final = 2
"""How near to an objective a bomb is placed that is meant for it."""
AT: Final = "at"
"""Where a grenade goes that is thrown or marked."""
OURS: Final = ("fire", "attack-drive", "mark-drive", AT)
"""What may serve a goal beside the actions of a man, which say so themselves."""


# --- goals -----------------------------------------------------------------------------------------------------------


def wanted(s: Regiment, objective: Objective) -> int:
    """How often an objective can be met."""
    mission = s.stage.mission
    if not objective.each and objective.kind != "convoy":
        return 1
    match objective.kind:
        case "convoy":
            return max(1, sum(word.split()[0] == objective.unit for word in mission.convoy))
        case "prisoner":
            return prisoners(s)
        case "aa-gun":
            return max(1, len(mission.aa))
    return 1


def prisoners(s: Regiment) -> int:
    """How many are to be brought out."""
    held = s.stage.mission.prisoners
    return held[1] if held is not None else 1


def met(s: Regiment, n: int) -> int:
    """How often an objective is met so far; one that is looked at only at the end is not met before."""
    if not s.turn or (s.stage.mission.objectives[n].kind in victory.AT_END and not s.ended):
        return 0
    return victory.times_met(s, n)


def text_of(s: Regiment, objective: Objective) -> str:
    """An objective as something to do."""
    if objective.kind in TEXTS:
        return TEXTS[objective.kind]
    if objective.kind == "prisoner":
        return f"Bring the prisoner{'s' if prisoners(s) > 1 else ''} out"
    words = victory.objective_words(s, objective).rpartition(" (")[0]
    if objective.kind == "convoy":
        words = f"destroy every {data.UNIT_TITLE[data.UNITS.index(objective.unit)]} of the convoy"
    return words[:1].upper() + words[1:]


def points_of(objective: Objective) -> str:
    """What an objective is worth."""
    return f"{plural(objective.points, 'point')}{' each' if objective.each else ''}"


def in_hand(s: Regiment, n: int) -> int:
    """How far an objective has come: documents that somebody carries and prisoners who are free count too."""
    objective = s.stage.mission.objectives[n]
    if objective.kind == "documents":
        return int(any(s.m_state[m] != DEAD for m in victory.bearers(s, n)))
    return min(met(s, n), wanted(s, objective))


def state_of(s: Regiment, n: int) -> GoalState:
    """Done, lost for good, or open; when the mission is over nothing is open any more."""
    objective = s.stage.mission.objectives[n]
    times = met(s, n)
    if objective.points < 0:
        return "lost" if times else "done" if s.ended else "open"
    if times >= wanted(s, objective):
        return "done"
    gone = objective.kind == "documents" and any(s.m_state[m] == DEAD for m in victory.bearers(s, n))
    loud = objective.kind == "quiet-bomb" and s.section == BATTLE
    return "lost" if s.ended or gone or loud or out_of_reach(s, n) else "open"


def out_of_reach(s: Regiment, n: int) -> bool:
    """RR-25.5, RR-26.4 Whether an objective can no longer be met: the men of the truck are out, or a room burns."""
    objective = s.stage.mission.objectives[n]
    if objective.kind == "no-flames":
        return victory.burnt(s, n)
    trucks = [u for u, kind in enumerate(s.u_kind) if data.UNITS[kind] == objective.unit]
    return objective.kind == "loaded" and bool(trucks) and all(s.u_set[u] for u in trucks)


def places_of(s: Regiment, n: int) -> list[str]:
    """Where an objective is now: the square of a thing, or the piece that is meant."""
    objective = s.stage.mission.objectives[n]
    match objective.kind:
        case "documents":
            bearers = [s.man(m) for m in victory.bearers(s, n) if s.m_at[m] >= 0]
            return bearers or square_of(s, objective)
        case "officer" | "vehicle" | "loaded":
            found = units_of(s, objective.unit or data.UNITS[data.OFFICER], False)
            alone = objective.kind != "officer" or len(found) == 1
            return found if found and alone else square_of(s, objective)
        case "convoy" | "convoy-leaves":
            return units_of(s, objective.unit, True)
        case "aa-gun":
            return units_of(s, data.UNITS[data.AA_GUN], False)
        case "prisoner":
            return [s.man(m) for m in range(len(s.m_kind)) if s.m_side[m] == BOUND and s.m_at[m] >= 0]
        case "boat-exit":
            return [s.car(c) for c in range(len(s.c_kind)) if s.c_kind[c] == data.BOAT and s.c_at[c] >= 0]
    return square_of(s, objective)


CONVOY: Final = (V_CONVOY, V_SCOUT)


def units_of(s: Regiment, kind: str, convoy: bool) -> list[str]:
    """The units of a kind, or of any, that are on the board: those of the convoy, or all others."""
    found = [u for u in range(len(s.u_kind)) if s.here(u) and (s.u_role[u] in CONVOY) == convoy]
    return [s.unit(u) for u in found if kind in ("", data.UNITS[s.u_kind[u]])]


def square_of(s: Regiment, objective: Objective) -> list[str]:
    """The square that the mission names, or the two of them."""
    named = [s.place(s.stage.square(place)) for place in (objective.place, objective.other) if place is not None]
    return [name for name in named if name]


def way_out(s: Regiment) -> Goal:
    """Everybody home: the last goal of every mission. Where one is dead the others still score, so it stays open."""
    ours = [m for m in range(len(s.m_kind)) if s.is_operator(m)]
    out = sum(1 for m in ours if s.m_state[m] == LEFT)
    need = len(ours) if s.turn else s.stage.mission.operators
    state: GoalState = "done" if s.turn and out == need else "lost" if s.ended else "open"
    places = [s.place(v) for v in s.stage.entry]
    return Goal(
        id=HOME, text="Bring the Operators out; if none comes, nothing counts", state=state, have=out, need=need,
        points="1 point each, -1 for each lost", places=places,
    )  # fmt: skip


def operators_goals(s: Regiment) -> list[Goal]:
    """Every objective, then the way out."""
    found = []
    for n, objective in enumerate(s.stage.mission.objectives):
        count = objective.kind not in victory.AT_END and objective.kind != "quiet-bomb" and objective.points > 0
        found.append(
            Goal(
                id=f"objective-{n + 1}",
                text=text_of(s, objective),
                state=state_of(s, n),
                have=in_hand(s, n) if count else None,
                need=wanted(s, objective) if count else None,
                points=points_of(objective),
                places=places_of(s, n),
            )
        )
    return [*found, way_out(s)]


def hunters_goals(s: Regiment) -> list[Goal]:
    """Of whoever plays the Axis: keep the Operators from what they came for."""
    minor = s.stage.mission.minor
    kept: GoalState = "open" if not s.ended else "done" if victory.points(s) < minor else "lost"
    ours = [m for m in range(len(s.m_kind)) if s.is_operator(m)]
    dead = sum(1 for m in ours if s.m_state[m] == DEAD)
    caught: GoalState = "done" if ours and dead == len(ours) else "lost" if s.ended else "open"
    men = [s.man(m) for m in ours if s.m_spotted[m] and s.m_at[m] >= 0]
    return [
        Goal(id="keep", text=f"Keep the Operators below {plural(minor, 'point')}", state=kept, have=None, need=None,
             points="the victory", places=[]),
        Goal(id="catch", text="Catch the Operators", state=caught, have=dead,
             need=len(ours) or s.stage.mission.operators, points="-1 point for each to them", places=men),
    ]  # fmt: skip


def goals(s: Regiment, reader: str | None) -> list[Goal]:
    """The goals of a reader; watchers follow the Operators."""
    return operators_goals(s) if reader in (SEAT, None) else hunters_goals(s)


# --- how it stands ---------------------------------------------------------------------------------------------------


def so_far(s: Regiment) -> int:
    """Points in hand: objectives that are met, Operators who left less those who are lost. What is looked at only at
    the end counts then; and then nothing counts if nobody left."""
    if s.ended:
        return victory.points(s)
    states = [s.m_state[m] for m in range(len(s.m_kind)) if s.is_operator(m)]
    total = states.count(LEFT) - states.count(DEAD)
    for n, objective in enumerate(s.stage.mission.objectives):
        times = met(s, n)
        total += objective.points * (times if objective.each else min(times, 1))
    return total


def at_most(s: Regiment) -> int:
    """The points that can still be made: those in hand, open objectives, and whoever may yet leave."""
    total = so_far(s)
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.points > 0 and state_of(s, n) == "open":
            total += objective.points * (wanted(s, objective) - met(s, n) if objective.each else 1)
    return total + sum(s.is_operator(m) and s.m_state[m] not in (LEFT, DEAD) for m in range(len(s.m_kind)))


def level_of(s: Regiment, total: int, reader: str | None) -> str:
    """The level of a total, as a reader calls it."""
    mission = s.stage.mission
    return named(MAJOR if total >= mission.major else MINOR if total >= mission.minor else DEFEAT, reader)


def named(level: str, reader: str | None) -> str:
    """A level of the Operators; the Jäger is told whose it is."""
    return level if reader in (SEAT, None) else f"{level} of the Operators"


def lowered(level: str) -> str:
    """A level inside a sentence."""
    return level[:1].lower() + level[1:]


def ladder(s: Regiment, reader: str | None) -> list[Rung]:
    """The levels, the best for a reader first."""
    mission = s.stage.mission
    if reader in (SEAT, None):
        return [Rung(at=mission.major, level=MAJOR), Rung(at=mission.minor, level=MINOR), Rung(at=None, level=DEFEAT)]
    return [
        Rung(at=mission.minor - 1, level=named(DEFEAT, reader)),
        Rung(at=mission.major - 1, level=named(MINOR, reader)),
        Rung(at=None, level=named(MAJOR, reader)),
    ]


def standing(s: Regiment, reader: str | None) -> Standing:
    """Points in hand, what they are called, and what the next level takes."""
    total = so_far(s)
    level = level_of(s, total, reader)
    above = reached(ladder(s, reader), level)
    ours = reader in (SEAT, None)
    states = [s.m_state[m] for m in range(len(s.m_kind)) if s.is_operator(m)]
    victory_in_hand = total >= s.stage.mission.minor
    if s.ended or victory_in_hand:
        text = f"{plural(total, 'point')}: {lowered(level)}"
    else:
        text = f"{plural(total, 'point')} so far" if ours else f"{plural(total, 'point')} so far for the Operators"
    if victory_in_hand and not s.ended and LEFT not in states:
        text += ", once an Operator is out"
    if above is not None and (ours or not s.ended):
        text += f"; {above.at}{'' if ours else ' or fewer'} for a {lowered(above.level)}"
        if ours and s.turn and not s.ended and above.at is not None and at_most(s) < above.at:
            text += f", but no more than {at_most(s)} can be had now"
    return Standing(value=total, unit="point" if abs(total) == 1 else "points", level=level, next=above, text=text)


# --- which actions serve ---------------------------------------------------------------------------------------------


def serves(s: Regiment, open_goals: list[Goal], action: Action) -> tuple[str, ...]:
    """The open goals that an action serves: it is about the piece or the square that is meant, puts a bomb beside it,
    or leaves the board when nothing else is left to do."""
    verb, known = action[0], turn.all_acts().get(action[0])
    others = unmet(open_goals)
    if known is movement.LEAVE:
        return (HOME,) if any(goal.id == HOME for goal in open_goals) and not others else ()
    if not (known.serves if known is not None else verb in OURS):
        return ()
    nouns = meant(s, known, action) if known is not None else action[1 if verb == AT else 2 :]
    found = tuple([goal.id for goal in others if not set(nouns).isdisjoint(goal.places)])
    laying = verb == AT or (isinstance(known, carry.Placing) and known.spot)
    return beside(s, others, nouns[-1]) if laying and not found else found


def unmet(open_goals: list[Goal]) -> list[Goal]:
    """What is still to be done before the men go home."""
    return [goal for goal in open_goals if goal.id != HOME and goal.need is not None and goal.have != goal.need]


def beside(s: Regiment, found: list[Goal], word: str) -> tuple[str, ...]:
    """The goals that a bomb on a square is near enough for."""
    return tuple([goal.id for goal in found if any(is_near(s, word, place) for place in goal.places)])


def meant(s: Regiment, known: acts.ManAction, action: Action) -> Action:
    """The pieces and squares that a man's action is about: what he picks up lies where he stands, and nothing is at the
    end of a sprint that lay at his feet.
    """
    here = stands(s, action[1])
    if known is carry.PICK_UP:
        return (*action[2:], *(word for word, v in s.stage.by_name.items() if v == here))
    if isinstance(known, movement.Movement) and known.taking and s.stage.by_name[action[2]] == here:
        return ()
    return action[2:]


def stands(s: Regiment, name: str) -> int:
    """The square of a man on the board; OFF for anybody else."""
    return next((s.m_at[m] for m in range(len(s.m_kind)) if s.man(m) == name), OFF)


def is_near(s: Regiment, word: str, place: str) -> bool:
    """Whether two squares are near enough for a bomb."""
    one, other = s.stage.by_name.get(word, OFF), s.stage.by_name.get(place, OFF)
    return one >= 0 and other >= 0 and s.grid.distance(one, other) <= NEAR
