"""What lies under the map: the coast, relief, and names of regions."""

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.kernel.tables import Page

Spot = tuple[float, float]
RELIEF_KINDS = ("escarpment", "sand", "name")
ESCARPMENT, SAND_SEA, REGION_NAME = range(3)
NAME_STYLES = ("sea-name", "region-name", "land-name")


@dataclass(frozen=True)
class Coast:
    """The coast from west to east in units of the map, and how degrees east and north become such units."""

    x: Spot
    y: Spot
    points: tuple[Spot, ...]


@dataclass(frozen=True)
class Relief:
    """A hint of relief, or the name of a region, in degrees east and north."""

    kind: int
    points: tuple[Spot, ...]
    words: str
    style: str
    lines: int


def _read_coast(page: Page) -> Coast:
    scale, coast = page.row("scale"), page.row("coast")
    factors = [scale.decimals(column, -10_000, 10_000, 2) for column in ("x", "y")]
    points = coast.points("points", -1000, 2000)
    return Coast((factors[0][0], factors[0][1]), (factors[1][0], factors[1][1]), tuple(points))


def _read_relief(page: Page) -> tuple[Relief, ...]:
    found = []
    for row in page.rows():
        kind = row.word("kind", RELIEF_KINDS)
        words, style, lines = "", "", 1
        if kind == REGION_NAME:
            at = row.decimals("at", 0, 90, 2)
            points = [(at[0], at[1])]
            words = row.text("words")
            style = NAME_STYLES[row.word("class", NAME_STYLES)]
            lines = row.number("lines", 1, 3, 1)
        else:
            points = row.points("line" if kind == ESCARPMENT else "outline", 0, 90)
        found.append(Relief(kind, tuple(points), words, style, lines))
    return tuple(found)


COAST = FILES.read("coast.toml", _read_coast)
RELIEF = FILES.read("relief.toml", _read_relief)
