# not compiled: the fields of a struct are made by its metaclass
"""The shape of a scene: what to draw for one reader, and nothing about how.

`docs/scene.schema.json` and the client's `types.ts` are written from these classes by `python -m scripts.schemas`. A
field with a default may be left out.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct


class Shape(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all of them have in common."""


# --- what never changes of a board -----------------------------------------------------------------------------------


class Place(Shape):
    """A place of the board: where counters stand on it, and how large it is about that point."""

    id: str
    x: float
    y: float
    width: float
    height: float
    outline: Annotated[
        str, Meta(description="Path data by relative commands from that point on; without it the place is a box.")
    ] = ""
    title: Annotated[str, Meta(description="What is printed there, in words.")] = ""
    next: Annotated[list[str], Meta(description="Its neighbours, for the board in words.")] = []
    name: Annotated[
        tuple[float, float, float, float] | None,
        Meta(description="What its printed name fills: left, top, right and bottom."),
    ] = None


class Side(Shape):
    """How the counters of a side are painted."""

    colour: Annotated[str, Meta(description="Of their ground, on a light page.")]
    dark: Annotated[str, Meta(description="The same on a dark page.")]
    emblem: Annotated[str, Meta(description="Path data on the back of a counter that is 40 by 40 about 0, 0.")]


Form = Literal["band", "low", "notch", "pale", "ring", "veil"]


class Board(Shape):
    """What never changes of a board: fetched once beside its drawing, and kept for ever under the same id."""

    size: tuple[float, float]
    counter: Annotated[float, Meta(description="The side of a counter.")]
    places: list[Place]
    sides: dict[str, Side] = {}
    symbols: Annotated[
        dict[str, str],
        Meta(
            description="Path data, 24 by 14 about 0, 0, by kind of piece and by mark; a mark that ends in a number "
            "has the symbol of its word. What has none here nor in the drawing is written with its letters."
        ),
    ] = {}
    forms: Annotated[
        dict[str, Form],
        Meta(
            description="Marks that show as a form instead of a tab: a band across the counter, half its height, a "
            "notch at its corner, a paler counter, a ring about it, a veil over the whole cell."
        ),
    ] = {}
    strips: Annotated[
        dict[str, str], Meta(description="Marks that are a strip of this colour where there is no room for a tab.")
    ] = {}


# --- a scene ---------------------------------------------------------------------------------------------------------


class BarItem(Shape):
    """A number of the whole game: its turn, what a side has left."""

    id: str
    label: str
    value: int | str
    of: int | None
    danger: Annotated[
        bool,
        Meta(description="Whether any value of it but 0 is danger; a line of the log that counts it is heard."),
    ] = False


class Cell(Shape):
    """What is on a place of the board but not on its drawing."""

    id: str
    marks: list[str]
    alt: str


class Link(Shape, rename={"start": "from", "end": "to"}):
    """What is between two places but not on the drawing."""

    id: str
    start: str
    end: str
    marks: list[str]
    alt: str


Face = Literal["shown", "covered"]


class Piece(Shape):
    """A counter, a man, a vehicle."""

    id: str
    kind: str
    side: str
    at: Annotated[str, Meta(description="A cell, a slot of a panel, or off.")]
    z: int
    facing: str | None
    face: Face
    name: str
    values: list[str]
    marks: list[str]
    alt: str
    cells: Annotated[
        list[str], Meta(description="All cells of a piece that is larger than one; `at` is one of them.")
    ] = []


class Slot(Shape):
    """A box of a panel that actions name."""

    id: str
    title: str = ""
    text: str = ""
    count: int | None = None
    cost: int | None = None
    marks: list[str] = []
    alt: str = ""


class TrackCell(Shape):
    """A box of a track."""

    id: str
    label: str
    title: str = ""


class Track(Shape):
    """A value on the board of a piece: a row of boxes, or a number of so many."""

    id: str
    title: str
    value: int | str
    of: int | None = None
    cells: list[str] = []


class TrackPanel(Shape, tag_field="kind", tag="track"):
    """A row of boxes, one of which is where we are."""

    id: str
    title: str
    cells: list[TrackCell | str]
    value: int | str


class TablePanel(Shape, tag_field="kind", tag="table"):
    """A table of the rules."""

    id: str
    title: str
    head: list[str]
    rows: list[list[str]]
    lit: Annotated[list[int], Meta(description="Numbers of the rows to light.")]


class StockPanel(Shape, tag_field="kind", tag="stock"):
    """What may be had: things to buy, to draw, to call in."""

    id: str
    title: str
    slots: list[Slot]
    budget: int | None
    spent: int | None


class LineupRow(Shape):
    """Whoever fights whom."""

    id: str
    title: str
    ours: list[Slot]
    theirs: list[Slot]


class LineupPanel(Shape, tag_field="kind", tag="lineup"):
    """A tactical combat."""

    id: str
    title: str
    rows: list[LineupRow]


class BoardPanel(Shape, tag_field="kind", tag="board"):
    """The board of a piece: what it has and what it counts."""

    id: str
    title: str
    slots: list[Slot]
    tracks: list[Track]
    of: Annotated[
        str | None, Meta(description="The piece whose board it is: while a decision is about it, the board is shown.")
    ] = None


class CardsPanel(Shape, tag_field="kind", tag="cards"):
    """Piles, and a hand."""

    id: str
    title: str
    piles: list[Slot]
    hand: list[Slot]


class TextPanel(Shape, tag_field="kind", tag="text"):
    """Words."""

    id: str
    title: str
    text: str
    lines: list[str] = []


Panel = TrackPanel | TablePanel | StockPanel | LineupPanel | BoardPanel | CardsPanel | TextPanel


About = Literal["piece", "cell", "none"]


class OverlayName(Shape):
    """An overlay that can be asked for."""

    name: str
    title: str
    about: About
    scale: Annotated[
        Literal["plain", "danger"],
        Meta(description="`danger`: 0 is clear, 1 heard at most, 2 seen in part or on the way, 3 seen; else a number."),
    ] = "plain"
    on: Annotated[bool, Meta(description="Whether it is shown until somebody switches it off.")] = False
    pointed: Annotated[bool, Meta(description="Whether it is shown of a piece of another side that is pointed at.")] = (
        False
    )


class OverlayCell(Shape):
    """How one place looks under an overlay."""

    shade: Annotated[int, Meta(ge=0, le=3)]
    text: str


class OverlayCells(Shape):
    """What an overlay shows."""

    cells: dict[str, OverlayCell]


class LegendItem(Shape):
    """What a mark, a kind or a shade means."""

    id: str
    title: str
    text: str = ""


class Picture(Shape):
    """What a scene shows that may change from one action to the next."""

    board: Annotated[str, Meta(description="The id of the static drawing, or empty.")]
    size: tuple[float, float]
    look: Annotated[str, Meta(description="`day`, `night` or a game's own.")]
    bar: list[BarItem]
    cells: list[Cell]
    links: list[Link]
    pieces: list[Piece]
    panels: list[Panel]


class Scene(Picture):
    """What to draw for one reader, and how all of it is called."""

    names: Annotated[dict[str, str], Meta(description="The title of every verb and id that options use.")]
    overlays: list[OverlayName]
    legend: list[LegendItem]


def read(scene: dict[str, Any]) -> Scene:
    """A scene from plain data, checked."""
    return msgspec.convert(scene, Scene)


def plain(scene: Scene) -> dict[str, Any]:
    """A scene as plain data, as it travels; what is left out has its default."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(scene))
    return found
