"""A seat for those who only read and write: in words, as tools of the Model Context Protocol, and measured."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters

import sandtable
from sandtable import legal, words
from sandtable.bots.mcp_server import server
from sandtable.bots.reader import PAGE, Reader
from sandtable.bots.tools import Tools
from sandtable.cli import bots as commands
from sandtable.cli.main import main
from sandtable.sim import rows
from tests.promises import all_games
from tests.web.harness import run

EXAMPLE = f"{sys.executable} -I -S {Path(__file__).resolve().parent.parent / 'docs' / 'examples' / 'bot.py'}"


def sit(game: str, seat: str | None = None, listed: bool = True) -> Reader:
    return Reader.sit(sandtable.load(game), None, {}, seat, "random", 7, listed)


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_every_game_is_told_in_words_to_its_end(name: str) -> None:
    reader = sit(name)
    told = ""
    for number in range(3000):
        options = legal(reader.s)
        if not options:
            break
        if number % 50 == 0:
            assert reader.look().startswith("You must decide: ")
            assert words(options[0]) in reader.actions()
        told = reader.act(words(options[number % len(options)]).upper())
        assert not told.startswith("Refused")
    assert "The game is over: " in told
    assert reader.look().startswith("The game is over: ")


def test_a_seat_reads_nothing_but_what_it_may_know() -> None:
    """The German of Night Drop reads the letters of units that entered by night; the British does not."""
    told = {}
    for seat in ("german", "british"):
        reader = sit("night-drop", seat)
        for _ in range(40):
            if options := legal(reader.s):
                reader.act(words(options[0]))
        told[seat] = reader.log() + reader.look()
    assert "carries the letter" in told["german"]
    assert "carries the letter" not in told["british"]


async def ask(client: Client, tool: str, **given: Any) -> tuple[bool, str]:
    """Whether a tool failed, and what it said."""
    answer = await client.call_tool(tool, given)
    return bool(answer.is_error), "\n".join(part.text for part in answer.content if part.type == "text")


def test_the_official_client_plays_over_standard_input_and_output() -> None:
    async def drive() -> None:
        started = StdioServerParameters(
            command=sys.executable, args=["-m", "sandtable", "mcp", "who-dares-wins", "--seed", "7"]
        )
        async with Client(started) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"briefing", "look", "about", "actions", "why_not", "act", "log", "rules"}
            assert "You play lrdg." in (await ask(client, "briefing"))[1]
            listed = (await ask(client, "actions"))[1].splitlines()
            failed, told = await ask(client, "act", action=listed[1].partition(":")[0])
            assert not failed
            assert "You must decide" in told

    run(drive())


def test_a_model_begins_a_match_looks_up_rules_and_is_told_why_not() -> None:
    tools = Tools()

    async def drive() -> None:
        async with Client(server(tools)) as client:
            failed, told = await ask(client, "look")
            assert failed
            assert "no match has begun; call start" in told
            assert "night-drop pegasus-bridge" in (await ask(client, "games"))[1]
            failed, told = await ask(client, "start", game="who-dares-wins", bot="command:true")
            assert failed, "a model cannot have programs started"
            assert "has no bot" in told
            assert "You play lrdg." in (await ask(client, "start", game="who-dares-wins"))[1]
            assert "§611.3" in (await ask(client, "rules", wanted="611.3"))[1]
            assert "clauses, page 2 of" in (await ask(client, "rules", wanted="patrol", page=2))[1]
            reason = (await ask(client, "why_not", action="go jalo"))[1]
            failed, told = await ask(client, "act", action="go jalo")
            assert told == f"Refused: {reason}. Illegal actions so far: 1."
            assert not failed

    run(drive())
    assert tools.reader().refused.total() == 1


def test_the_list_of_legal_actions_can_be_switched_off() -> None:
    tools = Tools(sit("who-dares-wins", listed=False), listed=False)

    async def names() -> set[str]:
        async with Client(server(tools)) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert "actions" not in run(names())
    with pytest.raises(sandtable.BadInput, match="switched off"):
        tools.reader().actions()


def test_the_same_tools_answer_lines_of_json() -> None:
    lines = [
        {"tool": "briefing"}, {"tool": "act", "action": "go jalo"}, {"tool": "rules", "wanted": "611.3", "page": 1},
        {"tool": "fly"}, {"tool": "actions", "page": "first"}, {"tool": "act"},
    ]  # fmt: skip
    typed = "\n".join([*map(json.dumps, lines), "look", ""])
    told = CliRunner().invoke(main, ["mcp", "who-dares-wins", "--seed", "7", "--lines"], input=typed)
    assert told.exit_code == 0, told.output
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert answers[0]["answer"].startswith("You play lrdg.")
    assert answers[1]["answer"].startswith("Refused: ")
    assert [answer["illegal"] for answer in answers] == [0, 1, 1, 1, 1, 1, 1]
    assert "§611.3" in answers[2]["answer"]
    assert "there is no tool “fly”; there are briefing, look" in answers[3]["error"]
    assert "Expected `int`, got `str`" in answers[4]["error"]
    assert "missing required field `action`" in answers[5]["error"]
    assert "a line is a JSON object" in answers[6]["error"]
    assert not any(answer["over"] for answer in answers)


def test_what_an_extra_brings_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (commands, rows):
        monkeypatch.setattr(module, "find_spec", lambda _: None)
    for words_, extra in (
        (["mcp"], "sandtable[mcp]"),
        (["simulate", "who-dares-wins", "--out", "x.parquet"], "sandtable[lab]"),
    ):
        told = CliRunner().invoke(main, words_)
        assert told.exit_code == 2
        assert extra in told.stderr


def test_long_lists_are_told_in_pages() -> None:
    reader = sit("rogue-regiment")
    while len(legal(reader.s)) <= PAGE:
        reader.act(words(legal(reader.s)[-1]))
    first, second = (reader.actions(page).splitlines()[1:] for page in (1, 2))
    assert len(first) == PAGE
    assert not set(first) & set(second)
    with pytest.raises(sandtable.BadInput, match="there is no page 9"):
        reader.actions(9)


def test_a_program_is_measured_over_seeded_games(tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    told = CliRunner().invoke(main, ["benchmark", "who-dares-wins", EXAMPLE, "--games", "2", "--out", str(out)])
    assert told.exit_code == 0, told.output
    result = json.loads(out.read_text(encoding="utf-8"))
    assert (result["games"], result["finished"], result["illegal"], result["clauses"]) == (2, 2, 0, {})
    assert [trial["seed"] for trial in result["trials"]] == [0, 1]
    low, high = result["score"]["ci95"]
    assert low <= result["score"]["mean"] <= high
    assert result["seconds"] > 0


def test_illegal_actions_are_counted_by_clause(tmp_path: Path) -> None:
    """A program that is not told the options, writes down what it is told and always wants the same thing."""
    bot, heard = tmp_path / "bot.sh", tmp_path / "heard.txt"
    bot.write_text(
        f'while read word rest; do echo $word >> {heard}; case $word in sandtable) echo "id name dull"; echo ready;;'
        ' go) echo "action go jalo";; quit) exit;; esac; done\n',
        encoding="utf-8",
    )
    out = tmp_path / "result.json"
    words_ = ["who-dares-wins", f"sh {bot}", "--games", "1", "--no-list", "--tries", "2", "--out", str(out)]
    told = CliRunner().invoke(main, ["benchmark", *words_])
    assert told.exit_code == 0, told.output
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["illegal"] == sum(result["clauses"].values()) > 10
    assert any(clause.startswith("WDW-") for clause in result["clauses"])
    assert result["trials"][0]["breaches"] == {}
    assert {*heard.read_text(encoding="utf-8").split()} == {"sandtable", "game", "view", "go", "refused", "quit"}


def test_a_result_that_cannot_be_written_is_refused_before_anything_is_played() -> None:
    told = CliRunner().invoke(main, ["benchmark", "who-dares-wins", EXAMPLE, "--out", "/nowhere/x.json"])
    assert told.exit_code == 2
    assert told.stderr == "sandtable: /nowhere/x.json cannot be written: No such file or directory\n"
