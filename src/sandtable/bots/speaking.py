"""One of our own bots on standard input and output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TextIO

import msgspec

from sandtable import Action, BadInput, Bot, Game, parse, words

SHARE = 0.8
"""How much of its time a bot is given to think; the rest is for telling."""


class Speaker:
    """A bot that answers lines. Lines that it does not know it ignores, so that the protocol may grow."""

    def __init__(self, game: Game, name: str, out: TextIO) -> None:
        self.game, self.name, self.out = game, name, out
        self.seed = 0
        self.bot: Bot = game.bot(name)
        self.view: dict[str, Any] = {}
        self.options: list[Action] = []

    def say(self, *lines: str) -> None:
        """Lines for whoever asked."""
        self.out.write("".join(f"{line}\n" for line in lines))
        self.out.flush()

    def listen(self, lines: Iterable[str]) -> None:
        """Answer until `quit` or the end."""
        rest = iter(lines)
        for line in rest:
            word, _, said = line.strip().partition(" ")
            if word == "quit":
                return
            try:
                if word == "options":
                    self.options = [parse(next(rest, "")) for _ in range(int(said))]
                else:
                    self.answer(word, said)
            except (ValueError, msgspec.DecodeError) as error:
                raise BadInput(f"the line “{line.strip()[:60]}” cannot be read: {error}") from error

    def answer(self, word: str, said: str) -> None:
        """Do what one line says."""
        match word, said.split():
            case "sandtable", _:
                self.say(f"id name {self.name}", f"id game {self.game.name}", "option seed 0", "ready")
            case "set", ["seed", number]:
                self.seed = int(number)
            case "game", [game, _, _]:
                if game != self.game.name:
                    raise BadInput(f"this bot plays {self.game.name}, not {game}")
                self.bot = self.game.bot(self.name, self.seed)
            case "view", _:
                self.view = msgspec.json.decode(said)
            case "go", ["movetime", milliseconds]:
                if not self.options or not self.view:
                    raise BadInput("“go” comes after “view” and “options”")
                self.say("action " + words(self.bot.pick(self.view, self.options, int(milliseconds) / 1000 * SHARE)))
