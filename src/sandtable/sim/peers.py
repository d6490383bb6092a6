"""Other engines of board games, played at random as ours are: python-chess and Catanatron, both pure Python.

They are no part of what Sandtable needs: `pip install sandtable[peers]`, or requirements/peers.txt for the versions
that our figures were measured with.
"""

from __future__ import annotations

import time
from importlib import import_module
from importlib.util import find_spec

from sandtable import Rng

MODULES = {"python-chess": "chess", "catanatron": "catanatron"}
TURNS = 1000
"""After so many turns a random game of Catan is given up."""


def installed(name: str) -> bool:
    """Whether a peer is installed here."""
    return find_spec(MODULES[name]) is not None


def chess_speed(seconds: float) -> float:
    """Decisions a second of random chess: all legal moves are listed, and one is made."""
    chess = import_module("chess")
    rng, decisions, began = Rng(0), 0, time.process_time()
    while time.process_time() - began < seconds:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 100 or board.is_insufficient_material():
                break
            board.push(moves[rng.below(len(moves))])
            decisions += 1
    return decisions / (time.process_time() - began)


def catan_speed(seconds: float) -> float:
    """Decisions a second of four random players at Catan."""
    catan = import_module("catanatron")
    colours = (catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE)
    decisions, seed, began = 0, 0, time.process_time()
    while time.process_time() - began < seconds:
        seed += 1
        game = catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=seed)
        while game.winning_color() is None and game.state.num_turns < TURNS:
            game.play_tick()
            decisions += 1
    return decisions / (time.process_time() - began)


PEERS = {"python-chess": chess_speed, "catanatron": catan_speed}
