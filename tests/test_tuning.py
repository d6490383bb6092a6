"""`tune` finds numbers that play better on seeds it had not seen, `fit` learns what a position is worth; both go on
where they were stopped."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sandtable
from sandtable.cli.check import check_file
from sandtable.cli.main import main
from sandtable.games.night_drop.bot.search import FEATURES, WORTH
from sandtable.kernel.search import Worth
from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Page
from sandtable.sim import fit, tune
from tests.kernel.toys import thinking
from tests.screen import shown

GAME = sandtable.register(thinking.GAME)
TUNE = ("tune", GAME.name, "--games", "12", "--judge", "40", "--workers", "1", "--json")


def run(*arguments: str) -> tuple[int, Any, str]:
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    return result.exit_code, json.loads(result.stdout) if result.exit_code == 0 else None, result.stderr


def test_numbers_that_play_better_are_found_and_judged_on_other_seeds() -> None:
    code, told, _ = run(*TUNE, "--trials", "30")
    assert code == 0
    assert told["better"], "most fuel is left at first"
    assert told["numbers"]["spare"] < 12
    assert told["ci95"][0] > 0


def test_a_tuning_that_was_stopped_goes_on_to_the_same_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*TUNE, "--trials", "18")[1]
    journal = tmp_path / "trials.jsonl"
    played = 0
    scores = tune.Tuning.scores

    def stopped(self: tune.Tuning, *given: Any) -> list[float]:
        nonlocal played
        played += 1
        if played == 8:
            raise KeyboardInterrupt
        return scores(self, *given)

    monkeypatch.setattr(tune.Tuning, "scores", stopped)
    assert run(*TUNE, "--trials", "18", "--journal", str(journal))[0] != 0
    with journal.open("ab") as file:
        file.write(b'{"generation": 1, "num')  # killed while it wrote
    assert run(*TUNE, "--trials", "18", "--journal", str(journal))[1] == whole
    assert played == 7 + 1 + 18 - 7 + 2, "what was tried is not tried again; two are the judgement"
    assert "is of another tuning" in run(*TUNE, "--seed", "5", "--journal", str(journal))[2]


NIGHT = ("night-drop", "--scenario", "night-only", "--workers", "1", "--games")
PROGRESS = {
    "tune": ((*NIGHT, "1", "--numbers", "risk,hub", "--trials", "12", "--judge", "2"), "trials", 12),
    "fit": ((*NIGHT, "6"), "games", 6),
    "ladder": ((*NIGHT, "2", "--bots", "random,greedy"), "games", 4),
}


@pytest.mark.parametrize("command", PROGRESS)
def test_whoever_waits_sees_how_far_it_is(command: str) -> None:
    words, what, total = PROGRESS[command]
    plain = shown(command, *words)
    seen = re.findall(rf"{what} \S+ *(\d+)/{total} (?:\d+:\d\d:\d\d|-:--:--)", plain)
    done = [int(number) for number in seen]
    assert done == sorted(done) and len(set(done)) > 2, plain


def test_found_numbers_are_put_into_the_file_and_all_else_stays(tmp_path: Path) -> None:
    text = '# why\n[a]\nfirst = 1\nrange = [0, 4]\nsays = "x"\n\n[b]  \n'.replace("  \n", "\n") + (
        'first = 2\nrange = [0, 9]\ntuned = 3\nsays = "y"  # kept\n'
    )
    path = tmp_path / "style.toml"
    path.write_text(text)
    tune.write_numbers(path, {"a": 1.25, "b": 4.0})
    assert path.read_text() == text.replace('"x"\n', '"x"\ntuned = 1.25\n').replace("tuned = 3", "tuned = 4")
    assert Styles(Page("style.toml", path.read_text())).tuned == {"a": 1.25, "b": 4.0}


@pytest.mark.parametrize("name", sandtable.names())
def test_a_file_of_numbers_is_checked_by_the_game_whose_quick_player_has_them(name: str, tmp_path: Path) -> None:
    folder = Path(sandtable.__file__).parent / "games" / name.replace("-", "_") / "bot"
    text = (folder / "style.toml").read_text(encoding="utf-8")
    path = tmp_path / "style.toml"
    path.write_text(text, encoding="utf-8")
    assert run("check", str(path), "--json")[1] == {str(path): []}
    first = next(line for line in text.splitlines() if line.startswith("["))
    path.write_text(text.replace(first, "[speed]", 1), encoding="utf-8")
    mistakes = check_file(path)
    assert (text.splitlines().index(first) + 1, "the quick player has no number “speed”") in mistakes
    assert len(mistakes) == 2 and f"the table {first} is missing" in mistakes[0][1]
    path.write_text("[" + text, encoding="utf-8")
    assert [sentence.startswith("not TOML") for _, sentence in check_file(path)] == [True]


def test_what_a_position_is_worth_is_learned_from_play(tmp_path: Path) -> None:
    target, journal = tmp_path / "worth.toml", tmp_path / "samples.jsonl"
    given = ("fit", GAME.name, "--bot", "driver=greedy:together=1+spare=6", "--noise", "40", "--workers", "1", "--json")
    code, told, _ = run(*given, "--games", "150", "--journal", str(journal), "--write", str(target))
    assert code == 0
    (driver,) = told
    assert driver["explained"] > 0.05, "games kept aside are foretold better than by their mean"
    assert driver["weights"][2] > max(0.0, driver["weights"][1]), (
        "a truck at the fort is worth more than one at the well"
    )
    text = target.read_text()
    assert "#   at the fort" in text
    worth = Worth(Page("worth.toml", text), ("driver",), 1, ("at the well", "at the fort"))
    assert worth.of("driver", 0, [0, 4]) > worth.of("driver", 0, [4, 0])
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:60]) + lines[60][:9])
    assert run(*given, "--games", "150", "--journal", str(journal))[1] == told


def test_weights_are_the_ones_that_made_the_scores() -> None:
    samples = [
        (n, fit.Sample("a", 0, [float(n % 7), float(n % 5), 1.0], 0.3 + 0.1 * (n % 7) - 0.2 * (n % 5)))
        for n in range(70)
    ]
    found = fit.fit("a", 0, samples, 0.0)
    assert found.weights == pytest.approx((0.3, 0.1, -0.2, 0.0), abs=1e-6)
    assert found.explained == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tune", GAME.name, "--numbers", "speed"), "has no number “speed” for driver; it has together, spare"),
        (("tune", GAME.name, "--numbers", "spare"), "two numbers or more are tuned together"),
        (("tune", GAME.name, "--seat", "pilot"), "has no seat “pilot”"),
        (("tune", GAME.name, "--write", "/nowhere/style.toml"), "/nowhere/style.toml cannot be written"),
        (("fit", GAME.name, "--bot", "driver=clever"), "has no bot “clever”"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert sentence in err


def test_a_stage_that_no_game_came_to_keeps_its_weights() -> None:
    made = fit.make_fitting("night-drop", "night-only", {}, {}, 0, 0)
    nothing = [0.0] * len(FEATURES)
    for number, score in enumerate((0.5, -0.5)):
        sample = fit.Sample("british", 5, [score, *nothing[1:]], score)
        made.games[number] = fit.Game(number, [sample])
    found = {(one.seat, one.stage): one for one in made.solve(0.0)}
    assert found["british", 5].weights[:2] == (0.0, 1.0)
    kept = [one for place, one in found.items() if place != ("british", 5)]
    assert all(one.samples == 0 and one.weights == WORTH.weights[one.seat][one.stage] for one in kept)
    head = fit.worth_file(FEATURES, list(found.values()), "sandtable fit").splitlines()[0]
    assert head == "# What features of a position weigh: stages 5 by sandtable fit;"
