"""LRDG actions in general: what is offered, what it costs, and why something is not."""

from __future__ import annotations

import pytest

from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.state import (
    CLOSED,
    IN_SUPPORT,
    LOW,
    REACTIONS,
    WAITING_DRM_2,
    WAITING_FAILS,
    WAITING_SUCCEEDS,
    changed,
)
from sandtable.kernel.flow import parse
from tests.kit import asked, do, offered, priced, refused, run
from tests.who_dares_wins.field import acting, await_events, field, unit, zone


@pytest.mark.clause("WDW-60.2", "WDW-611.1", "WDW-612.1", "WDW-613.2", "WDW-614.1", "WDW-615.1", "WDW-616.1")
def test_every_action_says_its_price() -> None:
    s = field("scenario-2", patrols={"1st": "maddalena T1A T1B HQ1"}, dice=[1, 1])
    terms.mco_add(s, unit("T1A"), 2)
    s.waco = IN_SUPPORT
    acting(s, 9)
    assert priced(s, "watch T1A bardia 1") == "2 AP now, then 30 % for a Recon OK"
    assert priced(s, "watch T1A bardia 2") == "2 AP now, and next turn, then 58 % for a Recon OK"
    assert priced(s, "cache 1st maddalena") == "2 AP" and priced(s, "repair 1st maddalena") == "3 AP, 1d6, 33 %"
    assert priced(s, "waco 1st intelligence bardia") == "6 AP, 3d6 -1, 100 % unseen"
    assert priced(s, "waco 1st maintenance maddalena") == "6 AP, 1d6 -1, 50 %"
    assert priced(s, "low 1st") == "all 9 AP" and priced(s, "pass") == "9 AP unspent" and priced(s, "with T1A") == ""
    do(s, "with T1A", "with T1B")
    assert priced(s, "go bardia") == "2 AP, 3d6, 58 % unseen" and priced(s, "go d3") == "4 AP, 1d6 -1, 100 % unseen"
    assert priced(s, "scout d3") == "3 AP, 1d6, 83 % unseen"
    do(s, "go jaghbub")
    assert priced(s, "go el-cuasc") == "2 AP, 1d6, 83 % unseen"


@pytest.mark.clause("WDW-611.10", "WDW-611.11", "WDW-613.9", "WDW-614.10", "WDW-51.11")
def test_the_price_of_a_test_counts_all_that_is_known_of_it() -> None:
    s = field(patrols={"1st": "jaghbub T1A Survey HQ1,jalo SAS1"}, axis="maddalena I-INF-1 down", turn_number=3)
    s.zone_ok = changed(s.zone_ok, zone("d10"), 1)
    s.watch_end[unit("SAS1")] = 3
    s.watch_turns = changed(s.watch_turns, unit("SAS1"), 1)
    acting(s, 9)
    # An Axis unit is there, which counts now and at the end; so does one turn alone.
    assert priced(s, "watch T1A maddalena 1") == "2 AP now, 2d6 +1, 44 % unseen, then 25 % for a Recon OK"
    assert priced(s, "report SAS1") == "2d6 +1, 44 % unseen", "for no AP"
    do(s, "with T1A", "with HQ1")
    assert priced(s, "scout maddalena") == "3 AP, 2d6 +2, 25 % unseen"
    assert priced(s, "go d10") == "2 AP, 1d6, 83 % unseen, a Recon OK there"
    do(s, "with Survey")
    assert priced(s, "scout maddalena") == "3 AP, 2d6 +1, 44 % unseen"
    for waits, told in ((WAITING_FAILS, "seen by an event"), (WAITING_SUCCEEDS, "unseen by an event")):
        await_events(s, (0, waits))
        assert priced(s, "go maddalena") == f"3 AP, {told}"
    await_events(s, (0, WAITING_DRM_2))
    assert priced(s, "go maddalena") == "3 AP, 2d6 -1, 100 % unseen"


@pytest.mark.clause("WDW-52.1")
def test_the_question_says_which_patrols_are_done_and_who_may_go_on() -> None:
    s = field(patrols={"1st": "siwa T1A HQ1", "2nd": "jalo HQ2", "3rd": "jalo HQ3"}, dice=[1])
    s.status[1], s.status[2] = LOW, CLOSED
    acting(s, 5, 0, 4)
    assert "({1st} 5 AP, {2nd} is done, {3rd} is done), or end the actions" in asked(s)
    assert priced(s, "pass") == "5 AP unspent"
    do(s, "with T1A", "go d1")
    assert "; {T1A} may go on, or end the actions" in asked(s)


@pytest.mark.clause("WDW-611.5", "WDW-611.17")
def test_the_price_of_a_move_without_a_test_names_no_dice() -> None:
    s = acting(field(patrols={"1st": "d1 T1A HQ1"}, alarm=4), 9)
    do(s, "with T1A")
    assert priced(s, "go siwa") == "1 AP" and priced(s, "go d2") == "1 AP"


@pytest.mark.clause("WDW-613.2")
def test_by_option_an_observation_is_paid_for_on_its_last_turn_too_and_its_price_says_so() -> None:
    s = acting(field(patrols={"1st": "jalo T1A HQ1"}, options={"intel_pay_end_turn": "on"}), 9)
    assert priced(s, "watch T1A jalo 1") == "2 AP now, and next turn, then 44 % for a Recon OK"
    assert priced(s, "watch T1A jalo 2") == "2 AP now, and on the next two turns, then 69 % for a Recon OK"
    s.watch_end[unit("T1A")] = 2
    run(s, intelligence.Pay(unit("T1A")))
    assert priced(s, "pay T1A") == "2 AP" and priced(s, "break T1A") == ""
    s.ap[0] = 1
    s.offered = None
    assert refused(s, "pay T1A") == "WDW-60.2"


@pytest.mark.clause("WDW-60.1", "WDW-52.1")
def test_actions_come_in_any_order_and_words_that_are_none_are_refused() -> None:
    s = acting(field(patrols={"1st": "siwa T1A HQ1"}), 9)
    assert refused(s, "sing") == "WDW-60.1" and refused(s, "go siwa jalo") == "WDW-60.1"
    assert refused(s, "report T1A") == "WDW-613.8" and refused(s, "join T1B 1st") == "WDW-52.1"
    assert refused(s, "waco 2nd intelligence jalo") == "WDW-52.1"


@pytest.mark.clause("WDW-50.1")
def test_an_action_in_another_phase_is_refused_by_the_order_of_the_turn() -> None:
    s = field(patrols={"1st": "jalo T1A HQ1"})
    s.watch_end[unit("T1A")] = 2
    s.ap[0] = 5
    s.phase = REACTIONS
    run(s, intelligence.Pay(unit("T1A")))
    assert refused(s, "go d10") == "WDW-50.1"


@pytest.mark.clause("WDW-50.1")
def test_whatever_is_asked_in_another_phase_an_action_is_refused_by_the_order_of_the_turn() -> None:
    s = field("scenario-1", {"1st": "jalo T2A, bardia SAS1"}, alarm=3)
    s.raisers = (unit("T2A"), unit("SAS1"))
    run(s, reactions.Start())
    assert offered(s) == ["around bardia", "around jalo"]
    for line in ("go d10", "with T2A", "low 1st", "attack jalo", "pass"):
        assert refused(s, line) == "WDW-50.1"
    assert refused(s, "around siwa") == "WDW-531.3"


@pytest.mark.clause("WDW-731.1", "WDW-732.6", "WDW-614.5")
def test_a_recon_ok_that_nobody_holds_is_said_to_be_missing() -> None:
    s = field(patrols={"1st": "d9 T2A T2B"}, axis="d9 I-INF-1 up", dice=[6, 6])
    run(s, combat.Begin(zone("d9")))
    assert refused(s, "initiative 1st") == "WDW-731.1" and refused(s, "reroll 1st") == "WDW-732.6"
    assert refused(s, "initiative 4th") == "WDW-72.1"
    s = acting(field(patrols={"1st": "d1 T1A HQ1"}, dice=[6]), 9)
    do(s, "with T1A", "go d2")
    assert refused(s, "reroll") == "WDW-614.5", "no Recon OK lies there"


@pytest.mark.clause("WDW-54.2")
def test_what_abandoning_means_is_asked() -> None:
    s = acting(field(patrols={"1st": "jalo T1A HQ1"}), 0)
    do(s, "abandon")
    assert "destroyed" in asked(s) and offered(s) == ["abandon mission", "abandon T1A", "abandon HQ1"]
    assert refused(s, "abandon T1B") == "WDW-54.2" and refused(s, "pass") == "WDW-54.2"


@pytest.mark.clause("WDW-611.15", "WDW-85.7")
def test_nobody_joins_a_patrol_that_waits_in_reserve() -> None:
    s = field("scenario-5-1", patrols={"1st": "koufra HQ1 G1A", "2nd": "koufra HQ2"})
    s.status[1] |= 16
    acting(s, 5)
    assert refused(s, "join G1A 2nd") == "WDW-611.15"


@pytest.mark.clause("WDW-60.2")
def test_the_offer_is_what_the_refusals_allow() -> None:
    """Every whole action that could be named is on offer exactly when nothing refuses it."""
    s = field(
        "scenario-2", patrols={"1st": "maddalena T1A T1B HQ1 Light,jalo SAS1", "2nd": "maddalena HQ2,mechili Y2A"}
    )
    terms.mco_add(s, unit("T1B"), 3)
    s.waco = IN_SUPPORT
    s.watch_end[unit("SAS1")] = 1
    for ap in ((0, 9), (2, 6), (3, 1), (9, 0)):
        acting(s, *ap)
        words = ["T1A", "T1B", "HQ1", "Light", "SAS1", "HQ2", "Y2A", "T2A"]
        places = ["maddalena", "bardia", "jalo", "siwa", "d3", "mechili", "derna", "x2"]
        named = [f"with {u}" for u in words] + [f"report {u}" for u in words] + ["low 1st", "low 2nd", "low 3rd"]
        named += [f"join {u} {p}" for u in words for p in ("1st", "2nd", "3rd")] + [f"attack {z}" for z in places]
        named += [f"watch {u} {z} {n}" for u in words for z in places for n in (1, 2, 3)]
        named += [f"{verb} {p} {z}" for verb in ("cache", "repair") for p in ("1st", "2nd", "3rd") for z in places]
        named += [f"waco {p} {t} {z}" for p in ("1st", "2nd") for t in ("intelligence", "maintenance") for z in places]
        options = set(offered(s))
        choice = s.choice
        assert choice is not None
        for line in named:
            verb = choice.verb_of(s, parse(line))
            assert verb is not None
            assert (line in options) == (verb.refuse(s, choice, parse(line)) is None), line
        assert zone("maddalena") in s.zones_of(0)
