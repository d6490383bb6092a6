"""Chapter 20, scuba gear."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WHITE
from sandtable.games.rogue_regiment.ground.layout import SURFACE, SWIM, WALK
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, OFF, WAITING, Regiment, changed
from sandtable.geometry.squares import bits
from sandtable.kernel.chance import Rng
from tests.rogue_regiment.boards import board, plain
from tests.rogue_regiment.field import E, N, S, act_with, at, do, field, man, offered, run, sq, unit, why
from tests.rogue_regiment.positions import (
    FOOTBRIDGE,
    JETTY,
    RIVER,
    convoy_on,
    garage,
    line,
    may,
    river,
    swimmer,
    walker,
)

Noticed = set[tuple[str, int]]


def noticers(s: Regiment, m: int, v: int) -> set[tuple[str, int]]:
    """Who sees or hears a man on one square of a sprint."""
    units = [u for u in range(len(s.u_kind)) if s.here(u)]
    heard = {("hears", u) for u in units if notice.range_to(s, u, v) <= 1}
    return heard | {("sees", u) for u in units if sight.sees_man(s, u, m, v)}


def met(begun: Noticed, known: dict[int, Noticed], way: tuple[int, ...], to: int, out: bool) -> Noticed:
    """Who notices a sprint into the water or out of it; where it ends in the water makes no difference."""
    return begun.union(*(known[v] for v in way), known[to] if out else ())


@pytest.mark.clause("RR-20.37", "RR-20.38", "RR-20.39", "RR-20.42", "RR-20.43", "RR-20.52")
def test_a_frogman_goes_into_the_water_swims_unseen_and_comes_out() -> None:
    s, m = river()
    u = unit(s, "rifle", 4, 8, N)
    s.hinder(u, 1)
    act_with(s, m)
    do(s, f"move wick {sq(4, 4)}")
    assert s.m_swim[m]
    s.hinder(u, 0)
    assert not sight.sees(s, u, m)
    s.spot(m, 1)
    assert sight.sees(s, u, m)
    s.spot(m, 0)
    verbs = {words.split()[0] for words in offered(s)}
    assert verbs <= {"swim", "sprint", "attack", "move-attack", "attack-move", "aim", "mark", "end"}
    assert "swim" in verbs
    do(s, f"swim wick {sq(5, 5)}")
    assert s.m_ap[m] == 2
    s.move(u, OFF)
    s.forget()
    s.offered = None
    out = offered(s, "sprint", "wick")
    assert f"sprint wick {sq(5, 8)}" in out, "the first step leaves the water"
    do(s, f"swim wick {sq(5, 6)}")
    assert not s.m_swim[m]


@pytest.mark.clause("RR-20.37", "RR-8.15")
def test_a_frogman_may_step_into_the_water_and_place_something_in_one_action() -> None:
    s, m = river()
    s.give(m, data.I_TRAP, 1)
    act_with(s, m)
    do(s, f"move-place wick {sq(4, 4)}")
    do(s, f"place trap {sq(3, 3)}")
    assert s.m_swim[m]
    assert s.m_ap[m] == 3
    assert s.traps == ((s.grid.at(3, 3), m, 0),)


@pytest.mark.clause("RR-20.37", "RR-20.39", "RR-6.9", "RR-20.44")
def test_an_attack_goes_with_no_step_out_of_the_water_nor_into_it() -> None:
    s = field(board(RIVER), dice=[6])
    m = swimmer(s, 2, 2)
    u = unit(s, "rifle", 6, 1, E)
    act_with(s, m)
    steps = {words.split()[2] for words in offered(s, "move-attack")}
    assert steps and sq(3, 1) not in steps
    assert why(s, f"move-attack wick {sq(3, 1)} speargun rifle-1").clause == "RR-20.39"
    assert why(s, f"attack-move wick speargun rifle-1 {sq(3, 1)}").clause == "RR-20.39"
    do(s, f"swim wick {sq(3, 1)}")
    assert not s.m_swim[m]
    assert why(s, f"move-attack wick {sq(3, 2)} speargun rifle-1").clause == "RR-20.37"
    do(s, "attack wick pistol rifle-1")
    assert not s.alive(u), "ashore he has his pistol again"


@pytest.mark.clause("RR-20.37", "RR-1.22", "RR-12.23")
def test_a_frogman_may_step_from_the_entry_tile_straight_into_the_water() -> None:
    rows = [" . . . . . . . . . . ", "+" + " +" * 10] * 8 + [" ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ", "+" + " +" * 10] * 2
    s = field(board("\n".join(["+" + " +" * 10, *rows])))
    m = setup.add_man(s, data.OPERATORS.index("wick"), 0, s.stage.entry[1], WAITING)
    s.m_ap[m] = 4
    s.section = BATTLE
    act_with(s, m)
    do(s, offered(s, "move")[0])
    assert (s.m_state[m], s.m_swim[m]) == (ACTIVE, 1)
    assert s.m_spotted[m], "the first to enter in Battle"


@pytest.mark.clause("RR-20.37", "RR-8.15")
def test_placing_may_come_before_the_step_into_the_water() -> None:
    s = field(board(RIVER))
    m = man(s, "wick", 2, 1)
    s.give(m, data.I_TRAP, 1)
    act_with(s, m)
    do(s, f"place-move wick trap {sq(2, 0)}")
    do(s, f"move {sq(2, 2)}")
    assert (at(s, s.m_at[m]), s.m_swim[m], s.m_ap[m]) == ((2, 2), 1, 3)
    assert [v for v, _, _ in s.traps] == [s.grid.at(2, 0)]


@pytest.mark.clause("RR-20.37", "RR-8.4", "RR-8.5")
def test_a_crouched_frogman_may_slip_into_the_water_but_not_over_a_low_wall() -> None:
    s = field(board(RIVER))
    m = man(s, "wick", 2, 1, low=True)
    act_with(s, m)
    do(s, f"move wick {sq(2, 2)}")
    assert (s.m_swim[m], s.m_low[m]) == (1, 0)
    s = field(board(RIVER))
    m = man(s, "wick", 4, 2, low=True)
    act_with(s, m)
    assert f"move wick {sq(3, 2)}" not in offered(s, "move"), "the parapet"


@pytest.mark.clause("RR-20.38", "RR-5.10")
def test_a_swimmer_goes_diagonally_past_land_and_gets_out_past_water() -> None:
    s = field(plain(9, 9, **{"~": "3,3 4,4 4,3 3,2"}))
    m = man(s, "wick", 3, 3)
    s.swim(m, 1)
    s.layout.kind[s.grid.at(4, 3)] = 1
    act_with(s, m)
    assert f"swim wick {sq(4, 4)}" in offered(s, "swim"), "land on both sides is no wall"
    island = field(board(JETTY))
    w = man(island, "wick", 6, 2)
    island.m_swim = changed(island.m_swim, w, 1)
    act_with(island, w)
    assert f"move wick {sq(5, 3)}" in offered(island, "move"), "nor is water, on the way out"


@pytest.mark.clause("RR-20.39", "RR-20.52")
def test_a_sprint_out_of_the_water_over_a_jetty_ends_on_dry_land() -> None:
    s = field(board(JETTY))
    m = man(s, "wick", 5, 2)
    s.swim(m, 1)
    act_with(s, m)
    do(s, f"sprint wick {sq(5, 4)}")
    assert (at(s, s.m_at[m]), s.m_swim[m]) == ((5, 4), 0)
    assert offered(s, "move"), "he walks on"


@pytest.mark.clause("RR-20.39", "RR-20.41")
def test_a_swimmer_may_swim_under_a_jetty_or_climb_onto_it() -> None:
    for words, swims in ((f"swim wick {sq(5, 3)}", 1), (f"move wick {sq(5, 3)}", 0)):
        s = field(board(JETTY))
        m = man(s, "wick", 5, 2)
        s.swim(m, 1)
        act_with(s, m)
        do(s, words)
        assert (at(s, s.m_at[m]), s.m_swim[m]) == ((5, 3), swims)


@pytest.mark.clause("RR-20.40", "RR-20.41")
def test_a_swimmer_does_not_get_onto_a_bridge_over_its_parapet() -> None:  # TV-61
    s = field(board(RIVER))
    m = man(s, "wick", 3, 2)
    s.swim(m, 1)
    act_with(s, m)
    assert f"swim wick {sq(4, 2)}" in offered(s, "swim")
    assert not offered(s, "move", "wick", sq(4, 2))


@pytest.mark.clause("RR-20.40")
def test_a_swimmer_passes_under_a_bridge_but_not_over_its_parapet() -> None:  # TV-61
    layout = board("+ + + +\n ~lBl~ \n+ + + +")
    assert not may(layout, SURFACE, 0, 0, 1, 0)
    low = board("+ + + +\n ~ B ~ \n+ + + +")
    assert may(low, SWIM, 0, 0, 1, 0)


@pytest.mark.clause("RR-20.41")
def test_a_swimmer_s_steps_lead_under_the_bridge() -> None:
    s = field(board("+ + + +\n ~ B ~ \n+ + + +"))
    m = man(s, "wick", 0, 0)
    s.swim(m, 1)
    act_with(s, m)
    do(s, f"swim wick {sq(1, 0)}")
    assert s.m_swim[m] == 1, "he is under it, not on it"


@pytest.mark.clause("RR-20.41", "RR-18.45")
def test_a_convoy_does_not_run_over_who_swims_under_its_bridge() -> None:
    s = convoy_on()
    m = man(s, "wick", 4, 5)
    s.layout.kind[s.m_at[m]], s.m_swim = BRIDGE, changed(s.m_swim, m, 1)
    run(s, advance.AdvancePhase())
    assert s.u_place[0] == 8, "it has driven over the bridge"
    assert s.on_board(m)


@pytest.mark.clause("RR-20.41", "RR-21.2", "RR-8.9")
def test_who_swims_under_a_bridge_is_in_nobody_s_way_on_it() -> None:
    s, c = garage(plain(20, 20, B="9,11"))
    m = swimmer(s, 9, 11)
    run(s, cars.CarsAct())
    do(s, "drive willys")
    assert f"to {sq(9, 11)} n" in offered(s, "to")
    s.c_at = changed(s.c_at, c, -1)
    s.lay(barrels=(s.m_at[m],))
    s.forget()
    above = man(s, "hawke", 9, 10)
    act_with(s, above)
    assert offered(s, "move-take", "hawke") == [f"move-take hawke {sq(9, 11)}"]


@pytest.mark.clause("RR-20.41", "RR-21.2")
def test_a_vehicle_may_stop_on_a_bridge_with_a_swimmer_under_it() -> None:
    s = field(board(FOOTBRIDGE))
    c = setup.add_car(s, data.WILLYS, s.grid.at(5, 2), S)
    driver, swimmer = man(s, "jock", 5, 2), man(s, "wick", 4, 4)
    s.m_car = changed(s.m_car, driver, c)
    s.m_seat = changed(s.m_seat, driver, 0)
    s.swim(swimmer, 1)
    assert s.grid.at(5, 4) * 4 + S in driving.drives(s, c)


@pytest.mark.clause("RR-20.43", "RR-20.44", "RR-20.46", "RR-20.53")
def test_a_spotted_swimmer_neither_aims_nor_marks() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 2, 2)
    unit(s, "rifle", 5, 1, E)
    act_with(s, m)
    assert offered(s, "aim") and offered(s, "mark")
    s.m_spotted[m], s.offered = 1, None
    assert why(s, "aim wick rifle-1").clause == "RR-20.53"
    assert why(s, "mark wick rifle-1").clause == "RR-20.53"
    s.m_spotted[m], s.m_spear, s.offered = 0, changed(s.m_spear, m, 1), None
    assert why(s, "aim wick rifle-1").clause == "RR-20.46"
    assert why(s, "mark wick rifle-1").clause == "RR-20.46"
    s.m_spear, s.stock, s.offered = changed(s.m_spear, m, 0), (0,) * len(s.stock), None
    s.give(m, data.I_SCUBA, 1)
    assert why(s, "mark wick rifle-1").clause == "RR-20.44"


@pytest.mark.clause("RR-20.52", "RR-20.37", "RR-9.5", "RR-9.21")
@pytest.mark.parametrize("swims", [False, True])
@pytest.mark.parametrize("spotted", [False, True])
def test_a_sprint_into_the_water_or_out_of_it_goes_by_every_way_that_others_notice(swims: bool, spotted: bool) -> None:
    several, rng = 0, Rng(7)
    for _ in range(30):
        s = field(board(RIVER))
        m = swimmer(s, rng.below(10), 3) if swims else man(s, "wick", rng.below(10), 4)
        s.spot(m, int(spotted))
        for place in {rng.below(20) for _ in range(2)}:
            unit(s, "rifle", place % 10, place // 10, rng.below(4))
            unit(s, "smg", place % 10, 5 + place // 10, rng.below(4))
        act_with(s, m)
        # Every way of up to three steps, with who notices it; on land he shows as one who has come out.
        start, begun = s.m_at[m], noticers(s, m, s.m_at[m])
        s.swim(m, 0)
        known = {v: noticers(s, m, v) for v in s.grid.squares}
        s.m_swim = changed(s.m_swim, m, int(swims))
        wanted: dict[str, set[frozenset[tuple[str, int]]]] = {}
        layer: list[tuple[int, ...]] = [()]
        for _ in range(3):
            after: list[tuple[int, ...]] = []
            for way in layer:
                here = way[-1] if way else start
                leads = scuba.ashore(s, start) if swims and not way else movement.next_steps(s, m, here, True)
                after += [(*way, to) for to in leads]
                if swims:
                    ends = [to for to in leads if not obstacles.occupied(s, but_man=m) >> to & 1]
                else:
                    wet = bits(s.layout.water & s.grid.disc(here, 1))
                    ends = [to for to in wet if scuba.into_water(s, here, to, WALK)]
                for to in ends:
                    wanted.setdefault(s.place(to), set()).add(frozenset(met(begun, known, way, to, swims)))
            layer = after
        for name, told in wanted.items():
            to = s.stage.by_name[name]
            ways = [words.split() for words in offered(s, "sprint", "wick", name)]
            assert len(ways) == len(told)
            several += len(told) > 1
            for words in ways[1:]:
                way = tuple(s.stage.by_name[word] for word in words[3:])
                assert frozenset(met(begun, known, way, to, swims)) in told
    assert several > 20


@pytest.mark.clause("RR-20.55")
def test_a_man_may_leave_a_blast_but_not_enter_one() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    s.lay(blasts=(s.grid.at(3, 4),))
    s.forget()
    act_with(s, m)
    places = {words.split()[2] for words in offered(s, "move")}
    assert sq(5, 4) in places
    assert sq(3, 4) not in places
    assert not position.reachable(s, unit(s, "smg", 4, 8, N, alert=True)).within(4) >> s.grid.at(3, 5) & 1


@pytest.mark.clause("RR-20.55", "RR-15.10")
def test_a_patrolman_does_not_walk_into_a_blast() -> None:
    layout = plain(12, 9)
    link = line(layout, WHITE, *((x, 2) for x in range(12)))
    s = field(layout)
    u = walker(s, link, 0, E)
    s.lay(blasts=(s.grid.at(4, 2),))
    s.forget()
    s.token = WHITE
    run(s, patrol.PatrolPhase())
    assert at(s, s.u_at[u]) == (2, 2), "the template covers columns 3 to 5"


@pytest.mark.clause("RR-20.55", "RR-20.7")
def test_a_blast_over_water_is_swum_into_by_nobody() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 3, 2)
    s.lay(blasts=(s.grid.at(1, 1),))
    s.forget()
    act_with(s, m)
    assert f"swim wick {sq(2, 2)}" not in offered(s, "swim")
    assert f"swim wick {sq(2, 3)}" in offered(s, "swim")
    s = field(board(RIVER))
    m = man(s, "wick", 3, 1)
    s.lay(blasts=(s.grid.at(1, 1),))
    s.forget()
    act_with(s, m)
    assert f"move wick {sq(2, 2)}" not in offered(s, "move")
    assert f"move wick {sq(3, 2)}" in offered(s, "move")
    assert not [words for words in offered(s, "sprint") if words.split()[2] in (sq(1, 2), sq(2, 2))]
