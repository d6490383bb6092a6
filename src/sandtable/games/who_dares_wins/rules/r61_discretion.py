"""Chapter 6.1.1, the Discretion test: one place for entries, events, observers, scouts, aircraft, contact and landings.

    s.then(discretion.Test("contact", zone, tuple(s.units_in(zone))), …)

    kind    why it is taken, one of the words below; the DRM of the situation follows from it
    zone    where: its dice, its Axis units
    units   who takes it: their patrols' waiting events apply, and they raise the Alarm when it fails
    drm     what else is added to each die (scouts' support, length of an observation)

After it `s.passed` is 1 or 0; a test that is not taken counts as passed. A failure raises the Alarm by one and, with
land Axis units in the zone, starts a combat before whatever was due next. Three kinds leave something to their caller:
`air` touches neither Alarm nor combat (it only notes who was found), `scout` and `waco` start no combat.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.state import (
    WAITING_DRM_1,
    WAITING_DRM_2,
    WAITING_FAILS,
    WAITING_SUCCEEDS,
    Desert,
    DesertChoice,
    DesertStep,
    changed,
)
from sandtable.kernel.flow import Action, Fact, act
from sandtable.kernel.odds import percent
from sandtable.kernel.telling import plural

ENTRY, LANDING, EVENT, PLACE, WATCH, SCOUT, WACO, AIR, CONTACT = (
    "entry", "landing", "event", "place", "watch", "scout", "waco", "air", "contact",
)  # fmt: skip

SKIPPED_AT_4 = (ENTRY, LANDING, EVENT)
"""Tests that are not taken at Alarm 4 in a zone without land Axis units."""
USES_ZONE_OK = (ENTRY, LANDING)
"""Tests that a Recon OK on the zone may repeat."""
NO_COMBAT = (SCOUT, WACO, AIR)
WHY = {
    ENTRY: "on entering", LANDING: "on landing at", EVENT: "after an event at", PLACE: "on slipping an observer into",
    WATCH: "at the end of an observation of", SCOUT: "on reconnaissance of", WACO: "flying over",
    AIR: "under the aircraft at", CONTACT: "in contact at",
}  # fmt: skip


def is_taken(s: Desert, kind: str, zone: int) -> bool:
    """WDW-611.4, WDW-611.5, WDW-611.17 Whether a test is taken at all: never on a base; at Alarm 4 an entry, a
    landing or an event causes none in a zone without land Axis units."""
    if land.IS_BASE[zone]:
        return False
    return not (s.alarm == tables.HIGHEST_ALARM and kind in SKIPPED_AT_4 and not s.axis_in(zone))


def situation_drm(s: Desert, kind: str) -> int:
    """WDW-614.2, WDW-612.2, WDW-532.3, WDW-532.13 What the reason for the test adds to each die."""
    if kind == SCOUT:
        return tables.DRM_RECONNAISSANCE
    if kind == WACO:
        return tables.DRM_WACO
    if kind == CONTACT:
        return tables.DRM_CONTACT
    if kind == AIR:
        counted = s.options["recon_presence_drm"] == "on"
        return tables.DRM_AIRCRAFT if counted else tables.DRM_AIRCRAFT - tables.DRM_AXIS_UNIT
    return 0


def size_drm(s: Desert, kind: str, zone: int, units: tuple[int, ...]) -> int:
    """WDW-611.10, WDW-614.3, WDW-612.6 DRM by LRDG units in the zone, of whatever patrol; a reconnaissance counts its
    own detachment alone, the Waco nobody."""
    if kind == WACO:
        return 0
    return tables.SIZE_DRM[len(units) if kind == SCOUT else len(s.units_in(zone))]


def fixed_drm(s: Desert, kind: str, zone: int, units: tuple[int, ...], drm: int) -> int:
    """WDW-611.11, WDW-611.12, WDW-614.11 All that is added to each die, waiting events apart."""
    return (
        s.board.die_drm[zone]
        + size_drm(s, kind, zone, units)
        + tables.DRM_AXIS_UNIT * s.axis_presence(zone)
        + situation_drm(s, kind)
        + drm
    )


def waiting(s: Desert, units: tuple[int, ...]) -> list[tuple[int, int]]:
    """WDW-51.28 Events that wait for the next test of these units' patrols, the oldest first."""
    patrols = {s.patrol[u] for u in units}
    return [one for one in s.pending if one[0] in patrols]


def automatic(s: Desert, units: tuple[int, ...]) -> tuple[int, int] | None:
    """WDW-51.11, WDW-51.23 The oldest waiting event that decides the test without dice."""
    for one in waiting(s, units):
        if one[1] in (WAITING_FAILS, WAITING_SUCCEEDS):
            return one
    return None


def waiting_drm(s: Desert, units: tuple[int, ...]) -> int:
    """WDW-51.13, WDW-51.20 The DRM of all waiting events of these units' patrols together."""
    found = [one[1] for one in waiting(s, units)]
    return -found.count(WAITING_DRM_1) - 2 * found.count(WAITING_DRM_2)


def chance(dice: int, drm: int) -> float:
    """WDW-611.13 The chance that every die stays below 6 with the DRM added."""
    good = min(max(tables.TEST_FAILS_ON - 1 - drm, 0), 6)
    return (good / 6) ** dice


def coming_drm(s: Desert, kind: str, zone: int, units: tuple[int, ...], drm: int, more: int) -> int:
    """WDW-611.10 What will be added to each die, waiting events apart, when so many more units stand in the zone."""
    there = len(s.units_in(zone))
    return fixed_drm(s, kind, zone, units, drm) + tables.SIZE_DRM[there + more] - tables.SIZE_DRM[there]


def chance_to_pass(s: Desert, kind: str, zone: int, units: tuple[int, ...], drm: int = 0, more: int = 0) -> float:
    """WDW-611.13, WDW-51.11, WDW-51.13 The chance to pass a test that is taken, waiting events included; `more` units
    count as entering the zone."""
    decided = automatic(s, units)
    if decided is not None:
        return float(decided[1] == WAITING_SUCCEEDS)
    return chance(s.board.dice[zone], coming_drm(s, kind, zone, units, drm, more) + waiting_drm(s, units))


def forecast(s: Desert, kind: str, zone: int, units: tuple[int, ...], drm: int = 0, more: int = 0) -> str:
    """The dice of a test and the chance to pass it, as the price of an action tells them; empty where none is taken."""
    if not is_taken(s, kind, zone):
        return ""
    passing = chance_to_pass(s, kind, zone, units, drm, more)
    if automatic(s, units) is not None:
        text = "unseen by an event" if passing else "seen by an event"
    else:
        total = coming_drm(s, kind, zone, units, drm, more) + waiting_drm(s, units)
        text = f"{s.board.dice[zone]}d6{f' {terms.signed(total)}' if total else ''}, {percent(passing)} unseen"
    return f"{text}, a Recon OK there" if kind in USES_ZONE_OK and s.zone_ok[zone] else text


def outcomes(passing: float, good: str = "undetected", bad: str = "detected") -> dict[str, float]:
    """The two ways that a test may go."""
    return {good: passing, bad: 1 - passing}


def entry_odds(s: Desert, kind: str, zone: int, stack: tuple[int, ...]) -> dict[str, float]:
    """WDW-611.10, WDW-614.5 The chance that a stack enters unseen; a Recon OK on the zone lets a failed test be rolled
    again."""
    if not is_taken(s, kind, zone):
        return {"no Discretion test": 1.0}
    passing = chance_to_pass(s, kind, zone, stack, 0, len(stack))
    if not s.zone_ok[zone]:
        return outcomes(passing)
    total = coming_drm(s, kind, zone, stack, 0, len(stack))
    if automatic(s, stack) is None:
        total += waiting_drm(s, stack)
    again = chance(s.board.dice[zone], total)
    return {
        "undetected": passing,
        "undetected after rolling again with the Recon OK": (1 - passing) * again,
        "detected": (1 - passing) * (1 - again),
    }


@dataclass(frozen=True)
class Test(DesertStep):
    """WDW-611.4, WDW-51.11, WDW-51.23, WDW-614.5 A Discretion test; the module's first lines say what its fields mean.

    Where several patrols are concerned the oldest automatic result of any of them counts, or else all their DRM
    together; only what was applied is used up. An automatic result rolls no dice, so DRM wait for the test after it.
    """

    kind: str
    zone: int
    units: tuple[int, ...]
    drm: int = 0

    def do(self, s: Desert) -> None:
        if not is_taken(s, self.kind, self.zone):
            s.passed = 1
            if land.IS_BASE[self.zone]:
                if self.kind == EVENT:
                    s.say("WDW-611.5", "No Discretion test at {}: it is a base", land.ZONES[self.zone])
            else:
                s.say("WDW-611.17", "No Discretion test at {}: the Alarm is at 4 and no land Axis unit is there",
                      land.ZONES[self.zone])  # fmt: skip
            return
        decided = automatic(s, self.units)
        extra = 0
        if decided is not None:
            s.passed = int(decided[1] == WAITING_SUCCEEDS)
            s.pending = without(s.pending, [decided])
            how = "succeeds" if s.passed else "fails"
            clause = "WDW-51.23" if s.passed else "WDW-51.11"
            s.say(clause, f"The Discretion test {WHY[self.kind]} {{}} {how} by an event", land.ZONES[self.zone],
                  facts=detected(s, self.zone, self.units))  # fmt: skip
        else:
            extra = waiting_drm(s, self.units)
            if extra:
                used = [one for one in waiting(s, self.units) if one[1] in (WAITING_DRM_1, WAITING_DRM_2)]
                s.pending = without(s.pending, used)
            roll(s, self.kind, self.zone, self.units, self.drm, extra)
        if self.kind in USES_ZONE_OK and s.zone_ok[self.zone]:
            if s.passed:
                take_zone_ok(s, self.zone)
            else:
                s.then(Again(self.kind, self.zone, self.units, self.drm + extra))
                return
        conclude(s, self.kind, self.zone, self.units)


def detected(s: Desert, zone: int, units: tuple[int, ...]) -> tuple[Fact, ...]:
    """WDW-611.14 Whom a failed test has given away, and where; nobody if it was passed."""
    return () if s.passed else tuple([("seen-by", lrdg.UNITS[u], land.ZONES[zone]) for u in units])


def without(pending: tuple[tuple[int, int], ...], used: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """What still waits after some events were used; of equal ones the oldest goes first."""
    left = list(pending)
    for one in used:
        left.remove(one)
    return tuple(left)


def reasons(s: Desert, kind: str, zone: int, units: tuple[int, ...], drm: int, waited: int) -> str:
    """WDW-611.10, WDW-611.11 What the DRM of a test is made of, as its log line tells it."""
    enemies = s.axis_presence(zone)
    counted = len(units) if kind == SCOUT else len(s.units_in(zone))
    parts = (
        (land.TERRAINS[s.board.terrain[zone][0]], s.board.die_drm[zone]),
        (plural(counted, "unit"), size_drm(s, kind, zone, units)),
        (plural(enemies, "Axis unit"), tables.DRM_AXIS_UNIT * enemies),
        (SITUATION.get(kind, ""), situation_drm(s, kind)),
        (WHAT_ELSE.get(kind, "event"), drm),
        ("event", waited),
    )
    told = ", ".join(f"{words} {terms.signed(part)}" for words, part in parts if part)
    return f" ({told})" if told else ""


SITUATION = {SCOUT: "reconnaissance", WACO: "Waco", AIR: "aircraft", CONTACT: "contact"}
WHAT_ELSE = {SCOUT: "support", WATCH: "length"}
"""What is added beside terrain, size, Axis units and situation; a second roll keeps the event that waited for it."""


def roll(s: Desert, kind: str, zone: int, units: tuple[int, ...], more: int, waited: int) -> None:
    """WDW-611.12, WDW-611.13, WDW-3.10 All dice of the test together; one that shows 6 or more with the DRM, which is
    added to each with its sign, fails it."""
    drm = fixed_drm(s, kind, zone, units, more) + waited
    faces = s.rolls(s.board.dice[zone])
    s.passed = int(max(faces) + drm < tables.TEST_FAILS_ON)
    s.tell(lambda: tell_test(s, kind, zone, units, faces, drm, reasons(s, kind, zone, units, more, waited)))


def tell_test(s: Desert, kind: str, zone: int, units: tuple[int, ...], faces: list[int], drm: int, why: str) -> None:
    """The log line of a test: its dice, what is added to them and why, and how it went."""
    word = land.ZONES[zone]
    result = "nobody notices" if s.passed else f"detected on {tables.TEST_FAILS_ON} or more"
    total = f"{'the highest' if len(faces) > 1 else 'which'} makes {max(faces) + drm}"
    text = (
        f"Discretion test {WHY[kind]} {{}}: {len(faces)}d6 {terms.signed(drm)}{why} "
        f"rolls {terms.shown(faces)}, {total}: {result}"
    )
    s.say("WDW-611.13", text, word, facts=(terms.rolled(word, faces), *detected(s, zone, units)))


def take_zone_ok(s: Desert, zone: int) -> None:
    """WDW-614.6 The Recon OK on a zone is removed after the entry test, used or not."""
    s.zone_ok = changed(s.zone_ok, zone, 0)
    word = land.ZONES[zone]
    s.say("WDW-614.6", "The Recon OK at {} is used up", word, facts=(("unmarked", word, "recon-ok"),))


def conclude(s: Desert, kind: str, zone: int, units: tuple[int, ...]) -> None:
    """WDW-611.14, WDW-611.18, WDW-613.7, WDW-532.14, WDW-71.3 A failed test raises the Alarm and, with land Axis units
    in the zone, starts a combat; nobody fights without one."""
    if s.passed:
        return
    if kind == AIR:
        s.raisers = units
        return
    terms.raise_alarm(s, units, "WDW-611.14")
    if kind not in NO_COMBAT and s.axis_in(zone):
        s.then(combat.Begin(zone))


@dataclass(frozen=True)
class Again(DesertChoice):
    """WDW-614.5 A Recon OK on the zone lets the whole failed test be rolled once more; the second result stands.

    After an automatic failure the dice are rolled now; other waiting events stay for the test after this one.
    """

    kind: str
    zone: int
    units: tuple[int, ...]
    drm: int
    clause = "WDW-614.5"

    def offer(self, s: Desert) -> list[Action]:
        return [act("reroll"), act("accept")]

    def chosen(self, s: Desert, action: Action) -> None:
        take_zone_ok(s, self.zone)
        if action == ("reroll",):
            roll(s, self.kind, self.zone, self.units, self.drm, 0)
        conclude(s, self.kind, self.zone, self.units)

    def ask(self, s: Desert) -> str:
        better = chance(s.board.dice[self.zone], fixed_drm(s, self.kind, self.zone, self.units, self.drm))
        return (
            f"The Discretion test at {{{land.ZONES[self.zone]}}} failed. Use the Recon OK there to roll again "
            f"({percent(better)} to pass)? It is removed either way"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return (land.ZONES[self.zone], *(lrdg.UNITS[u] for u in self.units))
