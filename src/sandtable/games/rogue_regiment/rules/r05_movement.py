"""Chapter 5, movement actions: move, sprint, climb, and stepping onto the board and off it."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import WATER
from sandtable.games.rogue_regiment.ground.layout import CLIMB, CRAWL, HOOK, WALK, passable
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r26_dogs as dogs
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, LEFT, NOTHING, WAITING, Regiment
from sandtable.geometry.squares import AROUND
from sandtable.kernel.flow import Action

FAR_OFF = 8  # farther than a man gets with all his points, by two sprints


def mode_of(s: Regiment, m: int) -> int:
    """How a man moves now."""
    return CRAWL if s.m_low[m] else WALK


def swims(s: Regiment, m: int) -> bool:
    """RR-20.38 Whether a man is in the water now."""
    return bool(s.m_swim[m])


def onward(s: Regiment, m: int, v: int, sprinting: bool) -> tuple[tuple[int, ...], int]:
    """RR-5.1, RR-5.2, RR-5.4, RR-5.5, RR-1.12, RR-20.55 The squares one step of a move or sprint leads to, in the order
    of the compass and as a set.
    """
    mode, shut, burning = CRAWL if s.m_low[m] else WALK, s.things.shut, s.things.burning
    if s.m_kind[m] == data.NANCY and sight.under_cover(s, m):
        found = disguise.onward(s, s.layout.onward(v, CRAWL, False, shut, burning))
    else:
        known = s.layout.onwards(mode, sprinting, shut, burning).get(v)
        found = known if known is not None else s.layout.onward(v, mode, sprinting, shut, burning)
    return unlocked(s, v, found[0]) if s.locks else found


def unlocked(s: Regiment, v: int, steps: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """RR-27.22 Of some steps from a square those that lead through no locked door, and as a set."""
    free = tuple([to for to in steps if not tokens.locked(s, v, to)])
    return free, s.grid.union(free)


def next_steps(s: Regiment, m: int, v: int, sprinting: bool) -> tuple[int, ...]:
    """The same in the order of the compass alone."""
    return onward(s, m, v, sprinting)[0]


def boat_steps(s: Regiment, m: int, v: int, boarding: int) -> list[int]:
    """RR-21.15, RR-21.26, RR-20.55 The squares of a boat with a free seat beside a man, with nothing between that stops
    him, water at a corner included.
    """
    found = []
    boats = boarding & s.layout.water & ~s.things.burning
    for dx, dy in AROUND if boats else ():
        to = v + dx + dy * s.grid.stride
        if boats >> to & 1 and scuba.into_water(s, v, to, mode_of(s, m), False):
            found.append(to)
    return found


def must_move_on(s: Regiment, m: int, taken: int) -> bool:
    """RR-1.24 A man on an occupied square can do nothing but go on."""
    if s.m_swim[m]:
        taken = obstacles.afloat(s, m)
    return s.m_state[m] == ACTIVE and taken >> s.m_at[m] & 1 != 0


def free_steps(s: Regiment, m: int, taken: int) -> tuple[int, ...]:
    """RR-5.1, RR-1.3, RR-1.24 The squares to which a man may take the one step of a combined action, with what he
    carries now.
    """
    if s.m_ap[m] < 1:
        return ()
    steps, leads = onward(s, m, s.m_at[m], False)
    if not leads & taken:
        return steps
    laden = s.m_object[m] != NOTHING
    return steps_with(s, m, taken, laden, laden)


def steps_with(s: Regiment, m: int, taken: int, laden: bool, after: bool) -> tuple[int, ...]:
    """RR-1.24, RR-21.15, RR-21.31 The same for a man who takes the step with an object in his arms or without, and has
    one after the action or not. Without one he would board a vehicle with a free seat, which ends his turn and is done
    by a move or a sprint alone.
    """
    ap, boarding = s.m_ap[m] - 1, 0 if laden else cars.with_seats(s, m)
    steps = next_steps(s, m, s.m_at[m], False)
    return tuple([to for to in steps if not boarding >> to & 1 and may_end(s, m, to, ap, taken, after)])


def can_clear(s: Regiment, m: int, v: int, ap: int, taken: int, laden: bool) -> bool:
    """RR-1.4, RR-1.24, RR-21.15, RR-1.22, RR-20.37 Whether a man on an occupied square, `laden` with an object or not,
    can still get off it with the points left: to a free square, into the water, into a vehicle with a free seat, or off
    the board.
    """
    if ap < 1:
        return False
    steps, leads = onward(s, m, v, False)
    seats = 0 if laden else cars.with_seats(s, m)
    if leads & (~taken | seats) or s.stage.exits >> v & 1:
        return True
    if not laden and (boat_steps(s, m, v, seats) or scuba.waters_from(s, m, v, ap - 1)):
        return True
    for to in steps:
        if can_clear(s, m, to, ap - 1, taken, laden):
            return True
    return ap >= 2 and not laden and can_run_clear(s, m, v, taken, seats)


def can_run_clear(s: Regiment, m: int, v: int, taken: int, seats: int) -> bool:
    """RR-1.24, RR-5.3, RR-21.15 Whether a sprint takes a man off an occupied square, to a free one or into a seat."""
    if s.m_low[m] or sight.under_cover(s, m):
        return False
    return any(not taken >> to & 1 or seats >> to & 1 for to in runs(s, m, v))


def runs(s: Regiment, m: int, v: int) -> set[int]:
    """RR-5.3 The squares a sprint of up to three steps can end on."""
    found = {v}
    edge = {v}
    for _ in range(sprinting.SPRINT):
        edge = {to for at in edge for to in next_steps(s, m, at, True)} - found
        found |= edge
    return found - {v}


def may_end(s: Regiment, m: int, v: int, ap: int, taken: int, laden: bool = False) -> bool:
    """RR-1.3, RR-1.24 Whether an action may end there with that many points left, and an object in his arms or not."""
    return not taken >> v & 1 or can_clear(s, m, v, ap, taken, laden)


def moves(s: Regiment, m: int, taken: int, free: tuple[int, ...]) -> list[Action]:
    """RR-5.1, RR-5.3, RR-5.6, RR-8.4, RR-8.13, RR-20.38 Every move, sprint and climb of a man, in the order of the
    compass; `taken` is where he may not end, `free` are his free steps.
    """
    if s.m_swim[m]:
        return scuba.swimming(s, m)
    if not s.m_ap[m]:
        return []
    boarding = boards_near(s, m)
    found = plain_moves(s, m, taken, free, boarding)
    if s.m_state[m] == ACTIVE and s.stage.exits >> s.m_at[m] & 1:
        found.append(("leave", s.man(m)))
    if s.m_ap[m] >= 2 and not s.m_low[m] and s.m_object[m] == NOTHING:
        found += sprinting.sprints(s, m, taken, boarding)
        if s.m_state[m] == ACTIVE:
            found += climbs(s, m, taken, boarding)
    return found


def plain_moves(s: Regiment, m: int, taken: int, free: tuple[int, ...], boarding: int) -> list[Action]:
    """RR-5.1, RR-8.9, RR-21.15, RR-20.37 One step, with or without what lies there, into a vehicle, into the water."""
    name, place, loot = s.man(m), s.stage.names, s.things.loot
    found: list[Action] = []
    for to in next_steps(s, m, s.m_at[m], False):
        if boarding >> to & 1 or to in free:
            found.append(("move", name, place[to]))
        if loot >> to & 1 and carry.takes_on_arrival(s, m, to, taken, s.m_ap[m] - 1):
            found.append(("move-take", name, place[to]))
    found += [("move", name, place[to]) for to in boat_steps(s, m, s.m_at[m], boarding)]
    if s.has(m, data.I_SCUBA):
        found += scuba.wading(s, m)
    return found


def climbs(s: Regiment, m: int, taken: int, boarding: int) -> list[Action]:
    """RR-5.6, RR-5.9, RR-5.10 Squares behind what a man can climb over, where no plain way is open."""
    found: list[Action] = []
    walked, closed = onward(s, m, s.m_at[m], False)[1], s.things.burning | boarding
    for to, _, side, other in s.layout.steps(HOOK if s.has(m, data.I_HOOK) else CLIMB)[s.m_at[m]]:
        if (walked | closed) >> to & 1 or not passable(to, side, other, s.things.shut):
            continue
        if may_end(s, m, to, s.m_ap[m] - 2, taken):
            found.append(("climb", s.man(m), s.stage.names[to]))
    return found


def boards_near(s: Regiment, m: int) -> int:
    """RR-21.15 The squares on which a man may board a vehicle, if one is anywhere near him."""
    return cars.open_squares(s, m) if s.cars.barring & s.grid.disc(s.m_at[m], FAR_OFF) else 0


def walk(s: Regiment, m: int, way: tuple[int, ...], sprinting: bool, clause: str) -> None:
    """RR-9.12, RR-9.21, RR-26.13 The squares of an action one by one, the first being where it starts."""
    start = s.m_at[m]
    if s.m_state[m] == ACTIVE:
        notice.notice(s, m, start, sprinting and s.stage.switches.sprint_noise_from_start)
    if s.m_twig[m] and way:
        tokens.snap(s, m, start)
    if way:  # told before what comes of it
        verb = "sprints" if sprinting else "climbs" if clause == "RR-5.6" else "moves"
        places = [s.place(v) for v in (start, *way)]
        s.say(clause, f"{{}} {verb} to {{}}", s.man(m), places[-1], facts=(("moved", s.man(m), *places),))
    for v in way:
        if s.m_state[m] == WAITING:
            enter(s, m)
        s.put(m, v)
        if s.cats:
            tokens.passes_cat(s, (v,))
        notice.notice(s, m, v, sprinting)
    if way and s.roster.dogs:
        smelt(s, m, start, way)
    if way and s.m_kind[m] == data.NANCY:
        disguise.moved(s, m)


def smelt(s: Regiment, m: int, start: int, way: tuple[int, ...]) -> None:
    """RR-26.13 Dogs smell whoever moves on foot, but for the disguise, where he starts on the board and on his way."""
    if not sight.under_cover(s, m):
        dogs.smell(s, way if start in s.stage.entry else (start, *way))


def step_off(s: Regiment, m: int) -> None:
    """RR-1.22, RR-26.13, RR-27.18 A step off the board is a move too: a twig snaps, dogs smell him where he was."""
    at = s.m_at[m]
    if s.m_twig[m]:
        tokens.snap(s, m, at)
    if s.roster.dogs and not s.m_swim[m]:
        smelt(s, m, at, ())


def enter(s: Regiment, m: int) -> None:
    """RR-1.22, RR-12.23 A man steps onto the board; in Battle, with nobody spotted there, he is."""
    s.become(m, ACTIVE)
    if s.section == BATTLE and not any(
        s.m_spotted[n] and s.on_board(n) and s.is_operator(n) for n in range(len(s.m_kind)) if n != m
    ):
        if s.is_operator(m):
            notice.spot(s, m, "RR-12.23", "nobody else is on the board")


def depart(s: Regiment, m: int) -> None:
    """RR-1.22, RR-12.9 A man leaves by the entry tile, for good."""
    s.say("RR-1.22", "{} leaves the board", s.man(m), facts=(("removed", s.man(m)),))
    turn.remove(s, m, LEFT)


# --- the verbs

# How one gets somewhere else.
STEP: Final = 0
RUN: Final = 1
CLIMBING: Final = 2
STROKE: Final = 3
CLAUSES: Final = ("RR-5.1", "RR-5.3", "RR-5.6", "RR-5.1")


class Movement(acts.ManAction):
    """RR-5.1, RR-5.3, RR-5.6, RR-8.9 A man gets somewhere else, and may take along what lies there."""

    def __init__(
        self,
        word: str,
        title: str,
        phrases: dict[int, str],
        cost: int,
        states: int,
        how: int,
        *,
        late: int,
        taking: bool = False,
        traits: int = acts.SERVES,
        disguised: str = acts.BODILY,
    ) -> None:
        about = acts.COUNTED | acts.STEALTHY | traits
        super().__init__(word, title, phrases, cost, states, traits=about, step=2, late=late, disguised=disguised)
        self.how: int = how
        self.taking: bool = taking
        """RR-8.9 Whether he picks up what lies where it ends."""
        self.bare: bool = not taking and how != STROKE
        """Whether it is a way over land and nothing else."""

    def runs(self, action: Action) -> bool:
        return self.how == RUN

    def perform(self, s: Regiment, m: int, action: Action) -> None:
        """RR-5.1, RR-5.3, RR-5.6, RR-5.9, RR-4.13 A move, sprint or climb is paid for and made, square by square."""
        notice.begin(s, m)
        to = s.stage.by_name[action[2]]
        boards = boards_near(s, m) >> to & 1
        if self.how == STROKE or s.m_swim[m] or (s.layout.kind[to] == WATER and not boards):
            scuba.swim_to(s, m, to, action[3:], self.how)
            turn.finish_action(s, m)
            return
        way = sprinting.named_way(s, m, to, action[3:]) if self.how == RUN else (to,)
        s.m_ap[m] -= self.cost
        walk(s, m, way, self.how == RUN, CLAUSES[self.how])
        if self.taking:
            carry.take(s, m)
        if boards:
            s.then(cars.TakeSeat(m, to))
        turn.finish_action(s, m)


class Leaving(acts.ManAction):
    """RR-1.22 A man leaves the board, at the end of a sprint if he names a way."""

    def price(self, s: Any, at: Any, action: Action) -> str:
        return "2 AP" if self.runs(action) else "1 AP"

    def runs(self, action: Action) -> bool:
        return len(action) > 2

    def perform(self, s: Regiment, m: int, action: Action) -> None:
        """RR-1.22, RR-5.3, RR-4.13 A step off the board is paid for and made, or a sprint whose last step it is."""
        notice.begin(s, m)
        way: tuple[int, ...] = ()
        if self.runs(action):
            way = sprinting.named_way(s, m, s.stage.by_name[action[2]], action[3:])
        s.m_ap[m] -= 2 if way else 1
        walk(s, m, way, bool(way), "RR-5.3")
        if not way:
            step_off(s, m)
        depart(s, m)
        turn.finish_action(s, m)


MOVE: Final = Movement(
    "move",
    "Move",
    {1: "Step to {1}", 2: "{1} moves to {2}"},
    1,
    acts.CROUCHED | acts.LADEN | acts.WET | acts.WAITING | acts.GOING_ON | acts.SUPPORT,
    STEP,
    late=0,
    disguised=acts.ALLOWED,
)
MOVE_TAKE: Final = Movement(
    "move-take",
    "Move and pick up",
    {2: "{1} moves to {2} and picks up what lies there"},
    1,
    acts.CROUCHED | acts.WAITING | acts.GOING_ON,
    STEP,
    late=3,
    taking=True,
    traits=acts.SERVES | acts.SELDOM,
    disguised=acts.HANDS,
)
SPRINT: Final = Movement(
    "sprint",
    "Sprint",
    {2: "{1} sprints to {2}", 3: "{1} sprints to {2} by {3}", 4: "{1} sprints to {2} by {3} and {4}"},
    2,
    acts.WET | acts.WAITING | acts.GOING_ON | acts.SUPPORT,
    RUN,
    late=2,
)
SPRINT_TAKE: Final = Movement(
    "sprint-take",
    "Sprint and pick up",
    {
        2: "{1} sprints to {2} and picks up what lies there",
        3: "{1} sprints to {2} by {3} and picks up what lies there",
        4: "{1} sprints to {2} by {3} and {4} and picks up what lies there",
    },
    2,
    acts.WAITING | acts.GOING_ON,
    RUN,
    late=4,
    taking=True,
    traits=acts.SERVES | acts.SELDOM,
)
CLIMB_TO: Final = Movement(
    "climb", "Climb", {2: "{1} climbs to {2}"}, 2, acts.SUPPORT, CLIMBING, late=1, traits=acts.SERVES | acts.SELDOM
)
SWIM: Final = Movement(
    "swim", "Swim", {2: "{1} swims to {2}"}, 1, acts.WET | acts.GOING_ON | acts.SUPPORT, STROKE, late=0, traits=0
)
LEAVE: Final = Leaving(
    "leave",
    "Leave the board",
    {
        1: "{1} leaves the board",
        2: "{1} sprints by {2} and leaves the board",
        3: "{1} sprints by {3} and {2} and leaves the board",
    },
    1,
    acts.CROUCHED | acts.LADEN | acts.WET | acts.GOING_ON | acts.SUPPORT,
    step=2,
    disguised=acts.ALLOWED,
)

ACTS: tuple[acts.ManAction, ...] = (MOVE, MOVE_TAKE, SPRINT, SPRINT_TAKE, CLIMB_TO, SWIM, LEAVE)
