"""The turn, and the end of a mission."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.state import ACTIONS, BEEN_OUT, CAP, EVALUATION, LOST, LOW, POINTS, REACTIONS, SPENT
from tests.kit import do, offered, refused, run
from tests.who_dares_wins.field import field, unit


@pytest.mark.clause("WDW-50.1", "WDW-3.2", "WDW-530.1")
def test_a_turn_is_points_then_actions_then_reactions_and_then_the_marker_advances() -> None:
    s = field(patrols={"1st": "d1 HQ1 T1A"}, dice=[3, 3])
    run(s, turn.Begin())
    assert s.phase == ACTIONS and s.ap[0] == 5 and isinstance(s.choice, actions.Act)
    phases = [fact[1] for event in s.events for fact in event.facts if fact[0] == "phase"]
    assert phases == ["points", "actions"]
    do(s, "pass")
    assert s.turn == 2 and s.phase == ACTIONS
    assert [POINTS, ACTIONS, REACTIONS, EVALUATION] == [1, 2, 3, 4]


@pytest.mark.clause("WDW-50.1")
def test_what_was_noted_for_a_turn_is_wiped_and_what_lasts_stays() -> None:
    s = field(patrols={"1st": "d1 HQ1 T1A"}, dice=[3])
    s.status[0] = LOW | SPENT | BEEN_OUT
    s.event_done, s.hushed, s.fought = 1, 1, 1
    s.done[unit("T1A")] = 3
    run(s, turn.Begin())
    assert s.status[0] == BEEN_OUT and not s.event_done and not s.hushed and not s.fought and not any(s.done)


@pytest.mark.clause("WDW-50.1")
def test_while_action_points_are_rolled_it_is_not_the_phase_of_actions() -> None:
    s = field(patrols={"1st": "d1 HQ1,jalo T1A"}, dice=[6])
    run(s, turn.Begin())
    assert s.phase == POINTS and offered(s) == ["at jalo", "at d1"]
    assert refused(s, "with T1A") == "WDW-50.1"


@pytest.mark.clause("WDW-50.3", "WDW-50.2")
def test_the_loss_of_the_last_unit_ends_the_mission_at_once() -> None:
    s = field(patrols={"1st": "d1 HQ1"})
    run(s, actions.Act())
    assert not turn.end_if_lost(s) and not s.results
    terms.lose(s, unit("HQ1"), "WDW-733.4")
    assert turn.end_if_lost(s)
    run(s)
    assert s.cause == LOST and len(s.results) == 1 and s.phase == EVALUATION


@pytest.mark.clause("WDW-3.2")
def test_at_the_cap_of_turns_the_mission_is_given_up() -> None:
    s = field(patrols={"1st": "d1 HQ1"}, turn_number=tables.LAST_TURN)
    run(s, turn.Next())
    assert s.cause == CAP and len(s.results) == 1
    s = field(patrols={"1st": "d1 HQ1"}, turn_number=tables.LAST_TURN - 1, dice=[3])
    run(s, turn.Next())
    assert s.turn == tables.LAST_TURN and not s.results
