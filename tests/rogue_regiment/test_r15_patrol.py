"""Chapter 15, the Axis Patrol Phase."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.state import BATTLE
from tests.rogue_regiment.boards import edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, at, field, man, run, through, unit
from tests.rogue_regiment.positions import line, walker


@pytest.mark.clause("RR-15.1", "RR-15.6")
def test_there_are_no_patrols_in_battle() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    s.section = BATTLE
    u = walker(s, link, 1, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (1, 2)


@pytest.mark.clause("RR-15.2", "RR-15.4")
def test_patrolmen_of_the_token_s_colour_walk_four_squares() -> None:  # TV-42
    layout = plain(12, 9)
    white = line(layout, WHITE, *((x, 2) for x in range(12)))
    black = line(layout, BLACK, *((x, 6) for x in range(12)))
    s = field(layout)
    walks, waits = walker(s, white, 1, E), walker(s, black, 1, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[walks]) == (5, 2)
    assert at(s, s.u_at[waits]) == (1, 6)


@pytest.mark.clause("RR-15.3", "RR-15.8")
def test_the_patrol_nearest_to_an_operator_walks_first_and_spots_whom_it_sees() -> None:
    layout = plain(14, 14)
    links = [line(layout, WHITE, *((x, y) for x in range(14))) for y in (1, 12)]
    s = field(layout)
    m = man(s, "jock", 13, 10)
    near = walker(s, links[1], 2, E)
    far = walker(s, links[0], 2, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    through(s)
    moved = [event.text.split("}")[0][1:] for event in s.events if "moves to" in event.text]
    assert moved[0] == s.unit(near)
    assert s.unit(far) in moved
    assert s.m_spotted[m]


@pytest.mark.clause("RR-15.5", "RR-15.10", "RR-1.3")
def test_a_patrolman_ends_on_the_last_free_square() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    u = walker(s, link, 1, E)
    unit(s, "smg", 5, 2, N)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (4, 2)
    s.u_done[u] = 0
    s.u_at[u], s.u_place[u] = s.grid.at(2, 2), 2
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (6, 2), "he passes an occupied square"


@pytest.mark.clause("RR-15.2", "RR-20.55")
@pytest.mark.parametrize(("place", "end"), [(1, 3), (6, 10), (5, 5)])
def test_a_patrolman_stops_before_a_blast_on_his_line_and_leaves_one_if_he_can(place: int, end: int) -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 4) for x in range(12)))
    s = field(layout)
    u = walker(s, link, place, E)
    s.lay(blasts=(s.grid.at(5, 4),))
    s.forget()
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (end, 4)
    assert s.u_face[u] == E


@pytest.mark.clause("RR-15.7", "RR-20.2")
def test_a_patrolman_stops_at_a_body_that_comes_into_sight_at_a_corner() -> None:  # TV-43
    layout = plain(9, 9)
    link = line(layout, WHITE, (0, 2), (1, 2), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6))
    s = field(layout)
    u = walker(s, link, 0, E)
    s.lay(corpses=(s.grid.at(2, 7),))
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (2, 2)
    assert s.u_face[u] == S
    assert s.u_alert[u]


@pytest.mark.clause("RR-15.9")
@pytest.mark.parametrize("start", [1, 0], ids=["with a step left", "with his last step"])
def test_a_patrolman_finds_who_stands_behind_the_door_he_opens(start: int) -> None:
    layout = edged(open_ground(9, 5), ("D", 3, 2, 4, 2), *(("#", 3, y, 4, y) for y in (0, 1, 3, 4)))
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    m = man(s, "jock", 4, 2)
    u = walker(s, link, start, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (3, 2)
    assert s.u_alert[u]
    assert s.m_spotted[m]


@pytest.mark.clause("RR-15.11", "RR-13.4")
def test_an_alert_patrolman_does_not_patrol_while_anybody_is_spotted() -> None:  # TV-93
    for spotted, column in ((True, 1), (False, 5)):
        layout = plain(12, 12, F="0,11")
        link = line(layout, WHITE, *((x, 2) for x in range(12)))
        s = field(layout)
        man(s, "jock", 0, 11, low=True, spotted=spotted)
        u = walker(s, link, 1, E, alert=True)
        s.token = WHITE
        run(s, patrol.PatrolPhase())
        assert at(s, s.u_at[u]) == (column, 2)


@pytest.mark.clause("RR-15.12")
def test_a_patrolman_turns_about_at_the_end_of_an_open_line() -> None:
    layout = plain(9, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(5)))
    s = field(layout)
    u = walker(s, link, 3, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (1, 2)
    assert s.u_face[u] == W
