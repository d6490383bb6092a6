"""Chapter 27, what the Jäger's cards do: waypoints, the cat, twigs, blood stains, locks, upgrades, his spawns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import WATER
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.state import JAEGER, OFF, PATROLMAN, Regiment, changed
from sandtable.geometry.squares import DOOR
from sandtable.kernel.flow import Action, Choice, Refusal, act

NEAR_A_CAT: Final = 2  # RR-27.15
EARSHOT: Final = 4  # RR-27.16
TOIL: Final = 4  # RR-27.19, RR-27.22 the AP that it takes to get rid of a twig or a lock
HUNTERS: Final = (data.SNIPER_MAN, data.GRENADIER, data.KETTENKRAD, data.HMG_KUBELWAGEN)
"""RR-27.23, RR-27.24 The kinds that come by his cards as Jäger units."""


def take_effect(s: Regiment, shown: data.Panel) -> None:
    """RR-27.9, RR-27.23, RR-27.24, RR-27.37 What a panel of his says happens; what regular cards know goes as they say,
    so in Battle all come alert, and the Jäger units among them are his.
    """
    match shown[0]:
        case data.P_WAYPOINT:
            s.then(PlaceWaypoint(shown[1]))
        case data.P_CAT:
            s.then(PlaceCat())
        case data.P_TWIG:
            s.then(PlaceTwig())
        case data.P_STAIN:
            s.then(PlaceStain())
        case data.P_LOCK:
            s.then(PlaceLock())
        case data.P_UPGRADE:
            s.then(Upgrade())
        case data.P_SPAWN:
            before = len(s.u_kind)
            events.take_effect(s, shown)
            for u in range(before, len(s.u_kind)):
                if s.u_kind[u] in HUNTERS:
                    take_over(s, u)
        case _:
            events.take_effect(s, shown)


def take_over(s: Regiment, u: int) -> None:
    """RR-27.25 From now on the Jäger moves a unit in the Advance Phase."""
    s.u_hunt = changed(s.u_hunt, u, 1)
    s.say("RR-27.25", "{} is moved by the Jäger", s.unit(u), facts=(("marked", s.unit(u), "hunter"),))


def on_route(s: Regiment) -> int:
    """RR-27.10, RR-27.15 The squares of the convoy's route, where he may put nothing, as a set."""
    mission, found = s.stage.mission, 0
    if mission.convoy_ends is None:
        return 0
    for member in mission.convoy:
        kind = data.UNITS.index(member.split()[0])
        for state, _ in routes.route(s, mission.convoy_ends[0], mission.convoy_ends[1], kind):
            found |= s.layout.cover(state, data.LENGTH[kind])
    return found & s.grid.board


@dataclass(frozen=True)
class Placing(Choice):
    """RR-27.9 Where a token of the Jäger's card goes; with no place for it nothing happens."""

    def places(self, s: Regiment) -> list[Action]:
        """Where it may go."""
        raise NotImplementedError

    def put(self, s: Regiment, action: Action) -> None:
        """It goes there."""
        raise NotImplementedError

    def offer(self, s: Regiment) -> list[Action]:
        return self.places(s) or [act("nothing")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("nothing",):
            s.say("RR-27.9", "there is no place for the Jäger's token, so nothing happens")
        else:
            self.put(s, action)


def not_there(s: Regiment, action: Action, clause: str, wet: bool) -> Refusal:
    """RR-27.10, RR-27.15 Why a token may not lie on a square."""
    word = action[-1] if len(action) > 1 else ""
    v = s.stage.by_name.get(word, OFF)
    if v < 0 or not s.grid.on[v]:
        return Refusal(clause, f"“{word}” is no square of the board; squares are named as in “{action[0]} k12”")
    if on_route(s) >> v & 1:
        return Refusal(clause, "the convoy comes that way; a token may not lie on its route")
    if not wet and s.layout.kind[v] == WATER:
        return Refusal(clause, "a waypoint may not lie in the water")
    return Refusal(clause, f"say the square alone, as in “{action[0]} {word}”")


# --- waypoints


@dataclass(frozen=True)
class PlaceWaypoint(Placing):
    """RR-27.10, RR-27.13 The waypoint of a Stalker goes to any square but water and a convoy's route; one that lies
    elsewhere is moved.
    """

    number: int

    clause = "RR-27.10"
    owner = JAEGER

    def places(self, s: Regiment) -> list[Action]:
        if stalkers.stalker(s, self.number) < 0:
            return []
        closed, names, kinds = on_route(s), s.stage.names, s.layout.kind
        return [("waypoint", names[v]) for v in s.grid.squares if kinds[v] != WATER and not closed >> v & 1]

    def put(self, s: Regiment, action: Action) -> None:
        n = self.number - 1
        moved = s.j_ways[n] >= 0
        s.j_ways = changed(s.j_ways, n, s.stage.by_name[action[1]])
        s.say(
            "RR-27.13" if moved else "RR-27.10",
            f"the waypoint of {{}} {'moves to' if moved else 'lies on'} {{}}",
            s.unit(stalkers.stalker(s, self.number)),
            action[1],
            facts=(("placed", f"waypoint-{self.number}", action[1]),),
        )

    def ask(self, s: Regiment) -> str:
        return f"Where does Stalker {self.number} go?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        u = stalkers.stalker(s, self.number)
        return (s.unit(u),) if u >= 0 else ()

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        return not_there(s, action or ("waypoint",), "RR-27.10", False)


# --- the cat


@dataclass(frozen=True)
class PlaceCat(Placing):
    """RR-27.15 The cat sits on any square but a convoy's route."""

    clause = "RR-27.15"
    owner = JAEGER

    def places(self, s: Regiment) -> list[Action]:
        closed, names = on_route(s), s.stage.names
        return [("cat", names[v]) for v in s.grid.squares if not closed >> v & 1]

    def put(self, s: Regiment, action: Action) -> None:
        s.cats = (*s.cats, s.stage.by_name[action[1]])
        s.say("RR-27.15", "a cat sits on {}", action[1], facts=(("marked", action[1], "cat"),))

    def ask(self, s: Regiment) -> str:
        return "Where does the cat sit? Whoever moves within 2 squares startles it"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        return not_there(s, action or ("cat",), "RR-27.15", True)


def passes_cat(s: Regiment, squares: tuple[int, ...]) -> None:
    """RR-27.15, RR-27.16 Somebody is on these squares on his way: a cat within 2 of one is startled, and all Axis
    infantry within 4 of it turns to it. They are not alert for that; whoever comes to see somebody is.
    """
    for v in s.cats:
        far = s.grid.far(v)
        if min([far[w] for w in squares if w >= 0], default=99) > NEAR_A_CAT:
            continue
        s.cats = tuple([other for other in s.cats if other != v])
        s.say("RR-27.16", "the cat on {} is startled", s.place(v), facts=(("unmarked", s.place(v), "cat"),))
        for u in notice.within(s, v, EARSHOT):
            if not s.vehicle(u) and not s.u_cig[u] and s.u_at[u] != v:
                look_at_cat(s, u, v)


def look_at_cat(s: Regiment, u: int, v: int) -> None:
    """RR-27.16, RR-27.17 A man turns to the cat; one on patrol will turn back before he walks on."""
    options = notice.turns_to(s, u, v)
    if not options:
        return
    before = s.u_cat[u] or 1 + s.u_face[u]
    stalkers.turn_about(s, u, *options[0], "RR-27.16")
    if s.u_role[u] == PATROLMAN:
        s.u_cat = changed(s.u_cat, u, before)


def turn_back(s: Regiment, u: int) -> bool:
    """RR-27.17 A patrolman whom a cat has turned faces along his line again; whether he sees somebody on the way, who
    stops him.
    """
    facing = s.u_cat[u] - 1
    s.u_cat = changed(s.u_cat, u, 0)
    ways = notice.ways_to(s.u_face[u], facing)
    return bool(ways) and stalkers.turn_about(s, u, facing, ways[0], "RR-27.17")


# --- the twig


@dataclass(frozen=True)
class PlaceTwig(Placing):
    """RR-27.18 The twig lies under the feet of an Operator on the board."""

    clause = "RR-27.18"
    owner = JAEGER

    def places(self, s: Regiment) -> list[Action]:
        men = range(len(s.m_kind))
        return [act("twig", s.man(m)) for m in men if s.is_operator(m) and s.on_foot(m) and not s.m_twig[m]]

    def put(self, s: Regiment, action: Action) -> None:
        s.m_twig = changed(s.m_twig, s.man_of(action[1]), 1)
        s.say("RR-27.18", "a twig lies under the feet of {}", action[1], facts=(("marked", action[1], "twig"),))

    def ask(self, s: Regiment) -> str:
        return "Under whose feet does the twig lie?"


def snap(s: Regiment, m: int, v: int) -> None:
    """RR-27.18 The twig snaps under a man who leaves a square: all units within 4 are alert, as by a shout."""
    s.m_twig = changed(s.m_twig, m, 0)
    s.say("RR-27.18", "a twig snaps under {}", s.man(m), facts=(("unmarked", s.man(m), "twig"),))
    notice.wake(s, v, "RR-27.18", "it hears a twig snap")


# --- the blood stain


@dataclass(frozen=True)
class PlaceStain(Placing):
    """RR-27.20 The blood stain lies on a body on the board."""

    clause = "RR-27.20"
    owner = JAEGER

    def places(self, s: Regiment) -> list[Action]:
        stained = [v for v, _ in s.stains]
        return [("stain", s.place(v)) for v in sorted({v for v in s.corpses if v >= 0 and v not in stained})]

    def put(self, s: Regiment, action: Action) -> None:
        s.lay(stains=(*s.stains, (s.stage.by_name[action[1]], 0)))
        s.say("RR-27.20", "a blood stain is on {}", action[1], facts=(("marked", action[1], "stain"),))

    def ask(self, s: Regiment) -> str:
        return "On which body does the blood stain lie?"


def fade(s: Regiment) -> None:
    """RR-27.21 In the End Phase a blood stain is flipped, in the one after it goes."""
    for v, flipped in s.stains:
        if flipped:
            s.say("RR-27.21", "the blood stain on {} is gone", s.place(v), facts=(("unmarked", s.place(v), "stain"),))
    s.lay(stains=tuple([(v, 1) for v, flipped in s.stains if not flipped]))


# --- the lock


@dataclass(frozen=True)
class PlaceLock(Placing):
    """RR-27.22 The lock is on any door of the board, named by the two squares it is between."""

    clause = "RR-27.22"
    owner = JAEGER

    def places(self, s: Regiment) -> list[Action]:
        return [("lock", s.place(a), s.place(b)) for a, b in doors(s) if (a, b) not in s.locks]

    def put(self, s: Regiment, action: Action) -> None:
        a, b = s.stage.by_name[action[1]], s.stage.by_name[action[2]]
        s.locks = (*s.locks, (a, b))
        s.say(
            "RR-27.22", "the door between {} and {} is locked", action[1], action[2],
            facts=(("marked", action[1], "lock"), ("marked", action[2], "lock")),
        )  # fmt: skip

    def ask(self, s: Regiment) -> str:
        return "Which door is locked? The two squares it is between"


def doors(s: Regiment) -> list[tuple[int, int]]:
    """RR-27.22 The doors of the board, each by its two squares."""
    found = []
    for v in s.grid.squares:
        for step in (1, s.grid.stride):
            if s.grid.on[v + step] and s.grid.between(v, v + step) == DOOR:
                found.append((v, v + step))
    return found


def locked(s: Regiment, a: int, b: int) -> bool:
    """RR-27.22 Whether a locked door is between two squares."""
    return (min(a, b), max(a, b)) in s.locks


def unlock(s: Regiment, a: int, b: int, clause: str, text: str, who: str) -> None:
    """RR-27.22 The lock between two squares is gone."""
    s.locks = tuple([lock for lock in s.locks if lock != (min(a, b), max(a, b))])
    facts = (("unmarked", s.place(a), "lock"), ("unmarked", s.place(b), "lock"))
    s.say(clause, text, who, facts=facts)


# --- the upgrade


@dataclass(frozen=True)
class Upgrade(Placing):
    """RR-27.27 A Rifleman or SMG Infantry becomes a Jäger unit."""

    clause = "RR-27.27"
    owner = JAEGER

    def places(self, s: Regiment) -> list[Action]:
        return [
            act("upgrade", s.unit(u))
            for u, kind in enumerate(s.u_kind)
            if kind in (data.RIFLE, data.SMG) and s.u_at[u] >= 0 and not s.u_hunt[u]
        ]

    def put(self, s: Regiment, action: Action) -> None:
        take_over(s, s.unit_of(action[1]))

    def ask(self, s: Regiment) -> str:
        return "Which Rifleman or SMG Infantry do you move yourself from now on?"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        u = s.roster.numbers.get(action[1], OFF) if len(action) == 2 and action[0] == "upgrade" else OFF
        if u >= 0 and s.u_at[u] >= 0 and not s.u_hunt[u]:
            return Refusal("RR-27.27", f"{{{action[1]}}} is neither a Rifleman nor SMG Infantry")
        return Refusal("RR-27.27", "say which Rifleman or SMG Infantry, as in “upgrade smg-2”")


# --- what the Operators can do about it


def toils(s: Regiment, m: int) -> list[Action]:
    """RR-27.19, RR-27.22 What an Operator with all his points can do against the Jäger's tokens."""
    if s.m_ap[m] < TOIL or not s.is_operator(m) or s.m_swim[m] or s.m_object[m]:
        return []
    found: list[Action] = [("clear", s.man(m))] if s.m_twig[m] and not s.m_low[m] else []
    for a, b in s.locks:
        if s.m_at[m] in (a, b):
            found.append(("pick-lock", s.man(m), s.place(b if s.m_at[m] == a else a)))
    return found


def begin_toil(s: Regiment, m: int) -> None:
    """RR-27.19, RR-27.22 An Operator takes his whole turn to get rid of a twig, or of a lock beside him."""
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    s.m_ap[m] -= TOIL


def clear_twig(s: Regiment, m: int, _: Action) -> None:
    """RR-27.19 The twig under his feet is put aside."""
    begin_toil(s, m)
    s.m_twig = changed(s.m_twig, m, 0)
    s.say("RR-27.19", "{} puts the twig aside", s.man(m), facts=(("unmarked", s.man(m), "twig"),))
    turn.finish_action(s, m)


def no_twig(s: Regiment, m: int, _: Action) -> Refusal:
    """RR-27.19 Why he puts none aside."""
    return Refusal("RR-27.19", f"there is no twig under the feet of {{{s.man(m)}}}")


def pick_lock(s: Regiment, m: int, action: Action) -> None:
    """RR-27.22 The lock of a door beside him is open."""
    begin_toil(s, m)
    unlock(s, s.m_at[m], s.stage.by_name[action[2]], "RR-27.22", "{} picks the lock", s.man(m))
    turn.finish_action(s, m)


def no_lock(s: Regiment, m: int, _: Action) -> Refusal:
    """RR-27.22 Why he picks none."""
    return Refusal("RR-27.22", f"{{{s.man(m)}}} is beside no locked door that leads there")


CLEAR: Final = acts.ManAction(
    "clear", "Put the twig aside", {1: "{1} puts the twig aside"}, TOIL, 0, clear_twig, no_twig
)
PICK_LOCK: Final = acts.ManAction(
    "pick-lock", "Pick the lock", {2: "{1} picks the lock to {2}"}, TOIL, acts.CROUCHED, pick_lock, no_lock
)

ACTS: tuple[acts.ManAction, ...] = (CLEAR, PICK_LOCK)
