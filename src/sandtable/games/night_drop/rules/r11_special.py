"""Chapter 11: length of the game, Lord Lovat, the Merville battery; and Sticks that come back to the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, missions, tables
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r08_arrivals as arriving
from sandtable.games.night_drop.rules import r09_combat as combat
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    GERMAN,
    NOBODY,
    PARKED,
    RESERVE,
    NightChoice,
    NightDrop,
    NightStep,
    changed,
    is_stick,
    name,
)
from sandtable.kernel.flow import Action, Refusal, act

# --- Sticks that were off the map -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Returns(NightStep):
    """ND-4.11, ND-8.15 Sticks that wait off the map come on at the start of their turn, one by one."""

    def do(self, s: NightDrop) -> None:
        for stick in range(counters.STICKS):
            if s.at[stick] == PARKED and s.due_back[stick] <= s.turn:
                s.then(ReturnStick(stick), Returns())
                return


@dataclass(frozen=True)
class ReturnStick(NightChoice):
    """ND-4.11 A Stick enters at its edge hex; where Germans are, at the nearest one without them.

    A full hex is no obstacle, since stacking is checked after an activation (Ruling A11).
    """

    stick: int
    clause = "ND-4.11"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        places = arriving.nearest_free_edge(s.beside[self.stick], s.german_hexes())
        return [act("place", land.HEX_NAME[cell]) for cell in places]

    def chosen(self, s: NightDrop, action: Action) -> None:
        word = name(self.stick)
        s.say("ND-4.11", "{} comes on at {}", word, action[1], facts=(("placed", word, action[1]),))
        victory.enter(s, self.stick, land.HEX_OF[action[1]])
        s.beside = changed(s.beside, self.stick, NOBODY)
        s.due_back = changed(s.due_back, self.stick, 0)

    def ask(self, s: NightDrop) -> str:
        return f"Where does {{{name(self.stick)}}} come on?"

    def members(self, s: NightDrop) -> Sequence[int]:
        return (self.stick,)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-4.11", "it comes on at its hex of the edge, or at the nearest that no German unit holds")


# --- Merville -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Merville(NightStep):
    """ND-11.9, ND-11.12, ND-11.13, ND-11.14 At the start of a turn the battery is looked at once.

    British there: a German 6 shells it. Empty: on 5-6 the garrison is back, full, and the Control marker goes. A German
    unit there: nothing.
    """

    def do(self, s: NightDrop) -> None:
        if s.germans_at(land.BATTERY):
            return
        there = s.british_at(land.BATTERY)
        face = s.roll()
        word = land.HEX_NAME[land.BATTERY]
        rolled = (("rolled", "german", str(face)),)
        if there:
            s.say("ND-11.9", f"The German batteries roll {face} for {{}}", word, facts=rolled)
            if face >= tables.SHELLED:
                s.then(Shelling())
        elif face >= tables.RETURNS:
            s.say(
                "ND-11.12", f"The German rolls {face}: {{}} is back at {{}}", name(counters.GARRISON), word,
                facts=(*rolled, ("placed", name(counters.GARRISON), word)),
            )  # fmt: skip
            s.reduced = changed(s.reduced, counters.GARRISON, 0)
            victory.enter(s, counters.GARRISON, land.BATTERY)
        else:
            s.say("ND-11.12", f"The German rolls {face}: {{}} stays empty", word, facts=rolled)


@dataclass(frozen=True)
class Shelling(NightStep):
    """ND-11.10, ND-11.11 Shells: German 2d6 minus British d6 and the battery's modifier are damage points.

    The German is the winner and there is no enemy Point unit; a Stick is lost to any damage, unseen (Ruling A22).
    """

    def do(self, s: NightDrop) -> None:
        guns = (s.roll(), s.roll())
        cover = s.roll()
        ground = land.DF[land.TERRAIN[land.BATTERY]]
        points = max(0, sum(guns) - cover - ground)
        s.say(
            "ND-11.10", f"Shells: {guns[0]} + {guns[1]} against {cover} + {ground}: {points} DP",
            facts=(("rolled", "german", *(str(face) for face in guns)), ("rolled", "british", str(cover))),
        )  # fmt: skip
        if not points:
            return
        for piece in s.british_at(land.BATTERY):
            if is_stick(piece):
                s.say("ND-11.10", "{} is lost", name(piece), facts=(("removed", name(piece)),))
                victory.remove(s, piece)
        hit = tuple(s.british_at(land.BATTERY))
        if hit:
            combat.begin_results(s, GERMAN, hit, hit[0], NOBODY, points)


# --- Lovat ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lovat(NightStep):
    """ND-11.4, ND-11.5 On turn 10 Lovat enters on 5-6, on turn 11 on 3-6 if he has not yet."""

    def do(self, s: NightDrop) -> None:
        if s.turn not in tables.LOVAT or s.at[counters.LOVAT_1] != RESERVE:
            return
        if s.lovat_waits:
            s.then(LovatEnters(counters.LOVAT_1), LovatEnters(counters.LOVAT_2))
            return
        face = s.roll()
        comes = face >= tables.LOVAT[s.turn]
        s.say(
            "ND-11.4", f"The British roll {face} for Lord Lovat: he {'comes' if comes else 'is not there yet'}",
            facts=(("rolled", "british", str(face)),),
        )  # fmt: skip
        if comes:
            s.then(LovatEnters(counters.LOVAT_1), LovatEnters(counters.LOVAT_2))


@dataclass(frozen=True)
class LovatEnters(NightChoice):
    """ND-11.6 A Lovat unit is placed on an L hex, not with the other if that can be avoided.

    L hexes that Germans hold are of no use; with none free the units wait for the next turn (Ruling A51).
    """

    piece: int
    clause = "ND-11.6"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        germans = s.german_hexes()
        free = [cell for cell in land.LOVAT_HEXES if cell not in germans]
        apart = [cell for cell in free if cell not in (s.at[counters.LOVAT_1], s.at[counters.LOVAT_2])]
        return [act("place", land.HEX_NAME[cell]) for cell in apart or free] or [act("wait")]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == ("wait",):
            s.lovat_waits = 1
            return
        s.say(
            "ND-11.6", "{} enters at {}", name(self.piece), action[1], facts=(("placed", name(self.piece), action[1]),)
        )
        victory.enter(s, self.piece, land.HEX_OF[action[1]])

    def ask(self, s: NightDrop) -> str:
        return f"Where does {{{name(self.piece)}}} enter?"

    def members(self, s: NightDrop) -> Sequence[int]:
        return (self.piece,)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-11.6", "Lovat's units enter on L hexes without Germans, apart if possible")


# --- length of the game ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Length(NightStep):
    """ND-11.1, ND-11.2, ND-11.3 The game ends on 5-6 after turn 9, on 4-6 after turn 10, and after turn 11."""

    def do(self, s: NightDrop) -> None:
        if s.turn >= missions.SCENARIO_TURNS[s.setup.scenario]:
            s.then(victory.Score())
            return
        if s.turn in tables.STOPS:
            face = s.roll()
            stops = face >= tables.STOPS[s.turn]
            s.say(
                "ND-11.1", f"End of turn {s.turn}: {face}, the game {'ends' if stops else 'goes on'}",
                facts=(("rolled", "german", str(face)),),
            )  # fmt: skip
            if stops:
                s.then(victory.Score())
                return
        s.then(sequence.Turn())
