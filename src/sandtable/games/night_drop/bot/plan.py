"""What the British want: where Sticks should meet, and where Companies should go."""

from __future__ import annotations

from sandtable.games.night_drop.bot.gather import Gathering
from sandtable.games.night_drop.bot.lookout import Lookout
from sandtable.games.night_drop.bot.ways import FAR, field, ring, steps_to
from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.state import FACE_UP, is_drawn

FIRST_END = min(tables.STOPS)
GUARDS = ("0714", "0514", "0613", "0613")


def meetings(look: Lookout, colour: int) -> dict[int, int]:
    """Threes of Sticks of one colour that are nearest to one another, and where each three should meet."""
    left = sticks_of(look, colour)
    weak = [p for p in look.companies if counters.COLOUR[p] == colour and look.reduced[p]]
    plan: dict[int, int] = {}
    if look.gathers:
        for hub, group in Gathering(look, colour, left, weak).best()[1]:
            for p in group:
                plan[p] = hub
        left = [p for p in left if p not in plan]
        weak = [p for p in weak if p not in plan]
    for company in weak:
        if left:
            reinforce(look, company, left, plan)
    while len(left) >= 2:
        trio = nearest_three(look, left)
        hub = midway(look, trio) if look.manner.midway else look.at[trio[0]]
        if look.manner.midway and look.night_only:
            while len(trio) > 1 and max(steps_to(hub)[look.at[p]] for p in trio) > look.left:
                trio.pop()  # he would not come before dawn
                hub = midway(look, trio)
        for p in trio:
            if len(trio) > 1:
                plan[p] = hub
            left.remove(p)
    return plan


def reinforce(look: Lookout, company: int, left: list[int], plan: dict[int, int]) -> None:
    """A reduced Company and the nearest Stick that is left meet, if that is near enough: where the one or the other
    is."""
    best = min(left, key=lambda p: (steps_to(look.at[company])[look.at[p]], p))
    far = steps_to(look.at[company])[look.at[best]]
    if 0 < far <= look.manner.fetch:
        plan[best] = plan[company] = look.at[best]
        left.remove(best)
    elif far <= 3:
        plan[best] = look.at[company]
        left.remove(best)


def nearest_three(look: Lookout, left: list[int]) -> list[int]:
    """The three Sticks that have the shortest ways to one of them, who comes first."""
    best_cost = 999.0
    trio: list[int] = []
    for centre in left:
        chosen = sorted(left, key=lambda p: (steps_to(look.at[p])[look.at[centre]], p))[:3]
        cost = float(sum(steps_to(look.at[p])[look.at[centre]] for p in chosen))
        cost += look.manner.hub * (look.at[centre] in look.danger)
        if cost < best_cost:
            best_cost, trio = cost, chosen
    return trio


def sticks_of(look: Lookout, colour: int) -> list[int]:
    """The Sticks of a colour that can be gathered."""
    return [p for p in look.sticks if p < counters.STICKS and counters.COLOUR[p] == colour and movable(look, p)]


def ripe(look: Lookout, brigade: int) -> float:
    """What a brigade would gather if it were the first to act."""
    total = 0.0
    for colour in range(len(land.COLOURS)):
        if counters.BRIGADE_OF_COLOUR[colour] == brigade:
            weak = [p for p in look.companies if counters.COLOUR[p] == colour and look.reduced[p]]
            total += Gathering(look, colour, sticks_of(look, colour), weak).best()[0]
    return total


def midway(look: Lookout, sticks: list[int]) -> int:
    """Where Sticks meet soonest: the hex to which the last of them has the shortest way, out of danger if possible."""
    best, least = look.at[sticks[0]], 999.0
    for centre in sorted({look.at[p] for p in sticks}):
        for cell in (centre, *ring(centre, 1), *ring(centre, 2)):
            if cell in look.german_hexes:
                continue
            ways = [steps_to(look.at[p])[cell] for p in sticks]
            cost = 3.0 * max(ways) + sum(ways) + look.manner.hub * (cell in look.danger)
            if cost < least:
                best, least = cell, cost
    return best


def movable(look: Lookout, stick: int) -> bool:
    """A Stick that is not a revealed Advantage."""
    return not (look.front[stick] and look.kind[stick] == counters.ADV)


def assignments(look: Lookout, companies: list[int]) -> dict[int, int]:
    """A hex for each Company: the bridges first when Germans threaten them, then by worth and distance; whoever has
    nothing to take guards the nearest objective that is held, the bridges before others."""
    plan = guards(look, companies)
    free = [p for p in companies if p not in plan]
    wanted = [*prizes(look, free), *holdings(look, free), *foes(look, free)]
    wanted.sort(key=lambda item: (-item[0], item[1], item[2]))
    taken: dict[int, int] = {}
    for _, piece, target in wanted:
        need = 1 + sum(1 for p in look.germans if look.at[p] == target)
        if piece not in plan and taken.get(target, 0) < need:
            plan[piece] = target
            taken[target] = taken.get(target, 0) + 1
    held = [t for i, t in enumerate(land.OBJECTIVES) if look.control[i] and land.STAR[i] == land.RED_STAR]
    for piece in free:
        if piece not in plan and held:
            plan[piece] = min(held, key=lambda t: (field(t)[look.at[piece]] - (8 if t == land.H1 else 0), t))
    return plan


def guards(look: Lookout, companies: list[int]) -> dict[int, int]:
    """Who should stand at the bridges against Germans near them: the nearest, one a post."""
    plan: dict[int, int] = {}
    threat = [p for p in look.germans if is_drawn(p) and field(land.H1)[look.at[p]] <= look.manner.threat]
    posts = [land.HEX_OF[word] for word in GUARDS[: min(len(threat), look.manner.posts)]]
    for far, piece, post in sorted((field(post)[look.at[p]], p, post) for p in companies for post in posts):
        if far <= 2 * look.manner.threat and piece not in plan and list(plan.values()).count(post) < posts.count(post):
            plan[piece] = post
    return plan


def speed(look: Lookout) -> float:
    """Half points that a Company may make in a turn, about."""
    return 5.0 if look.night else 11.0


def prizes(look: Lookout, companies: list[int]) -> list[tuple[float, int, int]]:
    """How much each Company wants each objective that is not held, in time: worth by turns and resistance."""
    wanted: list[tuple[float, int, int]] = []
    limit = look.left + look.manner.overtime if look.manner.overtime else 12.0 - look.turn
    for objective, target in enumerate(land.OBJECTIVES):
        worthless = look.marker_by[objective] == FACE_UP and look.marker[objective] == 0
        if look.control[objective] or worthless:
            continue
        holders = sum(1 for p in look.germans if look.at[p] == target)
        black = land.STAR[objective] != land.RED_STAR
        worth = look.worth(objective) * (look.manner.permanent if black else 1.0) + look.manner.prize
        for piece in companies:
            turns = 1 + field(target)[look.at[piece]] / speed(look)
            if turns <= limit:
                cost = turns + look.manner.resistance * holders + look.manner.exposure * (target in look.danger)
                part = look.manner.weakness if holders and look.reduced[piece] else 1.0
                wanted.append((worth * part / cost, piece, target))
    return wanted


def holdings(look: Lookout, companies: list[int]) -> list[tuple[float, int, int]]:
    """How much each Company wants to stand in an objective that is held, and can be lost: the more the nearer Germans
    are, and the later it is."""
    keen = look.manner.hold if look.turn - look.last >= look.manner.hold_from - FIRST_END else 0.0
    wanted: list[tuple[float, int, int]] = []
    if not keen:
        return wanted
    for objective, target in enumerate(land.OBJECTIVES):
        if not look.control[objective] or land.STAR[objective] != land.RED_STAR or target == land.H1:
            continue
        if look.marker_by[objective] == FACE_UP and look.marker[objective] == 0:
            continue
        nearest = min((field(target)[look.at[p]] for p in look.germans if is_drawn(p)), default=FAR)
        worth = look.worth(objective) * keen / (1 + nearest / speed(look))
        for piece in companies:
            turns = 1 + field(target)[look.at[piece]] / speed(look)
            wanted.append((worth / turns, piece, target))
    return wanted


def foes(look: Lookout, companies: list[int]) -> list[tuple[float, int, int]]:
    """How much each Company wants to fight Germans near by who hold no objective, the more where they hunt Sticks."""
    wanted: list[tuple[float, int, int]] = []
    for target in sorted(look.german_hexes - set(land.OBJECTIVES)):
        holders = sum(1 for p in look.germans if look.at[p] == target and is_drawn(p))
        prey = sum(1 for p in look.sticks if steps_to(target)[look.at[p]] <= 3)
        for piece in companies:
            far = field(target)[look.at[piece]]
            if holders and far <= 2 * speed(look):
                part = look.manner.weakness if look.reduced[piece] else 1.0
                worth = (look.manner.foe + look.manner.foe_prey * prey) * part
                wanted.append((worth / (1 + far / speed(look) + holders), piece, target))
    return wanted
