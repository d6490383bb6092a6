"""Chapter 20, explosions: what a blast does to what lies under it, and the fuel barrels that follow."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import BOUND, OFF, SEAT, Regiment, changed
from sandtable.kernel.flow import Action, Choice, Step
from sandtable.kernel.telling import plural


@dataclass(frozen=True)
class Explode(Step):
    """RR-20.6, RR-20.7, RR-20.8, RR-20.22, RR-20.31, RR-20.50, RR-20.56, RR-12.4 A blast of three by three squares.

    The players' men under it die at once, their vehicles lose a point for each die that succeeds; hits are given to
    Axis units, barrels, dumps and radio sets under it. Bombs and barrels leave the template until the End Phase.
    """

    centre: int
    weapon: int

    def do(self, s: Regiment) -> None:
        under = s.layout.blast(self.centre)
        weapon = self.weapon
        s.faces = tuple(s.rolls(data.W_DICE[weapon]))
        s.say(
            "RR-20.56",
            f"the {data.WEAPON_TITLE[weapon]} explodes on {{}}: "
            f"{' '.join(map(str, s.faces))}, needs {data.W_NEEDS[weapon]}",
            s.place(self.centre),
            facts=(("rolled", "blast", *map(str, s.faces)), ("marked", s.place(self.centre), "blast")),
        )
        # RR-12.4 A barrel's noise is that of the gun it was hit with.
        shot = weapon == data.BARREL_BLAST and any(tells for _, _, tells in s.act_loud)
        if data.EARSHOT[weapon]:
            s.act_loud = (*s.act_loud, ((self.centre,), data.EARSHOT[weapon], notice.TELLS if shot else 0))
        for m in range(len(s.m_kind)):
            if (s.on_foot(m) or s.m_state[m] == BOUND) and under >> s.m_at[m] & 1:
                s.say("RR-20.8", "{} is under the blast", s.man(m))
                turn.kill(s, m)
        if data.STAYS[weapon]:
            s.lay(blasts=(*s.blasts, self.centre))
        luck = () if weapon == data.ROCKET else (items.Luck(OFF, data.W_NEEDS[weapon]),)
        if weapon == data.RAT_BLAST:
            victory.score_rat_bomb(s)
        s.then(*luck, CountBlast(self.centre, weapon))


@dataclass(frozen=True)
class CountBlast(Step):
    """RR-20.6, RR-20.22 The dice that succeed are hits to be given."""

    centre: int
    weapon: int

    def do(self, s: Regiment) -> None:
        under = s.layout.blast(self.centre)
        s.hits = sum(1 for face in s.faces if face >= data.W_NEEDS[self.weapon])
        s.faces = ()
        for c in range(len(s.c_kind)):
            if any(under >> v & 1 for v in obstacles.car_squares(s, c)):
                cars.damage(s, c, s.hits)
        s.then(SpendBlast(self.centre, self.weapon))


def under_blast(s: Regiment, centre: int) -> list[str]:
    """RR-20.50 What can take a hit of a blast: Axis units, barrels, radio sets and dumps it touches."""
    under = s.layout.blast(centre)
    found = [s.unit(u) for u in obstacles.standing_on(s, under)]
    found += [f"barrel-{n + 1}" for n, v in enumerate(s.barrels) if v >= 0 and under >> v & 1]
    found += [f"radio-{n + 1}" for n, (v, health) in enumerate(s.radios) if health and under >> v & 1]
    found += [f"dump-{n + 1}" for n, (v, health) in enumerate(s.dumps) if health and under & s.layout.dump(v)]
    return found


@dataclass(frozen=True)
class SpendBlast(Choice):
    """RR-20.50, RR-20.5 Each hit may go to something under the template; a barrel that is hit explodes next."""

    centre: int
    weapon: int
    last: str = ""  # what took the hit before

    clause = "RR-20.50"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return attack.to_spend(s, under_blast(s, self.centre), self.last)

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == attack.SPARE:
            s.hits = 0
            return
        s.hits -= 1
        kind, _, number = action[1].rpartition("-")
        if kind == "dump":
            hit_thing(s, "dump", int(number) - 1)
        else:
            attack.damage(s, targeting.target_of(s, action[1]))
            if self.weapon == data.RAT_BLAST:
                victory.score_rat_hit(s, targeting.target_of(s, action[1]))
        s.then(SpendBlast(self.centre, self.weapon, action[1]))

    def ask(self, s: Regiment) -> str:
        return f"{plural(s.hits, 'hit')} of the blast left: on what?"


def hit_thing(s: Regiment, kind: str, n: int) -> None:
    """RR-20.50, RR-2.14 A supply dump or a radio set loses one health; at none left it is gone."""
    v, health = s.dumps[n] if kind == "dump" else s.radios[n]
    if kind == "dump":
        s.lay(dumps=changed(s.dumps, n, (v, health - 1)))
    else:
        s.lay(radios=changed(s.radios, n, (v, health - 1)))
    word = f"{kind}-{n + 1}"
    s.say("RR-20.50", f"{{}} has {health - 1} left", word, facts=(("counted", word, str(health - 1)),))
    if health == 1:
        s.say("RR-20.50", "{} is destroyed", word, facts=(("removed", word),))
        victory.score_thing(s, kind, v)


def hit_barrel(s: Regiment, n: int) -> None:
    """RR-20.5, RR-20.6 A barrel that is hit explodes; those under its blast may follow."""
    v = s.barrels[n]
    if v < 0:
        return
    s.lay(barrels=changed(s.barrels, n, OFF))
    word = f"barrel-{n + 1}"
    s.say("RR-20.5", "{} goes up", word, facts=(("removed", word),))
    if n in s.pumps:
        victory.score_thing(s, "pump", v)
    kept = s.hits
    s.then(Explode(v, data.BARREL_BLAST), Hits(kept))


@dataclass(frozen=True)
class Hits(Step):
    """RR-20.5 After a chained blast the hits of the first one that were left are given on."""

    left: int

    def do(self, s: Regiment) -> None:
        s.hits = self.left
