"""Chapter 24, They Who Dare: the Typhoon, and the fire from the ground."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import comb

import pytest

from sandtable.games.rogue_regiment.advice import odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.state import BATTLE, Regiment
from sandtable.games.rogue_regiment.table import daring
from sandtable.games.rogue_regiment.table.overlays import overlay
from tests.kit import clauses, told
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, act_with, do, field, man, offered, refused, run, sq, unit

NORTH, EAST, SOUTH, WEST = range(4)


def sky(dice: list[int] | None = None, tiles: int = 3, **squares: str) -> Regiment:
    """A board of some tiles in a row from west to east, with a Typhoon; the Operators come from the south."""
    s = field(plain(10 * tiles, 10, **squares), dice)
    s.stage = Stage(replace(s.stage.mission, packs=("twd",), typhoon=True), s.layout)
    s.typhoon = typhoon.ready(s)
    man(s, "jock", 0, 9)
    man(s, "paddy", 0, 8)
    return s


def waiting(s: Regiment, edge: int = WEST, line: int = 0) -> Regiment:
    """It is at an edge of the board."""
    for at, value in ((typhoon.WHERE, typhoon.WAITS), (typhoon.EDGE, edge), (typhoon.LINE, line), (typhoon.FRESH, 1)):
        typhoon.put(s, at, value)
    return s


def over(s: Regiment, tile: int) -> Regiment:
    """It is over a tile of the row, in the Battle Section, on its way to the east."""
    waiting(s)
    typhoon.put(s, typhoon.WHERE, typhoon.OVERHEAD)
    typhoon.put(s, typhoon.TILE, tile)
    s.section = BATTLE
    s.m_spotted[0] = 1
    return s


@pytest.mark.clause("RR-24.23")
def test_its_card_goes_two_deep_at_the_entry_side_three_beside_it_and_four_opposite() -> None:  # TV-67
    for word, deep in (("s", 2), ("e", 3), ("w", 3), ("n", 4)):
        s = sky()
        run(s, turn.Next())
        do(s, f"call typhoon {word}")
        assert s.typhoon[typhoon.DEPTH] == deep
        assert refused(s, "call typhoon n") == "RR-24.30"


@pytest.mark.clause("RR-24.23", "RR-24.30")
def test_only_a_mission_that_has_one_offers_it() -> None:
    for mission, there in (("m8-iron-harvest", False), ("m10-rocket-alley", True)):
        s = GAME.start(mission, options={"packs": "twd"}, seed=1)
        assert isinstance(s, Regiment)
        assert bool(typhoon.calls(s)) == there


@pytest.mark.clause("RR-24.24")
def test_when_its_card_is_on_top_it_comes_to_a_line_of_tiles() -> None:
    s = field(plain(20, 20), dice=[])
    s.stage = Stage(replace(s.stage.mission, packs=("twd",), typhoon=True), s.layout)
    s.typhoon = typhoon.ready(s)
    man(s, "jock", 0, 19)
    typhoon.call(s, SOUTH)
    for left in (1, 0):
        s.deck = (*s.deck[:-1], 0)
        run(s, events.Draw())
        s.card = -1
        assert s.typhoon[typhoon.DEPTH] == left
    run(s, typhoon.Arrives())
    assert offered(s) == [f"line {sq(5, 15)}", f"line {sq(15, 15)}"]
    do(s, f"line {sq(15, 15)}")
    assert s.typhoon[typhoon.WHERE] == typhoon.WAITS
    assert typhoon.ahead(s) == typhoon.squares(s, (1, 1))


@pytest.mark.clause("RR-24.22", "RR-24.25", "RR-24.26", "RR-24.27", "RR-24.28", "RR-24.29", "RR-24.30", "RR-24.52")
def test_a_run_over_three_tiles_with_a_rocket_and_its_cannon() -> None:  # TV-68
    # Turn 1: scatter 3 4 is on target, five dice hit the tank, which fires back; then the cannon at three SMG.
    s = waiting(sky(dice=[3, 4, 2, 2, 2, 2, 2, 1, 1, 1, 4, 4, 4, 1, 1]))
    tank = unit(s, "panzer", 4, 4, N)
    men = [unit(s, "smg", 24 + n, 4, N) for n in range(3)]
    run(s, typhoon.Run(2))
    do(s, f"rocket typhoon {sq(5, 5)}")
    do(s, "hit panzer-1", "hold typhoon")  # the second rocket; then it flies, and the alarm sounds
    assert (s.section, s.u_health[tank], s.typhoon[typhoon.TILE]) == (BATTLE, 2, 0)
    do(s, "spot jock")
    do(s, "fly typhoon")
    assert s.typhoon[typhoon.TILE] == 1
    do(s, "strafe typhoon smg-2", "hit smg-1", "hit smg-2", "hit smg-3")
    assert [s.alive(u) for u in men] == [False] * 3
    # Turn 2: over the third tile, then off.
    typhoon.begin_turn(s)
    run(s)
    assert "rocket" not in [words.split()[0] for words in offered(s)] or s.typhoon[typhoon.ROCKETS] == 1
    do(s, "fly typhoon")
    assert s.typhoon[typhoon.WHERE] == typhoon.AWAY
    assert s.typhoon[typhoon.ROCKETS] == data.TYPHOON_ROCKETS
    assert s.typhoon[typhoon.RUNS] == 1
    assert [typhoon.depth(s, edge) for edge in (EAST, NORTH, SOUTH, WEST)] == [2, 3, 3, 4]
    run(s, turn.Next())
    assert len(offered(s, "call")) == 4, "a new run may be ordered, from any edge"


@pytest.mark.clause("RR-24.52")
def test_off_the_board_after_its_first_action_it_has_no_second() -> None:
    s = over(sky(), 2)
    run(s, typhoon.Run(2))
    assert s.typhoon[typhoon.WHERE] == typhoon.AWAY
    assert not s.agenda


@pytest.mark.clause("RR-24.27", "RR-24.28")
def test_it_attacks_the_next_tile_alone_and_has_two_rockets() -> None:
    s = waiting(sky(dice=[3, 4, 1, 1, 1, 1, 1, 6, 5, 1, 1, 1, 1, 1]))
    unit(s, "smg", 14, 4, N)
    run(s, typhoon.Run(1))
    assert refused(s, "strafe typhoon smg-1") == "RR-24.27"
    assert refused(s, f"rocket typhoon {sq(14, 4)}") == "RR-24.27"
    do(s, f"rocket typhoon {sq(5, 5)}", f"rocket typhoon {sq(6, 6)}")
    assert s.typhoon[typhoon.ROCKETS] == 0


@pytest.mark.clause("RR-24.29")
def test_a_rocket_drifts_along_the_way_it_flies() -> None:
    # 6 is straight on: to the east; a 3 is two squares.
    s = waiting(sky(dice=[3, 3, 3, 1, 1, 1, 1, 1]))
    run(s, typhoon.Run(1))
    do(s, f"rocket typhoon {sq(4, 5)}", "hold typhoon")
    assert any(sq(6, 5) in event.text for event in told(s) if event.clause == "RR-20.29")


@pytest.mark.clause("RR-24.29", "RR-18.29")
def test_its_cannon_reaches_nobody_indoors_and_hurts_no_armour() -> None:
    s = over(sky(tiles=2), 0)
    unit(s, "half-track", 14, 4, N)
    run(s, typhoon.Run(1))
    assert offered(s, "strafe") == []
    assert refused(s, "strafe typhoon half-track-1") == "RR-18.29"


@pytest.mark.clause("RR-24.22", "RR-24.31", "RR-24.51", "RR-24.39")
def test_the_alarm_comes_before_the_reactions_and_these_are_made() -> None:
    s = waiting(sky(dice=[5, 4, 1, 6, 5, 1]))
    gun = unit(s, "aa-gun", 25, 2, N)
    unit(s, "hmg-team", 3, 3, N)
    run(s, typhoon.Run(1))
    do(s, "fly typhoon")
    assert s.section == BATTLE
    do(s, "spot jock")
    assert s.u_alert[gun] and s.m_spotted == [1, 0]
    # The AA gun hits with the 5 alone; the team needs 3 at 3 less, so its 6 hits.
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH - 2
    said = clauses(s)
    assert said.index("RR-24.22") < said.index("RR-24.39") < said.index("RR-24.31")


@pytest.mark.clause("RR-24.32", "RR-24.39")
def test_ground_fire_takes_three_off_so_that_an_smg_never_hits() -> None:  # TV-73
    aa, smg = data.UNITS.index("aa-gun"), data.SMG
    assert [typhoon.reaches(aa, face) for face in (4, 5)] == [False, True]
    assert not typhoon.reaches(smg, 6)
    s = over(sky(dice=[]), 0)
    unit(s, "smg", 14, 4, N, alert=True)
    run(s, typhoon.Fly())
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH
    assert clauses(s).count("RR-24.32") == 1, "it fires once, in vain"


@pytest.mark.clause("RR-24.31", "RR-24.39")
def test_a_unit_reacts_once_in_a_turn_and_aa_guns_to_the_first_new_tile() -> None:
    s = waiting(sky(dice=[1] * 6))
    s.section = BATTLE
    s.m_spotted[0] = 1
    unit(s, "aa-gun", 25, 2, N, alert=True)
    unit(s, "half-track", 9, 4, E, alert=True)  # on both tiles
    typhoon.begin_turn(s)
    run(s)
    do(s, "fly typhoon", "hold typhoon", "fly typhoon", "hold typhoon")
    rolls = [event for event in told(s) if event.clause in ("RR-24.39", "RR-24.31")]
    assert len(rolls) == 2


@pytest.mark.clause("RR-28.12")
def test_an_aa_truck_on_the_board_fires_at_it_from_any_tile() -> None:
    s = waiting(sky(dice=[5, 4]))
    s.section = BATTLE
    s.m_spotted[0] = 1
    truck = unit(s, "aa-truck", 25, 3, E, alert=True)
    typhoon.put(s, typhoon.FRESH, 1)
    typhoon.fly(s)
    run(s)
    assert typhoon.gunners(s) == [truck]
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH - 1


@pytest.mark.clause("RR-24.31", "RR-24.33", "RR-24.35")
def test_whoever_is_indoors_smokes_or_has_a_mortar_does_not_fire_at_it() -> None:
    s = over(sky(), 0)
    unit(s, "mortar", 4, 4, N, alert=True)
    u = unit(s, "hmg-team", 5, 5, N, alert=True)
    assert typhoon.marksmen(s) == [u]
    s.hinder(u, 1)
    assert typhoon.marksmen(s) == []


@pytest.mark.clause("RR-24.33", "RR-24.34", "RR-24.39")
def test_in_the_attack_phase_only_idle_units_and_aa_guns_fire_at_it() -> None:
    s = over(sky(dice=[1, 1, 1, 5, 1, 1, 6, 1, 1]), 0)
    s.put(0, s.grid.at(3, 6))
    busy = unit(s, "hmg-team", 3, 3, S, alert=True)
    idle = unit(s, "hmg-team", 7, 7, E, alert=True)
    unit(s, "aa-gun", 25, 2, N, alert=True)
    before = (s.u_at[busy], s.u_at[idle])
    run(s, attacks.AttackPhase())
    assert s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH - 2
    firing = [event.text for event in told(s) if event.clause in ("RR-24.33", "RR-24.39")]
    assert len(firing) == 2
    assert (s.u_at[busy], s.u_at[idle]) == before
    s.m_spotted[0] = 0
    run(s, advance.AdvancePhase())
    assert (s.u_at[busy], s.u_at[idle]) == before  # nobody moves for it


@pytest.mark.clause("RR-24.33", "RR-24.35")
def test_whoever_has_a_man_to_attack_leaves_it_alone_and_a_mortar_team_does_so_always() -> None:
    s = over(sky(dice=[6, 6]), 0)
    s.put(0, s.grid.at(3, 6))
    unit(s, "smg", 3, 3, S, alert=True)
    unit(s, "mortar", 8, 1, N, alert=True)
    run(s, attacks.AttackPhase())
    assert s.m_health[0] == 3 and s.typhoon[typhoon.HEALTH] == data.TYPHOON_HEALTH
    assert not {"RR-24.32", "RR-24.33"} & {*clauses(s)}


def likely(s: Regiment, words: str, part: str) -> float:
    """What the odds of an action say of an outcome."""
    found = odds.odds(s, tuple(words.split()))
    assert found is not None
    return sum(chance for text, chance in found.items() if part in text)


@pytest.mark.clause("RR-24.29", "RR-24.39")
def test_the_odds_of_its_cannon_and_of_the_fire_that_a_flight_draws_are_those_of_the_dice() -> None:
    s = over(sky(), 0)
    unit(s, "smg", 14, 4, N)
    run(s, typhoon.Run(2))
    miss = (data.W_NEEDS[data.CANNON] - 1) / 6
    wanted = 1 - miss ** data.W_DICE[data.CANNON]
    assert likely(s, "strafe typhoon smg-1", "SMG Infantry 1 down") == pytest.approx(wanted, abs=0.03), "about"
    unit(s, "aa-gun", 25, 2, N, alert=True)
    for lost in (1, 2, 3):  # three dice that hit with a 5 or a 6
        wanted = comb(3, lost) * (1 / 3) ** lost * (2 / 3) ** (3 - lost)
        assert likely(s, "fly typhoon", f"the Typhoon loses {lost} health") == pytest.approx(wanted)


@pytest.mark.clause("RR-24.28", "RR-24.29")
def test_the_odds_of_a_rocket_are_those_of_every_drift() -> None:
    s = waiting(sky())
    unit(s, "smg", 5, 5, N)
    run(s, typhoon.Run(1))
    shot = ("rocket", "typhoon", sq(5, 5))
    near = 0
    for faces in product(range(1, 7), repeat=3):
        twin = s.clone()
        twin.setup = replace(s.setup, dice=(*faces, 6, 6, 6, 6, 6, 6))
        odds.carry_out(twin, shot)
        near += not twin.alive(0)
    wanted = near / 216 * (1 - (1 / 6) ** data.W_DICE[data.ROCKET])
    assert 0 < near < 216
    assert likely(s, " ".join(shot), "SMG Infantry 1 down") == pytest.approx(wanted, abs=0.08)


@pytest.mark.clause("RR-24.32")
def test_without_health_it_is_gone_for_good() -> None:
    s = over(sky(dice=[6, 6, 6]), 0)
    typhoon.put(s, typhoon.HEALTH, 1)
    unit(s, "aa-gun", 25, 2, N, alert=True)
    run(s, attacks.AttackPhase())
    assert s.typhoon[typhoon.WHERE] == typhoon.DOWN
    assert typhoon.calls(s) == []
    run(s, turn.Next())
    assert refused(s, "call typhoon n") == "RR-24.30"


# --- AA guns


@pytest.mark.clause("RR-24.38", "RR-24.58")
def test_an_aa_gun_sees_nobody_hears_everybody_and_stands_still() -> None:
    s = sky(dice=[1])
    gun = unit(s, "aa-gun", 5, 5, N)
    m = man(s, "hawke", 5, 3)
    act_with(s, m)
    do(s, f"move hawke {sq(5, 2)}")
    assert not s.m_spotted[m]
    notice.begin(s)
    s.act_loud = (((s.grid.at(5, 2),), 6, 0),)
    run(s, notice.After())
    assert s.u_alert[gun]
    s.m_spotted[m] = 1
    s.forget()
    run(s, advance.AdvancePhase())
    run(s, attacks.AttackPhase())
    assert (s.u_at[gun], s.u_face[gun], s.m_health[m]) == (s.grid.at(5, 5), N, 5)
    assert s.veil.high >> s.grid.at(5, 5) & 1  # alert, it still hides what is behind it


@pytest.mark.clause("RR-24.40")
def test_only_explosives_hurt_an_aa_gun_and_it_leaves_no_body() -> None:
    s = waiting(sky(dice=[3, 4, 6, 6, 6, 1, 1]))
    gun = unit(s, "aa-gun", 5, 5, N)
    run(s, typhoon.Run(1))
    assert refused(s, "strafe typhoon aa-gun-1") == "RR-18.29"
    do(s, f"rocket typhoon {sq(5, 5)}", "hit aa-gun-1", "hold typhoon")
    assert not s.alive(gun)
    assert not s.things.bodies


@pytest.mark.clause("RR-24.27")
def test_a_token_lies_on_the_middle_of_the_tile_that_it_attacks_next() -> None:
    for s, at in ((waiting(sky()), sq(5, 5)), (over(sky(), 0), sq(15, 5)), (over(sky(), 2), "")):
        assert "".join(piece.at for piece in daring.aircraft(s) if piece.kind == "next-tile") == at


@pytest.mark.clause("RR-24.27", "RR-24.31", "RR-24.38")
def test_the_airspace_is_laid_over_the_board_with_the_shadow_the_next_tile_and_who_watches_the_sky() -> None:
    s = over(sky(), 0)
    for x in (5, 15, 25):
        unit(s, "aa-gun", x, 5, N)
    found = overlay(s, "airspace", ())
    assert [found[sq(x, 5)] for x in (5, 15, 25)] == [{"shade": shade, "text": "3D"} for shade in (2, 3, 1)]
    assert [found[sq(x, 0)]["shade"] for x in (9, 10)] == [2, 3] and sq(20, 0) not in found
