"""A toy with a secret hand and an opponent: both lay a card face down, then the higher takes the round."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import Action, Choice, Setup, State, Step, act
from sandtable.kernel.game import Game, Outcome, Scenario, View
from sandtable.kernel.seen import Seen

SEATS = ("north", "south")
CARDS = 8
DECK, GONE, LAID = 2, 3, 4  # where a card may be, beside hand 0 and hand 1; LAID + seat is face down on the table
NAMES = tuple(f"c{n}" for n in range(CARDS))


class Table(State):
    """Where each card is, who leads, and the rounds won."""

    FIELDS = ("at", "lead", "won", "deck")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.at = [DECK] * CARDS
        self.lead = 0
        self.won = [0, 0]
        self.deck: list[int] = []

    def hand(self, seat: int) -> list[int]:
        return [card for card in range(CARDS) if self.at[card] == seat]


@dataclass(frozen=True)
class Deal(Step):
    """C-1 The deck is shuffled and three cards go to each hand."""

    def do(self, s: Table) -> None:
        s.deck = list(range(CARDS))
        s.shuffle(s.deck)
        for turn in range(6):
            s.at[s.deck.pop()] = turn % 2
        s.then(Round())


@dataclass(frozen=True)
class Round(Step):
    """C-2 The leader lays a card face down, then the other; a round is played while cards are held."""

    def do(self, s: Table) -> None:
        if not s.hand(0):
            s.finish()
        else:
            s.then(Lay(s.lead), Lay(1 - s.lead), Compare())


@dataclass(frozen=True)
class Lay(Choice):
    """C-3 A card is laid face down; the last card is laid too without telling that it was the last."""

    who: int
    clause = "C-3"
    always_asked = True

    def seat(self, s: Table) -> str:
        return SEATS[self.who]

    def offer(self, s: Table) -> list[Action]:
        return [act("lay", NAMES[card]) for card in s.hand(self.who)]

    def chosen(self, s: Table, action: Action) -> None:
        s.at[NAMES.index(action[1])] = LAID + self.who
        s.say("C-3", "{} lays a card", SEATS[self.who])
        s.say("C-3", "it is {}", action[1], to=(SEATS[self.who],))


@dataclass(frozen=True)
class Compare(Step):
    """C-4 Both cards are shown; the higher wins, and its player leads and draws a card unseen by the other."""

    def do(self, s: Table) -> None:
        north, south = s.at.index(LAID), s.at.index(LAID + 1)
        s.reveal("the cards of the round")
        s.say(
            "C-4", "{} against {}", NAMES[north], NAMES[south], facts=(("shown", NAMES[north]), ("shown", NAMES[south]))
        )
        s.at[north] = s.at[south] = GONE
        s.lead = 0 if north > south else 1
        s.won[s.lead] += 1
        s.then(Round())


class CardsGame(Game):
    name = "toy-cards"
    title = "Cards"
    package = "tests.kernel.toys.cards"

    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("three", "Three rounds", "Win more rounds.", SEATS, (), 3),)

    def blank(self, setup: Setup) -> State:
        return Table(setup)

    def open(self, s: Table) -> None:
        s.then(Deal())

    def look(self, s: Table, seat: str | None) -> View:
        own = SEATS.index(seat) if seat else -1
        mine = [NAMES[c] for c in range(CARDS) if own >= 0 and s.at[c] == own]
        laid = [NAMES[c] for c in range(CARDS) if own >= 0 and s.at[c] == LAID + own]
        gone = [NAMES[c] for c in range(CARDS) if s.at[c] == GONE]
        return {"hand": mine, "laid": laid, "gone": gone, "held": [len(s.hand(0)), len(s.hand(1))],
                "down": [int(LAID in s.at), int(LAID + 1 in s.at)],
                "deck": len(s.deck), "lead": s.lead, "won": list(s.won)}  # fmt: skip

    def fill(self, s: Table, view: View, seat: str | None, rng: Rng) -> None:
        own = SEATS.index(seat) if seat else -1
        unknown = [c for c in range(CARDS) if NAMES[c] not in view["hand"] + view["laid"] + view["gone"]]
        rng.shuffle(unknown)
        for card in range(CARDS):
            s.at[card] = GONE if NAMES[card] in view["gone"] else DECK
        for card in view["hand"] + view["laid"]:
            s.at[NAMES.index(card)] = own if card in view["hand"] else LAID + own
        for other in (0, 1):
            if other != own:
                for _ in range(view["held"][other]):
                    s.at[unknown.pop()] = other
                for _ in range(view["down"][other]):
                    s.at[unknown.pop()] = LAID + other
        s.deck = unknown
        s.lead, s.won = view["lead"], list(view["won"])

    def outcome(self, s: Table) -> Outcome | None:
        if s.agenda:
            return None
        edge = (s.won[0] - s.won[1]) / 3
        points = {"north": float(s.won[0]), "south": float(s.won[1])}
        return Outcome(f"{s.won[0]} to {s.won[1]}", {"north": edge, "south": -edge}, points)

    def names_of(self, seen: Seen) -> dict[str, str]:
        return {"north": "North", "south": "South", "lay": "Lay", **{NAMES[c]: f"card {c}" for c in range(CARDS)}}


GAME = CardsGame()
