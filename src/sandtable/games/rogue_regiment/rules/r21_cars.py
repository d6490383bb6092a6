"""Chapter 21, the players' vehicles: Willys, truck and rowing boat; seats, actions, deploying, repair and damage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    CREWMAN,
    DEAD,
    IN_RANGE,
    NOTHING,
    OFF,
    SEAT,
    SEEN,
    SHOUTED,
    WAITING,
    WAS_ALERT,
    Regiment,
    changed,
)
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, Choice, Step, act

AP: Final = 2  # RR-21.1
IN_PLAY: Final = (WAITING, ACTIVE)


# --- who sits where


def aboard(s: Regiment, c: int) -> list[int]:
    """RR-21.19 The men in a vehicle."""
    return [m for m, car in enumerate(s.m_car) if car == c and s.m_state[m] in IN_PLAY]


def in_seat(s: Regiment, c: int, seat: int) -> int:
    """The man in a seat, or OFF."""
    for m, car in enumerate(s.m_car):
        if car == c and s.m_seat[m] == seat and s.m_state[m] in IN_PLAY:
            return m
    return OFF


def free_seats(s: Regiment, c: int) -> list[int]:
    """RR-21.15 The seats of a vehicle that nobody sits in."""
    taken = [s.m_seat[m] for m in aboard(s, c)]
    return [seat for seat in range(len(data.SEATS[s.c_kind[c]])) if seat not in taken]


def open_squares(s: Regiment, m: int) -> int:
    """RR-21.15, RR-21.31, RR-22.4 The squares a man may board a vehicle on."""
    return with_seats(s, m) if s.m_object[m] == NOTHING and not s.m_swim[m] else 0


def with_seats(s: Regiment, m: int) -> int:
    """RR-21.15, RR-24.3, RR-24.36 The squares of vehicles that have a free seat for a man: none for Nancy under cover,
    and that of the Support Willys for an Operator alone.
    """
    found = 0
    if not s.c_kind or (s.m_kind[m] == data.NANCY and sight.under_cover(s, m)):
        return found
    for c in range(len(s.c_kind)):
        cover = s.cars.covers[c]
        if s.c_kind[c] == data.SUPPORT_WILLYS and not s.is_operator(m):
            continue
        if cover & s.grid.board and s.m_car.count(c) < len(data.SEATS[s.c_kind[c]]):
            found |= ways_in(s, c)
    return found


def ways_in(s: Regiment, c: int) -> int:
    """RR-21.15, RR-21.26 The squares by which one gets into a vehicle, of a boat those that no bridge covers."""
    cover = s.cars.covers[c]
    return cover & ~s.layout.bridges if s.c_kind[c] == data.BOAT else cover


def passengers(s: Regiment, c: int) -> list[int]:
    """RR-21.12, RR-24.36 The men in a vehicle who may get out: the crew of the Support Willys never does."""
    return [m for m in aboard(s, c) if s.m_kind[m] != CREWMAN]


def on_board(s: Regiment, c: int) -> bool:
    """Whether a vehicle is on the board, at least in part."""
    return s.cars.covers[c] & s.grid.board != 0


def of_word(s: Regiment, word: str) -> int:
    """The number of the vehicle with that word."""
    return next(c for c in range(len(s.c_kind)) if s.car(c) == word)


@dataclass(frozen=True)
class TakeSeat(Choice):
    """RR-21.15, RR-21.31, RR-21.17 Who boards takes a free seat of his choice, and his turn ends; in Battle in the
    Willys he is spotted.
    """

    man: int
    square: int

    clause = "RR-21.15"
    owner = SEAT

    def _car(self, s: Regiment) -> int:
        return next(c for c in range(len(s.c_kind)) if ways_in(s, c) >> self.square & 1 and free_seats(s, c))

    def offer(self, s: Regiment) -> list[Action]:
        if not s.on_board(self.man):
            return [act("done")]
        c = self._car(s)
        return [act("seat", s.man(self.man), data.SEATS[s.c_kind[c]][seat]) for seat in free_seats(s, c)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            return
        c = self._car(s)
        sit(s, self.man, c, data.SEATS[s.c_kind[c]].index(action[2]))
        s.m_done = changed(s.m_done, self.man, 1)

    def ask(self, s: Regiment) -> str:
        return f"Which seat does {{{s.man(self.man)}}} take?"


def seat_square(s: Regiment, c: int) -> int:
    """RR-18.12 The square by which those aboard a vehicle are known: its first that is on the board, if one is."""
    shown = s.layout.squares_shown(4 * s.c_at[c] + s.c_face[c], data.CAR_LENGTH[s.c_kind[c]])
    return shown[0] if shown else s.c_at[c]


def sit(s: Regiment, m: int, c: int, seat: int) -> None:
    """RR-21.15, RR-21.17 A man is in a seat."""
    s.sit(m, c, seat)
    s.put(m, seat_square(s, c))
    s.m_low[m] = 0
    s.say(
        "RR-21.15",
        "{} sits down in the {}: {}",
        s.man(m),
        s.car(c),
        data.SEATS[s.c_kind[c]][seat],
        facts=(("placed", s.man(m), s.car(c)),),
    )
    if s.section == BATTLE and s.c_kind[c] in data.JEEPS and s.on_board(m):
        notice.spot(s, m, "RR-21.17", "aboard the Willys")


# --- the vehicles' turn


def has_crew(s: Regiment, c: int) -> bool:
    """RR-21.1 Whether a vehicle can act: somebody sits in it and it is not done."""
    return s.c_at[c] >= 0 and not s.c_done[c] and bool(aboard(s, c))


@dataclass(frozen=True)
class CarsAct(Choice):
    """RR-4.6, RR-21.1 Vehicles with somebody aboard act before anybody on foot, in an order of the players' choice."""

    clause = "RR-21.1"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return typhoon.or_call(s, [act("act", s.car(c)) for c in range(len(s.c_kind)) if has_crew(s, c)])

    def chosen(self, s: Regiment, action: Action) -> None:
        if not typhoon.called(s, action, self) and action != ("done",):
            c = of_word(s, action[1])
            s.c_ap = changed(s.c_ap, c, AP)
            s.then(CarAct(c), CarsAct())

    def ask(self, s: Regiment) -> str:
        return "Which vehicle acts?"


@dataclass(frozen=True)
class CarAct(Choice):
    """RR-21.1, RR-21.2, RR-21.3, RR-21.4, RR-21.8, RR-21.12, RR-21.14, RR-14.16 A vehicle's two actions; the cigarette
    may be given away meanwhile.
    """

    car: int

    clause = "RR-21.1"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        c = self.car
        name = s.car(c)
        found: list[Action] = []
        if has_crew(s, c) and s.c_ap[c] >= 1:
            driver = in_seat(s, c, 0) >= 0
            mobile = driver and driving.ends(s, c) != 0
            if mobile:
                found.append(act("drive", name))
            if driver:
                if driving.leaves(s, c):
                    found.append(act("leave", name))
                found += [act("floor", name, str(n)) for n in driving.floors(s, c)]
            if on_board(s, c):
                found += self.fire(s, mobile)
                if passengers(s, c):
                    found.append(act("deploy", name))
                if s.c_ap[c] >= 2 and s.c_health[c] < data.REPAIR_TO[s.c_kind[c]]:
                    found.append(act("repair", name))
            found += items.smokes(s)
        return [*found, act("end", name)]

    def fire(self, s: Regiment, mobile: bool) -> list[Action]:
        """RR-21.8 What its guns may attack or mark, and the same with a drive."""
        name = s.car(self.car)
        found: list[Action] = []
        for verb, aims in (("attack", guns.shots(s, self.car)), ("mark", guns.markable(s, self.car))):
            plain, driven = act(verb, name), act(f"{verb}-drive", name)
            found += [plain + aim for aim in aims]
            if mobile:
                found += [driven + aim for aim in aims]
        return found

    def chosen(self, s: Regiment, action: Action) -> None:
        c = self.car
        if action[0] == "end":
            s.c_done = changed(s.c_done, c, 1)
            return
        if action[0] == "drive":
            s.then(driving.PlanDrive(c, True), self)
            return
        if action[0] == "leave":
            s.then(driving.LeaveBy(c), self)
            return
        if action[0] == items.CIGARETTE.word:
            items.CIGARETTE.perform(s, OFF, action)
            s.then(self)
            return
        crew = begin(s, c, 2 if action[0] == "repair" else 1)
        if action[0] == "deploy":
            driving.notice_car(s, c, False)
            for m in aboard(s, c):
                s.m_turn = changed(s.m_turn, m, 0)
            s.then(Deploy(c), turn.EndAction(), CarAct(c))
            return
        if action[0] != "floor":
            driving.notice_car(s, c, False)
        match action[0]:
            case "floor":
                driving.floor_it(s, c, int(action[2]))
            case "attack" | "attack-drive":
                number = data.SEATS[s.c_kind[c]].index(action[2])
                s.then(guns.WithWhat(c, number, targeting.target_of(s, action[3])), guns.MoreGuns(c, (number,), False))
            case "mark" | "mark-drive":
                s.then(guns.MoreMarks(c, (guns.set_mark(s, c, action[2], action[3]),)))
            case _:
                s.c_health = changed(s.c_health, c, s.c_health[c] + 1)
                s.say(
                    "RR-21.14",
                    f"{{}} is repaired to {s.c_health[c]}",
                    s.car(c),
                    facts=(("counted", s.car(c), str(s.c_health[c])),),
                )
        if action[0].endswith("-drive"):
            s.then(driving.DriveTo(c, False))
        close(s, c, crew)

    def ask(self, s: Regiment) -> str:
        return f"{{{s.car(self.car)}}}: {s.c_ap[self.car]} of {AP} actions left"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.car(self.car),)

    def price(self, s: Regiment, action: Action) -> str:
        return {"end": "", items.CIGARETTE.word: "", "repair": "2 actions"}.get(action[0], "1 action")


def begin(s: Regiment, c: int, cost: int) -> int:
    """RR-21.1 An action of a vehicle is paid for; one of those aboard stands for all who may be noticed."""
    crew = aboard(s, c)[0]
    notice.begin(s, crew, c)
    s.c_ap = changed(s.c_ap, c, s.c_ap[c] - cost)
    return crew


def close(s: Regiment, c: int, crew: int) -> None:
    """RR-4.13 What was heard and seen of an action of a vehicle, the reactions, and its next action."""
    turn.finish_action(s, crew)
    s.then(CarAct(c))


# --- deploying


@dataclass(frozen=True)
class Deploy(Choice):
    """RR-21.12, RR-21.13 Any number of men get out onto squares beside the vehicle, or instead they change seats; who
    gets out has his turn.
    """

    car: int
    out: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] = ()  # who got out, who saw him, who within range

    clause = "RR-21.12"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        c = self.car
        found: list[Action] = []
        places, crew = [s.stage.names[v] for v in doorsteps(s, c)], passengers(s, c)
        # Where a man may sit instead, once: on a free seat, or in exchange with one who has not moved.
        moved = [s.m_seat[n] for n in crew if s.m_turn[n]]
        manned = data.CAR_CREW[s.c_kind[c]]
        seats = [(n, word) for n, word in enumerate(data.SEATS[s.c_kind[c]]) if n not in moved and n not in manned]
        for m in crew:
            name = s.man(m)
            if not moved:
                found += [("out", name, place) for place in places]
            if not self.out and not s.m_turn[m]:
                found += [("seat", name, word) for n, word in seats if n != s.m_seat[m]]
        return [*found, ("done",)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            crew = aboard(s, self.car)
            out = self.out
            if crew:
                driving.notice_car(s, self.car, False)
                s.act_man = crew[0]
            else:  # RR-21.19 nobody fires at an empty vehicle: who saw it fires at those who were in it
                seen, near = having(s, SEEN), having(s, IN_RANGE)
                out = tuple([(m, (*seen, *saw), (*near, *reached)) for m, saw, reached in out])
            s.then(notice.After(), SeenActing((*[m for m, _, _ in out], *crew)))
            if crew:
                s.then(reactions.Reactions(crew[0]))
            s.then(*[GotOut(m, saw, reached) for m, saw, reached in out])
            return
        m = s.man_of(action[1])
        out = self.out
        if action[0] == "seat":
            s.m_turn = changed(s.m_turn, m, 1)
            seat = data.SEATS[s.c_kind[self.car]].index(action[2])
            other, old = in_seat(s, self.car, seat), s.m_seat[m]
            sit(s, m, self.car, seat)
            if other >= 0:
                sit(s, other, self.car, old)
        else:
            s.sit(m, OFF, OFF)
            s.put(m, s.stage.by_name[action[2]])
            s.m_turn = changed(s.m_turn, m, 0)
            s.say("RR-21.12", "{} gets out on {}", s.man(m), action[2], facts=(("placed", s.man(m), action[2]),))
            out = (*out, (m, *seen_there(s, m)))
        s.then(Deploy(self.car, out))

    def label(self, s: Regiment, action: Action) -> str:
        return "Nobody else moves" if action == ("done",) else ""

    def ask(self, s: Regiment) -> str:
        return f"Who gets out of {{{s.car(self.car)}}}, or changes seats?"


@dataclass(frozen=True)
class SeenActing(Step):
    """RR-21.29 All who were aboard a vehicle that is seen acting are spotted, those who have got out as well."""

    men: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        for u in range(len(s.u_kind)):
            if s.u_mark[u] & SEEN and s.here(u):
                for m in self.men:
                    notice.spot(s, m, "RR-21.29", f"seen by {{{s.unit(u)}}}")


def seen_there(s: Regiment, m: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """RR-9.16, RR-10.15 The units that see a man where he has got out, and those within range of him."""
    marks = s.u_mark[:]
    s.u_mark[:] = [0] * len(marks)
    notice.notice(s, m, s.m_at[m], False)
    found = having(s, SEEN), having(s, IN_RANGE)
    s.u_mark[:] = marks
    return found


def having(s: Regiment, mark: int) -> tuple[int, ...]:
    """The units with a mark of the action that is being resolved."""
    return tuple([u for u, marks in enumerate(s.u_mark) if marks & mark])


@dataclass(frozen=True)
class GotOut(Step):
    """RR-9.16, RR-10.1, RR-10.4, RR-21.12 Who was seen when he got out is spotted, and answered for himself."""

    man: int
    seen: tuple[int, ...]
    near: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        if not s.on_foot(self.man):
            return
        s.u_mark[:] = [mark & (WAS_ALERT | SHOUTED) for mark in s.u_mark]
        for units, mark in ((self.seen, SEEN), (self.near, IN_RANGE)):
            for u in units:
                s.u_mark[u] |= mark
        s.act_man, s.act_car = self.man, OFF
        s.then(notice.After(), reactions.Reactions(self.man))


def doorsteps(s: Regiment, c: int) -> list[int]:
    """RR-21.12, RR-27.22 The free squares beside a vehicle that a step leads to, through no locked door."""
    if s.c_at[c] < 0:
        return []
    beside = driving.wheels_of(s, c).tracks(s.things.shut).doorsteps(driving.state_of(s, c), s.locks)
    return bits(beside & ~(obstacles.occupied(s) | s.things.burning))


# --- damage


def damage(s: Regiment, c: int, points: int) -> None:
    """RR-21.20, RR-21.22 A vehicle loses health; destroyed it kills all aboard."""
    s.c_health = changed(s.c_health, c, max(0, s.c_health[c] - points))
    s.say(
        "RR-21.20",
        f"{{}} has {s.c_health[c]} health left",
        s.car(c),
        facts=(("counted", s.car(c), str(s.c_health[c])),),
    )
    if s.c_health[c] == 0:
        s.say("RR-21.22", "{} is destroyed with all aboard", s.car(c), facts=(("removed", s.car(c)),))
        for m in aboard(s, c):
            s.say("RR-21.22", "{} is killed", s.man(m), facts=(("removed", s.man(m)),))
            turn.remove(s, m, DEAD)
        s.park(c, OFF, s.c_face[c])
