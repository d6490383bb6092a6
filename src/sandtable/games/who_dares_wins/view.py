"""What the player and those who watch may know, column by column, and a position that could be true.

Of a face-down Axis counter everybody knows where it lies and what the set-up says of it, of the pool its size. The
player has no opponent to hide from, so a watcher knows as much, but for a choice that is not made yet: what the player
has named of it so far is his alone.
"""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis
from sandtable.games.who_dares_wins.state import (
    COUNTERS,
    NOWHERE,
    SEAT,
    Desert,
)
from sandtable.kernel.chance import Rng
from sandtable.kernel.game import View


def look(s: Desert, seat: str | None) -> View:
    """WDW-42.4, WDW-42.5, WDW-733.1 Everything of the LRDG, the Alarm, targets and caches is open. Of a face-down Axis
    counter only the zone is known and what the set-up says of it, of the pool only its size."""
    view = open_to_all(s)
    view |= half_made(s, seat == SEAT)
    view["axis_type"] = [s.axis_type[c] if s.axis_up[c] else NOWHERE for c in range(s.counters)]
    view["axis_hint"] = [None if s.axis_up[c] or not s.axis_known[c] else s.hint(c) for c in range(s.counters)]
    view["pool_size"] = s.pool_size()
    return view


def open_to_all(s: Desert) -> View:
    """What everybody may know as it is."""
    return {
        # --- the mission
        "board_no": s.board_no,
        "mission": s.mission,
        "turn": s.turn,
        "phase": s.phase,
        "alarm": s.alarm,
        "raisers": list(s.raisers),
        "passed": s.passed,
        "aircraft": s.aircraft,
        "waco": s.waco,
        "event_done": s.event_done,
        "hushed": s.hushed,
        "emptied": s.emptied,
        "pending": [list(one) for one in s.pending],
        "mover": list(s.mover),
        "halves": s.halves,
        "cause": s.cause,
        "last_in": s.last_in,
        "last_lost": s.last_lost,
        "landed": s.landed,
        "streak": s.streak,
        "best_streak": s.best_streak,
        "roster": list(s.roster),
        "fights": list(s.fights),
        # --- LRDG units
        "zone": s.zone.copy(),
        "patrol": s.patrol.copy(),
        "side": list(s.side),
        "loads": list(s.loads),
        "mco": list(s.mco),
        "carried": list(s.carried),
        "carried_seen": list(s.carried_seen),
        "watch_end": list(s.watch_end),
        "watch_turns": list(s.watch_turns),
        "done": list(s.done),
        # --- patrols
        "ap": s.ap.copy(),
        "held": list(s.held),
        "held_seen": list(s.held_seen),
        "status": list(s.status),
        "fresh_mco": list(s.fresh_mco),
        # --- zones
        "zone_ok": list(s.zone_ok),
        "caches": list(s.caches),
        "target": list(s.target),
        "drawn": s.drawn,
        # --- Axis counters: where each lies, whether it is face up, what the set-up says and who has fought
        "axis_zone": s.axis_zone.copy(),
        "axis_up": list(s.axis_up),
        "axis_known": list(s.axis_known),
        "axis_home": list(s.axis_home),
        "fought": s.fought,
        "counters": s.counters,
        "pool_removed": s.pool_removed,
        "guards": s.guards,
        # --- the combat
        "c_zone": s.c_zone,
        "c_turn": s.c_turn,
        "c_target": s.c_target,
        "c_began": s.c_began,
        "c_initiative": s.c_initiative,
        "c_shown": s.c_shown,
        "c_line": list(s.c_line),
        "c_protectors": list(s.c_protectors),
        "c_contact": list(s.c_contact),
        "c_reserve": list(s.c_reserve),
        "c_stacks": [list(one) for one in s.c_stacks],
        "c_rows": list(s.c_rows),
        "c_aims": [list(one) for one in s.c_aims],
        "c_axis_aims": [list(one) for one in s.c_axis_aims],
        "c_hits": list(s.c_hits),
        "c_rerolled": list(s.c_rerolled),
        "c_patrols": s.c_patrols,
        # --- the campaign
        "mission_no": s.mission_no,
        "mco_points": s.mco_points,
        "results": [list(one) for one in s.results],
        "seen_home": s.seen_home,
        "level_before": s.level_before,
    }


def half_made(s: Desert, own: bool) -> View:
    """What the player alone knows: the units, detachments and aids that he has named so far."""
    return {
        "named": list(s.named) if own else [],
        "parties": [[zone, list(units)] for zone, units in s.parties] if own else [],
        "cache_named": s.cache_named if own else NOWHERE,
    }


def fill(s: Desert, view: View, rng: Rng) -> None:
    """WDW-42.4, WDW-42.5 A position that could be true: what the view holds, and the face-down counters and the pool
    drawn among what they may be."""
    fill_known(s, view)
    fill_hidden(s, view, rng)


def fill_known(s: Desert, view: View) -> None:
    """The columns that the view holds."""
    s.board_no = view["board_no"]
    s.mission = view["mission"]
    s.turn = view["turn"]
    s.phase = view["phase"]
    s.alarm = view["alarm"]
    s.raisers = tuple(view["raisers"])
    s.passed = view["passed"]
    s.aircraft = view["aircraft"]
    s.waco = view["waco"]
    s.event_done = view["event_done"]
    s.hushed = view["hushed"]
    s.emptied = view["emptied"]
    s.pending = tuple(tuple(one) for one in view["pending"])
    s.mover = tuple(view["mover"])
    s.halves = view["halves"]
    s.cause = view["cause"]
    s.last_in = view["last_in"]
    s.last_lost = view["last_lost"]
    s.landed = view["landed"]
    s.streak = view["streak"]
    s.best_streak = view["best_streak"]
    s.roster = tuple(view["roster"])
    s.fights = tuple(view["fights"])
    s.zone = view["zone"].copy()
    s.patrol = view["patrol"].copy()
    s.side = bytearray(view["side"])
    s.loads = tuple(view["loads"])
    s.mco = tuple(view["mco"])
    s.carried = tuple(view["carried"])
    s.carried_seen = tuple(view["carried_seen"])
    s.watch_end = bytearray(view["watch_end"])
    s.watch_turns = tuple(view["watch_turns"])
    s.done = bytearray(view["done"])
    s.ap = view["ap"].copy()
    s.held = bytearray(view["held"])
    s.held_seen = bytearray(view["held_seen"])
    s.status = bytearray(view["status"])
    s.fresh_mco = tuple(view["fresh_mco"])
    s.zone_ok = tuple(view["zone_ok"])
    s.caches = tuple(view["caches"])
    s.target = bytearray(view["target"])
    s.drawn = view["drawn"]
    s.axis_zone = view["axis_zone"].copy()
    s.axis_up = bytearray(view["axis_up"])
    s.axis_known = tuple(view["axis_known"])
    s.axis_home = tuple(view["axis_home"])
    s.fought = view["fought"]
    s.counters = view["counters"]
    s.pool_removed = view["pool_removed"]
    s.guards = view["guards"]
    s.c_zone = view["c_zone"]
    s.c_turn = view["c_turn"]
    s.c_target = view["c_target"]
    s.c_began = view["c_began"]
    s.c_initiative = view["c_initiative"]
    s.c_shown = view["c_shown"]
    s.c_line = tuple(view["c_line"])
    s.c_protectors = tuple(view["c_protectors"])
    s.c_contact = tuple(view["c_contact"])
    s.c_reserve = tuple(view["c_reserve"])
    s.c_stacks = tuple(tuple(one) for one in view["c_stacks"])
    s.c_rows = tuple(view["c_rows"])
    s.c_aims = tuple(tuple(one) for one in view["c_aims"])
    s.c_axis_aims = tuple(tuple(one) for one in view["c_axis_aims"])
    s.c_hits = tuple(view["c_hits"])
    s.c_rerolled = tuple(view["c_rerolled"])
    s.c_patrols = view["c_patrols"]
    s.mission_no = view["mission_no"]
    s.mco_points = view["mco_points"]
    s.results = tuple(tuple(one) for one in view["results"])
    s.seen_home = view["seen_home"]
    s.level_before = view["level_before"]
    s.named = tuple(view["named"])
    s.parties = tuple((zone, tuple(units)) for zone, units in view["parties"])
    s.cache_named = view["cache_named"]


def fill_hidden(s: Desert, view: View, rng: Rng) -> None:
    """WDW-42.4, WDW-42.5 The face-down counters and the pool are drawn among what could be true.

    Those that the set-up describes most closely are drawn first. Descriptions are nested or have nothing in common, so
    every assignment that agrees with them is equally likely.
    """
    left = list(axis.NUMBER)
    types = [NOWHERE] * COUNTERS
    hidden: list[tuple[int, int, tuple[int, ...]]] = []
    random: list[int] = []
    for counter, kind in enumerate(view["axis_type"]):
        if kind != NOWHERE:
            types[counter] = kind
            left[kind] -= 1
        elif view["axis_hint"][counter] is None:
            random.append(counter)
        else:
            fitting = types_that_fit(tuple(view["axis_hint"][counter]))
            hidden.append((sum(axis.NUMBER[t] for t in fitting), counter, fitting))
    hidden.sort()
    for _, counter, fitting in hidden:
        place = rng.below(sum(left[t] for t in fitting))
        for kind in fitting:
            place -= left[kind]
            if place < 0:
                break
        types[counter] = kind
        left[kind] -= 1
    bag = [t for t, number in enumerate(left) for _ in range(number)]
    for counter in random:
        types[counter] = taken(bag, rng)
    while len(bag) > view["pool_size"]:
        taken(bag, rng)
    s.axis_type = tuple(types)
    s.pool = bytearray(bag.count(t) for t in ALL_TYPES)


def taken(bag: list[int], rng: Rng) -> int:
    """One member of a bag at random, which leaves it."""
    place = rng.below(len(bag))
    drawn = bag[place]
    bag[place] = bag[-1]
    bag.pop()
    return drawn


ALL_TYPES = tuple(range(len(axis.TYPES)))
_FITTING: dict[tuple[int, ...], tuple[int, ...]] = {}


def types_that_fit(hinted: tuple[int, ...]) -> tuple[int, ...]:
    """The types of counters that agree with what the set-up says."""
    found = _FITTING.get(hinted)
    if found is None:
        demand = axis.Demand(NOWHERE, *hinted)
        found = _FITTING[hinted] = tuple(t for t in ALL_TYPES if demand.fits(t))
    return found
