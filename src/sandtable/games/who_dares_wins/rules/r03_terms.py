"""Chapter 3, terms: the Alarm, markers and damage, as every other chapter uses them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import lrdg, tables
from sandtable.games.who_dares_wins.state import (
    DESTROYED,
    FULL,
    NOWHERE,
    PATROLS,
    REDUCED,
    Desert,
    DesertChoice,
    DesertStep,
    changed,
)
from sandtable.kernel.flow import Action, Fact, act

# --- words -----------------------------------------------------------------------------------------------------------


def listed(units: Iterable[int]) -> str:
    """Units as a log line names them: ids in braces, joined."""
    words = ["{" + lrdg.UNITS[u] + "}" for u in units]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def signed(number: int) -> str:
    """A DRM with its sign, as a log line tells it."""
    return f"+{number}" if number >= 0 else str(number)


def shown(faces: list[int]) -> str:
    """The faces of dice, as a log line tells them."""
    return ", ".join(str(face) for face in faces)


def rolled(who: str, faces: list[int]) -> Fact:
    """The fact that somebody rolled these faces."""
    return ("rolled", who, *(str(face) for face in faces))


def joined(*parts: str) -> str:
    """What there is to say of a price: the AP, the test that follows."""
    return ", ".join(part for part in parts if part)


def spread(chances: list[float]) -> list[float]:
    """How likely it is that none, one, two and so on of several tests succeed, each with its own chance."""
    found = [1.0]
    for chance in chances:
        missed = [weight * (1 - chance) for weight in found] + [0.0]
        done = [0.0] + [weight * chance for weight in found]
        found = [a + b for a, b in zip(missed, done, strict=True)]
    return found


# --- the Alarm -------------------------------------------------------------------------------------------------------


def raise_alarm(s: Desert, units: Iterable[int], clause: str) -> None:
    """WDW-611.14, WDW-32.3 The Alarm moves up by one, at most to 4; these units are the force that raised it."""
    set_alarm(s, units, min(s.alarm + 1, tables.HIGHEST_ALARM), clause)


def set_alarm(s: Desert, units: Iterable[int], level: int, clause: str) -> None:
    """WDW-32.3 The Alarm moves to a level; these units are the force that raised it, also when it was there before."""
    s.raisers = tuple(units)
    if level == s.alarm:
        s.say(clause, f"The Alarm stays at {level}")
    else:
        s.alarm = level
        s.say(clause, f"The Alarm is at {level}", facts=(("counted", "alarm", str(level)),))


def lower_alarm(s: Desert, clause: str) -> None:
    """WDW-617.2, WDW-531.1 The Alarm drops by one, not below 0."""
    if s.alarm > 0:
        s.alarm -= 1
        s.say(clause, f"The Alarm drops to {s.alarm}", facts=(("counted", "alarm", str(s.alarm)),))


# --- MCO markers -----------------------------------------------------------------------------------------------------

PENALTIES = (2, 3, 4)


def mco_each(s: Desert, unit: int) -> tuple[int, int, int]:
    """How many markers of penalty 2, 3 and 4 a unit carries."""
    packed = s.mco[unit]
    return packed & 15, packed >> 4 & 15, packed >> 8


def mco_count(s: Desert, unit: int) -> int:
    """WDW-32.4 How many MCO markers a unit carries; it needs maintenance while it has one."""
    two, three, four = mco_each(s, unit)
    return two + three + four


def mco_penalty(s: Desert, unit: int) -> int:
    """The AP that a unit's markers cost its patrol."""
    two, three, four = mco_each(s, unit)
    return 2 * two + 3 * three + 4 * four


def mco_add(s: Desert, unit: int, penalty: int) -> None:
    """WDW-51.25 A marker goes on a unit; markers may pile up."""
    s.mco = changed(s.mco, unit, s.mco[unit] + (1 << 4 * (penalty - PENALTIES[0])))
    patrol = s.patrol[unit]
    if patrol >= 0:
        s.fresh_mco = changed(s.fresh_mco, patrol, s.fresh_mco[patrol] + penalty)


def mco_remove(s: Desert, unit: int) -> None:
    """WDW-616.3, WDW-51.29 One marker goes, and no AP come back. Nothing says which; we take the heaviest."""
    _, three, four = mco_each(s, unit)
    s.mco = changed(s.mco, unit, s.mco[unit] - (256 if four else 16 if three else 1))


# --- damage ----------------------------------------------------------------------------------------------------------


def hit(s: Desert, unit: int, clause: str) -> None:
    """WDW-3.6, WDW-733.4, WDW-616.10 A unit that is hit turns to its reduced side, a truck loses a load with it; a
    reduced unit is destroyed."""
    if s.side[unit] != FULL:
        lose(s, unit, clause)
        return
    s.side[unit] = REDUCED
    if s.loads[unit]:
        s.loads = changed(s.loads, unit, s.loads[unit] - 1)
    s.say(clause, "{} is reduced", lrdg.UNITS[unit], facts=(("flipped", lrdg.UNITS[unit], "reduced"),))


def lose(s: Desert, unit: int, clause: str) -> None:
    """WDW-332.2, WDW-54.20 A unit is destroyed, and the mission has ended for it. What it carries, its markers and its
    observation go with it; with the last unit of a patrol go the patrol's Recon OK."""
    s.last_lost = s.turn
    s.side[unit] = DESTROYED
    s.zone[unit] = NOWHERE
    s.mco = changed(s.mco, unit, 0)
    s.loads = changed(s.loads, unit, 0)
    s.carried = changed(s.carried, unit, 0)
    s.carried_seen = changed(s.carried_seen, unit, 0)
    s.emptied &= ~(1 << unit)
    s.watch_end[unit] = 0
    s.watch_turns = changed(s.watch_turns, unit, 0)
    s.say(clause, "{} is destroyed", lrdg.UNITS[unit], facts=(("removed", lrdg.UNITS[unit]),))
    patrol = s.patrol[unit]
    if not s.units_of(patrol):
        s.held[patrol] = 0
        s.held_seen[patrol] = 0
        s.pending = tuple(waiting for waiting in s.pending if waiting[0] != patrol)


# --- Recon OK held by a patrol ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gain(DesertStep):
    """WDW-32.1 A patrol gains Recon OK: ordinary ones, and observation markers of scenario 1. It keeps three at
    most."""

    patrol: int
    plain: int
    seen: int = 0

    def do(self, s: Desert) -> None:
        s.held[self.patrol] += self.plain
        s.held_seen[self.patrol] += self.seen
        word = PATROLS[self.patrol]
        s.say(
            "WDW-32.1",
            f"{{}} gains {self.plain + self.seen} Recon OK",
            word,
            facts=(("counted", f"recon-{word}", str(min(s.recon_held(self.patrol), tables.MOST_RECON_OK))),),
        )
        for _ in range(s.recon_held(self.patrol) - tables.MOST_RECON_OK):
            s.then(GiveUp(self.patrol))


@dataclass(frozen=True)
class GiveUp(DesertChoice):
    """WDW-32.1, WDW-81.2 A patrol gives up one Recon OK, spent on a purpose or, without one, as surplus over three;
    where it holds observation markers of scenario 1 beside others, the player says which kind."""

    patrol: int
    purpose: str = ""
    clause = "WDW-32.1"

    def offer(self, s: Desert) -> list[Action]:
        options = []
        if s.held[self.patrol]:
            options.append(act("give", "ordinary"))
        if s.held_seen[self.patrol]:
            options.append(act("give", "observation"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        if action[1] == "ordinary":
            s.held[self.patrol] -= 1
        else:
            s.held_seen[self.patrol] -= 1
        word = PATROLS[self.patrol]
        if self.purpose:
            text = f"{{}} spends a Recon OK {self.purpose}"
        else:
            text = "{} cannot hold more than three Recon OK and loses one"
        s.say("WDW-32.1", text, word, facts=(("counted", f"recon-{word}", str(s.recon_held(self.patrol))),))

    def ask(self, s: Desert) -> str:
        reason = f"spends a Recon OK {self.purpose}" if self.purpose else "holds more than three Recon OK and loses one"
        return f"{{{PATROLS[self.patrol]}}} {reason}: an ordinary one, or an observation that scores at home?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.patrol],)


@dataclass(frozen=True)
class Spend(DesertStep):
    """WDW-731.1, WDW-732.6 A patrol spends one of the Recon OK it holds."""

    patrol: int
    purpose: str

    def do(self, s: Desert) -> None:
        s.then(GiveUp(self.patrol, self.purpose))


@dataclass(frozen=True)
class Deliver(DesertStep):
    """WDW-613.11 A unit that carries Recon OK hands them over when it is in its patrol's zone."""

    def do(self, s: Desert) -> None:
        for unit in s.roster:
            if (s.carried[unit] or s.carried_seen[unit]) and s.zone[unit] in s.patrol_zones(s.patrol[unit]):
                s.then(Gain(s.patrol[unit], s.carried[unit], s.carried_seen[unit]))
                s.say("WDW-613.11", "{} brings its news to {}", lrdg.UNITS[unit], PATROLS[s.patrol[unit]])
                s.carried = changed(s.carried, unit, 0)
                s.carried_seen = changed(s.carried_seen, unit, 0)
