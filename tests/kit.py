"""One way to set up, do, offer, refuse and read, for all games.

    s = begun(GAME, Desert, "scenario-1", "buy", "take HQ1", seed=1)    a match, with actions played
    s = laid(GAME, Desert, "scenario-1", dice=[4, 2])                   a position with nothing on it, to lay out
    run(s, combat.Begin(zone))                                          steps of the rules, up to the next choice
    do(s, "contact T1A", "done")                                        actions, as their words
    assert offered(s, "attack") == ["attack T1A axis1"]                 what is on offer and begins with these words
    assert refused(s, "attack HQ1 axis1") == "WDW-732.7"                the clause that forbids an action
    assert said(s.events, "WDW-733.4") == ["{T1A} is destroyed"]        what the log tells by a clause

What only one game has (its men, its boards) is in its own folder, and is made with these.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TypeVar

from sandtable import Event, Game, Refusal, Rng, State, Step, legal, parse, play, seed_bytes, words
from sandtable.kernel.flow import READY, Setup, advance, begin, entries
from sandtable.kernel.game import check_options, find

S = TypeVar("S", bound=State)

MOST = 20_000
"""Decisions that no game comes to; a bot that goes in circles passes it."""

# --- set up ----------------------------------------------------------------------------------------------------------


def begun(
    game: Game,
    kind: type[S],
    scenario: str | None = None,
    *lines: str,
    seed: int = 1,
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    mission: str = "",
) -> S:
    """A match from its start, with actions played."""
    given = dict(options or {})
    s = game.start(scenario, seed=seed, options=given, dice=tuple(dice), draws=tuple(draws), mission=mission)
    assert isinstance(s, kind)
    do(s, *lines)
    return s


def laid(
    game: Game,
    kind: type[S],
    scenario: str,
    *,
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
) -> S:
    """A position with nothing on it and nothing due."""
    settings = check_options(game.name, game.scenario(scenario), dict(options or {}))
    setup = Setup(game.name, game.rules, scenario, settings, ((0, seed_bytes(7)),), tuple(dice), tuple(draws))
    s = game.blank(setup)
    assert isinstance(s, kind)
    return s


# --- do --------------------------------------------------------------------------------------------------------------


def run(s: S, *steps: Step) -> S:
    """Let steps happen, up to the next choice; what they say is in `s.events`."""
    begin(s)
    s.then(*steps)
    advance(s)
    return s


def do(s: State, *lines: str) -> list[Event]:
    """Play actions, given as their words; what all of them said."""
    return [event for line in lines for event in play(s, parse(line))]


def through(s: State, *begin: str) -> list[Event]:
    """Give every question the first answer that begins with these words, while there is one; what all of it said."""
    events: list[Event] = []
    while found := offered(s, *begin):
        events += do(s, found[0])
    return events


def at_random(s: S, seed: int, never: Container[str] = ()) -> Iterator[S]:
    """Play a game to its end by chance, without some verbs where others are on offer; the position is there to be
    looked at before each action."""
    rng = Rng(seed)
    while options := legal(s):
        yield s
        wanted = [action for action in options if action[0] not in never] or options
        play(s, wanted[rng.below(len(wanted))])


def by_bots(game: Game, s: S, seed: int, *bots: str) -> Iterator[S]:
    """Play a game to its end by bots, one for all seats or one for each in their order; likewise."""
    seats = game.seats(s)
    players = {
        seat: game.bot(bot, seed + n) for n, (seat, bot) in enumerate(zip(seats, bots * len(seats), strict=False))
    }
    for _ in range(MOST):
        seat = s.seat
        if seat is None:
            return
        yield s
        play(s, players[seat].pick(game.view(s, seat), legal(s)))
    raise AssertionError(f"{' and '.join(bots)} come to no end of {s.setup.scenario} with seed {seed}")


def ended(positions: Iterator[S]) -> S:
    """The position in which a game ends."""
    for s in positions:
        last = s
    return last


# --- offer and refuse ------------------------------------------------------------------------------------------------


def offered(s: State, *begin: str) -> list[str]:
    """What the rules offer that begins with these words; `ready`, which the kernel adds to a set-up, is left out."""
    return [words(action) for action in legal(s) if action[: len(begin)] == begin and action != READY]


def why(s: State, line: str) -> Refusal:
    """Why an action is not on offer."""
    assert parse(line) not in legal(s), f"“{line}” is on offer"
    assert s.choice is not None
    refusal = find(s.setup.game).refuse(s, s.choice, parse(line))
    assert refusal.text
    return refusal


def refused(s: State, line: str) -> str:
    """The clause that forbids an action which is not on offer."""
    return why(s, line).clause


# --- read ------------------------------------------------------------------------------------------------------------


def asked(s: State) -> str:
    """The question."""
    assert s.choice is not None
    return s.choice.ask(s)


def priced(s: State, line: str) -> str:
    """What an action on offer is said to cost and to bring."""
    assert s.choice is not None and parse(line) in legal(s)
    return s.choice.price(s, parse(line))


def told(s: State) -> list[Event]:
    """Everything told since the position was laid out, in order; before the first action, what steps said last."""
    return [event for entry in entries(s) for event in entry.events] or s.events


def clauses(s: State) -> list[str]:
    """By which clauses, line by line."""
    return [event.clause for event in told(s)]


def said(events: Iterable[Event], clause: str) -> list[str]:
    """What the log says by a clause."""
    return [event.text for event in events if event.clause == clause]


def dice_left(s: State) -> int:
    """Given dice that nobody has rolled."""
    return len(s.setup.dice) - s.dice_used
