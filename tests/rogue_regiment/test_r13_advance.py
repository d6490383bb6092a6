"""Chapter 13: how a unit that was fired at in its move goes on."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r13_walk as walking
from sandtable.games.rogue_regiment.state import BATTLE, V_GUARD, Regiment
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.test_axis import sentry
from tests.rogue_regiment.test_fourth_audit_v import willys


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
        s.u_alert[u] = 1
        s.changed()
    s.m_mark[first] = s.m_mark[second] = u
    run(s, advance.AdvancePhase())
    hold(s)
    assert s.u_done[u], "its own move is about to begin"
    do(s, "fire jock pistol")
    return s, u


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


@pytest.mark.clause("RR-19.6", "RR-7.19")
def test_a_sentry_fired_at_while_it_makes_room_for_a_mortar_team_still_makes_room() -> None:
    s = field(plain(20, 20), dice=[1, 1])
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True, facing=S)
    team, post = unit(s, "mortar", 8, 8, S, alert=True), sentry(s, 5, 9, S, (S,))
    s.u_alert[post] = 1
    s.m_mark[m] = post
    run(s, advance.AdvancePhase())
    while s.u_face[post] == S:
        if offered(s, "hold"):
            do(s, "hold jock")
        else:
            do(s, offered(s)[0])
    assert (at(s, s.u_at[post]), s.u_face[post]) == ((5, 9), W), "it turns to its first square"
    do(s, "fire jock pistol")
    through(s)
    assert at(s, s.u_at[post]) != (5, 9)
    assert at(s, s.u_at[team]) == (5, 9)
    assert s.u_set[team]


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


@pytest.mark.clause("RR-13.27", "RR-9.6")
@pytest.mark.parametrize(("x", "asked"), [(9, False), (13, True)])
def test_a_sentry_asks_whom_it_turns_to_of_men_equally_near_only_if_it_faces_otherwise(x: int, asked: bool) -> None:
    s = field(plain(20, 20))
    s.section = BATTLE
    post = sentry(s, 8, 12, S, (S,))
    s.u_alert[post] = 1
    man(s, "jock", 8, 7, spotted=True)
    man(s, "paddy", x, 7 if x < 13 else 12, spotted=True)
    unit(s, "smg", 19, 0, S, alert=True)
    run(s, advance.Advance(post, 4))
    assert bool(offered(s, "after")) == asked
    through(s)
    assert s.u_face[post] == N
