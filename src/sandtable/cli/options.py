"""What several commands take and print."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sandtable import BadInput

FILE = click.Path(path_type=Path)
MISSION = click.option("--mission", type=FILE, help="A mission that you wrote, instead of the scenario's own.")
SCENARIO = click.option("--scenario", help="Which scenario (default: the recommended one).")
OPTIONS = click.option(
    "--option", "options", multiple=True, metavar="K=V", help="A setting of the scenario; may be repeated."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


def say_json(data: object) -> None:
    """Results for programs."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def pairs(values: tuple[str, ...], what: str) -> dict[str, str]:
    """NAME=VALUE words of a repeated option."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, rest = value.partition("=")
        if not equals or not name or not rest:
            raise BadInput(f"--{what} takes NAME=VALUE, not “{value}”")
        found[name] = rest
    return found
