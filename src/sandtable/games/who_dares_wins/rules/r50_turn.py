"""Chapter 5.0, the turn: action points, LRDG actions, Axis reactions; and how a mission comes to its end."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import tables
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r51_points as points
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.state import CAP, EVALUATION, FOR_GOOD, LOST, POINTS, UNITS, Desert, DesertStep


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-50.1 A turn is: action points, LRDG actions, Axis reactions. What was noted for the last turn is wiped."""

    def do(self, s: Desert) -> None:
        s.phase = POINTS
        s.event_done = 0
        s.hushed = 0
        s.fought = 0
        s.done = bytearray(UNITS)
        s.fresh_mco = (0,) * tables.MOST_PATROLS
        for patrol in range(tables.MOST_PATROLS):
            s.status[patrol] &= FOR_GOOD
        s.say("WDW-50.1", f"Turn {s.turn}", facts=(("phase", "points"), ("counted", "turn", str(s.turn))))
        rolls = [points.Roll(patrol) for patrol in range(tables.MOST_PATROLS)]
        s.then(scenarios.Reserve(), *rolls, actions.Begin(), reactions.Start())


@dataclass(frozen=True)
class Next(DesertStep):
    """WDW-3.2 The turn marker advances by one after every step of the turn. At the cap the player has given up."""

    def do(self, s: Desert) -> None:
        if s.turn >= tables.LAST_TURN:
            s.say("WDW-3.2", f"Turn {s.turn} is the last that is played; the mission is given up")
            end_mission(s, CAP)
            return
        s.turn += 1
        s.then(Begin())


@dataclass(frozen=True)
class MissionOver(DesertStep):
    """WDW-50.2 Evaluation and maintenance happen only at the end of a mission. A mark: it lies below all its turns."""

    def do(self, s: Desert) -> None:
        s.phase = EVALUATION
        s.then(evaluation.Start(s.cause))


def end_mission(s: Desert, cause: int) -> None:
    """WDW-50.2 Whatever else is due in the mission is forgotten, and it is evaluated."""
    s.cause = cause
    s.drop_to(MissionOver())


def end_if_lost(s: Desert) -> bool:
    """WDW-50.3 The loss of the last LRDG unit ends the mission at once."""
    if s.survivors():
        return False
    s.say("WDW-50.3", "The last LRDG unit is lost")
    end_mission(s, LOST)
    return True
