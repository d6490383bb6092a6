"""The land: zones with their terrain, and the links between them.

Zones are integers inside (their place in the file) and words outside: `ZONES[z]` is the word of zone z, `ZONE["jalo"]`
its number. The map as the options read it is in ground/boards.py.
"""

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.geometry import graph
from sandtable.kernel.tables import Page

NO_LINK = -1
"""Between zones that no link joins."""

TERRAINS = ("rocky", "sand", "oasis", "village", "town", "fort", "airfield")
ROCKY, SAND, OASIS, VILLAGE, TOWN, FORT, AIRFIELD = range(7)

LINK_KINDS = ("road", "path", "off")
ROAD, PATH, OFF = range(3)


@dataclass(frozen=True)
class _Zones:
    words: tuple[str, ...]
    name: tuple[str, ...]
    terrain: tuple[tuple[int, ...], ...]
    xy: tuple[tuple[int, int], ...]
    degrees: tuple[tuple[float, float], ...]
    is_base: tuple[bool, ...]


def _read_zones(page: Page) -> _Zones:
    rows = page.rows()
    for row in rows:
        if any(row.text("code") == other.text("code") for other in rows if other.line < row.line):
            row.fault("code", f"code {row.text('code')} belongs to another zone; each has its own")
    zones = _Zones(
        tuple(row.key for row in rows),
        tuple(row.text("name") for row in rows),
        tuple(row.words("terrain", TERRAINS) for row in rows),
        tuple((row.number("x", 0, 1010), row.number("y", 0, 670)) for row in rows),
        tuple((row.decimal("lat", 20, 35), row.decimal("lon", 15, 32)) for row in rows),
        tuple(row.flag("base", False) for row in rows),
    )
    for row, terrain in zip(rows, zones.terrain, strict=True):
        if row.has("terrain") and not terrain:
            row.fault("terrain", "terrain is empty; a zone has at least one")
    return zones


_zones = FILES.read("zones.toml", _read_zones)

ZONES = _zones.words
ZONE = {word: z for z, word in enumerate(ZONES)}
ZONE_NAME = _zones.name
ZONE_XY = _zones.xy
ZONE_DEGREES = _zones.degrees
TERRAIN = _zones.terrain
IS_BASE = _zones.is_base
BASES = tuple(z for z, base in enumerate(IS_BASE) if base)
SIWA = ZONE["siwa"]
KOUFRA = ZONE["koufra"]


def terrain(maddalena_fort: bool) -> tuple[tuple[int, ...], ...]:
    """The terrain of every zone, with a fort at Maddalena or as it is drawn."""
    if not maddalena_fort:
        return TERRAIN
    maddalena = ZONE["maddalena"]
    return (*TERRAIN[:maddalena], (FORT,), *TERRAIN[maddalena + 1 :])


Y_JUNCTION = "y-junction"


@dataclass(frozen=True)
class _Links:
    ends: tuple[tuple[int, int], ...]
    kind: tuple[int, ...]
    is_junction: tuple[bool, ...]


def _read_links(page: Page) -> _Links:
    ends: list[tuple[int, int]] = []
    kinds: list[int] = []
    junction: list[bool] = []
    for row in page.rows():
        kind = row.word("kind", LINK_KINDS)
        for a, b in row.pairs("links", ZONES):
            if (a, b) in ends or (b, a) in ends:
                row.fault("links", f"{ZONES[a]} and {ZONES[b]} are joined in another table too; once is enough")
            ends.append((a, b))
            kinds.append(kind)
            junction.append(row.key == Y_JUNCTION)
    near = graph.neighbours(len(ZONES), ends)
    for z, distance in enumerate(graph.distances_from(0, near)):
        if distance == graph.FAR:
            page.fault(1, f"no way leads from {ZONES[0]} to {ZONES[z]}; every zone has a link")
    return _Links(tuple(ends), tuple(kinds), tuple(junction))


_links = FILES.read("links.toml", _read_links)

LINK_ENDS = _links.ends
LINK_KIND = _links.kind
LINK_IS_JUNCTION = _links.is_junction
LINKS = tuple(f"{ZONES[a]}--{ZONES[b]}" for a, b in LINK_ENDS)
