"""Reading data files: TOML text in, checked cells out, and every mistake told in one sentence with its line.

    page = Page("zones.toml", text)
    for row in page.rows():                        # every [table] of the file, in its order
        name.append(row.text("name"))
        terrain.append(row.words("terrain", TERRAINS))
    page.close()                                   # raises DataError when something was wrong

A reading method that meets a mistake notes it and answers with something harmless, so that one pass finds all of
them; `sandtable check` shows `page.faults`, loading raises the lot. A column that nobody asked for is a mistake too:
it is most likely a misspelt one.

A game says of each file of its box how it is read, once, and so it can be checked:

    FILES = Files("sandtable.games.desert.box")
    ZONES = FILES.read("zones.toml", read_zones)   # a function or class that makes something of a Page
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeVar

from sandtable.kernel.errors import DataError


@dataclass(frozen=True)
class Fault:
    """One mistake in a data file."""

    line: int
    text: str


MOST_FAULTS = 100
LONGEST_FAULT = 400
"""Mistakes that are told of one file, and the letters of each."""


def note(faults: list[Fault], line: int, text: str) -> None:
    """Add a mistake to those that are told."""
    if len(faults) < MOST_FAULTS:
        half = LONGEST_FAULT // 2
        faults.append(Fault(line, text if len(text) <= LONGEST_FAULT else f"{text[:half]} … {text[-half:]}"))
    elif len(faults) == MOST_FAULTS:
        faults.append(Fault(line, f"there is more wrong; these are the first {MOST_FAULTS} mistakes that were found"))


def complain(name: str, faults: list[Fault]) -> None:
    """Raise DataError if a file has mistakes."""
    if faults:
        raise DataError("\n".join(f"{name}, line {fault.line}: {fault.text}" for fault in faults))


class Sheet:
    """A file of lines while it is read."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.splitlines()
        self.faults: list[Fault] = []

    def fault(self, line: int, text: str) -> None:
        """Note a mistake."""
        self.faults.append(Fault(line, text))

    def finish(self) -> list[Fault]:
        """All mistakes of the file in the order of its lines."""
        self.faults.sort(key=lambda fault: fault.line)
        return self.faults

    def close(self) -> None:
        """Raise DataError if the file has a mistake."""
        complain(self.name, self.finish())


class Page(Sheet):
    """A file of TOML while it is read."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, text)
        self._rows: list[Row] = []
        self.top: dict[str, object] = {}
        try:
            self.top = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self.fault(*_where(str(error), len(self.lines)))

    def rows(self, *leaving_out: str) -> "list[Row]":
        """Every [table] of the file in its order, but those named."""
        found = []
        for key, cells in self.top.items():
            if isinstance(cells, dict) and key not in leaving_out:
                found.append(self.table(key, self.line_of_table(key), cells))
        return found

    def row(self, key: str) -> "Row":
        """The [table] of that name."""
        cells = self.top.get(key)
        if not isinstance(cells, dict):
            self.fault(1, f"the table [{key}] is missing")
            cells = {}
        return self.table(key, self.line_of_table(key), cells)

    def table(self, key: str, line: int, cells: dict[str, object]) -> "Row":
        """A table that is found elsewhere than among those of the top, with its line."""
        row = Row(self, key, line, cells)
        self._rows.append(row)
        return row

    def line_of_table(self, key: str) -> int:
        """The line of the header [key]; 1 when there is none."""
        return self.find(rf'\[\s*"?{re.escape(key)}"?\s*\]\s*(#.*)?$', 1) or 1

    def find(self, pattern: str, start: int) -> int:
        """The first line from `start` on that begins with the pattern, apart from blanks; 0 when there is none."""
        for number in range(start, len(self.lines) + 1):
            if re.match(pattern, self.lines[number - 1].strip()):
                return number
        return 0

    def finish(self) -> list[Fault]:
        """All mistakes of the file in the order of its lines, columns that nobody read included."""
        if not any(fault.text.startswith("not TOML") for fault in self.faults):
            for row in self._rows:
                row.report_unread()
        self._rows = []
        return super().finish()


T = TypeVar("T")


class Files:
    """The data files of a game's box, each with how it is read, so that all are checked in one manner."""

    def __init__(self, package: str) -> None:
        self._folder = files(package)
        self._readers: dict[str, Callable[[Any], object]] = {}
        self._known_by: dict[str, str] = {}

    def names(self) -> list[str]:
        """The files that have been read, in their order."""
        return list(self._readers)

    def listed(self, folder: str, ending: str) -> list[str]:
        """The files in a folder of the box whose names end so, sorted, with the folder's name before them."""
        return sorted(f"{folder}/{one.name}" for one in (self._folder / folder).iterdir() if one.name.endswith(ending))

    def text(self, name: str) -> str:
        """A file as it is."""
        return (self._folder / name).read_text(encoding="utf-8")

    def read(self, name: str, reader: Callable[[Page], T], known_by: str = "") -> T:
        """What a reader makes of a file of TOML; DataError if it has a mistake. `known_by` is a text in it by which
        it is told from another game's file of the same name."""
        self._readers[name], self._known_by[name] = reader, known_by
        page = Page(name, self.text(name))
        found = reader(page)
        page.close()
        return found

    def read_lines(self, name: str, reader: Callable[[Sheet], T]) -> T:
        """The same of a file that is drawn in letters."""
        self._readers[name], self._known_by[name] = reader, ""
        sheet = Sheet(name, self.text(name))
        found = reader(sheet)
        sheet.close()
        return found

    def check(self, name: str, text: str) -> list[Fault] | None:
        """Every mistake in the text of one of these files, the others taken as they are; None if it is none of them."""
        reader = self._readers.get(name)
        if reader is None or self._known_by[name] not in text:
            return None
        sheet = Page(name, text) if name.endswith(".toml") else Sheet(name, text)
        reader(sheet)
        return sheet.finish()


class Row:
    """One table of a data file; each method reads one cell and says what is wrong with it."""

    def __init__(self, page: Page, key: str, line: int, cells: dict[str, object]) -> None:
        self.page = page
        self.key = key
        self.line = line
        self._cells = cells
        self._read: set[str] = set()

    def has(self, column: str) -> bool:
        """Whether the cell is there."""
        return column in self._cells

    def columns(self) -> list[str]:
        """The names of all cells, where the names themselves are data."""
        return list(self._cells)

    def line_of(self, column: str) -> int:
        """The line of a cell, or of the table when the cell is not on a line of its own."""
        if re.search(rf'["{{,\s]{re.escape(column)}"?\s*=', " " + self._text_of_line(self.line)):
            return self.line
        found = self.page.find(rf'"?{re.escape(column)}"?\s*=', self.line)
        return found or self.line

    def _text_of_line(self, line: int) -> str:
        return self.page.lines[line - 1] if 0 < line <= len(self.page.lines) else ""

    def fault(self, column: str, text: str) -> None:
        """Note a mistake in a cell."""
        self.page.fault(self.line_of(column), f"[{self.key}] {text}")

    def report_unread(self) -> None:
        """Note every column that nobody asked for."""
        for column in self._cells:
            if column not in self._read:
                known = ", ".join(sorted(self._read))
                self.fault(column, f"{column} is not a column of this table; it has {known}")

    def _cell(self, column: str, wanted: str) -> object:
        self._read.add(column)
        if column not in self._cells:
            self.page.fault(self.line, f"[{self.key}] {column} is missing; it should be {wanted}")
            return None
        return self._cells[column]

    def _wrong(self, column: str, value: object, wanted: str) -> None:
        if value is not None:
            self.fault(column, f"{column} is {value!r}; it should be {wanted}")

    def text(self, column: str, default: str | None = None) -> str:
        """A cell of free text."""
        if default is not None and column not in self._cells:
            self._read.add(column)
            return default
        value = self._cell(column, "a text")
        if isinstance(value, str) and value:
            return value
        self._wrong(column, value, "a text")
        return ""

    def flag(self, column: str, default: bool | None = None) -> bool:
        """A cell that is true or false."""
        if default is not None and column not in self._cells:
            self._read.add(column)
            return default
        value = self._cell(column, "true or false")
        if isinstance(value, bool):
            return value
        self._wrong(column, value, "true or false")
        return False

    def number(self, column: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from low to high."""
        if default is not None and column not in self._cells:
            self._read.add(column)
            return default
        wanted = f"a whole number from {low} to {high}"
        value = self._cell(column, wanted)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._wrong(column, value, wanted)
        return low

    def numbers(self, column: str, low: int, high: int, length: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers from low to high, of a given length if there is one."""
        wanted = f"a list of {'' if length is None else f'{length} '}whole numbers from {low} to {high}"
        value = self._cell(column, wanted)
        if isinstance(value, list) and length in (None, len(value)):
            if all(isinstance(v, int) and not isinstance(v, bool) and low <= v <= high for v in value):
                return tuple(value)
        self._wrong(column, value, wanted)
        return (low,) * (length or 0)

    def halves(self, column: str) -> int:
        """A number printed in whole or half points (2, 0.5), counted in halves (4, 1)."""
        value = self._cell(column, "a number in whole or half points")
        if isinstance(value, int | float) and not isinstance(value, bool) and value * 2 == int(value * 2):
            return int(value * 2)
        self._wrong(column, value, "a number in whole or half points")
        return 0

    def decimal(self, column: str, low: float, high: float) -> float:
        """A measured number from low to high (co-ordinates; rules count in whole numbers)."""
        wanted = f"a number from {low} to {high}"
        value = self._cell(column, wanted)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self._wrong(column, value, wanted)
        return low

    def decimals(self, column: str, low: float, high: float, length: int) -> tuple[float, ...]:
        """A list of so many measured numbers from low to high."""
        wanted = f"a list of {length} numbers from {low:g} to {high:g}"
        value = self._cell(column, wanted)
        if isinstance(value, list) and len(value) == length:
            if all(type(v) in (int, float) and low <= v <= high for v in value):
                return tuple(float(v) for v in value)
        self._wrong(column, value, wanted)
        return (low,) * length

    def word(self, column: str, allowed: Sequence[str], default: int | None = None) -> int:
        """One of the allowed words, given as its place among them."""
        if default is not None and column not in self._cells:
            self._read.add(column)
            return default
        wanted = _one_of(allowed)
        value = self._cell(column, wanted)
        if isinstance(value, str) and value in allowed:
            return allowed.index(value)
        self._wrong(column, value, wanted)
        return 0

    def words(self, column: str, allowed: Sequence[str], default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """A list of different allowed words, given as their places among them."""
        if default is not None and column not in self._cells:
            self._read.add(column)
            return default
        wanted = f"a list of {_one_of(allowed)}"
        value = self._cell(column, wanted)
        if not isinstance(value, list):
            self._wrong(column, value, wanted)
            return ()
        found: list[int] = []
        for word in value:
            if not isinstance(word, str) or word not in allowed:
                self.fault(column, f"{column} has {word!r}; it should be {_one_of(allowed)}")
            elif allowed.index(word) in found:
                self.fault(column, f"{column} has {word!r} twice; once is enough")
            else:
                found.append(allowed.index(word))
        return tuple(found)

    def texts(self, column: str) -> tuple[str, ...]:
        """A list of free texts."""
        value = self._cell(column, "a list of texts")
        if isinstance(value, list) and all(isinstance(text, str) and text for text in value):
            return tuple(value)
        self._wrong(column, value, "a list of texts")
        return ()

    def pairs(self, column: str, allowed: Sequence[str]) -> list[tuple[int, int]]:
        """A list of pairs of different allowed words (links); a pair that comes twice is a mistake."""
        wanted = 'a list of pairs such as ["a", "b"]'
        value = self._cell(column, wanted)
        if not isinstance(value, list):
            self._wrong(column, value, wanted)
            return []
        found: list[tuple[int, int]] = []
        for pair in value:
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                self.fault(column, f"{column} has {pair!r}; it should be a pair of different words")
                continue
            line = self.page.find(rf'.*"{re.escape(str(pair[0]))}",\s*"{re.escape(str(pair[1]))}"', self.line)
            unknown = [word for word in pair if word not in allowed]
            if unknown:
                self.page.fault(line or self.line_of(column), f"{unknown[0]!r} is not {_one_of(allowed)}")
                continue
            a, b = allowed.index(pair[0]), allowed.index(pair[1])
            if (a, b) in found or (b, a) in found:
                self.page.fault(line or self.line_of(column), f"{pair[0]} and {pair[1]} are joined twice")
                continue
            found.append((a, b))
        return found

    def points(self, column: str, low: float, high: float) -> list[tuple[float, float]]:
        """A list of places [x, y], each measured from low to high."""
        wanted = f"a list of places [x, y], numbers from {low:g} to {high:g}"
        value = self._cell(column, wanted)
        if not isinstance(value, list) or not value:
            self._wrong(column, value, wanted)
            return []
        found: list[tuple[float, float]] = []
        for place in value:
            numbers = [n for n in place if type(n) in (int, float)] if isinstance(place, list) else []
            if isinstance(place, list) and len(place) == len(numbers) == 2 and all(low <= n <= high for n in numbers):
                found.append((float(numbers[0]), float(numbers[1])))
            else:
                self.fault(column, f"{column} has {place!r}; it should be {wanted}")
        return found

    def rows(self, column: str, default_empty: bool = False) -> "list[Row]":
        """A list of small tables { … }, each with the line it begins on."""
        if default_empty and column not in self._cells:
            self._read.add(column)
            return []
        wanted = "a list of tables { … }"
        value = self._cell(column, wanted)
        if not isinstance(value, list) or not all(isinstance(cells, dict) for cells in value):
            self._wrong(column, value, wanted)
            return []
        line = self.line_of(column)
        one_line = re.search(rf"{re.escape(column)}\"?\s*=\s*\[\s*{{", self._text_of_line(line)) is not None
        found = []
        for cells in value:
            if not one_line:
                line = self.page.find(r"\{", line + 1) or line
            found.append(self.page.table(f"{self.key}.{column}", line, cells))
        return found

    def row(self, column: str) -> "Row":
        """A small table { … } inside this one."""
        value = self._cell(column, "a table { … }")
        if not isinstance(value, dict):
            self._wrong(column, value, "a table { … }")
            value = {}
        return self.page.table(f"{self.key}.{column}", self.line_of(column), value)


def _one_of(allowed: Sequence[str]) -> str:
    """The allowed words, cut short when there are many."""
    if len(allowed) == 1:
        return allowed[0]
    shown = list(allowed) if len(allowed) <= 12 else [*allowed[:10], f"… ({len(allowed)} in all)"]
    return "one of " + ", ".join(shown)


def _where(message: str, last: int) -> tuple[int, str]:
    """The line that the TOML reader names, and its sentence."""
    twice = re.match(r"Cannot declare \('(.+)',\) twice \(at line (\d+)", message)
    if twice:
        return int(twice.group(2)), f"not TOML: [{twice.group(1)}] is there twice; an id may be used once"
    line = re.search(r" \(at line (\d+), column \d+\)", message)
    if line:
        return int(line.group(1)), f"not TOML: {message[: line.start()]}"
    return max(last, 1), f"not TOML: {message}"
