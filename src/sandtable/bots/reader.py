"""A seat for somebody who only reads and writes: every question is answered with a text. Bots hold the other seats."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeVar

import sandtable
from sandtable import BadInput, Bot, Game, Seen, State, legal, parse, rulebook, tell, words
from sandtable.bots import telling
from sandtable.bots.outside import Outside, bot_for

T = TypeVar("T")
PAGE = 40
"""Actions, clauses or log lines that are told at a time."""


@dataclass
class Reader:
    """One match as one seat reads it."""

    game: Game
    s: State
    seat: str
    bots: dict[str, Bot]
    listed: bool = True
    """Whether the list of legal actions may be asked for."""
    read: int = 0
    """How many lines of the log it has been told."""
    refused: Counter[str] = field(default_factory=Counter)
    """How often each clause was broken; "" stands for words that broke none."""

    @classmethod
    def sit(
        cls, game: Game, scenario: str | None, options: dict[str, str], seat: str | None, bot: str, seed: int | bytes,
        listed: bool = True,
    ) -> Reader:  # fmt: skip
        """A new match, up to the seat's first decision; the first seat if none is named."""
        s = game.start(scenario, seed=seed, options=options)
        seats = game.seats(s)
        if seat is not None and seat not in seats:
            raise BadInput(f"{game.name} has no seat “{seat}” here; it has {', '.join(seats)}")
        own = seat or seats[0]
        name = bot or ("greedy" if "greedy" in game.bots() else "random")
        bots = {other: bot_for(game, name, place) for place, other in enumerate(seats) if other != own}
        found = cls(game, s, own, bots, listed)
        found.go_on()
        return found

    def go_on(self) -> None:
        """The other seats choose until this one must."""
        while self.s.seat not in (None, self.seat):
            other = self.s.seat
            assert other is not None
            sandtable.play(self.s, self.bots[other].pick(self.game.view(self.s, other), legal(self.s)))

    @property
    def seen(self) -> Seen:
        """What the seat sees now."""
        return self.game.seen(self.s, self.seat)

    def briefing(self) -> str:
        """What it is about."""
        setup = self.s.setup
        told = self.game.briefing(setup.scenario, self.s.options, self.seat, setup.mission)
        return f"You play {self.seat}.\n{telling.briefing_in_words(told)}"

    def look(self) -> str:
        """What the seat sees."""
        return self.ending() if self.s.seat is None else telling.position_in_words(self.seen)

    def actions(self, page: int = 1, word: str = "") -> str:
        """A page of the legal actions, or of those with a word."""
        if not self.listed:
            raise BadInput("the list of legal actions is switched off here; act, and you are told what is wrong")
        seen = self.seen
        wanted = [number for number, action in enumerate(seen.options) if not word or word in action]
        lines, head = paged(wanted, page, "actions")
        return "\n".join([head, *telling.actions_in_words(seen, lines)])

    def about(self, thing: str) -> str:
        """What is known of one piece or place."""
        seen = self.seen
        return "\n".join(tell(line, seen.names) for line in seen.about(thing)) or f"Nothing is known of “{thing}”."

    def why_not(self, said: str) -> str:
        """Why an action is not legal now."""
        seen = self.seen
        refusal = seen.why_not(parse(said))
        if refusal is None:
            return f"“{said}” is legal now."
        return f"{tell(refusal.text, seen.names)}{telling.paragraph(refusal.clause)}"

    def act(self, said: str) -> str:
        """Do an action, and tell what came of it; one that is not legal changes nothing and is counted."""
        if self.s.seat is None:
            return self.ending()
        meant = words(parse(said)).casefold()
        action = next((one for one in legal(self.s) if words(one).casefold() == meant), None)
        if action is None:
            seen = self.seen
            refusal = seen.why_not(parse(said))
            assert refusal is not None, "what is not on offer has a reason"
            self.refused[refusal.clause] += 1
            return f"Refused: {self.why_not(said).rstrip('.')}. Illegal actions so far: {self.refused.total()}."
        sandtable.play(self.s, action)
        self.go_on()
        news = self.log(self.read + 1)
        return f"{news}\n{self.question()}"

    def question(self) -> str:
        """What the seat must decide now, or how the match ended."""
        return self.ending() if self.s.seat is None else telling.question_in_words(self.seen)

    def log(self, since: int = 1) -> str:
        """What the seat could read from a line on."""
        lines = sandtable.log(self.s, self.seat)
        told = telling.log_in_words([line for line in lines if line.number >= since], self.seen.names)
        self.read = len(lines)
        return "\n".join(told) or "Nothing more has happened."

    def rules(self, wanted: str, page: int = 1) -> str:
        """A clause by its number, or those that hold a word."""
        known = rulebook.book(self.game.name).clauses
        try:
            found = [rulebook.find(self.game.name, wanted)]
        except KeyError:
            found = [clause for clause in known.values() if wanted.casefold() in clause.text.casefold()]
        if not found:
            raise BadInput(f"no clause has the number or the word “{wanted}”")
        lines, head = paged([f"{clause.number} {clause.text}" for clause in found], page, "clauses")
        return "\n".join([head, *lines])

    def counts(self) -> dict[str, object]:
        """What a harness wants to know beside the words: whether it is over, the score then, and illegal actions."""
        outcome = self.game.outcome(self.s) if self.s.seat is None else None
        score = None if outcome is None else outcome.scores.get(self.seat)
        return {"over": outcome is not None, "score": score, "illegal": self.refused.total()}

    def close(self) -> None:
        """End the programs that hold other seats."""
        for bot in self.bots.values():
            if isinstance(bot, Outside):
                bot.close()

    def ending(self) -> str:
        """How the match ended."""
        outcome = self.game.outcome(self.s)
        assert outcome is not None, "there is an ending when the game is over"
        score = outcome.scores.get(self.seat, 0.0)
        return f"The game is over: {outcome.text}. Your score is {score:+.2f}, between -1 and +1."


def paged(things: list[T], page: int, what: str) -> tuple[list[T], str]:
    """One page of a list, and a line that says which."""
    pages = max(1, math.ceil(len(things) / PAGE))
    if not 1 <= page <= pages:
        raise BadInput(f"there are {pages} pages of {what}; there is no page {page}")
    return things[(page - 1) * PAGE : page * PAGE], f"{len(things)} {what}, page {page} of {pages}"
