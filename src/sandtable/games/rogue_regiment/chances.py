"""What may come of an action: hits, wounds, who is spotted, the alarm; counted over all dice, or about, over some."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment import data
from sandtable.games.rogue_regiment.state import BATTLE
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import Action, legal
from sandtable.kernel.odds import add, explore, sample

EXACT: Final = 300
SAMPLES: Final = 200

# Actions of one man that stop at his next choice. Others lead on into phases with cards; their odds would say little.
COUNTED: Final = (
    "attack", "move-attack", "attack-move", "blind-fire", "pop-attack", "move", "sprint", "climb", "swim", "aim",
    "mark", "crouch", "pop-up", "pick-up", "place", "recover", "break-cover", "drive", "floor",
)  # fmt: skip


def sum_up(before: Any, after: Any) -> str:
    """RR-6.5, RR-3.17 In a few words how an action turned out."""
    parts = []
    dead = [u for u in range(len(before.u_kind)) if before.alive(u) and not after.alive(u)]
    if dead:
        parts.append(
            f"{len(dead)} × {data.UNIT_TITLE[before.u_kind[dead[0]]]} down" if len(dead) > 1 else "target down"
        )
    elif sum(after.u_health[: len(before.u_kind)]) < sum(before.u_health):
        parts.append("target hit")
    lost = sum(before.m_health) - sum(after.m_health)
    if lost > 0:
        parts.append(f"{lost} health lost")
    if any(now and not then for then, now in zip(before.m_spotted, after.m_spotted, strict=False)):
        parts.append("spotted")
    if sum(after.u_alert) > sum(before.u_alert) and after.section != BATTLE:
        parts.append("units alerted")
    if after.section == BATTLE and before.section != BATTLE:
        parts.append("alarm")
    return ", ".join(parts) or "nothing happens"


def odds(game: Any, view: dict[str, Any], action: Action) -> list[tuple[str, float]] | None:
    """RR-6.5, RR-10.9 The ways an action may turn out, likeliest first; None where chance has no part in it."""
    if view["reader"] is None or view["reader"] != view["seat"] or action[0] not in COUNTED:
        return None
    s = game.imagine(view, view["reader"], 0)
    if action not in legal(s):
        return None
    table: dict[str, float] = {}
    about = ""
    try:
        ways = explore(s, action, EXACT)
    except BadInput:
        return None
    if ways is not None:
        if len(ways) == 1 and not ways[0][0].rolled:
            text = sum_up(s, ways[0][0])
            return None if text == "nothing happens" else [(text, 1.0)]
        for after, weight in ways:
            add(table, sum_up(s, after), weight)
    else:
        about = "about "
        for seed in range(SAMPLES):
            add(table, sum_up(s, sample(s, action, seed)), 1 / SAMPLES)
    lines = [(about + text, chance) for text, chance in table.items()]
    lines.sort(key=lambda line: (-line[1], line[0]))
    return lines
