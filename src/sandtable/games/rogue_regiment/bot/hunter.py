"""A quick player for the Jäger: it lays down the card that would find or hurt the Operators most now, puts what a card
brings where `snares` says, and closes in with what it moves itself.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.bot.snares import NEAR, calm_near, from_ours, lookers, ours, snares
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import COLOURS
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_position as position
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.state import CORPSE, STEALTH, Regiment
from sandtable.geometry.squares import FACINGS
from sandtable.kernel.flow import Action
from sandtable.kernel.telling import plural

FOUND: Final = 9.0  # what it is worth that somebody comes to see a man
WOKEN: Final = 3.0  # and that a calm unit near him wakes
NOTCH: Final = 3.0  # what a space of the stealth meter is worth
GUNS: Final = {"smg": 2.0, "sniper": 4.0, "grenadier": 3.0, "panzerfaust": 3.0, "mortar": 3.0}
VEHICLE: Final = 5.0
POST: Final = 4.0  # what it is worth to send a Stalker off
AGAIN: Final = 1.5  # and to send one elsewhere who is in position
CURIOUS: Final = 0.8  # and each of his men who would look at a cat
WORTH_PLAYING: Final = 2.5  # more than the event card in whose place it comes
TURNING: Final = (data.P_ROTATE, data.P_PATROL, data.P_SWEEP)


def answer(s: Regiment, options: list[Action]) -> Action:
    """One of several options, by what is asked."""
    found = snares(s, options)
    if found:
        return found[0].action
    match options[0][0]:
        case "stalker":
            entry = s.stage.entry[1]
            return min(options[:-1], key=lambda o: s.grid.distance(s.stage.by_name[o[2]], entry))
        case "draw" | "play" | "discard":
            return phase(s, options)
        case "use":
            return reveal(s)
        case "drive-to":
            return drive(s, options)
        case "heading":
            return options[0]
    return march(s, options) if options[0][0] in ("go", "halt") else options[0]


WHY: Final = {
    "ready": "they stand as proposed, nearest to where the Operators come in",
    "stalker": "he waits near where the Operators come in",
    "draw": "a card more to choose from",
    "discard": "other cards in place of those that do least now",
    "wait": "he keeps what he holds",
    "waypoint": "nobody and nothing that he should watch is near",
    "cat": "nobody is near enough to startle it",
    "stain": "it is farther from the Operators than another",
    "lock": "it is farther from the Operators than another",
    "upgrade": "he is farther from the Operators than another",
    "go": "it is where he can hurt or find an Operator soonest",
    "halt": "from there he has an Operator, or where they come in, before him",
    "heading": "the first way it can face there",
    "done": "nothing more is to be gained by moving",
    "drive-to": "it is where the vehicle can hurt an Operator soonest",
}
"""What an answer is for, by its verb."""


def why(s: Regiment, options: list[Action], action: Action) -> str:
    """What an answer is for; of a card, what it would do now."""
    match action[0]:
        case "play":
            return effect(s, hand.panel(hand.CARDS.index(action[1]), s.section))
        case "use":
            return effect(s, hand.panel(s.j_down[0], s.drawn_in))
        case "let":
            return effect(s, event(s))
    return next((snare.why for snare in snares(s, options) if snare.action == action), WHY.get(action[0], ""))


def effect(s: Regiment, panel: data.Panel) -> str:
    """What a panel would do now, in words."""
    if panel[0] in TURNING:
        found = found_by(s, panel)
        return f"it would show {plural(found, 'Operator') if found else 'no Operator'} to his men as they stand now"
    match panel[0]:
        case data.P_SPAWN:
            brings = panel[1] in s.stage.spawns
            return "they would come alert" if brings else f"there is no {COLOURS[panel[1]]} spawn tile here"
        case data.P_ALARM:
            return "the stealth meter would fall by one"
        case data.P_CIGARETTE:
            return "a man on patrol would stop for a smoke"
        case data.P_TWIG:
            calm = max([calm_near(s, s.m_at[m]) for m in ours(s) if s.on_foot(m)], default=0)
            return f"{plural(calm, 'calm unit')} would hear it now"
        case data.P_WAYPOINT:
            alive = stalkers.stalker(s, panel[1]) >= 0
            return f"Stalker {panel[1]} can be sent off" if alive else f"Stalker {panel[1]} is dead"
        case data.P_STAIN:
            return "it would be found as a body is" if has_body(s) else "there is no body that it could be on"
    return EFFECTS.get(panel[0], "")


EFFECTS: Final = {
    data.P_CAT: "whoever passes it would draw eyes to himself",
    data.P_LOCK: "a door would take an Operator a whole turn",
    data.P_FAILURE: "an Operator would get a token that stops a vehicle",
    data.P_UPGRADE: "one more man would go where the Jäger wants",
}
"""What other panels do."""


def event(s: Regiment) -> data.Panel:
    """The panel of the event that is shown."""
    return (s.stage.stealth if s.drawn_in == STEALTH else s.stage.battle)[s.card]


def has_body(s: Regiment) -> bool:
    """Whether there is a body on the board, carried or not."""
    return any(v >= 0 for v in s.corpses) or CORPSE in s.m_object


# --- cards


def phase(s: Regiment, options: list[Action]) -> Action:
    """What to do with the hand: the best card if it is good, else another card, else new ones for the worst."""
    worths = {card: worth(s, hand.panel(card, s.section)) for card in s.j_hand}
    good = [o for o in options if o[0] == "play" and worths[hand.CARDS.index(o[1])] >= WORTH_PLAYING]
    if good:
        return max(good, key=lambda o: worths[hand.CARDS.index(o[1])])
    if ("draw",) in options:
        return ("draw",)
    worst = sorted(sorted(s.j_hand, key=lambda card: worths[card])[:2])
    swap = ("discard", *[hand.CARDS[card] for card in worst])
    return swap if swap in options else options[-1]


def reveal(s: Regiment) -> Action:
    """Whether the card that lies face down is worth more than the event."""
    better = worth(s, hand.panel(s.j_down[0], s.drawn_in)) > worth(s, event(s))
    return ("use",) if better else ("let",)


def worth(s: Regiment, panel: data.Panel) -> float:
    """What a panel would do to the Operators now."""
    match panel[0]:
        case data.P_ROTATE | data.P_PATROL | data.P_SWEEP:
            return FOUND * found_by(s, panel)
        case data.P_SPAWN if panel[1] not in s.stage.spawns:
            return 0.0
        case data.P_SPAWN:
            return sum([VEHICLE if data.LENGTH[kind] else GUNS.get(data.UNITS[kind], 2.0) for kind in panel[2:]])
        case data.P_ALARM:
            return NOTCH + (NOTCH if s.meter <= 2 else 0.0)
        case data.P_CIGARETTE | data.P_FAILURE:
            return -1.0
        case data.P_TWIG:
            return max([1.0 + WOKEN * calm_near(s, s.m_at[m]) for m in ours(s) if s.on_foot(m)], default=0.0)
        case data.P_CAT:
            return CURIOUS * max([lookers(s, v) for v in s.grid.squares if 0 < from_ours(s, v) <= NEAR], default=0)
        case data.P_WAYPOINT:
            u = stalkers.stalker(s, panel[1])
            waits = u >= 0 and s.j_ways[panel[1] - 1] < 0
            return 0.0 if not waits else AGAIN if s.here(u) else POST
        case data.P_STAIN:
            return WOKEN if has_body(s) else 0.0
        case data.P_UPGRADE:
            return 2.0
    return 1.0


def found_by(s: Regiment, panel: data.Panel) -> int:
    """How many men who are not spotted a card that turns units would show to one of them."""
    hidden = sum([1 << m for m in ours(s) if not s.m_spotted[m]])
    found = 0
    for u in range(len(s.u_kind)) if hidden else ():
        if not events.turns_by(s, u, panel) or not sight.may_see(s, s.u_at[u]):
            continue
        kept = s.u_face[u]
        quarters = 3 if panel[0] == data.P_SWEEP else events.quarters_of(s, u, panel)
        for _ in range(quarters):
            s.face(u, (s.u_face[u] + panel[2]) % 4)
            found |= sight.men_seen(s, u) & hidden
        s.face(u, kept)
    return found.bit_count()


# --- what he moves himself


def march(s: Regiment, options: list[Action]) -> Action:
    """Where a man of his goes: where the rules would send him, or nearer to the Operators with nobody spotted."""
    choice = s.choice
    assert isinstance(choice, hunters.Hunt), "only a man of his is asked that"
    u, going = choice.unit, [o for o in options if o[0] == "go"]
    if s.ours.targets:
        m, goals, _ = position.destinations(s, u, choice.left, s.ours.targets)[0]
        way = ("go", s.unit(u), s.place(goals[0]))
        if goals[0] != s.u_at[u] and way in options:
            return way
        square = position.target_square(s, u, m)
    else:
        nearer = min(going, key=lambda o: from_ours(s, s.stage.by_name[o[2]]), default=())
        if nearer and from_ours(s, s.stage.by_name[nearer[2]]) < from_ours(s, s.u_at[u]):
            return nearer
        square = s.stage.entry[1]
    stay = ("halt", s.unit(u), FACINGS[notice.facings_to(s, u, square)[0]])
    return stay if stay in options else options[-1]


def drive(s: Regiment, options: list[Action]) -> Action:
    """Where a vehicle of his drives: where the rules would send it."""
    choice = s.choice
    assert isinstance(choice, hunters.HuntDrive), "only a vehicle of his is asked that"
    u = choice.unit
    if not s.ours.targets or not s.hunt_left:
        return options[-1]
    goals, _ = vehicle_advance.vehicle_goals(s, u, s.hunt_left)
    if not goals or vehicles.entry_state(s, u) in goals:
        return options[-1]
    way = ("drive-to", s.unit(u), hunters.word(s, goals[0] >> 2))
    return way if way in options else options[-1]
