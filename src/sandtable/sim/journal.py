"""What has been played so far, on disk: a run that was stopped, however that came about, goes on from there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

import msgspec

import sandtable
from sandtable import BadInput
from sandtable.sim.simulate import Plan, Result

ENDING = ".part"


class Header(msgspec.Struct):
    """What a journal is of; games of other rules or another plan do not belong together."""

    sandtable: str
    rules: int
    plan: Plan


class Journal:
    """A file beside the table that is being made: a line for what is played, then one for each game."""

    def __init__(self, table: Path, plan: Plan, games: int) -> None:
        self.path = table.with_name(table.name + ENDING)
        self.results: list[Result] = []
        header = msgspec.json.encode(Header(sandtable.__version__, sandtable.load(plan.game).rules, plan)) + b"\n"
        try:
            self._file = self.path.open("a+b")
            try:
                self._begin(header, plan.seed, games)
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise BadInput(f"{table} cannot be written: {error.strerror}") from error

    def _begin(self, header: bytes, first: int, games: int) -> None:
        """Go on where an earlier run ended. One run at a time writes here, and the system lets go of the file however
        that one ends."""
        if not is_locked(self._file) or not self.path.exists():  # it is gone when the other has just finished
            raise BadInput(f"another run is writing {self.path}; wait for it, or give this one an --out of its own")
        kept = self._take_up(header, first, games)
        self._file.seek(kept)
        self._file.truncate()
        if not kept:
            self._file.write(header)
            self._file.flush()

    def _take_up(self, header: bytes, first: int, games: int) -> int:
        """Read what an earlier run has left, and give its size up to where it is whole: its end may be half a line."""
        self._file.seek(0)
        text = self._file.read()
        if not header.startswith(text[: len(header)]):
            told = f"{self.path} is what a run of another plan, or of another version, has left"
            raise BadInput(f"{told}; let that one finish, or remove the file")
        if len(text) < len(header):
            return 0
        kept, wanted, known = len(header), range(games), set()
        for line in text[kept:].splitlines(keepends=True):
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.DecodeError:
                break
            if not line.endswith(b"\n"):
                break
            kept += len(line)
            number = result.seed - first
            if number in wanted and number not in known:
                known.add(number)
                self.results.append(result)
        return kept

    def add(self, result: Result) -> None:
        """Keep a game; it is in the hands of the system when this is done."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()

    def close(self, finished: bool) -> None:
        """Leave it for the next run, or remove it when everything is in the table."""
        if finished:
            self.path.unlink()
        self._file.close()


def is_locked(file: IO[bytes]) -> bool:
    """Take a file for this process alone, unless another has it."""
    if sys.platform == "win32":
        return True  # nothing holds two runs apart there
    import fcntl  # noqa: PLC0415 - not on other systems

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
