"""Chapter 17, the End Phase."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import FOREST, ROOM
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.rules import r25_failure as failure
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import BATTLE, CREWMAN, END, ENSNARED, OFF, STEALTH, Regiment, changed
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
        if s.stage.twd:
            talking.suspicion(s)
        alert = any_alert(s)
        spotted = any(s.m_spotted[m] and s.on_board(m) for m in range(len(s.m_kind)))
        willys = any(s.c_kind[c] in data.JEEPS and cars.on_board(s, c) for c in range(len(s.c_kind)))
        if alert or spotted or willys:
            why = "units are alert" if alert else "an Operator is spotted" if spotted else "the Willys is on the board"
            alarm.count(s, "RR-17.1", why)
        if s.meter <= 0:
            sound_alarm(s, alert, willys)
        s.then(CleanUp(STEALTH), turn.EndAction())


def sound_alarm(s: Regiment, alert: bool, willys: bool) -> None:
    """RR-12.18, RR-12.19 The alarm of the End Phase: whoever is closest to an alert unit is spotted, and those aboard
    the Willys.
    """
    alarm.sound(s)
    if alert:
        alarm.closest_spotted(s)
    for m, c in enumerate(s.m_car):
        if willys and c >= 0 and s.c_kind[c] in data.JEEPS:
            notice.spot(s, m, "RR-12.18", "aboard the Willys")
    s.then(alarm.KeepSpotted())


def any_alert(s: Regiment) -> bool:
    """RR-17.1, RR-17.2 Whether any unit on the board is alert."""
    return any(s.u_alert[u] for u in s.axis.present)


@dataclass(frozen=True)
class CleanUp(Step):
    """RR-17.4, RR-17.5, RR-17.7, RR-17.8, RR-17.9 What is taken off the board at the end of a turn that began in this
    section.
    """

    section: int

    def do(self, s: Regiment) -> None:
        if s.section == STEALTH and not any_alert(s):
            lose_sight(s)
        remove_bodies(s, self.section)
        if s.blasts:
            s.say("RR-17.4", "the smoke clears", facts=tuple(("unmarked", s.place(v), "blast") for v in s.blasts))
            s.lay(blasts=())
        s.m_mark[:] = [OFF] * len(s.m_kind)
        s.m_mark_at = (OFF,) * len(s.m_kind)
        finish_cigarettes(s)
        if s.stains:
            tokens.fade(s)
        if s.stage.hm:
            failure.finish(s)
        notice.begin(s)
        notice.find_bodies(s)


def lose_sight(s: Regiment) -> None:
    """RR-17.2 With nobody alert the Operators are no longer spotted."""
    for m in range(len(s.m_kind)):
        if s.m_spotted[m] and s.m_kind[m] != CREWMAN:  # RR-24.37 nobody loses sight of the Support Willys
            s.spot(m, 0)
            s.say("RR-17.2", "{} is no longer spotted", s.man(m), facts=(("unmarked", s.man(m), "spotted"),))


def remove_bodies(s: Regiment, section: int) -> None:
    """RR-17.3, RR-17.6 Bodies in a wood or a room are gone; in Battle all are."""
    clause = "RR-17.6" if section == BATTLE else "RR-17.3"
    for n, v in enumerate(s.corpses):
        if v >= 0 and (section == BATTLE or s.layout.kind[v] in (FOREST, ROOM)):
            s.lay(corpses=changed(s.corpses, n, OFF))
            s.say(clause, "the body on {} is gone", s.place(v), facts=(("removed", f"corpse-{n + 1}"),))


def finish_cigarettes(s: Regiment) -> None:
    """RR-14.19 Whoever smokes has finished."""
    for u, smokes in enumerate(s.u_cig):
        if 0 < smokes < ENSNARED:
            notice.stop_smoking(s, u)
            word = s.unit(u)
            s.say("RR-14.19", "{} has finished its cigarette", word, facts=(("unmarked", word, "cigarette"),))
