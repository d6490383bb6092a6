"""Chapter 7, taking aim and marking targets, and the instants at which a marked attack may be made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import ACTIVE, NOTHING, OFF, SEAT, SUPPORT, Regiment, changed
from sandtable.geometry.squares import DX, DY
from sandtable.kernel.flow import Action, Choice, Step, act

FREE: Final = 0
HOLD_UNIT: Final = 1  # until another unit begins, or the marked one moves or turns
HOLD_PHASE: Final = 2
ASKED: Final = 3  # at this instant

ANEW: Final = notice.ANEW
SILENT: Final = (data.KNIFE, data.GARROTTE)  # nobody takes aim with these


def aims(s: Regiment, m: int, aimed: list[tuple[int, int, int]]) -> list[Action]:
    """RR-7.1, RR-7.5, RR-7.6, RR-7.7, RR-8.4, RR-8.13, RR-20.43, RR-20.46, RR-20.53, RR-22.3 Whom a man may aim at or
    mark now; `aimed` is what he can attack from which square. In the water that is by the speargun alone.
    """
    if s.m_low[m] or s.m_object[m] != NOTHING:
        return []
    name, v = s.man(m), s.m_at[m]
    found: list[Action] = []
    words = s.roster.names
    if s.m_ap[m] >= 1 and aimed:
        here = s.grid.bit[v]
        seen = {u for weapon, u, there in aimed if there & here and u < targeting.BARREL_AT and weapon not in SILENT}
        seen.difference_update(s.m_aim[m])
        found += [("aim", name, words[u]) for u in sorted(seen)]
    if s.m_ap[m] >= 2 and s.m_kind[m] < SUPPORT and not talking.in_disguise(s, m):
        wet = s.m_swim[m]
        if not wet or (s.has(m, data.I_SPEARGUN) and not s.m_spear[m] and targeting.hidden(s, m)):
            found += [("mark", name, words[u]) for u, at in enumerate(s.u_at) if at >= 0 and u != s.m_mark[m]]
        if grenades.held(s, m) and not wet:
            found.append(("mark", name, "grenade"))
    return found


def take_aim(s: Regiment, m: int, action: Action) -> None:
    """RR-7.1, RR-7.2 Aiming gives +2 on that unit for the turn, whatever else is aimed at."""
    word = action[2]
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    s.m_ap[m] -= 1
    s.m_aim = changed(s.m_aim, m, (*s.m_aim[m], s.unit_of(word)))
    s.say("RR-7.1", "{} takes aim at {}", s.man(m), word, facts=(("marked", word, f"aimed-{s.man(m)}"),))
    turn.finish_action(s, m)


def mark_target(s: Regiment, m: int, action: Action) -> None:
    """RR-7.5, RR-20.27 Marking sets the man's marker; for a grenade he is asked where."""
    word = action[2]
    if word == "grenade":
        s.then(MarkSquare(m))
        return
    notice.begin(s, m)
    notice.notice(s, m, s.m_at[m], False)
    set_mark(s, m, s.unit_of(word), OFF)
    if s.m_swim[m]:
        s.m_spear = changed(s.m_spear, m, attack.MARKED)  # RR-20.46
    s.say("RR-7.5", "{} marks {}", s.man(m), word, facts=(("marked", word, f"target-{s.man(m)}"),))
    turn.finish_action(s, m)


def set_mark(s: Regiment, m: int, u: int, v: int) -> None:
    """RR-7.5, RR-7.16 The marker lies on a unit or, for a grenade, on a square."""
    s.m_ap[m] -= 2
    s.m_mark[m], s.m_mark_at = u, changed(s.m_mark_at, m, v)
    s.m_hold = changed(s.m_hold, m, FREE)


@dataclass(frozen=True)
class MarkSquare(Choice):
    """RR-20.27, RR-7.6 A grenade may be marked on a square that can be within its range when it is thrown."""

    man: int

    clause = "RR-20.27"
    owner = SEAT
    link = True

    def offer(self, s: Regiment) -> list[Action]:
        place = s.stage.names
        return [("at", place[v]) for v in grenades.mark_squares(s, self.man)]

    def chosen(self, s: Regiment, action: Action) -> None:
        m = self.man
        notice.begin(s, m)
        notice.notice(s, m, s.m_at[m], False)
        set_mark(s, m, OFF, s.stage.by_name[action[1]])
        s.say(
            "RR-20.27",
            "{} marks {} for a grenade",
            s.man(m),
            action[1],
            facts=(("marked", action[1], f"target-{s.man(m)}"),),
        )
        turn.finish_action(s, m)

    def ask(self, s: Regiment) -> str:
        return f"{{{s.man(self.man)}}} marks which square for a grenade?"


# --- the instants


def has_one(s: Regiment, m: int) -> bool:
    """RR-7.11 Whether a man has a marker out."""
    return s.m_mark[m] >= 0 or s.m_mark_at[m] >= 0


def place_of(s: Regiment, m: int) -> int:
    """RR-7.11 The square that a man has marked, or that of the unit; OFF if he has no marker, or it is not there."""
    if s.m_mark_at[m] >= 0:
        return s.m_mark_at[m]
    u = s.m_mark[m]
    return s.u_at[u] if u >= 0 and s.here(u) else OFF


def in_front(s: Regiment, m: int, v: int) -> bool:
    """RR-7.15 A man has a quarter of the field to his front for marked attacks, without the squares beside him."""
    f = s.m_face[m]
    dx, dy = s.grid.xs[v] - s.grid.xs[s.m_at[m]], s.grid.ys[v] - s.grid.ys[s.m_at[m]]
    ahead = dx * DX[f] + dy * DY[f]
    aside = abs(dx * DY[f]) + abs(dy * DX[f])
    return ahead >= 1 and aside <= ahead


def shots(s: Regiment, m: int) -> list[int]:
    """RR-7.11, RR-7.14, RR-7.15, RR-8.13, RR-11.9, RR-20.27, RR-20.44 The weapons with which a man may make his marked
    attack at this instant: none with his hands full, and no grenade out of the water.
    """
    if s.m_car[m] >= 0 or s.m_state[m] != ACTIVE:
        return guns.mark_shots(s, m)
    if s.m_object[m] != NOTHING:
        return []
    v, low = s.m_at[m], bool(s.m_low[m])
    if s.m_mark_at[m] >= 0:
        here = s.m_mark_at[m]
        ready = grenades.held(s, m) and not s.m_swim[m] and in_front(s, m, here)
        return [data.GRENADE] if ready and s.grid.distance(v, here) <= data.W_LONG[data.GRENADE] else []
    u = s.m_mark[m]
    if u < 0:
        return []
    if not s.here(u) or not s.layout.front(v, s.m_face[m]) & s.cover(u):
        return []
    squares = targeting.in_sight(s, m, v, u, low)
    far = s.grid.far(v)
    away = min([far[w] for w in squares], default=0)
    seen = any(in_front(s, m, w) for w in squares)
    found = []
    for weapon in targeting.weapons(s, m) if not talking.in_disguise(s, m) else ():
        if weapon == data.KNIFE:
            ready = in_front(s, m, s.u_at[u])
        else:
            ready = seen and 0 < away <= data.W_LONG[weapon]
        if ready and targeting.suits(s, m, weapon, u, v, low):
            found.append(weapon)
    return found


def are_out(s: Regiment) -> bool:
    """RR-7.5 Whether any marker lies on a unit or a square."""
    return s.m_mark.count(OFF) < len(s.m_mark) or s.m_mark_at.count(OFF) < len(s.m_mark_at)


def instants(s: Regiment, u: int) -> tuple[Step, ...]:
    """RR-7.10 The instant after a step or turn of a unit, if there is anybody to use it."""
    return (Instant(u),) if are_out(s) else ()


def begin_phase(s: Regiment) -> None:
    """RR-7.8 At the start of a phase every marker may be used again."""
    s.m_hold = (FREE,) * len(s.m_kind)


def begin_unit(s: Regiment) -> None:
    """RR-7.10 Another unit begins: who held fire for the last one is asked again."""
    while HOLD_UNIT in s.m_hold:
        s.m_hold = changed(s.m_hold, s.m_hold.index(HOLD_UNIT), FREE)


def pause(s: Regiment, u: int) -> None:
    """RR-7.10 The instant after a step or turn of a unit, if there is anybody to use it."""
    if are_out(s):
        s.now(Instant(u))


@dataclass(frozen=True)
class Instant(Step):
    """RR-7.8, RR-7.10, RR-7.13 An instant at which marked attacks may be made, after a step or turn of this unit (-1:
    none): markers on it are free again, and whoever may fire now is asked.
    """

    unit: int

    def do(self, s: Regiment) -> None:
        waiting = False
        for m, marked in enumerate(s.m_mark):
            if marked < 0 and s.m_mark_at[m] < 0:
                continue
            hold = s.m_hold[m]
            if hold == ASKED or (hold == HOLD_UNIT and marked == self.unit >= 0):
                s.m_hold = changed(s.m_hold, m, FREE)
            if s.m_hold[m] == FREE and shots(s, m):
                waiting = True
        if waiting:
            s.then(Window())


@dataclass(frozen=True)
class Window(Choice):
    """RR-7.10, RR-7.13, RR-7.16, RR-7.17 Who has a marker and a legal shot fires or holds; the order is the
    players'.
    """

    clause = "RR-7.10"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        found: list[Action] = []
        for m in range(len(s.m_kind)):
            if s.m_hold[m] == FREE and (s.m_mark[m] >= 0 or s.m_mark_at[m] >= 0):
                weapons = shots(s, m)
                if weapons:
                    found += [act("fire", s.man(m), data.WEAPONS[weapon]) for weapon in weapons]
                    found += [act("hold", s.man(m)), act("hold-unit", s.man(m)), act("hold-phase", s.man(m))]
        return found or [act("done")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("done",):
            return
        m = s.man_of(action[1])
        match action[0]:
            case "hold":
                s.m_hold = changed(s.m_hold, m, ASKED)
            case "hold-unit":
                s.m_hold = changed(s.m_hold, m, HOLD_UNIT)
            case "hold-phase":
                s.m_hold = changed(s.m_hold, m, HOLD_PHASE)
            case _:
                marked_attack(s, m, data.WEAPONS.index(action[2]))
        s.then(self)

    def propose(self, s: Regiment) -> Action:
        return next((action for action in self.offer(s) if action[0] == "hold-unit"), ())

    def ask(self, s: Regiment) -> str:
        targets = []
        for name in self.about(s):
            m = s.man_of(name)
            u, v = s.m_mark[m], s.m_mark_at[m]
            what = f"{{{s.unit(u)}}} on {{{s.place(s.u_at[u])}}}" if u >= 0 else f"{{{s.place(v)}}} with a grenade"
            targets.append(f"{{{name}}} has a shot at {what}")
        return f"Marked: {', '.join(targets)}. Fire or hold?" if targets else "No marked target is in sight"

    def about(self, s: Regiment) -> tuple[str, ...]:
        return tuple(s.man(m) for m in range(len(s.m_kind)) if s.m_hold[m] == FREE and shots(s, m))


def marked_attack(s: Regiment, m: int, weapon: int) -> None:
    """RR-7.8, RR-7.12, RR-7.16, RR-10.8 A marked attack with all that follows; only the target may fire back."""
    u, v = s.m_mark[m], s.m_mark_at[m]
    s.m_mark[m], s.m_mark_at = OFF, changed(s.m_mark_at, m, OFF)
    notice.begin(s, m)
    s.m_shot = changed(s.m_shot, m, 1)
    if s.m_car[m] >= 0:
        s.then(guns.CarFire(s.m_car[m], s.m_seat[m], u, weapon))
    elif weapon == data.GRENADE:
        grenades.explode_grenade(s, m, v, False, s.m_at[m])
    else:
        s.then(attack.Fire(m, weapon, u, s.m_at[m], attack.MARKED))
    s.then(notice.After(), reactions.Reactions(m, True), turn.EndAction())


# --- the verbs

PREPARES: Final = acts.COUNTED | acts.STEALTHY | acts.SERVES | acts.SELDOM

AIM: Final = acts.ManAction(
    "aim",
    "Take aim",
    {2: "{1} takes aim at {2}"},
    1,
    acts.WET | acts.SUPPORT,
    take_aim,
    traits=PREPARES,
    nouns=1,
    late=acts.ON_ENEMY,
)
MARK: Final = acts.ManAction(
    "mark",
    "Mark target",
    {2: "{1} marks {2}", 3: "{1}: {2} marks {3}"},
    2,
    acts.WET,
    mark_target,
    traits=PREPARES,
    nouns=1,
    click=0,  # any enemy wherever it stands: a click on one must not mean that
)

ACTS: tuple[acts.ManAction, ...] = (AIM, MARK)
