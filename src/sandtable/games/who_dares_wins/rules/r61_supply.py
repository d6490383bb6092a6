"""Chapters 6.1.5 and 6.1.6, caches and Maintenance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import (
    FULL,
    NOWHERE,
    PATROL,
    PATROLS,
    REDUCED,
    Desert,
    DesertChoice,
    DesertStep,
    LrdgAction,
    changed,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.odds import percent
from sandtable.kernel.telling import plural

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen

EVERYWHERE = "everywhere"
"""The place of a Maintenance action that serves the whole patrol (option maintenance_scope=patrol)."""
ALL_ZONES = -1


# --- caches ----------------------------------------------------------------------------------------------------------


def acting_refusal(s: Desert, patrol: int, zone: int) -> Refusal | None:
    """WDW-615.1, WDW-613.13 An action in a zone is done by a unit of the patrol that is there and observes nothing."""
    there = s.patrol_in(patrol, zone)
    if not there:
        return Refusal("WDW-615.1", f"no unit of {{{PATROLS[patrol]}}} is at {{{land.ZONES[zone]}}}")
    if all(s.watch_end[u] for u in there):
        return Refusal("WDW-613.13", f"the units at {{{land.ZONES[zone]}}} observe and do nothing else")
    return None


def cache_refusal(s: Desert, patrol: int, zone: int) -> Refusal | None:
    """WDW-615.1 A cache costs 2 AP and is laid in the acting unit's zone."""
    return (
        movement.patrol_refusal(s, patrol)
        or acting_refusal(s, patrol, zone)
        or movement.ap_refusal(s, patrol, tables.AP_CACHE)
    )


class LayCache(LrdgAction):
    """WDW-615.1, WDW-615.2, WDW-615.3 A cache is laid; it is nobody's own, and the Axis never finds it."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, patrol, zone) if patrol in PATROL and zone in land.ZONE:
                return cache_refusal(s, PATROL[patrol], land.ZONE[zone])
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        found: list[Action] = []
        for patrol in movement.active(s):
            if s.ap[patrol] >= tables.AP_CACHE:
                zones = sorted({s.zone[u] for u in s.units_of(patrol) if not s.watch_end[u]})
                found += [("cache", PATROLS[patrol], land.ZONES[z]) for z in zones]
        return found

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        return f"{tables.AP_CACHE} AP"

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        _, word, place = action
        patrol, zone = PATROL[word], land.ZONE[place]
        movement.pay(s, patrol, tables.AP_CACHE)
        s.mover = ()
        s.caches = changed(s.caches, zone, s.caches[zone] + 1)
        s.say("WDW-615.1", f"{{}} lays a cache at {{}} for {tables.AP_CACHE} AP", word, place,
              facts=(("marked", place, "cache"), ("counted", f"ap-{word}", str(s.ap[patrol]))))  # fmt: skip


LAY_CACHE = LayCache("cache", "Lay a cache", {2: "Lay a cache of {1} at {2}"})


# --- Maintenance -----------------------------------------------------------------------------------------------------


def needy(s: Desert, patrol: int, zone: int) -> list[int]:
    """WDW-616.1 The units of a patrol that carry MCO markers, in one zone or everywhere."""
    return [u for u in s.units_of(patrol) if s.mco[u] and zone in (ALL_ZONES, s.zone[u])]


def repair_refusal(s: Desert, patrol: int, zone: int) -> Refusal | None:
    """WDW-616.1 Maintenance costs 3 AP once, for all MCO units of the patrol in one zone (by option in all zones)."""
    refusal = movement.patrol_refusal(s, patrol)
    if refusal is not None:
        return refusal
    by_patrol = s.options["maintenance_scope"] == "patrol"
    if by_patrol != (zone == ALL_ZONES):
        place = "of the whole patrol, “everywhere”" if by_patrol else "of one zone"
        return Refusal("WDW-616.1", f"a Maintenance action is {place}")
    where = "" if by_patrol else f" at {{{land.ZONES[zone]}}}"
    if not needy(s, patrol, zone):
        return Refusal("WDW-616.2", f"no unit of {{{PATROLS[patrol]}}}{where} carries an MCO marker")
    zones = s.zones_of(patrol) if by_patrol else [zone]
    refusals = [acting_refusal(s, patrol, z) for z in zones]
    if all(one is not None for one in refusals):
        return refusals[0]
    return movement.ap_refusal(s, patrol, tables.AP_MAINTENANCE)


def place_of(word: str) -> int:
    """The zone of a Maintenance action, or all of them."""
    return ALL_ZONES if word == EVERYWHERE else land.ZONE[word]


class DoMaintenance(LrdgAction):
    """WDW-616.1 A patrol pays 3 AP once, says which aids it uses, and rolls for each unit that carries a marker."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, patrol, zone) if patrol in PATROL and (zone in land.ZONE or zone == EVERYWHERE):
                return repair_refusal(s, PATROL[patrol], place_of(zone))
        return None

    def tries(self, s: Desert, at: DesertChoice) -> list[Action]:
        found: list[Action] = []
        for patrol in movement.active(s):
            if s.ap[patrol] >= tables.AP_MAINTENANCE and any(s.mco[u] for u in s.units_of(patrol)):
                if s.options["maintenance_scope"] == "patrol":
                    found.append(("repair", PATROLS[patrol], EVERYWHERE))
                else:
                    found += [("repair", PATROLS[patrol], land.ZONES[z]) for z in s.zones_of(patrol)]
        return found

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        return terms.joined(f"{tables.AP_MAINTENANCE} AP", forecast(s, Aids(PATROL[action[1]], place_of(action[2]))))

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        return odds(seen.position, Aids(PATROL[action[1]], place_of(action[2])))

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        _, word, place = action
        s.mover = ()
        movement.pay(s, PATROL[word], tables.AP_MAINTENANCE)
        s.say("WDW-616.1", f"{{}} does Maintenance for {tables.AP_MAINTENANCE} AP", word,
              facts=(("counted", f"ap-{word}", str(s.ap[PATROL[word]])),))  # fmt: skip
        s.then(Aids(PATROL[word], place_of(place)))


MAINTENANCE = DoMaintenance("repair", "Maintenance", {2: "Maintenance of {1} at {2}"})


def maintenance_chance(drm: int) -> float:
    """WDW-616.2 The chance that one unit succeeds: 1d6 and all DRM below 3."""
    return min(max(tables.MAINTENANCE_BELOW - 1 - drm, 0), 6) / 6


@dataclass(frozen=True)
class Aids(DesertChoice):
    """WDW-616.4, WDW-616.9, WDW-615.4 The player says which aids are used: one cache, and each truck of the patrol
    with a load left, in the zone of the units. They are named in order, the cache first, then the dice are rolled.

    The trucks named so far are in `named`, the zone of the cache in `cache_named`.
    """

    patrol: int
    zone: int
    waco: bool = False
    clause = "WDW-616.4"

    def places(self, s: Desert) -> list[int]:
        """The zones that the action serves."""
        return s.zones_of(self.patrol) if self.zone == ALL_ZONES else [self.zone]

    def offer(self, s: Desert) -> list[Action]:
        options: list[Action] = []
        helped = {s.zone[u] for u in needy(s, self.patrol, self.zone)}
        if s.cache_named < 0 and not s.named:
            options += [act("use", "cache", land.ZONES[z]) for z in self.places(s) if s.caches[z] and z in helped]
        for unit in s.units_of(self.patrol):
            if s.loads[unit] and s.zone[unit] in helped and (not s.named or unit > s.named[-1]):
                options.append(act("use", lrdg.UNITS[unit]))
        options.append(act("roll"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        if action[0] == "use":
            name_aid(s, action)
            s.then(self)
        else:
            trucks, cache = s.named, s.cache_named
            s.named, s.cache_named = (), NOWHERE
            s.then(Repair(self.patrol, self.zone, self.waco, cache, trucks))

    def price(self, s: Desert, action: Action) -> str:
        return forecast(with_aid(s, action), self)

    def ask(self, s: Desert) -> str:
        units = needy(s, self.patrol, self.zone)
        return (
            f"Maintenance of {terms.listed(units)}: {forecast(s, self)} to succeed for each. "
            "Use an aid (a cache -3, a Heavy -2, the Light -1), or roll?"
        )

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[u] for u in needy(s, self.patrol, self.zone))

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("use", truck) if truck in lrdg.UNIT:
                return self.truck_refusal(s, lrdg.UNIT[truck])
            case ("use", "cache", zone) if zone in land.ZONE:
                if s.cache_named >= 0:
                    return Refusal("WDW-616.9", "one cache counts in a Maintenance action")
                if s.named:
                    return Refusal("WDW-616.9", "the cache is named before the trucks")
                return Refusal("WDW-615.4", f"no cache helps at {{{zone}}}")
        return super().refuse(s, action)

    def truck_refusal(self, s: Desert, unit: int) -> Refusal:
        """Why a unit does not help with its load."""
        truck = lrdg.UNITS[unit]
        if not lrdg.LOADS[unit]:
            return Refusal("WDW-616.4", f"{{{truck}}} is no truck")
        if unit in s.named:
            return Refusal("WDW-616.9", f"{{{truck}}} counts once in a Maintenance action")
        if s.patrol[unit] != self.patrol or s.zone[unit] not in self.places(s):
            return Refusal("WDW-616.4", f"{{{truck}}} is not with the units that need maintenance")
        if not s.loads[unit]:
            return Refusal("WDW-616.7", f"{{{truck}}} has used up its load")
        return Refusal("WDW-616.9", "trucks are named in order")


def name_aid(s: Desert, action: Action) -> None:
    """One more aid is named; nothing follows from anything else."""
    match action:
        case ("use", "cache", zone):
            s.cache_named = land.ZONE[zone]
        case ("use", truck):
            s.named = (*s.named, lrdg.UNIT[truck])


def with_aid(s: Desert, action: Action) -> Desert:
    """The position with one more aid named."""
    twin = s.clone()
    name_aid(twin, action)
    return twin


def drms(s: Desert, aids: Aids) -> list[int]:
    """WDW-616.5 What the aids named so far add for each unit that is to be tested."""
    units = needy(s, aids.patrol, aids.zone)
    return [aid_drm(s, s.zone[u], aids.waco, s.cache_named, s.named) for u in units]


def forecast(s: Desert, aids: Aids) -> str:
    """The chance of each unit with the aids named so far, the best first where units stand apart."""
    found = [(f" {terms.signed(drm)}" if drm else "", maintenance_chance(drm)) for drm in sorted(set(drms(s, aids)))]
    return ", ".join(f"1d6{drm}, {percent(chance)}" for drm, chance in found)


def odds(s: Desert, aids: Aids) -> dict[str, float]:
    """WDW-616.2, WDW-616.5 How many markers are removed with the aids named so far."""
    spread = terms.spread([maintenance_chance(drm) for drm in drms(s, aids)])
    return {f"{plural(done, 'MCO marker')} removed": weight for done, weight in enumerate(spread)}


def aid_drm(s: Desert, zone: int, waco: bool, cache: int, used: tuple[int, ...]) -> int:
    """WDW-616.4, WDW-616.5, WDW-615.4, WDW-612.2 What the aids add for every unit tested in a zone; an aid helps
    where it lies."""
    drm = tables.MAINTENANCE_WACO if waco else 0
    if cache == zone:
        drm += tables.MAINTENANCE_CACHE
    return drm + sum(lrdg.MAINTENANCE_DRM[u] for u in used if s.zone[u] == zone)


@dataclass(frozen=True)
class Repair(DesertStep):
    """WDW-616.2, WDW-616.3, WDW-616.5, WDW-616.9 One die for each MCO unit, in the order of the counters; a result
    below 3 removes one of its markers. The aids help every unit tested where they are."""

    patrol: int
    zone: int
    waco: bool
    cache: int
    used: tuple[int, ...]

    def do(self, s: Desert) -> None:
        units = needy(s, self.patrol, self.zone)
        drms = [aid_drm(s, s.zone[u], self.waco, self.cache, self.used) for u in units]
        for truck in self.used:
            use_load(s, truck)
        if self.cache >= 0:
            use_cache(s, self.cache)
        for unit, drm in zip(units, drms, strict=True):
            maintain(s, unit, drm, "WDW-616.2")


def maintain(s: Desert, unit: int, drm: int, clause: str) -> bool:
    """WDW-616.2, WDW-616.3 One Maintenance test; success removes one marker."""
    face = s.roll()
    done = face + drm < tables.MAINTENANCE_BELOW
    word = lrdg.UNITS[unit]
    facts: tuple[tuple[str, ...], ...] = (("rolled", word, str(face)),)
    if done:
        terms.mco_remove(s, unit)
        facts += (("unmarked", word, "mco"),)
    result = "an MCO marker is removed" if done else "the marker stays"
    s.say(clause, f"Maintenance of {{}}: 1d6 {terms.signed(drm)} rolls {face}, {result}", word, facts=facts)
    return done


def use_load(s: Desert, truck: int) -> None:
    """WDW-616.6, WDW-616.7, WDW-616.8 A truck's load serves: the Light's once, a Heavy's twice. At its first use the
    truck is turned over and counts as reduced."""
    s.loads = changed(s.loads, truck, s.loads[truck] - 1)
    word = lrdg.UNITS[truck]
    if s.side[truck] == FULL:
        s.side[truck] = REDUCED
        s.emptied |= 1 << truck
        s.say("WDW-616.8", "{} gives from its load and is turned over", word, facts=(("flipped", word, "reduced"),))
    else:
        s.say("WDW-616.7", "{} gives the rest of its load", word)


def use_cache(s: Desert, zone: int) -> None:
    """WDW-615.5 A used cache is removed whatever the result."""
    s.caches = changed(s.caches, zone, s.caches[zone] - 1)
    word = land.ZONES[zone]
    s.say("WDW-615.5", "The cache at {} is used up", word, facts=(("unmarked", word, "cache"),))
