"""What the player is asked: in words, with the price, about things that have names, and refused with a clause."""

from __future__ import annotations

import re

import pytest

from sandtable import rulebook
from sandtable.games.who_dares_wins.box import lrdg
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r53_alarm as alarm
from sandtable.games.who_dares_wins.rules import r55_maintenance as maintenance
from sandtable.games.who_dares_wins.state import DESTROYED, REDUCED, Desert
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, legal, play, words
from tests.kit import asked, do, offered, refused, run
from tests.who_dares_wins.field import empty_pool, field, unit, zone

CLAUSES = rulebook.book("who-dares-wins").clauses
NONSENSE = (
    "axis1",
    "axis36",
    "T1A",
    "HQ1",
    "Light",
    "siwa",
    "d1",
    "mersa",
    "target",
    "line-1",
    "1st",
    "3rd",
    "none",
    "9",
)


def in_words(s: Desert, text: str) -> None:
    """A sentence is there and names only what has a name."""
    names = GAME.names(GAME.view(s, "lrdg"))
    assert text and text[0] in "{ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789", text
    for word in re.findall(r"\{(.*?)\}", text):
        assert word in names, f"{text!r} names {word!r}"


def near_misses(options: list[Action], rng: Rng) -> list[Action]:
    """Words like those on offer that are not."""
    found = []
    for action in options[:4]:
        for place in range(1, len(action)):
            other = (*action[:place], NONSENSE[rng.below(len(NONSENSE))], *action[place + 1 :])
            if other not in options:
                found.append(other)
    return found


@pytest.mark.parametrize("scenario", ["scenario-2", "scenario-3", "scenario-5-1", "scenario-5-2", "campaign"])
def test_every_question_and_every_refusal_is_in_words(scenario: str) -> None:
    rng = Rng(7)
    for seed in range(2):
        s = GAME.start(scenario, seed=seed)
        assert isinstance(s, Desert)
        while options := legal(s):
            choice = s.choice
            assert choice is not None
            in_words(s, choice.ask(s))
            assert choice.clause in CLAUSES
            for thing in choice.about(s):
                assert thing in GAME.names(GAME.view(s, "lrdg"))
            for wrong in near_misses(options, rng):
                refusal = choice.why_not(s, wrong)
                assert refusal.clause in CLAUSES, f"{choice} refuses {wrong} by {refusal.clause!r}"
                assert refusal.text
            wanted = [a for a in options if a[0] in ("attack", "continue")] if rng.below(2) else []
            wanted = wanted or [a for a in options if a[0] not in ("abandon", "decline")] or options
            for event in play(s, wanted[rng.below(len(wanted))]):
                assert event.clause in CLAUSES
                in_words(s, event.text)


@pytest.mark.clause("WDW-732.10", "WDW-734.4")
def test_going_on_tells_what_is_left_and_what_leaving_costs() -> None:
    s = field("scenario-2", {"1st": "mechili T1A T1B"}, dice=[6, 6, 6])
    empty_pool(s, "I-INF-1")
    run(s, combat.Attack(zone("mechili")))
    do(s, "contact T1A", "done", "attack T1A target")
    assert asked(s) == (
        "After combat turn 1: target 3, 1 Axis unit left. Continue, or pull back, "
        "with one more attack by each Axis unit that has a stack opposite?"
    )
    assert refused(s, "stop") == "WDW-732.10"
    assert refused(s, "surrender") == "WDW-734.4"


@pytest.mark.clause("WDW-72.4")
def test_refusals_of_the_line_up_name_their_rule() -> None:
    s = field("scenario-2", {"1st": "mechili T1A T1B HQ1"})
    empty_pool(s, "I-INF-1")
    run(s, combat.Attack(zone("mechili")))
    do(s, "contact T1A", "contact T1B", "done")
    assert isinstance(s.choice, lineup.FaceTarget)
    assert refused(s, "leave target") == "WDW-72.4"
    assert refused(s, "face HQ1 target") == "WDW-72.4"
    do(s, "face T1A target")
    assert isinstance(s.choice, attacks.Declare)
    assert refused(s, "attack T1A axis9") == "WDW-732.7"
    assert refused(s, "attack T1B axis1") == "WDW-733.8", "T1/A declares first"
    do(s, "attack T1A target")
    assert refused(s, "attack T1B siwa") == "WDW-72.3"


@pytest.mark.clause("WDW-732.1")
def test_an_hq_stacks_only_with_a_combat_unit_in_contact_that_has_none() -> None:
    s = field(patrols={"1st": "d9 T2A T2B Survey HQ1 HQ2"}, axis="d9 I-INF-1 up")
    run(s, combat.Begin(zone("d9")))
    do(s, "contact T2A", "contact HQ1", "contact HQ2", "contact Survey")
    assert refused(s, "stack HQ1 T2B") == "WDW-732.1"
    assert refused(s, "stack HQ1 Survey") == "WDW-732.1"
    assert refused(s, "stack HQ2 T2A") == "WDW-732.1"
    assert "1-3 strikes the HQ" in asked(s)


@pytest.mark.clause("WDW-731.1", "WDW-732.6")
def test_a_recon_ok_that_nobody_in_the_combat_holds_cannot_be_spent() -> None:
    s = field(patrols={"1st": "d9 T2A", "2nd": "siwa SAS1"}, axis="d9 I-INF-1 up", dice=[6])
    s.held[0] = s.held[1] = 1
    run(s, combat.Begin(zone("d9")))
    assert isinstance(s.choice, attacks.Initiative)
    assert refused(s, "initiative 2nd") == "WDW-731.1"
    do(s, "together")
    assert refused(s, "reroll 2nd") == "WDW-732.6"


@pytest.mark.clause("WDW-532.2", "WDW-531.3")
def test_questions_of_the_aircraft_name_their_places() -> None:
    s = field("scenario-1", {"1st": "mechili T2A"}, alarm=2)
    s.raisers = (unit("T2A"),)
    run(s, alarm.AlarmEffects())
    assert isinstance(s.choice, aircraft.ChooseField)
    assert "{mechili}" in asked(s)
    assert refused(s, "airfield tobruk") == "WDW-531.3"
    assert offered(s) == ["airfield derna", "airfield gazala"]


@pytest.mark.clause("WDW-732.4")
def test_a_loose_axis_unit_tells_on_what_it_hits() -> None:
    axis = "benghazi I-INF-2 up, benghazi I-INF-2 up, benghazi I-INF-3 up"
    s = field("scenario-1", {"1st": "benghazi T2A SAS1"}, axis=axis, draws=["axis1", "axis2", "axis3"], dice=[6, 6])
    s.side[unit("T2A")] = s.side[unit("SAS1")] = REDUCED
    run(s, combat.Begin(zone("benghazi")))
    do(s, "contact T2A", "contact SAS1")
    assert asked(s).endswith("hitting on 3 or less?"), "AV 3 - 1, and -1 for the fort"
    assert lrdg.UNITS[s.c_stacks[0][0]] == "T2A"


def prices(s: Desert) -> dict[str, str]:
    """What each action on offer costs."""
    assert s.choice is not None
    return {words(action): s.choice.price(s, action) for action in legal(s)}


@pytest.mark.clause("WDW-732.6", "WDW-72.10", "WDW-54.17", "WDW-54.18")
def test_an_action_says_its_price() -> None:
    s = field("scenario-3", {"1st": "mersa T1B SAS1"}, axis="mersa I-INF-1 home", dice=[6, 6])
    empty_pool(s)
    s.held[0] = 1
    s.watch_end[unit("SAS1")] = 4
    run(s, combat.Begin(zone("mersa")))
    assert prices(s) == {"contact T1B": "AV 3", "contact SAS1": "AV 2; breaks off its observation"}
    do(s, "contact T1B", "done")
    assert prices(s) == {"initiative 1st": "1 Recon OK", "together": ""}
    do(s, "together")
    assert prices(s) == {"attack T1B target": "hits on 4 or less, Alarm 4", "attack T1B axis1": "hits on 3 or less"}
    do(s, "attack T1B axis1")
    assert prices(s) == {"reroll 1st": "1 Recon OK", "accept": ""}
    s = field("scenario-1", campaign=True)
    s.mco_points, s.side[unit("T1A")], s.side[unit("T1B")] = 3, REDUCED, DESTROYED
    run(s, maintenance.Begin())
    assert prices(s) == {"restore T1A": "1 MCO point", "restore T1B": "2 MCO points", "done": ""}
