"""Chapter 24, They Who Dare: Nancy's disguise, how she talks to the enemy, and the garrotte."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import acts
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r11_actions as actions
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r24_talk as talking
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    CIVILIAN,
    ENSNARED,
    NOTHING,
    OFF,
    WAITING,
    Regiment,
    changed,
)
from sandtable.geometry.squares import LOW, OPEN, WINDOW
from sandtable.kernel.flow import Action, Refusal, Step

CHANGE: Final = 4  # RR-24.1
WALLED: Final = "a door or a wall is between"
LOWEST: Final = 3  # RR-24.16 the number of the fourth try


# --- who she is


def holding(s: Regiment) -> int:
    """RR-24.17 The unit in her garrotte, or OFF."""
    return next((u for u, held in enumerate(s.u_cig) if held == ENSNARED), OFF)


# --- what she may do


def offer(s: Regiment, m: int, taken: int) -> list[Action]:
    """RR-24.2, RR-24.3, RR-24.5, RR-24.53 Under cover she moves, uses the garrotte, talks, breaks cover and changes,
    and nothing else; she goes past Axis units like anybody, and must not stop on their squares.
    """
    name, place = s.man(m), s.stage.names
    found: list[Action] = [(movement.MOVE.word, name, place[to]) for to in movement.free_steps(s, m, taken)]
    if s.m_state[m] == ACTIVE and s.m_ap[m] and s.stage.exits >> s.m_at[m] & 1:
        found.append((movement.LEAVE.word, name))
    if movement.must_move_on(s, m, taken) and found:
        return found
    if s.m_state[m] == WAITING:
        return [*found, *items.asides(s), turn.ends(name)[0]]
    if s.m_ap[m]:
        found += [(attack.ATTACK.word, name, "garrotte", s.unit(u)) for u in victims(s, m)]
        found += [("interact", name, s.unit(u)) for u in listeners(s, m)]
    found += partings(s, m)
    found.append((actions.BREAK_COVER.word, name))
    found += changes(s, m)
    found += items.asides(s)
    return [*found, *turn.ends(name)]


def onward(s: Regiment, steps: tuple[tuple[int, ...], int]) -> tuple[tuple[int, ...], int]:
    """RR-24.3 Of the steps of a crouched man, who climbs over nothing, those that do not lead into a wood."""
    woods = s.layout.forest
    if not steps[1] & woods:
        return steps
    return tuple([to for to in steps[0] if not woods >> to & 1]), steps[1] & ~woods


def victims(s: Regiment, m: int) -> list[int]:
    """RR-24.16 Those on whom she can use the garrotte where she stands."""
    return [u for weapon, u in targeting.targets(s, m, s.m_at[m]) if weapon == data.GARROTTE]


def listeners(s: Regiment, m: int) -> list[int]:
    """RR-24.8, RR-24.56 Whom she can talk to: infantry beside her, not at a corner, that is not alert and not busy,
    with open ground, a low wall or a window between.
    """
    if not s.has(m, data.I_INTERACT) or not sight.under_cover(s, m):
        return []
    return [u for u in s.axis.present if hinders(s, m, u) == ""]


def hinders(s: Regiment, m: int, u: int) -> str:
    """RR-24.8, RR-24.56 Why she cannot talk to a unit; "" if she can."""
    at, v = s.m_at[m], s.u_at[u]
    if s.vehicle(u) or s.u_kind[u] in (data.AA_GUN, data.DOG):
        return "only infantry can be talked to"
    if at < 0 or v < 0 or v - at not in (1, -1, s.grid.stride, -s.grid.stride):
        return "it is not straight beside her"
    if s.u_alert[u]:
        return "it is alert"
    if s.u_cig[u]:
        return "it is busy"
    return "" if s.grid.between(at, v) in (OPEN, LOW, WINDOW) else WALLED


def partings(s: Regiment, m: int) -> list[Action]:
    """RR-24.9, RR-24.49 She may stop talking, also once she is spotted."""
    return [("part", s.man(m))] if talking.talking_to(s) >= 0 else []


def changes(s: Regiment, m: int) -> list[Action]:
    """RR-24.1, RR-24.17, RR-24.54, RR-24.55 With all her points she changes into her disguise or out of it; not while
    somebody is in her garrotte.
    """
    return [] if no_change(s, m) else [("change", s.man(m))]


def no_change(s: Regiment, m: int) -> tuple[str, str] | None:
    """RR-24.1, RR-24.17 Why Nancy cannot change now, with its clause; None if she can."""
    if s.m_kind[m] != data.NANCY:
        return "RR-24.1", "only Nancy has a disguise"
    if s.m_ap[m] < CHANGE:
        return "RR-24.1", f"that takes {CHANGE} action points"
    if s.m_state[m] != ACTIVE or s.m_low[m] or s.m_object[m] != NOTHING:
        return "RR-24.1", "she changes on the board, standing and with her hands free"
    if holding(s) >= 0:
        return "RR-24.17", "somebody is in her garrotte"
    return None


# --- the garrotte


@dataclass(frozen=True)
class Strangle(Step):
    """RR-24.16, RR-24.17 A try with the garrotte: the first of a turn needs a 6, each that follows one less."""

    man: int
    unit: int

    def do(self, s: Regiment) -> None:
        m, u = self.man, self.unit
        needs = number(s, m)
        s.m_spear = changed(s.m_spear, m, s.m_spear[m] + 1)
        s.faces = (s.roll(),)
        s.say(
            "RR-24.16",
            f"{{}} uses the garrotte on {{}}: {s.faces[0]}, needs {needs}",
            s.man(m),
            s.unit(u),
            facts=(("rolled", s.man(m), str(s.faces[0])),),
        )
        s.then(items.Luck(m, needs), Tighten(m, u, needs))


def number(s: Regiment, m: int) -> int:
    """RR-24.16 What her next try needs: 6, then 5, 4 and 3 in one turn."""
    return max(LOWEST, data.W_NEEDS[data.GARROTTE] - s.m_spear[m])


@dataclass(frozen=True)
class Tighten(Step):
    """RR-24.16, RR-24.17, RR-24.18 The victim dies, or is held and can do nothing, but is not alert; whoever has it in
    sight sees the deed.
    """

    man: int
    unit: int
    needs: int

    def do(self, s: Regiment) -> None:
        m, u, face = self.man, self.unit, s.faces[0]
        s.faces = ()
        if face >= self.needs:
            s.act_knife = 1
            s.m_spear = changed(s.m_spear, m, 0)
            attack.hit_unit(s, u)
            return
        s.act_knife = talking.TRIED
        if 0 < s.u_cig[u] < ENSNARED:
            notice.stop_smoking(s, u)
        if s.u_cig[u] != ENSNARED:
            s.hinder(u, ENSNARED)
            s.say("RR-24.17", "{} is held fast", s.unit(u), facts=(("marked", s.unit(u), "ensnared"),))
        notice.witness(s, u, s.u_at[u])


def let_go(s: Regiment, u: int, v: int) -> None:
    """RR-24.16, RR-24.50 The victim is free and alert, and turns to where she is, or was; on the next she begins with a
    6 again.
    """
    s.hinder(u, 0)
    s.m_spear = changed(s.m_spear, talking.nancy(s), 0)
    s.say("RR-24.50", "{} is free", s.unit(u), facts=(("unmarked", s.unit(u), "ensnared"),))
    notice.alert(s, u, "RR-24.50", "it was held by the throat")
    s.now(notice.Turn(u, v, True))


# --- what follows from where she is


def moved(s: Regiment, m: int) -> None:
    """RR-24.49, RR-24.50 Nancy has left her square: her talk is over, and whoever she held is free."""
    u = talking.talking_to(s)
    if u >= 0:
        talking.part(s, u, "RR-24.49")
    u = holding(s)
    if u >= 0 and not targeting.directly_behind(s, u, s.m_at[m]):
        let_go(s, u, s.m_at[m])


def gone(s: Regiment, v: int) -> None:
    """RR-24.49, RR-24.50 Nancy, who was on that square, is dead or has left."""
    u = talking.talking_to(s)
    if u >= 0:
        talking.part(s, u, "RR-24.49")
    u = holding(s)
    if u >= 0:
        let_go(s, u, v)


# --- the verbs


def change(s: Regiment, m: int) -> None:
    """RR-24.1, RR-24.54, RR-24.55 She changes: seen as what she was, and as what she is now."""
    u = talking.talking_to(s)
    if u >= 0:
        talking.part(s, u, "RR-24.49")
    notice.notice(s, m, s.m_at[m], False)
    s.m_ap[m] -= CHANGE
    s.m_side = changed(s.m_side, m, 1 - s.m_side[m])
    dressed = s.m_side[m] == CIVILIAN
    words = "{} is in disguise now" if dressed else "{} takes off her disguise"
    s.say("RR-24.1", words, s.man(m), facts=(("marked" if dressed else "unmarked", s.man(m), "disguise"),))
    notice.notice(s, m, s.m_at[m], False)


def change_clothes(s: Regiment, m: int, _: Action) -> None:
    """RR-24.1 She changes, which is an action."""
    notice.begin(s, m)
    change(s, m)
    turn.finish_action(s, m)


def not_changing(s: Regiment, m: int, _: Action) -> Refusal | None:
    """RR-24.1, RR-24.17 Why she cannot change."""
    reason = no_change(s, m)
    return Refusal(*reason) if reason is not None else None


def talk_to(s: Regiment, m: int, action: Action) -> None:
    """RR-24.8 She talks to somebody."""
    notice.begin(s, m)
    talking.talk(s, m, s.unit_of(action[2]))
    turn.finish_action(s, m)


def not_talking(s: Regiment, m: int, action: Action) -> Refusal | None:
    """RR-24.8, RR-24.56 Why she cannot talk to somebody."""
    if s.m_kind[m] != data.NANCY:
        return NOT_HER
    if not sight.under_cover(s, m):
        return Refusal("RR-24.8", "she talks to them only in a disguise that still deceives")
    if not s.has(m, data.I_INTERACT):
        return Refusal("RR-24.8", "all three tokens are used")
    if len(action) != 3 or action[2] not in s.roster.numbers:
        return None
    reason_why = hinders(s, m, s.unit_of(action[2]))
    clause = "RR-24.56" if reason_why == WALLED else "RR-24.8"
    return Refusal(clause, reason_why) if reason_why else None


def stop_talking(s: Regiment, m: int, _: Action) -> None:
    """RR-24.49 She stops talking."""
    notice.begin(s, m)
    talking.part(s, talking.talking_to(s), "RR-24.49")
    turn.finish_action(s, m)


def not_parting(s: Regiment, m: int, _: Action) -> Refusal | None:
    """RR-24.8, RR-24.49 Why she cannot stop talking."""
    if s.m_kind[m] != data.NANCY:
        return NOT_HER
    return Refusal("RR-24.49", "she talks to nobody") if talking.talking_to(s) < 0 else None


NOT_HER: Final = Refusal("RR-24.8", "only Nancy talks to the enemy")


class Ruse(acts.ManAction):
    """RR-24.1, RR-24.8, RR-24.49 What Nancy alone does: she changes, talks to somebody, or stops talking."""

    def __init__(
        self, word: str, title: str, phrases: dict[int, str], cost: int, deed: acts.Deed, reason: acts.Reason
    ) -> None:
        super().__init__(word, title, phrases, cost, 0, deed, reason, traits=acts.COUNTED, disguised=acts.ALLOWED)


CHANGE_CLOTHES: Final = Ruse(
    "change", "Change clothes", {1: "{1} changes into her disguise, or out of it"}, CHANGE, change_clothes, not_changing
)
INTERACT: Final = Ruse("interact", "Talk to", {2: "{1} talks to {2}"}, 1, talk_to, not_talking)
PART: Final = Ruse("part", "Stop talking", {1: "{1} stops talking"}, 0, stop_talking, not_parting)

ACTS: tuple[acts.ManAction, ...] = (CHANGE_CLOTHES, INTERACT, PART)


def read_papers(s: Regiment, m: int) -> None:
    """RR-24.4 She has ended her turn under cover: what the mission wants read on her square is read."""
    for n, objective in enumerate(s.stage.mission.objectives):
        if objective.kind == "read" and objective.place is not None and not s.scored[n]:
            if s.stage.square(objective.place) == s.m_at[m]:
                victory.scored(s, n)
