"""Positions for tests: an empty map, pieces put where a rule needs them, and words played."""

from __future__ import annotations

from sandtable import Event
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r09_declaring as declaring
from sandtable.games.night_drop.state import ACTIVATIONS, DEAD, G3, WITHDRAWN, NightDrop, changed
from tests.kit import begun, do, laid, offered, run

KINDS = {word: number for number, word in enumerate(counters.KINDS)}


def table(
    turn: int = 2,
    dice: tuple[int, ...] | list[int] = (),
    draws: tuple[str, ...] | list[str] = (),
    scenario: str = "pegasus-bridge",
    **options: str,
) -> NightDrop:
    """A position with an empty map, every unit in its cup or reserve, on a turn."""
    s = laid(GAME, NightDrop, scenario, dice=dice, draws=draws, options=options)
    s.turn = turn
    s.cup = tuple(range(counters.CUP))
    for stick in range(counters.STICKS):
        s.at[stick] = WITHDRAWN
    return s


def match(seed: int, scenario: str = "pegasus-bridge", **options: str) -> NightDrop:
    """A match from its start."""
    return begun(GAME, NightDrop, scenario, seed=seed, options=options)


def at(word: str) -> int:
    """A hex by its number."""
    return land.HEX_OF[word]


def piece(word: str) -> int:
    """A piece by its id."""
    return counters.PIECE_OF[word]


def where(s: NightDrop, word: str) -> str:
    """The hex of a piece, `dead`, `gone` for withdrawn, or `off`."""
    place = s.at[piece(word)]
    if place < land.HEXES:
        return land.HEX_NAME[place]
    return {DEAD: "dead", WITHDRAWN: "gone"}.get(place, "off")


def put(s: NightDrop, word: str, hex_word: str, reduced: bool = False) -> str:
    """A British or a named German piece on the map."""
    s.at[piece(word)] = at(hex_word)
    s.reduced = changed(s.reduced, piece(word), int(reduced))
    return word


def stick(s: NightDrop, colour: str, kind: str, hex_word: str, front: bool = False) -> str:
    """The next unused Stick of a colour with this front, on the map."""
    for number in counters.STICKS_OF[land.COLOURS.index(colour)]:
        if s.at[number] == WITHDRAWN and not s.front[number]:
            s.at[number] = at(hex_word)
            s.kind = changed(s.kind, number, KINDS[kind])
            s.front = changed(s.front, number, int(front))
            return counters.PIECE_NAME[number]
    raise AssertionError("no Stick is left")


def german(s: NightDrop, identity: str, hex_word: str, covered: bool = False, reduced: bool = False) -> str:
    """The next German unit, with this identity, on the map."""
    slot = s.identity.index(-1)
    who = counters.IDENTITY.index(identity)
    s.identity = changed(s.identity, slot, who)
    s.cup = tuple(other for other in s.cup if other != who)
    s.cover = changed(s.cover, slot, int(covered))
    s.shown = changed(s.shown, slot, int(not covered))
    s.letters = changed(s.letters, slot, 255)
    s.at[counters.FIRST_GERMAN + slot] = at(hex_word)
    s.reduced = changed(s.reduced, counters.FIRST_GERMAN + slot, int(reduced))
    return counters.PIECE_NAME[counters.FIRST_GERMAN + slot]


def running(s: NightDrop, activation: str, allowance: int = 6) -> NightDrop:
    """An activation that is under way, nobody having acted."""
    s.activation = ACTIVATIONS.index(activation)
    s.allowance = allowance if s.activation >= G3 else 0
    return s


def moving(s: NightDrop, activation: str, allowance: int = 6) -> NightDrop:
    """The movement of an activation, as it begins."""
    return run(running(s, activation, allowance), movement.Move())


def attacking(s: NightDrop, activation: str, allowance: int = 6) -> NightDrop:
    """The attacks of an activation, as they begin."""
    return run(running(s, activation, allowance), declaring.Attack(), sequence.EndActivation())


def offers(s: NightDrop) -> set[str]:
    """What is on offer, as text."""
    return set(offered(s))


def reaches(s: NightDrop, word: str, activation: str) -> dict[str, int]:
    """Where a piece may go when its activation begins, and the cost of each hex in halves."""
    running(s, activation)
    number = piece(word)
    ground = reaching.ground_of(s, sequence.active_side(s))
    found = reaching.moves(s, ground, (number,), 0, True)
    return {land.HEX_NAME[cell]: cost for cell, cost in found.cost.items()}


def fight(s: NightDrop, target: str, *force: str) -> list[Event]:
    """Declare an attack and fight it, up to the next choice; single options are taken by the rules."""
    events = do(s, f"attack {target}")
    for word in force:
        if f"with {word}" in offers(s):
            events += do(s, f"with {word}")
    if "fight" in offers(s):
        events += do(s, "fight")
    return events
