"""The server: addresses, what guards them, and how they are answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Parameter
from litestar.response import Stream

import sandtable
from sandtable import BadInput, rulebook
from sandtable.web import asks, catalogue, making, metrics, static, telling, told, wire
from sandtable.web.charging import in_thread
from sandtable.web.connection import Connection
from sandtable.web.gate import App, Gate, address_of, lines_of
from sandtable.web.hall import Hall
from sandtable.web.limits import UNLIMITED, Limits
from sandtable.web.live import live
from sandtable.web.settings import Settings
from sandtable.web.store import Store, StoreError
from sandtable.web.sweeping import sweep
from sandtable.web.table import Table
from sandtable.web.told import encode
from sandtable.web.wire import Refused

log = logging.getLogger("sandtable.web")

# --- addresses -------------------------------------------------------------------------------------------------------

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")
REBUILT = 3
"""Matches that are rebuilt to be listed, at a time."""
OWN_BOARDS = 8 * 1024 * 1024
"""Bytes of boards of players' own missions that are kept in memory."""
Match = Annotated[str, Parameter(description="the id of a match")]


def _hall(request: AnyRequest) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _secret(request: AnyRequest) -> str | None:
    authorization = request.headers.get("authorization")
    if not authorization:
        return None
    kind, _, secret = authorization.partition(" ")
    if kind.lower() != "bearer" or not secret or len(secret) > 64:
        raise Refused("bad-secret", "the secret goes into the header as “Authorization: Bearer SECRET”")
    return secret


def _json(value: T, status: int = 200) -> Response[T]:
    return Response(value, status_code=status, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


@get("/api/health", operation_id="health")
async def health(request: AnyRequest) -> Response[told.Health]:
    """Whether the server is up and its database writes and reads."""
    ok = await _hall(request).store.sound()
    return _json(told.Health(ok=ok, version=sandtable.__version__), 200 if ok else 503)


@get("/api/notices", operation_id="notices")
async def notices(request: AnyRequest) -> Response[told.Notices]:
    """How people can be told of their turns while they are away."""
    try:
        return _json(await _hall(request).notices.ways())
    except StoreError:
        raise Refused("internal", "the database does not answer; try again") from None


@get("/api/games", operation_id="games")
async def games(request: AnyRequest) -> Response[list[told.GameInfo]]:
    """Everything that can be played."""
    listed: static.File = await asyncio.shield(request.app.state.games)
    return cast("Response[list[told.GameInfo]]", _file(request, listed))


@get("/api/matches", operation_id="matches")
async def matches(request: AnyRequest) -> Response[list[told.Match]]:
    """Matches that anybody may watch."""
    hall = _hall(request)
    try:
        listed = await hall.store.listed()
    except StoreError:
        raise Refused("internal", "the database does not answer; try again") from None
    found = []
    rebuilt = 0
    for match, summary in listed:
        if summary is not None:
            found.append(msgspec.json.decode(summary, type=told.Match))
        elif rebuilt < REBUILT:  # of an older version; a few at a time
            rebuilt += 1
            with contextlib.suppress(Refused):
                table = await hall.table(match)
                hall.sum_up(table)
                found.append(telling.public(table, names=False))
    return _json(found)


@post("/api/matches", operation_id="make", request_max_body_size=wire.RECORD_BYTES)
async def make(request: AnyRequest, data: wire.NewMatch) -> Response[told.Created]:
    """Make a match."""
    most = wire.BODY_BYTES if data.mission is None else wire.MISSION_BODY
    if data.record is None and int(request.headers.get("content-length") or 0) > most:
        raise Refused("too-large", f"without a record a request has at most {most} bytes")
    made = await making.make(_hall(request), data, _secret(request), address_of(request.scope))
    return _json(made, 201)


@get("/api/missions/{game:str}", operation_id="example_mission", media_type=MediaType.TEXT)
async def example_mission(request: AnyRequest, game: str) -> Response[str]:
    """A mission to begin one's own from."""
    text = _game(request, game).example_mission()
    if not text:
        raise Refused("not-found", "there is nothing here")
    return Response(text, media_type=MediaType.TEXT, headers={"cache-control": "no-store"})


@post("/api/missions/{game:str}", operation_id="mission", request_max_body_size=wire.MISSION_BODY)
async def mission(request: AnyRequest, game: str, data: wire.NewMission) -> Response[told.Mission]:
    """Look at a mission that somebody wrote: its mistakes by line, or its title and its board."""
    return _json(await making.read_mission(_hall(request), game, data.text, address_of(request.scope)))


@get("/api/matches/{match:str}", operation_id="match")
async def match(request: AnyRequest, match: Match) -> Response[told.Match]:
    """What anybody with the id may know of a match; its readers also who plays, and an invitation its seat."""
    hall, secret = _hall(request), _secret(request)
    table = await hall.table(match)
    if secret is None:
        return _json(telling.public(table, names=table.begun["watchers"]))
    found = hall.invited(table, secret, address_of(request.scope))
    if isinstance(found, str):
        return _json(telling.public(table, names=False, invited=found))
    return _json(telling.public(table, names=True))


@post("/api/matches/{match:str}/sit", operation_id="sit", request_max_body_size=wire.BODY_BYTES)
async def sit(request: AnyRequest, match: Match, data: wire.Sit) -> Response[told.Seated]:
    """Sit down with an invitation, which gives a secret of one's own; for bots. A browser says hello instead."""
    hall, secret = _hall(request), _secret(request)
    table = await hall.table(match)
    if secret is None:
        raise Refused("bad-secret", "an invitation goes into the header as “Authorization: Bearer SECRET”")
    who, mine = await asks.sit(hall, table, secret, data.become, data.name, address_of(request.scope))
    if who.person is None or mine is None:
        raise Refused("not-allowed", "this is the secret of somebody who sits here already")
    person = table.people[who.person]
    return _json(told.Seated(person=person.id, name=person.name, seat=who.seats[0], secret=mine), 201)


@get("/api/matches/{match:str}/record", operation_id="record")
async def record(request: AnyRequest, match: Match) -> Response[str]:
    """The record, when it may be handed out."""
    hall = _hall(request)
    table = await hall.table(match)
    who = hall.identify(table, _secret(request), address_of(request.scope))
    return _text(await making.record(hall, table, who), table, "record")


@get("/api/matches/{match:str}/transcript", operation_id="transcript")
async def transcript(request: AnyRequest, match: Match, seat: str | None = None) -> Response[str]:
    """What one reader may keep at any time."""
    hall = _hall(request)
    table = await hall.table(match)
    who = hall.identify(table, _secret(request), address_of(request.scope))
    reader = _seat_of(who.seats, seat)
    return _text(sandtable.transcript(table.state, reader), table, "transcript")


def _text(text: str, table: Table, kind: str) -> Response[str]:
    name = f"{table.row.game}-{table.id}.{kind}.txt"
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


def _seat_of(seats: tuple[str, ...], wanted: str | None) -> str | None:
    if wanted is None:
        return seats[0] if seats else None
    if wanted not in seats:
        raise Refused("not-your-seat", "this seat is not yours")
    return wanted


@post("/api/matches/{match:str}/actions", operation_id="act", request_max_body_size=wire.BODY_BYTES)
async def act(request: AnyRequest, match: Match, data: wire.NewAction) -> Response[told.Played]:
    """Play an action; answered when it is on disk."""
    hall = _hall(request)
    table = await hall.table(match)
    who = hall.identify(table, _secret(request), address_of(request.scope))
    hall.count(table, who, address_of(request.scope))
    words = sandtable.parse(data.words) if isinstance(data.words, str) else tuple(data.words)
    seat = _seat_of(who.seats, data.seat)
    return _json(told.Played(n=await asks.act(hall, table, who, seat, words, data.seen)), 200)


@get("/api/matches/{match:str}/stream", operation_id="stream")
async def stream(request: AnyRequest, match: Match, seat: str | None = None) -> Stream:
    """What the socket tells, as JSON lines; for bots."""
    hall = _hall(request)
    table = await hall.table(match)
    who = hall.identify(table, _secret(request), address_of(request.scope))
    reader = table.readers[_seat_of(who.seats, seat)]
    hall.may_join(table, address_of(request.scope))
    connection = Connection(table, reader, who.person, None, address_of(request.scope))

    async def lines() -> AsyncIterator[bytes]:
        hall.join(connection)
        connection.stir()
        try:
            while (message := await connection.next()) is not None:
                yield message + b"\n"
        finally:
            hall.leave(connection)

    return Stream(lines, media_type="application/x-ndjson", headers={"cache-control": "no-store"})


@get("/api/boards/{board:str}", operation_id="board")
async def board(request: AnyRequest, board: str) -> Response[bytes]:
    """What never changes of a board: its drawing where its id ends in .svg, and in .json what goes with it."""
    drawn: dict[str, static.File] = request.app.state.boards
    own: dict[str, static.File] = request.app.state.own_boards
    found = drawn.get(board) or own.get(board)
    if found is None:
        found = await _own(_hall(request), board)
        if found is not None:
            shelve(own, board, found)
    if found is None:
        found = await in_thread(_draw, _hall(request), board)
        if found is None:
            raise Refused("not-found", "there is no such board")
        drawn[board] = found  # there are only so many
    return _file(request, found)


def shelve(shelf: dict[str, static.File], name: str, found: static.File) -> None:
    """Keep a board, and no longer the oldest where that is too much: whoever writes missions fills no memory with them,
    and drives out no board that came with a game."""
    shelf[name] = found
    while sum(len(one.body) + len(one.packed) for one in shelf.values()) > OWN_BOARDS:
        del shelf[next(iter(shelf))]


async def _own(hall: Hall, name: str) -> static.File | None:
    """The board of a mission that a player wrote, which was drawn when the match was made."""
    board, _, kind = name.rpartition(".")
    if kind not in ("svg", "json") or len(board) > 120:
        return None
    try:
        found = await hall.store.board(board)
    except StoreError:
        return None
    if found is None:
        return None
    body, media = (found[0], "image/svg+xml") if kind == "svg" else (found[1], "application/json")
    return await in_thread(static.file, body.encode(), media, static.FOR_EVER)


def _draw(hall: Hall, name: str) -> static.File | None:
    board, _, kind = name.rpartition(".")
    for game in hall.games.values():
        with contextlib.suppress(BadInput, LookupError):
            if kind == "svg":
                return static.file(game.board_svg(board).encode(), "image/svg+xml", static.FOR_EVER)
            if kind == "json":
                return static.file(encode(game.board(board)), "application/json", static.FOR_EVER)
    return None


@get("/api/rules/{game:str}", operation_id="rules")
async def rules(
    request: AnyRequest, game: str, q: Annotated[str, Parameter(max_length=200)] = ""
) -> Response[told.Rulebook]:
    """The clauses of a game in our words."""
    wanted = q.lower().split()
    if wanted:
        return _json(_rulebook(game, wanted))
    return cast("Response[told.Rulebook]", _kept(request, f"rules/{game}", partial(_rulebook, game, [])))


def _rulebook(game: str, wanted: list[str]) -> told.Rulebook:
    try:
        book = rulebook.book(game)
    except KeyError:
        raise Refused("no-such-game", f"there are no rules of “{game[:40]}”") from None
    clauses = [
        told.ClauseText(id=one.id, number=one.id.partition("-")[2], title=one.chapter, text=one.text)
        for one in book.clauses.values()
        if all(word in f"{one.id} {one.chapter} {one.text}".lower() for word in wanted)
    ]
    tables = _narrowed(sandtable.load(game).tables(), wanted)
    return told.Rulebook(game=book.game, title=book.title, clauses=clauses, tables=tables)


def _narrowed(tables: list[sandtable.ReferenceTable], wanted: list[str]) -> list[sandtable.ReferenceTable]:
    """The tables with all these words: whole where the title has them, otherwise the rows that do."""
    found = []
    for table in tables:
        left = [word for word in wanted if word not in f"{table.clause} {table.title}".lower()]
        rows = [row for row in table.rows if all(word in " ".join(row).lower() for word in left)]
        if rows:
            found.append(msgspec.structs.replace(table, rows=rows))
    return found


@get("/api/glossary/{game:str}", operation_id="glossary")
async def glossary(request: AnyRequest, game: str) -> Response[told.Glossary]:
    """The terms of art of a game, each with a plain sentence."""
    found = _game(request, game)
    kept = _kept(request, f"glossary/{found.name}", lambda: told.Glossary(game=found.name, terms=found.glossary()))
    return cast("Response[told.Glossary]", kept)


@get("/api/briefings/{game:str}/{scenario:str}", operation_id="briefing")
async def briefing(
    request: AnyRequest, game: str, scenario: str, seat: str | None = None, option: list[str] | None = None
) -> Response[sandtable.Briefing]:
    """What a seat reads before its first decision; options as `option=NAME=VALUE`, as often as needed."""
    settings = dict(one.partition("=")[::2] for one in option or ())
    try:
        found = _game(request, game).briefing(scenario, settings, seat)
    except BadInput as error:
        raise Refused("not-found", str(error)[:400]) from None
    return _json(msgspec.convert(found, sandtable.Briefing))


def _game(request: AnyRequest, name: str) -> sandtable.Game:
    game = _hall(request).games.get(name)
    if game is None:
        raise Refused("no-such-game", f"there is no game “{name[:40]}”")
    return game


@websocket("/api/matches/{match:str}/live")
async def socket(socket: WebSocket[Any, Any, Any], match: str) -> None:
    """The table, live."""
    await live(socket.app.state.hall, socket, match, address_of(socket.scope), lines_of(socket.scope))


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, path: str = "") -> Response[bytes]:
    """The client: its files, and its one page for every address of its own."""
    files: dict[str, static.File] = request.app.state.files
    name = path.strip("/")
    found = files.get(name)
    if found is None:
        if name.startswith("api/") or "." in name.rpartition("/")[2]:
            raise Refused("not-found", "there is nothing here")
        found = files["index.html"]
    return _file(request, found)


def _kept(request: AnyRequest, name: str, make: Callable[[], msgspec.Struct]) -> Response[bytes]:
    """What never changes while the server runs: made and compressed when it is first asked for."""
    books: dict[str, static.File] = request.app.state.books
    if name not in books:
        books[name] = static.file(encode(make()), "application/json", "no-cache")
    return _file(request, books[name])


def _file(request: AnyRequest, found: static.File) -> Response[bytes]:
    headers = {"etag": found.tag, "cache-control": found.cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.type)
    body = found.body
    if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=found.type)


# --- errors ----------------------------------------------------------------------------------------------------------


def _note(request: AnyRequest, error: str) -> None:
    lines_of(request.scope).refused(address_of(request.scope), error)


def _on_refused(request: AnyRequest, refused: Exception) -> Response[told.Problem]:
    assert isinstance(refused, Refused)
    _note(request, refused.error)
    return _json(refused.problem, wire.STATUS.get(refused.error, 400))


def _on_http(request: AnyRequest, error: Exception) -> Response[told.Problem]:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "not-allowed", 413: "too-large"}.get(error.status_code, "bad-field")
    text = error.detail if error.status_code != 404 else "there is nothing here"
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        text = "; ".join(f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra)
    _note(request, code)
    return _json(told.Problem(error=code, text=text), error.status_code)


def _on_unreadable(request: AnyRequest, _error: Exception) -> Response[told.Problem]:
    """A body that is not UTF-8, or nested so deeply that nobody can have meant it."""
    return _on_refused(request, Refused("not-json", "the body is JSON in UTF-8"))


def _on_anything(_request: AnyRequest, error: Exception) -> Response[told.Problem]:
    log.error("internal: %s", type(error).__name__, exc_info=error)
    return _json(told.Problem(error="internal", text="something went wrong here; nothing was changed"), 500)


def build(settings: Settings) -> App:
    """The application."""
    limits = UNLIMITED if settings.unlimited else Limits()
    hall = Hall(
        Store(settings.db),
        limits=limits,
        games=settings.games,
        modules=settings.modules,
        programs=settings.programs,
        thinkers=settings.thinkers,
        bot_seconds=settings.bot_seconds,
        notice_hosts=settings.notice_hosts,
        push=settings.push,
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = hall
        app.state.boards, app.state.own_boards = {}, {}
        app.state.books = {}
        app.state.files = await asyncio.to_thread(static.load, Path(settings.static))
        app.state.games = asyncio.create_task(catalogue.listed(hall))
        await hall.open()
        sweeping = asyncio.create_task(sweep())
        try:
            with metrics.registered(hall) if settings.metrics else contextlib.nullcontext():
                yield
        finally:
            sweeping.cancel()
            app.state.games.cancel()
            await hall.close()

    app = Litestar(
        [
            health,
            notices,
            games,
            matches,
            make,
            mission,
            example_mission,
            match,
            sit,
            record,
            transcript,
            act,
            stream,
            board,
            rules,
            glossary,
            briefing,
            socket,
            page,
            *([metrics.Metrics] if settings.metrics else ()),
        ],
        middleware=[metrics.COUNTED.middleware] if settings.metrics else [],
        lifespan=[lifespan],
        exception_handlers={
            Refused: _on_refused,
            HTTPException: _on_http,
            UnicodeDecodeError: _on_unreadable,
            RecursionError: _on_unreadable,
            Exception: _on_anything,
        },
        openapi_config=OpenAPIConfig(
            "Sandtable", sandtable.__version__, path="/api/schema", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        logging_config=None,
        debug=False,
    )
    return Gate(cast("App", app), settings, limits, lambda: hall.banned)
