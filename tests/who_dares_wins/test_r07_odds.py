"""Chapter 7 and the aircraft: the odds that are told agree with every face of the dice."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.state import DEFEATED, REDUCED, SEAT, Desert
from sandtable.kernel.flow import parse
from tests.kit import do, offered, run
from tests.who_dares_wins.field import empty_pool, field, resting, told_odds, unit, zone


def at_target(dice: list[int], side: int = 0) -> Desert:
    """T1/B with an HQ before the target of scenario 3 and one protector, about to declare."""
    s = field("scenario-3", {"1st": "mersa T1B HQ1"}, dice=dice)
    empty_pool(s, "I-INF-1")
    s.side[unit("T1B")] = side
    run(s, combat.Attack(zone("mersa")))
    do(s, "contact T1B", "contact HQ1", "stack HQ1 T1B")
    return s


@pytest.mark.clause("WDW-733.3", "WDW-732.1", "WDW-83.2")
@pytest.mark.parametrize("aim", ["target", "axis1"])
@pytest.mark.parametrize("side", [0, REDUCED])
def test_the_chance_of_an_attack_is_the_share_of_faces_that_hit(aim: str, side: int) -> None:
    chance = told_odds(at_target([], side), f"attack T1B {aim}").get("a hit", 0.0)
    hits = 0
    for die in range(1, 7):
        s = at_target([die, 6, 6], side)
        do(s, f"attack T1B {aim}", "attack HQ1 target")
        hits += s.target[zone("mersa")] == 2 if aim == "target" else s.axis_zone[0] == DEFEATED
    assert chance == pytest.approx(hits / 6)


@pytest.mark.clause("WDW-732.6", "WDW-732.9")
def test_the_chance_of_a_re_rolled_axis_die_counts_the_veteran_s_own() -> None:
    def hit_by_veteran(dice: list[int]) -> Desert:
        s = field(patrols={"1st": "d9 T2A"}, axis="d9 G-INF-3V up", dice=[2, 1, *dice])
        s.held[0] = 1
        run(s, combat.Begin(zone("d9")))
        do(s, "together")
        return s

    chance = told_odds(hit_by_veteran([]), "reroll 1st")["a hit"]
    hits = 0
    for faces in product(range(1, 7), repeat=2):
        s = hit_by_veteran(list(faces))
        do(s, "reroll 1st")
        hits += s.side[unit("T2A")] == REDUCED
    assert chance == pytest.approx(hits / 36)


@pytest.mark.clause("WDW-532.5", "WDW-532.6")
def test_the_chances_of_the_air_attack_are_those_of_its_dice() -> None:
    def bombed(dice: list[int]) -> Desert:
        s = field("scenario-1", {"1st": "bir-hacheim T2A T2B SAS1"}, alarm=2, dice=[6, 4, *dice])
        s.aircraft = zone("bir-hacheim")
        run(s, aircraft.Fly(tables.AIRCRAFT_MOVE))
        do(s, "expose T2A")
        return s

    chances = told_odds(bombed([]), "expose T2B")
    counted = {"0 units hit": 0, "1 unit hit": 0, "2 units hit": 0}
    for faces in product(range(1, 7), repeat=2):
        s = bombed(list(faces))
        do(s, "expose T2B")
        hits = sum(s.side[unit(word)] == REDUCED for word in ("T2A", "T2B"))
        counted[f"{hits} unit{'' if hits == 1 else 's'} hit"] += 1
        assert resting(s)
    assert chances == pytest.approx({text: number / 36 for text, number in counted.items()})


def test_nothing_is_told_of_what_is_not_on_offer() -> None:
    s = at_target([])
    assert "attack T1B axis2" not in offered(s)
    assert GAME.seen(s, SEAT).odds(parse("attack T1B axis2")) is None
