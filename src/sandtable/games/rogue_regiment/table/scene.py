"""What to draw: pieces, tracks, panels and overlays, from what the reader sees."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice.forecast_hunt import title as title_of_man
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import PACKS
from sandtable.games.rogue_regiment.box.tiles import COLOURS
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    BOUND,
    DEAD,
    JAEGER,
    LEFT,
    OBJECTS,
    OFF,
    SUPPORT,
    WAITING,
    Regiment,
    facing_word,
)
from sandtable.games.rogue_regiment.table import daring, drawing, jaeger, overlays, sketch
from sandtable.geometry.squares import bits
from sandtable.kernel.scene import (
    BarItem,
    BoardPanel,
    CardsPanel,
    Cell,
    LegendItem,
    OverlayName,
    Panel,
    Piece,
    Scene,
    Slot,
    Track,
    TrackCell,
    TrackPanel,
)
from sandtable.kernel.seen import Seen

VERBS = {
    "act": "Act",




    "at": "At",

    "face": "Face",
    "after": "Goes for", "turn-to": "Turns to", "with": "With",
    "fire": "Fire", "hold": "Hold",
    "hold-unit": "Hold for this unit",
    "hold-phase": "Hold for this phase", "take": "Take", "start": "Start at", "turn": "Turn",
    "spot": "Is spotted",
    "go": "Go", "step": "Step", "advance": "Advances", "patrol": "Patrols", "attacks": "Attacks", "react": "Reacts",
    "burns": "Burns", "unload": "Gets out",
    "hit": "Hit", "spare": "Spend no more", "fuse": "Goes off with", "give": "Give", "rabbit": "Use the rabbit's foot",
    "accept": "Accept", "done": "Done", "nothing": "Nothing", "stay": "Stay", "clockwise": "clockwise",
    "anticlockwise": "anti-clockwise",
    "n": "north", "e": "east", "s": "south", "w": "west", "A": "side A", "B": "side B", "operators": "The Operators",
    "jaeger": "The Jäger",
    "off": "off the board", "drive": "Drive", "floor": "Floor it", "deploy": "Deploy", "repair": "Repair",
    "to": "To", "by": "By", "attack-drive": "Attack, then drive", "out": "Get out", "seat": "Take a seat",
    "walk": "Walk", "turns": "Turns", "shells": "Fires", "mark-drive": "Mark, then drive",
    "driver": "driver", "front": "front gunner", "rear": "rear gunner",
    "passenger": "passenger", "second": "second seat", "third": "third seat", "fourth": "fourth seat", "rower": "rower",
    "gunner": "gunner", "corpse": "body", "barrel": "fuel barrel", "lot": "lot",
    "alert": "alert", "spotted": "spotted", "crouched": "crouched", "target": "marked", "aimed": "aimed at",
    "scuba": "in the water", "bound": "bound", "carries-corpse": "carries a body", "carries-barrel": "carries a barrel",
    "stalker": "Stalker", "watch": "Looks", "waypoint": "Waypoint", "cat": "Cat", "twig": "Twig",
    "stain": "Blood stain", "lock": "Lock", "upgrade": "Upgrade", "halt": "Stays", "drive-to": "Drives to",
    "heading": "Heading", "hunter": "moved by the Jäger", "face-down": "a card lies face down",
    "call": "Call", "fly": "Fly on", "strafe": "Strafe", "rocket": "Rocket", "line": "Along", "typhoon": "Typhoon",
    "disguise": "in disguise", "talks": "listens to Nancy", "ensnared": "held by the throat",
    "blast": "blast", "flame": "on fire", "empty": "its men are out", "failure": "broken down",
    "set": "set up", "sprung": "sprung", "aboard": "a man aboard",
}  # fmt: skip


# How actions read: {1} is the first noun. What is not here reads as its words' names one after the other.
PHRASES = {
    ("act", 1): "{1} acts",



















    ("at", 1): "At {1}", ("face", 1): "Facing {1}",
    ("after", 2): "{1} goes for {2}", ("turn-to", 2): "{1} turns to {2}", ("with", 1): "With the {1}",

    ("rabbit", 1): "Turn {1} to 6",


    ("fire", 2): "{1} fires the {2} at the marked target",
    ("hold", 1): "{1} holds for now", ("hold-unit", 1): "{1} holds while this unit goes on",
    ("hold-phase", 1): "{1} holds for the rest of the phase",
    ("take", 2): "Take {1}, {2}", ("start", 1): "Start at {1}", ("turn", 3): "{1} turns {3} to {2}",
    ("turns", 1): "{1} turns", ("spot", 1): "{1} is spotted", ("go", 2): "{1} goes to {2}",
    ("go", 3): "{1} drives to {2}, heading {3}", ("step", 2): "{1} by {2}", ("step", 3): "{1} by {2}, heading {3}",
    ("advance", 1): "{1} advances", ("patrol", 1): "{1} walks", ("attacks", 2): "{1} attacks {2}",
    ("react", 1): "{1} reacts", ("hit", 1): "A hit on {1}", ("spare", 0): "Leave the other hits unspent",
    ("fuse", 1): "It goes off with {1}",
    ("give", 2): "{2} takes the {1}", ("burns", 2): "{1} burns the room of {2}",
    ("unload", 2): "A man of {1} gets out on {2}",
    ("shells", 1): "{1} fires", ("drive", 1): "Drive the {1}",
    ("to", 2): "To {1}, heading {2}", ("floor", 2): "Floor it {2} ahead", ("deploy", 1): "Get out or change seats",
    ("repair", 1): "Repair the {1}", ("out", 2): "{1} gets out on {2}", ("seat", 2): "{1} sits down: {2}",
    ("attack-drive", 3): "{1}: {2} fires at {3}, then it drives",
    ("stalker", 2): "Stalker {1} starts on {2}", ("watch", 2): "{1} looks {2}", ("waypoint", 1): "Waypoint on {1}",
    ("cat", 1): "The cat sits on {1}", ("twig", 1): "A twig under {1}", ("stain", 1): "A blood stain on {1}",
    ("lock", 2): "Lock the door between {1} and {2}", ("upgrade", 1): "Move {1} yourself from now on",
    ("halt", 2): "{1} stays and looks {2}", ("drive-to", 2): "{1} drives to {2}", ("heading", 1): "Heading {1}",
    ("mark-drive", 3): "{1}: {2} marks {3}, then it drives", ("walk", 1): "{1} walks",
    ("call", 2): "Call the {1} from the {2}", ("line", 1): "Along the line of {1}", ("fly", 1): "The {1} flies on",
    ("strafe", 2): "The {1} strafes {2}", ("rocket", 2): "The {1} fires a rocket at {2}",
}  # fmt: skip


def names(s: Regiment) -> dict[str, str]:
    """RR-1.1 The title of every verb and id that options and log lines use."""
    found = dict(VERBS)
    for n, word in enumerate(data.OPERATORS):
        found[word] = data.OPERATOR_TITLE[n]
    for n, word in enumerate(data.WEAPONS):
        found.setdefault(word, data.WEAPON_TITLE[n])
    for n, word in enumerate(data.ITEMS):
        found.setdefault(word, data.ITEM_TITLE[n])
    for v, word in enumerate(s.stage.names):
        if word:
            found[word] = _where(s, v)
    for u in range(len(s.u_kind)):
        found[s.unit(u)] = f"{data.UNIT_TITLE[s.u_kind[u]]} {s.u_no[u]}"
    for m in range(len(s.m_kind)):
        if not s.is_operator(m):
            found[s.man(m)] = title_of_man(s, m)
    for kind, title, count in (
        ("corpse", "body", len(s.corpses)),
        ("barrel", "fuel barrel", len(s.barrels)),
        ("dump", "supply dump", len(s.dumps)),
        ("radio", "radio set", len(s.radios)),
        ("documents", "documents", len(s.papers)),
        ("trap", "trap", len(s.traps)),
        ("mine", "landmine", len(s.mines)),
        ("bomb", "bomb", len(s.bombs)),
    ):
        found |= {f"{kind}-{n}": f"{title} {n}" for n in range(1, count + 1)}
    found |= {str(n): _number(s, n) for n in range(1, 37)}
    for unit in (data.MORTAR, data.PANZERFAUST, data.GRENADIER):  # those that are SMG Infantry now are in the log
        for n in range(1, 13):
            found.setdefault(f"{data.UNITS[unit]}-{n}", f"{data.UNIT_TITLE[unit]} {n}")
    if s.stage.jaeger:
        found |= jaeger.names()
    found |= {f"beside-{v}": _beyond(s, v) for v in _margin(s)}
    for c in range(len(s.c_kind)):
        found[s.car(c)] = data.CAR_TITLE[s.c_kind[c]]
    return found


def _number(s: Regiment, n: int) -> str:
    """What a number among the words of an action counts, where one is asked for."""
    choice = s.choice if s.agenda else None
    if isinstance(choice, placed.SetBomb):
        return "the next card" if n == 1 else f"the {n}{ORDINALS.get(n if n < 20 else n % 10, 'th')} card"
    if isinstance(choice, items.TurnDie):
        return f"the {n}"
    if isinstance(choice, cars.CarAct):
        return f"{n} square{'s' if n > 1 else ''}"
    return str(n)


ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}


def _beyond(s: Regiment, v: int) -> str:
    """Where a square beside the board is, from the nearest square of the board: no two are told alike."""
    x, y = s.grid.xs[v], s.grid.ys[v]
    column, row = min(max(x, 0), s.grid.width - 1), min(max(y, 0), s.grid.height - 1)
    off = [(column - x, "west"), (x - column, "east"), (row - y, "north"), (y - row, "south")]
    way = " and ".join(f"{far} {side}" for far, side in off if far > 0)
    return f"beside the board, {way} of {s.grid.name(s.grid.at(column, row))}" if way else "beside the board"


def _margin(s: Regiment) -> list[int]:
    """The squares beside the board that have no name of their own, as far out as anything gets."""
    columns, rows = range(-4, s.grid.width + 5), range(-4, s.grid.height + 5)
    inside = [v for v in range(s.grid.size) if s.grid.xs[v] in columns and s.grid.ys[v] in rows]
    return [v for v in inside if not s.stage.names[v]]


def _piece(
    id_: str,
    kind: str,
    side: str,
    at: str,
    alt: str,
    name: str = "",
    z: int = 1,
    facing: str = "",
    values: tuple[str, ...] = (),
    marks: tuple[str, ...] = (),
    cells: list[str] | None = None,
) -> Piece:
    if cells is not None and at not in cells:
        at = cells[0] if cells else "off"
    return Piece(
        id=id_, kind=kind, side=side, at=at, z=z, facing=facing or None, face="shown", name=name or id_,
        values=list(values), marks=list(marks), alt=alt, cells=cells or [],
    )  # fmt: skip


def _where(s: Regiment, v: int) -> str:
    """How a square is called; beside the board its word says which tile it is of."""
    return s.place(v) if s.grid.on_board(v) else s.place(v).replace("-", " place ")


def _cells(s: Regiment, squares: tuple[int, ...]) -> list[str]:
    """The words for the squares that a piece covers; what is beside the board and has no name is left out."""
    return [s.place(v) for v in squares if s.place(v)]


def pieces(s: Regiment) -> list[Piece]:
    """RR-3.1, RR-3.16 Every token on the board and beside it."""
    units = [_unit(s, u) for u in range(len(s.u_kind)) if s.u_at[u] >= 0]
    vehicles = [_car(s, c) for c in range(len(s.c_kind)) if s.c_at[c] >= 0]
    return [
        *_things(s),
        *jaeger.tokens(s),
        *units,
        *vehicles,
        *(_man(s, m) for m in range(len(s.m_kind)) if _on_foot(s, m)),
        *daring.aircraft(s),
    ]


def _on_foot(s: Regiment, m: int) -> bool:
    """Whether a man has a token of his own, on the board or on the entry tile."""
    return s.m_state[m] in (WAITING, ACTIVE, BOUND) and s.m_at[m] >= 0 and s.m_car[m] < 0


def _things(s: Regiment) -> list[Piece]:
    """RR-3.1, RR-3.16 What lies and stands on the board that is nobody."""
    found = []
    for n, v in enumerate(s.corpses):
        found.append(_thing(s, "corpse", n, "none", v, "a body on {}", "body"))
    for n, v in enumerate(s.barrels):
        found.append(_thing(s, "barrel", n, "none", v, "a fuel barrel on {}"))
    for n, (v, health) in enumerate(s.radios):
        v = v if health else OFF
        found.append(_thing(s, "radio", n, "axis", v, f"a radio set on {{}}, {health} left", value=health))
    for n, (v, health) in enumerate(s.dumps):
        v = v if health else OFF
        found.append(_thing(s, "dump", n, "axis", v, f"a supply dump at {{}}, {health} left", value=health))
    for n, v in enumerate(s.papers):
        found.append(_thing(s, "documents", n, "none", v, "documents on {}"))
    for n, (v, owner, used) in enumerate(s.traps):
        how = "sprung trap" if used else "trap"
        found.append(_thing(s, "trap", n, "british", v, f"a {how} of {s.man(owner)} on {{}}"))
    for n, (v, owner) in enumerate(s.mines):
        found.append(_thing(s, "mine", n, "british", v, f"a landmine of {s.man(owner)} on {{}}"))
    for n, (v, k, _) in enumerate(s.bombs):
        found.append(_thing(s, "bomb", n, "british", v, f"a bomb on {{}}, {k} cards to go", value=k))
    return [piece for piece in found if piece is not None]


def _thing(
    s: Regiment, kind: str, n: int, side: str, v: int, alt: str, name: str = "", value: int | None = None
) -> Piece | None:
    """The token of a thing, or None where it is off the board; `alt` has a gap for the place."""
    if v < 0:
        return None
    values = () if value is None else (str(value),)
    cells = _cells(s, tuple(bits(s.layout.dump(v)))) if kind == "dump" else None
    at = s.place(v)
    return _piece(f"{kind}-{n + 1}", kind, side, at, alt.format(at), name or kind, 0, values=values, cells=cells)


def _car(s: Regiment, c: int) -> Piece:
    title = data.CAR_TITLE[s.c_kind[c]]
    aboard = [m for m in range(len(s.m_kind)) if s.m_car[m] == c]
    crew = [title_of_man(s, m) + (" (spotted)" if s.m_spotted[m] else "") for m in aboard]
    alt = f"{title} at {_where(s, s.c_at[c])}, {s.c_health[c]} health, aboard: {', '.join(crew) or 'nobody'}"
    return _piece(
        s.car(c),
        s.car(c),
        "british",
        s.place(s.c_at[c]),
        alt,
        title,
        2,
        facing_word(s.c_face[c]),
        (str(s.c_health[c]),),
        tuple("aboard" for _ in aboard),
        cells=_cells(s, obstacles.car_squares(s, c)),
    )


def _unit(s: Regiment, u: int) -> Piece:
    marks = []
    if s.u_alert[u]:
        marks.append("alert")
    marks += daring.unit_marks(s.u_cig[u])
    if s.u_hunt[u]:
        marks.append("hunter")
    for m in range(len(s.m_kind)):
        if s.m_mark[m] == u:
            marks.append("target")
        if u in s.m_aim[m]:
            marks.append("aimed")
    kind = data.UNITS[s.u_kind[u]]
    colour = COLOURS[s.u_colour[u]] if s.u_colour[u] >= 0 else ""
    title = f"{data.UNIT_TITLE[s.u_kind[u]]} {s.u_no[u]}"
    facing = facing_word(s.u_face[u])
    mood = "alert" if s.u_alert[u] else "calm"
    alt = f"{title}{f' ({colour})' if colour else ''} on {_where(s, s.u_at[u])}, facing {VERBS[facing]}, {mood}"
    values = (str(s.u_health[u]),) if data.HEALTH[s.u_kind[u]] > 1 else ()
    if s.u_set[u]:
        marks.append("empty" if s.vehicle(u) else "set")
    if s.u_stall[u]:
        marks.append("failure")
    cells = _cells(s, s.footprint(u)) if s.vehicle(u) else None
    name = title if s.vehicle(u) else f"{sketch.UNITS[kind].upper()}{s.u_no[u]}"
    return _piece(s.unit(u), kind, "axis", s.place(s.u_at[u]), alt, name, 2, facing, values, tuple(marks), cells)


_SHORT: Final = ("Res", "SAS", "Crew")  # what stands on the token of a support unit


def _man(s: Regiment, m: int) -> Piece:
    marks = []
    if s.m_spotted[m]:
        marks.append("spotted")
    if s.m_low[m]:
        marks.append("crouched")
    if s.m_object[m]:
        marks.append(f"carries-{OBJECTS[s.m_object[m]]}")
    if s.m_swim[m]:
        marks.append("scuba")
    if s.m_twig[m]:
        marks.append("twig")
    if s.m_state[m] == BOUND:
        marks.append("bound")
    marks += daring.man_marks(s, m)
    title = title_of_man(s, m)
    name = title if s.is_operator(m) else f"{_SHORT[s.m_kind[m] - SUPPORT]} {s.m_no[m]}"
    facing = facing_word(s.m_face[m])
    posture = "crouched" if s.m_low[m] else "standing"
    seen = "spotted, " if s.m_spotted[m] else ""
    alt = f"{title} on {_where(s, s.m_at[m])}, {posture}, {seen}{s.m_health[m]} health, {s.m_ap[m]} AP"
    return _piece(
        s.man(m),
        "operator" if s.is_operator(m) else data.SUPPORTS[s.m_kind[m] - SUPPORT],
        "british",
        s.place(s.m_at[m]),
        alt,
        name,
        3,
        facing,
        (str(s.m_health[m]),),
        tuple(marks),
    )


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
    return BoardPanel(id=f"board-{name}", title=_board_title(s, m), of=name, slots=_slots(s, m, acting), tracks=tracks)


def _board_title(s: Regiment, m: int) -> str:
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
        slots.append(Slot(id=prefix + thing, title="Carries", text=VERBS[thing]))
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
        slots.append(Slot(id=seat, title=VERBS[seat] + gun, text=f"{{{s.man(m)}}}" if m >= 0 else "empty"))
    name = s.car(c)
    tracks = [
        Track(id=f"{name}-health", title="Health", value=s.c_health[c], of=data.CAR_HEALTH[s.c_kind[c]]),
        Track(id=f"{name}-actions", title="Actions", value=s.c_ap[c], of=cars.AP),
    ]
    return BoardPanel(id=f"board-{name}", title=title, of=name, slots=slots, tracks=tracks)


def cards(s: Regiment, left: int) -> CardsPanel:
    """RR-14.1, RR-14.2, RR-14.4 The deck, what was drawn last with both its panels, and the patrol token."""
    last = s.card if s.card >= 0 else s.discards[-1] if s.discards else -1
    hand = [Slot(id="token", title="Patrol token", text=COLOURS[s.token] if s.token >= 0 else "not out yet")]
    if last >= 0:
        words = "the mission's special event"
        if last != data.SPECIAL:
            stealth, battle = s.stage.stealth[last], s.stage.battle[last]
            words = f"Stealth: {data.panel_words(stealth)}. Battle: {data.panel_words(battle)}"
        hand.append(Slot(id=f"card-{last + 1}", title="Event card drawn last", text=words))
    piles = [Slot(id="deck", title="Deck", count=left), Slot(id="discards", title="Discards", count=len(s.discards))]
    return CardsPanel(id="events", title="Event cards", piles=piles, hand=hand)


def _decks(s: Regiment, seen: Seen) -> list[CardsPanel]:
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


SIGNS = (
    ("token", "Letter and number", "R rifleman, S SMG infantry, O officer, M mortar team; the log calls R3 Rifleman 3"),
    ("resistance", "Res or SAS and number", "a man of the Resistance, or of the SAS who came along"),
    ("front", "Notch and bright edge", "the way a man, unit or vehicle faces"),
    ("alert", "! at the corner", "an alert unit"),
    ("spotted", "Dashed ring", "a spotted man"),
    ("crouched", "Half height", "a crouched man"),
    ("value", "Large number", "health left; on a bomb, the cards until it goes off"),
    ("target", "Two circles on a tab", "a marked unit"),
    ("aimed", "Cross hairs on a tab", "a unit that somebody aims at"),
    ("carries", "Cross or barrel on a tab", "the man carries a body or a fuel barrel"),
    ("bound", "Bars on a tab", "a bound prisoner, whom nobody has freed yet"),
    ("scuba", "Waves on a tab", "a man in the water"),
    ("aboard", "Men on tabs", "as many of ours are aboard this vehicle"),
    ("set", "Tripod on a tab", "a mortar that is set up"),
    ("empty", "Open box on a tab", "a vehicle whose men are out: it does nothing more"),
    ("failure", "Spanner on a tab", "a vehicle with a mechanical failure, which stands this turn"),
    ("cigarette", "Cigarette on a tab", "a unit that smokes: it sees nothing and stays until the turn ends"),
    ("sentry", "Disc with arrows", "a sentry point, black or white, and the ways its sentry may face"),
    ("line", "Striped line", "a patrol line, black or white, with the places where a patrol may start"),
    ("entry", "Dashed row of places", "where the Operators come from and leave"),
    ("spawn", "Framed places beside the board", "a spawn tile, black or white"),
    ("grapple", "Disc on a high wall", "a grapple point"),
    ("flame", "Flames", "a room on fire: no Axis unit enters, and each of ours in it is burnt in the Attack Phase"),
    ("blast", "Star", "a square under a blast, which blocks sight until it is gone"),
)


THINGS: Final = (
    ("operator", "Operator"), ("corpse", "Body"), ("barrel", "Fuel barrel"), ("dump", "Supply dump"),
    ("radio", "Radio set"), ("documents", "Documents"), ("trap", "Trap"), ("mine", "Landmine"), ("bomb", "Bomb"),
)  # fmt: skip


def legend(s: Regiment) -> list[LegendItem]:
    """RR-1.1 Who and what stands on the board, what signs on it mean, and the shades of overlays, which the client
    shows while one is on."""
    found = [LegendItem(id=kind, title=title) for kind, title in THINGS]
    packs = set(s.stage.mission.packs)
    found += [
        LegendItem(id=data.UNITS[n], title=title)
        for n, title in enumerate(data.UNIT_TITLE)
        if not data.UNIT_PACKS[n] or packs & {PACKS[pack] for pack in data.UNIT_PACKS[n]}
    ]
    ours = ((data.SUPPORTS, data.SUPPORT_TITLE, data.SUPPORT_PACK), (data.CARS, data.CAR_TITLE, data.CAR_PACK))
    found += [
        LegendItem(id=word, title=title)
        for words, titles, brings in ours
        for word, title, pack in zip(words, titles, brings, strict=True)
        if pack < 0 or PACKS[pack] in packs
    ]
    without: list[str] = [] if s.stage.hm else ["empty", "failure"]
    without += [] if s.stage.hd else ["flame", "smell"]
    without += [] if s.typhoon else ["airspace"]
    signs = [sign for sign in SIGNS if sign[0] not in without]
    found += [LegendItem(id=f"sign-{word}", title=title, text=text) for word, title, text in signs]
    titles = {name: title for name, title, _ in overlays.LISTED}
    for name, text, shade in overlays.SHADES:
        if name in without:
            continue
        if (name, shade) == ("danger", 1) and s.stage.hd:
            text += overlays.SMELT
        title = f"{titles[name]}: {overlays.PATTERNS[shade]}"
        found.append(LegendItem(id=f"overlay-{name}-{shade}", title=title, text=text))
    return found


def scene(seen: Seen) -> Scene:
    """RR-1.1 The whole table."""
    s: Regiment = seen.position
    mission = s.stage.mission
    width = s.grid.width * drawing.UNIT + 2 * drawing.EDGE
    height = s.grid.height * drawing.UNIT + 2 * drawing.EDGE
    most = setup.full_meter(s)
    bar = [
        BarItem(id="turn", label="Turn", value=s.turn, of=2 * len(s.stage.cards)),
        BarItem(id="alarm", label="Alarm", value="raised", of=None)
        if s.section == BATTLE
        else BarItem(id="meter", label="Stealth", value=max(0, s.meter), of=most),
        BarItem(id="phase", label="Phase", value=turn.phase_title(s.phase), of=None),
    ]
    cells = [
        Cell(id=s.place(v), marks=["blast"], alt=f"blast on {s.place(v)}")
        for centre in s.blasts
        for v in bits(s.layout.blast(centre))
    ]
    cells += jaeger.locks(s)
    for room in sorted({room for room, _ in s.flames}):
        tokens = [one for one, _ in s.flames].count(room)
        words = f"a room on fire, {tokens} flame token{'s' if tokens > 1 else ''}"
        cells += [
            Cell(id=s.place(v), marks=["flame"], alt=f"{words}: {s.place(v)}") for v in bits(s.layout.rooms[room])
        ]
    boxes: list[TrackCell | str] = [str(n) for n in range(most + 1)]
    panels: list[Panel] = [
        TrackPanel(id="meter", title="Stealth meter", cells=boxes, value=str(max(0, s.meter))),
        *_decks(s, seen),
        *boards(s),
    ]
    return Scene(
        board=drawing.board_id(mission),
        size=(width, height),
        look="battle" if s.section == BATTLE else "day",
        bar=bar,
        names=seen.names,
        cells=cells,
        links=[],
        pieces=pieces(s),
        panels=panels,
        overlays=[
            OverlayName(
                name=name,
                title=title,
                about=of,
                scale="danger",
                on=name == overlays.ON,
                pointed=name == overlays.POINTED,
            )
            for name, title, of in overlays.LISTED
            if (name != "smell" or s.stage.hd) and (name != "airspace" or s.typhoon)
        ],
        legend=[
            *legend(s),
            *(daring.legend() if s.stage.twd else []),
            *(jaeger.legend() if s.stage.jaeger else []),
        ],
    )


def about(s: Regiment, thing: str) -> list[str]:
    """RR-1.1 Lines about a square, a unit or a man."""
    if thing in s.stage.by_name:
        return _about_square(s, thing)
    for u in range(len(s.u_kind)):
        if s.unit(u) == thing:
            return _about_unit(s, u)
    if thing == "typhoon" and s.typhoon:
        return daring.about(s)
    for m in range(len(s.m_kind)):
        if s.man(m) == thing:
            held = [
                f"{data.ITEM_TITLE[i]} {s.has(m, i)}"
                for i in range(len(data.ITEMS))
                if s.has(m, i) and daring.at_hand(s, m, i)
            ]
            return [_man(s, m).alt if _on_foot(s, m) else _board_title(s, m), ", ".join(held)]
    return []


def _about_square(s: Regiment, name: str) -> list[str]:
    """What a square is, who watches it, and what is printed there for sentries and patrols."""
    v = s.stage.by_name[name]
    lines = [f"{name}: {s.layout.describe(v)}"]
    if s.grid.on_board(v):
        watching = [f"{{{s.unit(u)}}}" for u in range(len(s.u_kind)) if s.alive(u) and sight.watches(s, u, v)]
        lines.append("watched by " + ", ".join(watching) if watching else "nobody watches it")
        smelling = [f"{{{s.unit(u)}}}" for u in dogs.smelling(s, v)]
        if smelling:
            lines.append("whoever moves there is smelt by " + ", ".join(smelling))
        tokens = [room for room, _ in s.flames].count(s.layout.room[v])
        if tokens:
            lines.append(f"on fire: {tokens} {'die' if tokens == 1 else 'dice'} at 2+ against each of ours in the room")
        lines += [sketch.line_words(s, n) for n, line in enumerate(s.layout.lines) if v in line.squares]
        for point, at in s.layout.points:
            if at == v:
                arrows = ", ".join(VERBS[facing_word(f)] for f in point.arrows)
                lines.append(f"a {COLOURS[point.colour]} sentry point; its arrows: {arrows}")
    return lines


def _about_unit(s: Regiment, u: int) -> list[str]:
    """Where a unit is and how it stands, and the numbers of its kind."""
    kind = s.u_kind[u]
    if s.u_at[u] < 0:
        return [f"{data.UNIT_TITLE[kind]} {s.u_no[u]}: no longer on the board"]
    return [_unit(s, u).alt, f"health {s.u_health[u]}, moves {data.MOVE[kind]}", *arms_words(kind)]


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
