"""Make the coast line of Who Dares Wins from Natural Earth: decode, clip, fit to the map's own scale, simplify.

    npm pack world-atlas && tar xzf world-atlas-*.tgz
    python scripts/coast.py package/land-10m.json

Writes src/sandtable/games/who_dares_wins/box/coast.toml. The file of the package is TopoJSON: lines are kept once, as
whole numbers and differences, and rings name the lines they are made of.
"""

import json
import sys
from math import exp, hypot
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from sandtable.games.who_dares_wins.box import land

Point = tuple[float, float]

TARGET = Path(land.__file__).parent / "coast.toml"
WINDOW = (18.6, 29.9, 29.6, 33.6)
"""West, south, east and north of what is cut out; the coast runs through it from west to east."""

TOLERANCE = 0.5
"""In units of the map, of which a degree of latitude has about 118."""


def rings(topology: dict[str, Any]) -> list[list[Point]]:
    """Every outer ring of the land, in degrees."""
    sx, sy = topology["transform"]["scale"]
    tx, ty = topology["transform"]["translate"]
    arcs: list[list[Point]] = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)
    found = []
    for geometry in topology["objects"]["land"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for polygon in polygons:
            ring: list[Point] = []
            for number in polygon[0]:
                points = arcs[number] if number >= 0 else arcs[~number][::-1]
                ring += points[1:] if ring else points
            found.append(ring)
    return found


def stretch(ring: list[Point]) -> list[Point]:
    """The part of a ring that runs through the window from its west side to its east side."""
    west, south, east, north = WINDOW
    inside = [west <= x <= east and south <= y <= north for x, y in ring]
    best: list[Point] = []
    part: list[Point] = []
    for point, here in zip(ring * 2, inside * 2, strict=True):
        if here:
            part.append(point)
        else:
            best = max(best, part, key=len)
            part = []
    return best


def fit() -> tuple[float, float, float, float]:
    """The straight lines through the zones' positions: x = a lon + b, y = c lat + d."""
    zones = [z for z in range(len(land.ZONES)) if z != land.KOUFRA]

    def line(u: list[float], v: list[float]) -> tuple[float, float]:
        mu, mv = mean(u), mean(v)
        slope = sum((p - mu) * (q - mv) for p, q in zip(u, v, strict=True)) / sum((p - mu) ** 2 for p in u)
        return slope, mv - slope * mu

    a, b = line([land.ZONE_DEGREES[z][1] for z in zones], [float(land.ZONE_XY[z][0]) for z in zones])
    c, d = line([land.ZONE_DEGREES[z][0] for z in zones], [float(land.ZONE_XY[z][1]) for z in zones])
    return a, b, c, d


def to_map(points: list[Point]) -> list[Point]:
    """Degrees to units of the map; where a zone was moved aside, the coast near it moves along."""
    a, b, c, d = fit()
    moved = []
    for z in range(len(land.ZONES)):
        if z != land.KOUFRA:
            lat, lon = land.ZONE_DEGREES[z]
            x, y = a * lon + b, c * lat + d
            moved.append((x, y, land.ZONE_XY[z][0] - x, land.ZONE_XY[z][1] - y))
    found = []
    for lon, lat in points:
        x, y = a * lon + b, c * lat + d
        pull = [(exp(-(hypot(x - zx, y - zy) ** 2) / 900), dx, dy) for zx, zy, dx, dy in moved]
        total = max(1.0, sum(weight for weight, _, _ in pull))
        found.append((x + sum(w * dx for w, dx, _ in pull) / total, y + sum(w * dy for w, _, dy in pull) / total))
    return found


def simplify(points: list[Point]) -> list[Point]:
    """Leave out points that are no further than the tolerance from the line without them (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    far = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in points]
    worst = max(range(len(points)), key=far.__getitem__)
    if far[worst] <= TOLERANCE:
        return [points[0], points[-1]]
    return simplify(points[: worst + 1])[:-1] + simplify(points[worst:])


def main() -> None:
    topology = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    coast = max((stretch(ring) for ring in rings(topology)), key=len)
    if coast[0][0] > coast[-1][0]:
        coast.reverse()
    points = simplify(to_map(coast))
    a, b, c, d = fit()
    lines = [
        "# The coast from the Gulf of Sirte to Alexandria, from west to east, in units of the map (zones.toml).",
        "# Source: Natural Earth 1:10m land, version 4.1 (public domain), from the npm package world-atlas 2.0.2.",
        "# Made by scripts/coast.py; the map's scale is a straight fit, and near a zone that was moved aside the coast",
        "# moves along.",
        "",
        "[scale]",
        f"x = [{a:.4f}, {b:.4f}] # x = first * degrees east + second",
        f"y = [{c:.4f}, {d:.4f}] # y = first * degrees north + second",
        "",
        "[coast]",
        "points = [",
        *(f"  [{x:.1f}, {y:.1f}]," for x, y in points),
        "]",
    ]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TARGET}: {len(points)} of {len(coast)} points")


if __name__ == "__main__":
    main()
