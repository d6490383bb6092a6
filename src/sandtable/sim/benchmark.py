"""How well a program plays by the bot protocol, over games that are the same for every program."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

import sandtable
from sandtable import BadInput, Bot, Game
from sandtable.bots.outside import Outside, bot_for
from sandtable.sim.simulate import interval, play_out


@dataclass
class Trial:
    """One game of the program."""

    seed: int
    outcome: str = ""
    score: float = 0.0
    points: float = 0.0
    decisions: int = 0
    """Decisions of all seats."""
    illegal: int = 0
    clauses: dict[str, int] = field(default_factory=dict)
    """How often each clause was broken by an illegal action; "" is none in particular."""
    breaches: dict[str, int] = field(default_factory=dict)
    """How often it crashed, stalled, flooded or answered nonsense."""
    seconds: float = 0.0
    """How long the program took, of all."""
    error: str = ""


class Task:
    """What a program is measured by."""

    def __init__(
        self, game: Game, command: str, scenario: str | None, options: dict[str, str], seat: str | None, opponent: str,
        movetime: float, tries: int, told: bool,
    ) -> None:  # fmt: skip
        begun = game.start(scenario, options=options)
        self.seats = game.seats(begun)
        if seat is not None and seat not in self.seats:
            raise BadInput(f"{game.name} has no seat “{seat}” here; it has {', '.join(self.seats)}")
        self.game, self.command, self.options = game, command, options
        self.scenario = begun.setup.scenario
        self.seat = seat or self.seats[0]
        self.opponent = opponent or ("greedy" if "greedy" in game.bots() else "random")
        bot_for(game, self.opponent)
        self.movetime, self.tries, self.told = movetime, tries, told

    def play(self, seed: int) -> Trial:
        """One game, whatever the program does."""
        trial = Trial(seed)
        own = Outside(self.game, self.command, seed, self.movetime, self.tries, self.told)
        others = {seat: bot_for(self.game, self.opponent, seed * 2 + place) for place, seat in enumerate(self.seats)}
        bots: dict[str, Bot] = {**others, self.seat: own}
        try:
            s = self.game.start(self.scenario, seed=seed, options=self.options)
            for decided in play_out(self.game, s, bots):
                trial.decisions = decided
            outcome = self.game.outcome(s)
            if outcome is not None:
                trial.outcome, trial.score = outcome.text, outcome.scores[self.seat]
                trial.points = outcome.points.get(self.seat, 0.0)
        except Exception as error:
            trial.error = f"{type(error).__name__}: {error}"
        finally:
            for bot in bots.values():
                if isinstance(bot, Outside):
                    bot.close()
        illegal = [fault for fault in own.faults if fault.kind == "illegal"]
        trial.illegal = len(illegal)
        trial.clauses = dict(sorted(Counter(fault.clause for fault in illegal).items()))
        trial.breaches = dict(sorted(Counter(fault.kind for fault in own.faults if fault.kind != "illegal").items()))
        trial.seconds = round(own.seconds, 3)
        return trial

    def result(self, trials: list[Trial]) -> dict[str, Any]:
        """What is written."""
        clauses: Counter[str] = Counter()
        for trial in trials:
            clauses.update(trial.clauses)
        finished = [trial for trial in trials if trial.outcome]
        return {
            "sandtable": sandtable.__version__, "game": self.game.name, "rules": self.game.rules,
            "scenario": self.scenario, "options": self.options, "seat": self.seat, "opponent": self.opponent,
            "command": self.command, "movetime": round(self.movetime * 1000), "tries": self.tries,
            "options_told": self.told,
            "games": len(trials), "finished": len(finished),
            "score": interval([trial.score for trial in finished]),
            "illegal": sum(trial.illegal for trial in trials), "clauses": dict(sorted(clauses.items())),
            "seconds": round(sum(trial.seconds for trial in trials), 3),
            "trials": [asdict(trial) for trial in trials],
        }  # fmt: skip
