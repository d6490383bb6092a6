"""Chapter 4, the turn: its phases, the order of the Operators, action points and facing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r11_actions as actions
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_scuba as scuba
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r24_disguise as disguise
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r25_failure as failure
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    DEAD,
    HUNT,
    LEFT,
    NOTHING,
    OFF,
    OPERATOR,
    PHASES,
    SEAT,
    SUPPORT,
    WAITING,
    Regiment,
    changed,
)
from sandtable.geometry.squares import EAST, FACINGS, NORTH, SOUTH, WEST, clockwise
from sandtable.kernel.flow import Action, Choice, Refusal, Step, act
from sandtable.kernel.telling import plural
from sandtable.kernel.verbs import Verb

AP = 4  # RR-4.11


def phase(s: Regiment, number: int, clause: str) -> None:
    """RR-4.1, RR-4.2, RR-10.3 A phase begins; how often a unit has fired back is counted anew in each."""
    s.phase = number
    s.u_react = (0,) * len(s.u_kind)
    s.say(clause, f"{phase_title(number)} phase", facts=(("phase", PHASES[number]),))


def phase_title(number: int) -> str:
    """A phase as players read it."""
    return "Jäger" if number == HUNT else PHASES[number]


@dataclass(frozen=True)
class BeginTurn(Step):
    """RR-4.1, RR-4.2, RR-4.11, RR-4.12, RR-14.3 A turn: all have their action points again, and the phases follow in
    order. The time is up when the deck, shuffled anew once, is empty again.
    """

    def do(self, s: Regiment) -> None:
        if s.passes and not s.deck:
            victory.conclude(s, "time")
            s.finish()
            return
        s.turn += 1
        s.say("RR-4.1", f"turn {s.turn}", facts=(("counted", "turn", str(s.turn)),))
        for m in range(len(s.m_kind)):
            s.m_ap[m] = AP
        s.m_done = s.m_turn = s.m_shot = s.m_spear = (0,) * len(s.m_kind)
        s.m_aim = ((),) * len(s.m_kind)
        s.c_done = (0,) * len(s.c_kind)
        s.then(
            OperatorPhase(),
            advance.AdvancePhase(),
            events.EventPhase(),
            patrol.PatrolPhase(),
            attacks.AttackPhase(),
            end.EndPhase(),
            *((hand.JaegerPhase(),) if s.stage.jaeger else ()),
            BeginTurn(),
        )


@dataclass(frozen=True)
class OperatorPhase(Step):
    """RR-4.5, RR-4.6 The vehicles act, then the men in an order of the players' choice."""

    def do(self, s: Regiment) -> None:
        phase(s, OPERATOR, "RR-4.1")
        if s.typhoon:
            typhoon.begin_turn(s)
        s.then(cars.CarsAct(), Next())


def may_act(s: Regiment, m: int) -> bool:
    """RR-4.5, RR-21.13 Whether a man still has his turn: on the board on foot, or waiting to enter."""
    return not s.m_done[m] and s.m_car[m] < 0 and s.m_state[m] in (WAITING, ACTIVE)


@dataclass(frozen=True)
class Next(Choice):
    """RR-4.5, RR-4.7 Which of the men who have not acted goes next; the order may differ each turn."""

    clause = "RR-4.5"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return typhoon.or_call(s, [act("act", s.man(m)) for m in range(len(s.m_kind)) if may_act(s, m)])

    def chosen(self, s: Regiment, action: Action) -> None:
        if not typhoon.called(s, action, self) and action != ("done",):
            m = s.man_of(action[1])
            s.m_turn = changed(s.m_turn, m, 1)
            s.then(Act(m), Next())

    def ask(self, s: Regiment) -> str:
        return "Who acts next?"

    def why_not(self, s: Regiment, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "act":
            for m in range(len(s.m_kind)):
                if s.man(m) == action[1]:
                    there = s.m_state[m] in (WAITING, ACTIVE)
                    if there and s.m_done[m]:
                        return Refusal("RR-4.7", f"{{{action[1]}}} has had its turn")
                    if there and s.m_car[m] >= 0:
                        return Refusal("RR-21.13", f"{{{action[1]}}} sits in a vehicle; only who gets out acts")
                    return Refusal("RR-4.5", f"{{{action[1]}}} is not there to act")
            if action[1] in [s.car(c) for c in range(len(s.c_kind))]:
                return Refusal("RR-4.6", "vehicles act before anybody on foot does")
        return Refusal("RR-4.5", "first say who acts, as in “act jock”")


@dataclass(frozen=True)
class Act(Choice):
    """RR-4.7, RR-4.8, RR-4.9, RR-4.10, RR-4.12, RR-10.11 One man spends his points; at the end he takes a facing,
    and what is left is lost.
    """

    man: int

    clause = "RR-4.11"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        m = self.man
        name = s.man(m)
        if not may_act(s, m):
            return [("end", name)]
        taken = obstacles.occupied(s, but_man=m)
        steps = movement.free_steps(s, m, taken)
        if s.m_kind[m] == data.NANCY and sight.under_cover(s, m):
            return disguise.offer(s, m, taken)
        found = movement.moves(s, m, taken, steps)
        if movement.must_move_on(s, m, taken):
            onward = [action for action in found if all_acts()[action[0]].states & acts.GOING_ON]
            if onward:
                return onward + items.asides(s)  # else smoke has shut him in, and he stays
        if s.m_state[m] == ACTIVE:
            if s.m_ap[m] and s.m_object[m] == NOTHING:
                ways = scuba.free_strokes(s, m) if s.m_swim[m] else steps
                bit, origins = s.grid.bit, s.grid.bit[s.m_at[m]]
                for to in ways if not s.m_low[m] else ():
                    origins |= bit[to]
                aimed = targeting.shots(s, m, origins)
                found += attack.attacks(s, m, aimed, ways)
                found += marks.aims(s, m, aimed)
            found += carry.carries(s, m, steps)
            found += actions.others(s, m)
            found += items.uses(s, m, steps)
            if s.stage.jaeger:
                found += tokens.toils(s, m)
            if s.m_kind[m] == data.NANCY:
                found += disguise.partings(s, m)
                found += disguise.changes(s, m)
        found += items.asides(s)
        if s.m_state[m] == WAITING:
            found.append(("end", name))
        elif found or marks.has_one(s, m):
            found += ends(name)
        else:
            found.append(("end", name))  # nothing is left to do, and nobody cares where he looks
        return found

    def verbs(self, s: Regiment) -> tuple[Verb, ...]:
        return tuple(all_acts().values())

    def verb_of(self, s: Regiment, action: Action) -> Verb | None:
        return all_acts().get(action[0]) if action else None

    def ask(self, s: Regiment) -> str:
        ap, player = s.m_ap[self.man], setup.player_of(s, self.man)
        whose = f"Player {player}: " if player else ""
        points = f"{plural(ap, 'action point')} left"
        if not ap:
            free = any(action[0] != "end" for action in self.offer(s))
            points = f"no action points left: end the turn{', or do what costs none' if free else ''}"
        return f"{whose}{{{s.man(self.man)}}}: {points}"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.man(self.man),)

    def label(self, s: Regiment, action: Action) -> str:
        ap = s.m_ap[self.man]
        if action[0] != "end" or len(action) > 2:
            return ""
        return f"End the turn of {{{action[1]}}}" + (f" ({ap} AP left)" if ap else "")

    def is_final(self, s: Regiment, action: Action) -> bool:
        """RR-3.18 The last Operator who leaves ends the mission."""
        others = [n for n in range(len(s.m_kind)) if n != self.man and s.is_operator(n)]
        return (
            action[0] == movement.LEAVE.word
            and s.is_operator(self.man)
            and all(s.m_state[n] in (LEFT, DEAD) for n in others)
        )

    def propose(self, s: Regiment) -> Action:
        """Who has no points left ends his turn."""
        end = ("end", s.man(self.man))
        return end if not s.m_ap[self.man] and end in self.offer(s) else ()


def ends(name: str) -> tuple[Action, ...]:
    """RR-4.9, RR-4.10 The ends of a man's turn: where he looks is left to him, or said."""
    return ("end", name), ("end", name, "n"), ("end", name, "e"), ("end", name, "s"), ("end", name, "w")


def look_out(s: Regiment, m: int) -> int:
    """RR-4.9, RR-7.15 Where a man looks who is not told where: to what he has marked, otherwise to the nearest enemy on
    the board, of equals clockwise from north; with none there as before.
    """
    v = marks.place_of(s, m)
    if v < 0:
        v = nearest_enemy(s, s.m_at[m])
    if v < 0 or v == s.m_at[m]:
        return s.m_face[m]
    dx, dy = s.grid.xs[v] - s.grid.xs[s.m_at[m]], s.grid.ys[v] - s.grid.ys[s.m_at[m]]
    along, across = (SOUTH if dy > 0 else NORTH), (EAST if dx > 0 else WEST)
    if abs(dx) == abs(dy):
        return s.m_face[m] if s.m_face[m] in (along, across) else min(along, across)
    return along if abs(dy) > abs(dx) else across


def nearest_enemy(s: Regiment, at: int) -> int:
    """RR-4.9 The nearest square on which an Axis unit stands, of equals the first clockwise from north; OFF if none is
    on the board.
    """
    xs, ys, far = s.grid.xs, s.grid.ys, s.grid.far(at)
    squares = [v for u in s.axis.present for v in s.footprint(u)]
    least = min([far[v] for v in squares], default=0)
    round_to = [(clockwise(xs[v] - xs[at], ys[v] - ys[at]), v) for v in squares if far[v] == least]
    return min(round_to)[1] if round_to else OFF


# --- the end of an action


@dataclass(frozen=True)
class EndAction(Step):
    """RR-4.13, RR-12.10 An action is over: somebody is spotted in Battle, and the mission may have ended."""

    def do(self, s: Regiment) -> None:
        s.now(alarm.KeepSpotted())
        if over(s):
            s.then(MissionEnd())


def finish_action(s: Regiment, m: int, *before: Step) -> None:
    """RR-4.13, RR-10.9 The order of every action: its own steps, what was heard and seen, reactions, the end."""
    for step in (*before, notice.After(), reactions.Reactions(m), EndAction()):
        s.now(step)


def over(s: Regiment) -> bool:
    """RR-3.18 Whether there were Operators and all of them are gone."""
    gone = False
    for m, kind in enumerate(s.m_kind):
        if kind < SUPPORT:
            if s.m_state[m] not in (LEFT, DEAD):
                return False
            gone = True
    return gone


@dataclass(frozen=True)
class MissionEnd(Step):
    """RR-3.18 The mission ends when no Operator is left who could still leave; what follows is not played."""

    def do(self, s: Regiment) -> None:
        if over(s):
            left = any(s.is_operator(m) and s.m_state[m] == LEFT for m in range(len(s.m_kind)))
            victory.conclude(s, "left" if left else "dead")
            s.finish()


# --- wounds


def wound(s: Regiment, m: int, points: int) -> None:
    """RR-3.17, RR-3.18, RR-21.20 A man, or the vehicle he sits in, loses health; at none left he is killed and
    removed.
    """
    if s.m_car[m] >= 0:
        cars.damage(s, s.m_car[m], points)
        return
    s.m_health = changed(s.m_health, m, max(0, s.m_health[m] - points))
    left = str(s.m_health[m])
    s.say("RR-3.17", f"{{}} has {left} health left", s.man(m), facts=(("counted", s.man(m), left),))
    if s.m_health[m] == 0:
        kill(s, m)


def kill(s: Regiment, m: int) -> None:
    """RR-3.18 A killed man is removed; what he carried drops on his square, his items are lost."""
    v = s.m_at[m]
    s.say("RR-3.18", "{} is killed", s.man(m), facts=(("removed", s.man(m)),))
    if s.m_object[m] != NOTHING and v >= 0:
        carry.drop(s, m, v)
    remove(s, m, DEAD)


def remove(s: Regiment, m: int, state: int) -> None:
    """RR-12.9 A man is off the board for good."""
    v = s.m_at[m]
    s.become(m, state)
    s.put(m, OFF)
    if s.m_kind[m] == data.NANCY:
        disguise.gone(s, v)
    if state == DEAD:
        s.m_health = changed(s.m_health, m, 0)
    s.m_done = changed(s.m_done, m, 1)
    s.spot(m, 0)
    s.m_low[m] = 0
    s.swim(m, 0)
    s.sit(m, OFF, OFF)
    s.m_mark[m] = OFF
    s.m_mark_at, s.m_aim = changed(s.m_mark_at, m, OFF), changed(s.m_aim, m, ())
    s.m_object = changed(s.m_object, m, NOTHING)
    if s.has(m, data.I_CIGARETTE):
        s.give(m, data.I_CIGARETTE, -s.has(m, data.I_CIGARETTE))
        s.cigarette = 0


# --- the verbs

_acts: dict[str, acts.ManAction] = {}


def all_acts() -> dict[str, acts.ManAction]:
    """RR-4.11 Everything that a man may do in his turn, by its word."""
    if not _acts:
        others = (
            movement.ACTS, attack.ACTS, marks.ACTS, carry.ACTS, actions.ACTS, items.ACTS, failure.ACTS, tokens.ACTS,
        )  # fmt: skip
        for chapter in (*others, ACTS):
            for verb in chapter:
                _acts[verb.word] = verb
        for verb in disguise.ACTS:
            _acts[verb.word] = verb
    return _acts


class EndTurn(acts.ManAction):
    """RR-4.9, RR-4.12 A man ends his turn, with a facing if he is on the board."""

    def do(self, s: Regiment, at: Any, action: Action) -> None:
        self.perform(s, at.man, action)  # and nothing more

    def perform(self, s: Regiment, m: int, action: Action) -> None:
        s.m_done = changed(s.m_done, m, 1)
        if s.m_state[m] == ACTIVE and s.m_car[m] < 0:
            facing = FACINGS.index(action[2]) if len(action) == 3 else look_out(s, m)
            s.m_face = changed(s.m_face, m, facing)
            s.say("RR-4.9", "{} is done", s.man(m), facts=(("turned", s.man(m), FACINGS[facing]),))
            if s.m_kind[m] == data.NANCY and sight.under_cover(s, m):
                disguise.read_papers(s, m)


def no_facing(s: Regiment, m: int, action: Action) -> Refusal | None:
    """RR-4.9 Why a man cannot end his turn like that."""
    if len(action) == 3 and s.m_state[m] == WAITING and action[2] in FACINGS:
        return Refusal("RR-4.9", "who waits on the entry tile has no facing: “end” alone")
    return None


END: Final = EndTurn(
    "end",
    "End the turn",
    {1: "{1} ends the turn", 2: "{1} ends the turn facing {2}"},
    0,
    acts.CROUCHED | acts.LADEN | acts.WET | acts.WAITING | acts.SUPPORT,
    reason=no_facing,
    traits=acts.UNSEEN,
    click=0,
    disguised=acts.ALLOWED,
)

ACTS: tuple[acts.ManAction, ...] = (END,)
