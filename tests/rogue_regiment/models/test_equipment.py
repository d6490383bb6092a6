"""Water, thrown and placed things, blasts, marked attacks and alarms are what a second reading of the ledger says, on
little boards thrown together and in positions of all missions (the reading itself is in `equipment_reading.py`).
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, CRATES, FOREST, HEDGE, REGULAR, ROCK, ROOM, SIDE, WATER
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules.r12_alarm import Nominate
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    ATTACK,
    BARREL,
    BATTLE,
    BOUND,
    CORPSE,
    DEAD,
    END,
    EVENT,
    NOTHING,
    OFF,
    OPERATOR,
    PATROL,
    PATROLMAN,
    PHASES,
    STEALTH,
    Regiment,
    changed,
)
from sandtable.geometry.squares import DOOR, HIGH, LOW, OPEN, WALL, WINDOW
from sandtable.kernel.flow import Action, Event, legal, play
from tests.rogue_regiment.boards import faces
from tests.rogue_regiment.field import act_with, field, man, run, unit
from tests.rogue_regiment.models.axis import Reading as Board
from tests.rogue_regiment.models.axis import apart
from tests.rogue_regiment.models.equipment import Deed, Kit, Place
from tests.rogue_regiment.models.operators import AHEAD, AROUND, LAND, Reading, Square, far, ground_of, plus
from tests.rogue_regiment.models.test_axis import MISSIONS, scattered
from tests.rogue_regiment.models.test_operators import positions as mission_positions
from tests.rogue_regiment.positions import line, walker

# --- little boards, thrown together


def thrown_board(rng: random.Random) -> Layout:
    """One tile with a river, a bridge with parapets, walls here and there and a house."""
    kinds = [[rng.choices((REGULAR, FOREST, HEDGE, CRATES, ROCK), (60, 8, 4, 4, 3))[0] for _ in range(SIDE)]
             for _ in range(SIDE)]  # fmt: skip
    rooms = [[0] * SIDE for _ in range(SIDE)]
    uprights, flats = [[OPEN] * (SIDE + 1) for _ in range(SIDE)], [[OPEN] * SIDE for _ in range(SIDE + 1)]
    left, bridge = rng.randrange(2, 6), rng.randrange(SIDE)
    for x in range(left, left + rng.randrange(4)):
        for y in range(SIDE):
            kinds[y][x] = BRIDGE if y == bridge else WATER
        flats[bridge][x] = flats[bridge + 1][x] = LOW
    for _ in range(rng.randrange(4)):
        uprights[rng.randrange(SIDE)][rng.randrange(1, SIDE)] = rng.choice((LOW, LOW, HIGH))
        flats[rng.randrange(1, SIDE)][rng.randrange(SIDE)] = rng.choice((LOW, LOW, HIGH))
    if rng.random() < 0.6:
        x0, y0, wide, high = rng.choice((0, 6)), rng.randrange(6), rng.randrange(2, 5), rng.randrange(2, 4)
        for y in range(y0, y0 + high):
            for x in range(x0, x0 + wide):
                kinds[y][x], rooms[y][x] = ROOM, 1
            uprights[y][x0 + 1 : x0 + wide] = [OPEN] * (wide - 1)
            flats[y][x0 : x0 + wide] = [OPEN] * wide
            uprights[y][x0], uprights[y][x0 + wide] = rng.choices((WALL, WALL, WINDOW, DOOR), k=2)
        for y in (y0, y0 + high):
            flats[y][x0 : x0 + wide] = rng.choices((WALL, WALL, WINDOW, DOOR), k=wide)
    return Layout(faces(kinds, rooms, uprights, flats))


def thrown_together(layout: Layout, rng: random.Random) -> tuple[Regiment, list[int]]:
    """Men with all sorts of things on land and in the water, units, barrels, bodies, perhaps a blast."""
    s, g, men = field(layout, meter=rng.choice((1, 1, 40))), ground_of(layout), list[int]()
    squares = rng.sample(sorted(g.kind), len(g.kind))
    land, wet = [[p for p in squares if g.kind[p] in kinds] for kinds in (LAND, (WATER, BRIDGE))]
    for name in rng.sample(["wick", "jock", "paddy", "hawke"], rng.randint(2, 4)):
        swims = name == "wick" and bool(wet) and rng.random() < 0.7
        p = wet.pop() if swims else land.pop()
        low = not swims and rng.random() < 0.3
        m = man(s, name, *p, facing=rng.randrange(4), low=low, spotted=rng.random() < 0.4)
        s.m_swim, s.m_ap[m] = changed(s.m_swim, m, int(swims)), rng.choice((0, 1, 2, 4, 4))
        for item in range(1, data.I_DOCUMENTS + 1):  # those of the base game
            likely = (
                0.0 if item in (data.I_CIGARETTE, data.I_RABBIT) else 1.0 if item == data.I_SCUBA and swims else 0.5
            )
            s.give(m, item, int(rng.random() < likely) - s.has(m, item))
        if not swims and not low and rng.random() < 0.2:
            s.m_object = changed(s.m_object, m, rng.choice((CORPSE, BARREL)))
        men.append(m)
    s.m_spear = tuple(int(rng.random() < 0.2) for _ in men)
    kinds = rng.choices(("rifle", "smg", "officer", "mortar"), (3, 2, 2, 1), k=rng.randint(2, 7))
    for kind in kinds:
        unit(s, kind, *land.pop(), rng.randrange(4), alert=rng.random() < 0.4)
    s.u_at[unit(s, "smg", 0, 0, 0)] = min(s.stage.spawn_squares)
    s.lay(barrels=(*[s.grid.at(*land.pop()) for _ in range(rng.randrange(3))], OFF))
    s.lay(corpses=(*[s.grid.at(*rng.choice(land)) for _ in range(rng.randrange(3))], OFF))
    s.lay(blasts=tuple(s.grid.at(*rng.choice(land)) for _ in range(rng.random() < 0.3)))
    if rng.random() < 0.3:
        s.section, s.m_spotted[men[0]] = BATTLE, 1
    settle(s)
    return s, men


def settle(s: Regiment) -> None:
    """Nobody sees a body and stays calm, and nobody does in Battle."""
    s.forget()
    reading = Reading(s)
    while calm := [u for u in reading.units if not s.u_alert[u] and (s.section == BATTLE or reading.bodies_seen(u))]:
        s.u_alert[calm[0]] = 1
    s.forget()


def positions(seed: int, most: int) -> Iterator[tuple[Regiment, list[int], random.Random]]:
    rng = random.Random(seed)
    for n in range(most):
        if n % 8 == 0:
            layout = thrown_board(rng)
        yield *thrown_together(layout, rng), rng


# --- what he may do

WET = {"swim", "move", "sprint", "attack", "aim", "attack-move", "move-attack"}
KIT = {"place", "place-move", "move-place", "throw", "pop-throw", "throw-move", "move-throw", "mark"}


@pytest.mark.clause("RR-20.37", "RR-20.38", "RR-20.39", "RR-20.40", "RR-20.41", "RR-20.43", "RR-20.45", "RR-20.52")
def test_what_a_swimmer_may_do_is_what_a_second_reading_says() -> None:
    assert set(summed(swimmers, range(4))) == WET


def summed(of: Callable[[int], Counter[str]], seeds: range) -> Counter[str]:
    return sum((of(seed) for seed in seeds), Counter[str]())


def swimmers(seed: int) -> Counter[str]:
    met = Counter[str]()
    for n, (s, men, _) in enumerate(positions(seed, 32)):
        for m in men:
            k = Kit(s, m)
            if k.swims or k.scuba:
                act_with(s, m)
                own = [action for action in legal(s) if s.man(m) in action]  # who can do nothing is not asked
                offered = {action[:3] if action[0] == "sprint" else action for action in own}
                verbs = WET if k.swims else {"move", "sprint"}
                offered = {action for action in offered if action[0] in verbs}
                wanted = {action for action in k.wet_offers() if action[0] in verbs}
                assert offered == wanted, (seed, n, s.man(m), k.name(k.here))
                met.update({action[0] for action in offered} if k.swims else ())
    return met


@pytest.mark.clause("RR-7.5", "RR-8.14", "RR-8.15", "RR-8.18", "RR-8.22", "RR-20.26", "RR-20.27", "RR-20.28")
def test_what_a_man_may_place_throw_and_mark_is_what_a_second_reading_says() -> None:
    assert set(summed(things, range(10, 13))) == KIT


def things(seed: int) -> Counter[str]:
    met = Counter[str]()
    for n, (s, men, rng) in enumerate(positions(seed, 32)):
        m = rng.choice(men)
        k = Kit(s, m)
        act_with(s, m)
        if k.free((k.here, k.swims)):
            offered = {action for action in legal(s) if action[0] in KIT}
            assert offered == k.kit_offers(), (seed, n, s.man(m), k.name(k.here))
            for action in rng.sample(sorted(offered), min(4, len(offered))):
                links(s.clone(), k, action)
            met.update({action[0] for action in offered})
    return met


def links(s: Regiment, k: Kit, action: Action) -> None:
    """What is offered next in a chain."""
    play(s, action)
    frm = k.square(action[2]) if action[0] in ("move-throw", "move-place") else k.here
    if "throw" in action[0] or action[-1] == "grenade":
        assert {word[1] for word in legal(s)} == (k.marks() if action[0] == "mark" else k.throws(frm)), action
    elif action[0] == "move-place" and type(s.choice).__name__ == "PlaceAfter":
        assert {word[1:] for word in legal(s)} == k.placings(frm), action


# --- what follows

DEEDS = {"swim", "move", "attack", "attack-move", "move-attack", "pop-attack", *KIT} - {"mark"}


@pytest.mark.clause(
    "RR-9.2", "RR-9.23", "RR-20.8", "RR-20.28", "RR-20.42", "RR-20.47", "RR-20.48", "RR-20.56", "RR-8.16"
)
def test_what_follows_a_stroke_a_throw_a_shot_or_a_placing_is_what_a_second_reading_says() -> None:
    assert set(summed(deeds, range(20, 24))) == DEEDS


def deeds(seed: int) -> Counter[str]:
    met = Counter[str]()
    for n, (s, men, rng) in enumerate(positions(seed, 48)):
        m = rng.choice(men)
        s.m_ap[m] = 4
        act_with(s, m)
        k = Kit(s.clone(), m)
        options = [action for action in legal(s) if action[0] in DEEDS]
        if options and k.free((k.here, k.swims)):
            kinds = {action: (met[action[0]], action[0], k.swims, "barrel-" in action[-1]) for action in options}
            kind = min(kinds.values()) if rng.random() < 0.5 else rng.choice(sorted(set(kinds.values())))
            action = rng.choice([action for action in options if kinds[action] == kind])
            told = done(s, k, action, rng)
            assert not told, (seed, n, action, k.name(k.here), told)
            met[action[0]] += 1
    return met


def done(s: Regiment, k: Kit, action: Action, rng: random.Random) -> list[str]:
    """Play an action to its end; what differs from the reading."""
    verb, here, events, words = action[0], k.here, list(play(s, action)), dict[str, str]()
    while type(s.choice) is not turn.Act and s.choice is not None and s.phase == OPERATOR:
        pick = rng.choice(legal(s))
        words[pick[0]] = pick[-1]
        events += play(s, pick)
    told = [event.text for event in events]
    last = next((t[1] for text in told if (t := re.match(rf"{{{s.man(k.m)}}} \D*? to {{(\w+)}}", text))), k.name(here))
    to = k.square(last)
    wet = k.g.kind[to] == WATER or (k.g.kind[to] == BRIDGE and k.swims and verb != "move")
    put = "places" in " ".join(told) and k.s.m_object[k.m] != NOTHING and s.m_object[k.m] == NOTHING
    low = k.low and not wet and verb not in ("pop-throw", "pop-attack")
    way: list[Place] = [(here, k.low, k.swims, k.laden), (to, low, wet, k.laden and not (put and verb == "place-move"))]
    weapon, target, fired = OFF, OFF, here
    if "attack" in verb:
        gun, aim = action[3:5] if verb == "move-attack" else action[2:4]
        weapon, fired = data.WEAPONS.index(gun), to if verb == "move-attack" else here
        target = k.s.unit_of(aim) if "barrel" not in aim else OFF
    elif "throw" in verb:
        weapon, fired = data.GRENADE, to if verb == "move-throw" else here
        goal, facing = k.square(words["at"]), "nesw".index(words.get("face", "n"))
        crouches = verb == "throw" and k.low
        goal = k.lands(goal, crouches or k.level(fired, goal, True) > 1, facing, events)
        bangs = k.bangs(events)
        if (bangs[0][:2] if bangs else (data.GRENADE, None)) != (data.GRENADE, goal if goal in k.g.kind else None):
            return [f"it should come down on {goal}"]
    if s.choice is None or s.phase != OPERATOR:
        return []
    return Deed(k, way, weapon, target, fired).differs(s, events)


@pytest.mark.clause("RR-20.6", "RR-20.8", "RR-20.22", "RR-20.26", "RR-20.31", "RR-20.50", "RR-20.56")
def test_what_a_blast_does_to_men_units_vehicles_and_things_is_what_a_second_reading_says() -> None:
    met = summed(explosions, range(32))
    assert len(met) == 4 and min(met.values()) > 2, met


def explosions(seed: int) -> Counter[str]:
    met, rng = Counter[str](), random.Random(seed)
    base, _ = scattered(MISSIONS[seed % len(MISSIONS)], seed)
    for _ in range(6):
        s = base.clone()
        s.meter = 40
        b = Board(s)
        cells = [*b.cells.values(), *b.cars.values(), *b.cars.values()]
        cells += [[b.g.xy(v)] for v in (*s.m_at, *s.barrels) if v >= 0]
        centre = plus(rng.choice([p for some in cells for p in some]), rng.choice(AROUND))
        weapon = rng.choice((data.GRENADE, data.MINE_BLAST, data.BARREL_BLAST, data.BOMB_BLAST))
        told = blown_up(s, b, centre, weapon, rng, met) if b.g.on(centre) else []
        assert not told, (seed, centre, told)
    return met


def blown_up(s: Regiment, b: Board, centre: Square, weapon: int, rng: random.Random, met: Counter[str]) -> list[str]:
    """Something explodes; what differs from 2.13."""
    old, told, events = s.clone(), list[str](), list[Event]()
    s.agenda.clear()
    notice.begin(s)
    run(s, blasts.Explode(s.grid.at(*centre), weapon), notice.After())
    events += s.events
    while s.choice is not None:
        if isinstance(s.choice, blasts.SpendBlast):
            met["spent"] += 1
            there = b.g.xy(s.choice.centre)
            if {action[-1] for action in legal(s)} - {"spare"} != touched(s, there):
                told.append(f"to hit: {sorted(touched(s, there))}")
        events += play(s, ("accept",) if ("accept",) in legal(s) else rng.choice(legal(s)))
    titles = {title: n for n, title in enumerate(data.WEAPON_TITLE)}
    words = [re.match(r"the ([\w ]+) explodes on {(\w+)}: ([\d ]+), needs 2", event.text) for event in events]
    bangs = [(titles[t[1]], b.g.xy(s.stage.by_name[t[2]]), sum(die != "1" for die in t[3].split())) for t in words if t]
    met["chains"] += len(bangs) > 1
    men = {m for m, v in enumerate(old.m_at) if old.on_foot(m) or old.m_state[m] == BOUND}
    under = {m for m in men if any(far(b.g.xy(old.m_at[m]), p) <= 1 for _, p, _ in bangs)}
    for c, cells in b.cars.items():
        lost = sum(n for _, p, n in bangs if any(b.g.on(q) and far(p, q) <= 1 for q in cells))
        met["cars"] += lost > 0
        if s.c_health[c] != max(0, old.c_health[c] - lost):
            told.append(f"vehicle {c} should have lost {lost}")
        if s.c_health[c] == 0:
            under |= {m for m in range(len(old.m_kind)) if old.m_car[m] == c and old.on_board(m)}
    met["men"] += len(under)
    if under != {m for m in range(len(s.m_kind)) if s.m_state[m] == DEAD and old.m_state[m] != DEAD}:
        told.append(f"dead should be {sorted(under)}")
    if [b.g.xy(v) for v in s.blasts[len(old.blasts) :]] != [
        p for w, p, _ in bangs if w in (data.BARREL_BLAST, data.BOMB_BLAST)
    ]:
        told.append("templates that stay")
    if s.section == STEALTH and old.meter - s.meter != len(bangs):
        told.append(f"the meter fell by {old.meter - s.meter}")
    for u, cells in b.cells.items():
        heard = any(b.g.on(p) for p in cells) and any(apart(cells, [p]) <= data.EARSHOT[w] for w, p, _ in bangs)
        if s.u_at[u] >= 0 and heard and not s.u_alert[u]:
            told.append(f"{s.unit(u)} should have heard it")
    return told


def touched(s: Regiment, p: Square) -> set[str]:
    b = Board(s)
    found = {s.unit(u) for u, cells in b.cells.items() if any(b.g.on(q) and far(p, q) <= 1 for q in cells)}
    found |= {f"barrel-{n + 1}" for n, v in enumerate(s.barrels) if v >= 0 and far(b.g.xy(v), p) <= 1}
    found |= {f"radio-{n + 1}" for n, (v, left) in enumerate(s.radios) if left and far(b.g.xy(v), p) <= 1}
    for n, (v, left) in enumerate(s.dumps):
        if left and any(far(plus(b.g.xy(v), by), p) <= 1 for by in ((0, 0), (1, 0), (0, 1), (1, 1))):
            found.add(f"dump-{n + 1}")
    return found


# --- marked attacks


def marked_together(layout: Layout, rng: random.Random, phase: int) -> tuple[Regiment, list[int]]:
    """The same with patrolmen on lines, and markers out."""
    g, lines = ground_of(layout), list[list[Square]]()
    layout.lines.clear()
    while len(lines) < 2:
        way, facing = [rng.choice([p for p in sorted(g.kind) if g.kind[p] in LAND])], rng.randrange(4)
        for _ in range(rng.randint(4, 9)):
            facing = (facing + rng.choice((0, 0, 0, 1, 3))) % 4
            p = plus(way[-1], AHEAD[facing])
            if p in way or g.kind.get(p) not in LAND or g.wall(way[-1], p) not in (OPEN, LOW, DOOR):
                break
            way.append(p)
        if len(way) > 3:
            lines.append(way)
            line(layout, rng.randrange(2), *way)
    s, men = thrown_together(layout, rng)
    s.phase, s.blasts, s.token = phase, (), rng.randrange(2)
    s.section = STEALTH if phase == PATROL else s.section
    for link, way in enumerate(lines):
        place = rng.randrange(1, len(way))
        if s.grid.at(*way[place]) not in (*s.u_at, *s.m_at, *s.barrels):
            facing = AHEAD.index(plus(way[place], way[place - 1], -1))
            walker(s, link, place, (facing + 2 * (place == len(way) - 1 or rng.randrange(2))) % 4)
    if phase == PATROL and rng.random() < 0.7:
        s.m_spotted[:] = [0] * len(men)
    settle(s)
    reading = Reading(s)
    for m in men:
        walking = [u for u in reading.units if s.u_role[u] == PATROLMAN]
        u, here = rng.choice(walking or reading.units), reading.at(s.m_at[m])
        goal = reading.where[u] if rng.random() < 0.8 or not s.has(m, data.I_GRENADE) else rng.choice(sorted(g.kind))
        s.m_mark[m] = u if goal == reading.where[u] else OFF
        s.m_mark_at = changed(s.m_mark_at, m, OFF if s.m_mark[m] >= 0 else s.grid.at(*goal))
        behind = plus(goal, AHEAD[s.u_face[u]], -1)
        if rng.random() < 0.2 and s.m_mark[m] >= 0 and g.kind.get(behind) in LAND and not s.m_swim[m]:
            if s.grid.at(*behind) not in (*s.u_at, *s.m_at, *s.barrels):
                s.m_at[m], here = s.grid.at(*behind), behind  # for the knife
        dx, dy = goal[0] - here[0], goal[1] - here[1]
        ahead = (1 if dx > 0 else 3) if abs(dx) >= abs(dy) else 2 if dy > 0 else 0
        s.m_face = changed(s.m_face, m, ahead if rng.random() < 0.8 else rng.randrange(4))
    s.forget()
    return s, men


def shots(s: Regiment) -> set[tuple[str, str]]:
    """Who may make his marked attack now, and with what."""
    return {(s.man(m), weapon) for m in range(len(s.m_kind)) if s.on_foot(m) for weapon in Kit(s, m).fires()}


class Follower:
    """A phase as it is told, step by step: who should be asked at each instant, and who is."""

    def __init__(self, s: Regiment) -> None:
        self.s, self.held, self.answered, self.told = s.clone(), dict[str, str](), set[str](), list[str]()

    def due(self) -> set[tuple[str, str]]:
        self.s.forget()
        return {shot for shot in shots(self.s) if shot[0] not in self.answered and shot[0] not in self.held}

    def hears(self, events: list[Event]) -> None:
        """2.10: an instant after every step and every quarter turn, and before the first step of each unit."""
        s = self.s
        for text in [event.text for event in events]:
            goes = re.match(r"{(.*?)} (?:moves to {(\w+)}|turns to the (\w+))", text)
            if goes or "walks its line" in text:
                self.passes(text)
                moved = s.unit_of(goes[1]) if goes else OFF
                marked = {s.man(m) for m, u in enumerate(s.m_mark) if u == moved >= 0}
                self.held = {word: how for word, how in self.held.items()
                             if how == "hold-phase" or (goes and word not in marked)}  # fmt: skip
                if goes and goes[2]:
                    s.move(moved, s.stage.by_name[goes[2]])
                elif goes:
                    s.u_face[moved] = ("north", "east", "south", "west").index(goes[3])
            elif flips := re.match(r"{(.*?)} is (alert|spotted)", text):
                (s.u_alert if flips[2] == "alert" else s.m_spotted)[
                    s.unit_of(flips[1]) if flips[2] == "alert" else s.man_of(flips[1])
                ] = 1

    def passes(self, text: str) -> None:
        if self.due():
            self.told.append(f"before “{text}” {sorted(self.due())} should have been asked")
        self.answered.clear()

    def asked(self, options: list[Action]) -> None:
        """In an Advance Phase it is not told when a unit begins, so he who was asked may be asked again."""
        offered = {(action[1], action[2]) for action in options if action[0] == "fire"}
        if self.s.phase == ADVANCE:
            self.answered -= {word for word, _ in offered}
        if offered != self.due():
            self.told.append(f"asked {sorted(offered)}, not {sorted(self.due())}")

    def answers(self, action: Action) -> None:
        self.answered.add(action[1])
        if action[0] != "hold":
            self.held[action[1]] = action[0]


@pytest.mark.clause("RR-7.8", "RR-7.10", "RR-7.11", "RR-7.13", "RR-7.15", "RR-8.13", "RR-20.44")
def test_who_is_asked_for_a_marked_attack_and_when_is_what_a_second_reading_says() -> None:
    met = summed(instants, range(30, 34))
    assert len(met) == 4 and min(met.values()) > 20, met


def instants(seed: int) -> Counter[str]:
    met, rng = Counter[str](), random.Random(seed)
    layout = thrown_board(rng)
    for n in range(24):
        layout = thrown_board(rng) if n % 8 == 7 else layout
        phase = rng.choice((PATROL, PATROL, ADVANCE))
        s, _ = marked_together(layout, rng, phase)
        follower = Follower(s)
        run(s, patrol.PatrolPhase() if phase == PATROL else advance.AdvancePhase())
        follower.hears(s.events)
        while s.choice is not None:
            action = rng.choice(legal(s))
            if isinstance(s.choice, marks.Window):
                follower.asked(legal(s))
                holds = ("hold", "hold-unit", "hold-phase") if phase == PATROL else ("hold",)
                action = rng.choice([action for action in legal(s) if action[0] in holds])
                follower.answers(action)
                met[f"{phase} {action[0]}"] += 1
            follower.hears(play(s, action))
        follower.passes("the end")
        assert not follower.told, (seed, n, follower.told)
    return met


@pytest.mark.clause("RR-7.12", "RR-7.14", "RR-7.16", "RR-9.1", "RR-9.15", "RR-10.7", "RR-10.8", "RR-12.11", "RR-20.27")
def test_what_follows_a_marked_attack_is_what_a_second_reading_says() -> None:
    assert set(summed(marked_shots, range(40, 44))) == {"pistol", "sten", "sniper", "speargun", "knife", "grenade"}


def marked_shots(seed: int) -> Counter[str]:
    met, rng = Counter[str](), random.Random(seed)
    layout = thrown_board(rng)
    for n in range(48):
        layout = thrown_board(rng) if n % 8 == 7 else layout
        s, _ = marked_together(layout, rng, rng.choice((PATROL, ADVANCE, EVENT)))
        marks.begin_phase(s)
        run(s, marks.Window())
        weapons = {action[2] for action in legal(s) if action[0] == "fire"} if s.choice else set()
        if weapons:
            weapon = min((met[word], word) for word in weapons)[1]
            action = rng.choice([action for action in legal(s) if action[-1] == weapon])
            told = fired(s, action, rng)
            assert not told, (seed, n, action, told)
            met[weapon] += 1
    return met


def fired(s: Regiment, action: Action, rng: random.Random) -> list[str]:
    """A marked attack and what follows; what differs from 2.10."""
    m, weapon = s.man_of(action[1]), data.WEAPONS.index(action[2])
    k = Kit(s.clone(), m)
    target = k.s.m_mark[m]
    events = list(play(s, action))
    while s.choice is not None and not isinstance(s.choice, marks.Window):
        events += play(s, rng.choice(legal(s)))
    if s.m_mark[m] >= 0 or s.m_mark_at[m] >= 0:
        return ["the marker should be back"]
    if weapon == data.GRENADE:
        goal, bangs = k.at(k.s.m_mark_at[m]), k.bangs(events)
        hidden = k.level(k.here, goal, True, k.low) > (0 if k.low else 1)
        goal = k.lands(goal, hidden, k.s.m_face[m], events)
        if (bangs[0][1] if bangs else None) != (goal if goal in k.g.kind else None):
            return [f"it should come down on {goal}"]
    elif weapon != data.KNIFE:
        added = 2 + (far(k.here, k.where[target]) <= data.W_SHORT[weapon])
        if not any(f" at +{added}, needs {data.W_NEEDS[weapon]}" in event.text for event in events):
            return [f"the dice should be at +{added}"]
    here = (k.here, k.low, k.swims, k.laden)
    return Deed(k, [here], weapon, target, k.here, True).differs(s, events)


# --- the alarm

WORDS = {f"{word} phase": phase for phase, word in enumerate(PHASES)}
AFTER = {OPERATOR: ADVANCE, ADVANCE: EVENT, EVENT: ATTACK, PATROL: ATTACK, END: OPERATOR}


@pytest.mark.clause(
    "RR-12.2", "RR-12.3", "RR-12.5", "RR-12.13", "RR-12.14", "RR-12.16", "RR-12.20", "RR-12.21", "RR-12.22"
)
def test_what_comes_after_an_alarm_in_each_phase_is_what_a_second_reading_says() -> None:
    met = summed(alarms, range(50, 52))
    assert set(met) == {PHASES[phase] for phase in AFTER} and min(met.values()) > 4, met


def alarms(seed: int) -> Counter[str]:
    """On the boards of all missions a shot in one of the phases takes the last space of the meter, if nothing else does
    before."""
    met = Counter[str]()
    for n, (s, _, rng) in enumerate(mission_positions(seed, 60)):
        if s.section == STEALTH:
            s.meter, s.offered = 1, None
            s.u_health = tuple(0 if s.u_at[u] < 0 else left for u, left in enumerate(s.u_health))
            reading = Reading(s)
            for m in [m for m in range(len(s.m_kind)) if s.on_foot(m) and s.is_operator(m) and reading.units]:
                s.m_object, s.m_low[m] = changed(s.m_object, m, NOTHING), 0
                here = reading.at(s.m_at[m])
                s.m_mark[m] = min(reading.units, key=lambda u: (far(reading.where[u], here), u))
                dx, dy = plus(reading.where[s.m_mark[m]], here, -1)
                facing = (1 if dx > 0 else 3) if abs(dx) >= abs(dy) else 2 if dy > 0 else 0
                s.m_face = changed(s.m_face, m, facing)
            phase, told = sounded(s, rng, rng.choice(list(AFTER)))
            assert not told, (seed, n, s.setup.scenario, told)
            met.update([PHASES[phase]] if phase else [])
    return met


def sounded(s: Regiment, rng: random.Random, wanted: int) -> tuple[int, list[str]]:
    """Play to the alarm, with a shot in the wanted phase, and on to the next one: its phase, 0 for none, and what
    differs from 2.2 and 2.14."""
    phase, alarm, shooter, rest, last = OPERATOR, 0, OFF, list[str](), s.turn + 2
    while s.choice is not None and s.turn < last and not (alarm and WORDS.keys() & {*rest}):
        options, shot, by = legal(s), list[Action](), OFF
        if not alarm and s.phase == wanted:
            shot = [action for action in options if action[0] in ("fire", "attack")]
        if shot:
            action = rng.choice(shot)
            by = s.man_of(action[1]) if data.EARSHOT[data.WEAPONS.index(action[2])] else OFF
        else:
            word = "nesw"[s.m_face[s.choice.man]] if isinstance(s.choice, turn.Act) else ""
            quiet = [
                action for action in options if action[0] == "hold-phase" or (action[0], action[-1]) == ("end", word)
            ]
            action = rng.choice(quiet or options)
        for text in [event.text for event in play(s, action)]:
            if alarm:
                rest.append(text)
            phase = WORDS.get(text, phase)
            if text == "the alarm sounds":
                alarm, shooter = phase, by
    if not WORDS.keys() & {*rest}:
        return 0, []
    told, length = list[str](), min(n for n, text in enumerate(rest) if text in WORDS)
    if WORDS[rest[length]] != AFTER[alarm]:
        told.append(f"after an alarm in the {PHASES[alarm]} phase comes the {rest[length]}")
    if any(s.alive(u) and not s.u_alert[u] for u in range(len(s.u_kind))):
        told.append("all units should be alert")
    men = [m for m in range(len(s.m_kind)) if s.is_operator(m) and s.on_board(m)]
    if men and not any(s.m_spotted[m] for m in men) and not isinstance(s.choice, Nominate):
        told.append("somebody should be spotted")
    if shooter in men and not s.m_spotted[shooter]:
        told.append("who fired should be spotted")
    if alarm == PATROL and sum("moves to" in text for text in rest[:length]) > 1:
        told.append("the patrol should be over")
    if alarm == EVENT and shooter >= 0 and "the alarm cancels the event" not in rest:
        told.append("the event should be cancelled")
    return alarm, told
