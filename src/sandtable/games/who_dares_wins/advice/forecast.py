"""What each option is likely to bring, at a glance, where a formula tells it."""

from __future__ import annotations

from sandtable.games.who_dares_wins.advice import odds
from sandtable.games.who_dares_wins.box import land
from sandtable.games.who_dares_wins.rules import r61_low_profile as low_profile
from sandtable.games.who_dares_wins.state import PATROL, Desert
from sandtable.kernel.flow import Action
from sandtable.kernel.forecast import DIE, Forecast, Sign
from sandtable.kernel.odds import percent
from sandtable.kernel.seen import Seen

GOOD = ("undetected", "a hit", "a Recon OK", "a miss")
"""What is told of a table of odds that has it; of others the likeliest line."""


def forecasts(seen: Seen) -> list[Forecast]:
    """The chance to stay unseen, to hit, or whatever an option is about."""
    return [forecast(seen, action) for action in seen.options]


def forecast(seen: Seen, action: Action) -> Forecast:
    """What is told beside one option."""
    verb = action[0]
    watches = verb == "watch"  # who, and for how long, is a question of its own
    at = action[2] if watches else action[-1] if len(action) > 1 else ""
    if verb == "cache":
        at = ""  # a click on a base is no wish for a cache there
    meets = verb == "go" and bool(seen.position.axis_in(land.ZONE[at]))  # nobody drives among the enemy by haste
    signs, told = bring(seen, action)
    if verb == "low":
        told = low_profile.foretold(seen.position, PATROL[action[1]])
    elif verb == "cache":
        told = "makes one repair there easier"
    if verb in ("watch", "scout") and not seen.game.serves_of(seen, action):
        told = f"{told}; for no goal of the mission".removeprefix("; ")
    return Forecast(signs, told, at=at, aside=verb == "abandon", asks=watches or meets)


def bring(seen: Seen, action: Action) -> tuple[tuple[Sign, ...], str]:
    """Signs of an option, and what it brings in a few words."""
    s: Desert = seen.position
    choice = s.choice
    verb = None if choice is None else choice.verb_of(s, action)
    table = None if verb is None else verb.odds(seen, choice, action)
    if table is None:
        table = odds.table(s, action)
    if not table:
        return (), ""
    line = next((text for text in GOOD if text in table), max(table, key=lambda text: table[text]))
    chance = table[line]
    if chance == 1 and len(table) == 1:
        return (), line
    if line == "undetected" and verb is not None and percent(chance) in verb.price(s, choice, action):
        return (DIE,), ""  # its price tells the dice and the chance
    return (DIE,), f"{percent(chance)} {line.removeprefix('a ')}"
