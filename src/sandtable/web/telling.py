"""What is told of a table: to one reader, to one person, and to anybody."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable import Game, Outcome, Refusal, State, commitment
from sandtable.web.readers import Reader
from sandtable.web.store import stamp
from sandtable.web.table import Person, Seat, Table
from sandtable.web.wire import encode, shown


def parts(table: Table, reader: Reader) -> dict[str, bytes]:
    """What was made from this reader's view, encoded once for everybody who reads it."""
    if not reader.parts:
        view = reader.view
        scene = table.game.scene(view)
        names = table.game.names(view)
        outcome = table.game.outcome(table.state) if table.over else None
        reader.parts = {
            "scene": encode(scene),
            "prompt": encode(prompt_of(table.game, view, names)),
            "options": encode(options(table, reader, names)),
            "outcome": encode(outcome and outcome_of(outcome, names)),
        }
    return reader.parts


def options(table: Table, reader: Reader, names: dict[str, str]) -> list[dict[str, Any]]:
    """What this reader may choose; empty unless it is this seat's choice."""
    if reader.seat is None or table.state.seat != reader.seat or table.broken is not None:
        return []
    actions = sandtable.legal(table.state)
    prices = table.game.prices(reader.view, actions)
    return [
        {"words": action, "text": table.game.phrase(names, action), "price": price}
        for action, price in zip(actions, prices, strict=True)
    ]


def small_parts(table: Table, reader: Reader, person: str | None) -> dict[str, bytes]:
    """What is small, and may differ between people of one seat."""
    undo = table.undo_to(reader.seat)
    last = table.head.person
    can_redo = bool(table.redo) and table.state.seat == reader.seat and table.redo[-1].seat == reader.seat
    names = table.game.names(reader.view) if can_redo else {}
    turn = table.state.seat
    key = table.keys.get(person or "")
    parts = {
        "turn": {
            "seat": turn,
            "mine": turn is not None and turn == reader.seat,
            "bot": turn is not None and table.seats[turn].bot is not None,
            "since": table.since,
        },
        "undo": {
            "can": not isinstance(undo, Refusal),
            "text": undo.text if isinstance(undo, Refusal) else "",
            "clause": (undo.clause or None) if isinstance(undo, Refusal) else None,
            "ask": not isinstance(undo, Refusal) and last is not None and last != person,
        },
        "redo": {"can": can_redo, "text": table.game.phrase(names, table.redo[-1].words) if can_redo else ""},
        "seats": [_seat_part(table, seat, reader) for seat in table.seats.values()],
        "people": [_person_part(table, one) for one in table.people.values()],
        "requests": _requests(table, reader),
        "watching": table.watchers(),
        "hints": table.begun["hints"],
        "takebacks": {"on": table.begun["takebacks"], "used": table.takebacks},
        "opened": table.opened,
        "broken": table.broken,
        "notes": "" if key is None else key.notes,
    }
    return {name: encode(part) for name, part in parts.items()}


def _seat_part(table: Table, seat: Seat, reader: Reader) -> dict[str, Any]:
    return {
        "seat": seat.name,
        "title": table.title(seat.name),
        "by": "people" if seat.bot is None else "bot",
        "bot": seat.bot,
        "people": seat.people,
        "claims": seat.claims if reader.seat == seat.name else {},
    }


def _person_part(table: Table, person: Person) -> dict[str, Any]:
    key = table.keys.get(person.id)
    return {
        "person": person.id,
        "name": person.name,
        "seats": person.seats,
        "host": person.id == "p1",
        "here": table.is_here(person.id),
        "seen": None if key is None or key.seen is None else stamp(key.seen),
    }


def _requests(table: Table, reader: Reader) -> list[dict[str, Any]]:
    seat = table.seats.get(reader.seat or "")
    if seat is None or seat.request is None:
        return []
    number, asks, to = seat.request
    return [{"id": number, "kind": "undo", "from": asks, "to": to}]


def public(table: Table) -> dict[str, Any]:
    """What anybody with the match's id may know."""
    begun = table.begun
    outcome = table.game.outcome(table.state) if table.over else None
    scenario = table.game.scenario(table.row.scenario)
    return {
        "id": table.id,
        "game": table.row.game,
        "title": table.game.title,
        "scenario": {"id": scenario.id, "title": scenario.title},
        "options": begun["options"],
        "rules": begun["rules"],
        "started": table.row.started,
        "moved": table.moved,
        "turn": table.state.seat,
        "over": table.over,
        "result": None if outcome is None else table.told(outcome.text),
        "commitment": commitment(table.state.setup.seeds[-1][1]),
        "chosen": begun["chosen"],
        "takebacks": begun["takebacks"],
        "hints": begun["hints"],
        "watchers": begun["watchers"],
        "listed": table.row.listed,
        "forked": begun.get("forked"),
        "broken": table.broken,
        "seats": [
            {
                "seat": seat.name,
                "title": table.title(seat.name),
                "by": "people" if seat.bot is None else "bot",
                "bot": seat.bot,
                "names": [table.people[person].name for person in seat.people],
            }
            for seat in table.seats.values()
        ],
    }


def prompt_of(game: Game, view: dict[str, Any], names: dict[str, str]) -> dict[str, Any] | None:
    """Who must decide what, as its reader is told."""
    if view["seat"] is None:
        return None
    prompt = game.prompt(view)
    text = sandtable.tell(prompt.text, names)
    clause = prompt.clause or None
    return {
        "seat": prompt.seat, "text": text, "clause": clause, "number": shown(clause), "about": prompt.about,
        "proposed": prompt.proposed,
    }  # fmt: skip


def outcome_of(outcome: Outcome, names: dict[str, str]) -> dict[str, Any]:
    """How the game ended, as it is told."""
    return {"text": sandtable.tell(outcome.text, names), "scores": outcome.scores, "points": outcome.points}


def all_seeing(game: Game, s: State) -> dict[str, Any]:
    """The scene once nothing is secret any more: what lay face down is open, and each side's pieces are as that side
    saw them."""

    def opened(seat: str | None) -> dict[str, Any]:
        view = game.view(s, seat)
        game.unveil(s, view)
        return game.scene(view)

    scene = opened(None)
    seats = game.seats(s)
    pieces = [piece for piece in scene["pieces"] if piece["side"] not in seats]
    for seat in seats:
        pieces.extend(piece for piece in opened(seat)["pieces"] if piece["side"] == seat)
    return {**scene, "pieces": pieces}
