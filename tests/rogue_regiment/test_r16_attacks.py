"""Chapter 16, the Axis Attack Phase."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import BATTLE, TROOPER, V_GUARD, changed
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, do, field, man, offered, run, unit
from tests.rogue_regiment.positions import HOUSE, battery, volley, willys


@pytest.mark.clause("RR-16.1", "RR-16.3", "RR-16.10", "RR-3.17")
def test_a_hedge_that_is_not_beside_the_man_gives_no_cover() -> None:  # TV-44
    s = field(plain(7, 7, H="2,1 3,1 4,1"), dice=[2, 3, 4, 2, 3, 5])
    s.section = BATTLE
    m = man(s, "jock", 3, 4, spotted=True)
    for x in (2, 3, 4):
        unit(s, "smg", x, 0, S, alert=True)
    volley(s)
    assert s.m_health[m] == 5 - 4


@pytest.mark.clause("RR-16.1", "RR-18.18", "RR-21.21")
@pytest.mark.parametrize("asked", [False, True])
def test_a_unit_attacks_a_vehicle_that_it_sees_past_the_wood_under_it(asked: bool) -> None:
    s = field(plain(12, 12, F="4,2 5,3"), dice=[6, 6])
    s.section = BATTLE
    c = willys(s, 5, 3, W, man(s, "jock", 0, 0, spotted=True))
    u = unit(s, "smg", 2, 5, N, alert=True)
    if asked:
        sight.may_view(s, u)  # what the unit might see if nothing moved is kept once somebody has asked for it
    whole = s.c_health[c]
    run(s, attacks.AttackPhase())
    assert s.c_health[c] == whole - 2


@pytest.mark.clause("RR-16.1", "RR-18.18", "RR-21.21")
@pytest.mark.parametrize(
    ("kind", "at", "facing", "forest", "parked", "dice"),
    [
        ("rifle", (7, 13), E, "8,14 9,14", (9, 14), [6]),
        ("motorbike", (4, 17), N, "1,10 1,11", (0, 8), [6, 6, 6]),
    ],
)
def test_who_sees_a_vehicle_past_nothing_but_the_wood_under_it_attacks_it(
    kind: str, at: tuple[int, int], facing: int, forest: str, parked: tuple[int, int], dice: list[int]
) -> None:
    s = field(plain(20, 20, F=forest), dice=dice)
    s.section = BATTLE
    c = willys(s, *parked, N, man(s, "jock", 0, 0, spotted=True))
    u = unit(s, kind, *at, facing, alert=True, role=V_GUARD)
    health = s.c_health[c]
    assert not sight.may_view(s, u) & s.cars.covers[c], "the terrain alone would hide all of it"
    assert sight.view_of_car(s, u, c)
    run(s, attacks.NextAttack())
    assert s.c_health[c] == health - len(dice)


@pytest.mark.clause("RR-16.4", "RR-2.8")
def test_a_hedge_beside_the_man_takes_one_off() -> None:  # TV-45
    s = field(plain(7, 7, H="2,4 3,4 4,4 5,4"), dice=[5, 3, 3, 2])
    s.section = BATTLE
    m = man(s, "jock", 3, 5, spotted=True)
    for x in (3, 4):
        unit(s, "smg", x, 0, S, alert=True)
    volley(s)
    assert s.m_health[m] == 4


@pytest.mark.clause("RR-16.5", "RR-2.27")
def test_a_window_takes_two_off() -> None:  # TV-46
    s = field(board(HOUSE), dice=[3, 5, 5, 2])
    s.section = BATTLE
    m = man(s, "jock", 3, 5, spotted=True)
    for x in (3, 4):
        unit(s, "smg", x, 0, S, alert=True)
    volley(s)
    assert s.m_health[m] == 5


@pytest.mark.clause("RR-16.6", "RR-16.7")
def test_the_target_with_the_least_cover_is_taken_and_then_the_nearest() -> None:
    for forest, taken in (("3,3", "paddy"), ("0,0", "jock")):
        s = field(plain(9, 9, F=forest))
        s.section = BATTLE
        man(s, "jock", 3, 3, spotted=True)
        man(s, "paddy", 4, 6, spotted=True)
        u = unit(s, "smg", 4, 0, S, alert=True)
        assert [s.man(m) for m, _, _ in attacks.options(s, u, attacks.prey(s))] == [taken]


@pytest.mark.clause("RR-16.8")
def test_among_equal_targets_the_players_choose() -> None:
    s = field(plain(9, 9))
    s.section = BATTLE
    man(s, "jock", 3, 4, spotted=True)
    man(s, "paddy", 5, 4, spotted=True)
    unit(s, "smg", 4, 1, S, alert=True)
    run(s, attacks.AttackPhase())
    assert offered(s) == ["attacks smg-1 jock", "attacks smg-1 paddy"]


@pytest.mark.clause("RR-16.12")
def test_the_players_order_the_attackers() -> None:
    s = field(plain(14, 14))
    s.section = BATTLE
    man(s, "jock", 4, 6, spotted=True)
    man(s, "paddy", 9, 6, spotted=True)
    unit(s, "smg", 4, 2, S, alert=True)
    unit(s, "smg", 9, 2, S, alert=True)
    run(s, attacks.AttackPhase())
    assert offered(s) == ["attacks smg-1 jock", "attacks smg-2 paddy"]


@pytest.mark.clause("RR-16.12", "RR-12.10")
@pytest.mark.parametrize(("first", "health"), [("smg-1", 5), ("rifle-1", 3)])
def test_the_players_choose_the_order_where_a_death_would_have_another_man_spotted(first: str, health: int) -> None:
    s = field(plain(20, 20, F="8,5"), dice=[6, 6, 6])
    s.section = BATTLE
    m, other = man(s, "jock", 5, 5, spotted=True), man(s, "hawke", 8, 5)  # under his camo net until he is spotted
    s.m_health = changed(s.m_health, m, 1)
    unit(s, "rifle", 4, 5, N, alert=True)  # jock alone is in the corner of his eye
    unit(s, "smg", 8, 8, N, alert=True)
    run(s, attacks.AttackPhase())
    do(s, f"attacks {first} jock")
    assert not s.on_board(m)
    assert s.m_spotted[other]
    assert s.m_health[other] == health, "the rifleman cannot see hawke, the smg can"


@pytest.mark.clause("RR-16.12")
@pytest.mark.parametrize("why", ["he cannot die", "nobody can attack the other", "another is spotted too"])
def test_where_nothing_follows_from_the_order_nobody_is_asked(why: str) -> None:
    s = field(plain(20, 20, F="8,5"), dice=[1, 1, 1])
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True)
    s.m_health = changed(s.m_health, m, 4 if why == "he cannot die" else 3)
    man(s, "hawke", 8, 18 if why == "nobody can attack the other" else 5)
    if why == "another is spotted too":
        man(s, "wick", 19, 19, spotted=True)
    unit(s, "rifle", 4, 5, N, alert=True)
    unit(s, "smg", 8, 8, N, alert=True)
    run(s, attacks.AttackPhase())
    assert not offered(s)


@pytest.mark.clause("RR-16.12", "RR-19.9")
def test_the_players_choose_which_mortar_fires_first() -> None:
    s, u = battery()
    other = unit(s, "mortar", 8, 5, N, alert=True, role=TROOPER)
    s.u_set = changed(changed(s.u_set, u, 1), other, 1)
    man(s, "jock", 5, 16, spotted=True)
    run(s, attacks.AttackPhase())
    assert offered(s) == ["shells mortar-1", "shells mortar-2"]


@pytest.mark.clause("RR-16.13")
@pytest.mark.parametrize(
    ("kind", "alert", "low", "y", "attacked"),
    [
        ("rifle", True, False, 2, True),
        ("rifle", False, False, 2, False),
        ("rifle", True, True, 2, False),
        ("rifle", True, False, 1, False),
        ("truck", True, False, 2, False),
        ("motorbike", True, False, 2, True),
    ],
)
def test_an_alert_unit_that_has_an_unspotted_man_in_sight_and_range_spots_and_attacks_him(
    kind: str, alert: bool, low: bool, y: int, attacked: bool
) -> None:
    s = field(plain(12, 12, H="4,9"), dice=[1] * 9)
    m = man(s, "jock", 4, 10, low=low)
    unit(s, kind, 4, y, S, alert=alert, role=V_GUARD)
    run(s, attacks.AttackPhase())
    assert bool(s.m_spotted[m]) == attacked
    told = [event.clause for event in s.events if "{jock}" in event.text]
    assert told == (["RR-16.13", "RR-16.1"] if attacked else [])


@pytest.mark.clause("RR-16.13", "RR-9.11")
def test_who_is_uncovered_because_a_blocker_is_gone_is_attacked_by_who_is_alert() -> None:
    s = field(plain(9, 9), dice=[6])
    m = man(s, "jock", 4, 6)
    u, blocker = unit(s, "rifle", 4, 1, S, alert=True), unit(s, "rifle", 4, 3, N)
    run(s, attacks.AttackPhase())
    assert not s.m_spotted[m]
    attack.slay(s, blocker)
    assert not s.m_spotted[m], "nobody has moved or turned"
    run(s, attacks.AttackPhase())
    assert s.m_spotted[m] and s.m_health[m] == 4
    assert sight.sees(s, u, m)


@pytest.mark.clause("RR-16.13", "RR-16.7", "RR-21.29")
def test_all_whom_an_alert_unit_sees_are_spotted_and_it_attacks_as_it_does_those_it_knew() -> None:
    s = field(plain(20, 20), dice=[1])
    man(s, "jock", 9, 6)
    man(s, "hawke", 9, 8, spotted=True)
    willys(s, 10, 9, N, man(s, "paddy", 0, 0), man(s, "wick", 0, 0))
    unit(s, "rifle", 9, 3, S, alert=True)
    run(s, attacks.AttackPhase())
    assert s.m_spotted == [1, 1, 1, 1]
    told = [event.text for event in s.events if event.clause == "RR-16.1"]
    assert told[1:] == ["{rifle-1} attacks {jock}: 1 at +1, needs 3: 0 hits"], "the nearest"
