"""Chapter 20, explosions."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.state import BOUND, CORPSE, DEAD, EVENT, NOTHING, OFF, SUPPORT, V_GUARD, changed
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, refused, run, sq, through, unit
from tests.rogue_regiment.positions import (
    RIVER,
    afloat,
    at_an_instant,
    card_of,
    driven,
    grenade_marked,
    river,
    set_up,
    swimmer,
    switched,
    turns,
    willys,
)


@pytest.mark.clause("RR-20.2", "RR-9.24", "RR-8.17")
def test_a_body_put_down_in_clear_sight_wakes_who_sees_it() -> None:
    s = field(plain(9, 9, F="4,6"))
    m = man(s, "jock", 4, 7, side="A")
    s.m_object = changed(s.m_object, m, CORPSE)
    u = unit(s, "rifle", 5, 3, S)
    act_with(s, m)
    do(s, f"place jock corpse {sq(5, 6)}")
    assert s.u_alert[u]


@pytest.mark.clause("RR-20.2", "RR-9.2", "RR-9.24")
def test_who_turns_to_a_shot_and_finds_a_body_shouts() -> None:
    s = field(plain(10, 10, F="5,8"), dice=[6])
    m = man(s, "paddy", 5, 9)
    unit(s, "rifle", 8, 6, N)
    hears, asleep = unit(s, "rifle", 5, 6, N), unit(s, "rifle", 9, 2, N)
    act_with(s, m)
    do(s, "attack paddy pistol rifle-1")
    turns(s)
    assert s.u_face[hears] == E, "it has stopped at the body"
    assert not s.m_spotted[m]
    assert s.u_alert[asleep], "four squares from who shouts, nine from the shot"


@pytest.mark.clause("RR-20.3", "RR-20.4")
def test_a_body_in_water_is_gone_and_bodies_block_nothing() -> None:
    s = field(plain(9, 9, **{"~": "4,3"}))
    m = man(s, "jock", 4, 4)
    s.m_object = changed(s.m_object, m, CORPSE)
    act_with(s, m)
    do(s, f"place jock corpse {sq(4, 3)}")
    assert all(v < 0 for v in s.corpses)
    assert s.m_object[m] == NOTHING
    s.lay(corpses=(s.grid.at(5, 4),))
    assert not obstacles.occupied(s, but_man=m) >> s.grid.at(5, 4) & 1
    watcher = unit(s, "rifle", 8, 4, W, alert=True)
    assert sight.sees(s, watcher, m)


@pytest.mark.clause("RR-20.7", "RR-13.11", "RR-18.50")
def test_a_blast_over_a_vehicle_still_blocks_its_line_when_it_has_driven_on() -> None:
    s = field(plain(10, 10))
    m = man(s, "jock", 2, 7, spotted=True)
    u = unit(s, "motorbike", 3, 4, N, alert=True)  # on d5 to e6
    away = 4 * s.grid.at(7, 3) + S
    s.forget()
    assert vehicle_advance.best_shot(s, u, away, m) == 1
    s.lay(blasts=(s.grid.at(5, 6),))  # its corner is on e6
    s.forget()
    s.forget()
    assert not sight.sees(driven(s, u, 7, 3, S), u, m)
    assert vehicle_advance.best_shot(s, u, away, m) == -9


@pytest.mark.clause("RR-20.8")
def test_a_bound_prisoner_under_our_blast_dies() -> None:
    s = field(plain(9, 9), dice=[1, 1, 1, 1])
    man(s, "jock", 0, 0)
    m = setup.add_man(s, SUPPORT, BOUND, s.grid.at(5, 5), BOUND)
    notice.begin(s)
    run(s, blasts.Explode(s.grid.at(5, 6), data.GRENADE))
    assert s.m_state[m] == DEAD


@pytest.mark.clause("RR-20.9", "RR-20.10", "RR-2.14")
def test_a_barrel_hides_who_crouches_behind_it_and_is_not_ended_on() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 6, low=True)
    u = unit(s, "rifle", 4, 2, S)
    assert sight.sees(s, u, m)
    s.lay(barrels=(s.grid.at(4, 5),))
    s.forget()
    assert not sight.sees(s, u, m)
    s.m_low[m] = 0
    assert sight.sees(s, u, m)
    s.m_ap[m] = 1
    s.move(u, OFF)
    s.forget()
    act_with(s, m)
    assert f"move jock {sq(4, 5)}" not in offered(s, "move")
    assert f"move-take jock {sq(4, 5)}" in offered(s, "move-take")
    s.lay(dumps=((s.grid.at(3, 7), 4),))
    s.forget()
    s.offered = None
    assert f"move jock {sq(3, 7)}" not in offered(s, "move")
    assert s.layout.eyes.level(s.grid.at(4, 6), s.grid.at(4, 8), obstacles.our_veil(s), obstacles.our_veil(s)) == 2


@pytest.mark.clause("RR-20.12", "RR-20.13", "RR-20.14", "RR-20.15")
def test_sten_hits_may_be_spread_over_neighbours_of_the_target() -> None:  # TV-58
    s = field(plain(12, 12), dice=[3, 3, 1])
    m = man(s, "paddy", 0, 0)
    first, second = unit(s, "rifle", 4, 0, E), unit(s, "rifle", 5, 1, E)
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    do(s, "hit rifle-1")
    assert not s.alive(first)
    do(s, "hit rifle-2")
    assert not s.alive(second)
    assert s.has(m, data.ITEMS.index("sten")) == 4


@pytest.mark.clause("RR-20.13")
def test_a_strafe_stays_beside_its_first_target() -> None:
    s = field(plain(9, 9), dice=[6, 6, 6])
    m = man(s, "paddy", 4, 7)
    first, second, third = (unit(s, "rifle", x, 3, N) for x in (3, 4, 5))
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    do(s, "hit rifle-1")
    do(s, "hit rifle-2")
    assert (s.alive(first), s.alive(second)) == (False, False)
    assert not offered(s, "hit"), "the third is two squares from the first"
    assert s.alive(third)


@pytest.mark.clause("RR-20.13", "RR-20.14", "RR-21.9")
def test_a_mounted_gun_strafes_a_man_beside_its_target_who_is_out_of_range_himself() -> None:
    s = field(plain(20, 20), dice=[6, 6, 1, 1])
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0), man(s, "paddy", 0, 0))
    unit(s, "rifle", 9, 6, N)
    unit(s, "rifle", 8, 5, N)
    unit(s, "rifle", 9, 4, N)
    run(s, cars.CarAct(c))
    assert offered(s, "attack") == ["attack willys front rifle-1"]
    do(s, "attack willys front rifle-1")
    assert offered(s, "hit") == ["hit rifle-1", "hit rifle-2"]


@pytest.mark.clause("RR-20.13", "RR-20.14", "RR-21.26")
def test_a_burst_from_a_boat_goes_on_to_a_man_out_of_range() -> None:
    s = field(plain(20, 20, **{"~": " ".join(f"{x},{y}" for x in (9, 10) for y in range(14, 18))}), dice=[6, 6, 1])
    c = setup.add_car(s, data.BOAT, s.grid.at(9, 14), N)
    cars.sit(s, man(s, "paddy", 0, 0), c, 1)
    s.c_ap = changed(s.c_ap, c, cars.AP)
    s.forget()
    unit(s, "rifle", 9, 6, N)
    unit(s, "rifle", 8, 5, N)
    run(s, cars.CarAct(c))
    do(s, "attack boat gunner rifle-1")
    do(s, "with sten")
    assert offered(s, "hit") == ["hit rifle-1", "hit rifle-2"]


@pytest.mark.clause("RR-20.13", "RR-8.3")
def test_a_marked_burst_from_a_crouch_reaches_nobody_behind_low_cover() -> None:
    s = field(plain(10, 10, H="4,5"), dice=[6, 6, 6])
    m = man(s, "paddy", 3, 8, low=True)
    s.m_mark[m] = unit(s, "rifle", 3, 4, N)
    beside = unit(s, "rifle", 4, 4, N)
    s.phase = EVENT
    run(s, marks.Instant(-1))
    do(s, "fire paddy sten")
    assert not s.alive(s.unit_of("rifle-1"))
    assert s.alive(beside)


@pytest.mark.clause("RR-20.13", "RR-20.5")
def test_a_burst_at_a_barrel_may_hit_men_beside_it() -> None:
    s = field(plain(12, 12), dice=[6, 6, 1, *[1] * 5])
    m = man(s, "paddy", 2, 5)
    u = unit(s, "rifle", 6, 4, E)
    unit(s, "rifle", 8, 5, E)
    s.lay(barrels=(s.grid.at(6, 5),))
    s.forget()
    act_with(s, m)
    do(s, "attack paddy sten barrel-1")
    assert offered(s, "hit") == ["hit barrel-1", "hit rifle-1"], "the other man is not beside it"
    do(s, "hit rifle-1")
    assert not s.alive(u) and offered(s) == ["hit barrel-1", "spare"], "the second hit can only be the barrel's"
    do(s, "hit barrel-1")
    assert s.barrels == (OFF,)


@pytest.mark.clause("RR-6.19", "RR-20.50", "RR-20.5", "RR-20.8")
def test_a_barrel_beside_a_blast_goes_up_only_if_the_players_wish_it() -> None:
    for answer, left in (("spare", True), ("hit barrel-1", False)):
        s = field(plain(12, 12), dice=[6, 6, 1, 1, *[1] * 5])
        u, friend = unit(s, "rifle", 5, 5, N), man(s, "jock", 6, 8)
        s.lay(barrels=(s.grid.at(6, 6),))
        notice.begin(s)
        run(s, blasts.Explode(s.grid.at(5, 5), data.GRENADE))
        assert offered(s) == ["hit rifle-1", "hit barrel-1", "spare"]
        assert refused(s, "hit rifle-2") == "RR-20.50"
        do(s, "hit rifle-1")
        assert offered(s) == ["hit barrel-1", "spare"]
        do(s, answer)
        assert not s.alive(u)
        assert (s.barrels[0] >= 0, s.on_board(friend)) == (left, True)
    s = field(plain(12, 12), dice=[1] * 4)
    friend = man(s, "jock", 5, 6)
    run(s, blasts.Explode(s.grid.at(5, 5), data.GRENADE))
    assert not s.on_board(friend), "our own men under a template are not spared"


@pytest.mark.clause("RR-6.19", "RR-20.50")
def test_what_has_taken_one_hit_of_a_blast_takes_the_others_unasked_if_nothing_else_is_there() -> None:
    s = field(plain(12, 12), dice=[6, 6, 6, 1])
    u = unit(s, "truck", 5, 5, N, role=V_GUARD)
    run(s, blasts.Explode(s.grid.at(5, 5), data.GRENADE))
    assert offered(s) == ["hit truck-1", "spare"]
    do(s, "hit truck-1")
    assert not offered(s)
    assert s.u_health[u] == data.HEALTH[data.UNITS.index("truck")] - 3


@pytest.mark.clause("RR-20.15", "RR-21.26")
def test_the_sten_needs_its_ammunition_in_a_boat_too() -> None:
    s, c = afloat()
    m = man(s, "paddy", 7, 3)
    s.m_car = changed(s.m_car, m, c)
    s.m_seat = changed(s.m_seat, m, 1)
    u = unit(s, "rifle", 7, 0, N)
    item = data.ITEMS.index("sten")
    assert s.has(m, item) == 5
    notice.begin(s, m, c)
    assert guns.in_reach(s, c, 1, u) == [data.PISTOL, data.STEN]
    run(s, guns.CarFire(c, 1, u, data.STEN))
    assert s.has(m, item) == 4


@pytest.mark.clause("RR-20.34", "RR-20.35")
def test_a_camo_net_hides_a_standing_man_in_the_wood_until_he_fires() -> None:
    s = field(plain(9, 9, F="4,6"))
    m = man(s, "hawke", 4, 6)
    u = unit(s, "rifle", 4, 2, S)
    assert not sight.sees(s, u, m)
    for spoil in ("m_spotted", "m_object", "m_shot"):
        kept = getattr(s, spoil)
        setattr(s, spoil, type(kept)([1]))
        assert sight.sees(s, u, m)
        setattr(s, spoil, kept)
    s.move(u, s.grid.at(4, 5))
    s.forget()
    assert sight.sees(s, u, m), "from beside him he is seen"


@pytest.mark.clause("RR-20.34", "RR-21.13")
def test_a_gunner_who_has_fired_is_not_hidden_by_his_camo_net_when_he_gets_out() -> None:
    s = field(plain(20, 20, F="8,15"), dice=[1] * 4)
    m = man(s, "hawke", 0, 0)
    c = willys(s, 9, 14, N, man(s, "jock", 0, 0), m)
    unit(s, "motorbike", 9, 5, N, role=V_GUARD)  # it does not turn
    run(s, cars.CarAct(c))
    do(s, "attack willys front motorbike-1")
    do(s, "deploy willys")
    do(s, f"out hawke {sq(8, 15)}")
    do(s, "done")
    assert s.has(m, data.I_CAMO) and not s.m_spotted[m]
    assert sight.shows(s, m, s.m_at[m]) == sight.STANDING


@pytest.mark.clause("RR-20.35", "RR-20.34", "RR-8.9", "RR-9.16")
def test_who_picks_up_an_object_under_his_camo_net_is_seen_with_it() -> None:
    for words, taken, y in (
        ("pick-up hawke corpse", True, 4),
        (f"move-take hawke {sq(4, 4)}", True, 5),
        (f"sprint-take hawke {sq(4, 4)}", True, 6),
        (f"move hawke {sq(4, 4)}", False, 5),
        ("pick-up hawke documents", False, 4),
    ):
        s = field(plain(9, 9, F="4,4"))  # the wood hides what is behind it
        m = man(s, "hawke", 4, y)
        assert s.has(m, data.I_CAMO)
        s.lay(corpses=(s.grid.at(4, 4),), papers=(s.grid.at(4, 4),))
        u = unit(s, "rifle", 4, 0, S)
        act_with(s, m)
        do(s, words)
        assert s.m_object[m] == (CORPSE if taken else 0), words
        assert (s.m_spotted[m], s.u_alert[u]) == (int(taken), int(taken)), words


@pytest.mark.clause("RR-20.44", "RR-20.46", "RR-20.47", "RR-20.48", "RR-20.49", "RR-20.53")
def test_the_speargun_is_for_hidden_men_once_a_turn_in_water_or_on_land() -> None:
    s, m = river()
    s.setup = s.setup.__class__(**{**s.setup.__dict__, "dice": (1, 1)})
    s.m_at[m], s.m_swim = s.grid.at(4, 4), changed(s.m_swim, m, 1)
    u = unit(s, "rifle", 4, 0, N)
    assert targeting.weapons(s, m) == [data.SPEARGUN]
    act_with(s, m)
    do(s, "attack wick speargun rifle-1")
    through(s, "turn")
    assert s.u_face[u] == S
    assert not s.m_spotted[m], "a miss does not show who is under water"
    assert s.meter == 6
    assert offered(s, "attack") == [], "once a turn"
    s.m_spear, s.m_swim = changed(s.m_spear, m, 0), changed(s.m_swim, m, 0)
    s.put(m, s.grid.at(4, 3))
    s.face(u, N)
    s.forget()
    assert (data.SPEARGUN, u) in targeting.targets(s, m, s.m_at[m])
    s.spot(m, 1)
    assert (data.SPEARGUN, u) not in targeting.targets(s, m, s.m_at[m])


@pytest.mark.clause("RR-20.44", "RR-20.27")
def test_no_grenade_is_thrown_out_of_the_water_though_it_was_marked_on_land() -> None:
    for wet in (False, True):
        s = field(plain(9, 6, **{"~": "3,5"}))
        m, other = man(s, "wick", 3, 5 if wet else 4), man(s, "paddy", 5, 5)
        s.m_swim = changed(s.m_swim, m, int(wet))
        for thrower in (m, other):
            grenade_marked(s, thrower, 3, 1)
        at_an_instant(s)
        assert offered(s, "fire", "paddy")
        assert bool(offered(s, "fire", "wick")) == (not wet)


@pytest.mark.clause("RR-20.44", "RR-20.39", "RR-6.9")
def test_who_has_come_out_of_the_water_has_his_pistol_again() -> None:
    s = field(board(RIVER), dice=[6])
    m = swimmer(s, 2, 2)
    u = unit(s, "rifle", 9, 1, E)
    act_with(s, m)
    assert not offered(s, "attack"), "seven squares are too far for the speargun"
    assert not offered(s, "move-attack"), "still in the water"
    do(s, f"swim wick {sq(3, 1)}")
    do(s, "attack wick pistol rifle-1")
    assert (s.m_swim[m], s.alive(u)) == (0, False)


@pytest.mark.clause("RR-20.45")
def test_low_cover_blocks_the_view_from_the_water() -> None:
    s = field(plain(9, 9, H="4,3", **{"~": "4,4"}))
    m = man(s, "wick", 4, 4)
    s.swim(m, 1)
    u = unit(s, "rifle", 4, 1, N)
    assert targeting.in_sight(s, m, s.m_at[m], u, False) == []
    s.swim(m, 0)
    assert targeting.in_sight(s, m, s.m_at[m], u, False)


@pytest.mark.clause("RR-20.46", "RR-20.43")
def test_a_mark_from_the_water_uses_the_speargun_of_the_turn() -> None:
    s = field(board(RIVER), dice=[6])
    m = man(s, "wick", 1, 3)
    s.swim(m, 1)
    u = unit(s, "rifle", 1, 0, N)
    act_with(s, m)
    assert offered(s, "attack", "wick", "speargun")
    do(s, "mark wick rifle-1")
    assert not offered(s, "attack"), "one attack or mark a turn"
    do(s, "end wick n")
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    do(s, "fire wick speargun")
    assert not s.alive(u)


@pytest.mark.clause("RR-20.47", "RR-7.14")
def test_nobody_fires_the_speargun_from_a_crouch() -> None:
    s = field(plain(9, 9))
    m = man(s, "wick", 4, 6, low=True)
    unit(s, "rifle", 4, 3, N)
    s.m_mark[m] = 0
    s.deck = (card_of("alarm"),)
    run(s, events.EventPhase())
    assert not offered(s, "fire", "wick", "speargun")


@pytest.mark.clause("RR-20.50")
def test_hits_of_a_blast_may_go_to_an_objective() -> None:
    s = set_up("m2-lights-out", seed=5)
    corner, health = s.dumps[0]
    assert health == 4
    assert "dump-1" in blasts.under_blast(s, corner)
    for _ in range(4):
        blasts.hit_thing(s, "dump", 0)
    assert s.scored == (1, 0)
    assert not s.things.shut >> corner & 1


@pytest.mark.clause("RR-20.50")
def test_a_radio_set_takes_two_hits_and_no_third() -> None:
    s = field(plain(9, 9), dice=[6, 6, 6])
    m = man(s, "paddy", 4, 6)
    s.lay(radios=((s.grid.at(4, 3), setup.RADIO_HEALTH),))
    s.forget()
    act_with(s, m)
    do(s, "attack paddy sten radio-1")
    through(s, "hit")
    assert s.radios == ((s.grid.at(4, 3), 0),)
    assert targeting.everything(s) == []


@pytest.mark.clause("RR-20.53")
def test_a_spotted_man_uses_the_speargun_only_by_the_option() -> None:
    s = field(plain(9, 9))
    name, side = next(
        (name, "AB"[n])
        for k, name in enumerate(data.OPERATORS)
        for n in (0, 1)
        if data.EQUIPMENT[k][n][data.I_SPEARGUN]
    )
    m = man(s, name, 0, 0, side=side, spotted=True)
    u = unit(s, "rifle", 3, 0, E)
    assert (data.SPEARGUN, u) not in targeting.targets(s, m, s.m_at[m])
    assert (data.SPEARGUN, u) in targeting.targets(switched(s, speargun_when_spotted=True), m, s.m_at[m])
