"""Sandtable plays board wargames with every rule enforced. These are its public names."""

from importlib import import_module
from typing import Any

from sandtable.games import READY
from sandtable.kernel import record as _records
from sandtable.kernel.board import board_id
from sandtable.kernel.bots import Advice, Bot, best_bot, bot_about, bot_names, bot_title, outlook
from sandtable.kernel.briefing import Briefing, Debrief, Goal, Moment, ReferenceTable, Standing
from sandtable.kernel.chance import Rng, commitment, seed_bytes
from sandtable.kernel.errors import (
    BadInput,
    DataError,
    IllegalAction,
    ReplayError,
    SandtableError,
    UndoRefused,
)
from sandtable.kernel.flow import (
    COMPILED,
    OVER,
    Action,
    Choice,
    Event,
    Line,
    Refusal,
    Setup,
    State,
    Step,
    act,
    can_undo,
    legal,
    log,
    may_read,
    parse,
    play,
    words,
)
from sandtable.kernel.forecast import Sign
from sandtable.kernel.game import Game, Option, Outcome, Prompt, Scenario, View, find, register
from sandtable.kernel.heat import draw_heat
from sandtable.kernel.lesson import FORMAT as LESSON_FORMAT
from sandtable.kernel.lesson import Here, Learner, Lesson, LessonFile, Say, Show, lessons_of, read_lesson
from sandtable.kernel.lesson import mistakes as lesson_mistakes
from sandtable.kernel.odds import percent, unmarked
from sandtable.kernel.picture import draw
from sandtable.kernel.record import FORMAT as RECORD_FORMAT
from sandtable.kernel.record import MAX_BYTES as RECORD_BYTES
from sandtable.kernel.record import MAX_MISSION as MISSION_BYTES
from sandtable.kernel.record import Record, parse_record, record, tell
from sandtable.kernel.scene import Board, LegendItem, OverlayCells, OverlayName, Picture, Place, Scene, Side
from sandtable.kernel.search import SearchBot, Weighed
from sandtable.kernel.seen import Seen
from sandtable.kernel.snapshot import fingerprint, packed, placed, snapshot, unpacked
from sandtable.kernel.spelling import Spelling
from sandtable.kernel.styles import Styles
from sandtable.kernel.styles import argument as style_argument
from sandtable.kernel.tensor import Column, Part, Planes, Row

__version__ = "0.1.0"


def names() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    return tuple(sorted(READY))


def load(name: str) -> Game:
    """A game by its id."""
    if name in READY:
        found: Game = import_module(READY[name]).GAME
        return register(found)
    try:
        return find(name)
    except BadInput:
        raise BadInput(f"there is no game “{name}”; there are {', '.join(names())}") from None


def replay(record: Record | str, to: int | None = None) -> State:
    """The position that a record, or its text, leads to."""
    read = parse_record(record) if isinstance(record, str) else record
    return _records.replay(load(read.game), read, to)


def undo(s: State, takeback: bool = False) -> State:
    """The position one own action back; UndoRefused names the roll or the reveal in the way."""
    return _records.undo(load(s.setup.game), s, takeback)


def peek(s: State, said: list[str]) -> list[Action]:
    """The options after these links of a chain, named in any order, without playing them; IllegalAction with its
    reason where they do not fit."""
    return load(s.setup.game).seen(s, s.seat).peek(said)


def transcript(s: State, reader: str | None) -> str:
    """What one seat, or a watcher, may keep of a match at any time."""
    return _records.transcript(load(s.setup.game), s, reader)


def lessons() -> tuple[Lesson, ...]:
    """Every lesson of every game, in the order in which they are best taken."""
    return tuple(lesson for game in games() for lesson in lessons_of(game))


def lesson(wanted: str) -> Lesson:
    """A lesson by its id."""
    for one in lessons():
        if one.id == wanted:
            return one
    known = ", ".join(one.id for one in lessons()) or "none"
    raise BadInput(f"there is no lesson “{wanted}”; there are {known}")


def games() -> tuple[Game, ...]:
    """Every game, in the order of its id."""
    return tuple(load(name) for name in names())


__all__ = [
    "COMPILED",
    "LESSON_FORMAT",
    "MISSION_BYTES",
    "OVER",
    "RECORD_BYTES",
    "RECORD_FORMAT",
    "Action",
    "Advice",
    "BadInput",
    "Board",
    "Bot",
    "Briefing",
    "Choice",
    "Column",
    "DataError",
    "Debrief",
    "Event",
    "Game",
    "Goal",
    "Here",
    "IllegalAction",
    "Learner",
    "LegendItem",
    "Lesson",
    "LessonFile",
    "Line",
    "Moment",
    "Option",
    "Outcome",
    "OverlayCells",
    "OverlayName",
    "Part",
    "Picture",
    "Place",
    "Planes",
    "Prompt",
    "Record",
    "ReferenceTable",
    "Refusal",
    "ReplayError",
    "Rng",
    "Row",
    "SandtableError",
    "Say",
    "Scenario",
    "Scene",
    "SearchBot",
    "Seen",
    "Setup",
    "Show",
    "Side",
    "Sign",
    "Spelling",
    "Standing",
    "State",
    "Step",
    "Styles",
    "UndoRefused",
    "View",
    "Weighed",
    "act",
    "best_bot",
    "board_id",
    "bot_about",
    "bot_names",
    "bot_title",
    "can_undo",
    "commitment",
    "draw",
    "draw_heat",
    "fingerprint",
    "games",
    "legal",
    "lesson",
    "lesson_mistakes",
    "lessons",
    "lessons_of",
    "load",
    "log",
    "may_read",
    "names",
    "outlook",
    "packed",
    "parse",
    "parse_record",
    "peek",
    "percent",
    "placed",
    "play",
    "read_lesson",
    "record",
    "register",
    "replay",
    "seed_bytes",
    "snapshot",
    "style_argument",
    "tell",
    "transcript",
    "undo",
    "unmarked",
    "unpacked",
    "words",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    raise AttributeError(f"sandtable has no {name!r}; its public names are {', '.join(__all__)}")
