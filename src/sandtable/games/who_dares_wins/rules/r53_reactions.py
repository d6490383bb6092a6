"""Chapter 5.3, Axis reactions: the Alarm, the aircraft, mobile units, contact, and the end of the turn.

The Axis plays itself; where the rules leave it a choice between equals the player decides (option axis_ties: a die).
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, tables
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r53_alarm as alarm
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import ties
from sandtable.games.who_dares_wins.state import (
    BEEN_OUT,
    HOME,
    PATROLS,
    REACTIONS,
    Desert,
    DesertChoice,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act


def by_die(s: Desert) -> bool:
    """Whether a die decides between what is equal for the Axis, rather than the player."""
    return s.options["axis_ties"] == "random"


def zones_listed(zones: list[int]) -> str:
    """Zones as a log line names them."""
    return ", ".join(f"{{{land.ZONES[z]}}}" for z in zones)


def heading(zone: int, goals: list[int]) -> str:
    """Towards what a move goes, as the end of a sentence; nothing where it comes there."""
    return "" if zone in goals else f", towards {zones_listed(goals)}"


def closest(s: Desert, zones: list[int], to: int) -> list[int]:
    """Those of the zones with the fewest links from a zone."""
    if not zones:
        return []
    distance = s.board.distance[to]
    least = min(distance[z] for z in zones)
    return [z for z in zones if distance[z] == least]


@dataclass(frozen=True)
class Start(DesertStep):
    """WDW-530.1, WDW-531.10 Alarm effects, every turn anew, before Axis movement; then contact and the end of the
    turn."""

    def do(self, s: Desert) -> None:
        s.phase = REACTIONS
        s.say("WDW-530.1", "Axis reactions", facts=(("phase", "reactions"),))
        s.then(alarm.AlarmEffects(), aircraft.Fly(tables.AIRCRAFT_MOVE), MobileMoves(), Contact(()), TurnEnd())


# --- 5.3.2 mobile units ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MobileMoves(DesertStep):
    """WDW-530.2, WDW-530.3, WDW-532.12 Every face-up unit with the mobility symbol that shares no zone with LRDG units
    moves, those included that woke or entered this turn. Units without the symbol never leave their zone."""

    def do(self, s: Desert) -> None:
        there = {*s.occupied()}
        moving = [c for c in range(s.counters) if is_awake_and_mobile(s, c) and s.axis_zone[c] not in there]
        if not moving:
            s.say("WDW-530.2", "No Axis unit moves")
        s.then(*(Advance(c) for c in moving))


def is_awake_and_mobile(s: Desert, counter: int) -> bool:
    """WDW-530.2 Whether an Axis counter is on the map, face up and has the mobility symbol."""
    return s.axis_zone[counter] >= 0 and bool(s.axis_up[counter]) and axis.MOBILE[s.axis_type[counter]]


def quarries(s: Desert, zone: int) -> list[int]:
    """WDW-532.10, WDW-532.11, WDW-532.17, WDW-532.18 The zones that draw an Axis unit: the nearest LRDG force outside
    the bases, among equals the one with fewest units; with everybody on bases, the nearest of those (option
    pursue_bases: they count beside the others)."""
    outside = s.outside()
    goals = s.occupied() if s.options["pursue_bases"] == "on" or not outside else outside
    distance = s.board.axis_distance[zone]
    least = min(distance[g] for g in goals)
    near = [g for g in goals if distance[g] == least]
    if outside:
        fewest = min(len(s.units_in(g)) for g in near)
        near = [g for g in near if len(s.units_in(g)) == fewest]
    return near


STAY = -1


def advances(s: Desert, counter: int) -> list[int]:
    """WDW-532.10, WDW-532.16 The zones into which an Axis unit may take its one link on a shortest way, never a base;
    STAY where it waits next to one."""
    here = s.axis_zone[counter]
    found: set[int] = set()
    for goal in quarries(s, here):
        steps = [z for z in s.board.axis_next_steps(here, goal) if not land.IS_BASE[z]]
        found.update(steps or [STAY])
    return sorted(found)


@dataclass(frozen=True)
class Advance(DesertStep):
    """WDW-532.10 A face-up mobile unit moves one zone towards the closest LRDG units."""

    counter: int

    def do(self, s: Desert) -> None:
        options = advances(s, self.counter)
        if len(options) == 1:
            move_axis(s, self.counter, options[0], options)
        elif by_die(s):
            move_axis(s, self.counter, options[s.draw(list(range(len(options))), STEP_NAMES)], options)
        else:
            s.then(ChooseAdvance(self.counter))


STEP_NAMES = tuple(f"way-{n}" for n in range(1, 9))


def move_axis(s: Desert, counter: int, zone: int, options: list[int]) -> None:
    """WDW-532.10, WDW-532.18 An Axis unit moves or waits; where it comes to it has not fought yet."""
    word = axis.UNITS[counter]
    if zone == STAY:
        s.say("WDW-532.18", "{} waits at {}", word, land.ZONES[s.axis_zone[counter]])
        return
    s.tell(lambda: tell_advance(s, counter, zone, options))
    s.axis_zone[counter] = zone
    s.fought &= ~(1 << counter)
    s.guards &= ~(1 << counter)


def tell_advance(s: Desert, counter: int, zone: int, options: list[int]) -> None:
    """The log line of a move of the Axis: by which of the equal ways, and towards whom."""
    here, word = s.axis_zone[counter], axis.UNITS[counter]
    ways = f" (out of: {zones_listed([z for z in options if z != STAY])})" if len(options) > 1 else ""
    s.say("WDW-532.10", f"{{}} moves to {{}}{ways}{heading(zone, quarries(s, here))}", word, land.ZONES[zone],
          facts=(("moved", word, land.ZONES[here], land.ZONES[zone]),))  # fmt: skip


@dataclass(frozen=True)
class ChooseAdvance(ties.Tie):
    """WDW-532.11 Between forces of equal distance and size, and between equal ways, the player decides."""

    counter: int
    clause = "WDW-532.11"
    tie = True

    def origin(self, s: Desert) -> int:
        return s.axis_zone[self.counter]

    def offer(self, s: Desert) -> list[Action]:
        word = axis.UNITS[self.counter]
        ways = advances(s, self.counter)
        return [act("wait", word) if z == STAY else act("advance", word, land.ZONES[z]) for z in ways]

    def chosen(self, s: Desert, action: Action) -> None:
        zone = STAY if action[0] == "wait" else land.ZONE[action[2]]
        move_axis(s, self.counter, zone, advances(s, self.counter))

    def ask(self, s: Desert) -> str:
        goals = zones_listed(quarries(s, s.axis_zone[self.counter]))
        return f"{{{axis.UNITS[self.counter]}}} moves one zone towards {goals}: by which of the equal ways?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (axis.UNITS[self.counter],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("advance", _, word) if word in land.ZONE and land.IS_BASE[land.ZONE[word]]:
                return Refusal("WDW-532.16", "Axis units never enter {siwa} or {koufra}")
        return Refusal("WDW-532.10", "an Axis unit moves one link on a shortest way to the closest LRDG units")


# --- 5.3.2 contact ---------------------------------------------------------------------------------------------------


def contacts(s: Desert, done: tuple[int, ...]) -> list[int]:
    """WDW-532.13, WDW-532.19, WDW-734.3 Zones where face-up land Axis units stand with LRDG units, unless all of them
    have fought there this turn; one test a zone and turn."""
    found = []
    for zone in s.outside():
        if zone not in done and any(not s.fought >> c & 1 for c in s.axis_up_in(zone)):
            found.append(zone)
    return found


@dataclass(frozen=True)
class Contact(DesertStep):
    """WDW-532.13, WDW-71.2 Each contact causes one Discretion test at +1, in the order that the player likes."""

    done: tuple[int, ...]

    def do(self, s: Desert) -> None:
        zones = contacts(s, self.done)
        if len(zones) == 1:
            s.then(*meeting(s, zones[0], self.done))
        elif zones:
            s.then(ChooseContact(self.done))


def meeting(s: Desert, zone: int, done: tuple[int, ...]) -> tuple[DesertStep, ...]:
    """WDW-532.13, WDW-532.14, WDW-532.15 All LRDG units of the zone take the test; failing it leads to a combat,
    passing it avoids one."""
    return discretion.Test(discretion.CONTACT, zone, tuple(s.units_in(zone))), Contact((*done, zone))


@dataclass(frozen=True)
class ChooseContact(ties.Tie):
    """WDW-71.2 The player says in which order contacts, and the combats they lead to, are resolved."""

    done: tuple[int, ...]
    clause = "WDW-71.2"
    tie = True

    def origin(self, s: Desert) -> int:
        return land.SIWA

    def offer(self, s: Desert) -> list[Action]:
        return [act("meet", land.ZONES[z]) for z in contacts(s, self.done)]

    def chosen(self, s: Desert, action: Action) -> None:
        s.then(*meeting(s, land.ZONE[action[1]], self.done))

    def ask(self, s: Desert) -> str:
        return "Axis units are in contact in several zones: where is the Discretion test taken first?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-532.13", "a test is taken where face-up Axis units that have not fought there meet yours")


# --- the end of the turn ---------------------------------------------------------------------------------------------


def everybody_is_home(s: Desert) -> bool:
    """WDW-54.1, WDW-80.5 Whether every surviving unit is on an authorised return base; another base is not home."""
    return all(z in s.scenario.home for z in s.occupied())


def never_out(s: Desert) -> list[int]:
    """Patrols with surviving units, one in reserve included, that have never been outside the bases."""
    return [p for p in range(tables.MOST_PATROLS) if s.units_of(p) and not s.status[p] & BEEN_OUT]


def is_home_again(s: Desert) -> bool:
    """Whether everybody is home and somebody has been out."""
    return everybody_is_home(s) and any(status & BEEN_OUT for status in list(s.status))


def is_last_turn(s: Desert) -> bool:
    """Whether the mission ends with this turn, unless somebody leaves again."""
    return is_home_again(s) and not never_out(s) and s.options["mission_end"] != "declared"


@dataclass(frozen=True)
class TurnEnd(DesertStep):
    """WDW-54.1, WDW-3.2 The mission is over at the end of the turn in which the last unit is back on an authorised
    base, provided that every patrol has been out; otherwise the next turn begins.

    With a patrol that never left, the player may end it as soon as another one has been out (option mission_end:
    declared, always).
    """

    def do(self, s: Desert) -> None:
        if is_last_turn(s):
            come_home(s)
        else:
            s.then(EndOrGoOn() if is_home_again(s) else turn.Next())


def who_is_home(s: Desert) -> str:
    """WDW-54.1 Who is home and since when; if nobody came in, those who are there never left."""
    if not s.last_in:
        return "Nobody of those who left came home"
    return f"Everybody is home; the last unit came in on turn {s.last_in}"


def come_home(s: Desert) -> None:
    """WDW-54.1 The mission ends with the return of the last unit."""
    s.say("WDW-54.1", who_is_home(s))
    turn.end_mission(s, HOME)


@dataclass(frozen=True)
class EndOrGoOn(DesertChoice):
    """WDW-54.1 All units are home: the player ends the mission or goes on."""

    clause = "WDW-54.1"

    def offer(self, s: Desert) -> list[Action]:
        return [act("end-mission"), act("go-on")]

    def chosen(self, s: Desert, action: Action) -> None:
        if action == ("end-mission",):
            come_home(s)
        else:
            s.then(turn.Next())

    def is_final(self, s: Desert, action: Action) -> bool:
        return action == ("end-mission",)

    def ask(self, s: Desert) -> str:
        waiting = ", ".join(f"{{{PATROLS[p]}}}" for p in never_out(s))
        left = f"; {waiting} never left" if waiting else ""
        return f"{who_is_home(s)}{left}. End the mission, or go on?"
