"""What may come of an action, in exact probabilities where a formula gives them."""

from __future__ import annotations

from math import comb

from sandtable.games.who_dares_wins.box import data
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r61_air as air
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_reconnaissance as reconnaissance
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import PATROL, Desert
from sandtable.kernel.flow import Action

Lines = list[tuple[str, float]]


def table(s: Desert, action: Action) -> dict[str, float] | None:
    """What an action on offer may lead to; None where no formula is known."""
    choice = s.choice
    found: Lines | None = None
    match action:
        case ("go", zone):
            stack = choice.units if isinstance(choice, actions.Stack) else s.mover
            found = after_entry(s, stack, data.ZONE[zone])
        case ("reroll",) if isinstance(choice, discretion.Again):
            drm = discretion.fixed_drm(s, choice.kind, choice.zone, choice.units, choice.drm)
            found = outcomes(discretion.chance(s.board.dice[choice.zone], drm))
        case ("watch", unit, zone, _):
            found = after_placing(s, data.UNIT[unit], data.ZONE[zone])
        case ("report", unit):
            one = data.UNIT[unit]
            drm = intelligence.watch_drm(s, s.watch_turns[one])
            found = outcomes(
                discretion.chance_to_pass(s, discretion.WATCH, s.zone[one], (one,), drm), "a Recon OK", "detected"
            )
        case ("scout", zone) if isinstance(choice, actions.Stack):
            found = after_scouting(s, (*choice.parties, (data.ZONE[zone], choice.units)))
        case ("begin",) if isinstance(choice, actions.Stack):
            found = after_scouting(s, choice.parties)
        case ("waco", patrol, "intelligence", zone):
            where = data.ZONE[zone]
            units = tuple(s.patrol_in(PATROL[patrol], air.nearest(s, PATROL[patrol], where)[0]))
            found = outcomes(discretion.chance_to_pass(s, discretion.WACO, where, units, 0), "a Recon OK", "noticed")
        case ("meet", zone):
            where = data.ZONE[zone]
            found = outcomes(discretion.chance_to_pass(s, discretion.CONTACT, where, tuple(s.units_in(where))))
        case ("fly", zone):
            found = after_flight(s, data.ZONE[zone])
        case ("assign", unit, patrol):
            found = after_landing(s, data.UNIT[unit], PATROL[patrol])
        case ("repair", patrol, zone):
            place = supply.ALL_ZONES if zone == supply.EVERYWHERE else data.ZONE[zone]
            found = after_maintenance(s, supply.Aids(PATROL[patrol], place))
        case ("waco", patrol, "maintenance", zone):
            found = after_maintenance(s, supply.Aids(PATROL[patrol], data.ZONE[zone], True))
        case ("roll",) | ("use", *_) if isinstance(choice, supply.Aids):
            found = after_maintenance(s, choice.after(action))
        case ("attack", _, aim) if isinstance(choice, attacks.Declare):
            found = after_attack(s, choice.unit, attacks.TARGET if aim == "target" else data.AXIS_UNIT[aim])
        case ("reroll", _) if isinstance(choice, attacks.RerollLrdg):
            found = after_attack(s, choice.unit, attacks.aim_of(s, choice.unit))
        case ("reroll", _) if isinstance(choice, attacks.RerollAxis):
            need = attacks.axis_value(s, choice.counter) - attacks.axis_drm(s, choice.counter)
            veteran = data.AXIS_VETERAN[s.axis_type[choice.counter]] and choice.counter not in s.c_rerolled
            miss = 1 - hit_chance(need)
            found = outcomes(miss * miss if veteran else miss, "a miss", "a hit")
        case ("reroll", _) if isinstance(choice, attacks.RerollHqDie):
            names = [data.UNIT_NAME[attacks.struck_of(choice.stack, die)] for die in range(1, 7)]
            found = [(f"{name} is struck", names.count(name) / 6) for name in dict.fromkeys(names)]
        case ("expose", _) if isinstance(choice, aircraft.ChooseTargets) and len(choice.named) + 1 == choice.number:
            found = after_bombs(choice.number)
    return None if found is None else dict(found)


def outcomes(chance: float, good: str = "undetected", bad: str = "detected") -> Lines:
    """Two ways."""
    return [(good, chance), (bad, 1 - chance)]


def after_entry(s: Desert, stack: tuple[int, ...], zone: int, kind: str = discretion.ENTRY) -> Lines:
    """WDW-611.10, WDW-614.5 The chance that a stack enters unseen; a Recon OK on the zone lets a failed test be rolled
    again."""
    if not discretion.is_taken(s, kind, zone):
        return [("no Discretion test", 1.0)]
    chance = discretion.chance_to_pass(s, kind, zone, stack, 0, len(stack))
    if not s.zone_ok[zone]:
        return outcomes(chance)
    total = discretion.coming_drm(s, kind, zone, stack, 0, len(stack))
    if discretion.automatic(s, stack) is None:
        total += discretion.waiting_drm(s, stack)
    again = discretion.chance(s.board.dice[zone], total)
    return [
        ("undetected", chance),
        ("undetected after rolling again with the Recon OK", (1 - chance) * again),
        ("detected", (1 - chance) * (1 - again)),
    ]


def after_landing(s: Desert, unit: int, patrol: int) -> Lines | None:
    """WDW-85.4 The units that land are tested together, when the last of them has been assigned to a patrol."""
    party = scenarios.landing_party(s)
    if unit != party[-1] or s.scenario.landing is None:
        return None
    twin = s.clone()
    twin.patrol[unit] = patrol
    return after_entry(twin, tuple(party), s.scenario.landing.at, discretion.LANDING)


def after_flight(s: Desert, zone: int) -> Lines | None:
    """WDW-532.3 Above LRDG units the aircraft causes a test."""
    units = tuple(s.units_in(zone))
    if not units:
        return None
    twin = s.clone()
    twin.aircraft = zone
    return outcomes(discretion.chance_to_pass(twin, discretion.AIR, zone, units))


def after_placing(s: Desert, unit: int, zone: int) -> Lines | None:
    """WDW-613.6 An observer is tested on placement only where land Axis units are."""
    if not s.axis_in(zone):
        return None
    more = int(s.zone[unit] != zone)
    return outcomes(discretion.chance_to_pass(s, discretion.PLACE, zone, (unit,), 0, more))


def after_scouting(s: Desert, parties: tuple[reconnaissance.Party, ...]) -> Lines:
    """WDW-614.2, WDW-614.9 How many detachments come back; waiting events go to the first that is tested."""
    twin = s.clone()
    spread = {0: 1.0}
    for zone, units in parties:
        drm = reconnaissance.support_drm(twin, units)
        chance = discretion.chance_to_pass(twin, discretion.SCOUT, zone, units, drm)
        decided = discretion.automatic(twin, units)
        if decided is not None:
            twin.pending = discretion.without(twin.pending, [decided])
        else:
            patrol = twin.patrol[units[0]]
            twin.pending = tuple(one for one in twin.pending if one[0] != patrol)
        after: dict[int, float] = {}
        for back, weight in spread.items():
            after[back + 1] = after.get(back + 1, 0.0) + weight * chance
            after[back] = after.get(back, 0.0) + weight * (1 - chance)
        spread = after
    if len(parties) == 1:
        return outcomes(spread[1], "back with a Recon OK", "detected")
    return [(f"{back} of {len(parties)} detachments come back", weight) for back, weight in spread.items()]


def after_maintenance(s: Desert, choice: supply.Aids) -> Lines:
    """WDW-616.2, WDW-616.5 How many markers are removed with the aids named so far."""
    spread = {0: 1.0}
    for unit in supply.needy(s, choice.patrol, choice.zone):
        drm = supply.aid_drm(s, s.zone[unit], choice.waco, choice.cache, choice.used)
        chance = supply.maintenance_chance(drm)
        after: dict[int, float] = {}
        for done, weight in spread.items():
            after[done + 1] = after.get(done + 1, 0.0) + weight * chance
            after[done] = after.get(done, 0.0) + weight * (1 - chance)
        spread = after
    return [(f"{terms.plural(done, 'MCO marker')} removed", weight) for done, weight in spread.items()]


def hit_chance(need: int) -> float:
    """WDW-733.3 The chance that a die is not above what it needs."""
    return min(max(need, 0), 6) / 6


def after_attack(s: Desert, unit: int, aim: int) -> Lines:
    """WDW-733.3, WDW-732.1, WDW-732.4 The chance of one attack of an LRDG unit."""
    chance = hit_chance(attacks.attack_value(s, unit) - attacks.attack_drm(s, unit, aim))
    return outcomes(chance, "a hit", "a miss")


def after_bombs(number: int) -> Lines:
    """WDW-532.6 How many of the units that the aircraft attacks are hit."""
    chance = hit_chance(data.AIR_ATTACK_AV)
    return [
        (f"{terms.plural(hits, 'unit')} hit", comb(number, hits) * chance**hits * (1 - chance) ** (number - hits))
        for hits in range(number + 1)
    ]
