"""Chapter 4.1, choice and purchase: the historical patrols, or units bought within the budget."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land, lrdg, missions, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r04_setup as setup
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.state import (
    CHOICE,
    IN_SUPPORT,
    PATROLS,
    UNITS,
    Desert,
    DesertChoice,
    DesertStep,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural


@dataclass(frozen=True)
class Begin(DesertStep):
    """WDW-41.1 A mission begins with the choice of its patrols."""

    def do(self, s: Desert) -> None:
        s.phase = CHOICE
        s.say("WDW-41.1", f"Patrols for {s.scenario.budget} points", facts=(("phase", "choice"),))
        s.then(Way())


# --- what is available -----------------------------------------------------------------------------------------------


def is_taken(s: Desert, unit: int) -> bool:
    """Whether a unit has been chosen for this mission already."""
    return s.patrol[unit] >= 0 or (unit == lrdg.THE_WACO and s.waco == IN_SUPPORT)


def available(s: Desert, unit: int) -> bool:
    """WDW-41.7, WDW-3.5, WDW-3.7 Whether a unit may still be chosen."""
    return not is_taken(s, unit) and scenarios.unavailable(s, unit) is None


def free_of_kind(s: Desert, kind: int, after: int = -1) -> list[int]:
    """Units of a kind that may still be chosen, those after a place in the data."""
    return [u for u in lrdg.OF_KIND[kind] if u > after and available(s, u)]


def historical_refusal(s: Desert) -> Refusal | None:
    """WDW-41.10, WDW-41.1 The historical patrols are taken only if every unit that they list is available."""
    if not s.scenario.patrols:
        return Refusal("WDW-41.1", "this scenario lists no historical patrols; units are bought")
    needed: dict[int, int] = {}
    for patrol in s.scenario.patrols:
        for unit in patrol.units:
            refusal = scenarios.unavailable(s, unit)
            if refusal is not None:
                return Refusal("WDW-41.10", f"the historical patrols are not complete: {refusal.text}")
        for kind, number in patrol.picks:
            needed[kind] = needed.get(kind, 0) + number
    for kind, number in needed.items():
        there = len(free_of_kind(s, kind))
        if there < number:
            word = lrdg.KINDS[kind]
            return Refusal("WDW-41.10", f"the historical patrols need {number} of kind {word}; {there} are available")
    return None


def can_be_manned(s: Desert) -> bool:
    """WDW-80.7 Whether some available unit can go out on its own, within the budget and under an HQ if there is one."""
    hqs = free_of_kind(s, lrdg.HQ)
    if hqs:
        return min(lrdg.COST[u] for u in hqs) <= s.scenario.budget
    return any(available(s, u) and moves_alone(u) and lrdg.COST[u] <= s.scenario.budget for u in range(UNITS))


def kind_name(kind: int) -> str:
    """What units of a kind are called: SAS, HQ, Det."""
    return lrdg.NAME[lrdg.OF_KIND[kind][0]].replace("/", " ").split()[0]


def patrol_list(patrol: missions.Patrol) -> str:
    """A historical patrol as its scenario lists it, and where it is bound for."""
    picked = [f"{number} {kind_name(kind)}" for kind, number in patrol.picks]
    towards = f" towards {{{land.ZONES[patrol.towards]}}}" if patrol.towards != missions.NONE else ""
    return ", ".join([*(f"{{{lrdg.UNITS[u]}}}" for u in patrol.units), *picked]) + towards


@dataclass(frozen=True)
class Way(DesertChoice):
    """WDW-41.1, WDW-80.7 The player takes the historical patrols or buys units; a mission of a campaign may be
    declined, and one that cannot be manned is."""

    clause = "WDW-41.1"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """The historical patrols, where there are such; otherwise what can be bought."""
        return self.offer(s)[0]

    def offer(self, s: Desert) -> list[Action]:
        options: list[Action] = []
        if historical_refusal(s) is None:
            options.append(act("historical"))
        if can_be_manned(s):
            options.append(act("buy"))
        if s.setup.scenario == missions.CAMPAIGN or not options:
            options.append(act("decline"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("historical",):
                for number, patrol in enumerate(s.scenario.patrols):
                    for unit in patrol.units:
                        s.patrol[unit] = number
                for number, patrol in enumerate(s.scenario.patrols):
                    s.then(*(Pick(number, kind, count) for kind, count in patrol.picks))
                s.then(Chosen())
            case ("buy",):
                s.then(Buy(0))
            case _:
                s.then(scenarios.Forfeit())

    def is_final(self, s: Desert, action: Action) -> bool:
        return action == ("decline",)

    def ask(self, s: Desert) -> str:
        ways = [f"buy units for {s.scenario.budget} points"]
        if historical_refusal(s) is None:
            lists = "; ".join(f"{{{PATROLS[n]}}}: {patrol_list(patrol)}" for n, patrol in enumerate(s.scenario.patrols))
            ways.insert(0, f"take the historical patrols ({lists})")
        if s.setup.scenario == missions.CAMPAIGN:
            ways.append("decline the mission, which then counts as lost")
        text = ", or ".join(ways)
        return f"{text[0].upper()}{text[1:]}?"

    def refuse(self, s: Desert, action: Action) -> Refusal:
        refusal: Refusal | None = None
        if action == ("historical",):
            refusal = historical_refusal(s)
        elif action == ("decline",):
            refusal = Refusal("WDW-80.7", "only a mission of a campaign may be declined")
        elif action == ("buy",):
            refusal = Refusal("WDW-80.7", "no unit that could go out on its own is available")
        return refusal or super().refuse(s, action)


@dataclass(frozen=True)
class Pick(DesertChoice):
    """WDW-41.1, WDW-41.9 Where a historical patrol lists a number of like units the player says which, in the order
    of the counters; any HQ may lead any patrol."""

    number: int
    kind: int
    left: int
    last: int = -1
    clause = "WDW-41.1"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """The first of those that are left; they are alike."""
        return self.offer(s)[0]

    def offer(self, s: Desert) -> list[Action]:
        free = free_of_kind(s, self.kind, self.last)
        return [act("take", lrdg.UNITS[u]) for u in free[: len(free) - self.left + 1]]

    def chosen(self, s: Desert, action: Action) -> None:
        unit = lrdg.UNIT[action[1]]
        s.patrol[unit] = self.number
        if self.left > 1:
            s.then(Pick(self.number, self.kind, self.left - 1, unit))

    def ask(self, s: Desert) -> str:
        return f"Which {kind_name(self.kind)} goes with {{{PATROLS[self.number]}}}? {self.left} to name"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.number],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        if len(action) == 2 and action[0] == "take" and action[1] in lrdg.UNIT:
            unit = lrdg.UNIT[action[1]]
            if lrdg.KIND[unit] != self.kind:
                return Refusal("WDW-41.1", f"the list asks for {kind_name(self.kind)} here")
            if is_taken(s, unit):
                return Refusal("WDW-41.7", f"{{{action[1]}}} has been chosen already")
            return scenarios.unavailable(s, unit) or Refusal("WDW-41.1", "units are named in the order of the counters")
        return super().refuse(s, action)


# --- purchase --------------------------------------------------------------------------------------------------------


def spent(s: Desert) -> int:
    """WDW-41.2, WDW-41.3, WDW-41.4 What the units chosen so far cost."""
    of = s.patrol
    cost = sum([price for u, price in enumerate(lrdg.COST) if of[u] >= 0])
    return cost + (lrdg.COST[lrdg.THE_WACO] if s.waco == IN_SUPPORT else 0)


def points_left(s: Desert) -> int:
    """WDW-41.8 What is left of the budget."""
    return s.scenario.budget - spent(s)


def kept_back(s: Desert, patrol: int) -> int:
    """WDW-81.8 Points that the patrols after this one need for their HQ, where the scenario asks for more of them."""
    return hq_cost() * max(0, s.scenario.least_patrols - 1 - patrol)


def hq_cost() -> int:
    """WDW-41.3 What an HQ costs."""
    return lrdg.COST[lrdg.OF_KIND[lrdg.HQ][0]]


def has_hq(s: Desert, patrol: int) -> bool:
    """Whether a patrol that is being bought has its HQ."""
    return any(s.patrol[u] == patrol for u in lrdg.OF_KIND[lrdg.HQ])


def needs_hq(s: Desert, patrol: int) -> bool:
    """WDW-41.6 Every bought patrol contains one HQ; where none is available a single patrol does without."""
    return not has_hq(s, patrol) and bool(free_of_kind(s, lrdg.HQ))


def buy_refusal(s: Desert, patrol: int, last: int, unit: int, left: int) -> Refusal | None:
    """WDW-41.5, WDW-41.7 Whether a unit may be bought for a patrol with the points left. Units are named in the order
    of the counters."""
    if is_taken(s, unit):
        return Refusal("WDW-41.7", f"{{{lrdg.UNITS[unit]}}} has been chosen already")
    refusal = (
        scenarios.unavailable(s, unit)
        or points_refusal(s, patrol, unit, left)
        or leader_refusal(s, patrol, unit, left - kept_back(s, patrol))
    )
    if refusal is None and unit <= last:
        refusal = Refusal("WDW-41.5", "units are named in the order of the counters")
    return refusal


def points_refusal(s: Desert, patrol: int, unit: int, left: int) -> Refusal | None:
    """WDW-41.8, WDW-81.8 A unit costs no more than the points left; those for the HQ of patrols that must follow are
    kept back."""
    cost = lrdg.COST[unit]
    if cost > left:
        word = lrdg.UNITS[unit]
        return Refusal("WDW-41.8", f"{{{word}}} costs {cost}; {left} of {s.scenario.budget} points are left")
    if cost > left - kept_back(s, patrol):
        number = s.scenario.least_patrols
        return Refusal("WDW-81.8", f"the points are spent on {number} patrols; those that follow need their HQ")
    return None


def leader_refusal(s: Desert, patrol: int, unit: int, left: int) -> Refusal | None:
    """WDW-41.6, WDW-31.3 A patrol has one HQ, whose price is kept back until it is there; where none is to be had, a
    unit that goes out on its own."""
    patrol_word, word = PATROLS[patrol], lrdg.UNITS[unit]
    if lrdg.KIND[unit] == lrdg.HQ:
        return (
            Refusal("WDW-41.6", f"{{{patrol_word}}} has its HQ; a patrol contains one") if has_hq(s, patrol) else None
        )
    left -= lrdg.COST[unit]
    led = has_hq(s, patrol)
    hqs = [] if led else free_of_kind(s, lrdg.HQ)
    if hqs:
        if not any(u > unit for u in hqs):
            return Refusal("WDW-41.6", f"{{{patrol_word}}} must take its HQ before {{{word}}}")
        if left < hq_cost():
            return Refusal("WDW-41.6", f"{{{patrol_word}}} needs an HQ for {hq_cost()}; {left} points would be left")
    elif not led and not moves_alone(unit) and not has_mover(s, patrol):
        if not any(moves_alone(u) and available(s, u) and lrdg.COST[u] <= left for u in range(unit + 1, UNITS)):
            return Refusal("WDW-31.3", f"{{{word}}} cannot go without a unit of another kind, and none could follow")
    return None


def moves_alone(unit: int) -> bool:
    """WDW-31.3 Whether a unit goes out on its own: neither truck nor aircraft."""
    return not lrdg.IS_TRUCK[unit] and unit != lrdg.THE_WACO


def has_mover(s: Desert, patrol: int) -> bool:
    """Whether a patrol that is being bought has a unit that goes out on its own."""
    return any(s.patrol[u] == patrol and moves_alone(u) for u in range(UNITS))


def complete_refusal(s: Desert, patrol: int) -> Refusal | None:
    """WDW-41.6, WDW-31.3 A patrol is complete with its HQ; without any HQ to be had, with a unit that can go on its
    own."""
    if has_hq(s, patrol):
        return None
    if needs_hq(s, patrol):
        return Refusal("WDW-41.6", f"{{{PATROLS[patrol]}}} needs an HQ")
    if has_mover(s, patrol):
        return None
    return Refusal("WDW-31.3", f"{{{PATROLS[patrol]}}} has no unit that could go without another")


def next_refusal(s: Desert, patrol: int) -> Refusal | None:
    """WDW-41.5, WDW-3.3 Another patrol may be bought, up to three, if there is an HQ for it."""
    refusal = complete_refusal(s, patrol)
    if refusal is not None:
        return refusal
    if patrol + 1 >= tables.MOST_PATROLS:
        return Refusal("WDW-41.5", "there are at most three patrols")
    if not free_of_kind(s, lrdg.HQ):
        return Refusal("WDW-41.6", "there is no HQ for another patrol")
    if points_left(s) < hq_cost():
        return Refusal("WDW-41.8", f"another patrol needs an HQ for {hq_cost()}; the points do not suffice")
    return None


def done_refusal(s: Desert, patrol: int) -> Refusal | None:
    """WDW-81.8 The purchase is over when the patrol is complete and there are as many as the scenario asks for."""
    refusal = complete_refusal(s, patrol)
    if refusal is None and patrol + 1 < s.scenario.least_patrols:
        refusal = Refusal(
            "WDW-81.8", f"the points are spent on {s.scenario.least_patrols} patrols; “next” begins another"
        )
    return refusal


@dataclass(frozen=True)
class Buy(DesertChoice):
    """WDW-41.5, WDW-41.6, WDW-41.9, WDW-31.2 Units are bought patrol by patrol, in the order of the counters; points
    not spent are lost. The Waco serves every patrol."""

    patrol: int
    last: int = -1
    clause = "WDW-41.5"
    sets_up = True

    def propose(self, s: Desert) -> Action:
        """As many patrols as there must be, each with an equal share of the points, spent in the order of the list."""
        number = s.scenario.least_patrols
        used = sum([lrdg.COST[u] for u in range(UNITS) if s.patrol[u] == self.patrol])
        share = s.scenario.budget // number - used
        if needs_hq(s, self.patrol):
            share -= hq_cost()
        options = self.offer(s)
        for action in options:
            if action[0] == "take":
                unit = lrdg.UNIT[action[1]]
                if lrdg.KIND[unit] == lrdg.HQ or (moves_alone(unit) and lrdg.COST[unit] <= share):
                    return action
        return act("next") if act("next") in options and self.patrol + 1 < number else options[-1]

    def offer(self, s: Desert) -> list[Action]:
        patrol, last, left = self.patrol, self.last, points_left(s)
        units = [u for u in range(last + 1, UNITS) if lrdg.COST[u] <= left]  # no other is worth a question (WDW-41.8)
        options = [act("take", lrdg.UNITS[u]) for u in units if buy_refusal(s, patrol, last, u, left) is None]
        if next_refusal(s, patrol) is None:
            options.append(act("next"))
        if done_refusal(s, patrol) is None:
            options.append(act("done"))
        return options

    def chosen(self, s: Desert, action: Action) -> None:
        match action:
            case ("take", word):
                unit = lrdg.UNIT[word]
                if unit == lrdg.THE_WACO:
                    s.waco = IN_SUPPORT
                else:
                    s.patrol[unit] = self.patrol
                s.then(Buy(self.patrol, unit))
            case ("next",):
                s.then(Buy(self.patrol + 1))
            case _:
                s.then(Chosen())

    def price(self, s: Desert, action: Action) -> str:
        return plural(lrdg.COST[lrdg.UNIT[action[1]]], "point") if action[0] == "take" else ""

    def label(self, s: Desert, action: Action) -> str:
        return "Set out with these" if action == ("done",) else ""

    def ask(self, s: Desert) -> str:
        left = points_left(s)
        taken = [u for u in range(UNITS) if s.patrol[u] == self.patrol]
        so_far = f"So far {terms.listed(taken)}" if taken else "Name them in the order of the list"
        needs = ", and it needs an HQ" if needs_hq(s, self.patrol) else ""
        return f"Units for {{{PATROLS[self.patrol]}}}: {left} of {s.scenario.budget} points left{needs}. {so_far}"

    def about(self, s: Desert) -> tuple[str, ...]:
        return (PATROLS[self.patrol],)

    def refuse(self, s: Desert, action: Action) -> Refusal:
        refusal: Refusal | None = None
        match action:
            case ("take", word) if word in lrdg.UNIT:
                refusal = buy_refusal(s, self.patrol, self.last, lrdg.UNIT[word], points_left(s))
            case ("next",):
                refusal = next_refusal(s, self.patrol)
            case ("done",):
                refusal = done_refusal(s, self.patrol)
        return refusal or super().refuse(s, action)


@dataclass(frozen=True)
class Chosen(DesertStep):
    """WDW-3.3, WDW-3.4, WDW-333.1 The patrols are formed; support units that nobody took, and the Waco, stay in the
    Support area."""

    def do(self, s: Desert) -> None:
        s.roster = tuple(u for u in range(UNITS) if s.patrol[u] >= 0)
        for patrol in range(tables.MOST_PATROLS):
            units = [u for u in s.roster if s.patrol[u] == patrol]
            if units:
                s.say("WDW-41.5", f"{{}}: {terms.listed(units)}", PATROLS[patrol])
        if s.waco == IN_SUPPORT:
            s.say("WDW-333.1", "{} waits in the Support area", lrdg.UNITS[lrdg.THE_WACO])
        s.then(setup.Begin())
