"""Chapter 16, the Axis Attack Phase: every unit that can attack does."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r19_units as units
from sandtable.games.rogue_regiment.state import ATTACK, SEAT, Regiment
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.sight import FIELD
from sandtable.kernel.squares import bits


@dataclass(frozen=True)
class AttackPhase(Step):
    """RR-16.1, RR-16.2 Explosive weapons first, then all others."""

    def do(self, s: Regiment) -> None:
        turn.phase(s, ATTACK, "RR-16.1")
        for u in range(len(s.u_kind)):
            s.u_done[u] = 0
        s.then(units.MortarsFire(), NextAttack(), vehicles.ThroughWalls(), turn.EndAction())


def spots(s: Regiment) -> int:
    """RR-16.1 Where the men are who may be attacked."""
    found = 0
    for m in advance.targets(s):
        for v in sight.man_squares(s, m):
            found |= s.grid.bit[v]
    return found


def options(s: Regiment, u: int) -> list[tuple[int, int, int]]:
    """RR-16.1, RR-16.6, RR-16.7, RR-18.21, RR-18.41 The targets a unit may choose among: man, modifier, weapon.

    Least cover comes first, then the nearest. A vehicle with a weapon to the rear has a second attack there.
    """
    kind = s.u_kind[u]
    if not s.u_alert[u] or not data.DICE[kind] or kind == data.MORTAR or not sight.has_sight(s, u):
        return []
    if s.u_done[u] & vehicles.FRONT_FIRED and data.LENGTH[kind] == 0:
        return []
    ours = advance.targets(s)
    chosen: list[tuple[int, int, int]] = []
    for n, (corner, point, facing) in enumerate(sight.looks(s, u)):
        weapon = vehicles.FRONT_FIRED if n == 0 else vehicles.REAR_FIRED
        if s.u_done[u] & weapon:
            continue
        field = (s.layout.crew_fields if corner else s.layout.fields)[4 * point + facing]
        found = []
        for m in ours:
            if any(m == other for other, _, _ in chosen):
                continue
            if any(field >> v & 1 for v in sight.man_squares(s, m)) and sight.sees(s, u, m):
                far = reactions.reaction_distance(s, u, m)
                if far <= data.LONG[kind]:
                    covered = reactions.cover_of(s, u, m)
                    found.append((-covered, far, m, covered + (1 if far <= data.SHORT[kind] else 0)))
        if found:
            best = min(found)[:2]
            chosen += [(m, plus, weapon) for covered, far, m, plus in found if (covered, far) == best]
    return chosen


@dataclass(frozen=True)
class NextAttack(Step):
    """RR-16.6, RR-16.8, RR-16.12 One attacker after another; the order is the players' where it can matter."""

    def do(self, s: Regiment) -> None:
        where = spots(s)
        if not where:
            return
        found = {}
        near, bit = 0, s.grid.bit
        for v in bits(where):
            near |= s.grid.disc(v, FIELD)
        for u, at in enumerate(s.u_at):
            if at < 0 or not s.u_alert[u] or not (near & bit[at] or data.LENGTH[s.u_kind[u]]):
                continue
            if sight.may_view(s, u) & where:
                able = options(s, u)
                if able:
                    found[u] = able
        ready = list(found)
        if not ready:
            return
        aims = {tuple(m for m, _, _ in found[u]) for u in ready}
        if len(aims) == 1 and len(next(iter(aims))) == 1:
            ready = ready[:1]
        pairs = tuple((u, m) for u in ready for m, _, _ in found[u])
        if len(pairs) == 1:
            fires(s, ready[0], *found[ready[0]][0])
        else:
            s.then(WhoAttacks(pairs))
        s.then(NextAttack())


def fires(s: Regiment, u: int, m: int, plus: int, weapon: int) -> None:
    """RR-16.1 A unit makes its attack."""
    s.u_done[u] |= weapon
    reactions.attack(s, u, m, data.DICE[s.u_kind[u]], data.NEEDS[s.u_kind[u]], plus, "RR-16.1", "attacks")
    s.then(turn.EndAction())


@dataclass(frozen=True)
class WhoAttacks(Choice):
    """RR-16.8, RR-16.12 The players choose the next attacker, and among equal targets its target."""

    pairs: tuple[tuple[int, int], ...]

    clause = "RR-16.12"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("attacks", s.unit(u), s.man(m)) for u, m in self.pairs]

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = s.unit_of(action[1]), s.man_of(action[2])
        plus, weapon = next((plus, weapon) for other, plus, weapon in options(s, u) if other == m)
        fires(s, u, m, plus, weapon)

    def ask(self, s: Regiment) -> str:
        return "Which unit attacks next, and whom?"
