"""The British of the quick player: they gather Sticks in threes, turn them into Companies, and take objectives."""

from __future__ import annotations

from sandtable.games.night_drop.bot.lookout import Lookout, room, word_cell
from sandtable.games.night_drop.bot.plan import assignments, meetings, ripe
from sandtable.games.night_drop.bot.ways import field, steps_to
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.state import is_drawn, is_stick
from sandtable.kernel.flow import Action


class British:
    """What the British answer; they keep their plan for an activation."""

    def __init__(self) -> None:
        self.plan_key: tuple[object, ...] = ()
        self.plan: dict[int, int] = {}
        self.known: dict[int, tuple[tuple[object, ...], dict[int, int]]] = {}
        """Of each colour's Sticks, and of all Companies, what a plan was made for and the plan."""

    def answer(self, look: Lookout, options: list[Action]) -> Action | None:
        """What to do where only they are asked; None where both sides think alike."""
        match look.question:
            case "Move":
                return self.move(look, options)
            case "Activate":
                return activate(look, options)
            case "Combine":
                return combine(look, options)
            case "SpendAdvantage":
                spend = look.manner.advantage_from <= look.turn <= look.manner.advantage_until
                return options[0] if spend else ("pass",)
            case "PlaceConfusion":
                return confuse(look, options)
        return None

    def goal(self, look: Lookout, piece: int) -> int:
        """Where a Stick or Company of the activation should go; -1 if nowhere."""
        if look.manner.keeps or look.manner.fetch:
            return self.planned(look).get(piece, -1)
        colour = counters.COLOUR[piece] if is_stick(piece) else len(land.COLOURS)
        if look.gathers and colour == len(land.COLOURS) and look.reduced[piece] and counters.COLOUR[piece] >= 0:
            met = self.meeting(look, counters.COLOUR[piece]).get(piece, -1)
            if met >= 0:
                return met
        if is_stick(piece):
            return self.meeting(look, colour).get(piece, -1)
        key, plan = self.known.get(colour, ((), {}))
        if key != look.board:
            plan = assignments(look, self.movers(look))
            self.known[colour] = look.board, plan
        return plan.get(piece, -1)

    def meeting(self, look: Lookout, colour: int) -> dict[int, int]:
        """Where the Sticks of a colour are to meet, and the reduced Companies that go to meet them."""
        key, plan = self.known.get(colour, ((), {}))
        if key != look.board:
            plan = meetings(look, colour)
            self.known[colour] = look.board, plan
        return plan

    def movers(self, look: Lookout) -> list[int]:
        """The Companies that are sent somewhere."""
        return [
            p
            for p in look.companies
            if p not in (counters.HOWARD_1, counters.HOWARD_2)
            if look.manner.joint or counters.BRIGADE[p] in (look.activation, -1)
        ]

    def planned(self, look: Lookout) -> dict[int, int]:
        """Where all should go who act together, made once for an activation."""
        key: tuple[object, ...] = (look.turn, look.activation, look.scenario) if look.manner.keeps else look.board
        if key != self.plan_key:
            self.plan_key, self.plan = key, {}
            for colour in range(len(land.COLOURS)):
                if counters.BRIGADE_OF_COLOUR[colour] == look.activation:
                    self.plan.update(meetings(look, colour))
            self.plan.update(assignments(look, [p for p in self.movers(look) if p not in self.plan]))
        return self.plan

    def move(self, look: Lookout, options: list[Action]) -> Action:
        """Send whoever can come nearer to where the plan wants it; then whoever is left stays."""
        if look.named or look.mover:
            movers = look.named or look.mover
            goal = self.goal(look, movers[0])
            if goal < 0 and is_stick(movers[0]):
                goal = look.at[movers[0]]
            best = best_step(look, options, goal, movers)
            if best is not None:
                return best
            if look.named:
                goes = [o for o in options if o[0] == "go"]
                return min(goes, key=lambda o: harm(look, movers, goal, word_cell(o))) if goes else options[0]
        for option in options:
            if option[0] == "with":
                piece = counters.PIECE_OF[option[1]]
                goal = self.goal(look, piece)
                if is_stick(piece) and goal < 0:
                    goal = look.at[piece]
                if goal >= 0 and can_gain(look, piece, goal):
                    return option
        return ("done",)


def harm(look: Lookout, movers: list[int], goal: int, cell: int) -> tuple[bool, int, int]:
    """What a group that must move loses by going to a hex: safety first, then the way to its goal."""
    here = look.at[movers[0]]
    return cell in look.danger, steps_to(here if goal < 0 else goal)[cell], steps_to(here)[cell]


def distance(look: Lookout, piece: int, goal: int, cell: int) -> float:
    """How far a piece is from its goal, in hexes for a Stick by night and in points otherwise, and how exposed."""
    if not is_stick(piece):
        return field(goal)[cell] / 2
    far = float(steps_to(goal)[cell]) if look.night else field(goal)[cell] / 2
    return far + look.manner.risk * look.risk(cell)


def can_gain(look: Lookout, piece: int, goal: int) -> bool:
    """Whether some step brings a piece nearer to its goal, or out of danger, without walking into a German."""
    now = distance(look, piece, goal, look.at[piece]) - 0.01
    return any(
        to not in look.german_hexes and distance(look, piece, goal, to) < now for to, _ in paths.STEPS[look.at[piece]]
    )


def best_step(look: Lookout, options: list[Action], goal: int, movers: list[int]) -> Action | None:
    """The destination nearest to the goal that is nearer than where the group stands."""
    if goal < 0:
        return None
    best: Action | None = None
    least = distance(look, movers[0], goal, look.at[movers[0]]) - 0.01
    for option in options:
        if option[0] != "go":
            continue
        cell = word_cell(option)
        there = sum(1 for p in look.british if look.at[p] == cell)
        if there + len(movers) > room(cell):
            continue
        far = distance(look, movers[0], goal, cell)
        if far < least:
            best, least = option, far
    return best


def activate(look: Lookout, options: list[Action]) -> Action:
    """The larger brigade first, and the one whose Sticks are in danger."""
    if look.gathers:
        first = max((0, 1), key=lambda brigade: (ripe(look, brigade), -brigade))
        return next((o for o in options if o[1] == ("b1", "b2")[first]), options[0])
    due = [0.0, 0.0]
    for p in look.british:
        brigade = counters.BRIGADE[p]
        if brigade >= 0:
            due[brigade] += 1.0
            if look.manner.rescue and is_stick(p) and look.risk(look.at[p]) > 0:
                due[brigade] += look.manner.rescue
    word = "b1" if due[0] >= due[1] else "b2"
    return next((o for o in options if o[1] == word), options[0])


def combine(look: Lookout, options: list[Action]) -> Action:
    """A full Company if possible, then a reinforced one, then a reduced one."""
    kinds = look.kind

    def rank(option: Action) -> float:
        if option[0] == "leave":
            return 0.0
        if option[0] == "form":
            sticks = [counters.PIECE_OF[word] for word in option[1:]]
            leaders = sum(1 for p in sticks if counters.LEADS[kinds[p]])
            hqs = sum(1 for p in sticks if kinds[p] == counters.HQ)
            if len(sticks) == 3 and leaders:
                return 5 - leaders * 0.1 + hqs * 0.2
            return 3 - leaders * 0.1 + (0.5 if len(sticks) == 2 else 0.0)
        return 3.5 if counters.LEADS[kinds[counters.PIECE_OF[option[2]]]] else 4.0

    return max(options, key=rank)


def confuse(look: Lookout, options: list[Action]) -> Action:
    """The unit that is nearest to the bridges and can move."""
    units = [o for o in options if o[0] == "confuse" and is_drawn(counters.PIECE_OF[o[1]])]
    return min(units, key=lambda o: (field(land.H1)[look.at[counters.PIECE_OF[o[1]]]], o)) if units else ("pass",)
