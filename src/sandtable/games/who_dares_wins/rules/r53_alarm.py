"""Chapter 5.3.1, what the Alarm does: the aircraft comes or leaves, Axis units wake or enter."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import ties
from sandtable.games.who_dares_wins.state import (
    Desert,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act


@dataclass(frozen=True)
class AlarmEffects(DesertStep):
    """WDW-531.1, WDW-531.2, WDW-531.3, WDW-531.8, WDW-531.9 What the level in force does: 0 nothing; 1 the aircraft
    leaves; 2 it appears; 3 it leaves and one Axis unit wakes or enters; 4 the same for two units."""

    def do(self, s: Desert) -> None:
        if s.alarm in (1, 3, 4):
            aircraft.leave(s, "WDW-531.2" if s.alarm == 1 else "WDW-531.8")
        if (s.alarm == 2 and s.aircraft < 0) or s.alarm >= 3:
            s.then(FindForce(s.alarm))


def may_be_entered(s: Desert) -> list[int]:
    """WDW-531.6, WDW-531.7 Towns, villages, forts and airfields free of land Axis and of LRDG units."""
    taken = {*s.axis_zone[: s.counters], *[s.zone[u] for u in s.roster]}
    return [z for z, entry in enumerate(s.board.may_enter) if entry and z not in taken]


def alarm_forces(s: Desert, level: int) -> list[int]:
    """WDW-531.3, WDW-531.4 Where the force that raised the Alarm is now, several zones where that is a tie.

    These are the units that failed the latest test, attacked a target or were found from the air; if they have
    separated, the zone with most of them. If none is left, or nobody has raised the Alarm yet, the force closest to an
    airfield (level 2) or to a zone that may be entered (levels 3 and 4), forces outside the bases first.
    """
    zones = [s.zone[u] for u in s.raisers if s.zone[u] >= 0]
    if zones:
        most = max(zones.count(z) for z in zones)
        return sorted({z for z in zones if zones.count(z) == most})
    forces = s.outside() or s.occupied()
    goals = list(s.board.airfields) if level == 2 else may_be_entered(s)
    if not goals:
        return forces
    near = [min(s.board.distance[f][g] for g in goals) for f in forces]
    return [f for f, links in zip(forces, near, strict=True) if links == min(near)]


@dataclass(frozen=True)
class FindForce(DesertStep):
    """WDW-531.3, WDW-531.4 Alarm effects are measured from the force that raised the Alarm."""

    level: int

    def do(self, s: Desert) -> None:
        forces = alarm_forces(s, self.level)
        if len(forces) == 1:
            respond(s, self.level, forces[0], forces)
        elif reactions.by_die(s):
            respond(s, self.level, s.draw(forces, land.ZONES), forces)
        else:
            s.then(ChooseForce(self.level))


def respond(s: Desert, level: int, force: int, forces: list[int]) -> None:
    """WDW-531.3, WDW-531.4, WDW-531.9 At level 2 the aircraft comes; at 3 one unit answers, at 4 two, one after the
    other."""
    out_of = f" (of the forces at {reactions.zones_listed(forces)})" if len(forces) > 1 else ""
    clause = "WDW-531.4" if level > 2 else "WDW-531.3"
    s.say(clause, f"Alarm {level} is answered around {{}}{out_of}", land.ZONES[force])
    if level == 2:
        s.then(aircraft.Scramble(force))
    else:
        s.then(*(Wake(force) for _ in range(level - 2)))


@dataclass(frozen=True)
class ChooseForce(ties.Tie):
    """WDW-531.3 Between forces that count alike the player says around which one the Alarm is answered."""

    level: int
    clause = "WDW-531.3"
    tie = True

    def origin(self, s: Desert) -> int:
        return land.SIWA

    def offer(self, s: Desert) -> list[Action]:
        return [act("around", land.ZONES[z]) for z in alarm_forces(s, self.level)]

    def chosen(self, s: Desert, action: Action) -> None:
        respond(s, self.level, land.ZONE[action[1]], alarm_forces(s, self.level))

    def ask(self, s: Desert) -> str:
        return f"Alarm {self.level}: around which force does the Axis react?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-531.3", "the Axis reacts around the force that raised the Alarm")


def sleepers(s: Desert, force: int) -> list[int]:
    """WDW-531.4 Face-down Axis units in zones adjacent to the force (and in its own zone, by option wake_same_zone)."""
    near = list(s.board.neighbours[force])
    if s.options["wake_same_zone"] == "on":
        near.append(force)
    return [c for c in range(s.counters) if s.axis_zone[c] in near and not s.axis_up[c]]


@dataclass(frozen=True)
class Wake(DesertStep):
    """WDW-531.4, WDW-531.5 A face-down Axis unit next to the force turns face up; if there is none a random one
    enters."""

    force: int

    def do(self, s: Desert) -> None:
        asleep = sleepers(s, self.force)
        if not asleep:
            s.then(Enter(self.force))
        elif len(asleep) == 1:
            turn_up(s, asleep[0], asleep)
        elif reactions.by_die(s):
            turn_up(s, s.draw(asleep, axis.UNITS), asleep)
        else:
            s.then(ChooseWaker(self.force))


def turn_up(s: Desert, counter: int, asleep: list[int]) -> None:
    """WDW-531.4 An Axis unit turns face up, one of those that were asleep around the force."""
    others = [axis.UNITS[c] for c in asleep if c != counter]
    s.axis_up[counter] = 1
    s.reveal("an Axis unit turns face up")
    word = axis.UNITS[counter]
    left = f"; asleep as before: {', '.join(f'{{{other}}}' for other in others)}" if others else ""
    facts = (("shown", word), ("flipped", word, "up"))
    s.say("WDW-531.4", f"{{}} wakes at {{}}{left}", word, land.ZONES[s.axis_zone[counter]], facts=facts)


@dataclass(frozen=True)
class ChooseWaker(ties.Tie):
    """WDW-531.4 The player says which of the face-down units next to the force wakes."""

    force: int
    clause = "WDW-531.4"
    tie = True

    def offer(self, s: Desert) -> list[Action]:
        return [act("wake", axis.UNITS[c]) for c in sleepers(s, self.force)]

    def chosen(self, s: Desert, action: Action) -> None:
        turn_up(s, axis.UNIT[action[1]], sleepers(s, self.force))

    def ask(self, s: Desert) -> str:
        return f"Which face-down Axis unit next to {{{land.ZONES[self.force]}}} wakes?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (land.ZONES[self.force],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        return Refusal("WDW-531.4", f"a face-down unit next to {{{land.ZONES[self.force]}}} wakes")


def entry_zones(s: Desert, force: int) -> list[int]:
    """WDW-531.6, WDW-531.7 The closest town, village, fort or airfield that is free; ties are all named.

    Option alarm_entry=adjacent_any: any free zone next to the force, if there is one.
    """
    if s.options["alarm_entry"] == "adjacent_any":
        taken = {*s.axis_zone, *s.zone}
        near = [z for z in s.board.neighbours[force] if z not in taken and not land.IS_BASE[z]]
        if near:
            return near
    return reactions.closest(s, may_be_entered(s), force)


@dataclass(frozen=True)
class Enter(DesertStep):
    """WDW-531.5, WDW-531.11, WDW-531.12 One random Axis unit enters face up; none with an empty pool or no free
    zone."""

    force: int

    def do(self, s: Desert) -> None:
        zones = entry_zones(s, self.force)
        if not s.pool_size():
            s.say("WDW-531.11", "No Axis unit enters: the pool is empty")
        elif not zones:
            s.say("WDW-531.12", "No Axis unit enters: every town, village, fort and airfield is taken")
        elif len(zones) == 1:
            enter(s, zones[0], zones)
        elif reactions.by_die(s):
            enter(s, s.draw(zones, land.ZONES), zones)
        else:
            s.then(ChooseEntry(self.force))


def enter(s: Desert, zone: int, zones: list[int]) -> None:
    """WDW-531.5, WDW-531.6 A counter is drawn from the pool and laid face up in the zone."""
    counter = s.draw_counter(zone, True)
    s.reveal("an Axis unit enters")
    word = axis.UNITS[counter]
    out_of = f" (of the closest: {reactions.zones_listed(zones)})" if len(zones) > 1 else ""
    facts = (("placed", word, land.ZONES[zone]), ("shown", word))
    s.say("WDW-531.5", f"{{}} enters at {{}}{out_of}", word, land.ZONES[zone], facts=facts)


@dataclass(frozen=True)
class ChooseEntry(ties.Tie):
    """WDW-531.6 Between zones that are equally close the player says where the Axis unit enters."""

    force: int
    clause = "WDW-531.6"
    tie = True

    def origin(self, s: Desert) -> int:
        return self.force

    def offer(self, s: Desert) -> list[Action]:
        return [act("enter", land.ZONES[z]) for z in entry_zones(s, self.force)]

    def chosen(self, s: Desert, action: Action) -> None:
        enter(s, land.ZONE[action[1]], entry_zones(s, self.force))

    def ask(self, s: Desert) -> str:
        return f"A random Axis unit enters at the closest free place to {{{land.ZONES[self.force]}}}: which of them?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (land.ZONES[self.force],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("enter", word) if word in land.ZONE:
                zone = land.ZONE[word]
                if s.axis_in(zone) or s.units_in(zone):
                    return Refusal("WDW-531.7", f"{{{word}}} holds a unit and is skipped")
                if not s.board.may_enter[zone]:
                    return Refusal("WDW-531.6", f"{{{word}}} is no town, village, fort or airfield")
                return Refusal("WDW-531.6", f"{{{word}}} is farther away")
        return Refusal("WDW-531.6", "name the zone where the Axis unit enters")
