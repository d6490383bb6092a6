"""Chapter 2: Sticks and Companies, conversion, the Advantage counters and the 6th Airborne HQ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.games.night_drop.box import counters, land, tables
from sandtable.games.night_drop.rules import r05_sequence as sequence
from sandtable.games.night_drop.rules import r10_victory as victory
from sandtable.games.night_drop.state import (
    BY_BRITISH,
    DEAD,
    NOBODY,
    RESERVE,
    SEATS,
    WITHDRAWN,
    NightChoice,
    NightDrop,
    NightStep,
    changed,
    name,
    names,
)
from sandtable.kernel.flow import Action, Refusal, act
from sandtable.kernel.telling import plural

DONE = ("done",)
LEAVE = ("leave",)
PASS = ("pass",)


# --- conversion -----------------------------------------------------------------------------------------------------


def sticks_of(s: NightDrop, cell: int, colour: int) -> list[int]:
    """Sticks of one colour in a hex."""
    return [stick for stick in counters.STICKS_OF[colour] if s.at[stick] == cell]


def reduced_companies(s: NightDrop, cell: int, colour: int) -> list[int]:
    """ND-2.14, ND-2.30 Reduced Companies in a hex that Sticks of this colour can reinforce: their own, and Howard-1."""
    found = [piece for piece in counters.COMPANIES_OF[colour] if s.at[piece] == cell and s.reduced[piece]]
    if s.at[counters.HOWARD_1] == cell and s.reduced[counters.HOWARD_1]:
        found.append(counters.HOWARD_1)
    return found


def free_company(s: NightDrop, colour: int) -> int:
    """ND-2.25 A Company counter of the colour that can be placed (Ruling A20, option company_limit)."""
    for piece in counters.COMPANIES_OF[colour]:
        if s.at[piece] == RESERVE or (s.at[piece] == DEAD and not s.on("company_limit")):
            return piece
    return NOBODY


def able_sticks(s: NightDrop, cell: int, colour: int) -> list[int]:
    """ND-2.49 The revealed Sticks that can take part in a Company."""
    return [stick for stick in sticks_of(s, cell, colour) if s.front[stick] and counters.FORMS[s.kind[stick]]]


def combinations(s: NightDrop, cell: int, colour: int) -> list[Action]:
    """ND-2.25, ND-2.26, ND-2.27, ND-2.28, ND-2.29, ND-2.32, ND-2.49, ND-2.57 What revealed Sticks can become.

    Two with a leader, or three: a Company. One: a reduced Company of the colour, or Howard-1, made full. Advantage
    counters take no part.
    """
    able = able_sticks(s, cell, colour)
    options: list[Action] = []
    if free_company(s, colour) != NOBODY:
        pairs: list[Action] = []
        for i, one in enumerate(able):
            for j in range(i + 1, len(able)):
                two = able[j]
                options += [act("form", name(one), name(two), name(three)) for three in able[j + 1 :]]
                if counters.LEADS[s.kind[one]] or counters.LEADS[s.kind[two]]:
                    pairs.append(act("form", name(one), name(two)))
        options += pairs
    for company in reduced_companies(s, cell, colour):
        options += [act("reinforce", name(company), name(stick)) for stick in able]
    return options


def forms_full(s: NightDrop, sticks: tuple[int, ...]) -> bool:
    """ND-2.25, ND-2.27, ND-2.28 Whether Sticks become a full Company: three with a leader; otherwise it is reduced."""
    return len(sticks) == 3 and any(counters.LEADS[s.kind[stick]] for stick in sticks)


def may_try(s: NightDrop, cell: int, colour: int) -> Refusal | None:
    """ND-2.22, ND-2.30, ND-2.55, ND-2.14 Whether a hex may be tried for a colour at the end of this activation.

    Two or three Sticks of a colour of the brigade, or one with a reduced Company that it can reinforce. Unknown Sticks
    are counted whatever they are; when all are known, a combination must exist.
    """
    if counters.BRIGADE_OF_COLOUR[colour] != s.activation:
        return Refusal("ND-2.55", "only the brigade that was activated converts")
    if cell * 3 + colour in s.tried:
        return Refusal("ND-2.22", "it was tried in this activation")
    sticks = sticks_of(s, cell, colour)
    if len(sticks) < 2 and not (sticks and reduced_companies(s, cell, colour)):
        return Refusal("ND-2.22", "that takes two Sticks of one colour, or one with a reduced Company")
    if all(s.front[stick] for stick in sticks) and not combinations(s, cell, colour):
        return Refusal("ND-2.29", "these Sticks make no Company")
    return None


@dataclass(frozen=True)
class Convert(NightChoice):
    """ND-2.21, ND-2.22, ND-2.30, ND-2.34, ND-2.35 At the end of a British activation hexes may be tried for conversion.

    What is not tried stays unknown.
    """

    clause = "ND-2.21"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        options: list[Action] = []
        for colour in range(3):
            if counters.BRIGADE_OF_COLOUR[colour] == s.activation:
                cells = sorted({s.at[stick] for stick in counters.STICKS_OF[colour] if s.at[stick] < land.HEXES})
                options += [
                    act("convert", land.HEX_NAME[cell], land.COLOURS[colour])
                    for cell in cells
                    if may_try(s, cell, colour) is None
                ]
        return [*options, DONE]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == DONE:
            s.then(sequence.EndActivation())
            return
        cell, colour = land.HEX_OF[action[1]], land.COLOURS.index(action[2])
        s.tried = (*s.tried, cell * 3 + colour)
        turn_over(s, cell, colour)
        s.then(Combine(cell, colour), Convert())

    def label(self, s: NightDrop, action: Action) -> str:
        return "Turn over no more Sticks" if action == DONE else ""

    def ask(self, s: NightDrop) -> str:
        return "Turn Sticks over to form or reinforce Companies"

    def price(self, s: NightDrop, action: Action) -> str:
        """How many Sticks would be turned over."""
        if action == DONE:
            return ""
        number = len(sticks_of(s, land.HEX_OF[action[1]], land.COLOURS.index(action[2])))
        return plural(number, "Stick")

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        match action:
            case ("convert", word, colour) if word in land.HEX_OF and colour in land.COLOURS:
                refusal = may_try(s, land.HEX_OF[word], land.COLOURS.index(colour))
                if refusal is not None:
                    return refusal
        return Refusal("ND-2.21", "try a hex and a colour with “convert”, or “done”")


def turn_over(s: NightDrop, cell: int, colour: int) -> None:
    """ND-2.8, ND-2.23, ND-2.24, ND-2.31, ND-2.36 All unknown Sticks of that colour in the hex turn face up, for good;
    those of other colours stay as they are."""
    for stick in sticks_of(s, cell, colour):
        if not s.front[stick]:
            s.front = changed(s.front, stick, 1)
            s.reveal("Sticks were turned over")
            s.say(
                "ND-2.23",
                f"{{}} is a {counters.KIND_NAME[s.kind[stick]]}",
                name(stick),
                facts=(("shown", name(stick)),),
            )


@dataclass(frozen=True)
class Combine(NightChoice):
    """ND-2.32, ND-2.33, ND-2.56 The British combine the revealed Sticks of a hex, or leave them revealed."""

    cell: int
    colour: int
    clause = "ND-2.25"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        return [*combinations(s, self.cell, self.colour), LEAVE]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == LEAVE:
            return
        if action[0] == "form":
            sticks = tuple(counters.PIECE_OF[word] for word in action[1:])
            company = form(s, self.cell, self.colour, sticks)
        else:
            sticks = (counters.PIECE_OF[action[2]],)
            company = counters.PIECE_OF[action[1]]
            s.reduced = changed(s.reduced, company, 0)
            s.say("ND-2.32", "{} reinforces {}", action[2], action[1], facts=(("flipped", action[1], "full"),))
        for stick in sticks:
            victory.leave(s, stick, WITHDRAWN)
            s.assembled += 1
            if s.kind[stick] == counters.HQ:
                s.then(MarkObjective())
        # ND-10.15 Being formed in a hex counts as entering it (Ruling A21).
        victory.enter(s, company, self.cell)
        s.then(Combine(self.cell, self.colour))

    def propose(self, s: NightDrop) -> Action:
        """A Company of all that can form one here; where several could be made, nobody knows which is wanted."""
        able = [name(stick) for stick in able_sticks(s, self.cell, self.colour)]
        return next((one for one in combinations(s, self.cell, self.colour) if list(one[1:]) == able), ())

    def ask(self, s: NightDrop) -> str:
        return f"What do the Sticks in {{{land.HEX_NAME[self.cell]}}} become?"

    def label(self, s: NightDrop, action: Action) -> str:
        return "Leave them as they are" if action == LEAVE else ""

    def price(self, s: NightDrop, action: Action) -> str:
        """Which side the Company would show, and what that is worth where Sticks themselves score."""
        if action == LEAVE:
            return "they stay revealed"
        sticks = tuple(counters.PIECE_OF[word] for word in (action[1:] if action[0] == "form" else action[2:]))
        worth = f", {len(sticks)} VP" if s.setup.scenario == victory.NIGHT_ONLY else ""
        markers = sum(1 for stick in sticks if s.kind[stick] == counters.HQ)
        marks = "" if not markers else "; a VP marker for the HQ" if markers == 1 else f"; {markers} VP markers"
        if action[0] == "form":
            return ("full" if forms_full(s, sticks) else "reduced") + worth + marks
        return "full again" + worth + marks

    def members(self, s: NightDrop) -> Sequence[int]:
        return sticks_of(s, self.cell, self.colour)

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        words = [counters.PIECE_OF[word] for word in action[1:] if word in counters.PIECE_OF]
        if any(stick < counters.STICKS and s.front[stick] and s.kind[stick] == counters.ADV for stick in words):
            return Refusal("ND-2.49", "an Advantage counter takes no part in a conversion")
        if action[:1] == ("form",) and free_company(s, self.colour) == NOBODY:
            return Refusal("ND-2.25", "no Company counter of that colour is left")
        return Refusal(
            "ND-2.29", "two Sticks with a leader or three Sticks make a Company; one reinforces a reduced one"
        )


def form(s: NightDrop, cell: int, colour: int, sticks: tuple[int, ...]) -> int:
    """ND-2.25, ND-2.27, ND-2.28 A Company takes the place of Sticks."""
    company = free_company(s, colour)
    full = forms_full(s, sticks)
    s.reduced = changed(s.reduced, company, 0 if full else 1)
    s.at[company] = cell
    side = "full" if full else "reduced"
    word = land.HEX_NAME[cell]
    s.say(
        "ND-2.25", names(sticks) + f" become {{}}, {side}, in {{}}", name(company), word,
        facts=(("placed", name(company), word), ("flipped", name(company), side)),
    )  # fmt: skip
    return company


@dataclass(frozen=True)
class MarkObjective(NightChoice):
    """ND-2.37, ND-2.38, ND-2.39, ND-2.58 An HQ that was withdrawn puts a VP marker on an objective, face down.

    The hex is chosen before the draw; only the British look. With no such hex nothing is placed (Ruling A71).
    """

    clause = "ND-2.37"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        if not any(s.vp_cup):
            return [PASS]
        return [act("mark", land.HEX_NAME[land.OBJECTIVES[i]]) for i in victory.open_hexes(s)] or [PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == PASS:
            s.say("ND-2.58", "No objective can take another marker")
            return
        objective = land.OBJECTIVE_AT[land.HEX_OF[action[1]]]
        victory.draw_marker(s, objective, BY_BRITISH)
        victory.say_marker(s, objective, SEATS[0])

    def ask(self, s: NightDrop) -> str:
        return "A battalion HQ is gathered: choose an objective for a VP marker that only you will know"

    def price(self, s: NightDrop, action: Action) -> str:
        """Whether the hex is British now."""
        return "held" if action != PASS and s.control[land.OBJECTIVE_AT[land.HEX_OF[action[1]]]] else ""

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-2.38", "the marker goes to an objective without printed value and without marker")


# --- Advantage counters ---------------------------------------------------------------------------------------------


def spendable(s: NightDrop) -> list[int]:
    """ND-2.41, ND-2.53 Counters that can be spent: Advantages revealed on the map (Ruling A7), and the division's."""
    found = [
        stick
        for stick in range(counters.STICKS)
        if s.front[stick] and s.kind[stick] == counters.ADV and s.at[stick] < land.HEXES
    ]
    if s.at[counters.DIVISION] < land.HEXES:
        found.append(counters.DIVISION)
    return found


@dataclass(frozen=True)
class SpendAdvantage(NightChoice):
    """ND-2.41, ND-2.42, ND-2.43, ND-2.47, ND-2.53, ND-2.54 Before the initiative dice the British may spend a counter.

    It leaves the game and gives the initiative, and its brigade must be activated first; the division's counter leaves
    that free. When the German has a claim to this turn, the dice decide.
    """

    clause = "ND-2.41"
    owner = "british"

    def offer(self, s: NightDrop) -> list[Action]:
        if s.turn == 1:
            return [PASS]
        return [*(act("spend", name(piece)) for piece in spendable(s)), PASS]

    def chosen(self, s: NightDrop, action: Action) -> None:
        if action == PASS:
            s.then(sequence.Initiative(False))
            return
        piece = counters.PIECE_OF[action[1]]
        s.say("ND-2.41", "{} is spent for the initiative", action[1], facts=(("removed", action[1]),))
        victory.leave(s, piece, WITHDRAWN)
        if piece != counters.DIVISION:
            s.first_brigade = counters.BRIGADE[piece]
        s.then(sequence.Initiative(True))

    def label(self, s: NightDrop, action: Action) -> str:
        return "Keep the counters" if action == PASS else ""

    def ask(self, s: NightDrop) -> str:
        return "Spend an Advantage for the initiative, or keep the counters"

    def why_not(self, s: NightDrop, action: Action) -> Refusal:
        return Refusal("ND-2.41", "a revealed Advantage counter on the map can be spent, or the 6th Airborne HQ")


def owe_initiative(s: NightDrop, piece: int) -> None:
    """ND-2.44, ND-2.45, ND-2.46, ND-2.53 An Advantage killed in combat goes openly on the turn track and owes the
    German the next turn's initiative; a second one the turn after, and so on (Ruling A38)."""
    turn = s.turn + 1
    while turn in s.owed:
        turn += 1
    s.owed = (*s.owed, turn)
    s.killed_advantages = (*s.killed_advantages, piece)
    if piece != counters.DIVISION:
        s.front = changed(s.front, piece, 1)
    s.say("ND-2.46", f"{{}} was an Advantage: the German has the initiative on turn {turn}", name(piece),
          facts=(("shown", name(piece)),))  # fmt: skip


@dataclass(frozen=True)
class DivisionArrives(NightStep):
    """ND-2.50, ND-2.51, ND-2.52 On turn 3 the 6th Airborne HQ is placed; Germans there or near by may remove it."""

    def do(self, s: NightDrop) -> None:
        if s.turn != tables.DIVISION_TURN or s.at[counters.DIVISION] != RESERVE:
            return
        germans = s.german_hexes()
        word = land.HEX_NAME[land.DIVISION_HEX]
        if land.DIVISION_HEX in germans:
            s.at[counters.DIVISION] = DEAD
            s.say("ND-2.51", "{} finds Germans at {} and is lost", "hq6", word)
            return
        face = s.roll()
        near = sum(1 for cell in land.AROUND[land.DIVISION_HEX] if cell in germans)
        lost = face + near >= tables.DIVISION_LOST
        s.at[counters.DIVISION] = DEAD if lost else land.DIVISION_HEX
        outcome = "it is lost" if lost else "it is set up"
        s.say(
            "ND-2.52", f"{{}} at {{}}: {face} + {near}, {outcome}", "hq6", word,
            facts=(("rolled", "british", str(face)), ("placed", "hq6", "off" if lost else word)),
        )  # fmt: skip
