"""Chapter 13, where an advancing unit goes."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.state import BATTLE, OFF, TROOPER, V_GUARD, changed
from sandtable.geometry.squares import bits
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import goals, hedged


@pytest.mark.clause("RR-13.11", "RR-13.12")
def test_a_square_beside_the_target_is_optimal() -> None:  # TV-30
    s, _, u = hedged()
    s.move(u, s.grid.at(3, 2))
    s.forget()
    assert goals(s, u) == {(2, 1), (3, 1), (4, 1)}


@pytest.mark.clause("RR-13.14")
def test_of_equal_ways_to_the_closest_that_from_which_his_own_square_is_glimpsed_must_be_taken() -> None:
    """The rule book: this way must be taken even if he is not the closest, so all the more if he is."""
    hedge = " ".join(f"{x},1" for x in range(3, 12))
    s = field(plain(12, 12, H=hedge, F="1,2 2,1 2,2"))
    s.section = BATTLE
    m = man(s, "paddy", 3, 0, low=True, spotted=True)
    u = unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)
    found = goals(s, u)
    blind = {q for q in found if m not in position.glimpsed(s, s.grid.at(*q), [m])}
    assert found
    assert not blind
    reach = position.reachable(s, u).within(4)
    rest, _ = position.remaining(s, u, m)
    least, _ = rest.touching(reach & ~obstacles.occupied(s, but_unit=u))
    equal = bits(reach & rest.ring(least))
    assert any(m not in position.glimpsed(s, q, [m]) for q in equal), "an equal square behind the wood was left out"


@pytest.mark.clause("RR-13.14", "RR-18.20")
def test_a_vehicle_that_can_attack_nobody_keeps_glimpsed_men_in_sight() -> None:
    s = field(plain(20, 10, F="0,6"))
    s.section = BATTLE
    man(s, "paddy", 0, 6, low=True, spotted=True)
    unit(s, "motorbike", 18, 2, W, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    assert len(offered(s, "go")) > 1
    assert all(option.endswith(" w") for option in offered(s, "go")), "it could also end looking north or south"


@pytest.mark.clause("RR-13.16", "RR-20.55")
def test_a_unit_whose_way_a_blast_closes_goes_round_it_with_the_points_it_has() -> None:
    s = field(plain(20, 11), dice=[6] * 9)
    man(s, "paddy", 9, 5, spotted=True)
    thrower = man(s, "jock", 4, 9, side="B")
    s.lay(barrels=(s.grid.at(4, 5),))
    u = unit(s, "smg", 1, 5, E, alert=True)
    s.m_mark_at = changed(s.m_mark_at, thrower, s.grid.at(4, 5))
    run(s, advance.AdvancePhase())
    steps = 0
    while offered(s):
        before = s.u_at[u]
        if at(s, before)[0] == 2 and offered(s, "fire"):
            do(s, "fire jock grenade")
        else:
            do(s, (offered(s, "hold", "jock") or offered(s, "go", "smg-1", sq(5, 5)) or offered(s))[0])
        steps += s.grid.distance(before, s.u_at[u])
    assert s.blasts
    assert at(s, s.u_at[u])[0] == 5, "another optimal position that it can still reach"
    assert steps == 4


@pytest.mark.clause("RR-13.22", "RR-13.23")
def test_spawn_places_are_one_and_two_steps_from_the_board() -> None:  # TV-33
    s = field(plain(10, 10))
    s.section = BATTLE
    man(s, "paddy", 4, 9, spotted=True)
    front, rear = s.stage.spawns[0][1], s.stage.spawns[0][5]
    for place, reach in ((front, 4), (rear, 3)):
        u = setup.add_unit(s, data.SMG, place, S, TROOPER, BLACK)
        s.rouse(u)
        assert max(y for _, y in goals(s, u)) == reach - 1
        s.move(u, OFF)
        s.forget()


@pytest.mark.clause("RR-13.31")
def test_a_unit_that_cannot_reach_its_target_comes_as_near_as_it_can() -> None:
    layout = board(
        """
        + + + + + + + + + + +
         . . . . . . R R R .
        + + + + + + + + + + +
         . . . . . . R . R .
        + + + + + + + + + + +
         . . . . . . R R R .
        + + + + + + + + + + +
        """
    )
    s = field(layout)
    s.section = BATTLE
    man(s, "jock", 7, 1, low=True, spotted=True)
    u = unit(s, "smg", 1, 1, E, alert=True, role=TROOPER)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) in {(5, 0), (5, 1), (5, 2)}


@pytest.mark.clause("RR-13.31", "RR-18.6")
def test_a_vehicle_shut_in_on_all_sides_stays_where_it_is() -> None:
    fence = [(x, y) for x in range(14, 18) for y in range(14, 18) if not (15 <= x <= 16 and 15 <= y <= 16)]
    s = field(plain(20, 20, C=" ".join(f"{x},{y}" for x, y in fence)))
    s.section = BATTLE
    man(s, "jock", 2, 1, spotted=True)
    u = unit(s, "motorbike", 15, 15, N, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (15, 15)


@pytest.mark.clause("RR-13.32")
def test_without_short_range_any_uncovered_square_in_range_is_optimal() -> None:
    s = field(plain(12, 12))
    s.section = BATTLE
    m = man(s, "jock", 0, 0, spotted=True)
    u, burner = unit(s, "smg", 5, 0, W, alert=True, role=TROOPER), unit(s, "flamethrower", 5, 1, W, alert=True)
    assert position.quality(s, u, s.u_at[u], m) == 0
    assert position.quality(s, burner, s.u_at[burner], m) == 1
