"""What each seat may know, built up from nothing; and positions that could be true for a seat."""

from __future__ import annotations

from typing import Any

from sandtable.games.night_drop.box import counters, land
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
from sandtable.kernel.seen import Seen

View = dict[str, Any]
HIDDEN = -1
EVERY_LETTER = (1 << len(land.LETTERS)) - 1


def look(s: NightDrop, seat: str | None) -> View:
    """ND-2.7, ND-4.5, ND-4.20, ND-4.25, ND-4.27, ND-9.33 What a seat may know, as
    `examples/information.md` of the tests lists it row by row.

    The same keys for every reader, and the same lengths but of what he is choosing himself; what is hidden is -1.
    """
    german = seat == SEATS[GERMAN]
    chooses = seat is not None and seat == s.seat
    return {
        # Open to everybody.
        "turn": s.turn,
        "phasing": s.phasing,
        "activation": s.activation,
        "first_brigade": s.first_brigade,
        "over": s.over,
        "adjustment": s.adjustment,
        "assembled": s.assembled,
        "lovat_waits": s.lovat_waits,
        "allowance": s.allowance,
        "left": s.left,
        "target": s.target,
        "attack_point": s.attack_point,
        "defence_point": s.defence_point,
        "owed": s.owed,
        "killed_advantages": s.killed_advantages,
        "attacked": s.attacked,
        "tried": s.tried,
        "mover": s.mover,
        "force": s.force,
        "used": s.used,
        "due_back": s.due_back,
        "reduced": s.reduced,
        "front": s.front,
        "told": s.told,
        "cover": s.cover,
        "shown": s.shown,
        "bound": s.bound,
        "confused": s.confused,
        "control": s.control,
        "destroyed": s.destroyed,
        "broken": s.broken,
        "marker_by": s.marker_by,
        "acted": list(s.acted),
        "moved": list(s.moved),
        "fought": s.fought,
        "special_used": s.special_used,
        "pushed": s.pushed,
        "hits": s.hits,
        "retreats": s.retreats,
        "at": list(s.at),
        "beside": s.beside,
        "letters": s.letters,
        # How many, but not which.
        "cup": len(s.cup),
        "vp_cup": sum(s.vp_cup),
        # Whoever may look.
        "kind": [stick_kind(s, stick, german) for stick in range(counters.STICKS)],
        "identity": [s.identity[slot] if german or s.shown[slot] or s.over else HIDDEN for slot in range(counters.CUP)],
        "marker": [marker_value(s, objective, seat) for objective in range(len(land.OBJECTIVES))],
        # Whoever is choosing: the links of his chain so far.
        "named": s.named if chooses else (),
        "aim": s.aim if chooses else HIDDEN,
    }


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
    s.turn = view["turn"]
    s.phasing = view["phasing"]
    s.activation = view["activation"]
    s.first_brigade = view["first_brigade"]
    s.over = view["over"]
    s.adjustment = view["adjustment"]
    s.assembled = view["assembled"]
    s.lovat_waits = view["lovat_waits"]
    s.allowance = view["allowance"]
    s.left = view["left"]
    s.target = view["target"]
    s.attack_point = view["attack_point"]
    s.defence_point = view["defence_point"]
    s.owed = tuple(view["owed"])
    s.killed_advantages = tuple(view["killed_advantages"])
    s.attacked = tuple(view["attacked"])
    s.tried = tuple(view["tried"])
    s.mover = tuple(view["mover"])
    s.force = tuple(view["force"])
    s.used = tuple(view["used"])
    s.due_back = tuple(view["due_back"])
    s.reduced = tuple(view["reduced"])
    s.front = tuple(view["front"])
    s.told = tuple(view["told"])
    s.cover = tuple(view["cover"])
    s.shown = tuple(view["shown"])
    s.bound = tuple(view["bound"])
    s.confused = tuple(view["confused"])
    s.control = tuple(view["control"])
    s.destroyed = tuple(view["destroyed"])
    s.broken = tuple(view["broken"])
    s.marker_by = tuple(view["marker_by"])
    s.acted = bytearray(view["acted"])
    s.moved = bytearray(view["moved"])
    s.fought = tuple(view["fought"])
    s.special_used = tuple(view["special_used"])
    s.pushed = tuple(view["pushed"])
    s.hits = tuple(view["hits"])
    s.retreats = tuple(view["retreats"])
    s.at = list(view["at"])
    s.beside = tuple(view["beside"])
    s.letters = tuple(view["letters"])
    s.named = tuple(view["named"])
    s.aim = view["aim"]
    s.kind = imagine_sticks(view["kind"], view["told"], rng)
    imagine_germans(s, view["identity"], view["cup"], rng)
    imagine_markers(s, view["marker"], view["vp_cup"], rng)


def imagine_sticks(known: list[int], told: list[int], rng: Rng) -> tuple[int, ...]:
    """Fronts nobody showed. A Stick killed in combat and not put on the turn track was no Advantage.

    Each counter but the most frequent kind is laid on a Stick that has none yet: every assignment is as likely as any
    other, with the fewest draws.
    """
    kinds = known.copy()
    for colour in range(len(land.COLOURS)):
        left = list(counters.COLOUR_KINDS[colour])
        unknown: list[int] = []
        for stick in counters.STICKS_OF[colour]:
            kind = known[stick]
            if kind == HIDDEN:
                unknown.append(stick)
            else:
                left[kind] -= 1
        for _ in range(left[counters.ADV]):
            able = [stick for stick in unknown if not told[stick]]
            holder = able[rng.below(len(able))]
            kinds[holder] = counters.ADV
            unknown.remove(holder)
        for kind in (counters.HQ, counters.L):
            for _ in range(left[kind]):
                kinds[unknown.pop(rng.below(len(unknown)))] = kind
        for stick in unknown:
            kinds[stick] = counters.P
    return tuple(kinds)


def imagine_germans(s: NightDrop, known: list[int], in_cup: int, rng: Rng) -> None:
    """Who is under the covers and in the cup. A unit that came on by night carries a letter of where it stood."""
    identity = known.copy()
    appeared = counters.CUP - in_cup
    slots = [slot for slot in range(appeared) if known[slot] == HIDDEN]
    rest = [who for who in range(counters.CUP) if who not in known]
    bound = [slot for slot in slots if s.letters[slot] != EVERY_LETTER]
    if bound:
        by_letter = [
            [who for who in rest if counters.IDENTITY_LETTER[who] == letter] for letter in range(len(land.LETTERS))
        ]
        drawn = draw_letters(s, bound, [len(members) for members in by_letter], rng)
        for slot, letter in zip(bound, drawn, strict=True):
            members = by_letter[letter]
            identity[slot] = members.pop(rng.below(len(members)))
            rest.remove(identity[slot])
    for slot in slots:
        if identity[slot] == HIDDEN:
            identity[slot] = rest.pop(rng.below(len(rest)))
    s.identity = tuple(identity)
    s.cup = tuple(rest)


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
    marker = known.copy()
    left = list(s.box.vp_markers)
    hidden: list[int] = []
    for objective, value in enumerate(known):
        if value != HIDDEN:
            left[value] -= 1
        elif s.marker_by[objective] != NO_MARKER:
            hidden.append(objective)
    for objective in hidden:
        pick = rng.below(sum(left))
        value = 0
        while pick >= left[value]:
            pick -= left[value]
            value += 1
        marker[objective] = value
        left[value] -= 1
    s.marker = tuple(marker)
    s.vp_cup = tuple(left)
    assert sum(left) == in_cup, "every VP marker lies on the map or in its cup"


def known_position(seen: Seen) -> NightDrop:
    """The position that a reader imagines, with -1 for what he made up: fronts of Sticks, units under covers, and VP
    markers face down. It is there to be read, not played."""
    s: NightDrop = seen.position.clone()
    s.kind = tuple(seen.view["kind"])
    s.identity = tuple(seen.view["identity"])
    s.marker = tuple(seen.view["marker"])
    return s
