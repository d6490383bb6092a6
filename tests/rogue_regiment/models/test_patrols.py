"""Patrolmen walk and cards turn units as a second, plain reading of the ledger's sections 2.8, 2.16 and 2.18 has it."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.state import OFF, PATROLMAN, SENTRY, STEALTH, Regiment
from sandtable.geometry.squares import DOOR
from sandtable.kernel.chance import Rng
from tests.rogue_regiment.models.axis import HEAD, XY, Reading, apart, plus
from tests.rogue_regiment.models.test_axis import MISSIONS, scattered, steps

Sights = tuple[set[int], set[int]]


class Told:
    """A position in which the reading does what the ledger says."""

    def __init__(self, s: Regiment) -> None:
        self.s = s.clone()

    def now(self) -> tuple[object, ...]:
        s = self.s
        return list(s.u_at), list(s.u_face), list(s.u_alert), list(s.m_spotted)

    def sees(self, read: Reading, u: int, worst: int, t: XY, c: int) -> bool:
        cells, facing = read.cells[u], self.s.u_face[u]
        whole = read.cars[c] if c >= 0 else []
        if self.s.u_cig[u] or not any(read.g.on(p) for p in cells):
            return False
        return any(read.in_field(cells, facing, gun, t) and read.level(cells, gun, t, read.solid(u, c), whole) <= worst
                   for gun in read.guns(u))  # fmt: skip

    def in_sight(self, u: int) -> Sights:
        """The men and, in Stealth, the bodies that a unit has in clear sight."""
        s, read = self.s, Reading(self.s)
        men = {m for m in read.men if any(self.sees(read, u, read.shown(m), t, s.m_car[m]) for t in read.place(m))}
        bodies = {v for v in s.corpses if v >= 0 and s.section == STEALTH and self.sees(read, u, 0, read.g.xy(v), OFF)}
        return men, bodies

    def alarms(self, u: int) -> None:
        """2.8: who turns alert at a sight shouts; vehicles do not."""
        s, read = self.s, Reading(self.s)
        if not s.u_alert[u]:
            for other, cells in read.cells.items():
                heard = any(read.g.on(p) for p in cells) and apart(cells, read.cells[u]) <= 4 and not s.vehicle(u)
                if heard or other == u:
                    s.rouse(other)
                    s.hinder(other, 0)

    def bodies_found(self) -> None:
        """RR-9.24: whoever comes to see a body, by whatever means."""
        found = True
        while found and self.s.section == STEALTH:
            calm = [u for u in Reading(self.s).cells if not self.s.u_alert[u] and self.in_sight(u)[1]]
            found = bool(calm)
            if found:
                self.alarms(calm[0])

    def gains(self, u: int, before: Sights) -> bool:
        men, bodies = self.in_sight(u)
        for m in men - before[0]:
            self.spot(m)
        gained = bool(men - before[0] or bodies - before[1])
        if gained:
            self.alarms(u)
        self.bodies_found()
        return gained

    def spot(self, m: int) -> None:
        for n, c in enumerate(self.s.m_car):
            if n == m or (c >= 0 and c == self.s.m_car[m]):
                self.s.m_spotted[n] = 1

    def turns(self, u: int, goals: set[int], way: int, times: int = 1) -> bool:
        """Quarter by quarter to one of some facings; whether something stopped the unit."""
        while times:
            before = self.in_sight(u)
            self.s.u_face[u] = (self.s.u_face[u] + way) % 4
            if self.gains(u, before):
                return True
            times -= self.s.u_face[u] in goals
        return False

    # --- a patrolman (2.18)

    def walks(self, u: int, about: int) -> None:
        s, read = self.s, Reading(self.s)
        line, at = s.layout.lines[s.u_link[u]], s.u_place[u]
        squares = [read.g.xy(v) for v in line.squares]
        taken, count = read.taken(u), len(squares)

        def ahead(place: int, way: int) -> tuple[int, int]:
            to = (place + way) % count if line.loop else place + way
            return (to, way) if 0 <= to < count else (place - way, -way)

        def faces_next(place: int, way: int) -> bool:
            goal = HEAD.index(plus(squares[ahead(place, way)[0]], squares[place], -1))
            quarters = (goal - s.u_face[u]) % 4
            return quarters > 0 and self.turns(u, {goal}, {1: 1, 2: about, 3: -1}[quarters])

        way = next(w for w in (1, -1) if HEAD[s.u_face[u]] == plus(squares[ahead(at, w)[0]], squares[at], -1))
        most, place, onward = 0, at, way
        for n in range(1, 5):
            place, onward = ahead(place, onward)
            if squares[place] in read.blasts:
                break
            most = n if squares[place] not in taken else most
        last, walked, stopped = at, 0, False
        while walked < 4 and not stopped:
            to, onward = ahead(at, way)
            if walked == most and squares[to] in read.blasts:
                break
            stopped = faces_next(at, way) or self.opens(read, u, squares[at], squares[to])
            if stopped or walked == most:
                break
            before = self.in_sight(u)
            at, way, walked = to, onward, walked + 1
            s.u_at[u], s.u_place[u] = line.squares[at], at
            last = at if squares[at] not in taken else last
            stopped = self.gains(u, before)
        if stopped and squares[at] in taken:
            s.move(u, line.squares[last])
        elif not stopped:
            faces_next(at, way)

    def opens(self, read: Reading, u: int, here: XY, to: XY) -> bool:
        """Somebody behind a door."""
        s = self.s
        behind = [m for m in read.men if s.m_car[m] < 0 and not s.m_swim[m] and read.place(m) == [to]]
        if read.g.between(here, to) != DOOR or not behind:
            return False
        for m in behind:
            self.spot(m)
        self.alarms(u)
        self.bodies_found()
        return True

    # --- a card (2.16)

    def turned_by(self, u: int, panel: tuple[int, ...]) -> None:
        s, (kind, colour, way) = self.s, panel[:3]
        if s.u_at[u] < 0 or s.u_colour[u] != colour or s.u_cig[u]:
            return
        if kind == data.P_PATROL:
            line, at = s.layout.lines[s.u_link[u]] if s.u_role[u] == PATROLMAN else None, s.u_place[u]
            if line is None or s.u_at[u] not in line.squares:
                return
            places = [(at + n) % len(line.squares) for n in (1, -1) if line.loop or 0 <= at + n < len(line.squares)]
            steps_ = [plus(self.xy(line.squares[place]), self.xy(line.squares[at]), -1) for place in places]
            goals = {HEAD.index(step) for step in steps_}
        elif s.u_role[u] == SENTRY and s.layout.points[s.u_link[u]][1] == s.u_at[u]:
            goals = set(s.layout.points[s.u_link[u]][0].arrows)
        else:
            return
        seen = self.in_sight(u)[0]
        if kind == data.P_SWEEP and not seen:
            self.turns(u, {s.u_face[u]}, way)
        elif kind != data.P_SWEEP and not (s.u_alert[u] and any(s.m_spotted[m] for m in seen)):
            self.turns(u, goals, way, panel[3] if kind == data.P_ROTATE else 1)

    def xy(self, v: int) -> XY:
        return self.s.grid.xs[v], self.s.grid.ys[v]


def watched(mission: str, seed: int, section: int) -> tuple[Regiment, Rng]:
    """A scattered position with patrolmen on their lines and sentries on their points, and two bodies."""
    s, rng = scattered(mission, seed)
    s.section = s.drawn_in = section
    if section == STEALTH and seed % 2:
        s.m_spotted[:] = [0] * len(s.m_spotted)
    held = {p for u, cells in Reading(s).cells.items() if s.u_role[u] not in (PATROLMAN, SENTRY) for p in cells}
    for u, role in enumerate(s.u_role):
        if role == SENTRY:
            s.move(u, s.layout.points[s.u_link[u]][1])
        elif role == PATROLMAN:
            line = s.layout.lines[s.u_link[u]]
            free = [n for n, v in enumerate(line.squares) if (s.grid.xs[v], s.grid.ys[v]) not in held]
            s.u_place[u] = at = free[rng.below(len(free))]
            s.u_at[u], s.u_face[u] = line.squares[at], line.facings[at][rng.below(len(line.facings[at]))]
            s.u_way[u] = line.ways[4 * at + s.u_face[u]]
        s.u_alert[u] = int(section != STEALTH or (s.u_alert[u] and rng.below(3) == 0))
    s.lay(corpses=tuple(s.grid.squares[rng.below(len(s.grid.squares))] for _ in range(2)))
    s.forget()
    told = Told(s)
    told.bodies_found()
    s.u_alert[:] = told.s.u_alert
    s.forget()
    return s, rng


@pytest.mark.parametrize("mission", MISSIONS)
def test_patrolmen_walk_as_a_second_reading_has_it(mission: str) -> None:
    walked = 0
    for seed in range(60, 66):
        print(mission, seed)
        s, rng = watched(mission, seed, STEALTH)
        for u in s.in_role(PATROLMAN):
            alone = s.clone()
            alone.token, alone.u_done = s.u_colour[u], [int(other != u) for other in range(len(s.u_done))]
            for _ in steps(alone, rng, patrol.NextPatrol()):
                pass
            possible = [Told(s), Told(s)]
            if not (s.u_alert[u] and any(s.m_spotted)):
                possible[0].walks(u, 1)
                possible[1].walks(u, -1)
                walked += 1
            assert Told(alone).now() in [told.now() for told in possible], s.unit(u)
    assert walked


@pytest.mark.parametrize("mission", MISSIONS)
def test_cards_turn_units_as_a_second_reading_has_it(mission: str) -> None:
    panels = [
        (data.P_ROTATE, 0, 1, 1),
        (data.P_ROTATE, 1, -1, 2),
        (data.P_PATROL, 0, -1),
        (data.P_PATROL, 1, 1),
        (data.P_SWEEP, 0, 1),
    ]
    for seed, panel in product((70, 71), panels):
        print(mission, seed, panel)
        s, rng = watched(mission, seed, STEALTH if panel[0] != data.P_SWEEP else 1 - STEALTH)
        s.u_done[:] = [0] * len(s.u_done)
        told = Told(s)
        for _ in steps(s, rng, events.Rotations(panel)):
            pass
        turned = [fact[1] for event in s.events for fact in event.facts if fact[0] == "turned"]
        first = [s.unit_of(word) for word in dict.fromkeys(turned)]
        for u in [*first, *[u for u in range(len(s.u_kind)) if u not in first]]:
            told.turned_by(u, panel)
        assert told.now() == Told(s).now()
