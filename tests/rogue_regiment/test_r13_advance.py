"""Chapter 13, the Axis Advance Phase."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    BATTLE,
    GUARD,
    R_OFFICER,
    STEALTH,
    TROOPER,
    V_GUARD,
    Regiment,
)
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import HOUSE, battery, goals, hedged, line, sentry, walker, willys


def on_an_island(*woods: tuple[str, int, int]) -> tuple[Regiment, int]:
    """A unit with water around it, paddy crouched behind a hedge in front of it, and others crouched in woods."""
    water = {"~": "7,5 8,5 9,5 7,6 9,6 7,7 8,7 9,7"}
    s = field(plain(17, 12, H="8,3", F=" ".join(f"{x},{y}" for _, x, y in woods), **water))
    s.section = BATTLE
    man(s, "paddy", 8, 2, low=True, spotted=True)
    for name, x, y in woods:
        man(s, name, x, y, low=True, spotted=True)
    return s, unit(s, "smg", 8, 6, N, alert=True)


@pytest.mark.clause("RR-13.1", "RR-13.21", "RR-13.10")
def test_alert_men_advance_on_the_spotted_nearest_first() -> None:
    s = field(plain(20, 20))
    man(s, "jock", 0, 0, spotted=True)
    far, near = unit(s, "smg", 15, 0, W, alert=True), unit(s, "rifle", 12, 0, W, alert=True)
    calm = unit(s, "smg", 0, 15, N)
    run(s, advance.AdvancePhase())
    told = list(s.events)
    told += through(s)
    order = [event.text for event in told if "advances on" in event.text]
    assert at(s, s.u_at[near])[0] == 8
    assert at(s, s.u_at[far])[0] == 11
    assert at(s, s.u_at[calm]) == (0, 15)
    assert ["rifle-1" in text for text in order] == [True, False], "the nearer goes first"


@pytest.mark.clause("RR-13.2", "RR-13.26")
def test_an_officer_turns_to_the_closest_and_stays() -> None:  # TV-35
    s = field(plain(9, 9))
    man(s, "paddy", 4, 7, spotted=True)
    man(s, "jock", 0, 0, spotted=True)
    u = unit(s, "officer", 4, 4, N, alert=True, role=R_OFFICER)
    run(s, advance.AdvancePhase())
    through(s)
    assert at(s, s.u_at[u]) == (4, 4)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-13.2", "RR-13.27")
@pytest.mark.parametrize(("section", "facing"), [(STEALTH, S), (BATTLE, E)])
def test_an_officer_turns_to_whom_he_can_attack_rather_than_to_the_closest_only_in_battle(
    section: int, facing: int
) -> None:
    s = field(plain(20, 20, F="5,8"))
    s.section = section
    man(s, "jock", 5, 8, low=True, spotted=True)
    man(s, "paddy", 10, 5, spotted=True)
    u = unit(s, "officer", 5, 5, N, alert=True, role=R_OFFICER)
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_face[u] == facing


@pytest.mark.clause("RR-13.3", "RR-13.5", "RR-13.6")
def test_with_nobody_spotted_nothing_advances() -> None:
    s = field(plain(12, 12))
    man(s, "paddy", 0, 0)
    u = unit(s, "smg", 8, 8, S, alert=True)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (8, 8)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-13.3", "RR-15.2", "RR-14.8")
def test_a_patrolman_who_has_advanced_along_his_own_line_walks_on_from_there() -> None:
    layout = plain(20, 9)
    link = line(layout, BLACK, *((x, 4) for x in range(20)))
    s = field(layout)
    m = man(s, "jock", 16, 4, spotted=True)
    man(s, "paddy", 0, 8, low=True)
    u = walker(s, link, 2, E, alert=True)
    run(s, advance.AdvancePhase())
    while offered(s):
        ahead = sq(at(s, s.u_at[u])[0] + 1, 4)
        do(s, (offered(s, "go", "rifle-1", sq(6, 4)) or offered(s, "step", "rifle-1", ahead) or offered(s))[0])
    assert at(s, s.u_at[u]) == (6, 4)
    turn.kill(s, m)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (10, 4)


@pytest.mark.clause("RR-13.7", "RR-13.16", "RR-13.18")
def test_without_an_optimal_position_in_reach_the_unit_comes_as_near_as_it_can_attack() -> None:  # TV-29
    s, _, u = hedged()
    assert goals(s, u) == {(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)}


@pytest.mark.clause("RR-13.7", "RR-13.8", "RR-13.9", "RR-13.11", "RR-15.3")
def test_each_act_of_the_axis_says_why() -> None:
    def told(crouched: bool, away: int) -> str:
        s = field(plain(20, 20, H=" ".join(f"{x},1" for x in range(20))))
        s.section = BATTLE
        man(s, "paddy", 3, 0, low=crouched, spotted=True)
        unit(s, "smg", 3, away, N, alert=True, role=TROOPER)
        run(s, advance.AdvancePhase())
        said = list(s.events)
        said += through(s)
        return next(event.clause + " " + event.text for event in said if "advances on" in event.text)

    assert told(False, 3).startswith("RR-13.11 {smg-1} advances on {paddy}: an optimal attack position")
    assert told(False, 6) == "RR-13.7 {smg-1} advances on {paddy}: an attack position at -1 for cover"
    assert told(True, 9).startswith("RR-13.9 {smg-1} advances on {paddy}: no attack position can be reached")


@pytest.mark.clause("RR-13.7", "RR-13.10")
def test_of_two_men_equally_near_the_players_say_whom_a_unit_goes_for() -> None:
    for name, facing in (("jock", W), ("paddy", E)):
        s = field(plain(15, 9))
        s.section = BATTLE
        man(s, "jock", 1, 4, spotted=True)
        man(s, "paddy", 13, 4, spotted=True)
        u = unit(s, "smg", 7, 4, N, alert=True, role=TROOPER)
        run(s, advance.AdvancePhase())
        assert offered(s) == ["after smg-1 jock", "after smg-1 paddy"]
        do(s, f"after smg-1 {name}")
        through(s)
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-13.7", "RR-13.9")
def test_of_two_men_as_many_squares_away_the_cheaper_way_says_who_is_nearer() -> None:
    s = field(plain(15, 9, H="2,3 2,4 2,5"))
    s.section = BATTLE
    man(s, "jock", 1, 4, low=True, spotted=True)
    man(s, "paddy", 13, 4, spotted=True)
    u = unit(s, "smg", 7, 4, N, alert=True, role=TROOPER)
    assert position.by_nearness(s, u, s.ours.targets) == [[1], [0]]


@pytest.mark.clause("RR-13.8", "RR-13.12", "RR-13.15")
def test_another_target_that_can_be_attacked_comes_before_one_that_cannot() -> None:  # TV-31
    s = field(plain(12, 12, H=" ".join(f"{x},1" for x in range(12)) + " 9,5"))
    s.section = BATTLE
    man(s, "paddy", 3, 0, low=True, spotted=True)
    man(s, "jock", 10, 6, spotted=True)
    u = unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)
    assert goals(s, u) == {(6, 5), (6, 6), (6, 7), (6, 8), (6, 9), (7, 5)}


@pytest.mark.clause("RR-13.9", "RR-13.14", "RR-13.28")
def test_with_nobody_to_attack_it_keeps_glimpsed_men_in_sight_and_faces_them() -> None:  # TV-32
    s = field(plain(12, 12, H=" ".join(f"{x},1" for x in range(12)), F="10,3"))
    s.section = BATTLE
    man(s, "paddy", 3, 0, low=True, spotted=True)
    man(s, "jock", 10, 3, low=True, spotted=True)
    u = unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)
    assert goals(s, u) == {(2, 2), (3, 2), (4, 2), (5, 2)}
    run(s, advance.AdvancePhase())
    through(s)
    assert s.u_face[u] == E


@pytest.mark.clause("RR-13.9", "RR-13.13")
def test_a_unit_goes_to_whichever_square_of_a_vehicle_is_cheapest_to_reach() -> None:
    s = field(plain(12, 10))
    willys(s, 1, 7, W, man(s, "paddy", 0, 0, spotted=True))
    unit(s, "smg", 5, 1, S, alert=True)
    run(s, advance.AdvancePhase())
    assert offered(s) == [f"go smg-1 {sq(x, 2)}" for x in (4, 5, 6)], "each is 4 squares from its near corner"


@pytest.mark.clause("RR-13.10", "RR-13.31")
def test_of_men_equally_near_one_in_the_water_is_the_closer_if_the_way_to_the_bank_costs_less() -> None:
    water = " ".join(f"{x},{y}" for x in range(12) for y in (0, 1))
    s = field(plain(12, 10, **{"~": water}))
    swimmer = man(s, "wick", 5, 1, spotted=True)
    s.swim(swimmer, 1)
    man(s, "paddy", 9, 5, spotted=True)
    u = unit(s, "smg", 5, 5, S, alert=True)
    run(s, advance.AdvancePhase())
    assert not offered(s)
    assert s.u_face[u] == N, "3 points to the bank below him, 4 to the other"


@pytest.mark.clause("RR-13.12", "RR-18.20")
@pytest.mark.parametrize("kind", ["motorbike", "half-track"])
def test_a_vehicle_is_offered_every_optimal_position_that_a_shortest_way_without_zig_zags_reaches_first(
    kind: str,
) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    m = man(s, "jock", 13, 7, spotted=True)
    u = unit(s, kind, 5, 12, E, alert=True, role=V_GUARD)
    s.forget()
    rolling, start = vehicles.wheels_of(s, u), vehicles.state_of(s, u)
    tracks = rolling.tracks(0)
    rest = tracks.rest(start, s.m_at[m])

    def left(state: int) -> int:
        return rest.touching(rolling.bit(state))[0]

    def bends(state: int, to: int) -> tuple[int, int, int]:
        """To which side and end a step goes, and to which hand it turns, each -1, 0 or 1."""
        here, there = [[at(s, v) for v in rolling.squares(q)[:4]] for q in (state, to)]
        east, south = [sum(b[n] - a[n] for a, b in zip(sorted(here), sorted(there), strict=True)) for n in (0, 1)]
        return (east > 0) - (east < 0), (south > 0) - (south < 0), (0, 1, 0, -1)[(to - state) % 4]

    firsts, edge = set[int](), {(start, tuple[int, ...]((0, 0, 0)))}
    while edge:  # one step after another along all shortest ways, each until it comes to an optimal position
        after = set[tuple[int, tuple[int, ...]]]()
        for state, bent in edge:
            for to, price in tracks.moves(state):
                both = [{one, other} - {0} for one, other in zip(bent, bends(state, to), strict=True)]
                if left(to) == left(state) - price and left(start) - left(to) <= data.MOVE[s.u_kind[u]]:
                    if all(len(ways) < 2 for ways in both):
                        after.add((to, tuple(sum(ways) for ways in both)))
        best = {to for to, _ in after if vehicle_advance.best_shot(s, u, to, m) == 1}
        firsts |= best
        edge = {(to, bent) for to, bent in after if to not in best}
    assert set(vehicle_advance.vehicle_goals(s, u, data.MOVE[s.u_kind[u]])[0]) == firsts


@pytest.mark.clause("RR-13.12", "RR-13.13")
def test_no_way_is_offered_that_leads_past_a_square_where_the_unit_would_have_stopped() -> None:
    s = field(plain(11, 10, F="2,3"))
    man(s, "paddy", 4, 0, spotted=True)
    man(s, "jock", 10, 9, low=True)  # who is not spotted, so the way is asked for
    unit(s, "smg", 5, 7, N, alert=True)
    run(s, advance.AdvancePhase())
    assert f"go smg-1 {sq(2, 3)}" in offered(s), "it has paddy in sight there, and not from the square before it"
    walked = do(s, f"go smg-1 {sq(2, 3)}")
    assert not offered(s, "step"), f"by {sq(5, 6)} it would come to {sq(3, 4)}, and stop there"
    moved = [fact[3] for event in walked for fact in event.facts if fact[0] == "moved"]
    assert moved == [sq(4, 6), sq(3, 5), sq(2, 4), sq(2, 3)]


@pytest.mark.clause("RR-13.12", "RR-13.13", "RR-18.20")
def test_no_vehicle_drives_past_a_place_where_it_would_have_stopped() -> None:
    s = field(plain(14, 10))
    s.section = BATTLE
    man(s, "paddy", 12, 9, spotted=True)
    man(s, "jock", 0, 0, low=True)
    unit(s, "motorbike", 7, 8, S, alert=True, role=V_GUARD)
    run(s, advance.AdvancePhase())
    do(s, f"go motorbike-1 {sq(9, 9)} e")
    assert f"step motorbike-1 {sq(8, 8)} e" not in offered(s), "there it has him in short range"
    assert at(s, s.u_at[0]) == (9, 9)


@pytest.mark.clause("RR-13.13", "RR-13.17")
def test_the_players_choose_among_equal_squares_and_men_walk_through_woods() -> None:
    s = field(plain(12, 12, F="4,4 5,5", H=" ".join(f"{x},1" for x in range(12))))
    s.section = BATTLE
    man(s, "paddy", 3, 0, spotted=True)
    u = unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)
    assert position.reachable(s, u).cost(s.grid.at(4, 4)) == 2
    run(s, advance.AdvancePhase())
    assert offered(s) == [f"go smg-1 {sq(x, 2)}" for x in (1, 2, 3, 4, 5)]


@pytest.mark.clause("RR-13.13", "RR-19.5")
def test_of_equal_squares_on_the_way_of_a_mortar_team_the_players_choose() -> None:
    s, u = battery()
    man(s, "jock", 18, 18, spotted=True)
    sentry(s, 5, 15, S, (S,))
    run(s, advance.Advance(u, 4))
    assert offered(s) == [f"go mortar-1 {sq(x, 9)}" for x in range(1, 10)], (
        "six more steps lead to it from each of them"
    )
    do(s, f"go mortar-1 {sq(8, 9)}")
    through(s)
    assert at(s, s.u_at[u]) == (8, 9)


@pytest.mark.clause("RR-13.13", "RR-13.29", "RR-21.21")
@pytest.mark.parametrize(("x", "heading", "asked"), [(16, W, True), (16, E, True), (19, W, False)])
def test_equal_ways_are_the_players_choice_where_any_square_of_a_vehicle_might_be_seen(
    x: int, heading: int, asked: bool
) -> None:
    s = field(plain(20, 10))
    m = man(s, "jock", 3, 9, spotted=True)
    willys(s, 2 if heading == W else 4, 5, heading, man(s, "paddy", 0, 0))
    u = unit(s, "smg", x, 4, W, alert=True)
    run(s, walking.Walk(u, s.grid.at(x - 4, 4), 4, m, ()))
    assert bool(offered(s, "step")) == asked, "12 squares on is the nearest square of the Willys, to its rear or front"


@pytest.mark.clause("RR-13.13", "RR-13.29", "RR-21.21")
@pytest.mark.parametrize(("first", "spotted"), [((9, 2), 1), ((9, 1), 0)])
def test_the_players_choose_the_way_where_a_unit_may_see_the_rear_of_a_vehicle(
    first: tuple[int, int], spotted: int
) -> None:
    s = field(plain(20, 20))
    driver, target = man(s, "jock", 0, 0), man(s, "paddy", 19, 1, spotted=True)
    cars.sit(s, driver, setup.add_car(s, data.CARS.index("lorry"), s.grid.at(12, 15), S), 0)
    u = unit(s, "smg", 8, 1, S, alert=True, role=GUARD)
    s.phase, s.u_done[u] = ADVANCE, 1
    run(s, walking.Walk(u, s.grid.at(12, 4), 4, target, ()))
    do(s, f"step smg-1 {sq(*first)}")
    while offered(s, "step"):
        do(s, offered(s, "step")[-1])
    assert s.u_at[u] == s.grid.at(12, 4)
    assert s.m_spotted[driver] == spotted, "it looks to the south only where its last step is one to the east"


@pytest.mark.clause("RR-13.24", "RR-13.27")
def test_in_battle_a_sentry_turns_to_whom_it_can_attack_rather_than_to_the_closest() -> None:  # TV-34
    s = field(board(HOUSE))
    s.layout.kind[s.grid.at(9, 0)] = 4
    s.section = BATTLE
    man(s, "paddy", 3, 5, low=True, spotted=True)
    man(s, "jock", 9, 0, spotted=True)
    u = sentry(s, 3, 0, S, (S, E))
    s.rouse(u)
    unit(s, "smg", 0, 7, N, alert=True, role=TROOPER)
    run(s, advance.Advance(u, 4))
    through(s)
    assert at(s, s.u_at[u]) == (3, 0)
    assert s.u_face[u] == E


@pytest.mark.clause("RR-13.25")
def test_sentries_leave_their_points_when_nobody_else_is_left_to_advance() -> None:
    for other, leaves in ((False, True), (True, False)):
        s = field(plain(12, 12))
        s.section = BATTLE
        man(s, "paddy", 0, 0, spotted=True)
        u = sentry(s, 11, 11, N, (N, S))
        s.rouse(u)
        if other:
            unit(s, "smg", 11, 0, W, alert=True, role=TROOPER)
        run(s, advance.AdvancePhase())
        through(s)
        assert (at(s, s.u_at[u]) != (11, 11)) == leaves


@pytest.mark.clause("RR-13.27")
def test_a_sentry_between_two_men_turns_to_whom_the_players_say() -> None:
    s = field(plain(15, 9))
    s.section = BATTLE
    man(s, "jock", 1, 4, spotted=True)
    man(s, "paddy", 13, 4, spotted=True)
    u = sentry(s, 7, 4, N, (N, S))
    s.rouse(u)
    run(s, advance.Advance(u, 4))
    assert len(offered(s, "after")) == 2
    do(s, "after rifle-1 paddy")
    assert s.u_face[u] == E


@pytest.mark.clause("RR-13.27", "RR-9.6")
@pytest.mark.parametrize(("x", "asked"), [(9, False), (13, True)])
def test_a_sentry_asks_whom_it_turns_to_of_men_equally_near_only_if_it_faces_otherwise(x: int, asked: bool) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    post = sentry(s, 8, 12, S, (S,))
    s.rouse(post)
    man(s, "jock", 8, 7, spotted=True)
    man(s, "paddy", x, 7 if x < 13 else 12, spotted=True)
    unit(s, "smg", 19, 0, S, alert=True)
    run(s, advance.Advance(post, 4))
    assert bool(offered(s, "after")) == asked
    through(s)
    assert s.u_face[post] == N


@pytest.mark.clause("RR-13.27", "RR-21.21")
def test_a_unit_turns_to_what_it_sees_of_a_vehicle() -> None:
    s = field(plain(20, 20, F="14,8"))
    s.section = BATTLE
    willys(s, 10, 13, W, "jock")
    s.spot(0, 1)
    u = sentry(s, 18, 4, N, (N,))
    s.rouse(u)
    run(s, advance.Advance(u, 4))
    through(s)
    assert s.u_face[u] == S
    assert reactions.firing_range(s, u, 0) == 8


@pytest.mark.clause("RR-13.28")
@pytest.mark.parametrize(("name", "facing"), [("jock", W), ("wick", E)])
def test_of_glimpsed_men_equally_near_the_players_say_which_a_unit_turns_to(name: str, facing: int) -> None:
    s, u = on_an_island(("jock", 2, 6), ("wick", 14, 6))
    run(s, advance.AdvancePhase())
    assert offered(s) == ["turn-to smg-1 jock", "turn-to smg-1 wick"]
    do(s, f"turn-to smg-1 {name}")
    assert s.u_face[u] == facing


@pytest.mark.clause("RR-13.28")
def test_they_are_not_asked_where_one_is_nearer_or_it_faces_the_same_way_to_both() -> None:
    for second, x, y, facing in (("wick", 13, 6, E), ("wick", 15, 6, W), ("wick", 2, 8, W)):
        s, u = on_an_island(("jock", 2, 6), (second, x, y))
        run(s, advance.AdvancePhase())
        assert not offered(s)
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-13.33")
def test_a_shot_through_a_wall_is_an_attack_position_of_an_hmg() -> None:
    s = field(board(HOUSE))
    s.section = BATTLE
    man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "motorbike", 4, 1, S, alert=True)
    s.forget()
    assert vehicle_advance.best_shot(s, u, vehicles.state_of(s, u), 0) == vehicles.WALL_SHOT
    assert s.section != STEALTH
