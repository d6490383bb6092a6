"""Chapter 24, They Who Dare: Nancy's disguise, her talks and the garrotte."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.advice import odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Objective, Place
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import BATTLE, CORPSE, DEAD, ENSNARED, TALKS, Regiment, changed
from sandtable.kernel.scene import BoardPanel
from tests.rogue_regiment.boards import edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, refused, run, sq, unit
from tests.rogue_regiment.positions import garage, line, set_up, walker


def dared(layout: Layout | None = None, dice: list[int] | None = None, meter: int = 6) -> Regiment:
    """An empty position with They Who Dare."""
    s = field(layout or plain(12, 12), dice, meter)
    s.stage = Stage(replace(s.stage.mission, packs=("twd",)), s.layout)
    return s


def disguised(s: Regiment, x: int, y: int, spotted: bool = False) -> int:
    return man(s, "nancy", x, y, side="B", spotted=spotted)


def verbs(s: Regiment) -> set[str]:
    return {words.split()[0] for words in offered(s)}


# --- the disguise


@pytest.mark.clause("RR-24.1", "RR-24.54")
def test_changing_takes_four_points_and_turns_the_board() -> None:
    s = dared()
    m = man(s, "nancy", 5, 5)
    act_with(s, m)
    assert "attack" not in verbs(s)
    do(s, "change nancy")
    assert (s.m_side[m], s.m_ap[m]) == (1, 0)
    s.m_ap[m] = 3
    act_with(s, m)
    assert refused(s, "change nancy") == "RR-4.11"
    s.m_ap[m] = 4
    act_with(s, m)
    do(s, "change nancy")
    assert s.m_side[m] == 0


@pytest.mark.clause("RR-24.2", "RR-24.3", "RR-24.53")
def test_under_cover_she_moves_strangles_talks_breaks_cover_and_changes_only() -> None:
    s = dared(plain(12, 12, F="5,4", H="6,5"))
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 6, S)
    unit(s, "rifle", 4, 5, N)
    s.lay(corpses=(s.grid.at(5, 5),))
    act_with(s, m)
    assert verbs(s) == {"move", "attack", "interact", "break-cover", "change", "end"}
    assert sq(5, 4) not in [words.split()[-1] for words in offered(s, "move")]
    assert refused(s, f"move nancy {sq(5, 4)}") == "RR-24.3"
    for words in ("crouch nancy", f"sprint nancy {sq(5, 2)}", f"climb nancy {sq(6, 5)}"):
        assert refused(s, words) == "RR-24.3"
    assert refused(s, "pick-up nancy corpse") == "RR-24.53"


@pytest.mark.clause("RR-24.3")
def test_under_cover_she_vaults_no_low_wall_and_boards_no_vehicle() -> None:
    s = dared(edged(open_ground(12, 12), ("l", 5, 5, 5, 4)))
    m = disguised(s, 5, 5)
    act_with(s, m)
    assert f"move nancy {sq(5, 4)}" not in offered(s)
    assert f"move nancy {sq(5, 6)}" in offered(s)
    s, _ = garage()
    m = disguised(s, 8, 14)
    act_with(s, m)
    do(s, f"move nancy {sq(9, 14)}")
    assert verbs(s) == {"move"}  # she goes past it
    s.put(m, s.grid.at(8, 14))
    s.spot(m, 1)
    act_with(s, m)
    do(s, f"move nancy {sq(9, 14)}")
    assert verbs(s) == {"seat"}


@pytest.mark.clause("RR-24.4", "RR-24.5")
def test_she_walks_through_their_sight_and_through_them_and_nobody_notices() -> None:
    s = dared()
    m = disguised(s, 5, 8)
    unit(s, "rifle", 5, 2, S)
    u = unit(s, "smg", 5, 6, W)
    act_with(s, m)
    do(s, f"move nancy {sq(5, 7)}", f"move nancy {sq(5, 6)}")
    assert verbs(s) == {"move"}  # she may not stay on his square
    do(s, f"move nancy {sq(5, 5)}", "end nancy n")
    assert not s.m_spotted[m]
    assert s.u_alert == [0, 0]
    s.u_face[u] = N
    run(s, advance.AdvancePhase())
    assert not s.m_spotted[m]


@pytest.mark.clause("RR-24.54", "RR-3.11")
def test_a_mission_may_bring_her_in_disguise_after_those_of_free_choice() -> None:
    s = set_up("m9-cafe-de-la-gare", seed=2)
    assert len(s.m_kind) == 3
    assert s.man(2) == "nancy"
    assert s.m_side[2] == 1


@pytest.mark.clause("RR-24.5", "RR-15.9")
def test_a_patrolman_who_opens_a_door_walks_past_her() -> None:
    s = dared(edged(open_ground(12, 12), ("D", 5, 5, 5, 4)))
    disguised(s, 5, 4)
    u = unit(s, "rifle", 5, 5, N)
    assert not patrol.opens_door(s, u, s.grid.at(5, 4))
    assert not s.u_alert[u]


@pytest.mark.clause("RR-24.6", "RR-24.7", "RR-12.19")
def test_in_sight_at_the_end_of_the_turn_she_raises_suspicion_beside_all_else() -> None:  # TV-64
    s = dared(meter=5)
    disguised(s, 5, 5)
    unit(s, "rifle", 5, 2, S)
    run(s, end.EndPhase())
    assert s.meter == 4
    s = dared(meter=5)
    disguised(s, 5, 5)
    unit(s, "rifle", 5, 2, S, alert=True)
    run(s, end.EndPhase())
    assert s.meter == 3


@pytest.mark.clause("RR-24.6")
def test_nobody_is_suspicious_of_whom_nobody_sees() -> None:  # TV-65
    s = dared(meter=5)
    m = disguised(s, 5, 3)
    u = walker(s, line(s.layout, BLACK, *[(x, 2) for x in range(3, 12)]), 0, E)
    assert talking.watched(s, m) == [u], "before he goes on, she is in his sight"
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_at[u] == s.grid.at(7, 2)
    run(s, end.EndPhase())
    assert s.meter == 5


@pytest.mark.clause("RR-24.8", "RR-24.9", "RR-24.10", "RR-24.11")
def test_whoever_she_talks_to_turns_to_her_and_sees_nothing_and_nobody_is_suspicious() -> None:  # TV-66
    s = dared(meter=5)
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    unit(s, "rifle", 9, 5, W)
    jock = man(s, "jock", 5, 8)
    act_with(s, m)
    do(s, "interact nancy rifle-1")
    assert (s.m_ap[m], s.has(m, data.I_INTERACT)) == (3, 2)
    assert (s.u_face[u], s.u_cig[u]) == (S, TALKS + N)
    do(s, "end nancy n")
    assert not s.m_spotted[jock]
    run(s, end.EndPhase())
    assert s.meter == 5
    assert s.u_cig[u] == TALKS + N


@pytest.mark.clause("RR-24.8", "RR-24.56")
@pytest.mark.parametrize(("edge", "may"), [("l", True), ("W", True), ("D", False), ("h", False), ("#", False)])
def test_she_talks_over_a_low_wall_or_through_a_window_but_through_no_door_or_wall(edge: str, may: bool) -> None:
    s = dared(edged(open_ground(12, 12), (edge, 5, 5, 5, 4)))
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    assert ("interact nancy rifle-1" in offered(s)) == may
    if not may:
        assert refused(s, "interact nancy rifle-1") == "RR-24.56"


@pytest.mark.clause("RR-24.8")
def test_she_talks_to_nobody_at_a_corner_nor_to_an_alert_man_nor_without_a_token() -> None:
    s = dared()
    m = disguised(s, 5, 5)
    unit(s, "rifle", 4, 4, N)
    unit(s, "rifle", 6, 5, N, alert=True)
    unit(s, "rifle", 5, 6, S)
    act_with(s, m)
    assert offered(s, "interact") == ["interact nancy rifle-3"]
    s.stock = changed(s.stock, m * len(data.ITEMS) + data.I_INTERACT, 0)
    act_with(s, m)
    assert refused(s, "interact nancy rifle-3") == "RR-24.8"


@pytest.mark.clause("RR-24.49")
def test_when_she_stops_or_moves_he_turns_back_and_looks() -> None:
    for last in ("part nancy", f"move nancy {sq(6, 6)}"):
        s = dared()
        m = disguised(s, 5, 5)
        u = unit(s, "rifle", 5, 4, N)
        jock = man(s, "jock", 5, 1)
        act_with(s, m)
        do(s, "interact nancy rifle-1")
        assert not s.m_spotted[jock]
        do(s, last)
        assert (s.u_face[u], s.u_cig[u]) == (N, 0)
        assert s.m_spotted[jock]
        assert s.u_alert[u]


@pytest.mark.clause("RR-24.12")
def test_a_shot_turns_him_to_it_and_a_shout_back_to_where_he_looked() -> None:
    s = dared(dice=[1])
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    paddy = man(s, "paddy", 9, 4)
    act_with(s, m)
    do(s, "interact nancy rifle-1", "end nancy n")
    notice.begin(s, paddy)
    s.act_loud = (((s.grid.at(9, 4),), 6, 1),)
    run(s, notice.After())
    assert s.u_alert[u]
    assert (s.u_cig[u], s.u_face[u]) == (0, E)
    s = dared()
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, E)
    shouting = unit(s, "rifle", 8, 4, N)
    act_with(s, m)
    do(s, "interact nancy rifle-1")
    notice.begin(s)
    notice.shout(s, shouting)
    assert s.u_alert[u]
    assert (s.u_cig[u], s.u_face[u]) == (0, E)


@pytest.mark.clause("RR-24.13")
def test_breaking_cover_shows_her_and_wakes_the_nearest() -> None:
    s = dared()
    m = disguised(s, 5, 5)
    near, far = unit(s, "rifle", 5, 7, S), unit(s, "rifle", 5, 11, S)
    act_with(s, m)
    do(s, "break-cover nancy")
    assert s.m_spotted[m]
    assert (s.u_alert[near], s.u_alert[far]) == (1, 0)


@pytest.mark.clause("RR-24.14")
def test_spotted_in_disguise_she_sprints_and_crouches_but_has_no_gun_bomb_or_knife() -> None:
    s = dared(plain(12, 12, F="5,4"))
    m = disguised(s, 5, 5, spotted=True)
    unit(s, "rifle", 5, 7, S)
    unit(s, "rifle", 5, 9, N)
    act_with(s, m)
    known = verbs(s)
    assert {"sprint", "crouch", "move", "change"} <= known
    assert not known & {"attack", "move-attack", "aim", "mark", "place", "throw"}
    assert f"move nancy {sq(5, 4)}" in offered(s)


@pytest.mark.clause("RR-24.15", "RR-24.48")
def test_at_the_alarm_she_is_spotted_by_whoever_sees_her_and_by_him_she_talks_to() -> None:
    s = dared(meter=0)
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    do(s, "interact nancy rifle-1")
    run(s, alarm.Check())
    assert s.section == BATTLE
    assert (s.u_cig[u], s.u_face[u]) == (0, S)
    assert s.m_spotted[m]


@pytest.mark.clause("RR-24.48")
def test_after_the_alarm_an_unseen_nancy_in_disguise_has_her_body_and_the_garrotte() -> None:
    s = dared(meter=0)
    m = disguised(s, 5, 5)
    man(s, "jock", 11, 11, spotted=True)
    unit(s, "rifle", 5, 4, N, alert=True)
    s.section = BATTLE
    act_with(s, m)
    assert "attack nancy garrotte rifle-1" in offered(s)
    assert {"sprint", "crouch"} <= verbs(s)
    assert not verbs(s) & {"move-attack", "attack-move", "interact"}


@pytest.mark.clause("RR-24.54")
def test_changing_in_their_sight_she_is_seen_as_what_she_was_and_what_she_is() -> None:
    for side in ("A", "B"):
        s = dared()
        m = man(s, "nancy", 5, 5, side=side)
        unit(s, "rifle", 5, 2, S)
        act_with(s, m)
        do(s, "change nancy")
        assert s.m_spotted[m]


@pytest.mark.clause("RR-24.55")
def test_a_spotted_nancy_who_changes_stays_spotted_until_the_end_phase_forgets_her() -> None:
    s = dared()
    m = man(s, "nancy", 5, 5, spotted=True)
    unit(s, "rifle", 5, 8, N)
    s.u_cig = (1,)
    act_with(s, m)
    do(s, "change nancy")
    assert s.m_spotted[m]
    run(s, end.CleanUp(0))
    assert not s.m_spotted[m]
    run(s, attacks.AttackPhase())
    assert not s.m_spotted[m]


def test_who_crouches_or_carries_somebody_deceives_nobody() -> None:
    s = dared()
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 2, S)
    assert not sight.sees(s, u, m)
    s.m_object = changed(s.m_object, m, CORPSE)
    assert sight.sees(s, u, m)


# --- the garrotte


@pytest.mark.clause("RR-24.16", "RR-24.17", "RR-24.11")
def test_the_garrotte_needs_a_six_then_a_five_a_four_and_a_three() -> None:  # TV-83
    s = dared(dice=[5, 4, 3, 3])
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    for left in (3, 2, 1):
        do(s, "attack nancy garrotte rifle-1")
        assert s.u_cig[u] == ENSNARED
        assert (s.m_ap[m], s.u_alert[u]) == (left, 0)
    do(s, "attack nancy garrotte rifle-1")
    assert not s.alive(u)
    assert s.grid.at(5, 4) in s.corpses


@pytest.mark.clause("RR-24.17")
def test_whoever_is_held_does_nothing_and_the_next_turn_starts_at_six_again() -> None:
    s = dared(dice=[1, 5, 6])
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    jock = man(s, "jock", 5, 1)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1", "end nancy n")
    s.u_alert[u] = 1
    s.m_spotted[jock] = 1
    run(s, advance.AdvancePhase())
    run(s, attacks.AttackPhase())
    assert (s.u_at[u], s.m_health[jock]) == (s.grid.at(5, 4), 5)
    s.m_spear = (0,) * len(s.m_kind)
    s.m_done = (0,) * len(s.m_kind)
    s.m_ap[m] = 4
    act_with(s, m)
    assert "change nancy" not in offered(s)
    assert refused(s, "change nancy") == "RR-24.17"
    do(s, "attack nancy garrotte rifle-1")
    assert s.alive(u)  # a 5 is not enough
    s.m_spear = (0,) * len(s.m_kind)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1")
    assert not s.alive(u)


@pytest.mark.clause("RR-24.18", "RR-24.19")
def test_a_try_that_is_seen_shows_her_and_she_may_finish_what_she_began() -> None:
    s = dared(dice=[1, 5])
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    other, third = unit(s, "smg", 9, 4, W), unit(s, "rifle", 6, 5, E)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1")
    assert s.m_spotted[m]
    assert s.u_alert[other]
    assert s.u_alert[third]  # by the shout
    assert s.u_cig[u] == ENSNARED  # and alert by the shout, but still held
    assert offered(s, "attack") == ["attack nancy garrotte rifle-1"]
    do(s, "attack nancy garrotte rifle-1")
    assert not s.alive(u)


@pytest.mark.clause("RR-24.50")
def test_a_victim_she_leaves_is_free_alert_and_turned_to_her() -> None:
    s = dared(dice=[1])
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1", f"move nancy {sq(6, 4)}")
    assert (s.u_cig[u], s.u_alert[u], s.u_face[u]) == (0, 1, E)


@pytest.mark.clause("RR-24.17")
def test_with_somebody_in_it_the_garrotte_is_for_him_alone() -> None:  # E237
    s = dared(dice=[1])
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 4, N)
    unit(s, "rifle", 5, 6, S)
    act_with(s, m)
    assert offered(s, "attack") == ["attack nancy garrotte rifle-1", "attack nancy garrotte rifle-2"]
    do(s, "attack nancy garrotte rifle-1")
    assert offered(s, "attack") == ["attack nancy garrotte rifle-1"]
    assert refused(s, "attack nancy garrotte rifle-2") == "RR-24.17"


@pytest.mark.clause("RR-24.16")
def test_on_another_victim_she_begins_with_a_six_again() -> None:  # E238
    s = dared(dice=[1, 5])
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 4, N)
    u = unit(s, "rifle", 7, 6, E)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1", f"move nancy {sq(6, 6)}", "attack nancy garrotte rifle-2")
    assert (s.u_at[u] >= 0, s.u_cig[u]) == (True, ENSNARED)


@pytest.mark.clause("RR-24.50")
def test_a_victim_is_free_when_she_dies() -> None:
    s = dared(dice=[1])
    m = disguised(s, 5, 5)
    man(s, "jock", 0, 0)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1")
    notice.begin(s)
    turn.wound(s, m, 9)
    assert s.m_state[m] == DEAD
    assert (s.u_cig[u], s.u_alert[u]) == (0, 1)


@pytest.mark.clause("RR-24.57")
def test_a_victim_that_hears_something_is_alert_and_stays_held() -> None:
    s = dared(dice=[1])
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    do(s, "attack nancy garrotte rifle-1")
    notice.begin(s)
    s.act_loud = (((s.grid.at(9, 4),), 6, 0),)
    run(s, notice.After())
    assert (s.u_alert[u], s.u_face[u], s.u_cig[u]) == (1, N, ENSNARED)


# --- the rat bomb


@pytest.mark.clause("RR-24.20")
def test_the_rat_bomb_is_set_like_a_lewes_bomb_and_counts_for_the_mission() -> None:
    s = dared(dice=[6] * 6)
    m = man(s, "nancy", 2, 2)
    place, other = Place(0, 0, "a"), Place(0, 0, "b")
    wanted = (Objective("rat-bomb", 4, place=place, other=other), Objective("quiet-bomb", 2))
    s.layout.anchors[0, 0, "a"], s.layout.anchors[0, 0, "b"] = s.grid.at(9, 9), s.grid.at(10, 9)
    s.stage = Stage(replace(s.stage.mission, objectives=wanted, officers=(place,)), s.layout)
    s.scored = (0, 0)
    u = unit(s, "officer", 9, 9, N)
    act_with(s, m)
    do(s, f"place nancy rat {sq(3, 3)}", "fuse 1")
    assert s.has(m, data.I_RAT) == 0
    s.bombs = ((s.grid.at(9, 9), 0, m),)
    run(s, placed.Bombs())
    do(s, "hit officer-1")
    assert not s.alive(u)
    assert s.scored == (1, 1)


@pytest.mark.clause("RR-24.14")
def test_her_board_shows_what_the_side_that_is_up_gives() -> None:
    s = set_up("m9-cafe-de-la-gare", seed=2)
    m = s.man_of("nancy")
    board = next(panel for panel in GAME.seen(s, "operators").drawn.panels if panel.id == "board-nancy")
    assert isinstance(board, BoardPanel)
    assert {slot.title for slot in board.slots} == {"garrotte", "token for a talk"}
    s.m_side = changed(s.m_side, m, 0)
    board = next(panel for panel in GAME.seen(s, "operators").drawn.panels if panel.id == "board-nancy")
    assert isinstance(board, BoardPanel)
    assert {slot.title for slot in board.slots} == {"pistol", "fighting knife", "rat bomb"}


def test_odds_of_the_garrotte_say_what_becomes_of_the_victim() -> None:
    s = dared()
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    found = odds.odds(s, ("attack", "nancy", "garrotte", "rifle-1"))
    assert found is not None
    assert found == pytest.approx({"Rifleman 1 down": 1 / 6, "Rifleman 1 held fast": 5 / 6})
