"""Chapter 24, They Who Dare: the Typhoon, its runs over the board, its cannon and rockets, and fire from the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import SIDE
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r26_flames as flames
from sandtable.games.rogue_regiment.state import ATTACKED, BATTLE, BLIND, OFF, SEAT, Regiment, changed
from sandtable.geometry.squares import FACINGS, bits, ringed
from sandtable.kernel.flow import Action, Choice, Step, act
from sandtable.kernel.telling import plural

WORD: Final = "typhoon"

# What is known of it, by place in the column `typhoon`; the column is empty where a mission has none.
WHERE: Final = 0
HEALTH: Final = 1
ROCKETS: Final = 2
EDGE: Final = 3  # from which edge of the board it flies
DEPTH: Final = 4  # how many cards lie above its own
LINE: Final = 5  # which column or row of tiles it flies along
TILE: Final = 6  # how many tiles it has come, from 0; -1 at the edge
BACK: Final = 7  # the edge from which its next run is quickest: the entry's, then that by which it left
RUNS: Final = 8  # how many runs it has finished
FRESH: Final = 9  # 1 until it has come over a new tile in this turn

AWAY: Final = 0
CALLED: Final = 1  # its card is in the deck
WAITS: Final = 2  # at the edge of the board
OVERHEAD: Final = 3
DOWN: Final = 4

GROUND_FIRE: Final = -3  # RR-24.32
SHORTEST: Final = 4  # whoever fires no farther than his own reach cannot fire at the sky


def ready(s: Regiment) -> tuple[int, ...]:
    """RR-24.30 The column of a Typhoon that waits to be called, with all its rockets."""
    return (AWAY, data.TYPHOON_HEALTH, data.TYPHOON_ROCKETS, OFF, 0, OFF, OFF, s.stage.mission.entry.side, 0, 0)


def put(s: Regiment, at: int, value: int) -> None:
    """Something about it changes."""
    s.typhoon = changed(s.typhoon, at, value)


def is_over(s: Regiment) -> bool:
    """Whether it is in the air over the board."""
    return bool(s.typhoon) and s.typhoon[WHERE] == OVERHEAD


def flies(s: Regiment) -> bool:
    """Whether it is on its way, at the edge or over the board."""
    return s.typhoon[WHERE] in (CALLED, WAITS, OVERHEAD)


# --- calling it


def calls(s: Regiment) -> list[Action]:
    """RR-24.23, RR-24.30 The edges from which it may be called: at any time of the Operator Phase when it is neither on
    its way nor shot down.
    """
    if not s.typhoon or s.typhoon[WHERE] != AWAY:
        return []
    return [act("call", WORD, word) for word in FACINGS]


def or_call(s: Regiment, able: list[Action]) -> list[Action]:
    """RR-24.23, RR-4.5 Who may act, and the calls that may be made before one of them does; when nobody is left, all
    are done.
    """
    return able + calls(s) if able else [act("done")]


def called(s: Regiment, action: Action, choice: Choice) -> bool:
    """RR-24.23 Whether the players have called it and not said who acts; then they are asked that again."""
    if action[0] == "call":
        call(s, FACINGS.index(action[2]))
        s.then(choice)
    return action[0] == "call"


def depth(s: Regiment, edge: int) -> int:
    """RR-24.23, RR-24.30 How deep its card goes: 2 for the edge of the entry tile, or that by which it has just left, 3
    for one beside it, 4 for the opposite one; no deeper than the deck is.
    """
    away = (edge - s.typhoon[BACK]) % 4
    return max(1, min((2, 3, 4, 3)[away], len(s.deck)))


def call(s: Regiment, edge: int) -> None:
    """RR-24.23 Its card goes into the deck."""
    deep = depth(s, edge)
    put(s, WHERE, CALLED)
    put(s, EDGE, edge)
    put(s, DEPTH, deep)
    s.say(
        "RR-24.23",
        f"the {{}} will come from the {notice.COMPASS[edge]} after {plural(deep, 'draw')}",
        WORD,
        facts=(("counted", WORD, str(deep)),),
    )


def count_down(s: Regiment) -> None:
    """RR-24.24 A card is drawn: its own comes nearer to the top."""
    if s.typhoon[WHERE] == CALLED:
        put(s, DEPTH, s.typhoon[DEPTH] - 1)


@dataclass(frozen=True)
class Arrives(Step):
    """RR-24.24 When its card is on top it comes to its edge of the board, for a line of tiles."""

    def do(self, s: Regiment) -> None:
        if s.typhoon and s.typhoon[WHERE] == CALLED and s.typhoon[DEPTH] <= 0:
            s.then(ChooseLine())


@dataclass(frozen=True)
class ChooseLine(Choice):
    """RR-24.24 Along which line of tiles it will fly, named by the middle of the first."""

    clause = "RR-24.24"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("line", s.place(middle(s, path(s, n)[0]))) for n in range(lines(s))]

    def chosen(self, s: Regiment, action: Action) -> None:
        put(s, LINE, self.offer(s).index(action))
        put(s, WHERE, WAITS)
        put(s, TILE, OFF)
        s.say("RR-24.24", "the {} comes to the edge of the board, for {}", WORD, action[1])

    def ask(self, s: Regiment) -> str:
        return f"The Typhoon comes from the {notice.COMPASS[s.typhoon[EDGE]]}: along which line of tiles?"


# --- the way it flies

Tile = tuple[int, int]  # column and row


def lines(s: Regiment) -> int:
    """RR-24.24 How many lines of tiles lead away from its edge."""
    return (s.grid.width if s.typhoon[EDGE] in (0, 2) else s.grid.height) // SIDE


def path(s: Regiment, line: int) -> list[Tile]:
    """RR-24.26 The tiles of a line in the order in which it comes over them."""
    edge = s.typhoon[EDGE]
    if edge in (0, 2):
        found = [(line, row) for row in range(s.grid.height // SIDE)]
        return found if edge == 0 else found[::-1]
    found = [(column, line) for column in range(s.grid.width // SIDE)]
    return found if edge == 3 else found[::-1]


def middle(s: Regiment, tile: Tile) -> int:
    """RR-24.24, RR-24.26 The square that stands for the centre of a tile."""
    return s.grid.at(SIDE * tile[0] + SIDE // 2, SIDE * tile[1] + SIDE // 2)


def squares(s: Regiment, tile: Tile) -> int:
    """The squares of a tile, as a set."""
    row = ((1 << SIDE) - 1) << s.grid.at(SIDE * tile[0], SIDE * tile[1])
    found = 0
    for down in range(SIDE):
        found |= row << down * s.grid.stride
    return found


def below(s: Regiment) -> int:
    """RR-24.31 The squares of the tile that it is over, as a set; none elsewhere."""
    return squares(s, path(s, s.typhoon[LINE])[s.typhoon[TILE]]) if is_over(s) else 0


def ahead(s: Regiment) -> int:
    """RR-24.27 The squares of the next tile, as a set; none before it is there or after the last."""
    if not s.typhoon or s.typhoon[WHERE] not in (WAITS, OVERHEAD):
        return 0
    way, n = path(s, s.typhoon[LINE]), s.typhoon[TILE] + 1
    return squares(s, way[n]) if n < len(way) else 0


def heading(s: Regiment) -> int:
    """RR-24.29 The direction in which it flies."""
    return (s.typhoon[EDGE] + 2) % 4


def fly(s: Regiment) -> None:
    """RR-24.22, RR-24.26, RR-24.30, RR-24.51 It comes over the next tile, and the first of a run raises the alarm
    before anybody fires at it; or it leaves the board, and has all its rockets again.
    """
    way, n = path(s, s.typhoon[LINE]), s.typhoon[TILE] + 1
    if n >= len(way):
        put(s, WHERE, AWAY)
        put(s, ROCKETS, data.TYPHOON_ROCKETS)
        put(s, BACK, heading(s))
        put(s, RUNS, s.typhoon[RUNS] + 1)
        s.say("RR-24.26", "the {} leaves the board; its rockets are loaded again", WORD, facts=(("removed", WORD),))
        return
    put(s, WHERE, OVERHEAD)
    put(s, TILE, n)
    at = s.place(middle(s, way[n]))
    s.say("RR-24.26", "the {} comes over the tile of {}", WORD, at, facts=(("placed", WORD, at),))
    if n == 0 and s.section != BATTLE:
        s.meter = 0
        s.say("RR-24.22", "the {} raises the alarm", WORD, facts=(("counted", "meter", "0"),))
        alarm.sound(s)
        s.then(alarm.KeepSpotted())
    s.then(FireAtIt(), turn.EndAction())


# --- its turn


@dataclass(frozen=True)
class Run(Step):
    """RR-24.25, RR-24.52 At the start of the Operator Phase it has two actions, and must use them; what is left when it
    is off the board or shot down is lost.
    """

    left: int

    def do(self, s: Regiment) -> None:
        if self.left and s.typhoon[WHERE] in (WAITS, OVERHEAD):
            s.then(Sortie(self.left))


@dataclass(frozen=True)
class Sortie(Choice):
    """RR-24.25, RR-24.27, RR-24.28 An action of the Typhoon: it attacks the next tile and flies there, or flies and may
    attack the tile after it.
    """

    left: int

    clause = "RR-24.25"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("fly", WORD), *attacks(s)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] == "fly":
            s.then(Fly(), Parting(), Run(self.left - 1))
        else:
            strike(s, action)
            s.then(Fly(), Run(self.left - 1))

    def ask(self, s: Regiment) -> str:
        return f"The Typhoon, {self.left} of {data.TYPHOON_ACTIONS} actions left: attack the next tile first, or fly?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (WORD,)

    def price(self, s: Regiment, action: Action) -> str:
        return "1 action"


@dataclass(frozen=True)
class Fly(Step):
    """RR-24.26 The move that belongs to every action, unless it was shot down."""

    def do(self, s: Regiment) -> None:
        if s.typhoon[WHERE] in (WAITS, OVERHEAD):
            fly(s)


@dataclass(frozen=True)
class Parting(Choice):
    """RR-24.27, RR-24.28 Having flown it may attack the tile that is next now."""

    clause = "RR-24.27"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [*attacks(s), act("hold", WORD)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] != "hold":
            strike(s, action)

    def ask(self, s: Regiment) -> str:
        return "Does the Typhoon attack the next tile?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (WORD,)


@dataclass(frozen=True)
class SecondRocket(Choice):
    """RR-24.28 One rocket or both may be fired in an attack, each at a square of its own."""

    clause = "RR-24.28"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [*rockets(s), act("hold", WORD)]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action[0] == "rocket":
            launch(s, action)

    def ask(self, s: Regiment) -> str:
        return "Does the Typhoon fire its second rocket too?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (WORD,)


def attacks(s: Regiment) -> list[Action]:
    """RR-24.27, RR-24.28, RR-24.29 What it may attack: units out of doors on the next tile with its cannon, any square
    of it with a rocket.
    """
    return [*(act("strafe", WORD, s.unit(u)) for u in exposed(s)), *rockets(s)]


def exposed(s: Regiment) -> list[int]:
    """RR-24.29 The units on the next tile that its cannon can hurt: out of doors and without armour."""
    return [u for u in in_the_open(s, ahead(s)) if attack.hurts(s, data.CANNON, u)]


def in_the_open(s: Regiment, tile: int) -> list[int]:
    """RR-24.31 The units of a tile that are not wholly in buildings."""
    found = obstacles.standing_on(s, tile) if tile else []
    return [u for u in found if any(tile >> v & 1 and not s.layout.room[v] for v in s.footprint(u))]


def rockets(s: Regiment) -> list[Action]:
    """RR-24.28 The squares at which a rocket may be fired."""
    if not s.typhoon[ROCKETS]:
        return []
    return [("rocket", WORD, s.stage.names[v]) for v in bits(ahead(s))]


def strike(s: Regiment, action: Action) -> None:
    """RR-24.27, RR-24.29 An attack with all that follows from it; it is no noise of anybody on the ground."""
    if action[0] == "rocket":
        launch(s, action)
        s.then(SecondRocket())
    else:
        notice.begin(s)
        s.then(Strafe(s.unit_of(action[2])), notice.After(), turn.EndAction())


def launch(s: Regiment, action: Action) -> None:
    """RR-24.28, RR-24.29 A rocket falls on a square, or drifts from it as a grenade thrown blind does, straight on
    being where the Typhoon flies.
    """
    notice.begin(s)
    put(s, ROCKETS, s.typhoon[ROCKETS] - 1)
    s.say("RR-24.28", "the {} fires a rocket at {}", WORD, action[2])
    at = s.stage.by_name[action[2]]
    s.then(grenades.Scatter(at, heading(s), data.ROCKET), notice.After(), turn.EndAction())


@dataclass(frozen=True)
class Strafe(Step):
    """RR-24.29 The dice of its cannon, which neither range nor cover changes."""

    unit: int

    def do(self, s: Regiment) -> None:
        u, needs = self.unit, data.W_NEEDS[data.CANNON]
        faces = s.rolls(data.W_DICE[data.CANNON])
        s.hits = sum(1 for face in faces if face >= needs)
        s.say(
            "RR-24.29",
            f"the {{}} strafes {{}}: {' '.join(map(str, faces))}, needs {needs}",
            WORD,
            s.unit(u),
            facts=(("rolled", WORD, *map(str, faces)),),
        )
        s.u_mark[u] |= ATTACKED
        if s.hits:
            s.then(StrafeHits(u, tuple(s.footprint(u))))


@dataclass(frozen=True)
class StrafeHits(Choice):
    """RR-24.29, RR-20.13 Its hits go to the target, and to units beside it that are on the same tile, out of doors."""

    unit: int
    near: tuple[int, ...]
    last: str = ""  # what took the hit before

    clause = "RR-24.29"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        beside = ringed(sum([s.grid.bit[v] for v in self.near]), s.grid.stride)
        found = [u for u in exposed(s) if u == self.unit or s.cover(u) & beside]
        return attack.to_spend(s, [s.unit(u) for u in found], self.last or s.unit(self.unit))

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == attack.SPARE:
            s.hits = 0
            return
        s.hits -= 1
        attack.hit_unit(s, s.unit_of(action[1]))
        s.then(StrafeHits(self.unit, self.near, action[1]))

    def ask(self, s: Regiment) -> str:
        return f"{plural(s.hits, 'hit')} left: on whom?"


# --- fire from the ground


def bit(s: Regiment) -> int:
    """RR-24.31 Against what a reaction to it counts, in `u_react`."""
    return 1 << len(s.m_kind) + len(s.c_kind)


def can_fire(s: Regiment, u: int) -> bool:
    """RR-24.33, RR-24.34, RR-24.35 Whether a unit is of a kind that fires at aircraft, and able to: no mortar, no
    howitzer, nobody who is held or smokes. Nobody moves for it.
    """
    kind = s.u_kind[u]
    if not s.u_alert[u] or not s.here(u) or s.u_cig[u] not in (0, BLIND):
        return False
    return data.DICE[kind] > 0 and kind != data.MORTAR and (data.AIR[kind] or data.LONG[kind] >= SHORTEST)


def gunners(s: Regiment) -> list[int]:
    """RR-24.38, RR-24.39, RR-28.12 The units that watch the airspace over the whole board."""
    return [u for u in s.axis.present if data.AIR[s.u_kind[u]] and can_fire(s, u)]


def marksmen(s: Regiment) -> list[int]:
    """RR-24.31, RR-24.33 The others who could fire at it: on the tile that it is over, and out of doors."""
    return [u for u in in_the_open(s, below(s)) if not data.AIR[s.u_kind[u]] and can_fire(s, u)]


@dataclass(frozen=True)
class FireAtIt(Step):
    """RR-24.31, RR-24.39 Over a tile that is new to it: all AA guns react to the first of a turn, and whoever is on the
    tile, once in a turn.
    """

    def do(self, s: Regiment) -> None:
        if not is_over(s):
            return
        firing = gunners(s) if s.typhoon[FRESH] else []
        put(s, FRESH, 0)
        firing += [u for u in marksmen(s) if arms.ANSWERS[s.u_kind[u]][0] and not s.u_react[u] & bit(s)]
        for u in firing:
            s.u_react = changed(s.u_react, u, s.u_react[u] | bit(s))
        shoot(s, firing, "RR-24.31", "reacts to")


@dataclass(frozen=True)
class AttackIt(Step):
    """RR-24.33, RR-24.39, RR-26.21 In the Attack Phase the AA guns attack it again; others on its tile only if they
    have attacked nobody on the ground, nor will set his room on fire.
    """

    def do(self, s: Regiment) -> None:
        if is_over(s):
            idle = [u for u in marksmen(s) if not s.u_done[u] and not flames.may_burn(s, u)]
            shoot(s, gunners(s) + idle, "RR-24.33", "attacks")


def shoot(s: Regiment, units: list[int], clause: str, verb: str) -> None:
    """RR-24.32, RR-24.39 Each fires at 3 less and without the bonus of short range; who cannot hit so does not roll."""
    vain = 0
    for u in units:
        if not is_over(s):
            break
        if reaches(s.u_kind[u], 6):
            fire(s, u, AIMED_UP.get(s.u_kind[u], clause), verb)
        else:
            vain += 1
    if vain:
        s.say("RR-24.32", f"{vain} unit{'s fire' if vain > 1 else ' fires'} at the {{}} in vain", WORD)


AIMED_UP: Final = {data.AA_GUN: "RR-24.39", data.AA_TRUCK: "RR-28.12"}
"""By which clause guns fire that are for aircraft alone."""


def reaches(kind: int, face: int) -> bool:
    """RR-24.32, RR-24.39 Whether a die of a kind of unit hits an aircraft."""
    return face + GROUND_FIRE >= data.NEEDS[kind]


def fire(s: Regiment, u: int, clause: str, verb: str) -> None:
    """RR-24.32 A unit rolls its dice at it; each that hits takes one health, and at none left it is gone for good."""
    kind = s.u_kind[u]
    faces = s.rolls(data.DICE[kind])
    hits = sum(1 for face in faces if reaches(kind, face))
    s.say(
        clause,
        f"{{}} {verb} the {{}}: {' '.join(map(str, faces))} at {GROUND_FIRE}, needs {data.NEEDS[kind]}: "
        f"{plural(hits, 'hit')}",
        s.unit(u),
        WORD,
        facts=(("rolled", s.unit(u), *map(str, faces)),),
    )
    if not hits:
        return
    put(s, HEALTH, max(0, s.typhoon[HEALTH] - hits))
    left = str(s.typhoon[HEALTH])
    s.say("RR-24.32", f"the {{}} has {left} health left", WORD, facts=(("counted", WORD, left),))
    if not s.typhoon[HEALTH]:
        put(s, WHERE, DOWN)
        s.say("RR-24.32", "the {} is shot down", WORD, facts=(("removed", WORD),))


def begin_turn(s: Regiment) -> None:
    """RR-24.25, RR-24.39 At the start of the Operator Phase it flies on, and the first tile it comes over is new."""
    put(s, FRESH, 1)
    s.then(Run(data.TYPHOON_ACTIONS))
