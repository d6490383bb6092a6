"""The two commands: what `make test` counts, and what the lock files hold."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import compile as compiling
from scripts import node, test
from scripts.test import Count, Stage

ROOT = Path(__file__).resolve().parent.parent
PASS = '<testcase name="a"/>'
FAIL = '<testcase name="b"><failure message="no"/></testcase>'
ERROR = '<testcase name="c"><error message="no"/></testcase>'
SKIP = '<testcase name="d"><skipped/></testcase>'


def python(report: Path | None, code: str) -> Stage:
    return Stage("toy", "toy", (sys.executable, "-c", code), Path.cwd(), report)


def writes(report: Path, cases: str, code: int) -> Stage:
    """A stage that leaves a report and ends with this code."""
    text = f"<testsuites><testsuite>{cases}</testsuite></testsuites>"
    return python(report, f"open({str(report)!r}, 'w').write({text!r}); raise SystemExit({code})")


@pytest.mark.parametrize(
    ("cases", "code", "count"),
    [
        (PASS + PASS + SKIP, 0, Count(2, 0, 1)),
        (PASS + FAIL + ERROR, 1, Count(1, 2, 0)),
        (PASS, 3, Count(1, 1, 0)),  # crashed after its tests
        ("", 0, Count(0, 1, 0)),  # found nothing to run
        (SKIP, 0, Count(0, 1, 1)),  # skipped all it found
    ],
)
def test_a_runner_counts_what_its_report_says_and_a_crash_as_a_failure(
    tmp_path: Path, cases: str, code: int, count: Count
) -> None:
    assert test.run_all([writes(tmp_path / "report.xml", cases, code)]) == count


def test_a_runner_without_report_fails_even_when_an_old_report_lies_there(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuite>{PASS}</testsuite>", encoding="utf-8")
    assert test.run_all([python(report, "")]) == Count(0, 1, 0)


def test_a_check_counts_as_one(tmp_path: Path) -> None:
    assert test.run_all([python(None, ""), python(None, "raise SystemExit(1)"), python(None, "")]) == Count(2, 1, 0)


def test_a_command_that_is_not_installed_fails() -> None:
    assert test.run_all([Stage("toy", "toy", ("no-such-command",))]) == Count(0, 1, 0)


def test_the_watchdog_ends_a_stage_with_all_that_it_started_and_runs_nothing_after_it(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    child = f"import time, pathlib\nwhile True: pathlib.Path({str(alive)!r}).touch(); time.sleep(0.05)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    began = time.monotonic()
    total = test.run_all([python(None, parent), python(None, "")], minutes=1.5 / 60)
    assert total == Count(0, 2, 0)
    assert time.monotonic() - began < 15
    assert alive.exists(), "the child never ran"
    alive.unlink()
    time.sleep(0.3)
    assert not alive.exists()


def test_a_part_that_does_not_exist_has_no_stage_and_one_that_does_has(tmp_path: Path) -> None:
    assert [stage.name for stage in test.stages(tmp_path)] == ["ruff", "format", "mypy"]
    for name in ("client/package.json", "client/src/a.test.ts", "tests/test_a.py", "src/sandtable/kernel/flow.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    names = [stage.name for stage in test.stages(tmp_path)]
    assert names == ["ruff", "format", "mypy", "svelte-check", "vitest", "pytest", "traced", "compiled"]


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements/*.txt")), ids=lambda path: path.name)
def test_lock_files_have_a_hash_for_everything_and_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+)==\S+(?: ; .*?)? \\\n    --hash=sha256:", text, re.MULTILINE)
    named = re.findall(r"^([\w.-]+)", text, re.MULTILINE)
    assert pinned == named != []
    assert "://" not in text


def test_the_lock_file_of_the_client_names_no_registry() -> None:
    text = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in text
    assert '"resolved"' not in text


def test_what_plays_is_what_is_tested() -> None:
    def versions(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))

    tested = versions("test")
    for name in ("play", "install", "compiled"):
        assert versions(name).items() <= tested.items()


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v18.20.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("", False),
    ],
)
def test_node_must_be_new_enough_for_the_build(version: str, enough: bool) -> None:
    assert node.new_enough(version) is enough


def test_the_copy_to_compile_follows_the_sources(tmp_path: Path) -> None:
    sources, target = tmp_path / "src", tmp_path / "copy"
    for name, text in {"sandtable/kernel/a.py": "a = 1\n", "sandtable/games/toy/r01.py": "b = 1\n"}.items():
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_text(text, encoding="utf-8")
    compiling.copy(sources, target)
    (target / "sandtable/kernel/a.so").touch()
    first = (target / "sandtable/kernel/a.py").stat().st_mtime_ns
    (sources / "sandtable/games/toy/r01.py").write_text("b = 2\n", encoding="utf-8")
    compiling.copy(sources, target)
    assert (target / "sandtable/games/toy/r01.py").read_text(encoding="utf-8") == "b = 2\n"
    assert (target / "sandtable/kernel/a.py").stat().st_mtime_ns == first, "an unchanged file would be compiled again"
    assert (target / "sandtable/kernel/a.so").exists()
    (sources / "sandtable/games/toy/units.toml").touch()
    compiling.copy(sources, target)
    (sources / "sandtable/games/toy/units.toml").unlink()
    compiling.copy(sources, target)
    assert not (target / "sandtable/games/toy/units.toml").exists()
    assert (target / "sandtable/kernel/a.so").exists()
    (sources / "sandtable/kernel/a.py").unlink()
    compiling.copy(sources, target)
    assert not (target / "sandtable/kernel").exists(), "a module that is gone must not be found compiled"


def test_a_module_may_ask_to_stay_interpreted(tmp_path: Path) -> None:
    folder = tmp_path / "sandtable" / "kernel"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "a.py").write_text("a = 1\n", encoding="utf-8")
    (folder / "b.py").write_text("# not compiled: it needs a metaclass\nb = 1\n", encoding="utf-8")
    assert compiling.modules(tmp_path) == [Path("sandtable/kernel/a.py")]


def test_the_tests_have_a_database_server_of_their_own(postgres: str) -> None:
    port = re.search(r":(\d+)/", postgres)
    assert port is not None
    ask = subprocess.run(["psql", postgres, "-Atc", "show port"], check=True, capture_output=True, text=True)
    assert ask.stdout.strip() == port[1] != "5432"
