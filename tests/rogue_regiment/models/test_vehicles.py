"""Our vehicles, patrol vehicles and convoys do what a second reading of the ledger says, in positions thrown together
on the boards of the missions that have them (the reading itself is in `vehicle_reading.py`).
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

import sandtable
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.box.tiles import BLACK, BRIDGE, CRATES, ROCK, ROOM, WATER
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    ADVANCE,
    BATTLE,
    DEAD,
    GUARD,
    NOTHING,
    OFF,
    OPERATOR,
    PATROL,
    STEALTH,
    V_GUARD,
    V_PATROL,
    Regiment,
    changed,
)
from sandtable.geometry.squares import EAST, NORTH, SOUTH, WEST
from sandtable.kernel.flow import Action, Event, legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import field, man, run, unit
from tests.rogue_regiment.models.axis import XY, Reading, State, apart, ground, plus, under
from tests.rogue_regiment.models.test_patrols import Told
from tests.rogue_regiment.models.vehicles import LAND, WET, Car, Rolling, road

GAME = sandtable.load("rogue-regiment")
MISSIONS = ("m5-mill-race", "m7-saint-aubert-gaol", "m8-iron-harvest")
MANY = int(os.environ.get("VEHICLE_POSITIONS", "1"))  # times as many positions, for a longer look
RULINGS = ("alert_blocks_operator_los", "vehicle_guns_one_noise")


def begun(scenario: str, rng: random.Random) -> Regiment:
    """A mission at the first question of its first Operator Phase."""
    s = GAME.start(scenario, seed=rng.randrange(999), options={name: rng.choice(("on", "off")) for name in RULINGS})
    assert isinstance(s, Regiment)
    while s.phase != OPERATOR:
        play(s, rng.choice(legal(s)))
    return s


def parked(s: Regiment, rng: random.Random, length: int, floats: bool, near: XY | None, used: set[XY]) -> State | None:
    """A place for a vehicle, near a square if one is given; now and then it hangs over the edge."""
    g = ground(s.layout)
    for _ in range(400):
        x, y = near or (rng.randrange(s.grid.width), rng.randrange(s.grid.height))
        state = (x + rng.randint(-7, 7), y + rng.randint(-7, 7)), rng.randrange(4)
        cells = under(state, length)
        shown = [p for p in cells if g.on(p)]
        fits = all((g.kind(p) in WET) if floats else g.kind(p) not in (ROCK, WATER, ROOM, CRATES) for p in shown)
        walled = any(g.between(p, q) for p in cells for q in (plus(p, (1, 0)), plus(p, (0, 1))) if q in cells)
        if shown and fits and (floats or not walled) and not used & set(cells):
            used |= set(cells)
            return state
    return None


def thrown(s: Regiment, rng: random.Random) -> int:
    """One of our vehicles and everybody else are put about near one another; the vehicle, or OFF."""
    g = ground(s.layout)
    s.radios, s.mines, s.traps, s.papers, s.bombs, s.pumps = (), (), (), (), (), ()
    s.dumps, s.barrels, s.blasts, s.corpses = (), (), (), ()
    s.u_at[:], s.c_at = [OFF] * len(s.u_at), (OFF,) * len(s.c_at)
    floats = s.setup.scenario == "m5-mill-race"
    kind = data.BOAT if floats else rng.choice((data.WILLYS, data.LORRY, data.WILLYS))
    used: set[XY] = set()
    place = parked(s, rng, data.CAR_LENGTH[kind], floats, None, used)
    if place is None:
        return OFF
    c = next((c for c, k in enumerate(s.c_kind) if k == kind), OFF)
    if c < 0:
        c = setup.add_car(s, kind, s.grid.at(*place[0]), place[1])
    s.c_at, s.c_face = changed(s.c_at, c, s.grid.at(*place[0])), changed(s.c_face, c, place[1])
    s.c_health, s.c_ap = changed(s.c_health, c, rng.randint(2, 8)), changed(s.c_ap, c, rng.randint(1, 2))
    s.c_done = (0,) * len(s.c_kind)
    middle = next(p for p in under(place, data.CAR_LENGTH[kind]) if g.on(p))
    around = [plus(middle, (x, y)) for x in range(-9, 10) for y in range(-9, 10)]
    free = [p for p in around if g.on(p) and g.kind(p) in LAND and p not in used]
    rng.shuffle(free)
    if len(free) < 60:
        return OFF
    s.lay(blasts=tuple(s.grid.at(*rng.choice(free)) for _ in range(rng.randrange(2))))
    s.lay(barrels=tuple(s.grid.at(*free.pop()) for _ in range(rng.randrange(3))))
    corner = free[0]
    dump = {plus(corner, by) for by in ((0, 0), (1, 0), (0, 1), (1, 1))}
    if rng.random() < 0.3 and all(p in free and g.kind(p) != BRIDGE for p in dump):
        s.dumps, free = ((s.grid.at(*corner), 4),), [p for p in free if p not in dump]
    seats = rng.sample(range(4), 4)
    for m in range(len(s.m_kind)):
        s.m_state[m], s.m_low[m], s.m_spotted[m], s.m_ap[m] = ACTIVE, 0, rng.randrange(2), 4
        s.m_mark[m] = OFF
        rides = bool(seats) and (m == 0 or rng.random() < 0.7)
        s.m_car, s.m_seat = (
            changed(s.m_car, m, c if rides else OFF),
            changed(s.m_seat, m, seats.pop() if rides else OFF),
        )
        s.put(m, cars.seat_square(s, c) if rides else s.grid.at(*free.pop()))
    s.m_swim, s.m_object = (0,) * len(s.m_swim), (NOTHING,) * len(s.m_object)
    s.m_aim, s.m_mark_at, s.m_done = ((),) * len(s.m_aim), (OFF,) * len(s.m_mark_at), (0,) * len(s.m_done)
    s.spot(0, int(s.m_spotted[0] or s.section == BATTLE))
    for m, car in enumerate(s.m_car):  # a crew is spotted together
        s.m_spotted[m] |= int(car >= 0 and any(s.m_spotted[n] for n in range(len(s.m_car)) if s.m_car[n] == car))
    some = [u for u, k in enumerate(s.u_kind) if not data.LENGTH[k]]
    for u in rng.sample(some, min(len(some), rng.randint(2, 14))):
        s.u_at[u], s.u_face[u], s.u_alert[u] = s.grid.at(*free.pop()), rng.randrange(4), rng.randrange(2)
    s.u_cig, s.u_react = (0,) * len(s.u_cig), (0,) * len(s.u_react)
    for name in rng.sample(("motorbike", "half-track", "kubelwagen", "truck", "mortar"), rng.randrange(3)):
        k = data.UNITS.index(name)
        there = (
            parked(s, rng, data.LENGTH[k], False, middle, used) if data.LENGTH[k] else (free.pop(), rng.randrange(4))
        )
        if there is not None:
            u = setup.add_unit(s, k, s.grid.at(*there[0]), there[1], V_GUARD if data.LENGTH[k] else GUARD, OFF)
            s.u_alert[u] = rng.randrange(2)
            taken = set(under(there, data.LENGTH[k]))
            if data.LENGTH[k] and taken & {p for q, cells in Reading(s).cells.items() if q != u for p in cells}:
                s.move(u, OFF)
    s.meter = 9
    s.forget()
    return c


def positions(seed: int, most: int) -> Iterator[tuple[Regiment, int, random.Random]]:
    """Positions with one of our vehicles that acts."""
    print(f"seed {seed}")
    rng, count = random.Random(seed), 0
    while count < most * MANY:
        s = begun(rng.choice(MISSIONS), rng)
        for _ in range(6):
            twin = s.clone()
            twin.section = rng.choice((STEALTH, BATTLE))
            c = thrown(twin, rng)
            if c >= 0:
                twin.agenda, twin.offered = [cars.CarAct(c)], None
                count += 1
                yield twin, c, rng


@pytest.mark.clause("RR-21.2", "RR-21.3", "RR-21.4", "RR-21.7", "RR-21.8", "RR-21.12", "RR-21.14", "RR-21.32")
def test_what_a_vehicle_may_do_is_what_a_second_reading_says() -> None:
    met: set[str] = set()
    for s, c, _ in positions(1, 70):
        car = Car(s, c)
        offered = {action for action in legal(s) if action[0] not in ("cigarette", "leave")}
        assert offered == car.offers(), (s.setup.scenario, car.word, car.start)
        met |= {action[0] for action in offered}
        if ("drive", car.word) in offered:
            twin = s.clone()
            play(twin, ("drive", car.word))
            ends = {driving.state_named(twin, action[1], action[2]) for action in legal(twin)}
            assert ends == {4 * s.grid.at(*at) + f for at, f in car.reach()}, (s.setup.scenario, car.word, car.start)
        play(s, ("deploy", car.word))
        places, seats = [s.place(s.grid.at(*p)) for p in car.outs()], data.SEATS[car.kind]
        outs = {("out", s.man(m), place) for m in car.crew.values() for place in places}
        outs |= {("seat", s.man(m), seat) for n, m in car.crew.items() for k, seat in enumerate(seats) if k != n}
        assert set(legal(s)) == {*outs, ("done",)}, (s.setup.scenario, car.word, car.start)
    assert met >= {"drive", "floor", "attack", "attack-drive", "mark", "mark-drive", "deploy", "repair", "end"}


@pytest.mark.clause("RR-21.15", "RR-21.31")
def test_who_gets_into_a_vehicle_and_where_is_what_a_second_reading_says() -> None:
    met = 0
    for s, c, rng in positions(2, 120):
        car = Car(s, c)
        feet, seats = [m for m in car.men if s.m_car[m] < 0], [n for n in range(4) if n not in car.crew]
        if not feet or not seats or not car.outs():
            continue
        m = rng.choice(feet)
        s.m_at[m], s.m_low[m], s.m_ap[m] = (
            s.grid.at(*rng.choice(sorted(car.outs()))),
            rng.randrange(2),
            rng.randint(1, 4),
        )
        s.forget()
        s.agenda, s.offered = [turn.Act(m)], None
        own = [p for p in car.cars[c] if car.g.on(p) and not (car.floats and car.g.kind(p) == BRIDGE)]
        moves = {s.place(s.grid.at(*p)) for p in own} & {action[2] for action in legal(s) if action[0] == "move"}
        doors = Car(s, c).doors(m)
        assert moves == {s.place(s.grid.at(*p)) for p in doors}, (s.setup.scenario, car.word, car.start, s.m_at[m])
        if moves:
            met += 1
            play(s, ("move", s.man(m), rng.choice(sorted(moves))))
            if len(seats) > 1 and s.choice is not None:
                assert set(legal(s)) == {("seat", s.man(m), data.SEATS[car.kind][n]) for n in seats}
                play(s, rng.choice(legal(s)))
            assert s.m_state[m] != ACTIVE or (s.m_car[m] == c and s.m_done[m])
    assert met > 20 * MANY


@pytest.mark.clause("RR-21.2", "RR-21.11", "RR-21.18", "RR-21.29")
def test_ways_are_told_apart_by_what_a_second_reading_says_happens_on_them() -> None:
    asked = 0
    for s, c, rng in positions(3, 50):
        car = Car(s, c)
        ends = car.reach() if ("drive", car.word) in legal(s) else {}
        for goal in rng.sample(sorted(ends), min(3, len(ends))):
            twin = s.clone()
            play(twin, ("drive", car.word))
            play(twin, ("to", *driving.state_words(s, 4 * s.grid.at(*goal[0]) + goal[1])))
            ways = [state_by_state(twin, action[1:]) for action in legal(twin) if action[0] == "by"]
            told = {car.noticed(way) for way in ends[goal]}
            assert len(ways) == (len(told) if len(told) > 1 else 0), (s.setup.scenario, car.word, car.start, goal)
            assert not ways or {car.noticed(way) for way in ways} == told
            asked += bool(ways)
    assert asked > 10 * MANY


def state_by_state(s: Regiment, words: tuple[str, ...]) -> list[State]:
    named = [driving.state_named(s, words[n], words[n + 1]) for n in range(0, len(words), 2)]
    return [((s.grid.xs[state // 4], s.grid.ys[state // 4]), state % 4) for state in named]


# --- what follows from an action


def rolled(events: list[Event], what: str) -> list[tuple[str, str, int, int, int]]:
    """Who rolled at whom, how many dice, with what added and what needed."""
    found = []
    for event in events:
        told = re.match(rf"{{(.*?)}} {what} {{(.*?)}}: ([\d ]+) at (\S+), needs (\d)", event.text)
        if told:
            plus_ = 0 if told[4] == "±0" else int(told[4])
            found.append((told[1], told[2], len(told[3].split()), plus_, int(told[5])))
    return found


class Played:
    """An action of a vehicle, played to its end, beside what the reading says of it."""

    def __init__(self, s: Regiment, c: int, verb: str, rng: random.Random) -> None:
        self.s, self.c = s, c
        self.before = self.departed = Car(s.clone(), c)  # as it was, and as it was when the vehicle drove off
        self.way: list[State] = []
        self.loud: list[tuple[Car, int]] = []  # from where it fired, and how loud
        self.struck: set[int] = set()
        self.outs: dict[int, tuple[set[int], set[int]]] = {}  # who got out, who saw him, who within range
        self.events: list[Event] = []
        self.told: list[str] = []
        kind: str | None = verb
        while s.choice is not None and (kind or type(s.choice) is not cars.CarAct):
            options = [a for a in legal(s) if not any("barrel" in word for word in a)]
            kind = kind or rng.choice(sorted({action[0] for action in options}))
            self.do(("accept",) if ("accept",) in options else rng.choice([a for a in options if a[0] == kind]))
            kind = None

    def do(self, action: Action) -> None:
        s, now, verb = self.s, Car(self.s.clone(), self.c), action[0]
        match type(s.choice).__name__, verb:
            case (("CarAct" | "MoreGuns"), ("attack" | "attack-drive")):
                self.aimed = now, data.SEATS[now.kind].index(action[-2]), now.s.unit_of(action[-1])
            case (("DriveTo" | "PlanDrive"), _):
                self.departed, (goal,) = now, state_by_state(s, action[1:])
                self.way = now.reach()[goal][0]
            case (("DriveBy" | "PlanWay"), _):
                self.way = state_by_state(s, action[1:])
            case _, "floor":
                self.way = now.floors()[int(action[2])]
            case _, "out":
                self.out(s.clone(), s.man_of(action[1]), action[2])
        events = list(play(s, action))
        self.events += events
        for _, _, dice, plus_, needs in rolled(events, "fires at"):
            then, seat, u = self.aimed
            far = then.gun_range(seat, then.cells[u])
            fitting = [w for w in then.weapons(seat) if far <= data.W_LONG[w]]
            weapon = data.WEAPONS.index(action[1]) if verb == "with" else fitting[0]
            indoors = weapon == data.VICKERS and then.g.kind(then.cells[u][0]) == ROOM
            if (dice, plus_, needs) != (
                data.W_DICE[weapon],
                int(far <= data.W_SHORT[weapon]) - 2 * indoors,
                data.W_NEEDS[weapon],
            ):
                self.told.append(f"{dice} dice at {plus_}")
            self.loud.append((then, data.EARSHOT[weapon]))
            self.struck.add(u)

    def out(self, there: Regiment, m: int, word: str) -> None:
        there.m_car, there.m_at[m] = changed(there.m_car, m, OFF), there.stage.by_name[word]
        there.forget()
        read = Car(there, self.c)
        seeing = {u for u in read.here() if m in read.men_seen(u)}
        self.outs[m] = seeing, {u for u in seeing if apart(read.cells[u], read.place(m)) <= read.range_of(u)}

    def compare(self) -> list[str]:
        """How what followed differs from 2.4 step 5 and 2.7 to 2.9."""
        s, b, told = self.s, self.before, self.told
        if self.c not in Reading(s).cars or s.section != b.s.section or s.phase != OPERATOR:
            return told
        after = Car(s, self.c)
        if after.start != b.start and not self.way:
            self.way = b.reach()[after.start][0]  # there was but one place to go
        first, then = b.noticed([], False), self.departed.noticed(self.way, bool(self.way))
        dead = set(b.here()) - set(after.here())
        witnesses = set[int]()
        for u in dead - set(then.killed):
            witnesses |= [fired for fired, _ in self.loud if u in fired.cells][-1].watching(u) - dead
        calm, hit = {u for u in b.here() if not b.s.u_alert[u]}, self.struck - dead
        seeing_out = {u for seeing, _ in self.outs.values() for u in seeing}
        saw, heard = set(first.seen | then.seen) - dead, set(then.heard) - dead
        loud = {u for fired, earshot in self.loud for u in fired.in_earshot(earshot)} - dead
        alert = (set(b.here()) - calm | saw | seeing_out | heard | hit | loud | witnesses) - dead
        spotted, crew = {m for m, on in enumerate(b.s.m_spotted) if on}, set(b.crew.values())
        spotted |= {m for m, (seeing, _) in self.outs.items() if seeing}
        shots = sum(earshot > 0 for _, earshot in self.loud)
        if saw or (shots and s.section == BATTLE):
            spotted |= crew
        if s.section == STEALTH and b.s.meter - s.meter != min(
            shots, 1 if s.stage.switches.vehicle_guns_one_noise else 9
        ):
            told.append(f"the meter is at {s.meter}")
        if not set(then.killed) <= dead:
            told.append(f"run over {then.killed}")
        shouting, gained, passing, maybe = (saw | seeing_out | witnesses) & calm, set[int](), set[int](), set[int]()
        for u in after.here():
            faced, here = b.s.u_face[u], after.cells[u][0]
            known, facings = (after.men_seen(u, faced), after.bodies_seen(u, faced)), {faced}
            stages = [(fired.nearest(here), True) for fired, earshot in self.loud if u in fired.in_earshot(earshot)]
            if u in hit:  # RR-10.7 from where it was attacked
                stages.append((self.loud[-1][0].nearest(here), False))
            stages += [(after.nearest(here), True)] * (u in heard)
            for goal, stops in stages if not s.vehicle(u) else ():
                facings = {f for one in facings for f in after.turns(u, goal, one, known if stops else None)}
                looks = facings if stops else range(4)
                if any(after.men_seen(u, f) - known[0] or after.bodies_seen(u, f) - known[1] for f in looks):
                    maybe |= {u} & calm  # it may have seen somebody before it turned on
            if s.u_face[u] not in facings:
                told.append(f"{s.unit(u)} faces {s.u_face[u]}, not {facings}")
            if stages:
                sees = after.men_seen(u) - (known[0] - (crew if u in hit else set()))
                gained |= sees
                passing |= {m for f in range(4) for m in after.men_seen(u, f)} if len(stages) > 1 or u in hit else set()
                shouting |= {u} & calm if sees or after.bodies_seen(u) - known[1] else set()
        gained |= crew if gained & crew else set()
        now, on = {u for u in after.here() if s.u_alert[u]}, {m for m, yes in enumerate(s.m_spotted) if yes}
        if not called(after, alert, shouting) <= now <= called(after, alert, shouting | maybe):
            told.append(f"alert {sorted(now)}, not {sorted(called(after, alert, shouting))}")
        if not {m for m in spotted | gained if s.m_state[m] == ACTIVE} <= on <= spotted | gained | passing:
            told.append(f"spotted {sorted(on)}, not {sorted(spotted | gained)}")
        near = set(first.near | then.near) | {u for u in hit if after.answers(u) >= 0}
        return told + self.answered(after, near, {u for u in after.here() if data.DICE[s.u_kind[u]]} - calm)

    def answered(self, after: Car, near: set[int], armed: set[int]) -> list[str]:
        """2.9 Who reacts to the vehicle, and to those who got out of it; to these alone if it is empty."""
        s, told = self.s, []
        wanted = {(u, OFF) for u in near & armed if after.crew}
        for m, (_, in_range) in self.outs.items():
            wanted |= {(u, m) for u in (in_range if after.crew else in_range | near) & armed}
        fired = set()
        for word, name, dice, plus_, needs in rolled(self.events, "reacts to"):
            u, m = s.unit_of(word), s.man_of(name)
            fired.add((u, OFF if s.m_car[m] == self.c else m))
            kind = data.SMG if s.u_kind[u] == data.MORTAR else s.u_kind[u]
            twice = 1 + (s.u_kind[u] == data.MORTAR)
            if s.m_car[m] == self.c and (dice, plus_, needs) != (
                twice * data.DICE[kind],
                after.answers(u),
                data.NEEDS[kind],
            ):
                told.append(f"{word} answers with {dice} dice at {plus_}")
        fallen = {(u, m) for u, m in wanted if m >= 0 and s.m_state[m] != ACTIVE}
        return (
            told if wanted - fallen <= fired <= wanted else [*told, f"answered {sorted(fired)}, not {sorted(wanted)}"]
        )


def called(after: Car, alert: set[int], shouting: set[int]) -> set[int]:
    """2.8, RR-9.24 Who is alert once some have shouted, and those who find a body then."""
    s, before, calls = after.s, list(after.s.u_alert), [after.cells[u] for u in shouting if not after.s.vehicle(u)]
    alert = alert | shouting | {u for u in after.here() if any(apart(after.cells[u], call) <= 4 for call in calls)}
    s.u_alert[:] = [int(u in alert) for u in range(len(before))]
    now = Car(s, after.c)
    finders = {u for u in set(now.here()) - alert if now.bodies_seen(u)}
    s.u_alert[:] = before
    return called(after, alert, finders) if finders else alert


@pytest.mark.clause(
    "RR-9.2", "RR-10.15", "RR-21.9", "RR-21.10", "RR-21.11", "RR-21.18", "RR-21.24", "RR-21.29", "RR-21.30"
)
def test_who_notices_a_vehicle_and_answers_it_is_what_a_second_reading_says() -> None:
    met: dict[str, int] = {}
    for s, c, rng in positions(4, 110):
        options = [action for action in legal(s) if not any("barrel" in word for word in action)]
        verb = rng.choice(sorted({action[0] for action in options} - {"end", "leave", "cigarette"}))
        played = Played(s, c, verb, rng)
        told = played.compare()
        assert not told, (s.setup.scenario, verb, played.before.word, played.before.start, played.way, told)
        met[verb] = met.get(verb, 0) + 1
    assert len(met) == 8, met


# --- 2.22 routes


def roads(seed: int, most: int) -> Iterator[tuple[Regiment, Side, Side, random.Random]]:
    """Empty boards with woods and hedges beside their roads, and now and then on them, and two sides of each."""
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(most * MANY // 10):
        w, h = rng.choice((10, 20)), rng.choice((10, 20))
        rough = [
            p for p in product(range(w), range(h)) if rng.random() < (0.05 if {p[0] % 10, p[1] % 10} & {4, 5} else 0.25)
        ]
        kinds = [[f"{x},{y}" for x, y in rough if (x + y) % 2 == n] for n in (0, 1)]
        layout = plain(w, h, F=" ".join(kinds[0]), H=" ".join(kinds[1]))
        every = [Side(side, n, 0 if side == NORTH else h // 10 - 1) for side in (NORTH, SOUTH) for n in range(w // 10)]
        every += [Side(side, 0 if side == WEST else w // 10 - 1, n) for side in (WEST, EAST) for n in range(h // 10)]
        pairs = [(a, b) for a, b in product(every, every) if (a.side - b.side) % 2 or in_line(a, b)]
        for _ in range(10):
            yield field(layout), *rng.choice(pairs), rng


def in_line(a: Side, b: Side) -> bool:
    return a.side != b.side and (a.row == b.row if a.side % 2 else a.column == b.column)


def peopled(s: Regiment, rng: random.Random, used: set[XY]) -> None:
    """Men, units, a body and a blast, half of them on the roads; nobody sees a body and stays calm."""
    squares = [p for p in product(range(s.grid.width), range(s.grid.height)) if p not in used | {(0, 0)}]
    free = rng.sample(squares, 12)
    road_ = [p for p in squares if {p[0] % 10, p[1] % 10} & {4, 5} and p not in free]
    free = [rng.choice((p, q)) for p, q in zip(free, rng.sample(road_, 12), strict=True)]
    man(s, "wick", 0, 0, low=True)  # with everybody dead the mission would be over
    for name in ("jock", "paddy", "hawke")[: rng.randrange(4)]:
        man(s, name, *free.pop(), low=rng.random() < 0.4, spotted=rng.random() < 0.2)
    for _ in range(rng.randrange(6)):
        unit(s, rng.choice(("rifle", "smg")), *free.pop(), rng.randrange(4), alert=rng.random() < 0.3)
    s.lay(corpses=tuple(s.grid.at(*free.pop()) for _ in range(rng.randrange(2))))
    s.lay(blasts=tuple(s.grid.at(*rng.choice(squares)) for _ in range(rng.randrange(2))))
    half_off = rng.choice([((5, s.grid.height), SOUTH), ((4, -1), NORTH), ((-1, 5), WEST), ((s.grid.width, 4), EAST)])
    if not set(under(half_off, 2)) & used and rng.randrange(2):
        unit(s, "motorbike", *half_off[0], half_off[1], role=V_GUARD)
    s.forget()
    told = Told(s)
    told.bodies_found()
    s.u_alert[:] = told.s.u_alert
    s.forget()


@pytest.mark.clause("RR-18.7", "RR-18.8", "RR-18.9", "RR-18.30", "RR-18.31", "RR-18.35", "RR-18.43", "RR-18.53")
def test_patrol_vehicles_drive_as_a_second_reading_has_it() -> None:
    went = 0
    for s, a, b, rng in roads(5, 60):
        name = rng.choice(("motorbike", "kubelwagen", "half-track", "truck"))
        s.stage.mission = replace(s.stage.mission, vehicles=(Vehicle("patrol", name, None, a, b),))
        u = setup.add_unit(s, data.UNITS.index(name), OFF, 0, V_PATROL, OFF, 0)
        s.u_way[u] = forward = rng.randrange(2)
        way = road(s, *((a, b) if forward else (b, a)), data.LENGTH[s.u_kind[u]])
        assert [q for q, _ in routes.route_of(s, u)] == [4 * s.grid.at(*at) + f for (at, f), _ in way], (name, a, b)
        s.u_place[u] = at = rng.randrange(len(way) - 1)
        told = Rolling(s)
        told.put(u, way, at)
        s.u_at[u], s.u_face[u], s.u_alert[u] = told.s.u_at[u], told.s.u_face[u], int(rng.random() < 0.3)
        peopled(s, rng, set(told.cells(u, way, at)))
        told = Rolling(s)
        if s.u_at[u] < 0 or not (s.u_alert[u] and any(s.m_spotted) and data.DICE[s.u_kind[u]]):  # else it advances
            told.patrols(u, way, at)
        s.token, s.phase = BLACK, PATROL
        run(s, routes.VehiclesPatrol())
        if s.u_at[u] < 0:
            told.s.u_face[u] = s.u_face[u]
        assert Told(s).now() == told.now(), (name, a, b, forward, at)
        went += s.u_place[u] != at
    assert went > 30 * MANY


@pytest.mark.clause("RR-18.37", "RR-18.38", "RR-18.39", "RR-18.40", "RR-18.43", "RR-18.44", "RR-18.45", "RR-18.51")
def test_convoys_drive_as_a_second_reading_has_it() -> None:
    killed = 0
    for s, a, b, rng in roads(6, 60):
        names = [rng.choice(("motorbike", "kubelwagen", "half-track", "truck")) for _ in range(rng.randint(2, 4))]
        s.stage.mission = replace(s.stage.mission, convoy=(f"{names[0]} scout", *names[1:]), convoy_ends=(a, b))
        routes.special(s)
        s.turn += 1
        ways = {u: road(s, a, b, data.LENGTH[s.u_kind[u]]) for u in range(len(names))}
        told, places = Rolling(s), dict[int, int]()
        place = rng.randrange(min(map(len, ways.values())) - 1)
        for u, way in ways.items():
            while any(apart(told.cells(u, way, place), told.cells(o, ways[o], places[o])) < 3 for o in places):
                place -= 1
            place -= rng.choice((0, 0, 1, 3))
            places[u] = s.u_place[u] = place
            told.put(u, way, place)
            s.u_at[u], s.u_face[u] = told.s.u_at[u], told.s.u_face[u]
        peopled(s, rng, {p for u in ways for p in told.cells(u, ways[u], places[u])})
        if rng.randrange(2):  # after the alarm the scout is one of those in the way
            s.section, s.u_alert[:], s.m_spotted[:] = BATTLE, [1] * len(s.u_alert), [1] * len(s.m_spotted)
            del ways[0], places[0]
            s.forget()
        told, s.phase = Rolling(s), ADVANCE
        told.rolls(ways, places)
        run(s, routes.ConvoyMoves())
        for u in ways:
            told.s.u_face[u] = s.u_face[u] if s.u_at[u] < 0 else told.s.u_face[u]
        assert Told(s).now() == told.now(), (names, a, b, places)
        assert s.m_state == told.s.m_state
        killed += s.m_state.count(DEAD)
    assert killed > 5 * MANY
