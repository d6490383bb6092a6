"""Chapter 7, taking aim and marking targets, and the instants at which a marked attack may be made."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import ADVANCE, BATTLE, EVENT, GUARD, OFF, TROOPER, V_GUARD, Regiment, changed
from sandtable.kernel.flow import act, legal
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import (
    E,
    N,
    S,
    W,
    act_with,
    at,
    do,
    field,
    man,
    offered,
    patrolled,
    run,
    sq,
    through,
    unit,
    why,
)
from tests.rogue_regiment.positions import card_of, convoy, line, routed, sentry, walker, willys


def about_face(x: int, low: bool = False) -> tuple[Regiment, int, int]:
    layout = plain(16, 6, F=f"{x},2" if low else "15,5")
    link = line(layout, WHITE, *((n, 2) for n in range(12)))
    s = field(layout, dice=[1])
    m = man(s, "jock", x, 2, facing=E, low=low)
    u = walker(s, link, 4, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u])[0] < 6:
        do(s, "hold jock")
    do(s, "fire jock pistol")
    through(s, "turn")
    through(s)
    return s, m, u


def hold(s: Regiment) -> None:
    """Everybody who might fire holds his fire at this instant."""
    for words in offered(s, "hold"):
        do(s, words)


def crossfire(kind: str) -> tuple[Regiment, int]:
    """A unit that two men in hiding have marked, one of whom has missed it before its first step."""
    s = field(plain(20, 20, F="5,10"), dice=[1])
    s.section = BATTLE
    first, second = man(s, "jock", 5, 10, low=True, spotted=True, facing=E), man(s, "paddy", 12, 19, spotted=True)
    s.m_low[second] = 1
    if kind == "smg":
        u = unit(s, kind, 12, 10, N, alert=True)
    else:
        u = setup.add_unit(s, data.UNITS.index(kind), s.grid.at(12, 10), N, V_GUARD)
        s.rouse(u)
        s.forget()
    s.m_mark[first] = s.m_mark[second] = u
    run(s, advance.AdvancePhase())
    hold(s)
    assert s.u_done[u], "its own move is about to begin"
    do(s, "fire jock pistol")
    return s, u


@pytest.mark.clause("RR-7.1", "RR-7.2", "RR-7.4")
def test_aiming_gives_two_and_lasts_over_a_move_and_attack() -> None:  # TV-13
    s = field(plain(12, 3), dice=[3])
    m = man(s, "paddy", 0, 0)
    u = unit(s, "rifle", 6, 0, E)
    act_with(s, m)
    do(s, "aim paddy rifle-1")
    do(s, f"move-attack paddy {sq(1, 0)} pistol rifle-1")
    assert not s.alive(u)
    assert s.m_ap[m] == 2


@pytest.mark.clause("RR-7.2", "RR-7.1", "RR-6.5")
def test_who_takes_aim_at_two_units_has_both_in_his_sights() -> None:
    s = field(plain(12, 12), dice=[3, 3])
    m = man(s, "jock", 0, 4)
    first, second = unit(s, "rifle", 6, 2, N), unit(s, "rifle", 6, 6, S)
    act_with(s, m)
    do(s, "aim jock rifle-1")
    do(s, "aim jock rifle-2")
    assert not offered(s, "aim")
    do(s, "attack jock pistol rifle-1")
    do(s, "attack jock pistol rifle-2")
    assert not s.alive(first) and not s.alive(second), "3 and 2 for the aim are 5"
    assert s.m_aim[m] == ()


@pytest.mark.clause("RR-7.3")
def test_aim_and_short_range_add_up_to_three() -> None:
    s = field(plain(9, 3), dice=[2])
    m = man(s, "jock", 0, 0)
    u = unit(s, "rifle", 3, 0, E)
    act_with(s, m)
    do(s, "aim jock rifle-1")
    do(s, "attack jock pistol rifle-1")
    assert not s.alive(u)


@pytest.mark.clause("RR-7.5", "RR-7.6", "RR-7.8", "RR-7.10", "RR-7.11", "RR-7.12", "RR-7.15", "RR-7.16", "RR-15.2")
def test_a_marked_patrolman_is_shot_when_he_comes_into_sight() -> None:  # TV-14
    layout = plain(6, 6, F="1,3 2,3")
    link = line(layout, WHITE, *((x, 2) for x in range(6)))
    s = field(layout, dice=[2])
    m = man(s, "jock", 3, 5)
    u = walker(s, link, 0, E)
    act_with(s, m)
    do(s, "mark jock rifle-1")
    assert s.m_ap[m] == 2
    do(s, "end jock n")
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (3, 2), "the forest hides the first squares"
    assert offered(s) == ["fire jock pistol", "hold jock", "hold-unit jock", "hold-phase jock"]
    do(s, "fire jock pistol")
    assert [at(s, v) for v in s.corpses] == [(3, 2)]
    assert s.m_mark[m] == OFF


@pytest.mark.clause("RR-7.5", "RR-21.7")
def test_a_gunner_may_move_his_marker_with_the_second_action() -> None:
    s = field(plain(20, 20))
    gunner = man(s, "paddy", 0, 0)
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), gunner)
    first, second = unit(s, "smg", 9, 0, N), unit(s, "smg", 19, 0, N)
    run(s, cars.CarAct(c))
    do(s, "mark willys front smg-1")
    assert s.m_mark[gunner] == first and s.c_ap[c] == 1
    assert offered(s, "mark") == ["mark willys front smg-2"]
    refusal = why(s, "mark willys front smg-1")
    assert (refusal.clause, "on it" in refusal.text) == ("RR-21.7", True)
    do(s, "mark willys front smg-2")
    assert s.m_mark[gunner] == second and s.c_ap[c] == 0


@pytest.mark.clause("RR-7.7")
def test_units_on_spawn_tiles_may_be_marked_but_not_attacked() -> None:
    s = field(plain(10, 10))
    m = man(s, "jock", 4, 1)
    events.spawn(s, BLACK, [data.SMG])
    act_with(s, m)
    assert "mark jock smg-1" in offered(s, "mark")
    assert offered(s, "attack") == []


@pytest.mark.clause("RR-7.9", "RR-7.17", "RR-14.5")
def test_in_the_event_phase_the_shot_comes_between_draw_and_effect() -> None:  # TV-15
    s = field(plain(9, 9), dice=[1])
    m = man(s, "jock", 4, 6)
    u = sentry(s, 4, 3, N, (N, S))
    s.m_mark[m] = u
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == N
    assert offered(s, "fire") == ["fire jock pistol"]
    do(s, "hold jock")
    assert s.u_face[u] == S


@pytest.mark.clause("RR-7.10", "RR-7.13", "RR-7.16")
def test_four_markers_at_one_instant_and_a_target_that_dies_to_the_first() -> None:
    layout = plain(14, 14)
    link = line(layout, WHITE, *((x, 2) for x in range(14)))
    s = field(layout, dice=[6, 6])
    men = [man(s, name, 3 + n, 6) for n, name in enumerate(("jock", "paddy", "hawke", "wick"))]
    first = walker(s, link, 2, E)
    other = unit(s, "smg", 10, 2, N)
    for m in men[:3]:
        s.m_mark[m] = first
    s.m_mark[men[3]] = other
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert {words.split()[1] for words in offered(s, "fire")} == {"jock", "paddy", "hawke", "wick"}
    do(s, "hold wick")
    do(s, "hold-unit paddy")
    assert {words.split()[1] for words in offered(s, "fire")} == {"jock", "hawke"}
    do(s, "fire hawke sniper")
    assert not s.alive(first)
    assert s.m_mark[men[0]] == s.m_mark[men[1]] == OFF, "their target is gone"
    assert s.m_mark[men[3]] == other
    assert at(s, s.corpses[-1]) == (2, 2), "before his first step"


@pytest.mark.clause("RR-7.10", "RR-12.13", "RR-12.20", "RR-12.22")
def test_a_shot_in_the_middle_of_another_s_move_raises_the_alarm_and_the_rest_advance() -> None:
    s = field(plain(20, 12), dice=[6], meter=1)
    man(s, "paddy", 19, 2, spotted=True)
    shooter = man(s, "jock", 5, 8)
    walking = unit(s, "smg", 3, 2, E, alert=True)
    marked = unit(s, "rifle", 5, 4, N)
    calm = unit(s, "smg", 0, 11, N)
    s.m_mark[shooter] = marked
    run(s, advance.AdvancePhase())
    while at(s, s.u_at[walking])[0] < 5:
        do(s, "hold jock" if offered(s, "hold", "jock") else " ".join(legal(s)[0]))
    do(s, "fire jock pistol")
    assert s.section == BATTLE
    assert s.m_spotted[shooter]
    through(s)
    assert at(s, s.u_at[walking])[0] >= 7, "who was in mid-move completes it"
    assert at(s, s.u_at[calm]) != (0, 11), "who was calm advances now"


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


@pytest.mark.clause("RR-7.10", "RR-18.31")
def test_a_marked_attack_may_follow_the_step_with_which_a_patrol_vehicle_leaves_the_board() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0), 10, 10)
    s.u_place[u], s.u_at[u], s.u_face[u] = 11, s.grid.at(4, -1), N  # its rear row is between the two
    m = man(s, "jock", 2, 0, facing=E)
    s.m_mark[m] = unit(s, "rifle", 7, 0, E)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_at[u] == OFF
    assert offered(s, "fire") == ["fire jock pistol"]


@pytest.mark.clause("RR-7.10", "RR-18.37")
def test_a_marked_attack_may_follow_the_step_with_which_a_convoy_vehicle_leaves_the_board() -> None:
    s = field(plain(10, 10))
    [u] = convoy(s, "motorbike")
    s.u_place[u], s.u_at[u], s.u_face[u] = 10, s.grid.at(5, 10), S
    m = man(s, "jock", 2, 9, facing=E)
    s.m_mark[m] = unit(s, "rifle", 7, 9, E)
    s.phase = ADVANCE
    run(s, routes.ConvoyMoves())
    assert not s.alive(u)
    assert offered(s, "fire") == ["fire jock pistol"]


@pytest.mark.clause("RR-7.10", "RR-18.54")
def test_a_marked_attack_may_follow_the_step_in_which_a_mine_destroys_a_patrol_vehicle() -> None:
    s, u = routed("patrol", "motorbike", Side(S, 0, 0), Side(N, 0, 0), 10, 10, dice=[6] * 4)
    m = man(s, "jock", 2, 0, facing=E)
    s.lay(mines=((s.grid.at(4, 0), m),))
    s.u_place[u], s.u_at[u], s.u_face[u] = 9, s.grid.at(4, 1), N
    s.u_health = (1,)
    s.m_mark[m] = unit(s, "rifle", 7, 1, E)  # behind the vehicle before the step and after it
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    while not offered(s, "fire"):
        do(s, offered(s)[0])
    assert not s.alive(u)
    assert offered(s, "fire") == ["fire jock pistol"]


@pytest.mark.clause("RR-7.10", "RR-20.17")
def test_a_marked_attack_may_follow_the_step_in_which_a_trap_kills_a_patrolman() -> None:
    s = field(plain(10, 10))
    link = line(s.layout, BLACK, (4, 5), (4, 4), (4, 3), (4, 2), (4, 1))
    u = walker(s, link, 0, N)
    m = man(s, "jock", 2, 4, facing=E)
    s.lay(traps=((s.grid.at(4, 4), m, 0),))
    s.m_mark[m] = unit(s, "rifle", 6, 5, E)  # behind (4, 4) and (4, 5)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    while not offered(s, "fire"):
        do(s, offered(s)[0])
    assert not s.alive(u)


@pytest.mark.clause("RR-7.13", "RR-7.10")
def test_holding_asks_again_at_the_next_instant_and_holding_for_the_phase_does_not() -> None:
    for words, again in (("hold jock", True), ("hold-phase jock", False)):
        layout = plain(9, 6)
        link = line(layout, WHITE, *((x, 2) for x in range(9)))
        s = field(layout)
        m = man(s, "jock", 3, 5)
        u = walker(s, link, 2, E)
        s.m_mark[m] = u
        s.token = WHITE
        run(s, patrol.PatrolPhase())
        do(s, words)
        assert bool(offered(s, "fire")) == again


@pytest.mark.clause("RR-7.14", "RR-7.15")
def test_a_knife_can_be_marked_on_who_walks_past_with_his_back_turned() -> None:
    layout = plain(9, 9)
    link = line(layout, WHITE, *((4, y) for y in range(8, -1, -1)))
    s = field(layout)
    m = man(s, "jock", 4, 6, facing=N)
    u = walker(s, link, 1, N)
    s.m_mark[m] = u
    s.m_low[m] = 0
    s.token = WHITE
    s.layout.kind[s.grid.at(4, 6)] = 1
    s.u_at[u], s.u_place[u] = s.grid.at(4, 5), 3
    s.forget()
    run(s, marks.Instant(u))
    assert "fire jock knife" in offered(s, "fire")
    do(s, "fire jock knife")
    assert not s.alive(u)


def missed_out_of_the_wood(x: int, *, at_column: int) -> tuple[Regiment, int, int]:
    """Jock fires from the wood at a patrolman who has come to a column, and misses."""
    layout = plain(16, 16, F=f"{x},7")
    link = line(layout, WHITE, *((column, 2) for column in range(12)))
    s = field(layout, dice=[1])
    m = man(s, "jock", x, 7, low=True)
    u = walker(s, link, 2, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u]) != (at_column, 2):
        do(s, "hold jock")
    do(s, "fire jock pistol")
    return s, m, u


@pytest.mark.clause("RR-7.18", "RR-10.7")
def test_a_patrolman_turned_off_his_line_by_a_miss_stops() -> None:
    """TV-91, with a pistol out of the wood: a marked sniper rifle (3+, +2) cannot miss."""
    s, m, u = missed_out_of_the_wood(5, at_column=4)
    assert at(s, s.u_at[u]) == (4, 2)
    assert s.u_face[u] == S
    assert s.u_alert[u]
    assert not s.m_spotted[m]
    assert s.meter == 5


@pytest.mark.clause("RR-7.18", "RR-10.7", "RR-9.1")
def test_a_patrolman_missed_from_beyond_his_sight_turns_and_stops_without_spotting_anybody() -> None:
    """TV-91 on its own board. With the ledger's numbers a marked sniper rifle cannot miss, so the miss is given."""
    assert data.W_NEEDS[data.SNIPER] - 2 == 1
    layout = plain(16, 16)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    m = man(s, "hawke", 4, 14)
    u = walker(s, link, 2, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u]) != (4, 2):
        do(s, "hold hawke")
    assert offered(s, "fire") == ["fire hawke sniper"]
    s.m_mark[m] = OFF
    notice.begin(s, m)
    s.u_done[u] = marks.ANEW
    s.act_loud = (*s.act_loud, ((s.m_at[m],), data.EARSHOT[data.SNIPER], notice.TELLS))
    s.faces = (1,)
    missed = attack.Count(m, data.SNIPER, u, s.m_at[m], -1)
    run(s, missed, notice.After(), reactions.Reactions(m, True), turn.EndAction())
    assert at(s, s.u_at[u]) == (4, 2), "two steps are lost"
    assert s.u_face[u] == S
    assert s.u_alert[u]
    assert not s.m_spotted[m]
    assert s.meter == 5


@pytest.mark.clause("RR-7.18")
def test_a_patrolman_who_turns_to_who_missed_him_and_sees_him_stops() -> None:
    s, m, u = about_face(1)
    assert s.m_spotted[m]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((6, 2), W)


@pytest.mark.clause("RR-7.18", "RR-15.2")
def test_a_patrolman_turned_about_along_his_line_who_sees_nobody_goes_on_as_he_faces() -> None:
    s, m, u = about_face(1, low=True)
    assert not s.m_spotted[m]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((4, 2), W), "two steps were left"


@pytest.mark.clause("RR-7.18", "RR-15.4")
def test_a_patrolman_shot_at_after_his_last_step_keeps_looking_where_the_shot_came_from() -> None:
    s, _, u = missed_out_of_the_wood(6, at_column=6)
    through(s)
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((6, 2), S)


@pytest.mark.clause("RR-7.18", "RR-18.35", "RR-20.34")
def test_a_patrol_vehicle_that_survives_a_marked_attack_and_sees_who_made_it_stops() -> None:
    s, u = routed("patrol", "kubelwagen", Side(S, 0, 1), Side(N, 0, 0), 10, 20, forest="4,8", dice=[6])
    m = man(s, "hawke", 4, 8, facing=S)  # under his camo net
    assert s.has(m, data.I_CAMO)
    s.m_mark[m], s.token = u, BLACK
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u])[1] > 16:
        do(s, "hold hawke")
    assert not s.m_spotted[m]
    do(s, "fire hawke pistol")
    assert s.alive(u) and s.u_alert[u] and s.m_spotted[m]
    assert not offered(s)
    assert at(s, s.u_at[u])[1] == 16


@pytest.mark.clause("RR-7.18", "RR-7.10")
def test_a_patrolman_turned_by_a_marked_attack_stops_though_another_shot_falls_at_that_instant() -> None:
    s = field(plain(20, 20), dice=[1, 1])
    link = line(s.layout, BLACK, *[(x, 2) for x in range(4, 12)])
    u = walker(s, link, 0, E)
    near, other = man(s, "hawke", 5, 10), man(s, "paddy", 19, 19, facing=W)
    s.m_mark[near], s.m_mark[other] = u, unit(s, "officer", 12, 19, W)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u])[0] < 5:
        do(s, (offered(s, "hold") or offered(s))[0])
    do(s, "fire hawke pistol")
    do(s, "fire paddy pistol")
    through(s)
    assert at(s, s.u_at[u])[0] == 5
    assert s.u_face[u] == S


@pytest.mark.clause("RR-7.18", "RR-7.10")
def test_a_patrolman_turned_off_his_line_stops_whatever_else_is_fired_at_that_instant() -> None:
    layout = plain(20, 16, F="5,7 14,13")
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout, dice=[1, 1])
    first, second = man(s, "jock", 5, 7, low=True), man(s, "paddy", 14, 13, low=True)
    u, other = walker(s, link, 2, E), unit(s, "rifle", 14, 7, N)
    s.m_mark[first], s.m_mark[second] = u, other
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u]) != (4, 2):
        do(s, "hold jock")
        do(s, "hold paddy")
    do(s, "fire jock pistol")
    assert s.u_face[u] == S
    do(s, "fire paddy pistol")
    through(s)
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((4, 2), S)


@pytest.mark.clause("RR-7.18", "RR-15.12")
@pytest.mark.parametrize("way", ["clockwise", "anticlockwise"])
def test_a_patrolman_whom_a_shot_turns_about_at_the_end_of_his_line_turns_no_farther(way: str) -> None:
    layout = plain(20, 16, F="2,5")
    link = line(layout, WHITE, *((x, 5) for x in range(3, 10)))
    s = field(layout, dice=[1])
    m = man(s, "jock", 2, 5, low=True, facing=E)
    u = walker(s, link, 2, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while not offered(s, "turn"):
        do(s, "hold jock")
    do(s, f"turn rifle-1 w {way}")
    assert s.u_face[u] == (S if way == "clockwise" else N)
    events = do(s, "fire jock pistol")
    through(s)
    assert [fact[2] for event in events for fact in event.facts if fact[0] == "turned"] == ["w"]
    assert (at(s, s.u_at[u]), s.u_face[u]) == ((9, 5), W)


@pytest.mark.clause("RR-7.19", "RR-12.13")
def test_an_advancing_unit_that_survives_a_marked_shot_goes_on() -> None:
    s = field(plain(14, 5), dice=[1, 1, 1, 1])
    target = man(s, "paddy", 13, 2, spotted=True)
    m = man(s, "jock", 5, 4, facing=N)
    u = unit(s, "smg", 1, 2, E, alert=True)
    s.m_mark[m] = u
    run(s, advance.AdvancePhase())
    while at(s, s.u_at[u])[0] < 4:
        do(s, "hold jock" if offered(s, "hold", "jock") else " ".join(legal(s)[0]))
    do(s, "fire jock pistol")
    through(s)
    assert s.m_spotted[target]
    assert s.m_spotted[m], "it turned and saw him"
    assert (at(s, s.u_at[u])[0], s.u_face[u]) == (4, S), "its goal anew is the nearer man, on whom it is optimal"


@pytest.mark.clause("RR-7.19", "RR-7.10")
def test_a_unit_shot_at_in_its_last_turn_goes_on_with_the_points_it_has_left() -> None:
    s = field(plain(20, 12), dice=[1])
    s.section = BATTLE
    man(s, "paddy", 19, 2, spotted=True)
    shooter = man(s, "jock", 10, 8)
    u = unit(s, "smg", 13, 2, N, alert=True, role=TROOPER)
    s.m_mark[shooter] = u
    run(s, advance.AdvancePhase())
    while s.u_face[u] != E or at(s, s.u_at[u])[0] < 15:
        do(s, "hold jock" if offered(s, "hold", "jock") else " ".join(legal(s)[0]))
    assert at(s, s.u_at[u])[0] == 15, "four squares from Paddy he stops: an optimal position, two points left"
    do(s, "fire jock pistol")
    through(s)
    assert s.m_spotted[shooter], "a loud weapon in Battle"
    assert s.u_face[u] == E, "turned to the shot, he takes aim at the man he is optimal on again"


@pytest.mark.clause("RR-7.19", "RR-13.13")
@pytest.mark.parametrize(("kind", "y", "role"), [("motorbike", 17, V_GUARD), ("smg", 15, GUARD)])
def test_a_unit_shot_at_before_its_first_step_chooses_its_goal_once(kind: str, y: int, role: int) -> None:
    s = field(plain(20, 20), dice=[1] * 9)
    s.section = BATTLE
    man(s, "wick", 10, 2, spotted=True)
    shooter, other = man(s, "jock", 4, 14, facing=E, spotted=True), man(s, "paddy", 4, 15, facing=E, spotted=True)
    u = unit(s, kind, 10, y, N, alert=True, role=role)
    s.m_mark[shooter] = s.m_mark[other] = u
    run(s, advance.AdvancePhase())
    do(s, "hold jock")
    do(s, "hold paddy")
    do(s, "fire jock pistol")  # its turn has begun
    goals = 0
    while offered(s):
        goals += bool(offered(s, "go"))
        do(s, (offered(s, "hold") or offered(s))[0])
    assert goals == 1


@pytest.mark.clause("RR-7.19", "RR-13.13")
@pytest.mark.parametrize("kind", ["smg", "motorbike"])
def test_a_unit_fired_at_before_its_first_step_chooses_its_goal_once(kind: str) -> None:
    s, u = crossfire(kind)
    hold(s)
    start = s.u_at[u]
    do(s, offered(s, "go")[0])
    while offered(s):
        assert not offered(s, "go"), "nobody has fired at it since"
        if offered(s, "hold"):
            hold(s)
        else:
            do(s, offered(s)[0])
    assert s.u_at[u] != start


@pytest.mark.clause("RR-7.19", "RR-13.19", "RR-1.3")
def test_a_unit_shot_at_while_it_passes_another_does_not_stop_on_his_square() -> None:
    s = field(plain(20, 12), dice=[1])
    s.section = BATTLE
    man(s, "paddy", 19, 2, spotted=True)
    shooter = man(s, "jock", 12, 8)
    passed = unit(s, "officer", 15, 2, E, alert=True)
    u = unit(s, "smg", 13, 2, E, alert=True, role=TROOPER)
    s.u_done = [1, 0]
    s.m_mark[shooter] = u
    run(s, advance.AdvancePhase())
    while s.u_at[u] != s.u_at[passed]:
        way = (
            offered(s, "go", "smg-1", sq(16, 2)) or offered(s, "step", "smg-1", sq(15, 2)) or offered(s, "hold", "jock")
        )
        do(s, (way or offered(s, "hold", "jock") or offered(s, "step"))[0])
    do(s, "fire jock pistol")
    through(s)
    assert s.u_at[u] != s.u_at[passed]


def test_marks_begin_free_in_each_phase() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.m_hold = changed(s.m_hold, m, marks.HOLD_PHASE)
    marks.begin_phase(s)
    assert s.m_hold[m] == marks.FREE
    assert act("a") == ("a",)
    assert (ADVANCE, EVENT) == (2, 3)
