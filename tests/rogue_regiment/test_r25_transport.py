"""Chapter 25, Heavy Metal: the Troop Transport Truck and mechanical failures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.files import FILES
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r25_failure as failure
from sandtable.games.rogue_regiment.rules import r25_transport as transport
from sandtable.games.rogue_regiment.state import BATTLE, OFF, OPERATOR, V_ASSAULT, V_GUARD, V_PATROL, Regiment, changed
from tests.kit import said
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, S, W, act_with, do, field, man, offered, refused, run, through, unit, why


def parked(meter: int = 6, dice: list[int] | None = None) -> tuple[Regiment, int]:
    """A troop truck that guards and heads north, its front left square at 10, 10."""
    s = field(plain(30, 30), meter=meter, dice=dice, packs="hm")
    return s, unit(s, "troop-truck", 10, 10, N, role=V_GUARD)


def alerted(s: Regiment, u: int) -> None:
    """A unit is alerted by something."""
    notice.alert(s, u, "RR-9.2", "it hears the noise")
    run(s)


def troops(s: Regiment) -> list[int]:
    """The SMG Infantry there is."""
    return [u for u, kind in enumerate(s.u_kind) if kind == data.SMG]


@pytest.mark.clause("RR-25.4")
def test_it_moves_like_a_truck() -> None:
    s, u = parked()
    turns = [cost for to, cost in vehicles.wheels_of(s, u).tracks(0).moves(vehicles.state_of(s, u)) if to & 3 != N]
    assert min(turns) == 2


@pytest.mark.clause("RR-25.5", "RR-25.8")
def test_at_the_alarm_eight_alert_men_get_out_nearest_to_the_spotted_operator() -> None:  # TV-69
    s, u = parked(meter=0)
    man(s, "jock", 20, 11, spotted=True)
    run(s, alarm.Check())
    through(s, "unload")
    found = troops(s)
    assert len(found) == 8
    assert all(s.u_alert[man] and s.u_role[man] for man in found)
    assert {s.grid.xs[s.u_at[man]] for man in found} == {12, 11}, "the east side, then the squares next to it"
    assert sum(s.grid.xs[s.u_at[man]] == 12 for man in found) == 6
    assert s.u_set[u] == 1
    assert s.u_health[u] == 6


@pytest.mark.clause("RR-25.8")
def test_emptied_it_neither_sees_nor_moves_nor_unloads_again() -> None:
    s, u = parked(meter=0)
    m = man(s, "jock", 10, 5, spotted=True)
    run(s, alarm.Check())
    through(s)
    before, count = vehicles.state_of(s, u), len(s.u_kind)
    notice.alert(s, u, "RR-12.2", "again")
    run(s, advance.AdvancePhase())
    through(s)
    assert vehicles.state_of(s, u) == before
    assert len(s.u_kind) == count
    other = man(s, "paddy", 10, 7)
    for v in troops(s):
        s.move(v, OFF)
    run(s, notice.After())
    assert not [1 for n in (m, other) if sight.sees(s, u, n)]


@pytest.mark.clause("RR-25.6", "RR-13.1")
def test_its_men_advance_in_the_advance_phase() -> None:
    s, u = parked()
    man(s, "jock", 10, 2, spotted=True)
    alerted(s, u)
    through(s)
    before = {v: s.u_at[v] for v in troops(s)}
    assert len(before) == 8
    run(s, advance.AdvancePhase())
    through(s)
    assert any(s.u_at[v] != at for v, at in before.items())


@pytest.mark.clause("RR-25.13")
def test_with_nobody_spotted_the_players_choose_the_squares() -> None:
    s, u = parked()
    man(s, "jock", 20, 20)
    alerted(s, u)
    assert len(offered(s, "unload")) == 16 - 8 + 1, "enough squares stay for the rest"
    do(s, offered(s, "unload")[0])
    through(s)
    assert len(troops(s)) == 8


@pytest.mark.clause("RR-25.5")
def test_without_room_beside_it_they_stand_on_the_next_nearest_squares() -> None:
    s, u = parked()
    man(s, "jock", 20, 20)
    for v in s.grid.squares:
        x, y = s.grid.xs[v], s.grid.ys[v]
        if 9 <= x <= 12 and 9 <= y <= 14 and not s.cover(u) >> v & 1 and (x, y) != (12, 9):
            unit(s, "rifle", x, y, N)
    alerted(s, u)
    through(s)
    far = sorted(min(s.grid.distance(s.u_at[v], w) for w in s.footprint(u)) for v in troops(s))
    assert far == [1] + [2] * 7


@pytest.mark.clause("RR-25.9")
def test_destroyed_with_its_men_aboard_all_are_lost() -> None:
    s, u = parked()
    man(s, "jock", 20, 20)
    attack.slay(s, u)
    assert said(s.events, "RR-25.9") == ["the men aboard {troop-truck-1} are lost with it"]
    alerted(s, u)
    assert troops(s) == []


def waiting_outside(role: int, packs: str = "hm") -> tuple[Regiment, int, int]:
    """A troop truck that waits in the north of the first tile."""
    s = field(plain(30, 30), packs=packs)
    side = Side(N, 0, 0)
    vehicle = Vehicle("assault" if role == V_ASSAULT else "patrol", "troop-truck", start=side, end=Side(S, 0, 2))
    s.stage = Stage(replace(s.stage.mission, vehicles=(vehicle,)), s.layout)
    m = man(s, "jock", 25, 25, spotted=True)
    u = unit(s, "troop-truck", 0, 0, S, role=role)
    s.u_link = changed(s.u_link, u, 0)
    s.u_place[u], s.u_way[u] = 0, 1
    s.move(u, OFF)
    return s, u, m


@pytest.mark.clause("RR-25.7", "RR-25.14")
@pytest.mark.parametrize("role", [V_ASSAULT, V_PATROL])
def test_off_the_board_at_the_alarm_it_drives_onto_it_unloads_and_its_men_advance(role: int) -> None:
    s, u, _m = waiting_outside(role)
    s.meter = 0
    run(s, alarm.Check())
    assert troops(s) == []
    run(s, advance.AdvancePhase())
    through(s)
    assert transport.wholly_on(s, u, vehicles.state_of(s, u))
    assert max(s.grid.ys[v] for v in s.footprint(u)) == 3, "it stops once it is wholly on the board"
    assert len(troops(s)) == 8
    assert max(s.grid.ys[s.u_at[v]] for v in troops(s)) > 4


@pytest.mark.clause("RR-25.14")
def test_where_its_way_is_blocked_it_unloads_partly_on_the_board() -> None:
    s, u, _m = waiting_outside(V_ASSAULT)
    s.meter = 0
    run(s, alarm.Check())
    unit(s, "rifle", 4, 2, N, alert=True)
    s.u_done[1] = 1
    run(s, transport.TrucksEnter())
    through(s)
    assert max(s.grid.ys[v] for v in s.footprint(u)) == 1
    assert len(troops(s)) == 8
    assert all(s.grid.on[s.u_at[v]] for v in troops(s))


@pytest.mark.clause("RR-25.14")
def test_spawned_in_battle_it_enters_and_unloads_in_the_next_advance_phase() -> None:
    s = field(plain(20, 20), packs="hm")
    s.section = BATTLE
    man(s, "jock", 15, 15, spotted=True)
    events.spawn(s, 0, [data.TROOP_TRUCK])
    run(s, advance.AdvancePhase())
    through(s)
    assert len(troops(s)) == 8


@pytest.mark.clause("RR-25.5", "RR-18.35")
def test_alerted_on_its_patrol_it_stops_and_unloads_there() -> None:
    s, u, m = waiting_outside(V_PATROL)
    s.m_spotted[m] = 0
    s.put(m, s.grid.at(4, 12))
    s.token = 1
    run(s, routes.VehiclesPatrol())
    assert s.u_at[u] == OFF
    s.token = 0
    run(s, routes.VehiclesPatrol())
    through(s)
    assert s.m_spotted[m]
    assert len(troops(s)) == 8
    run(s, patrol.PatrolPhase())
    place = vehicles.state_of(s, u)
    through(s)
    assert vehicles.state_of(s, u) == place


# --- mechanical failures


@pytest.mark.clause("RR-25.1")
def test_the_card_gives_a_token_to_an_operator_and_several_may_be_in_play() -> None:
    s = field(plain(20, 20), packs="hm")
    m = man(s, "jock", 5, 5)
    man(s, "paddy", 7, 5)
    for _ in range(2):
        run(s, failure.TakeToken())
        assert offered(s) == ["give failure jock", "give failure paddy"]
        do(s, "give failure jock")
    assert s.has(m, data.I_FAILURE) == 2
    events.take_effect(s, (data.P_FAILURE,))
    run(s)
    assert offered(s, "give", "failure")


@pytest.mark.clause("RR-25.1")
def test_without_a_free_slot_nothing_happens() -> None:
    s = field(plain(20, 20), packs="hm")
    m = man(s, "jock", 5, 5)
    for item in [item for item, small in enumerate(data.SMALL) if small and item != data.I_FAILURE][:6]:
        s.give(m, item, 1 - s.has(m, item))
    run(s, failure.TakeToken())
    assert said(s.events, "RR-25.1") == ["nobody has a slot free for the mechanical failure, so nothing happens"]


@pytest.mark.clause("RR-25.2", "RR-25.3")
def test_a_stalled_vehicle_does_not_move_this_turn_but_attacks() -> None:
    s = field(plain(30, 30), dice=[4, 4, 4], packs="hm")
    s.section, s.phase = BATTLE, OPERATOR
    m = man(s, "jock", 10, 4, spotted=True)
    u = unit(s, "armoured-car", 10, 11, N, alert=True, role=V_GUARD)
    s.give(m, data.I_FAILURE, 1)
    act_with(s, m)
    do(s, "stall jock armoured-car-1")
    assert offered(s, "stall") == []
    place = vehicles.state_of(s, u)
    run(s, advance.AdvancePhase())
    through(s)
    assert vehicles.state_of(s, u) == place
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 2
    run(s, end.EndPhase())
    run(s, advance.AdvancePhase())
    through(s)
    assert vehicles.state_of(s, u) != place


@pytest.mark.clause("RR-25.2")
def test_a_stalled_patrol_stands_though_its_token_shows() -> None:
    s, u, _ = waiting_outside(V_PATROL)
    s.token = 0
    run(s, routes.VehiclesPatrol())
    place = vehicles.state_of(s, u)
    s.u_stall = changed(s.u_stall, u, 1)
    s.u_done[u] = 0
    run(s, routes.VehiclesPatrol())
    assert vehicles.state_of(s, u) == place


@pytest.mark.clause("RR-25.2")
def test_it_is_for_vehicles_on_the_board_alone() -> None:
    s, _, m = waiting_outside(V_PATROL)
    unit(s, "rifle", 20, 20, W)
    s.give(m, data.I_FAILURE, 1)
    act_with(s, m)
    assert offered(s, "stall") == []


@pytest.mark.clause("RR-25.2")
def test_why_a_mechanical_failure_is_refused() -> None:
    s, u = parked()
    m = man(s, "jock", 20, 20)
    unit(s, "rifle", 2, 2, N)
    act_with(s, m)
    assert refused(s, "stall jock troop-truck-1") == "RR-25.2"
    s.give(m, data.I_FAILURE, 2)
    act_with(s, m)
    assert refused(s, "stall jock rifle-1") == "RR-25.2"
    do(s, f"stall jock {s.unit(u)}")
    assert why(s, "stall jock troop-truck-1").text == "{troop-truck-1} has broken down already"


@pytest.mark.clause("RR-25.9")
def test_a_truck_counts_as_destroyed_with_its_men_aboard_only_before_they_are_out() -> None:
    for empty in (0, 1):
        s = GAME.start("m11-kennel-road", seed=1)
        assert isinstance(s, Regiment)
        u = s.u_kind.index(data.TROOP_TRUCK)
        s.deploy(u, empty)
        attack.slay(s, u)
        assert s.scored[0] == 1 - empty


@pytest.mark.clause("RR-26.11")
def test_a_mission_file_with_words_of_an_expansion_must_name_it() -> None:
    good = FILES.text("missions/m11-kennel-road.mission")
    good = good.replace("victory:", "objective: no-flames [2,1].square 1\nvictory:").replace("minor 5", "minor 6")
    assert GAME.check("mine.mission", good) == []
    told = [text for _, text in GAME.check("mine.mission", good.replace("packs: hm+hd", "packs: -")) or []]
    assert [text.split(";")[0] for text in told] == [
        "the key dogs comes with the expansion hd",
        "troop-truck comes with the expansion hm",
        "armoured-car comes with the expansion hm",
        "heavy-car comes with the expansion hm",
        "troop-truck comes with the expansion hm",
        "nothing burns without the expansion hd",
    ]
    wrong = good.replace("kennel/S 2", "kennel/S").replace("loaded troop-truck", "loaded armoured-car")
    assert [text for _, text in GAME.check("mine.mission", wrong) or []] == [
        "dogs should be a place with a facing and how many, as in [0,0].kennel/S 2",
        "only a troop-truck has men aboard who may not get out",
    ]
