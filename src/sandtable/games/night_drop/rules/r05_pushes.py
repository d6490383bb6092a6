"""Chapter 5.4.2: G1 and G2, the Sticks that the German drives apart."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.ground import paths
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r06_zones as zones
from sandtable.games.night_drop.rules import r07_stacking as stacking
from sandtable.games.night_drop.rules import r08_movement as movement
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BRITISH,
    G1,
    NO_STICK,
    NightChoice,
    NightDrop,
    NightStep,
    changed,
    is_stick,
    name,
    place_title,
)
from sandtable.kernel.flow import Action, Refusal
from sandtable.kernel.telling import plural


@dataclass(frozen=True)
class RollPushes(NightStep):
    """ND-5.25, ND-5.26 The German rolls two dice: so many one-hex moves of unknown Sticks."""

    def do(self, s: NightDrop) -> None:
        white, coloured = s.roll(), s.roll()
        s.allowance = white + coloured
        s.pushed = NO_STICK
        s.say(
            "ND-5.25", f"The German rolls {white} and {coloured}: {s.allowance} moves of Sticks",
            facts=(("rolled", "german", str(white), str(coloured)),),
        )  # fmt: skip
        s.then(Push())


def may_push(s: NightDrop, stick: int) -> Refusal | None:
    """ND-5.25, ND-5.26, ND-5.28, ND-5.30 Whether the German may move a Stick, wherever it could go."""
    if not is_stick(stick) or stick == counters.DIVISION or s.at[stick] >= land.HEXES:
        return Refusal("ND-5.30", "only a Stick on the map can be pushed")
    if counters.BRIGADE[stick] != s.activation - G1:
        return Refusal("ND-5.25", "it belongs to the other brigade")
    if s.front[stick]:
        return Refusal("ND-5.30", "a revealed Stick cannot be pushed")
    if s.pushed[stick] >= tables.PUSHES:
        return Refusal("ND-5.28", "a Stick is pushed three hexes at most")
    return None


@dataclass(frozen=True)
class Push(NightChoice):
    """ND-5.25, ND-5.26, ND-5.28, ND-5.29, ND-5.36 The German moves unknown Sticks one hex at a time, up to the roll.

    Not onto his own units, not into a hex that holds three British units (one in the battery; option g12_overstack),
    not where no step leads. Off the map a Stick is parked (option stick_exit).
    """

    clause = "ND-5.25"
    owner = "german"

    def offer(self, s: NightDrop) -> list[Action]:
        options: list[Action] = []
        if s.allowance > 0:
            closed = closed_to_pushes(s)
            held = held_by_zones(s)
            steps = paths.net(s.broken).steps
            may_exit = s.options["stick_exit"] == "park"
            for stick in range(counters.STICKS):
                if may_push(s, stick) is not None:
                    continue
                cell = s.at[stick]
                if held is not None and held[cell]:
                    continue
                word = name(stick)
                for to, _ in steps[cell]:
                    if to not in closed and not (held is not None and held[to]):
                        options.append(("move", word, land.HEX_NAME[to]))
                if may_exit and land.ON_EDGE[cell]:
                    options.append(("leave", word))
        options.append(("done",))
        return options

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == ("done",):
            s.then(stacking.CheckStacks(), sequence.EndActivation())
            return
        stick = counters.PIECE_OF[action[1]]
        s.allowance -= 1
        s.pushed = changed(s.pushed, stick, s.pushed[stick] + 1)
        if action[0] == "leave":
            movement.park(s, stick, s.at[stick], s.turn + 1)
        else:
            origin = land.HEX_NAME[s.at[stick]]
            s.say(
                "ND-5.25", "{} strays to {}", action[1], action[2], facts=(("moved", action[1], origin, action[2]),)
            )  # fmt: skip
            victory.enter(s, stick, land.HEX_OF[action[2]])
        s.then(Push())

    def label(self, s: NightDrop, action: Action) -> str:
        return f"Scatter no more ({plural(s.allowance, 'move')} left)" if action == ("done",) else ""

    def ask(self, s: NightDrop) -> str:
        return f"Scatter unknown Sticks: {plural(s.allowance, 'move')} left, three a Stick"

    def price(self, s: NightDrop, action: Action) -> str:
        """Where the Stick comes from, and whom it leaves there."""
        if action == ("done",):
            return ""
        stick = counters.PIECE_OF[action[1]]
        others = [counters.TITLE[piece] for piece in s.british_at(s.at[stick]) if piece != stick]
        return f"from {place_title(s, stick)}" + (f", away from {', '.join(others)}" if others else "")

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("move", word, hex_word) if word in counters.PIECE_OF and hex_word in land.HEX_OF:
                if s.allowance < 1:
                    return Refusal("ND-5.29", "the moves of the roll are used up")
                refusal = may_push(s, counters.PIECE_OF[word])
                if refusal is not None:
                    return refusal
                if land.HEX_OF[hex_word] in s.german_hexes():
                    return Refusal("ND-8.14", "a Stick is not pushed onto a German unit")
                if land.HEX_OF[hex_word] in closed_to_pushes(s):
                    return Refusal("ND-5.36", "that hex is full")
                return Refusal("ND-5.25", "a push is one step to a neighbouring hex")
        return Refusal("ND-5.25", "push Sticks with “move”, or “done”")


def closed_to_pushes(s: NightDrop) -> set[int]:
    """ND-5.36, ND-8.14 Hexes that the German may not push a Stick into: his own, and full ones."""
    closed = s.german_hexes()
    if s.options["g12_overstack"] == "forbidden":
        counts: dict[int, int] = {}
        for place in s.at[: counters.FIRST_GERMAN]:
            counts[place] = counts.get(place, 0) + 1
        closed |= {cell for cell, number in counts.items() if number >= stacking.limit(cell)}
    return closed


def held_by_zones(s: NightDrop) -> bytearray | None:
    """ND-8.4 Hexes where zones of control hold a Stick by night; none but under the option night_stick_ezoc."""
    return zones.zones(s, BRITISH) if s.on("night_stick_ezoc") else None
