"""Chapter 27, the units that the Jäger moves."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.advice import forecast_hunt
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import BATTLE, JAEGER, TROOPER, V_GUARD, Regiment
from sandtable.kernel.flow import legal
from tests.kit import asked, said
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, at, do, man, offered, refused, run, sq, unit
from tests.rogue_regiment.positions import HOUSE, hunted, sentry


def battle(width: int = 20, height: int = 20) -> Regiment:
    """Open ground in Battle."""
    s = hunted(plain(width, height))
    s.section = BATTLE
    return s


def his(s: Regiment, u: int) -> int:
    """The Jäger moves this unit."""
    tokens.take_over(s, u)
    return u


@pytest.mark.clause("RR-27.25")
def test_he_moves_a_jaeger_unit_wherever_its_points_take_it() -> None:
    s = battle()
    man(s, "paddy", 10, 10, spotted=True)
    u = his(s, unit(s, "sniper", 10, 4, S, alert=True, role=TROOPER))
    run(s, advance.AdvancePhase())
    assert s.seat == JAEGER
    assert len(offered(s, "go")) == 9 * 9 - 1, "every square within four, also away from the enemy"
    assert len(offered(s, "halt")) == 4
    do(s, f"go {s.unit(u)} {sq(8, 2)}")
    assert at(s, s.u_at[u]) == (8, 2) and "2 points left" in asked(s)
    do(s, f"go {s.unit(u)} {sq(8, 1)}")
    assert len(offered(s, "go")) == 8, "one point is left"
    do(s, f"halt {s.unit(u)} e")
    assert s.u_face[u] == E and at(s, s.u_at[u]) == (8, 1)
    assert not offered(s)


@pytest.mark.clause("RR-27.25")
def test_what_he_may_not_is_refused_with_its_reason() -> None:
    s = battle()
    man(s, "paddy", 10, 10, spotted=True)
    u = his(s, unit(s, "sniper", 10, 4, S, alert=True, role=TROOPER))
    other = unit(s, "smg", 11, 4, S)
    run(s, advance.AdvancePhase())
    name = s.unit(u)
    assert refused(s, f"go {name} {sq(10, 9)}") == "RR-27.25", "five squares off"
    assert refused(s, f"go {name} {sq(11, 4)}") == "RR-1.3" and s.u_at[other] >= 0
    assert refused(s, f"go {name} {sq(10, 4)}") == "RR-27.25"
    assert refused(s, "advance") == "RR-27.25"


@pytest.mark.clause("RR-27.25")
def test_other_units_advance_by_themselves_and_his_attack_by_the_rules() -> None:
    s = hunted(plain(20, 20), dice=[6, 6, 6, 6])
    s.section = BATTLE
    m = man(s, "paddy", 10, 10, spotted=True)
    u = his(s, unit(s, "smg", 10, 6, N, alert=True, role=TROOPER))
    auto = unit(s, "smg", 3, 10, E, alert=True, role=TROOPER)
    run(s, advance.AdvancePhase())
    do(s, f"halt {s.unit(u)} s")
    assert s.seat is None and s.grid.xs[s.u_at[auto]] > 3
    run(s, attacks.AttackPhase())
    assert s.m_health[m] < 5


@pytest.mark.clause("RR-27.25", "RR-16.1", "RR-16.13")
def test_he_is_told_whom_his_unit_could_attack_from_where() -> None:
    s = hunted(plain(20, 20), dice=[6] * 8)
    s.section = BATTLE
    paddy, jock = man(s, "paddy", 10, 11, spotted=True), man(s, "jock", 4, 6)
    u = his(s, unit(s, "smg", 10, 6, N, alert=True, role=TROOPER))
    run(s, advance.AdvancePhase())
    hunting = forecast_hunt.Hunting(s, u)
    told = {action: hunting.forecast(action).text for action in legal(s)}
    assert told["halt", s.unit(u), "s"] == "attacks Paddy, 75 % hit"
    assert told["halt", s.unit(u), "w"] == "attacks Jock, 75 % hit, spots Jock"
    assert told["go", s.unit(u), sq(10, 7)] == "attacks Paddy, 89 % hit", "at short range"
    assert told["halt", s.unit(u), "n"] == told["halt", s.unit(u), "e"] == ""
    for facing in ("n", "e", "s", "w"):
        twin = s.clone()
        do(twin, f"halt {s.unit(u)} {facing}")
        run(twin, attacks.AttackPhase())
        text = told["halt", s.unit(u), facing]
        assert ("attacks Paddy" in text, "attacks Jock" in text) == (twin.m_health[paddy] < 5, twin.m_health[jock] < 5)


@pytest.mark.clause("RR-27.25")
def test_on_the_way_he_meets_what_others_meet() -> None:
    s = battle()
    owner = man(s, "paddy", 2, 10, spotted=True)
    u = his(s, unit(s, "smg", 10, 4, S, alert=True, role=TROOPER))
    s.lay(traps=((s.grid.at(10, 5), owner, 0),))
    hidden = man(s, "jock", 10, 12)
    run(s, advance.AdvancePhase())
    do(s, f"go {s.unit(u)} {sq(9, 4)}", f"halt {s.unit(u)} s")
    assert s.m_spotted[hidden], "turning, it sees him"
    s = battle()
    owner = man(s, "paddy", 2, 10, spotted=True)
    u = his(s, unit(s, "smg", 10, 4, S, alert=True, role=TROOPER))
    s.lay(traps=((s.grid.at(10, 5), owner, 0),))
    run(s, advance.AdvancePhase())
    do(s, f"go {s.unit(u)} {sq(10, 5)}")
    assert not s.alive(u)


@pytest.mark.clause("RR-27.25")
def test_with_nobody_spotted_his_units_move_all_the_same_in_battle() -> None:
    s = battle()
    u = his(s, unit(s, "smg", 10, 4, S, alert=True, role=TROOPER))
    auto = unit(s, "smg", 3, 10, E, alert=True, role=TROOPER)
    run(s, advance.AdvancePhase())
    do(s, f"go {s.unit(u)} {sq(10, 8)}", f"halt {s.unit(u)} s")
    assert at(s, s.u_at[u]) == (10, 8) and at(s, s.u_at[auto]) == (3, 10)


@pytest.mark.clause("RR-27.27")
def test_an_upgraded_sentry_may_leave_its_point() -> None:
    s = battle()
    man(s, "paddy", 10, 12, spotted=True)
    u, other = sentry(s, 3, 3, N, (N, S)), sentry(s, 16, 3, N, (N, S))
    s.u_alert[:] = [1, 1]
    unit(s, "smg", 10, 1, S, alert=True, role=TROOPER)
    his(s, u)
    run(s, advance.AdvancePhase())
    do(s, f"go {s.unit(u)} {sq(3, 6)}", f"halt {s.unit(u)} s")
    assert at(s, s.u_at[u]) == (3, 6) and at(s, s.u_at[other]) == (16, 3)


@pytest.mark.clause("RR-27.25", "RR-27.35")
def test_he_drives_a_vehicle_by_square_and_heading_and_goes_on_while_points_last() -> None:
    s = battle()
    man(s, "paddy", 10, 18, spotted=True)
    u = his(s, unit(s, "hmg-kubelwagen", 4, 6, E, alert=True, role=V_GUARD))
    run(s, advance.AdvancePhase())
    assert s.seat == JAEGER and offered(s, "drive-to")
    do(s, f"drive-to {s.unit(u)} {sq(7, 6)}")
    if offered(s, "heading"):
        do(s, "heading e")
    assert at(s, s.u_at[u]) == (7, 6) and s.hunt_left == 5
    seen = GAME.seen(s, JAEGER)
    assert "5 points left" in seen.prompt.text and seen.options == legal(s), "as he is told, so it is"
    assert refused(s, f"drive-to {s.unit(u)} {sq(19, 19)}") == "RR-27.25"
    do(s, "done")
    assert s.seat is None


@pytest.mark.clause("RR-27.35")
def test_the_hmg_kubelwagen_looks_ahead_and_fires_through_one_wall() -> None:
    s = hunted(board(HOUSE), dice=[6, 6, 6])
    s.section = BATTLE
    m = man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "hmg-kubelwagen", 4, 2, S, alert=True, role=V_GUARD)
    assert data.FRONT[s.u_kind[u]] and not data.REAR[s.u_kind[u]]
    s.forget()
    run(s, attacks.AttackPhase())
    assert said(s.events, "RR-18.24") and s.m_health[m] < 5


@pytest.mark.clause("RR-27.25")
def test_jaeger_vehicles_of_a_mission_are_his_and_nobody_moves_them_without_him() -> None:
    s = battle()
    man(s, "paddy", 10, 18, spotted=True)
    u = unit(s, "hmg-kubelwagen", 4, 6, E, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    assert s.seat is None and at(s, s.u_at[u]) != (4, 6), "it is not his, so it advances by itself"
