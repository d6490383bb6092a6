"""Records, transcripts, import, fork, the board as it was, take-backs, and dice that can be checked."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

import sandtable
from sandtable.kernel.chance import commitment
from tests.web.harness import PATIENCE, Server, Tab

TWO = {"north": {"by": "me"}, "south": {"by": "link"}}


def play_out(server: Server, made: dict[str, Any]) -> None:
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as north, server.sit(match, made["links"]["south"]) as south:
        for _ in range(3):
            for _ in range(2):
                turn = server.get(f"/api/matches/{match}").json()["turn"]
                tab: Tab = north if turn == "north" else south
                tab.until(lambda tab: bool(tab.options))
                tab.act(tab.options[0])


def test_the_one_person_of_a_solo_match_may_have_the_record_and_it_says_so(server: Server) -> None:
    made = server.make("toy-convoy", name="Ann, the =+first")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        tab.act("with T1")
        assert server.get(f"/api/matches/{match}/record").status_code == 403, "a watcher is not that person"
        text = server.get(f"/api/matches/{match}/record", made["secret"]).text
        assert "opened: 1\n" in text
        assert "players: driver=Ann the first\n" in text
        tab.until(lambda tab: tab.parts["opened"] == 1)
        tab.act("go well")
        assert "opened: 1\n" in server.get(f"/api/matches/{match}/record", made["secret"]).text
        read = sandtable.parse_record(text)
        assert commitment(read.seeds[0][1]) == made["match"]["commitment"]


def test_a_record_of_several_people_is_handed_out_when_the_game_is_over(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)
    match = made["match"]["id"]
    play_out(server, made)
    answer = server.get(f"/api/matches/{match}/record")
    assert answer.status_code == 200, "everybody may have it now"
    record = sandtable.parse_record(answer.text)
    assert record.opened is None
    assert record.result
    state = sandtable.replay(record)
    assert state.seat is None
    with server.sit(match, made["secret"]) as tab:
        checked = tab.done("verify")
        assert checked["ok"]
        assert checked["commitment"] == made["match"]["commitment"] == commitment(bytes.fromhex(checked["seed"]))
        assert checked["fingerprint"] == sandtable.fingerprint(state)


def test_a_transcript_has_the_readers_lines_and_is_refused_by_import(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as north:
        north.act(north.options[0])
        lines = north.texts()
    own = server.get(f"/api/matches/{match}/transcript", made["secret"]).text
    bob = server.post(f"/api/matches/{match}/sit", {}, made["links"]["south"]).json()
    theirs = server.get(f"/api/matches/{match}/transcript", bob["secret"]).text
    assert all(line in own for line in lines)
    assert lines[0] in theirs
    assert lines[1] not in theirs
    assert made["match"]["commitment"] in own
    refused = server.post("/api/matches", {"record": own})
    assert refused.json()["error"] == "bad-record"
    assert "transcript" in refused.json()["text"]


def test_a_record_is_imported_and_played_on(server: Server) -> None:
    state = sandtable.load("toy-convoy").start("fort", seed=11)
    for words in ("with T1", "with T2", "go well"):
        sandtable.play(state, sandtable.parse(words))
    state.takebacks = 2
    text = sandtable.record(state).text()
    made = server.post("/api/matches", {"record": text, "name": "Ann"}).json()
    assert made["match"]["chosen"], "who brought the record knew the seed"
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        assert [line["text"] for line in tab.log] == ["truck T1 drives to the well", "truck T2 drives to the well"]
        tab.act("with T3")
    sandtable.play(state, ("with", "T3"))
    again = server.get(f"/api/matches/{made['match']['id']}/record", made["secret"]).text
    assert "takebacks: 2\n" in again, "what was used stays in the record"
    assert sandtable.fingerprint(sandtable.replay(again)) == sandtable.fingerprint(state)


def test_who_brings_a_record_sits_where_a_person_sat_and_its_decisions_there_are_a_persons(server: Server) -> None:
    state = sandtable.load("toy-cards").start(seed=11)
    for _ in range(2):
        sandtable.play(state, sandtable.legal(state)[0])
    text = sandtable.record(state, players="north=search:8, south=me").text()
    made = server.post("/api/matches", {"record": text, "name": "Ann"}).json()
    holders = {seat["seat"]: seat["bot"] for seat in made["match"]["seats"]}
    assert holders["south"] is None and holders["north"] is not None
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        persons = {line["who"]: line["person"] for line in tab.log if line["who"] is not None}
    assert persons == {"north": None, "south": "p1"}


def test_a_record_that_does_not_replay_is_refused_whole_with_its_line(server: Server) -> None:
    good = sandtable.record(sandtable.load("toy-convoy").start("fort", seed=1)).text()
    cases = {
        good + "1 driver with T1\n2 driver with T1\n": 8,
        good + "1 driver fly home\n": 7,
        good + "1 enemy with T1\n": 7,
        good + "2 driver with T1\n": 7,
        good.replace("seed: ", "seed: x"): 5,
        good.replace("# sandtable 1", "# sandtable 9"): 1,
        good.replace("scenario: fort\n", ""): None,
        good.replace("game: toy-convoy", "game: chess"): None,
        good.replace("rules: 0", "rules: 7"): 3,
        good.replace("scenario: fort", "scenario: moon"): None,
    }
    for text, line in cases.items():
        answer = server.post("/api/matches", {"record": text})
        assert answer.status_code in (400, 404), answer.text
        if line is not None:
            assert answer.json()["line"] == line, answer.text
        assert answer.json()["text"]


def test_a_fork_copies_the_lines_and_draws_a_new_seed(server: Server) -> None:
    made = server.make("toy-convoy", seed=3, listed=True)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        tab.act("with T1")
        here = tab.n
        tab.act("go well")
        tab.act("done")
        fork = server.post("/api/matches", {"fork": {"match": match, "n": here}}, made["secret"]).json()
        tab.until(lambda tab: tab.parts["opened"] is not None)
    assert fork["match"]["forked"] == {"match": match, "n": here}
    assert fork["match"]["commitment"] != made["match"]["commitment"]
    with server.sit(fork["match"]["id"], fork["secret"]) as tab:
        assert tab.parts["prompt"]["about"] == ["T1"]
        tab.act("go well")
    record = sandtable.parse_record(server.get(f"/api/matches/{fork['match']['id']}/record", fork["secret"]).text)
    assert [first for first, _ in record.seeds] == [0, 2]
    assert sandtable.replay(record).number == 2


def test_a_match_of_several_people_is_forked_only_after_its_end(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)
    match = made["match"]["id"]
    ask = {"fork": {"match": match, "n": 0}}
    assert server.post("/api/matches", ask, made["secret"]).json()["error"] == "not-yet"
    assert server.post("/api/matches", ask).json()["error"] == "not-yet"
    play_out(server, made)
    assert server.post("/api/matches", ask, made["secret"]).status_code == 201


def test_the_board_as_it_was(server: Server) -> None:
    made = server.make("toy-convoy", seed=2)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        boards = {tab.n: (tab.parts["scene"], tab.parts["prompt"])}
        script = ["with T1", "undo", "with T2", "with T3", "go well", *["with T1", "undo"] * 10, "with T1", "go well"]
        for words in script:
            if words == "undo":
                tab.done("undo", seen=tab.n)
            else:
                tab.act(words)
            boards[tab.n] = (tab.parts["scene"], tab.parts["prompt"])
        for n, (scene, prompt) in boards.items():
            then = tab.done("at", n=n)
            assert (then["scene"], then["prompt"]) == (scene, prompt), "undone branches too"
        assert {line["n"] for line in tab.log} <= set(boards)


def test_any_seat_and_all_may_be_looked_at_once_the_game_is_over(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as north:
        hand = {option.split()[1] for option in north.options}
        for seat in ("south", "all"):
            assert north.refused("at", n=0, seat=seat)["error"] == "not-yet"
    play_out(server, made)
    with server.sit(match) as watcher:
        before = watcher.done("at", n=0, seat="north")
        assert {piece["id"] for piece in before["scene"]["pieces"] if piece["side"] == "north"} == hand
        everything = watcher.done("at", n=0, seat="all")
        assert len([piece for piece in everything["scene"]["pieces"] if piece["face"] == "shown"]) == 6
        assert watcher.refused("at", n=0, seat="east")["error"] == "no-such-seat"


def test_take_backs_cross_a_roll_and_are_counted(server: Server) -> None:
    made = server.make("toy-convoy", takebacks=True)
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        tab.act("with T1")
        tab.act("go well")
        assert tab.parts["undo"]["can"]
        tab.done("undo", seen=tab.n)
        assert tab.parts["prompt"]["about"] == ["T1"]
        assert tab.parts["takebacks"] == {"on": True, "used": 1}
        assert tab.log == []
        tab.done("undo", seen=tab.n)
        assert tab.parts["takebacks"]["used"] == 1, "an undo that is always allowed is none"
        assert "takebacks: 1\n" in server.get(f"/api/matches/{match}/record", made["secret"]).text


def test_a_take_back_against_a_bot_goes_back_to_the_persons_own_choice(server: Server) -> None:
    made = server.make(
        "toy-cards", takebacks=True, seats={"north": {"by": "me"}, "south": {"by": "bot", "bot": "random"}}
    )
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        hand = tab.options
        tab.act(hand[0])
        tab.until(lambda tab: len(tab.options) == 2)
        tab.done("undo", seen=tab.n)
        assert tab.options == hand
        assert tab.parts["takebacks"]["used"] == 1


def test_a_match_that_no_longer_replays_is_kept_and_shown_up_to_there(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    made = server.make("toy-convoy")
    match = made["match"]["id"]
    with server.sit(match, made["secret"]) as tab:
        tab.act("with T1")
        board = tab.parts["scene"]
        tab.act("with T2")
        tab.act("with T3")
    server.kill()
    with sqlite3.connect(server.folder / "sandtable.db") as db:  # as if the rules had changed under this action
        db.execute("update entries set data = ? where match = ? and entry = 3", ('{"words":["fly","home"]}', match))
        db.execute("update entries set hash = null")
        db.execute("delete from frozen")
    server.start()
    with server.sit(match, made["secret"]) as tab:
        assert tab.parts["broken"]["action"] == 2
        assert "fly home" in tab.parts["broken"]["reason"]
        assert tab.parts["scene"] == board
        assert tab.options == []
        assert tab.refused("act", seen=tab.n, words=["with", "T2"])["error"] == "broken"
        tab.done("chat", text="what now?")


def test_an_action_over_rest_and_a_stream_of_lines_serve_a_bot(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO)
    match, seat = made["match"]["id"], made["secret"]
    headers = {"Authorization": f"Bearer {seat}"}
    with httpx.stream("GET", f"{server.url}/api/matches/{match}/stream", headers=headers, timeout=PATIENCE) as stream:
        lines = stream.iter_lines()
        update = msgspec.json.decode(next(lines))
        words = update["options"][0]["words"]
        wrong = server.post(f"/api/matches/{match}/actions", {"words": "lay c99", "seen": update["n"]}, seat)
        assert (wrong.status_code, wrong.json()["error"]) == (409, "not-offered")
        done = server.post(f"/api/matches/{match}/actions", {"words": words, "seen": update["n"]}, seat)
        assert done.json() == {"n": update["n"] + 1}
        later = msgspec.json.decode(next(lines))
        assert later["n"] == update["n"] + 1
        again = server.post(f"/api/matches/{match}/actions", {"words": words, "seen": update["n"]}, seat)
        assert again.json()["error"] == "out-of-date"


def test_games_boards_rules_and_the_schema_are_there(server: Server) -> None:
    games = {game["game"]: game for game in server.get("/api/games").json()}
    corridor = games["toy-corridor"]["scenarios"][0]
    assert corridor["options"] == [0]
    assert games["toy-corridor"]["options"][0] == {
        "name": "shots", "title": "Shots", "chapter": "", "text": "Whether the raider has a shot.", "default": "one",
        "values": [{"value": "one", "text": "one"}, {"value": "none", "text": "none"}], "joined": [],
    }  # fmt: skip
    assert corridor["board"] == "toy-board"
    for game in games.values():  # each option once
        told = [str(option) for option in game["options"]]
        assert len(told) == len({*told})
        assert {place for scenario in game["scenarios"] for place in scenario["options"]} == {*range(len(told))}
    board = server.get("/api/boards/toy-board.svg")
    assert board.headers["content-type"] == "image/svg+xml"
    assert "immutable" in board.headers["cache-control"]
    data = server.get("/api/boards/toy-board.json")
    assert data.headers["content-type"] == "application/json" and "immutable" in data.headers["cache-control"]
    assert data.json()["places"] == [{"id": "camp", "x": 4.5, "y": 4.5, "width": 9.0, "height": 9.0}]
    assert server.get("/api/boards/moon.svg").status_code == 404
    assert server.get("/api/boards/moon.json").status_code == 404
    assert server.get("/api/boards/toy-board").status_code == 404
    rules = server.get("/api/rules/who-dares-wins").json()
    assert rules["clauses"][0]["id"].startswith("WDW-")
    few = server.get("/api/rules/who-dares-wins?q=alarm").json()["clauses"]
    assert 0 < len(few) < len(rules["clauses"])
    assert server.get("/api/rules/chess").status_code == 404
    assert any("alarm" in str(table).lower() for table in rules["tables"])
    narrowed = server.get("/api/rules/who-dares-wins?q=tyres").json()["tables"]
    assert [table["id"] for table in narrowed] == ["events"] and len(narrowed[0]["rows"]) == 1
    packed = server.get("/api/rules/who-dares-wins", **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and packed.json() == rules
    schema = server.get("/api/schema").json()
    assert "/api/matches/{match}/actions" in schema["paths"]


def test_what_a_game_is_about_can_be_read_before_it_begins(server: Server) -> None:
    told = server.get("/api/briefings/toy-corridor/run?seat=raider&option=shots=none").json()
    assert told["situation"] == "Get through."
    assert server.get("/api/glossary/toy-corridor").json() == {"game": "toy-corridor", "terms": {}}
    for wrong in ("chess/x", "toy-corridor/x", "toy-corridor/run?seat=x", "toy-corridor/run?option=x=y"):
        assert server.get(f"/api/briefings/{wrong}").status_code == 404
