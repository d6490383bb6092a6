"""Chapter 21, the players' vehicles: Willys, truck and rowing boat; seats, driving, guns, deploying, repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment import data, why
from sandtable.games.rogue_regiment import r02_cover as sight
from sandtable.games.rogue_regiment import r04_turn as turn
from sandtable.games.rogue_regiment import r05_movement as movement
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r10_reactions as reactions
from sandtable.games.rogue_regiment import r20_equipment as equipment
from sandtable.games.rogue_regiment.layout import WALK, passable
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    ATTACKED,
    BATTLE,
    DEAD,
    IN_RANGE,
    LEFT,
    NOISE,
    NOTHING,
    OFF,
    SEAT,
    SEEN,
    SUPPORT,
    WAITING,
    Regiment,
    changed,
    facing_word,
)
from sandtable.games.rogue_regiment.tiles import BRIDGE, REGULAR, ROAD, ROOM
from sandtable.games.rogue_regiment.wheels import Wheels, wheels
from sandtable.kernel.flow import Action, Choice, Refusal, Step, act
from sandtable.kernel.sight import FIELD
from sandtable.kernel.squares import FACINGS, bits

AP: Final = 2  # RR-21.1
IN_BUILDING: Final = -2  # RR-21.10


# --- who sits where


def aboard(s: Regiment, c: int) -> list[int]:
    """RR-21.19 The men in a vehicle."""
    return [m for m in range(len(s.m_kind)) if s.m_car[m] == c and s.m_state[m] in (WAITING, ACTIVE)]


def in_seat(s: Regiment, c: int, seat: int) -> int:
    """The man in a seat, or OFF."""
    return next((m for m in aboard(s, c) if s.m_seat[m] == seat), OFF)


def free_seats(s: Regiment, c: int) -> list[int]:
    """RR-21.15 The seats of a vehicle that nobody sits in."""
    return [seat for seat in range(len(data.SEATS[s.c_kind[c]])) if in_seat(s, c, seat) < 0]


def open_squares(s: Regiment, m: int) -> int:
    """RR-21.15, RR-21.31, RR-22.4 The squares a man may board a vehicle on."""
    found = 0
    if s.m_object[m] != NOTHING or s.m_swim[m]:
        return 0
    for c in range(len(s.c_kind)):
        if s.c_at[c] >= 0 and on_board(s, c) and free_seats(s, c):
            found |= sight.car_cover(s, c)
            if s.c_kind[c] == data.BOAT:
                found &= ~sight.decks(s, c)
    return found


def on_board(s: Regiment, c: int) -> bool:
    """Whether a vehicle is on the board, at least in part."""
    return sight.car_cover(s, c) & s.grid.board != 0


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
        return next(c for c in range(len(s.c_kind)) if self.square in sight.car_squares(s, c) and free_seats(s, c))

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


def sit(s: Regiment, m: int, c: int, seat: int) -> None:
    """RR-21.15, RR-21.17 A man is in a seat."""
    s.m_car[m], s.m_seat[m] = c, seat
    s.m_at[m] = s.c_at[c]
    s.m_low[m] = 0
    s.say(
        "RR-21.15",
        f"{{}} sits in {{}}, {data.SEATS[s.c_kind[c]][seat]}",
        s.man(m),
        s.car(c),
        facts=(("placed", s.man(m), s.car(c)),),
    )
    if s.section == BATTLE and s.c_kind[c] == data.WILLYS and s.on_board(m):
        notice.spot(s, m, "RR-21.17", "it sits in the Willys")


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
        return [act("act", s.car(c)) for c in range(len(s.c_kind)) if has_crew(s, c)] or [act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action != ("done",):
            c = of_word(s, action[1])
            s.c_ap = changed(s.c_ap, c, AP)
            s.then(CarAct(c), CarsAct())

    def ask(self, s: Regiment) -> str:
        return "Which vehicle acts?"


@dataclass(frozen=True)
class CarAct(Choice):
    """RR-21.1, RR-21.2, RR-21.3, RR-21.4, RR-21.8, RR-21.12, RR-21.14 A vehicle's two actions."""

    car: int

    clause = "RR-21.1"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        c = self.car
        name = s.car(c)
        found: list[Action] = []
        if has_crew(s, c) and s.c_ap[c] >= 1:
            driver = in_seat(s, c, 0) >= 0
            mobile = driver and ends(s, c) != 0
            if mobile:
                found.append(act("drive", name))
            if driver:
                if leaves(s, c):
                    found.append(act("leave", name))
                found += [act("floor", name, str(n)) for n in floors(s, c)]
            if on_board(s, c):
                for verb, aims in (("attack", shots(s, c)), ("mark", markable(s, c))):
                    found += [act(verb, name, seat, word) for seat, word in aims]
                    if mobile:
                        found += [act(f"{verb}-drive", name, seat, word) for seat, word in aims]
                found.append(act("deploy", name))
                if s.c_ap[c] >= 2 and s.c_health[c] < data.REPAIR_TO[s.c_kind[c]]:
                    found.append(act("repair", name))
        return [*found, act("end", name)]

    def chosen(self, s: Regiment, action: Action) -> None:
        c = self.car
        if action[0] == "end":
            s.c_done = changed(s.c_done, c, 1)
            return
        if action[0] == "drive":
            s.then(DriveTo(c, True))
            return
        crew = begin(s, c, 2 if action[0] == "repair" else 1)
        if action[0] == "deploy":
            notice_car(s, c, False)
            s.then(Deploy(c), turn.EndAction(), CarAct(c))
            return
        if action[0] not in ("leave", "floor"):
            notice_car(s, c, False)
        match action[0]:
            case "leave":
                depart(s, c)
            case "floor":
                floor_it(s, c, int(action[2]))
            case "attack" | "attack-drive":
                number = data.SEATS[s.c_kind[c]].index(action[2])
                s.then(WithWhat(c, number, attack.target_of(s, action[3])), MoreGuns(c, (number,), False))
            case "mark" | "mark-drive":
                set_mark(s, c, action[2], action[3])
                s.then(MoreMarks(c))
            case _:
                s.c_health = changed(s.c_health, c, s.c_health[c] + 1)
                s.say(
                    "RR-21.14",
                    f"{{}} is repaired to {s.c_health[c]}",
                    s.car(c),
                    facts=(("counted", s.car(c), str(s.c_health[c])),),
                )
        if action[0].endswith("-drive"):
            s.then(DriveTo(c, False))
        close(s, c, crew)

    def ask(self, s: Regiment) -> str:
        return f"{{{s.car(self.car)}}}: {s.c_ap[self.car]} of {AP} actions left"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.car(self.car),)

    def price(self, s: Regiment, action: Action) -> str:
        return {"end": "", "repair": "2 actions"}.get(action[0], "1 action")

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        return why.no_car_action(s, self.car, action)


def begin(s: Regiment, c: int, cost: int) -> int:
    """RR-21.1 An action of a vehicle is paid for; one of those aboard stands for all who may be noticed."""
    crew = aboard(s, c)[0]
    notice.begin(s, crew, c)
    s.c_ap = changed(s.c_ap, c, s.c_ap[c] - cost)
    return crew


def close(s: Regiment, c: int, crew: int) -> None:
    """RR-4.13 What was heard and seen of an action of a vehicle, the reactions, and its next action."""
    s.then(notice.After(), reactions.Reactions(crew), turn.EndAction(), CarAct(c))


# --- driving


def wheels_of(s: Regiment, c: int) -> Wheels:
    """RR-21.2, RR-21.26 The steps a vehicle may make; the boat goes on water."""
    return wheels(s.layout, data.CAR_LENGTH[s.c_kind[c]], s.c_kind[c] == data.BOAT)


def state_of(s: Regiment, c: int) -> int:
    """Where a vehicle is and heads."""
    return s.c_at[c] * 4 + s.c_face[c]


def blockers(s: Regiment, c: int) -> int:
    """RR-21.11, RR-18.7, RR-21.26 Where a vehicle may not end: on men of ours, vehicles, barrels; Axis infantry is run
    over. A boat meets nobody but swimmers: who is on a bridge is above it.
    """
    if s.c_kind[c] == data.BOAT:
        swimmers = [s.m_at[m] for m in range(len(s.m_kind)) if s.on_foot(m) and s.m_swim[m]]
        return sum(s.grid.bit[v] for v in swimmers)
    found = sight.occupied(s)
    for u in range(len(s.u_kind)):
        if not s.vehicle(u) and s.u_at[u] >= 0:
            found &= ~(1 << s.u_at[u])
    for m in range(len(s.m_kind)):
        if s.on_foot(m):
            found |= 1 << s.m_at[m]
    for v in sight.car_squares(s, c):
        found &= ~(1 << v)
    return found


def states(s: Regiment, c: int) -> int:
    """RR-21.2 What a vehicle reaches with the points of one action, as a set."""
    tracks = wheels_of(s, c).tracks(sight.shut(s))
    return tracks.ways_from(state_of(s, c)).within(data.CAR_MOVE[s.c_kind[c]])


def ends(s: Regiment, c: int) -> int:
    """RR-21.2 Where a vehicle may end a drive, as a set."""
    rolling = wheels_of(s, c)
    return states(s, c) & rolling.on_board & ~(rolling.over(blockers(s, c)) | rolling.bit(state_of(s, c)))


def drives(s: Regiment, c: int) -> list[int]:
    """RR-21.2 The same as states: front left square and heading."""
    return wheels_of(s, c).states(ends(s, c))


def state_words(s: Regiment, state: int) -> tuple[str, str]:
    """The words for where a vehicle is and heads."""
    return s.place(state >> 2) or f"beside-{state >> 2}", facing_word(state & 3)


def state_named(s: Regiment, place: str, facing: str) -> int:
    """The inverse."""
    v = s.stage.by_name[place] if place in s.stage.by_name else int(place.removeprefix("beside-"))
    return v * 4 + FACINGS.index(facing)


@dataclass(frozen=True)
class DriveTo(Choice):
    """RR-21.2, RR-21.8 Where a vehicle drives, as a link of a chain: nothing has happened yet if the drive comes
    first. After the guns it must drive, as a man on foot must after his attack (RR-6.10), unless it cannot.
    """

    car: int
    first: bool

    clause = "RR-21.2"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found = [act("to", *state_words(s, state)) for state in drives(s, self.car)] if s.c_at[self.car] >= 0 else []
        return found or [act("stay")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] == "to":
            s.then(DriveBy(self.car, s.stage.by_name[action[1]] * 4 + FACINGS.index(action[2]), self.first))

    def ask(self, s: Regiment) -> str:
        return f"Where does {{{s.car(self.car)}}} drive? Its front left square and its heading there"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.car(self.car),)

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        c = self.car
        if len(action) != 3 or action[0] != "to" or action[1] not in s.stage.by_name or action[2] not in FACINGS:
            return Refusal("RR-21.2", "say where to and heading where, as in “to k12 n”")
        state = s.stage.by_name[action[1]] * 4 + FACINGS.index(action[2])
        if not states(s, c) & wheels_of(s, c).bit(state):
            return Refusal("RR-21.2", f"that is not within {data.CAR_MOVE[s.c_kind[c]]} points of movement")
        if state == state_of(s, c):
            return Refusal("RR-21.2", f"{{{s.car(c)}}} is there already")
        return Refusal("RR-18.7", "it would end on squares that are taken, or off the board")


def ways(s: Regiment, c: int, goal: int) -> list[tuple[int, ...]]:
    """RR-21.2, RR-21.11, RR-21.18, RR-21.29 One way to a place for each set of units that see, hear or go under the
    vehicle on it, as the board stands now; the cheapest first.
    """
    rolling = wheels_of(s, c)
    tracks = rolling.tracks(sight.shut(s))
    start, points = state_of(s, c), data.CAR_MOVE[s.c_kind[c]]
    known: dict[int, tuple[int, int, int, int]] = {}
    best: dict[tuple[int, tuple[int, int, int, int]], int] = {}
    found: dict[tuple[int, int, int, int], tuple[int, ...]] = {}
    layers: list[list[tuple[int, tuple[int, int, int, int], tuple[int, ...]]]] = [[] for _ in range(points + 1)]
    layers[0].append((start, (0, 0, 0, 0), ()))
    useful = set(rolling.states(tracks.between(start, goal, points)))
    kept = s.c_at, s.c_face
    for spent in range(points + 1):
        for state, mark, way in layers[spent]:
            for to, price in tracks.moves(state):
                if to not in useful or spent + price > points or to == start or to in way:
                    continue
                if to not in known:
                    known[to] = effects(s, c, to)
                more = known[to]
                both = (mark[0] | more[0], mark[1] | more[1], mark[2] | more[2], mark[3] | more[3])
                if best.get((to, both), points + 1) <= spent + price:
                    continue
                best[to, both] = spent + price
                if to == goal:
                    found.setdefault(both, (*way, to))
                else:
                    layers[spent + price].append((to, both, (*way, to)))
    s.c_at, s.c_face = kept
    sight.cars_moved(s)
    return list(found.values())


def effects(s: Regiment, c: int, state: int) -> tuple[int, int, int, int]:
    """RR-21.11, RR-21.18, RR-21.29 Which units would hear a vehicle in a state, see it, see it within their range, and
    be run over, as bits. The vehicle is left there.
    """
    s.c_at, s.c_face = changed(s.c_at, c, state >> 2), changed(s.c_face, c, state & 3)
    sight.cars_moved(s)
    heard, seen, near = noticing(s, c)
    under = 0
    for u in run_over(s, c):
        under |= 1 << u
    return heard, seen, near, under


def run_over(s: Regiment, c: int) -> list[int]:
    """RR-21.11, RR-21.26 The Axis infantry under a vehicle where it is now; a boat passes under the bridges."""
    if s.c_kind[c] == data.BOAT:
        return []
    covered = sight.car_squares(s, c)
    return [u for u in range(len(s.u_kind)) if s.here(u) and not s.vehicle(u) and s.u_at[u] in covered]


@dataclass(frozen=True)
class DriveBy(Choice):
    """RR-21.2, RR-21.8 Which way a vehicle takes, where that makes a difference to somebody; then it drives, and if the
    drive comes first its gunners may attack or mark.
    """

    car: int
    goal: int
    first: bool

    clause = "RR-21.2"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [
            act("by", *(word for state in way for word in state_words(s, state)))
            for way in ways(s, self.car, self.goal)
        ]

    def chosen(self, s: Regiment, action: Action) -> None:
        c = self.car
        way = tuple(state_named(s, action[n], action[n + 1]) for n in range(1, len(action), 2))
        crew = begin(s, c, 1) if self.first else OFF
        drive(s, c, way)
        if self.first:
            s.then(MoreGuns(c, (), True))
            close(s, c, crew)

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.car(self.car)}}} take? They differ in who sees or hears it, or is run over"


def drive(s: Regiment, c: int, way: tuple[int, ...]) -> None:
    """RR-21.2, RR-21.11, RR-21.18, RR-21.28 A vehicle drives, heard at every step."""
    notice_car(s, c, True)
    for state in way:
        step(s, c, state)
    place, facing = state_words(s, way[-1])
    s.say(
        "RR-21.2", "{} drives to {}", s.car(c), place, facts=(("placed", s.car(c), place), ("turned", s.car(c), facing))
    )


def step(s: Regiment, c: int, state: int) -> None:
    """RR-21.11, RR-21.25 One step: Axis infantry on the squares is run over; the first onto the board brings its crew
    there.
    """
    s.c_at, s.c_face = changed(s.c_at, c, state >> 2), changed(s.c_face, c, state & 3)
    sight.cars_moved(s)
    for m in aboard(s, c):
        s.m_at[m] = s.c_at[c]
        if s.m_state[m] == WAITING and on_board(s, c):
            movement.enter(s, m)
            if s.section == BATTLE and s.c_kind[c] == data.WILLYS:
                notice.spot(s, m, "RR-21.17", "it sits in the Willys")
    for u in run_over(s, c):
        s.say("RR-21.11", "{} runs {} over", s.car(c), s.unit(u))
        attack.slay(s, u)
    notice_car(s, c, True)


def noticing(s: Regiment, c: int) -> tuple[int, int, int]:
    """RR-21.18, RR-21.21, RR-21.29 The units that hear a vehicle's engine, that see it, and that see it within the
    range of their reaction, as bits.
    """
    cover = sight.car_cover(s, c) & s.grid.board
    heard = seen = near = 0
    if not cover:
        return 0, 0, 0
    xs, ys = s.grid.xs, s.grid.ys
    squares = bits(cover)
    left, top, right, bottom = xs[squares[0]], ys[squares[0]], xs[squares[-1]], ys[squares[-1]]
    engine = data.ENGINE[s.c_kind[c]]
    about = s.grid.far(squares[0])
    most = max(engine, FIELD + 1) + max(data.LENGTH) + data.CAR_LENGTH[s.c_kind[c]]
    for u, at in enumerate(s.u_at):
        if at < 0 or about[at] > most or not s.here(u):
            continue
        far = 99
        for w in s.footprint(u):
            x, y = xs[w], ys[w]
            far = min(far, max(left - x, x - right, top - y, y - bottom, 0))
        if far <= engine and engine:
            heard |= 1 << u
        if far <= FIELD + 1 and sight.has_sight(s, u):
            if sight.may_view(s, u) & cover and sight.view_of(s, u, False) & cover:
                seen |= 1 << u
                if far <= notice.reaction_range(s, u):
                    near |= 1 << u
    return heard, seen, near


def notice_car(s: Regiment, c: int, driving: bool) -> None:
    """RR-21.18, RR-21.28, RR-21.29 Who sees a vehicle at this step, and who hears its engine."""
    heard, seen, near = noticing(s, c)
    for u in range(len(s.u_kind)):
        if driving and heard >> u & 1:
            s.u_mark[u] |= NOISE
        if seen >> u & 1:
            s.u_mark[u] |= SEEN
        if near >> u & 1:
            s.u_mark[u] |= IN_RANGE


def leaves(s: Regiment, c: int) -> list[int]:
    """RR-1.23 The states in which a vehicle has driven its front row over the edge at the entry tile, or a boat off the
    board where boats leave.
    """
    if not on_board(s, c):
        return []
    rolling = wheels_of(s, c)
    reached = states(s, c)
    exits = 0
    for v in s.stage.entry:
        exits |= s.grid.bit[v]
    found = rolling.states(reached & rolling.heading_for(exits))
    if s.c_kind[c] == data.BOAT:
        found += [state for state in rolling.states(reached) if boat_exit(s, rolling.squares(state)[:2])]
    return found


def boat_exit(s: Regiment, front: list[int]) -> bool:
    """Whether a boat's front row is over the edge that the mission names for it."""
    for objective in s.stage.mission.objectives:
        if objective.kind == "boat-exit" and objective.side is not None:
            where = objective.side
            depth = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}[where.side]
            for v in front:
                x, y = s.grid.xs[v] - depth[0], s.grid.ys[v] - depth[1]
                if s.grid.on_board(v) or not s.grid.inside(x, y):
                    return False
                if (x // 10, y // 10) != (where.column, where.row):
                    return False
            return True
    return False


def depart(s: Regiment, c: int) -> None:
    """RR-1.22, RR-12.9, RR-9.21 A vehicle leaves with all aboard by the cheapest way, seen and heard on it."""
    by_boat = s.c_kind[c] == data.BOAT
    notice_car(s, c, True)
    cost, before = wheels_of(s, c).tracks(sight.shut(s)).trails(state_of(s, c), data.CAR_MOVE[s.c_kind[c]])
    way = [min(leaves(s, c), key=lambda state: (cost[state], state))]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    for state in reversed(way[:-1]):
        step(s, c, state)
    for m in aboard(s, c):
        s.say("RR-1.22", "{} leaves the board in {}", s.man(m), s.car(c), facts=(("removed", s.man(m)),))
        turn.remove(s, m, LEFT)
        if by_boat:
            s.m_seat[m] = -2  # left by boat
    s.c_at = changed(s.c_at, c, OFF)
    s.c_done = changed(s.c_done, c, 1)
    s.changed()


def floors(s: Regiment, c: int) -> list[int]:
    """RR-21.3, RR-21.32 How many squares straight on over regular ground a Willys may floor it, stopping before the
    fifth as it likes.
    """
    if not on_board(s, c):
        return []
    rolling = wheels_of(s, c)
    taken = blockers(s, c)
    state = state_of(s, c)
    found = []
    for n in range(1, data.FLOOR_IT[s.c_kind[c]] + 1):
        after = ((state >> 2) + s.grid.step(state & 3)) * 4 + (state & 3)
        if not any(to == after for to, _ in rolling.tracks(sight.shut(s)).moves(state)):
            break
        if any(
            s.grid.on_board(v) and s.layout.kind[v] not in (REGULAR, ROAD, BRIDGE) for v in rolling.squares(after)[:2]
        ):
            break
        state = after
        if s.grid.on_board(state >> 2) and not rolling.cover(state) & taken:
            found.append(n)
    return found


def floor_it(s: Regiment, c: int, squares: int) -> None:
    """RR-21.3 Straight on at full speed."""
    notice_car(s, c, True)
    for _ in range(squares):
        step(s, c, (s.c_at[c] + s.grid.step(s.c_face[c])) * 4 + s.c_face[c])
    s.say(
        "RR-21.3", "{} floors it to {}", s.car(c), s.place(s.c_at[c]), facts=(("placed", s.car(c), s.place(s.c_at[c])),)
    )


# --- guns


def gunners(s: Regiment, c: int) -> list[int]:
    """RR-21.4 The seats with a gun and somebody in them."""
    seats = data.SEATS[s.c_kind[c]]
    return [seats.index(name) for name in data.GUNS[s.c_kind[c]] if in_seat(s, c, seats.index(name)) >= 0]


def gun_range(s: Regiment, c: int, seat: int, target: int) -> int:
    """RR-21.4, RR-21.10, RR-21.26 The range from a gun to a target, or 0: front and rear guns have their quarter, a
    boat's none.
    """
    kind = s.c_kind[c]
    cover = s.cover(target) if target < attack.BARREL_AT else s.grid.bit[attack.target_square(s, target)]
    point, field = gun_field(s, c, seat)
    if not field & cover:
        return 0
    squares = [v for v in sight.car_squares(s, c) if s.grid.on_board(v)]
    longest = max((data.W_LONG[weapon] for weapon in guns_of(s, c, seat)), default=0)
    if not squares:
        return 0
    goals = s.footprint(target) if target < attack.BARREL_AT else [attack.target_square(s, target)]
    goals = [v for v in goals if v >= 0 and s.grid.on_board(v)]
    blocks = sight.our_veil(s)
    for v in sight.car_squares(s, c) + goals:
        blocks &= ~(1 << v)
    best = 0
    for v in goals:
        far = min(s.grid.distance(v, w) for w in squares)
        if far > longest or far == 0:
            continue
        if kind == data.BOAT:
            clear = any(s.layout.eyes.level(w, v, blocks, blocks) < 2 for w in squares)
        else:
            clear = bool(field >> v & 1)
            if clear and s.layout.crew.level(point, v, blocks, blocks) >= 2:
                clear = s.layout.kind[v] == ROOM and sight.walls_between(s, point, v, True) == 1
        if clear and (best == 0 or far < best):
            best = far
    return best


def gun_field(s: Regiment, c: int, seat: int) -> tuple[int, int]:
    """RR-21.4, RR-21.26 The corner from which a gun fires, and the squares of its quarter; a boat's gun has none and
    fires all round.
    """
    kind = s.c_kind[c]
    if kind == data.BOAT:
        return OFF, s.grid.board
    front = data.SEATS[kind][seat] == "front"
    point, facing = s.layout.looks(state_of(s, c), data.CAR_LENGTH[kind], front, not front)[0]
    return point, s.layout.crew_fields[4 * point + facing]


def guns_of(s: Regiment, c: int, seat: int) -> list[int]:
    """RR-21.26 The weapons of a gunner: a Vickers, or in the boat his own hand weapons."""
    m = in_seat(s, c, seat)
    if m < 0:
        return []
    if s.c_kind[c] != data.BOAT:
        return [data.VICKERS]
    return [w for w in attack.weapons(s, m) if w not in (data.KNIFE, data.GRENADE, data.SPEARGUN)]


def in_reach(s: Regiment, c: int, seat: int, target: int) -> list[int]:
    """RR-21.4 The weapons with which a gunner can fire at a target."""
    far = gun_range(s, c, seat, target)
    return [weapon for weapon in guns_of(s, c, seat) if 0 < far <= data.W_LONG[weapon]]


def shots(s: Regiment, c: int, but: tuple[int, ...] = ()) -> list[tuple[str, str]]:
    """RR-21.4 Every gunner with every target he can fire at."""
    found = []
    for seat in gunners(s, c):
        if seat not in but:
            if not s.veil_known:
                sight.veil(s)
            for target, _ in attack.among(s, gun_field(s, c, seat)[1]):
                if gun_range(s, c, seat, target):
                    found.append((data.SEATS[s.c_kind[c]][seat], attack.target_word(s, target)))
    return found


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
        if not on_board(s, c):
            return [act("done")]
        found = [act("attack", seat, word) for seat, word in shots(s, c, self.used)]
        if self.marking:
            found += [act("mark", seat, word) for seat, word in markable(s, c)]
        return [*found, act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        c = self.car
        if action[0] == "mark":
            set_mark(s, c, action[1], action[2])
            s.then(MoreMarks(c))
        elif action[0] == "attack":
            number = data.SEATS[s.c_kind[c]].index(action[1])
            s.then(WithWhat(c, number, attack.target_of(s, action[2])), MoreGuns(c, (*self.used, number), False))

    def ask(self, s: Regiment) -> str:
        return "Does another gun fire?" if self.used else "Do the gunners attack or mark?"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        if len(action) == 3 and action[0] in ("attack", "mark"):
            if action[0] == "mark" and not self.marking:
                return Refusal("RR-21.5", "all gunners do the same, and these attack")
            return why.no_gun(s, self.car, action[0], action[1], action[2])
        return Refusal("RR-21.4", "a gunner's seat and a target, or done")


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
    """RR-21.4, RR-21.6, RR-21.9, RR-21.10, RR-21.30 A mounted gun fires: each use is loud, in a building it takes 2
    off, and it strafes.
    """

    car: int
    seat: int
    target: int
    weapon: int

    def do(self, s: Regiment) -> None:
        c, target, weapon = self.car, self.target, self.weapon
        far = gun_range(s, c, self.seat, target)
        m = in_seat(s, c, self.seat)
        if not far or m < 0:
            return
        plus = 1 if far <= data.W_SHORT[weapon] else 0
        if s.layout.room[attack.target_square(s, target)] and weapon == data.VICKERS:
            plus += IN_BUILDING
        if data.AMMO[weapon]:
            s.give(m, data.ITEM_WEAPON.index(weapon), -1)
        if data.EARSHOT[weapon]:
            again = s.stage.switches.vehicle_guns_one_noise and any(tells for _, _, tells in s.act_loud)
            source = s.c_at[c] if s.grid.on_board(s.c_at[c]) else sight.car_squares(s, c)[0]
            s.act_loud = (*s.act_loud, (source, data.EARSHOT[weapon], notice.AGAIN if again else notice.TELLS))
        s.faces = tuple(s.rolls(data.W_DICE[weapon]))
        s.say(
            "RR-21.9",
            f"{{}} fires at {{}}: {' '.join(map(str, s.faces))} at {reactions.signed(plus)}, "
            f"needs {data.W_NEEDS[weapon]}",
            s.man(m),
            attack.target_word(s, target),
            facts=(("rolled", s.man(m), *map(str, s.faces)),),
        )
        s.then(equipment.Luck(m, data.W_NEEDS[weapon] - plus), CarCount(c, self.seat, target, weapon, plus))


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
        if self.target < attack.BARREL_AT and s.alive(self.target):
            s.u_mark[self.target] |= ATTACKED
        if s.hits:
            near = s.footprint(self.target) if self.target < attack.BARREL_AT else []
            s.then(CarSpend(self.car, self.seat, self.target, self.weapon, tuple(near)))


@dataclass(frozen=True)
class CarSpend(Choice):
    """RR-21.9, RR-20.13 The hits of a strafing gun go to the target and to units beside it that the gun reaches."""

    car: int
    gun: int
    target: int
    weapon: int
    near: tuple[int, ...]

    clause = "RR-21.9"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found: list[int] = []
        if s.hits:
            if self.target >= attack.BARREL_AT:
                found = [self.target] if attack.stands(s, self.target) else []
            else:
                found = [self.target] if s.here(self.target) else []
                for u in range(len(s.u_kind)):
                    if u != self.target and s.here(u) and data.STRAFE[self.weapon]:
                        beside = any(s.grid.distance(v, w) <= 1 for v in s.footprint(u) for w in self.near)
                        if beside and gun_range(s, self.car, self.gun, u):
                            found.append(u)
                found = [u for u in found if attack.hurts(s, self.weapon, u)]
        return [act("hit", attack.target_word(s, t)) for t in found] or [act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            s.hits = 0
            return
        s.hits -= 1
        attack.damage(s, attack.target_of(s, action[1]))
        s.then(self)

    def ask(self, s: Regiment) -> str:
        return f"{s.hits} hit{'s' if s.hits != 1 else ''} left: on whom?"


def markable(s: Regiment, c: int, but: tuple[int, ...] = ()) -> list[tuple[str, str]]:
    """RR-21.4, RR-21.5, RR-21.7, RR-22.3 Gunners who are Operators may mark any unit with their own markers; the
    boat's sheet has no marking.
    """
    found: list[tuple[str, str]] = []
    if s.c_kind[c] == data.BOAT:
        return found
    for seat in gunners(s, c):
        m = in_seat(s, c, seat)
        if seat not in but and s.m_kind[m] < SUPPORT and s.m_mark[m] < 0:
            found += [(data.SEATS[s.c_kind[c]][seat], s.unit(u)) for u in range(len(s.u_kind)) if s.u_at[u] >= 0]
    return found


def set_mark(s: Regiment, c: int, seat: str, word: str) -> None:
    """RR-21.7 A gunner's marker lies on a unit."""
    m = in_seat(s, c, data.SEATS[s.c_kind[c]].index(seat))
    s.m_mark[m] = s.unit_of(word)
    s.m_hold[m] = 0
    s.say("RR-21.7", "{} marks {}", s.man(m), word, facts=(("marked", word, f"target-{s.man(m)}"),))


@dataclass(frozen=True)
class MoreMarks(Choice):
    """RR-21.5 When one gunner marks, the others may mark as well."""

    car: int

    clause = "RR-21.5"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [*(act("mark", seat, word) for seat, word in markable(s, self.car)), act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action != ("done",):
            set_mark(s, self.car, action[1], action[2])
            s.then(self)

    def ask(self, s: Regiment) -> str:
        return "Does another gunner mark?"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        if len(action) == 3 and action[0] == "mark":
            return why.no_gun(s, self.car, "mark", action[1], action[2])
        return Refusal("RR-21.5", "all gunners do the same, and these mark: a gunner's seat and a unit, or done")


# --- deploying


@dataclass(frozen=True)
class Deploy(Choice):
    """RR-21.12, RR-21.13 Any number of men get out onto squares beside the vehicle, or change seats; who gets out has
    his turn.
    """

    car: int
    out: tuple[int, ...] = ()

    clause = "RR-21.12"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        c = self.car
        found: list[Action] = []
        for m in aboard(s, c):
            found += [act("out", s.man(m), s.place(v)) for v in doorsteps(s, c)]
            if not s.m_turn[m]:
                found += [act("seat", s.man(m), data.SEATS[s.c_kind[c]][seat]) for seat in free_seats(s, c)]
        return [*found, act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            notice_car(s, self.car, False)
            crew = aboard(s, self.car)
            s.then(notice.After(), SeenOut(self.out), reactions.Reactions(crew[0] if crew else s.act_man))
            return
        m = s.man_of(action[1])
        out = self.out
        if action[0] == "seat":
            s.m_turn = changed(s.m_turn, m, 1)  # once for each man
            sit(s, m, self.car, data.SEATS[s.c_kind[self.car]].index(action[2]))
        else:
            s.m_car[m] = s.m_seat[m] = OFF
            s.m_at[m] = s.stage.by_name[action[2]]
            s.m_turn = changed(s.m_turn, m, 0)
            s.say("RR-21.12", "{} gets out on {}", s.man(m), action[2], facts=(("placed", s.man(m), action[2]),))
            notice.notice(s, m, s.m_at[m], False)
            out = (*out, m)
        s.then(Deploy(self.car, out))

    def ask(self, s: Regiment) -> str:
        return f"Who gets out of {{{s.car(self.car)}}}, or changes seats?"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        return why.no_exit(s, self.car, action)


@dataclass(frozen=True)
class SeenOut(Step):
    """RR-21.29 All who were aboard a vehicle that is seen acting are spotted, those who have got out as well."""

    men: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        for u in range(len(s.u_kind)):
            if s.u_mark[u] & SEEN and s.here(u):
                for m in self.men:
                    notice.spot(s, m, "RR-21.29", f"{{{s.unit(u)}}} saw it get out")


def doorsteps(s: Regiment, c: int) -> list[int]:
    """RR-21.12 The free squares beside a vehicle that a step leads to."""
    taken, barred, burning = sight.occupied(s), sight.shut(s), sight.burning(s)
    found: set[int] = set()
    for v in sight.car_squares(s, c):
        for to, _, s1, s2 in s.layout.steps(WALK)[v]:
            if passable(to, s1, s2, barred) and not taken >> to & 1 and not burning >> to & 1:
                found.add(to)
    return sorted(found)


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
        s.c_at = changed(s.c_at, c, OFF)
        s.changed()


def mark_shots(s: Regiment, m: int) -> list[int]:
    """RR-21.6, RR-21.7, RR-7.11 Whether a seated gunner can fire at the unit he marked."""
    c, u = s.m_car[m], s.m_mark[m]
    if c < 0 or u < 0 or s.c_at[c] < 0 or not gun_field(s, c, s.m_seat[m])[1] & s.cover(u):
        return []
    if not s.here(u) or not on_board(s, c) or not gun_range(s, c, s.m_seat[m], u):
        return []
    return in_reach(s, c, s.m_seat[m], u) if s.m_seat[m] in gunners(s, c) else []
