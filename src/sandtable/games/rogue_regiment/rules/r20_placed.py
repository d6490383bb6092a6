"""Chapter 20, what is placed and waits: bombs, traps and landmines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.state import SEAT, Regiment, changed
from sandtable.kernel.flow import Action, Choice, Step, act

DEEPEST = 20  # RR-20.20


@dataclass(frozen=True)
class SetBomb(Choice):
    """RR-20.20, RR-20.25 The card of a placed bomb goes 1 to 20 cards deep, at most as deep as the deck is."""

    man: int
    square: int

    clause = "RR-20.20"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("fuse", str(k)) for k in range(1, max(1, min(DEEPEST, len(s.deck))) + 1)]

    def chosen(self, s: Regiment, action: Action) -> None:
        s.bombs = (*s.bombs, (self.square, int(action[1]), self.man))
        after = "the next draw" if action[1] == "1" else f"{action[1]} draws"
        s.say("RR-20.20", f"the bomb on {{}} goes off after {after}", s.place(self.square))

    def ask(self, s: Regiment) -> str:
        return f"After how many event cards shall the bomb on {{{s.place(self.square)}}} explode?"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return (s.man(self.man), s.place(self.square))


@dataclass(frozen=True)
class Bombs(Step):
    """RR-20.21, RR-20.24, RR-20.56, RR-12.21 Bombs whose card is now on top explode, those of one depth together: what
    is heard and seen of them comes after all, and whom one of them kills has not noticed the others.
    """

    def do(self, s: Regiment) -> None:
        due = [blasts.Explode(v, blast_of(s, owner)) for v, k, owner in s.bombs if k <= 0]
        if not due:
            return
        s.bombs = tuple(bomb for bomb in s.bombs if bomb[1] > 0)
        notice.begin(s)
        s.then(*due, notice.After(), turn.EndAction())


def blast_of(s: Regiment, owner: int) -> int:
    """RR-20.22, RR-24.20 What a man's bomb goes off as: Nancy's is the rat bomb, and nobody else has it."""
    return data.RAT_BLAST if s.m_kind[owner] == data.NANCY else data.BOMB_BLAST


def laid(s: Regiment) -> int:
    """RR-20.17, RR-20.31 All such squares, as a set."""
    found = 0
    for v, _, used in s.traps:
        if not used:
            found |= s.grid.bit[v]
    for v, _ in s.mines:
        found |= s.grid.bit[v]
    return found


def tread(s: Regiment, u: int, squares: Sequence[int]) -> None:
    """RR-20.17, RR-20.19, RR-20.31, RR-18.54 A unit comes onto squares: a trap kills a man, a mine goes off under
    anybody.
    """
    if not s.traps and not s.mines:
        return
    for v in squares:
        for n, (at, owner, used) in enumerate(s.traps):
            if at == v and not used and not s.vehicle(u) and s.here(u):
                s.lay(traps=changed(s.traps, n, (at, owner, 1)))
                notice.begin(s)
                s.say("RR-20.17", "{} steps into a trap on {}", s.unit(u), s.place(v))
                attack.slay(s, u)
                s.then(notice.After(), turn.EndAction())
        if any(at == v for at, _ in s.mines):
            s.lay(mines=tuple(mine for mine in s.mines if mine[0] != v))
            s.then(Mine(u, v))


@dataclass(frozen=True)
class Mine(Step):
    """RR-20.31, RR-18.54 A mine goes off under a unit, once what was seen of a trap or of another mine is over."""

    unit: int
    square: int

    def do(self, s: Regiment) -> None:
        notice.begin(s)
        s.say("RR-20.31", "{} sets off a landmine on {}", s.unit(self.unit), s.place(self.square))
        s.then(blasts.Explode(self.square, data.MINE_BLAST), notice.After(), turn.EndAction())
