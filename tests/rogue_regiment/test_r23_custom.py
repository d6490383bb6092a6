"""Chapter 23: custom missions."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment import checking, data
from sandtable.games.rogue_regiment import r03_setup as setup
from sandtable.games.rogue_regiment import r06_attack as attack
from sandtable.games.rogue_regiment import r09_notice as notice
from sandtable.games.rogue_regiment import r14_events as events
from sandtable.games.rogue_regiment import r21_guns as guns
from sandtable.games.rogue_regiment import r23_custom as custom
from sandtable.games.rogue_regiment.board import drawing
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.missions import Side, most_points
from sandtable.games.rogue_regiment.settings import Switches
from sandtable.games.rogue_regiment.state import GUARD, V_GUARD, V_PATROL, Regiment, changed
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, act_with, do, field, man, offered, run, sq, unit
from tests.rogue_regiment.test_axis import sentry
from tests.rogue_regiment.test_r21_cars import garage


@pytest.mark.clause("RR-23.1", "RR-23.2", "RR-23.3")
def test_operators_and_meter_go_by_the_number_of_tiles() -> None:
    assert [custom.measure(tiles) for tiles in (4, 6, 8, 9, 12)] == [(2, 6), (3, 7), (4, 8), (4, 8), (4, 8)]


@pytest.mark.clause("RR-23.4", "RR-23.5", "RR-23.6")
def test_nine_tiles_cut_to_six_or_four_lose_meter_operators_and_willys() -> None:  # TV-63
    whole = data.MISSIONS["m8-iron-harvest"]
    six, four = custom.resized(whole, "6"), custom.resized(whole, "4")
    assert (whole.operators, whole.meter[1], whole.willys) == (4, 8, "yes")
    assert (six.operators, six.meter[1], six.willys) == (3, 7, "no")
    assert (four.operators, four.meter[1], four.willys) == (2, 6, "no")
    assert (len(six.map), len(six.map[0])) == (2, 3)
    assert six.map == whole.map[1:]
    assert six.convoy == whole.convoy
    assert 0 < six.minor < six.major < whole.major


@pytest.mark.clause("RR-23.7")
def test_a_larger_map_raises_meter_and_operators_by_the_same_measure() -> None:
    small = data.MISSIONS["m3-market-day"]
    larger = custom.resized(small, "6")
    assert (larger.operators, larger.meter) == (3, (9, 7, 5))
    assert (custom.resized(larger, "4").operators, custom.resized(larger, "4").meter) == (small.operators, small.meter)


@pytest.mark.clause("RR-23.7", "RR-23.3")
def test_a_map_grows_where_the_operators_come_in_so_that_they_must_cross_more() -> None:
    for name, tiles, size in (
        ("m3-market-day", "6", (3, 2)),
        ("m4-sunken-lane", "8", (4, 2)),
        ("m6-stone-teeth", "9", (3, 3)),
    ):
        own, s = data.MISSIONS[name], set_up(name, tiles=tiles)
        larger = s.stage.mission
        assert (len(larger.map[0]), len(larger.map)) == size
        kept = [row[-len(own.map[0]) :] for row in larger.map[: len(own.map)]]
        assert kept == list(own.map), "the old map lies where it is farthest from the entry"
        assert len(larger.objectives) == len(own.objectives)
        assert (larger.major, larger.minor) == (own.major, own.minor)
        goals = [s.stage.square(o.place) for o in larger.objectives if o.place is not None]
        assert all(min(s.grid.distance(v, e) for e in s.stage.entry) > 10 for v in goals)
        assert (s.c_kind == (data.WILLYS,)) == (int(tiles) >= 8), "from 8 tiles on the Willys comes along"
    assert set_up("m4-sunken-lane", tiles="8", support="none").c_kind == ()
    assert set_up("m4-sunken-lane").c_kind == ()


@pytest.mark.clause("RR-23.7", "RR-21.26")
def test_the_boat_keeps_its_way_out_when_the_map_changes_elsewhere() -> None:
    for tiles in "469":
        mission = custom.resized(data.MISSIONS["m5-mill-race"], tiles)
        assert [o.side for o in mission.objectives if o.kind == "boat-exit"] == [Side(3, 0, 0)]


@pytest.mark.clause("RR-23.4", "RR-23.5", "RR-23.7", "RR-1.21")
@pytest.mark.parametrize("mission", list(data.MISSIONS))
def test_a_mission_of_any_size_has_no_mistake_and_can_be_won(mission: str) -> None:
    for tiles in custom.sizes_of(data.MISSIONS[mission]):
        s = set_up(mission, tiles=tiles)
        assert checking.misplaced(s, "") == []
        assert len(s.stage.mission.spawns) == len(data.MISSIONS[mission].spawns)
        assert s.stage.mission.major <= most_points(s.stage.mission)


@pytest.mark.parametrize(
    ("mission", "tiles"), [(m.id, size) for m in data.MISSIONS.values() for size in custom.sizes_of(m)[1:]]
)
@pytest.mark.clause("RR-23.4", "RR-23.5", "RR-23.7")
def test_every_other_size_can_be_set_up_and_begun(mission: str, tiles: str) -> None:
    s = GAME.start(mission, seed=2, options={"tiles": tiles})
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    assert len(s.m_kind) >= s.stage.mission.operators
    assert s.stage.mission.objectives
    assert len(s.stage.mission.map) * len(s.stage.mission.map[0]) == int(tiles)
    assert drawing.board_svg(drawing.board_id(s.stage.mission)).startswith("<svg")


def set_up(mission: str, **options: str) -> Regiment:
    """A mission with options, at its first action."""
    s = GAME.start(mission, seed=2, options=options)
    assert isinstance(s, Regiment)
    while s.phase == 0:
        play(s, legal(s)[0])
    return s


@pytest.mark.parametrize("mission", list(data.MISSIONS))
def test_every_option_has_a_default_and_a_sentence(mission: str) -> None:
    for option in GAME.scenario(mission).options:
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values) > 1
        assert option.text.endswith(".")


@pytest.mark.clause("RR-3.11", "RR-3.12")
def test_meter_and_operators_may_be_set_by_the_players() -> None:
    assert set_up("m1-cold-ford", meter="11").meter == 11
    assert set_up("m1-cold-ford", difficulty="hard", meter="difficulty").meter == 4
    alone = GAME.start("m1-cold-ford", options={"operators": "1"})
    assert isinstance(alone, Regiment)
    assert {action[0] for action in legal(alone)} == {"take"}, "the tutorial's men are no longer prescribed"
    for number in "1234":
        assert len(set_up("m1-cold-ford", operators=number).m_kind) == int(number)


@pytest.mark.parametrize("mission", list(data.MISSIONS))
@pytest.mark.clause("RR-3.4", "RR-1.3")
def test_extra_guards_stand_on_free_squares_beside_the_objectives(mission: str) -> None:
    few, more = set_up(mission), set_up(mission, guards="4")

    def guards(s: Regiment) -> list[int]:
        return [u for u in range(len(s.u_kind)) if s.u_role[u] == GUARD]

    assert len(guards(more)) == len(guards(few)) + 4
    squares = [v for u in range(len(more.u_kind)) for v in more.footprint(u)]
    assert len(squares) == len(set(squares)), "nobody shares a square"
    assert not {more.u_at[u] for u in guards(more)} & {v for v in more.barrels if v >= 0}
    places = [o.place for o in more.stage.mission.objectives if o.place is not None]
    if places:
        goals = [more.stage.square(place) for place in places]
        for u in guards(more)[len(guards(few)) :]:
            assert min(more.grid.distance(more.u_at[u], v) for v in goals) <= 4


@pytest.mark.clause("RR-18.30", "RR-18.36", "RR-18.47", "RR-18.48")
def test_vehicles_are_swapped_but_never_those_that_are_objectives() -> None:
    names = {m.id: [o.name for o in GAME.scenario(m.id).options if "vehicle" in o.name] for m in data.MISSIONS.values()}
    assert names["m6-stone-teeth"] == ["patrol_vehicle", "vehicle_guns_one_noise"], "its half-track is an objective"
    s = set_up("m6-stone-teeth", patrol_vehicle="half-track")
    patrol = next(u for u in range(len(s.u_kind)) if s.u_role[u] == V_PATROL)
    assert data.UNITS[s.u_kind[patrol]] == "half-track"
    setup.score_kill(s, patrol)
    assert sum(s.scored) == 0, "only the mission's own half-track counts"
    setup.score_kill(s, next(u for u in range(len(s.u_kind)) if s.u_role[u] == V_GUARD))
    assert sum(s.scored) == 1
    s = set_up("m4-sunken-lane", convoy_escort="half-track")
    assert s.stage.mission.convoy == ("half-track scout", "truck", "kubelwagen", "truck")
    s = set_up("m7-saint-aubert-gaol", guard_vehicle="motorbike", assault_vehicle="half-track")
    assert [vehicle.unit for vehicle in s.stage.mission.vehicles] == ["half-track", "motorbike"]
    longest = GAME.scenario("m7-saint-aubert-gaol").options
    assert "truck" not in next(o for o in longest if o.name == "guard_vehicle").values, "its place is too short"


@pytest.mark.clause("RR-11.5", "RR-20.36")
def test_health_may_be_six() -> None:
    assert set_up("m1-cold-ford", operator_health="6").m_health == (6, 6)
    assert set_up("m1-cold-ford").m_health == (5, 5)


def switched(s: Regiment, **switches: bool) -> Regiment:
    """The same position with rulings read the other way."""
    s.stage.switches = Switches(**switches)
    s.changed()
    return s


@pytest.mark.clause("RR-6.4")
def test_alert_men_stop_an_operators_shot_unless_the_option_says_otherwise() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 0, 0)
    unit(s, "rifle", 3, 0, E, alert=True)
    far = unit(s, "rifle", 5, 0, E)
    assert not attack.can_attack(s, m, data.PISTOL, far, s.m_at[m])
    switched(s, alert_blocks_operator_los=False)
    assert attack.can_attack(s, m, data.PISTOL, far, s.m_at[m]) == 5
    s.u_alert[0] = 0
    s.changed()
    assert not attack.can_attack(s, m, data.PISTOL, far, s.m_at[m]), "a man who is not alert stops it"


@pytest.mark.clause("RR-9.5")
def test_a_sprint_is_heard_from_its_start_unless_the_option_says_otherwise() -> None:
    for heard in (True, False):
        s = switched(field(plain(9, 9)), sprint_noise_from_start=heard)
        m = man(s, "jock", 4, 5)
        u = unit(s, "rifle", 4, 4, N)
        act_with(s, m)
        do(s, f"sprint jock {sq(4, 8)}")
        assert bool(s.u_alert[u]) is heard


@pytest.mark.clause("RR-14.26")
def test_a_rotate_card_leaves_an_engaged_man_alone_unless_the_option_says_otherwise() -> None:
    s = field(plain(9, 9))
    man(s, "jock", 4, 2, spotted=True)
    u = sentry(s, 4, 6, N, (N, E))
    s.u_alert[u] = 1
    shown = (data.P_ROTATE, 0, data.CLOCKWISE, 1)
    assert not events.turns_by(s, u, shown)
    assert events.turns_by(switched(s, rotate_engaged_units=True), u, shown)


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
    assert not attack.can_attack(s, m, data.SPEARGUN, u, s.m_at[m])
    assert attack.can_attack(switched(s, speargun_when_spotted=True), m, data.SPEARGUN, u, s.m_at[m]) == 3


@pytest.mark.parametrize(("together", "meter"), [(False, 4), (True, 5)])
@pytest.mark.clause("RR-21.30")
def test_two_guns_of_a_vehicle_cost_two_spaces_or_one_by_the_option(together: bool, meter: int) -> None:
    s, c = garage(dice=[1] * 8)
    switched(s, vehicle_guns_one_noise=together)
    third = man(s, "hawke", 9, 14)
    s.m_car = changed(s.m_car, third, c)
    s.m_seat = changed(s.m_seat, third, 2)
    ahead, behind = unit(s, "rifle", 9, 8, N), unit(s, "rifle", 9, 19, N)
    notice.begin(s, 0, c)
    run(s, guns.CarFire(c, 1, ahead, data.VICKERS), guns.CarFire(c, 2, behind, data.VICKERS), notice.Heard())
    while offered(s, "turn"):
        do(s, offered(s, "turn")[0])
    assert s.meter == meter
    assert s.u_alert == [1, 1]
