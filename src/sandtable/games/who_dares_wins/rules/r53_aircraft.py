"""Chapter 5.3.2, the reconnaissance aircraft: how it comes, flies, finds and attacks."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import ties
from sandtable.games.who_dares_wins.state import NOWHERE, Desert, DesertChoice, DesertStep
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

AIRCRAFT = "aircraft"
STAY = -1


def leave(s: Desert, clause: str) -> None:
    """WDW-531.2, WDW-531.8, WDW-532.7 The aircraft leaves the map, if it is there; WDW-532.9 it may return later."""
    if s.aircraft >= 0:
        s.aircraft = NOWHERE
        s.say(clause, "The reconnaissance aircraft leaves the map", facts=(("removed", AIRCRAFT),))


# --- coming ----------------------------------------------------------------------------------------------------------


def fields_near(s: Desert, force: int) -> list[int]:
    """WDW-531.3 The airfields closest to the force, several where they tie."""
    return reactions.closest(s, list(s.board.airfields), force)


@dataclass(frozen=True)
class Scramble(DesertStep):
    """WDW-531.3, WDW-532.9 The aircraft appears on the airfield closest to the force that raised the Alarm."""

    force: int

    def do(self, s: Desert) -> None:
        fields = fields_near(s, self.force)
        if len(fields) == 1:
            appear(s, fields[0], fields)
        elif reactions.by_die(s):
            appear(s, s.draw(fields, land.ZONES), fields)
        else:
            s.then(ChooseField(self.force))


def appear(s: Desert, zone: int, fields: list[int]) -> None:
    """WDW-531.3 The aircraft is placed on an airfield."""
    s.aircraft = zone
    out_of = f" (closest: {reactions.zones_listed(fields)})" if len(fields) > 1 else ""
    s.say("WDW-531.3", f"The reconnaissance aircraft appears at {{}}{out_of}", land.ZONES[zone],
          facts=(("placed", AIRCRAFT, land.ZONES[zone]),))  # fmt: skip


@dataclass(frozen=True)
class ChooseField(ties.Tie):
    """WDW-531.3 Between airfields that are equally close the player decides."""

    force: int
    clause = "WDW-531.3"
    tie = True

    def origin(self, s: Desert) -> int:
        return self.force

    def offer(self, s: Desert) -> list[Action]:
        return [act("airfield", land.ZONES[z]) for z in fields_near(s, self.force)]

    def chosen(self, s: Desert, action: Action) -> None:
        appear(s, land.ZONE[action[1]], fields_near(s, self.force))

    def ask(self, s: Desert) -> str:
        return f"From which of the airfields closest to {{{land.ZONES[self.force]}}} does the aircraft come?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (land.ZONES[self.force],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-531.3", f"the aircraft comes from an airfield closest to {{{land.ZONES[self.force]}}}")


# --- flying ----------------------------------------------------------------------------------------------------------


def nearest_forces(s: Desert) -> list[int]:
    """WDW-532.1, WDW-532.17 The zones of the forces outside the bases that are nearest to the aircraft; with everybody
    on bases, the nearest of those."""
    distance = s.board.axis_distance[s.aircraft]
    forces = s.outside() or s.occupied()
    least = min(distance[f] for f in forces)
    return [f for f in forces if distance[f] == least]


def legs(s: Desert) -> list[int]:
    """WDW-532.1, WDW-532.2 Where the aircraft may fly next: one link nearer to a nearest force, never more than two
    links from every airfield (both bases are farther); STAY where no such link leads to one of these forces."""
    found: set[int] = set()
    for force in nearest_forces(s):
        steps = [z for z in s.board.axis_next_steps(s.aircraft, force) if s.board.aircraft_may_be[z]]
        found.update(steps or [STAY])
    return sorted(found)


@dataclass(frozen=True)
class Fly(DesertStep):
    """WDW-532.1, WDW-530.3, WDW-532.17 The aircraft moves up to two zones towards the nearest LRDG force and stops
    above LRDG units. With everybody on bases it flies towards them as far as it reaches, and tests nobody."""

    left: int

    def do(self, s: Desert) -> None:
        if s.aircraft < 0:
            return
        if s.aircraft in s.outside():
            s.then(discretion.Test(discretion.AIR, s.aircraft, tuple(s.units_in(s.aircraft))), Found())
        elif self.left:
            ways = legs(s)
            if len(ways) == 1:
                fly(s, ways[0], ways, self.left)
            elif reactions.by_die(s):
                fly(s, ways[s.draw(list(range(len(ways))), reactions.STEP_NAMES)], ways, self.left)
            else:
                s.then(ChooseLeg(self.left))


def fly(s: Desert, zone: int, ways: list[int], left: int) -> None:
    """WDW-532.1, WDW-532.2 The aircraft flies one link, or stays where the way on is closed to it."""
    if zone == STAY:
        s.say("WDW-532.2", "The aircraft stays at {}, within two zones of an airfield", land.ZONES[s.aircraft])
        return
    s.tell(lambda: tell_flight(s, zone, ways))
    s.aircraft = zone
    s.then(Fly(left - 1))


def tell_flight(s: Desert, zone: int, ways: list[int]) -> None:
    """The log line of a flight: by which of the equal ways, and towards whom."""
    out_of = f" (out of: {reactions.zones_listed([z for z in ways if z != STAY])})" if len(ways) > 1 else ""
    towards = reactions.heading(zone, nearest_forces(s))
    s.say("WDW-532.1", f"The aircraft flies to {{}}{out_of}{towards}", land.ZONES[zone],
          facts=(("moved", AIRCRAFT, land.ZONES[s.aircraft], land.ZONES[zone]),))  # fmt: skip


@dataclass(frozen=True)
class ChooseLeg(ties.Tie):
    """WDW-532.1 Between equally near forces and equal ways the player decides."""

    left: int
    clause = "WDW-532.1"
    tie = True

    def origin(self, s: Desert) -> int:
        return s.aircraft

    def offer(self, s: Desert) -> list[Action]:
        return [act("circle") if z == STAY else act("fly", land.ZONES[z]) for z in legs(s)]

    def chosen(self, s: Desert, action: Action) -> None:
        fly(s, STAY if action == ("circle",) else land.ZONE[action[1]], legs(s), self.left)

    def ask(self, s: Desert) -> str:
        return f"The aircraft at {{{land.ZONES[s.aircraft]}}} flies towards the nearest force: by which equal way?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("fly", word) if word in land.ZONE and not s.board.aircraft_may_be[land.ZONE[word]]:
                return Refusal("WDW-532.2", f"{{{word}}} is more than two zones from every airfield")
        return Refusal("WDW-532.1", "the aircraft flies on a shortest way towards the nearest force")


# --- finding and attacking -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found(DesertStep):
    """WDW-532.4, WDW-532.5 Unseen, nothing happens; seen, the aircraft attacks one, two or three units by a die, all of
    them where there are fewer."""

    def do(self, s: Desert) -> None:
        if s.passed:
            s.say("WDW-532.4", "The aircraft sees nothing at {}", land.ZONES[s.aircraft])
            return
        die = s.roll()
        number = tables.AIR_ATTACK_UNITS[die]
        here = s.units_in(s.aircraft)
        s.say("WDW-532.5", f"The aircraft attacks at {{}}: die {die}, {plural(number, 'unit')}",
              land.ZONES[s.aircraft], facts=(("rolled", AIRCRAFT, str(die)),))  # fmt: skip
        if len(here) <= number:
            s.then(*(Bomb(u) for u in here), AttackOver())
        elif s.options["air_targets"] == "random":
            struck: list[int] = []
            while len(struck) < number:
                struck.append(s.draw([u for u in here if u not in struck], lrdg.UNITS))
            s.then(*(Bomb(u) for u in struck), AttackOver())
        else:
            s.then(ChooseTargets(number))


@dataclass(frozen=True)
class ChooseTargets(DesertChoice):
    """WDW-532.5 The player names the units that the aircraft attacks, in the order of the counter list."""

    number: int
    clause = "WDW-532.5"

    def offer(self, s: Desert) -> list[Action]:
        last = s.named[-1] if s.named else -1
        free = [u for u in s.units_in(s.aircraft) if u > last]
        spare = len(free) - (self.number - len(s.named) - 1)
        return [act("expose", lrdg.UNITS[u]) for u in free[:spare]]

    def chosen(self, s: Desert, action: Action) -> None:
        s.named = (*s.named, lrdg.UNIT[action[1]])
        if len(s.named) < self.number:
            s.then(ChooseTargets(self.number))
        else:
            s.then(*(Bomb(u) for u in s.named), AttackOver())
            s.named = ()

    def ask(self, s: Desert) -> str:
        left = self.number - len(s.named)
        return f"The aircraft attacks: name {plural(left, 'unit')} that it strikes at, each hit on 3 or less"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[u] for u in s.named)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("expose", word) if word in lrdg.UNIT:
                if s.zone[lrdg.UNIT[word]] != s.aircraft:
                    return Refusal("WDW-532.5", f"{{{word}}} is not below the aircraft")
                return Refusal("WDW-532.5", "units are named in the order of the list, and enough must be left to name")
        return Refusal("WDW-532.5", "name the units that the aircraft attacks with “expose”")


@dataclass(frozen=True)
class Bomb(DesertStep):
    """WDW-532.6 The air attack has AV 3 against each unit."""

    unit: int

    def do(self, s: Desert) -> None:
        die = s.roll()
        hits = die <= tables.AIR_ATTACK_AV
        s.say("WDW-532.6", f"{{}}: die {die} against AV {tables.AIR_ATTACK_AV}, {'hit' if hits else 'no effect'}",
              lrdg.UNITS[self.unit], facts=(("rolled", AIRCRAFT, str(die)),))  # fmt: skip
        if hits:
            terms.hit(s, self.unit, "WDW-532.6")


@dataclass(frozen=True)
class AttackOver(DesertStep):
    """WDW-532.7, WDW-532.8 The Alarm is set to 3, to act in the next turn's phase, and the aircraft leaves the map."""

    def do(self, s: Desert) -> None:
        terms.set_alarm(s, s.raisers, tables.AIR_ATTACK_ALARM, "WDW-532.7")
        leave(s, "WDW-532.7")
        turn.end_if_lost(s)
