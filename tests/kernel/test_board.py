"""Under which id a board is kept."""

from __future__ import annotations

import re

import msgspec

from sandtable.kernel.board import board_id
from sandtable.kernel.scene import Board, Place


def test_the_id_changes_with_the_drawing_and_with_what_goes_with_it() -> None:
    board = Board(size=(9, 9), counter=1, places=[Place(id="camp", x=1, y=2, width=1, height=1)])
    moved = msgspec.structs.replace(board, places=[Place(id="camp", x=1, y=3, width=1, height=1)])
    ids = [board_id("desert", "<svg/>", board), board_id("desert", "<svg> </svg>", board)]
    ids.append(board_id("desert", "<svg/>", moved))
    assert len(set(ids)) == 3
    assert all(re.fullmatch("desert-[0-9a-f]{8}", one) for one in ids)
    assert ids[0] == board_id("desert", "<svg/>", board)
