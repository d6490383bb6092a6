"""What each side tries to do, how it stands, and which actions serve; of a position as one reader knows it."""

from __future__ import annotations

from sandtable.games.night_drop.box import land, missions, tables
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import BRITISH, GERMAN, NO_MARKER, SEATS, NightDrop
from sandtable.kernel.briefing import Goal, GoalState, Rung, Standing
from sandtable.kernel.flow import Action

BY_MARKER = f"0 to {len(tables.VP_MARKERS) - 1} VP each"
EAST = tuple(land.BLACK_STARS)
APART = frozenset((*EAST, land.H1_OBJECTIVE, land.BATTERY_OBJECTIVE))
VILLAGES = tuple(i for i in range(len(land.OBJECTIVES)) if i not in APART)
BRIDGES = f"the {land.PLACE_NAME[land.H1]}"
BATTERY = f"the {land.PLACE_NAME[land.BATTERY]}"
ENTERS = {"go", "attack", "advance", "place"}
"""Verbs that lead into a hex, or fight for it."""


def hexes(objectives: tuple[int, ...]) -> list[str]:
    """Objectives by the hex that they are."""
    return [land.HEX_NAME[land.OBJECTIVES[i]] for i in objectives]


def side_of_reader(reader: str | None) -> int:
    """Whose goals a reader is told; watchers follow the side that scores."""
    return GERMAN if reader == SEATS[GERMAN] else BRITISH


def is_night_only(s: NightDrop) -> bool:
    """Whether the game ends at dawn."""
    return s.setup.scenario == victory.NIGHT_ONLY


def worth(objective: int) -> str:
    """What an objective is worth, as far as it is printed on the map."""
    return f"{land.PRINTED[objective]} VP"


# --- goals -----------------------------------------------------------------------------------------------------------


def british_goals(s: NightDrop) -> list[Goal]:
    """Hold the bridges, gather, take the battery, blow the bridges of the east, hold villages."""
    h1, battery = land.H1_OBJECTIVE, land.BATTERY_OBJECTIVE
    held = [i for i in VILLAGES if s.control[i]]
    blown = [i for i in EAST if s.destroyed[i]]
    over = bool(s.over)
    held_now = f": {'held' if s.control[h1] else 'not held'} now" if s.turn else ""  # before, nobody has landed
    sticks = f"{s.assembled} Stick{'s' * (s.assembled != 1)}"
    gather = Goal(
        id="gather", text=f"Gather Sticks into Companies, which alone take objectives: {sticks} so far",
        state="done" if over and s.assembled else "lost" if over else "open", have=None, need=None,
        points="1 VP each" if is_night_only(s) else "", places=[],
    )  # fmt: skip
    return [
        Goal(id="bridges", text=f"Hold {BRIDGES}, or everything is lost{held_now}",
             state=at_end(over, bool(s.control[h1])), have=int(s.control[h1]), need=1, points=worth(h1),
             places=hexes((h1,))),
        gather,
        Goal(id="battery", text=f"Take {BATTERY}",
             state="done" if s.control[battery] else "lost" if over else "open", have=int(s.control[battery]), need=1,
             points=worth(battery), places=hexes((battery,))),
        Goal(id="east", text="Destroy the bridges of the east",
             state="done" if len(blown) == len(EAST) else "lost" if over else "open", have=len(blown), need=len(EAST),
             points=BY_MARKER, places=hexes(EAST)),
        Goal(id="villages", text="Hold villages and crossroads",
             state="done" if len(held) == len(VILLAGES) or (over and held) else "lost" if over else "open",
             have=len(held), need=len(VILLAGES), points=BY_MARKER, places=hexes(VILLAGES)),
    ]  # fmt: skip


def german_goals(s: NightDrop) -> list[Goal]:
    """Take the bridges back, keep the east standing and the villages free, and the score low."""
    h1 = land.H1_OBJECTIVE
    standing = [i for i in EAST if not s.destroyed[i]]
    lost = tuple(i for i in (*VILLAGES, land.BATTERY_OBJECTIVE) if s.control[i])
    most = least_british(s) - 1
    over = bool(s.over)
    taken = bool(s.turn) and not s.control[h1]
    low = victory.victory_points(s) <= most or taken
    return [
        Goal(id="score", text=f"Keep the British at {most} VP or fewer", state=at_end(over, low), have=None, need=None,
             points="a German victory", places=[]),
        Goal(id="bridges", text=f"Take {BRIDGES}, which wins whatever else is held",
             state="done" if taken else at_end(over, False), have=int(taken), need=1, points="the victory",
             places=hexes((h1,))),
        Goal(id="east", text="Keep the bridges of the east standing",
             state="lost" if not standing else at_end(over, bool(standing)), have=len(standing), need=len(EAST),
             points=f"they are worth {BY_MARKER}", places=hexes(EAST)),
        Goal(id="villages", text="Drive the British out of villages, crossroads and the battery",
             state=at_end(over, not lost), have=len(VILLAGES) + 1 - len(lost), need=len(VILLAGES) + 1,
             points=BY_MARKER, places=hexes(lost)),
    ]  # fmt: skip


def at_end(over: bool, well: bool) -> GoalState:
    """What must hold at the end is open until then."""
    return "open" if not over else "done" if well else "lost"


def goals(s: NightDrop, reader: str | None) -> list[Goal]:
    """The goals of a reader's side."""
    return british_goals(s) if side_of_reader(reader) == BRITISH else german_goals(s)


# --- how it stands ---------------------------------------------------------------------------------------------------


def levels(s: NightDrop) -> list[tuple[str, int]]:
    """The levels of victory with their least points, the best for the British first."""
    if is_night_only(s):
        return list(zip(missions.NIGHT_VICTORY_NAMES, missions.NIGHT_VICTORY, strict=True))
    least = list(tables.VICTORY)
    if s.options["vp6"] == "operational":
        least[-2] = 6
    return list(zip(tables.VICTORY_NAMES, least, strict=True))


def least_british(s: NightDrop) -> int:
    """The least points of a British victory."""
    return min(least for name, least in levels(s) if "British" in name)


def ladder(s: NightDrop, side: int) -> list[Rung]:
    """The levels of victory, the best for a side first: the British want so many points, the Germans so few."""
    known = levels(s)
    if side == BRITISH:
        return [Rung(at=least if place < len(known) - 1 else None, level=titled(name))
                for place, (name, least) in enumerate(known)]  # fmt: skip
    most = [None, *(least - 1 for _, least in known[:-1])]
    return [Rung(at=at, level=titled(name)) for (name, _), at in zip(known, most, strict=True)][::-1]


def titled(name: str) -> str:
    """A level as it is written on its own."""
    return name[:1].upper() + name[1:]


def next_level(s: NightDrop, side: int, level: str) -> Rung | None:
    """What a side plays for: its least victory while the other wins, then its next better one; None at the best."""
    mine = "British" if side == BRITISH else "German"
    rungs = ladder(s, side)
    place = next(n for n, rung in enumerate(rungs) if rung.level == level)
    better = rungs[:place]
    own = [rung for rung in better if mine in rung.level]
    if mine not in level:
        return own[-1] if own else None
    return better[-1] if better else None


def standing(s: NightDrop, reader: str | None) -> Standing:
    """The British total as far as the reader knows it, its level, and what the next one takes."""
    side = side_of_reader(reader)
    total = victory.victory_points(s)
    level = titled(victory.level(s)) if s.turn else titled(levels(s)[-1][0])
    unknown = any(s.control[i] and land.PRINTED[i] < 0 and (s.marker_by[i] == NO_MARKER or s.marker[i] < 0)
                  for i in range(len(land.OBJECTIVES)))  # fmt: skip
    value = f"{'At least ' if unknown and not s.over else ''}{total} VP{'' if s.over else ' so far'}"
    if s.turn and not s.control[land.H1_OBJECTIVE]:
        text = f"{value}, but {BRIDGES} are not British: {lowered(level)}"
        return Standing(value=total, unit="VP", level=level, next=None, text=text)
    above = next_level(s, side, level)
    text = f"{value}: {lowered(level)}" if s.turn else f"{value}"
    if above is not None:
        reached = f"at {above.at} or fewer" if side == GERMAN else f"from {above.at} on"
        text += f"; {reached} {'an' if above.level[0] in 'AEIOU' else 'a'} {lowered(above.level)}"
    return Standing(value=total, unit="VP", level=level, next=above, text=text)


def lowered(level: str) -> str:
    """A level inside a sentence; nations keep their capitals."""
    return level if level.startswith(("British", "German")) else level[:1].lower() + level[1:]


# --- which actions serve ---------------------------------------------------------------------------------------------


def serves(s: NightDrop, reader: str | None, open_goals: list[Goal], action: Action) -> tuple[str, ...]:
    """The open goals that an action serves: it gathers Sticks, or leads into an objective that is not yet one's own,
    or fights for it."""
    ids = {goal.id for goal in open_goals}
    side = side_of_reader(reader)
    verb = action[0]
    if verb in ("form", "reinforce") and len(action) > 1:
        return ("gather",) if "gather" in ids else ()
    if verb not in ENTERS or action[-1] not in land.HEX_OF:
        return ()
    objective = land.OBJECTIVE_AT.get(land.HEX_OF[action[-1]], -1)
    if objective < 0 or bool(s.control[objective]) == (side == BRITISH):
        return ()
    goal = ("bridges" if objective == land.H1_OBJECTIVE else "east" if objective in EAST else
            "battery" if objective == land.BATTERY_OBJECTIVE and side == BRITISH else "villages")  # fmt: skip
    return (goal,) if goal in ids else ()
