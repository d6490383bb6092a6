"""`sandtable serve`: where it listens, what it says, and what it refuses."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from sandtable.web import serving
from sandtable.web.command import PORT, serve
from sandtable.web.settings import Program, Settings
from tests.web.harness import ROOT, aside, free_port

START = [sys.executable, "-c", "from sandtable.web.command import serve; serve()"]


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, and what it said until its address."""
    here = {"PYTHONPATH": f"{ROOT / 'src'}", "DISPLAY": "", "WAYLAND_DISPLAY": "", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*START, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        start_new_session=True,
        env={**os.environ, **here},
    )
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if "http://" in line:
                break
        yield process, said
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def answers(url: str) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            return httpx.get(f"{url}/api/health", timeout=5).status_code == 200
        except httpx.HTTPError:
            time.sleep(0.1)
    return False


def test_it_prints_its_address_listens_on_loopback_alone_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    with running("--data", str(tmp_path), "--port", str(port)) as (process, said):
        assert f"http://127.0.0.1:{port}" in said
        assert str(tmp_path) in said
        assert answers(f"http://127.0.0.1:{port}")
        outside = socket.gethostbyname(socket.gethostname())
        if not outside.startswith("127."):
            with pytest.raises(OSError, match=r".+"), socket.create_connection((outside, port), 2):
                pass
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stdout is not None
        assert "Traceback" not in process.stdout.read()
    assert (tmp_path / "sandtable.db").exists()


@pytest.mark.parametrize(
    ("host", "said"),
    [("127.0.0.2", False), ("localhost", False), ("0.0.0.0", True)],
)
def test_it_asks_for_a_proxy_when_other_machines_can_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, said: bool
) -> None:
    monkeypatch.setattr(serving, "run", lambda *_: None)
    result = aside(CliRunner().invoke, serve, ["--host", host, "--data", str(tmp_path), "--no-browser"])
    assert result.exit_code == 0, result.output
    assert ("behind a proxy" in result.output) == said


def test_a_program_is_asked_which_games_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Settings] = []
    monkeypatch.setattr(serving, "run", lambda settings, *_: given.append(settings))
    command = f"{sys.executable} -m sandtable bot night-drop --name random"
    words = ["--data", str(tmp_path), "--no-browser", "--bot", f"outsider={command}"]
    result = aside(CliRunner().invoke, serve, words)
    assert result.exit_code == 0, result.output
    assert given[0].programs == (Program("outsider", command, ("night-drop",)),)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with running("--data", str(tmp_path), "--port", str(free_port())):
        soft, hard = tmp_path / "soft", tmp_path / "hard"
        soft.symlink_to(tmp_path)
        hard.mkdir()
        (hard / "sandtable.db").hardlink_to(tmp_path / "sandtable.db")
        for name in (tmp_path, soft, hard):
            second = aside(CliRunner().invoke, serve, ["--data", str(name)])
            assert second.exit_code == 2
            assert "already serves" in second.output


def test_the_next_free_port_is_taken_and_it_says_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", PORT))
            taken.listen()
        except OSError:
            pass  # somebody else has it, which is just as good
        with running("--data", str(tmp_path), "--no-browser") as (_, said):
            assert f"Port {PORT} is taken; using " in said
            url = said.split("Sandtable is at ")[1].split()[0]
            assert int(url.rpartition(":")[2]) > PORT
            with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), 1):
                pass  # whoever has read the address is let in
            assert answers(url)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workers", "2"], "--workers 2 needs --db postgresql"),
        (["--workers", "0"], "--workers"),
        (["--workers", "2", "--db", "postgresql://nobody@127.0.0.1:1/none", "--metrics"], "counts one process"),
        (["--db", "mysql://x/y"], "--db is postgresql://… or sqlite:///FILE"),
        (["--db", "nonsense"], "--db is a URL"),
        (["--db", "postgresql://nobody@127.0.0.1:1/none"], "cannot be opened"),
        (["--data", "/proc/none"], "cannot be used"),
        (["--port", "99999"], "--port"),
        (["--host", "no such host"], "--host"),
        (["--bot", "outsider"], "--bot takes NAME=COMMAND"),
        (["--bot", "greedy=true"], "a name of letters and digits that no other bot has"),
        (["--bot", "outsider=true"], "it ended before it said “ready”"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    if "--db" not in arguments and "--data" not in arguments:
        arguments = [*arguments, "--data", str(tmp_path)]
    result = aside(CliRunner().invoke, serve, arguments)
    assert result.exit_code == 2, result.output
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = aside(CliRunner().invoke, serve, ["--data", str(tmp_path), "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "cannot be used" in result.output


def test_help_has_an_example() -> None:
    result = aside(CliRunner().invoke, serve, ["--help"])
    assert result.exit_code == 0
    assert "sandtable serve --host" in result.output
