"""Chapter 19, Axis units: mortar teams. NOT DONE: they neither set up nor fire yet."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import Step


def mortar_advances(s: Regiment, u: int, left: int) -> None:
    """RR-19.5 A mortar team goes to the closest sentry point outside buildings."""


@dataclass(frozen=True)
class MortarsFire(Step):
    """RR-19.9 Mortars attack at the start of the Attack Phase."""

    def do(self, s: Regiment) -> None:
        return
