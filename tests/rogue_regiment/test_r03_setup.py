"""Chapter 3, setting a mission up, and what it is worth in the end."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Objective
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.state import (
    DEAD,
    GUARD,
    OFF,
    PATROLMAN,
    SENTRY,
    STEALTH,
    V_CONVOY,
    V_SPAWN,
    Regiment,
)
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, act_with, do, field, man, offered, run, unit
from tests.rogue_regiment.positions import LANE, set_up, started

FILES = files("sandtable.games.rogue_regiment.box") / "missions"


@pytest.mark.clause("RR-3.1", "RR-3.4", "RR-4.3", "RR-3.6", "RR-3.8", "RR-3.9")
def test_a_mission_begins_with_sentries_guards_and_operators_at_their_places() -> None:
    s = started()
    sentries = [u for u in range(len(s.u_kind)) if s.u_role[u] == SENTRY]
    assert len(sentries) == len(s.layout.points)
    for u, (point, v) in zip(sentries, s.layout.points, strict=True):
        assert (s.u_kind[u], s.u_at[u], s.u_face[u], s.u_colour[u]) == (data.RIFLE, v, point.default, point.colour)
    guards = [u for u in range(len(s.u_kind)) if s.u_role[u] == GUARD]
    assert [(s.u_kind[u], s.u_at[u], s.u_face[u]) for u in guards] == [(data.SMG, s.layout.anchors[1, 1, "yard"], N)]
    assert s.section == STEALTH
    assert [s.has(0, item) for item in (data.I_LEWES, data.I_TRAP, data.I_GRENADE)] == [2, 1, 0]
    assert targeting.weapons(s, 0) == [data.PISTOL, data.KNIFE], "the Sten is Paddy's"
    assert s.token == OFF, "the token is turned up with the first card, black side first"
    s.agenda.clear()
    run(s, events.Draw())
    assert s.token == BLACK


@pytest.mark.clause("RR-3.2", "RR-3.3")
def test_the_players_choose_where_each_patrol_starts() -> None:
    s = started()
    choices = []
    while offered(s, "start"):
        choices.append(len(offered(s, "start")))
        play(s, legal(s)[1])
    assert choices == [2] * len(s.layout.lines)
    for u in range(len(s.u_kind)):
        if s.u_role[u] == PATROLMAN:
            path = s.layout.lines[s.u_link[u]]
            place, facing = path.starts[1]
            assert (s.u_at[u], s.u_face[u]) == (path.squares[place], facing)


@pytest.mark.clause("RR-3.2", "RR-3.3", "RR-1.3", "RR-22.1")
def test_nobody_is_set_up_where_a_patrol_may_start() -> None:
    assert GAME.check("x.mission", LANE) == []
    s = GAME.start("m1-cold-ford", seed=1, mission=LANE, options={"guards": "4"})
    assert isinstance(s, Regiment)
    for _ in range(2):
        play(s, legal(s)[0])
    assert offered(s) == ["start b5", "start c5"], "both are free, though prisoners and guards crowd the lane"
    while s.phase == 0:
        play(s, legal(s)[0])
    assert next(s.place(s.u_at[u]) for u in range(len(s.u_kind)) if s.u_role[u] == PATROLMAN) == "b5"
    squares = [*s.u_at, *(v for v in s.m_at if s.grid.on_board(v))]
    assert len(squares) == len(set(squares)) == 1 + 1 + 1 + 4 + 3


@pytest.mark.parametrize("mission", list(data.MISSIONS))
@pytest.mark.clause("RR-3.4", "RR-1.3")
def test_extra_guards_stand_on_free_squares_beside_the_objectives(mission: str) -> None:
    few, more = set_up(mission), set_up(mission, guards="4")

    def guards(s: Regiment) -> list[int]:
        return [u for u in range(len(s.u_kind)) if s.u_role[u] == GUARD]

    assert len(guards(more)) == len(guards(few)) + 4
    squares = [v for u in range(len(more.u_kind)) for v in more.footprint(u)]
    assert len(squares) == len(set(squares)), "nobody shares a square"
    assert not {more.u_at[u] for u in guards(more)} & {v for v in more.barrels if v >= 0}
    places = [o.place for o in more.stage.mission.objectives if o.place is not None]
    if places:
        goals = [more.stage.square(place) for place in places]
        for u in guards(more)[len(guards(few)) :]:
            assert min(more.grid.distance(more.u_at[u], v) for v in goals) <= 4


@pytest.mark.clause("RR-3.7", "RR-6.5", "RR-6.6", "RR-6.7")
@pytest.mark.parametrize(("far", "face", "hit"), [(5, 5, True), (5, 4, False), (4, 4, True), (4, 3, False)])
def test_the_pistol_needs_five_and_four_at_short_range(far: int, face: int, hit: bool) -> None:  # TV-8
    s = field(plain(9, 9), dice=[face, 1])
    m = man(s, "jock", 0, 0)
    u = unit(s, "rifle", far, 0, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert s.alive(u) != hit
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-3.11", "RR-3.12")
def test_meter_and_operators_may_be_set_by_the_players() -> None:
    assert set_up("m1-cold-ford", meter="11").meter == 11
    assert set_up("m1-cold-ford", difficulty="hard", meter="difficulty").meter == 4
    alone = GAME.start("m1-cold-ford", options={"operators": "1"})
    assert isinstance(alone, Regiment)
    assert {action[0] for action in legal(alone)} == {"take", "ready"}, "the tutorial's men are no longer prescribed"
    for number in "1234":
        assert len(set_up("m1-cold-ford", operators=number).m_kind) == int(number)


@pytest.mark.clause("RR-3.4")
@pytest.mark.parametrize(("difficulty", "guards"), [("easy", 1), ("normal", 2), ("hard", 3)])
def test_a_mission_may_post_guards_from_a_difficulty_on(difficulty: str, guards: int) -> None:
    posts = "guard: [1,1].gate/N hard\nguard: [1,1].yard/N\nguard: [0,1].knoll/S normal"
    own = (FILES / "m1-cold-ford.mission").read_text(encoding="utf-8").replace("guard: [1,1].yard/N", posts)
    s = GAME.start("m1-cold-ford", options={"difficulty": difficulty}, mission=own)
    assert isinstance(s, Regiment)
    assert GAME.check("own.mission", own) == []
    places = [(1, 1, "yard"), (0, 1, "knoll"), (1, 1, "gate")][:guards]
    assert sorted(s.u_at[u] for u, role in enumerate(s.u_role) if role == GUARD) == sorted(
        s.layout.anchors[place] for place in places
    )


@pytest.mark.clause("RR-3.12")
@pytest.mark.parametrize(("difficulty", "meter"), [("easy", 8), ("normal", 6), ("hard", 4)])
def test_the_meter_starts_by_difficulty(difficulty: str, meter: int) -> None:
    assert started(difficulty=difficulty).meter == meter


@pytest.mark.clause("RR-3.15", "RR-1.1")
@pytest.mark.parametrize(("people", "shares"), [(1, [4]), (2, [2, 2]), (3, [2, 1, 1]), (4, [1, 1, 1, 1])])
def test_operators_are_divided_evenly_among_one_to_four_people(people: int, shares: list[int]) -> None:
    s = set_up("m8-iron-harvest", seed=3, players=str(people))
    owners = [setup.player_of(s, m) for m in range(len(s.m_kind))]
    assert sorted((owners.count(owner) for owner in set(owners)), reverse=True) == shares


@pytest.mark.clause("RR-3.15")
def test_the_question_says_whose_man_it_is_about() -> None:
    s = GAME.start("m1-cold-ford", seed=3, options={"players": "2"})
    assert isinstance(s, Regiment)
    while not offered(s, "act"):
        play(s, legal(s)[0])
    do(s, "act paddy")
    assert s.choice is not None
    assert s.choice.ask(s).startswith("Player 2: {paddy}: 4 action points")


@pytest.mark.clause("RR-3.16", "RR-3.18")
def test_units_and_men_die_when_their_health_is_gone() -> None:
    s = field(plain(9, 9))
    u = unit(s, "motorbike", 4, 4, N)
    m = man(s, "jock", 0, 0)
    notice.begin(s)
    attack.hit_unit(s, u)
    assert s.u_health[u] == 2
    turn.wound(s, m, 9)
    assert s.m_state[m] == DEAD
    assert s.m_at[m] == OFF
    assert all(1 <= face <= 6 for face in s.rolls(50))
    assert GAME.scenarios()[0].seats == ("operators",)


@pytest.mark.clause("RR-3.16")
def test_a_spawned_vehicle_is_no_vehicle_of_the_convoy() -> None:
    s = field(plain(9, 9))
    goal = Objective("convoy", 2, True, unit="motorbike")
    s.stage = Stage(replace(s.stage.mission, objectives=(goal,)), s.layout)
    s.scored = (0,)
    for role, counted in ((V_SPAWN, 0), (V_CONVOY, 1)):
        victory.score_kill(s, unit(s, "motorbike", 4, 4, N, role=role))
        assert s.scored == (counted,)


@pytest.mark.clause("RR-3.19")
def test_nothing_calms_an_alert_unit() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 0, 0, low=True)
    u = unit(s, "rifle", 8, 8, E)
    notice.begin(s)
    notice.alert(s, u, "RR-9.2", "test")
    run(s, end.EndPhase())
    assert s.u_alert[u] == 1
