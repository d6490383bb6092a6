"""The golden games about marked attacks show what their names say: each ends with the shot that it is about."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.state import ADVANCE, BATTLE, EVENT, PATROL, STEALTH, Regiment
from sandtable.kernel.flow import Action, legal, play
from scripts import golden

GAME = sandtable.load("rogue-regiment")


def last_shot(name: str) -> tuple[Regiment, Action, Regiment]:
    """The position before the last action of a record, that action, and the position after it."""
    record = golden.read((golden.folder(GAME) / f"marks-{name}.txt").read_text())
    before = golden.begun(GAME, record)
    assert isinstance(before, Regiment)
    *earlier, (_, action) = record.actions
    for _, one in earlier:
        play(before, one)
    after = before.clone()
    play(after, action)
    assert action[0] == "fire"
    return before, action, after


def markers(s: Regiment) -> list[int]:
    """The men whose markers lie on a unit."""
    return [m for m in range(len(s.m_kind)) if s.m_mark[m] >= 0]


@pytest.mark.clause("RR-7.5", "RR-7.16")
def test_four_men_have_their_markers_out() -> None:
    before, _, after = last_shot("four-markers")
    assert len(markers(before)) == 4
    assert len(markers(after)) < 4


@pytest.mark.clause("RR-7.10")
def test_a_shot_falls_in_the_middle_of_the_move_of_another_unit() -> None:
    before, action, _ = last_shot("mid-move")
    moving = [getattr(step, "unit", -1) for step in before.agenda if type(step).__name__ in ("Walk", "Patrol")]
    assert moving
    assert before.m_mark[before.man_of(action[1])] not in moving


@pytest.mark.clause("RR-7.8", "RR-12.20")
@pytest.mark.parametrize(("name", "phase"), [("advance", ADVANCE), ("event", EVENT), ("patrol", PATROL)])
def test_a_marked_shot_raises_the_alarm_in_each_phase_where_one_may_be_fired(name: str, phase: int) -> None:
    before, action, after = last_shot(f"alarm-{name}")
    assert before.phase == phase
    assert (before.section, after.section) == (STEALTH, BATTLE)
    assert after.m_spotted[after.man_of(action[1])]


@pytest.mark.clause("RR-7.10", "RR-7.16")
def test_a_unit_marked_twice_dies_at_one_instant_and_the_second_marker_has_no_target_any_more() -> None:
    before, action, after = last_shot("four-markers")
    shooter = before.man_of(action[1])
    target = before.m_mark[shooter]
    others = [m for m in markers(before) if m != shooter and before.m_mark[m] == target]
    assert any(before.m_hold[m] == marks.FREE and marks.shots(before, m) for m in others)
    assert not after.alive(target)
    assert not any(after.m_mark[m] == target for m in others)


@pytest.mark.clause("RR-7.13")
def test_holding_for_the_unit_is_proposed_to_who_may_fire() -> None:
    before, action, _ = last_shot("four-markers")
    prompt = GAME.prompt(GAME.view(before, "operators"))
    assert prompt.proposed[0] == "hold-unit"
    assert prompt.proposed in legal(before)
    verbs = {option[0] for option in legal(before) if option[1] == action[1]}
    assert verbs == {"fire", "hold", "hold-unit", "hold-phase"}
