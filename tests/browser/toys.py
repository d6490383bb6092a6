"""The toys with boards and panels, so that the page can be tested without a real game."""

from __future__ import annotations

from typing import Any

from sandtable import Board, Game, Place, Scene, Seen
from sandtable.kernel.scene import BarItem, BoardPanel, Slot, StockPanel, TextPanel, Track, TrackPanel
from tests.kernel.toys import planner
from tests.kernel.toys.convoy import FUEL, PLACES, TRUCKS
from tests.web import toys

CONVOY_SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300">
<style>.name { font-size: 16px; text-anchor: middle; fill: var(--ink, #222) }</style>
<rect width="600" height="300" class="sand"/>
<path id="camp" class="oasis" d="M30 60H190V240H30Z"/>
<path id="well" class="rock" d="M220 60H380V240H220Z"/>
<path id="fort" class="town" d="M410 60H570V240H410Z"/>
<text class="name" x="110" y="84">CAMP</text><text class="name" x="300" y="84">WELL</text>
<text class="name" x="490" y="84">FORT</text>
</svg>"""
CONVOY_BOARD = Board(
    size=(600, 300),
    counter=42,
    places=[
        Place(id="camp", x=110, y=150, width=160, height=180, title="the camp", next=["well"]),
        Place(id="well", x=300, y=150, width=160, height=180, next=["camp", "fort"]),
        Place(id="fort", x=490, y=150, width=160, height=180, next=["well"]),
    ],
    symbols={"truck": "M-11 4V-5H2V4M2-2H8L11 2V4H-11M-7 4a2.4 2.4 0 1 0 .01 0M7 4a2.4 2.4 0 1 0 .01 0"},
)
CARDS_SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">
<rect width="400" height="200" class="field"/>
<rect id="table" class="town" x="100" y="40" width="200" height="120"/></svg>"""
CARDS_BOARD = Board(size=(400, 200), counter=48, places=[Place(id="table", x=200, y=100, width=200, height=120)])


class Convoy(toys.Convoy):
    def scene_of(self, seen: Seen) -> Scene:
        view, made = seen.view, super().scene_of(seen)
        for n, one in enumerate(made.pieces):
            one.kind, one.z, one.marks = "truck", n, ["stuck"] if view["stuck"][n] else []
        made.names = made.names | {"with": "Take along", "go": "Go", "done": "End the turn", "stuck": "stuck"}
        made.panels = [
            TrackPanel(id="fuel", title="Fuel", cells=[str(n) for n in range(FUEL + 1)], value=view["fuel"]),
            TextPanel(id="aim", title="Aim", text="Bring the trucks to the fort."),
        ]
        made.bar = [
            BarItem(id="turn", label="Turn", value=min(view["turn"], 3), of=12),
            BarItem(id="fuel", label="Fuel", value=view["fuel"], of=None),
        ]
        made.board, made.size = "browser-convoy", (600, 300)
        return made

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        if thing in PLACES:
            return [f"{sum(at == PLACES.index(thing) for at in seen.view['at'])} of {len(TRUCKS)} trucks"]
        return super().about_of(seen, thing)

    def board_svg(self, board: str, standalone: bool = False) -> str:
        return CONVOY_SVG if board == "browser-convoy" else super().board_svg(board, standalone)

    def board(self, board: str) -> Board:
        return CONVOY_BOARD if board == "browser-convoy" else super().board(board)


class Rails(Convoy):
    """The convoy with a train over two places, and a panel of slots and tracks."""

    name = "toy-rails"
    title = "Rails"

    def scene_of(self, seen: Seen) -> Scene:
        made = super().scene_of(seen)
        train = toys.piece("train", "driver", "well")
        train.kind, train.cells, train.facing = "armour", ["well", "fort"], "e"
        made.pieces.append(train)
        slots = [Slot(id="boiler", title="Boiler", text="hot"), Slot(id="T1", title="Truck T1", count=2)]
        tracks = [
            Track(id="steam", title="Steam", value=2, of=5),
            Track(id="water", title="Water", value="low", cells=["low", "half", "full"]),
        ]
        made.panels.append(BoardPanel(id="engine", title="Engine", slots=slots, tracks=tracks))
        return made


class Cards(toys.Cards):
    def scene_of(self, seen: Seen) -> Scene:
        made = super().scene_of(seen)
        made.panels = [StockPanel(id="hand", title="Hands", slots=[Slot(id="hand")], budget=None, spent=None)]
        made.board, made.size, made.overlays = "browser-cards", (400, 200), []
        return made

    def board_svg(self, board: str, standalone: bool = False) -> str:
        return CARDS_SVG if board == "browser-cards" else super().board_svg(board, standalone)

    def board(self, board: str) -> Board:
        return CARDS_BOARD if board == "browser-cards" else super().board(board)


class Planned(Convoy):
    """The convoy with opponents of every level."""

    name = "toy-planned"
    title = "Planned"

    def bots(self) -> dict[str, Any]:
        return planner.BOTS


GAMES: tuple[Game, ...] = (Convoy(), Cards(), Rails(), Planned())
