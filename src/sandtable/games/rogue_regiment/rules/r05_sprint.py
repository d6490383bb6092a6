"""Chapter 5, the sprint: where it leads, and the ways that differ in who sees or hears them."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import ACTIVE, Regiment
from sandtable.geometry.sight import FIELD
from sandtable.geometry.squares import bits, ringed
from sandtable.kernel.flow import Action

SPRINT: Final = 3  # RR-5.3 steps

Way = tuple[int, tuple[int, ...]]
"""Which of those who watch notice it, as bits, and the squares between."""


def ways(s: Regiment, m: int, boarding: int, watched: tuple[int, ...] = ()) -> dict[int, list[Way]]:
    """RR-5.3 Every square that a man's sprint reaches, in the order of the board, with its ways: the first one, and one
    for each other set of those who notice it; `watched` are the squares on which each of them would.

    What was found is kept for the board by all that it depends on.
    """
    if s.locks:
        return search(s, m, boarding, watched)
    start, near = s.m_at[m], s.grid.disc(s.m_at[m], SPRINT)
    mode = movement.mode_of(s, m)
    key = (mode, start, s.things.shut & near, s.things.burning & near, boarding & near, watched)
    found: dict[int, list[Way]] | None = s.layout.sprints.get(key)
    if found is None:
        found = search(s, m, boarding, watched)
        s.layout.sprints.put(key, found)
    return found


def search(s: Regiment, m: int, boarding: int, watched: tuple[int, ...]) -> dict[int, list[Way]]:
    """RR-5.3, RR-21.15, RR-9.21 The same, step by step; a sprint ends where the man boards a vehicle."""
    reached: dict[int, list[Way]] = {}
    afloat = boarding & s.layout.water
    marks = [0] * s.grid.size  # who notices him on each square, as bits
    for n, squares in enumerate(watched):
        for v in bits(squares):
            marks[v] |= 1 << n
    known: dict[int, int] = {}  # by who notices him: the squares that he has come to
    ends: list[tuple[int, int, tuple[int, ...]]] = [(s.m_at[m], 0, ())]
    for left in range(SPRINT, 0, -1):
        onward: list[tuple[int, int, tuple[int, ...]]] = []
        for at, noticed, way in ends:
            steps = movement.next_steps(s, m, at, True)
            for to in (*steps, *movement.boat_steps(s, m, at, boarding)) if afloat else steps:
                by = noticed | marks[to]
                been = known.get(by, 0)
                if not been >> to & 1:
                    known[by] = been | s.grid.bit[to]
                    reached.setdefault(to, []).append((by, way))
                    if left > 1 and not boarding >> to & 1:
                        onward.append((to, by, (*way, to)))
        ends = onward
    return {to: reached[to] for to in sorted(reached)}


def watched_squares(s: Regiment, m: int) -> tuple[int, ...]:
    """RR-9.21, RR-9.5 For each unit that would see a man on some way of his sprint and not on another, or hear him, the
    squares on which it would; once for all who notice him on the same ones.
    """
    start, grid = s.m_at[m], s.grid
    here, near, lying = grid.bit[start], grid.disc(start, SPRINT), sight.lying_on(s, m)
    first, between = grid.disc(start, 1) & ~here, grid.disc(start, SPRINT - 1) & ~here
    loud = here if s.stage.switches.sprint_noise_from_start else 0  # else it is heard only if he comes back there
    posts = near | s.layout.overlooking(start, SPRINT - 1, FIELD) | s.axis.scopes
    posts |= s.axis.wheels & grid.disc(start, sight.FARTHEST + SPRINT)
    found: set[int] = set()
    for u in obstacles.standing_on(s, posts):
        if between & sight.may_view(s, u):
            sees = sight.seen_on(s, u, near, lying)
            if differs(sees, here, first, between):
                found.add(sees)
        cover = s.cover(u)
        if cover & near:
            hears = near & ringed(cover, grid.stride)
            if differs(hears, loud, first, between | here & ~loud):
                found.add(hears)
    for u in s.roster.dogs:
        if grid.on[s.u_at[u]]:
            smells = near & grid.disc(s.u_at[u], dogs.NOSE)  # RR-26.13
            if differs(smells, here, first, between):
                found.add(smells)
    return tuple(sorted(found))


def differs(squares: int, begun: int, first: int, between: int) -> bool:
    """Whether ways can differ by who notices them on these squares: not if that is so when the sprint begins, on every
    first step, or where it ends alone.
    """
    return squares & between != 0 and not squares & begun and first & ~squares != 0


def sprints(s: Regiment, m: int, taken: int, boarding: int) -> list[Action]:
    """RR-5.3, RR-8.9, RR-1.22, RR-21.15 Sprints by where they end, with what lies there or without, and off the board,
    but not over a vehicle that he would board; a second way that differs in who sees or hears is named by the squares
    between.
    """
    name, names, ap = s.man(m), s.stage.names, s.m_ap[m] - 2
    every = ways(s, m, boarding, watched_squares(s, m))
    full, loot = taken & ~boarding, s.things.loot
    special = full | loot
    plain, taking = (movement.SPRINT.word,), (movement.SPRINT_TAKE.word,)
    found: list[Action] = []
    for to, different in every.items():
        verbs: tuple[str, ...] = plain  # how most are made: where nothing lies and nobody stands
        if special >> to & 1:
            verbs = taking if loot >> to & 1 and carry.takes_on_arrival(s, m, to, taken, ap) else ()
            verbs += plain if not full >> to & 1 or movement.can_clear(s, m, to, ap, full, False) else ()
        for verb in verbs:
            found.append((verb, name, names[to]))
            if len(different) > 1:
                found += [(verb, name, names[to], *[names[v] for v in way]) for _, way in different[1:]]
    if s.has(m, data.I_SCUBA):
        found += scuba.wet_sprints(s, m)
    if s.m_state[m] == ACTIVE and not s.stage.exits >> s.m_at[m] & 1:
        found += departures(s, m, every, boarding)
    return found


def departures(s: Regiment, m: int, every: dict[int, list[Way]], boarding: int) -> list[Action]:
    """RR-1.22, RR-9.21 Sprints whose last step leaves the board, one for each set of those who notice it."""
    found: list[Action] = []
    noticed: set[int] = set()
    leave = movement.LEAVE.word
    for at in bits(s.stage.exits & s.grid.disc(s.m_at[m], SPRINT - 1) & ~boarding):
        for n, (by, way) in enumerate(every.get(at, ())):
            if len(way) + 1 < SPRINT and by not in noticed:
                noticed.add(by)
                found.append((leave, s.man(m), s.stage.names[at], *[s.stage.names[v] for v in way if n]))
    return found


def first_way(s: Regiment, m: int, to: int) -> tuple[int, ...]:
    """RR-5.3 The shortest way of a sprint to a square, with that square; nothing if it is not reached."""
    every = ways(s, m, movement.boards_near(s, m))
    return (*every[to][0][1], to) if to in every else ()


def named_way(s: Regiment, m: int, to: int, between: tuple[str, ...]) -> tuple[int, ...]:
    """The way of a sprint that its words name."""
    if between:
        return (*[s.stage.by_name[word] for word in between], to)
    return first_way(s, m, to)
