"""Chapters 8.1 and 8.4: who may move, alone or together."""

from __future__ import annotations

from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.ground import known, paths
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.state import B1, B2, G3, OUTSIDE, TRACK, NightDrop, is_stick
from sandtable.kernel.flow import Refusal

# --- the group that moves ---------------------------------------------------------------------------------------------


def movers(s: NightDrop) -> tuple[int, ...]:
    """The group that may be sent: those named now, or those who moved last."""
    return s.named or s.mover


def ground_of(s: NightDrop) -> known.Ground:
    """The map as the active side sees it."""
    return reaching.ground_of(s, sequence.active_side(s))


def moves(s: NightDrop) -> reaching.Moves:
    """Where the group may go; those named now have all their points."""
    return reaching.moves(s, ground_of(s), movers(s), s.left, bool(s.named))


def hex_by_hex(s: NightDrop, group: tuple[int, ...]) -> bool:
    """ND-8.4 Whether a group has one hex instead of points: by night with a Stick in it."""
    return s.night and any(is_stick(piece) for piece in group)


def begin(s: NightDrop) -> tuple[int, ...]:
    """ND-5.37 Units named now are sent: they are activated, and have moved. The answer is the group that moves."""
    if s.named:
        for piece in s.named:
            sequence.activate(s, piece)
            s.moved[piece] = 1
        s.mover = s.named
        s.named = ()
    return s.mover


# --- who may be in it -------------------------------------------------------------------------------------------------


def may_be_named(s: NightDrop, piece: int) -> Refusal | None:
    """ND-8.11 Whether a unit may be the next of those who are named, or the first."""
    ground = ground_of(s)
    return may_join(s, ground, s.named, piece) if s.named else may_begin(s, ground, piece)


def nameable(s: NightDrop) -> list[int]:
    """ND-8.11 All of whom `may_be_named` says so, in the order of the data."""
    return company(s) if s.named else ready(s, ground_of(s))


def may_start(s: NightDrop, piece: int) -> Refusal | None:
    """ND-5.30, ND-5.32, ND-5.34, ND-5.37, ND-9.11 Whether a piece may begin a move in the activation that is running,
    wherever it could go."""
    refusal = sequence.may_act(s, piece)
    if refusal is not None:
        return refusal
    if s.moved[piece]:
        return Refusal("ND-8.12", "it has moved in this activation; what was not used is lost")
    return reaching.immobile(s, piece)


def may_begin(s: NightDrop, ground: known.Ground, piece: int) -> Refusal | None:
    """ND-8.1, ND-8.26 Whether a piece may be the first of a moving group: it may act and has somewhere to go."""
    refusal = may_start(s, piece)
    if refusal is not None:
        return refusal
    cell = s.at[piece]
    if cell == OUTSIDE:
        return None
    if cell >= TRACK:
        return arriving.may_come_back(s, piece)
    if cell >= land.HEXES:
        return Refusal("ND-8.1", "it is not on the map")
    return can_step(s, ground, (piece,))


def can_step(s: NightDrop, ground: known.Ground, group: tuple[int, ...]) -> Refusal | None:
    """ND-8.13 Whether a group has a first step at all."""
    cell = s.at[group[0]]
    leash = counters.HOWARD_2 in group
    for to, _ in ground.net.steps[cell]:
        if reaching.first_step(s, ground, group, cell, to) and not (leash and not paths.leashed(cell, to)):
            return None
    if reaching.may_leave_map(s, ground, group, reaching.group_capacity(s, group, cell), True) is None:
        return None
    return Refusal("ND-8.14", "enemies, their zones of control or the ground leave it nowhere to go")


def company(s: NightDrop) -> list[int]:
    """ND-8.11 Who may join those who are named, in the order of the data; whoever comes on comes alone."""
    here = s.at[s.named[0]]
    if here == OUTSIDE:
        return []
    later = [piece for piece in s.pieces_at(here, sequence.active_side(s)) if piece > s.named[-1]]
    ground = ground_of(s)
    return [piece for piece in later if may_join(s, ground, s.named, piece) is None]


def may_join(s: NightDrop, ground: known.Ground, group: tuple[int, ...], piece: int) -> Refusal | None:
    """ND-8.11 Whether a unit may join a group: from the same hex, in order, and the group can still move."""
    if s.at[piece] != s.at[group[0]] or s.at[piece] >= land.HEXES:
        return Refusal("ND-8.11", "a group starts from one hex")
    if piece <= group[-1]:
        return Refusal("ND-8.11", "units of a group are named in their order")
    if s.activation == G3 and len([p for p in (*group, piece) if not s.acted[p]]) > s.allowance:
        return Refusal("ND-5.31", "no more units may be activated")
    return may_start(s, piece) or can_step(s, ground, (*group, piece))


PLAIN_MOVERS = (
    tuple(piece for piece in range(counters.HOWARD_1) if counters.BRIGADE[piece] == B1),
    tuple(piece for piece in range(counters.HOWARD_1) if counters.BRIGADE[piece] == B2),
)
"""The Sticks and Companies of each brigade, of which `may_act` needs to know no more."""
SPECIAL_MOVERS = (counters.HOWARD_2, counters.LOVAT_1, counters.LOVAT_2)


def ready(s: NightDrop, ground: known.Ground) -> list[int]:
    """ND-8.1 Who may begin a move: those of whom `may_begin` says so, in the order of the data.

    Most stand on the map with a free step before them and need no more questions.
    """
    british = s.activation <= B2
    found: list[int] = []
    if not british and s.allowance < 1 and not any(s.acted):
        return found
    at, moved, front, acted, allowance = s.at, s.moved, s.front, s.acted, s.allowance
    for piece in PLAIN_MOVERS[s.activation] if british else range(counters.FIRST_GERMAN, counters.GARRISON):
        place = at[piece]
        if moved[piece] or (place >= land.HEXES and place < OUTSIDE):
            continue
        if place < land.HEXES and ground.free(place):
            plain = not (piece < counters.STICKS and front[piece]) if british else bool(acted[piece]) or allowance > 0
            if plain:
                found.append(piece)
                continue
        if may_begin(s, ground, piece) is None:
            found.append(piece)
    if british:
        found += [piece for piece in SPECIAL_MOVERS if may_begin(s, ground, piece) is None]
    return found
