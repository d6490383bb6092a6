"""Chapter 6, the attack action."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, refused, sq, through, unit
from tests.rogue_regiment.positions import JETTY, corpses, swimmer, switched


@pytest.mark.clause("RR-6.1", "RR-6.11", "RR-6.18")
def test_cover_and_facing_never_matter_to_an_operator_s_attack() -> None:
    s = field(plain(9, 9, F="5,0"), dice=[4])
    m = man(s, "jock", 1, 0, facing=W)
    u = unit(s, "rifle", 5, 0, E)
    act_with(s, m)
    do(s, "attack jock pistol rifle-1")
    assert not s.alive(u)


@pytest.mark.clause("RR-6.2", "RR-6.4")
def test_a_target_behind_forest_or_behind_another_unit_cannot_be_shot() -> None:  # TV-7
    s = field(plain(9, 9, F="2,2"))
    m = man(s, "paddy", 0, 0)
    unit(s, "rifle", 5, 0, N)
    unit(s, "rifle", 4, 4, N)
    unit(s, "rifle", 7, 0, N)
    act_with(s, m)
    assert offered(s, "attack", "paddy", "pistol") == ["attack paddy pistol rifle-1"]


@pytest.mark.clause("RR-6.2", "RR-20.44")
def test_the_speargun_reaches_six_squares_from_the_water_and_no_seventh() -> None:
    s = field(board(JETTY))
    m = swimmer(s, 1, 1)
    unit(s, "rifle", 8, 0, E)
    act_with(s, m)
    assert not offered(s, "attack")
    steps = {words.split()[2] for words in offered(s, "move-attack") if "speargun" in words}
    assert steps == {sq(2, 1), sq(2, 2)}, "a stroke nearer"
    s.stock = tuple(0 if n != data.I_SCUBA and n != data.I_SPEARGUN else 1 for n in range(len(data.ITEMS)))
    act_with(s, m)
    assert not offered(s, "attack"), "nor when he has nothing else"


@pytest.mark.clause("RR-6.3")
def test_a_line_through_a_corner_is_blocked_only_if_both_ways_round_it_are() -> None:  # TV-81
    one, both = plain(3, 3, F="1,0"), plain(3, 3, F="1,0 0,1")
    for layout, level in ((one, 0), (both, 2)):
        assert layout.eyes.level(layout.grid.at(0, 0), layout.grid.at(1, 1)) == level


@pytest.mark.clause("RR-6.4")
def test_alert_men_stop_an_operators_shot_unless_the_option_says_otherwise() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 0, 0)
    unit(s, "rifle", 3, 0, E, alert=True)
    far = unit(s, "rifle", 5, 0, E)
    assert (data.PISTOL, far) not in targeting.targets(s, m, s.m_at[m])
    switched(s, alert_blocks_operator_los=False)
    assert (data.PISTOL, far) in targeting.targets(s, m, s.m_at[m])
    s.u_alert[0] = 0
    s.forget()
    assert (data.PISTOL, far) not in targeting.targets(s, m, s.m_at[m]), "a man who is not alert stops it"


@pytest.mark.clause("RR-6.9")
def test_move_and_attack_shoots_from_the_new_square_for_one_point() -> None:  # TV-9
    s = field(plain(9, 9, F="0,1"), dice=[6])
    m = man(s, "jock", 0, 2)
    u = unit(s, "rifle", 0, 0, N)
    act_with(s, m)
    assert offered(s, "attack") == []
    do(s, f"move-attack jock {sq(1, 1)} pistol rifle-1")
    assert not s.alive(u)
    assert at(s, s.m_at[m]) == (1, 1)
    assert s.m_ap[m] == 3


@pytest.mark.clause("RR-6.9", "RR-6.10")
@pytest.mark.parametrize("face", [6, 1])
def test_attack_and_move_shoots_from_the_square_left_and_moves_even_after_a_miss(face: int) -> None:  # TV-10
    s = field(plain(9, 9, F="1,2"), dice=[face])
    m = man(s, "jock", 0, 2)
    u = unit(s, "rifle", 0, 7, S)
    act_with(s, m)
    do(s, f"attack-move jock pistol rifle-1 {sq(1, 1)}")
    assert at(s, s.m_at[m]) == (1, 1)
    assert s.alive(u) == (face == 1)


@pytest.mark.clause("RR-6.9", "RR-6.10", "RR-20.26")
def test_a_grenade_is_thrown_with_a_step_before_or_after_it() -> None:
    for verb, origin in (("move-throw", (4, 6)), ("throw-move", (4, 7))):
        s = field(plain(14, 14), dice=[6, 6, 6, 6])
        m = man(s, "paddy", 4, 7)
        u = unit(s, "rifle", 4, 1, N)
        act_with(s, m)
        do(s, f"{verb} paddy {sq(4, 6)}")
        reach = {words.split()[1] for words in offered(s, "at")}
        assert (sq(4, origin[1] - 6) in reach, sq(4, origin[1] - 7) in reach) == (True, False)
        do(s, f"at {sq(4, 1)}")
        through(s, "hit")
        assert not s.alive(u)
        assert (at(s, s.m_at[m]), s.m_ap[m]) == ((4, 6), 3)


@pytest.mark.clause("RR-6.12", "RR-6.13", "RR-6.15", "RR-6.8", "RR-20.11")
def test_the_knife_kills_from_directly_behind_without_a_roll() -> None:  # TV-11
    s = field(plain(7, 7))
    m = man(s, "jock", 2, 5)
    unit(s, "rifle", 3, 3, N)
    act_with(s, m)
    assert offered(s, "move-attack", "jock", sq(2, 4), "knife") == []
    do(s, f"move-attack jock {sq(3, 4)} knife rifle-1")
    assert corpses(s) == [(3, 3)]
    assert s.m_ap[m] == 3
    assert not s.m_spotted[m]
    assert s.meter == 6


@pytest.mark.clause("RR-6.13", "RR-6.14")
def test_a_spotted_man_cannot_assassinate_and_a_mortar_team_cannot_be_assassinated() -> None:
    for spotted, kind, legal_ in (
        (False, "smg", True),
        (False, "officer", True),
        (True, "rifle", False),
        (False, "mortar", False),
    ):
        s = field(plain(7, 7))
        m = man(s, "jock", 3, 4, spotted=spotted)
        unit(s, kind, 3, 3, N)
        act_with(s, m)
        assert bool(offered(s, "attack", "jock", "knife")) == legal_


@pytest.mark.clause("RR-6.16", "RR-6.17", "RR-2.19")
def test_the_knife_reaches_through_a_window_but_not_through_a_door() -> None:  # TV-12
    for edge, legal_ in (("W", True), ("D", False), ("#", False), ("l", True)):
        s = field(edged(open_ground(7, 7), (edge, 3, 4, 3, 3)))
        m = man(s, "jock", 3, 4)
        unit(s, "rifle", 3, 3, N)
        act_with(s, m)
        assert bool(offered(s, "attack", "jock", "knife")) == legal_


@pytest.mark.clause("RR-6.19", "RR-20.13")
def test_hits_of_a_burst_may_be_left_unspent() -> None:
    for answers, alive in ((["hit rifle-1", "spare"], [0, 1]), (["spare"], [1, 1]), (["hit rifle-2", "spare"], [1, 0])):
        s = field(plain(12, 12), dice=[6, 6, 1])
        m = man(s, "paddy", 0, 0)
        units = [unit(s, "rifle", 4, 0, E), unit(s, "rifle", 5, 1, E)]
        act_with(s, m)
        do(s, "attack paddy sten rifle-1")
        assert offered(s) == ["hit rifle-1", "hit rifle-2", "spare"]
        assert refused(s, "hit rifle-3") == "RR-20.13"
        for answer in answers:
            do(s, answer)
        assert [int(s.alive(u)) for u in units] == alive


@pytest.mark.clause("RR-6.19")
def test_who_was_attacked_takes_the_hits_that_nobody_else_can_take_without_a_question() -> None:
    s = field(plain(12, 12), dice=[6, 6, 6])
    m = man(s, "paddy", 0, 0)
    u = unit(s, "rifle", 4, 0, E)
    unit(s, "rifle", 8, 0, E)
    act_with(s, m)
    do(s, "attack paddy sten rifle-1")
    assert not s.alive(u)
    assert not offered(s, "hit")
