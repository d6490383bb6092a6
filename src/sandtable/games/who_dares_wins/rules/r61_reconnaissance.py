"""Chapter 6.1.4, Reconnaissance: detachments look into the next zones and come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.games.who_dares_wins.box import land, lrdg, tables
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r61_discretion as discretion
from sandtable.games.who_dares_wins.rules import r61_movement as movement
from sandtable.games.who_dares_wins.state import (
    IMMOBILE,
    PATROLS,
    Desert,
    DesertChoice,
    DesertStep,
    LrdgAction,
    Party,
    changed,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

if TYPE_CHECKING:
    from sandtable.kernel.seen import Seen


def zone_refusal(s: Desert, start: int, zone: int, parties: tuple[Party, ...]) -> Refusal | None:
    """WDW-614.2, WDW-614.9 A zone next to where the detachment stands, each its own; not a base, and not one where a
    Recon OK lies already."""
    word = land.ZONES[zone]
    if s.board.link[start][zone] == land.NO_LINK:
        return Refusal("WDW-331.2", f"{{{word}}} is not next to {{{land.ZONES[start]}}}")
    if land.IS_BASE[zone]:
        return Refusal("WDW-614.2", f"{{{word}}} is a base and needs no reconnaissance")
    if s.zone_ok[zone]:
        return Refusal("WDW-614.4", f"a Recon OK lies at {{{word}}} already")
    if any(zone == taken for taken, _ in parties):
        return Refusal("WDW-614.9", f"another detachment goes to {{{word}}}; each has a zone of its own")
    return None


def trucks_refusal(units: tuple[int, ...]) -> Refusal | None:
    """WDW-614.12 A detachment of Light and Heavy units only cannot reconnoitre."""
    if movement.trucks_refusal(units) is not None:
        return Refusal("WDW-614.12", "Light and Heavy units do not reconnoitre without a unit of another kind")
    return None


def scout_refusal(s: Desert, units: tuple[int, ...], zone: int, parties: tuple[Party, ...]) -> Refusal | None:
    """WDW-614.1 A detachment that is not of trucks alone, for 3 AP beside those of the detachments
    declared."""
    patrol = s.patrol[units[0]]
    return (
        zone_refusal(s, s.zone[units[0]], zone, parties)
        or movement.immobile_refusal(s, units)
        or trucks_refusal(units)
        or movement.ap_refusal(s, patrol, tables.AP_RECONNAISSANCE * (len(parties) + 1))
    )


def scout_zones(s: Desert, patrol: int, start: int, parties: tuple[Party, ...]) -> list[int]:
    """Zones that one more detachment of a patrol could look into: `scout_refusal` asked of every neighbour, quicker."""
    if s.status[patrol] & IMMOBILE or s.ap[patrol] < tables.AP_RECONNAISSANCE * (len(parties) + 1):
        return []
    taken = [zone for zone, _ in parties]
    ok = s.zone_ok
    return [z for z in s.board.neighbours[start] if not land.IS_BASE[z] and not ok[z] and z not in taken]


def support_drm(s: Desert, units: tuple[int, ...]) -> int:
    """WDW-614.10 Survey and Signal give -1 each, from within the detachment (by option from anywhere in the patrol)."""
    helpers = s.units_of(s.patrol[units[0]]) if s.options["scout_support"] == "patrol" else units
    return sum(lrdg.RECONNAISSANCE_DRM[u] for u in helpers)


def odds(s: Desert, parties: tuple[Party, ...]) -> dict[str, float]:
    """WDW-614.2, WDW-614.9 How many detachments come back; waiting events go to the first that is tested."""
    twin = s.clone()
    chances = []
    for zone, units in parties:
        drm = support_drm(twin, units)
        chances.append(discretion.chance_to_pass(twin, discretion.SCOUT, zone, units, drm))
        decided = discretion.automatic(twin, units)
        if decided is not None:
            twin.pending = discretion.without(twin.pending, [decided])
        else:
            patrol = twin.patrol[units[0]]
            twin.pending = tuple(one for one in twin.pending if one[0] != patrol)
    spread = terms.spread(chances)
    if len(parties) == 1:
        return discretion.outcomes(spread[1], "back with a Recon OK")
    return {f"{back} of {len(parties)} detachments come back": weight for back, weight in enumerate(spread)}


class Scout(LrdgAction):
    """WDW-614.1, WDW-614.9 The stack being named is a detachment that looks into a zone; others may follow it."""

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        match action:
            case (_, zone) if zone in land.ZONE:
                if not s.named:
                    return Refusal("WDW-611.2", "name a unit first, with “with”")
                return scout_refusal(s, s.named, land.ZONE[zone], s.parties)
        return None

    def offer(self, s: Desert, at: DesertChoice) -> list[Action]:
        if not s.named or movement.trucks_refusal(s.named) is not None:
            return []
        first = s.named[0]
        return [("scout", land.ZONES[z]) for z in scout_zones(s, s.patrol[first], s.zone[first], s.parties)]

    def price(self, s: Desert, at: DesertChoice, action: Action) -> str:
        drm = support_drm(s, s.named)
        test = discretion.forecast(s, discretion.SCOUT, land.ZONE[action[1]], s.named, drm)
        return terms.joined(f"{tables.AP_RECONNAISSANCE} AP", test)

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        s = seen.position
        return odds(s, (*s.parties, (land.ZONE[action[1]], s.named)))

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        s.parties = (*s.parties, (land.ZONE[action[1]], s.named))
        s.named = ()


SCOUT = Scout("scout", "Reconnoitre")


class Reconnoitre(LrdgAction):
    """WDW-614.1, WDW-614.9 All detachments are declared and paid together, then tested in the order declared, before
    any combat that follows."""

    def tries(self, s: Desert, at: DesertChoice) -> list[Action]:
        return [("begin",)] if s.parties and not s.named else []

    def refuse(self, s: Desert, at: DesertChoice, action: Action) -> Refusal | None:
        if s.named or not s.parties:
            return Refusal("WDW-614.9", "the stack that is being named has nowhere to look yet")
        return None

    def odds(self, seen: Seen, at: DesertChoice, action: Action) -> dict[str, float] | None:
        return odds(seen.position, seen.position.parties)

    def do(self, s: Desert, at: DesertChoice, action: Action) -> None:
        parties, s.parties = s.parties, ()
        patrol = s.patrol[parties[0][1][0]]
        cost = tables.AP_RECONNAISSANCE * len(parties)
        movement.pay(s, patrol, cost)
        s.mover = ()
        sent = plural(len(parties), "detachment")
        s.say("WDW-614.1", f"{{}} sends {sent} on reconnaissance for {cost} AP",
              PATROLS[patrol], facts=(("counted", f"ap-{PATROLS[patrol]}", str(s.ap[patrol])),))  # fmt: skip
        for zone, party in parties:
            for unit in party:
                movement.stop_watching(s, unit, "goes on reconnaissance")
            s.then(discretion.Test(discretion.SCOUT, zone, party, support_drm(s, party)), ComeBack(zone, party))
        s.then(Fights(), scenarios.Landing())


BEGIN = Reconnoitre("begin", "Begin the reconnaissance")


@dataclass(frozen=True)
class ComeBack(DesertStep):
    """WDW-614.4, WDW-614.7, WDW-614.8 Undetected, the detachment returns and a Recon OK lies on the zone. Detected,
    it stays there, and with land Axis units there a combat is due."""

    zone: int
    units: tuple[int, ...]

    def do(self, s: Desert) -> None:
        word = land.ZONES[self.zone]
        if s.passed:
            s.zone_ok = changed(s.zone_ok, self.zone, 1)
            s.say("WDW-614.4", f"{terms.listed(self.units)} back from {{}}: a Recon OK lies there", word,
                  facts=(("marked", word, "recon-ok"),))  # fmt: skip
            return
        start = land.ZONES[s.zone[self.units[0]]]
        for unit in self.units:
            movement.place(s, unit, self.zone)
        s.say("WDW-614.7", f"{terms.listed(self.units)} must stay at {{}}", word,
              facts=tuple(("moved", lrdg.UNITS[u], start, word) for u in self.units))  # fmt: skip
        if s.axis_in(self.zone):
            s.fights += (self.zone,)


@dataclass(frozen=True)
class Fights(DesertChoice):
    """WDW-614.8, WDW-71.2 Combats that detected detachments caused are fought one at a time in the player's order."""

    clause = "WDW-71.2"

    def offer(self, s: Desert) -> list[Action]:
        return [act("fight", land.ZONES[z]) for z in s.fights] or [act("done")]

    def chosen(self, s: Desert, action: Action) -> None:
        if action[0] == "fight":
            zone = land.ZONE[action[1]]
            s.fights = tuple(z for z in s.fights if z != zone)
            s.then(combat.Begin(zone), Fights())

    def ask(self, s: Desert) -> str:
        return "Several detachments were detected. Which combat comes first?"

    def about(self, s: Desert) -> tuple[str, ...]:
        return tuple(land.ZONES[z] for z in s.fights)
