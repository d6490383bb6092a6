"""Chapter 7, combat: how it begins, how long it lasts, and how it is left.

A failed test in a zone with land Axis units, or an attack on a target, pushes `Begin` or `Attack`. Combat interrupts
the turn: whatever was due before goes on after it (WDW-71.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import r07_reline as reline
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r50_turn as turn
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import ACTIONS, CLOSED, NOWHERE, PATROLS, Desert, DesertChoice, DesertStep
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

# --- how it begins ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-71.1, WDW-72.3 A failed Discretion test where land Axis units are leads to a combat between them
    and all LRDG units of the zone."""

    zone: int

    def do(self, s: Desert) -> None:
        if s.units_in(self.zone) and s.axis_in(self.zone):
            s.then(SetUp(self.zone))


@dataclass(frozen=True)
class Attack(DesertStep):
    """WDW-72.10, WDW-72.11 The player attacks a target: the Alarm moves to 4 at once, and a combat begins there."""

    zone: int

    def do(self, s: Desert) -> None:
        s.say("WDW-72.10", "The target at {} is attacked", land.ZONES[self.zone])
        terms.set_alarm(s, tuple(s.units_in(self.zone)), tables.HIGHEST_ALARM, "WDW-72.10")
        s.then(SetUp(self.zone))


@dataclass(frozen=True)
class SetUp(DesertStep):
    """WDW-72.2, WDW-72.11 The tactical map: Axis units face down, revealed before or not, those on the target apart.

    A zone whose target was destroyed before is an ordinary zone.
    """

    zone: int

    def do(self, s: Desert) -> None:
        s.c_zone = self.zone
        s.c_turn = 1
        s.c_target = int(s.target[self.zone] > 0)
        s.c_began = s.phase
        s.c_initiative = 0
        s.c_shown = 0
        s.c_hits = ()
        if s.c_target:
            draw_guard(s)
        here = s.axis_in(self.zone)
        s.c_protectors = tuple(c for c in here if s.guards >> c & 1) if s.c_target else ()
        s.c_line = tuple(c for c in here if c not in s.c_protectors)
        lineup.assemble(s)
        s.c_patrols = 0
        for unit in s.c_reserve:
            s.c_patrols |= 1 << s.patrol[unit]
        counters = ", ".join(f"{{{axis.UNITS[c]}}}" for c in here) or "nobody"
        s.say("WDW-71.1", f"Combat at {{}}: {terms.listed(s.c_reserve)} against {counters}", land.ZONES[self.zone])
        s.then(lineup.Commit(), lineup.LineUp(), attacks.Initiative(), lineup.TurnUp(), CombatTurn())


def draw_guard(s: Desert) -> None:
    """WDW-72.5, WDW-72.6, WDW-72.7, WDW-80.2 In the first combat at a target Axis units equal to its initial value are
    drawn, as many as the pool holds. The first of them, and the scenario's units still there, stand on the target."""
    if s.drawn >> s.c_zone & 1:
        return
    s.drawn |= 1 << s.c_zone
    for counter, home in enumerate(s.axis_home):
        if home == s.c_zone and s.axis_zone[counter] == s.c_zone:
            s.guards |= 1 << counter
    number = min(s.target_initial(s.c_zone), s.pool_size())
    for n in range(number):
        counter = s.draw_counter(s.c_zone, False)
        if n == 0:
            s.guards |= 1 << counter
        word = axis.UNITS[counter]
        where = "on the target" if n == 0 else "beside it"
        s.say(
            "WDW-72.5", f"{{}} is drawn for the target at {{}} and laid face down {where}", word, land.ZONES[s.c_zone],
            facts=(("placed", word, land.ZONES[s.c_zone]),),
        )  # fmt: skip


# --- how long it lasts -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CombatTurn(DesertStep):
    """WDW-731.2, WDW-734.5 LRDG attacks, the Axis reply, and the end of the combat turn; the game turn stands still."""

    def do(self, s: Desert) -> None:
        s.then(attacks.DeclareAttacks(), attacks.AxisReply(), EndCombatTurn())


@dataclass(frozen=True)
class EndCombatTurn(DesertStep):
    """WDW-731.2, WDW-731.3, WDW-734.1, WDW-734.4 Axis units that were hit go. Outside a target zone the combat is over;
    in one it goes on until nobody or nothing is left, or the player leaves."""

    def do(self, s: Desert) -> None:
        attacks.clear_hits(s)
        s.c_initiative = 0
        s.c_turn += 1
        muster(s)
        if turn.end_if_lost(s):
            clear(s)
        elif not lineup.fighters(s):
            s.then(EndCombat(False))
        elif not s.c_target or is_won(s):
            s.then(EndCombat(True))
        else:
            s.then(GoOn(False))


def muster(s: Desert) -> None:
    """WDW-332.2, WDW-733.9 Units knocked out of combat leave the tactical map; who is left of a stack stands alone."""
    s.c_contact = tuple(u for u in s.c_contact if s.zone[u] == s.c_zone)
    s.c_reserve = tuple(u for u in s.c_reserve if s.zone[u] == s.c_zone)
    s.c_line = tuple(c for c in s.c_line if s.axis_zone[c] == s.c_zone)
    s.c_protectors = tuple(c for c in s.c_protectors if s.axis_zone[c] == s.c_zone)
    left = [tuple(u for u in stack if s.zone[u] == s.c_zone) for stack in s.c_stacks]
    s.c_stacks = tuple(sorted(stack for stack in left if stack))
    s.c_rows = (lineup.NOBODY,) * len(s.c_stacks)


def is_won(s: Desert) -> bool:
    """WDW-734.4 Whether the target is destroyed and no Axis unit is left."""
    return not lineup.target_stands(s) and not s.axis_in(s.c_zone)


@dataclass(frozen=True)
class GoOn(DesertChoice):
    """WDW-734.4, WDW-733.6, WDW-733.10, WDW-733.11, WDW-732.13 After a combat turn in a target zone the player may
    divide his units anew between contact and reserve, then goes on or pulls back; with no Axis unit left he may also
    stop and stay."""

    regrouped: bool
    clause = "WDW-734.4"

    def offer(self, s: Desert) -> list[Action]:
        options = []
        if s.c_contact:
            options.append(act("continue"))
        if not self.regrouped and (not s.c_contact or len(lineup.fighters(s)) > 1):
            options.append(act("regroup"))
        options.append(act("pull-back"))
        if not s.axis_in(s.c_zone):
            options.append(act("stop"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("continue",):
                s.say("WDW-734.4", f"The combat at {{}} goes on, turn {s.c_turn}", land.ZONES[s.c_zone])
                s.then(*new_line(s), CombatTurn())
            case ("regroup",):
                lineup.assemble(s)
                s.then(lineup.Commit(), GoOn(True))
            case ("pull-back",):
                s.then(PullBack())
            case ("stop",):
                s.say("WDW-732.13", "The force stays at {}, where no Axis unit is left", land.ZONES[s.c_zone])
                s.then(EndCombat(True))

    def ask(self, s: Desert) -> str:
        number = len(s.axis_in(s.c_zone))
        left = f"target {s.target[s.c_zone]}, " if lineup.target_stands(s) else "target destroyed, "
        text = f"After combat turn {s.c_turn - 1}: {left}{plural(number, 'Axis unit')} left. Continue, or pull back"
        if number and s.c_contact:
            text += ", with one more attack by each Axis unit that has a stack opposite"
        return text + "?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("continue",):
                return Refusal("WDW-733.10", "nobody is left in contact; regroup first, or pull back")
            case ("regroup",):
                return Refusal("WDW-733.6", "units go to the reserve or into contact once after each combat turn")
            case ("stop",):
                return Refusal("WDW-732.10", "Axis units are left; the way out is to pull back")
        return Refusal("WDW-734.4", "a combat at a target is continued or left by pulling back")


def new_line(s: Desert) -> tuple[DesertChoice | DesertStep, ...]:
    """WDW-733.2 For a later turn the player says which stack faces the target, then the Axis is re-lined."""
    if s.c_stacks and lineup.target_stands(s):
        return lineup.FaceTarget(True), reline.Reline()
    return (reline.Reline(),)


# --- how it is left --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PullBack(DesertStep):
    """WDW-732.10, WDW-732.12, WDW-732.13 All LRDG units leave, reserve included: the Axis is re-lined as for a new turn
    and attacks once, unanswered; nobody attacks when no Axis unit is left or nobody is in contact."""

    def do(self, s: Desert) -> None:
        s.say("WDW-732.10", "The force pulls back from {}", land.ZONES[s.c_zone])
        if s.axis_in(s.c_zone) and s.c_contact:
            s.then(*new_line(s), attacks.AxisReply(True))
        s.then(Parted())


@dataclass(frozen=True)
class Parted(DesertStep):
    """WDW-50.3 Losses of the parting attack are settled; then the survivors are placed."""

    def do(self, s: Desert) -> None:
        muster(s)
        if turn.end_if_lost(s):
            clear(s)
        elif lineup.fighters(s):
            s.then(Withdraw(), EndCombat(True), terms.Deliver(), scenarios.Landing())
        else:
            s.then(EndCombat(False))


def ways_out(s: Desert) -> list[int]:
    """WDW-732.11 Adjacent zones without land Axis units, bases included; if there is none, any adjacent zone."""
    near = s.board.neighbours[s.c_zone]
    free = [z for z in near if not s.axis_in(z)]
    return free or list(near)


@dataclass(frozen=True)
class Withdraw(DesertChoice):
    """WDW-732.11 The whole force that pulled back is placed in an adjacent zone without AP and without a test."""

    clause = "WDW-732.11"

    def offer(self, s: Desert) -> list[Action]:
        return [act("withdraw", land.ZONES[z]) for z in ways_out(s)]

    def chosen(self, s: Desert, action: Action) -> None:
        zone = land.ZONE[action[1]]
        force = lineup.fighters(s)
        facts = tuple(("moved", lrdg.UNITS[unit], land.ZONES[s.c_zone], action[1]) for unit in force)
        s.say("WDW-732.11", f"{terms.listed(force)} to {{}} without a test", action[1], facts=facts)
        for unit in force:
            movement.place(s, unit, zone)
        s.mover = ()

    def ask(self, s: Desert) -> str:
        return f"Where does the force at {{{land.ZONES[s.c_zone]}}} withdraw to? No AP and no Discretion test"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(lrdg.UNITS[u] for u in lineup.fighters(s))

    def refuse(self, s: Desert, action: Action) -> Refusal:
        match action:
            case ("withdraw", word) if word in land.ZONE:
                if land.ZONE[word] not in s.board.neighbours[s.c_zone]:
                    return Refusal("WDW-732.11", f"{{{word}}} is not next to {{{land.ZONES[s.c_zone]}}}")
                return Refusal("WDW-732.11", f"there are Axis units at {{{word}}}, and another way is free")
        return Refusal("WDW-732.11", "name an adjacent zone with “withdraw”")


@dataclass(frozen=True)
class EndCombat(DesertStep):
    """WDW-734.2, WDW-734.6, WDW-532.19 Survivors stay. Leaving a target combat that began in the actions ends them for
    the patrols that fought (option leave_target_ends). Axis units that fought make no contact here this turn."""

    left: bool
    """Whether LRDG units came out of it."""

    def do(self, s: Desert) -> None:
        for counter in s.axis_in(s.c_zone):
            s.fought |= 1 << counter
        s.say("WDW-734.2", "The combat at {} is over", land.ZONES[s.c_zone])
        if self.left and s.c_target and s.c_began == ACTIONS:
            for patrol, word in enumerate(PATROLS):
                fought = s.c_patrols >> patrol & 1 or s.options["leave_target_ends"] == "all"
                if fought and s.units_of(patrol):
                    s.status[patrol] |= CLOSED
                    s.say("WDW-734.6", "The actions of {} are over for this turn", word)
        clear(s)


def clear(s: Desert) -> None:
    """Take everything off the tactical map."""
    s.c_zone = NOWHERE
    s.c_turn = 0
    s.c_target = 0
    s.c_shown = 0
    s.c_line = s.c_protectors = s.c_contact = s.c_reserve = s.c_hits = s.c_rerolled = ()
    s.c_stacks = ()
    s.c_rows = ()
    s.c_aims = s.c_axis_aims = ()
    s.c_patrols = 0
