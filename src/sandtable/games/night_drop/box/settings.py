"""The options: rulings that the table may change."""

from typing import Final

from sandtable.games.night_drop.box.files import FILES
from sandtable.kernel.game import Option
from sandtable.kernel.tables import Page


def _read_options(page: Page) -> tuple[Option, ...]:
    found: list[Option] = []
    for row in page.rows():
        values = row.texts("values")
        if len(values) < 2:
            row.fault("values", "values should be at least two words, the default first")
            values = ("", "")
        found.append(Option(row.key, values, values[0], row.text("text"), row.text("title"), row.text("chapter")))
    return tuple(found)


OPTIONS: Final = FILES.read("options.toml", _read_options, "[vp6]")
