"""The bot `greedy`: it keeps to what is on offer, needs nothing but the view, and does better than chance."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sandtable
from sandtable.games.rogue_regiment.bot.greedy import Greedy
from sandtable.games.rogue_regiment.bot.lookout import NOTICED, back_steps
from sandtable.games.rogue_regiment.bot.plan import DUMP_AT, VEHICLE_AT, Task
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import ROCK
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.state import CORPSE, SEAT, Regiment, changed
from sandtable.geometry.squares import bits
from sandtable.kernel.flow import Action, legal, play
from tests.kit import begun, by_bots, ended
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, act_with, field, man, run, sq, unit
from tests.rogue_regiment.positions import hunted

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(data.MISSIONS)


def played(scenario: str, bot: str, seed: int) -> Regiment:
    """A game played to its end by a bot that is shown views only."""
    s = begun(GAME, Regiment, scenario, seed=seed)
    s.listen = False
    return ended(by_bots(GAME, s, seed, bot))


@pytest.mark.parametrize("scenario", ["m1-cold-ford", "m2-lights-out"])
def test_greedy_wins_the_tutorials_half_the_time(scenario: str) -> None:
    minor = data.MISSIONS[scenario].minor
    good = sum(victory.points(played(scenario, "greedy", seed)) >= minor for seed in range(4))
    assert good >= 2


@pytest.mark.parametrize("scenario", MISSIONS)
def test_greedy_earns_more_than_random_in_every_mission(scenario: str) -> None:
    mine = sum(victory.points(played(scenario, "greedy", seed)) for seed in range(2))
    chance = sum(victory.points(played(scenario, "random", seed)) for seed in range(2))
    assert mine > chance


def test_the_same_view_gets_the_same_answer_whatever_was_asked_before() -> None:
    s = GAME.start("m1-cold-ford", seed=3)
    player = GAME.bot("greedy", 0)
    for _ in range(60):
        options = legal(s)
        view = GAME.view(s, SEAT)
        answer = player.pick(view, options)
        assert answer in options
        assert GAME.bot("greedy", 9).pick(view, options) == answer
        play(s, answer)


def test_what_is_known_of_a_forgotten_board_is_not_taken_for_that_of_another() -> None:
    bot, first = Greedy(GAME), plain(9, 9)
    s = field(first)
    near = s.grid.disc(s.grid.at(5, 5), 1)
    maps = [plain(9, 9, R=rock).rows for rock in ("4,4", "6,6")]
    for n in range(30):
        s.layout = first  # the one before is forgotten, and a new one often comes to its place in memory
        s.layout = Layout(maps[n % 2])
        free = [v for v in bits(near) if s.layout.kind[v] != ROCK]
        assert bits(bot.ground(s) & near) == free
        assert [v for v in bits(near) if back_steps(s)[v]] == free


def test_a_man_behind_a_guard_uses_the_knife_where_nobody_else_looks() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 3, 4)
    unit(s, "smg", 4, 4, E)
    task = Task("papers", {s.grid.at(8, 4)})
    act_with(s, m)
    assert Greedy(GAME).silent(s, m, task, legal(s)) == ("attack", "jock", "knife", "smg-1")
    unit(s, "rifle", 4, 8, N)
    act_with(s, m)
    assert Greedy(GAME).silent(s, m, task, legal(s)) is None, "the second man would see it"


def test_a_man_walks_only_where_nobody_sees_him() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 8)
    unit(s, "rifle", 6, 4, W)
    act_with(s, m)
    player = Greedy(GAME)
    seen = player.look(s).seen_stand
    reach = player.reach(s, m, legal(s))
    assert reach
    assert not any(seen >> v & 1 for v in reach)
    s.spot(m, 1)
    found = player.reach(s, m, legal(s))
    assert any(seen >> v & 1 for v in found), "once he is spotted he does not care"


def test_a_grenade_waits_until_its_thrower_gets_away() -> None:
    s = field(plain(20, 10))
    m = man(s, "paddy", 18, 4)
    s.lay(dumps=((s.grid.at(14, 1), 4),))
    player = Greedy(GAME)
    (task,) = player.blasting(s, m, DUMP_AT, s.layout.dump(s.grid.at(14, 1)), 4)
    assert task.kind == "grenade"
    assert s.m_at[m] in task.squares
    act_with(s, m)
    assert player.do_task(s, m, task, {"throw": [("throw", "paddy")]}) == ("throw", "paddy")
    unit(s, "rifle", 12, 9, S)
    assert player.do_task(s, m, task, {"throw": [("throw", "paddy")]}) is None, "he will turn and see him go"
    assert player.ready(s, m, task, s.grid.at(5, 5)), "but from near home a man just runs"


def test_a_man_does_not_leave_the_board_before_the_eyes_of_a_sentry() -> None:
    s = field(plain(10, 10))
    m = man(s, "jock", 4, 9)
    act_with(s, m)
    player = Greedy(GAME)
    assert player.leaving(s, m, ("leave", "jock")) == 0
    unit(s, "rifle", 4, 5, S)
    act_with(s, m)
    assert player.leaving(s, m, ("leave", "jock")) == NOTICED


def test_a_body_is_carried_out_of_sight() -> None:
    s = field(plain(9, 9, F="3,3"))
    m = man(s, "jock", 2, 4)
    s.m_object = changed(s.m_object, m, CORPSE)
    act_with(s, m)
    player = Greedy(GAME)
    assert player.task(s, m).kind == "hide"
    assert player.act(s, m, legal(s)) == ("place", "jock", "corpse", sq(3, 3))


def test_a_man_puts_a_twig_aside_that_somebody_calm_would_hear() -> None:
    s = hunted(plain(20, 10))
    m = man(s, "paddy", 4, 4)
    s.m_twig = changed(s.m_twig, m, 1)
    near = unit(s, "rifle", 8, 4, E)
    act_with(s, m)
    assert Greedy(GAME).act(s, m, legal(s)) == ("clear", "paddy")
    s.move(near, s.grid.at(9, 4))
    act_with(s, m)
    assert Greedy(GAME).act(s, m, legal(s))[0] != "clear", "nobody is near enough to hear it"


def test_bombs_that_are_enough_for_a_vehicle_promise_what_it_is_worth() -> None:
    s = begun(GAME, Regiment, "m11-kennel-road", seed=1)
    player = Greedy(GAME)
    (truck,) = [u for u in range(len(s.u_kind)) if data.UNITS[s.u_kind[u]] == "troop-truck"]
    beside = min(player.beside(s, s.grid.union(s.footprint(truck))))
    nothing = player.secured(s)
    s.bombs = ((beside, 5, 0),)
    assert player.bombs_for(s, Task("bomb", set(), VEHICLE_AT + truck)) == 2
    assert player.secured(s) == nothing, "one may not be enough"
    s.bombs = ((beside, 5, 0), (beside, 5, 0))
    assert player.secured(s) == nothing + 4


def test_a_grenade_thrown_over_a_wall_is_aimed_where_drifting_matters_least() -> None:
    s = field(plain(16, 16))
    m = man(s, "paddy", 8, 14)
    officer = unit(s, "officer", 8, 8, N)
    blocker = unit(s, "rifle", 8, 11, N)
    options: list[Action] = [("at", s.place(v)) for v in s.grid.squares if s.grid.distance(v, s.m_at[m]) <= 6]
    player = Greedy(GAME)
    assert not sight.in_our_sight(s, m, s.m_at[m], s.u_at[officer], False)
    at = s.stage.by_name[player.throw_at(s, m, options)[1]]
    assert at != s.u_at[blocker]
    assert s.grid.distance(at, s.u_at[officer]) <= 1
    in_sight = [o for o in options if sight.in_our_sight(s, m, s.m_at[m], s.stage.by_name[o[1]], False)]
    assert s.grid.distance(s.stage.by_name[player.throw_at(s, m, in_sight)[1]], s.u_at[officer]) == 1


def test_a_barrel_that_is_worth_nothing_is_not_set_off() -> None:
    s = field(plain(16, 16), dice=[6, 6, 1, 1])
    unit(s, "rifle", 5, 5, N)
    s.lay(barrels=(s.grid.at(6, 6),))
    run(s, blasts.Explode(s.grid.at(5, 5), data.GRENADE))
    player = Greedy(GAME)
    assert player.small(s, legal(s), s.choice) == ("hit", "rifle-1")
    play(s, ("hit", "rifle-1"))
    assert player.small(s, legal(s), s.choice) == ("spare",)


@pytest.mark.parametrize(("style", "restless"), [("greedy", False), ("greedy:first", True)])
def test_a_man_who_waits_crouched_does_not_get_up_to_crouch_again(style: str, restless: bool) -> None:
    s = begun(GAME, Regiment, "m2-lights-out", seed=30)
    player, said = GAME.bot(style), []
    while s.turn < 11:
        options = legal(s)
        said.append(player.pick(GAME.view(s, SEAT), options))
        play(s, said[-1])
    assert ("crouch", "paddy") in said, "he waits by the gate of the depot"
    up_and_down = [two for two in pairwise(said) if two == (("pop-up", "paddy"), ("crouch", "paddy"))]
    assert bool(up_and_down) == restless, "the yardstick does as it always did"
