"""Other engines of board games, played at random as ours are, in one run with them.

python-chess and Catanatron are Python, OpenSpiel is C++ called from Python, PettingZoo's chess is an environment around
python-chess, boardgame.io is JavaScript. They are no part of what Sandtable needs: `make bench` installs them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandtable import Rng, SandtableError

TURNS = 1000
"""After so many turns a random game of Catan is given up."""
MOVES = 1000
"""After so many moves a random game of chess is given up."""
PATIENCE = 120.0
"""Seconds after which an engine in a process of its own is given up."""
JAVASCRIPT = Path("benchmarks") / "boardgame"
"""Where boardgame.io is, in a checkout: its script, and its modules when they are installed."""

Count = tuple[int, int]
"""How many decisions a game took, and how many options there were in all of them."""


@dataclass
class Measured:
    """Decisions a second in each round, and the mean number of options."""

    speeds: list[float] = field(default_factory=list)
    mean_legal: float = 0.0


@dataclass(frozen=True)
class Peer:
    """Another engine, and the game that it plays."""

    game: str
    package: str
    module: str
    play: Callable[[int, Rng], Count]
    """Plays a game by its number, with these dice."""

    def installed(self) -> bool:
        """Whether it is installed here."""
        return find_spec(self.module) is not None

    def version(self) -> str:
        """Which one is installed."""
        return version(self.package)

    def measure(self, seconds: float, rounds: int) -> Measured:
        """Rounds of so many seconds each, after one that is not counted."""
        found = Measured()
        rng, number, every, offered = Rng(0), 0, 0, 0
        for one in range(rounds + 1):
            began, decisions, end = time.process_time(), 0, time.perf_counter() + seconds
            while time.perf_counter() < end or not decisions:
                count = self.play(number, rng)
                number += 1
                decisions += count[0]
                offered += count[1]
            every += decisions
            if one:
                found.speeds.append(decisions / (time.process_time() - began))
        found.mean_legal = offered / every
        return found


class BoardgameIo:
    """boardgame.io, which runs in a process of Node."""

    game = "tic-tac-toe"

    def installed(self) -> bool:
        """Whether its modules lie where its script is, and Node is on the path."""
        return shutil.which("node") is not None and self._package().exists()

    def _package(self) -> Path:
        return JAVASCRIPT / "node_modules" / "boardgame.io" / "package.json"

    def version(self) -> str:
        """Which one is installed."""
        return str(json.loads(self._package().read_text(encoding="utf-8"))["version"])

    def measure(self, seconds: float, rounds: int) -> Measured:
        """The same rounds, in its own process."""
        command = ["node", str(JAVASCRIPT / "speed.js"), str(seconds), str(rounds)]
        production = {**os.environ, "NODE_ENV": "production"}
        found = subprocess.run(command, capture_output=True, text=True, env=production, timeout=PATIENCE, check=False)
        if found.returncode:
            raise SandtableError(next(filter(None, reversed(found.stderr.splitlines())), "Node failed"))
        return Measured(**json.loads(found.stdout))


def chess(_: int, rng: Rng) -> Count:
    """All legal moves are listed, and one is made."""
    board = import_module("chess").Board()
    decisions = offered = 0
    while moves := list(board.legal_moves):
        if board.halfmove_clock >= 100 or board.is_insufficient_material():
            break
        board.push(moves[rng.below(len(moves))])
        decisions += 1
        offered += len(moves)
    return decisions, offered


def catan(number: int, _: Rng) -> Count:
    """Four random players, who list their actions after each."""
    catan: Any = import_module("catanatron")
    colours = (catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE)
    game = catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=number)
    decisions = offered = 0
    while game.winning_color() is None and game.state.num_turns < TURNS:
        offered += len(game.state.playable_actions)
        game.play_tick()
        decisions += 1
    return decisions, offered


def spiel_chess(_: int, rng: Rng) -> Count:
    """Legal actions are listed as numbers, and one is applied."""
    state = import_module("pyspiel").load_game("chess").new_initial_state()
    decisions = offered = 0
    while not state.is_terminal() and decisions < MOVES:
        actions = state.legal_actions()
        state.apply_action(actions[rng.below(len(actions))])
        decisions += 1
        offered += len(actions)
    return decisions, offered


def zoo_chess(number: int, rng: Rng) -> Count:
    """An agent looks at its observation with the mask, and steps."""
    np: Any = import_module("numpy")
    env = import_module("pettingzoo.classic.chess_v6").raw_env()
    env.reset(seed=number)
    decisions = offered = 0
    while decisions < MOVES and not any(env.terminations.values()):
        moves = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(moves[rng.below(len(moves))]))
        decisions += 1
        offered += len(moves)
    return decisions, offered


PEERS: dict[str, Peer | BoardgameIo] = {
    "python-chess": Peer("chess", "chess", "chess", chess),
    "catanatron": Peer("Catan", "catanatron", "catanatron", catan),
    "open-spiel": Peer("chess", "open-spiel", "pyspiel", spiel_chess),
    "pettingzoo": Peer("chess", "pettingzoo", "pygame", zoo_chess),
    "boardgame.io": BoardgameIo(),
}


def missing() -> list[str]:
    """Those that are not installed here."""
    return [name for name, peer in PEERS.items() if not peer.installed()]
