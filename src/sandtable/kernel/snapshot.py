"""A position as plain data: snapshots, which are caches, and fingerprints, which tell positions apart."""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import blake2b
from typing import Any

from sandtable.kernel.flow import CONSTANTS, Choice, Entry, Event, Setup, State, Step, constants


def plain(value: Any) -> Any:
    """A field as data that survives JSON: tuples, lists and bytearrays become lists."""
    if isinstance(value, bytearray):
        return list(value)
    if isinstance(value, (tuple, list)):
        return [member if type(member) is int else plain(member) for member in value]
    assert value is None or isinstance(value, (int, str, bool)), f"{value!r} is not plain enough for a position"
    return value


def frozen(value: Any) -> Any:
    """The inverse of `plain` where no list may stand: lists become tuples."""
    if not isinstance(value, list):
        return value
    return tuple([member if type(member) is int else frozen(member) for member in value])


def step_name(cls: type) -> str:
    """A step's module and class: chapters of one game may use the same word for different steps."""
    module: str = getattr(cls, "__module__")  # noqa: B009 (compiled code knows no other way)
    return f"{module.rpartition('.')[2]}.{cls.__name__}"


_fields: dict[type, tuple[str, tuple[str, ...]]] = {}


def step_fields(cls: type) -> tuple[str, tuple[str, ...]]:
    """A step's name, and the names of its fields."""
    found = _fields.get(cls)
    if found is None:
        found = (step_name(cls), tuple(f.name for f in fields(cls) if f.name not in CONSTANTS))
        _fields[cls] = found
    return found


def encode_step(step: Step) -> list[Any]:
    """A step as its name and its fields."""
    name, names = step_fields(type(step))
    return [name, [plain(getattr(step, field)) for field in names]]


def encode_agenda(s: State, chooses: bool = True) -> list[Any]:
    """What is due, the next last. The links of a half-made action are there for whoever chooses alone."""
    due = s.agenda
    end = len(due)
    while not chooses and end:
        top = due[end - 1]
        if not isinstance(top, Choice) or not constants(top).link:
            break
        end -= 1
    return [encode_step(step) for step in due[:end]]


_steps: dict[str, dict[str, type[Step]]] = {}


def step_classes(package: str) -> dict[str, type[Step]]:
    """Every step and choice defined under a package, by name."""
    found = _steps.get(package)
    if found is None:
        found = {}
        todo: list[type[Step]] = [Step]
        while todo:
            for cls in todo.pop().__subclasses__():
                todo.append(cls)
                module: str = getattr(cls, "__module__")  # noqa: B009 (compiled code knows no other way)
                if module == package or module.startswith(package + "."):
                    # A slotted or reloaded class leaves a twin behind; the last one defined is the one in use.
                    found[step_name(cls)] = cls
        _steps[package] = found
    return found


def decode_agenda(package: str, data: list[Any]) -> list[Step]:
    """The inverse of `encode_agenda` for the game that lives in a package."""
    classes = step_classes(package)
    return [classes[name](*(frozen(value) for value in values)) for name, values in data]


def encode_setup(setup: Setup) -> dict[str, Any]:
    """What a position began with, the given dice and draws apart."""
    return {
        "game": setup.game,
        "rules": setup.rules,
        "scenario": setup.scenario,
        "options": dict(setup.options),
        "seeds": [[first, seed.hex()] for first, seed in setup.seeds],
        "mission": setup.mission,
    }


def snapshot(s: State) -> dict[str, Any]:
    """All that can still matter, as plain data. History, log, undo and caches are left out."""
    return {
        "setup": encode_setup(s.setup),
        "fields": {name: plain(getattr(s, name)) for name in s.FIELDS},
        "agenda": encode_agenda(s),
        "number": s.number,
        "dice": list(s.setup.dice[s.dice_used :]),
        "draws": list(s.setup.draws[s.draws_used :]),
    }


def restore_into(s: State, data: dict[str, Any], package: str) -> None:
    """Fill a fresh state of the right class from a snapshot."""
    for name in s.FIELDS:
        set_field(s, name, data["fields"][name])
    s.agenda = decode_agenda(package, data["agenda"])
    s.number = data["number"]


def set_field(s: State, name: str, value: Any) -> None:
    """Set a field from plain data, in the kind that the field has."""
    kind = type(getattr(s, name))
    if kind is list:
        nested = bool(value) and isinstance(value[0], list)
        setattr(s, name, [frozen(member) for member in value] if nested else list(value))
    elif kind is bytearray:
        setattr(s, name, bytearray(value))
    else:
        setattr(s, name, frozen(value))


def decode_setup(data: dict[str, Any]) -> Setup:
    """The set-up that a snapshot holds."""
    begun = data["setup"]
    seeds = tuple((first, bytes.fromhex(seed)) for first, seed in begun["seeds"])
    return Setup(
        begun["game"], begun["rules"], begun["scenario"], dict(begun["options"]), seeds,
        tuple(data["dice"]), tuple(data["draws"]), begun["mission"],
    )  # fmt: skip


def packed(s: State) -> dict[str, Any]:
    """A position with its history as plain data, for a cache that the same version of the program reads again."""
    past: list[Any] = []
    node = s.history
    while node is not None:
        events = [[e.clause, e.text, e.seen_by, e.facts] for e in node.events]
        past.append([node.number, node.seat, node.action, events, node.rolled, node.revealed])
        node = node.earlier
    past.reverse()
    return {**placed(s), "past": past}


def placed(s: State) -> dict[str, Any]:
    """A position without its history, as plain data."""
    return {
        "fields": {name: plain(getattr(s, name)) for name in s.FIELDS},
        "agenda": encode_agenda(s),
        "number": s.number,
        "used": [s.dice_used, s.draws_used, s.takebacks],
    }


def unpacked(s: State, data: dict[str, Any], package: str, history: Entry | None = None) -> State:
    """Fill a fresh state from what `packed` gave; or from what `placed` gave, with the history that leads there."""
    restore_into(s, data, package)
    s.dice_used, s.draws_used, s.takebacks = data["used"]
    s.history = history
    for number, seat, action, events, rolled, revealed in data.get("past", ()):
        said = tuple([Event(e[0], e[1], frozen(e[2]), frozen(e[3])) for e in events])
        s.history = Entry(s.history, number, seat, frozen(action), said, frozen(rolled), revealed)
    return s


def restored(data: dict[str, Any], name: str) -> State:
    """A state from its snapshot, for pickling: the game must have been loaded."""
    from sandtable.kernel.game import find  # noqa: PLC0415 (it builds on this module)

    return find(name).restore(data)


def canonical(data: Any) -> bytes:
    """Plain data as bytes: fields by name, mappings sorted by key."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def fingerprint(s: State) -> str:
    """Hex digest of the position; equal positions have equal fingerprints."""
    return blake2b(canonical(snapshot(s)), digest_size=16).hexdigest()
