"""What a second reading of water, equipment and marked attacks found, each on its own little board."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data as d
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r20_placed as placed
from sandtable.games.rogue_regiment.missions import Side
from sandtable.games.rogue_regiment.state import CORPSE, PATROL, Regiment, changed
from sandtable.games.rogue_regiment.tiles import BLACK, WHITE
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, patrolled, run, unit
from tests.rogue_regiment.test_axis import line, walker
from tests.rogue_regiment.test_r18_vehicles import routed


def at_an_instant(s: Regiment) -> None:
    """Somebody may make his marked attack now."""
    s.phase = PATROL
    marks.begin_phase(s)
    run(s, marks.Window())


def grenade_marked(s: Regiment, m: int, x: int, y: int) -> None:
    s.m_mark_at = changed(s.m_mark_at, m, s.grid.at(x, y))
    s.give(m, d.I_GRENADE, 1 - s.has(m, d.I_GRENADE))


@pytest.mark.clause("RR-8.13", "RR-7.11")
def test_who_has_picked_up_a_body_since_he_marked_does_not_fire() -> None:
    for carried in (False, True):
        s = field(plain(9, 6))
        m = man(s, "jock", 3, 5)
        s.m_mark[m] = unit(s, "rifle", 3, 2, N)
        other = man(s, "hawke", 4, 5)
        s.m_mark[other] = s.m_mark[m]
        s.m_object = changed(s.m_object, m, CORPSE if carried else 0)
        at_an_instant(s)
        assert offered(s, "fire", "hawke")
        assert bool(offered(s, "fire", "jock")) == (not carried)


@pytest.mark.clause("RR-20.44", "RR-20.27")
def test_no_grenade_is_thrown_out_of_the_water_though_it_was_marked_on_land() -> None:
    for wet in (False, True):
        s = field(plain(9, 6, **{"~": "3,5"}))
        m, other = man(s, "wick", 3, 5 if wet else 4), man(s, "paddy", 5, 5)
        s.m_swim = changed(s.m_swim, m, int(wet))
        for thrower in (m, other):
            grenade_marked(s, thrower, 3, 1)
        at_an_instant(s)
        assert offered(s, "fire", "paddy")
        assert bool(offered(s, "fire", "wick")) == (not wet)


@pytest.mark.clause("RR-11.9", "RR-20.27", "RR-20.28", "RR-8.3")
def test_who_crouches_after_marking_throws_with_scatter_unless_he_sees_the_square() -> None:
    for hedge, scatters in (("", False), ("3,4", True)):
        s = field(plain(9, 6, H=hedge), dice=[3, 4, 1, 1, 1, 1])
        m = man(s, "paddy", 3, 5, low=True)
        grenade_marked(s, m, 3, 2)
        at_an_instant(s)
        told = [event.text for event in do(s, "fire paddy grenade")]
        assert any(text.startswith("scatter") for text in told) == scatters
        assert s.has(m, d.I_GRENADE) == 0


@pytest.mark.clause("RR-7.10", "RR-15.10")
def test_a_patrolman_is_shot_at_on_an_occupied_square_before_he_steps_back_from_it() -> None:
    layout = plain(9, 9, R="2,3")
    s = field(layout)
    u = walker(s, line(layout, WHITE, *((x, 2) for x in range(7))), 2, E)
    unit(s, "smg", 3, 2, N)
    man(s, "hawke", 5, 0)  # whom the smg hides until he has come as far as its square
    m = man(s, "jock", 3, 6)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (3, 2), "in front of the man who marked him, and beside another unit"
    assert offered(s, "fire", "jock")
    do(s, "hold jock")
    assert at(s, s.u_at[u]) == (2, 2)


@pytest.mark.clause("RR-9.23", "RR-9.17", "RR-20.17", "RR-20.31")
def test_who_sees_a_man_die_in_a_trap_shouts_though_a_mine_lies_there_too() -> None:
    s = field(plain(14, 3, F="0,1"), dice=[1, 1, 1, 1])  # among the trees the body itself is not seen
    victim, witness, third = unit(s, "rifle", 0, 1, E), unit(s, "rifle", 6, 1, W), unit(s, "rifle", 10, 1, E)
    v = s.grid.at(0, 1)
    s.traps = ((v, 0, 0),)
    s.mines = ((v, 0),)
    placed.tread(s, victim, [v])
    run(s)
    assert (s.alive(victim), len(s.mines), s.meter) == (False, 0, 5)
    assert s.u_alert[witness]
    assert s.u_alert[third], "out of the mine's earshot, but not of the shout"


@pytest.mark.clause("RR-7.10", "RR-18.8", "RR-18.35")
def test_a_patrol_vehicle_is_shot_at_on_occupied_squares_before_it_backs_off_them() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0), 10, 20)
    patrolled(s, "motorbike", Side(S, 0, 1), Side(N, 0, 0))
    man(s, "jock", 4, 8)  # within 8 squares of it only when it comes to rows 16 and 17
    m = man(s, "paddy", 9, 16, facing=W)
    unit(s, "rifle", 5, 17, S)
    s.m_mark[m], s.token = u, BLACK
    run(s, patrol.PatrolPhase())
    rows = []
    while offered(s, "fire", "paddy"):
        rows.append(at(s, s.u_at[u])[1])
        do(s, "hold paddy")
    assert rows[-2:] == [16, 18]
    assert at(s, s.u_at[u])[1] == 18
