"""What may come of an action, in exact probabilities where a formula gives them; LRDG actions know their own."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import PATROL, Desert
from sandtable.kernel.flow import Action
from sandtable.kernel.telling import plural


def table(s: Desert, action: Action) -> dict[str, float] | None:
    """What an action on offer may lead to; None where no formula is known."""
    choice = s.choice
    found: dict[str, float] | None = None
    match action:
        case ("reroll",) if isinstance(choice, discretion.Again):
            drm = discretion.fixed_drm(s, choice.kind, choice.zone, choice.units, choice.drm)
            found = discretion.outcomes(discretion.chance(s.board.dice[choice.zone], drm))
        case ("meet", zone):
            where = land.ZONE[zone]
            found = discretion.outcomes(
                discretion.chance_to_pass(s, discretion.CONTACT, where, tuple(s.units_in(where)))
            )
        case ("fly", zone):
            found = after_flight(s, land.ZONE[zone])
        case ("assign", unit, patrol):
            found = after_landing(s, lrdg.UNIT[unit], PATROL[patrol])
        case ("roll",) | ("use", *_) if isinstance(choice, supply.Aids):
            found = supply.odds(supply.with_aid(s, action), choice)
        case ("attack", _, aim) if isinstance(choice, attacks.Declare):
            found = after_attack(s, choice.unit, attacks.TARGET if aim == "target" else axis.UNIT[aim])
        case ("reroll", _) if isinstance(choice, attacks.RerollLrdg):
            found = after_attack(s, choice.unit, attacks.aim_of(s, choice.unit))
        case ("reroll", _) if isinstance(choice, attacks.RerollAxis):
            need = attacks.axis_value(s, choice.counter) - attacks.axis_drm(s, choice.counter)
            veteran = axis.VETERAN[s.axis_type[choice.counter]] and choice.counter not in s.c_rerolled
            miss = 1 - hit_chance(need)
            found = discretion.outcomes(miss * miss if veteran else miss, "a miss", "a hit")
        case ("reroll", _) if isinstance(choice, attacks.RerollHqDie):
            names = [lrdg.NAME[attacks.struck_of(choice.stack, die)] for die in range(1, 7)]
            found = {f"{name} is struck": names.count(name) / 6 for name in names}
        case ("expose", _) if isinstance(choice, aircraft.ChooseTargets) and len(s.named) + 1 == choice.number:
            found = after_bombs(choice.number)
    return found


def after_landing(s: Desert, unit: int, patrol: int) -> dict[str, float] | None:
    """WDW-85.4 The units that land are tested together, when the last of them has been assigned to a patrol."""
    party = scenarios.landing_party(s)
    if unit != party[-1] or s.scenario.landing is None:
        return None
    twin = s.clone()
    twin.patrol[unit] = patrol
    return discretion.entry_odds(twin, discretion.LANDING, s.scenario.landing.at, tuple(party))


def after_flight(s: Desert, zone: int) -> dict[str, float] | None:
    """WDW-532.3 Above LRDG units the aircraft causes a test."""
    units = tuple(s.units_in(zone))
    if not units:
        return None
    twin = s.clone()
    twin.aircraft = zone
    return discretion.outcomes(discretion.chance_to_pass(twin, discretion.AIR, zone, units))


def hit_chance(need: int) -> float:
    """WDW-733.3 The chance that a die is not above what it needs."""
    return min(max(need, 0), 6) / 6


def after_attack(s: Desert, unit: int, aim: int) -> dict[str, float]:
    """WDW-733.3, WDW-732.1, WDW-732.4 The chance of one attack of an LRDG unit."""
    chance = hit_chance(attacks.attack_value(s, unit) - attacks.attack_drm(s, unit, aim))
    return discretion.outcomes(chance, "a hit", "a miss")


def reckoning(s: Desert, action: Action) -> str:
    """WDW-733.3 The AV of an attack, what changes it or the die, and what the die needs; empty for anything else."""
    choice = s.choice
    if not isinstance(choice, attacks.Declare) or action[0] != "attack":
        return ""
    aim = attacks.TARGET if action[2] == "target" else axis.UNIT[action[2]]
    need = attacks.attack_value(s, choice.unit) - attacks.attack_drm(s, choice.unit, aim)
    parts = [f"AV {s.av(choice.unit)}", attacks.reasons(s, choice.unit, aim)]
    return f"{', '.join(part for part in parts if part)}: hits on {min(6, need)} or less"


def after_bombs(number: int) -> dict[str, float]:
    """WDW-532.6 How many of the units that the aircraft attacks are hit."""
    spread = terms.spread([hit_chance(tables.AIR_ATTACK_AV)] * number)
    return {f"{plural(hits, 'unit')} hit": weight for hits, weight in enumerate(spread)}
