"""What lies beside the board: the boards of men and vehicles, and the cards."""

from __future__ import annotations

from sandtable.games.rogue_regiment.advice.forecast_hunt import title as title_of_man
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import COLOURS
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BOUND,
    DEAD,
    JAEGER,
    LEFT,
    OBJECTS,
    SUPPORT,
    WAITING,
    Regiment,
)
from sandtable.games.rogue_regiment.table import daring, jaeger, names
from sandtable.kernel.scene import (
    BoardPanel,
    CardsPanel,
    Slot,
    Track,
)
from sandtable.kernel.seen import Seen


def weapon_words(weapon: int) -> str:
    """RR-6.5, RR-9.1 A weapon's line: dice and number, range, earshot."""
    if weapon == data.KNIFE:
        return "from right behind, silent"
    reach = f"{data.W_SHORT[weapon]}/{data.W_LONG[weapon]}" if data.W_SHORT[weapon] else f"{data.W_LONG[weapon]}"
    loud = f"heard {data.EARSHOT[weapon]}" if data.EARSHOT[weapon] else "silent"
    return f"{data.W_DICE[weapon]}D {data.W_NEEDS[weapon]}+, range {reach}, {loud}"


def board(s: Regiment, m: int, acting: bool) -> BoardPanel:
    """RR-3.9, RR-8.10 The board of a man: a slot for each thing he has, what he carries and marks, his health and
    points. While he acts his slots have the words of his actions as ids.
    """
    name = s.man(m)
    full = setup.full_health(s, s.m_kind[m])
    boxes = [str(n) for n in range(full + 1)]
    tracks = [Track(id=f"{name}-health", title="Health", cells=boxes, value=str(s.m_health[m]), of=full)]
    if s.m_state[m] in (WAITING, ACTIVE):
        tracks.append(Track(id=f"{name}-ap", title="AP", value=s.m_ap[m], of=turn.AP))
    return BoardPanel(id=f"board-{name}", title=board_title(s, m), of=name, slots=_slots(s, m, acting), tracks=tracks)


def board_title(s: Regiment, m: int) -> str:
    """Who a man is, and what has become of him."""
    own = s.is_operator(m)
    title = f"{data.OPERATOR_TITLE[s.m_kind[m]]}, side {'AB'[s.m_side[m]]}" if own else title_of_man(s, m)
    state = {WAITING: "waits at the entry", LEFT: "has left", DEAD: "is dead", BOUND: "is bound"}.get(s.m_state[m], "")
    if s.m_state[m] == ACTIVE and s.m_spotted[m]:
        state = "spotted"
    return f"{title}: {state}" if state else title


def _slots(s: Regiment, m: int, acting: bool) -> list[Slot]:
    """RR-3.9, RR-8.10 The slots of a man's board: things, the gun of who is no Operator, what he carries and marks."""
    name = s.man(m)
    prefix = "" if acting else f"{name}-"
    slots = []
    for item in range(len(data.ITEMS)):
        if s.has(m, item) and daring.at_hand(s, m, item):
            weapon = data.ITEM_WEAPON[item]
            counted = not (weapon >= 0 and not data.AMMO[weapon] and not data.BLAST[weapon])
            slots.append(
                Slot(
                    id=prefix + data.ITEMS[item],
                    title=data.ITEM_TITLE[item],
                    text=weapon_words(weapon) if weapon >= 0 else "",
                    count=s.has(m, item) if counted else None,
                )
            )
    if not s.is_operator(m):
        gun = data.SUPPORT_WEAPON[s.m_kind[m] - SUPPORT]
        slots.append(Slot(id=prefix + data.WEAPONS[gun], title=data.WEAPON_TITLE[gun], text=weapon_words(gun)))
    if s.m_object[m]:
        thing = OBJECTS[s.m_object[m]]
        slots.append(Slot(id=prefix + thing, title="Carries", text=names.VERBS[thing]))
    if s.m_mark[m] >= 0:
        slots.append(Slot(id=f"{name}-marker", title="Marker", text=f"{{{s.unit(s.m_mark[m])}}}"))
    elif s.m_mark_at[m] >= 0:
        slots.append(Slot(id=f"{name}-marker", title="Marker", text=f"grenade at {s.place(s.m_mark_at[m])}"))
    return slots


def seats(s: Regiment, c: int) -> BoardPanel:
    """RR-21.1, RR-21.4 The sheet of a vehicle: who sits where, its health and actions."""
    title = data.CAR_TITLE[s.c_kind[c]]
    slots = []
    for n, seat in enumerate(data.SEATS[s.c_kind[c]]):
        m = cars.in_seat(s, c, n)
        gun = ", gun" if seat in data.GUNS[s.c_kind[c]] else ""
        slots.append(Slot(id=seat, title=names.VERBS[seat] + gun, text=f"{{{s.man(m)}}}" if m >= 0 else "empty"))
    name = s.car(c)
    tracks = [
        Track(id=f"{name}-health", title="Health", value=s.c_health[c], of=data.CAR_HEALTH[s.c_kind[c]]),
        Track(id=f"{name}-actions", title="Actions", value=s.c_ap[c], of=cars.AP),
    ]
    return BoardPanel(id=f"board-{name}", title=title, of=name, slots=slots, tracks=tracks)


def cards(s: Regiment, left: int) -> CardsPanel:
    """RR-14.1, RR-14.2, RR-14.4 The deck, what was drawn last with both its panels, and the patrol token."""
    last = s.card if s.card >= 0 else s.discards[-1] if s.discards else -1
    walking = f"{COLOURS[s.token]}: those on {COLOURS[s.token]} lines walk" if s.token >= 0 else "not out yet"
    hand = [Slot(id="token", title="Patrol token", text=walking)]
    if last >= 0:
        words = "the mission's special event"
        if last != data.SPECIAL:
            stealth, battle = s.stage.stealth[last], s.stage.battle[last]
            words = f"Before the alarm: {data.panel_words(stealth)}. After it: {data.panel_words(battle)}"
        hand.append(Slot(id=f"card-{last + 1}", title="Event card drawn last", text=words))
    piles = [Slot(id="deck", title="Deck", count=left), Slot(id="discards", title="Discards", count=len(s.discards))]
    return CardsPanel(id="events", title="Event cards", piles=piles, hand=hand)


def decks(s: Regiment, seen: Seen) -> list[CardsPanel]:
    """RR-14.1, RR-27.4 The event cards and, against a Jäger, his; to him his own come first."""
    found = [cards(s, seen.view["cards_left"])]
    if s.stage.jaeger:
        found.insert(0 if seen.reader == JAEGER else 1, jaeger.cards(s, seen.view))
    return found


def boards(s: Regiment) -> list[BoardPanel]:
    """RR-3.9, RR-21.1 A panel for each man and each vehicle of the players; who is dead or away comes last."""
    choice = s.choice if s.agenda else None
    about = choice.about(s) if choice is not None else ()
    gone = [m for m in range(len(s.m_kind)) if s.m_state[m] in (DEAD, LEFT)]
    here = [m for m in range(len(s.m_kind)) if m not in gone]
    vehicles = [seats(s, c) for c in range(len(s.c_kind)) if s.c_at[c] >= 0]
    return [
        *(board(s, m, s.man(m) in about[:1]) for m in here),
        *vehicles,
        *daring.board(s),
        *(board(s, m, False) for m in gone),
    ]


def arms_words(kind: int) -> list[str]:
    """RR-16.1 What a kind of unit attacks with, a line each."""
    lines = []
    for gun in arms.GUNS[kind]:
        what = "flamethrower" if gun.flame else "attack to the rear" if gun.rear else "attack"
        reach = f"{gun.short}/{gun.long}" if gun.short else str(gun.long)
        lines.append(f"{what} {gun.dice}D {gun.needs}+, range {reach}")
    dice, needs = arms.SHELLS[kind]
    if dice:
        one = data.SECOND[kind] == data.LAUNCHER
        where = f"range {arms.REACH[kind]}, once" if one else "to the front" if data.SECOND_FRONT[kind] else "anywhere"
        lines.append(f"explosive {dice}D {needs}+, {where}")
    if data.AIR[kind]:
        lines.append(f"against aircraft {data.DICE[kind]}D {data.NEEDS[kind]}+")
    return lines or ["unarmed"]
