"""Chapter 10: control and victory."""

from dataclasses import replace

import pytest

from sandtable import Event, legal, play
from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r02_british as british
from sandtable.games.night_drop.rules import r08_reach as reaching
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import BY_BRITISH, BY_GERMAN, FACE_UP, NightDrop, changed
from sandtable.games.night_drop.table import debrief
from sandtable.kernel.flow import Fact
from tests.kit import do, run
from tests.night_drop.table import at, attacking, german, moving, piece, put, reaches, running, stick, table, where

DAY = 6


def objective(word: str) -> int:
    return land.OBJECTIVE_AT[at(word)]


def with_points(points: int, h1: bool = True) -> NightDrop:
    """A position in which the British hold so many points."""
    s = table(9)
    s.control = changed(s.control, land.H1_OBJECTIVE, h1)
    s.adjustment = points - (3 if h1 else 0)
    return s


@pytest.mark.clause("ND-10.14", "ND-10.2")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (19, "strategic British"), (25, "strategic British"), (18, "operational British"), (16, "operational British"),
        (15, "tactical British"), (13, "tactical British"), (12, "tactical German"), (10, "tactical German"),
        (9, "operational German"), (7, "operational German"), (6, "strategic German"), (5, "strategic German"),
    ],
)  # fmt: skip
def test_levels_of_victory(points: int, level: str) -> None:  # TV-30 to TV-41
    s = with_points(points)
    assert victory.victory_points(s) == points
    assert victory.level(s) == level + " victory"


def test_six_points_may_be_operational() -> None:  # Ruling A1
    assert victory.level_of(6, "operational") == "operational German victory"
    assert victory.level_of(6, "strategic") == "strategic German victory"


@pytest.mark.clause("ND-10.1")
def test_without_h1_the_germans_win_outright() -> None:  # TV-42
    s = with_points(22, h1=False)
    assert victory.victory_points(s) == 22
    assert victory.level(s) == "strategic German victory"
    assert victory.score(s) == -1


@pytest.mark.clause("ND-10.4", "ND-10.13")
def test_controlled_hexes_and_the_landing_add_up() -> None:  # TV-43
    s = table(9)
    for word in ("0613", "0514", "1016", "1320", "1322", "1614"):
        s.control = changed(s.control, objective(word), 1)
    for word, value in (("1016", 2), ("1320", 1), ("1322", 0), ("1614", 3), ("2017", 2)):
        s.marker = changed(s.marker, objective(word), value)
        s.marker_by = changed(s.marker_by, objective(word), BY_BRITISH)
    s.adjustment = tables.LANDING[11][3]
    assert victory.victory_points(s) == 3 + 2 + 6 + 2
    assert victory.level(s) == "tactical British victory"


@pytest.mark.clause("ND-10.5", "ND-10.7", "ND-10.15")
def test_a_company_takes_a_red_star_by_passing_and_a_german_ends_that() -> None:  # TV-165, TV-166
    s = table(DAY)
    put(s, "7a", "0916")
    moving(s, "b1")
    do(s, "with 7a", "go 1117")  # the road leads through Ranville
    assert s.control[objective("1016")]
    unit = german(s, "g01", "1017")
    moving(s, "g3")
    do(s, f"with {unit}", "go 1016")
    assert not s.control[objective("1016")]


@pytest.mark.clause("ND-10.6")
def test_a_stick_takes_nothing() -> None:  # TV-167
    s = table(DAY)
    word = stick(s, "red", "p", "1015")
    victory.enter(s, piece(word), at("1016"))
    assert not s.control[objective("1016")]
    s.control = changed(s.control, objective("1016"), 1)  # nor does it lose anything
    victory.enter(s, piece(stick(s, "red", "p", "1015")), at("1016"))
    assert s.control[objective("1016")]


@pytest.mark.clause("ND-10.5")
def test_a_hex_without_a_red_star_is_not_taken_by_entering_it() -> None:
    s = table(DAY)
    for word in ("1412", "3309"):
        victory.enter(s, piece("7a"), at(word))
    assert not any(s.control)


@pytest.mark.clause("ND-10.15")
def test_advancing_retreating_arriving_and_being_formed_count_as_entering() -> None:
    s = table(DAY)
    a, b = stick(s, "red", "p", "1016"), stick(s, "red", "l", "1016")
    run(running(s, "b1"), british.Convert())
    do(s, "convert 1016 red", f"form {a} {b}")
    assert s.control[objective("1016")]  # Ruling A21
    s = table(DAY)
    s.control = changed(s.control, objective("1016"), 1)
    unit = german(s, "g01", "1017")
    victory.enter(s, piece(unit), at("1016"))
    assert not s.control[objective("1016")]


@pytest.mark.clause("ND-10.8", "ND-10.9")
def test_a_company_on_a_black_star_at_the_end_of_a_turn_destroys_the_bridge_for_good() -> None:  # TV-169, TV-170
    s = table(DAY)
    put(s, "9a", "3309")
    stick(s, "green", "p", "3719")
    assert not s.control[objective("3309")]
    run(s, victory.Bridges())
    assert s.destroyed[objective("3309")]
    assert s.control[objective("3309")]
    assert not s.destroyed[objective("3719")]  # a Stick is no Company
    s.at[piece("9a")] = at("3110")
    unit = german(s, "g01", "3408")
    victory.enter(s, piece(unit), at("3309"))
    assert s.control[objective("3309")]


@pytest.mark.clause("ND-10.10")
def test_a_destroyed_bridge_is_a_stream_once_the_british_have_left() -> None:  # TV-171, TV-172
    s = table(DAY)
    put(s, "9a", "3309")
    put(s, "9b", "3209")
    run(s, victory.Bridges())
    assert reaches(s, "9b", "b2")["3309"] == 1  # still a bridge while they are on it
    victory.enter(s, piece("9a"), at("3408"))
    assert s.broken[objective("3309")]
    assert reaches(s, "9b", "b2")["3309"] == 6
    assert not victory.topographic(s, at("3309"))
    s.turn = 2
    assert reaching.capacity(s, piece("9b"), at("3309")) == 4


@pytest.mark.clause("ND-10.10")
def test_death_of_the_last_unit_breaks_the_bridge_too() -> None:
    s = table(DAY)
    put(s, "9a", "3309")
    word = stick(s, "green", "p", "3309")
    run(s, victory.Bridges())
    victory.remove(s, piece("9a"))
    assert not s.broken[objective("3309")]
    victory.remove(s, piece(word))
    assert s.broken[objective("3309")]


@pytest.mark.clause("ND-10.5", "ND-10.7", "ND-10.10")
def test_the_log_tells_what_happened_before_what_came_of_it() -> None:
    s = table(DAY)
    put(s, "9a", "3309")
    put(s, "9b", "3110")
    german(s, "g01", "3408")
    run(s, victory.Bridges())
    attacking(s, "b2")
    s.setup = replace(s.setup, dice=(6, 1))
    do(s, "attack 3408")
    assert [event.clause for event in do(s, "advance 9a")] == ["ND-9.41", "ND-10.10"]
    effects = 0
    for seed, bot in ((3, "greedy"), (8, "random")):
        game = GAME.start(seed=seed)
        bots = {seat: GAME.bot(bot, seed) for seat in ("british", "german")}
        while options := legal(game):
            seat = game.seat
            assert seat is not None
            told: list[Fact] = []
            for event in play(game, bots[seat].pick(GAME.view(game, seat), options)):
                if event.clause in ("ND-10.5", "ND-10.7"):
                    effects += 1
                    came = [fact for fact in told if fact[0] in ("moved", "placed")]
                    place = event.facts[0][1]
                    assert any(place in fact[2:] for fact in came), f"nobody had come to {place} when it changed hands"
                told += event.facts
    assert effects


@pytest.mark.clause("ND-10.3", "ND-10.11", "ND-10.12")
def test_at_the_end_controlled_hexes_draw_markers_and_all_are_turned_up() -> None:  # TV-176
    s = table(9, draws=["2"])
    s.control = changed(s.control, land.H1_OBJECTIVE, 1)
    s.control = changed(s.control, objective("1322"), 1)
    s.control = changed(s.control, objective("1016"), 1)
    s.marker = changed(s.marker, objective("1016"), 1)
    s.marker_by = changed(s.marker_by, objective("1016"), BY_GERMAN)
    s.vp_cup = changed(s.vp_cup, 1, s.vp_cup[1] - 1)
    run(s, victory.Score())
    assert (s.marker[objective("1322")], s.marker_by[objective("1322")]) == (2, FACE_UP)
    assert s.marker[objective("1016")] == 1
    assert s.marker_by[objective("2017")] == 0
    assert victory.victory_points(s) == 3 + 2 + 1
    for reader in ("british", "german", None):
        assert GAME.view(s, reader)["marker"][objective("1016")] == 1
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.points == {"british": 6}, "points are British; the German has no negative ones"


def test_scores_never_fall_with_points_and_are_zero_between_failure_and_success() -> None:
    scores = [victory.score(with_points(points)) for points in range(-3, 30)]
    assert scores == sorted(scores)
    assert victory.score(with_points(12)) < 0 < victory.score(with_points(13))


def test_night_only_counts_sticks_gathered_and_hexes_held() -> None:
    s = table(4, scenario="night-only")
    s.control = changed(s.control, land.H1_OBJECTIVE, 1)
    s.assembled, s.adjustment = 39, 2
    assert victory.victory_points(s) == 42
    assert victory.level(s) == "British night" and victory.score(s) > 0
    s.assembled = 38
    assert victory.level(s) == "German night" and victory.score(s) < 0
    s.control = changed(s.control, land.H1_OBJECTIVE, 0)
    assert victory.level(s) == "decisive German night"


def test_at_the_end_everything_is_open_but_what_was_lost_unseen() -> None:
    for value, seen in (("off", -1), ("on", counters.HQ)):
        s = table(9, open_losses=value)
        alive, lost = stick(s, "red", "adv", "1412"), stick(s, "red", "hq", "1413")
        s.at[piece(lost)] = land.HEXES + 1
        unit = german(s, "g14", "1614", covered=True)
        run(s, victory.Score())
        for reader in ("british", "german", None):
            view = GAME.view(s, reader)
            assert view["kind"][piece(alive)] == counters.ADV
            assert view["kind"][piece(lost)] == seen
            assert view["identity"][piece(unit) - counters.FIRST_GERMAN] == counters.IDENTITY.index("g14")
    assert where(s, alive) == "1412"


def test_a_moment_tells_what_came_of_an_objective_that_changed_hands() -> None:
    s = table(9)
    village = objective("1614")
    s.marker, s.marker_by = changed(s.marker, village, 2), changed(s.marker_by, village, FACE_UP)
    lost = debrief.weigh(s, Event("ND-10.6", "", None, (("unmarked", "1614", "control"),)))
    assert lost.worth == "not British in the end, for 2 VP less"
    s.control = changed(s.control, village, 1)
    taken = debrief.weigh(s, Event("ND-10.5", "", None, (("marked", "1614", "control"),)))
    assert taken.worth == "worth 2 VP in the end"
