"""Odds by formula, compared with every result of the dice played out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.who_dares_wins.advice import odds
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import (
    IN_SUPPORT,
    REDUCED,
    SEAT,
    WAITING_DRM_1,
    WAITING_DRM_2,
    WAITING_FAILS,
    WAITING_SUCCEEDS,
    Desert,
    changed,
)
from sandtable.kernel.flow import legal, parse
from sandtable.kernel.odds import explore
from sandtable.kernel.telling import plural
from tests.kit import do, offered, run
from tests.who_dares_wins.field import acting, await_events, field, told_odds, unit, zone


def played(s: Desert, line: str, tell: Callable[[Desert], str]) -> dict[str, float]:
    """The same by playing every result of the dice, up to the next choice."""
    ways = explore(s, parse(line))
    assert ways is not None
    found: dict[str, float] = {}
    for after, _, weight in ways:
        assert isinstance(after, Desert)
        found[tell(after)] = found.get(tell(after), 0.0) + weight
    return found


def passed(s: Desert) -> str:
    """Whether the last test was passed."""
    return "undetected" if s.passed else "detected"


@pytest.mark.clause("WDW-611.13", "WDW-611.10", "WDW-611.11")
@pytest.mark.parametrize(
    ("start", "end", "axis", "waits"),
    [
        ("siwa", "d1", "", ()),
        ("d1", "d2", "", ()),
        ("d10", "jalo", "jalo I-INF-1 down", ()),
        ("cambut", "bardia", "", (WAITING_DRM_2, WAITING_DRM_1)),
        ("cambut", "bardia", "", (WAITING_DRM_1, WAITING_FAILS)),
        ("cambut", "tobruk", "tobruk I-INF-1 up", (WAITING_SUCCEEDS,)),
    ],
)
def test_the_chance_of_an_entry(start: str, end: str, axis: str, waits: tuple[int, ...]) -> None:
    s = field(patrols={"1st": f"{start} T1A T1B HQ1", "2nd": f"{end} T2A T2B"}, axis=axis)
    await_events(s, *((0, one) for one in waits))
    do(acting(s, 9), "with T1A", "with T1B")
    assert told_odds(s, f"go {end}") == pytest.approx(played(s, f"go {end}", passed))


@pytest.mark.clause("WDW-614.5")
def test_the_chance_of_an_entry_where_a_recon_ok_lies() -> None:
    s = field(patrols={"1st": "d10 T1A T1B HQ1"})
    s.zone_ok = changed(s.zone_ok, zone("jalo"), 1)
    do(acting(s, 9), "with T1A")
    once = discretion.chance(2, 0)
    found = told_odds(s, "go jalo")
    assert found["undetected"] == pytest.approx(once)
    assert found["detected"] == pytest.approx((1 - once) ** 2)
    assert sum(found.values()) == pytest.approx(1)
    run(s, discretion.Again("entry", zone("jalo"), (unit("T1A"),), 0))
    s.zone[unit("T1A")] = zone("jalo")
    assert told_odds(s, "reroll") == pytest.approx(played(s, "reroll", passed))


@pytest.mark.clause("WDW-611.5", "WDW-611.17")
def test_where_no_test_is_taken_the_odds_say_so() -> None:
    s = acting(field(patrols={"1st": "d1 T1A HQ1"}), 9)
    do(s, "with T1A")
    assert told_odds(s, "go siwa") == {"no Discretion test": 1.0}


@pytest.mark.clause("WDW-613.9", "WDW-613.6")
def test_the_chances_of_an_observer() -> None:
    s = field(patrols={"1st": "jalo T1A HQ1,d1 SAS1"}, axis="jaghbub I-INF-1 down", turn_number=3)
    s.watch_end[unit("T1A")] = 3
    s.watch_turns = changed(s.watch_turns, unit("T1A"), 1)
    acting(s, 9)
    told = played(s, "report T1A", lambda after: "a Recon OK" if after.passed else "detected")
    assert told_odds(s, "report T1A") == pytest.approx(told)
    assert told_odds(s, "watch SAS1 jaghbub 1") == pytest.approx(played(s, "watch SAS1 jaghbub 1", passed))
    assert odds.table(s, parse("watch T1A jalo 1")) is None and odds.table(s, parse("pass")) is None


@pytest.mark.clause("WDW-614.2", "WDW-614.10")
def test_the_chances_of_scouts() -> None:
    s = field(patrols={"1st": "maddalena T1A T1B Survey HQ1"})
    await_events(s, (0, WAITING_DRM_1))
    do(acting(s, 6), "with T1A", "with Survey")
    found = told_odds(s, "scout jaghbub")
    do(s, "scout jaghbub")

    def back(after: Desert) -> str:
        number = after.zone_ok[zone("jaghbub")] + after.zone_ok[zone("d2")]
        return f"{number} of 2 detachments come back"

    assert found["back with a Recon OK"] == pytest.approx(discretion.chance(2, -1))
    do(s, "with T1B")
    assert told_odds(s, "scout d2") == pytest.approx(played(s, "scout d2", back))
    s = acting(field(patrols={"1st": "maddalena T1A HQ1"}), 6)
    do(s, "with T1A", "scout d2")
    told = played(s, "begin", lambda after: "back with a Recon OK" if after.zone_ok[zone("d2")] else "detected")
    assert told_odds(s, "begin") == pytest.approx(told)


@pytest.mark.clause("WDW-612.2", "WDW-612.6")
def test_the_chances_of_the_waco() -> None:
    s = field(patrols={"1st": "d1 T1A HQ1"}, axis="jaghbub I-INF-1 down")
    s.waco = IN_SUPPORT
    acting(s, 6)
    line = "waco 1st intelligence jaghbub"
    assert told_odds(s, line) == pytest.approx(
        played(s, line, lambda after: "a Recon OK" if after.passed else "noticed")
    )


@pytest.mark.clause("WDW-616.2", "WDW-616.5")
def test_the_chances_of_maintenance() -> None:
    s = field("scenario-2", patrols={"1st": "d1 T1A T1B HQ1 Light"})
    for word in ("T1A", "HQ1"):
        terms.mco_add(s, unit(word), 2)
    do(acting(s, 6), "repair 1st d1")

    def removed(after: Desert) -> str:
        return f"{plural(2 - sum(terms.mco_count(after, u) for u in after.roster), 'MCO marker')} removed"

    assert isinstance(s.choice, supply.Aids)
    assert told_odds(s, "roll") == pytest.approx(played(s, "roll", removed))
    assert told_odds(s, "roll")["2 MCO markers removed"] == pytest.approx(1 / 9)
    assert told_odds(s, "use Light") == pytest.approx(played(s, "use Light", removed)), "nothing is left to ask"
    assert told_odds(s, "use Light")["2 MCO markers removed"] == pytest.approx(1 / 4)


@pytest.mark.clause("WDW-616.2", "WDW-612.2", "WDW-615.4")
def test_the_chances_of_maintenance_are_known_before_it_is_paid_for() -> None:
    s = field("scenario-2", patrols={"1st": "d1 T1A T1B HQ1"})
    s.waco = IN_SUPPORT
    terms.mco_add(s, unit("T1A"), 2)
    acting(s, 6)

    def removed(after: Desert) -> str:
        return f"{plural(1 - terms.mco_count(after, unit('T1A')), 'MCO marker')} removed"

    for line, share in (("repair 1st d1", 1 / 3), ("waco 1st maintenance d1", 1 / 2)):
        assert told_odds(s, line) == pytest.approx(played(s, line, removed))
        assert told_odds(s, line)["1 MCO marker removed"] == pytest.approx(share)
    s.caches = changed(s.caches, zone("d1"), 1)
    do(s, "repair 1st d1")
    assert told_odds(s, "use cache d1")["1 MCO marker removed"] == pytest.approx(5 / 6)
    assert told_odds(s, "use cache d1") == pytest.approx(played(s, "use cache d1", removed))


@pytest.mark.clause("WDW-532.13", "WDW-532.3")
def test_the_chances_of_a_contact_and_of_being_found_from_the_air() -> None:
    s = field(patrols={"1st": "d9 T1A T1B, d10 HQ1"}, axis="d9 I-INF-1 up, d10 I-INF-1 up, d10 I-INF-1 down")
    run(s, reactions.Contact(()))
    for line, share in (("meet d9", 3 / 6), ("meet d10", 2 / 6)):
        assert told_odds(s, line)["undetected"] == pytest.approx(share), "+1, and +1 for each Axis unit"
    s = field(patrols={"1st": "mechili T1A, tobruk T1B, derna HQ1"}, alarm=2)
    s.aircraft = zone("gazala")
    run(s, aircraft.Fly(2))
    assert told_odds(s, "fly mechili")["undetected"] == pytest.approx((2 / 6) ** 2), "+2, and +1 as an Axis unit"
    assert told_odds(s, "fly mechili") == pytest.approx(played(s, "fly mechili", passed))
    s = field(patrols={"1st": "bardia T1A"}, alarm=2)
    s.aircraft = zone("el-cuasc")
    run(s, aircraft.Fly(2))
    assert odds.table(s, parse("fly cambut")) is None, "nobody is there yet"


@pytest.mark.clause("WDW-733.3", "WDW-732.1")
def test_the_chance_of_an_attack() -> None:
    s = field("scenario-3", patrols={"1st": "mersa T1B HQ1"}, axis="mersa I-INF-3 up")
    s.c_target = 1
    s.c_zone, s.c_stacks, s.c_rows, s.c_protectors = zone("mersa"), ((unit("T1B"), unit("HQ1")),), (0,), (0,)
    run(s, attacks.Declare(unit("T1B")))
    assert told_odds(s, "attack T1B target")["a hit"] == pytest.approx(5 / 6)
    assert told_odds(s, "attack T1B axis1")["a hit"] == pytest.approx(4 / 6)


@pytest.mark.clause("WDW-532.6", "WDW-532.5")
def test_the_chances_of_the_aircrafts_attack() -> None:
    s = field(patrols={"1st": "d1 T1A T1B HQ1,jalo SAS1"}, alarm=2)
    s.aircraft = zone("d1")
    run(s, aircraft.ChooseTargets(2))
    do(s, "expose T1A")

    def hits(after: Desert) -> str:
        return f"{plural(sum(side == REDUCED for side in after.side), 'unit')} hit"

    assert told_odds(s, "expose HQ1") == pytest.approx(played(s, "expose HQ1", hits))


@pytest.mark.clause("WDW-611.13")
def test_odds_are_for_the_one_who_chooses() -> None:
    s = GAME.start("scenario-1", seed=1)
    assert isinstance(s, Desert)
    do(s, "buy", "take HQ1", "done")
    while not isinstance(s.choice, actions.Act):
        do(s, offered(s)[0])
    do(s, "with HQ1")
    action = next(one for one in legal(s) if one[0] == "go" and one[1] == "d1")
    assert GAME.odds(GAME.view(s, SEAT), action) == [("undetected", 5 / 6), ("detected", pytest.approx(1 / 6))]
    assert GAME.odds(GAME.view(s, None), action) is None


@pytest.mark.clause("WDW-85.4", "WDW-51.13")
def test_the_chance_of_a_landing_counts_the_events_of_the_patrols_that_take_it_in() -> None:
    s = field("scenario-5-1", {"1st": "bardia G1A HQ1", "2nd": "koufra Y1A HQ2"}, turn_number=4)
    s.aircraft = zone("cambut")
    await_events(s, (1, WAITING_DRM_1))
    run(s, scenarios.Landing())
    assert odds.table(s, parse("assign DetA 1st")) is None, "nothing is rolled yet"
    do(s, "assign DetA 1st")
    for patrol, drm in (("1st", 1), ("2nd", 0)):
        found = told_odds(s, f"assign DetB {patrol}")
        assert found["undetected"] == pytest.approx(((5 - drm) / 6) ** 2), "a village: two dice; the aircraft adds one"
        assert found == pytest.approx(played(s, f"assign DetB {patrol}", passed))


@pytest.mark.clause("WDW-732.6", "WDW-732.9", "WDW-732.3")
def test_the_chances_of_dice_that_a_recon_ok_rolls_again() -> None:
    team, leader = unit("T1B"), unit("HQ1")

    def asking(choice: attacks.Reroll) -> Desert:
        s = field(patrols={"1st": "d1 T1B HQ1"}, axis="d1 G-AC-2V up")
        s.held[0] = 1
        s.c_zone, s.c_line, s.c_stacks, s.c_rows = zone("d1"), (0,), ((team, leader),), (1,)
        s.c_contact = (team, leader)
        s.c_aims, s.c_axis_aims = ((team, 0),), ((0, team),)
        run(s, choice)
        return s

    s = asking(attacks.RerollLrdg(team, 6))
    assert told_odds(s, "reroll 1st")["a hit"] == pytest.approx(4 / 6)  # AV 3 and the HQ
    dice = played(s, "reroll 1st", lambda after: "a hit" if after.c_hits else "a miss")
    assert told_odds(s, "reroll 1st") == pytest.approx(dice)
    s = asking(attacks.RerollAxis(0, 1))
    assert told_odds(s, "reroll 1st")["a miss"] == pytest.approx((4 / 6) ** 2)  # a veteran rolls a miss again
    dice = played(s, "reroll 1st", lambda after: "a hit" if after.side[team] or after.side[leader] else "a miss")
    assert told_odds(s, "reroll 1st") == pytest.approx(dice)
    s = asking(attacks.RerollHqDie((team, leader), 1))
    assert told_odds(s, "reroll 1st") == pytest.approx({"HQ 1st is struck": 0.5, "T1/B is struck": 0.5})
    dice = played(s, "reroll 1st", lambda after: "HQ 1st is struck" if after.side[leader] else "T1/B is struck")
    assert told_odds(s, "reroll 1st") == pytest.approx(dice)
