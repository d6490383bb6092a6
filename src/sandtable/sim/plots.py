"""Pictures of a study, by matplotlib: how games ended, and how they went from turn to turn."""

from __future__ import annotations

import io
from collections import Counter
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from sandtable import BadInput
from sandtable.sim.simulate import Result
from sandtable.sim.study import Variant, counted, course

BANDED = 4
"""With more variants than that, bands would hide one another."""
LOW, HIGH = 0.1, 0.9
COLOURS = ("#1f5a93", "#c0562b", "#3f7d4e", "#7b4d94", "#8a7a2f", "#3b8c93", "#a3455f", "#555555")
LINES = ("-", "--", ":")
WIDE = 9.0


def check_plots() -> None:
    """BadInput unless pictures can be drawn here."""
    if find_spec("matplotlib") is None:
        raise BadInput('--plot needs matplotlib, which is not installed here; pip install "sandtable[lab]"')


def plots(compared: list[Variant], title: str) -> dict[str, bytes]:
    """Every picture, by the name of its file."""
    found = {"outcomes.png": outcomes(compared, title)}
    keys = dict.fromkeys(key for one in compared for key in counted(list(one.finished().values())))
    for key in keys:
        found[f"course-{key}.png"] = courses(compared, key, title)
    return found


def figure(height: float) -> tuple[Any, Any]:
    """An empty figure of that height in inches, and its axes; without a window, and nothing global."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    made = Figure(figsize=(WIDE, height), dpi=120, layout="constrained")
    return made, made.subplots()


def saved(made: Any) -> bytes:
    """A figure as PNG."""
    binary = io.BytesIO()
    made.savefig(binary, format="png")
    return binary.getvalue()


def outcomes(compared: list[Variant], title: str) -> bytes:
    """A bar for each variant: which part of its games ended how, the worst for the first seat on the left."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    made, axes = figure(1.9 + 0.45 * len(compared))
    counts = [Counter(one.outcome for one in variant.finished().values()) for variant in compared]
    ordered = from_worst(compared)
    paint = mpl.colormaps["RdYlBu"]
    left = [0.0] * len(compared)
    for rank, outcome in enumerate(ordered):
        shares = [100 * count[outcome] / max(1, count.total()) for count in counts]
        colour = paint(0.1 + 0.8 * rank / max(1, len(ordered) - 1))
        bars = axes.barh(range(len(compared)), shares, left=left, color=colour, edgecolor="white", label=outcome)
        axes.bar_label(bars, [f"{share:.0f}" if share >= 4 else "" for share in shares], label_type="center")
        left = [sum(both) for both in zip(left, shares, strict=True)]
    axes.set_yticks(range(len(compared)), [variant.name for variant in compared])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of games")
    axes.set_title(f"{title}: how games ended")
    made.legend(loc="outside lower center", ncols=3, frameon=False)
    return saved(made)


def from_worst(compared: list[Variant]) -> list[str]:
    """The outcomes, ordered by what they are worth to the first seat."""
    worth: dict[str, list[float]] = {}
    for variant in compared:
        seat = next(iter(variant.plan.bots))
        for one in variant.finished().values():
            worth.setdefault(one.outcome, []).append(one.scores[seat])
    return sorted(worth, key=lambda outcome: (sum(worth[outcome]) / len(worth[outcome]), outcome))


def courses(compared: list[Variant], key: str, title: str) -> bytes:
    """One figure from turn to turn: the median of each variant, and a band that holds four games of five."""
    made, axes = figure(4.6)
    styles = zip(cycle(COLOURS), (line for line in LINES for _ in COLOURS), strict=False)
    for variant, (colour, line) in zip(compared, styles, strict=False):
        rows = course(finished(variant), key)
        if not rows:
            continue
        turns = range(1, len(rows[0]) + 1)
        columns = [sorted(column) for column in zip(*rows, strict=True)]
        axes.plot(turns, [at(one, 0.5) for one in columns], color=colour, linestyle=line, label=variant.name)
        if len(compared) <= BANDED:
            low, high = [at(one, LOW) for one in columns], [at(one, HIGH) for one in columns]
            axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set_xlabel("turn (games that are over keep their last value)")
    axes.set_ylabel(key.replace("vp", "VP"))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_title(f"{title}: median{', and what four games of five stay within' if len(compared) <= BANDED else ''}")
    axes.grid(alpha=0.25)
    axes.legend(frameon=False)
    return saved(made)


def finished(variant: Variant) -> list[Result]:
    """Its games that came to an end."""
    return list(variant.finished().values())


def at(ordered: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return ordered[round(part * (len(ordered) - 1))]
