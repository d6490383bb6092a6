"""Where a man can get to, as an overlay shows it, against every move and sprint played out."""

from __future__ import annotations

import random

import pytest

from sandtable.games.rogue_regiment.advice import odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.settings import Switches
from sandtable.games.rogue_regiment.box.tiles import BRIDGE, WATER
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.stage import Stage
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import ACTIVE, NOISE, SEEN, Regiment, changed
from sandtable.games.rogue_regiment.table import overlays
from sandtable.kernel.flow import legal, play
from sandtable.kernel.odds import sample
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import N, field, man, run, unit

Way = tuple[int, int, int, int]  # square, points left, swimming, crouched


def standing_at(s: Regiment, m: int, way: Way) -> Regiment:
    """The same position with a man elsewhere, and his turn."""
    twin = s.clone()
    twin.become(m, ACTIVE)
    twin.m_turn = changed(twin.m_turn, m, 1)
    twin.m_at[m], twin.m_ap[m], twin.m_swim, twin.m_low[m] = way[0], way[1], changed(s.m_swim, m, way[2]), way[3]
    twin.forget()
    twin.agenda.clear()
    run(twin, turn.Act(m))
    return twin


def played_out(s: Regiment, m: int, unnoticed: bool) -> dict[int, int]:
    """Every square where he can stop by moves and sprints on offer, with the least points; each is played on a copy."""
    start = (s.m_at[m], s.m_ap[m], s.m_swim[m], s.m_low[m])
    todo, known = [start], {start}
    found: dict[int, int] = {}
    while todo:
        way = todo.pop()
        here = standing_at(s, m, way)
        for action in legal(here):
            if action[0] not in ("move", "sprint", "swim") or action[2] not in s.stage.by_name:
                continue
            after, _ = sample(here, action, 1, odds.carry_out)
            noticed = any(mark & (SEEN | NOISE) for mark in after.u_mark)
            if after.m_car[m] >= 0 or not after.on_board(m) or (unnoticed and noticed):
                continue
            to = s.stage.by_name[action[2]]
            left = way[1] - (2 if action[0] == "sprint" else 1)
            under = after.m_swim[m] and s.layout.kind[to] == BRIDGE  # nobody on the bridge is in his way
            if to != start[0] and (under or not obstacles.occupied(s, but_man=m) >> to & 1):
                found[to] = min(start[1] - left, found.get(to, 9))
            reached = (to, left, after.m_swim[m], after.m_low[m])
            if reached not in known:
                known.add(reached)
                todo.append(reached)
    return found


@pytest.mark.clause("RR-5.1", "RR-5.3", "RR-9.5", "RR-9.16", "RR-20.37", "RR-20.38", "RR-20.39", "RR-20.52")
def test_where_a_man_gets_to_and_where_unseen_is_what_comes_of_every_move_and_sprint() -> None:
    rng = random.Random(5)
    wet = hidden = 0
    for seed in range(4):
        s = GAME.start("m5-mill-race", seed=seed)
        assert isinstance(s, Regiment)
        while s.phase == 0:
            play(s, rng.choice(legal(s)))
        m = next(m for m in range(len(s.m_kind)) if s.m_car[m] < 0)
        s.give(m, data.I_SCUBA, 1 - s.has(m, data.I_SCUBA))
        for _ in range(4):
            swims = rng.randrange(2)
            shore = s.layout.water
            for v in [v for v in s.grid.squares if s.layout.kind[v] == WATER]:
                shore |= s.grid.disc(v, 2)
            ground = [v for v in s.grid.squares if shore >> v & 1 and not obstacles.occupied(s) >> v & 1]
            ground = [v for v in ground if s.layout.water >> v & 1 == swims and (swims or s.layout.enterable(v, 0))]
            s.spot(m, rng.randrange(2))
            here = standing_at(s, m, (rng.choice(ground), 3, swims, 0 if swims else rng.randrange(2)))
            for unnoticed in (True, False):
                wanted = played_out(here, m, unnoticed)
                assert overlays.costs(here, m, unnoticed) == wanted, (seed, here.place(here.m_at[m]))
                wet += any(s.layout.water >> v & 1 for v in wanted)
                hidden += unnoticed and bool(wanted)
    assert wet >= 10
    assert hidden >= 4


@pytest.mark.clause("RR-9.5")
def test_a_sprint_from_beside_a_unit_is_unheard_where_the_option_says_so() -> None:
    s = field(plain(8, 8))
    m = man(s, "jock", 4, 4)
    s.m_turn = changed(s.m_turn, m, 1)
    unit(s, "rifle", 4, 3, N)
    assert overlays.costs(s, m, True)[s.grid.at(4, 7)] == 3, "a step, and two in a sprint"
    s.stage = Stage(s.stage.mission, s.layout, Switches(sprint_noise_from_start=False))
    assert overlays.costs(s, m, True)[s.grid.at(4, 7)] == 2


@pytest.mark.clause("RR-9.2")
def test_a_grenade_is_heard_from_where_it_explodes_and_not_from_the_thrower() -> None:
    s = field(plain(20, 20))
    man(s, "wick", 10, 10, side="B")
    heard = overlays.overlay(s, "earshot", ("wick",))
    assert {cell["text"] for cell in heard.values()} == {"", "pistol"}
    assert len(heard) == 48
    assert overlays.overlay(s, "earshot", ("wick", "grenade")) == {}
