"""What the Axis do by themselves: marks and instants, advance, events, patrols, attacks, end; vectors of the ledger."""

from __future__ import annotations

import re

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r13_position as position
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r16_attacks as attacks
from sandtable.games.rogue_regiment import r17_end as end
from sandtable.games.rogue_regiment import r19_units as units
from sandtable.games.rogue_regiment import r20_grenades as grenades
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.layout import Layout, Line
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    BATTLE,
    END,
    EVENT,
    OFF,
    PATROLMAN,
    R_OFFICER,
    SENTRY,
    STEALTH,
    TROOPER,
    Regiment,
    changed,
)
from sandtable.games.rogue_regiment.tiles import BLACK, WHITE, Point, Route
from sandtable.kernel.flow import act, legal, play
from sandtable.kernel.squares import bits
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, unit

HOUSE = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ +#+#+W+#+#+ + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ + + + + + + + + + +
 .#1 1 1 1 1#. . . .
+ +#+#+D+#+#+ + + + +
"""


def line(layout: Layout, colour: int, *places: tuple[int, int], loop: bool = False) -> int:
    """A patrol line through these squares."""
    squares = tuple(layout.grid.at(x, y) for x, y in places)
    layout.lines.append(Line(Route("p", colour, loop, places, ()), squares, layout.grid.stride))
    return len(layout.lines) - 1


def walker(s: Regiment, link: int, place: int, facing: int, *, alert: bool = False) -> int:
    """A patrolman on a line."""
    path = s.layout.lines[link]
    u = setup.add_unit(s, data.RIFLE, path.squares[place], facing, PATROLMAN, path.colour, link)
    s.u_place[u] = place
    s.u_alert[u] = int(alert)
    events.face_line(s, u)
    return u


def sentry(s: Regiment, x: int, y: int, facing: int, arrows: tuple[int, ...], colour: int = BLACK) -> int:
    """A sentry on a point with these arrows."""
    v = s.grid.at(x, y)
    s.layout.points.append((Point("s", colour, x, y, arrows, arrows[0]), v))
    return setup.add_unit(s, data.RIFLE, v, facing, SENTRY, colour, len(s.layout.points) - 1)


def goals(s: Regiment, u: int) -> set[tuple[int, int]]:
    """Where a unit is offered to go when it advances with all its points."""
    choices = position.destinations(s, u, data.MOVE[s.u_kind[u]], position.targets(s))
    return {at(s, v) for _, squares, _ in choices for v in squares}


# --- marked attacks


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


def card_of(panel: str) -> int:
    """A card of the green deck with that stealth panel."""
    wanted = data._panel(panel)
    assert wanted is not None
    return data.STEALTH["green"].index(wanted)


@pytest.mark.clause("RR-7.18", "RR-10.7")
def test_a_patrolman_turned_off_his_line_by_a_miss_stops() -> None:
    """TV-91, with a pistol out of the wood: a marked sniper rifle (3+, +2) cannot miss."""
    layout = plain(16, 16, F="5,7")
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout, dice=[1])
    m = man(s, "jock", 5, 7, low=True)
    u = walker(s, link, 2, E)
    s.m_mark[m] = u
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[u]) != (4, 2):
        do(s, "hold jock")
    do(s, "fire jock pistol")
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


@pytest.mark.clause("RR-12.21", "RR-12.14", "RR-12.20", "RR-20.21")
def test_a_shot_that_raises_the_alarm_cancels_the_event_but_not_the_bombs() -> None:  # TV-97
    s = field(plain(14, 14), dice=[1, 1, 1, 1, 1, 1, 1], meter=1)
    m = man(s, "jock", 4, 6)
    u = sentry(s, 4, 3, N, (N, E, S, W))
    other = sentry(s, 12, 12, N, (N, E, S, W))
    s.m_mark[m] = u
    s.bombs = ((s.grid.at(12, 2), 1, m),)
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    do(s, "fire jock pistol")
    while offered(s):
        play(s, legal(s)[0])
    assert s.section == BATTLE
    assert s.m_spotted[m]
    assert s.u_face[other] != E, "no rotation"
    assert [at(s, v) for v in s.blasts] == [(12, 2)]


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
    through_all(s)
    assert at(s, s.u_at[walking])[0] >= 7, "who was in mid-move completes it"
    assert at(s, s.u_at[calm]) != (0, 11), "who was calm advances now"


def through_all(s: Regiment) -> None:
    while offered(s):
        play(s, legal(s)[0])


# --- advance


def hedged(paddy_low: bool = False) -> tuple[Regiment, int, int]:
    s = field(plain(12, 12, H=" ".join(f"{x},1" for x in range(12))))
    s.section = BATTLE
    m = man(s, "paddy", 3, 0, low=paddy_low, spotted=True)
    return s, m, unit(s, "smg", 3, 6, N, alert=True, role=TROOPER)


@pytest.mark.clause("RR-13.7", "RR-13.16", "RR-13.18")
def test_without_an_optimal_position_in_reach_the_unit_comes_as_near_as_it_can_attack() -> None:  # TV-29
    s, _, u = hedged()
    assert goals(s, u) == {(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)}


@pytest.mark.clause("RR-13.11", "RR-13.12")
def test_a_square_beside_the_target_is_optimal() -> None:  # TV-30
    s, _, u = hedged()
    s.u_at[u] = s.grid.at(3, 2)
    s.changed()
    assert goals(s, u) == {(2, 1), (3, 1), (4, 1)}


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
    while offered(s):
        play(s, legal(s)[0])
    assert s.u_face[u] == E


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


@pytest.mark.clause("RR-13.22", "RR-13.23")
def test_spawn_places_are_one_and_two_steps_from_the_board() -> None:  # TV-33
    s = field(plain(10, 10))
    s.section = BATTLE
    man(s, "paddy", 4, 9, spotted=True)
    front, rear = s.stage.spawns[0][1], s.stage.spawns[0][5]
    for place, reach in ((front, 4), (rear, 3)):
        u = setup.add_unit(s, data.SMG, place, S, TROOPER, BLACK)
        s.u_alert[u] = 1
        assert max(y for _, y in goals(s, u)) == reach - 1
        s.u_at[u] = OFF
        s.changed()


@pytest.mark.clause("RR-13.24", "RR-13.27")
def test_in_battle_a_sentry_turns_to_whom_it_can_attack_rather_than_to_the_closest() -> None:  # TV-34
    s = field(board(HOUSE))
    s.layout.kind[s.grid.at(9, 0)] = 4
    s.section = BATTLE
    man(s, "paddy", 3, 5, low=True, spotted=True)
    man(s, "jock", 9, 0, spotted=True)
    u = sentry(s, 3, 0, S, (S, E))
    s.u_alert[u] = 1
    unit(s, "smg", 0, 7, N, alert=True, role=TROOPER)
    run(s, advance.Advance(u, 4))
    while offered(s):
        play(s, legal(s)[0])
    assert at(s, s.u_at[u]) == (3, 0)
    assert s.u_face[u] == E


@pytest.mark.clause("RR-13.2", "RR-13.26")
def test_an_officer_turns_to_the_closest_and_stays() -> None:  # TV-35
    s = field(plain(9, 9))
    man(s, "paddy", 4, 7, spotted=True)
    man(s, "jock", 0, 0, spotted=True)
    u = unit(s, "officer", 4, 4, N, alert=True, role=R_OFFICER)
    run(s, advance.AdvancePhase())
    while offered(s):
        play(s, legal(s)[0])
    assert at(s, s.u_at[u]) == (4, 4)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-13.25")
def test_sentries_leave_their_points_when_nobody_else_is_left_to_advance() -> None:
    for other, leaves in ((False, True), (True, False)):
        s = field(plain(12, 12))
        s.section = BATTLE
        man(s, "paddy", 0, 0, spotted=True)
        u = sentry(s, 11, 11, N, (N, S))
        s.u_alert[u] = 1
        if other:
            unit(s, "smg", 11, 0, W, alert=True, role=TROOPER)
        run(s, advance.AdvancePhase())
        while offered(s):
            play(s, legal(s)[0])
        assert (at(s, s.u_at[u]) != (11, 11)) == leaves


@pytest.mark.clause("RR-13.3", "RR-13.5", "RR-13.6")
def test_with_nobody_spotted_nothing_advances() -> None:
    s = field(plain(12, 12))
    man(s, "paddy", 0, 0)
    u = unit(s, "smg", 8, 8, S, alert=True)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (8, 8)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-13.29", "RR-13.30", "RR-13.19")
def test_an_unspotted_man_who_comes_into_view_of_an_advancing_unit_is_spotted() -> None:
    s = field(plain(14, 5))
    s.section = BATTLE
    man(s, "paddy", 13, 2, spotted=True)
    hidden = man(s, "jock", 9, 0)
    unit(s, "smg", 1, 2, E, alert=True, role=TROOPER)
    run(s, advance.AdvancePhase())
    while offered(s):
        play(s, legal(s)[0])
    assert s.m_spotted[hidden]


# --- events


@pytest.mark.clause("RR-14.5", "RR-14.7")
def test_a_sentry_turns_to_its_next_arrow_whatever_the_angle() -> None:  # TV-36
    s = field(plain(9, 9))
    u = sentry(s, 4, 4, N, (N, S))
    s.deck = (card_of("rotate black cw 1"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == S


@pytest.mark.clause("RR-14.6")
def test_a_double_arrow_turns_two_arrows() -> None:
    s = field(plain(9, 9))
    u = sentry(s, 4, 4, N, (N, E, W))
    s.deck = (card_of("rotate black cw 2"),)
    run(s, events.EventPhase())
    assert s.u_face[u] == W


@pytest.mark.clause("RR-14.5")
def test_the_players_order_the_turns_of_a_card_when_somebody_would_be_seen() -> None:
    for y, asked in ((4, True), (8, False)):
        s = field(plain(9, 9))
        man(s, "jock", 6, y, low=True)
        s.layout.kind[s.grid.at(6, 8)] = 4
        if y == 8:
            s.m_state[0] = 0
        sentry(s, 4, 4, N, (N, S))
        sentry(s, 0, 0, N, (N, S))
        s.deck = (card_of("rotate black cw 1"),)
        run(s, events.EventPhase())
        assert bool(offered(s, "turns")) == asked


@pytest.mark.clause("RR-14.8")
def test_a_patrolman_turns_about_along_his_line() -> None:  # TV-37
    layout = plain(9, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    u = walker(s, link, 4, E)
    s.deck = (card_of("patrol white ccw"),)
    run(s, events.Draw(), events.Effect())
    assert s.u_face[u] == W


@pytest.mark.clause("RR-14.9", "RR-14.10")
def test_a_turning_man_stops_at_whom_he_sees() -> None:  # TV-38
    for low, facing in ((False, S), (True, W)):
        layout = plain(9, 9, F="4,4")
        link = line(layout, WHITE, *((x, 2) for x in range(9)))
        s = field(layout)
        m = man(s, "jock", 4, 4, low=low)
        u = walker(s, link, 4, E)
        s.deck = (card_of("patrol white cw"),)
        run(s, events.Draw(), events.Effect())
        assert s.u_face[u] == facing
        assert bool(s.m_spotted[m]) != low
        assert bool(s.u_alert[u]) != low


@pytest.mark.clause("RR-14.14", "RR-14.1")
def test_the_alarm_card_moves_the_meter() -> None:  # TV-39
    s = field(plain(9, 9), meter=5)
    man(s, "jock", 4, 4)
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    assert s.meter == 4
    assert s.section == STEALTH


@pytest.mark.clause("RR-14.21", "RR-3.13")
def test_the_special_card_lies_within_its_window() -> None:  # TV-40
    places = set()
    for seed in range(60):
        s = GAME.start("m4-sunken-lane", seed=seed)
        assert isinstance(s, Regiment)
        assert len(s.deck) == 37
        places.add(len(s.deck) - s.deck.index(data.SPECIAL))
    assert places <= set(range(17, 26))
    assert len(places) > 5
    plain_deck = GAME.start("m1-cold-ford", seed=1)
    assert isinstance(plain_deck, Regiment)
    assert data.SPECIAL not in plain_deck.deck


@pytest.mark.clause("RR-14.23", "RR-14.24", "RR-14.25")
def test_a_sweep_stops_at_an_operator_or_comes_back_to_where_it_began() -> None:  # TV-41
    for x, facing, spotted in ((6, E, True), (4, N, False)):
        s = field(plain(9, 9))
        s.section = s.drawn_in = BATTLE
        other = man(s, "jock", 0, 8, low=True, spotted=True)
        m = man(s, "paddy", x, 4) if spotted else other
        u = sentry(s, 4, 4, N, (N, S))
        s.u_alert[u] = 1
        if not spotted:
            s.m_at[other] = s.grid.at(8, 8)
            s.layout.kind[s.grid.at(8, 8)] = 1
            s.m_swim = changed(s.m_swim, other, 0)
            s.m_state[other] = 0
        events.sweep(s, u, 1)
        assert s.u_face[u] == facing
        assert bool(s.m_spotted[m]) or not spotted


@pytest.mark.clause("RR-14.11", "RR-14.12", "RR-14.13", "RR-14.22")
def test_spawned_men_fill_the_places_that_touch_the_board_first() -> None:
    s = field(plain(10, 10))
    events.spawn(s, BLACK, [data.SMG, data.SMG])
    assert [s.place(v) for v in s.u_at] == ["black-1", "black-2"]
    assert s.u_alert == [0, 0]
    events.spawn(s, BLACK, [data.SMG] * 8)
    assert len(s.u_kind) == 8, "a full tile takes no more"
    s.section = BATTLE
    s.u_at[0] = OFF
    s.changed()
    events.spawn(s, BLACK, [data.SMG])
    assert s.u_alert[-1] == 1


@pytest.mark.clause("RR-14.15", "RR-14.16", "RR-14.17", "RR-14.19", "RR-14.20", "RR-17.8")
def test_a_cigarette_blinds_a_man_for_the_turn() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 6)
    u = unit(s, "rifle", 4, 3, S)
    s.deck = (card_of("cigarette"), card_of("cigarette"))
    run(s, events.EventPhase())
    assert s.has(m, data.I_CIGARETTE) == 1
    run(s, events.EventPhase())
    assert s.has(m, data.I_CIGARETTE) == 1, "one token in play"
    act_with(s, m)
    do(s, "cigarette jock rifle-1")
    assert not sight.sees(s, u, m)
    run(s, end.EndPhase())
    assert sight.sees(s, u, m)
    assert s.cigarette == 0


@pytest.mark.clause("RR-14.18")
def test_a_smoker_who_hears_a_shot_throws_his_cigarette_away() -> None:  # TV-84
    s = field(plain(12, 9), dice=[1])
    m = man(s, "jock", 1, 4)
    u = unit(s, "rifle", 6, 4, N)
    unit(s, "rifle", 1, 0, N)
    s.u_cig, s.cigarette = changed(s.u_cig, u, 1), 1
    act_with(s, m)
    do(s, "attack jock pistol rifle-2")
    assert (s.u_cig[u], s.u_alert[u], s.u_face[u]) == (0, 1, W)


@pytest.mark.clause("RR-14.26")
def test_a_card_does_not_turn_an_alert_sentry_away_from_a_spotted_man() -> None:
    for spotted, facing in ((True, N), (False, S)):
        s = field(plain(9, 9))
        man(s, "jock", 4, 1, spotted=spotted)
        u = sentry(s, 4, 4, N, (N, S))
        s.u_alert[u] = 1
        s.deck = (card_of("rotate black cw 1"),)
        run(s, events.EventPhase())
        assert s.u_face[u] == facing


@pytest.mark.clause("RR-14.3", "RR-14.28")
def test_an_empty_deck_is_shuffled_once_and_then_time_is_up() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 4, 1)
    s.deck, s.discards = (), (card_of("cigarette"),)
    s.cigarette = 1
    run(s, events.EventPhase())
    assert (s.passes, s.deck, len(s.discards)) == (1, (), 1)
    run(s, turn.BeginTurn())
    assert s.ended == "time"


# --- patrols


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


@pytest.mark.clause("RR-15.7", "RR-20.2")
def test_a_patrolman_stops_at_a_body_that_comes_into_sight_at_a_corner() -> None:  # TV-43
    layout = plain(9, 9)
    link = line(layout, WHITE, (0, 2), (1, 2), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6))
    s = field(layout)
    u = walker(s, link, 0, E)
    s.corpses = (s.grid.at(2, 7),)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (2, 2)
    assert s.u_face[u] == S
    assert s.u_alert[u]


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


@pytest.mark.clause("RR-15.9")
def test_a_patrolman_finds_who_stands_behind_the_door_he_opens() -> None:
    layout = edged(open_ground(9, 5), ("D", 3, 2, 4, 2), *(("#", 3, y, 4, y) for y in (0, 1, 3, 4)))
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    m = man(s, "jock", 4, 2)
    u = walker(s, link, 1, E)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (3, 2)
    assert s.u_alert[u]
    assert s.m_spotted[m]


@pytest.mark.clause("RR-12.16", "RR-12.22", "RR-4.2")
def test_the_alarm_ends_the_patrol_phase_in_the_middle_of_a_move() -> None:  # TV-77
    layout = plain(14, 14)
    links = [line(layout, WHITE, *((x, y) for x in range(14))) for y in (2, 11)]
    s = field(layout, dice=[1], meter=1)
    m = man(s, "jock", 4, 5)
    first, second = walker(s, links[0], 2, E), walker(s, links[1], 2, E)
    s.m_mark[m] = first
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    while at(s, s.u_at[first]) != (4, 2):
        do(s, "hold jock")
    do(s, "fire jock pistol")
    while offered(s):
        play(s, legal(s)[0])
    assert s.section == BATTLE
    assert at(s, s.u_at[first]) == (4, 2)
    assert at(s, s.u_at[second]) == (2, 11)


# --- attacks


def volley(s: Regiment) -> None:
    run(s, attacks.AttackPhase())
    while offered(s):
        play(s, legal(s)[0])


@pytest.mark.clause("RR-16.1", "RR-16.3", "RR-16.10", "RR-3.17")
def test_a_hedge_that_is_not_beside_the_man_gives_no_cover() -> None:  # TV-44
    s = field(plain(7, 7, H="2,1 3,1 4,1"), dice=[2, 3, 4, 2, 3, 5])
    s.section = BATTLE
    m = man(s, "jock", 3, 4, spotted=True)
    for x in (2, 3, 4):
        unit(s, "smg", x, 0, S, alert=True)
    volley(s)
    assert s.m_health[m] == 5 - 4


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


@pytest.mark.clause("RR-1.13", "RR-16.11")
def test_forest_takes_one_off_and_short_range_gives_it_back() -> None:  # TV-47
    s = field(plain(7, 7, F="3,3"), dice=[5, 3])
    s.section = BATTLE
    m = man(s, "jock", 3, 3, spotted=True)
    unit(s, "smg", 3, 0, S, alert=True)
    volley(s)
    assert s.m_health[m] == 4


@pytest.mark.clause("RR-2.4", "RR-16.5", "RR-16.9")
def test_a_low_wall_takes_two_off_unless_the_attacker_is_beside_the_man() -> None:
    for y, health in ((0, 5), (2, 4)):  # 3 + 1 - 2 misses, 3 + 1 hits
        s = field(edged(open_ground(7, 7), *(("l", x, 2, x, 3) for x in range(7))), dice=[3])
        s.section = BATTLE
        m = man(s, "jock", 3, 3, spotted=True)
        unit(s, "rifle", 3, y, S, alert=True)
        volley(s)
        assert s.m_health[m] == health


@pytest.mark.clause("RR-16.6", "RR-16.7")
def test_the_target_with_the_least_cover_is_taken_and_then_the_nearest() -> None:
    for forest, taken in (("3,3", "paddy"), ("0,0", "jock")):
        s = field(plain(9, 9, F=forest))
        s.section = BATTLE
        man(s, "jock", 3, 3, spotted=True)
        man(s, "paddy", 4, 6, spotted=True)
        u = unit(s, "smg", 4, 0, S, alert=True)
        assert [s.man(m) for m, _, _ in attacks.options(s, u, attacks.prey(s))] == [taken]


# --- the end of a turn


@pytest.mark.clause("RR-17.1", "RR-12.19")
def test_the_meter_falls_by_one_only_at_the_end_of_a_turn() -> None:  # TV-78
    s = field(plain(9, 9))
    man(s, "jock", 0, 0, spotted=True)
    unit(s, "rifle", 8, 8, S, alert=True)
    run(s, end.EndPhase())
    assert s.meter == 5


@pytest.mark.clause("RR-17.2")
def test_spotted_tokens_go_when_nobody_is_alert() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 0, 0, spotted=True)
    run(s, end.EndPhase())
    assert s.meter == 5
    assert not s.m_spotted[m]


@pytest.mark.clause("RR-12.17", "RR-17.9")
def test_the_alarm_at_the_end_spots_who_is_nearest_to_those_who_were_alert() -> None:  # TV-92
    s = field(plain(12, 12), meter=1)
    jock, paddy = man(s, "jock", 3, 0), man(s, "paddy", 10, 10)
    sentry(s, 0, 0, W, (W,))
    s.u_alert[0] = 1
    unit(s, "smg", 11, 10, E)
    s.phase = END
    run(s, end.EndPhase())
    assert s.section == BATTLE
    assert (s.m_spotted[jock], s.m_spotted[paddy]) == (1, 0)


@pytest.mark.clause("RR-17.3", "RR-17.4", "RR-17.5", "RR-17.6", "RR-17.7")
def test_bodies_under_trees_go_in_stealth_and_all_bodies_in_battle() -> None:
    for section, left in ((STEALTH, 1), (BATTLE, 0)):
        s = field(plain(9, 9, F="1,1"))
        s.section = section
        m = man(s, "jock", 8, 0, spotted=section == BATTLE)
        s.corpses = (s.grid.at(1, 1), s.grid.at(5, 5))
        s.blasts = (s.grid.at(7, 7),)
        s.m_mark_at = changed(s.m_mark_at, m, s.grid.at(2, 2))
        run(s, end.EndPhase())
        assert sum(v >= 0 for v in s.corpses) == left
        assert list(s.blasts) == []
        assert s.m_mark_at[m] == OFF
        assert bool(s.m_spotted[m]) == (section == BATTLE)


# --- bombs and grenades


@pytest.mark.clause("RR-20.20", "RR-20.21", "RR-20.22", "RR-20.23", "RR-20.24", "RR-20.56")
def test_bombs_of_one_depth_go_off_together_after_the_effect() -> None:  # TV-59
    s = field(plain(14, 14), dice=[1] * 12)
    m = man(s, "jock", 0, 0)
    s.bombs = (
        (s.grid.at(12, 2), 3, m),
        (s.grid.at(12, 12), 3, m),
    )
    s.deck = (card_of("cigarette"),) * 3
    s.cigarette = 1
    for n in range(3):
        assert len(s.blasts) == 0, n
        run(s, events.EventPhase())
    assert len(s.blasts) == 2
    assert s.meter == 4


@pytest.mark.clause("RR-20.29", "RR-20.30")
def test_a_grenade_out_of_sight_drifts_a_little() -> None:  # TV-60
    for dice, place in (([2, 4, 4], (5, 3)), ([3, 4], (5, 5)), ([2, 4, 1], (5, 4)), ([1, 4, 6], (2, 2))):
        s = field(plain(12, 12), dice=[*dice, 1, 1, 1, 1])
        notice.begin(s)
        run(s, grenades.Scatter(s.grid.at(5, 5), N))
        fallen = [words for event in s.events for words in event.facts if words[0] == "marked"]
        assert fallen == [("marked", sq(*place), "blast")]


@pytest.mark.clause("RR-19.13", "RR-19.14")
def test_large_scatter_goes_the_whole_face_of_the_die() -> None:  # TV-75
    s = field(plain(14, 14), dice=[4, 6, 6])
    assert at(s, units.large_scatter(s, s.grid.at(5, 5), N)) == (11, 5)


@pytest.mark.clause("RR-20.26", "RR-20.8", "RR-12.11")
def test_a_grenade_kills_friends_and_gives_nobody_away() -> None:
    s = field(plain(12, 12), dice=[6, 6, 6, 6])
    m = man(s, "paddy", 2, 2)
    friend = man(s, "jock", 6, 3)
    u = unit(s, "rifle", 6, 1, N)
    act_with(s, m)
    do(s, "throw paddy")
    do(s, f"at {sq(6, 2)}")
    while offered(s, "hit"):
        do(s, offered(s, "hit")[0])
    assert not s.alive(u)
    assert s.m_health[friend] == 0
    assert not s.m_spotted[m]
    assert s.blasts == ()


@pytest.mark.clause("RR-20.17", "RR-20.31", "RR-9.23")
def test_a_trap_kills_who_steps_on_it_and_a_mine_goes_off() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    m = man(s, "jock", 0, 8)
    u = walker(s, link, 1, E)
    s.traps = ((s.grid.at(3, 2), m, 0),)
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert not s.alive(u)
    assert [at(s, v) for v in s.corpses] == [(3, 2)]
    assert s.traps == ((s.grid.at(3, 2), m, 1),)
    s2 = field(layout, dice=[1, 1, 2, 1])
    owner = man(s2, "paddy", 0, 8)
    v = walker(s2, link, 1, E)
    s2.mines = ((s2.grid.at(3, 2), owner),)
    s2.token = WHITE
    run(s2, patrol.PatrolPhase())
    assert not s2.alive(v)
    assert list(s2.mines) == []
    assert s2.meter == 5


@pytest.mark.clause("RR-20.32")
def test_a_rabbit_s_foot_turns_one_die_to_six() -> None:
    s = field(plain(12, 12), dice=[1])
    m = man(s, "jock", 2, 2, side="B")
    u = unit(s, "rifle", 6, 2, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    do(s, "rabbit")
    assert not s.alive(u)
    assert s.has(m, data.I_RABBIT) == 0


@pytest.mark.clause("RR-20.36")
def test_a_med_pack_heals_a_neighbour_for_nothing() -> None:
    s = field(plain(12, 12))
    m = man(s, "paddy", 2, 2, side="B")
    friend = man(s, "jock", 3, 2)
    s.m_health = changed(s.m_health, friend, 1)
    act_with(s, m)
    do(s, "heal paddy jock")
    assert s.m_health[friend] == 5
    assert s.m_ap[m] == 4


def test_marks_begin_free_in_each_phase() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.m_hold = changed(s.m_hold, m, marks.HOLD_PHASE)
    marks.begin_phase(s)
    assert s.m_hold[m] == marks.FREE
    assert act("a") == ("a",)
    assert (ADVANCE, EVENT) == (2, 3)


@pytest.mark.clause("RR-13.7", "RR-13.8", "RR-13.9", "RR-13.11", "RR-15.3")
def test_each_act_of_the_axis_says_why() -> None:
    def told(crouched: bool, away: int) -> str:
        s = field(plain(20, 20, H=" ".join(f"{x},1" for x in range(20))))
        s.section = BATTLE
        man(s, "paddy", 3, 0, low=crouched, spotted=True)
        unit(s, "smg", 3, away, N, alert=True, role=TROOPER)
        run(s, advance.AdvancePhase())
        said = list(s.events)
        while offered(s):
            said += play(s, legal(s)[0])
        return next(event.clause + " " + event.text for event in said if "advances on" in event.text)

    assert told(False, 3).startswith("RR-13.11 {smg-1} advances on {paddy}: an optimal attack position")
    assert told(False, 6) == "RR-13.7 {smg-1} advances on {paddy}: an attack position at -1 for cover"
    assert told(True, 9).startswith("RR-13.9 {smg-1} advances on {paddy}: no attack position can be reached")


@pytest.mark.parametrize("mission", [scenario.id for scenario in GAME.scenarios()])
def test_every_event_of_a_game_has_a_clause_and_names_all_it_speaks_of(mission: str) -> None:
    s = GAME.start(mission, seed=4)
    spoken: set[str] = set()
    for n in range(150):
        options = legal(s)
        if not options:
            break
        for event in play(s, options[(7 * n) % len(options)]):
            assert event.clause.startswith("RR-"), event
            spoken |= set(re.findall(r"{([^}]*)}", event.text))
    assert len(spoken) > 5
    assert spoken <= GAME.names(GAME.view(s, "operators")).keys()
