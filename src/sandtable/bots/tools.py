"""What somebody who only reads and writes can ask, by the name of a tool; and as lines of JSON for any harness."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Iterable
from typing import Any, TextIO

import msgspec

import sandtable
from sandtable import BadInput, SandtableError, bot_names
from sandtable.bots.reader import Reader


class Tools:
    """What a language model can ask. Without a match of its own it is begun by `start`."""

    def __init__(self, match: Reader | None = None, listed: bool = True) -> None:
        self.match, self.listed = match, listed
        self.fixed = match is not None

    def reader(self) -> Reader:
        """The match."""
        if self.match is None:
            raise BadInput("no match has begun; call start")
        return self.match

    def games(self) -> str:
        """The games, their scenarios and their seats."""
        return "\n".join(
            f"{game.name} {scenario.id}: {scenario.title}; seats {', '.join(scenario.seats)}; bots "
            f"{', '.join(bot_names(game))}"
            for game in sandtable.games()
            for scenario in game.scenarios()
        )

    def start(self, game: str, scenario: str = "", seat: str = "", bot: str = "") -> str:
        """Begin a match: a game, and if you like a scenario, a seat, and the bot that holds the other seats."""
        if bot:
            sandtable.load(game).bot(bot)  # a program is for whoever starts the server to name
        self.match = Reader.sit(
            sandtable.load(game), scenario or None, {}, seat or None, bot, secrets.token_bytes(32), self.listed
        )
        return self.match.briefing()

    def briefing(self) -> str:
        """What the match is about: your seat, your goals, how it is scored and how it ends."""
        return self.reader().briefing()

    def look(self) -> str:
        """What you see now, in words: the decision before you, how it stands, the goals, who is where."""
        return self.reader().look()

    def actions(self, page: int = 1, word: str = "") -> str:
        """The legal actions, a page at a time, each with its meaning, cost and likely result; `word` picks those with a
        verb or an id."""
        return self.reader().actions(page, word)

    def about(self, thing: str) -> str:
        """What is known of one piece or place, by the id that stands in brackets."""
        return self.reader().about(thing)

    def why_not(self, action: str) -> str:
        """Why an action is not legal now, with the clause; it changes nothing and is not counted."""
        return self.reader().why_not(action)

    def act(self, action: str) -> str:
        """Do an action. The answer is what happened up to your next decision, or why it is not legal."""
        return self.reader().act(action)

    def log(self, since: int = 1) -> str:
        """What has happened, from a line of the log on."""
        return self.reader().log(since)

    def rules(self, wanted: str, page: int = 1) -> str:
        """The rules: a clause by its number, such as 611.3, or every clause with a word."""
        return self.reader().rules(wanted, page)

    def offered(self) -> list[Callable[..., str]]:
        """Every tool that there is in this match."""
        begin: list[Callable[..., str]] = [] if self.fixed else [self.games, self.start]
        listed: list[Callable[..., str]] = [self.actions] if self.listed else []
        return [*begin, self.briefing, self.look, self.about, *listed, self.why_not, self.act, self.log, self.rules]


def answer_lines(tools: Tools, lines: Iterable[str], out: TextIO) -> None:
    """Each line is an object with the name of a `tool` and what it is given; each answer is an object on a line."""
    for line in lines:
        try:
            said = {"answer": call(tools, line)}
        except SandtableError as error:
            said = {"error": str(error)}
        told = {**said, **(tools.match.counts() if tools.match else {})}
        out.write(msgspec.json.encode(told).decode() + "\n")
        out.flush()


def call(tools: Tools, line: str) -> str:
    """What one tool answers."""
    known = {tool.__name__: tool for tool in tools.offered()}
    try:
        asked = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise BadInput(f'a line is a JSON object such as {{"tool": "look"}}: {error}') from error
    name = asked.pop("tool", "")
    if name not in known:
        raise BadInput(f"there is no tool “{name}”; there are {', '.join(known)}")
    try:
        given = msgspec.convert(asked, wants(known[name]), strict=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}") from error
    return known[name](**msgspec.structs.asdict(given))


def wants(tool: Callable[..., str]) -> type[msgspec.Struct]:
    """What a tool is given, as a type that checks it."""
    types = {"str": str, "int": int}
    fields: list[Any] = []
    for one in inspect.signature(tool).parameters.values():
        kind = types[str(one.annotation)]
        fields.append((one.name, kind) if one.default is one.empty else (one.name, kind, one.default))
    return msgspec.defstruct(tool.__name__, fields, forbid_unknown_fields=True)
