"""Somebody is away for two minutes: the host may answer, undo, and hand the seat to a bot; and who is away is told."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.web.harness import CO_OP, PATIENCE, Server


def test_the_host_may_answer_for_somebody_who_was_away_for_two_minutes(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    made = server.make("toy-convoy", name="Ann", seats=CO_OP)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, made["links"]["driver"], name="Bob") as bob:
        bob.done("claim", id="T2", on=True)
        bob.act("with T2")
        ann.until(lambda tab: tab.parts["prompt"]["about"] == ["T2"])
    server.away_since("p2", 60)
    with server.sit(match, made["secret"]) as ann:
        assert ann.refused("act", seen=ann.n, words=["go", "well"])["error"] == "claimed", "one minute is not two"
        assert "request" in ann.done("undo", seen=ann.n), "Bob is asked first"
    server.away_since("p2", 130)
    with server.sit(match, made["secret"]) as ann:
        assert "n" in ann.done("undo", seen=ann.n), "nobody is there to ask"
        ann.act("with T2")
        ann.act("go well")
        ann.done("claim", id="T2", on=False)


@pytest.fixture
def post_box() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Somewhere to post to."""
    got: list[dict[str, Any]] = []

    class Box(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(msgspec.json.decode(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
            """Say nothing."""

    box = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Box)
    thread = threading.Thread(target=box.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{box.server_port}", got
    box.shutdown()
    box.server_close()
    thread.join()


def test_your_turn_is_posted_where_the_operator_allows_it(
    new_server: Callable[..., Server], post_box: tuple[str, list[dict[str, Any]]]
) -> None:
    host, got = post_box
    server = new_server(webhook_hosts=(host,)).start()
    made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}})
    match = made["match"]["id"]
    with server.sit(match, made["links"]["south"], name="Bob") as bob:
        assert bob.refused("webhook", url="http://127.0.0.1:1/other")["error"] == "not-allowed"
        assert bob.refused("webhook", url=f"http://{host}@127.0.0.1:1/")["error"] == "not-allowed"
        bob.done("webhook", url=f"http://{host}/turn?x=1")
    with server.sit(match, made["secret"]) as ann:
        ann.until(lambda tab: not tab.parts["people"][1]["here"])
        ann.act(ann.options[0])
        until = time.monotonic() + PATIENCE
        while not got and time.monotonic() < until:
            time.sleep(0.05)
    assert got == [{"match": match, "seat": "south", "text": "Cards: it is your turn."}]
