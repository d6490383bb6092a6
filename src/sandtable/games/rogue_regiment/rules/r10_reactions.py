"""Chapter 10, reaction attacks: alert units fire at who acts in their sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import ATTACKED, DEAD, IN_RANGE, SEAT, WAS_ALERT, Regiment, changed
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, Step, act
from sandtable.kernel.telling import plural


def may_react(s: Regiment, u: int, m: int) -> bool:
    """RR-10.1, RR-10.2, RR-10.3, RR-10.6, RR-10.8, RR-10.15, RR-11.4, RR-18.22 Whether a unit fires at a man after his
    action.
    """
    mark = s.u_mark[u]
    if (
        not mark & WAS_ALERT
        or s.u_react[u] & (1 << m | fired_at(s, m))
        or not arms.ANSWERS[s.u_kind[u]][0]
        or s.u_cig[u]
        or not s.here(u)
    ):
        return False
    return mark & IN_RANGE != 0 or (mark & ATTACKED != 0 and in_sight_and_range(s, u, m))


def fired_at(s: Regiment, m: int) -> int:
    """RR-10.3, RR-10.17 Against whom a reaction to a man counts, as a bit of `u_react`: his vehicle alone if he sits in
    one, so that whoever gets out of it is answered for himself.
    """
    return 1 << (m if s.m_car[m] < 0 else len(s.m_kind) + s.m_car[m])


def in_sight_and_range(s: Regiment, u: int, m: int) -> bool:
    """Whether a unit has clear sight of a man, within the range of its reaction."""
    return firing_range(s, u, m) <= notice.reaction_range(s, u)


def reaction_distance(s: Regiment, u: int, m: int) -> int:
    """RR-1.17 Squares from a unit to a man, or to the nearest square of his vehicle."""
    if s.m_car[m] < 0:
        return notice.range_to(s, u, s.m_at[m])
    squares = sight.man_squares(s, m)
    if data.LENGTH[s.u_kind[u]] == 0:
        far = s.grid.far(s.u_at[u])
        return min([far[v] for v in squares], default=99)
    return min([notice.range_to(s, u, v) for v in squares], default=99)


def firing_range(s: Regiment, u: int, m: int) -> int:
    """RR-1.17, RR-21.21 Squares from a unit to a man it sees, or to the nearest square of his vehicle that it sees; 99
    if it sees none.
    """
    c = s.m_car[m]
    if c < 0 or not s.on_board(m) or not sight.has_sight(s, u):
        return notice.range_to(s, u, s.m_at[m]) if sight.sees(s, u, m) and notice.bears(s, u, s.m_at[m]) else 99
    seen = notice.borne(s, u, sight.view_of_car(s, u, c))
    if not seen:
        return 99
    if data.LENGTH[s.u_kind[u]] == 0:
        far = s.grid.far(s.u_at[u])
        return min([far[v] for v in bits(seen)])
    return min([notice.range_to(s, u, v) for v in bits(seen)])


@dataclass(frozen=True)
class Reactions(Step):
    """RR-10.1, RR-10.4, RR-10.9, RR-10.12 The units that may, the nearest first, fire once the action is over."""

    man: int
    only_attacked: bool = False

    def do(self, s: Regiment) -> None:
        m = self.man
        if not s.on_board(m):
            return
        ready = []
        for u in notice.marked(s, IN_RANGE | ATTACKED):
            if may_react(s, u, m):
                if not self.only_attacked or (s.u_mark[u] & ATTACKED and in_sight_and_range(s, u, m)):
                    ready.append(u)
        if not ready:
            return
        nearest = closest(s, ready, m)
        if len(nearest) > 1 and len(alike(s, nearest, m)) > 1:
            s.then(WhoReacts(m, tuple(nearest)), self)
        else:
            react(s, nearest[0], m)
            s.now(self)


def closest(s: Regiment, ready: list[int], m: int) -> list[int]:
    """RR-10.12 Of some units those nearest to a man."""
    if len(ready) == 1:
        return ready
    far = [reaction_distance(s, u, m) for u in ready]
    least = min(far)
    return [u for u, squares in zip(ready, far, strict=True) if squares == least]


def alike(s: Regiment, units: Sequence[int], m: int) -> Sequence[int]:
    """RR-16.12 Of units equally near those among which the players choose: the same attack from each, and the order
    changes nothing.
    """
    if len(units) > 1 and len({s.u_kind[u] for u in units}) == 1 and len({expected(s, u, m) for u in units}) == 1:
        return units[:1]
    return units


@dataclass(frozen=True)
class WhoReacts(ties.Tie):
    """RR-16.12 Of units equally near the players choose which fires first."""

    man: int
    units: tuple[int, ...]

    clause = "RR-16.12"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("react", s.unit(u)) for u in alike(s, self.units, self.man)]

    def chosen(self, s: Regiment, action: Action) -> None:
        react(s, s.unit_of(action[1]), self.man)

    def ask(self, s: Regiment) -> str:
        return f"Which unit reacts to {{{s.man(self.man)}}} first?"

    def tell_settled(self, s: Regiment, action: Action) -> None:
        ties.first(s, "RR-16.12", action)


def expected(s: Regiment, u: int, m: int) -> tuple[int, int, int]:
    """RR-10.9, RR-10.10, RR-21.24, RR-19.18 Dice, number and modifier of a reaction attack at the man's last
    position.
    """
    dice, needs, short, long = arms.ANSWERS[s.u_kind[u]]
    far = firing_range(s, u, m)
    if far > long:
        return dice, needs, -1 if s.m_car[m] >= 0 else -2
    return dice, needs, (1 if far <= short else 0) + cover_of(s, u, m)


def cover_of(s: Regiment, u: int, m: int) -> int:
    """RR-2.3, RR-16.11, RR-21.23 What a man's cover takes off a unit's attack, from where it looks best; vehicles have
    none.
    """
    if s.m_car[m] >= 0:
        return 0
    if data.LENGTH[s.u_kind[u]] == 0:
        at = s.u_at[u]
        field = s.layout.fields[4 * at + s.u_face[u]]
        return shelter.cover(s, at, False, (at,), s.m_at[m]) if field & s.grid.bit[s.m_at[m]] else 0
    best = -9
    for point, facing in sight.crew_looks(s, u):
        if s.layout.crew_fields[4 * point + facing] >> s.m_at[m] & 1:
            best = max(best, shelter.cover(s, point, True, s.footprint(u), s.m_at[m]))
    return best if best > -9 else 0


def react(s: Regiment, u: int, m: int) -> None:
    """RR-10.9, RR-10.10, RR-3.17 The attack itself; each die that succeeds takes one health point."""
    s.u_react = changed(s.u_react, u, s.u_react[u] | fired_at(s, m))
    dice, needs, modifier = expected(s, u, m)
    attack(s, u, m, dice, needs, modifier, "RR-10.1", "reacts to")


def signed(modifier: int) -> str:
    """A modifier as it is read."""
    return f"{modifier:+d}" if modifier else "±0"


def attack(s: Regiment, u: int, m: int, dice: int, needs: int, modifier: int, clause: str, verb: str) -> None:
    """RR-3.7, RR-3.17, RR-16.3, RR-16.11, RR-9.24 An Axis unit rolls its dice against a man or his vehicle. If they
    kill, others may see a body that he carried, or that the vehicle has hidden.
    """
    rolled = s.rolls(dice)
    hits = sum([face + modifier >= needs for face in rolled])
    name, faces = s.unit(u), [str(face) for face in rolled]
    s.say(
        clause,
        f"{{}} {verb} {{}}: {' '.join(faces)} at {signed(modifier)}, needs {needs}: {plural(hits, 'hit')}",
        name,
        s.man(m),
        facts=(("rolled", name, *faces),),
    )
    if hits:
        turn.wound(s, m, hits)
        if s.m_state[m] == DEAD:
            notice.find_bodies(s)
