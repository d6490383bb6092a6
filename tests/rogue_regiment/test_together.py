"""Chapters 24 to 28 together: what the rules of one expansion make of those of another, and of the base game's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import Side, Vehicle
from sandtable.games.rogue_regiment.box.tiles import BLACK
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r27_carriers as carriers
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BATTLE,
    CORPSE,
    CREWMAN,
    ENSNARED,
    GUARD,
    JAEGER,
    OFF,
    TROOPER,
    V_GUARD,
    V_PATROL,
    V_SPAWN,
    Regiment,
    changed,
)
from sandtable.geometry.squares import WEST
from tests.kit import said, told
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import (
    E,
    N,
    S,
    W,
    act_with,
    at,
    do,
    field,
    man,
    offered,
    refused,
    run,
    sq,
    through,
    unit,
)
from tests.rogue_regiment.positions import (
    HOUSE,
    convoy,
    corpses,
    hunted,
    hunting_card,
    line,
    plays,
    set_up,
    stand,
    support,
    walker,
    willys,
)

ALL = "twd+hm+hd+ks+jg"
LONG_HOUSE = HOUSE + (" " + ". " * 10 + "\n" + "+" + " +" * 10 + "\n") * 8


def disguised(s: Regiment, x: int, y: int, *, spotted: bool = False) -> int:
    return man(s, "nancy", x, y, side="B", spotted=spotted)


def verbs(s: Regiment) -> set[str]:
    return {words.split()[0] for words in offered(s)}


def alerted(s: Regiment, u: int) -> None:
    notice.alert(s, u, "RR-9.2", "it hears the noise")
    run(s)


def advancing(s: Regiment) -> None:
    run(s, advance.AdvancePhase())
    through(s)


def firing(s: Regiment) -> None:
    run(s, attacks.AttackPhase())
    through(s)


# --- Nancy


@pytest.mark.clause("RR-24.9", "RR-24.49")
def test_spotted_in_mid_talk_she_may_still_end_it() -> None:  # E243
    s = field(plain(16, 16), [1], packs="twd")
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, W)
    unit(s, "rifle", 6, 5, E)
    unit(s, "rifle", 12, 5, W)
    act_with(s, m)
    do(s, "interact nancy rifle-1", "attack nancy garrotte rifle-2")
    assert s.m_spotted[m] and not s.u_alert[u], "he who saw the garrotte is too far away to be heard"
    do(s, "part nancy")
    assert (s.u_cig[u], s.u_face[u]) == (0, W)


@pytest.mark.clause("RR-24.14")
def test_spotted_in_disguise_she_serves_a_gun_of_the_willys_though_not_her_own() -> None:  # E180
    s = field(plain(20, 20), packs=ALL)
    m = disguised(s, 9, 14, spotted=True)
    willys(s, 9, 14, N, "jock", m)
    unit(s, "smg", 9, 9, N)
    run(s, cars.CarsAct())
    assert "attack willys front smg-1" in offered(s)
    do(s, "deploy willys", f"out nancy {sq(8, 14)}")
    through(s, "done")
    act_with(s, m)
    assert not verbs(s) & {"attack", "move-attack", "aim", "mark"}


@pytest.mark.clause("RR-24.5")
def test_with_her_last_point_she_does_not_step_onto_a_square_that_is_held() -> None:  # E181
    s = field(plain(12, 12), packs=ALL)
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 4, N)
    s.m_ap[m] = 2
    act_with(s, m)
    assert f"move nancy {sq(5, 4)}" in offered(s)
    s.m_ap[m] = 1
    act_with(s, m)
    assert f"move nancy {sq(5, 4)}" not in offered(s)


@pytest.mark.clause("RR-24.16", "RR-24.3")
@pytest.mark.parametrize(("edge", "may"), [("l", True), ("W", True), ("D", False), ("h", False)])
def test_she_strangles_over_a_wall_that_she_may_not_vault_but_through_no_door(edge: str, may: bool) -> None:  # E182
    s = field(edged(open_ground(12, 12), (edge, 5, 5, 5, 4)), packs=ALL)
    m = disguised(s, 5, 5)
    unit(s, "rifle", 5, 4, N)
    act_with(s, m)
    assert ("attack nancy garrotte rifle-1" in offered(s)) == may
    assert (f"move nancy {sq(5, 4)}" in offered(s)) == (edge == "D")


@pytest.mark.clause("RR-24.16", "RR-24.8")
@pytest.mark.parametrize(("kind", "talks"), [("dog", False), ("hmg-team", True), ("aa-gun", False)])
def test_she_strangles_neither_a_dog_nor_a_team_and_talks_to_infantry_alone(kind: str, talks: bool) -> None:  # E183
    s = field(plain(12, 12), packs=ALL)
    m = disguised(s, 5, 5)
    u = unit(s, kind, 5, 4, N)
    act_with(s, m)
    assert offered(s, "attack") == []
    assert offered(s, "interact") == ([f"interact nancy {s.unit(u)}"] if talks else [])


@pytest.mark.clause("RR-24.6", "RR-24.38")
@pytest.mark.parametrize(("kind", "left"), [("dog", 4), ("aa-gun", 5), ("truck", 4)])
def test_a_dog_or_a_driver_that_looks_at_her_grows_suspicious_but_no_gun_that_looks_up(kind: str, left: int) -> None:
    s = field(plain(20, 20), meter=5, packs=ALL)  # E184, E185
    disguised(s, 5, 8)
    unit(s, kind, 5, 5, S)
    run(s, end.EndPhase())
    assert s.meter == left


@pytest.mark.clause("RR-24.9", "RR-24.10")
def test_a_talk_that_goes_on_costs_one_token_in_all() -> None:  # E186
    s = field(plain(12, 12), meter=5, packs=ALL)
    m = disguised(s, 5, 5)
    u = unit(s, "rifle", 5, 4, N)
    unit(s, "rifle", 9, 5, W)
    act_with(s, m)
    do(s, "interact nancy rifle-1", "end nancy n")
    run(s, end.EndPhase())
    s.m_ap[m] = 4
    s.m_done = (0,)
    act_with(s, m)
    assert offered(s, "interact") == []
    do(s, "end nancy n")
    run(s, end.EndPhase())
    assert (s.has(m, data.I_INTERACT), s.meter, s.u_face[u]) == (2, 5, S)


@pytest.mark.clause("RR-24.53", "RR-24.20")
def test_the_rat_stays_in_her_bag_until_she_has_changed_back() -> None:  # E187
    s = field(plain(12, 12), packs=ALL)
    m = disguised(s, 5, 5)
    act_with(s, m)
    assert offered(s, "place") == offered(s, "move-place") == []
    do(s, "change nancy")
    s.m_ap[m] = 4
    act_with(s, m)
    assert offered(s, "place", "nancy", "rat")


@pytest.mark.clause("RR-27.15", "RR-27.16", "RR-24.4")
def test_in_disguise_she_startles_the_cat_and_whoever_turns_to_it_sees_nothing_in_her() -> None:  # E188
    s = hunted(plain(20, 20))
    s.cats = (s.grid.at(10, 10),)
    m = disguised(s, 10, 13)
    u = unit(s, "rifle", 10, 7, N)
    act_with(s, m)
    do(s, f"move nancy {sq(10, 12)}")
    assert not list(s.cats)
    assert (s.u_face[u], s.u_alert[u], s.m_spotted[m]) == (S, 0, 0)


@pytest.mark.clause("RR-27.39")
def test_a_stalker_walks_past_her() -> None:  # E189
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, E)
    m = disguised(s, 4, 2)
    s.j_ways = (s.grid.at(5, 2), *s.j_ways[1:])
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (5, 2)
    assert (s.u_alert[u], s.m_spotted[m]) == (0, 0)


# --- the Typhoon


def sky(dice: list[int] | None = None, tiles: int = 3) -> Regiment:
    """A row of tiles with a Typhoon that waits in the west."""
    s = field(plain(10 * tiles, 10), dice, packs="")
    s.stage = Stage(replace(s.stage.mission, packs=("twd", "hm", "hd", "ks", "jg"), typhoon=True), s.layout)
    s.typhoon = typhoon.ready(s)
    for where, value in ((typhoon.WHERE, typhoon.WAITS), (typhoon.EDGE, WEST), (typhoon.LINE, 0), (typhoon.FRESH, 1)):
        typhoon.put(s, where, value)
    man(s, "jock", 0, 9)
    man(s, "paddy", 0, 8)
    return s


@pytest.mark.clause("RR-24.57", "RR-24.31", "RR-24.17")
def test_whoever_is_held_by_the_garrotte_does_not_fire_at_it() -> None:  # E190
    s = sky(dice=[6])
    held, free = unit(s, "rifle", 3, 3, N), unit(s, "rifle", 6, 3, N)
    s.u_cig = (ENSNARED, 0)
    disguised(s, 3, 4)
    run(s, typhoon.Run(1))
    do(s, "fly typhoon", "spot jock")
    fired = [event.text for event in told(s) if event.clause == "RR-24.31"]
    assert [s.unit(free) in text for text in fired] == [True]
    assert not any(s.unit(held) in text for text in fired)


@pytest.mark.clause("RR-24.29", "RR-20.29")
def test_a_rocket_that_drifts_off_the_board_is_spent_for_nothing() -> None:  # E191
    s = sky(dice=[4, 6, 6])  # 10 is to the right of the way it flies, to the south; a 6 is three squares
    unit(s, "smg", 5, 9, N)
    run(s, typhoon.Run(1))
    do(s, f"rocket typhoon {sq(5, 9)}")
    assert s.typhoon[typhoon.ROCKETS] == 1
    assert s.alive(0)


@pytest.mark.clause("RR-24.29", "RR-24.27")
def test_a_rocket_that_drifts_over_the_edge_of_its_tile_reaches_who_stands_there() -> None:  # E192
    s = sky(dice=[3, 3, 6, 6, 6, 6, 6, 6])  # 6 is straight on, three squares
    u = unit(s, "smg", 12, 5, N)
    run(s, typhoon.Run(1))
    do(s, f"rocket typhoon {sq(9, 5)}")
    assert f"hit {s.unit(u)}" in offered(s) or not s.alive(u)


@pytest.mark.clause("RR-24.26", "RR-24.27")
def test_over_a_board_of_one_tile_the_run_is_over_in_a_turn() -> None:  # E193
    s = sky(tiles=1)
    typhoon.begin_turn(s)
    run(s)
    assert {"fly", "rocket"} <= verbs(s)
    do(s, "fly typhoon", "spot jock")
    assert not offered(s, "rocket") and not offered(s, "strafe"), "there is no next tile"
    through(s, "fly")
    assert s.typhoon[typhoon.WHERE] == typhoon.AWAY


@pytest.mark.clause("RR-24.29", "RR-24.27")
def test_where_nobody_is_outdoors_it_has_no_use_for_its_cannon() -> None:  # E194
    s = sky()
    run(s, typhoon.Run(1))
    assert offered(s, "strafe") == []
    assert len(offered(s, "rocket")) == 100


@pytest.mark.clause("RR-24.29")
def test_a_rocket_over_our_own_willys_costs_it_a_point_for_each_hit_and_its_crew_nothing() -> None:  # E195
    s = sky(dice=[3, 4, 6, 6, 1, 1, 1, 1])
    c = willys(s, 5, 5, N, "hawke")
    m = s.man_of("hawke")
    before = s.c_health[c], s.m_health[m]
    run(s, typhoon.Run(1))
    do(s, f"rocket typhoon {sq(5, 5)}")
    through(s, "hit")
    assert (s.c_health[c], s.m_health[m]) == (before[0] - 2, before[1])


# --- mechanical failures


@pytest.mark.clause("RR-25.2")
def test_behind_a_truck_that_broke_down_the_convoy_keeps_its_distance() -> None:  # E196
    s = field(plain(10, 40), packs=ALL)
    man(s, "jock", 0, 0)
    first, second, third = convoy(s, "truck", "truck", "truck")
    for u, place in ((first, 24), (second, 16), (third, 8)):
        stand(s, u, place)
    s.u_stall = changed(s.u_stall, second, 1)
    before = [s.u_at[u] for u in (first, second, third)]
    advancing(s)
    assert s.u_at[second] == before[1]
    assert s.u_at[first] != before[0]
    tail = min(s.grid.ys[v] for v in s.footprint(second))
    nose = max(s.grid.ys[v] for v in s.footprint(third))
    assert tail - nose - 1 == 2


@pytest.mark.clause("RR-25.5")
def test_a_broken_down_troop_truck_lets_its_men_out_all_the_same() -> None:  # E197
    s = field(plain(30, 30), packs=ALL)
    man(s, "jock", 20, 20)
    u = unit(s, "troop-truck", 10, 10, N, role=V_GUARD)
    s.u_stall = changed(s.u_stall, u, 1)
    alerted(s, u)
    through(s)
    assert s.u_kind.count(data.SMG) == 8


@pytest.mark.clause("RR-25.2", "RR-27.42", "RR-27.29")
def test_a_broken_down_kettenkrad_brings_nobody_until_it_runs_again() -> None:  # E198
    s = field(plain(30, 20), packs=ALL)
    s.section = BATTLE
    m = man(s, "paddy", 18, 5, spotted=True)
    u = unit(s, "kettenkrad", 5, 5, E, alert=True, role=V_SPAWN)
    s.give(m, data.I_FAILURE, 1)
    act_with(s, m)
    do(s, "stall paddy kettenkrad-1")
    place = s.u_at[u]
    advancing(s)
    assert s.u_at[u] == place and len(s.u_kind) == 1
    run(s, end.EndPhase())
    advancing(s)
    assert s.u_at[u] != place and len(s.u_kind) == 3


@pytest.mark.clause("RR-25.2", "RR-27.29", "RR-27.33")
@pytest.mark.parametrize(("kind", "men"), [("kettenkrad", 2), ("sturmboot", 6)])
def test_from_what_broke_down_where_its_men_are_to_get_out_they_get_out(kind: str, men: int) -> None:  # E236
    s = field(plain(20, 20, **{"~": " ".join(f"{x},{y}" for x in range(20) for y in range(4, 8))}), packs=ALL)
    s.section = BATTLE
    man(s, "paddy", 3, 12 if kind == "kettenkrad" else 10, spotted=True)
    u = unit(s, kind, 2, 17 if kind == "kettenkrad" else 6, E, alert=True, role=V_GUARD)
    s.u_stall = changed(s.u_stall, u, 1)
    place = s.u_at[u]
    advancing(s)
    assert s.u_at[u] == place and len(s.u_kind) == 1 + men


@pytest.mark.clause("RR-25.2", "RR-24.58")
def test_a_boat_may_break_down_and_a_gun_is_no_vehicle() -> None:  # E199
    s = field(plain(20, 20, **{"~": " ".join(f"{x},{y}" for x in range(20) for y in range(4, 8))}), packs=ALL)
    m = man(s, "jock", 2, 15)
    unit(s, "sturmboot", 5, 5, E, role=V_GUARD)
    unit(s, "aa-gun", 10, 12, N)
    unit(s, "hmg-team", 15, 15, N)
    s.give(m, data.I_FAILURE, 1)
    act_with(s, m)
    assert offered(s, "stall") == ["stall jock sturmboot-1"]
    assert refused(s, "stall jock aa-gun-1") == "RR-25.2"


# --- HMG teams, Stalkers


@pytest.mark.clause("RR-24.45")
def test_a_team_with_a_man_in_range_behind_it_turns_and_fires_without_a_step() -> None:  # E200
    s = field(plain(20, 20), dice=[6, 1, 1], packs=ALL)
    s.section = BATTLE
    m = man(s, "jock", 10, 16, spotted=True)
    u = unit(s, "hmg-team", 10, 9, N, alert=True, role=TROOPER)
    advancing(s)
    assert at(s, s.u_at[u]) == (10, 9) and s.u_face[u] == S
    firing(s)
    assert s.m_health[m] == 4


@pytest.mark.clause("RR-24.47")
def test_a_team_leaves_a_body_with_its_second_man_alone() -> None:  # E201
    s = field(plain(20, 20), dice=[6, 6], packs=ALL)
    m = man(s, "jock", 5, 8)
    u = unit(s, "hmg-team", 5, 5, N)
    act_with(s, m)
    do(s, "attack jock pistol hmg-team-1")
    assert (s.u_health[u], corpses(s)) == (1, [])
    act_with(s, m)
    do(s, "attack jock pistol hmg-team-1")
    assert not s.alive(u) and corpses(s) == [(5, 5)]


@pytest.mark.clause("RR-27.38", "RR-27.14")
def test_stalkers_of_a_mission_without_a_jaeger_are_guards_that_advance_in_battle() -> None:  # E202
    s = set_up("m12-the-huntsman", seed=3)
    assert GAME.seats(s) == ("operators",)
    found = [u for u, kind in enumerate(s.u_kind) if kind == data.STALKER and s.u_at[u] >= 0]
    assert found and not any(s.u_alert[u] for u in found)
    before = [s.u_at[u] for u in found]
    advancing(s)
    assert [s.u_at[u] for u in found] == before
    s = field(plain(20, 20), packs=ALL)
    man(s, "paddy", 2, 18, spotted=True)
    u = unit(s, "stalker", 2, 2, S)
    s.meter = 0
    run(s, alarm.Check())
    advancing(s)
    assert s.u_alert[u] and s.grid.ys[s.u_at[u]] == 6


# --- the rat


@pytest.mark.clause("RR-24.20", "RR-10.1")
def test_laying_the_rat_in_the_sight_of_an_alert_man_draws_his_fire() -> None:  # E203
    s = field(plain(20, 20), dice=[6], packs=ALL)
    m = man(s, "nancy", 10, 10, spotted=True)
    man(s, "jock", 0, 19)
    unit(s, "rifle", 10, 5, S, alert=True)
    act_with(s, m)
    do(s, f"place nancy rat {sq(11, 10)}", "fuse 3")
    assert s.m_health[m] == 4
    assert [(at(s, bomb[0])) for bomb in s.bombs] == [(11, 10)]


@pytest.mark.clause("RR-24.20")
def test_rat_and_bomb_with_one_fuse_both_go_off() -> None:  # E204
    s = field(plain(30, 20), dice=[1] * 12, packs=ALL)
    nancy, jock = man(s, "nancy", 2, 2), man(s, "jock", 2, 18)
    act_with(s, nancy)
    do(s, f"place nancy rat {sq(3, 3)}", "fuse 1", "end nancy n")
    act_with(s, jock)
    do(s, f"place jock lewes {sq(3, 17)}", "fuse 1", "end jock n")
    for m, x in ((nancy, 20), (jock, 22)):
        s.put(m, s.grid.at(x, 10))
    s.deck = (*s.deck[:-1], 0)
    run(s, events.Draw())
    s.card = -1
    run(s, placed.Bombs())
    through(s)
    assert (s.bombs, s.meter) == ((), 4)


# --- where men get out


@pytest.mark.clause("RR-25.5", "RR-26.8")
def test_nobody_gets_out_of_a_truck_into_a_burning_room() -> None:  # E205
    for burns in (False, True):
        s = field(board(LONG_HOUSE), packs=ALL)
        man(s, "jock", 3, 6, spotted=True)
        u = unit(s, "troop-truck", 2, 9, W, role=V_GUARD)
        s.lay(flames=((1, 0),) if burns else ())
        alerted(s, u)
        through(s)
        men = [v for v, kind in enumerate(s.u_kind) if kind == data.SMG]
        assert len(men) == 8
        assert any(s.layout.room[s.u_at[v]] for v in men) != burns


@pytest.mark.clause("RR-27.33", "RR-27.41")
def test_where_the_bank_is_held_the_men_of_a_boat_land_on_the_next_free_ground() -> None:  # E206
    s = field(plain(20, 20, **{"~": " ".join(f"{x},{y}" for x in range(20) for y in range(4, 8))}), packs=ALL)
    s.section = BATTLE
    man(s, "paddy", 3, 14, spotted=True)
    boat = unit(s, "sturmboot", 2, 6, E, alert=True, role=V_GUARD)
    bank = sorted(
        {v for v in s.grid.squares if s.grid.ys[v] == 8 and min(s.grid.distance(v, w) for w in s.footprint(boat)) == 1}
    )
    for v in bank[2:]:
        unit(s, "rifle", *at(s, v), N, alert=True)
    carriers.let_out(s, boat)
    men = [s.u_at[u] for u, kind in enumerate(s.u_kind) if kind == data.SMG]
    assert len(set(men)) == 6
    assert set(bank[:2]) <= set(men)
    assert not [v for v in men if s.layout.water >> v & 1]


@pytest.mark.clause("RR-27.29")
def test_behind_a_kettenkrad_whose_back_is_held_its_men_take_the_next_free_squares() -> None:  # E207
    s = field(plain(30, 20), packs=ALL)
    s.section = BATTLE
    man(s, "paddy", 20, 5, spotted=True)
    u = unit(s, "kettenkrad", 12, 5, E, alert=True, role=V_SPAWN)
    rear = min(s.grid.xs[v] for v in s.footprint(u)) - 1
    for y in {s.grid.ys[v] for v in s.footprint(u)}:
        unit(s, "smg", rear, y, N, alert=True)
    carriers.let_out(s, u)
    men = [s.u_at[v] for v, kind in enumerate(s.u_kind) if kind == data.PANZERFAUST]
    assert len(set(men)) == 2
    assert [min(s.grid.distance(v, w) for w in s.footprint(u)) for v in men] == [1, 1]


@pytest.mark.clause("RR-27.42")
def test_a_hedge_costs_a_kettenkrad_a_point_more() -> None:  # E208
    for hedge, moved in (("", 6), (" ".join(f"8,{y}" for y in range(20)), 5)):
        s = field(plain(40, 20, H=hedge), packs=ALL)
        s.section = BATTLE
        man(s, "paddy", 38, 5, spotted=True)
        u = unit(s, "kettenkrad", 5, 5, E, alert=True, role=V_SPAWN)
        before = max(s.grid.xs[v] for v in s.footprint(u))
        advancing(s)
        assert max(s.grid.xs[v] for v in s.footprint(u)) - before == moved


# --- locks, stains and the card that lies face down


@pytest.mark.clause("RR-27.22", "RR-24.2")
def test_in_disguise_she_neither_passes_a_locked_door_nor_picks_it() -> None:  # E209
    s = hunted(board(LONG_HOUSE))
    m = disguised(s, 3, 8)
    s.locks = tuple(tokens.doors(s))
    act_with(s, m)
    assert refused(s, f"move nancy {sq(3, 7)}") == "RR-27.22"
    assert offered(s, "pick-lock") == []
    assert refused(s, f"pick-lock nancy {sq(3, 7)}") == "RR-24.2"


@pytest.mark.clause("RR-27.22", "RR-26.15")
def test_a_dog_runs_through_a_locked_door_and_leaves_it_open() -> None:  # E210
    s = hunted(board(LONG_HOUSE))
    s.section = BATTLE
    m = man(s, "jock", 4, 7, spotted=True)
    u = unit(s, "dog", 3, 9, N, alert=True, role=TROOPER)
    s.locks = tuple(tokens.doors(s))
    advancing(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == 1 and s.layout.room[s.u_at[u]]
    assert s.locks == ()


@pytest.mark.clause("RR-27.22", "RR-10.1")
def test_picking_a_lock_in_the_sight_of_an_alert_man_draws_his_fire() -> None:  # E211
    s = hunted(board(LONG_HOUSE), dice=[6])
    m = man(s, "jock", 3, 8, spotted=True)
    man(s, "paddy", 9, 0)
    unit(s, "rifle", 3, 12, N, alert=True)
    s.locks = tuple(tokens.doors(s))
    act_with(s, m)
    do(s, f"pick-lock jock {sq(3, 7)}")
    assert s.m_health[m] == 4 and s.locks == ()


@pytest.mark.clause("RR-27.20")
def test_there_is_no_stain_for_a_body_that_is_being_carried() -> None:  # E212
    s = hunted(plain(12, 12))
    m = man(s, "jock", 5, 5)
    s.m_object = changed(s.m_object, m, CORPSE)
    plays(s, "stain")
    assert s.stains == ()


@pytest.mark.clause("RR-27.9", "RR-27.6")
def test_a_card_laid_in_stealth_acts_by_its_other_panel_once_the_alarm_has_sounded() -> None:  # E213
    card = hunting_card("cat")
    s = hunted(plain(20, 20), meter=0)
    man(s, "paddy", 2, 2)
    s.j_deck = tuple(other for other in s.j_deck if other != card)
    s.j_down = (card, 0)
    run(s, alarm.Check())
    through(s, "spot")
    run(s, events.EventPhase())
    assert s.seat == JAEGER
    do(s, "use")
    assert s.cats == () and not offered(s, "cat")
    assert said(told(s), "RR-27.6")


@pytest.mark.clause("RR-27.20")
def test_a_patrolman_who_comes_upon_a_stain_is_alert_and_shouts() -> None:  # E221
    s = hunted(plain(20, 20, F="9,4 9,3 9,5"))
    m = man(s, "jock", 0, 19)
    u = walker(s, line(s.layout, BLACK, *[(x, 6) for x in range(4, 18)]), 0, E)
    other = unit(s, "smg", 6, 9, S)
    s.stains = ((s.grid.at(13, 6), 1),)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert s.u_alert[u] and s.u_alert[other] and not s.m_spotted[m]
    assert s.grid.xs[s.u_at[u]] == 5, "eight squares from it"


# --- dogs and fire


@pytest.mark.clause("RR-26.16", "RR-26.17")
def test_a_dog_with_a_window_between_goes_in_and_bites() -> None:  # E214
    s = field(board(HOUSE), dice=[6, 6], packs=ALL)
    s.section = BATTLE
    m = man(s, "jock", 3, 5, spotted=True)
    u = unit(s, "dog", 3, 4, S, alert=True, role=TROOPER)
    firing(s)
    assert s.m_health[m] == 5, "not through the window"
    advancing(s)
    assert s.layout.room[s.u_at[u]] == 1
    firing(s)
    assert s.m_health[m] == 3


@pytest.mark.clause("RR-26.5")
def test_what_a_man_carries_lies_in_the_burning_room_where_he_dies() -> None:  # E215
    s = field(board(HOUSE), dice=[6], packs=ALL)
    s.section = BATTLE
    m = man(s, "jock", 3, 6)
    man(s, "paddy", 9, 0, spotted=True)
    s.m_health = changed(s.m_health, m, 1)
    s.m_object = changed(s.m_object, m, CORPSE)
    s.lay(flames=((1, 0),))
    firing(s)
    assert s.m_health[m] == 0
    assert (3, 6) in corpses(s)


@pytest.mark.clause("RR-26.8", "RR-27.25", "RR-27.27")
def test_the_jaeger_sends_nobody_into_a_burning_room() -> None:  # E216
    s = hunted(board(LONG_HOUSE))
    s.section = BATTLE
    man(s, "jock", 9, 0, spotted=True)
    u = unit(s, "smg", 3, 8, N, alert=True, role=TROOPER)
    tokens.take_over(s, u)
    for burns in (False, True):
        s.lay(flames=((1, 0),) if burns else ())
        twin = s.clone()
        run(twin, advance.AdvancePhase())
        inside = [
            words
            for words in offered(twin, "go")
            if words.split()[2] in {sq(x, y) for x in range(1, 6) for y in (5, 6, 7)}
        ]
        assert bool(inside) != burns


@pytest.mark.clause("RR-26.5")
def test_the_fire_burns_a_fighter_of_the_resistance_as_well() -> None:  # E217
    s = field(board(HOUSE), dice=[6], packs=ALL)
    s.section = BATTLE
    man(s, "paddy", 9, 0, spotted=True)
    m = support(s, 3, 6)
    s.lay(flames=((1, 0),))
    before = s.m_health[m]
    firing(s)
    assert s.m_health[m] == before - 1


# --- Kickstarter


@pytest.mark.clause("RR-25.2", "RR-28.10", "RR-28.12")
def test_a_broken_down_aa_truck_stands_and_fires_at_the_aircraft() -> None:  # E218
    s = field(plain(30, 30), dice=[5, 1])
    vehicle = Vehicle("patrol", "aa-truck", start=Side(N, 1, 0), end=Side(S, 1, 2))
    mission = replace(s.stage.mission, vehicles=(vehicle,), packs=("twd", "hm", "ks"), typhoon=True)
    s.stage = Stage(mission, s.layout)
    s.section, s.typhoon = BATTLE, typhoon.ready(s)
    man(s, "jock", 2, 28, spotted=True)
    u = unit(s, "aa-truck", 15, 5, S, alert=True, role=V_PATROL)
    s.u_link = changed(s.u_link, u, 0)
    s.u_way[u] = 1
    s.u_place[u] = [state for state, _ in routes.route_of(s, u)].index(vehicles.state_of(s, u))
    s.u_stall = changed(s.u_stall, u, 1)
    for where, value in ((typhoon.WHERE, typhoon.OVERHEAD), (typhoon.EDGE, WEST), (typhoon.LINE, 2), (typhoon.TILE, 1)):
        typhoon.put(s, where, value)
    advancing(s)
    assert s.grid.ys[s.u_at[u]] == 5
    firing(s)
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH - 1


@pytest.mark.clause("RR-28.3", "RR-28.5")
def test_an_axis_grenade_that_drifts_onto_their_own_hurts_nobody() -> None:  # E219
    s = field(plain(30, 30), dice=[4, 6, 6], packs=ALL)  # 10: to the right, three squares
    s.section = BATTLE
    m = man(s, "jock", 10, 10, spotted=True)
    u = unit(s, "grenadier", 10, 16, N, alert=True, role=TROOPER)
    other = unit(s, "smg", 15, 10, N, alert=True, role=TROOPER)
    s.u_cig = (0, 1)
    assert units.viable(s, u) == [m]
    run(s, attacks.AttackPhase())
    through(s)
    assert s.u_kind[u] == data.SMG and s.alive(other) and s.m_health[m] == 5


@pytest.mark.clause("RR-24.37", "RR-28.3")
def test_a_panzerfaust_fires_at_the_support_willys_though_no_operator_is_spotted() -> None:  # E220
    s = field(plain(20, 20), dice=[3, 4, 6, 6, 6, 1], packs=ALL)
    s.section = BATTLE
    c = setup.add_car(s, data.SUPPORT_WILLYS, s.grid.at(9, 12), N)
    for seat in data.CAR_CREW[data.SUPPORT_WILLYS]:
        m = setup.add_man(s, CREWMAN, 0, s.grid.at(9, 12), ACTIVE)
        cars.sit(s, m, c, seat)
        s.spot(m, 1)
    man(s, "jock", 0, 19, spotted=True)
    u = unit(s, "panzerfaust", 9, 5, S, alert=True, role=TROOPER)
    before = s.c_health[c]
    firing(s)
    assert s.u_kind[u] == data.SMG and s.c_health[c] < before


# --- on the way


def sent(s: Regiment, x: int, y: int) -> None:
    """Stalker 1 is on his way there."""
    s.j_ways = (s.grid.at(x, y), *s.j_ways[1:])


@pytest.mark.clause("RR-27.11", "RR-20.17", "RR-20.31")
def test_a_trap_or_a_mine_gets_a_stalker_on_his_way() -> None:  # E222
    for mine in (False, True):
        s = hunted(plain(20, 20), dice=[6] * 6 if mine else None)
        m = man(s, "jock", 0, 19)
        u = unit(s, "stalker", 2, 2, E)
        if mine:
            s.mines = ((s.grid.at(4, 2), m),)
        else:
            s.lay(traps=((s.grid.at(4, 2), m, 0),))
        sent(s, 9, 2)
        run(s, advance.AdvancePhase())
        through(s)
        assert not s.alive(u)


@pytest.mark.clause("RR-27.25", "RR-20.17")
def test_a_trap_gets_a_man_whom_the_jaeger_sends_over_it() -> None:  # E223
    s = hunted(plain(10, 10, R=" ".join(f"{x},{y}" for x in range(10) for y in range(10) if y != 2)))
    s.section = BATTLE
    m = man(s, "jock", 9, 2, spotted=True)
    u = unit(s, "smg", 0, 2, E, alert=True, role=TROOPER)
    tokens.take_over(s, u)
    s.lay(traps=((s.grid.at(2, 2), m, 0),))
    run(s, advance.AdvancePhase())
    do(s, f"go {s.unit(u)} {sq(4, 2)}")
    through(s)
    assert not s.alive(u)


@pytest.mark.clause("RR-27.22", "RR-27.11", "RR-27.25")
@pytest.mark.parametrize("his", [False, True])
def test_a_stalker_and_a_man_of_the_jaegers_open_a_locked_door_as_they_pass(his: bool) -> None:  # E224
    s = hunted(board(LONG_HOUSE))
    man(s, "jock", 9, 0, spotted=his)
    s.locks = tuple(tokens.doors(s))
    if his:
        s.section = BATTLE
        u = unit(s, "smg", 3, 9, N, alert=True, role=TROOPER)
        tokens.take_over(s, u)
        run(s, advance.AdvancePhase())
        do(s, f"go {s.unit(u)} {sq(3, 6)}", f"halt {s.unit(u)} n")
    else:
        u = unit(s, "stalker", 3, 9, N)
        sent(s, 3, 6)
        run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (3, 6) and s.locks == ()


@pytest.mark.clause("RR-27.11", "RR-26.8")
def test_a_stalker_stops_short_of_a_waypoint_in_a_burning_room() -> None:  # E225
    s = hunted(board(LONG_HOUSE))
    man(s, "jock", 9, 0)
    u = unit(s, "stalker", 3, 10, N)
    s.lay(flames=((1, 0),))
    sent(s, 3, 6)
    for _ in range(3):
        run(s, advance.AdvancePhase())
        through(s)
        s.u_done[:] = [0]
    assert not s.layout.room[s.u_at[u]]


@pytest.mark.clause("RR-27.15", "RR-27.11", "RR-27.42")
@pytest.mark.parametrize("kind", ["stalker", "dog", "kettenkrad"])
def test_whatever_moves_startles_the_cat(kind: str) -> None:  # E226
    s = hunted(plain(30, 20))
    s.cats = (s.grid.at(8, 4),)
    if kind == "stalker":
        man(s, "jock", 0, 19)
        unit(s, kind, 3, 5, E)
        sent(s, 9, 5)
    else:
        s.section = BATTLE
        man(s, "jock", 25, 5, spotted=True)
        unit(s, kind, 3, 5, E, alert=True, role=TROOPER if kind == "dog" else V_SPAWN)
    run(s, advance.AdvancePhase())
    through(s)
    assert not list(s.cats)


@pytest.mark.clause("RR-27.42", "RR-20.31")
def test_a_kettenkrad_sets_off_a_mine() -> None:  # E227
    s = field(plain(40, 20), dice=[6] * 6, packs=ALL)
    s.section = BATTLE
    m = man(s, "jock", 35, 5, spotted=True)
    u = unit(s, "kettenkrad", 3, 5, E, alert=True, role=V_SPAWN)
    s.mines = ((s.grid.at(7, 5), m),)
    run(s, advance.AdvancePhase())
    do(s, "go kettenkrad-1 j6 e")
    through(s, "step")
    through(s, "hit")
    assert s.u_health[u] < data.HEALTH[data.UNITS.index("kettenkrad")] or not s.alive(u)


@pytest.mark.clause("RR-27.11", "RR-24.17")
@pytest.mark.parametrize("busy", ["talk", "held", "smoke"])
def test_a_stalker_who_talks_smokes_or_is_held_goes_nowhere(busy: str) -> None:  # E228
    s = hunted(plain(20, 20), dice=[1])
    m = disguised(s, 5, 5)
    u = unit(s, "stalker", 5, 4, N)
    sent(s, 10, 4)
    act_with(s, m)
    if busy == "talk":
        do(s, "interact nancy stalker-1")
    elif busy == "held":
        do(s, "attack nancy garrotte stalker-1")
    else:
        s.u_cig = (1,)
    run(s, advance.AdvancePhase())
    assert at(s, s.u_at[u]) == (5, 4)


@pytest.mark.clause("RR-25.2", "RR-27.25")
def test_the_jaeger_does_not_drive_what_broke_down() -> None:  # E229
    s = hunted(plain(30, 20))
    s.section = BATTLE
    man(s, "paddy", 20, 5, spotted=True)
    u = unit(s, "hmg-kubelwagen", 5, 5, E, alert=True, role=V_SPAWN)
    tokens.take_over(s, u)
    s.u_stall = changed(s.u_stall, u, 1)
    place = s.u_at[u]
    run(s, advance.AdvancePhase())
    assert not offered(s, "drive-to")
    through(s)
    assert s.u_at[u] == place


@pytest.mark.clause("RR-27.25", "RR-24.17")
def test_the_jaeger_does_not_move_a_man_in_the_garrotte() -> None:  # E230
    s = hunted(plain(20, 20))
    s.section = BATTLE
    man(s, "jock", 10, 16, spotted=True)
    disguised(s, 5, 5)
    u = unit(s, "smg", 5, 4, N, alert=True, role=TROOPER)
    tokens.take_over(s, u)
    s.u_cig = (ENSNARED,)
    run(s, advance.AdvancePhase())
    assert not offered(s, "go")
    assert at(s, s.u_at[u]) == (5, 4)


@pytest.mark.clause("RR-27.25")
def test_whoever_comes_into_the_sight_of_a_man_of_the_jaegers_is_spotted() -> None:  # E231
    s = hunted(plain(20, 20, F=" ".join(f"{x},8" for x in range(12))))
    s.section = BATTLE
    man(s, "jock", 19, 19, spotted=True)
    m = man(s, "paddy", 5, 5)
    u = unit(s, "smg", 5, 11, N, alert=True, role=TROOPER)
    tokens.take_over(s, u)
    run(s, advance.AdvancePhase())
    do(s, f"go {s.unit(u)} {sq(5, 7)}")
    through(s)
    assert s.m_spotted[m]


@pytest.mark.clause("RR-26.12", "RR-26.14", "RR-27.20")
def test_a_guard_dog_that_turns_and_finds_a_stain_barks() -> None:  # E232
    s = hunted(plain(20, 20))
    m = man(s, "jock", 0, 19)
    dog, near = unit(s, "dog", 10, 10, N), unit(s, "smg", 13, 10, N)
    s.stains = ((s.grid.at(10, 14), 0),)
    notice.begin(s)
    notice.turn_unit(s, dog, S, "RR-9.6")
    notice.find_bodies(s)
    assert s.u_alert[dog] and s.u_alert[near] and not s.m_spotted[m]


@pytest.mark.clause("RR-26.10", "RR-26.22", "RR-26.3")
def test_a_flamethrower_half_track_fires_both_weapons_at_a_man_in_a_room() -> None:  # E233
    s = field(board(HOUSE), dice=[6, 1, 1, 6, 1, 1], packs=ALL)
    s.section = BATTLE
    m = man(s, "jock", 3, 5, spotted=True)
    unit(s, "flame-track", 3, 3, S, alert=True, role=V_GUARD)
    firing(s)
    assert s.m_health[m] == 3
    assert [room for room, _ in s.flames] == [1]


def test_a_patrol_drives_past_her_and_does_not_stop_on_her() -> None:  # E234
    s = field(plain(30, 30), packs=ALL)
    vehicle = Vehicle("patrol", "truck", start=Side(N, 1, 0), end=Side(S, 1, 2))
    s.stage = Stage(replace(s.stage.mission, vehicles=(vehicle,)), s.layout)
    u = unit(s, "truck", 15, 5, S, role=V_PATROL)
    s.u_link = changed(s.u_link, u, 0)
    s.u_way[u] = 1
    s.u_place[u] = [state for state, _ in routes.route_of(s, u)].index(vehicles.state_of(s, u))
    for y, front in ((8, 13), (13, 12)):
        twin = s.clone()
        m = disguised(twin, 15, y)
        twin.token = 0
        run(twin, routes.VehiclesPatrol())
        through(twin)
        assert twin.grid.ys[twin.u_at[u]] == front
        assert not twin.m_spotted[m] and twin.m_health[m] == 5


@pytest.mark.clause("RR-27.2")
def test_at_the_alarm_a_stalker_on_a_spawn_tile_comes_as_well() -> None:  # E235
    s = hunted(plain(10, 20), meter=0)
    man(s, "paddy", 4, 18, spotted=True)
    u = s.enlist(data.STALKER, 1, s.stage.spawns[0][0], S, GUARD, OFF, OFF)
    run(s, alarm.Check())
    advancing(s)
    assert s.u_alert[u] and s.grid.on[s.u_at[u]]


# --- fire from the ground, and on it

TWO_ROOMS = (
    """
+ + + + + + + + + + +
 . . . . . . . . . .
+ + + + + + + + + + +
 . . . . . . . . . .
+ +#+#+#+#+#+ + + + +
 .#1 1#2 2 2#. . . .
+ + + + + + + + + + +
 .#1 1#2 2 2#. . . .
+ +#+#+#+#+#+ + + + +
"""
    + (" " + ". " * 10 + "\n" + "+" + " +" * 10 + "\n") * 6
)


def overhead(s: Regiment, health: int = data.TYPHOON_HEALTH) -> Regiment:
    """A Typhoon from the north is over the first tile."""
    s.stage = Stage(replace(s.stage.mission, typhoon=True), s.layout)
    s.typhoon = (typhoon.OVERHEAD, health, 2, 0, 0, 0, 0, 2, 0, 1)
    return s


@pytest.mark.clause("RR-24.33", "RR-26.21")
def test_who_will_set_a_room_on_fire_does_not_fire_at_the_typhoon() -> None:  # E242
    s = overhead(field(board(TWO_ROOMS), [6] * 9, packs="twd+hd"))
    s.section = BATTLE
    man(s, "paddy", 1, 2, spotted=True)
    unit(s, "flame-track", 6, 3, W, alert=True, role=V_GUARD)
    firing(s)
    assert s.flames and s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH


@pytest.mark.clause("RR-24.25", "RR-24.27", "RR-24.32")
def test_shot_down_on_its_first_move_it_neither_attacks_nor_flies_on() -> None:  # E251
    s = overhead(field(plain(10, 30), [6], packs="twd"), health=1)
    typhoon.put(s, typhoon.WHERE, typhoon.WAITS)
    typhoon.put(s, typhoon.TILE, OFF)
    man(s, "jock", 0, 29)
    unit(s, "rifle", 5, 5, N)
    unit(s, "smg", 5, 15, N)
    run(s, typhoon.Run(2))
    do(s, "fly typhoon")
    assert s.typhoon[typhoon.WHERE] == typhoon.DOWN
    assert offered(s) == []


@pytest.mark.clause("RR-26.5")
def test_the_fire_reaches_who_comes_later_unspotted_in_disguise_and_before_the_alarm() -> None:  # E244, E245
    s = field(board(LONG_HOUSE), [2, 2, 2, 2], packs="twd+hd")
    room = s.layout.room[s.grid.at(3, 6)]
    s.lay(flames=((room, 0), (room, 1)))
    s.turn = 2
    men = [man(s, "paddy", 2, 6), disguised(s, 3, 6)]
    firing(s)
    assert [s.m_health[m] for m in men] == [3, 3]


@pytest.mark.clause("RR-28.4", "RR-24.58")
def test_an_aa_gun_near_the_target_keeps_a_panzerfaust_from_firing() -> None:  # E246
    s = field(plain(24, 24), packs="twd+ks")
    s.section = BATTLE
    man(s, "paddy", 5, 5, spotted=True)
    u = unit(s, "panzerfaust", 5, 12, N, alert=True, role=TROOPER)
    assert units.viable(s, u) != []
    unit(s, "aa-gun", 7, 5, N, alert=True)
    assert units.viable(s, u) == []
