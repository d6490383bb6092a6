"""Nonsense of every kind: no crash, no 500, no leak, one answer to each message, and the match still replays.

`make soak` sends 100,000 messages, 3,000 records, and up to 1,000 requests to each address of the OpenAPI; `make test`
a tenth of that.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from typing import Any

import httpx
import msgspec
import pytest

import sandtable
from sandtable.web import wire
from tests.web.harness import PATIENCE, Server

SOAK = "SANDTABLE_SOAK" in os.environ
MESSAGES = 100_000 if SOAK else 10_000
RECORDS = 3_000 if SOAK else 300

SEEDS: list[dict[str, Any]] = [
    {"kind": "act", "seen": 3, "words": ["lay", "c1"]},
    {"kind": "act", "seen": 99, "words": ["lay", "c5"]},
    {"kind": "undo", "seen": 5},
    {"kind": "redo", "seen": 5},
    {"kind": "agree", "request": 1, "yes": True},
    {"kind": "why_not", "words": ["lay", "c7"]},
    {"kind": "peek", "said": [["lay", "c1"], ["lay", "c2"]]},
    {"kind": "why_not", "words": ["lay", "c2"], "said": [["lay", "c1"]]},
    {"kind": "odds", "words": ["lay", "c1"], "said": []},
    {"kind": "hint", "said": [["lay", "c1"]]},
    {"kind": "retry", "seen": 5},
    {"kind": "earlier", "what": "chat", "before": 3},
    {"kind": "overlay", "name": "reach", "ids": ["c1"]},
    {"kind": "about", "id": "c1"},
    {"kind": "chat", "text": "hello there", "channel": "side", "key": "k"},
    {"kind": "note", "text": "mine"},
    {"kind": "name", "name": "Ann"},
    {"kind": "claim", "id": "c1", "on": True},
    {"kind": "link", "seat": "north"},
    {"kind": "bot", "seat": "south", "bot": "random"},
    {"kind": "at", "n": 1, "seat": "south"},
    {"kind": "verify"},
    {"kind": "review", "seat": "north"},
    {"kind": "notify", "to": "http://127.0.0.1:1/x"},
    {"kind": "push", "endpoint": "http://127.0.0.1:1/x", "p256dh": "B" * 87, "auth": "A" * 22},
    {"kind": "ping"},
    {"kind": "hello", "secret": None, "seat": "south"},
]
STRANGE: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 2**31, 2**53, 2**64, -(2**63), 1e308),
    *("", "a", "all", "south", "\u0000", "\ud83d", "😀", "x" * 300, "../..", "<script>", "%s%n", "{}", "{north}"),
    *("'; drop table entries; --", [], {}, [[]], ["lay"], [None], {"a": 1}),
]


def mutated(rng: random.Random, ask: int) -> bytes:
    """A message that was right once."""
    message: dict[str, Any] = {"ask": ask, **rng.choice(SEEDS)}
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        key = rng.choice(list(message))
        match rng.randrange(5):
            case 0:
                message[key] = rng.choice(STRANGE)
            case 1:
                del message[key]
                message.setdefault("kind", rng.choice(SEEDS)["kind"])
            case 2:
                message[rng.choice(("seat", "words", "text", "n", "x"))] = rng.choice(STRANGE)
            case 3 if isinstance(message[key], list):
                message[key] = [*message[key], rng.choice(STRANGE)] * rng.choice((1, 1, 30))
            case 4 if isinstance(message[key], str):
                message[key] = message[key] + str(rng.choice(STRANGE))
    data = bytearray(json.dumps(message).encode())
    if rng.random() < 0.3:
        for _ in range(rng.choice((1, 1, 2, 8))):
            match rng.randrange(4):
                case 0 if data:
                    data[rng.randrange(len(data))] = rng.randrange(256)
                case 1:
                    data.insert(rng.randrange(len(data) + 1), rng.randrange(256))
                case 2 if data:
                    del data[rng.randrange(len(data)) :]
                case 3:
                    data = (data * rng.choice((2, 400)))[:50_000]
    return bytes(data[:100_000])


def test_messages_of_every_kind_are_mutated() -> None:
    assert {seed["kind"] for seed in SEEDS} == {*wire.ASKS, "hello"}


@pytest.mark.soak
def test_mutated_messages_get_one_answer_each_and_leak_nothing(new_server: Any) -> None:
    server: Server = new_server().start()
    rng = random.Random(6)
    sent = 0
    while sent < MESSAGES:
        made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}})
        match = made["match"]["id"]
        with server.sit(match, made["links"]["south"], name="Bob") as bob:
            secret = bob.welcome["you"]["secret"]
            hidden = {piece["id"] for piece in bob.parts["scene"]["pieces"] if piece["side"] == "south"}
        names = {f"card {card[1]}" for card in hidden} | {f'"id":"{card}"' for card in hidden}
        for _ in range(5):
            sent += blast(server, made, rng, names)
        with server.sit(match, secret) as bob:
            assert bob.done("at", n=0)["scene"]
        assert server.get(f"/api/matches/{match}").status_code == 200
    log = server.log.read_text()
    print(f"\nSockets: {sent} mutated messages, one answer each, no error of the server's own")
    assert "internal" not in log, log[log.index("internal") - 200 :][:3000]
    assert "Traceback" not in log
    assert made["secret"] not in log


def blast(server: Server, made: dict[str, Any], rng: random.Random, hidden: set[str]) -> int:
    """200 messages on one socket, none waiting for another."""
    count = 200
    with server.connect(made["match"]["id"], max_queue=None) as ws:
        ws.send(msgspec.json.encode({"ask": 0, "kind": "hello", "secret": made["secret"], "seat": "north"}).decode())
        told: list[str] = []
        for ask in range(1, count + 1):
            data = mutated(rng, ask)
            try:
                ws.send(data.decode())
            except UnicodeDecodeError:
                ws.send(data)
        answers = 0
        while answers < count + 1:
            text = ws.recv(PATIENCE)
            assert isinstance(text, str)
            told.append(text)
            message = msgspec.json.decode(text)
            if message["kind"] != "update":
                answers += 1
                assert message.get("error") != "internal", message
        over = any('"outcome":{' in text for text in told)
        for text in told:
            if not over:
                found = [word for word in hidden if word in re.sub(r'"names":\{[^}]*\}', "", text)]
                assert not found or "C-4" in text or '"error"' in text, (found, text)
            assert made["links"]["south"] not in text
    return count


@pytest.mark.soak
def test_mutated_records_are_taken_whole_or_refused_whole(server: Server) -> None:
    rng = random.Random(7)
    state = sandtable.load("toy-convoy").start("fort", seed=4)
    while (options := sandtable.legal(state)) and state.number < 12:
        sandtable.play(state, rng.choice(options))
    good = sandtable.record(state, players="driver=Ann").text()
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        taken = 0
        for _ in range(RECORDS):
            text = mutated_record(rng, good)
            answer = client.post("/api/matches", content=msgspec.json.encode({"record": text}), headers=JSON)
            assert answer.status_code in (201, 400, 404), answer.text
            if answer.status_code == 201:
                taken += 1
                made = answer.json()
                headers = {"Authorization": f"Bearer {made['secret']}"}
                again = client.get(f"/api/matches/{made['match']['id']}/record", headers=headers).text
                assert sandtable.parse_record(again).actions == sandtable.parse_record(text).actions
            else:
                assert answer.json()["error"] in ("bad-record", "no-such-game"), answer.text
        assert 0 < taken < RECORDS
        print(f"\nRecords: {RECORDS} mutated, {taken} taken whole, the others refused whole")
    assert "internal" not in server.log.read_text()


JSON = {"content-type": "application/json"}


def mutated_record(rng: random.Random, good: str) -> str:
    lines = good.split("\n")
    for _ in range(rng.choice((0, 1, 1, 2))):
        at = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case 3:
                lines[at] += rng.choice((" ", "x", "\t", " T1", "🚚", "9" * 50))
            case 4:
                lines[at] = rng.choice(
                    ("seed 1: zz", "dice: 7 7", "dice: 1 2 3", "opened: -1", "mission:", "  x", "options: a=b")
                )
            case 5:
                place = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + chr(rng.randrange(32, 0x2FFF)) + lines[at][place:]
    return "\n".join(lines)


@pytest.mark.soak
def test_requests_drawn_from_the_openapi_never_break_the_server(new_server: Any) -> None:
    server: Server = new_server().start()
    made = server.make("toy-convoy", listed=True)
    # A match that is there, so that requests get beyond "no such match".
    (server.folder / "schemathesis.toml").write_text(
        f"""headers = {{ Authorization = "Bearer {made["secret"]}" }}
[parameters]
"path.match" = "{made["match"]["id"]}"
"path.game" = "who-dares-wins"
"path.board" = "toy-board.svg"
"""
    )
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        f"{server.url}/api/schema",
        "--no-color",
        "--seed",
        "8040",
    ]
    command += ["--checks", "not_a_server_error", "--max-examples", "1000" if SOAK else "50"]
    command += ["--exclude-path-regex", "/stream$", "--phases", "coverage,fuzzing", "--suppress-health-check", "all"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=1800, cwd=server.folder, check=False)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
    summary = run.stdout[run.stdout.index("SUMMARY") :] if "SUMMARY" in run.stdout else run.stdout[-800:]
    print(f"\nOpenAPI: {summary}")
    assert "GET /api/matches/{match}/record" not in run.stdout, "the match was found"
    assert "internal" not in server.log.read_text()
