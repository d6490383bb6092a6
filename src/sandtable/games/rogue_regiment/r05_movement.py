"""Chapter 5, movement actions: move, sprint, climb, and stepping onto the board and off it."""

from __future__ import annotations

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r08_carry as carry
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r20_equipment as equipment
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment.layout import CLIMB, CRAWL, HOOK, WALK, passable
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, LEFT, NOTHING, WAITING, Regiment
from sandtable.games.rogue_regiment.tiles import WATER
from sandtable.kernel.flow import Action, act
from sandtable.kernel.squares import AROUND, bits

SPRINT = 3  # RR-5.3
HEARD = 1 << 500


def mode_of(s: Regiment, m: int) -> int:
    """How a man moves now."""
    return CRAWL if s.m_low[m] else WALK


def swims(s: Regiment, m: int) -> bool:
    """RR-20.38 Whether a man is in the water now."""
    return bool(s.m_swim[m])


def next_steps(s: Regiment, m: int, v: int, sprinting: bool) -> list[int]:
    """RR-5.1, RR-5.2, RR-5.4, RR-5.5, RR-1.12, RR-20.55 The squares one step of a move or sprint leads to."""
    if not s.veil_known:
        sight.veil(s)
    return s.layout.onward(v, mode_of(s, m), sprinting, s.veil_shut, s.veil_burning)


def boat_steps(s: Regiment, m: int, v: int, boarding: int) -> list[int]:
    """RR-21.15, RR-21.26 The squares of a boat with a free seat beside a man, with nothing between that stops him."""
    found = []
    for dx, dy in AROUND if boarding else ():
        to = v + dx + dy * s.grid.stride
        if boarding >> to & 1 and s.layout.kind[to] == WATER and equipment.into_water(s, v, to, mode_of(s, m)):
            found.append(to)
    return found


def must_move_on(s: Regiment, m: int) -> bool:
    """RR-1.24 A man on an occupied square can do nothing but go on."""
    return s.m_state[m] == ACTIVE and bool(sight.occupied(s, but_man=m) >> s.m_at[m] & 1) and not s.m_swim[m]


def can_clear(s: Regiment, m: int, v: int, ap: int, taken: int) -> bool:
    """RR-1.4, RR-1.24 Whether a man on an occupied square can still reach a free one with the points left."""
    if ap < 1:
        return False
    for to in next_steps(s, m, v, False):
        if not taken >> to & 1 or can_clear(s, m, to, ap - 1, taken):
            return True
    if ap >= 2 and not s.m_low[m] and s.m_object[m] == NOTHING:
        for to in runs(s, m, v):
            if not taken >> to & 1:
                return True
    return False


def runs(s: Regiment, m: int, v: int) -> set[int]:
    """RR-5.3 The squares a sprint of up to three steps can end on."""
    found = {v}
    edge = {v}
    for _ in range(SPRINT):
        edge = {to for at in edge for to in next_steps(s, m, at, True)} - found
        found |= edge
    return found - {v}


def may_end(s: Regiment, m: int, v: int, ap: int, taken: int) -> bool:
    """RR-1.3, RR-1.24 Whether an action may end there with that many points left."""
    return not taken >> v & 1 or can_clear(s, m, v, ap, taken)


def moves(s: Regiment, m: int) -> list[Action]:
    """RR-5.1, RR-5.3, RR-5.6, RR-8.4, RR-8.13, RR-20.38 Every move, sprint and climb of a man, in the order of the
    compass.
    """
    name, v, ap = s.man(m), s.m_at[m], s.m_ap[m]
    found: list[Action] = []
    if s.m_swim[m]:
        return equipment.swimming(s, m)
    taken = sight.occupied(s, but_man=m)
    boarding = cars.open_squares(s, m) if s.m_object[m] == NOTHING else 0
    place = s.stage.names
    if ap >= 1:
        full, things = taken & ~boarding, carry.loot(s)
        for to in next_steps(s, m, v, False):
            if not full >> to & 1 or can_clear(s, m, to, ap - 1, full):
                found.append(act("move", name, place[to]))
            if things >> to & 1 and carry.takes_on_arrival(s, m, to, taken):
                found.append(act("move-take", name, place[to]))
        found += [act("move", name, place[to]) for to in boat_steps(s, m, v, boarding)]
        found += equipment.wading(s, m, "move", boarding)
        if s.m_state[m] == ACTIVE and s.stage.exits >> v & 1:
            found.append(act("leave", name))
    if ap >= 2 and not s.m_low[m] and s.m_object[m] == NOTHING:
        found += sprints(s, m, taken, boarding)
        if s.m_state[m] == ACTIVE:
            mode = HOOK if s.has(m, data.I_HOOK) else CLIMB
            barred, blocked = sight.shut(s), sight.burning(s)
            for to, _, s1, s2 in s.layout.steps(mode)[v]:
                if passable(to, s1, s2, barred) and not blocked >> to & 1 and may_end(s, m, to, ap - 2, taken):
                    found.append(act("climb", name, place[to]))
    return found


def ways(s: Regiment, m: int, boarding: int, watched: dict[int, int]) -> dict[int, dict[int, tuple[int, ...]]]:
    """RR-5.3, RR-9.21, RR-9.5 Every square a sprint reaches, with one way for each different set of who sees and hears
    it. The first way to a square is the same whoever watches.
    """
    start = s.m_at[m]
    paths: dict[int, dict[int, tuple[int, ...]]] = {}
    noticed = watched.get(start, 0)
    if not s.stage.switches.sprint_noise_from_start:
        noticed &= HEARD - 1
    layer: list[tuple[int, int, tuple[int, ...]]] = [(start, noticed, ())]
    if not s.veil_known:
        sight.veil(s)
    steps = s.layout.onwards(mode_of(s, m), True, s.veil_shut, s.veil_burning)
    for _ in range(SPRINT):
        after: list[tuple[int, int, tuple[int, ...]]] = []
        for at, before, way in layer:
            nexts = steps.get(at)
            if nexts is None:
                nexts = next_steps(s, m, at, True)
            if boarding:
                nexts = [*nexts, *boat_steps(s, m, at, boarding)]
            for to in nexts:
                if to == start or to in way:
                    continue  # a way that comes back to a square gains nothing
                mark = before | watched[to] if to in watched else before
                known = paths.get(to)
                if known is None:
                    known = {}
                    paths[to] = known
                elif mark in known:
                    continue
                longer = (*way, to)
                known[mark] = longer
                if not boarding >> to & 1:
                    after.append((to, mark, longer))
        layer = after
    return paths


def sprints(s: Regiment, m: int, taken: int, boarding: int) -> list[Action]:
    """RR-5.3, RR-8.9, RR-1.22 Sprints by where they end, with what lies there or without, and off the board; a second
    way that differs in who sees or hears is named by the squares between.
    """
    start, ap = s.m_at[m], s.m_ap[m]
    name, place = s.man(m), s.stage.names
    paths = ways(s, m, boarding, watchers(s, m))
    found: list[Action] = []
    full, things = taken & ~boarding, carry.loot(s)
    for to in sorted(paths):
        verbs = ["sprint-take"] if things >> to & 1 and carry.takes_on_arrival(s, m, to, taken) else []
        if not full >> to & 1 or can_clear(s, m, to, ap - 2, full):
            verbs.append("sprint")
        for verb in verbs:
            for n, way in enumerate(paths[to].values()):
                found.append((verb, name, place[to], *[place[v] for v in way[:-1]]) if n else (verb, name, place[to]))
    found += equipment.wading(s, m, "sprint", boarding)
    if s.m_state[m] == ACTIVE and not s.stage.exits >> start & 1:
        known: set[int] = set()
        for at in sorted(paths):
            for n, (mark, way) in enumerate(paths[at].items()):
                if s.stage.exits >> at & 1 and len(way) < SPRINT and mark not in known:
                    known.add(mark)
                    found.append(act("leave", name, place[at], *(() if n == 0 else tuple(place[v] for v in way[:-1]))))
    return found


def first_way(paths: dict[int, dict[int, tuple[int, ...]]], to: int) -> tuple[int, ...]:
    """The shortest way to a square."""
    return next(iter(paths[to].values()))


def watchers(s: Regiment, m: int) -> dict[int, int]:
    """The squares near a man where he would be seen or his running heard, with the units as bits: those that
    would see him below HEARD, those that would hear him from it on.
    """
    grid, start = s.grid, s.m_at[m]
    near, far = grid.disc(start, SPRINT), grid.far(start)
    found: dict[int, int] = {}
    for u, at in enumerate(s.u_at):
        if at < 0 or far[at] > notice.FARTHEST + SPRINT or not s.here(u):
            continue
        if far[at] <= SPRINT + 1 + max(data.LENGTH) and notice.range_to(s, u, start) <= SPRINT + 1:
            beside = 0
            for v in s.footprint(u):
                beside |= grid.disc(v, 1)
            for q in bits(beside & near):
                found[q] = found.get(q, 0) | HEARD << u
        if not sight.may_view(s, u) & near or s.u_cig[u]:
            continue
        standing = sight.view_of(s, u, False) & near
        lying = -1
        for q in bits(standing):
            how = sight.shows(s, m, q)
            if how == sight.LYING:
                if lying < 0:
                    lying = sight.view_of(s, u, True)
                if not lying >> q & 1:
                    continue
            elif how == sight.UNSEEN:
                continue
            found[q] = found.get(q, 0) | 1 << u
    return found


def find_way(s: Regiment, m: int, to: int, between: tuple[str, ...]) -> tuple[int, ...]:
    """The way of a sprint that its words name."""
    if between:
        return (*(s.stage.by_name[word] for word in between), to)
    return first_way(ways(s, m, cars.open_squares(s, m), {}), to)


def chosen(s: Regiment, m: int, action: Action) -> None:
    """RR-5.1, RR-5.3, RR-5.6, RR-5.9, RR-4.13 A move, sprint or climb is paid for and made, square by square."""
    verb = action[0]
    notice.begin(s, m)
    if verb == "leave":
        way: tuple[int, ...] = ()
        if len(action) > 2:
            way = find_way(s, m, s.stage.by_name[action[2]], action[3:])
        s.m_ap[m] -= 2 if way else 1
        walk(s, m, way, bool(way), "RR-5.3")
        depart(s, m)
        turn.finish_action(s, m)
        return
    to = s.stage.by_name[action[2]]
    boards = cars.open_squares(s, m) >> to & 1
    if verb == "swim" or s.m_swim[m] or (s.layout.kind[to] == WATER and not boards):
        equipment.swim_to(s, m, action)
        turn.finish_action(s, m)
        return
    if verb in ("move", "move-take"):
        s.m_ap[m] -= 1
        walk(s, m, (to,), False, "RR-5.1")
    elif verb == "climb":
        s.m_ap[m] -= 2
        walk(s, m, (to,), False, "RR-5.6")
    else:
        way = find_way(s, m, to, action[3:])
        s.m_ap[m] -= 2
        walk(s, m, way, True, "RR-5.3")
    if verb.endswith("-take"):
        carry.take(s, m)
    if boards:
        s.then(cars.TakeSeat(m, to))
    turn.finish_action(s, m)


def walk(s: Regiment, m: int, way: tuple[int, ...], sprinting: bool, clause: str) -> None:
    """RR-9.12, RR-9.21 The squares of an action one by one, the first being where it starts."""
    start = s.m_at[m]
    if s.m_state[m] == ACTIVE:
        notice.notice(s, m, start, sprinting and s.stage.switches.sprint_noise_from_start)
    for v in way:
        if s.m_state[m] == WAITING:
            enter(s, m)
        s.m_at[m] = v
        notice.notice(s, m, v, sprinting)
    if way:
        verb = "sprints" if sprinting else "climbs" if clause == "RR-5.6" else "moves"
        places = tuple(s.place(v) for v in (start, *way))
        s.say(clause, f"{{}} {verb} to {{}}", s.man(m), places[-1], facts=(("moved", s.man(m), *places),))


def enter(s: Regiment, m: int) -> None:
    """RR-1.22, RR-12.23 A man steps onto the board; in Battle, with nobody spotted there, he is."""
    s.m_state[m] = ACTIVE
    if s.section == BATTLE and not any(
        s.m_spotted[n] and s.on_board(n) and s.is_operator(n) for n in range(len(s.m_kind)) if n != m
    ):
        if s.is_operator(m):
            notice.spot(s, m, "RR-12.23", "nobody else is on the board")


def depart(s: Regiment, m: int) -> None:
    """RR-1.22, RR-12.9 A man leaves by the entry tile, for good."""
    s.say("RR-1.22", "{} leaves the board", s.man(m), facts=(("removed", s.man(m)),))
    turn.remove(s, m, LEFT)
