"""The drawing of a mission's board."""

from __future__ import annotations

import random
import re
import tracemalloc
from xml.etree import ElementTree

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground import stage
from sandtable.games.rogue_regiment.ground.stage import layout_of
from sandtable.games.rogue_regiment.ground.wheels import forget_wheels
from sandtable.games.rogue_regiment.state import SEAT, Regiment
from sandtable.games.rogue_regiment.table import style
from sandtable.games.rogue_regiment.table.drawing import board_id, board_svg, outlines, place_names
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import legal, play
from sandtable.kernel.picture import draw
from sandtable.kernel.snapshot import fingerprint
from tests.rogue_regiment.missions import large


@pytest.mark.parametrize("mission", data.MISSIONS)
@pytest.mark.clause("RR-1.21", "RR-1.22", "RR-1.20")
def test_every_square_and_every_place_outside_has_an_id(mission: str) -> None:
    text = board_svg(mission)
    page = data.MISSIONS[mission]
    layout = layout_of(page)
    ids = [element.get("id") for element in ElementTree.fromstring(text).iter() if element.get("id")]
    outside = list(place_names(page, layout).values())
    assert len(ids) == len(set(ids))
    assert set(ids) == {layout.names[v] for v in layout.grid.squares} | set(outside)
    assert len(outside) == 4 + 8 * len(page.spawns)
    assert " style=" not in text


def test_a_drawing_is_found_by_mission_or_by_its_id() -> None:
    mission = data.MISSIONS["m1-cold-ford"]
    assert board_svg(board_id(mission)) == board_svg("m1-cold-ford")
    assert re.fullmatch(r"m1-cold-ford-[0-9a-f]{8}", board_id(mission))
    with pytest.raises(BadInput, match="it has m1-cold-ford"):
        board_svg("m99")


def own_mission(turns: str, others: str) -> str:
    return GAME.example_mission().replace("T1B,T4A", f"T1B{turns},T4A{others}")


def test_boards_of_players_own_are_kept_while_somebody_plays_on_them_and_none_of_the_box_is_lost() -> None:
    """A board may take 40 MB: whoever writes missions fills no memory with them."""
    boxed = layout_of(data.MISSIONS["m1-cold-ford"])
    played = GAME.start(mission=own_mission(":270", ":270"), seed=1)
    for turns in ("", ":90", ":180", ":270"):
        for others in ("", ":90", ":180"):
            assert GAME.seen(GAME.start(mission=own_mission(turns, others), seed=1), None).drawn.board
    assert isinstance(played, Regiment)
    kept = list(stage._own_stages.values())
    assert played.stage in kept and len(kept) == 1 + stage.SPARE
    assert len(stage._own_layouts) == 1 + stage.SPARE
    again = GAME.imagine(GAME.view(played, SEAT), SEAT)
    assert isinstance(again, Regiment) and again.layout is played.layout, "nobody makes it a second time"
    del played, again, kept
    for turns in ("", ":90"):
        GAME.start(mission=own_mission(turns, ":270"), seed=1)
    assert len(stage._own_layouts) == len(stage._own_stages) == stage.SPARE
    assert layout_of(data.MISSIONS["m1-cold-ford"]) is boxed
    own = GAME.start(mission=GAME.example_mission(), seed=1)
    assert isinstance(own, Regiment) and own.stage.layout is boxed, "which others may share"


def test_a_board_of_players_own_takes_no_more_memory_than_it_says_however_long_it_is_played_on() -> None:
    """The largest there can be, and all that is found on it while the men go everywhere."""
    mission, rng = large(7), random.Random(5)
    GAME.start(mission=large(8), seed=1)  # what boards of this size share
    tracemalloc.start()
    try:
        s = GAME.start(mission=mission, seed=1)
        assert isinstance(s, Regiment) and len(s.grid.squares) == 2000
        s.layout.prepare(far=True)
        most = 0
        for seed in range(5):
            s = GAME.start(mission=mission, seed=seed)
            for _ in range(24):
                if options := legal(s):
                    play(s, rng.choice(options))
                    assert GAME.seen(s, SEAT).drawn.pieces
            most = max(most, tracemalloc.get_traced_memory()[0])
        assert isinstance(s, Regiment) and s.stage.asked > stage.REMEMBERS, "it was long enough"
    finally:
        tracemalloc.stop()
    print(f"{most >> 20} MiB of {GAME.memory_of(s) >> 20}")
    assert most < GAME.memory_of(s) == 2000 * stage.SQUARE_BYTES
    assert GAME.memory_of(GAME.start(seed=1)) == 0, "those of the box are there for all"


@pytest.mark.parametrize("scenario", ["m8-iron-harvest", "m10-rocket-alley", "m12-the-huntsman"])
def test_a_board_that_forgets_after_every_action_plays_on_alike(scenario: str) -> None:
    """With vehicles, snipers and dogs: whatever was found is found again, and is the same."""
    s = GAME.start(scenario, seed=3)
    assert isinstance(s, Regiment)
    forgetful, rng = s.clone(), random.Random(3)
    for _ in range(60):
        options = legal(s)
        s.layout.forget()
        forget_wheels(s.layout)
        assert legal(forgetful) == options
        if not options:
            break
        action = rng.choice(options)
        told = play(s, action)
        s.layout.forget()
        forget_wheels(s.layout)
        assert play(forgetful, action) == told
        assert fingerprint(forgetful) == fingerprint(s)


def test_outlines_go_round_each_patch_once() -> None:
    assert outlines({(0, 0), (1, 0)}) == [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    assert len(outlines({(0, 0), (1, 1)})) == 2, "squares that touch at a corner are two patches"
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert len(outlines(ring)) == 2, "a ring has an outer and an inner border"


def brightness(colour: str) -> float:
    """Relative luminance of a colour, from 0 to 1."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_dark_page_paints_every_kind_of_ground_dark() -> None:
    assert style.DARK.keys() == style.LIGHT.keys()
    ink = brightness(style.DARK["ink"])
    for name in ("ground", "forest", "stone", "road", "water", "floor", "hedge", "timber", "paper"):
        least = 4.5 if name in ("ground", "road", "floor", "paper") else 3  # where text lies, and where shapes do
        assert (ink + 0.05) / (brightness(style.DARK[name]) + 0.05) >= least, name
    for line in ("patrol", "start", "point", "arrow"):
        rule = next(rule for rule in style.css(False).splitlines() if rule.startswith(f".{line} {{"))
        assert "#22211d" in rule and "--rr-ink" not in rule, "black lines are black on a dark page too"
    sheet = style.css(False)
    dark = sheet[sheet.index('[data-theme="dark"]') :].partition("}")[0]
    used = set(re.findall(r"var\(--rr-([a-z]+)\)", sheet))
    assert used <= style.DARK.keys()
    assert all(f"--rr-{name}: {style.DARK[name]};" in dark for name in used), "no colour is left to the page"
    assert "var(--rr-" not in re.sub(r"var\(--rr-[a-z]+\)", "", sheet), "and none falls back to light"


@pytest.mark.parametrize("mission", ["m1-cold-ford", "m8-iron-harvest"])
def test_a_position_can_be_drawn_with_its_boards_and_tracks(mission: str) -> None:
    s = GAME.start(mission, seed=3)
    for _ in range(30):
        play(s, legal(s)[-1])  # nobody leaves
    text = draw(GAME, GAME.view(s, "operators"))
    assert re.search(r"Health \d of 5, AP \d of 4", text)
    assert ElementTree.fromstring(text) is not None
