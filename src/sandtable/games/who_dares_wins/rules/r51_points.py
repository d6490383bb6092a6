"""Chapter 5.1, action points and events."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import (
    IMMOBILE,
    IN_RESERVE,
    PATROLS,
    WAITING_DRM_1,
    WAITING_DRM_2,
    WAITING_FAILS,
    WAITING_SUCCEEDS,
    Desert,
    DesertChoice,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

CLAUSE_OF = {
    "intel_and_damage": "WDW-51.10", "next_test_fails": "WDW-51.11", "major_intel": "WDW-51.12",
    "infiltration": "WDW-51.13", "minor_intel": "WDW-51.14", "navigation": "WDW-51.15", "tyres": "WDW-51.16",
    "test_now": "WDW-51.17", "gasoline": "WDW-51.18", "mechanical": "WDW-51.19", "fog": "WDW-51.20",
    "stuck": "WDW-51.21", "immobilised": "WDW-51.22", "next_test_succeeds": "WDW-51.23",
    "significant_damage": "WDW-51.24",
}  # fmt: skip


@dataclass(frozen=True)
class Roll(DesertStep):
    """WDW-51.1, WDW-51.2, WDW-51.3, WDW-51.5, WDW-32.5 A patrol rolls its action points by its size, detachments
    included; a natural 6 triggers an event. A patrol in reserve, or without a unit left, does not roll."""

    patrol: int

    def do(self, s: Desert) -> None:
        size = s.size(self.patrol)
        if not size or s.status[self.patrol] & IN_RESERVE:
            return
        faces = s.rolls(tables.AP_DICE[size])
        s.ap[self.patrol] = sum(faces) + tables.AP_PLUS[size]
        word = PATROLS[self.patrol]
        s.say(
            f"WDW-51.{len(faces)}",
            f"{{}} has {plural(size, 'unit')}: {len(faces)}d6+{tables.AP_PLUS[size]} rolls {terms.shown(faces)}, "
            f"{s.ap[self.patrol]} AP",
            word, facts=(terms.rolled(word, faces), ("counted", f"ap-{word}", str(s.ap[self.patrol]))),
        )  # fmt: skip
        if 6 in faces and may_happen(s):
            s.event_done = 1
            s.then(EventZone(self.patrol))
        elif 6 in faces:
            s.say("WDW-51.6", "{} has no event: only one happens in a turn", word)
        s.then(Penalty(self.patrol))


def may_happen(s: Desert) -> bool:
    """WDW-51.6 Several sixes are one event, and only one event happens in a turn (or one for each patrol, by
    option)."""
    return not s.event_done or s.options["event_scope"] == "patrol"


@dataclass(frozen=True)
class Penalty(DesertStep):
    """WDW-51.26, WDW-51.27 Every MCO marker of the patrol lowers its AP, in the turn it is placed and in every turn
    until it is removed (or only in the first, by option); not below 0."""

    patrol: int

    def do(self, s: Desert) -> None:
        if s.options["mco_penalty"] == "once":
            lost = s.fresh_mco[self.patrol]
        else:
            lost = sum(terms.mco_penalty(s, u) for u in s.units_of(self.patrol))
        if lost:
            s.ap[self.patrol] = max(0, s.ap[self.patrol] - lost)
            word, left = PATROLS[self.patrol], s.ap[self.patrol]
            s.say("WDW-51.27", f"MCO markers cost {{}} {lost} AP: {left} left", word,
                  facts=(("counted", f"ap-{word}", str(left)),))  # fmt: skip


@dataclass(frozen=True)
class EventZone(DesertChoice):
    """WDW-51.7, WDW-51.8, WDW-51.9 The player names the zone whose DRM the event takes, one that holds units of the
    patrol; then 3d6 are rolled. Low totals are the kind ones, so one answer is sensible: it is taken unless ties are
    asked for."""

    patrol: int
    clause = "WDW-51.7"
    tie = True

    def offer(self, s: Desert) -> list[Action]:
        return [act("at", land.ZONES[z]) for z in s.zones_of(self.patrol)]

    def rank(self, s: Desert, action: Action) -> tuple[int, ...]:
        """The lowest DRM; of equals a base, where a test at once does no harm, then the order of the map."""
        zone = land.ZONE[action[1]]
        return s.board.event_drm[zone], int(not land.IS_BASE[zone])

    def chosen(self, s: Desert, action: Action) -> None:
        s.then(Happen(self.patrol, land.ZONE[action[1]]))

    def ask(self, s: Desert) -> str:
        rows = [f"{{{land.ZONES[z]}}} {terms.signed(s.board.event_drm[z])}" for z in s.zones_of(self.patrol)]
        return f"An event befalls {{{PATROLS[self.patrol]}}}. Which zone gives the DRM to its 3d6: {', '.join(rows)}?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.patrol],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "at" and action[1] in land.ZONE:
            return Refusal("WDW-51.7", f"no unit of {{{PATROLS[self.patrol]}}} is at {{{action[1]}}}")
        return Refusal("WDW-51.7", "the zone of the event is named first, with “at”")


@dataclass(frozen=True)
class Happen(DesertStep):
    """WDW-51.7, WDW-51.28 The event is rolled and applies to this patrol only."""

    patrol: int
    zone: int

    def do(self, s: Desert) -> None:
        faces = s.rolls(tables.EVENT_DICE)
        drm = s.board.event_drm[self.zone]
        row = tables.event(sum(faces) + drm)
        word = PATROLS[self.patrol]
        s.say(
            CLAUSE_OF[row.id],
            f"Event for {{}} at {{}}: {len(faces)}d6 {terms.signed(drm)} rolls {terms.shown(faces)}, "
            f"total {sum(faces) + drm}: {row.title}",
            word, land.ZONES[self.zone], facts=(terms.rolled(word, faces),),
        )  # fmt: skip
        apply(s, self.patrol, self.zone, row)


def apply(s: Desert, patrol: int, zone: int, row: tables.EventRow) -> None:
    """WDW-51.10, WDW-51.11, WDW-51.12, WDW-51.13, WDW-51.14, WDW-51.15, WDW-51.16, WDW-51.17, WDW-51.18, WDW-51.19,
    WDW-51.20, WDW-51.21, WDW-51.22, WDW-51.23, WDW-51.24 What a row of the event table does."""
    if row.recon_ok:
        s.then(terms.Gain(patrol, row.recon_ok))
    if row.ap:
        s.ap[patrol] += row.ap
        s.say("WDW-51.15", f"{{}} has {s.ap[patrol]} AP", PATROLS[patrol],
              facts=(("counted", f"ap-{PATROLS[patrol]}", str(s.ap[patrol])),))  # fmt: skip
    if row.next_drm:
        s.pending += ((patrol, WAITING_DRM_1 if row.next_drm == -1 else WAITING_DRM_2),)
    if row.next_test:
        s.pending += ((patrol, WAITING_FAILS if row.next_test == tables.FAILS else WAITING_SUCCEEDS),)
    if row.immobilised:
        s.status[patrol] |= IMMOBILE
    if row.mco:
        s.then(Damage(patrol, row.mco))
    if row.test_now:
        s.then(discretion.Test(discretion.EVENT, zone, tuple(s.units_in(zone))))


@dataclass(frozen=True)
class Damage(DesertChoice):
    """WDW-51.25, WDW-51.10, WDW-51.16, WDW-51.24 The player names the unit that takes an MCO marker, any unit of the
    patrol wherever it is; two markers go on two different units, and a patrol of one takes only one."""

    patrol: int
    penalties: tuple[int, ...]
    marked: int = -1
    clause = "WDW-51.25"

    def offer(self, s: Desert) -> list[Action]:
        return [act("damage", lrdg.UNITS[u]) for u in s.units_of(self.patrol) if u != self.marked]

    def chosen(self, s: Desert, action: Action) -> None:
        unit = lrdg.UNIT[action[1]]
        terms.mco_add(s, unit, self.penalties[0])
        s.say("WDW-51.25", f"{{}} takes an MCO marker of {self.penalties[0]} AP", action[1],
              facts=(("marked", action[1], "mco"),))  # fmt: skip
        if len(self.penalties) > 1 and s.size(self.patrol) > 1:
            s.then(Damage(self.patrol, self.penalties[1:], unit))

    def ask(self, s: Desert) -> str:
        return (
            f"Which unit of {{{PATROLS[self.patrol]}}} takes the MCO marker? "
            f"It costs the patrol {self.penalties[0]} AP each turn until it is removed"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.patrol],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "damage" and action[1] in lrdg.UNIT:
            if lrdg.UNIT[action[1]] == self.marked:
                return Refusal("WDW-51.24", f"the two markers go on two different units; {{{action[1]}}} has one")
            return Refusal("WDW-51.28", f"the event concerns only {{{PATROLS[self.patrol]}}}")
        return Refusal("WDW-51.25", "first a unit takes the MCO marker, with “damage”")
