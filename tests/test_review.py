"""A finished game is looked back at: what decisions cost by what was known then, and what was luck."""

from __future__ import annotations

import json
import random
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import sandtable
from sandtable import BadInput, Record, legal, parse, play
from sandtable.cli.main import main
from sandtable.cli.review import show
from sandtable.kernel.search import Line, Weighed
from sandtable.sim.review import Judged, Reviewer, people, sure_of
from tests.kernel.toys import convoy, planner

GAME = sandtable.register(planner.GAME)


def played(*said: str, seed: int = 1, dice: tuple[int, ...] = (), players: str = "driver=Ann") -> Record:
    """A game in which these things are done, and then every turn is ended."""
    s = GAME.start(seed=seed, dice=dice)
    for one in said:
        play(s, parse(one))
    while legal(s):
        play(s, parse("done"))
    return sandtable.record(s, players=players)


GOOD = ("with T1", "go well", "with T1", "go fort", "with T2", "go well", "with T2", "go fort")
IDLE = ("done",)
IDLE_ACTION = parse(IDLE[0])


def test_the_first_expectation_less_all_costs_plus_all_luck_is_the_result() -> None:
    for record in (played(*GOOD), played(*IDLE), played(*GOOD[:2], dice=(1,))):
        reviewer = Reviewer(record, "driver")
        found = reviewer.review(reviewer.judge_all(None))
        assert found.start - found.cost + found.luck == pytest.approx(found.end)
        assert (outcome := GAME.outcome(reviewer.end)) is not None
        assert found.end == outcome.scores["driver"]


def test_what_is_clearly_worse_costs_and_is_told_with_what_was_better() -> None:
    reviewer = Reviewer(played(*IDLE), "driver")
    found = reviewer.review(reviewer.judge_all(None))
    last = found.points[-1]
    assert last.number == found.worst[0] == 3
    assert (last.did, last.better) == ("End the turn", "Drive to the well (truck T1)")
    assert "on its way to the fort" in last.reason
    assert last.cost > 0.2, "whoever stays at camp for three turns gets nowhere"
    good = Reviewer(played(*GOOD), "driver")
    assert not any(one.cost for one in good.judge_all(None)[: len(GOOD)]), "they drive on at once"


def test_luck_is_what_came_after_a_decision_that_was_no_worse() -> None:
    driven = ("done", "done", "with T1", "go well")
    stuck, smooth = (Reviewer(played(*driven, dice=dice), "driver") for dice in ((1,), (6,)))
    reviews = [one.review(one.judge_all(None)) for one in (stuck, smooth)]
    unlucky, lucky = (next(p for p in found.points if p.number == 4) for found in reviews)
    assert unlucky.cost == lucky.cost == 0
    assert unlucky.best == lucky.best, "nobody knew how the die would fall"
    assert unlucky.luck < lucky.luck
    assert "truck T1 drives to the well" in unlucky.happened


def test_dice_are_lucky_or_not_by_what_others_would_have_brought() -> None:
    stuck, smooth = (played("done", "done", "with T1", "go well", dice=dice) for dice in ((1,), (6,)))
    reviewer = Reviewer(stuck, "driver", 200)
    found = reviewer.review(reviewer.judge_all(None))
    assert (found.unlucky, found.lucky) == ((4,), ()), "one face in six leaves the truck where it is"
    (stroke,) = (one for one in found.points if one.number == 4)
    assert stroke.dice < -0.2 and "truck T1" in stroke.fell
    reviewer = Reviewer(smooth, "driver", 200)
    found = reviewer.review(reviewer.judge_all(None))
    assert (found.unlucky, found.lucky) == ((), ()), "the other five are what is to be expected"


def test_what_a_decision_led_to_for_certain_says_what_it_was_worth() -> None:
    reviewer = Reviewer(played("with T1", "go well"), "driver")
    taken, driven = (Judged(number, "", "x", "", best, 0.4, 0.0) for number, best in ((1, 0.5), (2, 0.45)))
    first, second, *_ = reviewer.review([taken, driven]).points
    assert first.cost == pytest.approx(0.05), "no die fell between them"
    assert first.luck == pytest.approx(0.0)
    assert second.cost == 0.4, "after the second a die fell, and that is luck"


def test_what_cost_less_than_two_of_a_hundred_is_no_mistake_to_be_told() -> None:
    reviewer = Reviewer(played("with T1", "go well"), "driver")
    found = reviewer.review([Judged(2, "", "x", "", 0.5, 0.03, 0.0)])
    assert (found.points[0].cost, found.worst) == (0.03, ())
    assert reviewer.review([Judged(2, "", "x", "", 0.5, 0.05, 0.0)]).worst == (2,)


@pytest.mark.parametrize("worlds", [4, 6, 10, 32])
def test_of_a_hundred_decisions_as_good_as_the_best_one_or_two_are_blamed(worlds: int) -> None:
    chance = random.Random(5)
    blamed = 0
    for _ in range(4000):
        best, mine = (Weighed(Line(()), [chance.gauss(0, 1) for _ in range(worlds)]) for _ in range(2))
        lead, doubt = best.lead(mine)
        blamed += lead > sure_of(worlds) * doubt
    assert 20 <= blamed <= 60, "40 would be one in a hundred"


def test_a_decision_is_judged_from_what_was_known_then(monkeypatch: pytest.MonkeyPatch) -> None:
    reviewer = Reviewer(played(*GOOD), "driver")
    seen: list[dict[str, Any]] = []
    weigh = planner.Planner.weigh

    def noted(bot: planner.Planner, view: dict[str, Any], *more: Any, **named: Any) -> Any:
        seen.append(view)
        return weigh(bot, view, *more, **named)

    monkeypatch.setattr(planner.Planner, "weigh", noted)
    reviewer.judge_all(None)
    s = GAME.start(seed=1)
    for view, (_, action) in zip(seen, reviewer.record.actions, strict=False):
        while len(legal(s)) < 2:
            play(s, legal(s)[0])
        assert view == json.loads(json.dumps(GAME.view(s, "driver")))
        play(s, action)


def test_the_same_record_is_reviewed_the_same_again_and_in_parts() -> None:
    record = played(*GOOD)
    once, again = Reviewer(record, "driver"), Reviewer(record, "driver")
    parts = [again.judge(place) for place in range(len(again.asked))]
    assert once.judge_all(None) == [one for one in parts if one is not None]


def test_a_review_keeps_to_its_time() -> None:
    reviewer = Reviewer(played(*GOOD), "driver", 100_000)
    began = time.process_time()
    judged = reviewer.judge_all(1.0)
    assert time.process_time() - began < 3.0
    assert judged, "each decision had its share"


def test_seats_of_people_are_reviewed_if_nobody_says_which() -> None:
    game = sandtable.load("night-drop")
    seats = ("british", "german")
    for players, expected in (
        ("british=Ann, german=search:20", ("british",)), ("british=me, german=command:python3 bot.py", ("british",)),
        ("british=greedy, german=random", seats), ("", seats), ("british=Ann, german=Bob", seats),
    ):  # fmt: skip
        record = Record("night-drop", 0, "pegasus-bridge", {}, (), players=players)
        assert people(game, record, seats) == expected


def review(file: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["review", str(file), *words])


def test_the_command_tells_curve_costs_and_luck_and_gives_the_same_as_data(tmp_path: Path) -> None:
    file = tmp_path / "idle.txt"
    file.write_text(played(*IDLE).text(), encoding="utf-8")
    told = review(file)
    assert told.exit_code == 0, told.output
    flat = " ".join(told.stdout.split())
    assert re.search(r" decisions \S+, dice \S+, the others and what nobody foresaw \S+: about", flat)
    assert "action 3: End the turn" in told.stdout
    found = json.loads(review(file, "--json").stdout)
    (seat,) = found["seats"]
    assert (found["game"], seat["seat"], seat["worst"][0]) == ("toy-planned", "driver", 3)
    assert seat["start"] - seat["cost"] + seat["luck"] == pytest.approx(seat["end"], abs=0.001)


@pytest.mark.parametrize(
    ("record", "words", "sentence"),
    [
        ("unfinished", (), "only a game that is over can be reviewed"),
        ("finished", ("--seat", "pilot"), "there is no seat “pilot”; there are driver"),
        ("thoughtless", (), "has no player that thinks ahead"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_a_sentence(
    tmp_path: Path, record: str, words: tuple[str, ...], sentence: str
) -> None:
    file = tmp_path / "record.txt"
    s = GAME.start(seed=1)
    text = sandtable.record(s).text() if record == "unfinished" else played().text()
    if record == "thoughtless":
        sandtable.register(convoy.GAME)
        text = text.replace("toy-planned", "toy-convoy")
    file.write_text(text, encoding="utf-8")
    refused = review(file, *words)
    assert refused.exit_code == 2 and sentence in refused.output


@pytest.mark.parametrize(("dice", "told"), [(0.8, False), (0.3, True)])
def test_what_nobody_foresaw_is_apart_from_dice_and_makes_verdicts_doubtful(
    dice: float, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    reviewer = Reviewer(played(*GOOD), "driver")
    found = reviewer.review(reviewer.judge_all(None))
    points = tuple(replace(one, dice=dice if n == 0 else 0.0) for n, one in enumerate(found.points))
    found = replace(found, points=points, luck=1.5)
    assert found.unforeseen == pytest.approx(1.5 - dice)
    show(Console(), found)
    assert ("with care" in capsys.readouterr().out) == told


def test_whoever_takes_a_set_up_as_proposed_made_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    reviewer = Reviewer(played(*IDLE), "driver")
    blamed = reviewer.judge(2)
    assert blamed is not None and blamed.cost > 0.2
    monkeypatch.setattr("sandtable.sim.review.PROPOSED", IDLE_ACTION)
    taken = reviewer.judge(2)
    assert taken is not None and (taken.cost, taken.better) == (0.0, "")


def test_the_names_of_a_bad_seat_are_told_before_any_work() -> None:
    with pytest.raises(BadInput, match="there is no seat"):
        Reviewer(played(), "nobody")
