"""A bot that plays the LRDG by a plan: a lean party goes out by a discreet way, does its work, and comes home in time.

It sees the view alone. From it the game imagines a position; what the plan reads of that is open to the player anyway,
but for the face-down counters, which it only guesses at. It needs no memory: the plan follows from the position, so a
chain of words (`with`, `with`, `go`) could be found again at each link.

Who goes      The best fighters of each patrol, as many as can be home in time (`plan.party_of`). HQ and the rest stay
              on the base: they keep the patrol's AP dice, take the MCO markers and give events a quiet zone.
Which way     The cheapest in AP and in the risk of being noticed (`roads.Road`). Where an observer may be slipped in
              without a test, that is a way too.
What for      A patrol has one errand at a time (`plan.errand`): observe, raid a target, hunt a lone Axis unit where
              no raid pays, or come home.
Fights        Dice are thrown for a few short futures to see whether another combat turn pays (`fights.best_turns`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.who_dares_wins.bot import fights, plan, roads
from sandtable.games.who_dares_wins.bot.manner import Manner
from sandtable.games.who_dares_wins.box import axis, land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r04_purchase as purchase
from sandtable.games.who_dares_wins.rules import r07_attacks as attacks
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r07_lineup as lineup
from sandtable.games.who_dares_wins.rules import r07_reline as reline
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r51_points as points
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r53_alarm as alarm
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r55_maintenance as maintenance
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_intelligence as intelligence
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import FULL, IN_SUPPORT, PATROLS, REDUCED, Desert
from sandtable.kernel.bots import QuickBot
from sandtable.kernel.flow import Action, Choice
from sandtable.kernel.odds import percent
from sandtable.kernel.seen import Seen

# --- each question ---------------------------------------------------------------------------------------------------


def answer_way(_s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Units are bought, since half teams of the better kind cost no more."""
    for words in (("buy",), ("historical",)):
        if words in options:
            return words
    return options[0]


def is_flown(s: Desert, m: Manner) -> bool:
    """Whether the Waco is bought: what it sees must count, and it must be to be had."""
    if not m.waco or not s.scenario.observe or s.scenario.observe_destroyed:
        return False
    return s.waco == IN_SUPPORT or purchase.available(s, lrdg.THE_WACO)


def sizes(s: Desert, m: Manner) -> list[int]:
    """How large each patrol is to be: one for every target, the first as large as pays, and those that must be."""
    budget = s.scenario.budget - (lrdg.COST[lrdg.THE_WACO] if is_flown(s, m) else 0)
    wanted = max(s.scenario.least_patrols, min(len(s.scenario.targets), tables.MOST_PATROLS))
    hqs = sum(1 for u in lrdg.OF_KIND[lrdg.HQ] if scenarios.unavailable(s, u) is None)
    wanted = max(1, min(wanted, hqs))
    least = purchase.hq_cost() + plan.LEAST_SIZE - 1
    while wanted > 1 and least * wanted > budget:
        wanted -= 1
    left = budget - least * (wanted - 1)
    most = budget if wanted == 1 and not s.scenario.observe else plan.PATROL_SIZE
    return [min(most, left - purchase.hq_cost() + 1), *([plan.LEAST_SIZE] * (wanted - 1))]


def wish_list(s: Desert, m: Manner, patrol: int) -> list[int]:
    """The units that a patrol is to have: its fighters of the best kind, the others of the least. One that nobody
    needed is kept small."""
    wanted_sizes = sizes(s, m)
    number = wanted_sizes[patrol] if patrol < len(wanted_sizes) else plan.LEAST_SIZE
    free = [u for u in range(len(lrdg.UNITS)) if s.patrol[u] == patrol or purchase.available(s, u)]
    teams = fights.by_worth([u for u in free if fights.is_for_fighting(u)])
    hqs = [u for u in free if lrdg.KIND[u] == lrdg.HQ]
    wanted = hqs[:1]
    room = number - len(wanted)
    best = plan.party_size(s, m, number, min(room, len(teams)), plan.goals_of(s, patrol), s.scenario.start[0])
    wanted += teams[:best]
    wanted += teams[best:][::-1][: max(0, room - best)]
    if is_flown(s, m):
        wanted.append(lrdg.THE_WACO)
    return sorted(wanted)


def answer_buy(s: Desert, m: Manner, choice: Any, options: list[Action]) -> Action:
    """What is on the list of this patrol, then the next patrol."""
    for unit in wish_list(s, m, choice.patrol):
        if unit > choice.last and ("take", lrdg.UNITS[unit]) in options:
            return ("take", lrdg.UNITS[unit])
    if choice.patrol + 1 < len(sizes(s, m)) and ("next",) in options:
        return ("next",)
    return ("done",) if ("done",) in options else options[0]


def answer_event_zone(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """The zone where the event is likely to do most good."""
    return max(options, key=lambda words: event_worth(s, land.ZONE[words[1]]))


def event_worth(s: Desert, zone: int) -> float:
    """What an event is worth on average with the DRM of a zone, in AP."""
    total = 0.0
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                row = tables.event(a + b + c + s.board.event_drm[zone])
                total += 2.0 * row.recon_ok + row.ap - 2.0 * sum(row.mco) - row.next_drm
                total += (0.0, -3.0, 3.0)[row.next_test] - 8.0 * row.immobilised
                if row.test_now and not land.IS_BASE[zone]:
                    total -= 6.0 * roads.fail_chance(s, zone, 0)
    return total


def answer_damage(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """A unit at home takes the marker, one that has none yet before others, so that one Maintenance serves all."""

    def burden(words: Action) -> tuple[bool, bool, int, int]:
        unit = lrdg.UNIT[words[1]]
        return not land.IS_BASE[s.zone[unit]], bool(s.mco[unit]), lrdg.AV_FULL[unit], unit

    return min(options, key=burden)


def answer_pay(s: Desert, _m: Manner, choice: Any, _options: list[Action]) -> Action:
    """An observation that scores goes on; one that was only a way in is broken off. Where an unbroken watch counts
    another unit takes it over each turn, since its end would be noticed."""
    unit = choice.unit
    wanted = s.zone[unit] in s.scenario.observe and not s.scenario.observe_destroyed
    return (("pay" if wanted else "break"), lrdg.UNITS[unit])


def answer_aids(_s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """A cache is used, the load of a truck is not: it would count as a loss."""
    return next((words for words in options if words[:2] == ("use", "cache")), ("roll",))


def is_leaving(s: Desert, m: Manner) -> bool:
    """Whether the force in a target combat should pull back now."""
    return fights.best_turns(fights.skirmish(s, m, s.c_zone, lineup.fighters(s)))[0] == 0


def answer_commit(s: Desert, m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Everybody who fights stands in contact; before a withdrawal a single unit does."""
    leaving = any(isinstance(step, combat.GoOn) for step in s.agenda) and is_leaving(s, m)
    offered = [lrdg.UNIT[words[1]] for words in options if words[0] == "contact"]
    if leaving:
        if s.named:
            return ("done",)
        everybody = lineup.fighters(s)
        fighters = [u for u in everybody if fights.is_for_fighting(u)] or everybody
        return ("contact", lrdg.UNITS[min(fighters, key=lambda u: (s.side[u] != FULL, s.av(u), u))])
    for unit in offered:
        if fights.is_for_fighting(unit) or (m.leader and lrdg.KIND[unit] == lrdg.HQ):
            return ("contact", lrdg.UNITS[unit])
    return ("done",) if ("done",) in options else options[0]


def answer_go_on(s: Desert, m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Another combat turn where it pays; otherwise all but one step back, then the force leaves."""
    if is_leaving(s, m):
        if ("stop",) in options and s.target[s.c_zone] == 0:
            return ("pull-back",)
        if ("regroup",) in options and len(s.c_contact) > 1 and s.axis_in(s.c_zone):
            return ("regroup",)
        return ("pull-back",)
    if ("continue",) in options:
        return ("continue",)
    return ("regroup",) if ("regroup",) in options else ("pull-back",)


def answer_pair(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """An HQ in contact stacks with the strongest unit."""
    stacks = [words for words in options if words[0] == "stack"]
    return max(stacks, key=lambda words: s.av(lrdg.UNIT[words[2]]), default=options[-1])


def answer_face_target(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """The strongest stack faces the target; before a withdrawal there is no choice."""
    faces = [words for words in options if words[0] == "face"]
    return max(faces, key=lambda words: s.av(lrdg.UNIT[words[1]]))


def may_spend(s: Desert, patrol: str) -> bool:
    """Whether a Recon OK may go: an observation that scores at home is kept."""
    return bool(s.held[PATROLS.index(patrol)]) or not s.scenario.observe


def answer_initiative(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """The first blow is worth a Recon OK against two or more."""
    for words in options:
        if words[0] == "initiative" and may_spend(s, words[1]) and len(s.axis_in(s.c_zone)) >= 2:
            return words
    return ("together",)


def answer_reroll_ours(s: Desert, _m: Manner, choice: Any, options: list[Action]) -> Action:
    """A miss is rolled again, for the target or with one to spare."""
    at_target = attacks.aim_of(s, choice.unit) == attacks.TARGET
    for words in options:
        if words[0] == "reroll" and may_spend(s, words[1]):
            if at_target or s.recon_held(PATROLS.index(words[1])) > 1:
                return words
    return ("accept",)


def answer_reroll_axis(s: Desert, _m: Manner, choice: Any, options: list[Action]) -> Action:
    """A hit on us is rolled again when it would destroy, or with nothing better to spend a Recon OK on."""
    struck = attacks.stack_aimed_at(s, choice.counter)
    grave = any(s.side[u] == REDUCED for u in struck)
    for words in options:
        if words[0] == "reroll" and may_spend(s, words[1]):
            if grave or not s.c_target or s.recon_held(PATROLS.index(words[1])) > 1:
                return words
    return ("accept",)


def answer_reroll_hq(s: Desert, _m: Manner, choice: Any, options: list[Action]) -> Action:
    """An HQ is worth a second roll."""
    if attacks.struck_of(choice.stack, choice.die) == choice.stack[1]:
        for words in options:
            if words[0] == "reroll" and may_spend(s, words[1]):
                return words
    return ("accept",)


def answer_declare(s: Desert, m: Manner, choice: Any, options: list[Action]) -> Action:
    """The target first; without one the Axis unit most likely to hit us, each unit another one."""
    if m.closely:
        return closely_declared(s, m, choice.unit, options)
    target = ("attack", lrdg.UNITS[choice.unit], "target")
    if target in options:
        aimed = sum(1 for _, aim in s.c_aims if aim == attacks.TARGET)
        if aimed < 2 * s.target[s.c_zone]:
            return target
    taken = [aim for _, aim in s.c_aims]
    at_units = [words for words in options if words[0] == "attack" and words[2] != "target"]
    if not at_units:
        return options[0]

    def threat(words: Action) -> tuple[int, int]:
        counter = axis.UNIT[words[2]]
        return -taken.count(counter), axis.AV[s.axis_type[counter]]

    return max(at_units, key=threat)


def closely_declared(s: Desert, m: Manner, unit: int, options: list[Action]) -> Action:
    """The Axis unit that is most likely to hit us as far as nobody else strikes it, or the target if that pays."""
    target = ("attack", lrdg.UNITS[unit], "target")
    at_units = [words for words in options if words[0] == "attack" and words[2] != "target"]
    if target in options:
        if not at_units or not fights.is_axis_first(s, m, s.c_zone, lineup.fighters(s)):
            aimed = sum(1 for _, aim in s.c_aims if aim == attacks.TARGET)
            if not at_units or aimed < 2 * s.target[s.c_zone]:
                return target
    if not at_units:
        return options[0]
    threats = [threat_of(s, m, axis.UNIT[words[2]]) for words in at_units]
    most = max(threats)
    return target if target in options and most < 0.5 else at_units[threats.index(most)]


def threat_of(s: Desert, m: Manner, counter: int) -> float:
    """The hits that an Axis unit is likely to make on us as far as nobody strikes it first."""
    threat = float(fights.axis_hits_on(s, m, counter, 0))
    for other, aim in s.c_aims:
        if aim == counter:
            threat *= 1.0 - attacks.attack_value(s, other) / 6
    return threat


def answer_aim(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """A fresh unit takes the attack, and never an HQ if it can be helped."""

    def cost(words: Action) -> tuple[int, bool]:
        stack = lineup.stack_led_by(s, lrdg.UNIT[words[2] if words[0] == "aim" else words[1]])
        return len(stack), s.side[stack[0]] != FULL

    return min(options, key=cost)


def answer_withdraw(s: Desert, m: Manner, _choice: Any, options: list[Action]) -> Action:
    """The neighbour that is best on the way home."""
    road = roads.road_to(s, m, max(1, len(lineup.fighters(s))), s.scenario.home)

    def cost(words: Action) -> float:
        zone = land.ZONE[words[1]]
        return road.cost[zone] + sum(1.0 for near in s.board.neighbours[zone] if s.axis_in(near))

    return min(options, key=cost)


def away(s: Desert, zone: int) -> int:
    """How far a zone is from the nearest force outside the bases."""
    return min((s.board.distance[zone][force] for force in s.outside()), default=99)


def answer_zone_away(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Where the Axis may be put in one of several zones: the one farthest from us, or nowhere."""

    def distance(words: Action) -> int:
        return away(s, land.ZONE[words[-1]]) if words[-1] in land.ZONE else 99

    return max(options, key=distance)


def answer_wake(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """The counter that is farthest from us wakes."""
    return max(options, key=lambda words: away(s, s.axis_zone[axis.UNIT[words[1]]]))


def answer_force(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """The Alarm is answered around a base if it may be, else where we are fewest."""

    def worth(words: Action) -> tuple[bool, int]:
        zone = land.ZONE[words[1]]
        return land.IS_BASE[zone], -len(s.units_in(zone))

    return max(options, key=worth)


def answer_expose(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Bombs fall on the least of the units, on fresh ones before reduced ones, on an HQ last."""

    def cost(words: Action) -> tuple[bool, bool, int]:
        unit = lrdg.UNIT[words[1]]
        return lrdg.KIND[unit] == lrdg.HQ, s.side[unit] != FULL, s.av(unit)

    return min(options, key=cost)


def answer_restore(s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """HQ and the better half teams come back first, reduced ones before destroyed ones."""
    offered = [lrdg.UNIT[words[1]] for words in options if words[0] == "restore"]
    offered.sort(key=lambda u: (lrdg.KIND[u] != lrdg.HQ, maintenance.price(s, u), -lrdg.AV_FULL[u], u))
    left, bought = s.mco_points, []
    for unit in offered:
        if maintenance.price(s, unit) <= left:
            left -= maintenance.price(s, unit)
            bought.append(unit)
    return ("restore", lrdg.UNITS[min(bought)]) if bought else ("done",)


def first(_s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Where it makes little difference."""
    return options[0]


def last(_s: Desert, _m: Manner, _choice: Any, options: list[Action]) -> Action:
    """Where the last option is the most or the least that can be asked for."""
    return options[-1]


Answer = Callable[[Desert, Manner, Any, list[Action]], Action]

ANSWERS: dict[type[Choice], Answer] = {
    purchase.Way: answer_way,
    purchase.Buy: answer_buy,
    scenarios.HoldBack: last,
    scenarios.ThinPool: last,
    points.EventZone: answer_event_zone,
    points.Damage: answer_damage,
    intelligence.Pay: answer_pay,
    supply.Aids: answer_aids,
    lineup.Commit: answer_commit,
    lineup.Pair: answer_pair,
    lineup.FaceTarget: answer_face_target,
    reline.ChooseOpponent: answer_aim,
    attacks.Initiative: answer_initiative,
    attacks.Declare: answer_declare,
    attacks.RerollLrdg: answer_reroll_ours,
    attacks.RerollAxis: answer_reroll_axis,
    attacks.RerollHqDie: answer_reroll_hq,
    attacks.ChooseAim: answer_aim,
    combat.GoOn: answer_go_on,
    combat.Withdraw: answer_withdraw,
    alarm.ChooseForce: answer_force,
    alarm.ChooseWaker: answer_wake,
    alarm.ChooseEntry: answer_zone_away,
    reactions.ChooseAdvance: answer_zone_away,
    aircraft.ChooseField: answer_zone_away,
    aircraft.ChooseLeg: answer_zone_away,
    aircraft.ChooseTargets: answer_expose,
    maintenance.Restore: answer_restore,
}
"""How each question is answered; orders apart, one that is not here takes the first option."""

TAKE_WACO: Action = ("take", lrdg.UNITS[lrdg.THE_WACO])


# What a patrol is after, for whoever asks for advice.
WHY = {
    plan.HOME: "{patrol} is on its way home",
    plan.RAID: "{patrol} is to raid {zone}",
    plan.OBSERVE: "{patrol} is to watch {zone}",
    plan.HUNT: "{patrol} is to beat a lone Axis unit at {zone}",
    plan.LOOK: "{patrol} is to call the Waco over {zone}",
}


ANSWERED: dict[type[Choice], str] = {
    purchase.Way: "half teams of the better kind cost no more than the historical ones",
    purchase.Buy: "a patrol has an HQ, its best fighters, and no more than can be home in time",
    points.EventZone: "the event is likely to do most good there",
    points.Damage: "one Maintenance serves all the markers of a zone",
    lineup.Commit: "everybody who fights stands in contact, unless the force is about to leave",
    lineup.Pair: "an HQ helps the strongest unit most",
    lineup.FaceLine: "whoever is left over helps where he is needed",
    lineup.FaceTarget: "the strongest stack faces the target",
    combat.Withdraw: "it is best on the way home",
    aircraft.ChooseTargets: "the least of the units, and never an HQ if it can be helped",
    maintenance.Restore: "HQ and the better teams come back first",
}
"""What an answer is for, where its forecast does not tell."""
BY_VERB = {
    "continue": "to fight on promises more than to leave",
    "regroup": "others should stand in contact",
    "pull-back": "to leave promises more than to fight on",
    "pay": "the observation scores",
    "break": "it was only a way in, and scores nothing",
}
"""The same where it depends on the answer."""


def zone_word(zone: int) -> str:
    """A zone as a sentence names it."""
    return f"{{{land.ZONES[zone]}}}" if zone >= 0 else "a zone of the mission"


def patrol_of(s: Desert, words: Action) -> int:
    """The patrol that an action is of; -1 where it names none of its units."""
    for word in words[1:]:
        if word in PATROLS:
            return PATROLS.index(word)
        if word in lrdg.UNIT:
            return s.patrol[lrdg.UNIT[word]]
    return -1


def order_of(view: dict[str, Any], line: tuple[Action, ...], own: plan.Order) -> plan.Order:
    """The order that a line of links comes to: a stack and where it goes, or a whole action. A stack that is only begun
    is taken to be the plan's own."""
    *links, last = line
    if last[0] == "with":
        return own
    stack = (*view["named"], *(lrdg.UNIT[link[1]] for link in links if link[0] == "with")) or tuple(view["mover"])
    return plan.Order(last, tuple(sorted(stack)) if last[0] == "go" else ())


def march_told(s: Desert, order: plan.Order) -> str:
    """Who goes where, and how likely they are to get there unseen; nothing of another order."""
    if order.words[0] != "go" or not order.units:
        return ""
    good, chance = next(
        iter(discretion.entry_odds(s, discretion.ENTRY, land.ZONE[order.words[1]], order.units).items())
    )
    told = good if chance == 1 else f"{percent(chance)} {good}"
    return f"{', '.join([f'{{{lrdg.UNITS[u]}}}' for u in order.units])} to {{{order.words[1]}}}: {told}"


class Greedy(QuickBot):
    """The bot `greedy`."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed)
        self.manner = Manner(argument)
        self.known: dict[str, Any] = {}
        self.planned = plan.Order(("pass",))

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        """What the plan says."""
        s: Desert = seen.position
        choice = s.choice
        assert choice is not None, "a bot is asked"
        if isinstance(choice, actions.Act):
            order = self.order(seen)
            return order.go_on(s.named) if s.named else order.begin(s.mover, options)
        return ANSWERS.get(type(choice), first)(s, self.manner, choice, options)

    def explain(self, seen: Seen, action: Action, then: tuple[Action, ...]) -> tuple[str, tuple[str, ...]]:
        """The order of which an action is a part, its chance, and the errand, if it is what that errand asks for."""
        s: Desert = seen.position
        choice = s.choice
        if not isinstance(choice, actions.Act):
            if action == TAKE_WACO:
                return "it sees from two links away, and is not noticed where nobody is", ()
            if isinstance(choice, (combat.GoOn, intelligence.Pay)):
                return BY_VERB.get(action[0], ""), ()
            return ("" if choice is None else ANSWERED.get(type(choice), "")), ()
        own = self.order(seen)
        order = order_of(seen.view, (action, *then), own)
        units = [lrdg.UNITS[u] for u in order.units]
        told = march_told(s, order) or seen.forecasts[seen.options.index(action)].text
        parts = [told] if told else []
        if order.words[0] == "watch" and land.ZONE[order.words[2]] not in s.scenario.observe:
            parts.append(f"a way to slip into {{{order.words[2]}}}, where nothing is to be watched")
        patrol = s.patrol[order.units[0]] if units else patrol_of(s, order.words)
        lit: tuple[str, ...] = (*units, *order.words[1:])
        if patrol >= 0 and order == own:
            what = plan.errand(s, self.manner, patrol, plan.party_of(s, self.manner, patrol))
            parts.append(WHY[what.kind].format(patrol=f"{{{PATROLS[patrol]}}}", zone=zone_word(what.zone)))
            lit = (*lit, *([land.ZONES[what.zone]] if what.zone >= 0 else []))
        elif own.words == order.words == ("pass",):
            parts.append("nobody has anything left to do that is worth its points")
        return "; ".join(parts), lit

    def otherwise(self, options: list[Action], wanted: Action) -> Action:
        """Where the plan asks for what is not on offer, nothing is done."""
        return ("pass",) if ("pass",) in options else options[0]

    def order(self, seen: Seen) -> plan.Order:
        """The order of the action phase; while a stack is being named, the one found before."""
        known = {name: value for name, value in seen.view.items() if name not in ("mover", "named")}
        if known != self.known:
            self.known = known
            self.planned = plan.order(seen.position, self.manner)
        return self.planned
