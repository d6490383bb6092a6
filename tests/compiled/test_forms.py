"""What only the compiled form can show: that it is installed by its wheel, and does what the interpreted one does."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import sandtable
from sandtable.sim.bench import sources
from scripts import same
from scripts.wheel import DIST, install

GAMES = 40
"""A part of the 2,000 games that `make same` plays."""


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_random_games_lead_to_the_same_positions_in_both_forms() -> None:
    assert same.differences(0, GAMES) == []


def test_the_compiled_wheel_installs_and_is_used_without_a_switch(tmp_path: Path) -> None:
    wheel = max(DIST.glob("*-cp3*.whl"), key=lambda path: path.stat().st_mtime)
    venv.create(tmp_path, with_pip=True)
    python = str(tmp_path / "bin" / "python")
    purelib = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    # What the wheel needs lies where this test runs; our own package there is hidden by the one that is installed.
    (Path(purelib) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install(python, wheel)
    assert run(python, "-c", "import sandtable; print(sandtable.COMPILED, sandtable.__file__)").split() == [
        "True", str(Path(purelib) / "sandtable" / "__init__.py")
    ]  # fmt: skip
    command = str(tmp_path / "bin" / "sandtable")
    told = json.loads(run(command, "simulate", "night-drop", "--games", "4", "--seed", "7", "--json"))
    assert told["games"] == 4


def test_bench_measures_the_interpreted_form_too() -> None:
    told = json.loads(run(sys.executable, "-m", "sandtable", "bench", "night-drop", "--seconds", "0.1", "--json"))
    assert told["form"] == "compiled" and sandtable.COMPILED
    assert told["decisions_per_second"]["night-drop"] > 1.2 * told["interpreted"]["decisions_per_second"]["night-drop"]


FORMS = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import sandtable
with ProcessPoolExecutor(1, get_context("spawn")) as pool:
    print(sandtable.COMPILED, pool.submit(eval, "__import__('sandtable').COMPILED").result())
"""


def test_processes_that_the_interpreted_form_starts_are_interpreted_too() -> None:
    with sources() as env:
        told = subprocess.run([sys.executable, "-c", FORMS], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
