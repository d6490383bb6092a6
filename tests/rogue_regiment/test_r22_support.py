"""Chapter 22, support units."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, BOUND, changed
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, W, act_with, do, field, man, offered, sq, unit
from tests.rogue_regiment.positions import garage, set_up, support


@pytest.mark.clause("RR-22.1", "RR-22.2")
def test_resistance_units_stand_where_the_mission_puts_them_with_three_health() -> None:
    s = set_up("m7-saint-aubert-gaol", seed=3)
    friends = [m for m in range(len(s.m_kind)) if not s.is_operator(m)]
    assert [s.m_state[m] for m in friends] == [ACTIVE] * 4 + [BOUND] * 3
    assert [s.m_health[m] for m in friends] == [3] * 7
    track = s.layout.anchors[0, 0, "track"]
    assert all(s.grid.distance(s.m_at[m], track) <= 1 for m in friends[:4])
    assert f"act {s.man(friends[0])}" in offered(s, "act")


@pytest.mark.clause("RR-22.3", "RR-22.8", "RR-22.9")
def test_a_support_unit_has_fewer_actions_at_the_same_price() -> None:
    s = field(plain(12, 12, H="6,5"))
    m = support(s, 5, 5)
    unit(s, "rifle", 9, 5, E)
    s.lay(corpses=(s.grid.at(5, 5),))
    s.m_health = changed(s.m_health, m, 1)
    act_with(s, m)
    verbs = {words.split()[0] for words in offered(s)}
    assert verbs == {"move", "sprint", "climb", "attack", "move-attack", "attack-move", "aim", "crouch", "end"}
    do(s, "crouch resistance-1")
    assert s.m_ap[m] == 3
    assert {"pop-up", "pop-attack", "blind-fire"} <= {words.split()[0] for words in offered(s)}


@pytest.mark.clause("RR-22.4")
def test_a_support_unit_boards_a_vehicle() -> None:
    s, _ = garage()
    m = support(s, 8, 14)
    act_with(s, m)
    do(s, f"move resistance-1 {sq(9, 14)}")
    do(s, "seat resistance-1 passenger")
    assert s.m_car[m] == 0


@pytest.mark.clause("RR-22.5", "RR-22.6", "RR-22.7")
def test_a_spotted_support_unit_is_a_target_but_does_not_stand_for_an_operator() -> None:
    s = field(plain(12, 12), dice=[1], meter=1)
    m = support(s, 5, 5)
    jock, paddy = man(s, "jock", 0, 11), man(s, "paddy", 11, 11)
    u = unit(s, "rifle", 9, 5, E)
    act_with(s, m)
    do(s, "attack resistance-1 resistance rifle-1")
    do(s, "turn rifle-1 w anticlockwise")  # by the north: the other way it would see Paddy
    assert s.section == BATTLE
    assert s.m_spotted[m]
    assert offered(s) == ["spot jock", "spot paddy"]
    do(s, "spot paddy")
    assert (s.m_spotted[jock], s.m_spotted[paddy]) == (0, 1)
    assert s.u_face[u] == W
    assert [man_ for man_, _, _ in attacks.options(s, u, attacks.prey(s))] == [m]
