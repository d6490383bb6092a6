"""The toys of the kernel's tests with something to draw, so that the server can be tested without a real game."""

from __future__ import annotations

import os
import time
from typing import Any

from sandtable import Action, Board, Bot, Game, OverlayName, Place, Scene, Seen, View
from sandtable.kernel.scene import BarItem, Piece
from tests.kernel.toys import planner
from tests.kernel.toys.cards import CardsGame
from tests.kernel.toys.convoy import PLACES, TRUCKS, ConvoyGame
from tests.kernel.toys.corridor import CorridorGame


def scene(view: View, names: dict[str, str], pieces: list[Piece]) -> Scene:
    return Scene(
        board="toy-board",
        size=(100, 100),
        look="day",
        bar=[BarItem(id="seat", label="Seat", value=str(view["seat"]), of=None)],
        names=names,
        cells=[],
        links=[],
        pieces=pieces,
        panels=[],
        overlays=[OverlayName(name="reach", title="Reach", about="piece")],
        legend=[],
    )


def piece(name: str, side: str, at: str, shown: bool = True) -> Piece:
    return Piece(
        id=name, kind="toy", side=side, at=at, z=0, facing=None, face="shown" if shown else "covered", name=name,
        values=[], marks=[], alt=name,
    )  # fmt: skip


class Stalling(Bot):
    """Never answers in time."""

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        time.sleep(600)
        return options[0]


class Crashing(Bot):
    """Takes its whole process with it."""

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        os._exit(3)


class Nonsense(Bot):
    """Answers what was never offered, and prints on standard output meanwhile."""

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        print('{"answer": ["lay", "c0"]}', flush=True)
        return ("no", "such", "action")


BAD_BOTS = {"stalling": Stalling, "crashing": Crashing, "nonsense": Nonsense}


class Cards(CardsGame):
    def scene_of(self, seen: Seen) -> Scene:
        view = seen.view
        own = view["reader"]
        pieces = [piece(card, own, "hand") for card in view["hand"]]
        pieces += [piece(card, own, "table") for card in view["laid"]]
        for seat, held in zip(("north", "south"), view["held"], strict=True):
            if seat != own:
                pieces += [piece(f"{seat}-{n}", seat, "hand", shown=False) for n in range(held)]
        return scene(view, seen.names, pieces)

    def bots(self) -> dict[str, Any]:
        return BAD_BOTS

    def board_svg(self, board: str, standalone: bool = False) -> str:
        if board != "toy-board":
            return super().board_svg(board, standalone)
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path id="camp" d="M0 0h9v9z"/></svg>'

    def board(self, board: str) -> Board:
        if board != "toy-board":
            return super().board(board)
        return Board(size=(100, 100), counter=9, places=[Place(id="camp", x=4.5, y=4.5, width=9, height=9)])


class Convoy(ConvoyGame):
    def scene_of(self, seen: Seen) -> Scene:
        view = seen.view
        pieces = [piece(truck, "driver", PLACES[view["at"][n]]) for n, truck in enumerate(TRUCKS)]
        return scene(view, seen.names, pieces)

    def overlay_of(self, seen: Seen, name: str, *ids: str) -> dict[str, Any]:
        if name != "reach":
            return super().overlay_of(seen, name, *ids)
        at = seen.view["at"][TRUCKS.index(ids[0])]
        return {"cells": {PLACES[p]: {"shade": 1, "text": "1"} for p in (at - 1, at + 1) if 0 <= p < len(PLACES)}}

    def about_of(self, seen: Seen, thing: str) -> list[str]:
        return [f"{thing} is at {PLACES[seen.view['at'][TRUCKS.index(thing)]]}"]


class Corridor(CorridorGame):
    def scene_of(self, seen: Seen) -> Scene:
        return scene(seen.view, seen.names, [piece("raider", "raider", str(seen.view["raider"]))])


class Planned(Convoy):
    """The convoy with opponents of every level, and one that takes its time."""

    name = "toy-planned"
    title = "Planned"

    def bots(self) -> dict[str, Any]:
        return planner.BOTS | BAD_BOTS


GAMES: tuple[Game, ...] = (Convoy(), Cards(), Corridor(), Planned())
