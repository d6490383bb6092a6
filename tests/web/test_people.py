"""Several people: claims, agreement, presence, reconnecting, chat, notes, hot seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import sandtable
from sandtable.web.telling import refusal_of
from tests.web.harness import CO_OP, Server, Tab


def is_about(piece: str, tab: Tab) -> bool:
    return bool(tab.parts["prompt"]["about"] == [piece])


def has_seen(n: int, tab: Tab) -> bool:
    return tab.n == n


def test_several_people_hold_one_seat_and_the_first_answer_wins(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann", seats=CO_OP)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, made["links"]["driver"], name="Bob") as bob:
        assert bob.welcome["you"]["name"] == "Bob"
        assert not bob.welcome["you"]["host"]
        ann.until(lambda tab: len(tab.parts["people"]) == 2)
        assert ann.chat[-1]["text"] == "Bob sits down: driver."
        seen = bob.n
        bob.act("with T1")
        assert bob.parts["undo"]["link"], "nobody goes back to where T1 is only named"
        assert ann.refused("act", seen=seen, words=["with", "T2"])["error"] == "out-of-date"
        assert ann.options == bob.options
        assert ann.hash == bob.hash


def test_a_choice_about_a_claimed_piece_is_its_claimants(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann", seats=CO_OP)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, made["links"]["driver"], name="Bob") as bob:
        bob.done("claim", id="T2", on=True)
        ann.until(lambda tab: tab.parts["seats"][0]["claims"] == {"T2": "p2"})
        assert ann.refused("claim", id="T2", on=True)["error"] == "claimed"
        ann.act("with T2")
        assert ann.parts["prompt"]["about"] == ["T2"]
        refused = ann.refused("act", seen=ann.n, words=["go", "well"])
        assert refused["error"] == "claimed"
        assert "Bob" in refused["text"], "even the host waits while Bob is here"
        bob.until(lambda tab: tab.parts["prompt"]["about"] == ["T2"])
        bob.act("go well")
        bob.done("claim", id="T2", on=False)
        ann.until(lambda tab: tab.parts["seats"][0]["claims"] == {})
        assert not ann.parts["undo"].get("link"), "that told something"
        ann.act("done")


def test_four_people_share_the_operators_of_one_side(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann", seats=CO_OP)
    match, link = made["match"]["id"], made["links"]["driver"]
    with (
        server.sit(match, made["secret"]) as ann,
        server.sit(match, link, name="Bob") as bob,
        server.sit(match, link, name="Cyd") as cyd,
        server.sit(match, link, name="Dan") as dan,
    ):
        claims = {"T1": ann, "T2": bob, "T3": cyd}
        for truck, tab in claims.items():
            tab.done("claim", id=truck, on=True)
        everybody = (ann, bob, cyd, dan)
        for truck, tab in claims.items():
            for one in everybody:
                one.until(lambda one: len(one.parts["seats"][0]["claims"]) == 3)
                one.until(lambda one: one.n == max(other.n or 0 for other in everybody))
            dan.act(f"with {truck}")  # who goes next is anybody's choice
            for one in everybody:
                one.until(partial(is_about, truck))
                if one is not tab:
                    assert one.refused("act", seen=one.n, words=["go", "well"])["error"] == "claimed"
            tab.act("go well")
            for one in everybody:
                one.until(partial(has_seen, tab.n or 0))
                assert one.hash == tab.hash
        assert list(dict.fromkeys(line["person"] for line in dan.log)) == ["p1", "p2", "p3"]


def test_somebody_elses_action_is_undone_only_after_they_agree(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann", seats=CO_OP)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, made["links"]["driver"], name="Bob") as bob:
        ann.until(lambda tab: len(tab.parts["people"]) == 2)
        ann.act("with T1")
        bob.until(lambda tab: tab.parts["prompt"]["about"] == ["T1"])
        assert bob.parts["undo"]["can"]
        assert bob.parts["undo"]["ask"]
        assert not ann.parts["undo"]["ask"]
        request = bob.done("undo", seen=bob.n)["request"]
        assert bob.parts["prompt"]["about"] == ["T1"], "nothing is undone yet"
        ann.until(lambda tab: bool(tab.parts["requests"]))
        assert ann.parts["requests"] == [{"id": request, "kind": "undo", "from": "p2", "to": "p1"}]
        assert bob.refused("agree", request=request, yes=True)["error"] == "not-allowed"
        ann.done("agree", request=request, yes=False)
        assert ann.parts["requests"] == []
        assert ann.parts["prompt"]["about"] == ["T1"]
        request = bob.done("undo", seen=bob.n)["request"]
        ann.until(lambda tab: bool(tab.parts["requests"]))
        ann.done("agree", request=request, yes=True)
        assert ann.parts["prompt"]["about"] == []
        assert ann.parts["requests"] == []


def test_people_come_and_go_and_are_seen_to(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann", seats=CO_OP)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann:
        with server.sit(match, made["links"]["driver"], name="Bob") as bob:
            secret = bob.welcome["you"]["secret"]
            ann.until(lambda tab: any(one["here"] and one["name"] == "Bob" for one in tab.parts["people"]))
        ann.until(lambda tab: not tab.parts["people"][1]["here"])
        assert ann.parts["people"][1]["seen"] is not None
        n = ann.n
        with server.sit(match, secret) as again, server.sit(match) as watcher:
            assert again.welcome["you"]["person"] == "p2"
            ann.until(lambda tab: tab.parts["people"][1]["here"] and tab.parts["watching"] == 1)
            assert watcher.welcome["you"] is None
            assert ann.n == n, "coming and going has no number"
        ann.until(lambda tab: tab.parts["watching"] == 0)


def test_a_lost_connection_goes_on_where_it_was(server: Server) -> None:
    made = server.make("toy-convoy")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        tab.act("with T1")
    with server.sit(match, made["secret"]) as other:
        other.done("undo", seen=other.n)
        other.act("with T2")
        other.act("go well")
        other.done("chat", text="while you were away")
    with server.sit(match, made["secret"], before=tab) as again:
        update = again.updates[0]
        assert update["from"] == tab.n
        assert again.log == other.log
        assert again.chat == other.chat
        assert again.hash == other.hash
        assert [line["text"] for line in update["chat"]["lines"]] == ["while you were away"], "only what was missed"
    with server.sit(match, made["secret"], before=again) as third:
        assert not {"log", "scene", "options"} & set(third.updates[0]), "nothing was missed, so nothing is sent again"
        assert "people" in third.updates[0], "except what is not kept"
        assert third.hash == again.hash
    with server.sit(match, made["secret"], seen=1, hash="0123456789abcdef") as confused:
        assert confused.updates[0]["from"] == 0
        assert confused.log == other.log, "a tab whose hash does not fit gets everything"


def test_the_same_chat_key_is_said_once(server: Server) -> None:
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        for _ in range(3):
            tab.done("chat", text="once", key="k1")
        tab.done("chat", text="twice", key="k2")
        assert [line["text"] for line in tab.chat[1:]] == ["once", "twice"]


def test_notes_are_private_and_kept(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    made = server.make("toy-convoy", seats=CO_OP)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann, server.sit(match, made["links"]["driver"]) as bob:
        ann.done("note", text="T3 is the slow one\n  keep it home ")
        assert ann.parts["notes"] == "T3 is the slow one\n  keep it home "
        bob.done("ping")
        assert bob.parts["notes"] == ""
    server.kill()
    server.start()
    with server.sit(match, made["secret"]) as ann:
        assert ann.parts["notes"] == "T3 is the slow one\n  keep it home "


def test_one_person_plays_both_sides_of_a_hot_seat(server: Server) -> None:
    made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "me"}})
    match = made["match"]["id"]
    with (
        server.sit(match, made["secret"], seat="north") as north,
        server.sit(match, made["secret"], seat="south") as south,
    ):
        assert north.welcome["you"]["seats"] == ["north", "south"]
        north.act(north.options[0])
        south.until(lambda tab: bool(tab.options))
        south.act(south.options[0])
        north.until(lambda tab: len(tab.log) > 3)
        assert "not-yet" in server.get(f"/api/matches/{match}/record", made["secret"]).text, (
            "two sides, one secret seed"
        )


def test_a_person_may_take_another_name(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.done("name", name="  Anna ")
        assert tab.parts["people"][0]["name"] == "Anna"
        assert server.get(f"/api/matches/{made['match']['id']}").json()["seats"][0]["names"] == ["Anna"]


def test_questions_are_answered_from_the_seats_own_view(server: Server) -> None:
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        assert tab.done("why_not", words=["with", "T1"])["refusal"] is None
        tab.act("with T1")
        assert tab.done("why_not", words=["go", "fort"])["refusal"] == {
            "clause": "V-1", "number": "1", "text": "that place is not next to the stack",
        }  # fmt: skip
        pressed = tab.done("why_not", words=["with", "fort"])["refusal"]["text"]
        assert pressed.startswith("that is not what is to be decided now: ") and "with" not in pressed.split(": ")[1]
        tab.done("undo", seen=tab.n)
        ahead = tab.done("peek", said=[["with", "T3"], ["with", "T1"]])
        assert ahead["link"]
        assert [" ".join(one["words"]) for one in ahead["options"]] == ["with T4", "go well"]
        assert tab.done("peek", said=[["with", "T1"], ["go", "well"]]) | {"re": 0} == {
            "re": 0, "kind": "done", "link": False, "prompt": None, "options": [], "beside": [],
        }  # fmt: skip
        assert tab.refused("peek", said=[["with", "T9"]])["error"] == "not-offered"
        assert len(tab.done("odds", words=["go", "well"], said=[["with", "T3"], ["with", "T1"]])["odds"]) == 3
        assert tab.done("overlay", name="reach", ids=["T1"])["overlay"] == {
            "cells": {"well": {"shade": 1, "text": "1"}}
        }
        assert tab.done("about", id="T1")["lines"] == ["T1 is at camp"]
        assert tab.refused("about", id="T9")["error"] == "bad-field"
        tab.act("with T1")
        odds = tab.done("odds", words=["go", "well"])["odds"]
        assert {one["text"] for one in odds} == {"0 stuck", "1 stuck"}
        assert abs(sum(one["probability"] for one in odds) - 1) < 1e-9
        (hint,) = tab.done("hint")["ideas"]
        assert " ".join(hint["words"]) in tab.options
        assert hint["text"]
        assert hint["lit"] == hint["words"][1:], "a bot without reasons lights what it names"


def test_hints_can_be_switched_off(server: Server) -> None:
    made = server.make("toy-convoy", hints=False)
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        assert tab.refused("hint")["error"] == "not-allowed"


def test_a_newcomer_is_told_the_end_of_a_long_talk_and_asks_for_the_rest(server: Server) -> None:
    made = server.make("toy-convoy")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as ann:
        for n in range(350):
            ann.send("chat", text=f"line {n}")
        ann.until(lambda tab: len(tab.chat) == 351)
        with server.sit(match, made["secret"]) as fresh:
            first = fresh.updates[0]["chat"]
            assert (first["earlier"], len(first["lines"])) == (51, 300)
            page = fresh.done("earlier", what="chat", before=first["earlier"])
            assert (page["first"], len(page["chat"])) == (0, 51)
            assert page["chat"] + fresh.chat == ann.chat
            with server.sit(match, made["secret"]) as other:
                other.done("chat", text="and one more")
            fresh.until(lambda tab: tab.chat[-1]["text"] == "and one more")
            assert len(fresh.chat) == 301, "it goes on from there"
            assert fresh.refused("earlier", what="log", before=99)["error"] == "bad-field"


def test_what_is_to_be_decided_is_told_by_name() -> None:
    game = sandtable.load("who-dares-wins")
    seen = game.seen(game.start("scenario-1", seed=1), "lrdg")
    told = refusal_of(seen.why_not("done"), seen)
    assert told is not None
    assert told.text.startswith("that is not what is to be decided now: Take the historical patrols (1st patrol: T2/A,")
