"""Missions that players write, over the web: looked at, refused with every mistake, played under their own title."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.harness import Server

MISSION = """mission: X1  name: The orchard wall  type: infiltration  tiles: 2x1
map: T1B,T2A
operators: 2 free   willys: no   deck: green   packs: -   window: -
meter: 8 6 4   entry: W[0,0]   spawn: black N[1,0]
guard: [1,0].yard/S
objective: documents [1,0].office 3
objective: no-corpses 1
victory: major 6 minor 4
brief: The papers are in the office behind the orchard.
"""
WRONG = MISSION.replace("T1B,T2A", "T1B,T2Z").replace("[1,0].yard/S", "[1,0].yard")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), games=None, modules=())
    yield running.start()
    running.kill()


def test_a_mission_is_looked_at_before_it_is_played(server: Server) -> None:
    read = server.post("/api/missions/rogue-regiment", {"text": MISSION}).json()
    assert read["title"] == "X1 The orchard wall"
    assert read["faults"] == []
    assert read["svg"].startswith("<svg")
    read = server.post("/api/missions/rogue-regiment", {"text": WRONG}).json()
    assert {fault["line"] for fault in read["faults"]} == {2, 5}
    assert read["svg"] is None


def test_a_mission_is_played_under_its_own_title_and_its_record_carries_it(server: Server) -> None:
    made = server.make("rogue-regiment", mission=MISSION, seed=3)
    match = made["match"]["id"]
    assert made["match"]["scenario"]["title"] == "X1 The orchard wall"
    record = server.get(f"/api/matches/{match}/record", Authorization=f"Bearer {made['secret']}").text
    assert "  mission: X1  name: The orchard wall" in record
    again = server.post("/api/matches", {"record": record}).json()
    assert again["match"]["scenario"]["title"] == "X1 The orchard wall"


def test_a_mission_with_mistakes_makes_no_match(server: Server) -> None:
    answer = server.post("/api/matches", {"game": "rogue-regiment", "mission": WRONG})
    assert answer.status_code == 400
    problem = answer.json()
    assert problem["error"] == "bad-mission"
    assert problem["line"] == 2
    assert [fault["line"] for fault in problem["faults"]] == [2, 5]


def test_a_game_without_missions_says_so(server: Server) -> None:
    assert server.post("/api/missions/night-drop", {"text": MISSION}).json()["error"] == "bad-field"
    assert server.post("/api/missions/chess", {"text": MISSION}).status_code == 404
