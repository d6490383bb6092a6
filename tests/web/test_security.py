"""Who may talk to the server, how much, and what it keeps of secrets."""

from __future__ import annotations

import asyncio
import hmac
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

import sandtable
from sandtable.web import addresses, asks, making
from sandtable.web.app import OWN_BOARDS, shelve
from sandtable.web.gate import Gate, address_of
from sandtable.web.hall import Hall
from sandtable.web.limits import Bucket, Buckets, Limits, Rate
from sandtable.web.plans import Who
from sandtable.web.settings import Settings
from sandtable.web.static import File
from sandtable.web.store import Store
from sandtable.web.wire import NewMatch, Refused
from tests.web.harness import Server, run
from tests.web.test_missions import MISSION

MEGABYTE = 1024 * 1024
PAGES = [
    "/",
    "/t/aaaaaaaaaaaa",
    "/api/games",
    "/api/schema",
    "/api/nothing",
    "/api/boards/toy-board.svg",
    "/nothing.js",
]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_strict_headers(server: Server, path: str) -> None:
    headers = server.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy, "nothing is fetched from elsewhere"
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_socket_from_a_foreign_page_is_refused(server: Server) -> None:
    match = server.make()["match"]["id"]
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(InvalidStatus) as refused:
            server.connect(match, additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403
    with server.connect(match, additional_headers={"Origin": server.url}):
        pass


def test_a_post_from_a_foreign_page_is_refused(server: Server) -> None:
    body = {"game": "toy-convoy"}
    assert server.post("/api/matches", body, Origin="https://evil.example").status_code == 403
    assert server.post("/api/matches", body, Origin=server.url).status_code == 201


def test_a_name_that_was_pointed_at_this_machine_is_not_answered(server: Server) -> None:
    for host in ("evil.example", "evil.example:8040", "127.0.0.1.evil.example", "[::2]", "a b"):
        assert server.get("/api/games", Host=host).status_code == 403
    for host in ("localhost", f"localhost:{server.port}", "[::1]:80"):
        assert server.get("/api/games", Host=host).status_code == 200


def test_a_proxys_address_is_known_when_it_was_named(new_server: Callable[..., Server]) -> None:
    server = new_server(origins=("https://games.example",)).start()
    page = {"Host": "games.example", "Origin": "https://games.example"}
    assert server.post("/api/matches", {"game": "toy-convoy"}, **page).status_code == 201
    assert server.get("/api/games", Host="evil.example").status_code == 403


def test_secrets_have_128_bits_and_only_their_hashes_are_stored(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = new_server().start()
    made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}})
    assert made["links"]["north"] is None, "nobody else is invited to a seat of one's own"
    secrets = [made["secret"], made["links"]["south"]]
    with server.sit(made["match"]["id"], made["links"]["south"], name="Bob") as bob:
        secrets.append(bob.welcome["you"]["secret"])
        secrets.append(bob.done("link", seat="south")["secret"])
    assert len(set(secrets)) == 4
    assert {len(secret) for secret in secrets} == {22}
    server.stop()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"toy-cards" in kept
    for secret in secrets:
        assert secret.encode() not in kept
    rows = sqlite3.connect(tmp_path / "sandtable.db").execute("select hash from people").fetchall()
    assert [len(row[0]) for row in rows] == [32, 32]


class Touchy(bytes):
    """A hash that may not be compared from its front to the first difference, as == does."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("a hash was compared with ==")

    __hash__ = bytes.__hash__


def test_secrets_are_compared_in_constant_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def spy(stored: bytes, given: bytes) -> bool:
        compared.append(stored)
        return hmac.compare_digest(stored, given)

    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=Limits(), games=(), modules=("tests.web.toys",))
        await hall.open()
        try:
            await identify(hall)
        finally:
            await hall.close()

    async def identify(hall: Hall) -> None:
        new = {"game": "toy-cards", "seats": {"north": {"by": "me"}, "south": {"by": "link"}}}
        made = await making.make(hall, msgspec.convert(new, NewMatch), None, "here")
        table = await hall.table(made.match.id)
        _, second = await asks.sit(hall, table, made.links["south"], None, "Bob", "here")
        assert second is not None
        table.keys = {person: replace(key, hash=Touchy(key.hash)) for person, key in table.keys.items()}
        table.invitations = {seat: replace(key, hash=Touchy(key.hash)) for seat, key in table.invitations.items()}
        hashes = sorted(bytes(key.hash) for held in (table.keys, table.invitations) for key in held.values())
        assert len(hashes) == 3
        monkeypatch.setattr("sandtable.web.hall.hmac", SimpleNamespace(compare_digest=spy))
        for secret in (made.secret, second, str(made.links["south"])):
            compared.clear()
            assert hall.opens(table, secret)
            assert sorted(map(bytes, compared)) == hashes, "every hash is compared, whichever fits"
        compared.clear()
        with pytest.raises(Refused):
            hall.identify(table, "A" * 22, "here")
        assert sorted(map(bytes, compared)) == hashes

    run(work())


def test_a_new_invitation_ends_the_old_one_but_not_the_people(server: Server) -> None:
    made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}})
    match, old = made["match"]["id"], made["links"]["south"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, old) as bob:
        new = ann.done("link", seat="south")["secret"]
        assert bob.refused("link", seat="north")["error"] == "not-your-seat"
        bob.until(lambda tab: tab.chat[-1]["text"] == "Guest 1 invites one more person: South.")
        assert bob.parts["seats"][1]["invited"] == 1, "whoever sits there sees that somebody else may"
        assert server.post(f"/api/matches/{match}/sit", {}, old).status_code == 403
        assert server.post(f"/api/matches/{match}/sit", {"name": "Cyd"}, new).json()["seat"] == "south"
        bob.until(lambda tab: tab.chat[-1]["text"] == "Cyd sits down: South.")
        assert bob.parts["seats"][1]["invited"] == 0
        assert server.get(f"/api/matches/{match}/transcript", bob.welcome["you"]["secret"]).status_code == 200


def test_guessing_secrets_is_slowed_down(new_server: Callable[..., Server]) -> None:
    server = new_server(unlimited=False).start()
    made = server.make()
    path = f"/api/matches/{made['match']['id']}/record"
    answers = [server.get(path, f"guess-{n}").status_code for n in range(40)]
    assert answers[0] == 403
    assert answers[-1] == 429
    assert server.get(path, made["secret"]).status_code == 200, "who has the secret is let in"


def test_requests_of_one_address_are_limited() -> None:
    async def work() -> None:
        answered: list[int] = []

        async def app(_scope: Any, _receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200})

        async def send(message: Any) -> None:
            if "status" in message:
                answered.append(message["status"])

        async def receive() -> Any:
            return {}

        gate = Gate(app, Settings("sqlite://"), replace(Limits(), requests=Rate(5, 0.001)))
        scope = {"headers": [(b"host", b"localhost")], "type": "http", "method": "GET", "path": "/"}
        for _ in range(7):
            await gate({**scope, "client": ("192.0.2.1", 1)}, receive, send)
        await gate({**scope, "client": ("192.0.2.2", 1)}, receive, send)
        assert answered == [200] * 5 + [429] * 2 + [200]

    run(work())


def test_new_matches_of_one_address_are_limited_and_an_import_counts_for_five(tmp_path: Path) -> None:
    async def work() -> None:
        limits = replace(Limits(), makes=Rate(7, 0.001))
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=limits, games=(), modules=("tests.web.toys",))
        await hall.open()
        record = sandtable.record(sandtable.load("toy-convoy").start("fort", seed=1)).text()
        await making.make(hall, NewMatch(record=record), None, "here")
        for _ in range(2):
            await making.make(hall, NewMatch(game="toy-convoy"), None, "here")
        with pytest.raises(Refused) as refused:
            await making.make(hall, NewMatch(game="toy-convoy"), None, "here")
        assert refused.value.error == "too-many"
        seconds = refused.value.problem.seconds
        assert isinstance(seconds, float)
        assert seconds > 0
        await making.make(hall, NewMatch(game="toy-convoy"), None, "elsewhere")
        await hall.close()

    run(work())


def test_an_address_has_so_much_disk_and_processor_and_all_have_so_much_together(tmp_path: Path) -> None:
    async def work() -> None:
        limits = Limits(disk=Rate(2000, 0.001), disk_all=Rate(3500, 0.001), cpu=Rate(1, 0.001))
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=limits, games=(), modules=("tests.web.toys",))
        told: list[str] = []
        for address in ("here", "here", "elsewhere", "a third"):
            try:
                hall.keep_bytes(address, 1200)
                told.append("kept")
            except Refused as refused:
                told.append(refused.error)
        assert told == ["kept", "too-many", "kept", "busy"], "who is refused takes nothing from the others"
        hall.cpu.owe("here", 2.0)
        with pytest.raises(Refused, match="much worked out"):
            await hall.workers.ask({"do": "ready"}, 1.0, "here")

    run(work())


def test_the_board_of_a_mission_counts_as_kept_and_a_lesson_has_few_entries(tmp_path: Path) -> None:
    """A small mission makes a large drawing; and what cannot be frozen must not grow long."""

    async def work() -> None:
        limits = Limits(disk=Rate(20_000, 0.001), lesson=3)
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=limits, games=("rogue-regiment", "who-dares-wins"))
        await hall.open()
        try:
            with pytest.raises(Refused, match="much kept"):
                await making.make(hall, NewMatch(game="rogue-regiment", mission=MISSION), None, "here")
            assert await hall.store.ids() == [], "and nothing of it is"
            made = await making.make(hall, NewMatch(lesson="the-desert"), None, "elsewhere")
            table = await hall.table(made.match.id)
            refused = 0
            for n in range(4):
                try:
                    await asks.rename(hall, table, Who("p1", tuple(table.seats)), f"Ann {n}")
                except Refused:
                    refused += 1
            assert table.entry == 3 and refused
        finally:
            await hall.close()

    run(work())


def test_boards_of_own_missions_fill_no_memory() -> None:
    shelf: dict[str, File] = {}
    for n in range(100):
        shelve(shelf, str(n), File(bytes(MEGABYTE), b"", "", "", ""))
    assert list(shelf) == [str(n) for n in range(100 - OWN_BOARDS // MEGABYTE, 100)], "the newest are left"


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(Rate(2, 0.5), 0.0)
    assert [bucket.take(1, 0.0), bucket.take(1, 0.0)] == [0.0, 0.0]
    assert bucket.take(1, 0.0) == 2.0
    assert bucket.take(1, 2.0) == 0.0
    assert bucket.take(1, 2.0) > 0


def test_addresses_have_buckets_of_their_own() -> None:
    buckets = Buckets(Rate(1, 0.001))
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0


def test_a_network_of_version_6_counts_as_one_address() -> None:
    def scope(address: str) -> dict[str, Any]:
        return {"client": (address, 1)}

    assert address_of(scope("2001:db8::1")) == address_of(scope("2001:db8::ffff")) != address_of(scope("2001:db8:1::1"))
    assert address_of(scope("192.0.2.1")) == "192.0.2.1"
    assert address_of({"client": None}) == "local"
    assert address_of(scope("::ffff:192.0.2.1")) == "192.0.2.1", "the same in other clothes"
    assert address_of(scope("nonsense\nforged")) == "unknown"


@pytest.mark.parametrize(
    ("client", "forwarded", "counts_as"),
    [
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),  # nobody trusts it
        ("10.0.0.9", "198.51.100.7", "198.51.100.7"),
        ("::ffff:10.0.0.9", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.9", "203.0.113.5, 198.51.100.7, 10.0.0.3", "198.51.100.7"),  # the first may be made up
        ("10.0.0.9", "forged", "10.0.0.9"),
        ("10.0.0.9", "", "10.0.0.9"),
    ],
)
def test_only_a_trusted_proxy_is_believed_for_whom_it_asks(client: str, forwarded: str, counts_as: str) -> None:
    scope = {"client": (client, 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    assert addresses.of(scope, addresses.networks(["10.0.0.0/8"])) == counts_as


def test_a_server_believes_no_header_about_addresses_unless_it_was_told_to(new_server: Callable[..., Server]) -> None:
    server = new_server(unlimited=False).start()
    made = server.make()
    path = f"/api/matches/{made['match']['id']}/record"
    headers = [{"X-Forwarded-For": f"198.51.100.{n}"} for n in range(40)]
    answers = [server.get(path, f"guess-{n}", **more).status_code for n, more in enumerate(headers)]
    assert answers[-1] == 429, "forty made-up addresses are one"


def test_open_sockets_of_one_address_and_what_all_have_together_are_limited() -> None:
    async def work() -> None:
        free = asyncio.Event()

        async def app(_scope: Any, _receive: Any, _send: Any) -> None:
            await free.wait()

        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {}

        gate = Gate(app, Settings("sqlite://"), replace(Limits(), sockets=2))
        base: dict[str, Any] = {"headers": [(b"host", b"localhost")], "client": ("192.0.2.1", 1), "method": "GET"}
        stream = {**base, "type": "http", "path": "/api/matches/x/stream"}
        live = {**base, "type": "websocket", "path": "/api/matches/x/live"}
        there = [asyncio.create_task(gate(scope, receive, send)) for scope in (stream, live)]
        await asyncio.sleep(0)
        await gate(live, receive, send)
        assert sent[-1] == {"type": "websocket.close", "code": 4003, "reason": "too-many"}
        await gate(stream, receive, send)
        assert sent[-2]["status"] == 429
        other = asyncio.create_task(gate({**live, "client": ("192.0.2.2", 1)}, receive, send))
        await asyncio.sleep(0)
        assert not other.done(), "another address has its own"
        full = Gate(app, Settings("sqlite://"), replace(Limits(), sockets_all=0, bytes_all=100))
        await full(stream, receive, send)
        body = {**base, "type": "http", "path": "/", "method": "POST"}
        await full({**body, "headers": [*base["headers"], (b"content-length", b"101")]}, receive, send)
        assert [one["status"] for one in sent[-4::2]] == [503, 503]
        told = [msgspec.json.decode(one["body"]) for one in sent[-3::2]]
        assert [(one["error"], one["seconds"]) for one in told] == [("busy", 30), ("busy", 5)]
        free.set()
        await asyncio.gather(*there, other)
        assert gate.sockets == {}

    run(work())


def test_files_outside_the_client_are_not_served(server: Server) -> None:
    for path in (
        "/../app.py",
        "/..%2fapp.py",
        "/%2e%2e/app.py",
        "/static/../app.py",
        "/assets/../../store.py",
        "//etc/passwd",
    ):
        answer = server.get(path)
        assert answer.status_code in (200, 404)
        assert "import" not in answer.text
        assert "root:" not in answer.text
