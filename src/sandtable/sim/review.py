"""A finished game, looked back at: what each decision of a seat was worth by what that seat knew then, what it cost
against the best that was seen, and how much was luck.

At every decision the player that thinks ahead weighs what was played beside what it thinks worth a thought, from the
seat's own view of that moment, in imagined worlds. The expected result then goes from one decision to the next in two
steps: down by what the decision cost (judgement), and up or down by what came after it until the seat decided again
(luck: the dice, what the others did, and what the expectation had not foreseen). So

    first expectation - all costs + all luck = the result

holds exactly. A decision costs something only where it was clearly worse, world by world, than the best: what is within
the noise is nobody's mistake. Which dice were lucky is measured by themselves: the same action is played again from the
same position with other dice, and what came of it is compared with what comes of it in the mean.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from statistics import NormalDist
from typing import Any

import sandtable
from sandtable import (
    Action,
    BadInput,
    Game,
    IllegalAction,
    Record,
    SearchBot,
    Seen,
    State,
    Weighed,
    bot_names,
    legal,
    play,
    seed_bytes,
    tell,
    words,
)

CONTINUATIONS = 32
"""How many times a decision is played on: few, since a game has hundreds of them."""
SECONDS = 60.0
"""Seconds of the processor that a whole review may take."""
SURE = NormalDist().inv_cdf(0.99)
"""By so many standard errors a decision must be worse than the best to have cost something, and dice other than their
mean to have been lucky, if they were tried in many worlds: of a hundred that made no difference, one would be named."""
PROPOSED: Action = ("ready",)
"""A set-up as it is proposed."""
LEAST = 4
"""Worlds in which a decision must have been tried to be judged."""
LINKS = 40
"""Links of a chain that are looked at to say what was done."""
SERIOUS = 0.04
"""So much of the score, two of a hundred, a decision must have cost to be told as a mistake, and dice brought to be
told as luck; less is drawn alone."""
THROWS = 4
"""One part in so many of a decision's continuations follows its dice as they fell, and as many follow other dice."""
TOLD = 3
"""Decisions, and moments of luck either way, that are told by name."""


@dataclass(frozen=True)
class Judged:
    """A decision, by what its seat knew then. Numbers are scores from -1 to 1."""

    number: int
    """Of its action in the record."""
    did: str
    better: str
    """What was clearly better; empty where nothing was."""
    reason: str
    """What speaks for that."""
    best: float
    """The result to be expected of the best that was seen."""
    cost: float
    """How much less is to be expected of what was done; 0 where that is within the noise."""
    error: float
    """How sure `best` is: one standard error."""
    thought: bool = True
    """Whether it needed a thought; otherwise only its dice are of interest."""
    dice: float = 0.0
    """How much more is to be expected after the dice that fell until the seat's next decision than after others; 0
    where that is within the noise."""
    fell: str = ""
    """What those dice decided."""


@dataclass(frozen=True, kw_only=True)
class Point(Judged):
    """A decision on the curve of the expected result, and what happened from there to the next one on it."""

    luck: float
    happened: str


@dataclass(frozen=True)
class Review:
    """A finished game for one seat: `start` less `cost` plus `luck` is `end`."""

    seat: str
    title: str
    decisions: int
    """Decisions of this seat in the game; those with a point were worth judging."""
    continuations: int
    start: float
    cost: float
    luck: float
    end: float
    points: tuple[Point, ...]
    worst: tuple[int, ...]
    """The costliest decisions that cost something serious, the worst first, by their actions' numbers."""
    lucky: tuple[int, ...]
    unlucky: tuple[int, ...]
    """The decisions after which the dice did most for this seat, and most against it."""

    @property
    def unforeseen(self) -> float:
        """What the result owes neither to decisions nor to dice that were measured: what others did, and what the
        player that thinks ahead did not foresee."""
        return self.luck - math.fsum(one.dice for one in self.points)

    def as_dict(self) -> dict[str, Any]:
        """As plain data, numbers of four places."""
        found: dict[str, Any] = rounded(asdict(self))
        return found


def rounded(data: Any) -> Any:
    """Plain data with its numbers cut to four places."""
    if isinstance(data, dict):
        return {name: rounded(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [rounded(value) for value in data]
    return round(data, 4) if isinstance(data, float) else data


Asked = tuple[int, dict[str, Any], list[Action], Action]


class Reviewer:
    """Looks back at one seat of a record. Decisions are judged one after the other, so that somebody who waits can be
    told how far it is, and the work can be shared out."""

    def __init__(self, record: Record, seat: str, continuations: int = CONTINUATIONS) -> None:
        self.game = sandtable.load(record.game)
        self.record = record
        self.seat = seat
        self.continuations = continuations
        if "search" not in bot_names(self.game):
            raise BadInput(f"{self.game.title} has no player that thinks ahead, so its games cannot be reviewed")
        bot = self.game.bot(f"search:{continuations}")
        assert isinstance(bot, SearchBot), "the player that thinks ahead says what it thinks"
        self.bot = bot
        self.bot.clock = time.process_time  # whatever else the machine does, each decision has its share
        self.asked, self.open, self.rolled, self.end = decisions(self.game, record, seat)
        if self.end.seat is not None:
            raise BadInput("only a game that is over can be reviewed; this one is not")

    def judge(self, place: int, seconds: float | None = None) -> Judged | None:
        """One of the seat's decisions; None where it needed no thought, or there was no time for one, and no dice that
        followed it made a difference."""
        number, view, options, action = self.asked[place]
        part = None if seconds is None else seconds / 2
        found = self.bot.weigh(view, options, part, wanted=action)
        choice = found[0]
        mine = max((one for one in found if one.line.action == action), key=tried, default=choice)
        worlds = min(len(choice.values), len(mine.values))
        dice, fell = self.luck_after(place, part)
        if worlds < LEAST and not dice:
            return None
        seen = self.game.seen_in(view, options)
        lead, doubt = choice.lead(mine)
        blamed = action not in (choice.line.action, PROPOSED)  # who takes what the program proposes made no mistake
        cost = lead if blamed and lead > sure_of(worlds) * doubt else 0.0
        better, reason = "", ""
        if cost:
            then = self.bot.rest_of(seen, choice.line)
            better = seen.plan([choice.line.action, *then])
            reason = tell(self.bot.quick.explained(view, options, choice.line.action, then).reason, seen.names)
        return Judged(
            number=number,
            did=seen.plan(self.chain_from(number, seen)),
            better=better,
            reason=reason,
            best=choice.mean,
            cost=cost,
            error=error_of(choice.values),
            thought=worlds >= LEAST,
            dice=dice,
            fell=fell,
        )

    def luck_after(self, place: int, seconds: float | None) -> tuple[float, str]:
        """What the dice that mattered most until the next decision of the seat did, and what was told of them."""
        self.bot.end = None if seconds is None else self.bot.clock() + seconds
        until = self.asked[place + 1][0] if place + 1 < len(self.asked) else self.end.number + 1
        throws = [number for number in range(self.asked[place][0], until) if number in self.rolled]
        found = [(self.luck_of(number), number) for number in throws]
        luck, number = max(found, key=lambda one: abs(one[0]), default=(0.0, 0))
        return (luck, self.told_between(number, number + 1)) if luck else (0.0, "")

    def luck_of(self, number: int) -> float:
        """By how much the dice of an action, whoever's it was, brought this seat more than others would have; 0 where
        that is within the noise or there was no time. It was played, so it is judged from the true position."""
        before, action = self.rolled[number]
        after = before.clone()
        play(after, action)
        fell, others = [], []
        for world in range(max(LEAST, self.continuations // THROWS)):
            fell.append(self.bot.expected(with_other_dice(after, world), self.seat))
            other = with_other_dice(before, world)
            play(other, action)
            others.append(self.bot.expected(other, self.seat))
            if self.bot.is_late():
                return 0.0
        luck = math.fsum(fell) / len(fell) - math.fsum(others) / len(others)
        clear = abs(luck) > sure_of(len(fell)) * math.hypot(error_of(fell), error_of(others))
        return luck if clear else 0.0

    def chain_from(self, number: int, seen: Seen) -> list[Action]:
        """What was done from an action on, as long as it was links of one chain."""
        links: list[Action] = []
        for _, action in self.record.actions[number - 1 : number - 1 + LINKS]:
            links.append(action)
            try:
                if seen.ahead([words(link) for link in links]) is None:
                    break
            except IllegalAction:
                break  # a link that was left to chance: what follows is another matter
        return links

    def judge_all(self, seconds: float | None = SECONDS, told: Callable[[], None] = lambda: None) -> list[Judged]:
        """All of them, in about so many seconds of the processor: each has its share of what is left."""
        until = None if seconds is None else time.process_time() + seconds
        found = []
        for place in range(len(self.asked)):
            share = None if until is None else (until - time.process_time()) / (len(self.asked) - place)
            judged = self.judge(place, share)
            if judged is not None:
                found.append(judged)
            told()
        return found

    def review(self, judged: list[Judged]) -> Review:
        """What it all comes to."""
        outcome = self.game.outcome(self.end)
        assert outcome is not None, "a game that is over has an outcome"
        end = float(outcome.scores[self.seat])
        points = self.points(judged, end)
        costly = sorted((one for one in points if one.cost >= SERIOUS), key=lambda one: -one.cost)
        strokes = sorted((one for one in points if abs(one.dice) >= SERIOUS), key=lambda one: one.dice)
        return Review(
            seat=self.seat,
            title=self.game.seen(self.end, self.seat).names.get(self.seat, self.seat),
            decisions=len(self.asked),
            continuations=self.continuations,
            start=points[0].best if points else end,
            cost=math.fsum(one.cost for one in points),
            luck=math.fsum(one.luck for one in points),
            end=end,
            points=points,
            worst=tuple(one.number for one in costly[:TOLD]),
            lucky=tuple(one.number for one in reversed(strokes) if one.dice > 0)[:TOLD],
            unlucky=tuple(one.number for one in strokes if one.dice < 0)[:TOLD],
        )

    def points(self, judged: list[Judged], end: float) -> tuple[Point, ...]:
        """The decisions that were thought about, each with the luck until the next one."""
        points = []
        thoughts = [one for one in judged if one.thought]
        for one, after in zip(thoughts, [*thoughts[1:], None], strict=True):
            until = self.end.number + 1 if after is None else after.number
            throw = max((each for each in judged if one.number <= each.number < until), key=lambda each: abs(each.dice))
            value = end if after is None else after.best
            fell, cost = self.fell(one, after), one.cost
            if cost and not fell:  # what it led to is known: it is worth what it was worth there
                cost = max(0.0, one.best - value)
            points.append(
                Point(
                    **asdict(replace(one, cost=cost, dice=throw.dice, fell=throw.fell)),
                    luck=value - (one.best - cost),
                    happened=self.told_between(one.number, until) if fell else "",
                )
            )
        return tuple(points)

    def fell(self, one: Judged, after: Judged | None) -> bool:
        """Whether dice fell, something was shown or others decided between two decisions."""
        until = self.end.number + 1 if after is None else after.number
        return any(number in self.open for number in range(one.number, until))

    def told_between(self, first: int, until: int) -> str:
        """What the seat was told from an action up to another: what dice decided, or the last of it."""
        names = self.game.seen(self.end, self.seat).names
        events = [line.event for line in sandtable.log(self.end, self.seat) if first <= line.action < until]
        rolled = [event for event in events if any(fact[0] == "rolled" for fact in event.facts)]
        return "; ".join(tell(event.text, names) for event in rolled[-2:] or events[-1:])


Thrown = dict[int, tuple[State, Action]]


def decisions(game: Game, record: Record, seat: str) -> tuple[list[Asked], set[int], Thrown, State]:
    """Every decision of a seat between several actions: its number, what was seen, what was on offer and what was done;
    the actions that were not the seat's, or whose end it could not know; those with dice, and from where they were
    played; and the position in the end."""
    s = sandtable.replay(record, 0)
    if seat not in game.seats(s):
        raise BadInput(f"there is no seat “{seat}”; there are {', '.join(game.seats(s))}")
    found = []
    not_its_own: set[int] = set()
    thrown: Thrown = {}
    for number, (who, action) in enumerate(record.actions, 1):
        if who == seat and len(options := legal(s)) > 1:
            found.append((number, game.view(s, seat), options, action))
        before = s.clone()
        play(s, action)
        last = s.history
        assert last is not None, "an action was played"
        if last.rolled:
            thrown[number] = before, action
        if who != seat or last.rolled or last.revealed:
            not_its_own.add(number)
    return found, not_its_own, thrown, s


def with_other_dice(s: State, world: int) -> State:
    """The position again, with a future of its own."""
    twin = s.clone()
    twin.listen = False
    twin.setup = replace(twin.setup, seeds=((0, seed_bytes(world + 1)),), dice=(), draws=())
    return twin


def people(game: Game, record: Record, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The seats that people held, as the record says; all where it names nobody else."""
    held = dict(one.partition("=")[::2] for one in record.players.split(", ") if "=" in one)
    bots = ("random", "easy", "greedy", "search", "command", *bot_names(game))
    found = tuple(seat for seat in seats if seat in held and held[seat].partition(":")[0] not in bots)
    return found or seats


def tried(one: Weighed) -> tuple[int, float]:
    """How far a line was tried, and what it came to: of several lines with one action the best known counts."""
    return len(one.values), one.mean


def sure_of(worlds: int) -> float:
    """SURE for so many worlds: standard errors that few of them give are rough themselves, so more are asked (the first
    terms of Student's distribution)."""
    free = worlds - 1
    return SURE + (SURE**3 + SURE) / (4 * free) + (5 * SURE**5 + 16 * SURE**3 + 3 * SURE) / (96 * free**2)


def error_of(values: list[float]) -> float:
    """One standard error of their mean; 0 of none."""
    if len(values) < 2:
        return 0.0
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((one - mean) ** 2 for one in values) / (len(values) - 1) / len(values))
