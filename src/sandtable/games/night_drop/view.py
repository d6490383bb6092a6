"""What each seat may know, built up from nothing; and positions that could be true for a seat."""

from __future__ import annotations

from typing import Any

from sandtable.games.night_drop import data as d
from sandtable.games.night_drop.state import (
    BRITISH,
    BY_BRITISH,
    BY_GERMAN,
    DEAD,
    FACE_UP,
    GERMAN,
    NO_MARKER,
    SEATS,
    NightDrop,
)
from sandtable.kernel.chance import Rng

View = dict[str, Any]
HIDDEN = -1

# Columns that everybody may know, as they are, by the kind that they have in a state.
NUMBERS = (
    "turn", "phasing", "activation", "first_brigade", "over", "adjustment", "assembled", "lovat_waits", "allowance",
    "left", "target", "attack_point", "defence_point",
)  # fmt: skip
TUPLES = ("owed", "killed_advantages", "attacked", "tried", "mover", "force")
BYTES = (
    "used", "due_back", "reduced", "front", "told", "cover", "shown", "bound", "confused", "control", "destroyed",
    "broken", "marker_by", "acted", "moved", "fought", "special_used", "pushed", "hits", "retreats",
)  # fmt: skip
LISTS = ("at", "beside", "letters")


def look(s: NightDrop, seat: str | None) -> View:
    """ND-2.7, ND-4.5, ND-4.20, ND-4.25, ND-4.27, ND-9.33 What a seat may know: rows I1 to I25 of the ledger.

    The same keys and lengths for every reader; what is hidden is -1.
    """
    view: View = {}
    for column in NUMBERS:
        view[column] = getattr(s, column)
    for column in (*TUPLES, *BYTES, *LISTS):
        view[column] = list(getattr(s, column))
    german = seat == SEATS[GERMAN]
    view["kind"] = [stick_kind(s, stick, german) for stick in range(d.STICKS)]
    view["identity"] = [s.identity[slot] if german or s.shown[slot] or s.over else HIDDEN for slot in range(d.CUP)]
    view["marker"] = [marker_value(s, objective, seat) for objective in range(len(d.OBJECTIVES))]
    view["cup"] = len(s.cup)
    view["vp_cup"] = sum(s.vp_cup)
    return view


def stick_kind(s: NightDrop, stick: int, german: bool) -> int:
    """ND-2.7, ND-9.33 The front of a Stick once turned over; the German has also seen those killed in combat.

    At the end every front still in the game is open; those of lost Sticks by the option open_losses.
    """
    if s.front[stick] or (german and s.told[stick]):
        return s.kind[stick]
    if s.over and (s.at[stick] != DEAD or s.on("open_losses")):
        return s.kind[stick]
    return HIDDEN


def marker_value(s: NightDrop, objective: int, seat: str | None) -> int:
    """ND-4.25, ND-4.27, ND-10.3 A VP marker's value: for who drew it, and for all once it is face up or at the end."""
    by = s.marker_by[objective]
    if by == NO_MARKER:
        return HIDDEN
    if by == FACE_UP or s.over:
        return s.marker[objective]
    if (by == BY_BRITISH and seat == SEATS[BRITISH]) or (by == BY_GERMAN and seat == SEATS[GERMAN]):
        return s.marker[objective]
    return HIDDEN


# --- imagining ------------------------------------------------------------------------------------------------------


def fill(s: NightDrop, view: View, rng: Rng) -> None:
    """A position that could be true: what is hidden is drawn uniformly among all that the seat cannot exclude."""
    for column in NUMBERS:
        setattr(s, column, view[column])
    for column in TUPLES:
        setattr(s, column, tuple(view[column]))
    for column in BYTES:
        setattr(s, column, bytearray(view[column]))
    for column in LISTS:
        setattr(s, column, list(view[column]))
    imagine_sticks(s, view["kind"], rng)
    imagine_germans(s, view["identity"], view["cup"], rng)
    imagine_markers(s, view["marker"], view["vp_cup"], rng)


def imagine_sticks(s: NightDrop, known: list[int], rng: Rng) -> None:
    """Fronts nobody showed. A Stick killed in combat and not put on the turn track was no Advantage."""
    s.kind = list(known)
    for colour in range(len(d.COLOURS)):
        pool = [kind for kind, number in enumerate(d.COLOUR_KINDS[colour]) for _ in range(number)]
        unknown: list[int] = []
        for stick in d.STICKS_OF[colour]:
            if known[stick] == HIDDEN:
                unknown.append(stick)
            else:
                pool.remove(known[stick])
        while d.ADV in pool:
            pool.remove(d.ADV)
            able = [stick for stick in unknown if not s.told[stick]]
            holder = able[rng.below(len(able))]
            s.kind[holder] = d.ADV
            unknown.remove(holder)
        rng.shuffle(pool)
        for stick, kind in zip(unknown, pool, strict=True):
            s.kind[stick] = kind


def imagine_germans(s: NightDrop, known: list[int], in_cup: int, rng: Rng) -> None:
    """Who is under the covers and in the cup. A unit that came on by night carries a letter of where it stood."""
    s.identity = list(known)
    pool = [who for who in range(d.CUP) if who not in known]
    appeared = d.CUP - in_cup
    slots = [slot for slot in range(appeared) if known[slot] == HIDDEN]
    by_letter = [[who for who in pool if d.IDENTITY_LETTER[who] == letter] for letter in range(len(d.LETTERS))]
    every = (1 << len(d.LETTERS)) - 1
    bound = [slot for slot in slots if s.letters[slot] != every]
    for slot, letter in zip(bound, draw_letters(s, bound, [len(members) for members in by_letter], rng), strict=True):
        members = by_letter[letter]
        s.identity[slot] = members.pop(rng.below(len(members)))
    rest = [who for members in by_letter for who in members]
    rng.shuffle(rest)
    for slot in slots:
        if s.identity[slot] == HIDDEN:
            s.identity[slot] = rest.pop()
    s.cup = tuple(sorted(rest))


def draw_letters(s: NightDrop, slots: list[int], left: list[int], rng: Rng) -> list[int]:
    """A letter for each of these slots, so that every assignment of units is as likely as any other."""
    found: list[int] = []
    for place, slot in enumerate(slots):
        allowed = [letter for letter in range(len(left)) if s.letters[slot] >> letter & 1 and left[letter]]
        if len(allowed) > 1:
            weights: list[int] = []
            for letter in allowed:
                left[letter] -= 1
                weights.append((left[letter] + 1) * ways(s, slots[place + 1 :], left))
                left[letter] += 1
            pick = rng.below(sum(weights))
            while pick >= weights[0]:
                pick -= weights.pop(0)
                allowed.pop(0)
        left[allowed[0]] -= 1
        found.append(allowed[0])
    return found


def ways(s: NightDrop, slots: list[int], left: list[int]) -> int:
    """In how many ways units can be put into these slots. All but a few slots have one letter, so this is short."""
    if not slots:
        return 1
    total = 0
    for letter in range(len(left)):
        if s.letters[slots[0]] >> letter & 1 and left[letter]:
            left[letter] -= 1
            total += (left[letter] + 1) * ways(s, slots[1:], left)
            left[letter] += 1
    return total


def imagine_markers(s: NightDrop, known: list[int], in_cup: int, rng: Rng) -> None:
    """VP markers that lie face down for this seat, and those left in their cup."""
    s.marker = list(known)
    pool = [value for value, number in enumerate(d.VP_MARKERS) for _ in range(number)]
    hidden: list[int] = []
    for objective, value in enumerate(known):
        if value != HIDDEN:
            pool.remove(value)
        elif s.marker_by[objective] != NO_MARKER:
            hidden.append(objective)
    rng.shuffle(pool)
    for objective in hidden:
        s.marker[objective] = pool.pop()
    s.vp_cup = [pool.count(value) for value in range(len(d.VP_MARKERS))]
    assert sum(s.vp_cup) == in_cup, "every VP marker lies on the map or in its cup"
