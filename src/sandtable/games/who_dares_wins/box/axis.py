"""The Axis counters: their types, and what a set-up may ask for.

A counter on the map is called "axis1" … "axis36" (UNITS), which says nothing of its type; `COUNTERS[i]` is the type of
the i-th counter in the box.
"""

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.kernel.tables import Page

ANY = -1
"""Of a nation, kind, mobility or value that is left to chance."""

NATIONS = ("italian", "german")
ITALIAN, GERMAN = range(2)

KINDS = ("infantry", "armoured car", "tank", "fixed gun")


@dataclass(frozen=True)
class Demand:
    """One Axis counter that a set-up asks for; ANY where it leaves something to chance."""

    zone: int
    nation: int
    kind: int
    mobile: int
    av: int

    def is_specified(self) -> bool:
        """Whether the set-up says anything about the counter."""
        return self.nation != ANY or self.kind != ANY or self.mobile != ANY or self.av != ANY

    def fits(self, axis_type: int) -> bool:
        """Whether a counter of that type is what the set-up asks for."""
        return (
            self.nation in (ANY, NATION[axis_type])
            and self.kind in (ANY, KIND[axis_type])
            and self.mobile in (ANY, int(MOBILE[axis_type]))
            and self.av in (ANY, AV[axis_type])
        )


@dataclass(frozen=True)
class _Axis:
    codes: tuple[str, ...]
    nation: tuple[int, ...]
    kind: tuple[int, ...]
    av: tuple[int, ...]
    mobile: tuple[bool, ...]
    veteran: tuple[bool, ...]
    number: tuple[int, ...]


def _read_axis(page: Page) -> _Axis:
    rows = page.rows()
    return _Axis(
        tuple(row.key for row in rows),
        tuple(row.word("nation", NATIONS) for row in rows),
        tuple(row.word("kind", KINDS) for row in rows),
        tuple(row.number("av", 1, 4) for row in rows),
        tuple(row.flag("mobile") for row in rows),
        tuple(row.flag("veteran") for row in rows),
        tuple(row.number("number", 1, 9) for row in rows),
    )


_axis = FILES.read("axis.toml", _read_axis)

TYPES = _axis.codes
NATION = _axis.nation
KIND = _axis.kind
AV = _axis.av
MOBILE = _axis.mobile
VETERAN = _axis.veteran
NUMBER = _axis.number
COUNTERS = tuple(t for t, number in enumerate(NUMBER) for _ in range(number))
UNITS = tuple(f"axis{i + 1}" for i in range(len(COUNTERS)))
UNIT = {word: i for i, word in enumerate(UNITS)}


def type_name(axis_type: int) -> str:
    """A counter in words: "German tank AV 4, mobile, veteran"."""
    words = f"{NATIONS[NATION[axis_type]].capitalize()} {KINDS[KIND[axis_type]]} AV {AV[axis_type]}"
    words += ", mobile" if MOBILE[axis_type] else ""
    return words + (", veteran" if VETERAN[axis_type] else "")
