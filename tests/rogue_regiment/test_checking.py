"""`sandtable check` explains every mistake of a mission or a tile with its line."""

from __future__ import annotations

import json
import random
import time
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable.cli.main import main
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.files import FILES
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import legal, play

FOLDER = files("sandtable.games.rogue_regiment.box")
M1, M4, M5, M6, M7 = (
    (FOLDER / "missions" / f"{name}.mission").read_text()
    for name in ("m1-cold-ford", "m4-sunken-lane", "m5-mill-race", "m6-stone-teeth", "m7-saint-aubert-gaol")
)


def line_of(text: str, part: str) -> int:
    """The line on which something stands."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


@pytest.mark.parametrize("mission", data.MISSIONS)
def test_the_missions_of_the_box_have_no_mistakes(mission: str) -> None:
    assert GAME.check(f"{mission}.mission", (FOLDER / "missions" / f"{mission}.mission").read_text()) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "says"),
    [
        (M1, "T2A", "T2Z", "the tile “T2Z” is not known"),
        (M1, "tiles: 2x2", "tiles: 3x2", "but the map is 2x2"),
        (M1, "meter: 8 6 4", "meter: 4 6 8", "none larger than the one before"),
        (M1, "meter: 8 6 4", "meter: 8 six 4", "should be a whole number"),
        (M1, "deck: green", "deck: grey", "it should be green, blue or maroon"),
        (M1, "entry: S[0,1]", "entry: S[0,0]", "is not at the edge of the map"),
        (M1, "entry: S[0,1]", "entry: S[0,7]", "is not on the map"),
        (M1, "jock A, paddy A", "jock A, jock B", "jock comes twice"),
        (M1, "jock A, paddy A", "jock C", "should be a number and free"),
        (M1, "guard: [1,1].yard/N", "guard: [1,1].yard", "needs a facing"),
        (M1, "guard: [1,1].yard/N", "guard: [1,1].nowhere/S", "has no anchor nowhere; it has"),
        (M1, "[1,1].yard/N", "[1,1].yard/N never", "from normal or hard on, or always, not “never”"),
        (M1, "guard: [1,1].yard/N", "guarb: [1,1].yard/S", "the key guarb is not known"),
        (M1, "no-corpses 1", "no-bodies 1", "is not understood; it should be"),
        (M1, "major 6 minor 4", "major 3 minor 5", "the first larger"),
        (M1, "willys: no", "willys: yes", "fewer than 8 tiles has no Willys"),
        (M1, "packs: -", "packs: hm+twd", "some of twd+hm+hd+ks+jg, in that order"),
        (M1, "jock A, paddy A", "nancy A, paddy A", "nancy comes with the expansion twd"),
        (M6, "guard half-track [1,1].park1/W", "guard panzer [1,1].park1/W", "panzer comes with the expansion twd"),
        (M1, "spawn: black N[1,0]", "spawn: black S[0,1]", "lies on the entry tile"),
        (M1, "spawn: black N[1,0]", "spawn: black N[1,0] black N[0,0]", "two black spawn tiles"),
        (M1, "objective: no-corpses 1", "objective: prisoner 1", "has no prisoner"),
        (M1, "objective: no-corpses 1", "objective: boat-exit W[0,0] 1", "has no boat"),
        (M1, "objective: no-corpses 1", "objective: convoy-leaves -1", "has no convoy"),
        (M1, "objective: no-corpses 1", "objective: officer [1,1].office 1", "no officer stands at"),
        (M1, "objective: no-corpses 1", "objective: vehicle truck 1", "has no truck of its own"),
        (M4, "motorbike scout, truck", "motorbike scout, , truck", "the first may be a scout"),
        (M4, "window: 16/8", "window: -", "a convoy needs an event window"),
        (M4, "window: 16/8", "window: 30/8", "together at most 36 cards"),
        (M5, "boat: [1,0].landing/W", "boat: [0,1].grove/W", "the boat has no room there"),
        (M6, "[1,1].park1/W", "[2,0].nave/N", "a half-track has no room there"),
        (M6, "patrol motorbike E[2,1] W[0,1]", "patrol motorbike N[0,0] S[0,1]", "the lanes of motorbike are blocked"),
        (M7, "resistance: [0,0].track 4\n", "", "the key resistance must say"),
        (M7, "guard: [2,0].court/W", "guard: [2,0].hall/W", "where a guard is"),
    ],
)  # fmt: skip
def test_each_mistake_of_a_mission_is_told_with_its_line(text: str, old: str, new: str, says: str) -> None:
    assert text.count(old) == 1
    wrong = text.replace(old, new)
    found = GAME.check("x.mission", wrong)
    assert found
    told = [(line, sentence) for line, sentence in found if says in sentence]
    assert told, found
    if new.strip():
        assert told[0][0] == line_of(wrong, "convoy:" if new == "window: -" else new)
    with pytest.raises(BadInput, match="the mission, line"):
        GAME.start("m1-cold-ford", mission=wrong)


def test_all_mistakes_of_a_mission_are_told_at_once() -> None:
    wrong = M1.replace("deck: green", "deck: grey").replace("yard/N", "yard").replace("major 6 minor 4", "much")
    found = GAME.check("x.mission", wrong)
    assert found is not None
    assert len({line for line, _ in found}) == 3


@pytest.mark.parametrize("seed", range(4))
def test_a_mission_that_passes_can_be_played_whatever_was_changed_in_it(seed: int) -> None:
    rng = random.Random(seed)
    words = ["N[0,0]", "W[0,1]", "E[2,1]", "[0,0].yard/S", "[1,1].office", "3", "0", "-1", "truck", "motorbike", "each"]
    words += ["T1B", "T2A:90", "-", "16/8", "mixed", ",", "/"]
    texts = [(FOLDER / "missions" / f"{mission}.mission").read_text() for mission in data.MISSIONS]
    played = 0
    for _ in range(150):
        lines = rng.choice(texts).splitlines()
        row = rng.randrange(len(lines))
        parts = lines[row].split(" ")
        parts[rng.randrange(len(parts))] = rng.choice(words)
        lines[row] = " ".join(parts)
        text = "\n".join(lines)
        faults = GAME.check("x.mission", text)
        assert faults is None or all(1 <= line <= len(lines) and sentence for line, sentence in faults)
        if faults == []:
            s = GAME.start("m1-cold-ford", mission=text, seed=seed)
            for _ in range(12):
                options = legal(s)
                if options:
                    play(s, rng.choice(options))
            played += 1
    assert played > 5


def data_file(name: str) -> str:
    return FILES.text(name)


@pytest.mark.parametrize("name", FILES.names())
def test_the_data_files_of_the_box_have_no_mistakes(name: str) -> None:
    assert GAME.check(name, data_file(name)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("units.toml", "move = 4", "", "move is missing; it should be a whole number from 0 to 12"),
        ("units.toml", "health = 3", "health = 0", "health is 0; it should be a whole number from 1 to 9"),
        ("units.toml", "short = 4", "short = 9", "short is 9, more than long, 8"),
        ("units.toml", "[smg]", "[rifle]", "not TOML"),
        ("units.toml", "[truck]", "[lorry]", "the table [truck] is missing; the rules speak of it"),
        ("weapons.toml", "strafe = true", "straf = true", "straf is not a column of this table"),
        ("weapons.toml", "needs = 5", "needs = 7", "needs is 7; it should be a whole number from 1 to 6"),
        ("items.toml", "[sten]", "[bren]", "there is no weapon bren; weapons are pistol"),
        ("operators.toml", '"trap*1"', '"trap*x"', "“trap*x” should be an item, alone or with a number"),
        ("operators.toml", '"trap*1"', '"lewes*2"', "lewes comes twice; several are written as in trap*2"),
        ("operators.toml", "recover = 4", "recover = 6", "recover is 6, more than health, 5"),
        ("operators.toml", "slots = 6", "slots = 1", "2 kinds of small items do not fit into 1 slots"),
        ("vehicles.toml", '["front", "rear"]', '["front", "back"]', "the gun “back” is at no seat; seats are driver"),
        ("vehicles.toml", '"rear", "passenger"', '"rear", "rear"', "a seat comes twice"),
        ("decks.toml", '"green", "blue"', '"green", "red"', "it should be the list green, blue, maroon"),
        ("decks.toml", "[3, 4, 6]", "[4, 4, 6]", "the green deck has 37 stealth panels; it should have 36"),
        ("decks.toml", '"sweep black cw"', '"sweep grey cw"', "“sweep grey cw” is not a panel"),
        ("decks.toml", "[4, 3, 3]", "[4, 3]", "it should be a list of 3 whole numbers"),
    ],
)
def test_a_mistake_in_a_data_file_is_told_with_its_line(name: str, old: str, new: str, says: str) -> None:
    text = data_file(name)
    assert old in text
    wrong = text.replace(old, new, 1)
    found = GAME.check(name, wrong)
    assert found
    line, _ = next((line, sentence) for line, sentence in found if says in sentence)
    assert 1 <= line <= len(wrong.splitlines())
    changed = next((n for n, (a, b) in enumerate(zip(text.splitlines(), wrong.splitlines(), strict=True), 1) if a != b))
    if "missing" not in says and "panels" not in says:
        assert changed <= line <= changed + 2, "on the line, or on that of the cell in the same table that it spoils"


FARM = (FOLDER / "tiles" / "t2a.tile").read_text()


def farm(*changes: tuple[str, str]) -> str:
    """The farmhouse tile with something changed."""
    text = FARM
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.clause("RR-1.2")
@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("", [(1, "the first line should be tile: ID"), (1, "the picture is missing")]),
        ("tile: X  name: Y\n", [(1, "the picture is missing; it has 21 lines")]),
        ("\ufeff" + FARM, []),
        (FARM.replace("\n", "\r\n"), []),
        (FARM.replace("sentry s1 ", "sentry\ts1  "), []),
        ("\n".join("  " + line for line in FARM.splitlines()), [(2, "the picture is indented")]),
        ("\n".join(FARM.splitlines()[:5] + FARM.splitlines()[6:]),
         [(2, "the picture has 20 lines"), (6, "this should be a line of edges")]),
        (farm(("\n F F . . .", "\nF F . . .")), [(21, "the edge before the first square is missing")]),
        (farm(("\n F F . . .", "\n F\tF . . .")), [(21, "there is a tab in this line")]),
        (farm(("\n F F . . .", "\n F F ² . .")), [(21, "character 6 is “²”; a square is one of")]),
        (farm(("\n F F . . .", "\n F!F!.!.!.")),
         [(21, "character 3 is “!”"), (21, "character 5 is “!”"), (21, "character 7 is “!”; an edge is blank"),
          (21, "and so on; 4 characters of this line are wrong")]),
        (farm(("tile: T2A", "tile: T2,A")), [(1, "it should be named in letters, digits, - and _")]),
        (FARM + "anchor Yard 1,1\n", [(31, "it should be named in small letters, digits and _")]),
        (FARM + "anchor far " + "9" * 5000 + ",1\n", [(31, "is not understood; it should be")]),
        (FARM + "sentry s9 black 2,4 N*\n", [(31, "sentry s9 is at 2,4, where sentry s1 is")]),
        (FARM + "sentry s9 black 5,8 N**\n", [(31, "the arrow N** is wrong"), (31, "no arrow is marked")]),
        (FARM + "barrel 2,4\n", [(31, "a barrel is at 2,4, where sentry s1 is")]),
        (FARM + "barrel 5,8\nbarrel 5,8\n", [(32, "a barrel is at 5,8, where a barrel is")]),
        (FARM + "barrel 0,0\n", [(31, "a barrel is at 0,0, where a start of patrol p1 is")]),
        (FARM + "barrel 2,0\n", [(25, "patrol p1 runs over the barrel at 2,0")]),
        (FARM + "patrol p9 black open 3,9>7,9 start 3,9,E start 3,9,E\n", [(31, "where a start of patrol p9 is")]),
        (FARM + "patrol p9 black open 0,0>0,2 start 0,0,S start 0,2,N\n", [(31, "where a start of patrol p1 is")]),
        (FARM + "patrol p9 black open 1,1>2,1 start 1,1,E start 2,1,W\n", [(31, "patrol p9 at 1,1 stands on hedge")]),
        (FARM + "patrol p9 black loop 4,8>5,8 start 4,8,E start 5,8,W\n", [(31, "a loop of 2 squares")]),
        (FARM + "patrol p9 black open 5,7>9,7 start 5,7,E start 9,7,W\n", [(31, "over the sentry point at 6,7")]),
        (farm((" . H . . = = . . H . ", " 1#H . . = = . . H . ")), None),
    ],
)  # fmt: skip
def test_each_mistake_of_a_tile_is_told_with_its_line(text: str, mistakes: list[tuple[int, str]] | None) -> None:
    found = GAME.check("x.tile", text)
    assert found is not None
    if mistakes is None:
        assert any("between 0,1 and the next tile a room has no wall" in sentence for _, sentence in found)
        return
    assert len(found) == len(mistakes), found
    for (line, sentence), (wanted, says) in zip(found, mistakes, strict=True):
        assert line == wanted
        assert says in sentence


SHED = """tile: X9  name: Shed
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . R R R R R R . .
+ + + + + + + + + + +
 . . R . . . . R . .
+ + + +#+#+#+ + + + +
 . . R#1 1 1#. R . .
+ + + + + + + + + + +
 . . R#1 1 1#. R . .
+ + + +#+#+#+ + + + +
 . . R . . . . R . .
+ + + + + + + + + + +
 . . R R R R R R . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
patrol p1 black open 0,7>9,7  start 0,7,E  start 9,7,W
anchor shed 4,3
anchor start1 0,7
anchor start2 9,7
anchor line 4,7
anchor yard 5,2
anchor corner 9,0
"""
OWN = """mission: X1  name: Own  type: raid
map: X9,T1A
operators: 2 free   deck: green   willys: no
meter: 8 6 4   entry: N[0,0]   spawn: black E[1,0]
guard: [0,0].corner/S
objective: documents [0,0].yard 3
victory: major 4 minor 3

"""


@pytest.mark.clause("RR-1.2")
@pytest.mark.parametrize("dress", ["", "\ufeff", "# a comment\n\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_mission_with_a_tile_of_its_own_has_no_mistakes_however_it_was_saved(dress: str, end: str) -> None:
    text = (dress + OWN + SHED).replace("\n", end)
    assert GAME.check("x.mission", text) == []
    assert GAME.check("mine.txt", text) == []
    s = GAME.start("m1-cold-ford", mission=text, seed=1)
    assert legal(s)


def own(old: str, new: str) -> str:
    assert (OWN + SHED).count(old) == 1
    return (OWN + SHED).replace(old, new)


@pytest.mark.clause("RR-1.2", "RR-1.3", "RR-1.22", "RR-23.3")
@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (own("tile: X9", "tile: T9A"), 9, "there is a tile T9A already; give this one another name"),
        (OWN + SHED + SHED, 38, "there is a tile X9 already"),
        (own("+#+#+#+ + + + +\n . . R#1 1 1#", "+#+#+#+ + + + +\n . . R#1 1 1?"), 17, "character 13 is “?”"),
        (OWN, 2, "the tile “X9” is not known"),
        (own("entry: N[0,0]", "entry: S[0,0]"), 4, "nobody can step onto the board from the entry tile"),
        (own("documents [0,0].yard", "documents [0,0].shed"), 6, "nobody can get to e4 from the entry tile"),
        (own("2 free", "jock A, paddy A"), 6, "nobody can get to f3 from the entry tile"),
        pytest.param(
            own("guard: [0,0].corner/S", "guard: [0,0].start1/E\nguard: [0,0].start2/W"), 6,
            "a patrol has no free start",
            marks=pytest.mark.clause("RR-3.3"),
        ),
        (own("documents [0,0].yard", "radio [0,0].line"), 6, "a radio set is on e8, on the line of a patrol"),
        (own("documents [0,0].yard", "pump [0,0].corner"), 6, "a pump is on j1, where a guard is"),
        (own("guard: [0,0].corner/S", "objective: radio [0,0].yard 1"), 6, "would lie on f3, where a radio set is"),
        (own("guard: [0,0].corner/S", "prisoner: [0,0].shed 7"), 5, "there is room for 6 prisoners there, not for 7"),
        (own("guard: [0,0].corner/S", "prisoner: [0,0].shed 6"), 5, "nobody can get there from the entry tile"),
        (own("guard: [0,0].corner/S", "prisoner: [0,0].yard 9"), 5, "prisoner is 9; it should be 1 to 8"),
        (own("guard: [0,0].corner/S", "resistance: [0,0].yard 4"), 5, "only where willys is or-resistance"),
        (own("guard: [0,0].corner/S", "vehicle: assault truck S[0,0]"), 5, "the truck cannot drive onto the board"),
        (own("guard: [0,0].corner/S", "vehicle: assault truck E[1,0]"), 5, "the entry tile or a spawn tile lies"),
        (own("guard: [0,0].corner/S", "vehicle: patrol truck N[0,0] E[1,0]"), 5, "the entry tile or a spawn tile lies"),
        (own("guard: [0,0].corner/S", "vehicle: patrol truck N[1,0] N[0,0]"), 5, "do not lead from one side"),
        (own("major 4", "major 6"), 7, "takes 6 points, and no more than 5 can be made"),
        (own("major 4 minor 3", "major 4 minor 0"), 7, "it should be like major 8 minor 4"),
        (own("victory:", "objective: documents [0,0].yard 1\nvictory:"), 7, "there already, on line 6"),
        (own("meter: 8 6 4", "meter: 13 6 4"), 4, "a meter value is 13; it should be 1 to 12"),
        (own("meter: 8 6 4", "meter: " + "9" * 5000 + " 6 4"), 4, "it should be a whole number"),
        (own("N[0,0]", "N[" + "9" * 5000 + ",0]"), 4, "is not a side of the map"),
        (own("deck: green", "deck:"), 3, "the key deck has no value"),
        (own("guard: [0,0].corner/S", "guard:"), 5, "the key guard has no value"),
    ],
)  # fmt: skip
def test_a_mistake_of_a_mission_with_its_own_tile_is_told_alone_and_with_its_line(
    text: str, line: int, says: str
) -> None:
    found = GAME.check("x.mission", text)
    assert found is not None
    assert [at for at, sentence in found if says in sentence] == [line], found
    with pytest.raises(BadInput, match=f"line {line}"):
        GAME.start("m1-cold-ford", mission=text)


def test_keys_in_capitals_or_without_a_blank_are_found() -> None:
    assert GAME.check("x.mission", own("deck: green", "Deck:green")) == []


def test_what_else_is_wrong_is_told_though_a_key_is_missing() -> None:
    wrong = M1.replace("deck: green", "").replace("yard/N", "yard").replace("no-corpses 1", "no-corpses one")
    found = GAME.check("x.mission", wrong)
    assert found is not None
    assert [line for line, _ in found] == [1, line_of(wrong, "].yard"), line_of(wrong, "no-corpses")]


@pytest.mark.clause("RR-1.22")
def test_a_boat_must_be_able_to_leave_where_its_objective_says() -> None:
    text = M5.replace("victory:", "objective: boat-exit N[0,0] 2\nvictory:")
    assert GAME.check("x.mission", text) == [
        (line_of(text, "boat-exit"), "the boat cannot get to that side of the map on water")
    ]


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


def test_a_mission_of_one_s_own_is_checked_drawn_simulated_and_played_from_its_file(tmp_path: Path) -> None:
    file, saved, svg = tmp_path / "own.mission", tmp_path / "game.txt", tmp_path / "board.svg"
    file.write_bytes(("\ufeff" + OWN + SHED).replace("\n", "\r\n").encode())
    own = ("rogue-regiment", "--mission", str(file))
    assert run("check", str(file)).output == f"{file}: nothing wrong\n"
    assert run("board", *own, "--svg", str(svg)).output == f"{svg}: Rogue Regiment, X1 Own, after action 0\n"
    assert svg.read_text().startswith("<svg")
    told = json.loads(run("simulate", *own, "--games", "2", "--workers", "1", "--json").stdout)
    assert told["finished"] == 2
    assert run("play", *own, "--record", str(saved), typed="take jock A\nquit\n").exit_code == 0
    s = sandtable.replay(saved.read_text())
    assert isinstance(s, Regiment)
    assert s.stage.mission.name == "Own"
    assert run("play", "rogue-regiment", "--record", str(saved), typed="1\nquit\n").exit_code == 0
    assert sandtable.replay(saved.read_text()).number == 2
    assert run("board", "rogue-regiment", "--record", str(saved), "--svg", str(svg)).exit_code == 0
    refused = run("board", *own, "--record", str(saved), "--svg", str(svg))
    assert (refused.exit_code, refused.stderr) == (
        2,
        f"sandtable: {saved} is drawn with its own mission; leave --mission out\n",
    )


def test_a_file_that_is_no_mission_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "own.mission"
    file.write_text(OWN)
    result = run("play", "rogue-regiment", "--mission", str(file))
    assert (result.exit_code, result.stderr[:47]) == (2, "sandtable: the mission, line 2: the tile “X9” i")
    assert run("simulate", "night-drop", "--mission", str(file)).stderr == (
        "sandtable: night-drop has no missions that players write\n"
    )
    file.write_text("")
    assert "is empty; a mission is a text" in run("play", "rogue-regiment", "--mission", str(file)).stderr
    file.write_bytes(b"mission: X\n\x00\xff\xfe")
    for words in (["check", str(file)], ["board", "rogue-regiment", "--mission", str(file), "--svg", "x.svg"]):
        result = run(*words)
        assert (result.exit_code, result.stderr) == (2, f"sandtable: {file}, line 2: this is not UTF-8 text\n")
    file.write_text(OWN + SHED + "# " + "x" * 70_000)
    assert run("check", str(file)).output.endswith("the mission is larger than 65536 bytes, the most it may have\n")
    assert "larger than 65536 bytes" in run("play", "rogue-regiment", "--mission", str(file)).stderr


OWN_TILE = M1.rstrip("\n") + "\ntile: X1  name: "
HOSTILE = {
    "blanks in a tile's header": OWN_TILE + " " * 62_000 + "x",
    "blanks behind a tile's name": OWN_TILE + "y" + " " * 60_000 + "z",
    "unknown tiles": M1.replace("map: ", "map: " + "q," * 30_000),
    "rows of a map": M1.replace("map: ", "map: " + "T1A/" * 15_000),
    "tiles without a picture": M1 + "tile: x name: y\n" * 3_500,
    "a patrol that walks for ever": f"{OWN_TILE}y\npatrol a black open {'0,0>7,0>' * 4_000}0,0{' start 1,0,E' * 2_000}",
    "objectives without end": M1 + "objective: officer [0,0].a 1\nofficer: [0,0].a/N\n" * 1_200,
    "anchors without end": OWN_TILE + "y\n" + "".join(f"anchor a{n} 1,1\n" for n in range(3_500)),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_mission_of_nothing_but_mistakes_is_read_quickly_and_answered_briefly(name: str) -> None:
    began = time.process_time()
    faults = GAME.check("x.mission", HOSTILE[name])
    assert time.process_time() - began < 2.0, "seconds of work, not of waiting"
    assert faults, "it is refused"
    assert len(json.dumps(faults)) < 60_000


@pytest.mark.clause("RR-1.1")
def test_a_mission_that_is_won_by_leaving_at_once_is_told() -> None:
    hollow = M1.replace("major 6 minor 4", "major 6 minor 3")
    line = hollow[: hollow.index("victory:")].count("\n") + 1
    assert GAME.check("m1.mission", hollow) == [
        (line, "whoever leaves at once has 3 points, so a minor victory at 3 is won by doing nothing")
    ]
    assert GAME.check("m1.mission", M1) == []
