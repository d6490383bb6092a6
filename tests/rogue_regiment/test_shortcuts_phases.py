"""What the phases of the Axis leave out: patrolmen who meet nothing walk several squares at once, and who attacks is
not found anew while nothing has changed.
"""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import order
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.state import STEALTH, V_PATROL, Regiment
from sandtable.geometry.squares import bits
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play
from sandtable.kernel.snapshot import snapshot
from tests.rogue_regiment.test_shortcuts import KNOWN, MISSIONS, positions

WITH_PATROLS = tuple(m for m in MISSIONS if positions(m, 0, 1)[0].layout.lines)


def in_stealth(mission: str, seeds: int) -> list[Regiment]:
    """Positions of the Stealth section with patrols, as they were met."""
    return [s for seed in range(seeds) for s in positions(mission, seed, 150)[::5] if s.section == STEALTH]


def corner(s: Regiment, u: int, to: int) -> bool:
    """A patrolman's quarter turn to the next square, if he does not face it; it shows nobody anything."""
    options = notice.turns_to(s, u, to)
    for goal, way in options:
        men, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
        notice.turn_unit(s, u, (s.u_face[u] + way) % 4, "RR-15.4")
        events.face_line(s, u)
        marks.pause(s, u)
        assert not s.due
        assert len(options) == 1
        assert s.u_face[u] == goal
        assert not sight.men_seen(s, u) & ~men
        assert not sight.corpses_seen(s, u) & ~bodies
    return bool(options)


def one_step(s: Regiment, u: int) -> bool:
    """A patrolman's next step, which shows nobody anything and at which nobody may interrupt him: whether he came round
    a corner.
    """
    place, way = patrol.ahead(s, u)
    to = s.layout.lines[s.u_link[u]].squares[place]
    turned = corner(s, u, to)
    men, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
    assert s.u_at[u] + s.grid.step(s.u_face[u]) == to
    assert not obstacles.occupied(s, but_unit=u) >> to & 1
    assert not (s.things.burning | s.things.shut) >> to & 1
    assert not placed.is_laid(s, to)
    s.u_place[u], s.u_way[u] = place, way
    walking.move_unit(s, u, to, "RR-15.2")
    notice.find_bodies(s)
    marks.pause(s, u)
    assert not s.due
    assert not sight.men_seen(s, u) & ~men
    assert not sight.corpses_seen(s, u) & ~bodies
    return turned


def stroll(s: Regiment, u: int) -> tuple[int, bool]:
    """A patrolman's stroll, compared with as many steps one by one: how many, and whether it leads round a corner."""
    gone, turned = 0, False
    for listen in (True, False):
        quick, slow = s.clone(), s.clone()
        quick.listen = slow.listen = listen
        gone = patrol.stroll(quick, u, patrol.STEPS)
        for _ in range(gone):
            turned = one_step(slow, u) or turned
        if quick.u_face[u] != slow.u_face[u]:  # he faces on already
            turned = corner(slow, u, slow.layout.lines[slow.u_link[u]].squares[patrol.ahead(slow, u)[0]])
        assert snapshot(quick) == snapshot(slow)
        assert quick.events == slow.events
        slow.forget()
        assert [getattr(quick, name) for name in KNOWN] == [getattr(slow, name) for name in KNOWN]
    return gone, turned


@pytest.mark.parametrize("mission", WITH_PATROLS)
def test_a_stroll_is_the_same_step_by_step(mission: str) -> None:
    rng, gone = Rng(5), []
    for s in in_stealth(mission, 6):
        for colour in (0, 1):
            s.token = colour
            for u in patrol.walkers(s):
                gone.append(stroll(s, u))
                near = list(bits(s.grid.disc(s.u_at[u], patrol.STEPS) & s.grid.board))
                with_body, with_mine = s.clone(), s.clone()
                with_body.corpses = (*s.corpses, near[rng.below(len(near))])
                with_mine.mines = (*s.mines, (near[rng.below(len(near))], 0))
                stroll(with_body, u)
                stroll(with_mine, u)
    assert sum(steps for steps, _ in gone) > 100
    assert any(steps < patrol.STEPS for steps, _ in gone)
    assert any(turned for _, turned in gone)


@pytest.mark.parametrize("mission", WITH_PATROLS)
def test_a_card_turns_who_sees_nothing_as_it_does_quarter_by_quarter(mission: str) -> None:
    turned = 0
    for s in in_stealth(mission, 3):
        for panel in (
            (data.P_ROTATE, 0, 1, 2),
            (data.P_ROTATE, 1, -1, 1),
            (data.P_PATROL, 0, -1),
            (data.P_PATROL, 1, 1),
        ):
            for u in range(len(s.u_kind)):
                if events.turns_by(s, u, panel):
                    quick, slow = s.clone(), s.clone()
                    quick.listen, slow.listen = False, True
                    for each in (quick, slow):
                        events.turn_by_card(each, u, panel)
                    assert snapshot(quick) == snapshot(slow)
                    turned += quick.u_face[u] != s.u_face[u]
    assert turned > 50


@pytest.mark.parametrize("mission", WITH_PATROLS)
def test_who_walks_next_stays_the_same_unless_a_patrolman_finds_something(mission: str) -> None:
    checked = 0
    for s in in_stealth(mission, 6):
        for colour in (0, 1):
            s.token = colour
            ready = patrol.walkers(s)
            near = patrol.nearest_operators(s, ready)
            for u in ready:
                twin = s.clone()
                order.go(twin, "patrol", u)
                if not twin.due and patrol.known_of_us(twin) == patrol.known_of_us(s):
                    others = [other for other in ready if other != u]
                    assert patrol.walkers(twin) == others
                    assert patrol.nearest_operators(twin, others) == {other: near[other] for other in others}
                    checked += 1
    assert checked > 50


def one_stretch(s: Regiment, u: int, way: list[tuple[int, int]]) -> int:
    """A patrol vehicle's next step, which shows nobody anything and at which nobody may interrupt it: what it costs."""
    men, bodies = sight.men_seen(s, u), sight.corpses_seen(s, u)
    taken = obstacles.occupied(s, but_unit=u)
    cost = routes.step_on(s, u, way)
    assert not s.cover(u) & taken
    marks.pause(s, u)
    assert not s.due
    assert not sight.men_seen(s, u) & ~men
    assert not sight.corpses_seen(s, u) & ~bodies
    return cost


def cruise(s: Regiment, u: int) -> int:
    """What a patrol vehicle drives at once, compared with as many steps one by one."""
    way = routes.route_of(s, u)
    for listen in (True, False):
        quick, slow = s.clone(), s.clone()
        quick.listen = slow.listen = listen
        left = data.MOVE[s.u_kind[u]]
        spent = routes.cruise(quick, u, way, left, obstacles.occupied(quick, but_unit=u))
        assert spent <= left
        while spent > 0:
            spent -= one_stretch(slow, u, way)
        assert snapshot(quick) == snapshot(slow)
        assert quick.events == slow.events
        slow.forget()
        if quick.veil_known:
            assert [getattr(quick, name) for name in KNOWN] == [getattr(slow, name) for name in KNOWN]
    return quick.u_place[u] - s.u_place[u]


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_patrol_vehicle_that_meets_nothing_drives_as_step_by_step(mission: str) -> None:
    rng, gone = Rng(6), []
    for s in in_stealth(mission, 6):
        for u in s.in_role(V_PATROL):
            way = routes.route_of(s, u)
            if s.u_at[u] >= 0 and vehicles.state_of(s, u) != way[s.u_place[u]][0]:
                continue
            gone.append(cruise(s, u))
            ahead = s.layout.squares_under(way[min(len(way) - 2, s.u_place[u] + 3)][0], data.LENGTH[s.u_kind[u]])
            near = list(bits(s.grid.disc(ahead[0], 4) & s.grid.board)) or s.grid.squares
            with_body, with_mine = s.clone(), s.clone()
            with_body.corpses = (*s.corpses, near[rng.below(len(near))])
            with_mine.mines = (*s.mines, (near[rng.below(len(near))], 0))
            cruise(with_body, u)
            cruise(with_mine, u)
    assert not gone or sum(gone) > 20


@pytest.mark.parametrize("mission", ["m7-saint-aubert-gaol", "m8-iron-harvest"])
def test_who_may_attack_next_is_the_same_as_found_anew(mission: str) -> None:
    asked = 0
    for seed in range(8):
        for s in positions(mission, seed, 300):
            if isinstance(s.choice, attacks.WhoAttacks):
                for action in legal(s)[::3]:
                    twin = s.clone()
                    play(twin, action)
                    if isinstance(twin.choice, attacks.WhoAttacks):
                        found = attacks.attackers(twin, attacks.prey(twin))
                        assert twin.choice.pairs == tuple((u, m) for u in found for m, _, _ in found[u])
                        asked += 1
    assert asked > 20
