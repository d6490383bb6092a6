"""Chapter 4: set-up of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    BY_BRITISH,
    BY_GERMAN,
    DEAD,
    GERMAN,
    PARKED,
    SEATS,
    NightChoice,
    NightDrop,
    NightStep,
    SideChoice,
    name,
)
from sandtable.kernel.flow import Action, Refusal, act

PARKED_CLASS = 5  # Ruling A10: a Stick off the map is lost only when no other of its colour is left


@dataclass(frozen=True)
class SetUp(NightStep):
    """ND-4.1, ND-4.2, ND-4.3, ND-4.4, ND-2.20 The garrison, the cup, and a covered unit on each helmet hex.

    The German would choose the order of the helmet hexes before the draws, which tells nothing: they are filled as
    listed. Patrols and Lovat wait off the map.
    """

    def do(self, s: NightDrop) -> None:
        s.at[counters.GARRISON] = land.BATTERY
        s.cup = tuple(range(counters.CUP))
        for cell in land.HELMETS:
            piece = arriving.draw_unit(s)
            s.say("ND-4.3", "{} is at {}", name(piece), land.HEX_NAME[cell])
            victory.enter(s, piece, cell)
        s.then(Deal())


@dataclass(frozen=True)
class Deal(NightStep):
    """ND-4.6, ND-4.7, ND-4.8, ND-2.6, ND-2.7 Each colour is shuffled face down and dealt to its drop zone hexes.

    A Stick's number is given after the shuffle, so it tells nothing. Nobody sees a front.
    """

    def do(self, s: NightDrop) -> None:
        dealt_fronts: list[int] = []
        for colour in range(len(land.COLOURS)):
            fronts = [kind for kind, number in enumerate(counters.COLOUR_KINDS[colour]) for _ in range(number)]
            s.shuffle(fronts)
            dealt_fronts += fronts
            for stick, cell in zip(counters.STICKS_OF[colour], dealt(colour), strict=True):
                s.at[stick] = cell
        s.kind = tuple(dealt_fronts)
        if s.setup.scenario == "historical-drop":
            for colour in range(len(land.COLOURS)):
                for stick, cell in zip(counters.STICKS_OF[colour], missions.HISTORICAL_DROP[colour], strict=True):
                    s.at[stick] = cell
        else:
            for stick in range(counters.STICKS):
                scatter(s, stick)
        s.then(Overflow(), Losses())


def dealt(colour: int) -> list[int]:
    """ND-4.6, ND-4.7, ND-4.8 The drop zone hex of each Stick of a colour, in the order of the deal."""
    return [
        cell for cell in land.DROP[colour] for _ in range(land.DROP_STACK[colour] + (1 if cell == land.CIRCLED else 0))
    ]


def scatter(s: NightDrop, stick: int) -> None:
    """ND-4.9, ND-4.10 The white die gives the direction, the coloured one the distance.

    Off the map the Stick waits beside the last hex of its flight until turn 2. In water it stops on the last dry hex
    (Ruling A9, option water_landing).
    """
    direction, far = s.roll(), s.roll()
    start = s.at[stick]
    flight = land.GRID.ray(start, tables.SCATTER[direction - 1], far)
    rolled = ("rolled", SEATS[BRITISH], str(direction), str(far))
    if len(flight) < far:
        movement.park(s, stick, flight[-1] if flight else start, 2, "ND-4.10", (rolled,))
        return
    landing = flight[-1]
    if not land.PASSABLE[landing]:
        if s.options["water_landing"] == "lost":
            s.at[stick] = DEAD
            s.say(
                "ND-4.9", "{} comes down in the water and is lost", name(stick),
                facts=(rolled, ("removed", name(stick))),
            )  # fmt: skip
            return
        landing = next((cell for cell in reversed(flight) if land.PASSABLE[cell]), start)
    s.at[stick] = landing
    word = land.HEX_NAME[landing]
    s.say("ND-4.9", "{} lands at {}", name(stick), word, facts=(rolled, ("placed", name(stick), word)))


def to_objectives(cell: int) -> int:
    """How many hexes it is from a hex to the nearest objective."""
    return min([land.GRID.distance(cell, goal) for goal in land.OBJECTIVES])


# --- too many in a hex ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overflow(NightStep):
    """ND-4.12 While a hex has more than three Sticks, the German moves the fourth and later arrivals, one by one."""

    def do(self, s: NightDrop) -> None:
        stick = first_surplus(s)
        if stick >= 0:
            s.then(MoveSurplus(stick), Overflow())


def first_surplus(s: NightDrop) -> int:
    """ND-4.12 The first Stick, in the order of arrival, that is the fourth or later of its hex; -1 for none."""
    counts: dict[int, int] = {}
    for stick in range(counters.STICKS):
        cell = s.at[stick]
        if cell < land.HEXES:
            counts[cell] = counts.get(cell, 0) + 1
            if counts[cell] > tables.STACK:
                return stick
    return -1


def overflow_hexes(s: NightDrop, cell: int) -> list[int]:
    """ND-4.12, ND-4.13 Where a surplus Stick may go: an adjacent hex with fewer than three; if none, the next ring.

    Not into water and, unless overflow_on_germans is on, not onto Germans (Ruling A8). Hexsides do not matter.
    """
    germans = set() if s.on("overflow_on_germans") else s.german_hexes()
    for radius in range(1, land.COLUMNS):
        found = [
            other
            for other in land.GRID.ring(cell, radius)
            if land.PASSABLE[other] and other not in germans and s.at[: counters.STICKS].count(other) < tables.STACK
        ]
        if found:
            return sorted(found)
    return []


@dataclass(frozen=True)
class MoveSurplus(NightChoice):
    """ND-4.12, ND-4.13 The German moves a surplus Stick to a hex of his choice near by."""

    stick: int
    clause = "ND-4.12"
    owner = "german"
    sets_up = True

    def propose(self, s: NightDrop) -> Action:
        """Away from the objectives; of equals the first."""
        found = overflow_hexes(s, s.at[self.stick])
        away = max([to_objectives(cell) for cell in found])
        return next(act("move", name(self.stick), land.HEX_NAME[cell]) for cell in found if to_objectives(cell) == away)

    def offer(self, s: NightDrop) -> list[Action]:
        return [act("move", name(self.stick), land.HEX_NAME[cell]) for cell in overflow_hexes(s, s.at[self.stick])]

    def chosen(self, s: NightDrop, action: Action) -> None:
        origin = land.HEX_NAME[s.at[self.stick]]
        s.at[self.stick] = land.HEX_OF[action[2]]
        s.say("ND-4.12", "{} is moved to {}", action[1], action[2], facts=(("moved", action[1], origin, action[2]),))

    def ask(self, s: NightDrop) -> str:
        return f"Too many Sticks in {{{land.HEX_NAME[s.at[self.stick]]}}}: move {{{name(self.stick)}}} to a hex near by"

    def members(self, s: NightDrop) -> Sequence[int]:
        return (self.stick,)

    def price(self, s: NightDrop, action: Action) -> str:
        return ""  # the question says where it stands

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-4.13", "it goes to the nearest dry hex with fewer than three Sticks and no German unit")


# --- losses ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Losses(NightStep):
    """ND-4.14, ND-4.22 The British roll two dice on the landing table: losses by colour, and a VP adjustment."""

    def do(self, s: NightDrop) -> None:
        if s.setup.scenario == "historical-drop":
            total = missions.HISTORICAL_ROW
        else:
            white, coloured = s.roll(), s.roll()
            total = white + coloured
            s.say(
                "ND-4.14", f"Landing losses: {white} and {coloured}",
                facts=(("rolled", "british", str(white), str(coloured)),),
            )  # fmt: skip
        *lost, s.adjustment = tables.LANDING[total]
        s.say("ND-4.14", f"Row {total}: red {lost[0]}, green {lost[1]}, blue {lost[2]}, {s.adjustment:+d} VP")
        s.then(*(Attrition(colour, number) for colour, number in enumerate(lost)), Sweep())


def attrition_class(s: NightDrop, stick: int, germans: set[int]) -> int:
    """ND-4.16, ND-4.17, ND-4.18, ND-4.19 How early a Stick is taken: on Germans first, then village and woods, then
    marsh, then clear (Ruling A10 for other ground and for Sticks off the map)."""
    cell = s.at[stick]
    if cell == PARKED:
        return PARKED_CLASS
    if cell in germans:
        return 1
    return land.ATTRITION_TERRAIN[land.TERRAIN[cell]]


def lost_first(s: NightDrop, colour: int) -> list[int]:
    """ND-4.16 The Sticks of a colour that must be taken before the others."""
    germans = s.german_hexes()
    best = 99
    found: list[int] = []
    for stick in counters.STICKS_OF[colour]:
        if s.at[stick] >= land.HEXES and s.at[stick] != PARKED:
            continue
        rank = attrition_class(s, stick, germans)
        if rank < best:
            best, found = rank, [stick]
        elif rank == best:
            found.append(stick)
    return found


@dataclass(frozen=True)
class Attrition(NightChoice):
    """ND-4.15, ND-4.16, ND-4.20 The German picks a lost Stick of the class that comes first; nobody sees it."""

    colour: int
    left: int
    clause = "ND-4.15"
    owner = "german"
    sets_up = True

    def propose(self, s: NightDrop) -> Action:
        """The Stick that came down nearest to an objective; of equals the first."""
        options = self.offer(s)
        best, least = options[0], -1
        for action in options if self.left else ():
            cell = s.at[counters.PIECE_OF[action[1]]]
            near = to_objectives(cell) if cell < land.HEXES else 99
            if least < 0 or near < least:
                best, least = action, near
        return best

    def offer(self, s: NightDrop) -> list[Action]:
        if self.left == 0:
            return [act("done")]
        return [act("remove", name(stick)) for stick in lost_first(s, self.colour)] or [act("done")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == ("done",):
            return
        s.at[counters.PIECE_OF[action[1]]] = DEAD
        s.say("ND-4.15", "{} is lost in the landing", action[1], facts=(("removed", action[1]),))
        if self.left > 1:
            s.then(Attrition(self.colour, self.left - 1))

    def ask(self, s: NightDrop) -> str:
        return f"Choose a {land.COLOURS[self.colour]} Stick that is lost in the landing: {self.left} to go"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-4.16", "Sticks on Germans go first, then village and woods, then marsh, then clear")


@dataclass(frozen=True)
class Sweep(NightStep):
    """ND-4.21 Any Stick still on a hex that Germans hold is eliminated, unseen."""

    def do(self, s: NightDrop) -> None:
        germans = s.german_hexes()
        for stick in range(counters.STICKS):
            if s.at[stick] in germans:
                s.at[stick] = DEAD
                s.say("ND-4.21", "{} is lost among the Germans", name(stick), facts=(("removed", name(stick)),))
        s.then(HowardLands(), FirstMarker(0), FirstMarker(1), sequence.Turn())


@dataclass(frozen=True)
class HowardLands(NightStep):
    """ND-2.10, ND-2.16, ND-4.23 Howard-1 takes H1 and Howard-2 takes H2, each with a Control marker."""

    def do(self, s: NightDrop) -> None:
        for piece, cell in ((counters.HOWARD_1, land.H1), (counters.HOWARD_2, land.H2)):
            word = land.HEX_NAME[cell]
            s.say("ND-4.23", "{} lands at {}", name(piece), word, facts=(("placed", name(piece), word),))
            victory.enter(s, piece, cell)


@dataclass(frozen=True)
class FirstMarker(SideChoice):
    """ND-4.24, ND-4.25, ND-4.26, ND-4.27 First the British, then the German, choose a black-star hex and draw a marker
    for it that only they may know."""

    clause = "ND-4.24"
    sets_up = True

    def propose(self, s: NightDrop) -> Action:
        """The first that is free."""
        return self.offer(s)[0]

    def offer(self, s: NightDrop) -> list[Action]:
        free = victory.open_hexes(s)
        return [act("mark", land.HEX_NAME[land.OBJECTIVES[i]]) for i in land.BLACK_STARS if i in free]

    def chosen(self, s: NightDrop, action: Action) -> None:
        objective = land.OBJECTIVE_AT[land.HEX_OF[action[1]]]
        victory.draw_marker(s, objective, BY_GERMAN if self.side == GERMAN else BY_BRITISH)
        victory.say_marker(s, objective, SEATS[self.side])

    def ask(self, s: NightDrop) -> str:
        return "Choose a bridge of the east for a VP marker that only you will know"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-4.26", "the marker goes to a black-star hex without one")
