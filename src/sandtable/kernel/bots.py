"""What a bot is, and the one that every game has. Bots see views and options, never states."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from sandtable.kernel.chance import Rng
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import Action


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Something that picks an action from a view and the options."""

    def __init__(self, game: Any, seed: int = 0) -> None:
        self.game = game
        self.rng = Rng(seed)

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        """One of the options; `deadline` is in seconds from now."""
        raise NotImplementedError


class RandomBot(Bot):
    """Any option, each as likely as the others."""

    def pick(self, view: dict[str, Any], options: list[Action], deadline: float | None = None) -> Action:
        return options[self.rng.below(len(options))]


extra: dict[str, Any] = {}
"""Bots that serve every game, put here by the layer that has them: name to a function of (game, seed, argument)."""


def bot_names(game: Any) -> tuple[str, ...]:
    """Every bot that can play this game."""
    return ("random", *game.bots(), *extra)


def make_bot(game: Any, name: str, seed: int) -> Bot:
    """A bot by name; an argument follows a colon (`search:200`)."""
    kind, _, argument = name.partition(":")
    made: Bot
    if kind == "random":
        made = RandomBot(game, seed)
    elif kind in game.bots():
        made = game.bots()[kind](game, seed)
    elif kind in extra:
        made = extra[kind](game, seed, argument)
    else:
        raise BadInput(f"{game.name} has no bot “{name}”; it has {', '.join(bot_names(game))}")
    return made
