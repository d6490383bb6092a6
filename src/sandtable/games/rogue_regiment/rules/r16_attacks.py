"""Chapter 16, the Axis Attack Phase: every unit that can attack does."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.rules import r26_flames as flames
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import ATTACK, BATTLE, Regiment
from sandtable.kernel.flow import Action, Step


@dataclass(frozen=True)
class AttackPhase(Step):
    """RR-16.1, RR-16.2 Explosive weapons first, then all others."""

    def do(self, s: Regiment) -> None:
        turn.phase(s, ATTACK, "RR-16.1")
        s.u_done[:] = [0] * len(s.u_kind)
        s.then(units.ExplosivesFire(), NextAttack(), vehicles.ThroughWalls())
        if s.typhoon:
            s.then(typhoon.AttackIt())
        if s.stage.hd:
            s.then(flames.RoomAttacks(), flames.RoomsBurn())
        s.then(turn.EndAction())


# A man, where he can be seen as a set, whether he lies low, and the same squares.
Prey = tuple[int, int, bool, tuple[int, ...]]
Aim = tuple[int, int, int]  # a man, the modifier and the weapon


def prey(s: Regiment) -> list[Prey]:
    """RR-16.1 The men who may be attacked."""
    return shown(s, s.ours.targets)


def shown(s: Regiment, men: list[int]) -> list[Prey]:
    """RR-16.1 Where and how some men can be seen, those left out whom nobody sees."""
    found: list[Prey] = []
    for m in men:
        squares = sight.man_squares(s, m)
        if s.m_car[m] >= 0:
            found.append((m, s.cars.covers[s.m_car[m]] & s.grid.board, False, squares))
            continue
        how = sight.shows(s, m, squares[0])
        if how != sight.UNSEEN:
            found.append((m, s.grid.bit[squares[0]], how == sight.LYING, squares))
    return found


def discover(s: Regiment) -> None:
    """RR-16.13 Whoever is not spotted but in clear sight and within the range of an alert unit that can attack is
    spotted by it now; it attacks him as it would any other.
    """
    while True:
        hidden = [m for m, spotted in enumerate(s.m_spotted) if not spotted and s.on_board(m)]
        found = attackers(s, shown(s, hidden))
        if not found:
            return
        for u, able in found.items():
            for m, _, _ in able:
                notice.spot(s, m, "RR-16.13", f"{{{s.unit(u)}}} has him in sight")


def options(s: Regiment, u: int, ours: list[Prey]) -> list[Aim]:
    """RR-16.1, RR-16.6, RR-16.7, RR-18.21, RR-18.41 The targets a unit may choose among: man, modifier, weapon.

    Least cover comes first, then the nearest. A vehicle with a weapon to the rear has a second attack there.
    """
    guns = arms.GUNS[s.u_kind[u]]
    if not guns or not s.u_alert[u] or s.u_cig[u]:
        return []
    if s.vehicle(u):
        return crew_options(s, u, guns, ours) if s.here(u) else []
    gun = guns[0]
    if s.u_done[u] & gun.fired or not s.grid.on[s.u_at[u]]:
        return []
    return best_aims(gun, in_reach(s, u, gun, ours))


def crew_options(s: Regiment, u: int, guns: tuple[arms.Gun, ...], ours: list[Prey]) -> list[Aim]:
    """RR-18.21, RR-18.41, RR-26.22 The same for the guns of a vehicle, each in its own quarter."""
    chosen: list[Aim] = []
    looks = sight.crew_looks(s, u)
    for gun in guns if looks else ():
        if not s.u_done[u] & gun.fired:
            point, facing = looks[gun.rear]
            field = s.layout.crew_fields[4 * point + facing]
            aimed = [m for m, _, _ in chosen]
            if gun.flame:  # RR-26.22 it may be for the same man, once the other gun has fired
                front = [prey for prey in ours if field & prey[1]]
                chosen += [aim for aim in best_aims(gun, in_reach(s, u, gun, front)) if aim[0] not in aimed]
            else:
                others = [prey for prey in ours if field & prey[1] and prey[0] not in aimed]
                chosen += best_aims(gun, in_reach(s, u, gun, others))
    return chosen


def in_reach(s: Regiment, u: int, gun: arms.Gun, ours: list[Prey]) -> list[tuple[int, int, int]]:
    """RR-16.1, RR-16.6, RR-21.23, RR-26.2, RR-26.16 Those of some men whom a unit sees within the range of a gun, with
    what a choice among them asks for: cover, squares, man. A flamethrower ignores soft cover; a dog bites nobody over a
    wall.
    """
    found = []
    kind, at = s.u_kind[u], s.u_at[u]
    on_foot, long, row = data.LENGTH[kind] == 0, gun.long, s.grid.far(at)
    may = sight.may_view(s, u)
    seen, as_lying = 0, -1
    for m, where, lying, squares in ours:
        if not may & where and (s.m_car[m] < 0 or not where & s.layout.forest):
            continue
        if s.m_car[m] >= 0:
            far = reactions.firing_range(s, u, m)
            if far <= long:
                found.append((0, far, m))  # RR-21.23 nothing covers a vehicle
            continue
        far = row[squares[0]] if on_foot else reactions.reaction_distance(s, u, m)
        if far > long:
            continue
        if lying != as_lying:
            seen, as_lying = sight.view_of(s, u, lying), lying
        if seen & where and (kind != data.DOG or dogs.bites(s, at, squares[0])):
            found.append((covered(s, u, gun, m, far), far, m))
    return found


def covered(s: Regiment, u: int, gun: arms.Gun, m: int, far: int) -> int:
    """RR-16.6, RR-26.2 How much cover a man has from a gun: none from beside him, and soft cover is none to a
    flamethrower.
    """
    if far <= 1:
        return 0
    if s.vehicle(u):
        less = -reactions.cover_of(s, u, m)
    else:
        less = -shelter.cover(s, s.u_at[u], False, (s.u_at[u],), s.m_at[m])
    return 0 if gun.flame and less == 1 else less


def best_aims(gun: arms.Gun, found: list[tuple[int, int, int]]) -> list[Aim]:
    """RR-16.6, RR-16.7 Of men in reach those with the least cover, and of these the nearest: man, modifier, weapon."""
    if not found:
        return []
    covered, far, m = min(found)
    plus = (1 if far <= gun.short else 0) - covered
    if len(found) == 1:
        return [(m, plus, gun.fired)]
    return [(m, plus, gun.fired) for cover, squares, m in found if cover == covered and squares == far]


@dataclass(frozen=True)
class NextAttack(Step):
    """RR-16.6, RR-16.8, RR-16.12 One attacker after another; the order is the players' where it can matter.

    Who can attack is found anew only when the men who may be attacked are no longer the same. Until then an attack
    changes nothing for the other attackers: nobody moves, and who dies is no longer among these men.
    """

    def do(self, s: Regiment) -> None:
        discover(s)
        ours, men = prey(s), s.ours.targets
        found = attackers(s, ours)
        while found:
            several = len(ours) > 1 and len({m for able in found.values() for m, _, _ in able}) > 1
            if several or heirs_matter(s, found):
                s.then(WhoAttacks(tuple([(u, m) for u in found for m, _, _ in found[u]])), NextAttack())
                return
            u, able = next(iter(found.items()))
            fires(s, u, *able[0])
            if s.due or s.ours.targets != men:
                s.then(NextAttack())
                return
            found[u] = options(s, u, ours)
            if not found[u]:
                del found[u]


def heirs_matter(s: Regiment, found: dict[int, list[Aim]]) -> bool:
    """RR-12.10, RR-16.12 Whether units that can attack one man alone differ in what they could do after him: if he may
    die, and is the last Operator who is spotted, the players must name another, whom not all of them may reach.
    """
    if s.section != BATTLE or len(found) < 2 or 0 not in s.m_spotted:
        return False
    m = next(iter(found.values()))[0][0]
    c = s.m_car[m]
    health = s.m_health[m] if c < 0 else s.c_health[c]
    if health > sum([arms.MOST[s.u_kind[u]] for u in found]):
        return False
    heirs = [n for n in survivors(s, m) if s.is_operator(n)]
    if any(s.m_spotted[n] for n in heirs):
        return False
    return any(attacks_differ(s, found, n) for n in heirs)


def attacks_differ(s: Regiment, found: dict[int, list[Aim]], heir: int) -> bool:
    """RR-16.12 Whether units differ in what they can do to the man whom they can attack, and to the one who would be
    spotted after him.
    """
    twin = s.clone()
    twin.spot(heir, 1)
    then = [one for one in prey(twin) if one[0] == heir]
    reach = [[plus for _, plus, _ in options(twin, u, then)] for u in found]
    attacks = [(s.u_kind[u], found[u][0][1], pluses) for u, pluses in zip(found, reach, strict=True)]
    return any(reach) and any(each != attacks[0] for each in attacks)


def survivors(s: Regiment, m: int) -> list[int]:
    """RR-21.20 Who is left on the board if a man dies, or the vehicle he sits in is lost with all aboard."""
    c = s.m_car[m]
    return [n for n in range(len(s.m_kind)) if s.on_board(n) and n != m and (c < 0 or s.m_car[n] != c)]


def attackers(s: Regiment, ours: list[Prey]) -> dict[int, list[Aim]]:
    """RR-16.1 The units that can attack now, with their targets."""
    found = {}
    for u in onlookers(s, ours) if ours else ():
        able = options(s, u, ours)
        if able:
            found[u] = able
    return found


def onlookers(s: Regiment, ours: list[Prey]) -> list[int]:
    """RR-18.18 The alert units that would see one of these men if nothing moved: who attacks is among them. A wood
    under one of our vehicles does not hide it, so whoever is near it is asked.
    """
    spots = 0
    for _, where, _, _ in ours:
        spots |= where
    close = s.axis.keen & (position.outlooks(s, [m for m, _, _, _ in ours]) | s.axis.scopes)
    found = obstacles.standing_on(s, close) if close else []
    if s.axis.motors:
        found = sorted({*found, *s.axis.motors})
    gaze, at, face = s.layout.gaze, s.u_at, s.u_face
    wooded = s.cars.wooded & spots != 0
    able = []
    for u in found:
        if not s.u_alert[u]:
            continue
        slow = u in s.axis.motors or u in s.roster.snipers
        if wooded or (sight.may_view(s, u) if slow else gaze.may(2, 4 * at[u] + face[u])) & spots:
            able.append(u)
    return able


def fires(s: Regiment, u: int, m: int, plus: int, weapon: int) -> None:
    """RR-16.1, RR-26.3 A unit makes its attack; a flamethrower burns the room too."""
    s.u_done[u] |= weapon
    gun = next(gun for gun in arms.GUNS[s.u_kind[u]] if gun.fired == weapon)
    room = s.layout.room[s.m_at[m]] if gun.flame and s.m_car[m] < 0 else 0
    reactions.attack(s, u, m, gun.dice, gun.needs, plus, "RR-16.1", "burns" if gun.flame else "attacks")
    if room:
        flames.after_attack(s, u, room)
    s.now(turn.EndAction())


@dataclass(frozen=True)
class WhoAttacks(ties.Attacker):
    """RR-16.8, RR-16.12 The players choose the next attacker, and among equal targets its target."""

    def chosen(self, s: Regiment, action: Action) -> None:
        u, m = s.unit_of(action[1]), s.man_of(action[2])
        for other, plus, weapon in options(s, u, prey(s)):
            if other == m:
                fires(s, u, m, plus, weapon)
                break

    def ask(self, s: Regiment) -> str:
        return "Which unit attacks next, and whom?"
