"""The numbers that a quick player goes by, as data, so that they can be tuned and looked at.

A bot names its numbers once, in `bot/style.toml`, each with the range in which it makes sense and what it means:

    [risk]
    first = 0.8
    range = [0.0, 4.0]
    says = "what a step nearer to the enemy weighs against a step nearer to a friend"
    tuned = 1.13                 # without it the first number is the tuned one, too
    seat = "north"               # whose number it is; without it everybody's

A bot takes its style as an argument: `greedy` is tuned, `greedy:first` is as it was first written down, and
`greedy:first+risk=1.5` changes a number for one game, which is how `sandtable tune` tries them.
"""

from __future__ import annotations

from sandtable.kernel.errors import BadInput
from sandtable.kernel.tables import Page

STYLE_FILE = "style.toml"
FIRST = "first"
TUNED = "tuned"
LARGEST = 1000.0


class Style:
    """A quick player's numbers by their names."""

    def __init__(self, numbers: dict[str, float]) -> None:
        self._numbers = numbers

    def __getitem__(self, name: str) -> float:
        return self._numbers[name]

    def as_dict(self) -> dict[str, float]:
        """All of them, in the order of the file."""
        return dict(self._numbers)


class Styles:
    """A file of numbers: what each is at first, when tuned, and where it may lie."""

    def __init__(self, page: Page) -> None:
        self.first: dict[str, float] = {}
        self.tuned: dict[str, float] = {}
        self.ranges: dict[str, tuple[float, float]] = {}
        self.says: dict[str, str] = {}
        self.seat: dict[str, str] = {}
        """Whose number it is; empty for everybody's."""
        for row in page.rows():
            low, high = row.decimals("range", -LARGEST, LARGEST, 2)
            first = row.decimal("first", low, high)
            tuned = row.decimal("tuned", low, high) if row.has("tuned") else first
            self.first[row.key], self.tuned[row.key] = first, tuned
            self.ranges[row.key] = (low, high)
            self.says[row.key] = row.text("says")
            self.seat[row.key] = row.text("seat", "")

    def mistakes(self, text: str) -> list[tuple[int, str]] | None:
        """Every mistake in another text of this file, as (line, sentence): in a number, or that one is missing or not
        known; None if it is another game's, of whose numbers most are not known."""
        page = Page(STYLE_FILE, text)
        is_toml = not page.faults
        told = Styles(page).first
        unknown = [name for name in told if name not in self.first]
        if 2 * len(unknown) > len(told):
            return None
        for name in unknown:
            page.fault(page.line_of_table(name), f"the quick player has no number “{name}”")
        for name in self.first if is_toml else ():
            if name not in told:
                page.fault(1, f"the table [{name}] is missing: {self.says[name]}")
        return [(fault.line, fault.text) for fault in page.finish()]

    def style(self, argument: str) -> Style:
        """The style that an argument names: one of the two, and numbers that differ from it."""
        numbers = dict(self.tuned)
        for place, part in enumerate(argument.split("+") if argument else []):
            name, equals, number = part.partition("=")
            if place == 0 and part in (FIRST, TUNED):
                numbers = dict(self.first if part == FIRST else self.tuned)
            elif not equals or name not in numbers:
                known = ", ".join(numbers)
                raise BadInput(f"a style is {FIRST}, {TUNED} or NAME=NUMBER, not “{part}”; names are {known}")
            else:
                numbers[name] = self._number(name, number)
        return Style(numbers)

    def names_for(self, seat: str) -> list[str]:
        """The numbers by which a seat plays."""
        return [name for name, whose in self.seat.items() if whose in ("", seat)]

    def _number(self, name: str, text: str) -> float:
        low, high = self.ranges[name]
        try:
            found = float(text)
        except ValueError:
            found = low - 1.0
        if not low <= found <= high:
            raise BadInput(f"{name} is a number from {low:g} to {high:g}, not “{text}”")
        return found


def argument(numbers: dict[str, float]) -> str:
    """Numbers as an argument of a bot: the tuned style, but for these."""
    return "+".join([TUNED, *(f"{name}={number:.6g}" for name, number in numbers.items())])
