"""A second, plain and slow reading of the ledger's sections 2.4, 2.5 and 2.7, compared with the offers of whole games.

It shares no rule with the game: terrain, roads and the numbers of pieces come from the box, everything else is written
here once more, hex by hex.
"""

import heapq
from itertools import combinations

from sandtable import legal, play
from sandtable.games.night_drop.box import counters, land, settings
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r05_pushes as pushing
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r09_aftermath as aftermath
from sandtable.games.night_drop.rules import r09_declaring as declaring
from sandtable.games.night_drop.state import OUTSIDE, TRACK, NightDrop
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action

ENTER = {"clear": 2, "village": 2, "woods": 4, "marsh": 4, "stream": 6, "bridge": 6, "h1": 1, "battery": 2}
SOFT = ("village", "woods")


class Reading:
    """One position as the ledger sees it; costs in half points."""

    def __init__(self, s: NightDrop) -> None:
        self.s = s
        self.night = s.turn <= 4
        self.there: dict[int, list[int]] = {}
        for piece, place in enumerate(s.at):
            self.there.setdefault(place, []).append(piece)

    def british(self, piece: int) -> bool:
        return piece < counters.FIRST_GERMAN

    def stick(self, piece: int) -> bool:
        return piece <= counters.DIVISION

    def held(self, cell: int, british: bool) -> list[int]:
        return [piece for piece in self.there.get(cell, []) if self.british(piece) == british]

    def down(self, cell: int) -> bool:
        return cell in land.OBJECTIVE_AT and bool(self.s.broken[land.OBJECTIVE_AT[cell]])

    def ground(self, cell: int) -> str:
        return land.TERRAINS[land.TERRAIN[cell]]

    def terrain(self, a: int, b: int) -> int | None:
        """2.5.1 and the terrain part of 2.5.2; None where no step leads."""
        if self.ground(b) == "water" or (a, b) in land.DASHED:
            return None
        if (a, b) in land.FOLLOWED and not self.down(a) and not self.down(b):
            return 1
        if "h1" in (self.ground(a), self.ground(b)):
            return None
        return ENTER["stream"] if self.down(b) else ENTER[self.ground(b)]

    def zone(self, british: bool, cell: int) -> int:
        """1.7 The surcharge of a hex for a mover of a side."""
        found = 0
        soft = self.ground(cell) in SOFT
        if soft and self.night:
            return 0
        for near in land.AROUND[cell]:
            if (near, cell) in land.DASHED and self.s.options["dashed_zoc"] == "off":
                continue
            for enemy in self.held(near, not british):
                if not self.stick(enemy) and enemy < counters.FIRST_PATROL:
                    half = self.s.reduced[enemy] and (self.night or soft)
                    found = max(found, 1 if half else 2)
        return found

    def stops(self, british: bool, cell: int) -> bool:
        return not self.night and self.ground(cell) not in SOFT and self.zone(british, cell) > 0

    def capacity(self, piece: int, cell: int) -> int:
        """1.9."""
        known_advantage = piece < counters.STICKS and self.s.front[piece] and self.s.kind[piece] == counters.ADV
        if piece in (counters.HOWARD_1, counters.DIVISION) or piece >= counters.GARRISON or known_advantage:
            return 0
        if self.night:
            road = land.ON_LINE[cell] and not self.down(cell)
            points = 6 if road or self.ground(cell) == "village" else 4
        else:
            points = 12 if self.british(piece) and not self.stick(piece) else 8
        return points // 2 if self.s.confused[piece] else points

    def near_h1(self, a: int, b: int) -> bool:
        return land.GRID.distance(b, land.H1) <= 1 or land.GRID.distance(b, land.H1) < land.GRID.distance(a, land.H1)

    def walk(self, group: tuple[int, ...], start: int, points: int) -> dict[int, int]:
        """Everything within the points of a start, step by step."""
        british = self.british(group[0])
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, a = heapq.heappop(queue)
            if spent > best[a] or (a != start and self.stops(british, a)):
                continue
            leaving = self.zone(british, a)
            for b in land.AROUND[a]:
                cost = self.terrain(a, b)
                if cost is None or self.held(b, not british) or (counters.HOWARD_2 in group and not self.near_h1(a, b)):
                    continue
                entering = self.zone(british, b)
                total = spent + cost + leaving + entering
                if (leaving and entering and not self.night) or total > points or total >= best.get(b, 99):
                    continue
                best[b] = total
                heapq.heappush(queue, (total, b))
        del best[start]
        return best

    def payers(self, group: tuple[int, ...]) -> tuple[int, ...]:
        """Who has to pay for zones: by night Sticks do not (Rulings A15, A79)."""
        return tuple(piece for piece in group if not (self.night and self.stick(piece)))

    def pays(self, group: tuple[int, ...], cell: int, surcharge: int) -> bool:
        """Ruling A16, and Ruling A15 for Sticks alone."""
        payers = self.payers(group)
        if not payers:
            return not surcharge or self.s.options["night_stick_ezoc"] == "off"
        return surcharge <= min(self.capacity(p, cell) for p in payers) or self.s.options["minmove_ezoc"] == "on"

    def reach(self, group: tuple[int, ...], left: int, fresh: bool) -> dict[int, int]:
        """2.5 and 2.6.3: where a group may go, and for how much."""
        s, british, cell = self.s, self.british(group[0]), self.s.at[group[0]]
        if cell == OUTSIDE:
            cell = s.beside[group[0]]
            points = min(self.capacity(piece, cell) for piece in group)
            price = (1 if cell in land.ENTRY else ENTER[self.ground(cell)]) + self.zone(british, cell)
            found = {cell: min(price, points)}
            if price < points and not self.stops(british, cell):
                found.update({to: price + more for to, more in self.walk(group, cell, points - price).items()})
            return found
        points = min(self.capacity(piece, cell) for piece in group) if fresh else left
        by_hex = self.night and any(self.stick(piece) for piece in group)
        may_walk = points > 0 and not by_hex and (fresh or not self.stops(british, cell))
        found = self.walk(group, cell, points) if may_walk else {}
        for to in land.AROUND[cell] if fresh else ():
            a, b = self.zone(british, cell), self.zone(british, to)
            if (
                to not in found
                and self.terrain(cell, to) is not None
                and not self.held(to, not british)
                and not (a and b and not self.night)
                and self.pays(group, cell, a + b)
                and (counters.HOWARD_2 not in group or self.near_h1(cell, to))
            ):
                found[to] = points
        return found

    def leaves(self, group: tuple[int, ...], left: int, fresh: bool) -> bool:
        """2.5.9."""
        s, british, cell = self.s, self.british(group[0]), self.s.at[group[0]]
        if cell >= land.HEXES or len(land.AROUND[cell]) == 6:
            return False
        zone = self.zone(british, cell)
        if not (self.pays(group, cell, zone) if fresh else left >= 2 + zone and not self.stops(british, cell)):
            return False
        if not british:
            box = {land.ENTRY[0]: TRACK, land.ENTRY[7]: TRACK + 2}.get(cell)
            return box is None or len(self.there.get(box, [])) + len(group) <= 3
        unknown = any(piece < counters.STICKS and not s.front[piece] for piece in group)
        return counters.HOWARD_2 not in group and not (unknown and s.options["stick_exit"] == "forbidden")

    def pushes(self) -> set[Action]:
        """2.4 G-c."""
        s = self.s
        found: set[Action] = {("done",)}
        for stick in range(counters.STICKS) if s.allowance else ():
            cell, word = s.at[stick], counters.PIECE_NAME[stick]
            zones = s.options["night_stick_ezoc"] == "on"
            if (
                cell >= land.HEXES
                or s.front[stick]
                or counters.BRIGADE[stick] != s.activation - 2
                or s.pushed[stick] >= 3
            ):
                continue
            if (
                len(land.AROUND[cell]) < 6
                and s.options["stick_exit"] == "park"
                and not (zones and self.zone(True, cell))
            ):
                found.add(("leave", word))
            for to in land.AROUND[cell]:
                full = len(self.held(to, True)) >= (1 if to == land.BATTERY else 3)
                if (
                    self.terrain(cell, to) is not None
                    and not self.held(to, False)
                    and not (full and s.options["g12_overstack"] == "forbidden")
                    and not (zones and (self.zone(True, cell) or self.zone(True, to)))
                ):
                    found.add(("move", word, land.HEX_NAME[to]))
        return found

    def able(self, target: int) -> list[int]:
        """2.7 C1: who may attack a hex."""
        s, british = self.s, self.s.activation <= 1
        found = []
        for cell in land.AROUND[target]:
            for piece in self.held(cell, british):
                if (cell, target) in land.DASHED or s.fought[piece] or self.stick(piece) or piece >= counters.GARRISON:
                    continue
                if not british:
                    good = bool(s.acted[piece]) or s.allowance > 0
                elif piece >= counters.HOWARD_1:
                    good = not s.special_used[piece - counters.HOWARD_1]
                else:
                    good = counters.BRIGADE[piece] == s.activation
                if good:
                    found.append(piece)
        return sorted(found)

    def together(self, force: tuple[int, ...]) -> bool:
        """C1: by night one chain, or each touching every other."""
        cells = sorted({self.s.at[piece] for piece in force})
        if not self.night:
            return True
        if self.s.options["night_adjacency"] == "pairwise":
            return all(b in land.AROUND[a] for a, b in combinations(cells, 2))
        joined = {cells[0]}
        for _ in cells:
            joined |= {cell for cell in cells if joined & set(land.AROUND[cell])}
        return len(joined) == len(cells)

    def forces(self, target: int) -> list[tuple[int, ...]]:
        """Every force that could attack a hex."""
        s = self.s
        able = self.able(target)
        every = [force for size in range(1, len(able) + 1) for force in combinations(able, size)]
        new = [sum(1 for piece in force if not s.acted[piece]) for force in every]
        room = s.allowance if s.activation == 4 else 99
        return [force for force, count in zip(every, new, strict=True) if count <= room and self.together(force)]


def expected(s: NightDrop) -> tuple[set[Action], set[str]] | None:
    """What should be on offer, and the verbs of which this can tell; None for another choice."""
    reading, choice = Reading(s), s.choice
    found: set[Action] = set()
    match choice:
        case movement.Move() if s.named or s.mover:
            group, fresh = s.named or s.mover, bool(s.named)
            reach = reading.reach(group, s.left, fresh)
            told = reaching.moves(s, reaching.ground_of(s, s.activation > 1), group, s.left, fresh)
            assert told.cost == reach, "costs differ"
            found = {("go", land.HEX_NAME[cell]) for cell in reach}
            if reading.leaves(group, s.left, fresh):
                found.add(("leave",))
            return found, {"go", "leave"}
        case pushing.Push():
            return reading.pushes(), {"move", "leave", "done"}
        case declaring.Attack() if s.aim < 0:
            enemies = [cell for cell in range(land.HEXES) if reading.held(cell, s.activation > 1)]
            again = s.options["multi_attack"] == "on"
            found = {("attack", land.HEX_NAME[cell]) for cell in enemies if again or cell not in s.attacked
                     if reading.able(cell)}  # fmt: skip
            return found, {"attack"}
        case declaring.Attack():
            named = len(s.named)
            for force in reading.forces(s.aim):
                if force[:named] == s.named:
                    found.add(("fight",) if len(force) == named else ("with", counters.PIECE_NAME[force[named]]))
            return found, {"fight", "with"}
        case aftermath.Retreat():
            cell, british = s.at[choice.group[0]], reading.british(choice.group[0])
            near = land.AROUND[choice.away_from] if choice.away_from >= 0 else ()
            for to in land.AROUND[cell]:
                if reading.terrain(cell, to) is not None and not reading.held(to, not british) and to not in near:
                    found.add(("to", land.HEX_NAME[to]))
            return found, {"to"}
    return None


def test_the_offers_of_whole_games_are_those_of_a_second_reading() -> None:
    kinds: set[str] = set()
    for seed in range(4):
        rng = Rng(seed)
        options = {option.name: option.values[rng.below(2)] for option in settings.OPTIONS} if seed % 2 else {}
        s = GAME.start(seed=seed, options=options)
        assert isinstance(s, NightDrop)
        bot = GAME.bot("greedy:first", seed)  # whose German scatters Sticks
        while offered := legal(s):
            rare = isinstance(s.choice, (aftermath.Retreat, declaring.Attack))
            if rng.below(2 if rare else 12) == 0 and (second := expected(s)) is not None:
                found, verbs = second
                assert {action for action in offered if action[0] in verbs} == found, (seed, s.number, s.choice)
                kinds.add("Muster" if s.aim >= 0 else type(s.choice).__name__)
            # Chance now and then, so that units get where the bot would not send them.
            chance = rng.below(5) == 0
            play(s, offered[rng.below(len(offered))] if chance else bot.pick(GAME.view(s, s.seat), offered))
    assert kinds == {"Move", "Push", "Attack", "Muster", "Retreat"}
