"""What a game with They Who Dare has more on the table: the Typhoon with its board, and the marks of Nancy's work."""

from __future__ import annotations

from typing import Any

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import ENSNARED, TALKS, Regiment, facing_word
from sandtable.geometry.squares import bits
from sandtable.kernel.scene import BoardPanel, LegendItem, Piece, Slot, Track
from sandtable.kernel.telling import plural

SIGNS = (
    ("disguise", "Hat on a tab", "Nancy in her disguise"),
    ("talks", "Two bubbles on a tab", "a unit that listens to Nancy: it sees nothing"),
    ("ensnared", "Noose on a tab", "a unit in Nancy's garrotte: it can do nothing"),
    ("typhoon", "Aeroplane", "the Typhoon; the overlay of the airspace shows whose fire it draws"),
    ("next-tile", "Sight with wings", "the middle of the next tile of the Typhoon, the only one that it attacks"),
)
"""What its signs mean."""

WHERE = ("can be called", "on its way", "at the edge of the board", "over the board", "shot down")


def legend() -> list[LegendItem]:
    """The signs of the expansion."""
    return [LegendItem(id=f"sign-{name}", title=title, text=text) for name, title, text in SIGNS]


def unit_marks(held: int) -> list[str]:
    """RR-14.17, RR-24.11, RR-24.17 What keeps a unit from seeing and acting, as a mark."""
    if held >= TALKS:
        return ["talks"]
    if held == ENSNARED:
        return ["ensnared"]
    return ["cigarette"] if 0 < held < ENSNARED else []


def man_marks(s: Regiment, m: int) -> list[str]:
    """RR-24.1 Whether a man is Nancy in disguise."""
    return ["disguise"] if talking.in_disguise(s, m) else []


def at_hand(s: Regiment, m: int, item: int) -> bool:
    """RR-24.14 Whether a man could use a thing he has as he is: what the other side of Nancy's board shows she could
    not.
    """
    if s.m_kind[m] != data.NANCY:
        return True
    sides = data.EQUIPMENT[data.NANCY]
    return bool(sides[s.m_side[m]][item]) or not sides[1 - s.m_side[m]][item]


def aircraft(s: Regiment) -> list[Piece]:
    """RR-24.24, RR-24.26 The Typhoon over the middle of its tile, or before its first one, and its next tile."""
    if not s.typhoon or s.typhoon[typhoon.WHERE] not in (typhoon.WAITS, typhoon.OVERHEAD):
        return []
    way = typhoon.path(s, s.typhoon[typhoon.LINE])
    over = s.typhoon[typhoon.WHERE] == typhoon.OVERHEAD
    at = typhoon.middle(s, way[max(0, s.typhoon[typhoon.TILE])])
    if not over:  # at the edge, as far before the middle of the first tile as that has squares there
        at -= (5 if s.typhoon[typhoon.EDGE] in (0, 3) else 4) * s.grid.step(typhoon.heading(s))
    health, rockets = s.typhoon[typhoon.HEALTH], s.typhoon[typhoon.ROCKETS]
    where = f"over {s.place(at)}" if over else f"at the edge of the board by {s.place(at)}"
    alt = f"Typhoon {where}, flying {notice.COMPASS[typhoon.heading(s)]}, {health} health, {rockets} rockets"
    found = [
        Piece(
            id=typhoon.WORD, kind="typhoon", side="british", at=s.place(at), z=4,
            facing=facing_word(typhoon.heading(s)), face="shown", name=data.TYPHOON_TITLE, values=[str(health)],
            marks=[], alt=alt, cells=[],
        )
    ]  # fmt: skip
    ahead = way[s.typhoon[typhoon.TILE] + 1 :][:1]
    return found + [next_tile(s.place(typhoon.middle(s, tile))) for tile in ahead]


def next_tile(at: str) -> Piece:
    """RR-24.27 The token in the middle of the tile that it attacks and flies over next."""
    return Piece(
        id="next-tile", kind="next-tile", side="british", at=at, z=3, facing=None, face="shown", name="next tile",
        values=[], marks=[], alt=f"the next tile of the Typhoon, around {at}", cells=[],
    )  # fmt: skip


def board(s: Regiment) -> list[BoardPanel]:
    """RR-24.25, RR-24.28 The sheet of the Typhoon: where it is, when it comes, health and rockets."""
    if not s.typhoon:
        return []
    where = WHERE[s.typhoon[typhoon.WHERE]]
    if s.typhoon[typhoon.WHERE] == typhoon.CALLED:
        left = s.typhoon[typhoon.DEPTH]
        edge = notice.COMPASS[s.typhoon[typhoon.EDGE]]
        where = f"comes from the {edge} after {plural(left, 'draw')}"
    slots = [Slot(id="typhoon-state", title="Typhoon", text=where)]
    if s.typhoon[typhoon.WHERE] == typhoon.AWAY:
        deep = ", ".join(f"{notice.COMPASS[edge]} {typhoon.depth(s, edge)}" for edge in range(4))
        slots.append(Slot(id="typhoon-depth", title="Draws until it comes", text=deep))
    tracks = [
        Track(id="typhoon-health", title="Health", value=s.typhoon[typhoon.HEALTH], of=data.TYPHOON_HEALTH),
        Track(id="typhoon-rockets", title="Rockets", value=s.typhoon[typhoon.ROCKETS], of=data.TYPHOON_ROCKETS),
    ]
    return [BoardPanel(id="board-typhoon", title=data.TYPHOON_TITLE, of=typhoon.WORD, slots=slots, tracks=tracks)]


def airspace(s: Regiment, cells: dict[str, dict[str, Any]]) -> None:
    """RR-24.27, RR-24.31, RR-24.38 The shadow of the Typhoon (2), the tile it attacks next (3), and who watches the
    sky (1).
    """
    for v in bits(typhoon.below(s)):
        cells[s.place(v)] = {"shade": 2, "text": ""}
    for v in bits(typhoon.ahead(s)):
        cells[s.place(v)] = {"shade": 3, "text": ""}
    for u in s.axis.present:
        if data.AIR[s.u_kind[u]]:
            for v in s.footprint(u):
                cells.setdefault(s.place(v), {"shade": 1})["text"] = f"{data.DICE[s.u_kind[u]]}D"


def about(s: Regiment) -> list[str]:
    """Lines about the Typhoon."""
    lines = [f"{data.TYPHOON_TITLE}: {WHERE[s.typhoon[typhoon.WHERE]]}"]
    cannon, rocket = data.CANNON, data.ROCKET
    lines.append(f"health {s.typhoon[typhoon.HEALTH]} of {data.TYPHOON_HEALTH}")
    lines.append(f"cannon {data.W_DICE[cannon]}D {data.W_NEEDS[cannon]}+, strafes units out of doors on the next tile")
    lines.append(
        f"{s.typhoon[typhoon.ROCKETS]} rockets of {data.W_DICE[rocket]}D {data.W_NEEDS[rocket]}+, each drifts a little"
    )
    return lines
