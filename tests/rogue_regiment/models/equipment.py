"""A second, plain and slow reading of water, thrown and placed things, blasts and marked attacks (ledger 1.5, 2.4.1,
2.10, 2.13, RR-7, RR-8.14 to RR-8.22 and RR-20), and of what follows an action or a marked attack (2.4 steps 4 and 5).

Like `second_reading.py`, on whose sight and steps it stands, it shares no rule with the game. Vehicles are no part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, FOREST, ROCK, WATER
from sandtable.games.rogue_regiment.state import BARREL, BATTLE, CORPSE, DEAD, OFF, STEALTH, Regiment
from sandtable.geometry.squares import DOOR, LOW, OPEN
from sandtable.kernel.flow import Action, Event
from tests.rogue_regiment.models.operators import (
    AHEAD,
    AROUND,
    HIDDEN,
    LAND,
    LYING,
    SINGLE,
    STANDING,
    Man,
    Square,
    far,
    finders,
    plus,
    split,
    turns,
)

Spot = tuple[Square, bool]  # a square, and whether the man is in the water there, also below a bridge
Place = tuple[Square, bool, bool, bool]
Bang = tuple[int, Square, list[int]]  # what explodes, where, and its dice
COMPASS = ("north", "east", "south", "west")
EIGHT = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
DRIFT = {6: 0, 9: 1, 10: 2, 11: 3, 12: 3, 8: 4, 2: 5, 3: 5, 4: 6, 5: 7}  # 2.13: eighths of a turn from straight ahead


class Kit(Man):
    """A man with all that he can carry, on land or in the water."""

    def __init__(self, s: Regiment, m: int) -> None:
        super().__init__(s, m)
        self.swims, self.scuba = bool(s.m_swim[m]), self.has(data.I_SCUBA)
        others = [n for n in range(len(s.m_kind)) if n != m and s.on_foot(n)]
        self.below = {self.at(s.m_at[n]) for n in others if s.m_swim[n]}
        self.above = {*self.where.values(), *self.barrels, *(self.at(s.m_at[n]) for n in others if not s.m_swim[n])}
        self.taken = self.above

    # --- water (RR-20.37 to RR-20.43, RR-20.52)

    def sides(self, a: Square, b: Square) -> Iterator[tuple[list[int], list[Square]]]:
        """The edges and the side squares of each way of one step."""
        if a[0] == b[0] or a[1] == b[1]:
            yield [self.g.wall(a, b)], []
        else:
            for side in ((a[0], b[1]), (b[0], a[1])):
                yield [self.g.wall(a, side), self.g.wall(side, b)], [side]

    def wades(self, spot: Spot, low: bool) -> set[Spot]:
        """Steps into, in and out of the water: over no low wall out of it, and into no blast."""
        (a, wet), found = spot, set()
        for b in [plus(a, by) for by in AROUND]:
            kind = self.g.kind.get(b, ROCK)
            goals = [True] * (kind == WATER or (wet and kind == BRIDGE)) + [False] * (wet and kind in LAND)
            for dive in goals if b not in self.blasts | self.dumps else []:
                walls = (OPEN, LOW) if dive and not low else (OPEN,)
                for edges, sides in self.sides(a, b):
                    passed = all(self.g.kind.get(p, WATER) in (*LAND, WATER) and p not in self.dumps for p in sides)
                    if passed and all(e in walls or (e == DOOR and not sides) for e in edges):
                        found.add((b, dive))
        return found

    def goes(self, spot: Spot, sprint: bool = False) -> set[Spot]:
        """All steps by a move, or the next ones of a sprint."""
        low = self.low and not spot[1]
        dry = set() if spot[1] else {(b, False) for b in self.steps(spot[0], low, sprint)}
        return dry | (self.wades(spot, low) if spot[1] or (self.scuba and not self.laden) else set())

    def runs(self, spot: Spot) -> set[Spot]:
        """Where a sprint may end: it leaves the water at once and for good, or ends where it enters it."""
        found, ends = set[Spot](), {spot}
        for n in range(3):
            ends = {to for at in ends if n == 0 or not at[1] for to in self.goes(at, True) if not (to[1] and spot[1])}
            found |= ends
        return found

    def free(self, spot: Spot) -> bool:
        return spot[0] not in (self.below if spot[1] else self.above)

    def ends(self, spot: Spot, ap: int) -> bool:
        """RR-1.24."""
        if self.free(spot):
            return True
        leaves = ap > 0 and self.s.stage.exits >> self.s.grid.at(*spot[0]) & 1
        upright = not self.laden and (spot[1] or not self.low)
        if leaves or (ap > 1 and upright and any(map(self.free, self.runs(spot)))):
            return True
        return ap > 0 and any(self.ends(to, ap - 1) for to in self.goes(spot))

    def moves(self) -> set[Spot]:
        return {to for to in self.goes((self.here, self.swims)) if self.ap and self.ends(to, self.ap - 1)}

    def spears(self, frm: Square) -> set[tuple[str, str]]:
        """RR-20.44, RR-20.45, RR-20.46, RR-20.53 Whom the speargun reaches from the water."""
        near = [u for u in self.units if self.s.u_kind[u] in SINGLE and 0 < far(frm, self.where[u]) <= 6]
        seen = [u for u in near if self.level(frm, self.where[u], True, True) == 0]
        return {("speargun", self.s.unit(u)) for u in seen if data.SPEARGUN in self.guns()}

    def wet_offers(self) -> set[Action]:
        """What a man in the water may do, and how one with scuba gear may move."""
        word, spot, found = self.s.man(self.m), (self.here, self.swims), set[Action]()
        moves = self.moves()
        for p, wet in moves:
            found.add(("swim" if self.swims and (wet or self.g.kind[p] != BRIDGE) else "move", word, self.name(p)))
        if self.ap > 1 and not self.low and not self.laden:
            found |= {("sprint", word, self.name(to[0])) for to in self.runs(spot) if self.ends(to, self.ap - 2)}
        if self.swims and self.free(spot):
            now = self.spears(self.here) if self.ap else set()
            found |= {("attack", word, *shot) for shot in now} | {("aim", word, target) for _, target in now}
            for p in [p for p, wet in moves if wet]:  # RR-20.39: he leaves the water by move or sprint alone
                found |= {("attack-move", word, *shot, self.name(p)) for shot in now}
                found |= {("move-attack", word, self.name(p), *shot) for shot in self.spears(p)}
        return found

    # --- placing, throwing, marking

    def placings(self, a: Square) -> set[tuple[str, str]]:
        items = [data.ITEMS[item] for item in (data.I_LEWES, data.I_TRAP, data.I_MINE) if self.has(item)]
        carried = {CORPSE: ["corpse"], BARREL: ["barrel"]}.get(self.s.m_object[self.m], [])
        return {(thing, self.name(b)) for thing in carried + items for b in self.spots(a, thing)}

    def throws(self, a: Square) -> set[str]:
        return {self.name(p) for p in self.g.kind if 0 < far(a, p) <= 6}

    def marks(self) -> set[str]:
        """RR-20.27, RR-7.6 Squares that a grenade may reach from where he can still get to: 3 squares for 2 points."""
        more = {2: 0, 3: 1}.get(self.ap, 3)
        return {self.name(p) for p in self.g.kind if far(self.here, p) <= 6 + more and (more or p != self.here)}

    def kit_offers(self) -> set[Action]:
        """What he may place, throw and mark, by the first words of each chain."""
        s, word, found = self.s, self.s.man(self.m), set[Action]()
        moves, here = self.moves(), self.placings(self.here) if self.ap and not self.swims else set()
        found |= {("place", word, *put) for put in here} | {("place-move", word, *put) for put in here if moves}
        if not self.swims:
            found |= {("move-place", word, self.name(p)) for p, _ in moves if self.placings(p)}
        if self.ap and self.has(data.I_GRENADE) and not self.laden and not self.swims:
            found |= {("throw", word)} | {("pop-throw", word)} if self.low else {("throw", word)}
            for p in [self.name(p) for p, wet in moves if not wet and not self.low]:
                found |= {("throw-move", word, p), ("move-throw", word, p)}
        if self.ap > 1 and not self.low and not self.laden:
            if not self.swims or data.SPEARGUN in self.guns():
                found |= {
                    ("mark", word, s.unit(u)) for u in range(len(s.u_kind)) if s.u_at[u] >= 0 and s.m_mark[self.m] != u
                }
            found |= {("mark", word, "grenade")} if self.has(data.I_GRENADE) and not self.swims else set()
        return found

    def fires(self) -> set[str]:
        """2.10 With which weapons he may make his marked attack now."""
        s, m, u, v = self.s, self.m, self.s.m_mark[self.m], self.s.m_mark_at[self.m]
        there = self.where[u] if u in self.units else self.at(v)
        ahead, aside = split(self.here, there, s.m_face[m])
        if self.laden or (u not in self.units and v < 0) or ahead < 1 or aside > ahead:
            return set()
        if v >= 0:
            return {"grenade"} if self.has(data.I_GRENADE) and not self.swims and far(self.here, there) <= 6 else set()
        found = {w for w, target in (self.spears if self.swims else self.attacks)(self.here) if target == s.unit(u)}
        if self.low:
            clear = self.level(self.here, there, True, True) == 0
            found = {w for w in found if w not in ("knife", "speargun") and clear}
        return found - ({"knife"} if plus(self.here, AHEAD[s.m_face[m]]) != there else set())

    # --- what follows

    def bangs(self, events: list[Event]) -> list[Bang]:
        titles = {title: weapon for weapon, title in enumerate(data.WEAPON_TITLE)}
        told = [re.match(r"the ([\w ]+) explodes on {(\w+)}: ([\d ]+), needs 2", event.text) for event in events]
        return [(titles[t[1]], self.square(t[2]), list(map(int, t[3].split()))) for t in told if t]

    def lands(self, goal: Square, scatters: bool, facing: int, events: list[Event]) -> Square:
        """2.13 Where a grenade comes down, by the dice that were told; nowhere if they should not have been, or were
        not."""
        told = " ".join(event.text for event in events)
        dice, by = re.search(r"scatter (\d) (\d)", told), re.search(r"die for the distance: (\d)", told)
        if bool(dice) != scatters:
            return (-99, -99)
        total = sum(map(int, dice.groups())) if dice else 7
        if total == 7 or not by:
            return goal
        return plus(goal, EIGHT[(DRIFT[total] + 2 * facing) % 8], (int(by[1]) + 1) // 2)


class Deed:
    """What a man does: the places of it, as square, crouched, in the water and laden; with what he attacks whom from
    where. A marked attack is noticed by its effects alone."""

    def __init__(self, k: Kit, way: list[Place], weapon: int, target: int, fired: Square, marked: bool = False) -> None:
        self.k, self.way, self.weapon, self.target, self.fired, self.marked = k, way, weapon, target, fired, marked
        s = k.s
        self.calm = {u for u in k.units if not s.u_alert[u]}
        self.spotted = {m for m, on in enumerate(s.m_spotted) if on}
        self.watching = {u: {o for o in k.units if o != u and k.view(o, k.where[u]) <= 1} for u in k.units}
        self.bodies = {u: k.bodies_seen(u) for u in k.units}
        self.men = {m: k.at(s.m_at[m]) for m in range(len(s.m_kind)) if s.on_foot(m)}

    def seen(self) -> set[int]:
        """2.4 step 3."""
        k, found = self.k, set()
        for p, low, wet, laden in self.way if not self.marked else []:
            net = k.g.kind[p] == FOREST and k.has(data.I_CAMO) and k.m not in self.spotted and not laden
            how = LYING if low or (net and self.weapon < 0 and not k.s.m_shot[k.m]) else STANDING
            if wet:
                how = LYING if k.m in self.spotted else HIDDEN
            found |= {u for u in k.units if k.view(u, p) <= how}
        return found

    def differs(self, s: Regiment, events: list[Event]) -> list[str]:
        """2.4 steps 4 and 5, 2.7, 2.8, 2.9, 2.12: what is not as it should be afterwards."""
        k, m, old, told = self.k, self.k.m, self.k.s, list[str]()
        bangs = k.bangs(events)
        earshot = data.EARSHOT[self.weapon] if self.weapon not in (OFF, data.GRENADE) else 0
        noises = [(self.fired, earshot)] * (earshot > 0) + [(p, data.EARSHOT[w]) for w, p, _ in bangs]
        if old.section == STEALTH and old.meter - s.meter != len(noises):
            told.append(f"the meter fell by {old.meter - s.meter}")
        alarm = old.section == STEALTH and old.meter <= len(noises)
        if (s.section == BATTLE) != (alarm or old.section == BATTLE):
            told.append("2.14: the alarm")
        places = {**self.men, m: self.way[-1][0]}
        under = {n for n, p in places.items() if any(far(p, at) <= 1 for _, at, _ in bangs)}
        dead_men = {n for n in places if s.m_state[n] == DEAD}
        if not under <= dead_men <= under | {m}:
            told.append(f"men {sorted(under)} are under the blast, {sorted(dead_men)} dead")
        if not s.on_foot(m):
            return told
        s.section = old.section  # the alarm comes last
        after = Kit(s, m)
        dead = set(k.units) - set(after.units)
        blown = {u for u in k.units if any(far(k.where[u], p) <= 1 for _, p, _ in bangs)}
        if not dead - {self.target} <= blown and not (self.weapon >= 0 and data.STRAFE[self.weapon]):
            told.append(f"dead {sorted(dead)}")
        hurt = {u for u in after.units if s.u_kind[u] != old.u_kind[u]}
        hit = {self.target} - dead - {OFF} | hurt - (blown if self.weapon != data.GRENADE else set())
        loud = {u for u in after.units if any(far(k.where[u], p) <= n for p, n in noises)}
        witnesses = {o for u in dead for o in self.watching[u]} - dead
        seen = self.seen() - dead
        if seen or (witnesses and self.weapon in (data.KNIFE, data.SPEARGUN)) or (old.section == BATTLE and earshot):
            self.spotted.add(m)
        alert = (set(k.units) - self.calm | seen | loud | hit | hurt | witnesses) - dead
        shouting, final = (seen | witnesses) & self.calm, list(s.u_alert)
        for u in after.units:
            s.u_alert[u] = int(u not in self.calm or u in loud | hit)  # as when they turn
        for u in after.units:
            faces, goals = {old.u_face[u]}, [(p, True) for p, n in noises if far(k.where[u], p) <= n]
            for p, stops in goals + [(self.fired, False)] * (u in hit):
                faces = {f for first in faces for f in turns(after, u, p, first, stops)}
            if s.u_face[u] not in faces:
                told.append(f"{s.unit(u)} faces {COMPASS[s.u_face[u]]}")
            words = [re.match(rf"{{({old.unit(u)}|{s.unit(u)})}} turns to the (\w+)", event.text) for event in events]
            passed = [COMPASS.index(word[2]) for word in words if word]
            gained = {n for f in passed for n in after.men_seen(u, f)} - after.men_seen(u, old.u_face[u])
            gained |= {m} & after.men_seen(u) if u in hit else set()
            looks = [*passed, s.u_face[u]] if u in loud | hit else []
            found = {v for f in looks for v in after.bodies_seen(u, f)} - self.bodies[u]
            self.spotted |= gained
            shouting |= {u} & self.calm if gained or found else set()
        s.u_alert[:] = final
        while True:
            alert |= {u for u in after.units if any(far(after.where[u], after.where[o]) <= 4 for o in shouting)}
            shouting = finders(after, alert)
            if not shouting:
                break
        s.section = BATTLE if alarm else old.section
        if alarm:  # 2.14, RR-12.2, RR-12.4, RR-12.11
            alert = {u for u in range(len(s.u_kind)) if s.alive(u)}
            self.spotted |= {m} if earshot else set()
        if alert != {u for u in (range(len(s.u_kind)) if alarm else after.units) if s.u_alert[u] and s.alive(u)}:
            told.append(f"alert should be {sorted(s.unit(u) for u in alert)}")
        on, left = {n for n, yes in enumerate(s.m_spotted) if yes}, self.spotted - dead_men
        if on != left and not (s.section == BATTLE and not left and len(on) == 1):  # RR-12.10: the players' choice
            told.append(f"spotted should be {sorted(self.spotted)}")
        answering = seen - self.calm | {u for u in hit - self.calm if m in after.men_seen(u)}
        words = [re.match(r"{(.*?)} reacts to ", event.text) for event in events]
        if {s.unit(u) for u in answering} != {word[1] for word in words if word}:
            told.append(f"answered by {sorted(s.unit(u) for u in answering)}")
        return told
