"""Chapter 27, Kettenkrad and Sturmboot, which bring men."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r27_carriers as carriers
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import BATTLE, IN_RANGE, STEALTH, V_GUARD, V_SPAWN, WAS_ALERT, Regiment
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, S, W, act_with, at, do, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import RIVER, hunted, switched

POND = (
    "\n".join(
        ["+" + " +" * 20]
        + [" " + ". " * 20, "+" + " +" * 20] * 4
        + [" " + "~ " * 20, "+" + " +" * 20] * 4
        + [" " + ". " * 20, "+" + " +" * 20] * 12
    )
    + "\n"
)


def war(s: Regiment, solo: bool = True) -> Regiment:
    """Battle, by default without anybody who plays the Axis."""
    s.section = BATTLE
    s.options = {**s.options, "ties": "auto"}
    if solo:
        switched(s)
        s.stage.jg = True
    return s


def kinds(s: Regiment) -> list[str]:
    """The units on the board."""
    return [data.UNITS[kind] for u, kind in enumerate(s.u_kind) if s.u_at[u] >= 0]


@pytest.mark.clause("RR-27.29", "RR-27.42", "RR-27.38")
def test_a_kettenkrad_drives_up_to_8_squares_and_two_panzerfausts_get_out_behind() -> None:  # TV-71
    s = war(hunted(plain(30, 20)))
    m = man(s, "paddy", 18, 5, spotted=True)
    u = unit(s, "kettenkrad", 5, 5, E, alert=True, role=V_SPAWN)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.seat is None, "with nobody playing the Axis it goes by itself"
    assert kinds(s) == ["empty-kettenkrad", "panzerfaust", "panzerfaust"]
    front = max(s.grid.xs[v] for v in s.footprint(u))
    assert s.grid.xs[s.m_at[m]] - front == 8, "it stopped at the first step within eight squares"
    assert all(s.u_alert[1:])


@pytest.mark.clause("RR-27.29", "RR-27.41")
def test_they_stand_right_behind_it_and_advance_at_once() -> None:
    s = war(hunted(plain(30, 20)))
    man(s, "paddy", 20, 5, spotted=True)
    u = unit(s, "kettenkrad", 12, 5, E, alert=True, role=V_SPAWN)
    tail = {at(s, v + s.grid.step(3)) for v in s.footprint(u)[-2:]}
    carriers.let_out(s, u)
    assert {at(s, s.u_at[n]) for n in (1, 2)} == tail
    s = war(hunted(plain(30, 20)))
    man(s, "paddy", 20, 5, spotted=True)
    unit(s, "kettenkrad", 12, 5, E, alert=True, role=V_SPAWN)
    run(s, advance.AdvancePhase())
    through(s)
    moved = {at(s, s.u_at[n]) for n in (1, 2)}
    assert len(moved) == 2 and moved != tail, "in the phase in which they got out"


@pytest.mark.clause("RR-27.30")
def test_empty_it_does_nothing_more_and_destroyed_its_men_die() -> None:
    s = war(hunted(plain(30, 20)))
    m = man(s, "paddy", 20, 5, spotted=True)
    u = unit(s, "kettenkrad", 12, 5, E, alert=True, role=V_SPAWN)
    s.u_health = (3,)
    carriers.let_out(s, u)
    place = s.u_at[u]
    assert s.u_health[u] == 3, "its damage stays"
    assert not sight.sees(s, u, m)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_at[u] == place
    s = war(hunted(plain(30, 20)))
    u = unit(s, "kettenkrad", 12, 5, E, alert=True, role=V_SPAWN)
    attack.slay(s, u)
    assert kinds(s) == [] and len(s.u_kind) == 1


@pytest.mark.clause("RR-27.26", "RR-27.25")
def test_the_men_of_a_kettenkrad_that_the_jaeger_drives_are_his() -> None:
    s = war(hunted(plain(30, 20)), solo=False)
    man(s, "paddy", 20, 5, spotted=True)
    u = unit(s, "kettenkrad", 9, 5, E, alert=True, role=V_SPAWN)
    tokens.take_over(s, u)
    run(s, advance.AdvancePhase())
    do(s, f"drive-to {s.unit(u)} {sq(14, 5)}")
    if offered(s, "heading"):
        do(s, "heading e")
    assert kinds(s)[0] == "empty-kettenkrad" and s.u_hunt == (0, 1, 1)
    assert at(s, s.u_at[u])[0] == 12, "it does not get to where he sent it"
    assert s.seat == "jaeger" and offered(s, "go", "panzerfaust-1") + offered(s, "go", "panzerfaust-2")


@pytest.mark.clause("RR-27.31", "RR-27.33", "RR-27.34", "RR-27.41")
def test_a_sturmboot_goes_as_near_as_the_water_lets_it_and_six_men_land() -> None:  # TV-72
    s = war(hunted(board(POND)))
    m = man(s, "paddy", 10, 15, spotted=True)
    u = unit(s, "sturmboot", 2, 5, E, alert=True, role=V_GUARD)
    assert all(s.layout.water >> v & 1 for v in s.footprint(u))
    for _ in range(3):
        run(s, advance.AdvancePhase())
        through(s)
    assert kinds(s) == ["empty-sturmboot"] + ["smg"] * 6
    boat = s.footprint(u)
    assert all(s.layout.water >> v & 1 for v in boat)
    assert min(s.grid.distance(v, s.m_at[m]) for v in boat) == 8, "the bank is as near as it gets"
    assert all(s.u_alert[n] for n in range(1, 7))


@pytest.mark.clause("RR-27.33")
def test_they_land_on_free_land_beside_it_on_the_side_of_the_enemy() -> None:
    s = war(hunted(board(POND)))
    man(s, "paddy", 3, 12, spotted=True)
    u = unit(s, "sturmboot", 2, 6, E, alert=True, role=V_GUARD)
    boat = s.footprint(u)
    carriers.let_out(s, u)
    men = [s.u_at[n] for n in range(1, 7)]
    assert len(set(men)) == 6
    near = [v for v in men if min(s.grid.distance(v, w) for w in boat) == 1]
    assert len(near) == 4 and all(s.grid.ys[v] >= 8 for v in near), "four squares of the bank touch it"


@pytest.mark.clause("RR-27.29", "RR-2.15", "RR-26.8")
@pytest.mark.parametrize(("edge", "fire", "behind"), [("l", False, True), ("#", False, False), ("D", True, False)])
def test_nobody_gets_out_of_a_kettenkrad_through_a_wall_or_into_a_fire(edge: str, fire: bool, behind: bool) -> None:
    ground = open_ground(30, 20).splitlines()
    for row in (5, 6) if fire else ():
        ground[2 * row + 1] = ground[2 * row + 1][:21] + "1" + ground[2 * row + 1][22:]
    s = war(hunted(edged("\n".join(ground), (edge, 11, 5, 10, 5), (edge, 11, 6, 10, 6))))
    if fire:
        s.lay(flames=((s.layout.room[s.grid.at(10, 5)], 0),))
    man(s, "paddy", 20, 5, spotted=True)
    u = unit(s, "kettenkrad", 12, 5, E, alert=True, role=V_SPAWN)
    carriers.let_out(s, u)
    places = {at(s, s.u_at[n]) for n in (1, 2)}
    assert (places == {(10, 5), (10, 6)}) == behind
    assert behind or all(x == 13 for x, _ in places), "beside it, on the side of the enemy"


@pytest.mark.clause("RR-27.33", "RR-2.15")
def test_nobody_lands_behind_a_wall_on_the_bank_and_from_the_middle_of_a_lake_they_land_all_the_same() -> None:
    s = war(hunted(edged(POND, *[("#", x, 7, x, 8) for x in range(20)])))
    man(s, "paddy", 3, 12, spotted=True)
    u = unit(s, "sturmboot", 2, 6, E, alert=True, role=V_GUARD)
    carriers.let_out(s, u)
    assert all(s.grid.ys[s.u_at[n]] < 4 for n in range(1, 7)), "the other bank is the only one without a wall"
    lake = plain(20, 20, **{"~": " ".join(f"{x},{y}" for x in range(20) for y in range(10))})
    s = war(hunted(lake))
    man(s, "paddy", 3, 12, spotted=True)
    u = unit(s, "sturmboot", 6, 4, E, alert=True, role=V_GUARD)
    carriers.let_out(s, u)
    assert all(s.grid.ys[s.u_at[n]] == 10 for n in range(1, 7))


@pytest.mark.clause("RR-27.31", "RR-1.3")
def test_a_sturmboot_stops_under_a_bridge_whoever_is_on_it_and_keeps_nobody_from_it() -> None:  # A59
    s = war(hunted(board(RIVER)))
    boat = unit(s, "sturmboot", 4, 3, W, alert=True, role=V_GUARD)
    above = s.grid.at(4, 3)
    guard = unit(s, "smg", 4, 3, S)
    assert not obstacles.occupied(s, but_unit=boat) & s.cover(boat), "it may stop there"
    assert not obstacles.occupied(s, but_unit=guard) >> above & 1, "and he may stay"
    m = man(s, "paddy", 5, 1)
    act_with(s, m)
    assert f"move paddy {sq(5, 2)}" in offered(s, "move"), "the deck above the boat is free"
    assert obstacles.occupied(s) >> s.grid.at(6, 3) & 1, "beside the bridge it is in the way"
    assert obstacles.afloat(s) & s.cover(boat) == s.cover(boat), "swimmers and other boats meet it everywhere"


@pytest.mark.clause("RR-27.32", "RR-27.31", "RR-27.34")
def test_loaded_it_fires_ahead_and_empty_it_does_not() -> None:
    s = war(hunted(board(POND), dice=[6] * 8))
    m = man(s, "paddy", 7, 3, spotted=True)
    u = unit(s, "sturmboot", 3, 5, E, alert=True, role=V_GUARD)
    run(s, attacks.AttackPhase())
    assert s.m_health[m] == 1, "four dice"
    s.u_mark[u] = WAS_ALERT | IN_RANGE
    assert reactions.may_react(s, u, m)
    carriers.emptied(s, u)
    assert not reactions.may_react(s, u, m)
    left = s.m_health[m]
    run(s, attacks.AttackPhase())
    assert s.m_health[m] == left


@pytest.mark.clause("RR-27.33")
def test_a_calm_one_stands_until_it_is_alert_and_somebody_is_spotted() -> None:
    s = war(hunted(board(POND)))
    s.section = STEALTH
    man(s, "paddy", 10, 15)
    u = unit(s, "sturmboot", 2, 5, E, role=V_GUARD)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (2, 5)
    s.u_alert[u] = 1
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (2, 5), "alert with nobody spotted it keeps its place"
