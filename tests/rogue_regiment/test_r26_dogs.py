"""Chapter 26, Hot Dogs: what dogs smell, how they run, and whom they bite."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.advice import forecast, odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import BATTLE, GUARD, STEALTH, TROOPER, WAITING, Regiment
from sandtable.games.rogue_regiment.table import about
from sandtable.games.rogue_regiment.table.overlays import overlay
from tests.kit import said, told
from tests.rogue_regiment.boards import board, edged, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import willys

YARD = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . H . . . . . . .
+ +#+#+#+W+#+ + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ +#+#+D+#+#+ + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""


def kennel(x: int, y: int, facing: int, alert: bool = False, dice: list[int] | None = None) -> tuple[Regiment, int]:
    """Open ground with a dog."""
    s = field(plain(20, 20), dice=dice, packs="hd")
    return s, unit(s, "dog", x, y, facing, alert=alert)


@pytest.mark.clause("RR-26.15", "RR-26.16", "RR-26.17", "RR-26.19")
def test_over_a_hedge_and_through_a_window_for_four_points_and_it_bites() -> None:  # TV-70
    s = field(board(YARD), dice=[3, 5], packs="hd")
    s.section = BATTLE
    m = man(s, "paddy", 5, 3, low=True, spotted=True)
    u = unit(s, "dog", 1, 0, S, alert=True, role=TROOPER)
    assert position.reachable(s, u).cost(s.grid.at(4, 2)) == 3, "hedge and window cost nothing extra"
    run(s, advance.Advance(u, 4))
    through(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == 1
    assert s.layout.room[s.u_at[u]]
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 3


@pytest.mark.clause("RR-26.17")
def test_crates_cost_a_dog_two_points() -> None:
    s = field(plain(12, 12, C=" ".join(f"{x},5" for x in range(12))), packs="hd")
    u = unit(s, "dog", 5, 6, N)
    assert position.reachable(s, u).cost(s.grid.at(5, 5)) == 2
    s = field(plain(12, 12, H=" ".join(f"{x},5" for x in range(12))), packs="hd")
    u = unit(s, "dog", 5, 6, N)
    assert position.reachable(s, u).cost(s.grid.at(5, 5)) == 1


@pytest.mark.clause("RR-26.13", "RR-26.18")
def test_a_dog_smells_a_crouched_man_who_moves_two_squares_behind_it() -> None:  # TV-85
    s, u = kennel(5, 5, N)
    m = man(s, "jock", 5, 8, low=True)
    act_with(s, m)
    do(s, f"move jock {sq(5, 7)}")
    assert s.u_alert[u]
    assert s.u_face[u] == S
    assert s.meter == 6
    assert said(told(s), "RR-26.13") == ["{dog-1} is alert: it smells {jock}"]


@pytest.mark.clause("RR-26.18")
def test_smell_alone_does_not_make_him_spotted() -> None:
    s = field(plain(20, 20, F="5,6 4,6 6,6"), packs="hd")
    u = unit(s, "dog", 5, 5, N)
    m = man(s, "jock", 5, 8)
    act_with(s, m)
    do(s, f"move jock {sq(5, 7)}")
    assert (s.u_alert[u], s.u_face[u], s.m_spotted[m]) == (1, S, 0)


@pytest.mark.clause("RR-26.13")
def test_every_square_of_a_move_counts_and_standing_still_does_not() -> None:
    s, u = kennel(5, 5, N)
    m = man(s, "jock", 8, 6)
    act_with(s, m)
    do(s, "crouch jock", "pop-up jock")
    assert not s.u_alert[u]
    do(s, f"sprint jock {sq(8, 9)}")
    assert not s.u_alert[u], "three squares off all the way"
    s, u = kennel(5, 5, N)
    m = man(s, "jock", 7, 7)
    act_with(s, m)
    do(s, f"move jock {sq(8, 8)}")
    assert s.u_alert[u], "he was within two where he set out"


@pytest.mark.clause("RR-26.13", "RR-24.14", "RR-24.15")
@pytest.mark.parametrize(
    ("spotted", "section", "smelt"), [(False, STEALTH, 0), (True, STEALTH, 1), (False, BATTLE, 1), (True, BATTLE, 1)]
)
def test_a_disguise_hides_nancys_smell_while_it_deceives_and_no_longer(spotted: bool, section: int, smelt: int) -> None:
    s = field(plain(20, 20), packs="twd+hd")
    s.section = section
    man(s, "jock", 19, 19, spotted=True)
    m = man(s, "nancy", 5, 8, side="B", spotted=spotted)
    u = unit(s, "dog", 5, 5, N)
    act_with(s, m)
    foretold = " ".join(odds.odds(s, ("move", "nancy", sq(5, 7))) or ())
    assert ("smelt by Dog 1" in foretold) == bool(smelt)
    do(s, f"move nancy {sq(5, 7)}")
    assert s.u_alert[u] == smelt


@pytest.mark.clause("RR-26.13")
def test_whoever_sits_in_a_vehicle_is_not_smelt() -> None:
    s, u = kennel(9, 9, N)
    m = man(s, "jock", 9, 12)
    willys(s, 9, 12, S, m)
    s.forget()
    notice.begin(s, m)
    assert dogs.smelling(s, s.grid.at(9, 11)) == [u]
    run(s, notice.After())
    assert not s.u_alert[u]


@pytest.mark.clause("RR-26.13", "RR-9.21")
def test_a_sprint_that_keeps_clear_of_a_dog_is_offered_beside_one_that_does_not() -> None:
    s, u = kennel(5, 5, N)
    m = man(s, "jock", 8, 5)
    act_with(s, m)
    assert len(offered(s, "sprint", "jock", sq(8, 8))) == 2
    assert not s.u_alert[u]


@pytest.mark.clause("RR-26.12", "RR-26.14")
def test_a_dog_that_sees_somebody_barks_and_wakes_those_within_four() -> None:
    s, u = kennel(12, 5, S)
    m = man(s, "jock", 12, 11)
    near, far = unit(s, "rifle", 8, 5, N), unit(s, "rifle", 7, 5, N)
    act_with(s, m)
    do(s, f"move jock {sq(12, 10)}")
    assert s.m_spotted[m]
    assert [s.u_alert[n] for n in (u, near, far)] == [1, 1, 0]
    assert said(told(s), "RR-26.14") == ["{dog-1} barks"]


@pytest.mark.clause("RR-26.12")
def test_a_dog_hears_like_infantry() -> None:
    s, u = kennel(5, 5, N)
    m = man(s, "jock", 5, 8)
    unit(s, "rifle", 12, 8, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert (s.u_alert[u], s.u_face[u]) == (1, S)


@pytest.mark.clause("RR-26.20")
def test_a_dog_reacts_only_to_who_was_beside_it() -> None:  # TV-90
    s, _ = kennel(3, 1, S, alert=True)
    m = man(s, "jock", 3, 5)
    act_with(s, m)
    do(s, f"move jock {sq(3, 4)}")
    assert s.m_spotted[m]
    assert not said(told(s), "RR-10.1")
    s, _ = kennel(3, 1, S, alert=True, dice=[3, 2])
    m = man(s, "jock", 3, 3)
    act_with(s, m)
    do(s, f"move jock {sq(3, 2)}")
    assert s.m_health[m] == 4
    assert len(said(told(s), "RR-10.1")) == 1


@pytest.mark.clause("RR-26.16")
@pytest.mark.parametrize("edge", ["l", "W", "D", "#"])
def test_nobody_is_bitten_over_a_wall_through_a_window_or_a_door(edge: str) -> None:
    s = field(edged(YARD, (edge, 7, 0, 7, 1), (edge, 6, 0, 6, 1), (edge, 8, 0, 8, 1)), packs="hd")
    s.section = BATTLE
    u = unit(s, "dog", 7, 0, S, alert=True, role=TROOPER)
    for x in (6, 7, 8):
        assert not dogs.bites(s, s.u_at[u], s.grid.at(x, 1)), x
    m = man(s, "jock", 7, 1, spotted=True)
    assert position.quality(s, u, s.u_at[u], m) == -9
    run(s, attacks.AttackPhase())
    assert s.m_health[m] == 5
    act_with(s, m)
    do(s, "aim jock dog-1") if offered(s, "aim") else do(s, "crouch jock")
    assert not said(told(s), "RR-10.1")


@pytest.mark.clause("RR-26.15")
def test_a_dog_runs_eight_squares_to_where_it_bites_and_no_nearer_than_it_must() -> None:
    s, u = kennel(5, 15, N, alert=True)
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == 2
    run(s, advance.AdvancePhase())
    through(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == 1
    place = s.u_at[u]
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_at[u] == place


@pytest.mark.clause("RR-26.11")
def test_dogs_come_alert_to_a_spawn_tile_in_battle() -> None:
    s = field(plain(20, 20), packs="hd")
    s.section = BATTLE
    events.spawn(s, 0, [data.DOG, data.DOG])
    assert s.u_kind == (data.DOG, data.DOG)
    assert list(s.u_alert) == [1, 1]


@pytest.mark.clause("RR-26.12")
def test_a_dog_is_no_single_man_for_the_knife_and_does_not_smoke() -> None:
    s, u = kennel(5, 5, W)
    m = man(s, "jock", 6, 5)
    s.give(m, data.I_CIGARETTE, 1)
    s.cigarette = 1
    act_with(s, m)
    assert offered(s, "attack", "jock", "knife") == []
    assert offered(s, "cigarette") == []
    assert s.u_role[u] == GUARD
    assert at(s, s.u_at[u]) == (5, 5)


@pytest.mark.clause("RR-26.13")
def test_what_dogs_smell_is_shown_and_foretold() -> None:
    s = field(plain(20, 20, F="5,6 4,6 6,6"), packs="hd")
    unit(s, "dog", 5, 5, N)
    m = man(s, "jock", 5, 8)
    assert len(overlay(s, "smell", ())) == 25
    act_with(s, m)
    reach = overlay(s, "reach", ("jock",))
    assert (reach[sq(5, 7)]["shade"], reach[sq(5, 9)]["shade"]) == (2, 0)
    assert odds.odds(s, ("move", "jock", sq(5, 7))) == {"smelt by Dog 1": 1.0}
    assert any("smelt by {dog-1}" in line for line in about.about(s, sq(5, 7)))


@pytest.mark.clause("RR-26.13", "RR-1.22")
def test_a_dog_smells_who_steps_onto_the_board_beside_it_and_who_steps_off_it() -> None:  # E240
    s = field(plain(10, 10), packs="hd")
    u = unit(s, "dog", 4, 7, N)
    m = setup.add_man(s, data.OPERATORS.index("jock"), 0, s.stage.entry[1], WAITING)
    s.m_ap[m] = 4
    act_with(s, m)
    assert forecast.Ahead(s, m).forecast(("move", "jock", sq(4, 9))).text == "heard by Dog 1"
    do(s, f"move jock {sq(4, 9)}")
    assert s.u_alert[u]
    s.u_alert[u] = 0
    act_with(s, m)
    s.u_face[u] = N
    assert "heard by Dog 1" in forecast.Ahead(s, m).forecast(("leave", "jock")).text
    do(s, "leave jock")
    assert s.u_alert[u]


@pytest.mark.clause("RR-26.11")
def test_guard_dogs_stand_where_the_mission_puts_them() -> None:
    s = GAME.start("m11-kennel-road", seed=1)
    assert isinstance(s, Regiment)
    found = [u for u, kind in enumerate(s.u_kind) if kind == data.DOG]
    assert len(found) == 2
    assert s.u_at[found[0]] == s.layout.anchors[0, 0, "kennel"]
    assert all(s.u_role[u] == GUARD and s.u_face[u] == S and not s.u_alert[u] for u in found)


@pytest.mark.clause("RR-26.13")
def test_a_swimmer_is_smelt_where_he_comes_out_of_the_water_and_a_diver_where_he_leaves_the_bank() -> None:
    pond = {"~": " ".join(f"{x},{y}" for x in range(12) for y in (4, 5, 6))}
    for start, to, swims, smelt in (((4, 5), (4, 4), 1, False), ((4, 4), (4, 3), 1, True), ((4, 3), (4, 4), 0, True)):
        s = field(plain(12, 12, **pond), packs="hd")
        m = man(s, "wick", *start)
        s.swim(m, swims)
        dog = unit(s, "dog", 4, 2, N)
        act_with(s, m)
        do(s, next(line for line in offered(s) if line.split()[0] in ("move", "swim") and line.endswith(f" {sq(*to)}")))
        assert bool(s.u_alert[dog]) == smelt
