"""Runs every check and test, and ends with one line: N passed, N failed, N skipped.

    python -m scripts.test [--only check|python|client|compiled]

Each stage is a command. What it counts comes from the JUnit report that it writes; a check without a report counts as
one test. If a stage fails although no test in its report does (it crashed, hung, or found nothing to run), that
counts as one failure, so nothing passes by not running. All stages run, even if an earlier one fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINUTES = 60.0


@dataclass(frozen=True)
class Stage:
    """One command. `report` is the JUnit file that it writes, if it is a test runner."""

    name: str
    group: str
    command: tuple[str, ...]
    folder: Path = ROOT
    report: Path | None = None
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def stages(root: Path = ROOT) -> list[Stage]:
    """What there is to run here: a part of the project that does not exist yet has no stage."""
    client, reports = root / "client", root / "build" / "reports"
    found = [
        Stage("ruff", "check", ("ruff", "check", "."), root),
        Stage("format", "check", ("ruff", "format", "--check", "."), root),
        Stage("mypy", "check", ("mypy",), root),
    ]
    if (client / "package.json").exists():
        found.append(Stage("svelte-check", "check", ("npm", "run", "check", "--silent"), client))
    if any((client / "src").rglob("*.test.ts")):
        report = reports / "client.xml"
        vitest = ("npx", "vitest", "run", "--reporter=default", "--reporter=junit", f"--outputFile.junit={report}")
        found.append(Stage("vitest", "client", vitest, client, report))
    if any((root / "tests").rglob("test_*.py")):
        report = reports / "python.xml"
        workers = str(max(2, os.cpu_count() or 2))
        pytest = (sys.executable, "-m", "pytest", "-q", "-n", workers, "--dist", "worksteal", f"--junitxml={report}")
        found.append(Stage("pytest", "python", pytest, root, report))
        found.append(Stage("traced", "python", (sys.executable, "-m", "scripts.traced"), root))
    if (root / "src" / "sandtable" / "kernel").exists():
        report = reports / "compiled.xml"
        python = str(root / ".venv-compiled" / "bin" / "python")
        build = (sys.executable, "-m", "scripts.compile", "--python", python, "--report", str(report))
        found.append(Stage("compiled", "compiled", build, root, report))
    return found


def read(report: Path) -> Count:
    """What a JUnit report counts; suites inside suites are counted once."""
    top = ElementTree.parse(report).getroot()  # noqa: S314 (our own runners wrote it)
    total = Count()
    for case in top.iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            total += Count(failed=1)
        elif case.find("skipped") is not None:
            total += Count(skipped=1)
        else:
            total += Count(passed=1)
    return total


def judge(stage: Stage, code: int | None) -> Count:
    """What a finished stage counts. `code` is None when the watchdog ended it."""
    if stage.report is None:
        return Count(passed=1) if code == 0 else Count(failed=1)
    try:
        count = read(stage.report)
    except (OSError, ElementTree.ParseError):
        count = Count()
    ran_nothing = count.passed + count.failed == 0
    if count.failed == 0 and (code != 0 or ran_nothing):
        return count + Count(failed=1)
    return count


def run(stage: Stage, seconds: float) -> int | None:
    """Runs a stage to its end, with everything that it started; None when the time is up."""
    if stage.report is not None:
        stage.report.unlink(missing_ok=True)
        stage.report.parent.mkdir(parents=True, exist_ok=True)
    if shutil.which(stage.command[0]) is None:
        print(f"{stage.command[0]} is not installed", flush=True)
        return 127
    process = subprocess.Popen(stage.command, cwd=stage.folder, env=os.environ | stage.env, start_new_session=True)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends what is left of a stage: nothing, when it came to its own end and left no server behind."""
    for step in (signal.SIGTERM, signal.SIGKILL):
        for _ in range(20):
            process.poll()  # a child that was not waited for would count as alive
            try:
                os.killpg(process.pid, step)
            except ProcessLookupError:
                return
            time.sleep(0.25)


def run_all(chosen: list[Stage], minutes: float = MINUTES) -> Count:
    until = time.monotonic() + minutes * 60
    total, bad = Count(), list[str]()
    for stage in chosen:
        left = until - time.monotonic()
        if left <= 0:
            print(f"\n== {stage.name}: not run, the {minutes:g} minutes are over", flush=True)
            count, took = Count(failed=1), 0.0
        else:
            print(f"\n== {stage.name}", flush=True)
            code = run(stage, left)
            count, took = judge(stage, code), left - (until - time.monotonic())
            ending = (
                "" if code == 0 else f", ended after {minutes:g} minutes" if code is None else f", exit code {code}"
            )
            print(f"== {stage.name}: {count} in {took:.0f} s{ending}", flush=True)
        total += count
        if count.failed:
            bad.append(stage.name)
    if bad:
        print(f"\nfailed: {', '.join(bad)}")
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description="Run every check and test.")
    found = stages()
    parser.add_argument("--only", choices=sorted({stage.group for stage in found}), help="one group of stages")
    only = parser.parse_args().only
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a stage is ended with us
    try:
        total = run_all([stage for stage in found if only in (None, stage.group)])
    except KeyboardInterrupt:
        return 130
    print(f"\n{total}", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
