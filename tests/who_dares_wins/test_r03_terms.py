"""Terms: units, markers and damage."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.state import DESTROYED, FULL, REDUCED, WAITING_FAILS, changed
from tests.kit import asked, clauses, do, offered, run
from tests.who_dares_wins.field import await_events, field, resting, unit, zone


@pytest.mark.clause("WDW-3.6", "WDW-31.1", "WDW-733.4")
def test_a_unit_that_suffers_damage_turns_to_its_reduced_side_and_attacks_with_its_value() -> None:
    s = field(patrols={"1st": "d1 G2B HQ1"})
    g2b = unit("G2B")
    assert s.side[g2b] == FULL and s.av(g2b) == 3
    terms.hit(s, g2b, "WDW-733.4")
    assert s.side[g2b] == REDUCED and s.av(g2b) == 2 and s.zone[g2b] == zone("d1")
    assert s.loads[g2b] == 0, "only a truck has a load to lose"


@pytest.mark.clause("WDW-733.4", "WDW-332.2")
def test_a_reduced_unit_that_is_hit_is_destroyed_and_leaves_the_map() -> None:
    s = field(patrols={"1st": "d1 SAS1 HQ1"})
    sas = unit("SAS1")
    s.side[sas] = REDUCED
    s.held[0], s.held_seen[0] = 1, 1
    s.carried = changed(s.carried, sas, 1)
    s.carried_seen = changed(s.carried_seen, sas, 1)
    s.watch_end[sas] = 4
    s.watch_turns = changed(s.watch_turns, sas, 2)
    terms.mco_add(s, sas, 3)
    terms.hit(s, sas, "WDW-733.4")
    assert s.side[sas] == DESTROYED and s.zone[sas] < 0
    assert not s.carried[sas] and not s.carried_seen[sas] and not s.watch_end[sas] and not s.watch_turns[sas]
    assert not s.mco[sas]
    assert (s.held[0], s.held_seen[0]) == (1, 1), "what the patrol holds stays while somebody is left of it"


@pytest.mark.clause("WDW-332.2")
def test_a_truck_that_is_lost_is_neither_emptied_nor_loaded_any_more() -> None:
    s = field("scenario-2", patrols={"1st": "d1 HeavyA Light HQ1"})
    for word in ("HeavyA", "Light"):
        s.side[unit(word)] = REDUCED
        s.emptied |= 1 << unit(word)
    terms.lose(s, unit("HeavyA"), "WDW-54.2")
    assert s.emptied == 1 << unit("Light") and s.loads[unit("HeavyA")] == 0


@pytest.mark.clause("WDW-32.1")
def test_with_the_last_unit_of_a_patrol_go_its_recon_ok_and_waiting_events() -> None:
    s = field(patrols={"1st": "d1 SAS1", "2nd": "d1 HQ2"})
    s.held[0], s.held_seen[0], s.held[1] = 2, 1, 1
    await_events(s, (0, WAITING_FAILS), (1, WAITING_FAILS))
    terms.lose(s, unit("SAS1"), "WDW-733.4")
    assert s.recon_held(0) == 0 and s.held[1] == 1 and s.pending == ((1, WAITING_FAILS),)


@pytest.mark.clause("WDW-32.1")
def test_a_patrol_keeps_at_most_three_recon_ok() -> None:
    s = field(patrols={"1st": "d1 HQ1"})
    s.held[0] = 2
    run(s, terms.Gain(0, 2))
    assert s.held[0] == 3 and resting(s)


@pytest.mark.clause("WDW-32.1", "WDW-81.2")
def test_the_player_says_which_kind_is_lost_as_surplus_or_spent() -> None:
    s = field(patrols={"1st": "d1 HQ1"})
    s.held[0], s.held_seen[0] = 1, 2
    run(s, terms.Gain(0, 0, 1))
    assert offered(s) == ["give ordinary", "give observation"] and "three" in asked(s)
    do(s, "give ordinary")
    assert s.held[0] == 0 and s.held_seen[0] == 3
    s = field(patrols={"1st": "d1 HQ1"})
    s.held[0], s.held_seen[0] = 1, 1
    run(s, terms.Spend(0, "for a test"))
    do(s, "give observation")
    assert s.held[0] == 1 and s.held_seen[0] == 0
    run(s, terms.Spend(0, "for a test"))
    assert s.recon_held(0) == 0 and resting(s), "with one kind alone it is no question"
    s.held_seen[0] = 2
    run(s, terms.Spend(0, "for a test"))
    assert (s.held[0], s.held_seen[0]) == (0, 1) and resting(s)


@pytest.mark.clause("WDW-32.3", "WDW-531.1")
def test_the_alarm_runs_from_0_to_4() -> None:
    s = field(patrols={"1st": "d1 HQ1 T1A"}, alarm=3)
    terms.raise_alarm(s, (unit("T1A"),), "WDW-611.14")
    terms.raise_alarm(s, (unit("HQ1"),), "WDW-611.14")
    assert s.alarm == 4 and s.raisers == (unit("HQ1"),)
    for _ in range(6):
        terms.lower_alarm(s, "WDW-617.2")
    assert s.alarm == 0


@pytest.mark.clause("WDW-32.4")
def test_markers_of_each_penalty_are_counted_and_the_heaviest_goes_first() -> None:
    s = field(patrols={"1st": "d1 HQ1"})
    hq = unit("HQ1")
    for penalty in (2, 2, 3, 4):
        terms.mco_add(s, hq, penalty)
    assert terms.mco_count(s, hq) == 4 and terms.mco_penalty(s, hq) == 11
    left = []
    while terms.mco_count(s, hq):
        terms.mco_remove(s, hq)
        left.append(terms.mco_penalty(s, hq))
    assert left == [7, 4, 2, 0]


@pytest.mark.clause("WDW-613.11")
def test_a_unit_hands_over_what_it_carries_in_its_patrols_zone_only() -> None:
    s = field(patrols={"1st": "jalo SAS1,d1 HQ1"})
    s.carried = changed(s.carried, unit("SAS1"), 1)
    run(s, terms.Deliver())
    assert s.held[0] == 0
    s.zone[unit("SAS1")] = zone("d1")
    s.carried_seen = changed(s.carried_seen, unit("SAS1"), 1)
    run(s, terms.Deliver())
    assert s.held[0] == 1 and s.carried[unit("SAS1")] == 0
    assert s.held_seen[0] == 1 and s.carried_seen[unit("SAS1")] == 0


def test_a_drm_is_told_with_its_sign() -> None:
    assert [terms.signed(n) for n in (-2, 0, 3)] == ["-2", "+0", "+3"]
    s = field(patrols={"1st": "d1 HQ1"})
    terms.set_alarm(s, (), 2, "WDW-532.7")
    assert clauses(s) == ["WDW-532.7"] and terms.listed([0, 1, 2]) == "{T1A}, {T1B} and {T2A}"
