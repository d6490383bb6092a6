"""A program in a seat: it is told what its seat sees and may do, and its answers are checked like anybody's words."""

from __future__ import annotations

import subprocess
import time
from typing import Any

import msgspec

from sandtable import Action, BadInput, Bot, Game, Seen, parse, tell, words
from sandtable.bots.program import Fault, Program

PREFIX = "command:"
"""A bot of this name is a program, started by the words that follow."""
STARTING = 20.0
"""Seconds that a program has until it is ready."""
MOVETIME = 5.0
"""Seconds that it has for a decision, if nobody says otherwise."""
GRACE = 0.5
"""Seconds that an answer may be late: the machine may have other things to do."""
PATIENCE = 3
"""How often a program is started again in one match after it had to be ended; from then on others choose for it."""
LEAVING = 2.0
"""Seconds that it has to leave after `quit`."""


def bot_for(game: Game, name: str, seed: int = 0) -> Bot:
    """A bot by name: one of ours, or `command:` and the words that start a program."""
    if name.startswith(PREFIX):
        return Outside(game, name.removeprefix(PREFIX), seed)
    return game.bot(name, seed)


def check_bot(game: Game, name: str) -> None:
    """BadInput unless there is such a bot, and it is ready to play this game when it is a program."""
    bot = bot_for(game, name)
    if isinstance(bot, Outside):
        played = games_of(bot)
        if played and game.name not in played:
            raise BadInput(f"the bot “{bot.command}” plays {', '.join(played)}, not {game.name}")


def games_of(bot: Outside) -> tuple[str, ...]:
    """What a program says that it plays; nothing means everything. BadInput if it does not come to be ready."""
    try:
        bot.start()
    except Fault as fault:
        raise BadInput(f"the bot “{bot.command}” does not keep the protocol: {fault.text}") from fault
    finally:
        bot.close()
    return bot.games


class Outside(Bot):
    """A program that plays a seat for one match. Where it breaks the protocol, a legal action is drawn for it, and its
    fault is kept."""

    def __init__(
        self, game: Game, command: str, seed: int = 0, movetime: float = MOVETIME, tries: int = 1, told: bool = True,
        errors: int | None = subprocess.DEVNULL,
    ) -> None:  # fmt: skip
        super().__init__(game, seed)
        self.command, self.seed = command, seed
        self.movetime = movetime
        self.tries = tries
        """How often it may answer a decision; each refusal tells it the clause and the reason."""
        self.told = told
        """Whether it is told the options."""
        self.errors = errors
        self.name = ""
        self.games: tuple[str, ...] = ()
        """What it says that it plays; nothing means everything."""
        self.faults: list[Fault] = []
        self.seconds = 0.0
        """How long it has thought, in all."""
        self._program: Program | None = None
        self._match = ""
        self._ended = 0

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        if self._ended <= PATIENCE:
            began = time.monotonic()
            try:
                return self.ask(view, options, self.movetime if deadline is None else deadline)
            except Fault as fault:
                self.faults.append(fault)
                if fault.kind != "illegal":
                    self._ended += 1
                    self.close(0.0)
            finally:
                self.seconds += time.monotonic() - began
        return options[self.rng.below(len(options))]

    def start(self, seconds: float | None = None) -> Program:
        """The program, which has said within so many seconds that it is ready."""
        if self._program is None:
            self._program, self._match = Program(self.command, self.errors), ""
            self._program.say("sandtable")
            lines, _ = self._program.hear("ready", ("id", "option", "info"), STARTING if seconds is None else seconds)
            said = [line.split() for line in lines]
            self.name = next((" ".join(line[2:]) for line in said if line[:2] == ["id", "name"]), "")
            self.games = tuple(line[2] for line in said if line[:2] == ["id", "game"] and len(line) > 2)
            if any(line[:2] == ["option", "seed"] for line in said):
                self._program.say(f"set seed {self.seed}")
        return self._program

    def ask(self, view: dict[str, Any], options: list[Action], seconds: float) -> Action:
        """What it answers, if that is on offer; a Fault otherwise."""
        program = self.start()
        if unasked := program.said_unasked():
            raise Fault("nonsense", f"it said “{unasked[:60]}” when nobody had asked")
        match = f"game {view['game']} {view['scenario']} {view['reader']}"
        if match != self._match:
            program.say(match)
            self._match = match
        program.say(f"view {msgspec.json.encode(view).decode()}")
        if self.told:
            program.say(f"options {len(options)}", *(words(option) for option in options))
        for left in reversed(range(self.tries)):
            program.say(f"go movetime {round(seconds * 1000)}")
            _, said = program.hear("action", ("info",), seconds + GRACE)
            action = parse(said)
            if action in options:
                return action
            fault = self.refuse(view, options, action)
            program.say(f"refused {fault.clause or '-'} {fault.text}")
            if left:
                self.faults.append(fault)
        raise fault

    def refuse(self, view: dict[str, Any], options: list[Action], action: Action) -> Fault:
        """Why an action is not on offer."""
        seen: Seen = self.game.seen_in(view, options)
        refusal = seen.why_not(action)
        assert refusal is not None, "an action that is not on offer has a reason"
        text = " ".join(tell(refusal.text, seen.names).split())
        return Fault("illegal", f"it chose “{words(action)[:60]}”; {text}", refusal.clause)

    def close(self, seconds: float = LEAVING) -> None:
        """End the program, which may have so many seconds to leave by itself."""
        if self._program is not None:
            self._program.say("quit")
            self._program.wait(seconds)
            self._program.stop()
            self._program = None
