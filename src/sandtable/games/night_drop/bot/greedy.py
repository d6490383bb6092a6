"""A quick player for either side: it sees a view and the options, and takes what looks best right now.

The British gather Sticks in threes, turn them into Companies, take objectives by value and distance, and guard the
bridges. The German scatters Sticks that are about to meet, hunts those that stand alone, brings reinforcements on, and
presses towards the bridges and what the British hold.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.games.night_drop.box import data
from sandtable.games.night_drop.state import (
    BRITISH,
    FACE_UP,
    G3,
    GERMAN,
    is_company,
    is_drawn,
    is_stick,
    side_of,
)
from sandtable.kernel.bots import QuickBot
from sandtable.kernel.flow import Action
from sandtable.kernel.seen import Seen

View = dict[str, Any]

FAR = 400
MARKER_MEAN = 1.1  # of the VP markers in the box
COVERED_DV = 2.8  # of the units in the cup
BRIDGES_WORTH = 6.0  # H1 decides the game, whatever it is worth on paper
GUARDS = ("0714", "0514", "0613")
RISK = 0.8  # what a step nearer to the Germans weighs against a step nearer to the others
REACH = 4  # hexes within which a German may catch a Stick
THREAT = 10  # half points within which a German threatens the bridges


@cache
def field(target: int) -> tuple[int, ...]:
    """How many half points it is from every hex to a target on an empty map."""
    cost = [FAR] * data.HEXES
    cost[target] = 0
    buckets: list[list[int]] = [[] for _ in range(FAR)]
    buckets[0].append(target)
    for spent in range(FAR - 8):
        for b in buckets[spent]:
            if cost[b] != spent:
                continue
            for a in data.AROUND[b]:
                price = data.step_cost(a, b) if data.PASSABLE[a] else -1
                if price > 0 and spent + price < cost[a]:
                    cost[a] = spent + price
                    buckets[spent + price].append(a)
    return tuple(cost)


@cache
def steps_to(target: int) -> bytes:
    """How many hexes it is from every hex to a target."""
    return bytes(data.GRID.distance(cell, target) for cell in range(data.HEXES))


@cache
def ring(cell: int, radius: int) -> tuple[int, ...]:
    """The dry hexes so many steps from one."""
    return tuple(other for other in data.GRID.ring(cell, radius) if data.PASSABLE[other])


class Table:
    """What both players look up in a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.box = data.BOXES[view["options"]["data"]]
        self.at: list[int] = view["at"]
        self.turn: int = view["turn"]
        self.night = self.turn <= data.NIGHT_TURNS
        self.british = [p for p in range(data.FIRST_GERMAN) if self.at[p] < data.HEXES]
        self.germans = [p for p in range(data.FIRST_GERMAN, data.PIECES) if self.at[p] < data.HEXES]
        self.companies = [p for p in self.british if is_company(p)]
        self.sticks = [p for p in self.british if is_stick(p)]
        self.british_hexes = {self.at[p] for p in self.british}
        self.german_hexes = {self.at[p] for p in self.germans}
        self.company_hexes = {self.at[p] for p in self.companies}
        self.hunters = sorted({self.at[p] for p in self.germans if is_drawn(p)})
        self.risks: dict[int, int] = {}
        self.drawn_by: list[tuple[float, tuple[int, ...]]] = []
        self.hunted: list[bytes] | None = None
        self.drawing: tuple[object, ...] = ()
        self.danger = {near for p in self.germans if is_drawn(p) for near in data.AROUND[self.at[p]]}
        self.guarded = {near for p in self.companies for near in data.AROUND[self.at[p]]}

    def risk(self, cell: int) -> int:
        """How exposed Sticks are in a hex: not beside a Company of their own, otherwise by the nearest German."""
        if cell in self.company_hexes:
            return 0
        found = self.risks.get(cell, -1)
        if found < 0:
            found = max((REACH - steps_to(hunter)[cell] for hunter in self.hunters), default=0)
            found = self.risks[cell] = max(found, 0)
        return found

    @property
    def draw(self) -> tuple[object, ...]:
        """All that decides what draws German units: as long as it is the same, so is the draw of each hex."""
        if not self.drawing:
            view = self.view
            alone = frozenset(self.at[stick] for stick in self.sticks) - self.company_hexes
            self.drawing = (tuple(view["destroyed"]), tuple(view["control"]), tuple(view["marker"]), alone)
        return self.drawing

    def prizes(self) -> list[tuple[float, tuple[int, ...]]]:
        """For the German: what each objective that still stands draws with, and the way to it."""
        if not self.drawn_by:
            for objective, target in enumerate(data.OBJECTIVES):
                if not self.view["destroyed"][objective]:
                    value = BRIDGES_WORTH if target == data.H1 else self.worth(objective)
                    if not self.view["control"][objective]:
                        value *= 0.5
                    self.drawn_by.append((value * 0.5, field(target)))
        return self.drawn_by

    def prey(self) -> list[bytes]:
        """For the German: how far it is to each hex with Sticks that no Company guards."""
        if self.hunted is None:
            alone = {self.at[stick] for stick in self.sticks} - self.company_hexes
            self.hunted = [steps_to(cell) for cell in sorted(alone)]
        return self.hunted

    def strength(self, piece: int) -> tuple[float, float]:
        """AV and DV of a piece as far as the view shows; covered units at their average."""
        who = -1
        if is_drawn(piece):
            who = self.view["identity"][piece - data.FIRST_GERMAN]
            if who < 0:
                return 2.5, COVERED_DV
        return self.box.values(piece, who, bool(self.view["reduced"][piece]))

    def worth(self, objective: int) -> float:
        """What an objective is likely to score."""
        if data.PRINTED[objective] >= 0:
            return float(data.PRINTED[objective])
        seen = self.view["marker"][objective]
        return float(seen) if seen >= 0 else MARKER_MEAN

    def lead(self, force: list[int], target: int) -> float:
        """Attack factor minus defence factor, with the best Point units; 99 against Sticks alone."""
        side = side_of(force[0])
        enemies = self.germans if side == BRITISH else self.british
        holders = [p for p in enemies if self.at[p] == target and not is_stick(p)]
        if not holders:
            return 99.0
        attack = max(self.strength(p)[0] for p in force) + len(force) - 1
        defence = max(self.strength(p)[1] for p in holders) + len(holders) - 1
        return attack - defence - data.DF[data.TERRAIN[target]]


def word_cell(action: Action) -> int:
    """The hex that an action names last."""
    return data.HEX_OF[action[-1]]


class Greedy(QuickBot):
    """The quick player."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.plan_key: tuple[int, int, str] = (-1, -1, "")
        self.plan: dict[int, int] = {}
        self.draw: tuple[object, ...] = ()
        self.pulls: dict[int, float] = {}

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        view = seen.view
        side = GERMAN if view["seat"] == "german" else BRITISH
        kind = view["agenda"][-1][0].rpartition(".")[2]
        return self.by_kind(kind, Table(view), side, options, view["agenda"][-1][1])

    def by_kind(self, kind: str, table: Table, side: int, options: list[Action], fields: list[Any]) -> Action:
        """Every kind of choice has its own answer."""
        if kind == "Move":
            if side == BRITISH:
                return self.british_move(table, options, table.view["named"])
            return self.german_move(table, options, table.view["named"])
        if kind == "Attack":
            aim = table.view["aim"]
            return self.attack(table, side, options) if aim < 0 else self.muster(table, options, aim)
        if kind == "NamePoint":
            return self.point(table, options, attacking=fields[0] == side_of(table.view["force"][0]))
        if kind == "Push":
            return self.push(table, options)
        if kind == "LossOrRetreat":
            return self.loss_or_retreat(table, side, options, fields)
        if kind in ("Retreat", "ReturnStick"):
            return self.safest(table, side, options)
        if kind == "Activate":
            return self.activate(table, side, options)
        if kind == "Convert":
            return options[0]
        if kind == "Combine":
            return self.combine(table, options)
        if kind in ("MarkObjective", "FirstMarker"):
            return self.nearest_objective(table, side, options)
        if kind == "SpendAdvantage":
            return options[0] if table.turn > data.NIGHT_TURNS else ("pass",)
        if kind == "PlacePatrol":
            return self.patrol(table, options)
        if kind == "PlaceConfusion":
            return self.confuse(table, options)
        if kind == "Discover":
            return options[0] if options[0][0] == "flip" else ("pass",)
        if kind == "PlaceOutside":
            return self.entry(table, options)
        if kind in ("RemoveSurplus", "Attrition", "Assign", "RetreatLoss"):
            return self.cheapest(table, options)
        if kind == "PointAdvance":
            return self.stay_or_go(table, side, options)
        if kind == "Follow":
            return self.follow(table, side, options)
        return options[0]

    # --- the British ---------------------------------------------------------------------------------------------

    def british_plan(self, table: Table) -> dict[int, int]:
        """Where each Stick and Company of the activation should go, made once for an activation."""
        key = (table.turn, table.view["activation"], table.view["scenario"])
        if key == self.plan_key:
            return self.plan
        self.plan_key = key
        self.plan = {}
        brigade = table.view["activation"]
        for colour in range(len(data.COLOURS)):
            if data.BRIGADE_OF_COLOUR[colour] == brigade:
                self.plan.update(meetings(table, colour))
        movers = [p for p in table.companies if data.BRIGADE[p] == brigade or p in (data.LOVAT_1, data.LOVAT_2)]
        self.plan.update(assignments(table, movers))
        return self.plan

    def british_move(self, table: Table, options: list[Action], group: list[int]) -> Action:
        """Send whoever can come nearer to where the plan wants it; then whoever is left stays."""
        plan = self.british_plan(table)
        if group or table.view["mover"]:
            movers = group or table.view["mover"]
            goal = plan.get(movers[0], table.at[movers[0]] if is_stick(movers[0]) else -1)
            best = self.best_step(table, options, goal, movers)
            if best is not None:
                return best
            if group:
                goes = [o for o in options if o[0] == "go"]
                return min(goes, key=lambda o: self.harm(table, movers, plan, word_cell(o))) if goes else options[0]
        for option in options:
            if option[0] == "with":
                piece = data.PIECE_OF[option[1]]
                goal = plan.get(piece, -1)
                if is_stick(piece) and goal < 0:
                    goal = table.at[piece]
                if goal >= 0 and self.can_gain(table, piece, goal):
                    return option
        return ("done",)

    def harm(self, table: Table, movers: list[int], plan: dict[int, int], cell: int) -> tuple[bool, int, int]:
        """What a group that must move loses by going to a hex: safety first, then the way to its goal."""
        goal = plan.get(movers[0], table.at[movers[0]])
        return cell in table.danger, steps_to(goal)[cell], steps_to(table.at[movers[0]])[cell]

    def distance(self, table: Table, piece: int, goal: int, cell: int) -> float:
        """How far a piece is from its goal, in hexes for a Stick by night and in points otherwise, and how exposed."""
        if not is_stick(piece):
            return field(goal)[cell] / 2
        far = float(steps_to(goal)[cell]) if table.night else field(goal)[cell] / 2
        return far + RISK * table.risk(cell)

    def can_gain(self, table: Table, piece: int, goal: int) -> bool:
        """Whether some step brings a piece nearer to its goal, or out of danger, without walking into a German."""
        now = self.distance(table, piece, goal, table.at[piece]) - 0.01
        return any(
            to not in table.german_hexes and self.distance(table, piece, goal, to) < now
            for to, _ in data.STEPS[table.at[piece]]
        )

    def best_step(self, table: Table, options: list[Action], goal: int, movers: list[int]) -> Action | None:
        """The destination nearest to the goal that is nearer than where the group stands."""
        if goal < 0:
            return None
        best: Action | None = None
        least = self.distance(table, movers[0], goal, table.at[movers[0]]) - 0.01
        for option in options:
            if option[0] != "go":
                continue
            cell = word_cell(option)
            there = sum(1 for p in table.british if table.at[p] == cell)
            if there + len(movers) > (data.BATTERY_STACK if cell == data.BATTERY else data.STACK):
                continue
            far = self.distance(table, movers[0], goal, cell)
            if far < least:
                best, least = option, far
        return best

    def combine(self, table: Table, options: list[Action]) -> Action:
        """A full Company if possible, then a reinforced one, then a reduced one."""
        kinds = table.view["kind"]

        def rank(option: Action) -> float:
            if option[0] == "leave":
                return 0.0
            if option[0] == "form":
                sticks = [data.PIECE_OF[word] for word in option[1:]]
                leaders = sum(1 for p in sticks if data.LEADS[kinds[p]])
                hqs = sum(1 for p in sticks if kinds[p] == data.HQ)
                if len(sticks) == 3 and leaders:
                    return 5 - leaders * 0.1 + hqs * 0.2
                return 3 - leaders * 0.1 + (0.5 if len(sticks) == 2 else 0.0)
            return 3.5 if data.LEADS[kinds[data.PIECE_OF[option[2]]]] else 4.0

        return max(options, key=rank)

    # --- the German ----------------------------------------------------------------------------------------------

    def german_move(self, table: Table, options: list[Action], group: list[int]) -> Action:
        """Reinforce first, keep some activations for hunters, then move the unit with the best thing to do."""
        if ("reinforce",) in options and not group:
            hunters = sum(1 for o in options if o[0] == "with" and self.prey_near(table, data.PIECE_OF[o[1]]))
            if table.view["allowance"] > min(hunters, 2):
                return ("reinforce",)
        if group or table.view["mover"]:
            movers = group or table.view["mover"]
            here = table.at[movers[0]]
            goes = [o for o in options if o[0] == "go"]
            if goes:
                best = max(goes, key=lambda o: (self.german_value(table, movers, word_cell(o)), o))
                if here >= data.HEXES or self.german_value(table, movers, word_cell(best)) > (
                    self.german_value(table, movers, here) + 0.05
                ):
                    return best
            if group:
                return (
                    max(goes, key=lambda o: (self.german_value(table, movers, word_cell(o)), o)) if goes else options[0]
                )
        best_option: Action | None = None
        most = 0.05
        for option in options:
            if option[0] != "with":
                continue
            piece = data.PIECE_OF[option[1]]
            if table.at[piece] >= data.HEXES:
                return option  # outside, or back from the track
            gain = self.german_gain(table, piece)
            if gain > most:
                best_option, most = option, gain
        if best_option is not None:
            return best_option
        onward = [o for o in options if o[0] == "advance"]
        if onward:
            return onward[0]
        return ("done",) if ("done",) in options else options[0]

    def prey_near(self, table: Table, piece: int) -> bool:
        """Whether Sticks without a Company stand near enough to be reached."""
        here = table.at[piece]
        if here >= data.HEXES:
            return False
        reach = 3 if table.night else 5
        return any(
            steps_to(table.at[p])[here] <= reach and table.at[p] not in table.company_hexes for p in table.sticks
        )

    def german_gain(self, table: Table, piece: int) -> float:
        """How much better a unit could stand after a move, guessed from the hexes within a few steps."""
        here = table.at[piece]
        now = self.german_value(table, [piece], here)
        best = 0.0
        for radius in (1, 2, 3):
            for cell in ring(here, radius):
                if cell not in table.british_hexes:
                    best = max(best, self.german_value(table, [piece], cell) - now)
            if radius == 2 and table.night:
                break
        return best

    def german_value(self, table: Table, movers: list[int], cell: int) -> float:
        """How good it is for German units to stand in a hex."""
        if cell >= data.HEXES:
            return -9.0
        score = 0.0
        prey = 0
        fight = 0.0
        around = () if table.british_hexes.isdisjoint(data.AROUND[cell]) else data.AROUND[cell]
        for near in around:
            if near not in table.british_hexes or (cell, near) in data.DASHED:
                continue
            if near in table.company_hexes:
                friends = [
                    p for p in table.germans if table.at[p] in data.AROUND[near] and is_drawn(p) and p not in movers
                ]
                lead = table.lead([*movers, *friends][:6], near)
                fight = max(fight, 1.0 + lead * 0.4 if lead >= 0 else lead * 0.5)
                if lead < -1:
                    score -= 0.8
            else:
                prey = max(prey, sum(1 for p in table.sticks if table.at[p] == near))
        score += prey * 2.5 + fight
        objective = data.OBJECTIVE_AT.get(cell, -1)
        if objective >= 0:
            held = table.view["control"][objective] and data.STAR[objective] == data.RED_STAR
            score += (BRIDGES_WORTH if cell == data.H1 else table.worth(objective)) * (3.0 if held else 0.7)
        if cell in table.german_hexes or len(movers) > 1:
            stack = sum(1 for p in table.germans if table.at[p] == cell and p not in movers)
            if stack + len(movers) > (data.BATTERY_STACK if cell == data.BATTERY else data.STACK):
                score -= 20
        score += data.DF[data.TERRAIN[cell]] * 0.1
        return score + self.pull(table, cell)

    def pull(self, table: Table, cell: int) -> float:
        """What draws German units from afar: the bridges, objectives that the British hold, and Sticks."""
        if table.draw != self.draw:
            self.draw = table.draw
            self.pulls = {}
        found = self.pulls.get(cell)
        if found is None:
            found = max((value - way[cell] * 0.12 for value, way in table.prizes()), default=-9.0)
            for steps in table.prey():
                found = max(found, 1.6 - steps[cell] * 0.3)
            found = self.pulls[cell] = max(found, -9.0)
        return found

    def push(self, table: Table, options: list[Action]) -> Action:
        """Drive Sticks away from the others of their colour, those that are about to meet first."""
        best: Action = ("done",)
        most = 0.2
        spread: dict[int, list[int]] = {}
        for option in options:
            if option[0] != "move":
                continue
            stick = data.PIECE_OF[option[1]]
            if stick not in spread:
                colour = data.COLOUR[stick]
                spread[stick] = [table.at[p] for p in table.sticks if data.COLOUR[p] == colour and p != stick]
            others = spread[stick]
            here, there = table.at[stick], word_cell(option)
            gain = crowding(others, here) - crowding(others, there)
            if there in table.danger and here not in table.danger:
                gain += 1.5
            if here in table.company_hexes:
                gain += 0.5
            if gain > most:
                best, most = option, gain
        return best

    def activate(self, table: Table, side: int, options: list[Action]) -> Action:
        """The British begin with the larger brigade; the German scatters once a night turn, then fights."""
        if side == BRITISH:
            red = sum(1 for p in table.british if data.BRIGADE[p] == 0)
            other = sum(1 for p in table.british if data.BRIGADE[p] == 1)
            word = "b1" if red >= other else "b2"
            return next((o for o in options if o[1] == word), options[0])
        used = table.view["used"]
        if used[G3] == 0 and any(self.prey_near(table, p) for p in table.germans if is_drawn(p)):
            return ("activate", "g3")
        scatter = [o for o in options if o[1] in ("g1", "g2")]
        if scatter and not (used[2] or used[3]):
            return max(scatter, key=lambda o: (self.ripe(table, 0 if o[1] == "g1" else 1), o))
        return ("activate", "g3")

    def ripe(self, table: Table, brigade: int) -> float:
        """How near to meeting the unknown Sticks of a brigade are."""
        sticks = [p for p in table.sticks if data.BRIGADE[p] == brigade and not table.view["front"][p]]
        total = 0.0
        for stick in sticks:
            others = [table.at[p] for p in sticks if p != stick and data.COLOUR[p] == data.COLOUR[stick]]
            total += crowding(others, table.at[stick])
        return total

    def entry(self, table: Table, options: list[Action]) -> Action:
        """By the hex from which most is within reach."""
        return max(options, key=lambda o: (self.pull(table, word_cell(o)), o))

    def patrol(self, table: Table, options: list[Action]) -> Action:
        """On the objective that the British are nearest to."""
        best: Action = ("pass",)
        least = FAR
        for option in options:
            if option == ("pass",) or data.OBJECTIVE_AT.get(word_cell(option), -1) < 0:
                continue
            reach = min((field(word_cell(option))[table.at[p]] for p in table.british), default=FAR)
            if reach < least:
                best, least = option, reach
        return best

    def confuse(self, table: Table, options: list[Action]) -> Action:
        """The unit that is nearest to the bridges and can move."""
        units = [o for o in options if o[0] == "confuse" and is_drawn(data.PIECE_OF[o[1]])]
        return min(units, key=lambda o: (field(data.H1)[table.at[data.PIECE_OF[o[1]]]], o)) if units else ("pass",)

    # --- both ----------------------------------------------------------------------------------------------------

    def attack(self, table: Table, side: int, options: list[Action]) -> Action:
        """The attack with the best lead, if it is good enough."""
        best: Action = ("done",)
        most = 0.0
        for option in options:
            if option == ("done",):
                continue
            target = word_cell(option)
            force = self.willing(table, side, target)
            if not force:
                continue
            lead = table.lead(force, target)
            bar = 1.0
            if target in data.OBJECTIVE_AT and (side == BRITISH or table.view["control"][data.OBJECTIVE_AT[target]]):
                bar = 0.0
            if target == data.H1 and side == GERMAN:
                bar = -1.0
            if lead >= bar and lead - bar + 1 > most:
                best, most = option, lead - bar + 1
        return best

    def willing(self, table: Table, side: int, target: int) -> list[int]:
        """Units next to a hex that could attack it, as far as a glance tells."""
        own = table.companies if side == BRITISH else [p for p in table.germans if is_drawn(p)]
        brigade = table.view["activation"]
        found: list[int] = []
        spare = table.view["allowance"]
        for piece in own:
            here = table.at[piece]
            if target not in data.AROUND[here] or (here, target) in data.DASHED or table.view["fought"][piece]:
                continue
            if side == BRITISH and data.BRIGADE[piece] not in (brigade, -1):
                continue
            if side == GERMAN and not table.view["acted"][piece]:
                if spare < 1:
                    continue
                spare -= 1
            found.append(piece)
        if table.night and found:
            first = table.at[found[0]]
            found = [p for p in found if table.at[p] == first or table.at[p] in data.AROUND[first]]
        return found

    def muster(self, table: Table, options: list[Action], target: int) -> Action:
        """Everybody joins, but against Sticks alone one is enough."""
        if ("fight",) in options and target not in table.company_hexes and table.view["seat"] == "german":
            return ("fight",)
        joining = [o for o in options if o[0] == "with"]
        return joining[0] if joining else ("fight",)

    def point(self, table: Table, options: list[Action], attacking: bool) -> Action:
        """The highest value; of equals one that is not yet reduced."""
        place = 0 if attacking else 1

        def rank(option: Action) -> tuple[float, bool, Action]:
            piece = data.PIECE_OF[option[1]]
            return table.strength(piece)[place], not table.view["reduced"][piece], option

        return max(options, key=rank)

    def loss_or_retreat(self, table: Table, side: int, options: list[Action], fields: list[Any]) -> Action:
        """An enemy loses a step, or leaves an objective; an own unit keeps its steps unless its hex is worth more."""
        loss, retreat = options
        piece = fields[1]
        here = table.at[piece]
        if side_of(piece) != side:
            return loss
        still = piece in (data.HOWARD_1, data.GARRISON) or piece >= data.FIRST_PATROL
        if still:
            return retreat
        last = table.view["reduced"][piece] or piece == data.HOWARD_2
        worth = here in data.OBJECTIVE_AT or (side == BRITISH and any(table.at[p] == here for p in table.sticks))
        return loss if worth and not last else retreat

    def safest(self, table: Table, side: int, options: list[Action]) -> Action:
        """A hex out of enemy zones, with friends, in cover."""
        threatened = table.danger if side == BRITISH else table.guarded
        friends = table.british_hexes if side == BRITISH else table.german_hexes

        def rank(option: Action) -> tuple[float, Action]:
            if option[-1] not in data.HEX_OF:
                return -9.0, option
            cell = word_cell(option)
            return (cell not in threatened) * 4.0 + (cell in friends) + data.DF[data.TERRAIN[cell]] * 0.5, option

        return max(options, key=rank)

    def nearest_objective(self, table: Table, side: int, options: list[Action]) -> Action:
        """The objective that one's own units are nearest to."""
        own = table.british if side == BRITISH else table.germans
        marks = [o for o in options if o[0] == "mark"]
        if not marks:
            return options[0]
        return min(marks, key=lambda o: (min((field(word_cell(o))[table.at[p]] for p in own), default=0), o))

    def cheapest(self, table: Table, options: list[Action]) -> Action:
        """The piece that one would miss least; for an enemy's Sticks it makes no difference."""

        def rank(option: Action) -> tuple[float, Action]:
            if len(option) < 2 or option[1] not in data.PIECE_OF:
                return 99.0, option
            piece = data.PIECE_OF[option[1]]
            if is_stick(piece):
                return 0.5, option
            return float(sum(table.strength(piece))), option

        return min(options, key=rank)

    def stay_or_go(self, table: Table, side: int, options: list[Action]) -> Action:
        """A Point unit on an objective advances only onto another, or when somebody stays behind."""
        here = table.at[table.view["attack_point"]]
        alone = sum(1 for p in table.british + table.germans if table.at[p] == here and not is_stick(p)) <= 1
        go, stay = options
        return stay if alone and side == BRITISH and table.view["target"] not in data.OBJECTIVE_AT else go

    def follow(self, table: Table, side: int, options: list[Action]) -> Action:
        """Others follow onto an objective if they do not stand on one."""
        for option in options:
            if option[0] == "advance":
                here = table.at[data.PIECE_OF[option[1]]]
                there = sum(1 for p in table.british + table.germans if table.at[p] == table.view["target"])
                if table.view["target"] in data.OBJECTIVE_AT and here not in data.OBJECTIVE_AT and there < 2:
                    return option
        return ("done",)


def crowding(others: list[int], cell: int) -> float:
    """How near a hex is to the two nearest of others: 3 a Stick in the same hex, less further away."""
    near = sorted(steps_to(other)[cell] for other in others)[:2]
    return sum(max(0.0, 3.0 - far) for far in near)


def meetings(table: Table, colour: int) -> dict[int, int]:
    """Threes of Sticks of one colour that are nearest to one another, and where each three should meet."""
    left = [p for p in table.sticks if p < data.STICKS and data.COLOUR[p] == colour and movable(table, p)]
    weak = [p for p in table.companies if data.COLOUR[p] == colour and table.view["reduced"][p]]
    plan: dict[int, int] = {}
    for company in weak:
        if left:
            best = min(left, key=lambda p: (steps_to(table.at[company])[table.at[p]], p))
            if steps_to(table.at[company])[table.at[best]] <= 3:
                plan[best] = table.at[company]
                left.remove(best)
    while len(left) >= 2:
        best_cost = 999.0
        trio: list[int] = []
        for centre in left:
            by_distance = sorted(left, key=lambda p: (steps_to(table.at[p])[table.at[centre]], p))
            chosen = by_distance[:3]
            cost = float(sum(steps_to(table.at[p])[table.at[centre]] for p in chosen))
            cost += 2.0 * (table.at[centre] in table.danger)
            if cost < best_cost:
                best_cost, trio = cost, chosen
        hub = table.at[trio[0]]
        for p in trio:
            plan[p] = hub
            left.remove(p)
    return plan


def movable(table: Table, stick: int) -> bool:
    """A Stick that is not a revealed Advantage."""
    return not (table.view["front"][stick] and table.view["kind"][stick] == data.ADV)


def assignments(table: Table, companies: list[int]) -> dict[int, int]:
    """An objective for each Company: the bridges first when Germans threaten them, then by worth and distance."""
    plan: dict[int, int] = {}
    free = list(companies)
    threat = [p for p in table.germans if is_drawn(p) and field(data.H1)[table.at[p]] <= THREAT]
    if threat:
        posts = [data.HEX_OF[word] for word in GUARDS[: min(len(threat), 2)]]
        pairs = sorted((field(post)[table.at[p]], p, post) for p in free for post in posts)
        for far, piece, post in pairs:
            if far <= 2 * THREAT and piece not in plan and post not in plan.values():
                plan[piece] = post
        free = [p for p in free if p not in plan]
    wanted: list[tuple[float, int, int]] = []
    speed = 5.0 if table.night else 11.0
    for objective, target in enumerate(data.OBJECTIVES):
        if table.view["control"][objective]:
            continue
        holders = [p for p in table.germans if table.at[p] == target]
        worth = table.worth(objective) + 0.3
        if table.view["marker_by"][objective] == FACE_UP and table.view["marker"][objective] == 0:
            continue
        for piece in free:
            turns = 1 + field(target)[table.at[piece]] / speed
            if turns > 12 - table.turn:
                continue
            cost = turns + 1.5 * len(holders) + 0.5 * (target in table.danger)
            wanted.append((worth / cost, piece, target))
    for target in sorted(table.german_hexes - set(data.OBJECTIVES)):
        holders = [p for p in table.germans if table.at[p] == target and is_drawn(p)]
        prey = sum(1 for p in table.sticks if steps_to(target)[table.at[p]] <= 3)
        for piece in free:
            far = field(target)[table.at[piece]]
            if holders and far <= 2 * speed:
                wanted.append(((0.4 + 0.2 * prey) / (1 + far / speed + len(holders)), piece, target))
    wanted.sort(key=lambda item: (-item[0], item[1], item[2]))
    taken: dict[int, int] = {}
    for _, piece, target in wanted:
        need = 1 + len([p for p in table.germans if table.at[p] == target])
        if piece not in plan and taken.get(target, 0) < need:
            plan[piece] = target
            taken[target] = taken.get(target, 0) + 1
    # Whoever has nothing to take guards the nearest objective that is held, the bridges before others.
    for piece in free:
        if piece not in plan:
            held = [
                t for i, t in enumerate(data.OBJECTIVES) if table.view["control"][i] and data.STAR[i] == data.RED_STAR
            ]
            if held:
                plan[piece] = min(held, key=lambda t: (field(t)[table.at[piece]] - (8 if t == data.H1 else 0), t))
    return plan
