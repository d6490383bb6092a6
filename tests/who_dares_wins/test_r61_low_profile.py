"""Low profile."""

from __future__ import annotations

import pytest

from tests.kit import do, offered, refused
from tests.who_dares_wins.field import acting, field, hold_back, zone


@pytest.mark.clause("WDW-617.1", "WDW-617.2")
def test_both_patrols_lie_low_and_the_alarm_drops() -> None:  # E-16
    s = acting(field(patrols={"1st": "d1 HQ1", "2nd": "jalo HQ2"}, alarm=1), 5, 3)
    told = do(s, "low 1st")
    assert s.alarm == 1 and s.ap == [0, 3, 0]
    assert (told[-1].clause, told[-1].text) == ("WDW-617.3", "The Alarm drops only if {2nd} does so too")
    do(s, "low 2nd")
    assert s.alarm == 0 and s.ap == [0, 0, 0]


@pytest.mark.clause("WDW-617.3")
def test_one_of_two_patrols_does_not_lower_the_alarm() -> None:
    s = acting(field(patrols={"1st": "d1 HQ1", "2nd": "jalo HQ2"}, alarm=2), 5, 3)
    do(s, "low 1st", "pass")
    assert s.alarm == 2


@pytest.mark.clause("WDW-617.1")
def test_it_must_come_before_any_ap_is_spent_and_zero_ap_are_enough() -> None:
    s = acting(field(patrols={"1st": "d1 HQ1 T1A"}, alarm=1), 5)
    do(s, "cache 1st d1")
    assert "low 1st" not in offered(s) and refused(s, "low 1st") == "WDW-617.1"
    s = acting(field(patrols={"1st": "d1 HQ1"}, alarm=1), 0)
    do(s, "low 1st")
    assert s.alarm == 0


@pytest.mark.clause("WDW-617.4")
def test_the_patrol_does_nothing_else_this_turn_not_even_attack() -> None:
    s = acting(field("scenario-2", patrols={"1st": "mechili HQ1 T1A", "2nd": "siwa HQ2"}), 5, 5)
    assert "attack mechili" in offered(s)
    do(s, "low 1st")
    assert not any("1st" in line or "HQ1" in line or "T1A" in line for line in offered(s))
    assert refused(s, "attack mechili") == "WDW-617.4" and refused(s, "low 1st") == "WDW-617.4"
    assert refused(s, "cache 1st mechili") == "WDW-617.4"
    s = acting(field("scenario-2", patrols={"1st": "mechili T1A", "2nd": "mechili HQ2"}), 5, 5)
    do(s, "low 1st")
    assert "attack mechili" in offered(s), "another patrol there may attack"


@pytest.mark.clause("WDW-617.5")
def test_patrols_at_home_or_in_reserve_need_not_take_part_and_cannot_do_it_alone() -> None:
    s = acting(field(patrols={"1st": "siwa HQ1", "2nd": "jalo HQ2"}, alarm=2), 5, 3)
    do(s, "low 1st")
    assert s.alarm == 2
    do(s, "low 2nd")
    assert s.alarm == 1
    s = acting(field(patrols={"1st": "siwa HQ1", "2nd": "koufra HQ2"}, alarm=2), 5, 3)
    told = do(s, "low 1st", "low 2nd")
    assert s.alarm == 2 and told[-1].clause == "WDW-617.5"
    s = field("scenario-5-1", patrols={"1st": "jalo HQ1", "2nd": "koufra HQ2"}, alarm=2)
    hold_back(s, "2nd")
    acting(s, 5)
    do(s, "low 1st")
    assert s.alarm == 1 and refused(s, "low 2nd") == "WDW-85.7"


@pytest.mark.clause("WDW-617.2", "WDW-531.1")
def test_the_alarm_drops_once_a_turn_and_not_below_zero() -> None:
    s = acting(field(patrols={"1st": "jalo HQ1", "2nd": "siwa HQ2"}, alarm=2), 5, 3)
    do(s, "low 1st")
    assert s.alarm == 1
    do(s, "low 2nd")
    assert s.alarm == 1
    s = acting(field(patrols={"1st": "jalo HQ1"}, alarm=0), 5)
    do(s, "low 1st")
    assert s.alarm == 0


@pytest.mark.clause("WDW-72.10", "WDW-72.8", "WDW-734.6")
def test_refusals_of_an_attack_on_a_target() -> None:
    s = field("scenario-2", patrols={"1st": "mechili HQ1", "2nd": "d1 HQ2"})
    acting(s, 0, 0)
    assert refused(s, "attack d1") == "WDW-72.10" and refused(s, "attack bir-hacheim") == "WDW-72.10"
    s.target[zone("mechili")] = 0
    acting(s, 0, 0)
    assert refused(s, "attack mechili") == "WDW-72.8"
