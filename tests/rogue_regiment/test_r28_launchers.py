"""Chapter 28, infantry of the Kickstarter set: Panzerfausts, grenades and snipers."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r19_units as units
from sandtable.games.rogue_regiment.state import BATTLE, TROOPER, Regiment
from tests.kit import said, told
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import N, S, W, act_with, at, do, field, man, run, sq, through, unit
from tests.rogue_regiment.positions import HOUSE


def shooter(kind: str, x: int, y: int, dice: list[int] | None = None, **squares: str) -> tuple[Regiment, int, int]:
    """Jock, spotted, at 5, 5 and one of these alert in Battle."""
    s = field(plain(30, 30, **squares), dice=dice, packs="ks")
    s.section = BATTLE
    m = man(s, "jock", 5, 5, spotted=True)
    return s, unit(s, kind, x, y, N, alert=True, role=TROOPER), m


@pytest.mark.clause("RR-28.2")
@pytest.mark.parametrize(("kind", "far"), [("panzerfaust", 8), ("grenadier", 6)])
def test_they_advance_until_within_range_and_stop_there_though_they_see_nobody(kind: str, far: int) -> None:
    s, u, m = shooter(kind, 5, 16, F=" ".join(f"{x},8" for x in range(30)))
    run(s, advance.Advance(u, 4))
    through(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == max(far, 7)
    run(s, advance.Advance(u, 4))
    through(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == far


@pytest.mark.clause("RR-28.1", "RR-28.3", "RR-28.5", "RR-28.6", "RR-28.17")
def test_one_shot_without_sight_by_small_scatter_and_then_it_is_smg_infantry() -> None:
    s = field(board(HOUSE), dice=[6, 2, 6, 3, 4, 4, 3, 2, 6], packs="ks")
    s.section = BATTLE
    m = man(s, "jock", 3, 6, spotted=True)
    u = unit(s, "panzerfaust", 3, 0, S, alert=True, role=TROOPER)
    assert reactions.may_react(s, u, m) is False
    run(s, attacks.AttackPhase())
    through(s)
    assert said(told(s), "RR-28.3")[1:] == ["scatter 6 2, 6: 3 squares off"]
    assert s.u_kind[u] == data.SMG, "8 is straight back, so nobody was under it"
    assert s.m_health[m] == 5
    s.recast(u, data.PANZERFAUST, 9)
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 2, "7 is on target; 4, 3 and 6 hit in the house too, 2 does not"


@pytest.mark.clause("RR-28.4", "RR-28.16")
def test_they_spare_a_man_beside_whom_another_axis_unit_is_and_take_the_next() -> None:
    s, u, m = shooter("panzerfaust", 5, 10)
    assert units.viable(s, u) == [m], "it does not count itself"
    other = man(s, "paddy", 13, 10, spotted=True)
    unit(s, "smg", 1, 1, N, alert=True)
    assert units.viable(s, u) == [other]
    unit(s, "smg", 17, 10, N, alert=True)
    assert units.viable(s, u) == []
    run(s, advance.Advance(u, 4))
    through(s)
    assert at(s, s.u_at[u]) == (5, 10), "within range it stays"
    run(s, attacks.AttackPhase())
    assert s.u_kind[u] == data.PANZERFAUST
    assert not [line for line in said(told(s), "RR-16.1") if "panzerfaust" in line], "nor does it use its SMG"


@pytest.mark.clause("RR-28.5")
def test_the_flipped_smg_does_not_attack_again_in_that_phase() -> None:
    s, u, m = shooter("grenadier", 5, 9, dice=[3, 4, 1, 1, 1])
    run(s, attacks.AttackPhase())
    through(s)
    assert s.u_kind[u] == data.SMG
    assert s.m_health[m] == 5


@pytest.mark.clause("RR-28.6", "RR-28.8")
@pytest.mark.parametrize("kind", ["panzerfaust", "grenadier", "sniper"])
def test_they_make_no_reaction_attacks(kind: str) -> None:
    s, _u, m = shooter(kind, 5, 9)
    act_with(s, m)
    do(s, f"move jock {sq(6, 5)}")
    assert s.m_health[m] == 5
    assert not said(told(s), "RR-10.1")


@pytest.mark.clause("RR-28.7")
def test_a_sniper_stops_where_any_attack_is_possible_even_on_a_covered_man() -> None:
    s, u, m = shooter("sniper", 5, 24, H="5,6")
    run(s, advance.Advance(u, 4))
    through(s)
    assert s.grid.distance(s.u_at[u], s.m_at[m]) == 16
    rifle = unit(s, "smg", 10, 16, N, alert=True, role=TROOPER)
    run(s, advance.Advance(rifle, 4))
    through(s)
    assert s.grid.distance(s.u_at[rifle], s.m_at[m]) < 8


@pytest.mark.clause("RR-28.7")
def test_a_sniper_sees_and_attacks_at_sixteen_squares() -> None:
    s, _, m = shooter("sniper", 5, 21, dice=[3, 2])
    run(s, attacks.AttackPhase())
    through(s)
    assert s.m_health[m] == 4
    s, _u, m = shooter("sniper", 5, 22)
    run(s, attacks.AttackPhase())
    assert s.m_health[m] == 5


@pytest.mark.clause("RR-12.8", "RR-28.7")
def test_whoever_moves_in_the_long_sight_of_a_sniper_is_spotted() -> None:
    s, _u, _m = shooter("sniper", 5, 20)
    other = man(s, "paddy", 8, 8)
    act_with(s, other)
    do(s, f"move paddy {sq(8, 9)}")
    assert s.m_spotted[other]


@pytest.mark.clause("RR-28.1")
def test_they_come_by_the_cards_of_the_pack_in_battle() -> None:
    s = field(plain(20, 20), packs="ks")
    s.section = BATTLE
    events.spawn(s, 0, [data.PANZERFAUST, data.GRENADIER, data.SNIPER_MAN])
    assert [data.UNITS[kind] for kind in s.u_kind] == ["panzerfaust", "grenadier", "sniper"]
    assert list(s.u_alert) == [1, 1, 1]


@pytest.mark.clause("RR-28.1")
def test_a_knife_kills_them_like_other_single_men() -> None:
    for kind in ("panzerfaust", "grenadier", "sniper", "flamethrower"):
        s = field(plain(12, 12), packs="ks+hd")
        m = man(s, "jock", 5, 5)
        unit(s, kind, 4, 5, W)
        act_with(s, m)
        do(s, f"attack jock knife {kind}-1")
        assert not s.alive(0)
