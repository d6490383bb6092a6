"""Columns of integers against dictionaries of words, interpreted and compiled, in one run.

python benchmarks/representation/run.py
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
ZONES, UNITS, AXIS, TURNS, ROUNDS = 43, 35, 36, 60, 5


def graph() -> tuple[list[list[int]], list[list[int]], list[int]]:
    """A ring with chords: as many zones and links as the map of Cyrenaica has; costs in half points."""
    links = [[(z + 1) % ZONES, (z - 1) % ZONES, (z + 7) % ZONES, (z - 7) % ZONES][: 3 + z % 2] for z in range(ZONES)]
    return (
        links,
        [[1 + (z + p) % 4 for p in range(len(links[z]))] for z in range(ZONES)],
        [1 + z % 3 for z in range(ZONES)],
    )


def load(name: str, folder: Path, compiled: bool) -> ModuleType:
    """One of the two modules, from source or from what mypyc built."""
    path = next(folder.glob(f"{name}.*.so")) if compiled else HERE / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measure(name: str, module: ModuleType) -> tuple[float, float]:
    """Moves a second and microseconds a clone, the best of several rounds."""
    links, cost, dice = graph()
    speed, clone = 0.0, 1e9
    for _ in range(ROUNDS):
        if name == "columns":
            s = module.Columns(UNITS, AXIS)
            arguments: tuple[object, ...] = (links, cost, dice)
        else:
            s = module.Words(UNITS, AXIS)
            named = {f"z{z}": {f"z{n}": cost[z][p] for p, n in enumerate(links[z])} for z in range(ZONES)}
            arguments = (named, {f"z{z}": dice[z] for z in range(ZONES)})
        began = time.perf_counter()
        made = module.walk(s, TURNS, *arguments)
        speed = max(speed, made / (time.perf_counter() - began))
        began = time.perf_counter()
        for _ in range(20_000):
            s.clone()
        clone = min(clone, (time.perf_counter() - began) / 20_000 * 1e6)
    return speed, clone


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("columns", "words"):
            (Path(folder) / f"{name}.py").write_text((HERE / f"{name}.py").read_text())
            subprocess.run([sys.executable, "-m", "mypyc", f"{name}.py"], cwd=folder, check=True, capture_output=True)
        print(f"{'':22}{'moves/s':>12}{'clone µs':>10}")
        for name in ("columns", "words"):
            for compiled in (False, True):
                speed, clone = measure(name, load(name, Path(folder), compiled))
                print(f"{name + (' compiled' if compiled else ' interpreted'):22}{speed:12,.0f}{clone:10.2f}")


if __name__ == "__main__":
    main()
