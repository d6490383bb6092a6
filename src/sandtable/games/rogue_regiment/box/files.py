"""The files of the box; each module reads its own, and `sandtable check` reads one again."""

from typing import Final

from sandtable.kernel.tables import Files

FILES: Final = Files("sandtable.games.rogue_regiment.box")
