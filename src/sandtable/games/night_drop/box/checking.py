# not compiled: it runs a source file anew
"""Checking a data file on its own: the box is read once more with that file in the place of ours."""

from __future__ import annotations

import re
import runpy
from importlib.resources import files

from sandtable.kernel.errors import DataError

# Files of ours, and a table by which one is told from another game's file of the same name.
OURS = {
    "british.toml": "", "colours.toml": "", "germans.toml": "", "hexes.toml": "", "kinds.toml": "", "lines.toml": "",
    "objectives.toml": "", "places.toml": "", "terrain.toml": "", "terrain.map": "", "options.toml": "[vp6]",
    "scenarios.toml": "[pegasus-bridge]", "tables.toml": "[landing]", "tuned.toml": "counter",
}  # fmt: skip
SOURCE = str(files("sandtable.games.night_drop.box") / "data.py")
_PLACE = re.compile(r"([\w.]+), line (\d+): (.*)")


def check(name: str, text: str) -> list[tuple[int, str]] | None:
    """Every mistake of a data file as (line, sentence), the other files taken as they are; None if it is not ours."""
    if name not in OURS or OURS[name] not in text:
        return None
    try:
        runpy.run_path(SOURCE, init_globals={"GIVEN": {name: text}})
    except DataError as error:
        found: list[tuple[int, str]] = []
        for line in str(error).splitlines():
            place = _PLACE.match(line)
            found.append((int(place[2]), place[3]) if place else (1, line))
        return found
    return []
