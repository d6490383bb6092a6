"""What bad input gets: an error to its sender alone, the connection kept, the match unchanged, one line in the log."""

from __future__ import annotations

import contextlib
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.harness import CO_OP, PATIENCE, Server, Tab

BAD = [
    ("not JSON", "move R1", "not-json"),
    ("half a message", '{"ask": 1, "kind": "a', "not-json"),
    ("not UTF-8", b'{"ask": 1, "kind": "\xff\xfe"}', "not-json"),
    ("an array", "[1, 2]", "bad-field"),
    ("a number", "7", "bad-field"),
    ("nothing", "", "not-json"),
    ("deep nesting", "[" * 15_000, "bad-field"),
    ("an ask without number", '{"kind": "ping"}', "bad-field"),
    ("a number that is no number", '{"ask": "one", "kind": "ping"}', "bad-field"),
    ("too large", '{"ask": 1, "kind": "' + "x" * 20_000 + '"}', "too-large"),
]


@pytest.fixture
def match(server: Server) -> dict[str, Any]:
    return server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")


@pytest.mark.parametrize(("name", "message", "error"), BAD, ids=[bad[0] for bad in BAD])
def test_a_broken_message_gets_an_error_and_nothing_changes(
    server: Server, match: dict[str, Any], name: str, message: str | bytes, error: str
) -> None:
    id_ = match["match"]["id"]
    with server.sit(id_, match["secret"]) as ann, server.sit(id_, match["links"]["south"]) as bob:
        ann.until(lambda tab: len(tab.parts["people"]) == 2)
        ann.ask("ping"), bob.ask("ping")
        before = (ann.n, ann.hash)
        heard = len(bob.raw)
        ann.ws.send(message)
        answer = ann.receive()
        assert (answer["kind"], answer["error"], answer["re"]) == ("error", error, None)
        assert ann.done("ping"), "the connection is kept"
        assert bob.done("ping")
        assert len(bob.raw) == heard + 1, "nobody else hears of it"
        assert (ann.n, ann.hash) == before


ASKS: list[tuple[str, dict[str, Any], str]] = [
    ("win", {}, "unknown-kind"),
    ("hello", {"secret": "again"}, "unknown-kind"),
    ("act", {"seen": 9}, "bad-field"),
    ("act", {"seen": 9, "words": "lay c1"}, "bad-field"),
    ("act", {"seen": 9, "words": []}, "bad-field"),
    ("act", {"seen": 9, "words": ["lay"] * 100}, "bad-field"),
    ("act", {"seen": "9", "words": ["lay", "c1"]}, "bad-field"),
    ("act", {"seen": 2**60, "words": ["lay", "c1"]}, "bad-field"),
    ("act", {"seen": 9, "words": ["lay", "c99"]}, "not-offered"),
    ("act", {"seen": 9, "words": ["fly"]}, "not-offered"),
    ("act", {"seen": -1, "words": ["lay", "c1"]}, "out-of-date"),
    ("undo", {"seen": 9}, "no-undo"),
    ("redo", {"seen": 9}, "no-redo"),
    ("agree", {"request": 1, "yes": True}, "out-of-date"),
    ("name", {"name": "x" * 10_000}, "bad-field"),
    ("name", {"name": "\u0000\u0007"}, "bad-field"),
    ("chat", {"text": "x" * 1001}, "bad-field"),
    ("chat", {"text": "\u200b\u0000"}, "bad-field"),
    ("chat", {"text": "psst", "channel": "south"}, "bad-field"),
    ("note", {"text": 7}, "bad-field"),
    ("claim", {"id": "no-such-piece", "on": True}, "bad-field"),
    ("link", {"seat": "east"}, "no-such-seat"),
    ("bot", {"seat": "north", "bot": "deep-thought"}, "bad-field"),
    ("bot", {"seat": "east", "bot": "random"}, "no-such-seat"),
    ("at", {"n": 1000}, "bad-field"),
    ("at", {"n": -1}, "bad-field"),
    ("at", {"n": 0, "seat": "south"}, "not-yet"),
    ("at", {"n": 0, "seat": "all"}, "not-yet"),
    ("at", {"n": 0, "seat": None}, "not-yet"),
    ("verify", {}, "not-yet"),
    ("overlay", {"name": "x-ray", "ids": []}, "bad-field"),
    ("notify", {"to": "http://127.0.0.1/"}, "not-allowed"),
    ("notify", {"to": "json://chat.example/\0"}, "bad-field"),
    ("push", {"endpoint": "https://chat.example/", "p256dh": "B" * 87, "auth": "A" * 22}, "not-allowed"),
    ("push", {"endpoint": "file:///etc/passwd", "p256dh": "B" * 87, "auth": "A" * 22}, "bad-field"),
]


def test_a_wrong_ask_gets_its_own_error_and_the_match_stays_as_it_was(server: Server, match: dict[str, Any]) -> None:
    id_ = match["match"]["id"]
    with server.sit(id_, match["secret"]) as ann, server.sit(id_, match["links"]["south"]) as bob:
        ann.until(lambda tab: len(tab.parts["people"]) == 2)
        bob.ask("ping")
        before = (ann.n, ann.hash, bob.n, bob.hash, len(bob.raw))
        for kind, fields, error in ASKS:
            answer = ann.refused(kind, **fields)
            assert answer["error"] == error, (kind, fields, answer)
            assert answer["text"], "every error says what would be right"
        assert bob.done("ping")
        assert (ann.n, ann.hash, bob.n, bob.hash, len(bob.raw)) == (*before[:4], before[4] + 1)
        assert ann.ws.close_code is None


def test_out_of_turn_and_a_number_already_used_are_refused(server: Server, match: dict[str, Any]) -> None:
    id_ = match["match"]["id"]
    with server.sit(id_, match["secret"]) as ann, server.sit(id_, match["links"]["south"]) as bob:
        ann.until(lambda tab: len(tab.parts["people"]) == 2)
        assert ann.options, "north leads"
        assert bob.options == []
        assert bob.refused("act", seen=bob.n, words=["lay", "c1"])["error"] == "not-your-turn"
        seen = ann.n
        first = ann.options[0]
        ann.act(first)
        bob.until(lambda tab: bool(tab.options))
        assert ann.refused("act", seen=seen, words=first.split())["error"] == "out-of-date"
        assert ann.refused("act", seen=ann.n, words=first.split())["error"] == "not-your-turn"


def test_what_was_missed_comes_before_out_of_date(server: Server) -> None:
    made = server.make("toy-convoy")
    id_ = made["match"]["id"]
    with server.sit(id_, made["secret"]) as one, server.sit(id_, made["secret"]) as two:
        seen = two.n
        one.act("with T1")
        answer = two.refused("act", seen=seen, words=["with", "T2"])
        assert answer["error"] == "out-of-date"
        assert two.n == one.n, "the update was there before the answer"
        assert two.hash == one.hash, "two tabs of one seat agree"
        two.act("with T2")


def test_a_chat_line_in_between_does_not_make_an_action_out_of_date(server: Server) -> None:
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        seen = tab.n
        tab.done("chat", text="hm")
        assert tab.done("act", seen=seen, words=["with", "T1"])


def test_script_in_chat_stays_text(server: Server) -> None:
    made = server.make("toy-convoy", name="<b>Ann</b>")
    text = "<script>alert('x')</script> & \u202e\u0000done"
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.done("chat", text=text)
        assert tab.chat[-1]["text"] == "<script>alert('x')</script> & done"
        assert tab.chat[-1]["name"] == "<b>Ann</b>"


HELLOS: list[tuple[dict[str, Any], str]] = [
    ({"kind": "act", "seen": 0, "words": ["lay", "c1"]}, "no-hello"),
    ({"kind": "hello", "secret": "AAAAAAAAAAAAAAAAAAAAAA"}, "bad-secret"),
    ({"kind": "hello", "secret": ""}, "bad-secret"),
    ({"kind": "hello", "secret": "x" * 100}, "bad-field"),
    ({"kind": "hello", "secret": 5}, "bad-field"),
    ({"kind": "hello", "seat": "north"}, "not-your-seat"),
]


@pytest.mark.parametrize(("message", "error"), HELLOS)
def test_a_wrong_hello_is_refused_and_a_right_one_may_follow(
    server: Server, match: dict[str, Any], message: dict[str, Any], error: str
) -> None:
    id_ = match["match"]["id"]
    with server.connect(id_) as ws:
        tab = Tab(ws, None, None)
        kind = message.pop("kind") if "kind" in message else "hello"
        answer = tab.refused(kind, **message)
        message["kind"] = kind
        assert answer["error"] == error
        assert "22" not in answer["text"], "no hint about secrets"
        assert tab.ask("hello", secret=match["secret"])["kind"] == "welcome"


def test_a_seat_of_somebody_else_cannot_be_had_with_ones_own_secret(server: Server, match: dict[str, Any]) -> None:
    with server.connect(match["match"]["id"]) as ws:
        tab = Tab(ws, None, None)
        answer = tab.ask("hello", secret=match["secret"], seat="south")
        assert answer["error"] == "not-your-seat"


def test_a_match_that_is_not_there(server: Server) -> None:
    for path in ("aaaaaaaaaaaa", "x", "..%2f..%2fetc", "ÄÖÜ"):
        assert server.get(f"/api/matches/{path}").status_code == 404
    with server.connect("aaaaaaaaaaaa") as ws:
        assert Tab(ws, None, None).ask("hello")["error"] == "no-such-match"


TWO = {"north": {"by": "me"}, "south": {"by": "link"}}
BODIES: list[tuple[Any, int, str]] = [
    ({}, 400, "bad-field"),
    ([], 400, "bad-field"),
    ({"game": "chess"}, 404, "no-such-game"),
    ({"game": 7}, 400, "bad-field"),
    ({"game": "toy-convoy", "cheat": True}, 400, "bad-field"),
    ({"game": "toy-convoy", "scenario": "moon"}, 400, "no-such-scenario"),
    ({"game": "toy-convoy", "options": {"x": "y"}}, 400, "no-such-option"),
    ({"game": "toy-corridor", "options": {"shots": "many"}}, 400, "no-such-option"),
    ({"game": "toy-convoy", "seats": {"east": {"by": "me"}}}, 404, "no-such-seat"),
    ({"game": "toy-convoy", "seats": {"driver": {"by": "bot", "bot": "deep-thought"}}}, 400, "bad-field"),
    ({"game": "toy-convoy", "seats": {"driver": {"by": "magic"}}}, 400, "bad-field"),
    ({"game": "toy-convoy", "name": "x" * 10_000}, 400, "bad-field"),
    ({"game": "toy-convoy", "seed": "zz"}, 400, "bad-field"),
    ({"game": "toy-convoy", "seed": -1}, 400, "bad-field"),
    ({"game": "toy-convoy", "name": "x" * 70_000}, 400, "bad-field"),
    ({"game": "toy-convoy", "options": {f"o{n}": "v" * 70 for n in range(1000)}}, 400, "bad-field"),
    ({"game": "toy-cards", "takebacks": True, "seats": TWO}, 403, "not-allowed"),
    ({"fork": {"match": "aaaaaaaaaaaa", "n": 0}}, 404, "no-such-match"),
    ({"record": "nonsense"}, 400, "bad-record"),
]


@pytest.mark.parametrize(("body", "status", "error"), BODIES)
def test_a_wrong_request_says_what_would_be_right(server: Server, body: Any, status: int, error: str) -> None:
    answer = server.post("/api/matches", body)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert answer.json()["text"]


def send(server: Server, body: bytes) -> httpx.Response:
    kind = {"content-type": "application/json"}
    return httpx.post(f"{server.url}/api/matches", content=body, headers=kind, timeout=PATIENCE)


def test_bodies_that_are_not_json_or_too_large(server: Server) -> None:
    huge = b'{"record": "' + b"x" * 10_000_000
    for content, status in ((b"{", 400), (b"\xff", 400), (b'"\xff"', 400), (b"[" * 60_000, 400), (huge, 413)):
        answer = send(server, content)
        assert answer.status_code == status, answer.text
        assert set(answer.json()) >= {"error", "text"}


def test_a_large_request_without_a_record_is_refused(server: Server) -> None:
    answer = send(server, b'{"game": "toy-convoy"' + b" " * 70_000 + b"}")
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_a_flood_is_closed_and_others_play_on(new_server: Any) -> None:
    server = new_server(unlimited=False).start()
    made = server.make("toy-convoy", seats=CO_OP)
    id_ = made["match"]["id"]
    with server.sit(id_, made["links"]["driver"]) as loud, server.sit(id_, made["secret"]) as quiet:
        errors = set()

        def noted(tab: Tab) -> bool:
            errors.add(tab.receive(5).get("error"))
            return False

        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                loud.ws.send('{"ask": 1, "kind": "ping"}')
        with pytest.raises(ConnectionClosed):
            loud.until(noted)
        assert loud.ws.close_code == 4008
        assert "too-many" in errors
        quiet.act("with T1")


def test_two_tabs_of_one_person_share_one_limit(new_server: Any) -> None:
    server = new_server(unlimited=False).start()
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as one, server.sit(made["match"]["id"], made["secret"]) as two:
        asks = 7  # each counts for ten, so each tab alone stays below the limit of 80
        for tab in (one, two):
            for _ in range(asks):
                tab.send("verify")
        errors: list[str] = []
        for tab in (one, two):
            before = len(errors)
            while len(errors) - before < asks:
                if (answer := tab.receive())["kind"] == "error":
                    errors.append(answer["error"])
        assert set(errors) == {"not-yet", "too-many"}


def test_who_says_nothing_is_sent_away(new_server: Any) -> None:
    server = new_server(deadlines=(15.0, 60.0, 30.0, 0.3)).start()
    with server.connect(server.make()["match"]["id"]) as ws:
        with pytest.raises(ConnectionClosed):
            ws.recv(PATIENCE)
        assert ws.close_code == 4001


def test_the_log_has_one_line_for_each_refusal_and_no_secret(new_server: Any) -> None:
    server = new_server().start()
    made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}})
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        before = server.log.read_text().count("\n")
        for kind, fields, _ in ASKS:
            tab.refused(kind, **fields)
        lines = server.log.read_text().splitlines()[before:]
        assert len(lines) == len(ASKS), lines
    guess = "GUESSGUESSGUESSGUESS22"
    server.get(f"/api/matches/{made['match']['id']}/record", guess)
    text = server.log.read_text()
    secrets = [made["secret"], made["links"]["south"], guess]
    assert not [secret for secret in secrets if secret in text]
