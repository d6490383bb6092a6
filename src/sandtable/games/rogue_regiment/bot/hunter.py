"""A quick player for the Jäger: it lays down the card that would find or hurt the Operators most now, sends Stalkers to
where they must pass, and closes in with what it moves itself.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import data
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
WORTH_PLAYING: Final = 2.5  # more than the event card in whose place it comes
STAND_OFF: Final = 4  # how far from what he watches a Stalker stands


def answer(s: Regiment, options: list[Action]) -> Action:
    """One of several options, by what is asked."""
    match options[0][0]:
        case "stalker":
            entry = s.stage.entry[1]
            return min(options[:-1], key=lambda o: s.grid.distance(s.stage.by_name[o[2]], entry))
        case "draw" | "play" | "discard":
            return phase(s, options)
        case "use":
            return reveal(s)
        case "waypoint":
            return waypoint(s, options)
        case "watch":
            return watch(s, options)
        case "cat":
            return max(options, key=lambda o: cat_worth(s, s.stage.by_name[o[1]]))
        case "twig":
            return max(options, key=lambda o: calm_near(s, s.man_of(o[1])))
        case "stain" | "lock":
            return min(options, key=lambda o: from_ours(s, s.stage.by_name[o[1]]))
        case "upgrade":
            return min(options, key=lambda o: from_ours(s, s.u_at[s.unit_of(o[1])]))
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
    "wait": "nothing in hand is worth laying down or changing now",
    "use": "the card does more to the Operators now than the event",
    "let": "the event does as much to the Operators as the card",
    "waypoint": "from there he sees what they are after, or where they leave",
    "watch": "there he sees most of what is worth watching",
    "cat": "whoever passes there startles it",
    "twig": "most who are still calm are near him",
    "stain": "it is nearest to the Operators",
    "lock": "it is nearest to the Operators",
    "upgrade": "he is nearest to the Operators",
    "go": "it is where he can hurt or find an Operator soonest",
    "halt": "from there he has an Operator, or where they come in, before him",
    "heading": "the first way it can face there",
    "done": "nothing more is to be gained by moving",
    "drive-to": "it is where the vehicle can hurt an Operator soonest",
}
"""What an answer is for, by its verb."""


def why(s: Regiment, action: Action) -> str:
    """What an answer is for; of a card, what it would do now."""
    if action[0] != "play":
        return WHY.get(action[0], "")
    panel = hand.panel(hand.CARDS.index(action[1]), s.section)
    turning = panel[0] in (data.P_ROTATE, data.P_PATROL, data.P_SWEEP)
    found = found_by(s, panel) if turning else 0
    if found:
        return f"it would show {plural(found, 'Operator')} to his men as they stand now"
    return "it lies ready for a moment when it does more than the event"


def ours(s: Regiment) -> list[int]:
    """The men who are on the board."""
    return [m for m in range(len(s.m_kind)) if s.on_board(m)]


def from_ours(s: Regiment, v: int) -> int:
    """How far a square is from the nearest of them."""
    far = s.grid.far(v)
    return min([far[w] for m in ours(s) for w in sight.man_squares(s, m)], default=99)


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
    now = s.stage.stealth if s.drawn_in == STEALTH else s.stage.battle
    better = worth(s, hand.panel(s.j_down[0], s.drawn_in)) > worth(s, now[s.card])
    return ("use",) if better else ("let",)


def worth(s: Regiment, panel: data.Panel) -> float:
    """What a panel would do to the Operators now."""
    match panel[0]:
        case data.P_ROTATE | data.P_PATROL | data.P_SWEEP:
            return FOUND * found_by(s, panel)
        case data.P_SPAWN:
            return sum([VEHICLE if data.LENGTH[kind] else GUNS.get(data.UNITS[kind], 2.0) for kind in panel[2:]])
        case data.P_ALARM:
            return NOTCH + (NOTCH if s.meter <= 2 else 0.0)
        case data.P_CIGARETTE:
            return -1.0
        case data.P_TWIG:
            return max([1.0 + WOKEN * calm_near(s, m) for m in ours(s) if s.on_foot(m)], default=0.0)
        case data.P_CAT:
            near = [v for m in ours(s) for v in around(s, m)]
            return max([FOUND * cat_worth(s, v) for v in near], default=0.0) or 0.5
        case data.P_WAYPOINT:
            sent = stalkers.stalker(s, panel[1]) < 0 or s.j_ways[panel[1] - 1] >= 0
            return 0.0 if sent else POST
        case data.P_STAIN:
            return WOKEN if any(v >= 0 for v in s.corpses) or CORPSE in s.m_object else 0.0
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


def calm_near(s: Regiment, m: int) -> int:
    """How many units near a man on foot are not alert yet."""
    return sum([not s.u_alert[u] for u in notice.within(s, s.m_at[m], 4)]) if s.on_foot(m) else 0


def around(s: Regiment, m: int) -> list[int]:
    """The squares about a man on which a cat would be startled by him."""
    return [v for v in s.grid.squares if s.grid.distance(v, s.m_at[m]) == 2] if s.on_foot(m) else []


def cat_worth(s: Regiment, v: int) -> float:
    """How many men who are not spotted those near a cat would see if it were startled; nobody far away startles it."""
    if from_ours(s, v) > 3:
        return 0.0
    hidden = sum([1 << m for m in ours(s) if not s.m_spotted[m]])
    found = 0
    for u in notice.within(s, v, 4):
        if not s.vehicle(u):
            kept = s.u_face[u]
            s.face(u, notice.facings_to(s, u, v)[0])
            found |= sight.men_seen(s, u) & hidden
            s.face(u, kept)
    return float(found.bit_count())


# --- Stalkers


def posts(s: Regiment) -> list[int]:
    """What is worth watching: where they leave, and what they are after."""
    places = [o.place for o in s.stage.mission.objectives if o.place is not None]
    wanted = [s.stage.square(place) for place in places]
    exits = [v for v in s.grid.squares if s.stage.exits >> v & 1]
    return [exits[len(exits) // 2], *wanted] if exits else wanted


def waypoint(s: Regiment, options: list[Action]) -> Action:
    """A square from which the next thing worth watching is in sight and not too near, close to where he is."""
    choice = s.choice
    number = choice.about(s)[0].removeprefix("stalker-") if choice is not None and choice.about(s) else "1"
    u = stalkers.stalker(s, int(number))
    places = posts(s)
    goal = places[(int(number) - 1) % len(places)] if places else s.stage.entry[1]
    clear = [o for o in options if s.layout.eyes.level(s.stage.by_name[o[1]], goal, 0, 0) < 2] or options
    return min(
        clear,
        key=lambda o: (
            abs(s.grid.distance(s.stage.by_name[o[1]], goal) - STAND_OFF),
            s.grid.distance(s.stage.by_name[o[1]], s.u_at[u]),
        ),
    )


def watch(s: Regiment, options: list[Action]) -> Action:
    """The facing that shows most of what is worth watching, men before places."""
    u = s.unit_of(options[0][1])
    wanted = s.grid.union(posts(s)) | s.stage.exits
    kept, best, most = s.u_face[u], options[0], -1
    for option in options:
        s.face(u, FACINGS.index(option[2]))
        shown = 100 * sight.men_seen(s, u).bit_count() + (sight.view_of(s, u, False) & wanted).bit_count()
        if shown > most:
            best, most = option, shown
    s.face(u, kept)
    return best


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
