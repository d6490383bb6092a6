"""The Axis of the game does what a second, plain and slow reading of the ledger says, on scattered positions of all
missions: men lie and stand, swim and drive, blasts burn, and units are where no game would put them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

import sandtable
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, ROCK, ROOM, WATER
from sandtable.games.rogue_regiment.rules import order
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    BOUND,
    OFF,
    OPERATOR,
    V_CONVOY,
    V_SCOUT,
    Regiment,
    changed,
)
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Choice, Step, begin, legal, play
from tests.rogue_regiment.models.axis import XY, Reading, State, far, plus, under
from tests.rogue_regiment.models.driving import Driving

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(mission.id for mission in data.MISSIONS.values() if not mission.packs)  # the models know the base game


def scattered(mission: str, seed: int) -> tuple[Regiment, Rng]:
    """A position with everybody somewhere else."""
    rng = Rng(seed)
    s = GAME.start(mission, seed=seed)
    assert isinstance(s, Regiment)
    while s.phase != OPERATOR:
        options = legal(s)
        play(s, options[rng.below(len(options))])
    s.section = rng.below(2)
    battle = s.section == BATTLE
    read = Reading(s)
    g, used = read.g, read.bars | read.dumps | {p for cells in read.cells.values() for p in cells}
    middle = rng.below(s.grid.width), rng.below(s.grid.height)

    def free(wide: int) -> int:
        while True:
            wide = min(wide + 1, s.grid.width + s.grid.height)  # all of the board, and not ever less likely on it
            p = plus(middle, (rng.below(2 * wide) - wide, rng.below(2 * wide) - wide))
            if g.on(p) and g.kind(p) not in (ROCK, WATER) and p not in used:
                used.add(p)
                return s.grid.at(*p)

    def room(length: int) -> tuple[int, int]:
        while True:
            state = (rng.below(s.grid.width + 4) - 2, rng.below(s.grid.height + 4) - 2), rng.below(4)
            cells = under(state, length)
            shown = [p for p in cells if g.on(p)]
            clear = all(p not in used and g.kind(p) not in (ROCK, WATER, ROOM, CRATES) for p in shown)
            walled = any(g.between(p, q) for p in cells for q in (plus(p, (1, 0)), plus(p, (0, 1))) if q in cells)
            if shown and clear and not walled:
                used.update(cells)
                return s.grid.at(*state[0]), state[1]

    for c, kind in enumerate(s.c_kind):
        if kind != data.BOAT:
            at, f = room(data.CAR_LENGTH[kind])
            s.c_at, s.c_face = changed(s.c_at, c, at), changed(s.c_face, c, f)
    wet = [v for v in s.grid.squares if s.layout.kind[v] in (WATER, BRIDGE)]
    for m in range(len(s.m_kind)):
        if s.m_state[m] != BOUND:
            s.m_state[m], s.m_spotted[m] = ACTIVE, int(rng.below(3) > 0 or m == 0)
            if s.m_car[m] < 0 or rng.below(3) == 0 or s.c_at[s.m_car[m]] < 0:
                s.m_car, s.m_seat = changed(s.m_car, m, OFF), changed(s.m_seat, m, OFF)
                swims = int(bool(wet) and s.has(m, data.I_SCUBA) > 0 and rng.below(2) == 0)
                s.swim(m, swims)
                s.put(m, wet[rng.below(len(wet))] if s.m_swim[m] else free(7))
                s.m_low[m] = int(not s.m_swim[m] and rng.below(2) == 0)
    for m, c in enumerate(s.m_car):  # a crew is spotted together
        s.m_spotted[m] |= int(c >= 0 and any(s.m_spotted[n] for n in range(len(s.m_car)) if s.m_car[n] == c))
    for colour in s.stage.spawns if battle else ():
        events.spawn(s, colour, [(data.MOTORBIKE, data.HALF_TRACK)[rng.below(2)], data.SMG, data.SMG, data.MORTAR])
    for u, kind in enumerate(s.u_kind):
        if s.u_role[u] in (V_CONVOY, V_SCOUT) or rng.below(4) == 0:
            continue
        if data.LENGTH[kind] and battle:
            s.u_at[u], s.u_face[u] = room(data.LENGTH[kind])
        elif not data.LENGTH[kind] and s.grid.on_board(s.u_at[u]):
            s.u_at[u], s.u_face[u] = free(14), rng.below(4)
    for u in range(len(s.u_kind)):
        s.u_alert[u] = int(battle or (s.here(u) and rng.below(2) == 0))
    centre = free(9)
    if not any(far(g.xy(v), g.xy(centre)) < 2 for v in s.m_at):  # who is under a blast is dead
        s.lay(blasts=(centre,))
    s.forget()
    return s, rng


def steps(s: Regiment, rng: Rng, phase: Step) -> Iterator[Step]:
    """Each step of a phase before it is done; men live for ever and never fire, choices fall at random."""
    begin(s)
    s.agenda = [phase]
    while s.agenda:
        step = s.agenda[-1]
        yield step
        s.agenda.pop()
        if isinstance(step, Choice):
            options = [option for option in step.offer(s) if option[0] != "fire"]
            step.chosen(s, options[rng.below(len(options))])
        else:
            step.do(s)
        s.settle()
        s.m_health, s.c_health = (90,) * len(s.m_health), (90,) * len(s.c_health)


class Walker:
    """A unit on its way, and where the reading lets it go."""

    def __init__(self, read: Reading, u: int, said: int) -> None:
        self.read, self.unit, self.said, self.asked = read, u, said, False
        self.left = data.MOVE[read.s.u_kind[u]]
        self.goals = read.advance(u, self.left)

    def arrived(self, s: Regiment) -> None:
        """It is where it should be, by a cheapest way, passed no place where it would have stopped, and faces whom it
        should.
        """
        read, u, start = self.read, self.unit, self.read.cells[self.unit][0]
        ends = set[XY]().union(*self.goals.values())
        here = read.g.xy(s.u_at[u])
        assert here in ends
        assert self.asked or len(ends) == 1, "the players are asked"
        word, way = s.unit(u), [start]
        for event in s.events[self.said :]:
            way += [read.g.xy(s.stage.by_name[fact[3]]) for fact in event.facts if fact[:2] == ("moved", word)]
        spent = sum(read.steps(a)[b] for a, b in pairwise(way))
        assert spent == read.costs(start)[here] <= self.left
        wanted = [m for m, goals in self.goals.items() if here in goals and read.optimal(u, here, m)]
        taken = read.taken(u)
        assert all(any(p in taken or not read.optimal(u, p, m) for m in wanted) for p in way[1:-1] if wanted)
        after = Reading(s.clone())
        facings = [after.faced(u, m) for m, goals in self.goals.items() if here in goals]
        assert s.u_face[u] in set[int]().union(*facings) or not read.g.on(here)


def first_of(read: Reading) -> set[int]:
    """2.15: who advances next."""
    s = read.s
    ready = [u for u, cells in read.cells.items() if s.u_alert[u] and not s.u_done[u] and not data.LENGTH[s.u_kind[u]]
             if s.section == BATTLE or read.g.on(cells[0])]  # fmt: skip
    return read.first(ready) if ready and read.targets() else set()


@pytest.mark.parametrize("mission", MISSIONS)
def test_men_advance_as_a_second_reading_has_it(mission: str) -> None:
    walked = 0
    for seed in range(2):
        print(mission, seed)
        s, rng = scattered(mission, seed)
        walker: Walker | None = None
        read, first, said = Reading(s), set[int](), 0
        for step in steps(s, rng, advance.AdvancePhase()):
            gone = [u for u, done in enumerate(s.u_done) if done and not read.s.u_done[u] and not s.vehicle(u)]
            if walker is None and first and len(gone) == 1 and s.u_kind[gone[0]] != data.MORTAR:
                assert gone[0] in first
                if not advance.stays(read.s, gone[0]):
                    walker = Walker(read, gone[0], said)
            if isinstance(step, advance.NextAdvance):
                if walker is not None and s.u_at[walker.unit] >= 0:
                    walker.arrived(s)
                    walked += 1
                walker, read, said = None, Reading(s.clone()), len(s.events)
                first = first_of(read)
            elif isinstance(step, order.AdvanceFirst) and not s.vehicle(step.units[0]):
                assert set(step.units) == first
            elif walker is not None and isinstance(step, advance.After):
                assert set(step.men) == set(walker.goals)
                walker.asked = True
            elif walker is not None and isinstance(step, advance.Destination):
                assert {walker.read.g.xy(v) for v in step.squares} == walker.goals[step.man]
                walker.asked = True
    assert walked > 5


@pytest.mark.parametrize("mission", ["m1-cold-ford", "m2-lights-out", "m3-market-day"])
def test_vehicles_advance_as_a_second_reading_has_it(mission: str) -> None:
    driven = 0
    for seed in range(20, 40):
        print(mission, seed)
        s, rng = scattered(mission, seed)
        if s.section == BATTLE and driven < 5:
            for step in steps(s, rng, vehicle_advance.VehiclesAdvance()):
                if isinstance(step, vehicle_advance.VehicleGoal):
                    read, start = Driving(s), vehicles.entry_state(s, step.unit)
                    goals = read.vehicle_goals(step.unit, (read.g.xy(start >> 2), start & 3), step.left)
                    game: set[State] = {(read.g.xy(state >> 2), state & 3) for state in step.states}
                    assert game == goals
                    driven += 1
                    if driven > 4:
                        break
    assert driven > 4


def aims(read: Reading, u: int) -> set[tuple[int, int]]:
    """2.19: at whom a unit may fire, and what is added to its dice."""
    s, kind, found = read.s, read.s.u_kind[u], set[tuple[int, int]]()
    for gun in read.guns(u) if data.DICE[kind] and data.LONG[kind] and s.u_alert[u] else []:
        shots = {m: aim for m in read.targets() if (aim := read.aim(u, read.cells[u], s.u_face[u], gun, m)) is not None}
        best = min(((-cover, away) for cover, away in shots.values()), default=(0, 0))
        found |= {
            (m, cover + (away <= data.SHORT[kind])) for m, (cover, away) in shots.items() if (-cover, away) == best
        }
    return found


@pytest.mark.parametrize("mission", MISSIONS)
def test_units_fire_at_whom_a_second_reading_has_it(mission: str) -> None:
    fired = 0
    for seed in range(40, 60):
        print(mission, seed)
        s, _ = scattered(mission, seed)
        s.u_done[:] = [0] * len(s.u_done)
        read, ours = Reading(s), attacks.prey(s)
        for u, cells in read.cells.items():
            if s.u_alert[u] and any(read.g.on(p) for p in cells):
                found = {(m, more) for m, more, _ in attacks.options(s, u, ours)}
                assert found == aims(read, u), s.unit(u)
                fired += len(found)
    assert fired > 5


@pytest.mark.clause("RR-16.13")
@pytest.mark.parametrize("mission", MISSIONS)
def test_whom_alert_units_discover_is_what_a_second_reading_says(mission: str) -> None:
    found = 0
    for seed in range(60, 90):
        print(mission, seed)
        s, _ = scattered(mission, seed)
        s.u_done[:] = [0] * len(s.u_done)
        s.m_spotted[:] = [int(seed % 3 == 0 and m == 0) for m in range(len(s.m_spotted))]
        s.forget()
        read, seen = Reading(s), {m for m, spotted in enumerate(s.m_spotted) if spotted}
        for u, cells in read.cells.items():
            if s.u_alert[u] and any(read.g.on(p) for p in cells) and data.DICE[s.u_kind[u]] and data.LONG[s.u_kind[u]]:
                for gun in read.guns(u):
                    seen |= {m for m in read.men if read.aim(u, cells, s.u_face[u], gun, m) is not None}
        found += len(seen)
        attacks.discover(s)
        assert {m for m, spotted in enumerate(s.m_spotted) if spotted} == seen
    assert found > 5
