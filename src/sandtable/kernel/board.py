# not compiled: a board is drawn once, and what draws it is no rule
"""Under which id a board is kept."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from sandtable.kernel.scene import Board


def board_id(name: str, drawing: str, board: Board) -> str:
    """The id under which a page may keep a board for ever: it changes when the drawing does, or what goes with it."""
    digest = blake2b(drawing.encode(), digest_size=4)
    digest.update(msgspec.json.encode(board))
    return f"{name}-{digest.hexdigest()}"
