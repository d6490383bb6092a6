"""A question of order or way is left out only where every answer leads to the same position."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sandtable
from sandtable.games.rogue_regiment.rules import order
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r13_advance as advance
from sandtable.games.rogue_regiment.rules import r13_walk as walking
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r15_patrol as patrol
from sandtable.games.rogue_regiment.state import STEALTH, Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import READY, Action, Choice, Step, begin, legal
from sandtable.kernel.snapshot import snapshot

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(scenario.id for scenario in GAME.scenarios())


def turns(s: Regiment, u: int, square: int) -> list[tuple[int, int]]:
    """Every way in which a unit may turn to a square, as goal and direction."""
    return [(goal, way) for goal in notice.facings_to(s, u, square) for way in notice.ways_to(s.u_face[u], goal)]


def answers(s: Regiment, step: Step) -> list[Choice]:
    """Each answer to the question that a step might ask, were it always asked, as a choice with that option alone."""
    if isinstance(step, notice.Turn) and s.here(step.unit) and not s.vehicle(step.unit) and not s.u_cig[step.unit]:
        return [notice.Way(step.unit, (g,), (w,), step.stops) for g, w in turns(s, step.unit, step.square)]
    if isinstance(step, walking.FaceSquare) and s.u_at[step.unit] >= 0:
        return [walking.TurnWay(step.unit, (g,), (w,)) for g, w in turns(s, step.unit, step.square)]
    if isinstance(step, walking.Walk) and s.u_at[step.unit] >= 0 and s.u_at[step.unit] != step.goal:
        w = step
        squares = walking.next_squares(s, w.unit, w.goal, w.stops)
        return [walking.Route(w.unit, (q,), w.goal, w.left, w.man, w.stops) for q in squares]
    if isinstance(step, events.Rotations):
        ready = [u for u in range(len(s.u_kind)) if not s.u_done[u] and events.turns_by(s, u, step.panel)]
        return [events.WhoTurns(step.panel, (u,)) for u in ready]
    if isinstance(step, patrol.NextPatrol) and s.section == STEALTH:
        ready = patrol.walkers(s)
        near = patrol.from_operators(s, ready)
        first = [u for n, u in enumerate(ready) if near[n] == min(near)]
        return [order.PatrolFirst("patrol", (u,)) for u in first]
    return []


def about_turns(s: Regiment) -> Iterator[list[Choice]]:
    """For each patrolman who would not be asked which way he turns about, were he to do so now: each way."""
    for u in patrol.walkers(s):
        behind = s.u_at[u] - s.grid.step(s.u_face[u])
        ways = turns(s, u, behind)
        if not notice.way_matters(s, u, ways, (sight.men_seen(s, u), sight.corpses_seen(s, u))):
            last = s.u_place[u], s.u_way[u]
            yield [patrol.PatrolWay(u, (g,), (w,), behind, patrol.STEPS, *last) for g, w in ways]


def differ_about(s: Regiment) -> Iterator[bool]:
    """For each of them whether his ways lead to different positions."""
    depth = len(s.agenda)
    for ways in about_turns(s):
        found = []
        for way in ways:
            twin = s.clone()
            twin.agenda.append(way)
            run(twin, depth)
            found.append(snapshot(twin))
        yield found[0] != found[1]


def run(s: Regiment, depth: int) -> bool:
    """Run what is due down to a depth of the agenda; False if a question comes up on the way."""
    s.settle()
    while len(s.agenda) > depth:
        step = s.agenda[-1]
        if isinstance(step, Choice):
            options = step.offer(s)
            if len(options) > 1:
                return False
            s.agenda.pop()
            step.chosen(s, options[0])
        else:
            s.agenda.pop()
            step.do(s)
        s.settle()
    return True


def outcomes(s: Regiment, answered: list[Choice], depth: int) -> Iterator[object]:
    """The position to which what is on top of the agenda leads, and those to which each answer leads in its place, or
    the next question. Where it is about who goes first, other units' questions come in another order, so that such
    answers are left out.
    """
    ordering = isinstance(answered[0], (order.WhoFirst, events.WhoTurns))
    if run(taken := s.clone(), depth) or not ordering:
        yield snapshot(taken)
    for answer in answered:
        twin = s.clone()
        if ordering:
            twin.agenda.append(answer)  # then the step asks who is next
        else:
            twin.agenda[-1] = answer
        if run(twin, depth) or not ordering:
            yield snapshot(twin)


def square_by_square(s: Regiment, w: walking.Walk) -> Regiment:
    """The position in which a unit that would walk on by itself has taken its first step and then is asked again."""
    s.agenda.pop()
    to = walking.next_squares(s, w.unit, w.goal, w.stops)[0]
    s.then(walking.FaceSquare(w.unit, to), walking.StepTo(w.unit, to, w.goal, w.left, w.man, w.stops))
    return s


def walk(mission: str, seed: int, most: int) -> tuple[int, list[str]]:
    """Play at random; at every question that was left out follow all answers. How many there were, and which of them
    would have made a difference.
    """
    s = GAME.start(mission, seed=seed, options={"ties": "ask"})
    assert isinstance(s, Regiment)
    s.listen = False
    rng = Rng(seed)
    left_out = 0
    wrong: list[str] = []
    while s.number < most and (options := legal(s)):
        options = [option for option in options if option != READY]
        action: Action = options[rng.below(len(options))]
        if action[0] in ("end", "leave"):  # random men give up too soon
            action = options[rng.below(len(options))]
        choice = s.choice
        assert choice is not None
        s.number += 1
        begin(s)
        s.agenda.pop()
        if isinstance(choice, advance.Destination):  # it sets out at once; here its way is asked for first
            d = choice
            s.then(walking.Walk(d.unit, s.stage.by_name[action[2]], d.left, d.man, d.stops))
        else:
            choice.chosen(s, action)
        s.settle()
        while s.agenda:
            step = s.agenda[-1]
            if isinstance(step, Choice):
                offered = step.offer(s)
                if len(offered) > 1:
                    s.offered = offered
                    break
                s.agenda.pop()
                step.chosen(s, offered[0])
            else:
                if isinstance(step, patrol.NextPatrol) and s.section == STEALTH:
                    for differ in differ_about(s):
                        left_out += 1
                        if differ:
                            wrong.append(f"{mission}, seed {seed}, action {s.number}: a patrolman turns about")
                answered = answers(s, step)
                before = s.clone() if len(answered) > 1 or (answered and isinstance(step, walking.Walk)) else s
                s.agenda.pop()
                depth = len(s.agenda)
                step.do(s)
                s.settle()
                asked = s.agenda[-1] if len(s.agenda) > depth else None
                walked = isinstance(step, walking.Walk) and s.u_at[step.unit] != before.u_at[step.unit]
                same = bool(answered) and not walked and type(asked) is type(answered[0])
                if len(answered) > 1 and not (same and isinstance(asked, Choice) and len(asked.offer(s)) > 1):
                    left_out += 1
                    found = list(outcomes(s if same else before, answered, depth))
                    if any(other != found[0] for other in found):
                        wrong.append(f"{mission}, seed {seed}, action {s.number}: {step}")
                if walked and isinstance(step, walking.Walk):
                    s = square_by_square(before, step)
            s.settle()
    return left_out, wrong


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_question_is_left_out_only_where_no_answer_makes_a_difference(mission: str) -> None:
    left_out = 0
    for seed in range(10):
        number, wrong = walk(mission, seed, 300)
        left_out += number
        assert wrong == []
    assert left_out > 10, "else nothing was tried"
