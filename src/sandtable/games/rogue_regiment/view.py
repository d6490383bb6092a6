"""Chapter 6 of the ledger, information: everything is open but the order of the decks and the cards that a Jäger
holds.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import JAEGER, Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.snapshot import plain, set_field

EVERYBODY: Final = (
    # the turn: section and phase, meter, patrol token, what was drawn and discarded
    "section", "phase", "turn", "meter", "token", "discards", "passes", "card", "drawn_in", "special_out", "cigarette",
    "ended", "scored",
    # the Operators and their friends
    "m_kind", "m_side", "m_no", "m_at", "m_face", "m_health", "m_ap", "m_low", "m_spotted", "m_swim", "m_object",
    "m_state", "m_done", "m_aim", "m_mark", "m_mark_at", "m_hold", "m_shot", "m_spear", "m_car", "m_seat", "m_turn",
    "stock",
    # the Axis
    "u_kind", "u_no", "u_at", "u_face", "u_alert", "u_health", "u_role", "u_link", "u_place", "u_colour", "u_cig",
    "u_done", "u_react", "u_mark", "u_saw", "u_set", "u_way", "u_stall",
    # the players' vehicles
    "c_kind", "c_at", "c_face", "c_health", "c_ap", "c_done",
    # what lies on the board
    "corpses", "barrels", "pumps", "traps", "mines", "bombs", "dumps", "radios", "papers", "blasts", "flames",
    "typhoon",
    # the action that is being resolved
    "act_man", "act_car", "act_from", "act_loud", "act_knife", "act_end", "faces", "hits", "alarm_alert",
    # what the Jäger has shown and laid out
    "j_used", "j_back", "j_drawn", "j_ways", "cats", "stains", "locks", "m_twig", "u_hunt", "u_cat",
    "hunt_left",
)  # fmt: skip
"""What every seat and every watcher may know: all counters lie open, and so do dice and discarded cards."""
NOBODY: Final = ("deck", "j_deck")
"""What nobody may know but by its number: the order of the cards to come."""
HIS: Final = ("j_hand", "j_down", "j_pile")
"""What the Jäger knows, and all others by its number."""
HIDDEN: Final = -1


def look(s: Regiment, seat: str | None) -> dict[str, Any]:
    """RR-1.1, RR-27.5, RR-27.7 What a seat sees: what everybody does; of the decks how many cards are left; and of what
    the Jäger holds, has laid face down or discarded unseen the cards if it is he, else only how many.
    """
    columns = {name: getattr(s, name) for name in EVERYBODY}
    found: dict[str, Any] = {name: plain(one) if isinstance(one, list) else one for name, one in columns.items()}
    found["cards_left"] = len(s.deck)
    found["hunt_cards_left"] = len(s.j_deck)
    return found | held(s, seat == JAEGER)


def held(s: Regiment, his: bool) -> dict[str, Any]:
    """RR-27.5, RR-27.7 What the Jäger holds, has laid face down and discarded: the cards to himself, to all others how
    many, and those that he has shown.
    """
    return {
        "hand": [card if his else HIDDEN for card in s.j_hand],
        "face_down": [s.j_down[0] if his else HIDDEN, s.j_down[1]] if s.j_down else [],
        "hunt_pile": [[card if his or shown else HIDDEN, drawn, shown] for card, drawn, shown in s.j_pile],
    }


def fill(s: Regiment, view: dict[str, Any], rng: Rng) -> None:
    """RR-14.21 A position with that view: the cards not yet seen in any order, the special card within its window; and
    what the Jäger may hold.
    """
    for name in EVERYBODY:
        set_field(s, name, view[name])
    if s.stage.jaeger:
        deal(s, view, rng)
    gone = set(s.discards)
    if s.card >= 0:
        gone.add(s.card)
    cards = [card for card in s.stage.cards if card not in gone]
    rng.shuffle(cards)
    if not s.special_out and s.card != data.SPECIAL and view["cards_left"] > len(cards):
        first, second = s.stage.mission.window
        drawn = len(s.stage.cards) + 1 - view["cards_left"]
        low, high = max(0, first - drawn), first + second - drawn
        cards.insert(low + rng.below(high - low + 1), data.SPECIAL)
    cards.reverse()
    s.deck = tuple(cards)
    s.forget()


# --- what the Jäger may hold


def deal(s: Regiment, view: dict[str, Any], rng: Rng) -> None:
    """RR-27.5, RR-27.7, RR-27.40 His cards where nobody has seen them, each way as likely as any other that agrees with
    what was seen: what lies open in his discards is nowhere else, and a card that all saw go back into the deck was not
    in his hand then, so it is there only by a later draw.
    """
    places: list[tuple[int, int]] = [(drawn, card) for card, drawn, _ in view["hunt_pile"]]
    if view["face_down"]:
        places.append((view["face_down"][1], view["face_down"][0]))
    places += [(s.j_drawn, card) for card in view["hand"]]
    order = sorted(range(len(places)), key=lambda n: places[n][0])
    known = {card for _, card in places}
    rest = [card for card in range(data.JAEGER_CARDS) if card not in known]
    rng.shuffle(rest)
    pools = ([card for card in rest if card not in s.j_back], [card for card in rest if card in s.j_back])
    limits = [places[n] for n in order]
    ways: dict[tuple[int, int, int], int] = {}
    dealt = [card for _, card in places]
    back = 0
    for at, n in enumerate(order):
        card = places[n][1]
        if card == HIDDEN:
            fresh = count(s, limits, at, back, len(pools[0]), len(pools[1]), False, ways)
            returned = count(s, limits, at, back, len(pools[0]), len(pools[1]), True, ways)
            pool = pools[1] if rng.below(fresh + returned) >= fresh else pools[0]
            card = dealt[n] = pool.pop()
        back += card in s.j_back
    piled = len(view["hunt_pile"])
    s.j_pile = tuple([(dealt[n], drawn, shown) for n, (_, drawn, shown) in enumerate(view["hunt_pile"])])
    s.j_down = (dealt[piled], view["face_down"][1]) if view["face_down"] else ()
    s.j_hand = tuple(sorted(dealt[piled + len(s.j_down) // 2 :]))
    rest = pools[0] + pools[1]
    rng.shuffle(rest)
    s.j_deck = tuple(rest)


def count(
    s: Regiment,
    places: list[tuple[int, int]],
    at: int,
    back: int,
    fresh: int,
    returned: int,
    takes: bool,
    known: dict[tuple[int, int, int], int],
) -> int:
    """In how many ways the hidden places from one on can be filled if it takes a card that all saw go back into the
    deck, or another: `back` of the former lie in the places before, so many `fresh` and `returned` cards are left. At
    no place may there be more of the former up to there than cards were drawn before it was filled.
    """
    limit = places[at][0]
    if takes:
        ways, back, returned = returned, back + 1, returned - 1
    else:
        ways, fresh = fresh, fresh - 1
    if ways <= 0 or (takes and back > limit):
        return 0
    return ways * ways_on(s, places, at + 1, back, fresh, returned, known)


def ways_on(
    s: Regiment,
    places: list[tuple[int, int]],
    at: int,
    back: int,
    fresh: int,
    returned: int,
    known: dict[tuple[int, int, int], int],
) -> int:
    """The same for the places from one on, whatever they take."""
    while at < len(places) and places[at][1] != HIDDEN:
        back += places[at][1] in s.j_back
        at += 1
    if at == len(places):
        return 1
    key = (at, back, returned)
    found = known.get(key)
    if found is None:
        found = known[key] = count(s, places, at, back, fresh, returned, False, known) + count(
            s, places, at, back, fresh, returned, True, known
        )
    return found
