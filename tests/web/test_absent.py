"""Somebody is away for two minutes: the host may answer, undo, and hand the seat to a bot."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.harness import CO_OP, Server


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
