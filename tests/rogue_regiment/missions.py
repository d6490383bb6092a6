"""Missions as players might write them."""

from __future__ import annotations


def large(number: int) -> str:
    """A mission on the largest board there can be, and like no other."""
    field = [f" {'. ' * 10}" for _ in range(10)]
    bars = "+ " * 10 + "+"
    return "\n".join(
        [
            f"mission: X1  name: Field {number}  type: infiltration  tiles: 5x4",
            f"map: {' / '.join([','.join(['X1'] * 5)] * 4)}",
            "operators: 4 free   willys: no   deck: maroon   packs: -   window: -",
            "meter: 12 8 4   entry: S[0,3]   spawn: black N[2,0]  white E[4,1]",
            "guard: [2,0].post/S",
            "objective: documents [2,0].desk 9",
            "victory: major 9 minor 6",
            "brief: Across the fields.",
            "",
            "tile: X1  name: Field",
            bars,
            *(line for row in field for line in (row, bars)),
            "patrol p1 black loop 3,3>6,3>6,6>3,6  start 3,3,E  start 6,6,W",
            "patrol p2 white open 0,5>9,5  start 0,5,E  start 9,5,W",
            "sentry s1 black 7,2 N*,S,W",
            "sentry s2 white 2,8 S*,N,E",
            f"anchor post {number % 10},{number // 10 + 6}",
            "anchor desk 9,9",
            "",
        ]
    )
