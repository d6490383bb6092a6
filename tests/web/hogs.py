"""A toy with missions; and where jobs are worked, jobs that never end or take all the memory there is.

The file that SANDTABLE_HOG names says which jobs do so and how (`odds cpu`); beside it is written which jobs were done,
and by which process.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from sandtable import Board, State
from sandtable.web.thinker import PROGRAM
from tests.web.toys import Cards, Planned

HOG = "SANDTABLE_HOG"


class Hogged(Planned):
    name = "toy-hogged"

    def example_mission(self) -> str:
        return "Bring the trucks in."

    def memory_of(self, s: State) -> int:
        return 1 if s.setup.mission else 0

    def check(self, name: str, text: str) -> list[tuple[int, str]]:
        return []

    def board_svg(self, board: str, standalone: bool = False) -> str:
        return CARDS.board_svg(board, standalone)

    def board(self, board: str) -> Board:
        return CARDS.board(board)


CARDS = Cards()
GAMES = [Hogged()]


def hogging(do: Any) -> Any:
    """What does a job, unless the file says otherwise."""
    wishes = Path(os.environ[HOG])

    def hog(job: dict[str, Any]) -> Any:
        with wishes.with_suffix(".done").open("a") as done:
            done.write(f"{job['do']} {os.getpid()}\n")
        for line in wishes.read_text().splitlines():
            kind, how = line.split()
            while kind == job["do"] and how == "cpu":
                pass
            if kind == job["do"]:
                assert bytearray(2**31), "more than a process may have"
        return do(job)

    return hog


main: Any = sys.modules["__main__"]
if HOG in os.environ and getattr(main.__spec__, "name", "") == PROGRAM:
    main.do = hogging(main.do)
