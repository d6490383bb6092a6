"""The LRDG counters. A unit is an integer inside and a word outside: `UNITS[u]`, `UNIT["T1A"]`."""

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.kernel.tables import Page

KINDS = ("team", "sas", "hq", "det", "light", "heavy", "survey", "signal", "waco")
TEAM, SAS, HQ, DET, LIGHT, HEAVY, SURVEY, SIGNAL, WACO = range(9)


@dataclass(frozen=True)
class _Units:
    words: tuple[str, ...]
    name: tuple[str, ...]
    kind: tuple[int, ...]
    cost: tuple[int, ...]
    av: tuple[tuple[int, ...], ...]
    loads: tuple[int, ...]
    maintenance: tuple[int, ...]
    reconnaissance: tuple[int, ...]


def _read_units(page: Page) -> _Units:
    rows = page.rows()
    return _Units(
        tuple(row.key for row in rows),
        tuple(row.text("name") for row in rows),
        tuple(row.word("kind", KINDS) for row in rows),
        tuple(row.number("cost", 1, 3) for row in rows),
        tuple(row.numbers("av", 0, 4, 2) for row in rows),
        tuple(row.number("loads", 1, 2, 0) for row in rows),
        tuple(row.number("maintenance", -2, -1, 0) for row in rows),
        tuple(row.number("reconnaissance", -1, -1, 0) for row in rows),
    )


_units = FILES.read("units.toml", _read_units, "[SAS1]")

UNITS = _units.words
UNIT = {word: u for u, word in enumerate(UNITS)}
NAME = _units.name
KIND = _units.kind
COST = _units.cost
AV_FULL = tuple(av[0] for av in _units.av)
AV_REDUCED = tuple(av[1] for av in _units.av)
LOADS = _units.loads
MAINTENANCE_DRM = _units.maintenance
RECONNAISSANCE_DRM = _units.reconnaissance
OF_KIND = tuple(tuple(u for u in range(len(UNITS)) if KIND[u] == kind) for kind in range(len(KINDS)))
IS_TRUCK = tuple(kind in (LIGHT, HEAVY) for kind in KIND)
IS_COMBAT = tuple(kind in (TEAM, SAS, DET) for kind in KIND)
THE_WACO = OF_KIND[WACO][0]
