"""A position as one drawing: counters, marks, and what lies beside the board."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from sandtable.kernel.picture import NEUTRAL, draw
from sandtable.kernel.scene import Board, Place, Side

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 400" height="400" data-look="day">'
    '<circle id="jalo" r="20"/><circle id="siwa" r="20"/></svg>'
)


def board(**jalo: Any) -> Board:
    """A board of two places."""
    return Board(
        size=(880, 400),
        counter=40,
        places=[
            Place(id="jalo", x=100, y=100, width=40, height=40, **jalo),
            Place(id="siwa", x=300, y=100, width=40, height=40),
        ],
        sides={"ours": Side(colour="#123456", dark="#abcdef", emblem="")},
        forms={"reduced": "band", "acted": "pale", "cover": "ring"},
        strips={"green": "#00ff00"},
    )


def piece(name: str, at: str, *marks: str) -> dict[str, Any]:
    """A counter of a scene."""
    return {
        "id": name, "kind": "", "side": "ours", "face": "shown", "facing": None, "at": at, "z": 1, "name": name,
        "values": ["3"], "marks": list(marks), "alt": f"unit {name}",
    }  # fmt: skip


class Drawn:
    """A game that shows one scene."""

    def __init__(self, **parts: Any) -> None:
        self.printed = board()
        none: dict[str, Any] = {"pieces": [], "cells": [], "links": [], "bar": [], "panels": [], "overlays": []}
        self.parts = {"board": "b", "size": [880, 400], "look": "night", **none, "names": {}, "legend": [], **parts}

    def scene(self, view: dict[str, Any]) -> dict[str, Any]:
        return self.parts

    def board(self, name: str) -> Board:
        assert name == "b"
        return self.printed

    def board_svg(self, name: str, standalone: bool) -> str:
        assert name == "b" and standalone
        return SVG


def texts(svg: str) -> list[str]:
    """Every text of a drawing, which must be well formed."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")]


def test_counters_stand_on_their_cells_and_a_deep_stack_is_counted() -> None:
    svg = draw(Drawn(pieces=[piece(f"u{n}", "jalo") for n in range(7)] + [piece("x", "nowhere")]), {})
    found = texts(svg)
    assert found == ["u3", "3", "u4", "3", "u5", "3", "u6", "3", "7"], "four are drawn, seven are counted"
    assert "<title>unit u6</title>" in svg and "unit x" not in svg


def test_marks_of_the_top_counter_and_of_cells_are_told_in_words() -> None:
    cells = [
        {"id": "siwa", "marks": ["target-3", "cache", "cache"], "alt": ""},
        {"id": "gone", "marks": ["a"], "alt": ""},
    ]
    found = texts(draw(Drawn(pieces=[piece("u", "jalo", "1st", "mco-2")], cells=cells), {}))
    assert found == ["u", "3", "1st, mco 2", "target 3, 2 × cache"]


def view_box(svg: str) -> list[str]:
    """Left, top, width and height of a drawing."""
    return ElementTree.fromstring(svg).get("viewBox", "").split()


def test_a_counter_has_the_colour_of_its_side_and_nobodys_is_grey() -> None:
    ours, nobodys = piece("u", "jalo"), piece("v", "siwa") | {"side": "none"}
    assert 'fill="#123456"' in draw(Drawn(pieces=[ours]), {})
    svg = draw(Drawn(pieces=[nobodys]), {})
    assert "#123456" not in svg and f'fill="{NEUTRAL}"' in svg


def rectangles(svg: str) -> list[tuple[float, ...]]:
    """Left, top, right and bottom of every badge."""
    root = ElementTree.fromstring(svg)
    found = [group[0] for group in root.iter() if group.get("class") == "badge"]
    sides = [[float(rect.get(name, "")) for name in ("x", "y", "width", "height")] for rect in found]
    return [(x, y, x + width, y + height) for x, y, width, height in sides]


def test_badges_stand_where_they_cover_neither_the_name_of_a_cell_nor_one_another() -> None:
    cell = {"id": "jalo", "marks": ["target-4"], "alt": ""}
    game = Drawn(pieces=[piece("u", "jalo"), piece("v", "jalo", "1st")], cells=[cell])
    number, top, mark = rectangles(draw(game, {}))
    assert number[0] > 100 and top[1] > 100 and mark[3] < 100, "to the right, below and above"
    game.printed = board(name=(110, 60, 180, 110))
    number, top, mark = rectangles(draw(game, {}))
    assert number[2] < 100, "to the left"
    for box in (number, top, mark):
        assert box[0] >= 180 or box[2] <= 110 or box[1] >= 110 or box[3] <= 60


def test_what_lies_beside_the_board_is_drawn_below_it() -> None:
    bar = [
        {"id": "turn", "label": "Turn", "value": 2, "of": 3},
        {"id": "a", "label": "Alarm", "value": 1, "of": 4},
        {"id": "ap", "label": "AP", "value": 5, "of": None},
    ]
    slots = [{"id": "u", "title": "T1/A", "text": "Jalo", "marks": ["mco-2"]}]
    theirs = [{"id": "u2", "text": "", "marks": []}]
    rows = [
        {"id": "t", "title": "Target", "ours": slots, "theirs": theirs},
        {"id": "line-2", "title": "2", "ours": [], "theirs": theirs},
        {"id": "r", "title": "Reserve", "ours": [], "theirs": []},
    ]
    panels = [
        {"id": "p", "title": "1st patrol", "kind": "board", "slots": slots,
         "tracks": [{"id": "ap", "title": "AP", "value": 5, "of": None}]},
        {"id": "c", "title": "Combat", "kind": "lineup", "rows": rows},
        {"id": "a", "title": "Alarm", "kind": "track", "value": "1",
         "cells": [{"id": "0", "label": "0", "title": "quiet"}, {"id": "1", "label": "1", "title": "loud & clear"}]},
        {"id": "m", "title": "Meter", "kind": "track", "value": "1", "cells": ["0", "1"]},
        {"id": "e", "title": "Events", "kind": "table", "head": [], "rows": [], "lit": []},
    ]  # fmt: skip
    svg = draw(Drawn(bar=bar, panels=panels), {})
    found = texts(svg)
    assert found[:5] == ["Turn: 2 of 3", "1", "2", "3", "AP: 5"], "the Alarm has a track of its own"
    assert "Events" not in found
    assert {"1st patrol", "AP 5", "T1/A, Jalo, mco 2", "loud & clear", "Meter"} <= {*found}
    assert "Target: T1/A, Jalo, mco 2 — u2" in " ".join(found), "broken where the column ends"
    assert {"Reserve: nobody", "2: nobody — u2"} <= {*found}
    assert svg.count('class="box on"') == 4, "two turns gone, and a marker on each track"
    left, top, width, height = view_box(svg)
    assert (left, top, width) == ("0", "0", "880") and float(height) > 400 and f' height="{height}"' in svg


def test_with_nothing_beside_it_the_board_keeps_its_size() -> None:
    assert view_box(draw(Drawn(), {})) == ["0", "0", "880", "400"]


def test_the_board_has_the_light_of_the_scene() -> None:
    assert 'data-look="night"' in draw(Drawn(), {})
    assert 'data-look="day"' in draw(Drawn(look="day"), {})


def test_colours_and_strength_are_painted_and_not_written() -> None:
    svg = draw(Drawn(pieces=[piece("u", "jalo", "green", "reduced", "acted", "cover")]), {})
    assert texts(svg) == ["u", "3", "cover"]
    assert 'fill="#00ff00"' in svg and 'class="band"' in svg and 'class="piece shown pale"' in svg
    assert 'class="band"' not in draw(Drawn(pieces=[piece("u", "jalo", "green")]), {})


def test_a_stock_is_told_slot_by_slot() -> None:
    panel = {"id": "off-map", "title": "Track", "kind": "stock", "budget": None, "spent": None}
    slots = [{"id": "t1", "title": "box 1", "count": 2}]
    assert texts(draw(Drawn(panels=[panel | {"slots": slots}]), {})) == ["Track", "box 1: 2"]
    bought = panel | {"title": "Units", "slots": [{"id": "u", "cost": 4}], "budget": 9, "spent": 4}
    assert texts(draw(Drawn(panels=[bought]), {})) == ["Units", "4 of 9 points spent"]
