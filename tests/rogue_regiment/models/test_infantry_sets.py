"""What Axis infantry does at once is what it does step by step."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BRIDGE
from sandtable.games.rogue_regiment.ground.memory import Memory
from sandtable.games.rogue_regiment.ground.rings import Ground
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.state import ACTIVE, BOUND, Regiment
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import legal, play

GAME = sandtable.load("rogue-regiment")
MISSIONS = tuple(mission.id for mission in data.MISSIONS.values() if not mission.packs)  # the models know the base game


def positions(mission: str, seed: int, most: int) -> list[Regiment]:
    """Positions of a random game in which nobody gives up at once."""
    s = GAME.start(mission, seed=seed)
    assert isinstance(s, Regiment)
    s.listen = False
    rng = Rng(seed)
    found: list[Regiment] = []
    while (options := legal(s)) and len(found) < most:
        found.append(s.clone())
        action = options[rng.below(len(options))]
        if action[0] in ("end", "leave"):
            action = options[rng.below(len(options))]
        play(s, action)
    return found


def facts(s: Regiment) -> list[object]:
    """The whole position, with what is still due."""
    return [*(getattr(s, name) for name in s.FIELDS), s.agenda, s.rolled]


@pytest.mark.parametrize("mission", MISSIONS)
def test_ways_past_a_blast_are_the_same_whether_those_without_it_are_known_or_not(mission: str) -> None:
    s = GAME.start(mission, seed=1)
    assert isinstance(s, Regiment)
    rng, differ = Rng(5), 0
    strides = s.layout.strides(s.things.shut)
    for _ in range(12):
        squares = [s.grid.squares[rng.below(len(s.grid.squares))] for _ in range(3)]
        closed = s.layout.blast(squares[0])
        goal = squares[0] if rng.below(6) == 0 else squares[1]
        for back in (True, False):
            found = []
            for known in (False, True):
                kept = Memory()
                plain = Ground(1, strides, 0, None, kept)
                ground = Ground(2, strides, closed, plain, kept)
                if known:
                    (plain.ways_to(goal) if back else plain.ways_from(goal)).within(4 + rng.below(20))
                ways = ground.ways_to(goal) if back else ground.ways_from(goal)
                ways.everything()
                found.append(ways.rings)
                for others in (closed, closed | 1 << squares[2], closed):
                    past = (plain.ways_to(goal) if back else plain.ways_from(goal)).past(others)
                    past.everything()
                    assert past.rings == ways.rings or others != closed
            assert found[0] == found[1]
            plain.ways_to(goal).everything()
            differ += back and found[0] != plain.ways_to(goal).rings
    assert differ > 2, "else no blast was in the way"


@pytest.mark.parametrize("mission", MISSIONS)
def test_where_nobody_may_end_follows_our_men(mission: str) -> None:
    for s in positions(mission, 7, 250)[::4]:
        for but in range(-1, len(s.m_kind)):
            slow = (
                obstacles.occupied(s, but_man=-1) & ~s.ours.bar
                | s.axis.calm
                | s.axis.keen
                | s.cars.barring
                | s.things.bars
            )
            for m, v in enumerate(s.m_at):
                below = s.m_swim[m] and s.layout.kind[v] == BRIDGE
                if m != but and v >= 0 and s.m_car[m] < 0 and s.m_state[m] in (ACTIVE, BOUND) and not below:
                    slow |= s.grid.bit[v]
            assert obstacles.occupied(s, but_man=but) == slow
