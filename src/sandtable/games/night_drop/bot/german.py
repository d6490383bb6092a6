"""The German of the quick player: he scatters Sticks that are about to meet, hunts those that stand alone, brings
reinforcements on, and presses towards the bridges and what the British hold."""

from __future__ import annotations

from sandtable.games.night_drop.bot.lookout import Lookout, room, word_cell
from sandtable.games.night_drop.bot.ways import FAR, crowding, field, ring, steps_to
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.state import G1, G2, G3, is_drawn
from sandtable.kernel.flow import Action

DOWN = 0.7  # what it is worth to stand where a bridge was


class German:
    """What the German answers; he keeps what draws him to each hex until something about it changes."""

    def __init__(self) -> None:
        self.draw: tuple[object, ...] = ()
        self.pulls: dict[int, float] = {}
        self.claims_key: tuple[object, ...] = ()
        self.claims: dict[int, int] = {}

    def answer(self, look: Lookout, options: list[Action]) -> Action | None:
        """What to do where only he is asked; None where both sides think alike."""
        match look.question:
            case "Move":
                return self.move(look, options)
            case "Activate":
                return activate(look, options)
            case "Push":
                return drive(look, options) if look.manner.drive else push(look, options)
            case "PlacePatrol":
                return patrol(look, options)
            case "PlaceOutside":
                return self.entry(look, options)
            case "Discover":
                return options[0] if options[0][0] == "flip" else ("pass",)
        return None

    def move(self, look: Lookout, options: list[Action]) -> Action:
        """Reinforce first, keep some activations for hunters, then move the unit with the best thing to do."""
        if ("reinforce",) in options and not look.named:
            hunters = sum(1 for o in options if o[0] == "with" and prey_near(look, counters.PIECE_OF[o[1]]))
            if look.allowance > min(hunters, look.manner.spare):
                return ("reinforce",)
        goes = [o for o in options if o[0] == "go"]
        if goes:
            movers = look.named or look.mover
            here = look.at[movers[0]]
            best = max(goes, key=lambda o: (self.value(look, movers, word_cell(o)), o))
            better = self.value(look, movers, word_cell(best)) - self.value(look, movers, here)
            if look.named or here >= land.HEXES or better > look.manner.enough:
                return best
        if look.named:
            return options[0]
        return self.next_mover(look, options)

    def next_mover(self, look: Lookout, options: list[Action]) -> Action:
        """Whoever stands outside, then the unit that gains most; then those on the track go on."""
        best: Action | None = None
        most = look.manner.enough
        for option in options:
            if option[0] != "with":
                continue
            piece = counters.PIECE_OF[option[1]]
            if look.at[piece] >= land.HEXES:
                return option  # outside, or back from the track
            gain = self.gain(look, piece)
            if gain > most:
                best, most = option, gain
        if best is not None:
            return best
        onward = [o for o in options if o[0] == "advance"]
        if onward:
            return onward[0]
        return ("done",) if ("done",) in options else options[0]

    def gain(self, look: Lookout, piece: int) -> float:
        """How much better a unit could stand after a move, guessed from the hexes within a few steps."""
        here = look.at[piece]
        now = self.value(look, [piece], here)
        best = 0.0
        for radius in (1, 2, 3):
            for cell in ring(here, radius):
                if cell not in look.british_hexes:
                    best = max(best, self.value(look, [piece], cell) - now)
            if radius == 2 and look.night:
                break
        return best

    def value(self, look: Lookout, movers: list[int], cell: int) -> float:
        """How good it is for German units to stand in a hex."""
        if cell >= land.HEXES:
            return -9.0
        score = 0.0 if look.british_hexes.isdisjoint(land.AROUND[cell]) else battle(look, movers, cell)
        objective = land.OBJECTIVE_AT.get(cell, -1)
        if objective >= 0:
            score += stake(look, objective)
        if cell in look.german_hexes or len(movers) > 1:
            stack = sum(1 for p in look.germans if look.at[p] == cell and p not in movers)
            if stack + len(movers) > room(cell):
                score -= 20
        score += land.DF[land.TERRAIN[cell]] * look.manner.cover
        return score + (self.claim(look, movers[0], cell) if look.manner.claims else self.pull(look, cell))

    def pull(self, look: Lookout, cell: int) -> float:
        """What draws German units from afar: the bridges, objectives that the British hold, and Sticks."""
        if look.draw != self.draw:
            self.draw = look.draw
            self.pulls = {}
        found = self.pulls.get(cell)
        if found is None:
            found = max((value - way[cell] * look.manner.slope for value, way in look.prizes()), default=-9.0)
            for steps in look.prey():
                found = max(found, look.manner.prey_draw - steps[cell] * look.manner.prey_slope)
            found = self.pulls[cell] = max(found, -9.0)
        return found

    def claim(self, look: Lookout, piece: int, cell: int) -> float:
        """What draws one unit from afar: the objective that it claims, and Sticks."""
        key = look.board
        if key != self.claims_key:
            self.claims_key = key
            self.claims = claims(look)
        target = self.claims.get(piece, -1)
        if target < 0:
            return self.pull(look, cell)
        found = look.draws(land.OBJECTIVE_AT[target]) - field(target)[cell] * look.manner.slope
        for steps in look.prey():
            found = max(found, look.manner.prey_draw - steps[cell] * look.manner.prey_slope)
        return max(found, -9.0)

    def entry(self, look: Lookout, options: list[Action]) -> Action:
        """By the hex from which most is within reach."""
        return max(options, key=lambda o: (self.pull(look, word_cell(o)), o))


def claims(look: Lookout) -> dict[int, int]:
    """Which objective each unit goes for: the best pairs of what it draws with and the way to it, one unit each; the
    bridges are for several."""
    units = [p for p in look.germans if is_drawn(p)]
    wanted: list[tuple[float, int, int]] = []
    for objective, target in enumerate(land.OBJECTIVES):
        if not look.destroyed[objective]:
            value, way = look.draws(objective), field(target)
            wanted += [(way[look.at[p]] * look.manner.slope - value, p, target) for p in units]
    found: dict[int, int] = {}
    taken: dict[int, int] = {}
    for _, piece, target in sorted(wanted):
        room_left = (look.manner.claim_bridges if target == land.H1 else 1) - taken.get(target, 0)
        if piece not in found and room_left > 0:
            found[piece] = target
            taken[target] = taken.get(target, 0) + 1
    return found


def battle(look: Lookout, movers: list[int], cell: int) -> float:
    """What German units could attack from a hex: Sticks without a Company at best, Companies that they can beat."""
    score = 0.0
    prey = 0
    fight = 0.0
    for near in land.AROUND[cell]:
        if near not in look.british_hexes or (cell, near) in land.DASHED:
            continue
        if near in look.company_hexes:
            friends = [p for p in look.germans if look.at[p] in land.AROUND[near] and is_drawn(p) and p not in movers]
            lead = look.lead([*movers, *friends][:6], near)
            fight = max(fight, look.manner.fight + lead * look.manner.fight_lead if lead >= 0 else lead * 0.5)
            if lead < -1:
                score -= look.manner.fear
        else:
            prey = max(prey, sum(1 for p in look.sticks if look.at[p] == near))
    return score + prey * look.manner.prey + fight


def prey_near(look: Lookout, piece: int) -> bool:
    """Whether Sticks without a Company stand near enough to be reached."""
    here = look.at[piece]
    if here >= land.HEXES:
        return False
    reach = 3 if look.night else 5
    return any(steps_to(look.at[p])[here] <= reach and look.at[p] not in look.company_hexes for p in look.sticks)


def push(look: Lookout, options: list[Action]) -> Action:
    """Drive Sticks away from the others of their colour, those that are about to meet first."""
    best: Action = ("done",)
    most = look.manner.push
    spread: dict[int, list[int]] = {}
    for option in options:
        if option[0] != "move":
            continue
        stick = counters.PIECE_OF[option[1]]
        if stick not in spread:
            colour = counters.COLOUR[stick]
            spread[stick] = [look.at[p] for p in look.sticks if counters.COLOUR[p] == colour and p != stick]
        others = spread[stick]
        here, there = look.at[stick], word_cell(option)
        gain = crowding(others, here, look.manner.near) - crowding(others, there, look.manner.near)
        if there in look.danger and here not in look.danger:
            gain += look.manner.push_danger
        if here in look.company_hexes:
            gain += look.manner.push_company
        if gain > most:
            best, most = option, gain
    return best


def drive(look: Lookout, options: list[Action]) -> Action:
    """Drive Sticks away from the others of their colour, as far as it takes: whichever gains most for each hex."""
    steps: dict[int, list[Action]] = {}
    for option in options:
        if option[0] == "move":
            steps.setdefault(counters.PIECE_OF[option[1]], []).append(option)
    best: Action = ("done",)
    most = look.manner.push
    for stick, moves in steps.items():
        colour, here = counters.COLOUR[stick], look.at[stick]
        others = [look.at[p] for p in look.sticks if counters.COLOUR[p] == colour and p != stick]
        now = crowding(others, here, look.manner.near)
        if not now:
            continue
        for far in range(1, min(look.manner.drive, look.allowance) + 1):
            for cell in ring(here, far):
                gain = now - crowding(others, cell, look.manner.near)
                if gain <= most * far or cell in look.german_hexes:
                    continue
                way = steps_to(cell)
                first = [o for o in moves if way[word_cell(o)] == far - 1]
                if first:
                    best, most = first[0], gain / far
    return best


def activate(look: Lookout, options: list[Action]) -> Action:
    """Scatter Sticks once a night turn, then fight; but first fight where Sticks are near enough to be caught."""
    hunt = look.used[G3] == 0 and any(prey_near(look, p) for p in look.germans if is_drawn(p))
    scatter = [o for o in options if o[1] in ("g1", "g2")]
    if scatter and look.used[G1] + look.used[G2] < look.manner.scatters:
        best = max(scatter, key=lambda o: (ripe(look, 0 if o[1] == "g1" else 1), o))
        if not hunt or ripe(look, 0 if best[1] == "g1" else 1) >= look.manner.scatter_first:
            return best
    return ("activate", "g3")


def ripe(look: Lookout, brigade: int) -> float:
    """How near to meeting the unknown Sticks of a brigade are."""
    sticks = [p for p in look.sticks if counters.BRIGADE[p] == brigade and not look.front[p]]
    total = 0.0
    for stick in sticks:
        others = [look.at[p] for p in sticks if p != stick and counters.COLOUR[p] == counters.COLOUR[stick]]
        total += crowding(others, look.at[stick])
    return total + (0.0 if look.used[brigade] else look.manner.fresh)


def patrol(look: Lookout, options: list[Action]) -> Action:
    """On the objective that the British are nearest to."""
    best: Action = ("pass",)
    least = FAR
    for option in options:
        if option == ("pass",) or land.OBJECTIVE_AT.get(word_cell(option), -1) < 0:
            continue
        reach = min((field(word_cell(option))[look.at[p]] for p in look.british), default=FAR)
        if reach < least:
            best, least = option, reach
    return best


def stake(look: Lookout, objective: int) -> float:
    """How good it is for German units to stand on an objective: to take it back, to keep it, or where a bridge was."""
    manner = look.manner
    red = land.STAR[objective] == land.RED_STAR
    worth = manner.bridges if land.OBJECTIVES[objective] == land.H1 else look.worth(objective)
    if red and look.control[objective]:
        return worth * manner.seize
    if red or not look.destroyed[objective]:
        return worth * (manner.sit if red else manner.deny)
    return worth * DOWN
