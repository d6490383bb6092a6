"""What can be worked out from the columns of a position: who stands where, what hides whom, what may be taken.

A record is made from the columns when somebody asks for it, and forgotten when a column that it follows from changes:
the methods of the state that change the board see to that, and no rule does. An Axis unit that comes, walks, drives or
turns alert is the most frequent change of all, so which of them there are and where is made from what it was before. A
record never changes, so that clones share it; `Watch` alone learns more, which is true of all who share it. Sets of
squares are the bits of an integer.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment import state
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE
from sandtable.geometry.sight import FIELD

FARTHEST: Final = FIELD + max(data.LENGTH) + 1
"""How far anybody sees, over all the squares of a vehicle."""


class Roster:
    """Which Axis units there are: the word for each, who of them drives, and what each is there for."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}
        self.vehicles: list[int] = []
        self.roles: dict[int, list[int]] = {}
        self.seconds: list[int] = []  # units with a second weapon
        self.dogs: list[int] = []
        self.snipers: list[int] = []
        self.teams: list[int] = []  # HMG teams

    def joined(self, s: state.Regiment) -> Roster:
        """The same once more units, the last ones, are there."""
        twin = Roster()
        twin.names, twin.numbers, twin.vehicles = self.names.copy(), self.numbers.copy(), self.vehicles.copy()
        twin.roles = {role: units.copy() for role, units in self.roles.items()}
        twin.seconds, twin.dogs = self.seconds.copy(), self.dogs.copy()
        twin.snipers, twin.teams = self.snipers.copy(), self.teams.copy()
        for u in range(len(self.names), len(s.u_kind)):
            kind, name = s.u_kind[u], data.unit_word(s.u_kind[u], s.u_no[u])
            twin.names.append(name)
            twin.numbers[name] = u
            if data.LENGTH[kind]:
                twin.vehicles.append(u)
            if data.SECOND[kind] >= 0:
                twin.seconds.append(u)
            if kind == data.DOG:
                twin.dogs.append(u)
            elif kind == data.SNIPER_MAN:
                twin.snipers.append(u)
            elif kind == data.HMG_TEAM:
                twin.teams.append(u)
            twin.roles.setdefault(s.u_role[u], []).append(u)
        return twin


class Axis:
    """Where the Axis units are."""

    def __init__(
        self,
        present: list[int],
        motors: list[int],
        treads: list[int],
        scopes: int,
        calm: int,
        keen: int,
        wheels: int,
        twice: int,
        below: int,
        crowded: int,
    ) -> None:
        self.present: list[int] = present  # units on the board, at least in part
        self.motors: list[int] = motors  # vehicles on the board or beside it
        self.treads: list[int] = treads  # the squares of each of these
        self.scopes: int = scopes  # the squares of snipers on the board, who see twice as far as others
        self.calm: int = calm  # RR-9.10 what hides others: vehicles, and infantry that is not alert
        self.keen: int = keen  # alert infantry
        self.wheels: int = wheels  # vehicles
        self.twice: int = twice  # squares with more than one unit
        self.everywhere: int = calm | keen
        self.below: int = below  # A59 where boats are under a bridge, and nobody on it
        self.crowded: int = crowded  # where two are who bar one another's square

    @property
    def barring(self) -> int:
        """RR-1.3 Where nobody else may end."""
        return self.everywhere & ~self.below if self.below else self.everywhere

    def walked(self, s: state.Regiment, u: int, to: int) -> Axis | None:
        """The same once a man, who is alone on his square, stands on another that is free, or nowhere: he is the one
        difference. None for everybody else on foot, of whom more may follow.
        """
        at, kind, bit = s.u_at[u], s.u_kind[u], s.grid.bit
        if at < 0 or self.twice >> at & 1 or (to >= 0 and self.everywhere >> to & 1):
            return None
        both, alert = bit[at] | (bit[to] if to >= 0 else 0), s.u_alert[u] and kind != data.AA_GUN
        present = self._present(u, s.grid.on[at] != 0, to >= 0 and s.grid.on[to] != 0)
        scopes = self.scopes ^ both & s.grid.board if kind == data.SNIPER_MAN else self.scopes
        calm, keen = (self.calm, self.keen ^ both) if alert else (self.calm ^ both, self.keen)
        below, crowded = self.below, self.crowded
        return Axis(present, self.motors, self.treads, scopes, calm, keen, self.wheels, self.twice, below, crowded)

    def _present(self, u: int, was_there: bool, is_there: bool) -> list[int]:
        """Who is on the board once a unit was there, or not, and is there now, or not."""
        if was_there and not is_there:
            return [other for other in self.present if other != u]
        return sorted([*self.present, u]) if is_there and not was_there else self.present

    def rolled(self, s: state.Regiment, u: int, at: int, facing: int) -> Axis | None:
        """The same once a vehicle that meets nobody, here or there, is in another place. None where it does, comes onto
        the board, leaves it or is a boat.
        """
        if at < 0 or s.u_at[u] < 0 or data.AFLOAT[s.u_kind[u]]:
            return None
        before, after = s.cover(u), s.layout.cover(4 * at + facing, data.LENGTH[s.u_kind[u]])
        if self.twice & before or self.everywhere & ~before & after:
            return None
        if (before & s.grid.board == 0) != (after & s.grid.board == 0):
            return None
        treads = self.treads.copy()
        treads[self.motors.index(u)] = after
        changed = before ^ after
        calm, wheels, below = self.calm ^ changed, self.wheels ^ changed, self.below
        return Axis(
            self.present, self.motors, treads, self.scopes, calm, self.keen, wheels, self.twice, below, self.crowded
        )

    def joined(self, s: state.Regiment, u: int) -> Axis | None:
        """The same once one more unit, the last, is there: a man on a free square of the board or beside it. None for
        everybody else.
        """
        at, kind = s.u_at[u], s.u_kind[u]
        if at < 0 or data.LENGTH[kind] or self.everywhere >> at & 1:
            return None
        here = s.grid.bit[at]
        present, scopes = [*self.present, u] if s.grid.on[at] else self.present, self.scopes
        if kind == data.SNIPER_MAN:
            scopes |= here & s.grid.board
        calm, below = self.calm | here, self.below
        return Axis(
            present, self.motors, self.treads, scopes, calm, self.keen, self.wheels, self.twice, below, self.crowded
        )

    def roused(self, s: state.Regiment, u: int) -> Axis | None:
        """The same once a unit is alert: a man who is alone on his square hides nobody any more. None where he is not
        alone.
        """
        at, kind = s.u_at[u], s.u_kind[u]
        if at < 0 or s.u_alert[u] or data.LENGTH[kind] or kind == data.AA_GUN:
            return self
        if self.twice >> at & 1:
            return None
        here = s.grid.bit[at]
        calm, keen, below, crowded = self.calm ^ here, self.keen | here, self.below, self.crowded
        return Axis(
            self.present, self.motors, self.treads, self.scopes, calm, keen, self.wheels, self.twice, below, crowded
        )


def axis_of(s: state.Regiment) -> Axis:
    """Where the Axis units are, from their columns."""
    bit, on, kinds, alert, lengths = s.grid.bit, s.grid.on, s.u_kind, s.u_alert, data.LENGTH
    calm = keen = wheels = twice = scopes = 0
    present: list[int] = []
    motors: list[int] = []
    treads: list[int] = []
    for u, at in enumerate(s.u_at):
        if at < 0:
            continue
        if lengths[kinds[u]]:
            motors.append(u)
            continue
        here = bit[at]
        if calm >> at & 1 or keen >> at & 1:
            twice |= here
        if alert[u] and kinds[u] != data.AA_GUN:  # RR-24.58 which hides others like a vehicle
            keen |= here
        else:
            calm |= here
        if on[at]:
            present.append(u)
            if kinds[u] == data.SNIPER_MAN:
                scopes |= here
    barring, crowded = calm | keen, twice
    for u in motors:
        cover = s.cover(u)
        treads.append(cover)
        twice |= (calm | keen | wheels) & cover
        wheels |= cover
        if data.AFLOAT[kinds[u]]:  # A59 those on a bridge and a boat below do not meet
            cover &= ~s.layout.bridges
        crowded |= barring & cover
        barring |= cover
        if treads[-1] & s.grid.board:
            present.append(u)
    present.sort()
    calm |= wheels
    return Axis(present, motors, treads, scopes, calm, keen, wheels, twice, (calm | keen) & ~barring, crowded)


class Ours:
    """Where the players' men are."""

    def __init__(self, s: state.Regiment) -> None:
        on = bar = 0
        self.at: dict[int, list[int]] = {}  # who is on foot on each square
        self.riders: list[int] = [0] * len(s.c_at)  # who sits in each of our vehicles, as bits
        self.targets: list[int] = []  # RR-13.1, RR-21.19, RR-22.5 whom the Axis advance on, one for all in a vehicle
        driven: set[int] = set()
        for m, v in enumerate(s.m_at):
            active, car = s.m_state[m] == state.ACTIVE, s.m_car[m]
            if car >= 0:
                if active:
                    self.riders[car] |= 1 << m
            elif v >= 0 and (active or s.m_state[m] == state.BOUND):
                here = s.grid.bit[v]
                if active:
                    on |= here
                    self.at.setdefault(v, []).append(m)
                if not s.m_swim[m] or s.layout.kind[v] != BRIDGE:
                    bar |= here
            if s.m_spotted[m] and active and car not in driven:
                self.targets.append(m)
                if car >= 0:
                    driven.add(car)
        self.on: int = on  # the squares of men on foot
        self.bar: int = bar  # RR-1.3, RR-20.41 those on which nobody else may end


class Cars:
    """Where the players' vehicles are."""

    def __init__(self, s: state.Regiment) -> None:
        self.covers: list[int] = []  # the squares of each
        self.corners: list[tuple[tuple[int, int], ...]] = []  # RR-21.4 its front and its rear corner, with the facings
        parked = wooded = barring = blocking = onlookers = 0
        for c, at in enumerate(s.c_at):
            kind = s.c_kind[c]
            place, length = 4 * at + s.c_face[c], data.CAR_LENGTH[kind]
            cover = s.layout.cover(place, length) if at >= 0 else 0
            self.covers.append(cover)
            self.corners.append(s.layout.looks(place, length, True, True) if at >= 0 else ())
            parked |= cover
            if cover & s.layout.forest:
                wooded |= cover
                onlookers |= s.layout.beset(place, length, FIELD)[1]
            if kind == data.BOAT:
                barring |= cover & ~s.layout.bridges  # RR-21.26 those on a bridge and those below do not meet
            else:
                barring |= cover
                blocking |= cover
        self.parked: int = parked
        self.wooded: int = wooded  # the squares of those with a wood under them
        self.onlookers: int = onlookers  # RR-18.18 from where men may see one of these, while nothing moves in the way
        self.barring: int = barring  # where nobody else may end
        self.blocking: int = blocking  # RR-18.19 what blocks every line: all but the boat


class Things:
    """What lies on the board."""

    def __init__(self, s: state.Regiment) -> None:
        bit = s.grid.bit
        burning = shut = bars = loot = bodies = seen_from = near = 0
        for centre in s.blasts:
            burning |= s.layout.blast(centre)
        closed = burning
        for room, _ in s.flames:
            closed |= s.layout.rooms[room]
        for corner, health in s.dumps:
            if health:
                shut |= s.layout.dump(corner)
        for v, health in s.radios:
            if health:
                bars |= bit[v]
        for v in lying(s.barrels):
            bars |= bit[v]
            loot |= bit[v]
        corpses = lying(s.corpses)
        for v in corpses + [v for v, _ in s.stains]:  # RR-27.20 which the Axis take for a body
            bodies |= bit[v]
            seen_from |= s.layout.eyes.onlookers(v, FIELD)
            near |= s.grid.disc(v, FARTHEST)
        for v in lying(s.papers):
            loot |= bit[v]
        for v, _, _ in s.traps:
            loot |= bit[v]
        for v, _ in s.mines:
            loot |= bit[v]
        self.loot: int = loot | s.grid.union(corpses)  # where anything lies that somebody might take
        self.burning: int = burning  # RR-20.55 under templates that stay: infantry may not enter
        self.shut: int = shut  # RR-2.14 supply dumps, which block movement of all
        self.solid: int = burning | shut  # what of all this blocks every line
        self.closed: int = closed  # RR-26.8 these and rooms on fire, which no Axis unit enters
        self.ground = s.layout.ground(shut, closed)  # the ways of Axis infantry between these
        self.bars: int = bars  # RR-20.9 barrels and radio sets, which hide what is low
        self.bodies: int = bodies
        self.bodies_seen_from: int = seen_from  # the squares from which the terrain lets a man see a body
        self.bodies_near: int = near  # the squares near enough for a vehicle to see one


def lying(squares: tuple[int, ...]) -> list[int]:
    """Where things of a kind lie that are neither carried nor gone."""
    return [v for v in squares if v >= 0]


Noticing = tuple[list[int], list[int], list[int]]
"""Who hears a vehicle, who sees it, and who sees it from near enough to react."""


class Watch:
    """RR-21.18, RR-21.21, RR-21.29 Who hears one of the players' vehicles, who sees it, and who sees it from near
    enough to react, while the Axis units stand and look as they do: what chapter 21 has found of it, by where the
    vehicle is, its kind and what hides it.
    """

    def __init__(self) -> None:
        self._noticing: dict[tuple[int, int, int], Noticing] = {}

    def noticing(self, key: tuple[int, int, int]) -> Noticing | None:
        """Who would notice it, if that has been found."""
        return self._noticing.get(key)

    def keep(self, key: tuple[int, int, int], found: Noticing) -> None:
        """What chapter 21 has found of that."""
        self._noticing[key] = found


class Veil:
    """RR-9.10, RR-9.11, RR-10.5, RR-18.19, RR-20.7, RR-20.9, RR-2.14 What blocks the sight of Axis units beside the
    terrain: vehicles, infantry that is not alert, dumps and blasts; barrels and radio sets hide what is low. Alert
    infantry, Operators and corpses hide nothing.
    """

    def __init__(self, s: state.Regiment) -> None:
        things = s.things
        self.solid: int = things.solid | s.cars.blocking  # what blocks every line
        self.high: int = self.solid | s.axis.calm  # what hides everybody
        self.low: int = self.high | things.bars  # what hides low men
