"""What the dice may make of an attack, before it is declared, while its units are named and before they are thrown; and
what Sticks may turn out to be."""

from __future__ import annotations

from sandtable.games.night_drop.box.counters import FIRST_GERMAN, PIECE_OF
from sandtable.games.night_drop.box.land import COLOURS, HEX_OF
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r09_combat as combat
from sandtable.games.night_drop.rules import r09_declaring as declaring
from sandtable.games.night_drop.state import NOBODY, NightDrop, is_drawn, side_of
from sandtable.kernel.flow import Action
from sandtable.kernel.odds import mean
from sandtable.kernel.seen import Seen

IMAGINED = 60
"""How many assignments of covered units the odds of an attack are averaged over."""
TURNED = 400
"""How many assignments of fronts are drawn to tell what Sticks may become."""
THROWS = 36
SIDES = ("The British", "The Germans")


def odds(seen: Seen, action: Action) -> dict[str, float] | None:
    """ND-9.16, ND-2.23 What may come of an attack, or of turning Sticks over; None for words that lead to neither.

    `attack` is counted with everybody who can join, `with` with those named so far. Where somebody who takes part is
    covered, units that could be there are drawn.
    """
    s: NightDrop = seen.position
    if isinstance(s.choice, british.Convert) and action[0] == "convert":
        return gathered(seen, HEX_OF[action[1]], COLOURS.index(action[2]))
    meant = attack_meant(s, action)
    if meant is None:
        return None
    force, target, point = meant
    worlds = IMAGINED if is_hidden(seen, force, target) else 1
    return mean([results(seen.imagine(seed), force, target, point) for seed in range(worlds)])


def gathered(seen: Seen, cell: int, colour: int) -> dict[str, float]:
    """ND-2.23 The best that the Sticks of a colour in a hex can become; fronts that nobody has seen are drawn."""
    s: NightDrop = seen.position
    known = all(s.front[stick] for stick in british.sticks_of(s, cell, colour))
    found: list[dict[str, float]] = []
    for seed in range(1 if known else TURNED):
        twin: NightDrop = seen.imagine(seed)
        british.turn_over(twin, cell, colour)
        found.append({best_of(twin, cell, colour): 1.0})
    return mean(found)


def best_of(s: NightDrop, cell: int, colour: int) -> str:
    """ND-2.25, ND-2.27, ND-2.28, ND-2.32 In words, the best that revealed Sticks can become."""
    options = british.combinations(s, cell, colour)
    formed = [tuple(PIECE_OF[word] for word in one[1:]) for one in options if one[0] == "form"]
    if any(british.forms_full(s, sticks) for sticks in formed):
        return "a full Company"
    if len(formed) < len(options):
        return "a reduced Company becomes full"
    return "a reduced Company" if formed else "no Company"


def reckoning(seen: Seen, action: Action) -> str:
    """ND-9.12, ND-9.13 Both factors of an attack with their parts; a covered unit keeps its secret."""
    meant = attack_meant(seen.position, action)
    if meant is None:
        return ""
    force, target, point = meant
    twin = drawn_up(seen.position, force, target, point)
    if not combat.defenders(twin):
        return ""
    attack = "of covered units" if covered(seen, force) else combat.attack_itemised(twin)
    defence = "of covered units" if covered(seen, opposite(seen, force, target)) else combat.defence_itemised(twin)
    return f"Attack {attack} against defence {defence}, each with a die"


def drawn_up(s: NightDrop, force: tuple[int, ...], target: int, point: int) -> NightDrop:
    """An attack as it would be fought. Each side names its best Point unit, unless the attacker has named his."""
    twin = s.clone()
    twin.force, twin.target = force, target
    twin.attack_point = point if point != NOBODY else max(force, key=twin.attack_value)
    twin.defence_point = max(combat.defenders(twin), key=twin.defence_value, default=NOBODY)
    return twin


def covered(seen: Seen, pieces: tuple[int, ...]) -> bool:
    """Whether one of some pieces is covered for the reader."""
    return any(seen.view["identity"][piece - FIRST_GERMAN] < 0 for piece in pieces if is_drawn(piece))


def opposite(seen: Seen, force: tuple[int, ...], target: int) -> tuple[int, ...]:
    """Who stands in the hex that a force attacks."""
    s: NightDrop = seen.position
    return tuple(s.pieces_at(target, 1 - side_of(force[0])))


def is_hidden(seen: Seen, force: tuple[int, ...], target: int) -> bool:
    """Whether somebody who takes part in an attack is covered for the reader."""
    return covered(seen, (*force, *opposite(seen, force, target)))


def attack_meant(s: NightDrop, action: Action) -> tuple[tuple[int, ...], int, int] | None:
    """The attack that words lead to: its force, its target, and its Point unit if that is named."""
    choice = s.choice
    if isinstance(choice, declaring.Attack):
        match action:
            case ("attack", word):
                return declaring.everybody(s, HEX_OF[word]), HEX_OF[word], NOBODY
            case ("with", word):
                return (*s.named, PIECE_OF[word]), s.aim, NOBODY
            case ("fight",):
                return s.named, s.aim, NOBODY
    elif isinstance(choice, combat.NamePoint) and choice.side == side_of(s.force[0]):
        return s.force, s.target, PIECE_OF[action[1]]
    return None


def results(s: NightDrop, force: tuple[int, ...], target: int, point: int) -> dict[str, float]:
    """ND-9.23, ND-9.25 How the 36 throws of an attack come out: in words for CR1 to CR3, with probabilities."""
    twin = drawn_up(s, force, target, point)
    side = side_of(force[0])
    if not combat.defenders(twin):
        return {"Sticks die without dice": 1.0}
    lead = combat.attack_factor(twin) - combat.defence_factor(twin)
    throws: dict[str, int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            difference = lead + mine - theirs
            if difference == 0:
                text = "a draw"
            else:
                loser = SIDES[1 - side] if difference > 0 else SIDES[side]
                hard = max(combat.results_of(abs(difference))) > 2
                text = f"{loser} lose a step {'and retreat, or more' if hard else 'or retreat'}"
            throws[text] = throws.get(text, 0) + 1
    return {text: number / THROWS for text, number in throws.items()}
