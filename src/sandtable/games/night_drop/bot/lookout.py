"""What both players look up in a view, each thing made once for a decision."""

from __future__ import annotations

from typing import Any

from sandtable.games.night_drop.bot.manner import Manner
from sandtable.games.night_drop.bot.ways import field, steps_to
from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.state import BRITISH, GERMAN, SEATS, is_company, is_drawn, is_stick, side_of
from sandtable.kernel.flow import Action

MARKER_MEAN = 1.1  # of the VP markers in the box
COVERED_AV = 2.5  # of the units in the cup
COVERED_DV = 2.8
SURE = 99.0  # the lead of an attack that needs no dice


def word_cell(action: Action) -> int:
    """The hex that an action names last."""
    return land.HEX_OF[action[-1]]


def room(cell: int) -> int:
    """How many units of a side a hex holds."""
    return tables.BATTERY_STACK if cell == land.BATTERY else tables.STACK


class Lookout:
    """The columns of a view by their names, the question, and who is where."""

    def __init__(self, view: dict[str, Any], manner: Manner) -> None:
        self.manner = manner
        asked = view["agenda"][-1]
        self.question: str = asked[0].rpartition(".")[2]
        self.fields: list[Any] = asked[1]
        self.side = GERMAN if view["seat"] == SEATS[GERMAN] else BRITISH
        self.scenario: str = view["scenario"]
        self.box = counters.BOXES[view["options"]["data"]]
        self.turn: int = view["turn"]
        self.activation: int = view["activation"]
        self.used: list[int] = view["used"]
        self.allowance: int = view["allowance"]
        self.at: list[int] = view["at"]
        self.reduced: list[int] = view["reduced"]
        self.front: list[int] = view["front"]
        self.kind: list[int] = view["kind"]
        self.identity: list[int] = view["identity"]
        self.control: list[int] = view["control"]
        self.destroyed: list[int] = view["destroyed"]
        self.marker: list[int] = view["marker"]
        self.marker_by: list[int] = view["marker_by"]
        self.acted: list[int] = view["acted"]
        self.fought: list[int] = view["fought"]
        self.moved: list[int] = view["moved"]
        self.mover: list[int] = view["mover"]
        self.named: list[int] = view["named"]
        self.aim: int = view["aim"]
        self.target: int = view["target"]
        self.force: list[int] = view["force"]
        self.attack_point: int = view["attack_point"]
        self.night = self.turn <= tables.NIGHT_TURNS
        self.gathers = manner.gather and self.night
        self.night_only = missions.SCENARIO_TURNS[self.scenario] <= tables.NIGHT_TURNS
        self.last: int = min(missions.SCENARIO_TURNS[self.scenario], *tables.STOPS)
        self.left = max(1, self.last - self.turn + 1)
        self.lateness: float = min(1.0, self.turn / self.last)
        self.british = [p for p in range(counters.FIRST_GERMAN) if self.at[p] < land.HEXES]
        self.germans = [p for p in range(counters.FIRST_GERMAN, counters.PIECES) if self.at[p] < land.HEXES]
        self.companies = [p for p in self.british if is_company(p)]
        self.sticks = [p for p in self.british if is_stick(p)]
        self.british_hexes = {self.at[p] for p in self.british}
        self.german_hexes = {self.at[p] for p in self.germans}
        self.company_hexes = {self.at[p] for p in self.companies}
        self.hunters = sorted({self.at[p] for p in self.germans if is_drawn(p)})
        self.risks: dict[int, float] = {}
        self.drawn_by: list[tuple[float, tuple[int, ...]]] = []
        self.hunted: list[bytes] | None = None
        self.drawing: tuple[object, ...] = ()
        self.lying: tuple[object, ...] = ()
        self.danger = {near for p in self.germans if is_drawn(p) for near in land.AROUND[self.at[p]]}
        self.guarded = {near for p in self.companies for near in land.AROUND[self.at[p]]}

    def has_moved(self, piece: int) -> bool:
        """Whether a piece has moved in this activation, or is on its way."""
        return self.question == "Move" and bool(self.moved[piece])

    def risk(self, cell: int) -> float:
        """How exposed Sticks are in a hex: not beside a Company of their own, otherwise by the nearest German."""
        if cell in self.company_hexes:
            return 0.0
        found = self.risks.get(cell, -1.0)
        if found < 0.0:
            found = max((self.manner.reach - steps_to(hunter)[cell] for hunter in self.hunters), default=0.0)
            found = self.risks[cell] = max(found, 0.0)
        return found

    @property
    def board(self) -> tuple[object, ...]:
        """All that a plan goes by: as long as it is the same, so is the plan, whoever made it and whenever."""
        if not self.lying:
            self.lying = (
                self.scenario, self.turn, self.activation, tuple(self.at), tuple(self.reduced), tuple(self.front),
                tuple(self.kind), tuple(self.control), tuple(self.destroyed), tuple(self.marker), tuple(self.marker_by),
                tuple(self.moved) if self.gathers and self.question == "Move" else (),
            )  # fmt: skip
        return self.lying

    @property
    def draw(self) -> tuple[object, ...]:
        """All that decides what draws German units: as long as it is the same, so is the draw of each hex."""
        if not self.drawing:
            alone = frozenset(self.at[stick] for stick in self.sticks) - self.company_hexes
            guarded = frozenset(self.company_hexes)
            self.drawing = (self.turn, tuple(self.destroyed), tuple(self.control), tuple(self.marker), alone, guarded)
        return self.drawing

    def prizes(self) -> list[tuple[float, tuple[int, ...]]]:
        """For the German: what each objective that still stands draws with, and the way to it."""
        if not self.drawn_by:
            for objective, target in enumerate(land.OBJECTIVES):
                if not self.destroyed[objective]:
                    self.drawn_by.append((self.draws(objective), field(target)))
        return self.drawn_by

    def draws(self, objective: int) -> float:
        """For the German: what an objective that still stands draws with."""
        manner, target = self.manner, land.OBJECTIVES[objective]
        value = manner.bridges if target == land.H1 else self.worth(objective)
        value *= manner.draw_held if self.control[objective] else manner.draw_open
        if target in self.company_hexes:
            value *= manner.guarded
        return value * (1.0 + manner.late * self.lateness)

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
            who = self.identity[piece - counters.FIRST_GERMAN]
            if who < 0:
                return COVERED_AV, COVERED_DV
        return self.box.values(piece, who, bool(self.reduced[piece]))

    def worth(self, objective: int) -> float:
        """What an objective is likely to score."""
        if land.PRINTED[objective] >= 0:
            return float(land.PRINTED[objective])
        seen = self.marker[objective]
        return float(seen) if seen >= 0 else MARKER_MEAN

    def lead(self, force: list[int], target: int) -> float:
        """Attack factor minus defence factor, with the best Point units; sure against Sticks alone."""
        side = side_of(force[0])
        enemies = self.germans if side == BRITISH else self.british
        holders = [p for p in enemies if self.at[p] == target and not is_stick(p)]
        if not holders:
            return SURE
        attack = max(self.strength(p)[0] for p in force) + len(force) - 1
        defence = max(self.strength(p)[1] for p in holders) + len(holders) - 1
        return attack - defence - land.DF[land.TERRAIN[target]]
