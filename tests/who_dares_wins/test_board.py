"""The printed map as SVG."""

import os
import re
import subprocess
import sys
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest

from sandtable.games.who_dares_wins.box import land
from sandtable.games.who_dares_wins.ground import boards
from sandtable.games.who_dares_wins.table import drawing, style
from sandtable.kernel import svg
from sandtable.kernel.errors import BadInput
from sandtable.kernel.svg import Box

SVG = "{http://www.w3.org/2000/svg}"


def picture(name: str = "cyrenaica", standalone: bool = False) -> ElementTree.Element:
    """A drawing, parsed."""
    return ElementTree.fromstring(drawing.board_svg(name, standalone))


def plate(zone: int) -> tuple[float, float]:
    """The middle of a zone on the sheet."""
    box = drawing.plate_box(zone)
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


@pytest.mark.parametrize("name", drawing.VARIANTS)
def test_every_zone_is_a_cell_with_the_id_that_actions_use(name: str) -> None:
    board = boards.board(drawing.VARIANTS[name])
    root = picture(name)
    cells = {cell.get("id", ""): cell for cell in root.iter(f"{SVG}g") if "cell" in cell.get("class", "").split()}
    assert tuple(cells) == land.ZONES
    for zone, (word, place) in enumerate(zip(land.ZONES, drawing.board(name).places, strict=True)):
        cell = cells[word]
        assert place.id == word
        assert (place.x, place.y) == pytest.approx(plate(zone), abs=0.06)
        assert place.next == [land.ZONES[other] for other in board.neighbours[zone]]
        title = cell.findtext(f"{SVG}title") or ""
        assert title == place.title
        assert title.startswith(land.ZONE_NAME[zone])
        assert all(land.TERRAINS[terrain] in title for terrain in board.terrain[zone])


@pytest.mark.parametrize("name", drawing.VARIANTS)
def test_every_link_is_drawn_once_in_its_kind(name: str) -> None:
    board = boards.board(drawing.VARIANTS[name])
    drawn = {g.get("data-link", ""): g.get("class", "") for g in picture(name).iter(f"{SVG}g") if g.get("data-link")}
    for link, (a, b) in enumerate(land.LINK_ENDS):
        kind = land.LINK_KINDS[land.LINK_KIND[link]]
        assert drawn.get(land.LINKS[link]) == (f"link {kind}-link" if board.link[a][b] != land.NO_LINK else None)


def test_nothing_but_cells_has_an_id() -> None:
    assert [element.get("id") for element in picture().iter() if element.get("id")] == list(land.ZONES)


def test_the_drawing_paints_itself_inside_a_page() -> None:
    """A page nests the style below its own selectors, which do not reach into what a `use` refers to."""
    assert list(picture().iter(f"{SVG}use")) == []
    page = {"sand", "rock", "oasis", "field", "woods", "marsh", "water", "town", "forest", "stone", "ground"}
    used = {word for element in picture().iter() for word in element.get("class", "").split()}
    assert used & page == set(), "classes that pages paint for drawings without a style"


@pytest.mark.parametrize("name", drawing.VARIANTS)
@pytest.mark.parametrize("standalone", [False, True])
def test_the_drawing_has_classes_and_no_style_attributes(name: str, standalone: bool) -> None:
    for element in picture(name, standalone).iter():
        assert element.get("style") is None
        assert element.get("fill") is None
        assert element.get("stroke") is None


def test_every_class_is_painted_or_says_what_a_thing_is() -> None:
    painted = set(re.findall(r"\.([a-z-]+)", style.css(False)))
    used = {word for element in picture().iter() for word in element.get("class", "").split()}
    groups = {
        "countryside",
        "links",
        "link",
        "cell",
        "on-built",
        "cells",
        "glyph",
        "labels",
        "on-land",
        "cartouche",
    }
    groups |= {"legend", "scale", "border", "inset-box", "road-link", "path-link", "off-link"}
    assert used - painted == groups & used


def test_a_page_says_whether_it_is_dark_and_a_file_on_its_own_goes_by_its_reader() -> None:
    assert style.DARK.keys() == style.LIGHT.keys()
    assert "var(--wdw-sand)" in style.css(False)
    assert style.css(False).count("--wdw-sand: #e6d3a5;") == style.css(False).count("--wdw-sand: #5c5138;") == 1
    assert "prefers-color-scheme" not in style.css(False)
    assert style.css(True).count("--wdw-sand: #5c5138;") == 2


def test_no_text_is_smaller_than_12_pixels_when_the_map_is_1400_wide() -> None:
    root = picture()
    assert root.get("viewBox") == "0 0 1400 946"
    sizes = {cls: float(size) for cls, size in re.findall(r"\.([a-z-]+) {[^}]*font-size: ([\d.]+)px", style.css(False))}
    assert min(sizes.values()) >= 12
    for text in root.iter(f"{SVG}text"):
        assert any(word in sizes for word in text.get("class", "").split()), text.text


def test_links_can_be_told_apart_without_colour() -> None:
    dashes = dict(
        re.findall(r"^\.(road|path|off) {.*?(?:stroke-dasharray: ([\d. ]+); )?}", style.css(False), re.MULTILINE)
    )
    assert len(set(dashes.values())) == 3
    assert dashes["road"] == "", "a road is a whole line, and has a casing"
    roads = [g for g in picture().iter(f"{SVG}g") if g.get("class") == "link road-link"]
    assert all(g[1].get("class") == "road-casing" for g in roads)


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("tokens", [style.LIGHT, style.DARK], ids=["light", "dark"])
def test_text_and_symbols_stand_out_from_what_they_lie_on(tokens: dict[str, str]) -> None:
    for ground in ("paper", "sand", "rock", "oasis", "sea"):
        assert contrast(tokens["ink"], tokens[ground]) >= 4.5, ground
    assert contrast(tokens["base"], tokens["oasis"]) >= 3


# --- names ---


def test_every_zone_has_its_name_once() -> None:
    labels = drawing.labels()
    assert [" ".join(label.lines) for label in labels] == list(land.ZONE_NAME)


def test_names_do_not_overlap_one_another() -> None:
    boxes = [(label.name.words, label.box) for label in drawing.labels()]
    boxes += [(" ".join(region.words), region.box()) for region in drawing.geography().regions]
    boxes += [
        ("legend", drawing.LEGEND),
        ("title", drawing.TITLE),
        ("scale", drawing.SCALE_BAR),
        ("note", drawing.NOTE),
    ]
    assert [(a, b) for (a, box), (b, other) in combinations(boxes, 2) if box.meets(other)] == []


def test_the_countryside_ends_at_the_edge_of_the_map() -> None:
    ground = next(one for one in picture().iter(f"{SVG}svg") if one.get("class") == "countryside")
    x, y, width, height = (float(ground.get(name, "")) for name in ("x", "y", "width", "height"))
    assert Box(x, y, x + width, y + height) == drawing.MAP
    assert ground.get("viewBox") == f"{x:g} {y:g} {width:g} {height:g}"


def test_names_do_not_overlap_symbols() -> None:
    def gap(box: Box, zone: int) -> float:
        x, y = plate(zone)
        return hypot(max(box.left - x, x - box.right, 0), max(box.top - y, y - box.bottom, 0)) - drawing.REACH

    boxes = [label.box for label in drawing.labels()] + [region.box() for region in drawing.geography().regions]
    for zone in range(len(land.ZONES)):
        assert all(gap(box, zone) > 0 for box in boxes), land.ZONES[zone]


def test_names_do_not_lie_on_links() -> None:
    boxes = [(label.name.words, label.box) for label in drawing.labels()]
    boxes += [(" ".join(region.words), region.box()) for region in drawing.geography().regions]
    for link in range(len(land.LINKS)):
        on = [words for words, box in boxes if box.length_inside(drawing.link_points(link)) > 0]
        assert on == [], land.LINKS[link]


def test_names_stay_on_the_map() -> None:
    assert all(label.box.within(drawing.MAP) for label in drawing.labels())
    assert all(region.box().within(drawing.MAP) for region in drawing.geography().regions)


# --- links and zones ---


def test_a_link_keeps_clear_of_every_zone_but_its_own() -> None:
    for link, ends in enumerate(land.LINK_ENDS):
        for zone in range(len(land.ZONES)):
            if zone not in ends:
                assert svg.distance_to_line(plate(zone), drawing.link_points(link)) > drawing.REACH + 4, land.LINKS[
                    link
                ]


def test_symbols_lie_on_nothing_but_their_own_ground() -> None:
    for a, b in combinations(range(len(land.ZONES)), 2):
        assert hypot(plate(a)[0] - plate(b)[0], plate(a)[1] - plate(b)[1]) > 2 * drawing.REACH + 8
    for zone in range(len(land.ZONES)):
        assert drawing.plate_box(zone).within(drawing.MAP)
        assert drawing.plate_box(zone).meets(drawing.INSET) == (zone == land.KOUFRA)


def test_the_coast_runs_past_the_ports_and_the_desert_lies_inland() -> None:
    ground = drawing.geography()
    for word in ("benghazi", "derna", "tobruk", "bardia", "sidi-barrani", "mersa", "el-alamein"):
        assert svg.distance_to_line(plate(land.ZONE[word]), ground.coast) < 12, word
    for word in ("siwa", "jalo", "jaghbub", "mechili", "msus", "el-adem"):
        assert svg.inside(plate(land.ZONE[word]), ground.land)
        assert svg.distance_to_line(plate(land.ZONE[word]), ground.coast) > 40, word
    assert ground.coast[0][0] < drawing.MAP.left
    assert ground.coast[-1][0] > drawing.MAP.right


# --- as a whole ---


def test_options_choose_the_variant_and_unknown_boards_are_refused() -> None:
    assert drawing.variant({}) == "cyrenaica"
    assert drawing.variant({"maddalena_fort": "on", "event_scope": "patrol"}) == "cyrenaica-fort"
    assert drawing.variant({"y_junction": "off", "maddalena_fort": "on"}) == "cyrenaica-open-fort"
    with pytest.raises(BadInput, match="has no board 'normandy'; it has cyrenaica, "):
        drawing.board_svg("normandy")


def test_the_id_of_a_board_names_one_drawing() -> None:
    ids = [drawing.board_id(name) for name in drawing.VARIANTS]
    assert len(set(ids)) == len(ids)
    for name, board in zip(drawing.VARIANTS, ids, strict=True):
        assert re.fullmatch(rf"{name}-[0-9a-f]{{8}}", board)
        assert drawing.board_svg(board) == drawing.board_svg(name)


def test_the_same_data_give_the_same_bytes_in_another_process() -> None:
    code = "from sandtable.games.who_dares_wins.table.drawing import board_id; print(board_id('cyrenaica'))"
    environment = os.environ | {"PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == drawing.board_id("cyrenaica")
