"""The options: rulings that the table may change."""

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import missions
from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.kernel.tables import Page, Row


@dataclass(frozen=True)
class Option:
    """A ruling that the table may change; the first value is the default."""

    id: str
    title: str
    values: tuple[str, ...]
    text: str
    scenarios: tuple[str, ...]
    chapter: str
    says: tuple[str, ...]


def _read_options(page: Page, scenarios: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(
            row.key,
            row.text("title"),
            _values(row),
            row.text("text"),
            tuple(scenarios[i] for i in row.words("scenarios", scenarios, tuple(range(len(scenarios))))),
            row.text("chapter"),
            row.texts("says") if row.has("says") else (),
        )
        for row in page.rows()
    )


def _values(row: Row) -> tuple[str, ...]:
    values = row.texts("values")
    if row.has("values") and (len(values) < 2 or len(set(values)) != len(values)):
        row.fault("values", f"values are {', '.join(values) or 'none'}; an option has two different ones or more")
    return values


OPTIONS = FILES.read("options.toml", lambda page: _read_options(page, missions.SCENARIO_IDS), "[axis_ties]")


def options_of(scenario: str) -> tuple[Option, ...]:
    """The options that mean something in a scenario."""
    return tuple(option for option in OPTIONS if scenario in option.scenarios)
