"""Chapter 9, heard and seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side
from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import ADVANCE, BATTLE, CORPSE, LEFT, OFF, V_PATROL, changed
from tests.rogue_regiment.boards import board, edged, open_ground, plain
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
)
from tests.rogue_regiment.positions import JETTY, line, switched, turns, walker, willys


@pytest.mark.clause("RR-9.1", "RR-9.2", "RR-9.3", "RR-9.6", "RR-20.16")
def test_a_shot_is_heard_within_six_squares_and_turns_who_hears_it() -> None:  # TV-20
    for x, hears in ((10, True), (11, False)):
        s = field(plain(13, 9, F="7,6"), dice=[6])
        m = man(s, "paddy", 4, 6)
        unit(s, "rifle", 4, 3, N)
        u = unit(s, "rifle", x, 6, N)
        act_with(s, m)
        do(s, "attack paddy pistol rifle-1")
        assert s.meter == 5
        assert bool(s.u_alert[u]) == hears
        assert s.u_face[u] == (W if hears else N)
        assert not s.m_spotted[m]


@pytest.mark.clause("RR-9.2", "RR-21.30")
def test_a_mounted_gun_is_heard_within_earshot_of_any_square_of_its_vehicle() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "smg", 9, 5, N)
    behind, beyond = unit(s, "rifle", 9, 19, S), unit(s, "rifle", 19, 19, S)
    run(s, cars.CarAct(c))
    do(s, "attack willys front smg-1")
    assert s.u_alert[behind] and s.u_face[behind] == N, "8 squares behind the rear of the Willys, 10 from its front"
    assert not s.u_alert[beyond]


@pytest.mark.clause("RR-9.2", "RR-9.6", "RR-21.30")
def test_who_hears_a_mounted_gun_turns_to_the_nearest_square_of_its_vehicle() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "smg", 9, 5, N)
    right = unit(s, "rifle", 13, 12, S)  # its way to the front left square is 4 by 3, to the rear right one 3 by 1
    left = unit(s, "rifle", 7, 12, S)  # 2 by 3 to the front left square, 2 by 1 to the rear left one
    run(s, cars.CarAct(c))
    do(s, "attack willys front smg-1")
    assert (s.u_face[right], s.u_face[left]) == (W, E)


@pytest.mark.clause("RR-9.2", "RR-21.7")
def test_a_marked_shot_from_a_vehicle_is_heard_from_all_of_it() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    gunner = man(s, "paddy", 0, 0)
    willys(s, 9, 9, N, man(s, "jock", 0, 0), gunner)
    s.m_mark[gunner] = unit(s, "smg", 9, 5, N)
    behind = unit(s, "rifle", 9, 19, S)
    s.phase = ADVANCE
    run(s, marks.Instant(-1))
    do(s, "fire paddy vickers")
    assert s.u_alert[behind] and s.u_face[behind] == N


@pytest.mark.clause("RR-9.2", "RR-6.9")
def test_a_shot_before_a_step_is_heard_from_where_it_was_fired() -> None:
    s = field(plain(18, 6), dice=[1])
    m = man(s, "jock", 8, 3)
    unit(s, "rifle", 8, 1, N)
    near = unit(s, "rifle", 14, 3, E)  # six squares from where he fires, seven from where he steps
    far = unit(s, "rifle", 1, 3, W)  # seven and six
    act_with(s, m)
    do(s, f"attack-move jock pistol rifle-1 {sq(7, 3)}")
    assert s.u_alert[near] == 1 and s.u_face[near] == W, "it hears the shot and turns to it"
    assert s.u_alert[far] == 0


@pytest.mark.clause("RR-9.4")
def test_an_alert_unit_still_turns_to_a_sound() -> None:
    s = field(plain(12, 9), dice=[1])
    m = man(s, "jock", 1, 4)
    u = unit(s, "rifle", 6, 4, N, alert=True)
    unit(s, "rifle", 1, 0, N)
    act_with(s, m)
    do(s, "attack jock pistol rifle-2")
    assert s.u_face[u] == W


@pytest.mark.clause("RR-9.5")
def test_running_beside_a_man_is_heard_even_from_the_first_square() -> None:  # TV-96
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 5)
    u = unit(s, "rifle", 4, 4, N)
    act_with(s, m)
    do(s, f"sprint jock {sq(4, 8)}")
    assert s.u_alert[u]
    assert s.u_face[u] == S


@pytest.mark.clause("RR-9.5", "RR-20.52")
def test_a_sprint_into_the_water_is_heard_on_its_last_square_too() -> None:
    s = field(board(JETTY))
    m = man(s, "wick", 0, 5)
    u = unit(s, "rifle", 3, 3, E)
    act_with(s, m)
    do(s, f"sprint wick {sq(2, 2)}")
    assert s.m_swim[m]
    assert s.u_alert[u], "he hears the splash beside him"


@pytest.mark.clause("RR-9.5")
def test_a_sprint_is_heard_from_its_start_unless_the_option_says_otherwise() -> None:
    for heard in (True, False):
        s = switched(field(plain(9, 9)), sprint_noise_from_start=heard)
        m = man(s, "jock", 4, 5)
        u = unit(s, "rifle", 4, 4, N)
        act_with(s, m)
        do(s, f"sprint jock {sq(4, 8)}")
        assert bool(s.u_alert[u]) is heard


@pytest.mark.clause("RR-9.6", "RR-21.18")
def test_of_equally_near_squares_of_a_vehicle_a_unit_turns_to_the_straightest() -> None:
    s = field(plain(20, 20), dice=[1, 1, 1, 1])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "smg", 9, 5, N)
    left, right = unit(s, "rifle", 2, 16, N), unit(s, "rifle", 17, 16, N)  # the front square is 7 by 7, the rear 7 by 5
    run(s, cars.CarAct(c))
    do(s, "attack willys front smg-1")
    assert (s.u_face[left], s.u_face[right]) == (E, W)


@pytest.mark.clause("RR-9.6", "RR-9.4", "RR-13.30")
def test_a_unit_that_a_noise_turns_in_the_middle_of_a_turn_goes_on_by_the_shorter_way() -> None:
    s = field(plain(20, 20, F="7,10"), dice=[1])
    s.section = BATTLE
    man(s, "jock", 12, 19, spotted=True)
    hidden = man(s, "paddy", 7, 10, low=True)
    unit(s, "smg", 12, 10, N, alert=True)
    s.m_mark[hidden] = unit(s, "smg", 7, 7, N, alert=True)
    run(s, advance.AdvancePhase())
    while offered(s, "hold"):
        do(s, "hold paddy")
    for words in (f"go smg-1 {sq(12, 14)}", f"step smg-1 {sq(12, 11)}", "turn smg-1 s clockwise"):
        do(s, words)
    events = do(s, "fire paddy pistol")
    turned = [fact[2] for event in events for fact in event.facts if fact[:2] == ("turned", "smg-1")]
    assert turned[-2:] == ["w", "s"], "from the west, where the noise came from, the south is one quarter away"


@pytest.mark.clause("RR-9.6", "RR-9.4")
def test_a_body_that_a_unit_has_in_sight_already_does_not_stop_its_turn() -> None:
    s = field(plain(10, 10, F="5,8"), dice=[6])
    m = man(s, "paddy", 5, 9)
    u = unit(s, "rifle", 5, 4, N, alert=True)
    unit(s, "rifle", 8, 8, N, alert=True)
    s.lay(corpses=(s.grid.at(7, 2),))  # on its diagonal: seen facing north and facing east
    act_with(s, m)
    do(s, "attack paddy pistol rifle-2")
    turns(s)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-9.9")
def test_facings_are_the_four_winds() -> None:
    s = field(plain(9, 9))
    u = unit(s, "rifle", 4, 4, N)
    assert notice.facings_to(s, u, s.grid.at(8, 5)) == [E]
    assert notice.facings_to(s, u, s.grid.at(6, 2)) == [N], "a diagonal point: the nearer facing"
    s.face(u, S)
    assert sorted(notice.facings_to(s, u, s.grid.at(2, 2))) == [W]
    s.face(u, W)
    assert sorted(notice.facings_to(s, u, s.grid.at(6, 2))) == [N]


@pytest.mark.clause("RR-9.11")
def test_an_alert_man_hides_nothing_from_the_axis() -> None:  # TV-21c, TV-22
    for alert in (False, True):
        s = field(plain(7, 5))
        m = man(s, "jock", 3, 0)
        officer = unit(s, "officer", 3, 4, N)
        unit(s, "rifle", 3, 2, N, alert=alert)
        assert sight.sees(s, officer, m) == alert


@pytest.mark.clause("RR-9.12")
def test_between_two_unseen_squares_nothing_is_seen() -> None:  # the end of TV-22
    s = field(plain(7, 7))
    m = man(s, "jock", 2, 0)
    officer = unit(s, "officer", 3, 4, N)
    unit(s, "rifle", 3, 2, S)
    s.put(m, s.grid.at(3, 0))
    assert not sight.sees(s, officer, m)
    act_with(s, m)
    do(s, f"move jock {sq(2, 0)}")
    assert not s.m_spotted[m]


@pytest.mark.clause("RR-9.13", "RR-9.14", "RR-9.15")
def test_a_witnessed_assassination_spots_the_killer_even_out_of_sight() -> None:
    layout = edged(
        open_ground(9, 9), ("W", 3, 4, 3, 3), ("#", 2, 4, 2, 3), ("#", 4, 4, 4, 3), ("#", 1, 4, 1, 3), ("#", 5, 4, 5, 3)
    )
    s = field(layout)
    m = man(s, "jock", 3, 4)
    unit(s, "rifle", 3, 3, N)
    witness = unit(s, "rifle", 6, 3, W)
    act_with(s, m)
    do(s, "attack jock knife rifle-1")
    assert s.u_alert[witness]
    assert s.m_spotted[m]


@pytest.mark.clause("RR-9.16", "RR-9.17", "RR-9.18", "RR-9.21", "RR-10.2")
def test_one_visible_square_of_a_sprint_is_enough_to_be_spotted() -> None:  # TV-23
    s = field(plain(10, 9, F="3,5 5,5"))
    m = man(s, "jock", 2, 6)
    patrol = unit(s, "rifle", 4, 2, S)
    sentry = unit(s, "rifle", 8, 2, N)
    act_with(s, m)
    way = [words for words in offered(s, "sprint", "jock", sq(5, 6)) if words.split()[3:] in ([], [sq(3, 6), sq(4, 6)])]
    do(s, way[-1])
    assert s.u_alert[patrol]
    assert s.m_spotted[m]
    assert s.u_alert[sentry]
    assert s.u_face[sentry] == N
    assert s.m_health[m] == 5
    assert s.m_ap[m] == 2


@pytest.mark.clause("RR-9.16", "RR-10.1", "RR-21.12", "RR-21.29")
def test_who_gets_out_into_view_is_answered_himself_and_not_the_vehicle_that_nobody_sees() -> None:
    s = field(plain(20, 20, F="5,8 6,8 7,8 9,8 10,8 11,8 12,8"), dice=[6])
    driver, other = man(s, "jock", 0, 0), man(s, "hawke", 0, 0)
    c = willys(s, 9, 10, N, driver, other)
    health = s.c_health[c]
    unit(s, "rifle", 8, 4, S, alert=True)  # it looks through a gap in the wood
    run(s, cars.CarAct(c))
    do(s, "deploy willys")
    do(s, f"out hawke {sq(8, 11)}")
    do(s, "done")
    assert [s.m_spotted[driver], s.m_spotted[other]] == [0, 1]
    assert (s.c_health[c], s.m_health[other]) == (health, 4)


@pytest.mark.clause("RR-9.19", "RR-9.26")
def test_who_is_woken_by_a_shout_does_not_shout_and_an_alert_man_never_does() -> None:
    s = field(plain(16, 3))
    first, second, third = (unit(s, "rifle", x, 1, N) for x in (0, 4, 8))
    notice.begin(s)
    notice.alert(s, first, "RR-9.16", "test")
    notice.shout(s, first)
    assert (s.u_alert[second], s.u_alert[third]) == (1, 0)
    notice.begin(s)
    notice.shout(s, second)
    assert s.u_alert[third] == 0


@pytest.mark.clause("RR-9.16", "RR-9.17", "RR-9.19")
def test_two_who_see_a_man_at_once_both_shout_though_each_hears_the_other() -> None:
    s = field(plain(18, 12))
    m = man(s, "jock", 8, 8)
    unit(s, "rifle", 6, 8, E)
    unit(s, "rifle", 10, 8, W)
    behind = [unit(s, "rifle", x, 9, N) for x in (2, 14)]
    act_with(s, m)
    do(s, "crouch jock")
    assert [s.u_alert[u] for u in behind] == [1, 1], "each is within four of one of them alone"


@pytest.mark.clause("RR-9.13", "RR-9.20", "RR-20.13")
def test_two_who_fall_to_one_burst_have_witnessed_nothing() -> None:
    s = field(plain(14, 6), dice=[6, 6, 6])
    m = man(s, "paddy", 2, 2)
    dead = [unit(s, "rifle", 8, 2, S), unit(s, "rifle", 8, 3, N)]
    near = unit(s, "rifle", 12, 3, E)
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    through(s, "hit")
    assert not any(s.alive(u) for u in dead)
    assert not s.u_alert[near], "within four of them, and out of earshot"


@pytest.mark.clause("RR-9.20")
def test_an_observer_killed_by_the_action_wakes_nobody() -> None:
    s = field(plain(12, 9, F="7,5"), dice=[6])
    m = man(s, "jock", 4, 5)
    seen_by = unit(s, "rifle", 4, 3, S)
    other = unit(s, "rifle", 9, 5, N)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert not s.alive(seen_by)
    assert not s.m_spotted[m]
    assert s.u_alert[other] == 1, "by the shot, not by a shout"


@pytest.mark.clause("RR-9.21", "RR-21.11", "RR-1.23")
def test_a_vehicle_that_leaves_is_heard_and_runs_men_over_on_its_way() -> None:
    s = field(plain(10, 20))
    s.stage = Stage(replace(s.stage.mission, entry=Side(S, 0, 1)), s.layout)
    c = setup.add_car(s, data.LORRY, s.grid.at(5, 17), S)
    m = man(s, "jock", 5, 17)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 0)
    under, near = unit(s, "rifle", 5, 19, S), unit(s, "rifle", 9, 19, S)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    do(s, "leave lorry")
    do(s, offered(s, "by")[0])
    assert s.m_state[m] == LEFT
    assert (s.alive(under), s.u_alert[near]) == (False, 1)


@pytest.mark.clause("RR-9.22")
def test_units_on_spawn_tiles_neither_see_nor_hear() -> None:
    s = field(plain(10, 10), dice=[6])
    m = man(s, "jock", 4, 1)
    events.spawn(s, BLACK, [data.SMG])
    unit(s, "rifle", 9, 1, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert not s.u_alert[0]
    assert not s.m_spotted[m]
    assert not sight.has_sight(s, 0)


@pytest.mark.clause("RR-9.23", "RR-9.17", "RR-20.17", "RR-20.31")
def test_who_sees_a_man_die_in_a_trap_shouts_though_a_mine_lies_there_too() -> None:
    s = field(plain(14, 3, F="0,1"), dice=[1, 1, 1, 1])  # among the trees the body itself is not seen
    victim, witness, third = unit(s, "rifle", 0, 1, E), unit(s, "rifle", 6, 1, W), unit(s, "rifle", 10, 1, E)
    v = s.grid.at(0, 1)
    s.lay(traps=((v, 0, 0),))
    s.lay(mines=((v, 0),))
    placed.tread(s, victim, [v])
    run(s)
    assert (s.alive(victim), len(s.mines), s.meter) == (False, 0, 5)
    assert s.u_alert[witness]
    assert s.u_alert[third], "out of the mine's earshot, but not of the shout"


@pytest.mark.clause("RR-9.24")
def test_a_body_is_found_as_soon_as_a_patrolman_steps_out_of_the_way() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 4) for x in range(12)))
    s = field(layout)
    man(s, "jock", 0, 8, low=True)
    s.layout.kind[s.grid.at(0, 8)] = 4
    watch = unit(s, "rifle", 4, 1, S)
    u = walker(s, link, 4, E)
    s.lay(corpses=(s.grid.at(4, 6),))
    assert not sight.corpses_seen(s, watch)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    through(s)
    assert at(s, s.u_at[u])[0] > 4
    assert s.u_alert[watch]


@pytest.mark.clause("RR-9.24", "RR-20.2")
def test_a_body_that_a_man_drops_as_he_is_killed_is_found_at_once() -> None:
    s = field(plain(20, 20), dice=[6])
    m = man(s, "jock", 5, 5, spotted=True)
    s.m_object, s.m_health = changed(s.m_object, m, CORPSE), changed(s.m_health, m, 1)
    unit(s, "rifle", 5, 2, S, alert=True)
    watcher, beside, away = unit(s, "smg", 12, 5, W), unit(s, "rifle", 16, 6, E), unit(s, "rifle", 18, 6, E)
    run(s, attacks.AttackPhase())
    assert not s.on_board(m)
    assert [s.u_alert[u] for u in (watcher, beside, away)] == [1, 1, 0], "who sees the body shouts"


@pytest.mark.clause("RR-9.24", "RR-21.22")
def test_a_body_that_a_destroyed_vehicle_has_hidden_is_found_at_once() -> None:
    s = field(plain(20, 20), dice=[6, 6])
    c = willys(s, 9, 9, N, man(s, "jock", 0, 0, spotted=True))
    s.c_health = changed(s.c_health, c, 1)
    unit(s, "smg", 9, 5, S, alert=True)
    watcher = unit(s, "rifle", 7, 10, E)
    s.lay(corpses=(s.grid.at(12, 10),))
    run(s, attacks.AttackPhase())
    assert s.c_at[c] < 0
    assert s.u_alert[watcher]


@pytest.mark.clause("RR-9.24", "RR-15.9")
def test_a_shout_at_the_door_uncovers_a_body_behind_who_hears_it() -> None:
    layout = edged(open_ground(12, 9), ("D", 3, 2, 4, 2), *(("#", 3, y, 4, y) for y in (0, 1, 3, 4, 5, 6, 7, 8)))
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    man(s, "jock", 4, 2)
    u = walker(s, link, 3, E)
    stands_between, watch = unit(s, "rifle", 3, 6, W), unit(s, "rifle", 3, 7, N)
    s.lay(corpses=(s.grid.at(3, 5),))
    s.token = WHITE
    assert not sight.corpses_seen(s, watch)
    run(s, patrol.PatrolPhase())
    assert s.u_alert[u]
    assert s.u_alert[stands_between], "four squares from the shout"
    assert s.u_alert[watch], "five squares from it, with the body in clear sight now"


@pytest.mark.clause("RR-9.24", "RR-18.31")
def test_a_vehicle_that_leaves_the_board_uncovers_the_body_behind_it() -> None:
    s = field(plain(20, 10))
    patrolled(s, "motorbike", Side(W, 0, 0), Side(E, 1, 0))
    u = setup.add_unit(s, data.MOTORBIKE, s.grid.at(0, 0), E, V_PATROL, link=0)
    s.u_way[u] = 1
    way = routes.route_of(s, u)
    s.u_place[u] = len(way) - 2  # one step from the end of its way, and still half on the board
    vehicles.put(s, u, way[-2][0])
    s.forget()
    watch = unit(s, "rifle", 19, 2, S)
    s.lay(corpses=(s.grid.at(19, 7),))
    assert not sight.corpses_seen(s, watch)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert not s.here(u)
    assert s.u_alert[watch]


@pytest.mark.clause("RR-9.25")
def test_who_waits_is_not_noticed_because_a_blocker_leaves() -> None:
    s = field(plain(9, 9), dice=[6])
    m = man(s, "jock", 4, 6)
    other = man(s, "paddy", 0, 2)
    unit(s, "rifle", 4, 4, E)
    watcher = unit(s, "rifle", 4, 1, S)
    assert not sight.sees(s, watcher, m)
    act_with(s, other)
    s.move(0, OFF)
    s.forget()
    assert sight.sees(s, watcher, m)
    do(s, f"move paddy {sq(0, 1)}")
    assert not s.m_spotted[m]


@pytest.mark.clause("RR-9.25", "RR-9.16", "RR-21.29", "RR-21.15")
def test_who_is_seen_boarding_gives_away_nobody_who_sits_there_already() -> None:
    s = field(plain(12, 12))
    aboard = man(s, "jock", 9, 9)
    c = willys(s, 4, 6, E, aboard)
    u = unit(s, "rifle", 8, 1, S)
    m = man(s, "paddy", 5, 8)
    act_with(s, m)
    do(s, f"move paddy {sq(4, 7)}")
    do(s, "seat paddy rear")
    assert (s.m_car[m], s.u_alert[u]) == (c, 1)
    assert (s.m_spotted[m], s.m_spotted[aboard]) == (1, 0), "the other did nothing, nor did the vehicle"


@pytest.mark.clause("RR-9.26")
def test_who_was_alert_and_turns_to_a_body_does_not_shout() -> None:
    s = field(plain(10, 10, F="5,8"), dice=[6])
    m = man(s, "paddy", 5, 9)
    unit(s, "rifle", 8, 6, N)
    unit(s, "rifle", 5, 6, N, alert=True)
    asleep = unit(s, "rifle", 9, 2, N)
    act_with(s, m)
    do(s, "attack paddy pistol rifle-1")
    turns(s)
    assert not s.u_alert[asleep]


@pytest.mark.clause("RR-9.24", "RR-17.4", "RR-14.19")
@pytest.mark.parametrize("smoker", [True, False])
def test_a_body_is_found_when_the_smoke_clears_or_a_cigarette_ends_but_no_man_who_waits(smoker: bool) -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 6, 7)
    u = unit(s, "rifle", 6, 1, S)
    near = unit(s, "rifle", 10, 1, N)
    s.lay(corpses=(s.grid.at(6, 8),))
    if smoker:
        s.u_cig, s.cigarette = changed(s.u_cig, u, 1), 1
    else:
        s.lay(blasts=(s.grid.at(6, 4),))
    s.forget()
    run(s, end.EndPhase())
    assert (s.u_alert[u], s.u_alert[near]) == (1, 1), "he shouts"
    assert not s.m_spotted[m]
    assert s.meter == 6, "the meter was looked at before"
