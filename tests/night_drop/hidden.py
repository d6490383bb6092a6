"""What Night Drop hides: a function for each row of examples/information.md that hides something.

Each changes, on a clone, exactly what its row hides from a reader, and answers None where there is nothing to change or
the reader may know it. Rows I2, I6, I8, I9, I12, I15, I16, I18, I19 and I22 are open to everybody; I25 opens everything
at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sandtable.games.night_drop.state import NightDrop, changed
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import State, legal, play

HEXES = 1280
DEAD = HEXES + 1
PARKED = HEXES + 3
FIRST_TRACK_BOX = HEXES + 5
STICKS = {"red": range(28), "green": range(28, 47), "blue": range(47, 56)}
ADV = 3
FIRST_GERMAN = 79
LETTER_OF = "AAABBCDDEFFGGGHH"
NO_MARKER, BRITISH_MARKER, GERMAN_MARKER = 0, 1, 2


def twin_of(s: State) -> NightDrop:
    """A clone to change."""
    twin = s.clone()
    assert isinstance(twin, NightDrop)
    return twin


def swap_fronts(
    s: State, rng: Rng, one: Callable[[NightDrop, int], bool], other: Callable[[NightDrop, int], bool], adv: bool = True
) -> State | None:
    """Exchange the fronts of two Sticks of one colour that differ."""
    twin = twin_of(s)
    pairs = [
        (a, b)
        for sticks in STICKS.values()
        for a in sticks
        if one(twin, a)
        for b in sticks
        if b != a and other(twin, b) and twin.kind[a] != twin.kind[b]
        if adv or ADV not in (twin.kind[a], twin.kind[b])
    ]
    if not pairs:
        return None
    a, b = pairs[rng.below(len(pairs))]
    twin.kind = changed(changed(twin.kind, a, twin.kind[b]), b, twin.kind[a])
    return twin


def in_play_unknown(s: NightDrop, stick: int) -> bool:
    """On the map or parked, on its back."""
    return not s.front[stick] and (s.at[stick] < HEXES or s.at[stick] == PARKED)


def lost_unseen(s: NightDrop, stick: int) -> bool:
    """Gone on its back, and nobody looked."""
    return not s.front[stick] and s.at[stick] == DEAD and not s.told[stick]


def killed_unseen_by_british(s: NightDrop, stick: int) -> bool:
    """Killed in combat on its back: the German looked."""
    return not s.front[stick] and s.at[stick] == DEAD and bool(s.told[stick])


def i1_unknown_sticks(s: State, reader: str | None, rng: Rng) -> State | None:
    """I1 The type of an unknown Stick on the map or parked: nobody."""
    return swap_fronts(s, rng, in_play_unknown, in_play_unknown)


def i3_lost_in_landing(s: State, reader: str | None, rng: Rng) -> State | None:
    """I3 The type of a Stick lost in the landing or the sweep: nobody."""
    return swap_fronts(s, rng, lost_unseen, lost_unseen)


def i4_killed_in_combat(s: State, reader: str | None, rng: Rng) -> State | None:
    """I4 The type of an unknown Stick killed in combat: the German only. An Advantage would be open at once."""
    if reader == "german":
        return None
    return swap_fronts(s, rng, killed_unseen_by_british, in_play_unknown, adv=False)


def i5_lost_to_stacking(s: State, reader: str | None, rng: Rng) -> State | None:
    """I5 The type of an unknown Stick lost to stacking or shelling: nobody."""
    return swap_fronts(s, rng, lost_unseen, in_play_unknown)


def may_carry(s: NightDrop, slot: int, who: int) -> bool:
    """Whether everybody has seen nothing that contradicts this unit under that cover: it came on by its letter."""
    return bool(s.letters[slot] >> "ABCDEFGH".index(LETTER_OF[who]) & 1)


def swap_units(s: State, rng: Rng, slots: list[int], others: list[int]) -> State | None:
    """Exchange who is under two covers, as far as the letters that were seen allow."""
    twin = twin_of(s)
    pairs = [
        (a, b)
        for a in slots
        for b in others
        if a != b and may_carry(twin, a, twin.identity[b]) and may_carry(twin, b, twin.identity[a])
    ]
    if not pairs:
        return None
    a, b = pairs[rng.below(len(pairs))]
    twin.identity = changed(changed(twin.identity, a, twin.identity[b]), b, twin.identity[a])
    return twin


def covered(s: State) -> list[int]:
    """German units under an Unknown marker that were never uncovered, wherever they are."""
    assert isinstance(s, NightDrop)
    return [slot for slot in range(16) if s.identity[slot] >= 0 and s.cover[slot] and not s.shown[slot]]


def i7_covered_units(s: State, reader: str | None, rng: Rng) -> State | None:
    """I7 Who is under an Unknown marker: the German only."""
    return None if reader == "german" else swap_units(s, rng, covered(s), covered(s))


def i10_the_cup(s: State, reader: str | None, rng: Rng) -> State | None:
    """I10 Which units are left in the cup: the German only, who has seen the others."""
    if reader == "german":
        return None
    twin = twin_of(s)
    pairs = [(slot, who) for slot in covered(twin) for who in twin.cup if may_carry(twin, slot, who)]
    if not pairs:
        return None
    slot, who = pairs[rng.below(len(pairs))]
    twin.cup = tuple(sorted([*(other for other in twin.cup if other != who), twin.identity[slot]]))
    twin.identity = changed(twin.identity, slot, who)
    return twin


def i11_order_of_the_cup(s: State, reader: str | None, rng: Rng) -> State | None:
    """I11 The order of the cup: nobody. It is made by the seed at each draw."""
    return i20_future(s, reader, rng)


def swap_marker(s: State, rng: Rng, by: tuple[int, ...], controlled: bool = False) -> State | None:
    """Exchange a face-down marker with one of another value in the cup."""
    twin = twin_of(s)
    pairs = [
        (objective, value)
        for objective in range(17)
        if twin.marker_by[objective] in by and (twin.control[objective] or not controlled)
        for value in range(4)
        if twin.vp_cup[value] and value != twin.marker[objective]
    ]
    if not pairs:
        return None
    objective, value = pairs[rng.below(len(pairs))]
    twin.vp_cup = changed(twin.vp_cup, value, twin.vp_cup[value] - 1)
    twin.vp_cup = changed(twin.vp_cup, twin.marker[objective], twin.vp_cup[twin.marker[objective]] + 1)
    twin.marker = changed(twin.marker, objective, value)
    return twin


def i13_british_markers(s: State, reader: str | None, rng: Rng) -> State | None:
    """I13 The value of a marker drawn by the British: the British only."""
    return None if reader == "british" else swap_marker(s, rng, (BRITISH_MARKER,))


def i14_german_marker(s: State, reader: str | None, rng: Rng) -> State | None:
    """I14 The value of the marker drawn by the German at set-up: the German only."""
    return None if reader == "german" else swap_marker(s, rng, (GERMAN_MARKER,))


def i17_markers_left(s: State, reader: str | None, rng: Rng) -> State | None:
    """I17 Which markers are left in their cup: each side by what it knows; watchers only how many."""
    theirs = {"british": (GERMAN_MARKER,), "german": (BRITISH_MARKER,), None: (BRITISH_MARKER, GERMAN_MARKER)}
    return swap_marker(s, rng, theirs[reader])


def i20_future(s: State, reader: str | None, rng: Rng) -> State | None:
    """I20 Seed and future draws: nobody."""
    twin = twin_of(s)
    twin.setup = replace(s.setup, seeds=((0, bytes([rng.below(256) for _ in range(32)])),))
    return twin


def i21_victory_points(s: State, reader: str | None, rng: Rng) -> State | None:
    """I21 The exact total: each side sums only what it may see."""
    theirs = {"british": (GERMAN_MARKER,), "german": (BRITISH_MARKER,), None: (BRITISH_MARKER, GERMAN_MARKER)}
    return swap_marker(s, rng, theirs[reader], controlled=True)


def i23_units_on_the_track(s: State, reader: str | None, rng: Rng) -> State | None:
    """I23 Who a covered unit on the off-map track is: the German only."""
    if reader == "german":
        return None
    assert isinstance(s, NightDrop)
    away = [slot for slot in covered(s) if s.at[FIRST_GERMAN + slot] >= FIRST_TRACK_BOX]
    return swap_units(s, rng, away, covered(s))


def i24_half_made_choice(s: State, reader: str | None, rng: Rng) -> State | None:
    """I24 What somebody thinks about: only who decides. A link more of the chain that he is making, or none of it."""
    if reader == s.seat:
        return None
    twin = twin_of(s)
    if twin.named and rng.below(2):
        twin.named, twin.aim = (), -1
        return twin
    links = [action for action in legal(twin) if action[0] in ("with", "attack")]
    if not links:
        return None
    play(twin, links[rng.below(len(links))])
    return twin if s.seat == twin.seat and (twin.named, twin.aim) != ((), -1) else None


ROWS = {
    "I1": i1_unknown_sticks,
    "I3": i3_lost_in_landing,
    "I4": i4_killed_in_combat,
    "I5": i5_lost_to_stacking,
    "I7": i7_covered_units,
    "I10": i10_the_cup,
    "I11": i11_order_of_the_cup,
    "I13": i13_british_markers,
    "I14": i14_german_marker,
    "I17": i17_markers_left,
    "I20": i20_future,
    "I21": i21_victory_points,
    "I23": i23_units_on_the_track,
    "I24": i24_half_made_choice,
}


def census(s: State) -> tuple[object, ...]:
    """Pieces neither appear nor vanish: fronts by colour, units and cup, markers and their cup."""
    assert isinstance(s, NightDrop)
    fronts = tuple(tuple(sorted(s.kind[stick] for stick in sticks)) for sticks in STICKS.values())
    units = tuple(sorted([who for who in s.identity if who >= 0] + list(s.cup)))
    markers = tuple(s.vp_cup[value] + s.marker.count(value) for value in range(4))
    return fronts, units, markers, len(s.at)
