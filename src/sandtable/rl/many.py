"""Many matches of a scenario stepped together: in one process, or shared among several.

Match k of n begins with the seed plus k, and the match after it in the same row with n more, so the rows are the same
for any number of processes.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import pairwise
from math import prod
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sandtable import BadInput, SandtableError
from sandtable.rl.layout import Numbers
from sandtable.rl.match import MAX_STEPS, Form, Mask, Match, form_of
from sandtable.sim.simulate import uncollected

STEP, DONE = b"step", b"done"


@dataclass
class Rows:
    """One row for each match."""

    observations: Numbers
    """What the seat that must choose may know."""
    masks: Mask
    """The words that it may say."""
    seats: NDArray[np.int8]
    """Which seat that is, by its place among the seats."""
    scores: NDArray[np.float32]
    """What each seat got at this step: nothing until its match is over."""
    ended: NDArray[np.bool_]
    """Whether a match came to its end at this step; the row shows the next one already."""
    cut: NDArray[np.bool_]
    """The same for one that was cut short."""


class Held:
    """What is used in a `with`, or closed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of what is held; matches in this process are nothing to hold."""


def check_words(form: Form, masks: Mask, words: ArrayLike) -> NDArray[np.int64]:
    """The words of a step, one for each row; nothing is said where one of them may not be."""
    said = np.asarray(words, np.int64)
    if said.shape != (len(masks),):
        raise BadInput(f"a step is {len(masks)} words, one for each match, not {said.shape}")
    if said.min() < 0 or said.max() > form.end:
        beyond = int(np.flatnonzero((said < 0) | (said > form.end))[0])
        raise BadInput(f"match {beyond}: there is no word {said[beyond]}; they go from 0 to {form.end}")
    allowed = masks[np.arange(len(masks)), said]
    if not allowed.all():
        wrong = int(np.flatnonzero(allowed == 0)[0])
        raise BadInput(f"match {wrong}: “{form.word(int(said[wrong]))}” is not on the mask")
    return said


def shapes(form: Form, games: int) -> list[tuple[Any, tuple[int, ...]]]:
    """Kind and shape of each field of the rows."""
    return [
        (np.int16, (games, form.layout.size)),
        (np.int8, (games, form.choices)),
        (np.int8, (games,)),
        (np.float32, (games, len(form.seats))),
        (np.bool_, (games,)),
        (np.bool_, (games,)),
    ]


class Batch(Held):
    """Matches in this process. Where several processes share them, `rows` are its part of all of them, `first` is the
    number of its first one, and `of` says how many there are."""

    def __init__(
        self, form: Form, games: int, max_steps: int = MAX_STEPS, rows: Rows | None = None, first: int = 0, of: int = 0
    ) -> None:
        if games < 1:
            raise BadInput(f"1 match or more can be played together, not {games}")
        self.form = form
        self.max_steps = max_steps
        self.first = first
        self.of = of or games
        self.seeds = [0] * games
        self.matches: list[Match] = []
        self.finished = self.truncated = 0
        """How many matches came to their end, and how many were cut short."""
        self.rows = rows or Rows(*[np.zeros(shape, kind) for kind, shape in shapes(form, games)])
        # What is laid out goes into its row as memory, since numpy is slow at small things.
        self.observations = [memoryview(row) for row in self.rows.observations]
        self.masks = [memoryview(row).cast("B") for row in self.rows.masks]
        self.places = {seat: place for place, seat in enumerate(form.seats)}

    def reset(self, seed: int = 0) -> Rows:
        """Begin all of them anew."""
        self.seeds = [seed + self.first + row for row in range(len(self.seeds))]
        self.matches = [Match(self.form, one, self.max_steps) for one in self.seeds]
        self._forget()
        for row in range(len(self.matches)):
            self._show(row)
        return self.rows

    def _forget(self) -> None:
        """What belonged to the step before."""
        for column in (self.rows.scores, self.rows.ended, self.rows.cut):
            column[:] = 0

    def _show(self, row: int) -> None:
        """Lay out what the seat that must choose may know and say."""
        match = self.matches[row]
        seat = match.seat
        assert seat is not None, "a match that is over has made room for the next"
        self.observations[row][:] = match.lay(seat)
        self.masks[row][:] = match.marks()
        self.rows.seats[row] = self.places[seat]

    def step(self, words: ArrayLike) -> Rows:
        """One word for each; the arrays are the same ones every time."""
        if not self.matches:
            raise BadInput("no match has begun; call reset first")
        self.say(check_words(self.form, self.rows.masks, words).tolist())
        return self.rows

    def say(self, words: list[int]) -> None:
        """The same with words that are known to be on the masks."""
        self._forget()
        with uncollected():
            for row, word in enumerate(words):
                match = self.matches[row]
                match.step(word)
                if match.over or match.truncated:
                    self._end(row, match)
                self._show(row)

    def _end(self, row: int, match: Match) -> None:
        """A match is over: its scores are told, and the next one begins."""
        scores = match.scores()
        self.rows.scores[row] = [scores[seat] for seat in self.form.seats]
        self.rows.ended[row], self.rows.cut[row] = match.over, match.truncated
        self.finished += match.over
        self.truncated += match.truncated
        self.seeds[row] += self.of
        self.matches[row] = Match(self.form, self.seeds[row], self.max_steps)


class Shared:
    """What all processes of a pool see: the rows of all matches, the words that are said to them, and how many matches
    each process has seen end. Only who is to begin and who is done travels between them."""

    def __init__(self, form: Form, games: int, workers: int, memory: list[Any] | None = None) -> None:
        kinds = [*shapes(form, games), (np.int64, (games,)), (np.int64, (workers, 2))]
        self.memory = memory or [RawArray("b", prod(shape) * np.dtype(kind).itemsize) for kind, shape in kinds]
        columns = [
            np.frombuffer(block, kind).reshape(shape) for block, (kind, shape) in zip(self.memory, kinds, strict=True)
        ]
        *rows, self.words, self.counts = columns
        self.rows = Rows(*rows)

    def part(self, part: slice) -> Rows:
        """Some of the rows."""
        return Rows(*[getattr(self.rows, one.name)[part] for one in fields(Rows)])


def work(pipe: Connection, given: tuple[Any, ...], sizes: tuple[int, int, int], memory: list[Any], place: int) -> None:
    """A process of the pool: steps its part of the matches, or begins them anew with a seed, until nobody asks."""
    gc.disable()  # matches leave nothing in circles, and nothing else is made here
    games, workers, max_steps = sizes
    form = form_of(*given)
    shared = Shared(form, games, workers, memory)
    part = parts(games, workers)[place]
    batch = Batch(form, part.stop - part.start, max_steps, shared.part(part), part.start, games)
    words = shared.words[part]
    with suppress(EOFError, OSError):  # whoever asked is gone
        while True:
            asked = pipe.recv_bytes()
            batch.say(words.tolist()) if asked == STEP else batch.reset(int(asked))
            shared.counts[place] = batch.finished, batch.truncated
            pipe.send_bytes(DONE)


def parts(games: int, workers: int) -> list[slice]:
    """Which rows each process has."""
    ends = [games * worker // workers for worker in range(workers + 1)]
    return [slice(first, end) for first, end in pairwise(ends)]


class Pool(Held):
    """The same matches shared among processes."""

    def __init__(self, form: Form, games: int, workers: int, max_steps: int = MAX_STEPS) -> None:
        if not 1 <= workers <= games:
            raise BadInput(f"{games} matches are shared among 1 to {games} processes, not {workers}")
        self.form = form
        self.begun = False
        self.shared = Shared(form, games, workers)
        self.rows = self.shared.rows
        self.pipes: list[Connection] = []
        self.processes = []
        context = get_context("spawn")
        given, sizes = (form.game.name, form.scenario, form.options, form.mission), (games, workers, max_steps)
        for place in range(workers):
            ours, theirs = context.Pipe()
            told = (theirs, given, sizes, self.shared.memory, place)
            process = context.Process(target=work, args=told, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)

    @property
    def finished(self) -> int:
        """How many matches came to their end."""
        return int(self.shared.counts[:, 0].sum())

    @property
    def truncated(self) -> int:
        """How many were cut short."""
        return int(self.shared.counts[:, 1].sum())

    def reset(self, seed: int = 0) -> Rows:
        """Begin all of them anew."""
        self._ask(str(seed).encode())
        self.begun = True
        return self.rows

    def step(self, words: ArrayLike) -> Rows:
        """One word for each; the arrays are the same ones every time."""
        if not self.begun:
            raise BadInput("no match has begun; call reset first")
        self.shared.words[:] = check_words(self.form, self.rows.masks, words)
        self._ask(STEP)
        return self.rows

    def _ask(self, asked: bytes) -> None:
        """Have everybody do something, and wait until all have."""
        if not self.pipes:
            raise BadInput("the pool is closed; make another")
        try:
            for pipe in self.pipes:
                pipe.send_bytes(asked)
            for pipe in self.pipes:
                pipe.recv_bytes()
        except (EOFError, OSError):
            self.close()
            raise SandtableError("a process of the pool is gone; make another pool and call reset") from None

    def close(self) -> None:
        """End the processes: each leaves when its pipe is closed."""
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()
        self.pipes, self.processes, self.begun = [], [], False


def many(
    game: str,
    scenario: str | None = None,
    *,
    games: int,
    workers: int = 0,
    options: dict[str, str] | None = None,
    mission: str = "",
    max_steps: int = MAX_STEPS,
) -> Batch | Pool:
    """So many matches stepped together, in this process or, with `workers`, in others."""
    form = form_of(game, scenario, options, mission)
    return Pool(form, games, workers, max_steps) if workers else Batch(form, games, max_steps)
