"""Chapter 20, scuba gear: into the water, through it and out of it."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.ground.layout import SURFACE, SWIM, WALK, passable
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import ACTIVE, NOTHING, WAITING, Regiment
from sandtable.geometry.squares import AROUND, DOOR, ringed
from sandtable.kernel.flow import Action, act


def waters(s: Regiment, m: int) -> list[int]:
    """RR-20.37, RR-8.4, RR-20.55, RR-1.24 The water squares one step of a man with scuba gear leads to from land,
    upright or crouched; into a boat with a free seat he gets instead.
    """
    if s.m_swim[m] or not s.has(m, data.I_SCUBA) or not s.layout.water & s.grid.disc(s.m_at[m], 1):
        return []
    return waters_from(s, m, s.m_at[m], s.m_ap[m] - 1)


def waters_from(s: Regiment, m: int, v: int, ap: int) -> list[int]:
    """RR-20.37, RR-1.24 The same from any square on land, with so many points left in the water."""
    if not s.has(m, data.I_SCUBA):
        return []
    mode, found = movement.mode_of(s, m), []
    open_water = s.layout.water & ~(s.things.burning | cars.with_seats(s, m))
    for dx, dy in AROUND:
        to = v + dx + dy * s.grid.stride
        if open_water >> to & 1 and into_water(s, v, to, mode) and may_float(s, m, to, ap):
            found.append(to)
    return found


def may_float(s: Regiment, m: int, v: int, ap: int) -> bool:
    """RR-1.24, RR-20.39, RR-1.22 Whether a swimmer's step may end there with that many points left: where nobody is, or
    if he can still swim on to such a square, come ashore or leave the board.
    """
    taken = obstacles.afloat(s, m)
    reached, edge = {v}, [v]
    for left in range(ap, -1, -1):
        if any(not taken >> at & 1 for at in edge):
            return True
        if left and any(s.stage.exits >> at & 1 or lands(s, m, at, left - 1) for at in edge):
            return True
        edge = [to for at in edge for to in strokes(s, at) if to not in reached]
        reached.update(edge)
    return False


def into_water(s: Regiment, v: int, to: int, mode: int, wet: bool = True) -> bool:
    """RR-20.40, RR-5.10 Into water, or into a boat on it, one may step over a low wall, unless crouched; round a corner
    by way of water only who stays `wet`.
    """
    layout = s.layout
    if s.grid.xs[v] == s.grid.xs[to] or s.grid.ys[v] == s.grid.ys[to]:
        return layout.edge_ok(s.grid.between(v, to), mode)
    corner = v + (s.grid.xs[to] - s.grid.xs[v])
    for side in (corner, v + to - corner):
        if layout.enterable(side, WALK) or (wet and layout.kind[side] == WATER):
            edges = (s.grid.between(v, side), s.grid.between(side, to))
            if all(layout.edge_ok(edge, mode) for edge in edges) and DOOR not in edges:
                return True
    return False


def wading(s: Regiment, m: int) -> list[Action]:
    """RR-20.37 Moves into water."""
    if s.m_object[m] != NOTHING:
        return []
    return [act(movement.MOVE.word, s.man(m), s.place(to)) for to in waters(s, m)]


def strokes(s: Regiment, v: int) -> list[int]:
    """RR-20.38, RR-20.41, RR-20.55 The squares one stroke leads to: water, or under a bridge, but into no blast."""
    burning = s.things.burning
    return [to for to, _, _, _ in s.layout.steps(SWIM)[v] if not burning >> to & 1]


def free_strokes(s: Regiment, m: int) -> tuple[int, ...]:
    """RR-6.9, RR-1.3, RR-1.24, RR-20.39 The squares in the water on which a swimmer's step may end; onto land he gets
    by a move or a sprint alone.
    """
    return tuple([to for to in strokes(s, s.m_at[m]) if may_float(s, m, to, s.m_ap[m] - 1)])


def lands(s: Regiment, m: int, v: int, ap: int) -> list[int]:
    """RR-20.39, RR-1.24 The squares onto which a swimmer may get out of the water, with so many points left there."""
    taken = obstacles.occupied(s, but_man=m)
    return [to for to in ashore(s, v) if movement.may_end(s, m, to, ap, taken)]


def ashore(s: Regiment, v: int) -> list[int]:
    """RR-20.39, RR-20.40 The squares onto which one gets out of the water, jetties among them."""
    barred, burning = s.things.shut, s.things.burning
    steps = s.layout.steps(SURFACE)[v]
    return [to for to, _, s1, s2 in steps if passable(to, s1, s2, barred) and not burning >> to & 1]


def swimming(s: Regiment, m: int) -> list[Action]:
    """RR-20.38, RR-20.39, RR-20.43, RR-20.52, RR-1.22 A swimmer's moves, off the board too, and the sprint out of the
    water onto land. Under a bridge or jetty he swims, onto it he moves.
    """
    found: list[Action] = []
    name = s.man(m)
    if s.m_ap[m] >= 1:
        land = lands(s, m, s.m_at[m], s.m_ap[m] - 1)
        dry = [to for to in land if s.layout.kind[to] != BRIDGE]
        found += [act(movement.SWIM.word, name, s.place(to)) for to in [*free_strokes(s, m), *dry]]
        found += [act(movement.MOVE.word, name, s.place(to)) for to in land if s.layout.kind[to] == BRIDGE]
        if s.stage.exits >> s.m_at[m] & 1:
            found.append(act(movement.LEAVE.word, name))
    if s.m_ap[m] >= 2:
        found += wet_sprints(s, m)
    return found


def wet_sprints(s: Regiment, m: int) -> list[Action]:
    """RR-20.52, RR-20.43, RR-1.24 Sprints into the water or out of it by where they end; a second way that differs in
    who sees or hears is named by the squares between.
    """
    found: list[Action] = []
    ends: set[int] = set()
    taken, ap = obstacles.occupied(s, but_man=m), s.m_ap[m] - 2
    for way in wet_ways(s, m):
        to = way[-1]
        if may_float(s, m, to, ap) if s.layout.water >> to & 1 else movement.may_end(s, m, to, ap, taken):
            named = (to, *way[:-1]) if to in ends else (to,)
            found.append(act(movement.SPRINT.word, s.man(m), *[s.place(v) for v in named]))
            ends.add(to)
    return found


def wet_ways(s: Regiment, m: int) -> list[tuple[int, ...]]:
    """RR-20.52, RR-20.37, RR-20.43, RR-9.21, RR-9.5 The ways of sprints that enter water with their last step, or leave
    it with their first: to each square a shortest one, and one for each other set of who sees and hears it.
    """
    if not s.has(m, data.I_SCUBA) or s.m_low[m] or not s.layout.water & s.grid.disc(s.m_at[m], sprinting.SPRINT):
        return []
    seats, watched = cars.with_seats(s, m), run_watched(s, m)
    open_water = 0 if s.m_swim[m] else s.layout.water & ~(s.things.burning | seats)
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    reached: dict[tuple[int, int], tuple[int, ...]] = {}
    layer: list[tuple[int, int, tuple[int, ...]]] = [(s.m_at[m], 0, ())]
    for _ in range(sprinting.SPRINT):
        after: list[tuple[int, int, tuple[int, ...]]] = []
        for at, before, way in layer:
            out = s.m_swim[m] and not way
            for to in ashore(s, at) if out else movement.next_steps(s, m, at, True):
                if seats >> to & 1 and not out:
                    continue  # RR-21.15 he would board
                mark = before | watched_on(watched, to)
                if (to, mark) not in reached:
                    reached[to, mark] = (*way, to)
                    after.append((to, mark, (*way, to)))
            for to in shores(s, at, open_water):
                found.setdefault((to, before), (*way, to))
        layer = after
    return [*(reached if s.m_swim[m] else found).values()]


def watched_on(watched: list[int], v: int) -> int:
    """Which of some sets of squares have one among them, as bits."""
    return sum((there >> v & 1) << n for n, there in enumerate(watched))


def shores(s: Regiment, at: int, water: int) -> list[int]:
    """RR-20.37 The squares of some water into which one step leads from a square."""
    around = [at + dx + dy * s.grid.stride for dx, dy in AROUND] if water else []
    return [to for to in around if water >> to & 1 and into_water(s, at, to, WALK)]


def run_watched(s: Regiment, m: int) -> list[int]:
    """RR-9.21, RR-9.5 The different sets of squares on land near a man on which somebody would see him or hear him run
    who does not notice him where he starts.
    """
    start, land = s.m_at[m], s.grid.disc(s.m_at[m], sprinting.SPRINT) & ~s.layout.water
    there, lying = s.m_state[m] == ACTIVE, sight.lying_on(s, m)
    loud = there and s.stage.switches.sprint_noise_from_start
    found: set[int] = set()
    for u in obstacles.standing_on(s, s.grid.disc(start, notice.FARTHEST + sprinting.SPRINT)):
        if not (there and sight.has_sight(s, u) and sight.sees_man(s, u, m, start)):
            found.add(sight.seen_on(s, u, land, lying))
        if not (loud and notice.range_to(s, u, start) <= 1):
            found.add(land & ringed(s.cover(u), s.grid.stride))
    return sorted(found - {0})


def swim_step(s: Regiment, m: int, to: int, sprinting: bool = False, out: bool = False) -> None:
    """RR-20.37, RR-20.39, RR-20.41, RR-20.42, RR-9.5, RR-26.13 One square into, through or out of the water; a bridge
    is swum under unless he gets out there. Dogs smell him where he is on foot.
    """
    start, swam = s.m_at[m], s.m_swim[m]
    if s.m_twig[m]:
        tokens.snap(s, m, start)
    if s.m_state[m] == WAITING:
        movement.enter(s, m)
    else:
        notice.notice(s, m, start, sprinting and s.stage.switches.sprint_noise_from_start)
    s.put(m, to)
    swims = int(s.layout.kind[to] == WATER or stays_below(s, m, to, out))
    if swims != swam:
        s.swim(m, swims)
    if s.m_low[m]:
        s.m_low[m] = 0
        s.say("RR-20.37", "{} is no longer crouched", s.man(m), facts=(("unmarked", s.man(m), "crouched"),))
    s.say(
        "RR-20.38",
        f"{{}} {'swims' if swims else 'comes out of the water'} to {{}}",
        s.man(m),
        s.place(to),
        facts=(("moved", s.man(m), s.place(start), s.place(to)),),
    )
    if s.cats:
        tokens.passes_cat(s, (to,))
    notice.notice(s, m, to, sprinting)
    if s.roster.dogs:
        dogs.smell(s, tuple([v for v, wet in ((start, swam), (to, swims)) if not wet and v not in s.stage.entry]))


def stays_below(s: Regiment, m: int, to: int, out: bool) -> bool:
    """RR-20.41 Whether a swimmer goes on under a bridge and does not get out onto it."""
    return bool(s.m_swim[m]) and not out and s.layout.kind[to] == BRIDGE


def swim_to(s: Regiment, m: int, to: int, between: tuple[str, ...], how: int) -> None:
    """RR-20.38, RR-20.52 A move in, into or out of the water, or a sprint into it or out of it."""
    if how != movement.RUN:
        s.m_ap[m] -= movement.SWIM.cost
        swim_step(s, m, to, out=how == movement.STEP)
        return
    way = (*[s.stage.by_name[word] for word in between], to)
    if len(way) == 1:
        way = next(first for first in wet_ways(s, m) if first[-1] == to)
    s.m_ap[m] -= movement.SPRINT.cost
    if s.m_swim[m]:
        swim_step(s, m, way[0], True, True)
        movement.walk(s, m, way[1:], True, "RR-20.52")
    else:
        movement.walk(s, m, way[:-1], True, "RR-20.52")
        swim_step(s, m, to, True)
