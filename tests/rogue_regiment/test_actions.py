"""What Operators do and what the Axis notice of it: the test vectors of the ledger on their little boards."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment.state import BATTLE, CORPSE, Regiment, changed
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, sq, unit


def corpses(s: Regiment) -> list[tuple[int, int]]:
    return [at(s, v) for v in s.corpses if v >= 0]


@pytest.mark.clause("RR-5.3", "RR-5.5", "RR-1.12", "RR-2.5")
def test_a_sprint_vaults_a_low_wall_and_may_end_on_forest_but_not_go_on_into_forest() -> None:  # TV-5
    for forest, legal_ in (("3,0", True), ("2,0 3,0", False)):
        layout = edged(plain_art(6, 1, forest), ("l", 1, 0, 2, 0))
        s = field(layout)
        m = man(s, "jock", 0, 0)
        act_with(s, m)
        assert (f"sprint jock {sq(3, 0)}" in offered(s, "sprint")) == legal_
        if legal_:
            do(s, f"sprint jock {sq(3, 0)}")
            assert s.m_ap[m] == 2


def plain_art(width: int, height: int, forest: str) -> str:
    rows = [["." for _ in range(width)] for _ in range(height)]
    for place in forest.split():
        x, y = place.split(",")
        rows[int(y)][int(x)] = "F"
    art = ["+" + " +" * width]
    for row in rows:
        art += [" " + " ".join(row) + " ", "+" + " +" * width]
    return "\n".join(art)


@pytest.mark.clause("RR-6.2", "RR-6.4")
def test_a_target_behind_forest_or_behind_another_unit_cannot_be_shot() -> None:  # TV-7
    s = field(plain(9, 9, F="2,2"))
    m = man(s, "paddy", 0, 0)
    unit(s, "rifle", 5, 0, N)
    unit(s, "rifle", 4, 4, N)
    unit(s, "rifle", 7, 0, N)
    act_with(s, m)
    assert offered(s, "attack", "paddy", "pistol") == ["attack paddy pistol rifle-1"]


@pytest.mark.clause("RR-3.7", "RR-6.5", "RR-6.6", "RR-6.7")
@pytest.mark.parametrize(("far", "face", "hit"), [(5, 5, True), (5, 4, False), (4, 4, True), (4, 3, False)])
def test_the_pistol_needs_five_and_four_at_short_range(far: int, face: int, hit: bool) -> None:  # TV-8
    s = field(plain(9, 9), dice=[face, 1])
    m = man(s, "jock", 0, 0)
    u = unit(s, "rifle", far, 0, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert s.alive(u) != hit
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-6.9")
def test_move_and_attack_shoots_from_the_new_square_for_one_point() -> None:  # TV-9
    s = field(plain(9, 9, F="0,1"), dice=[6])
    m = man(s, "jock", 0, 2)
    u = unit(s, "rifle", 0, 0, N)
    act_with(s, m)
    assert offered(s, "attack") == []
    do(s, f"move-attack jock {sq(1, 1)} pistol rifle-1")
    assert not s.alive(u)
    assert at(s, s.m_at[m]) == (1, 1)
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-6.9", "RR-6.10")
@pytest.mark.parametrize("face", [6, 1])
def test_attack_and_move_shoots_from_the_square_left_and_moves_even_after_a_miss(face: int) -> None:  # TV-10
    s = field(plain(9, 9, F="1,2"), dice=[face])
    m = man(s, "jock", 0, 2)
    u = unit(s, "rifle", 0, 7, S)
    act_with(s, m)
    do(s, f"attack-move jock pistol rifle-1 {sq(1, 1)}")
    assert at(s, s.m_at[m]) == (1, 1)
    assert s.alive(u) == (face == 1)


@pytest.mark.clause("RR-6.12", "RR-6.13", "RR-6.15", "RR-6.8", "RR-20.11")
def test_the_knife_kills_from_directly_behind_without_a_roll() -> None:  # TV-11
    s = field(plain(7, 7))
    m = man(s, "jock", 2, 5)
    unit(s, "rifle", 3, 3, N)
    act_with(s, m)
    assert offered(s, "move-attack", "jock", sq(2, 4), "knife") == []
    do(s, f"move-attack jock {sq(3, 4)} knife rifle-1")
    assert corpses(s) == [(3, 3)]
    assert s.m_ap[m] == 3
    assert not s.m_spotted[m]
    assert s.meter == 6


@pytest.mark.clause("RR-6.13", "RR-6.14")
def test_a_spotted_man_cannot_assassinate_and_a_mortar_team_cannot_be_assassinated() -> None:
    for spotted, kind, legal_ in (
        (False, "smg", True),
        (False, "officer", True),
        (True, "rifle", False),
        (False, "mortar", False),
    ):
        s = field(plain(7, 7))
        m = man(s, "jock", 3, 4, spotted=spotted)
        unit(s, kind, 3, 3, N)
        act_with(s, m)
        assert bool(offered(s, "attack", "jock", "knife")) == legal_


@pytest.mark.clause("RR-6.16", "RR-6.17", "RR-2.19")
def test_the_knife_reaches_through_a_window_but_not_through_a_door() -> None:  # TV-12
    for edge, legal_ in (("W", True), ("D", False), ("#", False), ("l", True)):
        s = field(edged(open_ground(7, 7), (edge, 3, 4, 3, 3)))
        m = man(s, "jock", 3, 4)
        unit(s, "rifle", 3, 3, N)
        act_with(s, m)
        assert bool(offered(s, "attack", "jock", "knife")) == legal_


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


@pytest.mark.clause("RR-7.3")
def test_aim_and_short_range_add_up_to_three() -> None:
    s = field(plain(9, 3), dice=[2])
    m = man(s, "jock", 0, 0)
    u = unit(s, "rifle", 3, 0, E)
    act_with(s, m)
    do(s, "aim jock rifle-1")
    do(s, "attack jock pistol rifle-1")
    assert not s.alive(u)


@pytest.mark.clause("RR-1.11", "RR-8.2")
def test_forest_hides_a_crouched_man_from_all_but_his_neighbours() -> None:  # TV-16
    for y, low, seen in ((3, True, False), (1, True, True), (3, False, True)):
        s = field(plain(7, 5, F="3,3 3,1" if y == 1 else "3,3"))
        m = man(s, "paddy", 3, y, low=low)
        u = unit(s, "rifle", 3, 0, S)
        assert sight.sees(s, u, m) == seen


@pytest.mark.clause("RR-2.1", "RR-2.2", "RR-8.2")
def test_a_hedge_hides_a_crouched_man_but_not_a_standing_one() -> None:  # TV-17
    for low in (True, False):
        s = field(plain(7, 5, H="3,2"))
        m = man(s, "paddy", 3, 3, low=low)
        u = unit(s, "rifle", 3, 0, S)
        assert sight.sees(s, u, m) != low


@pytest.mark.clause("RR-8.9", "RR-8.10", "RR-8.12", "RR-8.13", "RR-20.1")
def test_a_body_is_picked_up_with_the_move_and_then_only_moves_and_placing_are_left() -> None:  # TV-18
    s = field(plain(7, 5))
    m = man(s, "jock", 2, 2)
    s.corpses = (s.grid.at(3, 2),)
    act_with(s, m)
    do(s, f"move-take jock {sq(3, 2)}")
    assert s.m_object[m] == CORPSE
    assert s.m_ap[m] == 3
    assert {action.split()[0] for action in offered(s)} == {"move", "place", "move-place", "place-move", "end"}


@pytest.mark.clause("RR-8.20", "RR-8.15", "RR-8.18")
def test_a_body_goes_diagonally_through_a_window() -> None:  # TV-19
    layout = board(
        """
        + + + + + +
         . . . . .
        + +#+W+#+ +
         .#1 1 1#.
        + +#+#+#+ +
        """
    )
    s = field(layout)
    m = man(s, "jock", 0, 0)
    s.m_object = changed(s.m_object, m, CORPSE)
    act_with(s, m)
    do(s, f"move-place jock {sq(1, 0)}")
    do(s, f"place corpse {sq(2, 1)}")
    assert corpses(s) == [(2, 1)]
    assert s.m_ap[m] == 3


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


@pytest.mark.clause("RR-9.11")
def test_an_alert_man_hides_nothing_from_the_axis() -> None:  # TV-21c, TV-22
    for alert in (False, True):
        s = field(plain(7, 5))
        m = man(s, "jock", 3, 0)
        officer = unit(s, "officer", 3, 4, N)
        unit(s, "rifle", 3, 2, N, alert=alert)
        assert sight.sees(s, officer, m) == alert


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


@pytest.mark.clause("RR-10.1", "RR-10.2", "RR-10.9", "RR-10.13", "RR-16.11", "RR-2.3", "RR-2.8")
def test_who_is_seen_popping_up_is_fired_at_when_he_takes_aim() -> None:  # TV-24
    s = field(plain(7, 7, H="3,3"), dice=[3])
    m = man(s, "paddy", 3, 4, low=True)
    u = unit(s, "rifle", 3, 1, S)
    act_with(s, m)
    do(s, "pop-up paddy")
    assert s.m_spotted[m]
    assert s.u_alert[u]
    assert s.m_health[m] == 5
    assert s.m_ap[m] == 4
    do(s, "aim paddy rifle-1")
    assert s.m_health[m] == 4
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-8.8", "RR-10.6")
def test_a_unit_killed_by_the_action_does_not_react() -> None:  # TV-25
    s = field(plain(7, 7, H="3,3"), dice=[4])
    m = man(s, "paddy", 3, 4, low=True)
    u = unit(s, "rifle", 3, 1, S, alert=True)
    act_with(s, m)
    do(s, "pop-attack paddy pistol rifle-1")
    assert not s.alive(u)
    assert s.m_health[m] == 5
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-10.7", "RR-10.8", "RR-10.14")
def test_an_alert_man_who_is_missed_turns_and_fires_back_at_once() -> None:  # TV-26
    s = field(plain(7, 7), dice=[3, 2])
    m = man(s, "paddy", 3, 4)
    u = unit(s, "rifle", 3, 1, N, alert=True)
    act_with(s, m)
    do(s, "attack paddy pistol rifle-1")
    turns = offered(s, "turn")
    if turns:
        do(s, turns[0])
    assert s.u_face[u] == S
    assert s.m_spotted[m]
    assert s.m_health[m] == 4, "2 + 1 is enough for a rifle"


@pytest.mark.clause("RR-11.1", "RR-11.2", "RR-11.3", "RR-11.4")
def test_blind_fire_takes_two_off_and_gives_the_man_away_but_draws_no_answer() -> None:  # TV-27
    for face, hit in ((6, True), (4, False)):
        s = field(edged(open_ground(7, 7), ("l", 3, 2, 3, 3)), dice=[face])
        m = man(s, "paddy", 3, 3, low=True)
        u = unit(s, "rifle", 3, 1, E, alert=True)
        act_with(s, m)
        do(s, "blind-fire paddy pistol rifle-1")
        assert s.alive(u) != hit
        assert s.m_spotted[m]
        assert s.meter == 5
        assert s.m_health[m] == 5
        if not hit:
            assert s.u_face[u] == S


@pytest.mark.clause("RR-11.5", "RR-11.6")
def test_recovering_costs_three_and_is_for_those_below_four_health() -> None:  # TV-28
    for health, legal_ in ((2, True), (3, True), (4, False), (5, False)):
        s = field(plain(5, 5))
        m = man(s, "jock", 2, 2)
        s.m_health = changed(s.m_health, m, health)
        act_with(s, m)
        assert bool(offered(s, "recover")) == legal_
        if legal_:
            do(s, "recover jock")
            assert s.m_health[m] == health + 1
            assert s.m_ap[m] == 1


@pytest.mark.clause("RR-11.7", "RR-11.10")
def test_breaking_cover_shows_the_man_and_wakes_the_nearest_without_moving_the_meter() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 0, 0)
    near, far = unit(s, "rifle", 5, 0, E), unit(s, "rifle", 8, 8, E)
    act_with(s, m)
    do(s, "break-cover jock")
    assert s.m_spotted[m]
    assert (s.u_alert[near], s.u_alert[far]) == (1, 0)
    assert s.u_face[near] == E
    assert s.meter == 6


@pytest.mark.clause("RR-9.5")
def test_running_beside_a_man_is_heard_even_from_the_first_square() -> None:  # TV-96
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 5)
    u = unit(s, "rifle", 4, 4, N)
    act_with(s, m)
    do(s, f"sprint jock {sq(4, 8)}")
    assert s.u_alert[u]
    assert s.u_face[u] == S


@pytest.mark.clause("RR-12.1", "RR-12.2", "RR-12.3", "RR-12.4", "RR-4.4")
def test_a_shot_that_empties_the_meter_raises_the_alarm_and_spots_who_fired() -> None:  # TV-76
    s = field(plain(12, 12), dice=[6], meter=1)
    m = man(s, "jock", 0, 0)
    other = man(s, "paddy", 1, 0)
    unit(s, "rifle", 4, 0, E)
    far = unit(s, "rifle", 11, 11, S)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert s.section == BATTLE
    assert s.m_spotted[m]
    assert not s.m_spotted[other]
    assert s.u_alert[far]
    assert s.m_ap[m] == 3, "the Operator Phase goes on"


@pytest.mark.clause("RR-10.3", "RR-10.15", "RR-10.16")
def test_a_unit_that_was_alert_spots_and_fires_in_the_same_action_once() -> None:
    s = field(plain(9, 9), dice=[6, 6])
    m = man(s, "jock", 4, 6)
    u = unit(s, "rifle", 4, 2, S, alert=True)
    act_with(s, m)
    do(s, f"move jock {sq(4, 5)}")
    assert s.m_spotted[m]
    assert s.m_health[m] == 4
    assert s.u_react[u] == 1 << m
    do(s, f"move jock {sq(4, 4)}")
    assert s.m_health[m] == 4, "one reaction a phase"


@pytest.mark.clause("RR-10.10")
def test_who_ends_out_of_sight_is_fired_at_with_two_off_and_nothing_else() -> None:
    for face, health in ((5, 4), (4, 5)):
        s = field(plain(9, 9, F="4,4"), dice=[face])
        m = man(s, "jock", 5, 5)
        unit(s, "rifle", 4, 2, S, alert=True)
        act_with(s, m)
        do(s, f"move jock {sq(4, 5)}")
        assert s.m_health[m] == health


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


@pytest.mark.clause("RR-20.2", "RR-9.24", "RR-8.17")
def test_a_body_put_down_in_clear_sight_wakes_who_sees_it() -> None:
    s = field(plain(9, 9, F="4,6"))
    m = man(s, "jock", 4, 7, side="A")
    s.m_object = changed(s.m_object, m, CORPSE)
    u = unit(s, "rifle", 5, 3, S)
    act_with(s, m)
    do(s, f"place jock corpse {sq(5, 6)}")
    assert s.u_alert[u]


@pytest.mark.clause("RR-20.17", "RR-20.5", "RR-20.6", "RR-20.7")
def test_a_barrel_hit_by_a_loud_weapon_goes_up_and_its_smoke_stays() -> None:  # TV-57
    s = field(plain(12, 12), dice=[6, 3, 3, 2, 1, 1])
    m = man(s, "jock", 1, 1)
    s.barrels = (s.grid.at(6, 1),)
    men = [unit(s, "rifle", x, y, E) for x, y in ((5, 0), (6, 2), (7, 1))]
    act_with(s, m)
    do(s, "attack jock pistol barrel-1")
    while offered(s, "hit"):
        do(s, offered(s, "hit")[0])
    assert not any(s.alive(u) for u in men)
    assert [at(s, v) for v in s.blasts] == [(6, 1)]
    assert s.meter == 4, "the pistol and the blast each move it"


@pytest.mark.clause("RR-20.12", "RR-20.13", "RR-20.14", "RR-20.15")
def test_sten_hits_may_be_spread_over_neighbours_of_the_target() -> None:  # TV-58
    s = field(plain(12, 12), dice=[3, 3, 1])
    m = man(s, "paddy", 0, 0)
    first, second = unit(s, "rifle", 4, 0, E), unit(s, "rifle", 5, 1, E)
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    do(s, "hit rifle-1")
    assert not s.alive(first)
    assert not s.alive(second), "the last hit has one place to go"
    assert s.has(m, data.ITEMS.index("sten")) == 4


@pytest.mark.clause("RR-1.4", "RR-1.24")
def test_a_man_may_pass_an_occupied_square_only_if_he_can_still_reach_a_free_one() -> None:
    s = field(plain(6, 1))
    m = man(s, "jock", 0, 0)
    man(s, "paddy", 1, 0)
    act_with(s, m)
    assert f"move jock {sq(1, 0)}" in offered(s, "move")
    do(s, f"move jock {sq(1, 0)}")
    assert {action.split()[0] for action in offered(s)} == {"move", "sprint"}
    s.m_ap[m] = 1
    s.offered = None
    s.m_at[m] = s.grid.at(0, 0)
    assert f"move jock {sq(1, 0)}" not in offered(s, "move")


@pytest.mark.clause("RR-8.4", "RR-8.6")
def test_a_crouched_man_does_only_what_can_be_done_crouched() -> None:
    s = field(plain(7, 7))
    m = man(s, "jock", 3, 3, low=True)
    s.m_health = changed(s.m_health, m, 2)
    s.corpses = (s.grid.at(3, 3),)
    act_with(s, m)
    verbs = {action.split()[0] for action in offered(s)}
    assert verbs == {"move", "pop-up", "place", "move-place", "place-move", "recover", "break-cover", "end"}
