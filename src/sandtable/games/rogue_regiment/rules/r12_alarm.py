"""Chapter 12, the stealth meter and the alarm."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, END, OFF, SEAT, Regiment
from sandtable.kernel.flow import Action, Choice, Step, act


def count(s: Regiment, clause: str, why: str, cause: int = OFF) -> None:
    """RR-12.1, RR-12.4 The meter counts down one space; who takes the last one is remembered for the alarm."""
    if s.section == BATTLE:
        return
    s.meter -= 1
    if s.meter == 0:
        s.act_end = cause
    s.say(clause, f"the meter falls to {max(s.meter, 0)}: {why}", facts=(("counted", "meter", str(max(s.meter, 0))),))


@dataclass(frozen=True)
class Check(Step):
    """RR-12.1, RR-12.2, RR-12.3 With the meter at 0 the alarm sounds, once: all Axis units are alert, wherever they
    are.
    """

    def do(self, s: Regiment) -> None:
        if s.section == BATTLE or s.meter > 0:
            return
        sound(s)
        cause = s.act_end
        if cause >= 0 and s.m_state[cause] == ACTIVE:
            # RR-12.4, RR-12.20 Who fired is spotted, and nobody who sits beside him in a boat.
            notice.spot_one(s, cause, "RR-12.4", "for raising the alarm")
        s.then(KeepSpotted())


def sound(s: Regiment) -> None:
    """RR-4.4, RR-12.2, RR-12.6, RR-21.17 The Battle Section begins and never ends; men in a vehicle are spotted."""
    s.alarm_alert = tuple(u for u in range(len(s.u_kind)) if s.u_alert[u] and s.alive(u))
    s.section = BATTLE
    s.say("RR-12.2", "the alarm sounds", facts=(("phase", "battle"), ("counted", "alarm", "raised")))
    for u in range(len(s.u_kind)):
        if s.alive(u):
            notice.alert(s, u, "RR-12.2", "the alarm sounds")
    for m in range(len(s.m_kind)):
        if s.m_car[m] >= 0 and s.on_board(m) and s.c_kind[s.m_car[m]] in data.JEEPS:
            notice.spot(s, m, "RR-21.17", "aboard the Willys")
    if s.stage.twd:
        talking.unmask(s)


@dataclass(frozen=True)
class KeepSpotted(Step):
    """RR-12.5, RR-12.10, RR-12.15, RR-12.12, RR-12.23, RR-22.6, RR-22.7 In Battle at least one Operator on the board
    is spotted; if nobody is, the players say who.
    """

    def do(self, s: Regiment) -> None:
        if s.section != BATTLE:
            return
        there = [m for m in range(len(s.m_kind)) if s.is_operator(m) and s.on_board(m)]
        if there and not any(s.m_spotted[m] for m in there):
            s.then(Nominate())


@dataclass(frozen=True)
class Nominate(Choice):
    """RR-12.10, RR-12.12, RR-12.15 The players say which Operator is spotted."""

    clause = "RR-12.10"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("spot", s.man(m)) for m in range(len(s.m_kind)) if s.is_operator(m) and s.on_board(m)]

    def chosen(self, s: Regiment, action: Action) -> None:
        notice.spot_one(s, s.man_of(action[1]), "RR-12.10", "somebody must be")

    def ask(self, s: Regiment) -> str:
        return "Nobody is spotted: which Operator is?"


def closest_spotted(s: Regiment) -> None:
    """RR-12.17 Alarm in the End Phase through alert units: the Operators nearest to one that was alert before it are
    spotted.
    """
    assert s.phase == END, "only the End Phase asks for the nearest"
    best = 999
    nearest: list[int] = []
    for m in range(len(s.m_kind)):
        if not (s.is_operator(m) and s.on_board(m)):
            continue
        for u in s.alarm_alert:
            if s.here(u):
                far = min((notice.range_to(s, u, v) for v in sight.man_squares(s, m)), default=999)
                if far < best:
                    best, nearest = far, []
                if far == best and m not in nearest:
                    nearest.append(m)
    for m in nearest:
        notice.spot_one(s, m, "RR-12.17", "nobody is nearer to those who were alert")
