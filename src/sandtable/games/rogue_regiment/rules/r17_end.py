"""Chapter 17, the End Phase."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import FOREST, ROOM
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import BATTLE, END, OFF, STEALTH, Regiment, changed
from sandtable.kernel.flow import Step


@dataclass(frozen=True)
class EndPhase(Step):
    """RR-17.1, RR-12.18, RR-12.19, RR-21.16 In Stealth the meter falls by one if anybody is alert or spotted or the
    Willys is on the board; then cleaning up. On the entry tile it is off the board.
    """

    def do(self, s: Regiment) -> None:
        turn.phase(s, END, "RR-17.1")
        notice.begin(s)
        if s.section == BATTLE:
            s.then(CleanUp(BATTLE), turn.EndAction())
            return
        alert = any_alert(s)
        spotted = any(s.m_spotted[m] and s.on_board(m) for m in range(len(s.m_kind)))
        willys = any(s.c_kind[c] == data.WILLYS and cars.on_board(s, c) for c in range(len(s.c_kind)))
        if alert or spotted or willys:
            why = "units are alert" if alert else "an Operator is spotted" if spotted else "the Willys is on the board"
            alarm.count(s, "RR-17.1", why)
            if s.meter <= 0:
                alarm.sound(s)
                if alert:
                    alarm.closest_spotted(s)
                if willys:
                    for m in range(len(s.m_kind)):
                        if s.m_car[m] >= 0 and s.c_kind[s.m_car[m]] == data.WILLYS:
                            notice.spot(s, m, "RR-12.18", "aboard the Willys")
                s.then(alarm.KeepSpotted())
        s.then(CleanUp(STEALTH), turn.EndAction())


def any_alert(s: Regiment) -> bool:
    """RR-17.1, RR-17.2 Whether any unit on the board is alert."""
    return any(s.u_alert[u] for u in s.axis.present)


@dataclass(frozen=True)
class CleanUp(Step):
    """RR-17.2, RR-17.3, RR-17.4, RR-17.5, RR-17.6, RR-17.7, RR-17.8, RR-17.9, RR-14.19 What is taken off the board at
    the end of a turn.
    """

    section: int

    def do(self, s: Regiment) -> None:
        if s.section == STEALTH and 1 in s.m_spotted and not any_alert(s):
            for m in range(len(s.m_kind)):
                if s.m_spotted[m]:
                    s.spot(m, 0)
                    s.say("RR-17.2", "{} is no longer spotted", s.man(m), facts=(("unmarked", s.man(m), "spotted"),))
        for n, v in enumerate(s.corpses):
            if v >= 0 and (self.section == BATTLE or s.layout.kind[v] in (FOREST, ROOM)):
                s.lay(corpses=changed(s.corpses, n, OFF))
                s.say(
                    "RR-17.6" if self.section == BATTLE else "RR-17.3",
                    "the body on {} is gone",
                    s.place(v),
                    facts=(("removed", f"corpse-{n + 1}"),),
                )
        if s.blasts:
            s.say("RR-17.4", "the smoke clears", facts=tuple(("unmarked", s.place(v), "blast") for v in s.blasts))
            s.lay(blasts=())
        s.m_mark[:] = [OFF] * len(s.m_kind)
        s.m_mark_at = (OFF,) * len(s.m_kind)
        for u, smokes in enumerate(s.u_cig if 1 in s.u_cig else ()):
            if smokes:
                s.u_cig = changed(s.u_cig, u, 0)
                s.cigarette = 0
                s.say(
                    "RR-14.19",
                    "{} has finished its cigarette",
                    s.unit(u),
                    facts=(("unmarked", s.unit(u), "cigarette"),),
                )
        notice.begin(s)
        notice.find_bodies(s)
