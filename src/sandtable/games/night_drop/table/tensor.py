"""What of a view becomes numbers for programs that learn."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.kernel.tensor import Column, Part, Planes

NUMBERS = (
    "turn", "phasing", "activation", "first_brigade", "over", "adjustment", "assembled", "lovat_waits", "allowance",
    "left", "target", "attack_point", "defence_point", "cup", "vp_cup", "aim",
)  # fmt: skip
BY_PIECE = ("at", "beside", "reduced", "confused", "acted", "moved", "fought", "hits", "retreats")
BY_STICK = ("kind", "front", "told", "due_back", "pushed")
BY_SLOT = ("identity", "cover", "shown", "bound", "letters")
BY_OBJECTIVE = ("control", "destroyed", "broken", "marker_by", "marker")
LISTS = {
    "used": 5, "special_used": 4, "owed": 4, "killed_advantages": 4, "attacked": 8, "tried": 16, "mover": 8,
    "force": 12, "named": 12,
}  # fmt: skip
GROUPS = ("sticks", "companies", "Germans")


def group(piece: int) -> int:
    """The plane of a piece: Sticks, what they gather into and what came by glider or sea, and the Germans."""
    if piece < counters.STICKS:
        return 0
    return 1 if piece < counters.FIRST_GERMAN else 2


def tensor() -> list[Part]:
    """Numbers, then columns by piece, Stick, German slot and objective, then short lists, then the planes."""
    found: list[Part] = [Column(key) for key in NUMBERS]
    for keys, size in (
        (BY_PIECE, counters.PIECES),
        (BY_STICK, counters.STICKS),
        (BY_SLOT, counters.CUP),
        (BY_OBJECTIVE, len(land.OBJECTIVES)),
    ):
        found += [Column(key, size) for key in keys]
    found += [Column(key, size) for key, size in LISTS.items()]
    groups = tuple([group(piece) for piece in range(counters.PIECES)])
    found.append(Planes("at", GROUPS, (land.COLUMNS, land.ROWS), of=groups))
    return found
