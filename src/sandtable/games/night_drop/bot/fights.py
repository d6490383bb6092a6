"""Attacks, results and retreats, as both sides of the quick player see them."""

from __future__ import annotations

from sandtable.games.night_drop.bot.lookout import Lookout, word_cell
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.state import BRITISH, GERMAN, is_drawn, is_stick, side_of
from sandtable.kernel.flow import Action


def attack(look: Lookout, options: list[Action]) -> Action:
    """A hex to attack, and then who attacks it."""
    return aim(look, options) if look.aim < 0 else muster(look, options)


def aim(look: Lookout, options: list[Action]) -> Action:
    """The attack with the best lead, if it is good enough."""
    best: Action = ("done",)
    most = 0.0
    for option in options:
        if option == ("done",):
            continue
        target = word_cell(option)
        force = willing(look, target)
        if not force:
            continue
        lead = look.lead(force, target)
        bar = bar_of(look, target)
        if lead >= bar and lead - bar + 1 > most:
            best, most = option, lead - bar + 1
    return best


def bar_of(look: Lookout, target: int) -> float:
    """The lead that an attack on a hex should have."""
    manner = look.manner
    if look.side == BRITISH:
        return manner.british_bar_objective if target in land.OBJECTIVE_AT else manner.british_bar
    if target == land.H1:
        return manner.german_bar_bridges
    held = target in land.OBJECTIVE_AT and look.control[land.OBJECTIVE_AT[target]]
    return manner.german_bar_objective if held else manner.german_bar


def willing(look: Lookout, target: int) -> list[int]:
    """Units next to a hex that could attack it, as far as a glance tells."""
    own = look.companies if look.side == BRITISH else [p for p in look.germans if is_drawn(p)]
    brigade = look.activation
    found: list[int] = []
    spare = look.allowance
    for piece in own:
        here = look.at[piece]
        if target not in land.AROUND[here] or (here, target) in land.DASHED or look.fought[piece]:
            continue
        if look.side == BRITISH and counters.BRIGADE[piece] not in (brigade, -1):
            continue
        if look.side == GERMAN and not look.acted[piece]:
            if spare < 1:
                continue
            spare -= 1
        found.append(piece)
    if look.night and found:
        first = look.at[found[0]]
        found = [p for p in found if look.at[p] == first or look.at[p] in land.AROUND[first]]
    return found


def muster(look: Lookout, options: list[Action]) -> Action:
    """Everybody joins, but against Sticks alone one is enough."""
    if ("fight",) in options and look.aim not in look.company_hexes and look.side == GERMAN:
        return ("fight",)
    joining = [o for o in options if o[0] == "with"]
    return joining[0] if joining else ("fight",)


def point(look: Lookout, options: list[Action]) -> Action:
    """The highest value; of equals one that is not yet reduced."""
    place = 0 if look.side == side_of(look.force[0]) else 1

    def rank(option: Action) -> tuple[float, bool, Action]:
        piece = counters.PIECE_OF[option[1]]
        return look.strength(piece)[place], not look.reduced[piece], option

    return max(options, key=rank)


def loss_or_retreat(look: Lookout, options: list[Action]) -> Action:
    """An enemy loses a step, or leaves an objective; an own unit keeps its steps unless its hex is worth more."""
    loss, retreat = options
    piece = look.fields[1]
    here = look.at[piece]
    if side_of(piece) != look.side:
        return loss
    still = piece in (counters.HOWARD_1, counters.GARRISON) or piece >= counters.FIRST_PATROL
    if still:
        return retreat
    last = look.reduced[piece] or piece == counters.HOWARD_2
    worth = here in land.OBJECTIVE_AT or (look.side == BRITISH and any(look.at[p] == here for p in look.sticks))
    return loss if worth and not last else retreat


def safest(look: Lookout, options: list[Action]) -> Action:
    """A hex out of enemy zones, with friends, in cover."""
    threatened = look.danger if look.side == BRITISH else look.guarded
    friends = look.british_hexes if look.side == BRITISH else look.german_hexes

    def rank(option: Action) -> tuple[float, Action]:
        if option[-1] not in land.HEX_OF:
            return -9.0, option
        cell = word_cell(option)
        return (cell not in threatened) * 4.0 + (cell in friends) + land.DF[land.TERRAIN[cell]] * 0.5, option

    return max(options, key=rank)


def stay_or_go(look: Lookout, options: list[Action]) -> Action:
    """A Point unit on an objective advances only onto another, or when somebody stays behind."""
    here = look.at[look.attack_point]
    alone = sum(1 for p in look.british + look.germans if look.at[p] == here and not is_stick(p)) <= 1
    go, stay = options
    return stay if alone and look.side == BRITISH and look.target not in land.OBJECTIVE_AT else go


def follow(look: Lookout, options: list[Action]) -> Action:
    """Others follow onto an objective if they do not stand on one."""
    for option in options:
        if option[0] == "advance":
            here = look.at[counters.PIECE_OF[option[1]]]
            there = sum(1 for p in look.british + look.germans if look.at[p] == look.target)
            if look.target in land.OBJECTIVE_AT and here not in land.OBJECTIVE_AT and there < 2:
                return option
    return ("done",)
