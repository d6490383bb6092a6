"""The command line: results, and one sentence with exit code 2 for everything that is not right."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable import legal, play, record
from sandtable.cli import mission as missions
from sandtable.cli.main import main
from tests.kernel.toys import cards, convoy, corridor

for _game in (cards.GAME, convoy.GAME, corridor.GAME):
    sandtable.register(_game)


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished game in a file."""
    s = corridor.GAME.start(seed=3)
    while options := legal(s):
        play(s, options[s.number % len(options)])
    file = tmp_path / "game.txt"
    file.write_text(record(s).text())
    return file


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"sandtable {command}" in result.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "chess"), "there is no game “chess”"),
        (("play", "toy-corridor", "--scenario", "walk"), "has no scenario “walk”; it has run"),
        (("play", "toy-corridor", "--option", "shots"), "--option takes NAME=VALUE, not “shots”"),
        (("play", "toy-corridor", "--option", "shots=9"), "option shots is one or none, not “9”"),
        (("play", "toy-corridor", "--bot", "guard=random"), "has no seat “guard” here; it has raider"),
        (("simulate", "toy-corridor", "--bot", "raider=genius"), "has no bot “genius”; it has random"),
        (("simulate", "toy-corridor", "--out", "x.xls"), "--out writes a .csv or a .parquet file"),
        (("replay", "/nowhere/x.txt"), "/nowhere/x.txt cannot be read: No such file or directory"),
        (("rules", "chess"), "there are no rules of “chess”"),
        (("rules", "night-drop", "99.9"), "99.9"),
        (("check", "/nowhere/x.txt"), "cannot be read"),
        (("board", "chess", "--svg", "x.svg"), "there is no game “chess”"),
        (("simulate", "toy-corridor", "--games", "1", "--out", "/nowhere/x.csv"), "/nowhere/x.csv cannot be written"),
        (("simulate", "toy-corridor", "--games", "1", "--out", "/nowhere/x.parquet"), "/nowhere/x.parquet cannot be"),
        (
            ("simulate", "toy-corridor", "--games", "9999999", "--out", "/tmp/x.csv", "--turns", "/nowhere/x.csv"),
            "/nowhere/x.csv cannot be written",
        ),
        (("simulate", "toy-corridor", "--games", "9999999", "--turns", "x.csv"), "--turns goes with --out"),
        (("fly",), "No such command 'fly'; see `sandtable --help`"),
        (("simulate", "toy-corridor", "--games", "0"), "--games': 0 is not in the range x>=1; see `sandtable simulate"),
        (("bench", "--fast"), "No such option"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


def test_a_record_is_replayed_with_its_fingerprint(saved: Path) -> None:
    result = run("replay", str(saved), "--json", "--verify")
    told = json.loads(result.stdout)
    again = sandtable.replay(saved.read_text())
    assert told["fingerprint"] == sandtable.fingerprint(again)
    assert told["actions"] == again.number
    assert told["verified"] == ["sha256:" + sha256(again.setup.seeds[0][1]).hexdigest()]


def test_a_record_is_replayed_in_part(saved: Path) -> None:
    assert json.loads(run("replay", str(saved), "--to", "1", "--json").stdout)["actions"] == 1
    result = run("replay", str(saved), "--to", "999")
    assert result.exit_code == 2
    assert "there is no action 999" in result.stderr


def test_check_names_the_line_of_a_mistake(saved: Path) -> None:
    assert run("check", str(saved)).exit_code == 0
    saved.write_text(saved.read_text().replace("1 raider sneak", "1 raider fly"))
    result = run("check", str(saved), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)[str(saved)][0]["line"] == 8


def test_every_file_is_checked_though_one_cannot_be_read(saved: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(saved.read_text().replace("1 raider sneak", "1 raider fly"))
    result = run("check", str(tmp_path / "none.txt"), str(wrong), str(saved))
    assert result.exit_code == 2
    assert "none.txt cannot be read" in result.stderr
    assert f"{wrong}, line 8: action 1: “fly" in result.stdout
    assert f"{saved}: nothing wrong" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("# sandtable 1", "# sandtable 9", "line 1: a record begins with “# sandtable 1”, not “# sandtable 9”"),
        ("game: toy-corridor", "game: chess", "line 2: there is no game “chess”; there are"),
        ("rules: 0", "rules: old", "line 3: rules: “old” is not a whole number"),
        ("rules: 0", "rules: 7", "line 3: this record is of rules 7; toy-corridor is at rules 0"),
        ("scenario: run", "scenario: walk", "line 4: toy-corridor has no scenario “walk”; it has run"),
        ("shots=one", "shots=9", "line 5: option shots is one or none, not “9”"),
        ("shots=one", "shots", "line 5: options: “shots” is not name=value"),
        ("1 raider sneak", "1 raider fly", "line 8: action 1: “fly"),
        ("2 raider", "3 raider", "line 9: expected “2 SEAT WORDS”, found “3 raider"),
    ],
)
def test_a_bad_record_is_refused_with_file_and_line(saved: Path, old: str, new: str, sentence: str) -> None:
    assert old in saved.read_text()
    saved.write_text(saved.read_text().replace(old, new, 1))
    result = run("replay", str(saved))
    assert result.exit_code == 2
    assert f"{saved}, {sentence}" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_text_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.txt"
    file.write_bytes(b"# sandtable 1\ngame: \xff\xfe\n")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert "line 2: this is not UTF-8 text" in result.stderr


def test_simulate_counts_games_and_scores() -> None:
    told = json.loads(run("simulate", "toy-corridor", "--games", "30", "--workers", "1", "--json").stdout)
    assert told["games"] == told["finished"] == 30
    assert told["errors"] == 0
    assert sum(told["outcomes"].values()) == 30
    low, high = told["seats"]["raider"]["ci95"]
    assert low <= told["seats"]["raider"]["mean"] <= high


def test_simulate_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    tables = []
    for name in ("a.csv", "b.csv"):
        run("simulate", "toy-convoy", "--games", "5", "--seed", "7", "--workers", "1", "--out", str(tmp_path / name))
        rows = (tmp_path / name).read_text().splitlines()
        tables.append([row.split(",")[:4] for row in rows])
    assert tables[0] == tables[1]
    assert len(tables[0]) == 6


def test_a_game_is_played_in_the_terminal_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    typed = "help\nwhy run 9\nodds run 2\nhint\nboard\nlog\nall\nfly\n" + "1\n" * 40
    result = run("play", "toy-corridor", "--seed", "5", "--record", str(file), typed=typed)
    assert result.exit_code == 0, result.output
    assert "undo [N]      take the last action back" in result.output
    assert f"sandtable review {file}" in " ".join(result.output.split())
    assert "alarm" in result.output
    assert "The record is" in result.output
    assert sandtable.replay(file.read_text()).seat is None
    assert "chosen: yes" in file.read_text()


def test_a_lesson_is_taken_in_the_terminal_to_its_end(tmp_path: Path) -> None:
    lesson = sandtable.lessons_of(sandtable.load("who-dares-wins"))[0]
    typed = "\n".join(sandtable.words(action) for action in lesson.best) + "\n"
    file = tmp_path / "lesson.txt"
    result = run("play", "--lesson", lesson.id, "--record", str(file), typed=f"dance\nhint\n7\n{typed}")
    assert result.exit_code == 0, result.output
    assert lesson.title in result.output
    told = " ".join(result.output.split())
    assert told.count("Take the trucks T2/A and T2/B") == 3, "asked for, answered to nonsense, and as a hint"
    assert "the list has no other number" in told
    assert " ".join(lesson.end.split()[:4]) in told and "Next: sandtable play --lesson unseen" in told


def test_a_game_is_saved_at_every_action_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    run("play", "toy-convoy", "--seed", "5", "--record", str(file), typed="with T1\nwith T2\nundo\nquit\n")
    assert sandtable.replay(file.read_text()).number == 1
    result = run("play", "toy-convoy", "--record", str(file), typed="with T2\n")
    assert "Go on with --record" in result.output
    assert sandtable.replay(file.read_text()).number == 2


def test_a_saved_game_goes_on_by_the_same_command_and_with_the_same_bots(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    begun = ["play", "toy-cards", "--scenario", "three", "--seed", "5", "--record", str(file)]
    run(*begun, "--bot", "south=random", typed="1\nquit\n")
    first = sandtable.parse_record(file.read_text())
    assert "Go on with --record" in run(*begun, typed="1\nquit\n").output
    then = sandtable.parse_record(file.read_text())
    assert then.players == first.players == "north=me, south=random"
    assert len(then.actions) > len(first.actions)
    for other in (["--seed", "6"], ["--scenario", "other"]):
        refused = run("play", "toy-cards", *other, "--record", str(file))
        assert "its own scenario, options and seed go on" in refused.output
    run("play", "--bot", "south=me", "--record", str(file), typed="quit\n")
    assert sandtable.parse_record(file.read_text()).players == "north=me, south=me"


def test_no_program_starts_because_a_record_names_one(tmp_path: Path) -> None:
    file, made = tmp_path / "mine.txt", tmp_path / "made"
    run("play", "toy-cards", "--seed", "5", "--record", str(file), typed="quit\n")
    file.write_text(file.read_text().replace("south=me", f"south=command:touch {made}"))
    run("play", "toy-cards", "--record", str(file), typed="1\nquit\n")
    assert not made.exists()


def test_several_actions_are_taken_back_at_once_and_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    typed = "with T1; with T2\nundo 2\nundo\nundo two\nall with T2\nall T2 T9\nquit\n"
    result = run("play", "toy-convoy", "--seed", "5", "--record", str(file), typed=typed)
    assert sandtable.replay(file.read_text()).number == 0
    assert "taken back: with T2\n  taken back: with T1\n" in result.output
    assert "undo is not possible: " in result.output
    assert "undo takes the number of actions to take back" in result.output
    assert "no action on offer has all of the words “T2 T9”" in result.output


def test_undo_after_a_roll_is_refused_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    result = run("play", "toy-convoy", "--seed", "5", "--record", str(file), typed="with T1\ngo well\nundo\nquit\n")
    assert "undo is not possible: dice were rolled" in result.output


def test_a_number_that_is_not_in_the_list_is_refused_and_capitals_do_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    result = run("play", "toy-convoy", "--seed", "5", "--record", str(file), typed="99\n0\nWITH t1\nquit\n")
    assert result.output.count("the list has the numbers 1 to") == 2
    assert " with T1\n" in file.read_text()


def test_actions_are_found_by_parts_of_their_words(tmp_path: Path) -> None:
    hunter = [
        "play",
        "rogue-regiment",
        "--scenario",
        "m1-cold-ford",
        "--option",
        "jaeger=on",
        "--bot",
        "operators=greedy",
    ]
    result = run(*hunter, "--seed", "5", "--record", str(tmp_path / "mine.txt"), typed="all black\nquit\n")
    assert result.output.count("stalker 1 black-1") == 3, "proposed, in the first list, and found"


def test_several_actions_go_on_one_line_up_to_the_first_that_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    typed = "with T1; with T2; undo; fly; with T2\nquit\n"
    result = run("play", "toy-convoy", "--seed", "5", "--record", str(file), typed=typed)
    assert sandtable.replay(file.read_text()).number == 1
    assert "Since that was refused, the rest of the line was not done: with T2" in result.output


def test_what_was_typed_ahead_is_not_done_for_somebody_else(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    result = run("play", "toy-cards", "--seed", "5", "--record", str(file), typed="\n1; 1\n\nquit\n")
    assert "Since somebody else chooses now, the rest of the line was not done: 1" in result.output
    assert sandtable.replay(file.read_text()).number == 1


def test_why_and_odds_without_words_say_what_they_take(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    result = run("play", "toy-convoy", "--seed", "5", "--record", str(file), typed="why\nodds\nquit\n")
    for command in ("why", "odds"):
        assert f"{command} takes the words of an action, as in `{command} " in result.output


def test_odds_that_were_drawn_have_about_before_the_chance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def drawn(_seen: object, _action: sandtable.Action) -> dict[str, float]:
        return {"about a quiet night": 0.75, "about noise": 0.25}

    monkeypatch.setattr(sandtable.load("toy-corridor"), "odds_of", drawn)
    file = tmp_path / "mine.txt"
    result = run("play", "toy-corridor", "--seed", "5", "--record", str(file), typed="odds run 2\nquit\n")
    assert "about 75 %  a quiet night\n" in result.output
    assert "about 25 %  noise\n" in result.output


def test_two_people_at_one_screen_have_a_curtain_between_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    result = run("play", "toy-cards", "--seed", "5", "--record", str(file), typed="\n1\n\n1\nquit\n")
    assert result.output.count("press Enter when nobody else is looking") >= 2


def test_each_of_two_people_is_told_all_that_happened_before_their_turn(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    result = run("play", "night-drop", "--seed", "77", "--record", str(file), typed="\n" + "1\n" * 16 + "quit\n")
    german, _, british = result.output.partition("British, press Enter")
    for told in (german, british):
        assert "Red Stick 2 lands at 1111" in told
        assert "Row 8: red 6, green 2, blue 2" in told
    assert "carries the letter" in german
    assert "carries the letter" not in british


def test_a_bot_plays_the_other_seat(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    typed = "1\n" * 10
    result = run("play", "toy-cards", "--bot", "south=random", "--record", str(file), typed=typed)
    assert "The record is" in result.output
    assert "players: north=me, south=random" in file.read_text()


def test_the_levels_of_who_wants_few_points_say_so() -> None:
    ladder: list[dict[str, object]] = [
        {"at": 35, "level": "German night"},
        {"at": 47, "level": "British night"},
        {"at": None, "level": "Lost"},
    ]
    assert missions.rungs(ladder, "Lost") == ["German night 35 or fewer", "British night 47 or fewer", "[bold]Lost[/]"]
    most: list[dict[str, object]] = [{"at": 48, "level": "British night"}, {"at": 42, "level": "German night"}]
    assert missions.rungs(most, "") == ["British night 48", "German night 42"]


def test_coverage_is_counted_for_every_game_with_rules() -> None:
    told = json.loads(run("rules", "--coverage", "--json").stdout)
    assert told["who-dares-wins"]["clauses"] == 301
    assert told["night-drop"]["clauses"] == 270
    assert told["rogue-regiment"]["clauses"] == 671
    assert all(0 < one["taught"] < one["clauses"] for one in told.values()), "what lessons teach is counted"


def test_the_coverage_of_one_game_is_told_by_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    rows = [line.split("│") for line in run("rules", "rogue-regiment", "--coverage").stdout.splitlines()]
    told = {row[1].strip(): [cell.strip() for cell in row[2:-1]] for row in rows if len(row) > 6 and row[1].strip()}
    base = [told[str(chapter)] for chapter in range(1, 24)]
    assert sum(int(clauses) for _, clauses, *_ in base) == 514
    assert all(clauses == done == tested and missing == "none" for _, clauses, done, tested, _, missing in base)
    assert told["24"][1:3] == ["59", "59"], "an expansion"
    assert told["all"][:2] == ["Rogue Regiment", "671"]


def test_the_package_can_be_run_like_the_command() -> None:
    told = subprocess.run([sys.executable, "-m", "sandtable", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == run("--version").stdout


def test_the_list_of_games_names_every_option_of_every_scenario_with_its_default_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    told = [line.strip() for line in run("games").stdout.splitlines()]
    for scenario in (one for game in json.loads(run("games", "--json").stdout) for one in game["scenarios"]):
        for option in scenario["options"]:
            values = (f"{v} (default)" if v == option["default"] else v for v in option["values"])
            shown = f"--option {option['name']}=…  {' | '.join(values)}"
            assert any(line == shown or (option["joined"] and line.startswith(shown)) for line in told)


@pytest.mark.parametrize("game", ["rogue-regiment", "night-drop", "who-dares-wins"])
def test_every_option_has_a_title_in_words_that_the_list_of_games_shows(game: str) -> None:
    for scenario in sandtable.load(game).scenarios():
        titles = [option.title for option in scenario.options]
        assert all(title and "_" not in title and title[0].isupper() for title in titles), titles
        assert len(set(titles)) == len(titles), "no two are called alike"


def test_the_list_of_games_shows_titles_of_options() -> None:
    assert "Landing in water: " in run("games").output
