"""Every kind of secret through every address and every ask: each reads what its seat may know, and nothing else."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.web import asks, making, wire
from sandtable.web.hall import Hall
from sandtable.web.limits import Limits
from sandtable.web.plans import Who
from sandtable.web.store import Store
from tests.web.harness import PATIENCE, Server, Tab, run
from tests.web.test_hidden import CARD

TWO = {"north": {"by": "me"}, "south": {"by": "link"}}
HANDS = {"north": ("north",), "south": ("south",)}
"""Whose cards a kind of secret may read; all other kinds read none."""

READ = {"watcher", "north", "south"}
PLAY = {"north", "south"}
ROUTES: dict[tuple[str, str], set[str]] = {
    ("get", "/api/matches/{match}"): READ | {"open invitation", "kept out"},
    ("get", "/api/matches/{match}/transcript"): READ,
    ("get", "/api/matches/{match}/transcript?seat=south"): {"south"},
    ("get", "/api/matches/{match}/transcript?seat=north"): {"north"},
    ("get", "/api/matches/{match}/stream"): READ,
    ("get", "/api/matches/{match}/stream?seat=south"): {"south"},
    ("get", "/api/matches/{match}/record"): set(),
    ("post", "/api/matches/{match}/actions"): {"north"},
    ("post", "/api/matches/{match}/sit"): set(),
    ("post", "/api/matches"): set(),
}
"""Who is answered before the end of a match. Of the last a fork is asked."""
ANYBODY = ("/api/games", "/api/health", "/api/notices", "/api/boards/", "/api/rules/", "/api/glossary/",
           "/api/briefings/", "/api/missions/")  # fmt: skip
"""How addresses begin that know no match."""


def cards(text: str) -> set[str]:
    named = re.sub(r'"names":\{[^}]*\}', "", text)
    return {word.replace("card ", "c") for word in CARD.findall(named)}


class Walk:
    """A match whose north and south are taken, and one secret of each kind."""

    def __init__(self, server: Server) -> None:
        self.server = server
        made = server.make("toy-cards", seats=TWO, name="Ann")
        self.match: str = made["match"]["id"]
        self.private: str = server.make("toy-cards", seats=TWO, name="Ann", watchers=False)["match"]["id"]
        bob = server.post(f"/api/matches/{self.match}/sit", {"name": "Bob"}, made["links"]["south"]).json()
        self.secrets: dict[str, str | None] = {
            "watcher": None,
            "kept out": None,
            "wrong": "W" * 22,
            "another match's": server.make("toy-cards", seats=TWO)["secret"],
            "used invitation": made["links"]["south"],
            "north": made["secret"],
            "south": bob["secret"],
        }
        self.hands: dict[str, set[str]] = {}
        for seat in ("north", "south"):
            with server.sit(self.match, self.secrets[seat]) as tab:
                pieces = tab.parts["scene"]["pieces"]
                self.hands[seat] = {piece["id"] for piece in pieces if piece["side"] == seat}
        with server.sit(self.match, self.secrets["south"]) as south:
            self.secrets["open invitation"] = south.done("link", seat="south")["secret"]

    def may_read(self, kind: str) -> set[str]:
        return {card for seat in HANDS.get(kind, ()) for card in self.hands[seat]}

    def ask(self, kind: str, method: str, path: str) -> tuple[int, str]:
        """Status and text of an address for a kind of secret; of a stream, its first line."""
        secret = self.secrets[kind]
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        match = self.private if kind == "kept out" else self.match
        url = self.server.url + path.replace("{match}", match)
        body: dict[str, Any] | None = None
        if method == "post":
            card = min(self.hands["north"])
            body = {"words": f"lay {card}", "seen": 99} if path.endswith("actions") else {}
            if path == "/api/matches":
                body = {"fork": {"match": match, "n": 0}}
        with httpx.stream(method, url, headers=headers, json=body, timeout=PATIENCE) as answer:
            if answer.status_code == 200 and "/stream" in path:
                return 200, next(answer.iter_lines())
            return answer.status_code, answer.read().decode()


@pytest.fixture(scope="module")
def walk(server: Server) -> Walk:
    return Walk(server)


def test_the_walk_goes_through_every_address(server: Server) -> None:
    schema = server.get("/api/schema").json()["paths"]
    there = {(method, path) for path, methods in schema.items() for method in methods if not path.startswith(ANYBODY)}
    walked = {(method, path.partition("?")[0]) for method, path in ROUTES}
    assert there - {("get", "/api/matches")} == walked


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_an_address_answers_the_seats_own_people_alone(walk: Walk, method: str, path: str) -> None:
    answered = set()
    for kind in walk.secrets:
        if kind == "open invitation" and path.endswith("/sit"):
            continue  # it would be used up
        status, text = walk.ask(kind, method, path)
        assert cards(text) - ({min(walk.hands["north"])} if method == "post" else set()) <= walk.may_read(kind), kind
        if status < 300:
            answered.add(kind)
        else:
            assert status in (400, 403, 404, 409), (kind, status, text)
        if path == "/api/matches/{match}":
            assert ("Ann" in text) == (kind in READ), f"{kind}: names are for the match's own readers"
            assert (f'"id":"{walk.match}"' in text) == (status < 300 and kind != "kept out")
    assert answered == ROUTES[method, path]


ASKS: dict[str, list[dict[str, Any]]] = {
    "act": [{"seen": 99, "words": ["lay", "c99"]}],
    "undo": [{"seen": 99}],
    "redo": [{"seen": 99}],
    "retry": [{"seen": 99}],
    "agree": [{"request": 1, "yes": True}],
    "why_not": [{"words": ["lay", "c99"]}],
    "peek": [{"said": [["lay", "c99"]]}, {"said": [["lay"]]}],
    "odds": [{"words": ["lay", "c99"]}],
    "overlay": [{"name": "reach", "ids": ["south"]}],
    "about": [{"id": "south-0"}],
    "hint": [{}],
    "chat": [{"text": "hello"}, {"text": "psst", "channel": "side"}],
    "note": [{"text": "mine"}],
    "name": [{"name": "Cyd"}],
    "claim": [{"id": "south-0", "on": True}],
    "link": [{"seat": "east"}],
    "bot": [{"seat": "south", "bot": "random"}],
    "at": [{"n": 0}, *({"n": 0, "seat": seat} for seat in ("south", "north", "all", None))],
    "verify": [{}],
    "review": [{}, {"seat": "south"}],
    "notify": [{"to": "http://127.0.0.1/"}],
    "push": [{"endpoint": "https://chat.example/", "p256dh": "B" * 87, "auth": "A" * 22}],
    "earlier": [{"what": "log", "before": 1}, {"what": "chat", "before": 1}],
    "ping": [{}],
}  # fmt: skip


@pytest.mark.parametrize("kind", ["watcher", "north", "south"])
def test_an_ask_is_answered_from_the_seats_own_view(server: Server, kind: str) -> None:
    assert set(ASKS) == set(wire.ASKS), "the walk goes through every ask"
    walk = Walk(server)
    with server.sit(walk.match, walk.secrets[kind]) as tab:
        for ask, all_fields in ASKS.items():
            for fields in all_fields:
                if kind != "south" or ask != "bot":  # handed over, a bot would play on
                    tab.ask(ask, **fields)
        heard = "".join(tab.raw)
    assert cards(heard) - {"c99"} <= walk.may_read(kind)


@pytest.mark.parametrize("kind", ["wrong", "another match's", "used invitation", "kept out"])
def test_whoever_has_no_secret_of_the_match_is_not_greeted(walk: Walk, kind: str) -> None:
    with walk.server.connect(walk.private if kind == "kept out" else walk.match) as ws:
        tab = Tab(ws, None, None)
        for seat in (None, "north", "south"):
            answer = tab.ask("hello", secret=walk.secrets[kind], seat=seat)
            assert answer["error"] in ("bad-secret", "not-allowed"), answer
        assert cards("".join(tab.raw)) == set()


def test_an_invitation_sits_one_person_down_and_is_used_up(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO, name="Ann")
    match, invitation = made["match"]["id"], made["links"]["south"]
    assert server.get(f"/api/matches/{match}", invitation).json()["invited"] == "south"
    with server.sit(match, made["secret"]) as ann, server.sit(match, invitation, name="Bob") as bob:
        ann.until(lambda tab: tab.chat[-1]["text"] == "Bob sits down: South.")
        assert ann.parts["seats"][1]["invited"] == 0
        with server.connect(match) as ws:
            again = Tab(ws, None, None).ask("hello", secret=invitation, name="Eve")
            assert (again["error"], "has been used" in again["text"]) == ("bad-secret", True)
        assert bob.welcome["you"]["secret"] not in (None, invitation)


def test_an_answer_that_was_lost_loses_no_seat(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)
    match, invitation, own = made["match"]["id"], made["links"]["south"], "own-secret-of-22-chars"
    for _ in range(2):  # the second time as if the first had never been answered
        with server.sit(match, invitation, become=own, name="Bob") as bob:
            assert (bob.welcome["you"]["person"], bob.welcome["you"]["secret"]) == ("p2", own)
    with server.sit(match, own) as bob:
        assert [one["name"] for one in bob.parts["people"]] == ["Guest 1", "Bob"]


def test_as_many_sit_down_as_the_host_allows(server: Server) -> None:
    made = server.make("toy-convoy", seats={"driver": {"by": "me", "invite": 2}})
    path, invitation = f"/api/matches/{made['match']['id']}/sit", made["links"]["driver"]
    answers = [server.post(path, {"name": name}, invitation).status_code for name in ("Bob", "Cyd", "Dan")]
    assert answers == [201, 201, 403]


def test_two_who_sit_down_at_once_with_one_invitation_are_one(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)

    async def both() -> list[int]:
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            url = f"{server.url}/api/matches/{made['match']['id']}/sit"
            headers = {"Authorization": f"Bearer {made['links']['south']}"}
            answers = await asyncio.gather(*(client.post(url, json={}, headers=headers) for _ in range(5)))
            return sorted(answer.status_code for answer in answers)

    assert run(both()) == [201, 403, 403, 403, 403]


def test_a_fork_names_only_a_match_that_is_on_the_list(server: Server) -> None:
    for listed in (False, True):
        made = server.make("toy-convoy", listed=listed)
        match = made["match"]["id"]
        fork = server.post("/api/matches", {"fork": {"match": match, "n": 0}}, made["secret"]).json()["match"]
        assert fork["forked"] == ({"match": match, "n": 0} if listed else None)
        assert (match in server.get(f"/api/matches/{fork['id']}").text) == listed


def test_the_list_of_matches_names_nobody(server: Server) -> None:
    match = server.make("toy-convoy", listed=True, name="Annabel")["match"]["id"]
    listed = server.get("/api/matches").text
    assert match in listed
    assert "Annabel" not in listed


def test_the_host_hands_a_seat_over_two_minutes_after_its_people_were_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'sandtable.db'}"
        hall = Hall(Store(url), limits=Limits(), games=(), modules=("tests.web.toys",))
        await hall.open()
        try:
            await hand_over(hall, monkeypatch)
        finally:
            await hall.close()

    run(work())


async def hand_over(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    new = wire.NewMatch(game="toy-cards", seats={"north": wire.SeatBy("me"), "south": wire.SeatBy("link")}, name="Ann")
    made = await making.make(hall, new, None, "x")
    table = await hall.table(made.match.id)
    await asks.sit(hall, table, made.links["south"], None, "Bob", "x")
    ann = Who("p1", ("north",))

    async def ask() -> str:
        try:
            await asks.hand(hall, table, ann, "south", "random")
        except wire.Refused as refused:
            return refused.error
        return "done"

    def bob_was_here(seconds_ago: float) -> None:
        table.keys["p2"] = replace(table.keys["p2"], seen=int(clock() - seconds_ago))

    now = [time.time()]

    def clock() -> float:
        return now[0]

    monkeypatch.setattr(time, "time", clock)
    table.keys["p1"] = replace(table.keys["p1"], seen=int(clock() - 600))
    with pytest.raises(wire.Refused, match="only its people"):
        await asks.hand(hall, table, Who("p2", ("south",)), "north", "random")
    table.here["p2"] = 1
    assert await ask() == "not-your-seat", "Bob is here"
    table.here["p2"] = 0
    bob_was_here(600)
    assert await ask() == "not-yet", "away for long, but not told"
    assert "Ann will let the bot random play for South" in table.readers["south"].chats[-1].text
    now[0] += 60
    assert await ask() == "not-yet"
    assert len([line for line in table.readers["south"].chats if "in two minutes" in line.text]) == 1, "told once"
    bob_was_here(0)
    now[0] += 130
    assert await ask() == "not-yet", "Bob was back meanwhile, so he is told again"
    now[0] += 121
    assert await ask() == "done"
    assert table.seats["south"].bot == "random"
