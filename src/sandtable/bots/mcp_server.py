"""The same tools by the Model Context Protocol, with its official library (`pip install sandtable[mcp]`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import sandtable
from sandtable import SandtableError
from sandtable.bots.tools import Tools

INSTRUCTIONS = """You hold a seat in a board wargame in which every rule is enforced. Read the briefing, look, and act
until the game is over. An action is a few words, a verb and the ids that stand in brackets. One that is not legal
changes nothing, and you are told the clause and the reason."""


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
