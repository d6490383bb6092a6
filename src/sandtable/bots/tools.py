"""A match as tools of the Model Context Protocol, with its official library (`pip install sandtable[mcp]`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from threading import Lock

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import sandtable
from sandtable import SandtableError, bot_names
from sandtable.bots.reader import Reader

INSTRUCTIONS = """You hold a seat in a board wargame in which every rule is enforced. Read the briefing, look, and act
until the game is over. An action is a few words, a verb and the ids that stand in brackets. One that is not legal
changes nothing, and you are told the clause and the reason."""


class Tools:
    """What a language model can ask. Without a match of its own it is begun by `start`."""

    def __init__(self, match: Reader | None = None, listed: bool = True) -> None:
        self.match, self.listed = match, listed
        self.fixed = match is not None

    def reader(self) -> Reader:
        """The match."""
        if self.match is None:
            raise sandtable.BadInput("no match has begun; call start")
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


def answering(tool: Callable[..., str], turn: Lock) -> Callable[..., str]:
    """A tool whose errors are sentences for whoever asked; one tool works at a time."""

    @wraps(tool)
    def answer(*args: object, **named: object) -> str:
        try:
            with turn:
                return tool(*args, **named)
        except SandtableError as error:
            raise ToolError(str(error)) from error

    return answer


def server(tools: Tools) -> MCPServer:
    """The server, which speaks on standard input and output when it is run."""
    made = MCPServer("sandtable", instructions=INSTRUCTIONS, version=sandtable.__version__, log_level="ERROR")
    turn = Lock()
    for tool in tools.offered():
        made.add_tool(answering(tool, turn), structured_output=False)
    return made
