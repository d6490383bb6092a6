"""Chapter 6.1.1, movement: what a step costs, who may take it, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.state import (
    BOARDS,
    BROKE_OFF,
    CLOSED,
    IMMOBILE,
    IN_RESERVE,
    LOW,
    PATROLS,
    PLACED,
    SPENT,
    STUCK,
    ZONES,
    Desert,
    DesertChoice,
    LrdgAction,
    changed,
)
from sandtable.kernel.flow import Action, Refusal

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen

INACTIVE = LOW | CLOSED | IN_RESERVE

CHEAPEST_HALVES = tuple(
    tuple(min(tables.MOVE_HALVES[land.LINK_KIND[board.link[z][n]]] for n in board.neighbours[z]) for z in range(ZONES))
    for board in BOARDS
)
"""For each board and zone, the half AP of the cheapest link that leaves it."""


# --- who may act -----------------------------------------------------------------------------------------------------


def patrol_refusal(s: Desert, patrol: int) -> Refusal | None:
    """WDW-617.4, WDW-734.6, WDW-85.7 A patrol in low profile, one that left a target combat, and one in reserve do
    nothing more this turn."""
    status = s.status[patrol]
    word = PATROLS[patrol]
    if not s.units_of(patrol):
        return Refusal("WDW-52.1", f"{{{word}}} has no unit left" if word else "")
    if status & IN_RESERVE:
        return Refusal("WDW-85.7", f"{{{word}}} waits in reserve at {{koufra}}")
    if status & LOW:
        return Refusal("WDW-617.4", f"{{{word}}} keeps a low profile and does nothing else this turn")
    if status & CLOSED:
        return Refusal("WDW-734.6", f"{{{word}}} left a target combat, which ended its actions this turn")
    return None


def unit_refusal(s: Desert, unit: int) -> Refusal | None:
    """WDW-52.1 A unit acts while it is on the map and its patrol may act."""
    if s.zone[unit] < 0:
        return Refusal("WDW-52.1", f"{{{lrdg.UNITS[unit]}}} is not on the map")
    return patrol_refusal(s, s.patrol[unit])


def ap_refusal(s: Desert, patrol: int, cost: int) -> Refusal | None:
    """WDW-60.2, WDW-3.9 An action is refused if the patrol lacks the AP; any of its units may spend them."""
    if s.ap[patrol] < cost:
        return Refusal("WDW-60.2", f"that costs {cost} AP and {{{PATROLS[patrol]}}} has {s.ap[patrol]}")
    return None


def immobile_refusal(s: Desert, units: tuple[int, ...]) -> Refusal | None:
    """WDW-51.22, WDW-613.16 After event 18 no unit of the patrol moves, reconnoitres or is slipped away to observe this
    turn, not even as a member of another patrol; nor does a unit that Intelligence placed in another zone."""
    patrol = s.patrol[units[0]]
    if s.status[patrol] & IMMOBILE:
        return Refusal("WDW-51.22", f"an event keeps {{{PATROLS[patrol]}}} from moving this turn")
    for unit in units:
        if s.done[unit] & STUCK:
            return Refusal("WDW-51.22", f"an event of its former patrol keeps {{{lrdg.UNITS[unit]}}} from moving")
        if s.done[unit] & PLACED:
            return Refusal("WDW-613.16", f"{{{lrdg.UNITS[unit]}}} was slipped in to observe and stays for this turn")
    return None


def trucks_refusal(stack: tuple[int, ...]) -> Refusal | None:
    """WDW-31.3, WDW-31.4, WDW-614.12 Light and Heavy units do not go alone, only with at least one unit of another
    kind."""
    if all(lrdg.IS_TRUCK[u] for u in stack):
        return Refusal("WDW-31.3", "Light and Heavy units cannot go without a unit of another kind")
    return None


def pay(s: Desert, patrol: int, cost: int) -> None:
    """WDW-60.2, WDW-32.5, WDW-3.9 The patrol's AP are spent."""
    s.ap[patrol] -= cost
    s.status[patrol] |= SPENT


def active(s: Desert) -> list[int]:
    """WDW-52.1 The patrols that may act, in their order."""
    return [p for p in s.in_play() if not s.status[p] & INACTIVE]


# --- what it costs ---------------------------------------------------------------------------------------------------


def move_halves(s: Desert, size: int, start: int, end: int) -> int:
    """WDW-611.1, WDW-611.2 Half AP of a link for a stack: off-path 2 AP, path 1, road 1/2 for each unit."""
    return tables.MOVE_HALVES[land.LINK_KIND[s.board.link[start][end]]] * size


def move_cost(s: Desert, stack: tuple[int, ...], end: int) -> int:
    """WDW-611.3 The AP that a stack pays for a link, rounded up; by option only the whole move is rounded."""
    halves = move_halves(s, len(stack), s.zone[stack[0]], end)
    if s.options["road_rounding"] == "move" and stack == s.mover:
        return (s.halves + halves + 1) // 2 - (s.halves + 1) // 2
    return (halves + 1) // 2


def go_refusal(s: Desert, stack: tuple[int, ...], end: int) -> Refusal | None:
    """WDW-331.2, WDW-611.2, WDW-611.19 A stack of one patrol goes along a link that it can pay for."""
    start, patrol = s.zone[stack[0]], s.patrol[stack[0]]
    if s.board.link[start][end] == land.NO_LINK:
        return Refusal("WDW-331.2", f"no link joins {{{land.ZONES[start]}}} and {{{land.ZONES[end]}}}")
    return immobile_refusal(s, stack) or trucks_refusal(stack) or ap_refusal(s, patrol, move_cost(s, stack, end))


def go_zones(s: Desert, stack: tuple[int, ...]) -> list[int]:
    """Where a stack may go: `go_refusal` asked of every neighbour, quicker."""
    patrol = s.patrol[stack[0]]
    if s.status[patrol] & IMMOBILE or trucks_refusal(stack):
        return []
    ap = s.ap[patrol]
    return [z for z in s.board.neighbours[s.zone[stack[0]]] if move_cost(s, stack, z) <= ap]


def mover(s: Desert) -> tuple[int, ...]:
    """The stack that moved last and may go on without being named again, if it still stands together and may act."""
    stack = s.mover
    if stack and s.status[s.patrol[stack[0]]] & INACTIVE == 0:
        zone, patrol = s.zone[stack[0]], s.patrol[stack[0]]
        if zone >= 0 and all(s.zone[u] == zone and s.patrol[u] == patrol for u in stack):
            return stack
    return ()


# --- what happens ----------------------------------------------------------------------------------------------------


def stop_watching(s: Desert, unit: int, why: str) -> None:
    """WDW-613.13, WDW-81.9 An observer that moves, fights in contact or is not paid for loses its observation. Where an
    unbroken watch counts it is noted, since the same unit cannot keep the watch going by beginning anew."""
    if s.watch_end[unit]:
        if scenarios.is_observed(s, s.zone[unit]):
            s.done[unit] |= BROKE_OFF
        s.watch_end[unit] = 0
        s.watch_turns = changed(s.watch_turns, unit, 0)
        s.say("WDW-613.13", f"{{}} {why} and breaks off its observation", lrdg.UNITS[unit],
              facts=(("unmarked", lrdg.UNITS[unit], "observing"),))  # fmt: skip


def place(s: Desert, unit: int, zone: int) -> None:
    """WDW-3.1, WDW-613.13, WDW-54.1 A unit comes to stand in a zone, where any number may be; its observation ends. It
    has come in when it reaches an authorised return base from anywhere else."""
    stop_watching(s, unit, "moves")
    home = s.scenario.home
    if zone in home and s.zone[unit] not in home:
        s.last_in = s.turn
    s.zone[unit] = zone
    scenarios.call_landing(s, zone)


# --- the verb --------------------------------------------------------------------------------------------------------


def stack_to_go(s: Desert) -> tuple[int, ...]:
    """The stack that “go” would move: the one being named, or the one that moved last."""
    return s.named or mover(s)


class Go(LrdgAction):
    """WDW-611.1, WDW-611.2, WDW-611.4 A stack pays for a link, enters the zone and takes a Discretion test there. It
    may go on while AP last, also after a failed test or a skirmish."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, word) if word in land.ZONE:
                stack = stack_to_go(s)
                if not stack:
                    return Refusal("WDW-611.2", "name the units that go first, with “with”")
                if s.parties:
                    return Refusal("WDW-614.9", "the detachments named so far go on reconnaissance together")
                return go_refusal(s, stack, land.ZONE[word])
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        stack = stack_to_go(s)
        if not stack or s.parties:
            return []
        return [("go", land.ZONES[z]) for z in go_zones(s, stack)]

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        stack, zone = stack_to_go(s), land.ZONE[action[1]]
        test = discretion.forecast(s, discretion.ENTRY, zone, stack, 0, len(stack))
        return terms.joined(f"{move_cost(s, stack, zone)} AP", test)

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        s = seen.position
        return discretion.entry_odds(s, discretion.ENTRY, land.ZONE[action[1]], stack_to_go(s))

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        go(s, stack_to_go(s), land.ZONE[action[1]])


GO = Go("go", "Go to")


def go(s: Desert, stack: tuple[int, ...], end: int) -> None:
    """WDW-611.1, WDW-611.2, WDW-611.4 A stack goes along a link and is tested where it comes to."""
    start, patrol = s.zone[stack[0]], s.patrol[stack[0]]
    cost = move_cost(s, stack, end)
    halves = move_halves(s, len(stack), start, end)
    s.halves = s.halves + halves if stack == s.mover else halves
    s.mover = stack
    s.named = ()
    pay(s, patrol, cost)
    s.tell(lambda: tell_going(s, stack, start, end, cost))
    for unit in stack:
        place(s, unit, end)
    s.then(discretion.Test(discretion.ENTRY, end, stack), scenarios.Landing())


def tell_going(s: Desert, stack: tuple[int, ...], start: int, end: int, cost: int) -> None:
    """The log line of a move: who, by what kind of link, and its price."""
    kind = land.LINK_KINDS[land.LINK_KIND[s.board.link[start][end]]]
    way = "off the paths" if kind == "off" else f"by {kind}"
    goes = "goes" if len(stack) == 1 else "go"
    word = PATROLS[s.patrol[stack[0]]]
    moved = [("moved", lrdg.UNITS[u], land.ZONES[start], land.ZONES[end]) for u in stack]
    s.say(
        "WDW-611.1", f"{terms.listed(stack)} {goes} {way} to {{}} for {cost} AP", land.ZONES[end],
        facts=(*moved, ("counted", f"ap-{word}", str(s.ap[s.patrol[stack[0]]]))),
    )  # fmt: skip
