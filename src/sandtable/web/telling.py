"""What is told of a table: to one reader, to one person, and to anybody."""

from __future__ import annotations

from typing import Any

import msgspec

import sandtable
from sandtable import Game, Outcome, Picture, Refusal, Scene, Seen, State, commitment
from sandtable.web import told
from sandtable.web.readers import Reader
from sandtable.web.rows import stamp
from sandtable.web.table import Person, Seat, Table
from sandtable.web.told import encode, shown


def parts(table: Table, reader: Reader) -> dict[str, bytes]:
    """What was made from this reader's view, encoded once for everybody who reads it."""
    if not reader.parts:
        seen = reader.seen
        scene = seen.drawn
        outcome = table.game.outcome(table.state) if table.over else None
        reader.parts = {
            "briefing": briefing_of(table, reader),
            "goals": encode(seen.goals),
            "standing": encode(seen.standing),
            "overlays": encode(scene.overlays),
            "legend": encode(scene.legend),
            "scene": encode(picture_of(scene)),
            "coach": encode(coach_of(table, reader)),
            "prompt": encode(prompt_of(seen)),
            "options": encode([] if table.broken else options(seen)),
            "outcome": encode(outcome and outcome_of(outcome, seen.names)),
            "debrief": encode(outcome and debrief_of(table, reader)),
        }
    return reader.parts


def briefing_of(table: Table, reader: Reader) -> bytes:
    """What a reader is told before the first decision: made once, since it stays as it is."""
    if not reader.briefing:
        setup = table.state.setup
        told_ = table.game.briefing(setup.scenario, table.state.options, reader.seat, setup.mission)
        reader.briefing = encode(told_)
    return reader.briefing


def debrief_of(table: Table, reader: Reader) -> dict[str, Any]:
    """How it ended for a reader; its moments by the reader's own numbers, which `at` takes."""
    found = table.game.debrief(table.state, reader.seat)
    for moment in found["moments"]:
        moment["n"] = reader.after(moment["n"])
    return found


def picture_of(scene: Scene) -> Picture:
    """What travels of a scene each time; names, overlays and legend travel when they change."""
    return Picture(**{name: getattr(scene, name) for name in Picture.__struct_fields__})


def coach_of(table: Table, reader: Reader) -> told.Coach | None:
    """What the coach says, to whoever takes a lesson."""
    here = table.head.here
    if table.coach is None or here is None or reader.seat != table.coach.seat:
        return None
    return table.coach.told(here, reader.seen.names)


def options(seen: Seen) -> list[told.Option]:
    """What a reader may choose; empty unless it is this seat's choice."""
    return [
        told.Option(
            words=action,
            text=seen.reading(action),
            price=price,
            serves=serves,
            signs=one.signs,
            forecast=one.text,
            at=one.at,
            likely=one.likely,
            final=one.final,
            aside=one.aside,
            asks=one.asks,
            onward=one.onward,
            gathers=one.gathers,
        )
        for action, price, serves, one in zip(seen.options, seen.prices, seen.serves, seen.forecasts, strict=True)
    ]


def small_parts(table: Table, reader: Reader, person: str | None) -> dict[str, bytes]:
    """What is small, and may differ between people of one seat."""
    key = table.keys.get(person or "")
    parts = {
        "turn": _turn(table, reader),
        "undo": _undo(table, reader, person),
        "redo": _redo(table, reader),
        "seats": [_seat(table, seat, reader) for seat in table.seats.values()],
        "people": [_person(table, one) for one in table.people.values()],
        "requests": _requests(table, reader),
        "watching": table.watchers(),
        "hints": table.begun["hints"],
        "takebacks": told.Takebacks(on=table.begun["takebacks"], used=table.takebacks),
        "opened": table.opened,
        "broken": table.broken,
        "notes": "" if key is None else key.notes,
    }
    return {name: encode(part) for name, part in parts.items()}


def _turn(table: Table, reader: Reader) -> told.Turn:
    seat = table.state.seat
    return told.Turn(
        seat=seat,
        mine=seat is not None and seat == reader.seat,
        bot=seat is not None and table.seats[seat].bot is not None,
        since=table.since,
    )


def _undo(table: Table, reader: Reader, person: str | None) -> told.UndoState:
    undo = table.undo_to(reader.seat)
    if isinstance(undo, Refusal):
        return told.UndoState(can=False, text=undo.text, clause=undo.clause or None, ask=False)
    last = table.head.person
    words = table.head.back(undo[0] + 1).words
    untold = not reader.actions or reader.actions[-1] <= undo[0]
    return told.UndoState(
        can=True,
        text=reader.seen.phrase(words),
        clause=None,
        ask=last is not None and last != person,
        link=untold and len(words) == 2,
    )


def _redo(table: Table, reader: Reader) -> told.RedoState:
    can = bool(table.redo) and table.state.seat == reader.seat and table.redo[-1].seat == reader.seat
    text = reader.seen.phrase(table.redo[-1].words) if can else ""
    return told.RedoState(can=can, text=text)


def _seat(table: Table, seat: Seat, reader: Reader) -> told.SeatState:
    return told.SeatState(
        seat=seat.name,
        title=table.title(seat.name),
        side=table.game.sides.get(seat.name, seat.name),
        by="people" if seat.bot is None else "bot",
        bot=seat.bot,
        people=seat.people,
        invited=table.invitations[seat.name].left if seat.name in table.invitations else 0,
        claims=seat.claims if reader.seat == seat.name else {},
    )


def _person(table: Table, person: Person) -> told.Person:
    key = table.keys.get(person.id)
    return told.Person(
        person=person.id,
        name=person.name,
        seats=person.seats,
        host=person.host,
        here=table.is_here(person.id),
        seen=None if key is None or key.seen is None else stamp(key.seen),
    )


def _requests(table: Table, reader: Reader) -> list[told.Request]:
    seat = table.seats.get(reader.seat or "")
    if seat is None or seat.request is None:
        return []
    number, asks, to = seat.request
    return [told.Request(id=number, kind="undo", asks=asks, to=to)]


def welcome(table: Table, seat: str | None, whom: str | None, secret: str | None) -> told.Welcome:
    """The answer to hello; `secret` is told once, to a person whom an invitation made."""
    you = None
    if whom is not None:
        person = table.people[whom]
        you = told.You(person=person.id, name=person.name, seats=person.seats, host=person.host, secret=secret)
    return told.Welcome(seat=seat, match=public(table, names=True), you=you)


def public(table: Table, *, names: bool, invited: str | None = None) -> told.Match:
    """What anybody with the match's id may know; who plays is for its own readers."""
    begun = table.begun
    outcome = table.game.outcome(table.state) if table.over else None
    return told.Match(
        id=table.id,
        game=table.row.game,
        title=table.game.title,
        scenario=told.Named(id=table.row.scenario, title=table.game.title_of(table.state)),
        options=begun["options"],
        rules=begun["rules"],
        started=table.row.started,
        moved=table.moved,
        turn=table.state.seat,
        over=table.over,
        result=None if outcome is None else table.told(outcome.text),
        commitment=commitment(table.state.setup.seeds[-1][1]),
        chosen=begun["chosen"],
        takebacks=begun["takebacks"],
        hints=begun["hints"],
        watchers=begun["watchers"],
        listed=table.row.listed,
        forked=_forked(begun.get("forked")),
        broken=table.broken,
        seats=[
            told.MatchSeat(
                seat=seat.name,
                title=table.title(seat.name),
                by="people" if seat.bot is None else "bot",
                bot=seat.bot,
                people=len(seat.people),
                names=[table.people[person].name for person in seat.people] if names else [],
            )
            for seat in table.seats.values()
        ],
        invited=invited,
    )


def _forked(kept: dict[str, Any] | None) -> told.Forked | None:
    return told.Forked(match=kept["match"], n=kept["n"]) if kept and kept.get("listed") else None


def prompt_of(seen: Seen) -> told.Prompt | None:
    """Who must decide what, as its reader is told."""
    prompt = seen.prompt
    if prompt.seat is None:
        return None
    clause = prompt.clause or None
    return told.Prompt(
        seat=prompt.seat,
        text=sandtable.tell(prompt.text, seen.names),
        clause=clause,
        number=shown(clause),
        about=prompt.about,
        proposed=prompt.proposed,
    )


def outcome_of(outcome: Outcome, names: dict[str, str]) -> told.Outcome:
    """How the game ended, as it is told."""
    return told.Outcome(text=sandtable.tell(outcome.text, names), scores=outcome.scores, points=outcome.points)


def refusal_of(refusal: Refusal | None, seen: Seen | None = None) -> told.Refusal | None:
    """Why something is not possible, as it is told. Nobody typed anything here: where no rule forbids it, what is to be
    decided is told."""
    if refusal is None:
        return None
    clause = refusal.clause or None
    text = refusal.text
    if refusal.typed and seen is not None:
        text = f"that is not what is to be decided now: {sandtable.tell(seen.prompt.text, seen.names)}"
    return told.Refusal(clause=clause, number=shown(clause), text=text)


def all_seeing(game: Game, s: State) -> Scene:
    """The scene once nothing is secret any more: what lay face down is open, and each side's pieces are as that side
    saw them."""

    def opened(seat: str | None) -> Scene:
        view = game.view(s, seat)
        game.unveil(s, view)
        return Seen(game, view).drawn

    scene = opened(None)
    seats = game.seats(s)
    pieces = [piece for piece in scene.pieces if piece.side not in seats]
    for seat in seats:
        pieces.extend(piece for piece in opened(seat).pieces if piece.side == seat)
    return msgspec.structs.replace(scene, pieces=pieces)
