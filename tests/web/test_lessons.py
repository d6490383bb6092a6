"""A lesson at a table of the web: the coach speaks, waits, and refuses what comes too early; nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import sandtable
from tests.web.harness import Server


def test_a_lesson_is_played_to_its_end_and_survives_a_kill(new_server: Callable[..., Server]) -> None:
    server = new_server(games=None).start()
    lesson = sandtable.lesson("the-desert")
    answer = server.post("/api/matches", {"lesson": lesson.id})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    best = [sandtable.words(action) for action in lesson.best]
    match, secret = made["match"]["id"], made["secret"]
    with server.sit(match, secret) as tab:
        tab.until(lambda tab: bool(tab.options))
        coach = tab.parts["coach"]
        assert [one["ids"] for one in coach["captions"]] == [["siwa", "siwa"], [], ["siwa", "siwa"]]
        assert tab.options == ["with T2A"]
        refused = tab.refused("act", seen=tab.n, words=["with", "G2A"])
        assert refused["error"] == "not-offered" and "the trucks" in refused["text"]
        assert "the trucks" in tab.done("why_not", words=["with", "G2A"])["refusal"]["text"]
        for words in best[:3]:
            tab.act(words)
        assert tab.parts["coach"]["step"] == 1
    server.kill()
    server.start()
    with server.sit(match, secret) as tab:
        assert tab.parts["coach"]["hint"], "taken up where it was left"
        tab.act(best[3])
        tab.done("retry", seen=tab.n)
        tab.until(lambda tab: "go x2" in tab.options)
        for words in best[3:]:
            tab.act(words)
        assert tab.parts["coach"]["end"] == lesson.end


def test_an_unknown_lesson_is_refused(server: Server) -> None:
    answer = server.post("/api/matches", {"lesson": "nonsense"})
    assert (answer.status_code, answer.json()["error"]) == (404, "no-such-lesson")
