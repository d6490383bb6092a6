"""What the Jäger can do with a card that has a place: where its Stalker goes and looks, where the cat sits, under whom
the twig lies, what is stained, locked or upgraded. The best comes first, and each says what it is for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.geometry.squares import FACINGS, bits
from sandtable.kernel.flow import Action
from sandtable.kernel.telling import plural

STAND_OFF: Final = 4  # how far from what he watches a Stalker stands
NEAR: Final = 3  # how far from a man a cat is of use
APART: Final = 2  # squares between two places that are worth a thought


@dataclass(frozen=True)
class Snare:
    """Something that he can do with a card, and what it is for."""

    action: Action
    why: str


def snares(s: Regiment, options: list[Action]) -> list[Snare]:
    """What is worth doing with a card, the best first; nothing where he is not asked for a place."""
    match options[0][0]:
        case "waypoint":
            return waypoints(s, options)
        case "watch":
            return watches(s, options)
        case "cat":
            return cats(s, options)
        case "twig":
            return twigs(s, options)
        case "stain" | "lock" | "upgrade":
            return nearest(s, options)
    return []


def ours(s: Regiment) -> list[int]:
    """The Operators' men who are on the board."""
    return [m for m in range(len(s.m_kind)) if s.on_board(m)]


def from_ours(s: Regiment, v: int) -> int:
    """How far a square is from the nearest of them."""
    far = s.grid.far(v)
    return min([far[w] for m in ours(s) for w in sight.man_squares(s, m)], default=99)


def calm_near(s: Regiment, v: int) -> int:
    """How many units near a square are not alert yet."""
    return sum([not s.u_alert[u] for u in notice.within(s, v, tokens.EARSHOT)])


# --- Stalkers


def posts(s: Regiment) -> list[tuple[int, str]]:
    """What is worth watching, with a word for each: what they are still after, and where they leave."""
    mission = s.stage.mission
    found = []
    for n, objective in enumerate(mission.objectives):
        if objective.place is not None and not s.scored[n] and not is_taken(s, n):
            v = s.stage.square(objective.place)
            found.append((v, s.place(v)))
    exits = bits(s.stage.exits)
    return [*found, (exits[len(exits) // 2], s.place(exits[len(exits) // 2]))] if exits else found


def is_taken(s: Regiment, n: int) -> bool:
    """Whether somebody has the documents that an objective is about."""
    return s.stage.mission.objectives[n].kind == "documents" and bool(victory.bearers(s, n))


def is_covered(s: Regiment, v: int, but: int) -> bool:
    """Whether another Stalker is on his way to where he sees a square, or stands there and looks at it."""
    for number, way in enumerate(s.j_ways, 1):
        u = stalkers.stalker(s, number)
        if number == but or u < 0:
            continue
        at = way if way >= 0 else s.u_at[u]
        if way < 0 and not (s.here(u) and sight.view_of(s, u, False) >> v & 1):
            continue
        if s.grid.distance(at, v) <= 2 * STAND_OFF and s.layout.eyes.level(at, v, 0, 0) < 2:
            return True
    return False


def waypoints(s: Regiment, options: list[Action]) -> list[Snare]:
    """The squares of the men on foot, the nearest first, for he who walks up to them drives them; then squares from
    which what they are after can be watched, those last that another Stalker watches.
    """
    choice = s.choice
    assert isinstance(choice, tokens.PlaceWaypoint), "only a waypoint goes to such places"
    u = stalkers.stalker(s, choice.number)
    places = [s.stage.by_name[option[1]] for option in options]
    men = [m for m in ours(s) if s.on_foot(m) and s.m_at[m] in places]
    found = []
    for far, m in sorted([(s.grid.distance(s.m_at[m], s.u_at[u]), m) for m in men]):
        told = f"it leads him to {{{s.man(m)}}}, {plural(far, 'square')} away now"
        found.append(Snare(("waypoint", s.place(s.m_at[m])), told))
    watching = []
    for v, word in posts(s):
        clear = [w for w in places if s.layout.eyes.level(w, v, 0, 0) < 2] or places
        stand = min(clear, key=lambda w: (abs(s.grid.distance(w, v) - STAND_OFF), s.grid.distance(w, s.u_at[u])))
        covered = is_covered(s, v, choice.number)
        told = f"from there he sees {{{word}}}, {'as another does' if covered else 'which no other Stalker watches'}"
        watching.append((covered, Snare(("waypoint", s.place(stand)), told)))
    watching.sort(key=lambda one: one[0])
    return found + [snare for _, snare in watching]


def watches(s: Regiment, options: list[Action]) -> list[Snare]:
    """The facings of a Stalker, that which shows most first: men before places."""
    u = s.unit_of(options[0][1])
    wanted = [(s.grid.bit[v], f"{{{word}}}") for v, word in posts(s)]
    kept, found = s.u_face[u], []
    for n, option in enumerate(options):
        s.face(u, FACINGS.index(option[2]))
        view, men = sight.view_of(s, u, False), bits(sight.men_seen(s, u))
        shown = [f"{{{s.man(m)}}}" for m in men] + [word for square, word in wanted if view & square]
        told = f"he has {', '.join(shown)} before him" if shown else "neither a man nor what they want is before him"
        found.append((-100 * len(men) - len(shown), -view.bit_count(), n, Snare(option, told)))
    s.face(u, kept)
    return [snare for *_, snare in sorted(found, key=lambda one: one[:3])]


# --- tokens


def cats(s: Regiment, options: list[Action]) -> list[Snare]:
    """Where a man passes who will startle it, and most who are calm look there then; some way apart."""
    rated = []
    for n, option in enumerate(options):
        v = s.stage.by_name[option[1]]
        far = from_ours(s, v)
        if 0 < far <= NEAR:
            rated.append((-lookers(s, v), abs(far - NEAR), n, v, far))
    found: list[Snare] = []
    kept: list[int] = []
    for look, _, _, v, far in sorted(rated):
        if all(s.grid.distance(v, w) > APART for w in kept):
            kept.append(v)
            told = f"{plural(-look, 'man', 'men')} would look there" if look else "nobody would look there now"
            found.append(Snare(("cat", s.place(v)), f"{told}, and an Operator is {plural(far, 'square')} away"))
    return found or [Snare(options[0], "no Operator is near enough to startle it anywhere")]


def lookers(s: Regiment, v: int) -> int:
    """How many men of his would look at a cat and have a line to it."""
    eyes, veil = s.layout.eyes, s.veil
    near = [u for u in notice.within(s, v, tokens.EARSHOT) if not s.vehicle(u)]
    return sum([eyes.level(s.u_at[u], v, veil.low, veil.high) < 2 for u in near])


def twigs(s: Regiment, options: list[Action]) -> list[Snare]:
    """Under whom a twig lies: where most who are still calm would hear it."""
    rated = [
        (-calm_near(s, s.m_at[s.man_of(option[1])]), n, option) for n, option in enumerate(options) if len(option) > 1
    ]
    return [Snare(option, f"{hearers(-calm)} near him") for calm, _, option in sorted(rated)]


def hearers(calm: int) -> str:
    """So many who would wake."""
    return f"{plural(calm, 'calm unit')} would hear it" if calm else "nobody who is still calm is"


def nearest(s: Regiment, options: list[Action]) -> list[Snare]:
    """What is stained, locked or upgraded: the nearest to the Operators first."""
    rated = []
    for n, option in enumerate(options):
        if len(option) > 1:
            v = s.u_at[s.unit_of(option[1])] if option[0] == "upgrade" else s.stage.by_name[option[1]]
            rated.append((from_ours(s, v), n, option))
    return [Snare(option, f"an Operator is {plural(far, 'square')} away") for far, _, option in sorted(rated)[:3]]
