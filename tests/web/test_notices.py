"""Word of one's turn: it arrives where the operator allows it, and reaches nothing else from this server."""

from __future__ import annotations

import contextlib
import http.server
import os
import socket
import sqlite3
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import sandtable
from sandtable.web import addresses, making, push, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import Limits
from sandtable.web.notices import PROGRAM, PUSH_HOSTS
from sandtable.web.posting import Allowed, Guard
from sandtable.web.push import Browser
from sandtable.web.store import Store
from sandtable.web.thinker import NoAnswer, Thinkers
from sandtable.web.wire import Refused
from tests.web.harness import PATIENCE, Server, run

SEATS = {"north": {"by": "me"}, "south": {"by": "link"}}
# RFC 8291, appendix A.
EXAMPLE = Browser(
    "https://push.example/x",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
EXAMPLE_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"


class Box(http.server.ThreadingHTTPServer):
    """Somewhere to post to: `/moved` points elsewhere, `/gone` wants no more, `/trickle` answers a byte a second, and
    `/push` is a push service that takes only what the specifications allow."""

    daemon_threads = True
    key = ""
    """The key of the server that the browser here has subscribed to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server_port}"
        self.got: list[tuple[str, bytes, str]] = []
        self.elsewhere = ""
        self.answers: list[int] = []

    def wait(self, number: int) -> None:
        until = time.monotonic() + PATIENCE
        while len(self.got) < number and time.monotonic() < until:
            time.sleep(0.02)


class Handler(http.server.BaseHTTPRequestHandler):
    server: Box

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append((self.path, body, self.headers.get("authorization", "")))
        if self.path == "/trickle":
            for _ in range(30):
                self.wfile.write(b"H")
                time.sleep(1)
        status = {"/moved": 302, "/gone": 410}.get(self.path, 204)
        if self.path == "/push" and self.server.key:
            status = 201
            try:
                check_push(self.headers, body, f"http://{self.server.host}", self.server.key)
            except (AssertionError, InvalidSignature, ValueError, LookupError):
                status = 403
        self.server.answers.append(status)
        self.send_response(status)
        if self.path == "/moved":
            self.send_header("location", self.server.elsewhere)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


@pytest.fixture
def boxes() -> Iterator[tuple[Box, Box]]:
    found = Box(), Box()
    threads = [threading.Thread(target=box.serve_forever, args=(0.02,), daemon=True) for box in found]
    for thread in threads:
        thread.start()
    yield found
    for box in found:
        box.shutdown()
        box.server_close()


def check_push(headers: Any, body: bytes, origin: str, key: str) -> None:
    """What a push service sees to before it takes a message: RFC 8030 (5), RFC 8292 (2 and 4.2), RFC 8188 (2)."""
    assert 0 <= int(headers["ttl"]) <= 4 * 7 * 86400, "how long it is kept, which must be said"
    assert headers["urgency"] in ("very-low", "low", "normal", "high")
    assert headers["content-encoding"] == "aes128gcm"
    scheme, _, given = headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in given.split(","))
    assert scheme == "vapid" and parts["k"] == key, "a browser takes messages from the key that it subscribed to"
    head, claims, signature = parts["t"].split(".")
    assert msgspec.json.decode(push.read(head)) == {"typ": "JWT", "alg": "ES256"}
    says = msgspec.json.decode(push.read(claims))
    assert says["aud"] == origin, "it is signed for this service"
    assert time.time() < says["exp"] <= time.time() + 86400
    assert says["sub"].startswith(("mailto:", "https:"))
    both = push.read(signature)
    assert len(both) == 64
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.read(parts["k"]))
    der = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    point.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert len(body) <= 4096 and body[20] == 65
    assert len(body) - 86 <= int.from_bytes(body[16:20], "big"), "one record"
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), body[21:86])


def decrypted(body: bytes, key: str, auth: str) -> Any:
    """What a browser reads, worked out from the specification alone."""
    salt, size = body[:16], body[20]
    theirs, sealed = body[21 : 21 + size], body[21 + size :]
    mine = ec.derive_private_key(int.from_bytes(push.read(key), "big"), ec.SECP256R1())
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    info = b"WebPush: info\0" + push.read(push.public(key)) + theirs
    both = HKDF(hashes.SHA256(), 32, push.read(auth), info).derive(shared)
    word = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(both)
    once = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(both)
    text = AESGCM(word).decrypt(once, sealed, None)
    assert text[-1:] == b"\2"
    return msgspec.json.decode(text[:-1])


def test_a_push_is_sealed_as_the_specification_shows() -> None:
    salt, once = push.read("DGv6ra1nlYgDCS1FRnbzlw"), "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    sealed = push.sealed(b"When I grow up, I want to be a watermelon", EXAMPLE, salt=salt, once=once)
    assert push.written(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def secure(box: Box, folder: Path) -> None:
    """Make a box one that is reached by https, with a certificate that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a push service")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
    certificate, secret = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, secret)
    box.socket = context.wrap_socket(box.socket, server_side=True)


def test_a_push_service_takes_what_is_pushed_and_nobody_else_can_push_or_listen(
    tmp_path: Path, boxes: tuple[Box, Box]
) -> None:
    """A service on this machine stands in for those of the browsers' makers, and checks what they check."""
    box, pretender = boxes
    secure(pretender, tmp_path)
    key = push.new_key()
    box.key = pretender.key = push.public(key)
    message = '{"match": "m", "title": "Cards", "text": "it is your turn."}'

    async def work() -> list[str]:
        job = {"do": "push", "message": message, "contact": "mailto:op@example.org"}
        posters = Thinkers(1, (box.host, pretender.host), program=PROGRAM)
        answers = []
        try:
            for to, signer in (("http", key), ("http", push.new_key()), ("https", key)):
                host = box.host if to == "http" else pretender.host
                browser = Browser(f"{to}://{host}/push", EXAMPLE.p256dh, EXAMPLE.auth)
                answers.append(await posters.ask({**job, "browser": browser, "key": signer}, 10, wait=PATIENCE))
        finally:
            await posters.close()
        return answers

    assert run(work()) == ["sent", "failed", "failed"]
    assert box.answers == [201, 403], "it refuses what another key has signed"
    assert decrypted(box.got[0][1], EXAMPLE_KEY, EXAMPLE.auth) == msgspec.json.decode(message)
    assert pretender.got == [], "a service that cannot show who it is is told nothing"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1", "fe80::1%eth0", "fd00::1",
     "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:a00:1::", "nonsense"],
)  # fmt: skip
def test_what_is_of_somebodys_own_network_is_not_public(address: str) -> None:
    assert not addresses.is_public(address)
    assert addresses.is_public("93.184.215.14") and addresses.is_public("2606:2800:21f:cb07::1")


def test_a_host_is_called_where_the_operator_named_it_and_nowhere_near() -> None:
    allowed = Allowed(("chat.example", "*.push.example", "own.example:8080", "10.0.0.5:80"))
    assert allowed.allows("CHAT.example.", 443) and not allowed.allows("chat.example", 8080)
    assert allowed.allows("a.push.example", 443) and not allowed.allows("push.example", 443)
    assert not allowed.allows("notpush.example", 443) and not allowed.allows("chat.example.evil.example", 443)
    assert allowed.allows("own.example", 8080) and not allowed.allows("own.example", 443)
    assert allowed.meant("10.0.0.5", 80) and not allowed.meant("10.0.0.5", 443) and not allowed.meant("10.0.0.6", 80)
    for nonsense in ("", "a/b", "user@a", "http://a", "a:b", "a:99999"):
        with pytest.raises(ValueError):
            Allowed((nonsense,))


@pytest.mark.parametrize(
    "event",
    [("open", ("/etc/passwd", "r", 0)), ("open", (msgspec.__file__, "w", os.O_WRONLY)), ("open", (3, "r", 0)),
     ("subprocess.Popen", ("sh",)), ("os.system", ("sh",)), ("ctypes.dlopen", ("libc.so",)), ("socket.bind", (None,)),
     ("socket.connect", (None, ("93.184.215.14", 443))), ("socket.connect", (None, "/run/docker.sock"))],
)  # fmt: skip
def test_nothing_else_is_done_in_that_process(event: tuple[str, tuple[Any, ...]]) -> None:
    guard = Guard(Allowed(("chat.example",)), (msgspec,))
    guard.watch("open", (msgspec.__file__, "r", 0))
    with pytest.raises(PermissionError):
        guard.watch(*event)


def test_no_address_leads_anywhere_else(boxes: tuple[Box, Box]) -> None:
    """Other hosts, redirects, names of this machine, local services and files: nothing of it leaves the process."""
    box, other = boxes
    box.elsewhere = f"http://{box.host}/again"
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as line:
        line.bind(("127.0.0.1", 0))
        line.setblocking(False)
        local = f"localhost:{other.server_port}"
        template = f"workflows://{box.host}/{'a' * 32}/{'b' * 32}?template=/etc/passwd"
        mute = {
            f"json://{box.host}/moved": "follows no redirect",
            f"rsyslog://127.0.0.1:{line.getsockname()[1]}": "sends nothing past the door",
        }
        refused = {
            f"json://{other.host}/x": "127.0.0.1",
            f"json://{local}/x": "localhost",
            f"http://{box.host}@{other.host}/": "127.0.0.1",
            f"ntfy://{other.host}/topic": "127.0.0.1",
            "mailto://a:b@chat.example?smtp=localhost&to=x@y.example": "localhost",
            "json://169.254.169.254/latest": "169.254.169.254",
        }

        async def work() -> None:
            posters = Thinkers(1, (box.host, local), program=PROGRAM)
            job = {"do": "send", "title": "Sandtable", "text": "it is your turn."}
            try:
                for to, why in mute.items():
                    assert await posters.ask({**job, "to": to}, 10, wait=PATIENCE) is False, why
                for to, host in refused.items():
                    with pytest.raises(Refused, match=f"sends nothing to {host}"):
                        await posters.ask({**job, "to": to}, 10, wait=PATIENCE)
                for to in ("nonsense://x", "syslog://", template):
                    with pytest.raises(Refused, match="no address"):
                        await posters.ask({**job, "to": to}, 10, wait=PATIENCE)
                assert await posters.ask({**job, "to": f"http://{box.host}/turn"}, 10, wait=PATIENCE) is True
                began = time.monotonic()
                with pytest.raises(NoAnswer):
                    await posters.ask({**job, "to": f"json://{box.host}/trickle"}, 10, wait=0.5)
                assert time.monotonic() - began < 5, "a host that trickles is given up"
            finally:
                await posters.close()

        run(work())
        assert [path for path, _, _ in box.got] == ["/moved", "/turn", "/trickle"]
        assert other.got == []
        with pytest.raises(BlockingIOError):
            line.recv(100)


def test_your_turn_is_told_where_you_wish(new_server: Callable[..., Server], boxes: tuple[Box, Box]) -> None:
    box, other = boxes
    server = new_server(notice_hosts=(box.host,), push="mailto:op@example.org").start()
    ways = server.get("/api/notices").json()
    assert ways["hosts"] == [box.host]
    box.key = ways["push"]
    made = server.make("toy-cards", seats=SEATS)
    match = made["match"]["id"]
    keys = {"p256dh": EXAMPLE.p256dh, "auth": EXAMPLE.auth}
    with server.sit(match, made["links"]["south"], name="Bob") as bob:
        assert bob.refused("notify", to=f"http://{other.host}/x")["error"] == "not-allowed"
        assert bob.refused("notify", to=f"http://{box.host}/nul\x00byte")["error"] == "bad-field"
        assert bob.refused("notify", to=f"json://{box.host}/moved")["error"] == "not-delivered"
        bob.done("notify", to=f"http://{box.host}/turn?x=1")
        assert bob.refused("push", endpoint=f"http://{other.host}/x", **keys)["error"] == "not-allowed"
        assert (
            bob.refused("push", endpoint=f"http://{box.host}/x", **keys | {"p256dh": "B" * 87})["error"] == "bad-field"
        )
        for path in ("gone", "push", "off"):
            bob.done("push", endpoint=f"http://{box.host}/{path}", **keys)
        bob.done("push", endpoint=f"http://{box.host}/off", **keys, on=False)
    tried = len(box.got)
    assert b"you will be told here" in box.got[-1][1]
    with server.sit(match, made["secret"]) as ann:
        ann.until(lambda tab: not tab.parts["people"][1]["here"])
        ann.act(ann.options[0])
        box.wait(tried + 3)
    got = {path: (body, header) for path, body, header in box.got[tried:]}
    assert set(got) == {"/turn", "/gone", "/push"}
    assert msgspec.json.decode(got["/turn"][0])["message"] == "Cards: it is your turn."
    told = decrypted(got["/push"][0], EXAMPLE_KEY, EXAMPLE.auth)
    assert told == {"match": match, "title": "Cards", "text": "it is your turn."}
    assert sorted(box.answers[tried:]) == [201, 204, 410], "the push service has checked and taken it"
    until = time.monotonic() + PATIENCE
    kept = "/gone"
    with closing(sqlite3.connect(server.folder / "sandtable.db")) as db:
        while "/gone" in kept and time.monotonic() < until:
            kept = db.execute("select push from people where person = 'p2'").fetchone()[0]
    assert "/push" in kept and "/gone" not in kept, "a browser that wants no more is forgotten"


def test_a_host_that_trickles_keeps_nobody_but_other_notices_waiting(
    new_server: Callable[..., Server], boxes: tuple[Box, Box]
) -> None:
    """Six posts to it used to hold up imports and boards for half a minute."""
    box, _ = boxes
    server = new_server(notice_hosts=(box.host,)).start()
    made = server.make("toy-convoy", seats={"driver": {"by": "me", "invite": 5}})
    match = made["match"]["id"]
    with contextlib.ExitStack() as held:
        for n in range(6):
            secret = made["secret"] if n == 0 else made["links"]["driver"]
            held.enter_context(server.sit(match, secret)).send("notify", to=f"http://{box.host}/trickle")
        box.wait(1)
        began = time.monotonic()
        record = sandtable.record(sandtable.load("toy-convoy").start("fort", seed=1)).text()
        fresh = server.post("/api/matches", {"record": record}).json()
        with server.sit(fresh["match"]["id"], fresh["secret"]) as tab:
            tab.act("with T1")
            tab.done("at", n=0)
            assert tab.done("odds", words=["go", "well"])["odds"]
        assert len(box.got) < 6, "the last of the posts has not even begun: each takes fifteen seconds"
        print(f"\nan import, a board as it was and odds in {time.monotonic() - began:.1f} s meanwhile")


def test_nobody_is_flooded_with_notices_whatever_happens_at_however_many_tables(tmp_path: Path) -> None:
    """Whoever sits at both sides of a table turns it a hundred times a minute: an address that is not even theirs gets
    few notices of it, and another all of its own."""
    sent: list[str] = []

    async def work() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}")
        hall = Hall(store, limits=Limits(), games=(), modules=("tests.web.toys",), notice_hosts=("chat.example",))
        hall.notices.contact = "mailto:op@example.org"

        async def ask(job: dict[str, Any], *_: Any) -> Any:
            sent.append(job["to"] if job["do"] == "send" else job["browser"].endpoint)
            return True

        hall.notices.posters.ask = ask  # type: ignore[method-assign,assignment]
        await hall.open()
        try:
            for n in range(4):
                new = wire.NewMatch(game="toy-cards", seats={"north": wire.SeatBy("me")})
                table = await hall.table((await making.make(hall, new, None, "x")).match.id)
                to = "ntfy://chat.example/other" if n == 3 else "ntfy://chat.example/victim"
                browsers = msgspec.json.encode([EXAMPLE]).decode()
                table.keys["p1"] = replace(table.keys["p1"], address=to, push=browsers)
                for _ in range(15):
                    await hall.notices.tell(table, "north", "it is your turn.")
        finally:
            await hall.close()

    run(work())
    assert sent.count("ntfy://chat.example/victim") == sent.count(EXAMPLE.endpoint) == Limits().told.burst
    assert sent.count("ntfy://chat.example/other") == 15


def test_without_the_operator_nobody_is_told_anything(server: Server) -> None:
    assert server.get("/api/notices").json() == {"hosts": [], "push": None}
    assert all(Allowed(PUSH_HOSTS).allows(host.replace("*", "x"), 443) for host in PUSH_HOSTS)
    made = server.make("toy-cards", seats=SEATS)
    with server.sit(made["match"]["id"], made["secret"]) as ann:
        assert ann.refused("notify", to="ntfy://topic")["error"] == "not-allowed"
