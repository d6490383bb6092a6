"""What many games say of one mission: whether it can be won, how often by whom, what is never done, and when it is
decided."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import sandtable
from sandtable.sim.simulate import Result
from sandtable.sim.study import Variant, beginning, counted, course

FEWEST = 5
"""So many games must have been won, and as many lost, before it is asked what told them apart."""
TELLS = 0.9
"""How surely a figure must tell a game that is won from one that is lost."""
SELDOM = 0.05


def verdict(played: list[Variant]) -> dict[str, Any]:
    """The verdict on a mission, from the games of each bot; the score of the first seat says who won."""
    seat = next(iter(played[0].plan.bots))
    by_bot: list[dict[str, Any]] = []
    for one in played:
        finished = list(one.finished().values())
        won = [game for game in finished if game.scores[seat] > 0]
        goals = goals_of(one)
        lasted = [game.turns[-1]["turn"] for game in finished if game.turns] or [0]
        done = Counter(goal for game in finished for goal, is_done in game.goals.items() if is_done)
        by_bot.append(
            {
                "bot": one.plan.bots[seat],
                "games": len(finished),
                "won": len(won),
                "turns": median(lasted),
                "turns_range": [min(lasted), max(lasted)],
                "goals": {goal: done[goal] for goal in goals},
                "decided": decided(finished, seat),
                "losses": most_lost(one),
            }
        )
    titles = goals_of(played[0])
    never = [goal for goal in titles if not any(told["goals"].get(goal) for told in by_bot)]
    return {
        "seat": seat,
        "winnable": any(told["won"] for told in by_bot),
        "bots": by_bot,
        "goals": titles,
        "never_done": never,
    }


def goals_of(variant: Variant) -> dict[str, str]:
    """The goals of the first seat, by their ids."""
    plan = variant.plan
    seen = sandtable.load(plan.game).seen(beginning(plan), next(iter(plan.bots)))
    return {goal["id"]: goal["text"] for goal in seen.goals}


def decided(finished: list[Result], seat: str) -> dict[str, Any] | None:
    """The first turn from whose end on one of the figures of the course tells games that are won from games that are
    lost; None where too few are of one kind, or nothing tells them apart."""
    games = [one for one in finished if one.turns]
    is_won = [one.scores[seat] > 0 for one in games]
    if min(is_won.count(True), is_won.count(False)) < FEWEST:
        return None
    best: dict[str, Any] | None = None
    for key in counted(games):
        rows = course(games, key)
        turns = len(rows[0])
        first = turns
        while first and tells([row[first - 1] for row in rows], is_won) >= TELLS:
            first -= 1
        if first < turns and (best is None or first + 1 < best["turn"]):
            best = {"turn": first + 1, "by": key}
    return best


def tells(values: list[float], is_won: list[bool]) -> float:
    """How surely a figure tells the two kinds apart: of a won and a lost game drawn at random, how often it is the same
    one that has more (0.5: it says nothing)."""
    won = [value for value, is_one in zip(values, is_won, strict=True) if is_one]
    lost = [value for value, is_one in zip(values, is_won, strict=True) if not is_one]
    more = sum((a > b) + (a == b) / 2 for a in won for b in lost) / (len(won) * len(lost))
    return max(more, 1 - more)


def most_lost(variant: Variant) -> list[dict[str, Any]]:
    """The three places where the first seat's side loses most, with how many pieces in all."""
    seat = next(iter(variant.plan.bots))
    side = sandtable.load(variant.plan.game).sides.get(seat, seat)
    counts: Counter[str] = Counter()
    for one in variant.finished().values():
        counts.update(one.heat.get(f"{side} losses", {}))
    return [{"place": place, "pieces": times} for place, times in counts.most_common(3)]


def told(found: dict[str, Any]) -> list[str]:
    """The verdict in sentences."""
    lines = [f"Winnable: {'yes' if found['winnable'] else 'no bot has won it'}."]
    for one in found["bots"]:
        share = one["won"] / one["games"] if one["games"] else 0.0
        won = f"{one['won']} of {one['games']} games won ({share:.0%})"
        low, high = one["turns_range"]
        lines.append(f"{one['bot']}: {won}, {one['turns']:g} turns ({low:g} to {high:g}).")
        if one["decided"] is not None:
            when = one["decided"]
            lines.append(f"  Decided by the end of turn {when['turn']}, as one can tell by {when['by']}.")
        if one["losses"]:
            where = ", ".join(f"{spot['place']} ({spot['pieces']})" for spot in one["losses"])
            lines.append(f"  Most of its own losses at {where}.")
    for goal in found["never_done"]:
        lines.append(f"Never done by anybody: {found['goals'][goal]}.")
    for goal, title in found["goals"].items():
        done = sum(one["goals"].get(goal, 0) for one in found["bots"])
        games = sum(one["games"] for one in found["bots"])
        if 0 < done < SELDOM * games:
            lines.append(f"Seldom done, in {done} of {games} games: {title}.")
    return lines
