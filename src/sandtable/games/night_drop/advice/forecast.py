"""What each option is likely to bring, at a glance: the chance of an attack whose units are all known."""

from __future__ import annotations

from sandtable.games.night_drop.advice import odds
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r08_groups as groups
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.state import BRITISH, SEATS, NightDrop, is_stick, side_of
from sandtable.kernel.flow import Action
from sandtable.kernel.forecast import DIE, Forecast
from sandtable.kernel.odds import percent
from sandtable.kernel.seen import Seen


def forecasts(seen: Seen) -> list[Forecast]:
    """ND-9.16 The odds of each attack; with somebody covered they take longer, and are told when they are asked for."""
    return [forecast(seen, action) for action in seen.options]


def crowding(s: NightDrop, at: str) -> Forecast:
    """ND-7.1, ND-7.3 A hex that would hold too many: nobody is sent there by haste, nor gathered."""
    cell = land.HEX_OF[at]
    coming = groups.movers(s)
    number = len(set(s.pieces_at(cell, sequence.active_side(s))) | set(coming))
    if number <= stacking.limit(cell):
        return Forecast(at=at, gathers=True)
    return Forecast((), f"{number} units there and {stacking.limit(cell)} may stay", at, asks=True)


def marking(s: NightDrop, at: str) -> Forecast:
    """ND-2.37, ND-4.24 A VP marker counts for whoever holds its place: how near the nearest of one's own is."""
    cell = land.HEX_OF[at]
    choice = s.choice
    assert choice is not None, "somebody places the marker"
    side = SEATS.index(choice.seat(s))
    first, end = (0, counters.FIRST_GERMAN) if side == BRITISH else (counters.FIRST_GERMAN, len(s.at))
    near = min([land.GRID.distance(s.at[p], cell) for p in range(first, end) if s.at[p] < land.HEXES], default=-1)
    if near < 0:
        return Forecast(at=at)
    away = "there" if near == 0 else f"{near} hex{'es' if near > 1 else ''} away"
    return Forecast((), f"your nearest unit is {away}", at)


def forecast(seen: Seen, action: Action) -> Forecast:
    """What is told beside one option."""
    place = 1 if action[0] == "convert" else -1  # a hex, and the colour of the Sticks in it
    at = action[place] if len(action) > 1 else ""
    if action[0] == "go" and isinstance(seen.position.choice, movement.Move):
        return crowding(seen.position, at)
    if action[0] == "mark":
        return marking(seen.position, at)
    meant = odds.attack_meant(seen.position, action)
    if meant is None:
        stick = action[0] == "with" and is_stick(counters.PIECE_OF[action[1]])
        return Forecast(at=at, onward=action[0] == "convert", gathers=stick)
    force, target, point = meant
    if odds.is_hidden(seen, force, target):
        return Forecast((DIE,), "", at)
    won = lost = 0.0
    enemy = odds.SIDES[1 - side_of(force[0])]
    for text, chance in odds.results(seen.position, force, target, point).items():
        if text.startswith((enemy, "Sticks")):
            won += chance
        elif text != "a draw":
            lost += chance
    return Forecast((DIE,), f"{percent(won)} win, {percent(lost)} loss", at)
