"""Studies: the test against chance, what is compared, what is drawn, and that nothing played is lost."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars
import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable import State
from sandtable.cli import studying
from sandtable.cli.main import main
from sandtable.games.night_drop.box.counters import FIRST_GERMAN
from sandtable.games.night_drop.state import DEAD, NightDrop
from sandtable.games.rogue_regiment.state import DEAD as KILLED
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.games.who_dares_wins.state import DEFEATED, DESTROYED, Desert
from sandtable.sim import plots, simulate
from sandtable.sim.study import Variant, course, flipped, holm
from sandtable.sim.trace import Trace
from sandtable.sim.verdict import decided, goals_of, tells, told, verdict

PAGE = Path(__file__).resolve().parent.parent / "docs" / "lab" / "studies.md"
DESERT = ("study", "who-dares-wins", "--scenario", "scenario-3", "--workers", "1")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_the_signs_of_differences_are_flipped_as_all_ways_to_flip_them_say() -> None:
    apart = [0.5, 0.5, -0.25, 1.0, 0.0, 0.75, 0.5, -0.5, 1.0, 0.25]
    sums = [sum(sign * one for sign, one in zip(signs, apart, strict=True)) for signs in product((1, -1), repeat=10)]
    exact = sum(abs(one) >= abs(sum(apart)) for one in sums) / len(sums)
    assert 0.02 < exact < 0.2
    assert flipped(apart) == pytest.approx(exact, abs=0.01)
    assert flipped([-one for one in apart]) == pytest.approx(exact, abs=0.01)
    assert flipped([0.0] * 10) == 1.0


def test_holm_makes_small_p_values_larger_and_keeps_their_order() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_a_mission_is_decided_when_a_figure_tells_won_games_from_lost_ones() -> None:
    def game(seed: int, won: bool) -> simulate.Result:
        # Until turn 2 all are alike; then those who win have more. The lost ones end a turn earlier.
        points = [0, seed % 2, 3 + seed % 2, 5] if won else [0, seed % 2, seed % 2]
        turns = [{"turn": n, "decisions": n, "points": value} for n, value in enumerate(map(float, points), 1)]
        return simulate.Result(seed, "over", {"us": 1.0 if won else -1.0}, turns=turns)

    games = [game(seed, seed % 4 < 2) for seed in range(24)]
    assert decided(games, "us") == {"turn": 3, "by": "points"}
    assert decided([game(seed, True) for seed in range(24)], "us") is None, "nobody lost"
    assert tells([1, 1, 1, 1], [True, False, True, False]) == 0.5


def test_a_verdict_says_who_wins_how_often_what_nobody_does_and_where_most_are_lost() -> None:
    def variant(bot: str, *games: simulate.Result) -> Variant:
        plan = simulate.make_plan("rogue-regiment", "m1-cold-ford", {}, {"operators": bot}, 0)
        return Variant(bot, simulate.Summary(plan, results=list(games)))

    first, second, *others = goals_of(variant("random"))
    assert others, "the mission has goals that none of these games has"

    def game(seed: int, score: float, goals: dict[str, bool]) -> simulate.Result:
        turns = [{"turn": 4.0 + seed}]
        heat = {"british losses": {"A3": 2, "B1": seed}, "axis losses": {"C9": 50}}
        return simulate.Result(seed, "over", {"operators": score}, turns=turns, goals=goals, heat=heat)

    clumsy = variant("random", game(0, -1.0, {}), game(1, 0.0, {first: True}), simulate.Result(2, error="it failed"))
    found = verdict([clumsy])
    assert not found["winnable"] and found["never_done"] == [second, *others]
    able = variant("greedy", game(0, 0.5, {first: True, second: True}), game(1, -0.5, {first: False, second: True}))
    found = verdict([clumsy, able])
    assert found["winnable"] and found["never_done"] == others
    assert [(one["bot"], one["games"], one["won"], one["turns"]) for one in found["bots"]] == [
        ("random", 2, 0, 4.5), ("greedy", 2, 1, 4.5),
    ]  # fmt: skip
    assert [one["goals"][second] for one in found["bots"]] == [0, 2]
    assert found["bots"][1]["losses"] == [{"place": "A3", "pieces": 4}, {"place": "B1", "pieces": 1}]
    lines = told(found)
    assert lines[:2] == ["Winnable: yes.", "random: 0 of 2 games won (0%), 4.5 turns (4 to 5)."]
    assert [line for line in lines if line.startswith("Never")] == [
        f"Never done by anybody: {found['goals'][goal]}." for goal in others
    ]


def test_in_a_minute_quick_bots_play_often_and_leave_their_time_to_the_slow_ones() -> None:
    assert studying.fitting([1.0, 0.01, 0.1, 4.0], 200) == [16, 200, 160, 4], "2, 16, 16 and 16 of 50 seconds"
    assert studying.fitting([0.001, 0.002], 200) == [200, 200]
    assert studying.fitting([60.0, 70.0], 200) == [studying.FIRST] * 2, "a few there are always"


def test_a_verdict_without_a_number_of_games_is_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "SECONDS", 0.0)
    mission = tmp_path / "mine.mission"
    mission.write_text(sandtable.load("rogue-regiment").example_mission(), encoding="utf-8")
    monkeypatch.setattr(sandtable, "bot_names", lambda _: ("random", "easy"))
    told = run("study", "rogue-regiment", "--mission", str(mission), "--workers", "1", "--json")
    found = json.loads(told.stdout)
    assert [one["games"] for one in found["verdict"]["bots"]] == [studying.FIRST] * 2


def test_a_better_bot_is_beyond_chance_better(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    words = ("--vary", "bots=random,greedy", "--games", "12", "--json", "--out", str(out))
    told = json.loads(run(*DESERT, *words).stdout)
    assert [row["variant"] for row in told["rows"]] == ["bots=random", "bots=greedy"]
    assert [one["measure"] for one in told["differences"]] == ["score of lrdg", "points of lrdg"]
    assert all(one["beyond_chance"] and one["difference"]["mean"] > 0 for one in told["differences"])
    kept = polars.read_parquet(out)
    assert kept["variant"].to_list() == ["bots=random"] * 12 + ["bots=greedy"] * 12
    assert kept["seed"].to_list() == [*range(12)] * 2, "common seeds"


def test_turns_of_a_campaign_follow_one_another() -> None:
    turns = [{"turn": float(turn), "alarm": float(n)} for n, turn in enumerate((1, 2, 3, 1, 2))]
    other = simulate.Result(1, turns=turns[:2])
    assert course([simulate.Result(0, turns=turns), other], "alarm") == [[0, 1, 2, 3, 4], [0, 1, 1, 1, 1]]


def test_a_course_is_drawn_as_a_median_with_a_band_that_holds_four_games_of_five(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plots, "saved", lambda made: made)
    plan = simulate.make_plan("who-dares-wins", "scenario-3", {}, {}, 0)

    def variant(name: str) -> Variant:
        games = [
            simulate.Result(seed, "over", turns=[{"turn": 1, "vp": float(seed)}, {"turn": 2, "vp": 2.0 * seed}])
            for seed in range(11)
        ]
        return Variant(name, simulate.Summary(plan, results=games))

    drawn: Any = plots.courses([variant("mine")], "vp", "Desert")
    (axes,) = drawn.axes
    (line,) = axes.lines
    assert (list(line.get_ydata()), line.get_label()) == ([5, 10], "mine (11 games)")
    (band,) = axes.collections
    corners = {(round(x), round(y)) for x, y in band.get_paths()[0].vertices}
    assert corners == {(1, 1), (1, 9), (2, 2), (2, 18)}
    crowded: Any = plots.courses([variant(f"{n}") for n in range(plots.BANDED + 1)], "vp", "Desert")
    assert not crowded.axes[0].collections, "bands would hide one another"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--vary", "moon=full,new"), "has no option “moon”"),
        (("--vary", "bots=greedy,genius"), "has no bot “genius”"),
        (("--vary", "bots.axis=greedy,random"), "has no seat “axis”"),
        ((), "a study compares two or more"),
        (("--vary", "bots=greedy"), "compares nothing"),
        (("--vary", "bots=greedy,greedy"), "compares nothing"),
        (("--vary", "bots=greedy,random", "--bot", "lrdg=random"), "bots=greedy and bots=random play the same"),
        (("--vary", "bots"), "--vary takes NAME=A,B"),
        (("--vary", "bots=greedy,random", "--out", "/nowhere/x.csv"), "/nowhere/x.csv cannot be written"),
        (("--vary", "bots=greedy,random", "--plot", "/dev/null/x"), "/dev/null/x cannot be written"),
    ],
)
def test_bad_input_is_told_in_a_sentence_before_anything_is_played(words: tuple[str, ...], told: str) -> None:
    result = run(*DESERT, "--games", "999999", *words)
    assert result.exit_code == 2, result.output
    assert told in result.stderr and result.stderr.count("\n") == 1


def test_a_study_of_nothing_asks_for_the_game() -> None:
    result = run("study", "--vary", "bots=random,greedy")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "name the game that is studied: night-drop, " in result.stderr


def test_a_study_draws_and_what_was_played_is_kept_when_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (*DESERT, "--vary", "bots=random,greedy", "--games", "4", "--plot", str(tmp_path))

    def fail(*_: object) -> None:
        raise sandtable.BadInput("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(studying, "write_all", fail)
        assert "the disk is full" in run(*words).stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.1.csv.part", "games.2.csv.part"]
    again = run(*words)
    assert "8 games were played before" in again.stderr, again.output
    names = {path.name for path in tmp_path.iterdir()}
    assert names >= {"games.csv", "outcomes.png", "course-alarm.png", "course-vp.png", "sightings-bots-random.svg"}
    assert not any(name.endswith(".part") for name in names)
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 9
    assert (tmp_path / "outcomes.png").read_bytes().startswith(b"\x89PNG")
    paths = ElementTree.parse(tmp_path / "british-paths-bots-greedy.svg").getroot()
    game = sandtable.load("who-dares-wins")
    plain = ElementTree.fromstring(game.board_svg(game.seen(game.start("scenario-3"), None).drawn.board, True))
    inner = [[one.attrib for one in tree.iter("{http://www.w3.org/2000/svg}svg")][1:] for tree in (paths, plain)]
    assert inner[0] == inner[1] != [], "the strip below moves nothing of the board"
    titles = [one.text or "" for one in paths.iter("{http://www.w3.org/2000/svg}title")]
    assert any(re.fullmatch(r"Siwa.*: [\d.]+", title) for title in titles), titles


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = sandtable.load("rogue-regiment").example_mission()
    Path("mine.mission").write_text(example, encoding="utf-8")
    Path("other.mission").write_text(example.replace("brief: ", "brief: Once more. "), encoding="utf-8")
    lines = re.findall(r"^sandtable (study .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == 7
    for line in lines:
        words = [*line.split(), "--games", "2", "--workers", "1", "--json"]
        if "bots=" not in line and "--mission" not in line:
            game = sandtable.load(words[1])
            for seat in game.seats(game.start()):
                words += ["--bot", f"{seat}=random"]  # for speed
        told = run(*words)
        assert told.exit_code == 0, f"{line}: {told.output}"
        found = json.loads(told.stdout)
        assert len(found["rows"]) >= 2 and found["differences"]
        if "other.mission" in line:
            assert not any(one["beyond_chance"] or one["difference"]["mean"] for one in found["differences"])
    assert {"seat", "winnable", "bots", "goals", "never_done"} == found["verdict"].keys()


def lost_in(s: State) -> dict[str, int]:
    """Whoever is lost at the end of a game, by side, as its state has it."""
    match s:
        case Desert():
            return {"axis": s.axis_zone.count(DEFEATED), "british": list(s.side).count(DESTROYED)}
        case NightDrop():
            return {"german": s.at[FIRST_GERMAN:].count(DEAD)}
        case Regiment():
            operators = [m for m in range(len(s.m_kind)) if s.is_operator(m)]
            return {
                "axis": sum(health <= 0 for health in s.u_health),
                "british": sum(s.m_state[m] == KILLED for m in operators),
            }
    raise AssertionError(s)


@pytest.mark.parametrize(
    ("name", "scenario", "bot"),
    [
        ("who-dares-wins", "scenario-1", "random"),  # the quick player loses nobody there
        ("night-drop", "pegasus-bridge", "greedy"),
        ("rogue-regiment", "m1-cold-ford", "greedy"),
    ],
)
def test_maps_count_whoever_is_lost_and_all_of_it_is_on_the_board(name: str, scenario: str, bot: str) -> None:
    game = sandtable.load(name)
    shown: set[str] = set()
    for seed in range(12):  # until somebody was seen and lost
        s = game.start(scenario, seed=seed)
        board = {place.id for place in game.board(game.seen(s, None).drawn.board).places}
        trace = Trace(game, s)
        for _ in simulate.play_out(game, s, {seat: game.bot(bot, seed) for seat in game.seats(s)}):
            trace.follow(s)
        lost = lost_in(s)
        assert {side: sum(trace.heat.get(f"{side} losses", {}).values()) for side in lost} == lost, f"seed {seed}"
        assert not {place for places in trace.heat.values() for place in places} - board, f"seed {seed}"
        shown |= trace.heat.keys()
        if shown >= {"sightings", "british paths"} and any(kind.endswith("losses") for kind in shown):
            return
    raise AssertionError(f"in no game was anybody both seen and lost; there were {shown}")


def test_men_who_die_in_the_car_that_they_came_in_are_lost_by_their_side() -> None:
    game = sandtable.load("rogue-regiment")
    s = game.start("m8-iron-harvest", seed=1)
    trace = Trace(game, s)
    for _ in simulate.play_out(game, s, {"operators": game.bot("random", 1)}):
        trace.follow(s)
    lost = {kind: sum(places.values()) for kind, places in trace.heat.items() if kind.endswith("losses")}
    assert lost == {"british losses": 5}, "four men and the car"
