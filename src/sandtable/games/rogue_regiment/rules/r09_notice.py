"""Chapter 9, heard and seen: what happens after an action, before anybody fires back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.rules import r25_unload as unload
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import (
    ADVANCE,
    ATTACKED,
    BATTLE,
    BY_CARD,
    ENSNARED,
    IN_RANGE,
    NOISE,
    OFF,
    PATROL,
    SEAT,
    SEEN,
    SHOUTED,
    SMELT,
    STEALTH,
    TALKS,
    TURNED,
    WAS_ALERT,
    WITNESS,
    Regiment,
    changed,
    facing_word,
)
from sandtable.geometry.sight import FIELD
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, Step, act

SHOUT = 4
ANEW = 2  # in u_done: attacked or turned in mid-move, a unit chooses its goal anew (RR-7.19) or may stop (RR-7.18)
REACTION: Final = tuple(answer[3] for answer in arms.ANSWERS)  # RR-10.15, RR-19.18 how far each kind fires in one
COMPASS = ("north", "east", "south", "west")
FARTHEST = sight.FARTHEST
# What a loud weapon does beside being heard (act_loud).
TELLS = 1  # it moves the meter and may give its user away
AGAIN = 2  # it may give him away; the meter has moved for another gun of the vehicle


# --- alert, spotted


def alert(s: Regiment, u: int, clause: str, why: str) -> None:
    """RR-3.19, RR-14.18, RR-24.12, RR-24.57, RR-25.5 A unit turns alert for the rest of the game; a cigarette is thrown
    away, nobody who is alert listens to Nancy, and the men of a troop truck get out. Whoever is in her garrotte stays
    there.
    """
    if 0 < s.u_cig[u] < ENSNARED:
        stop_smoking(s, u)
        s.say("RR-14.18", "{} throws the cigarette away", s.unit(u))
    elif s.u_cig[u] >= TALKS:
        talking.over(s, u, "RR-24.12")
    if not s.u_alert[u]:
        s.rouse(u)
        s.say(clause, "{} is alert: " + why, s.unit(u), facts=(("flipped", s.unit(u), "alert"),))
        if s.stage.hm and unload.waits(s, u):
            s.then(unload.Unload(u))


def stop_smoking(s: Regiment, u: int) -> None:
    """RR-14.18, RR-14.19, RR-28.15 A unit's cigarette is gone; the token of the card is no longer in play, if it was
    that.
    """
    if s.u_cig[u] == BY_CARD:
        s.cigarette = 0
    s.hinder(u, 0)


def shout(s: Regiment, u: int) -> None:
    """RR-9.17, RR-9.18, RR-9.19, RR-9.26, RR-18.55, RR-26.14 A man who turns alert because he saw something wakes all
    within 4 squares; a dog barks.
    """
    if s.u_mark[u] & (WAS_ALERT | SHOUTED) or s.vehicle(u):
        return
    s.u_mark[u] |= SHOUTED
    if dogs.is_dog(s, u):
        s.say("RR-26.14", "{} barks", s.unit(u))
    else:
        s.say("RR-9.17", "{} shouts", s.unit(u))
    wake(s, s.u_at[u], "RR-9.17", f"it hears the {'bark' if dogs.is_dog(s, u) else 'shout'}")


def wake(s: Regiment, v: int, clause: str, why: str) -> None:
    """RR-9.17, RR-9.18, RR-24.12, RR-27.18 All units within 4 squares of a shout, or of a twig that snaps, are alert
    and face as before: whoever listened to Nancy as before their talk.
    """
    for u in within(s, v, SHOUT):
        if not s.u_alert[u]:
            listened = s.u_cig[u] - TALKS
            alert(s, u, clause, why)
            if listened >= 0:
                talking.look_back(s, u, listened, "RR-24.12")


def spot(s: Regiment, m: int, clause: str, why: str) -> None:
    """RR-9.16, RR-21.29 A man is spotted, with everybody aboard his vehicle."""
    together = [m]
    if s.m_car[m] >= 0:
        together = [n for n in range(len(s.m_kind)) if s.m_car[n] == s.m_car[m] and s.on_board(n)]
    for n in together:
        spot_one(s, n, clause, why)


def spot_one(s: Regiment, m: int, clause: str, why: str) -> None:
    """RR-12.4, RR-12.7, RR-12.10 One man is spotted, whoever sits beside him."""
    if not s.m_spotted[m] and s.on_board(m):
        s.spot(m, 1)
        s.say(clause, "{} is spotted: " + why, s.man(m), facts=(("marked", s.man(m), "spotted"),))


# --- the action


def begin(s: Regiment, m: int = OFF, c: int = OFF) -> None:
    """RR-4.13 An action begins: who was alert before it, and nothing has happened yet."""
    s.act_man, s.act_car = m, c
    s.act_from = ()
    s.act_loud = ()
    s.act_knife = 0
    s.act_end = m
    s.u_mark[:] = s.u_alert  # 1 is WAS_ALERT
    s.u_saw = (0,) * len(s.u_kind)


def notice(s: Regiment, m: int, v: int, sprinting: bool) -> None:
    """RR-9.12, RR-9.16, RR-9.20, RR-9.21, RR-9.5, RR-10.15 One square of an action: who sees the man there, and who
    hears him run. Whom the action killed sees and hears nothing.
    """
    if sprinting and s.axis.everywhere & s.grid.disc(v, 1):
        for u in within(s, v, 1):
            s.u_mark[u] |= NOISE
    how, here = sight.shows(s, m, v), s.grid.bit[v]
    if how == sight.UNSEEN:
        return
    for u in obstacles.standing_on(s, onlookers(s, v)):
        if sight.may_view(s, u) & here and not s.u_cig[u] and sight.view_of(s, u, how == sight.LYING) & here:
            fires = range_to(s, u, v) <= reaction_range(s, u) and bears(s, u, v)
            s.u_mark[u] |= SEEN | IN_RANGE if fires else SEEN


def onlookers(s: Regiment, v: int) -> int:
    """The squares on which every unit stands that may see one of its squares, as far as the terrain lets it."""
    return s.layout.eyes.onlookers(v, FIELD) | s.axis.wheels & s.grid.disc(v, sight.FARTHEST) | s.axis.scopes


def range_to(s: Regiment, u: int, v: int) -> int:
    """RR-1.16, RR-1.17, RR-18.17 Squares from a unit, or from the nearest square of a vehicle, to a square."""
    far = s.grid.far(v)
    return min([far[w] for w in s.footprint(u)]) if s.vehicle(u) else far[s.u_at[u]]


def within(s: Regiment, v: int, squares: int) -> list[int]:
    """The units on the board that are at most so many squares from a square."""
    if s.grid.on[v]:  # so is the nearest square of a vehicle that is on the board in part
        return obstacles.standing_on(s, s.grid.disc(v, squares))
    return [u for u in s.axis.present if range_to(s, u, v) <= squares]


def nearest_square(s: Regiment, u: int, m: int) -> int:
    """RR-9.5, RR-21.18 Where a man turns to: the square of one of ours, or the nearest of his vehicle."""
    squares = sight.man_squares(s, m) if s.m_car[m] >= 0 else []
    return nearest(s, u, squares) if squares else s.m_at[m]


def nearest(s: Regiment, u: int, squares: Sequence[int]) -> int:
    """RR-9.6, RR-21.18 Of some squares the nearest to a man; of equally near ones that which is straightest ahead."""
    if len(squares) == 1:
        return squares[0]
    xs, ys, at = s.grid.xs, s.grid.ys, s.u_at[u]
    found = []
    for v in squares:
        across, along = abs(xs[v] - xs[at]), abs(ys[v] - ys[at])
        found.append((max(across, along), min(across, along), v))
    return min(found)[2]


def reaction_range(s: Regiment, u: int) -> int:
    """RR-10.15, RR-19.18 How far a unit fires in a reaction; a mortar team fires as two SMG Infantry."""
    return REACTION[s.u_kind[u]]


def bears(s: Regiment, u: int, v: int) -> bool:
    """RR-26.16, RR-26.20, RR-28.13 Whether a unit that sees a square within range can attack there: a dog from beside
    it with nothing between, the gun of a Stummel to the rear alone.
    """
    kind = s.u_kind[u]
    if kind == data.DOG:
        return dogs.bites(s, s.u_at[u], v)
    if not data.REAR_GUN[kind]:
        return True
    point, facing = sight.crew_looks(s, u)[1]
    return bool(s.layout.crew_fields[4 * point + facing] & s.grid.bit[v])


def borne(s: Regiment, u: int, squares: int) -> int:
    """The same of a set of squares."""
    kind = s.u_kind[u]
    if kind != data.DOG and not data.REAR_GUN[kind]:
        return squares
    return s.grid.union([v for v in bits(squares) if bears(s, u, v)])


def witness(s: Regiment, victim: int, v: int) -> None:
    """RR-9.13, RR-9.14, RR-9.23 Who has the square of a kill fully or partially visible."""
    for u in obstacles.standing_on(s, onlookers(s, v)):
        if u != victim and sight.watches(s, u, v):
            s.u_mark[u] |= WITNESS


def marked(s: Regiment, mark: int) -> list[int]:
    """The units on the board to which something happened in the action that is being resolved."""
    return [u for u, made in enumerate(s.u_mark) if made & mark and s.here(u)]


@dataclass(frozen=True)
class After(Step):
    """RR-4.13, RR-9.25 After the action itself, in this order: noise, the target, witnesses, who saw, who was
    disturbed, glances, alarm. Nobody is noticed but who acted, or by whom something turned.
    """

    def do(self, s: Regiment) -> None:
        marks = 0
        for mark in s.u_mark:
            marks |= mark
        loud = bool(s.act_loud)
        glances = loud or marks & (ATTACKED | NOISE | TURNED) or (s.section == STEALTH and s.things.bodies)
        if loud:
            s.now(Heard())
        if marks & ATTACKED:
            s.now(Answer())
        if marks & WITNESS:
            s.now(Witnessed())
        if marks & SEEN:
            s.now(Noticed())
        if marks & NOISE:
            s.now(Disturbed())
        if glances:
            s.now(Glances())
        s.now(alarm.Check())


@dataclass(frozen=True)
class Heard(Step):
    """RR-9.1, RR-9.2, RR-9.3, RR-9.4, RR-12.7, RR-18.34, RR-20.56 Each use of a loud weapon moves the meter and turns
    all men within earshot of it, or of any square of the vehicle it is mounted on; vehicles only hear. In Battle it
    gives its user away.
    """

    def do(self, s: Regiment) -> None:
        if not s.act_loud:
            return
        sources, earshot, tells = s.act_loud[0]
        s.act_loud = s.act_loud[1:]
        if tells != AGAIN:
            alarm.count(s, "RR-9.1", "a loud weapon is heard", s.act_man if tells else OFF)
        if s.section == BATTLE and tells and s.act_man >= 0:
            spot_one(s, s.act_man, "RR-12.7", "a loud weapon gives its user away")
        turning = []
        hearing = [within(s, v, earshot) for v in sources]
        for u in hearing[0] if len(sources) == 1 else sorted(set().union(*hearing)):
            alert(s, u, "RR-9.2", "it hears the noise")
            if not s.vehicle(u):
                turning.append(Turn(u, nearest(s, u, sources), True))
        s.then(*turning, Heard())


@dataclass(frozen=True)
class Answer(Step):
    """RR-10.7, RR-10.14, RR-7.18, RR-7.19 An attacked unit that lives is alert; infantry turns to where the attack was
    made, wherever the attacker is now, vehicles do not. Who was advancing will choose its goal anew, who was on patrol
    may have to stop.
    """

    def do(self, s: Regiment) -> None:
        turning = []
        for u in marked(s, ATTACKED):
            alert(s, u, "RR-10.7", "it was attacked")
            if s.phase in (ADVANCE, PATROL) and s.u_done[u] and s.act_man >= 0:
                s.u_done[u] |= ANEW
            if not s.vehicle(u) and s.act_from:
                turning.append(Turn(u, nearest(s, u, s.act_from), False))
        s.then(*turning)


@dataclass(frozen=True)
class Witnessed(Step):
    """RR-9.13, RR-9.15, RR-9.23, RR-24.18 Who saw a kill, or a try with the garrotte, is alert and shouts; an assassin
    seen at it is spotted.
    """

    def do(self, s: Regiment) -> None:
        witnesses = marked(s, WITNESS)
        tried = s.act_knife == talking.TRIED
        for u in witnesses:
            alert(s, u, *(("RR-24.18", "it saw the garrotte") if tried else ("RR-9.13", "it saw a man killed")))
            if s.act_knife and s.act_man >= 0:
                spot(s, s.act_man, "RR-9.15", "the garrotte was seen" if tried else "the killing was seen")
        for u in witnesses:
            shout(s, u)


@dataclass(frozen=True)
class Noticed(Step):
    """RR-9.16, RR-9.20, RR-9.25, RR-10.16, RR-12.8, RR-21.29 Whoever acts in the sight of a living unit is spotted; the
    unit is alert and shouts. All aboard a vehicle that acts are spotted; who is seen boarding one gives nobody away but
    himself.
    """

    def do(self, s: Regiment) -> None:
        m = s.act_man
        seeing = marked(s, SEEN) if m >= 0 else []
        if seeing and s.on_board(m) and (s.act_car >= 0 or not s.m_spotted[m]):
            clause, why = "RR-12.8" if s.section == BATTLE else "RR-9.16", f"seen by {{{s.unit(seeing[0])}}}"
            if s.act_car >= 0:
                spot(s, m, clause, why)
            else:
                spot_one(s, m, clause, why)
        before = [u for u in seeing if not s.u_mark[u] & WAS_ALERT]
        for u in before:
            if not s.u_alert[u]:
                alert(s, u, "RR-9.16", f"it saw {{{s.man(m)}}}")
        for u in before:
            shout(s, u)


@dataclass(frozen=True)
class Disturbed(Step):
    """RR-9.5, RR-21.18, RR-26.13 Who heard somebody run beside it, or an engine, or smelt him, is alert and turns to
    where he is now.
    """

    def do(self, s: Regiment) -> None:
        turning = []
        for u in marked(s, NOISE) if s.act_man >= 0 else []:
            if s.u_mark[u] & SMELT:
                alert(s, u, "RR-26.13", f"it smells {{{s.man(s.act_man)}}}")
            elif s.act_car >= 0:
                alert(s, u, "RR-21.18", "it hears the engine")
            else:
                alert(s, u, "RR-9.5", "it hears running steps")
            if not s.vehicle(u) and s.m_at[s.act_man] >= 0:
                turning.append(Turn(u, nearest_square(s, u, s.act_man), True))
        s.then(*turning)


@dataclass(frozen=True)
class Glances(Step):
    """RR-9.24, RR-9.25, RR-20.2 Who turned sees whom it did not see before; a body newly in sight alerts anybody."""

    def do(self, s: Regiment) -> None:
        for u in marked(s, TURNED | ATTACKED):
            perceive(s, u)
        find_bodies(s)


def perceive(s: Regiment, u: int) -> None:
    """RR-10.14, RR-9.24 A unit that turned spots whom it has come to see, one that was attacked its attacker as well;
    he and a body make it shout.
    """
    seen, bodies = sight.in_sight(s, u)
    saw, mark = s.u_saw[u], s.u_mark[u]
    gained = seen & ~saw if mark & TURNED else 0
    if mark & ATTACKED and s.act_man >= 0:
        gained |= seen & 1 << s.act_man
    if seen & ~saw:
        s.u_saw = changed(s.u_saw, u, saw | seen)
    if gained:
        for m in bits(gained):
            spot(s, m, "RR-10.14", f"seen by {{{s.unit(u)}}}, who turned")
    if gained or bodies:
        alert(s, u, "RR-9.16", "it sees somebody" if gained else "it sees a body")
        shout(s, u)


def find_bodies(s: Regiment) -> None:
    """RR-9.24, RR-20.2 In Stealth a unit that has clear sight of a body becomes alert and shouts."""
    things, axis = s.things, s.axis
    if s.section == BATTLE or not things.bodies:
        return
    watching = axis.calm & (things.bodies_seen_from | axis.scopes) | axis.wheels & things.bodies_near
    found = watching != 0  # else nobody stands where the terrain lets him see a body
    while found:  # a unit that turns alert no longer hides what is behind it
        found = False
        for u in obstacles.standing_on(s, watching):
            if not s.u_alert[u] and sight.corpses_seen(s, u):
                s.u_mark[u] &= ~(WAS_ALERT | SHOUTED)
                alert(s, u, "RR-9.24", "it sees a body")
                shout(s, u)
                found = True


# --- turning


def facings_to(s: Regiment, u: int, v: int) -> list[int]:
    """RR-9.6, RR-9.9 The facings that point at a square, the nearest to the present one; two if both are equally
    near.
    """
    xs, ys, at = s.grid.xs, s.grid.ys, s.u_at[u]
    dx, dy = xs[v] - xs[at], ys[v] - ys[at]
    across, along = (1 if dx > 0 else 3), (2 if dy > 0 else 0)
    if abs(dx) > abs(dy):
        return [across]
    if abs(dy) > abs(dx):
        return [along]
    if dx == 0:
        return [s.u_face[u]]
    far = [(quarters(s.u_face[u], f), f) for f in (along, across)]
    least = min(far)[0]
    return [f for n, f in far if n == least]


def quarters(a: int, b: int) -> int:
    """Quarter turns from one facing to another by the shorter way."""
    return min((b - a) % 4, (a - b) % 4)


def ways_to(facing: int, goal: int) -> list[int]:
    """RR-9.6 The direction of the shorter turn, 1 clockwise and -1 anti-clockwise; both for an about-turn."""
    clockwise = (goal - facing) % 4
    if clockwise == 0:
        return []
    return [1] if clockwise == 1 else [-1] if clockwise == 3 else [1, -1]


def turns_to(s: Regiment, u: int, v: int) -> list[tuple[int, int]]:
    """RR-9.6 The shortest turns by which a unit comes to face a square, as goal and direction; none if it does."""
    at, facing = s.u_at[u], s.u_face[u]
    if at == v or s.layout.front(at, facing) >> v & 1:
        return []
    goals = facings_to(s, u, v)
    return [(goal, way) for goal in goals for way in ways_to(facing, goal)]


@dataclass(frozen=True)
class Turn(Step):
    """RR-9.2, RR-9.6, RR-10.7, RR-7.18 A unit turns to a point, quarter by quarter; `stops` says whether it stops when
    it sees somebody or a body. An attacked one does not.
    """

    unit: int
    square: int
    stops: bool

    def do(self, s: Regiment) -> None:
        u = self.unit
        if s.vehicle(u) or not s.grid.on[s.u_at[u]] or s.u_cig[u]:
            return
        again = s.u_mark[u] & TURNED
        if s.phase == PATROL and s.u_done[u]:
            s.u_done[u] |= ANEW
        if not again:
            s.u_mark[u] |= TURNED
            seen = sight.men_seen(s, u)
            if seen != s.u_saw[u]:
                s.u_saw = changed(s.u_saw, u, seen)
        options = turns_to(s, u, self.square)
        if not options:
            return
        if again:
            perceive(s, u)  # it will turn away from whom its first turn has shown it
        if len(options) == 1:
            turn_round(s, u, *options[0], self.stops)
        else:
            turn_either_way(s, u, options, self.stops)


def turn_either_way(s: Regiment, u: int, options: list[tuple[int, int]], stops: bool) -> None:
    """RR-9.6 A unit may turn in several ways, of which one is as good as another unless they show it something else."""
    calm = stops or not s.u_mark[u] & WAS_ALERT
    known = (s.u_saw[u], sight.corpses_seen(s, u)) if calm else None
    if not way_matters(s, u, options, known, stops):
        options = options[:1]
    s.then(Way(u, tuple(goal for goal, _ in options), tuple(way for _, way in options), stops))


def views_on_the_way(s: Regiment, u: int, goal: int, way: int, unspotted_only: bool) -> list[tuple[int, int]]:
    """The men and the bodies that a unit would see after each quarter of a turn."""
    before, views = s.u_face[u], []
    while s.u_face[u] != goal:
        s.face(u, (s.u_face[u] + way) % 4)
        if unspotted_only:
            views.append((sight.men_seen(s, u) & unspotted(s), 0))
        else:
            views.append(sight.in_sight(s, u))
    s.face(u, before)
    return views


def way_matters(
    s: Regiment, u: int, options: list[tuple[int, int]], known: tuple[int, int] | None, stops: bool = True
) -> bool:
    """Whether ways of turning differ in the end, or in what the unit would see on the way.

    A unit that stops or shouts when it sees somebody or a body has a set of men and one of bodies that it knows. To
    others only men who are not spotted yet make a difference.
    """
    if len({goal for goal, _ in options}) > 1:
        return True
    if any(s.m_mark[m] >= 0 or s.m_mark_at[m] >= 0 for m in range(len(s.m_kind))):
        return True
    if not sight.may_see(s, s.u_at[u], u in s.roster.snipers):
        return False  # there is nothing to see, whichever way it faces
    seen = [views_on_the_way(s, u, goal, way, known is None) for goal, way in options]
    if known is not None and stops:
        for views in seen:
            for men, bodies in views[:-1]:
                if men & ~known[0] or bodies & ~known[1]:
                    return True  # it stops there, facing another way for each way of turning
    return any(views != seen[0] for views in seen)


def unspotted(s: Regiment) -> int:
    """The men who are not spotted, as bits."""
    return sum([1 << m for m, spotted in enumerate(s.m_spotted) if not spotted])


@dataclass(frozen=True)
class WhichWay(ties.Tie):
    """RR-9.6 Of two equally short ways to turn the players choose one; each phase goes on in its own manner."""

    unit: int
    goals: tuple[int, ...]
    ways: tuple[int, ...]

    def offer(self, s: Regiment) -> list[Action]:
        return [
            act("turn", s.unit(self.unit), facing_word(goal), "clockwise" if way > 0 else "anticlockwise")
            for goal, way in zip(self.goals, self.ways, strict=True)
        ]

    def turn(self, s: Regiment, action: Action) -> tuple[int, int]:
        """What was chosen, as goal and direction."""
        n = self.offer(s).index(action)
        return self.goals[n], self.ways[n]

    def ask(self, s: Regiment) -> str:
        return f"Which way does {{{s.unit(self.unit)}}} turn?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.unit(self.unit),)


@dataclass(frozen=True)
class Way(WhichWay):
    """RR-9.6 Which way a unit turns that was disturbed or attacked."""

    stops: bool

    clause = "RR-9.6"
    owner = SEAT
    tie = True

    def chosen(self, s: Regiment, action: Action) -> None:
        turn_round(s, self.unit, *self.turn(s, action), self.stops)


def turn_round(s: Regiment, u: int, goal: int, way: int, stops: bool) -> None:
    """RR-9.6, RR-14.9, RR-10.7 A turn, quarter by quarter; a unit that gains sight of a man or a body stops there, or
    turns on and has noticed him.
    """
    while s.u_face[u] != goal:
        bodies = sight.corpses_seen(s, u)
        turn_unit(s, u, (s.u_face[u] + way) % 4, "RR-9.6")
        men, found = sight.in_sight(s, u)
        gained = men & ~s.u_saw[u]
        if gained or found & ~bodies:
            if stops:
                return
            if s.u_face[u] != goal and (gained & unspotted(s) or not s.u_mark[u] & WAS_ALERT):
                perceive(s, u)


def turn_unit(s: Regiment, u: int, facing: int, clause: str) -> None:
    """RR-9.9 A unit faces north, east, south or west."""
    if s.u_face[u] != facing:
        s.face(u, facing)
        if s.u_cat[u]:
            s.u_cat = changed(s.u_cat, u, 0)  # RR-27.17 something else turns him now
        name = s.unit(u)
        s.say(clause, f"{{}} turns to the {COMPASS[facing]}", name, facts=(("turned", name, facing_word(facing)),))
