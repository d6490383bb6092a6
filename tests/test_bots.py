"""Bots that are programs: ours and the example keep the protocol, and hostile ones harm no match."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sandtable
from sandtable import BadInput, legal, play
from sandtable.bots import outside
from sandtable.bots.outside import Outside, check_bot
from sandtable.cli.main import main
from sandtable.sim.simulate import make_plan, play_through
from tests.kernel.toys import cards

GAME = sandtable.register(cards.GAME)
PYTHON = f"{sys.executable} -I -S"
EXAMPLE = f"{PYTHON} {Path(__file__).resolve().parent.parent / 'docs' / 'examples' / 'bot.py'}"
HOSTILE = r"""
import os, subprocess, sys, time
how = sys.argv[1]
asked = 0
while how == "deaf":
    time.sleep(60)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "sandtable":
        print("id name hostile\nready" + ("\naction 1" if how == "hasty" else ""), flush=True)
    elif word == "quit":
        break
    elif word == "options":
        options = [sys.stdin.readline().strip() for _ in range(int(rest))]
    elif word == "refused":
        with open(sys.argv[2], "a") as file:
            file.write(rest + "\n")
    elif word == "go":
        asked += 1
        if how == "crash":
            os._exit(3)
        if how == "stall":
            time.sleep(60)
        while how == "chatter":
            print("info thinking", flush=True)
        while how == "flood":
            sys.stdout.write("x" * 65536)
        if how == "nonsense":
            print("\xff\x00 {]", flush=True)
        if how == "cheat" or (how == "slip" and asked % 2):
            print("action win everything", flush=True)
            continue
        if how == "hungry":
            memory = bytearray(2 << 30)
        if how == "parent":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            open(sys.argv[2], "w").write(str(child.pid))
            os._exit(3)
        print("action " + options[0], flush=True)
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("bots") / "hostile.py"
    file.write_text(HOSTILE, encoding="utf-8")
    return f"{PYTHON} {file}"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def match(bot: Outside) -> list[str]:
    """A whole match with a program against the first option; the kinds of its faults."""
    s = GAME.start(seed=3)
    try:
        while options := legal(s):
            play(s, bot.pick(GAME.view(s, s.seat), options) if s.seat == "north" else options[0])
    finally:
        bot.close()
    assert GAME.outcome(s) is not None
    return [fault.kind for fault in bot.faults]


def test_the_example_keeps_the_protocol_and_plays_a_game() -> None:
    told = run("bot-check", EXAMPLE, "--decisions", "20", "--json")
    assert json.loads(told.stdout) == {"passed": True, "failed": []}
    assert told.exit_code == 0
    played = play_through(make_plan("who-dares-wins", None, {}, {"lrdg": f"command:{EXAMPLE}"}, 1), 0)
    assert (played.error, played.faults) == ("", 0)
    assert played.outcome


def test_a_bot_of_ours_plays_the_same_behind_the_protocol() -> None:
    command = f"command:{sys.executable} -m sandtable bot who-dares-wins --name greedy"
    inside, behind = (
        play_through(make_plan("who-dares-wins", None, {}, {"lrdg": name}, 5), 0) for name in ("greedy", command)
    )
    assert behind.faults == 0
    assert (behind.outcome, behind.scores, behind.decisions) == (inside.outcome, inside.scores, inside.decisions)


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ("crash", "crashed"), ("stall", "stalled"), ("chatter", "flooded"), ("flood", "flooded"), ("hasty", "nonsense"),
        ("nonsense", "nonsense"), ("hungry", "crashed"),
    ],
)  # fmt: skip
def test_a_hostile_program_harms_no_match(hostile: str, how: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 1)
    monkeypatch.setattr(outside, "GRACE", 0.1)
    began = time.monotonic()
    faults = match(Outside(GAME, f"{hostile} {how}", movetime=0.1 if how == "stall" else 2.0))
    assert faults == [kind, kind], "it is started once more, and then others choose for it"
    assert time.monotonic() - began < 15


def test_a_program_that_hears_nothing_is_not_waited_for(hostile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "STARTING", 0.2)
    monkeypatch.setattr(outside, "PATIENCE", 0)
    assert match(Outside(GAME, f"{hostile} deaf")) == ["stalled"]


def test_an_illegal_action_is_refused_with_its_reason_each_time(hostile: str, tmp_path: Path) -> None:
    file = tmp_path / "refused.txt"
    faults = match(Outside(GAME, f"{hostile} cheat {file}"))
    assert set(faults) == {"illegal"}
    assert len(faults) > 2, "an illegal action is no reason to end the program"
    assert "is not on offer" in file.read_text(encoding="utf-8")


def test_a_program_may_be_given_a_second_try(hostile: str, tmp_path: Path) -> None:
    s = GAME.start(seed=3)
    bot = Outside(GAME, f"{hostile} slip {tmp_path / 'refused.txt'}", tries=2)
    try:
        assert bot.pick(GAME.view(s, s.seat), legal(s)) == legal(s)[0]
    finally:
        bot.close()
    assert [fault.kind for fault in bot.faults] == ["illegal"]


def test_what_a_program_started_ends_with_it(hostile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 0)
    file = tmp_path / "pid"
    match(Outside(GAME, f"{hostile} parent {file}", movetime=1.0))
    child = int(file.read_text())
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        status = Path(f"/proc/{child}/stat")
        if status.exists() and status.read_text().split()[2] == "Z":
            return  # dead, and nobody has asked how it ended
        time.sleep(0.05)
    pytest.fail("the child is still there")


def test_bot_check_says_what_a_program_breaks(hostile: str) -> None:
    told = run("bot-check", f"{hostile} cheat /dev/null", "--game", "toy-cards", "--json")
    assert told.exit_code == 1
    failed = json.loads(told.stdout)["failed"]
    assert len(failed) == 2
    assert "it chose “win everything”; " in failed[1]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-program", "names no program that can be started"),
        ("'", "cannot be read"),
        ("true", "does not keep the protocol: it ended before it said “ready”"),
    ],
)
def test_a_program_that_cannot_play_is_refused_before_anything_is_played(command: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        check_bot(GAME, f"command:{command}")


def test_the_terminal_says_when_an_action_was_drawn_for_a_program(hostile: str, tmp_path: Path) -> None:
    told = CliRunner().invoke(
        main,
        ["play", "toy-cards", "--bot", f"north=command:{hostile} cheat /dev/null", "--bot", "south=random", "--seed",
         "3", "--record", str(tmp_path / "mine.txt")],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "north's program chose something that is not legal; an action was drawn for it" in told.output
    assert "win everything" not in told.output, "what it said may tell what south may not know"
    assert "The record is" in told.output
