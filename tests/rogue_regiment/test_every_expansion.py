"""All expansions at once: a mission with every unit they bring, checked and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import legal
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.state import TROOPER, Regiment
from sandtable.kernel.errors import BadInput
from tests.kit import at_random, begun, by_bots, do, offered

EVERYTHING = """
mission: X9  name: Everything  type: test  tiles: 4x3
map: T9A,T7B,T9B,T9B / T4A:90,T1A,T7B,T9B / T3B,T9B,T5A,T1B
operators: 4 free   willys: or-sas   deck: maroon   packs: twd+hm+hd+ks+jg   window: 4/4
meter: 10 8 6   entry: S[3,2]   spawn: black N[0,0]  white E[3,0]
sas: [3,2].lane 4
support: E[3,2]
typhoon: yes
aa: [0,0].aa1
aa: [0,0].aa2
guard: [2,2].square/W
officer: [1,1].corner/N
dogs: [2,2].cafe/S 2
stalker: [1,2].knoll/N
vehicle: guard panzer [1,0].park1/W
vehicle: guard troop-truck [2,1].park1/W
vehicle: guard flame-track [1,0].park2/W
vehicle: guard stummel [2,1].park2/W
vehicle: guard sturmboot [0,2].landing/W
vehicle: guard hmg-kubelwagen [1,2].track/W
vehicle: patrol armoured-car N[3,0] W[0,1]
vehicle: patrol aa-truck W[0,1] E[3,1]
vehicle: assault heavy-car W[0,0]
vehicle: assault kettenkrad N[2,0]
convoy: N[1,0] S[1,2] motorbike scout, troop-truck, half-track
objective: loaded troop-truck 3
objective: aa-gun 1 each
objective: no-flames [2,2].cafe 1
objective: officer [1,1].corner 2
victory: major 8 minor 6
"""
MEN = ("hmg-team", "flamethrower", "dog", "sniper", "panzerfaust", "grenadier")


def start(seed: int, **options: str) -> Regiment:
    """That mission in place of the largest of the box."""
    return begun(GAME, Regiment, "m8-iron-harvest", mission=EVERYTHING, seed=seed, options=options)


def test_the_mission_has_no_mistakes_and_every_vehicle_of_every_expansion() -> None:
    assert GAME.check("everything.mission", EVERYTHING) == []
    s = start(1)
    there = {data.UNITS[kind] for kind in s.u_kind}
    pairs = zip(data.UNITS, data.UNIT_PACKS, strict=True)
    brought = {unit for unit, packs in pairs if packs and not unit.startswith("empty-")}
    assert brought - there <= set(MEN)


@pytest.mark.parametrize(("seed", "bot"), [(1, "random"), (2, "random"), (3, "greedy")])
def test_it_is_played_to_its_end_with_all_their_men_on_the_board(seed: int, bot: str) -> None:
    s = start(seed, operator_health="6")
    while s.turn == 0:
        do(s, offered(s)[0])
    for n, name in enumerate(MEN):
        v = setup.nearest_free(s, s.layout.anchors[1 + n % 2, 0, ("park1", "knoll")[n % 2]])
        u = setup.add_unit(s, data.UNITS.index(name), v, n % 4, TROOPER)
        if n % 2:
            s.rouse(u)
    s.forget()
    s.offered = None
    for _ in at_random(s, seed, ("leave",)) if bot == "random" else by_bots(GAME, s, seed, bot):
        pass
    assert legal(s) == []


@pytest.mark.clause("RR-27.38", "RR-27.2")
def test_a_stalker_stands_where_the_mission_puts_him_and_against_a_jaeger_is_one_of_his_four() -> None:
    s = start(1)
    u = s.unit_of("stalker-1")
    assert s.u_at[u] == s.layout.anchors[1, 2, "knoll"] and not s.u_alert[u]
    s = start(1, jaeger="on")
    while s.turn == 0 and not isinstance(s.choice, stalkers.PlaceStalker):
        do(s, offered(s)[0])
    assert {words.split()[1] for words in offered(s)} == {"2"}


def test_what_is_wrong_with_stalkers_is_said() -> None:
    line = "stalker: [1,2].knoll/N\n"
    for old, new, words in (
        (line, line * 5, "there are 4 Stalkers, and these lines ask for 5"),
        ("ks+jg", "ks", "the key stalker comes with the expansion jg; the key packs should name it"),
        (line, line * 2, "a Stalker is on p26, where a Stalker is"),
    ):
        faults = GAME.check("x.mission", EVERYTHING.replace(old, new)) or []
        assert words in [fault for _, fault in faults], faults


VEHICLES = "motorbike or half-track or kubelwagen or truck or panzer or armoured-car or heavy-car"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "guard sturmboot [0,2].landing/W",
            "guard sturmboot [2,2].square/W",
            "a sturmboot has no room there; it needs 2 by 3 squares of water behind its front left square",
        ),
        (
            "assault kettenkrad N[2,0]",
            "assault sturmboot N[2,0]",
            "the sturmboot cannot drive onto the board there; it needs water there",
        ),
        (
            "patrol aa-truck W[0,1] E[3,1]",
            "patrol sturmboot W[0,1] E[3,1]",
            "it needs water all the way",
        ),
        ("aa: [0,0].aa2", "aa: [0,0].nowhere", "tile T9A has no anchor nowhere; it has aa1, aa2, strip, bunker"),
        ("aa: [0,0].aa2", "aa: [0,0].aa1", "an AA gun is on b2, where an AA gun is"),
        ("aa: [0,0].aa2", "aa: yes", "“yes” is not a place; it should be like [1,0].office"),
        ("guard stummel", "guard tiger", f"“tiger” is no vehicle; it should be {VEHICLES}"),
        ("motorbike scout, troop-truck", "motorbike scout, tiger", f"“tiger” should be {VEHICLES}"),
        ("loaded troop-truck 3", "vehicle tiger 3", f"“tiger” is no vehicle; it should be {VEHICLES}"),
        ("dogs: [2,2].cafe/S 2", "dogs: [2,2].cafe/S 90", "dogs is 90; it should be 1 to 8"),
        ("typhoon: yes", "typhoon: maybe", "typhoon is maybe; it should be no or yes"),
        ("packs: twd", "packs: wd", "it should be - or some of twd+hm+hd+ks+jg, in that order"),
    ],
)
def test_what_the_tiles_cannot_hold_and_what_nobody_knows_is_told_with_its_line_and_nothing_starts(
    old: str, new: str, says: str
) -> None:
    assert EVERYTHING.count(old) == 1
    wrong = EVERYTHING.replace(old, new)
    line = 1 + EVERYTHING[: EVERYTHING.index(old)].count("\n")
    faults = GAME.check("x.mission", wrong) or []
    assert [fault for n, fault in faults if n == line and says in fault], faults
    with pytest.raises(BadInput, match=f"the mission, line {faults[0][0]}"):
        GAME.start("m8-iron-harvest", mission=wrong)


def test_the_page_on_missions_names_every_vehicle() -> None:
    page = (Path(__file__).parents[2] / "docs" / "making-missions.md").read_text(encoding="utf-8")
    vehicles = [unit for unit, length in zip(data.UNITS, data.LENGTH, strict=True) if length]
    assert [unit for unit in vehicles if f"`{unit}`" not in page and not unit.startswith("empty-")] == []
