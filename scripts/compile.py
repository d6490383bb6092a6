"""Compiles geometry, kernel and games with mypyc into build/compiled, and runs the tests that must hold of both forms.

    python -m scripts.compile --python .venv-compiled/bin/python [--report FILE] [--level 1] [--build-only] [PYTEST ...]

The sources are copied and compiled in the copy; nothing compiled is written beside them. Only files that have changed
are copied again, so that mypyc and the C compiler do no more than they must. A module that opens with a line
`# not compiled: <reason>` stays interpreted.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.unfold import unfold
from scripts.wheel import install, wheels

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "compiled"
TRANSLATE = ROOT / "scripts" / "translate.py"
EXEMPT = "# not compiled: "
# What must hold compiled as well: the kernel's tests, the promises of every game and the golden games; and what can be
# shown there alone.
TESTS = ("tests/kernel", "tests/test_every_game.py", "tests/test_golden.py", "tests/compiled")

# Small functions become part of those that call them, which at level 1 takes the C compiler no longer. What is played
# is worth the next level, at which it takes almost twice as long; what is told of it is not.
HOT = ("geometry", "ground", "rules", "bot", "state", "view", "kernel.flow", "kernel.verbs", "kernel.columns",
       "kernel.chance", "kernel.snapshot", "kernel.seen", "kernel.spelling", "kernel.tensor")  # fmt: skip
# Debian's Python would guard the stack of every function.
INLINED = (
    "-finline-functions", "-finline-small-functions", "-fno-semantic-interposition", "-fno-stack-protector"
)  # fmt: skip
# All modules are one library, and what they have of one another stays in it. A table that all of them copy is one.
INSIDE = ("-fvisibility=hidden", "-fcommon")
# Several digits of a large number at once: sets of squares have sixty of them.
VECTORS = ("-ftree-loop-vectorize", "-fvect-cost-model=dynamic")

ASSERT_COMPILED = """
import importlib, sys
loose = [name for name in sys.argv[1:] if importlib.import_module(name).__file__.endswith(".py")]
sys.exit(f"these are not compiled: {' '.join(loose)}" if loose else 0)
"""


def modules(sources: Path) -> list[Path]:
    """The files to compile, as seen from the folder of the sources."""
    files = [file for part in ("geometry", "kernel", "games") for file in (sources / "sandtable" / part).rglob("*.py")]
    return sorted(
        file.relative_to(sources)
        for file in files
        if file.name != "__init__.py" and not file.read_text(encoding="utf-8").startswith(EXEMPT)
    )


def contents(sources: Path) -> dict[Path, bytes]:
    """What to compile and what it needs: the sources, with what is compiled written out as mypyc wants it.

    The built client is left out: no rule is in it, and its names change with every build.
    """
    files = (file.relative_to(sources) for file in sources.rglob("*") if file.is_file())
    found = {file: (sources / file).read_bytes() for file in files if not {"__pycache__", "static"} & set(file.parts)}
    compiled = {".".join(file.with_suffix("").parts): file for file in modules(sources)}
    for name, text in unfold({name: found[file].decode() for name, file in compiled.items()}).items():
        found[compiled[name]] = text.encode()
    return found


def copy(sources: Path, target: Path) -> None:
    """Makes `target` hold what to compile, touching only what differs; begins anew when a module is gone."""
    wanted = contents(sources)
    listing = target / "sources.txt"
    before = {Path(name) for name in listing.read_text(encoding="utf-8").splitlines()} if listing.exists() else set()
    if any(file.suffix == ".py" for file in before - set(wanted)):
        shutil.rmtree(target)
        before = set()
    for file in before - set(wanted):
        (target / file).unlink(missing_ok=True)
    for file, content in wanted.items():
        if not (target / file).exists() or (target / file).read_bytes() != content:
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            (target / file).write_bytes(content)
    listing.write_text("".join(f"{file}\n" for file in sorted(wanted)), encoding="utf-8")


def build(python: str, level: str) -> None:
    """Leaves a package in build/compiled whose geometry, kernel and games are compiled, or says which module is not."""
    copy(ROOT / "src", BUILD)
    # What mypy has kept of other sources can crash mypyc. Without it, it takes some twenty seconds, and only what comes
    # out differently is compiled again.
    shutil.rmtree(BUILD / ".mypy_cache", ignore_errors=True)
    # mypy must see the copy alone: with the project's own settings it would find every module twice.
    (BUILD / "mypy.ini").write_text("[mypy]\npython_version = 3.11\n", encoding="utf-8")
    files = modules(BUILD)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [python, "-P", str(TRANSLATE), level, " ".join(HOT), " ".join(INLINED + INSIDE + VECTORS), *map(str, files)],
        cwd=BUILD,
        check=True,
        env=env,
    )
    pure, compiled = wheels(python, BUILD)
    install(python, compiled)
    names = [".".join(file.with_suffix("").parts) for file in files]
    subprocess.run([python, "-c", ASSERT_COMPILED, *names], cwd=ROOT, check=True, env=env)
    print(f"{len(files)} modules compiled: {pure.relative_to(ROOT)}, {compiled.relative_to(ROOT)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile geometry, kernel and games, and test that.")
    parser.add_argument("--python", required=True, help="the Python of the environment for compiled tests")
    parser.add_argument("--report", help="JUnit file to write")
    parser.add_argument("--level", default="1", choices=["0", "1", "2", "3"], help="the C compiler's optimisation")
    parser.add_argument("--build-only", action="store_true", help="run no tests")
    given, more = parser.parse_known_args()
    python = str(Path(given.python).absolute())  # not resolved: the link in an environment is what makes it one
    try:
        build(python, given.level)
    except subprocess.CalledProcessError as error:
        return int(error.returncode) or 1
    if given.build_only:
        return 0
    tests = [path for path in TESTS if (ROOT / path).exists()]
    pytest = [python, "-m", "pytest", "-q", "-n", str(max(2, os.cpu_count() or 2)), "--dist", "worksteal"]
    report = [f"--junitxml={given.report}"] if given.report else []
    return subprocess.run([*pytest, "-o", "pythonpath=.", *report, *(more or tests)], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
