"""What verbs, squares, units, men and things are called, and how actions read."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.advice.forecast_hunt import title as title_of_man
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import (
    Regiment,
)
from sandtable.games.rogue_regiment.table import jaeger
from sandtable.kernel.telling import plural

VERBS = {
    "act": "Act",
    "at": "Aim at",
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
    ("at", 1): "Aim at {1}", ("face", 1): "Facing {1}",
    ("after", 2): "{1} goes for {2}", ("turn-to", 2): "{1} turns to {2}", ("with", 1): "With the {1}",
    ("rabbit", 1): "Turn {1} to 6",
    ("fire", 2): "{1} fires the {2} at the marked target",
    ("hold", 1): "{1} holds fire for now", ("hold-unit", 1): "{1} holds while this unit goes on",
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
            found[word] = where(s, v)
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
            found.setdefault(data.unit_word(unit, n), f"{data.UNIT_TITLE[unit]} {n}")
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
        return plural(n, "square")
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


def where(s: Regiment, v: int) -> str:
    """How a square is called; beside the board its word says which tile it is of."""
    return s.place(v) if s.grid.on_board(v) else s.place(v).replace("-", " place ")
