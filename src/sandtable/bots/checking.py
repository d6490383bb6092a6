"""Whether a program keeps the bot protocol, part by part."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sandtable import Game, State, legal, play
from sandtable.bots.outside import LEAVING, Outside
from sandtable.bots.program import Fault

QUIET = 0.2
"""Seconds in which a bot must hold its tongue when nothing was asked."""


@dataclass
class Report:
    """What was kept and what was not, each in a sentence."""

    name: str = ""
    kept: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def part(self, promise: str, work: Callable[[], None]) -> bool:
        """Try one part of the protocol."""
        try:
            work()
        except Fault as fault:
            self.failed.append(f"{promise}: {fault.text}")
            return False
        self.kept.append(promise)
        return True


def check_program(game: Game, command: str, scenario: str | None, decisions: int, movetime: float) -> Report:
    """Try every part; what comes after a part that fails is tried with a program that is started anew."""
    report = Report()
    bot = Outside(game, command, movetime=movetime, errors=None)
    s = game.start(scenario, seed=1)
    try:
        if not report.part("it says what it is and that it is ready", lambda: greet(bot, report)):
            return report
        report.part("it says nothing that was not asked for", lambda: hold_still(bot))
        report.part("it lets lines pass that it does not know", lambda: pass_over(bot, s))
        report.part(f"it answers {decisions} decisions with actions on offer", lambda: decide(bot, s, decisions))
        report.part("it leaves when it is told to quit", lambda: leave(bot, polite=True))
        report.part("it leaves when nobody speaks to it any more", lambda: leave(bot, polite=False))
    finally:
        bot.close()
    return report


def greet(bot: Outside, report: Report) -> None:
    """`sandtable` is answered by `id name …` and `ready`."""
    bot.start()
    report.name = bot.name
    if not bot.name:
        raise Fault("nonsense", "it did not say “id name” and a name before “ready”")


def hold_still(bot: Outside) -> None:
    """After `ready` it waits."""
    time.sleep(QUIET)
    if said := bot.start().said_unasked():
        raise Fault("nonsense", f"it said “{said[:60]}”")


def pass_over(bot: Outside, s: State) -> None:
    """A later protocol may have more lines."""
    bot.start().say("weather fine and dry")
    decide(bot, s, 1)


def decide(bot: Outside, s: State, decisions: int) -> None:
    """The program plays every seat in turn."""
    for _ in range(decisions):
        options = legal(s)
        if not options:
            return
        try:
            play(s, bot.ask(bot.game.view(s, s.seat), options, bot.movetime))
        except Fault:
            bot.close(0.0)
            raise


def leave(bot: Outside, polite: bool) -> None:
    """It ends by itself."""
    program = bot.start()
    if polite:
        program.say("quit")
    else:
        program.shut_input()
    try:
        if not program.wait(LEAVING):
            raise Fault("stalled", f"it was still there after {LEAVING:g} seconds")
    finally:
        bot.close(0.0)
