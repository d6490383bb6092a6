"""What can be asked at a table, each as a function of the hall, the table and who asks."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import msgspec
from msgspec import UNSET

import sandtable
from sandtable import BadInput, IllegalAction, OverlayCells, Picture, Refusal, Seen, commitment, unmarked
from sandtable.web import telling, thinker, told, wire
from sandtable.web.hall import REPLAY_SECONDS, Hall, new_secret
from sandtable.web.notices import browsers
from sandtable.web.plans import Plan, Who, back, board, my_turn
from sandtable.web.push import Browser
from sandtable.web.readers import Reader
from sandtable.web.rows import Row, now, seconds
from sandtable.web.store import StoreError
from sandtable.web.table import AWAY, Table
from sandtable.web.telling import refusal_of
from sandtable.web.wire import Refused, clean
from sandtable.web.writes import person_change

ODDS_SECONDS, AT_SECONDS = 10.0, 10.0

READY = ("ready",)
IDEAS = 3
"""So many a hint has at most."""
DANGERS = frozenset({"seen", "heard", "fire"})
"""Signs of an action that the enemy answers."""
PAGE = 500
"""Earlier lines that are told at a time."""

# --- playing ----------------------------------------------------------------------------------------------------


async def act(hall: Hall, table: Table, who: Who, seat: str | None, words: tuple[str, ...], seen: int) -> int:
    """Play an action; returns the reader's number when it is on disk."""

    def plan() -> Plan:
        mine = my_turn(table, who, seat, seen)
        if table.coach is not None and (early := table.coach.refuse(table.head.here, table.state, words)):
            raise Refused("not-offered", early.text, refusal=refusal_of(early))
        row = Row(table.entry + 1, "action", mine, who.person, now(), {"words": words})
        return board(table, row)

    await hall.commit(table, plan)
    return table.readers[seat].n


async def undo(hall: Hall, table: Table, who: Who, seat: str | None, seen: int) -> told.Answer:
    """Take one own action back; somebody else's only after asking them."""
    asked: list[bool] = []

    def plan() -> Plan:
        asked.clear()
        mine = my_turn(table, who, seat, seen, claims=False)
        to = table.undo_to(mine)
        if isinstance(to, Refusal):
            raise Refused("no-undo", to.text, refusal=refusal_of(to))
        owner = table.head.back(to[0] + 1).person
        if owner is not None and owner != who.person and not (who.host and table.away(owner) > AWAY):
            if who.person is None:
                raise Refused("no-undo", f"{table.people[owner].name} did that", refusal=None)
            asked.append(True)
            data = {"request": "undo", "to": owner}
            return Row(table.entry + 1, "message", mine, who.person, now(), data), None, []
        return back(table, mine, who.person, to)

    await hall.commit(table, plan)
    if asked:
        return told.Requested(request=table.seats[str(seat)].requests)
    return told.Acted(n=table.readers[seat].n)


async def retry(hall: Hall, table: Table, who: Who, seat: str | None, seen: int) -> int:
    """In a lesson: go back to where this step began, whatever was rolled since."""

    def plan() -> Plan:
        here = table.head.here
        if here is None or seat is None or seat not in who.seats:
            raise Refused("not-allowed", "only whoever takes a lesson can go back in it")
        if seen < table.readers[seat].played:
            raise Refused("out-of-date", "the board has changed since; look again")
        if here.since >= table.head.number:
            raise Refused("no-undo", "this step has just begun", refusal=None)
        return back(table, seat, who.person, (here.since, True))

    await hall.commit(table, plan)
    return table.readers[seat].n


def why_not(table: Table, reader: Reader, words: tuple[str, ...], said: list[list[str]]) -> told.Refusal | None:
    """Why words are not on offer to a reader; in a lesson what is legal may come too early."""
    if table.coach is not None and reader.seen.chooses:
        if (early := table.coach.refuse(table.head.here, table.state, words)) is not None:
            return refusal_of(early)
    seen = _ahead(reader, said) if said else reader.seen
    return None if seen is None else refusal_of(seen.why_not(words), seen)


async def agree(hall: Hall, table: Table, who: Who, seat: str | None, request: int, yes: bool) -> None:
    """Answer somebody's wish to undo what you did."""

    def plan() -> Plan:
        held = table.seats.get(seat or "")
        if held is None or seat not in who.seats:
            raise Refused("not-your-seat", "this seat is not yours")
        if held.request is None or held.request[0] != request:
            raise Refused("out-of-date", "nobody asks for that any more")
        if held.request[2] != who.person:
            raise Refused("not-allowed", "somebody else was asked")
        if yes:
            to = table.undo_to(held.name)
            if isinstance(to, Refusal):
                raise Refused("no-undo", to.text, refusal=refusal_of(to))
            return back(table, held.name, who.person, to)
        return Row(table.entry + 1, "message", held.name, who.person, now(), {"answer": False}), None, []

    await hall.commit(table, plan)


async def redo(hall: Hall, table: Table, who: Who, seat: str | None, seen: int) -> int:
    """Play again what was just taken back."""

    def plan() -> Plan:
        mine = my_turn(table, who, seat, seen)
        if not table.redo or table.redo[-1].seat != mine:
            raise Refused("no-redo", "nothing was taken back")
        row = Row(table.entry + 1, "redo", mine, who.person, now(), {"words": table.redo[-1].words})
        return board(table, row)

    await hall.commit(table, plan)
    return table.readers[seat].n


# --- asking -----------------------------------------------------------------------------------------------------


async def odds(
    hall: Hall, table: Table, reader: Reader, words: tuple[str, ...], said: list[list[str]], whose: str
) -> told.OddsTold:
    """What may happen, from the reader's own view, after links of a chain."""
    seen = _ahead(reader, said) if said else reader.seen
    if seen is None:
        return told.OddsTold(odds=None)
    try:
        lines = await hall.advisers.odds(table.row.game, seen.view, words, ODDS_SECONDS, whose)
    except thinker.NoAnswer:
        lines = None
    if lines is None:
        return told.OddsTold(odds=None)
    found, each = [[_line(text, chance) for text, chance in rows] for rows in (lines, table.game.apart(lines))]
    return told.OddsTold(odds=found, apart=each, reckoning=seen.reckoning(words))


def _line(text: str, chance: float) -> told.Odds:
    about, said = unmarked(text)
    return told.Odds(text=said, probability=chance, about=about)


async def hint(hall: Hall, table: Table, who: Who, reader: Reader, said: list[list[str]], whose: str) -> told.Hint:
    """What the strongest bot would do in this seat, after links of a chain, and what else it thought about."""
    if not table.begun["hints"]:
        raise Refused("not-allowed", "this match was made without hints")
    my_turn(table, who, reader.seat, None)
    bot = sandtable.best_bot(table.game)
    seen = (_ahead(reader, said) if said else None) or reader.seen
    try:
        found = await hall.advisers.advise(table.row.game, bot, seen.view, seen.options, hall.bot_seconds, whose)
    except thinker.NoAnswer:
        raise Refused("too-slow", f"{sandtable.bot_title(bot)} found no advice in time; ask again") from None
    except Refused as refused:
        if refused.error != "too-many":
            raise
        wait = math.ceil(refused.problem.seconds or 1)
        text = f"much has been worked out for you just now: the next hint is in {wait} second{'s' * (wait > 1)}"
        raise Refused("too-many", text, seconds=wait) from None
    best = found[0].value
    ideas = [advised(seen, one, best) for one in readily(seen, found)]
    return told.Hint(bot=bot, title=sandtable.bot_title(bot), ideas=ideas)


def readily(seen: Seen, found: list[sandtable.Advice]) -> list[sandtable.Advice]:
    """Where a bot would do what is proposed, `ready` comes first, which does so and all the rest of the set-up."""
    first = found[0]
    if READY not in seen.options or first.then or first.action != seen.prompt.proposed:
        return found
    ready = replace(first, action=READY, reason=f"{first.reason}: so it is proposed, like all the rest")
    return [ready, *(one for one in found if one.action != READY)][:IDEAS]


def advised(seen: Seen, advice: sandtable.Advice, best: float | None = None) -> told.Advised:
    """An action that a bot thinks worth a thought, as its reader is told; whom it wakes is told with the reason, and
    how it compares with the best."""
    reason, ahead = advice.reason, seen.forecasts[seen.options.index(advice.action)]
    if DANGERS.intersection(ahead.signs):
        reason = f"{reason}; {ahead.text}" if reason else ahead.text
    return told.Advised(
        words=advice.action,
        text=seen.plan([advice.action, *advice.then]),
        reason=sandtable.tell(reason, seen.names),
        lit=tuple(dict.fromkeys((*advice.lit, *(word for link in advice.then for word in link[1:])))),
        then=advice.then,
        games=advice.games,
        won=advice.won,
        worse=None if advice.value is None or best is None else round(50 * (best - advice.value)),
    )


def peek(table: Table, reader: Reader, said: list[list[str]]) -> told.Peeked:
    """What this reader would be offered after links of a chain, named in any order. Where a lesson waits for one thing
    each link is played at once: the coach goes on with it, and lights what comes next alone."""
    here = table.head.here
    led = table.coach is not None and here is not None and table.coach.lesson.leads(here)
    ahead = None if led else _ahead(reader, said)
    if ahead is None:
        return told.Peeked(link=False, prompt=None, options=[], beside=[])
    beside = reader.seen.beside([sandtable.words(tuple(link)) for link in said])
    return told.Peeked(link=True, prompt=telling.prompt_of(ahead), options=telling.options(ahead), beside=beside)


def _ahead(reader: Reader, said: list[list[str]]) -> Seen | None:
    """What this reader would see after links of a chain; None where they are more than that."""
    try:
        return reader.seen.ahead([sandtable.words(tuple(link)) for link in said])
    except IllegalAction as error:
        text = sandtable.tell(str(error), reader.seen.names)
        raise Refused("not-offered", text, refusal=told.Refusal(clause=None, number=None, text=text)) from None


def overlay(reader: Reader, name: str, ids: list[str]) -> told.OverlayTold:
    """What an overlay shows this reader."""
    try:
        shown = reader.seen.overlay(name, *ids)
    except (BadInput, LookupError, TypeError, ValueError) as error:
        text = str(error) if isinstance(error, BadInput) else f"there is no overlay “{name}” of that"
        raise Refused("bad-field", text) from None
    return told.OverlayTold(overlay=msgspec.convert(shown, OverlayCells))


def earlier(reader: Reader, what: str, before: int) -> told.Answer:
    """A page of the lines before those that a tab has."""
    whole = reader.lines if what == "log" else reader.chats
    if not 0 <= before <= len(whole):
        raise Refused("bad-field", f"before is from 0 to {len(whole)}, not {before}")
    first = max(0, before - PAGE)
    if what == "log":
        return told.EarlierLog(first=first, log=reader.lines[first:before])
    return told.EarlierChat(first=first, chat=reader.chats[first:before])


def about(reader: Reader, thing: str) -> told.AboutTold:
    """What this reader may know of a piece or a place."""
    try:
        return told.AboutTold(lines=reader.seen.about(thing))
    except (BadInput, LookupError, ValueError):
        raise Refused("bad-field", f"there is nothing called “{thing}”") from None


async def at(hall: Hall, table: Table, who: Who, reader: Reader, ask: wire.At, whose: str) -> told.Past:
    """The board as it was, worked out in another process."""
    node = table.node_at(reader, ask.n)
    seat = reader.seat if ask.seat is UNSET else ask.seat
    if seat != reader.seat and seat not in who.seats and not table.over:
        raise Refused("not-yet", "other seats can be looked at once the game is over")
    if seat is not None and seat != "all" and seat not in table.seats:
        raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
    words = []
    while node.state is None:
        words.append(node.words)
        assert node.parent is not None, "the set-up always keeps its position"
        node = node.parent
    words.reverse()
    job = {"do": "at", "match": table.row, "position": sandtable.placed(node.state), "words": words, "seat": seat}
    try:
        then = await hall.workers.ask(job, AT_SECONDS, whose)
    except thinker.NoAnswer:
        raise Refused("too-slow", "that board could not be laid out; try again") from None
    known = reader.seen.drawn.names
    return told.Past(
        n=ask.n,
        seat=seat,
        scene=msgspec.convert(then["scene"], Picture),
        names={id_: name for id_, name in then["names"].items() if known.get(id_) != name},
        prompt=msgspec.convert(then["prompt"], told.Prompt | None),
    )


async def verify(hall: Hall, table: Table, whose: str) -> told.Verified:
    """Replay the record from its text and check the seed against what was published at the start."""
    if not table.over:
        raise Refused("not-yet", "the seed is shown when the game is over")
    try:
        again = await hall.workers.ask({"do": "verify", "text": table.record().text()}, REPLAY_SECONDS, whose)
    except thinker.NoAnswer:
        raise Refused("too-slow", f"this took longer than {REPLAY_SECONDS:.0f} seconds to replay") from None
    seeds = [
        told.Seed(first=first, seed=seed, commitment=commitment(bytes.fromhex(seed))) for first, seed in again["seeds"]
    ]
    return told.Verified(
        ok=again["fingerprint"] == sandtable.fingerprint(table.state),
        seed=seeds[-1].seed,
        commitment=seeds[-1].commitment,
        seeds=seeds,
        chosen=table.begun["chosen"],
        actions=again["actions"],
        fingerprint=again["fingerprint"],
    )


# --- talking ----------------------------------------------------------------------------------------------------


async def chat(hall: Hall, table: Table, who: Who, seat: str | None, ask: wire.Chat) -> None:
    """Say something to all, or to one's own side."""
    text = clean(ask.text, lines=True)
    if who.person is None:
        raise Refused("not-allowed", "watchers do not talk")
    if not text:
        raise Refused("bad-field", "text has nothing in it that can be read")
    if ask.channel == "side" and seat is None:
        raise Refused("not-your-seat", "you have no side")
    if ask.key and (who.person, ask.key) in table.chat_keys:
        return
    if len(table.readers[seat].chats) >= hall.limits.talk:
        raise Refused("not-allowed", f"a table has at most {hall.limits.talk} lines of talk")

    def plan() -> Plan:
        data = {"text": text, "channel": ask.channel, "key": ask.key}
        return Row(table.entry + 1, "message", seat, who.person, now(), data), None, []

    await hall.commit(table, plan)


async def rename(hall: Hall, table: Table, who: Who, name: str) -> None:
    """Be called something else."""
    name = clean(name)
    if who.person is None or not name:
        raise Refused("bad-field", "a name has at least one letter" if not name else "watchers have no name")

    def plan() -> Plan:
        return Row(table.entry + 1, "takeover", None, who.person, now(), {"name": name}), None, []

    await hall.commit(table, plan)


async def note(hall: Hall, table: Table, who: Who, text: str) -> None:
    """Keep private notes."""
    if who.person is None:
        raise Refused("not-allowed", "watchers keep no notes")
    text = clean(text, lines=True, strip=False)
    await hall.write([person_change(table.id, who.person, notes=text)], table.id)
    table.keys[who.person] = replace(table.keys[who.person], notes=text)
    hall.spread(table)


async def claim(hall: Hall, table: Table, who: Who, seat: str | None, piece: str, on: bool) -> None:
    """Say that a piece is one's own to decide about, or anybody's again."""
    if who.person is None or seat is None:
        raise Refused("not-allowed", "only people at a seat claim pieces")
    if on and all(piece != one.id for one in table.readers[seat].seen.drawn.pieces):
        raise Refused("bad-field", f"there is no piece “{piece}” on the board")

    def plan() -> Plan:
        holder = table.seats[seat].claims.get(piece)
        if holder not in (None, who.person) and not (who.host and table.away(str(holder)) > AWAY):
            raise Refused("claimed", f"{table.people[str(holder)].name} has claimed this")
        data = {"claim": piece, "on": on}
        return Row(table.entry + 1, "takeover", seat, who.person, now(), data), None, []

    await hall.commit(table, plan)


async def sit(
    hall: Hall, table: Table, secret: str | None, become: str | None, name: str | None, address: str
) -> tuple[Who, str | None]:
    """Whoever shows a secret of their own; or a new person whom an invitation sits down, and their secret.

    `become` is a secret that the client made for that person and keeps before it asks: when the answer was lost, the
    same question finds the person who is sitting there already.
    """
    if secret is None:
        return hall.identify(table, None, address), None
    if become is not None and isinstance(found := hall.opens(table, become), Who):
        return found, become
    who = hall.invited(table, secret, address)
    if isinstance(who, Who):
        return who, None
    mine = become or new_secret()
    return await hall.sit(table, who, name, mine), mine


async def link(hall: Hall, table: Table, who: Who, seat: str, people: int) -> str:
    """A new invitation to a seat."""
    if seat not in table.seats:
        raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
    if who.person is None or (seat not in who.seats and not who.host):
        raise Refused("not-your-seat", "only its people and the host invite to a seat")
    if len(table.seats[seat].people) + people > hall.limits.people:
        raise Refused("not-allowed", f"at most {hall.limits.people} people sit at one seat")
    return await hall.invite(table, who, seat, people)


async def hand(hall: Hall, table: Table, who: Who, seat: str, bot: str | None) -> None:
    """Let a bot take a seat over, or take it back. The host's wish is told to an absent seat two minutes before."""
    warned: list[float] = []

    def plan() -> Plan:
        warned.clear()
        held = table.seats.get(seat)
        if held is None:
            raise Refused("no-such-seat", f"there is no seat “{seat}”; there are {', '.join(table.seats)}")
        if bot is not None:
            hall.check_bot(table.game, bot)
        if who.person is None or (seat not in who.seats and not who.host):
            raise Refused("not-your-seat", "only its people hand a seat over, or the host while all of them are away")
        row = Row(table.entry + 1, "takeover", seat, who.person, now(), {"bot": bot})
        if seat in who.seats or not held.people:
            return row, None, []
        away = min(table.away(person) for person in held.people)
        if not away:
            raise Refused("not-your-seat", "its people are here; only they hand it over")
        since = time.time() - seconds(held.warned) if held.warned else 0.0
        if held.warned is None or away < since:  # somebody was there after the last warning
            warned.append(AWAY)
            return replace(row, data={"warn": bot}), None, []
        if since < AWAY:
            raise Refused(
                "not-yet", "its people were told; ask again when they have had two minutes", seconds=AWAY - since
            )
        return row, None, []

    await hall.commit(table, plan)
    if warned:
        hall.tell(
            table, seat, f"{table.people['p1'].name} wants to let a bot play for you; come back within two minutes."
        )
        raise Refused(
            "not-yet", "its people have been told; ask again in two minutes if none of them is back", seconds=AWAY
        )


async def notify(hall: Hall, table: Table, who: Who, to: str | None, address: str) -> None:
    """Where to send word when it is this person's turn; it is tried at once."""
    person = _player(who)
    if to is not None:
        await hall.notices.try_out(to, table.game.title, address)
    await hall.write([person_change(table.id, person, address=to)], table.id)
    table.keys[person] = replace(table.keys[person], address=to)


async def push(hall: Hall, table: Table, who: Who, browser: Browser, on: bool) -> None:
    """In which browser this person is told, or no longer."""
    person = _player(who)
    if on:
        hall.notices.check(browser)
    others = [one for one in browsers(table.keys[person]) if one.endpoint != browser.endpoint]
    try:
        await hall.notices.keep(table, person, [*others, browser] if on else others)
    except StoreError:
        raise Refused("internal", "the database does not answer; try again") from None


def _player(who: Who) -> str:
    if who.person is None:
        raise Refused("not-allowed", "watchers have no turn")
    return who.person
