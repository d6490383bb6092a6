"""The balance report: the same seeds give the same figures, and the figures are counted right."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import sandtable
from scripts import balance


def test_the_same_seeds_give_the_same_figures() -> None:
    plan = balance.Plan("who-dares-wins", "scenario-3", ("greedy",), 7)
    told = balance.play_share(plan, range(3))
    assert told == balance.play_share(plan, range(3))
    assert told[1:] == balance.play_share(balance.Plan("who-dares-wins", "scenario-3", ("greedy",), 8), range(2))
    assert all("Level" in one and "Not finished" not in one for one in told)


def test_a_run_that_was_stopped_goes_on_where_it_was() -> None:
    plan = balance.Plan("who-dares-wins", "scenario-3", ("random",), 7)
    kept: list[balance.Counts] = []
    with ThreadPoolExecutor(1) as pool:
        half = balance.play_all(plan, balance.SHARE, pool)
        whole = balance.play_all(plan, 2 * balance.SHARE, pool, half)
        assert whole == balance.play_all(plan, 2 * balance.SHARE, pool)
        assert balance.played(whole, 0) == 2 * balance.SHARE
        balance.play_all(plan, 7 * balance.SHARE, pool, whole, kept.append)
    assert [balance.played(one, 0) for one in kept] == [7 * balance.SHARE]


def test_a_campaign_tells_of_each_mission() -> None:
    (told,) = balance.play_share(balance.Plan("who-dares-wins", "campaign", ("random",), 1), range(1))
    assert sum(name.startswith("Level of scenario") for name in told) == 6
    missions = [value for name, value in told.items() if name.startswith("VP of scenario")]
    assert sum(float(value) for value in missions) == told["VP of the campaign"]


@pytest.mark.parametrize("name", sandtable.names())
def test_every_bot_plays_every_seat(name: str) -> None:
    game = sandtable.load(name)
    first = game.scenarios()[0]
    found = balance.plans(game, first.id, 1)
    for place, seat in enumerate(first.seats):
        kinds = {plan.bots[place] for plan in found}
        assert kinds == {"random", *game.bots()}, seat
    assert len({plan.title() for plan in found}) == len(found)


def test_means_and_shares_are_those_of_the_games_counted() -> None:
    mean, half, low, high = balance.spread({"1": 10, "2": 80, "7": 10})
    assert (mean, low, high) == (2.4, 1.0, 7.0)
    assert half == pytest.approx(1.96 * (((1.4**2) * 10 + (0.4**2) * 80 + (4.6**2) * 10) / 99 / 100) ** 0.5)
    assert balance.spread({"3": 1}) == (3.0, 0.0, 3.0, 3.0)


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
    told = balance.play_share(balance.Plan("rogue-regiment", "m1-cold-ford", ("random",), 1), range(4))
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
