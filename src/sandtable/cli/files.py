"""Files are written whole or not at all, and read with an error that says what is wrong."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import sandtable
from sandtable import MISSION_BYTES, RECORD_BYTES, BadInput, Game, Record, ReplayError, State, parse_record


def beside(path: Path) -> tuple[int, str]:
    """A new file in the same folder, which must be there."""
    if path.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder")
    try:
        return tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error


def check_writable(*paths: Path | None) -> None:
    """BadInput unless a file could be written at each path that was given."""
    for path in paths:
        if path is not None:
            handle, name = beside(path)
            os.close(handle)
            Path(name).unlink()


def write_whole(path: Path, data: str | bytes) -> None:
    """Write beside the file, force it to disk, then put it in place."""
    handle, name = beside(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_text(path: Path) -> str:
    """A text file of at most the size of a record."""
    try:
        if path.stat().st_size > RECORD_BYTES:
            raise BadInput(f"{path} is larger than {RECORD_BYTES} bytes, the most that a file here may have")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}, line {line}: this is not UTF-8 text") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error


def read_mission(game: Game, path: Path | None) -> str:
    """The text of a mission that a player wrote, which a game that has missions takes instead of one of its own."""
    if path is None:
        return ""
    text = read_text(path)
    if not text:
        raise BadInput(f"{path} is empty; a mission is a text of lines KEY: VALUE")
    if game.check("x.mission", text) is None:
        raise BadInput(f"{game.name} has no missions that players write")
    if len(text.encode()) > MISSION_BYTES:
        raise BadInput(f"{path} is larger than {MISSION_BYTES} bytes, the most that a mission may have")
    return text


def read_record(path: Path) -> Record:
    """The record that a file holds, of a game that is here."""
    try:
        record = parse_record(read_text(path))
    except ReplayError as error:
        raise ReplayError(f"{path}, {error}") from error
    try:
        sandtable.load(record.game)
    except BadInput as error:
        raise BadInput(f"{path}, {record.place('game')}{error}") from error
    return record


def replay_file(path: Path, record: Record, to: int | None = None) -> State:
    """A record that was read from a file, played again."""
    if to is not None and to > len(record.actions):
        raise BadInput(f"{path} has {len(record.actions)} actions; there is no action {to}")
    try:
        return sandtable.replay(record, to)
    except ReplayError as error:
        raise ReplayError(f"{path}, {error}") from error
