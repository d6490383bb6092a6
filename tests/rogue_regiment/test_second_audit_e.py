"""A second reading of chapters 1 to 12, 20, 22 and 23: positions in which two rules meet."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment import r02_obstacles as obstacles
from sandtable.games.rogue_regiment import r02_sight as sight
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r07_marks as marks
from sandtable.games.rogue_regiment import r12_alarm as alarm
from sandtable.games.rogue_regiment import r13_advance as advance
from sandtable.games.rogue_regiment import r15_patrol as patrol
from sandtable.games.rogue_regiment import r18_routes as routes
from sandtable.games.rogue_regiment import r18_vehicles as vehicles
from sandtable.games.rogue_regiment import r21_cars as cars
from sandtable.games.rogue_regiment import r23_custom as custom
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.missions import Side, read_mission
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, EVENT, SUPPORT, V_PATROL, WAITING, Regiment, changed
from sandtable.games.rogue_regiment.tiles import BLACK, BRIDGE, WHITE
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, at, do, field, man, offered, patrolled, run, sq, unit
from tests.rogue_regiment.test_axis import line, walker
from tests.rogue_regiment.test_edges import JETTY, RIVER
from tests.rogue_regiment.test_r18_vehicles import convoy_on
from tests.rogue_regiment.test_r21_cars import garage

CORRIDOR = """
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
 R . . . . . . . R R
+ + + + + + + + + + +
 R R R R R R R R R R
+ + + + + + + + + + +
"""


def turns(s: Regiment, way: str = "clockwise") -> None:
    """Every question which way a unit turns, answered the same."""
    while offered(s, "turn"):
        do(s, next(words for words in offered(s, "turn") if words.endswith(f" {way}")))


def swimmer(s: Regiment, x: int, y: int) -> int:
    m = man(s, "wick", x, y)
    s.m_swim = changed(s.m_swim, m, 1)
    return m


# --- heard and seen


@pytest.mark.clause("RR-10.3", "RR-10.8")
def test_who_has_reacted_in_the_operator_phase_still_fires_back_at_a_marked_shot() -> None:
    s = field(plain(10, 10), dice=[1, 1, 6])
    m = man(s, "paddy", 3, 7)
    unit(s, "rifle", 3, 2, S, alert=True)
    act_with(s, m)
    do(s, "crouch paddy")
    do(s, "pop-up paddy")
    assert s.m_health[m] == 5, "the one reaction of the phase has missed"
    do(s, "mark paddy rifle-1")
    do(s, "end paddy n")
    run(s, advance.AdvancePhase())
    do(s, "fire paddy pistol")
    assert s.m_health[m] == 4, "an alert unit that is missed fires at once"


@pytest.mark.clause("RR-10.14", "RR-7.11")
@pytest.mark.parametrize("kind", ["rifle", "motorbike"])
def test_a_target_that_looks_at_who_misses_it_spots_him_without_having_to_turn(kind: str) -> None:
    s = field(plain(10, 10), dice=[1])
    m = man(s, "paddy", 3, 7)
    u = unit(s, kind, 3, 3, S)  # a blocker has just left: it has not noticed him (A62)
    s.m_mark[m], s.phase = u, EVENT
    run(s, marks.Instant(-1))
    assert not s.m_spotted[m]
    do(s, "fire paddy pistol")
    assert s.u_alert[u]
    assert s.m_spotted[m]


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


@pytest.mark.clause("RR-9.26")
def test_who_was_alert_and_turns_to_a_body_does_not_shout() -> None:
    s = field(plain(10, 10, F="5,8"), dice=[6])
    m = man(s, "paddy", 5, 9)
    unit(s, "rifle", 8, 6, N)
    unit(s, "rifle", 5, 6, N, alert=True)
    asleep = unit(s, "rifle", 9, 2, N)
    act_with(s, m)
    do(s, "attack paddy pistol rifle-1")
    turns(s)
    assert not s.u_alert[asleep]


@pytest.mark.clause("RR-9.6", "RR-9.4")
def test_a_body_that_a_unit_has_in_sight_already_does_not_stop_its_turn() -> None:
    s = field(plain(10, 10, F="5,8"), dice=[6])
    m = man(s, "paddy", 5, 9)
    u = unit(s, "rifle", 5, 4, N, alert=True)
    unit(s, "rifle", 8, 8, N, alert=True)
    s.corpses = (s.grid.at(7, 2),)  # on its diagonal: seen facing north and facing east
    act_with(s, m)
    do(s, "attack paddy pistol rifle-2")
    turns(s)
    assert s.u_face[u] == S


@pytest.mark.clause("RR-10.14", "RR-10.7", "RR-9.6")
def test_whom_a_target_sees_on_its_way_round_to_the_shooter_is_spotted_too() -> None:
    s = field(plain(10, 10), dice=[1])
    shooter, bystander = man(s, "paddy", 5, 9), man(s, "jock", 9, 4)
    u = unit(s, "rifle", 5, 4, N)
    act_with(s, shooter)
    do(s, "attack paddy pistol rifle-1")
    do(s, "turn rifle-1 s clockwise")  # the noise turns it east, where it stops; the attack turns it on
    assert s.u_face[u] == S
    assert s.m_spotted[shooter]
    assert s.m_spotted[bystander]


@pytest.mark.clause("RR-10.7", "RR-19.19")
def test_nobody_turns_to_an_attacker_whom_his_own_blast_has_killed() -> None:
    s = field(plain(10, 10), dice=[6, 2, 1, 1, 1, 1])
    s.section = BATTLE
    m = man(s, "paddy", 3, 2)
    man(s, "jock", 0, 9, spotted=True)
    u = unit(s, "mortar", 3, 4, W, alert=True)
    s.barrels = (s.grid.at(2, 3),)
    s.changed()
    act_with(s, m)
    do(s, "attack paddy pistol barrel-1")
    assert not s.on_board(m)
    assert s.u_kind[u] == data.SMG
    turns(s)
    assert s.u_face[u] == N, "shot and barrel were north of it, and nobody is left to turn to"


@pytest.mark.clause("RR-9.24", "RR-15.9")
def test_a_shout_at_the_door_uncovers_a_body_behind_who_hears_it() -> None:
    layout = edged(open_ground(12, 9), ("D", 3, 2, 4, 2), *(("#", 3, y, 4, y) for y in (0, 1, 3, 4, 5, 6, 7, 8)))
    link = line(layout, WHITE, *((x, 2) for x in range(9)))
    s = field(layout)
    man(s, "jock", 4, 2)
    u = walker(s, link, 3, E)
    stands_between, watch = unit(s, "rifle", 3, 6, W), unit(s, "rifle", 3, 7, N)
    s.corpses = (s.grid.at(3, 5),)
    s.token = WHITE
    assert not sight.corpses_seen(s, watch)
    run(s, patrol.PatrolPhase())
    assert s.u_alert[u]
    assert s.u_alert[stands_between], "four squares from the shout"
    assert s.u_alert[watch], "five squares from it, with the body in clear sight now"


@pytest.mark.clause("RR-9.24", "RR-18.31")
def test_a_vehicle_that_leaves_the_board_uncovers_the_body_behind_it() -> None:
    s = field(plain(20, 10))
    patrolled(s, "motorbike", Side(W, 0, 0), Side(E, 1, 0))
    u = setup.add_unit(s, data.MOTORBIKE, s.grid.at(0, 0), E, V_PATROL, link=0)
    s.u_way[u] = 1
    way = routes.route_of(s, u)
    s.u_place[u] = len(way) - 2  # one step from the end of its way, and still half on the board
    vehicles.put(s, u, way[-2][0])
    s.changed()
    watch = unit(s, "rifle", 19, 2, S)
    s.corpses = (s.grid.at(19, 7),)
    assert not sight.corpses_seen(s, watch)
    s.token = BLACK
    run(s, patrol.PatrolPhase())
    assert not s.here(u)
    assert s.u_alert[watch]


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
    s.barrels = (s.m_at[m],)
    s.changed()
    above = man(s, "hawke", 9, 10)
    act_with(s, above)
    assert offered(s, "move-take", "hawke") == [f"move-take hawke {sq(9, 11)}"]


@pytest.mark.clause("RR-12.10", "RR-18.45")
def test_when_a_convoy_kills_the_last_spotted_man_another_is_nominated_before_the_infantry_advances() -> None:
    s = convoy_on()
    s.section = BATTLE
    jock, paddy = man(s, "jock", 4, 2, spotted=True), man(s, "paddy", 1, 28)
    u = unit(s, "smg", 1, 12, S, alert=True)
    run(s, advance.AdvancePhase())
    assert not s.on_board(jock)
    assert s.m_spotted[paddy]
    while offered(s):
        do(s, offered(s)[0])
    assert s.grid.ys[s.u_at[u]] == 16, "it has gone for him in this very phase"


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


@pytest.mark.clause("RR-12.10")
def test_of_men_in_a_boat_only_the_one_who_is_nominated_is_spotted() -> None:
    s = field(board(RIVER))
    moored(s, full=False)
    crew = [man(s, name, 0, 3) for name in ("jock", "paddy")]
    for seat, m in enumerate(crew):
        s.m_car = changed(s.m_car, m, 0)
        s.m_seat = changed(s.m_seat, m, seat)
    s.section = BATTLE
    run(s, alarm.KeepSpotted())
    do(s, "spot paddy")
    assert [s.m_spotted[m] for m in crew] == [0, 1]


# --- occupied squares


@pytest.mark.clause("RR-1.24", "RR-20.55")
def test_who_is_shut_in_by_smoke_on_an_occupied_square_may_still_end_his_turn() -> None:
    s = field(board(CORRIDOR), dice=[6, 1, 1, 1, 1, 1])
    m = man(s, "paddy", 2, 1)
    man(s, "jock", 1, 1)
    s.barrels = (s.grid.at(3, 1),)
    s.changed()
    act_with(s, m)
    do(s, "move-attack paddy b2 pistol barrel-1")
    while offered(s, "hit"):
        do(s, offered(s, "hit")[0])
    assert not offered(s, "move")
    assert offered(s, "end", "paddy")


# --- water


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


def moored(s: Regiment, full: bool) -> None:
    """A boat on (0,2) to (2,3), empty or full."""
    c = setup.add_car(s, data.BOAT, s.grid.at(0, 3), W)
    assert {at(s, v) for v in obstacles.car_squares(s, c)} == {(x, y) for x in (0, 1, 2) for y in (2, 3)}
    for seat in range(4) if full else ():
        m = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(0, 3), ACTIVE)
        s.m_car = changed(s.m_car, m, c)
        s.m_seat = changed(s.m_seat, m, seat)


@pytest.mark.clause("RR-1.3", "RR-1.24", "RR-20.38")
def test_a_swimmer_ends_under_no_boat_but_may_swim_on_below_it() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 3, 2)
    moored(s, full=False)
    s.m_ap[m] = 1
    act_with(s, m)
    assert not {f"swim wick {sq(2, 2)}", f"swim wick {sq(2, 3)}"} & set(offered(s, "swim"))
    assert f"swim wick {sq(3, 3)}" in offered(s, "swim")
    assert not offered(s, "attack-move")
    s.m_ap[m] = 2
    act_with(s, m)
    do(s, f"swim wick {sq(2, 2)}")
    assert {action[0] for action in legal(s)} == {"swim"}, "he must go on"
    do(s, f"swim wick {sq(3, 3)}")
    assert offered(s, "end", "wick")


@pytest.mark.clause("RR-1.3", "RR-20.37")
def test_nobody_wades_under_a_boat_that_is_full() -> None:
    s = field(board(RIVER))
    m = man(s, "wick", 2, 1)
    moored(s, full=True)
    s.m_ap[m] = 1
    act_with(s, m)
    assert [words for words in offered(s, "move") if words[-1] == "3"] == [f"move wick {sq(3, 2)}"]


@pytest.mark.clause("RR-20.55", "RR-20.7")
def test_a_blast_over_water_is_swum_into_by_nobody() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 3, 2)
    s.blasts = (s.grid.at(1, 1),)
    s.changed()
    act_with(s, m)
    assert f"swim wick {sq(2, 2)}" not in offered(s, "swim")
    assert f"swim wick {sq(2, 3)}" in offered(s, "swim")
    s = field(board(RIVER))
    m = man(s, "wick", 3, 1)
    s.blasts = (s.grid.at(1, 1),)
    s.changed()
    act_with(s, m)
    assert f"move wick {sq(2, 2)}" not in offered(s, "move")
    assert f"move wick {sq(3, 2)}" in offered(s, "move")
    assert not [words for words in offered(s, "sprint") if words.split()[2] in (sq(1, 2), sq(2, 2))]


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


# --- equipment


@pytest.mark.clause("RR-20.36", "RR-10.13", "RR-10.16")
def test_a_med_pack_used_in_view_is_seen_and_drawn_fire_at() -> None:
    s = field(plain(10, 10), dice=[6])
    m = man(s, "paddy", 3, 7, side="B")
    s.m_health = changed(s.m_health, m, 2)
    unit(s, "rifle", 3, 3, S, alert=True)
    act_with(s, m)
    do(s, "heal paddy paddy")
    assert s.m_spotted[m]
    assert (s.m_health[m], s.m_ap[m]) == (4, 4)


@pytest.mark.clause("RR-14.16")
def test_the_cigarette_is_given_away_from_a_vehicle_too() -> None:
    s, _ = garage()
    u = unit(s, "rifle", 2, 2, N)
    s.give(0, data.I_CIGARETTE, 1)
    s.cigarette = 1
    run(s, cars.CarsAct())
    do(s, "cigarette jock rifle-1")
    assert s.u_cig[u]
    assert offered(s, "drive", "willys"), "it is no action"
    assert s.c_ap[0] == 2


# --- resizing

LARGE = """
mission: X1  name: Long way  type: raid  tiles: 4x3
map: T9B,T5A,T8A,T1B / T4A:90,T1A,T4A:90,T2B / T1B,T1B,T1B,T1B
operators: 4 free   willys: or-resistance   deck: blue   packs: -   window: -
meter: 10 8 6   entry: W[0,1]   spawn: black N[1,0]  white E[3,1]
resistance: [0,1].verge 4
objective: officer [2,0].office 2
officer: [2,0].office/S
victory: major 6 minor 3
"""


@pytest.mark.clause("RR-23.3")
def test_the_resistance_still_comes_to_a_map_cut_to_eight_tiles() -> None:
    mission, faults = read_mission(LARGE, data.FACES, tuple(data.OPERATORS))
    assert mission is not None, faults
    smaller = custom.resized(mission, "8")
    assert (smaller.operators, smaller.meter[1], smaller.willys) == (4, 8, "or-resistance")
    assert smaller.resistance is not None
    assert custom.resized(mission, "6").resistance is None


SMALL = """
mission: X2  name: The orchard wall  type: infiltration  tiles: 2x1
map: T1B,T2A
operators: 2 free   willys: no   deck: green   packs: -   window: -
meter: 8 6 4   entry: W[0,0]   spawn: black N[1,0]
objective: documents [1,0].office 3
victory: major 4 minor 3
"""


def written(mission: str, box: str, **options: str) -> Regiment:
    """A mission of one's own in the place of one of the box, at its first action."""
    s = GAME.start(box, seed=1, mission=mission, options=options)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    return s


@pytest.mark.clause("RR-23.3", "RR-22.1", "RR-1.23")
def test_a_mission_of_one_s_own_brings_the_support_that_it_names() -> None:
    assert len(written(LARGE, "m1-cold-ford").m_kind) == 8, "four Operators and four of the Resistance"
    jeep = LARGE.replace("or-resistance", "yes").replace("resistance: [0,1].verge 4\n", "")
    assert written(jeep, "m1-cold-ford").c_kind == (data.WILLYS,)
    assert written(jeep, "m8-iron-harvest", support="none").c_kind == ()


@pytest.mark.clause("RR-23.4", "RR-23.5")
@pytest.mark.parametrize("box", ["m1-cold-ford", "m4-sunken-lane", "m7-saint-aubert-gaol", "m8-iron-harvest"])
def test_a_mission_of_one_s_own_keeps_its_size_whatever_it_takes_the_place_of(box: str) -> None:
    assert [len(row) for row in written(SMALL, box).stage.mission.map] == [2]
    assert [len(row) for row in written(LARGE, box).stage.mission.map] == [4, 4, 4]


@pytest.mark.clause("RR-23.4")
def test_a_mission_of_one_s_own_is_cut_when_that_is_asked_for_and_can_be_done() -> None:
    assert [len(row) for row in written(LARGE, "m8-iron-harvest", tiles="6").stage.mission.map] == [3, 3]
    with pytest.raises(BadInput, match="tiles=6"):
        GAME.start("m8-iron-harvest", mission=SMALL, options={"tiles": "6"})
