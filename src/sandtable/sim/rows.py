"""Tables of many games, as CSV or Parquet: a row for each game, or one for each turn of each game.

The rows follow from the plan alone: they are in the order of the seeds and hold no times, so that they are the same
for any number of workers, and for a run that was stopped and went on.
"""

from __future__ import annotations

import csv
import io
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandtable import BadInput
from sandtable.sim.simulate import Plan, Result

KINDS = (".csv", ".parquet")


def check_kind(path: Path, what: str) -> None:
    """BadInput unless such a table can be made here."""
    if path.suffix not in KINDS:
        raise BadInput(f"--{what} writes a .csv or a .parquet file, not “{path.name}”")
    if path.suffix == ".parquet" and find_spec("polars") is None:
        raise BadInput('Parquet needs polars, which is not installed here; pip install "sandtable[lab]"')


def table_of_games(plan: Plan, results: list[Result]) -> dict[str, list[Any]]:
    """A row for each game, as columns."""
    ordered = in_order(results)
    points = sorted({key for one in ordered for key in one.points})
    return {
        "seed": [one.seed for one in ordered],
        "outcome": [one.outcome for one in ordered],
        **{f"score_{seat}": [one.scores.get(seat) for one in ordered] for seat in plan.bots},
        **{f"points_{key}": [one.points.get(key) for one in ordered] for key in points},
        "decisions": [one.decisions for one in ordered],
        "faults": [one.faults for one in ordered],
        "error": [one.error for one in ordered],
    }


def table_of_turns(results: list[Result]) -> dict[str, list[Any]]:
    """A row for each turn of each game, as columns."""
    rows = [(one.seed, turn) for one in in_order(results) for turn in one.turns]
    counted = dict.fromkeys(key for _, turn in rows for key in turn if key not in ("turn", "decisions"))
    return {
        "seed": [seed for seed, _ in rows],
        "turn": [int(turn["turn"]) for _, turn in rows],
        "decisions": [int(turn["decisions"]) for _, turn in rows],
        **{key: [turn.get(key) for _, turn in rows] for key in counted},
    }


def in_order(results: list[Result]) -> list[Result]:
    """By seed."""
    return sorted(results, key=lambda one: one.seed)


def written(path: Path, columns: dict[str, list[Any]]) -> bytes:
    """A table in the form that the file's name asks for."""
    if path.suffix == ".parquet":
        import polars  # noqa: PLC0415 - an extra

        schema = {name: polars_type(name, polars) for name in columns}
        binary = io.BytesIO()
        polars.DataFrame(columns, schema=schema).write_parquet(binary)
        return binary.getvalue()
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()


def polars_type(name: str, polars: Any) -> Any:
    """The type of a column, whatever is in it: a column without values has one too."""
    if name in ("seed", "turn", "decisions", "faults"):
        return polars.Int64
    return polars.String if name in ("variant", "outcome", "error") else polars.Float64
