"""Chapter 18, Axis vehicles. NOT DONE."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import Step


def advances(s: Regiment, u: int) -> bool:
    """RR-18.20 Whether a vehicle is of an advancing kind."""
    return False


def spawn(s: Regiment, kind: int, where: int, colour: int) -> None:
    """RR-18.46 A vehicle comes to a spawn tile."""


def special(s: Regiment) -> None:
    """RR-18.36 The special card brings the convoy."""


@dataclass(frozen=True)
class VehiclesAdvance(Step):
    """RR-18.1 Vehicles move at the start of the Advance Phase."""

    def do(self, s: Regiment) -> None:
        return


@dataclass(frozen=True)
class VehiclesPatrol(Step):
    """RR-18.1 Patrol vehicles move at the start of the black Patrol Phase."""

    def do(self, s: Regiment) -> None:
        return


@dataclass(frozen=True)
class ThroughWalls(Step):
    """RR-18.23 HMG attacks through a wall."""

    def do(self, s: Regiment) -> None:
        return
