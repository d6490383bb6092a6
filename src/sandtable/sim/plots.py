"""Pictures of many games, by matplotlib: how they ended, and how they went from turn to turn."""

from __future__ import annotations

import io
import math
from collections import Counter
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from textwrap import wrap
from typing import Any

from sandtable import BadInput
from sandtable.sim.simulate import Result
from sandtable.sim.study import MOST, Variant, counted, course, title_of

BANDED = 4
"""With more variants than that, bands would hide one another."""
LOW, HIGH = 0.1, 0.9
COLOURS = ("#1f5a93", "#c0562b", "#3f7d4e", "#7b4d94", "#8a7a2f", "#3b8c93", "#a3455f", "#555555")
LINES = ("-", "--", ":")
WIDE = 9.0
KINDS = (".png", ".svg")
ACROSS = 120
"""So many letters fit below a figure."""
BINS = 40
"""Points that differ by more than so many are counted together."""


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


def check_kind(path: Path) -> None:
    """BadInput unless a picture of one run can be drawn there."""
    if path.suffix not in KINDS:
        raise BadInput(f"--plot writes a .png or a .svg file, not “{path.name}”")
    check_plots()


def figure(height: float, columns: int = 1) -> tuple[Any, Any]:
    """An empty figure of that height in inches, and its axes; without a window, and nothing global."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    made = Figure(figsize=(WIDE, height), dpi=120, layout="constrained")
    return made, made.subplots(1, columns)


def saved(made: Any, kind: str = ".png") -> bytes:
    """A figure as a file, the same bytes for the same figure."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    binary = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "sandtable"}):
        made.savefig(binary, format=kind.removeprefix("."), metadata={"Date": None} if kind == ".svg" else None)
    return binary.getvalue()


def shades(worth: list[float]) -> list[Any]:
    """Colours of outcomes by what they are worth, from worst to best: reds for lost games, blues for won ones,
    yellow for what is neither."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    paint = mpl.colormaps["RdYlBu"]
    lost, won = sum(one < 0 for one in worth), sum(one > 0 for one in worth)
    even = len(worth) - lost - won
    below = [0.1 + 0.3 * rank / max(1, lost - 1) for rank in range(lost)]
    above = [0.9 - 0.3 * rank / max(1, won - 1) for rank in reversed(range(won))]
    return [paint(one) for one in (*below, *[0.5] * even, *above)]


def ink(colour: Any) -> str:
    """What can be read on a colour."""
    red, green, blue, _ = colour
    return "black" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else "white"


def name_below(made: Any, names: list[str]) -> None:
    """What the colours mean, below the figure, in as many columns as fit."""
    columns = ACROSS // (max(map(len, names), default=0) + 6)
    made.legend(loc="outside lower center", ncols=max(1, min(columns, len(names))), frameon=False)


def ended(played: Variant, title: str, kind: str) -> bytes:
    """One run: how often each outcome came about, the best for the first seat on top, and how many points it got."""
    games = finished(played)
    worth = from_worst([played])
    ordered = list(worth)
    counts = Counter(one.outcome for one in games)
    made, (left, right) = figure(max(3.2, 1.4 + 0.4 * len(ordered)), 2)
    bars = left.barh(range(len(ordered)), [counts[one] for one in ordered], color=shades([*worth.values()]))
    left.bar_label(bars, [part(counts[one] / len(games)) for one in ordered], padding=3)
    left.set_yticks(range(len(ordered)), ["\n".join(wrap(one, 28)) for one in ordered])
    left.margins(x=0.15)
    left.set_ylim(-0.8, len(ordered) - 0.2)
    left.set_xlabel("games")
    measures = told_in(played, games)
    for colour, (name, values) in zip(cycle(COLOURS), measures.items(), strict=False):
        edges = bins([value for told in measures.values() for value in told])
        right.hist(values, edges, color=colour, alpha=0.6 if len(measures) > 1 else 1.0, label=name)
    right.set_ylabel("games")
    if len(measures) > 1:
        right.legend(frameon=False)
    else:
        right.set_xlabel(next(iter(measures), ""))
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    for axis in (left.xaxis, right.xaxis, right.yaxis):
        axis.get_major_locator().set_params(integer=True)
    bots = ", ".join(f"{seat} {bot}" for seat, bot in played.plan.bots.items())
    made.suptitle(f"{title}: {len(games):,} games ({bots})")
    return saved(made, kind)


def told_in(played: Variant, games: list[Result]) -> dict[str, list[float]]:
    """The points of all games, by what they are called; where a game counts none, the score of the first seat."""
    names = dict.fromkeys(key for one in games for key in one.points)
    if names:
        seats = played.plan.bots
        return {title_of(key, seats): [one.points[key] for one in games if key in one.points] for key in names}
    seat = next(iter(played.plan.bots))
    return {f"score of {seat}": [one.scores[seat] for one in games]} if games else {}


def bins(values: list[float]) -> list[float]:
    """Edges between which values are counted: each whole number or half for itself, where they are not too many."""
    low, high = min(values), max(values)
    unit = next((unit for unit in (1.0, 0.5) if all(value % unit == 0 for value in values)), 0.05)
    wide = unit * max(1, math.ceil((high - low) / unit / BINS))
    return [low - wide / 2 + wide * number for number in range(round((high - low) / wide) + 2)]


def outcomes(compared: list[Variant], title: str) -> bytes:
    """A bar for each variant: which part of its games ended how, the worst for the first seat on the left."""
    made, axes = figure(1.9 + 0.45 * len(compared))
    counts = [Counter(one.outcome for one in finished(variant)) for variant in compared]
    worth = from_worst(compared)
    left = [0.0] * len(compared)
    for outcome, colour in zip(worth, shades([*worth.values()]), strict=True):
        shares = [100 * count[outcome] / max(1, count.total()) for count in counts]
        bars = axes.barh(range(len(compared)), shares, left=left, color=colour, edgecolor="white", label=outcome)
        labels = [f"{share:.0f}" if share >= 4 else "" for share in shares]
        axes.bar_label(bars, labels, label_type="center", color=ink(colour))
        left = [sum(both) for both in zip(left, shares, strict=True)]
    axes.set_yticks(range(len(compared)), ["\n".join(labelled(variant)) for variant in compared])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of games")
    axes.set_title(f"{title}: how games ended, the worst for {next(iter(compared[0].plan.bots))} on the left")
    axes.spines[["top", "right"]].set_visible(False)
    name_below(made, list(worth))
    return saved(made)


def from_worst(compared: list[Variant]) -> dict[str, float]:
    """The outcomes with what they are worth to the first seat, in that order."""
    scores: dict[str, list[float]] = {}
    for variant in compared:
        seat = next(iter(variant.plan.bots))
        for one in variant.finished().values():
            scores.setdefault(one.outcome, []).append(one.scores[seat])
    worth = {outcome: math.fsum(found) / len(found) for outcome, found in scores.items()}
    return dict(sorted(worth.items(), key=lambda pair: (pair[1], pair[0])))


def part(share: float) -> str:
    """A share in per cent; not 0 where there are some."""
    return f"{share:.0%}" if share >= 0.01 else "<1%"


def courses(compared: list[Variant], key: str, title: str) -> bytes:
    """One figure from turn to turn: the median of each variant, and a band that holds four games of five."""
    made, axes = figure(4.6)
    styles = zip(cycle(COLOURS), (line for line in LINES for _ in COLOURS), strict=False)
    for place, (variant, (colour, line)) in enumerate(zip(compared, styles, strict=False)):
        wide = 1.5 + 5.0 * (len(compared) - 1 - place) / MOST  # so that lines which run together are all seen
        rows = course(finished(variant), key)
        if not rows:
            continue
        turns = range(1, len(rows[0]) + 1)
        columns = [sorted(column) for column in zip(*rows, strict=True)]
        middle = [at(one, 0.5) for one in columns]
        axes.plot(
            turns,
            middle,
            color=colour,
            linestyle=line,
            linewidth=wide,
            marker="o",
            markersize=wide + 2.5,
            label=" ".join(labelled(variant)),
        )
        if len(compared) <= BANDED:
            low, high = [at(one, LOW) for one in columns], [at(one, HIGH) for one in columns]
            axes.fill_between(turns, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set_xlim(left=max(0.5, axes.get_xlim()[0]))  # there is no turn 0
    axes.set_xlabel("turn (games that are over keep their last value)")
    axes.set_ylabel(key.replace("vp", "VP"))
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True)
    band = ", and what four games of five stay within" if len(compared) <= BANDED else ""
    axes.set_title(f"{title}: median of each turn{band}")
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    name_below(made, [" ".join(labelled(variant)) for variant in compared])
    return saved(made)


def labelled(variant: Variant) -> list[str]:
    """The name of a variant in lines, and how many games tell of it: not all variants have as many."""
    return [*wrap(variant.name, 28), f"({len(variant.finished()):,} games)"]


def finished(variant: Variant) -> list[Result]:
    """Its games that came to an end."""
    return list(variant.finished().values())


def at(ordered: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return ordered[round(part * (len(ordered) - 1))]
