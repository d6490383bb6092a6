"""The balance pages: they are studies, the same seeds give the same figures, and the figures are counted right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.sim.simulate import Result, play_one, simulate
from scripts import balance


def played(game: str, scenario: str, name: str, seed: int, games: int) -> list[Result]:
    """Some games of a line-up."""
    (variant,) = [one for one in balance.line_ups(sandtable.load(game), scenario, seed) if one.name == name]
    return list(simulate(variant.plan, range(games), 1))


def test_the_same_seeds_give_the_same_figures() -> None:
    told = [one.figures for one in played("who-dares-wins", "scenario-3", "greedy", 7, 3)]
    assert told[1:] == [one.figures for one in played("who-dares-wins", "scenario-3", "greedy", 8, 2)]
    assert all("Level" in one and "Not finished" not in one for one in told)


def test_a_scenario_is_a_study_and_a_run_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "BEGUN", tmp_path)
    game = sandtable.load("who-dares-wins")
    kept: list[dict[str, Any]] = []
    balance.play_scenario(game, "scenario-3", 7, 12, 1, kept.append)
    (whole,) = kept
    assert len(list(tmp_path.iterdir())) == 2, "until the page is written, all games are kept"
    balance.forget(game, "scenario-3")
    assert not list(tmp_path.iterdir())
    (apart,) = [one for one in whole["differences"] if one["measure"] == "score of lrdg"]
    assert (apart["first"], apart["second"], apart["pairs"]) == ("random", "greedy", 12)
    assert apart["beyond_chance"] and apart["difference"]["mean"] > 0
    assert any("| random | greedy | score of lrdg | +" in line for line in balance.difference_table([apart]))

    def stop(_: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        balance.play_scenario(game, "scenario-3", 7, 9, 1, stop)
    assert len(list(tmp_path.iterdir())) == 2
    begun: list[int] = []

    def counted(plan: Any, numbers: list[int]) -> list[Result]:
        begun.extend(numbers)
        return [play_one(plan, number) for number in numbers]

    monkeypatch.setattr("sandtable.sim.simulate.play_some", counted)
    balance.play_scenario(game, "scenario-3", 7, 12, 1, kept.append)
    assert kept == [whole, whole]
    assert begun == [9, 10, 11] * 2, "only what was left out is played"


def test_a_run_that_was_stopped_at_a_later_scenario_plays_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FOLDER", "BEGUN"):
        monkeypatch.setattr(balance, name, tmp_path / name)
    monkeypatch.setattr(balance, "box_of", lambda _: tmp_path)
    words = ("balance", "who-dares-wins", "--games", "3", "--workers", "1")
    monkeypatch.setattr("sys.argv", [*words, "--scenario", "scenario-3", "--scenario", "scenario-4"])
    begun: list[str] = []

    def counted(plan: Any, numbers: list[int]) -> list[Result]:
        if begun.count("scenario-4") == 2 and "stopped" not in begun:
            begun.append("stopped")
            raise KeyboardInterrupt
        begun.extend([plan.scenario] * len(numbers))
        return [play_one(plan, number) for number in numbers]

    monkeypatch.setattr("sandtable.sim.simulate.play_some", counted)
    with pytest.raises(KeyboardInterrupt):
        balance.main()
    balance.main()
    assert [begun.count(scenario) for scenario in ("scenario-3", "scenario-4")] == [6, 6]
    assert not list((tmp_path / "BEGUN").iterdir()), "nothing is left when the page is written"
    page = (tmp_path / "FOLDER" / "who-dares-wins.md").read_text(encoding="utf-8")
    assert "`scenario-3`" in page and "`scenario-4`" in page


def test_a_campaign_tells_of_each_mission() -> None:
    (one,) = played("who-dares-wins", "campaign", "random", 1, 1)
    told = one.figures
    assert sum(name.startswith("Level of scenario") for name in told) == 6
    missions = [value for name, value in told.items() if name.startswith("VP of scenario")]
    assert sum(float(value) for value in missions) == told["VP of the campaign"]


@pytest.mark.parametrize("name", sandtable.names())
def test_every_bot_of_the_page_plays_every_seat(name: str) -> None:
    game = sandtable.load(name)
    first = game.scenarios()[0]
    found = balance.line_ups(game, first.id, 1)
    for seat in first.seats:
        assert {variant.plan.bots[seat] for variant in found} == {*balance.BOTS}
    assert len({variant.name for variant in found}) == len(found)


def test_line_ups_are_compared_where_one_thing_is_apart() -> None:
    found = {one.name: one.plan for one in balance.line_ups(sandtable.load("night-drop"), "pegasus-bridge", 1)}
    chance, quick, british, german, tuned = found.values()
    assert list(found)[2:] == ["greedy against random", "random against greedy", "greedy data=tuned"]
    for first, second in ((chance, quick), (chance, british), (british, quick), (german, quick), (quick, tuned)):
        assert balance.one_thing_apart(first, second)
    for first, second in ((chance, tuned), (british, tuned)):
        assert not balance.one_thing_apart(first, second)


def test_means_and_shares_are_those_of_the_games_counted() -> None:
    mean, half, low, high = balance.spread({"1": 10, "2": 80, "7": 10})
    assert (mean, low, high) == (2.4, 1.0, 7.0)
    assert half == pytest.approx(1.96 * (((1.4**2) * 10 + (0.4**2) * 80 + (4.6**2) * 10) / 99 / 100) ** 0.5)
    assert balance.spread({"3": 1}) == (3.0, 0.0, 3.0, 3.0)
    counts = balance.counts_of([Result(3, error="ValueError: no"), Result(4, "won", decisions=5, figures={"VP": 2.0})])
    assert counts["words"] == {"Not finished": {"ValueError: no": 1}}
    assert counts["numbers"] == {"VP": {"2": 1}, "Decisions": {"5": 1}}


def test_a_section_gives_each_line_up_a_column_and_keeps_the_order_of_levels() -> None:
    counts: dict[str, balance.Counts] = {
        "random": {"words": {"Level": {"Low": 3, "High": 1}}, "numbers": {"VP": {"-1": 3, "2": 1}}},
        "greedy": {"words": {"Level": {"High": 4}}, "numbers": {"VP": {"2": 4}}},
    }
    lines = balance.section("Raid", "A raid.", counts, 4, ("Low", "High"))
    at = lines.index("| Level: Low | 75.0% | 0.0% |")
    assert lines[at + 1] == "| Level: High | 25.0% | 100.0% |"
    assert "| VP | -0.25 ± 1.47 (-1 to 2) | 2.00 ± 0.00 (2 to 2) |" in lines


def test_a_game_of_rogue_regiment_tells_of_its_alarm_and_losses() -> None:
    told = [one.figures for one in played("rogue-regiment", "m1-cold-ford", "random", 1, 4)]
    for one in told:
        assert one["Result"] in balance.ORDER["rogue-regiment"]
        assert ("Turn of the alarm" in one) == (one["Alarm"] == "raised")
        assert 0 <= float(one["Operators lost"]) <= 2
        assert float(one.get("Turn of the first alert", 1)) <= float(one["Turns"])


def test_greedy_is_compared_with_chance_at_each_level() -> None:
    def counted(points: dict[str, int], defeats: int) -> balance.Counts:
        return {"words": {"Result": {"defeat": defeats}}, "numbers": {"Points": points, "Decisions": {"9": 10}}}

    lines = balance.regiment_tables({
        "random": counted({"0": 10}, 10),
        "greedy": counted({"2": 5, "4": 5}, 5),
        "random difficulty=easy": counted({"1": 10}, 10),
        "greedy difficulty=easy": counted({"4": 10}, 0),
    })  # fmt: skip
    assert lines[2] == "| normal | +3.00 ± 0.65 | 50% ± 31% | 0% ± 0% |"
    assert lines[3] == "| difficulty=easy | +3.00 ± 0.00 | 100% ± 0% | 0% ± 0% |"


@pytest.mark.parametrize("name", sandtable.names())
def test_what_the_box_holds_of_the_games_played_is_fresh(name: str) -> None:
    game = sandtable.load(name)
    held = (balance.box_of(game) / "balance.toml").read_text(encoding="utf-8")
    assert held == balance.packed(game), f"run `python -m scripts.balance {name} --render`"
