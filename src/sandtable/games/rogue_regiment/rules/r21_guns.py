"""Chapter 21, the guns of the players' vehicles: fields of fire, attacks, strafing, marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import ROOM
from sandtable.games.rogue_regiment.rules import r02_cover as shelter
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.state import ATTACKED, OFF, SEAT, SUPPORT, Regiment, changed
from sandtable.geometry.sight import FIELD, corner_cone
from sandtable.geometry.squares import bits, moved, ringed
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.telling import plural

IN_BUILDING: Final = -2  # RR-21.10
FACES_REAR: Final = [[seat != "front" for seat in seats] for seats in data.SEATS]
GUN_SEATS: Final = [[seats.index(name) for name in guns] for seats, guns in zip(data.SEATS, data.GUNS, strict=True)]


# --- what they reach


def gunners(s: Regiment, c: int) -> list[int]:
    """RR-21.4 The seats with a gun and somebody in them."""
    return [seat for seat in GUN_SEATS[s.c_kind[c]] if cars.in_seat(s, c, seat) >= 0]


def gun_range(s: Regiment, c: int, seat: int, target: int) -> int:
    """RR-21.4, RR-21.10, RR-21.26 The range from a gun to a target, or 0: front and rear guns have their quarter, a
    boat's none.
    """
    longest = max([data.W_LONG[weapon] for weapon in guns_of(s, c, seat)], default=0)
    return in_sight(s, c, target, *gun_field(s, c, seat), longest)


def sweeps(s: Regiment, c: int, seat: int, u: int) -> bool:
    """RR-20.13, RR-20.14, RR-21.9 Whether a gun has a unit beside its target in sight, however far that is."""
    return in_sight(s, c, u, *gun_field(s, c, seat, FIELD + 1), 2 * FIELD) > 0


def in_sight(s: Regiment, c: int, target: int, point: int, field: int, longest: int) -> int:
    """RR-6.2, RR-18.17, RR-18.18, RR-21.10 How far the nearest square of a target is that a gun at a corner can fire at
    in its field, no farther than so many squares, or 0.
    """
    whole = s.cover(target) if target < targeting.BARREL_AT else s.grid.bit[targeting.target_square(s, target)]
    own, cover = s.cars.covers[c], whole & s.grid.board
    if not field & cover or not own & s.grid.board:
        return 0
    blocks = obstacles.our_veil(s) & ~(own | cover)
    wooded = cover & s.layout.forest != 0 and target < targeting.BARREL_AT and s.vehicle(target)
    if wooded:
        blocks = sight.in_the_way(s, blocks, cover) & ~own
    rolling, state = driving.wheels_of(s, c), driving.state_of(s, c)
    best = 0
    for v in bits(cover & field):
        far = rolling.distance_on_board(state, v)
        if 0 < far <= longest and (best == 0 or far < best) and is_clear(s, c, point, v, blocks, wooded):
            best = far
    return best


def is_clear(s: Regiment, c: int, point: int, v: int, blocks: int, wooded: bool) -> bool:
    """RR-18.18, RR-21.10, RR-21.26 Whether a gun at a corner has a clear line to a square, or one through one wall into
    a building; a boat's fires from any of its squares. The wood under a `wooded` vehicle does not hide it.
    """
    layout = s.layout
    if s.c_kind[c] == data.BOAT:
        eyes = layout.walls if wooded else layout.eyes
        return any(eyes.level(w, v, blocks, blocks) < 2 for w in bits(s.cars.covers[c] & s.grid.board))
    crew = layout.crew_walls if wooded else layout.crew
    if crew.level(point, v, blocks, blocks) < 2:
        return True
    return layout.kind[v] == ROOM and shelter.walls_between(s, point, v, blocks) == 1


def gun_field(s: Regiment, c: int, seat: int, depth: int = FIELD) -> tuple[int, int]:
    """RR-21.4, RR-21.26 The corner from which a gun fires, and the squares of its quarter so many squares deep; a
    boat's gun has none and fires all round.
    """
    if s.c_kind[c] == data.BOAT:
        return OFF, s.grid.board
    point, facing = s.cars.corners[c][FACES_REAR[s.c_kind[c]][seat]]
    if depth == FIELD:
        return point, s.layout.crew_fields[4 * point + facing]
    deeper = moved(corner_cone(s.grid.stride, facing, depth), point - s.layout.crew.lines.base)
    return point, deeper & s.grid.board


def guns_of(s: Regiment, c: int, seat: int) -> list[int]:
    """RR-21.26 The weapons of a gunner: a Vickers, or in the boat his own hand weapons."""
    m = cars.in_seat(s, c, seat)
    if m < 0:
        return []
    if s.c_kind[c] != data.BOAT:
        return [data.VICKERS]
    return [w for w in targeting.weapons(s, m) if w not in (data.KNIFE, data.GRENADE, data.SPEARGUN)]


def in_reach(s: Regiment, c: int, seat: int, target: int) -> list[int]:
    """RR-21.4 The weapons with which a gunner can fire at a target."""
    far = gun_range(s, c, seat, target)
    return [weapon for weapon in guns_of(s, c, seat) if 0 < far <= data.W_LONG[weapon]]


def shots(s: Regiment, c: int, but: tuple[int, ...] = ()) -> list[Action]:
    """RR-21.4 Every gunner with every target he can fire at."""
    found: list[Action] = []
    for seat in gunners(s, c):
        if seat not in but:
            for target, _ in targeting.among(s, gun_field(s, c, seat)[1]):
                if gun_range(s, c, seat, target):
                    found.append((data.SEATS[s.c_kind[c]][seat], targeting.target_word(s, target)))
    return found


# --- fire


@dataclass(frozen=True)
class MoreGuns(Choice):
    """RR-21.4, RR-21.5, RR-21.8 One or all guns may be used in an action; after a drive the gunners may mark
    instead.
    """

    car: int
    used: tuple[int, ...]
    marking: bool

    clause = "RR-21.4"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        c = self.car
        if not cars.on_board(s, c):
            return [act("done")]
        found: list[Action] = [("attack", seat, word) for seat, word in shots(s, c, self.used)]
        if self.marking:
            found += [("mark", seat, word) for seat, word in markable(s, c)]
        return [*found, act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        c = self.car
        if action[0] == "mark":
            s.then(MoreMarks(c, (set_mark(s, c, action[1], action[2]),)))
        elif action[0] == "attack":
            number = data.SEATS[s.c_kind[c]].index(action[1])
            s.then(WithWhat(c, number, targeting.target_of(s, action[2])), MoreGuns(c, (*self.used, number), False))

    def label(self, s: Regiment, action: Action) -> str:
        return "Fire no other gun" if action == ("done",) else ""

    def ask(self, s: Regiment) -> str:
        return "Does another gun fire?" if self.used else f"Do the gunners of the {{{s.car(self.car)}}} attack or mark?"


@dataclass(frozen=True)
class WithWhat(Choice):
    """RR-21.26 With which of his weapons a boat's gunner fires; a Vickers is the only one at its seat."""

    car: int
    gun: int
    target: int

    clause = "RR-21.26"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found = in_reach(s, self.car, self.gun, self.target)
        return [act("with", data.WEAPONS[weapon]) for weapon in found] or [act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] == "with":
            s.then(CarFire(self.car, self.gun, self.target, data.WEAPONS.index(action[1])))

    def ask(self, s: Regiment) -> str:
        return "With which weapon does the gunner fire?"


@dataclass(frozen=True)
class CarFire(Step):
    """RR-21.4, RR-21.6, RR-21.9, RR-21.10, RR-21.30, RR-20.34, RR-12.7 A mounted gun fires: each use is loud, in a
    building it takes 2 off, and it strafes. The gunner has attacked in this turn, wherever he gets out, and it is he
    whom the noise gives away.
    """

    car: int
    seat: int
    target: int
    weapon: int

    def do(self, s: Regiment) -> None:
        c, target, weapon = self.car, self.target, self.weapon
        far = gun_range(s, c, self.seat, target)
        m = cars.in_seat(s, c, self.seat)
        if not far or m < 0:
            return
        s.m_shot = changed(s.m_shot, m, 1)
        s.act_man, s.act_from = m, tuple(sight.man_squares(s, m))
        plus = 1 if far <= data.W_SHORT[weapon] else 0
        if s.layout.room[targeting.target_square(s, target)] and weapon == data.VICKERS:
            plus += IN_BUILDING
        if data.AMMO[weapon]:
            s.give(m, data.ITEM_WEAPON.index(weapon), -1)
        if data.EARSHOT[weapon]:
            again = s.stage.switches.vehicle_guns_one_noise and any(tells for _, _, tells in s.act_loud)
            s.act_loud = (*s.act_loud, (s.act_from, data.EARSHOT[weapon], notice.AGAIN if again else notice.TELLS))
        s.faces = tuple(s.rolls(data.W_DICE[weapon]))
        s.say(
            "RR-21.9",
            f"{{}} fires at {{}}: {' '.join(map(str, s.faces))} at {reactions.signed(plus)}, "
            f"needs {data.W_NEEDS[weapon]}",
            s.man(m),
            targeting.target_word(s, target),
            facts=(("rolled", s.man(m), *map(str, s.faces)),),
        )
        s.then(items.Luck(m, data.W_NEEDS[weapon] - plus), CarCount(c, self.seat, target, weapon, plus))


@dataclass(frozen=True)
class CarCount(Step):
    """RR-6.5 The dice of a mounted gun are counted."""

    car: int
    seat: int
    target: int
    weapon: int
    plus: int

    def do(self, s: Regiment) -> None:
        s.hits = sum(1 for face in s.faces if face + self.plus >= data.W_NEEDS[self.weapon])
        s.faces = ()
        if self.target < targeting.BARREL_AT and s.alive(self.target):
            s.u_mark[self.target] |= ATTACKED
        if s.hits:
            s.then(CarSpend(self.car, self.seat, self.target, self.weapon, targeting.struck(s, self.target)))


@dataclass(frozen=True)
class CarSpend(Choice):
    """RR-21.9, RR-20.13, RR-20.14 The hits of a strafing gun go to the target and to units beside it that are in
    sight.
    """

    car: int
    gun: int
    target: int
    weapon: int
    near: tuple[int, ...]
    last: str = ""  # what took the hit before

    clause = "RR-21.9"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found: list[int] = []
        if s.hits:
            found = [self.target] if targeting.stands(s, self.target) else []
            if data.STRAFE[self.weapon]:
                beside = ringed(sum([s.grid.bit[v] for v in self.near]), s.grid.stride)
                for u in obstacles.standing_on(s, beside):
                    if u != self.target and s.here(u) and sweeps(s, self.car, self.gun, u):
                        found.append(u)
            found = [u for u in found if attack.hurts(s, self.weapon, u)]
        wanted = self.last or targeting.target_word(s, self.target)
        return attack.to_spend(s, [targeting.target_word(s, t) for t in found], wanted)

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == attack.SPARE:
            s.hits = 0
            return
        s.hits -= 1
        attack.damage(s, targeting.target_of(s, action[1]))
        s.then(CarSpend(self.car, self.gun, self.target, self.weapon, self.near, action[1]))

    def ask(self, s: Regiment) -> str:
        return f"{plural(s.hits, 'hit')} left: on whom?"


# --- marks


def markable(s: Regiment, c: int, but: tuple[int, ...] = ()) -> list[Action]:
    """RR-21.4, RR-21.5, RR-21.7, RR-7.5, RR-22.3 Gunners who are Operators may mark any unit with their own markers,
    each once in an action; the boat's sheet has no marking.
    """
    found: list[Action] = []
    if s.c_kind[c] == data.BOAT:
        return found
    for seat in gunners(s, c):
        m = cars.in_seat(s, c, seat)
        if seat not in but and s.m_kind[m] < SUPPORT:
            name, words = data.SEATS[s.c_kind[c]][seat], s.roster.names
            found += [(name, words[u]) for u, at in enumerate(s.u_at) if at >= 0 and u != s.m_mark[m]]
    return found


def set_mark(s: Regiment, c: int, name: str, word: str) -> int:
    """RR-21.7 The marker of the gunner in a seat lies on a unit; the seat's number."""
    seat = data.SEATS[s.c_kind[c]].index(name)
    m = cars.in_seat(s, c, seat)
    s.m_mark[m] = s.unit_of(word)
    s.m_hold = changed(s.m_hold, m, 0)
    s.say("RR-21.7", "{} marks {}", s.man(m), word, facts=(("marked", word, f"target-{s.man(m)}"),))
    return seat


@dataclass(frozen=True)
class MoreMarks(Choice):
    """RR-21.5 When one gunner marks, the others may mark as well."""

    car: int
    used: tuple[int, ...]

    clause = "RR-21.5"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [*(act("mark", seat, word) for seat, word in markable(s, self.car, self.used)), act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action != ("done",):
            s.then(MoreMarks(self.car, (*self.used, set_mark(s, self.car, action[1], action[2]))))

    def label(self, s: Regiment, action: Action) -> str:
        return "Mark nothing else" if action == ("done",) else ""

    def ask(self, s: Regiment) -> str:
        return "Does another gunner mark?"


def mark_shots(s: Regiment, m: int) -> list[int]:
    """RR-21.6, RR-21.7, RR-7.11 Whether a seated gunner can fire at the unit he marked."""
    c, u, seat = s.m_car[m], s.m_mark[m], s.m_seat[m]
    if c < 0 or u < 0 or not s.here(u) or not cars.on_board(s, c):
        return []
    in_quarter = gun_field(s, c, seat)[1] & s.cover(u)  # RR-21.4
    return in_reach(s, c, seat, u) if in_quarter and seat in gunners(s, c) else []
