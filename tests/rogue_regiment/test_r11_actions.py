"""Chapter 11."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.state import BATTLE, STEALTH, changed
from tests.rogue_regiment.boards import edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, offered, refused, sq, unit
from tests.rogue_regiment.positions import at_an_instant, grenade_marked, set_up, switched


@pytest.mark.clause("RR-11.1", "RR-11.2", "RR-11.3", "RR-11.4")
def test_blind_fire_takes_two_off_and_gives_the_man_away_but_draws_no_answer() -> None:  # TV-27
    for face, hit in ((6, True), (4, False)):
        s = field(edged(open_ground(7, 7), ("l", 3, 2, 3, 3)), dice=[face])
        m = man(s, "paddy", 3, 3, low=True)
        u = unit(s, "rifle", 3, 1, E, alert=True)
        act_with(s, m)
        do(s, "blind-fire paddy pistol rifle-1")
        assert s.alive(u) != hit
        assert s.m_spotted[m]
        assert s.meter == 5
        assert s.m_health[m] == 5
        if not hit:
            assert s.u_face[u] == S


@pytest.mark.clause("RR-11.1")
def test_blind_fire_needs_low_cover_beside_the_man_and_between_him_and_the_target() -> None:
    wall = edged(open_ground(9, 9), ("l", 4, 3, 4, 4))
    window = edged(open_ground(9, 9), ("#", 3, 3, 3, 4), ("W", 4, 3, 4, 4), ("#", 5, 3, 5, 4))
    for layout, x, y, may in (
        (plain(9, 9), 4, 1, False),
        (plain(9, 9, F="4,4"), 4, 1, False),
        (plain(9, 9, H="4,3"), 4, 1, True),
        (plain(9, 9, H="4,3"), 1, 4, False),
        (plain(9, 9, H="4,2"), 4, 1, False),
        (plain(9, 9, C="4,3"), 4, 1, True),
        (plain(9, 9, H="3,3"), 2, 2, True),
        (wall, 4, 1, True),
        (wall, 4, 3, True),
        (wall, 4, 7, False),
        (window, 4, 1, True),
    ):
        s = field(layout)
        m = man(s, "jock", 4, 4, low=True)
        unit(s, "rifle", x, y, S)
        act_with(s, m)
        assert offered(s, "pop-attack") == ["pop-attack jock pistol rifle-1"]
        assert bool(offered(s, "blind-fire")) == may
        if not may:
            assert refused(s, "blind-fire jock pistol rifle-1") == "RR-11.1"


@pytest.mark.clause("RR-11.1")
def test_blind_fire_over_a_barrel_or_anywhere_if_the_option_says_so() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4, low=True)
    unit(s, "rifle", 4, 1, N)
    s.lay(barrels=(s.grid.at(4, 2),))
    act_with(s, m)
    assert not offered(s, "blind-fire")
    s.lay(barrels=(s.grid.at(4, 3),))
    act_with(s, m)
    assert offered(s, "blind-fire") == ["blind-fire jock pistol rifle-1"], "and not at the barrel itself"
    s.lay(barrels=())
    switched(s, blind_fire_anywhere=True)
    act_with(s, m)
    assert offered(s, "blind-fire")


@pytest.mark.clause("RR-11.5", "RR-11.6")
def test_recovering_costs_three_and_is_for_those_below_four_health() -> None:  # TV-28
    for health, legal_ in ((2, True), (3, True), (4, False), (5, False)):
        s = field(plain(5, 5))
        m = man(s, "jock", 2, 2)
        s.m_health = changed(s.m_health, m, health)
        act_with(s, m)
        assert bool(offered(s, "recover")) == legal_
        if legal_:
            do(s, "recover jock")
            assert s.m_health[m] == health + 1
            assert s.m_ap[m] == 1


@pytest.mark.clause("RR-11.5", "RR-20.36")
def test_health_may_be_six() -> None:
    assert set_up("m1-cold-ford", operator_health="6").m_health == (6, 6)
    assert set_up("m1-cold-ford").m_health == (5, 5)


@pytest.mark.clause("RR-11.7", "RR-11.10")
def test_breaking_cover_shows_the_man_and_wakes_the_nearest_without_moving_the_meter() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 0, 0)
    near, far = unit(s, "rifle", 5, 0, E), unit(s, "rifle", 8, 8, E)
    act_with(s, m)
    do(s, "break-cover jock")
    assert s.m_spotted[m]
    assert (s.u_alert[near], s.u_alert[far]) == (1, 0)
    assert s.u_face[near] == E
    assert s.meter == 6


@pytest.mark.clause("RR-11.8")
def test_breaking_cover_in_battle_only_shows_the_man() -> None:
    s = field(plain(9, 9))
    s.section = BATTLE
    man(s, "paddy", 8, 8, spotted=True)
    m = man(s, "jock", 0, 0)
    act_with(s, m)
    do(s, "break-cover jock")
    assert s.m_spotted[m]


@pytest.mark.clause("RR-11.7", "RR-11.8", "RR-20.35")
@pytest.mark.parametrize(("section", "alert"), [(STEALTH, False), (STEALTH, True), (BATTLE, True)])
def test_who_breaks_cover_under_his_camo_net_is_seen_in_that_action(section: int, alert: bool) -> None:
    s = field(plain(12, 12, F="5,5"), dice=[4])
    s.section = section
    man(s, "paddy", 0, 11, spotted=section == BATTLE)
    m = man(s, "hawke", 5, 5)
    unit(s, "rifle", 3, 5, W, alert=True)  # the nearest
    u = unit(s, "rifle", 10, 5, W, alert=alert)
    woken = unit(s, "rifle", 10, 9, S, alert=section == BATTLE)
    act_with(s, m)
    do(s, "break-cover hawke")
    assert s.m_spotted[m]
    assert s.u_alert[u]
    assert s.u_alert[woken] == (not alert or section == BATTLE), "who was not alert shouts"
    assert s.m_health[m] == (4 if alert else 5), "who was alert fires, at -1 for the wood"


@pytest.mark.clause("RR-11.9", "RR-12.12")
def test_a_grenade_thrown_blind_scatters_and_spots_nobody_until_the_alarm_asks() -> None:
    s = field(plain(14, 14), dice=[3, 4, 1, 1, 1, 1], meter=1)
    m = man(s, "paddy", 2, 2, low=True)
    other = man(s, "jock", 0, 13)
    unit(s, "rifle", 13, 13, S)
    act_with(s, m)
    do(s, "throw paddy")
    do(s, f"at {sq(7, 2)}")
    do(s, "face e")
    assert s.section == BATTLE
    assert offered(s) == ["spot paddy", "spot jock"]
    do(s, "spot jock")
    assert (s.m_spotted[m], s.m_spotted[other]) == (0, 1)


@pytest.mark.clause("RR-11.9", "RR-20.27", "RR-20.28", "RR-8.3")
def test_who_crouches_after_marking_throws_with_scatter_unless_he_sees_the_square() -> None:
    for hedge, scatters in (("", False), ("3,4", True)):
        s = field(plain(9, 6, H=hedge), dice=[3, 4, 1, 1, 1, 1])
        m = man(s, "paddy", 3, 5, low=True)
        grenade_marked(s, m, 3, 2)
        at_an_instant(s)
        told = [event.text for event in do(s, "fire paddy grenade")]
        assert any(text.startswith("scatter") for text in told) == scatters
        assert s.has(m, data.I_GRENADE) == 0
