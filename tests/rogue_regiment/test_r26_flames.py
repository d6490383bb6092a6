"""Chapter 26, Hot Dogs: flamethrowers and rooms that burn."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.advice import odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.files import FILES
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r26_flames as flames
from sandtable.games.rogue_regiment.state import BATTLE, TROOPER, V_GUARD, Regiment
from tests.kit import said, told
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, run, sq, through, unit
from tests.rogue_regiment.positions import line, walker

HUT = """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ +#+W+#+ + + + + + +
 .#1 1 1#. . . . . .
+ + + + + + + + + + +
 .#1 1 1#. . . . . .
+ + + + + + + + + + +
 .#1 1 1#. . . . . .
+ +#+D+#+ + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
"""


def burner(
    x: int, y: int, at: tuple[int, int], dice: list[int] | None = None, kind: str = "flamethrower"
) -> tuple[Regiment, int, int]:
    """A hut, a spotted man, and somebody with a flamethrower who faces south, or
    west from the east of it."""
    s = field(board(HUT), dice=dice, packs="hd")
    s.section = BATTLE
    m = man(s, "jock", *at, spotted=True)
    return s, unit(s, kind, x, y, W if x > 4 else S, alert=True, role=TROOPER if kind == "flamethrower" else V_GUARD), m


def fire(s: Regiment) -> None:
    """An Attack Phase."""
    run(s, attacks.AttackPhase())
    through(s)


@pytest.mark.clause("RR-26.3", "RR-26.4", "RR-26.19")
def test_attacking_a_man_in_a_room_sets_it_on_fire_for_good() -> None:
    s, _, m = burner(2, 2, (2, 3), dice=[2, 1, 3])
    fire(s)
    assert s.m_health[m] == 3, "three dice at 2 or more, without a bonus for being near"
    assert s.flames == ((1, s.turn),)
    run(s, end.EndPhase())
    assert s.flames


@pytest.mark.clause("RR-26.5")
def test_in_later_attack_phases_each_token_in_his_room_rolls_a_die_against_him() -> None:
    s, u, m = burner(9, 0, (2, 3), dice=[2, 1])
    s.move(u, -1)
    s.lay(flames=((1, s.turn), (1, s.turn)))
    other = man(s, "paddy", 9, 0)
    fire(s)
    assert s.m_health[m] == 5, "the tokens of this phase do not burn yet"
    s.turn += 1
    fire(s)
    assert (s.m_health[m], s.m_health[other]) == (4, 5)
    assert len(said(told(s), "RR-26.5")) == 1


@pytest.mark.clause("RR-26.2")
def test_soft_cover_does_not_help_and_hard_cover_does() -> None:
    s = field(plain(12, 12, F="5,5"), dice=[2, 2, 1], packs="hd")
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True)
    u = unit(s, "flamethrower", 5, 1, S, alert=True)
    assert position.quality(s, u, s.u_at[u], m) == 1
    fire(s)
    assert s.m_health[m] == 3
    s, u, m = burner(2, 0, (2, 3), dice=[3, 3, 4])
    fire(s)
    assert s.m_health[m] == 4, "the window takes two off"


@pytest.mark.clause("RR-26.6", "RR-26.21")
def test_without_sight_but_in_range_the_room_is_attacked_with_one_die() -> None:
    s, u, m = burner(8, 4, (1, 5), dice=[2, 1])
    other = man(s, "paddy", 2, 4)
    assert position.quality(s, u, s.u_at[u], m) == -3
    fire(s)
    assert (s.m_health[m], s.m_health[other]) == (4, 5), "each of them in the room, spotted or not"
    assert s.flames == ((1, s.turn),)
    assert said(told(s), "RR-26.6")[0].endswith("on fire")


@pytest.mark.clause("RR-26.6")
def test_a_room_behind_the_flamethrower_or_out_of_range_is_not_attacked() -> None:
    s, u, _ = burner(8, 4, (1, 5))
    assert flames.rooms_for(s, u)
    s.face(u, E)
    assert flames.rooms_for(s, u) == []
    s, u, _ = burner(9, 4, (1, 5))
    assert flames.rooms_for(s, u) == [], "the room is six squares off"


@pytest.mark.clause("RR-26.7")
def test_a_room_with_another_axis_unit_is_not_burnt_but_a_man_in_sight_there_is_attacked() -> None:
    s, u, m = burner(8, 4, (1, 5))
    unit(s, "smg", 1, 3, N)
    assert flames.rooms_for(s, u) == []
    assert position.quality(s, u, s.u_at[u], m) == -9
    s, u, m = burner(2, 2, (2, 3), dice=[6, 6, 1])
    unit(s, "smg", 1, 5, N)
    fire(s)
    assert s.m_health[m] == 3
    assert s.flames == ()


@pytest.mark.clause("RR-26.8")
def test_axis_infantry_goes_round_a_burning_room_and_who_is_in_it_may_leave() -> None:
    s, u, _ = burner(2, 1, (2, 6))
    room = s.layout.rooms[1]
    assert position.reachable(s, u).within(9) & room
    s.lay(flames=((1, 1),))
    assert not position.reachable(s, u).within(9) & room
    s.move(u, s.grid.at(2, 4))
    assert position.way_cost(s, u, s.grid.at(2, 6)) == 2


@pytest.mark.clause("RR-26.8")
def test_a_patrolman_stops_before_a_burning_room() -> None:
    s = field(board(HUT), packs="hd")
    u = walker(s, line(s.layout, 0, (2, 7), (2, 6), (2, 5), (2, 4), (2, 3)), 0, N)
    s.lay(flames=((1, 1),))
    s.forget()
    patrol.set_out(s, u)
    run(s)
    through(s)
    assert at(s, s.u_at[u]) == (2, 6)


@pytest.mark.clause("RR-26.1", "RR-26.22")
@pytest.mark.parametrize("kind", ["flamethrower", "flame-track"])
def test_who_has_a_flamethrower_never_reacts_not_even_with_an_hmg(kind: str) -> None:
    s = field(plain(20, 20), packs="hd")
    s.section = BATTLE
    m = man(s, "jock", 9, 12, spotted=True)
    unit(s, kind, 10, 8, S, alert=True)
    act_with(s, m)
    do(s, f"move jock {sq(10, 12)}")
    assert not said(told(s), "RR-10.1")


@pytest.mark.clause("RR-26.10", "RR-26.22")
def test_the_flamethrower_half_track_fires_hmg_and_flamethrower_to_the_front() -> None:
    s = field(plain(20, 20), dice=[2, 1, 1, 2, 1, 1], packs="hd")
    s.section = BATTLE
    m = man(s, "jock", 9, 12, spotted=True)
    u = unit(s, "flame-track", 10, 8, S, alert=True, role=V_GUARD)
    fire(s)
    assert s.m_health[m] == 3, "a 2 at short range with the HMG, a 2 with the flamethrower"
    assert len(said(told(s), "RR-16.1")) == 3
    assert not attack.hurts(s, data.PISTOL, u)
    s.put(m, s.grid.at(9, 15))
    s.m_health = (5,)
    assert [weapon for _, _, weapon in attacks.options(s, u, attacks.prey(s))] == []
    s.u_done[u] = 0
    assert len(attacks.options(s, u, attacks.prey(s))) == 1, "seven squares are too far for the flames"


@pytest.mark.clause("RR-26.10")
def test_its_hmg_fires_through_a_wall_and_its_flames_take_the_room() -> None:
    s, _, m = burner(7, 4, (1, 4), dice=[6, 1, 1, 2], kind="flame-track")
    fire(s)
    assert s.m_health[m] == 3
    assert len(s.flames) == 1


@pytest.mark.clause("RR-26.22")
def test_the_flamethrower_half_track_advances_by_the_ranges_of_its_hmg() -> None:
    s = field(plain(30, 30), packs="hd")
    s.section = BATTLE
    m = man(s, "jock", 10, 2, spotted=True)
    u = unit(s, "flame-track", 10, 14, N, alert=True, role=V_GUARD)
    run(s, vehicle_advance.VehicleAdvance(u, 8))
    through(s)
    assert min(s.grid.distance(v, s.m_at[m]) for v in s.footprint(u)) == 4


@pytest.mark.clause("RR-26.9")
def test_flamethrowers_come_to_a_spawn_tile_in_battle() -> None:
    s = field(plain(20, 20), packs="hd")
    s.section = BATTLE
    events.spawn(s, 0, [data.FLAMETHROWER, data.FLAME_TRACK])
    assert s.u_kind == (data.FLAMETHROWER, data.FLAME_TRACK)
    assert list(s.u_alert) == [1, 1]


@pytest.mark.clause("RR-26.21")
def test_a_flamethrower_without_a_position_in_sight_comes_within_range_of_the_room() -> None:
    s, u, m = burner(9, 7, (1, 3))
    run(s, advance.Advance(u, 4))
    through(s)
    assert position.beyond_walls(s, u, m, s.grid.bit[s.u_at[u]])


@pytest.mark.clause("RR-26.5", "RR-12.10")
def test_when_the_fire_kills_the_last_spotted_man_another_must_be_named() -> None:
    s, u, m = burner(9, 0, (2, 3), dice=[6])
    s.move(u, -1)
    man(s, "paddy", 9, 0)
    man(s, "hawke", 9, 1)
    s.m_health = (1, 5, 5)
    s.lay(flames=((1, s.turn - 1),))
    run(s, attacks.AttackPhase(), turn.EndAction())
    assert offered(s) == ["spot paddy", "spot hawke"]
    assert not s.on_board(m)


@pytest.mark.clause("RR-26.6")
def test_what_a_room_attack_may_do_is_counted() -> None:
    s, u, m = burner(8, 4, (1, 5))
    unit(s, "flamethrower", 7, 4, W, alert=True)
    run(s, flames.RoomAttacks())
    assert offered(s) == ["burns flamethrower-1 jock", "burns flamethrower-2 jock"]
    told = odds.odds(s, ("burns", s.unit(u), s.man(m)))
    assert told is not None
    assert round(told["Jock loses 1 health"], 3) == 0.833


@pytest.mark.clause("RR-26.4")
def test_a_mission_may_ask_that_no_room_of_a_tile_burns() -> None:
    text = FILES.text("missions/m11-kennel-road.mission")
    text = text.replace("victory:", "objective: no-flames [2,1].square 1\nvictory:").replace("minor 5", "minor 6")
    s = GAME.start("m11-kennel-road", seed=1, mission=text)
    assert isinstance(s, Regiment)
    n = [objective.kind for objective in s.stage.mission.objectives].index("no-flames")
    elsewhere, there = s.layout.room[s.layout.anchors[0, 0, "hut_a"]], s.layout.room[s.layout.anchors[2, 1, "house"]]
    s.lay(flames=((elsewhere, 1),))
    assert victory.times_met(s, n) == 1
    s.lay(flames=((there, 1),))
    assert victory.times_met(s, n) == 0
