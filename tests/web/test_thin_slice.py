"""A match from its making through play, undo and log to a server that is killed and begins again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

import sandtable
from tests.web.harness import Server


def test_a_match_is_made_played_undone_and_logged(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        assert tab.welcome["you"] == {"person": "p1", "name": "Ann", "seats": ["driver"], "host": True, "secret": None}
        assert tab.parts["turn"]["mine"]
        assert tab.options == ["with T1", "with T2", "with T3", "with T4", "done"]
        before = tab.n
        assert before is not None
        answer = tab.act("with T1")
        assert answer["n"] == tab.n == before + 1, "the update comes before the answer"
        assert tab.parts["prompt"]["about"] == ["T1"]
        assert tab.parts["undo"]["can"]

        tab.done("undo", seen=tab.n)
        assert tab.options[0] == "with T1"
        assert tab.parts["redo"] == {"can": True, "text": "Truck T1 comes along"}
        tab.done("redo", seen=tab.n)
        tab.act("go well")
        assert tab.texts() == ["truck T1 drives to the well"]
        assert tab.log[0]["clause"] == "V-3"
        assert tab.log[0]["who"] == "driver"
        assert not tab.parts["undo"]["can"]
        refused = tab.refused("undo", seen=tab.n)
        assert refused["error"] == "no-undo"
        assert "dice were rolled" in refused["text"]


def test_nothing_is_lost_when_the_server_is_killed(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    made = server.make("toy-convoy", seed=5)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        for words in ("with T1", "with T2", "go well", "with T3"):
            tab.act(words)
        tab.done("undo", seen=tab.n)
        tab.done("chat", text="so far so good", channel="all")
        kept = (tab.n, tab.hash, tab.log, tab.chat, tab.parts["scene"], tab.options)
        server.kill()
        server.start()
        with server.sit(match, made["secret"]) as again:
            assert (again.n, again.hash, again.log, again.chat, again.parts["scene"], again.options) == kept
            again.act("with T4")
        with server.sit(match, made["secret"], before=tab) as resumed:
            assert "scene" in resumed.updates[0], "what was missed is sent"
            assert resumed.options == again.options
            assert resumed.log == again.log

    state = sandtable.load("toy-convoy").start("fort", seed=5)
    for words in ("with T1", "with T2", "go well", "with T4"):
        sandtable.play(state, sandtable.parse(words))
    record = server.get(f"/api/matches/{match}/record", made["secret"]).text
    assert sandtable.fingerprint(sandtable.replay(record)) == sandtable.fingerprint(state)


def test_a_server_that_is_told_to_stop_says_so_to_everybody(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    made = server.make()
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        server.stop()
        with pytest.raises(ConnectionClosed):
            tab.until(lambda _tab: False)
        assert tab.ws.close_code == 1012
