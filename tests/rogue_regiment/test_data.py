"""What is in the box: units, weapons, Operators, decks, tiles and missions, and how mistakes in files are told."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import PACKS, read_mission
from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE, read_face
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.errors import BadInput


def weapon(name: str) -> tuple[int, int, int, int, int, int]:
    w = data.WEAPONS.index(name)
    return data.W_DICE[w], data.W_NEEDS[w], data.W_SHORT[w], data.W_LONG[w], data.EARSHOT[w], data.AMMO[w]


@pytest.mark.clause("RR-6.7", "RR-20.12", "RR-20.16", "RR-20.33", "RR-20.26", "RR-20.6", "RR-20.22", "RR-20.31")
def test_weapons_have_their_dice_numbers_ranges_and_earshot() -> None:
    assert weapon("pistol") == (1, 5, 4, 8, 6, 0)
    assert weapon("sten") == (3, 4, 4, 8, 8, 5)
    assert weapon("sniper") == (1, 3, 8, 16, 10, 5)
    assert weapon("grenade")[:4] == (4, 2, 0, 6)
    assert weapon("barrel")[:2] == (5, 2)
    assert weapon("lewes")[:2] == (6, 2)
    assert weapon("landmine")[:2] == (4, 2)
    strafing = [name for name, strafes in zip(data.WEAPONS, data.STRAFE, strict=True) if strafes]
    assert strafing == ["sten", "vickers", "sas", "cannon"]


@pytest.mark.clause("RR-19.8", "RR-19.20", "RR-19.21", "RR-19.22")
def test_axis_units_have_their_health_movement_and_attack() -> None:
    rows = {
        name: (data.HEALTH[n], data.MOVE[n], data.DICE[n], data.NEEDS[n], data.LENGTH[n], data.ARMOUR[n])
        for n, name in enumerate(data.UNITS)
        if not data.UNIT_PACKS[n]
    }
    assert rows == {
        "rifle": (1, 4, 1, 3, 0, False),
        "smg": (1, 4, 2, 4, 0, False),
        "officer": (1, 4, 1, 4, 0, False),
        "mortar": (2, 4, 3, 3, 0, False),
        "motorbike": (3, 10, 3, 3, 2, False),
        "half-track": (5, 8, 3, 3, 3, True),
        "kubelwagen": (5, 8, 0, 0, 3, False),
        "truck": (6, 8, 0, 0, 4, False),
    }
    assert [name for n, name in enumerate(data.UNITS) if data.REAR[n]] == ["half-track", "stummel"]


@pytest.mark.clause("RR-3.5", "RR-14.4")
def test_every_card_has_a_stealth_and_a_battle_panel() -> None:
    for deck in ("green", "blue", "maroon"):
        assert len(data.STEALTH[deck]) == len(data.BATTLE[deck]) == data.CARDS_IN_DECK
        kinds = [panel[0] for panel in data.STEALTH[deck]]
        assert kinds.count(data.P_ALARM) == {"green": 3, "blue": 4, "maroon": 6}[deck]
        assert kinds.count(data.P_CIGARETTE) == {"green": 7, "blue": 4, "maroon": 2}[deck]
        assert {panel[0] for panel in data.BATTLE[deck]} == {data.P_SPAWN, data.P_SWEEP}


def test_expansions_bring_units_and_cards_of_their_own() -> None:
    for pack, cards in zip(PACKS, (6, 8, 8, 6, 6), strict=True):
        number = PACKS.index(pack)
        units = {n for n, packs in enumerate(data.UNIT_PACKS) if not packs or number in packs}
        added = data.pack_cards("maroon", (pack,))
        assert len(added) == cards
        for panels in added:
            assert all(set(panel[2:]) <= units for panel in panels if panel[0] == data.P_SPAWN)
    assert data.pack_cards("blue", ("jg",)) == []
    assert data.pack_cards("maroon", ()) == []


def test_the_jaeger_deck_has_forty_cards() -> None:
    stealth, battle = data.JAEGER_STEALTH, data.JAEGER_BATTLE
    assert len(stealth) == len(battle) == 40
    assert [stealth.count((data.P_WAYPOINT, n)) for n in (1, 2, 3, 4)] == [2, 2, 2, 2]
    assert battle.count((data.P_UPGRADE,)) == 6


@pytest.mark.clause("RR-19.1")
def test_no_card_spawns_a_rifleman() -> None:
    for deck in data.BATTLE.values():
        assert all(data.RIFLE not in panel[2:] for panel in deck if panel[0] == data.P_SPAWN)


@pytest.mark.clause("RR-19.4")
def test_mortar_teams_come_on_battle_panels_only() -> None:
    for deck in data.STEALTH.values():
        assert all(set(panel[2:]) == {data.SMG} for panel in deck if panel[0] == data.P_SPAWN)
    for deck in data.BATTLE.values():
        assert any(data.MORTAR in panel[2:] for panel in deck if panel[0] == data.P_SPAWN)


@pytest.mark.clause("RR-3.10")
def test_each_board_has_two_sides_with_their_own_numbers() -> None:
    jock = data.OPERATORS.index("jock")
    side_a, side_b = data.EQUIPMENT[jock]
    assert side_a[data.I_LEWES] == 2
    assert side_a[data.I_TRAP] == 1
    assert side_b[data.I_GRENADE] == 2
    for kind, sides in enumerate(data.EQUIPMENT):
        assert sides[0] != sides[1]
        assert kind == data.NANCY or all(side[data.ITEMS.index("pistol")] == 1 for side in sides)


@pytest.mark.clause("RR-1.18", "RR-1.19", "RR-1.2")
def test_all_eighteen_faces_are_there_with_points_and_lines_in_two_colours() -> None:
    assert sorted(data.FACES) == [f"T{n}{side}" for n in range(1, 10) for side in "AB"]
    colours = {route.colour for face in data.FACES.values() for route in face.routes}
    assert colours == {BLACK, WHITE}
    assert {point.colour for face in data.FACES.values() for point in face.points} == {BLACK, WHITE}
    assert all(len(route.starts) == 2 for face in data.FACES.values() for route in face.routes)


@pytest.mark.clause("RR-23.1", "RR-23.2", "RR-23.3", "RR-23.6", "RR-3.11")
def test_missions_have_operators_and_meters_by_the_number_of_tiles() -> None:
    for mission in data.MISSIONS.values():
        tiles = len(mission.map) * len(mission.map[0])
        assert mission.operators == {4: 2, 6: 3, 8: 4, 9: 4}[tiles]
        assert mission.meter[1] == {4: 6, 6: 7, 8: 8, 9: 8}[tiles]
        assert (mission.willys != "no") == (tiles >= 8)
    assert data.MISSIONS["m1-cold-ford"].fixed == (("jock", "A"), ("paddy", "A"))


@pytest.mark.clause("RR-1.20")
def test_spawn_tiles_are_black_white_or_mixed() -> None:
    colours = {colour for mission in data.MISSIONS.values() for colour, _ in mission.spawns}
    assert colours == {0, 1, 2}


def face_text(*changes: tuple[str, str]) -> str:
    rows = ["+" + " +" * 10] + [" " + ". " * 10, "+" + " +" * 10] * 10
    text = "\n".join(
        ["tile: X  name: Test", *rows, "anchor here 1,1", "patrol p1 white open 0,0>3,0  start 0,0,E  start 3,0,W"]
    )
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        ((" . .", " . Q"), 3, "character 4 is “Q”; a square is one of"),
        (("tile: X  name: Test", "Test"), 1, "the first line should be tile: ID  name: TITLE"),
        (("anchor here 1,1", "anchor here 12,1"), 23, "12,1 is not on the tile"),
        (("anchor here 1,1", "ankor here 1,1"), 23, "is not understood; it should be sentry"),
        (("0,0>3,0", "0,0>3,3"), 24, "is not a straight stretch"),
        (("start 3,0,W", "start 3,0,S"), 24, "does not face along the line"),
        (("start 3,0,W", ""), 24, "has 1 start points; it should have 2"),
        (("white open", "green open"), 24, "the colour is green; it should be black or white"),
        ((" . .", " .#."), 0, ""),
    ],
)  # fmt: skip
def test_a_mistake_in_a_tile_is_told_with_its_line(change: tuple[str, str], line: int, says: str) -> None:
    _, faults = read_face(face_text(change))
    if line == 0:
        assert [(fault.line, fault.text) for fault in faults] == [
            (24, "patrol p1 walks through a building wall beside 1,0")
        ]
        return
    assert any(fault.line == line and says in fault.text for fault in faults), faults


def test_a_whole_tile_has_no_faults() -> None:
    assert read_face(face_text())[1] == []


MISSION = """mission: X1  name: Test  type: raid  tiles: 2x1
map: T1A,T2A
operators: 2 free   deck: green   window: -
meter: 8 6 4   entry: S[0,0]   spawn: black N[1,0]
guard: [1,0].yard/S
objective: documents [1,0].office 3
victory: major 5 minor 3
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("T2A", "T9Z", 2, "the tile “T9Z” is not known"),
        ("2x1", "2x2", 1, "tiles is 2x2, but the map is 2x1"),
        ("2 free", "7 free", 3, "7 Operators; there are 1 to 4"),
        ("2 free", "jock C", 3, "should be a number and free, or names and sides"),
        ("deck: green", "deck: red", 3, "the deck is red; it should be green, blue or maroon"),
        ("8 6 4", "8 6", 4, "meter should be three numbers"),
        ("S[0,0]", "E[0,0]", 4, "E[0,0] is not at the edge of the map"),
        ("[1,0].yard", "[3,0].yard", 5, "[3,0] is not on the map"),
        ("[1,0].yard/S", "[1,0].garden/S", 5, "tile T2A has no anchor garden; it has office"),
        ("[1,0].yard/S", "[1,0].yard", 5, "needs a facing"),
        ("documents [1,0].office 3", "treasure 3", 6, "is not understood; it should be documents"),
        ("major 5 minor 3", "major 3 minor 5", 7, "it should be like major 8 minor 4"),
        ("guard:", "gaurd:", 5, "the key gaurd is not known"),
        ("victory: major 5 minor 3\n", "", 1, "the key victory is missing"),
    ],
)
def test_a_mistake_in_a_mission_is_told_with_its_line(old: str, new: str, line: int, says: str) -> None:
    assert old in MISSION
    _, faults = read_mission(MISSION.replace(old, new, 1), data.FACES, tuple(data.OPERATORS))
    assert any(fault.line == line and says in fault.text for fault in faults), faults


def test_a_whole_mission_has_no_faults() -> None:
    mission, faults = read_mission(MISSION, data.FACES, tuple(data.OPERATORS))
    assert faults == []
    assert mission is not None
    assert mission.id == "x1-test"


@pytest.mark.parametrize("packs", ["hm+twd", "twd+twd", "mission+twd", "Twd", "twd+", ""])
def test_expansions_that_are_not_known_or_out_of_order_are_refused(packs: str) -> None:
    with pytest.raises(
        BadInput, match=r"option packs is mission or twd .* several of twd\+hm\+hd\+ks\+jg in that order"
    ):
        GAME.start("m8-iron-harvest", options={"packs": packs}, seed=1)


@pytest.mark.clause("RR-3.5")
def test_cards_and_men_of_an_expansion_come_only_where_it_is_on() -> None:
    for packs, cards, nancy in (("mission", 37, False), ("twd", 43, True), ("twd+hm+hd+ks+jg", 71, True)):
        s = GAME.start("m8-iron-harvest", options={"packs": packs}, seed=1)
        assert isinstance(s, Regiment)
        assert len(s.deck) == cards
        assert any(kind == data.NANCY for kind in setup.boards(s)) == nancy
