"""Lessons: a record with a voice. A text file sets up a position, speaks, waits for one thing to be done, and checks
what came of it; nobody writes code for one.

    lesson = read_lesson("eyes.lesson", text)          # DataError says what is wrong, line by line
    s = lesson.start(game)
    here = lesson.opening(game, s)                      # where the learner stands in the lesson
    lesson.wanted(here, legal(s))                       # what may be done now
    play(s, action)
    here = lesson.follow(game, here, s)                 # where that leads

Where somebody stands is worked out from the actions alone, so a lesson can be left, taken up again and gone back in
like any match. The file:

    # sandtable lesson 1
    game: the-yard
    title: Eyes and corners
    teaches: Y-9.7, Y-9.8
    scenario: by-night
    options: length=short
    seed: 7                         a number, or `any` where chance does not matter
    dice: 5 2 6
    learner: thieves                the first seat without; the game's quick bot plays the others
    minutes: 4

    mission                         the text of a scenario of its own, indented, where the game takes one
      …
    before                          what the program plays before the lesson begins, for whoever must choose
      ready; wake guard
    say {guard} He sees a quarter of the yard before him.
    show sees guard
    do walk tom e4 | run tom e4; crouch tom       # `|` between those that will do, `;` between one and the next
      else: Not there: you would stand in his sight.
    expect Y-8.1                    a log line with this clause has come since that was asked for
    meanwhile                       what the program plays here, for whoever must choose
      turn guard
    free 12 until at tom h9         the table is the learner's for so many decisions, until this holds
      hint: The crates hide you on the way east.
      lost seen tom: He saw you. Try again from here.
    end: You crossed a guarded yard unseen.
    best: walk tom e4; crouch tom; walk tom h9    how the test plays it; `*` from there on as the quick bot does
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from sandtable.kernel.errors import BadInput, DataError, IllegalAction
from sandtable.kernel.flow import Action, State, entries, legal, parse, play, words
from sandtable.kernel.record import tell
from sandtable.kernel.tables import Sheet

FORMAT = "# sandtable lesson 1"
REQUIRED = ("game", "title", "teaches", "scenario", "seed", "minutes")
HEADERS = (*REQUIRED, "options", "dice", "draws", "learner")
MOST_DECISIONS = 1000
ANYHOW: Action = ("*",)
"""In `best`: from here on as the game's quick bot plays it."""

CONDITIONS = {
    "at": "at PIECE PLACE…: the piece is at one of the places",
    "marked": "marked ID MARK: a piece or a place has this mark",
    "bar": "bar ID N: a number of the bar has come to N",
    "said": "said CLAUSE: the log has named this clause since the learner was free",
    "goal": "goal ID STATE: a line of the mission card is open, done or lost",
    "over": "over: the game is over",
    "not": "not CONDITION: it does not hold",
}
"""What can be asked of a position in every game; a game may give more names to them (`Game.conditions`)."""


@dataclass(frozen=True)
class Say:
    """Words of the coach; ids in braces are pointed at, and those before its first word are only that."""

    text: str

    @property
    def spoken(self) -> str:
        """What is said, without what is only pointed at: ids before the sentence begins."""
        return re.sub(r"^(?:\{[^{}]*\}\s+(?=[{“A-Z0-9]))+", "", self.text)


@dataclass(frozen=True)
class Show:
    """An overlay to switch on."""

    overlay: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Do:
    """What is to be done next: one after the other, each in one of several ways."""

    parts: tuple[tuple[Action, ...], ...]
    otherwise: str = ""


@dataclass(frozen=True)
class Meanwhile:
    """What the program plays."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Expect:
    """A clause that the log must have named since the last thing done."""

    clause: str


@dataclass(frozen=True)
class Lost:
    """When it went wrong, and what the coach says then."""

    when: Action
    text: str


@dataclass(frozen=True)
class Free:
    """The table is the learner's for so many decisions, until something holds."""

    decisions: int
    until: Action
    hint: str = ""
    lost: tuple[Lost, ...] = ()


Part = Say | Show | Do | Meanwhile | Expect | Free


@dataclass(frozen=True)
class Here:
    """Where somebody stands in a lesson."""

    at: int = 0
    """The part that waits; as many as there are when the lesson is over."""
    first: int = 0
    """The first part that was said since something was done."""
    part: int = 0
    """How much of a `do` or a `meanwhile` is done."""
    decisions: int = 0
    """How many of the decisions that are free are taken."""
    entered: int = -1
    """The part that the learner was last asked to do something at."""
    since: int = 0
    """The number of actions when that began: where trying again leads."""
    lost: str = ""
    """What the coach says when it went wrong; the learner goes back then."""
    missing: tuple[str, ...] = ()
    """Clauses that were expected and did not come."""


@dataclass(frozen=True)
class Lesson:
    """A lesson as its file has it."""

    id: str
    game: str
    title: str
    teaches: tuple[str, ...]
    scenario: str
    options: dict[str, str]
    seed: int | None
    dice: tuple[int, ...]
    draws: tuple[str, ...]
    learner: str
    minutes: int
    before: tuple[Action, ...]
    parts: tuple[Part, ...]
    end: str
    best: tuple[Action, ...]
    lines: tuple[int, ...]
    """The line of each part."""
    mission: str = ""
    """The text of a scenario of its own, which takes the place of the one that is named."""

    # --- playing it -------------------------------------------------------------------------------------------------

    def start(self, game: Any, seed: int | bytes | None = None) -> State:
        """The position where it begins; without a seed of its own, one may be given."""
        chosen: int | bytes = self.seed if self.seed is not None else 0 if seed is None else seed
        s: State = game.start(self.scenario, seed=chosen, options=self.options, dice=self.dice, draws=self.draws,
                              mission=self.mission)  # fmt: skip
        for action in self.before:
            if action not in legal(s):
                raise IllegalAction(f"before: {why(game, s, action)}")
            play(s, action)
        return s

    def opening(self, game: Any, s: State) -> Here:
        """Where a learner stands at the start."""
        return self._settle(game, s, Here(since=s.number))

    def follow(self, game: Any, here: Here, s: State) -> Here:
        """Where the action that was just played leads."""
        if here.at >= len(self.parts):
            return here
        part = self.parts[here.at]
        last = s.history
        own = last is not None and last.seat == self.seat(game, s)
        if isinstance(part, Meanwhile) or (isinstance(part, Do) and own):
            here = replace(here, part=here.part + 1)
        elif isinstance(part, Free) and own:
            here = replace(here, decisions=here.decisions + 1)
        return self._settle(game, s, here)

    def _settle(self, game: Any, s: State, here: Here) -> Here:
        """Go on to the next part that waits for something."""
        while here.at < len(self.parts):
            part = self.parts[here.at]
            if isinstance(part, (Do, Free)) and here.entered != here.at:
                here = replace(here, entered=here.at, since=s.number, decisions=0)
            if isinstance(part, Expect) and part.clause not in said_since(s, here.since):
                here = replace(here, missing=(*here.missing, part.clause))
            elif isinstance(part, Free) and not self.holds(game, s, part.until, here.since):
                return replace(here, lost=self._lost(game, s, here, part))
            elif here.part < turns(part):
                return here
            at = here.at + 1
            here = replace(here, at=at, part=0, first=at if isinstance(part, (Do, Free)) else here.first)
        return here

    def _lost(self, game: Any, s: State, here: Here, part: Free) -> str:
        """What the coach says if it went wrong while the learner was free; empty while all is well."""
        for lost in part.lost:
            if self.holds(game, s, lost.when, here.since):
                return lost.text
        if here.decisions < part.decisions:
            return ""
        more = f" {part.hint}" if part.hint else ""
        return f"That took more than {part.decisions} decisions.{more} Try again from here."

    def seat(self, game: Any, s: State) -> str:
        """Whose seat the learner has."""
        seats: tuple[str, ...] = game.seats(s)
        return self.learner or seats[0]

    def over(self, here: Here) -> bool:
        """Whether the lesson has come to its end."""
        return here.at >= len(self.parts)

    # --- what may be done -------------------------------------------------------------------------------------------

    def wanted(self, here: Here, options: list[Action]) -> list[Action]:
        """Those of the options that the lesson waits for now; all of them while the learner is free."""
        if self.over(here):
            return options
        part = self.parts[here.at]
        if here.lost or isinstance(part, Meanwhile):
            return []
        if not isinstance(part, Do):
            return options
        return [action for action in options if any(fits(one, action) for one in part.parts[here.part])]

    def leads(self, here: Here) -> bool:
        """Whether the learner has one thing to do now, and is not free."""
        return not self.over(here) and isinstance(self.parts[here.at], Do)

    def refusal(self, here: Here) -> str:
        """What the coach says to an action that is legal and not wanted."""
        if here.lost:
            return here.lost
        part = self.parts[here.at]
        if isinstance(part, Do) and part.otherwise:
            return part.otherwise
        return "Not yet: first do what the lesson asks for."

    def scripted(self, game: Any, here: Here, s: State) -> Action | None:
        """What the program plays now, for whoever must choose."""
        if self.over(here):
            return None
        part = self.parts[here.at]
        if not isinstance(part, Meanwhile):
            return None
        action = part.actions[here.part]
        if action not in legal(s):
            raise BadInput(f"line {self.lines[here.at]}: meanwhile: {why(game, s, action)}")
        return action

    # --- what is said -----------------------------------------------------------------------------------------------

    def said(self, here: Here) -> list[Part]:
        """What the coach says and shows at this point, in order."""
        return [part for part in self.parts[here.first : here.at] if isinstance(part, (Say, Show))]

    def hint(self, here: Here) -> str:
        """What to do now, for who asks."""
        part = None if self.over(here) else self.parts[here.at]
        if isinstance(part, Do):
            return part.otherwise
        return part.hint if isinstance(part, Free) else ""

    def steps(self) -> tuple[int, ...]:
        """The parts at which the learner does something."""
        return tuple([at for at, part in enumerate(self.parts) if isinstance(part, (Do, Free))])

    # --- conditions -------------------------------------------------------------------------------------------------

    def holds(self, game: Any, s: State, condition: Action, since: int) -> bool:
        """Whether a condition holds for the learner."""
        return holds(game, s, self.seat(game, s), meaning(game, condition), since)


def turns(part: Part) -> int:
    """How many actions a part waits for, where it says which."""
    if isinstance(part, Do):
        return len(part.parts)
    return len(part.actions) if isinstance(part, Meanwhile) else 0


def fits(pattern: Action, action: Action) -> bool:
    """Whether an action is one of those that a pattern means; `*` is any word."""
    return len(pattern) == len(action) and all(p in ("*", a) for p, a in zip(pattern, action, strict=True))


def said_since(s: State, number: int) -> set[str]:
    """The clauses that the log has named after so many actions."""
    return {event.clause for entry in entries(s) if entry.number > number for event in entry.events}


def why(game: Any, s: State, action: Action) -> str:
    """Why an action cannot be played here."""
    if s.seat is None:
        return f"“{words(action)}” comes after the end of the game"
    seen = game.seen(s, s.seat)
    refusal = seen.why_not(action)
    return f"“{words(action)}”: {'not on offer' if refusal is None else tell(refusal.text, seen.names)}"


def meaning(game: Any, condition: Action) -> Action:
    """A condition in the words that every game knows."""
    if condition[:1] == ("not",):
        return ("not", *meaning(game, condition[1:]))
    known: dict[str, str] = game.conditions
    template = known.get(condition[0]) if condition else None
    return condition if template is None else parse(template.format(*condition))


def holds(game: Any, s: State, seat: str, condition: Action, since: int) -> bool:
    """Whether a condition, in the words of every game, holds for what a seat sees."""
    match condition:
        case ("not", *rest):
            return not holds(game, s, seat, tuple(rest), since)
        case ("over",):
            return s.seat is None
        case ("said", clause):
            return clause in said_since(s, since)
    seen = game.seen(s, seat)
    match condition:
        case ("at", piece, *places):
            return any(one.id == piece and one.at in places for one in seen.drawn.pieces)
        case ("marked", thing, mark):
            marked = [one.marks for one in seen.drawn.pieces if one.id == thing]
            marked += [one.marks for one in seen.drawn.cells if one.id == thing]
            return any(mark in marks for marks in marked)
        case ("goal", goal, state):
            return any(one["id"] == goal and one["state"] == state for one in seen.goals)
        case ("bar", name, number):
            return any(one.id == name and str(one.value).isdigit() and int(one.value) >= int(number)
                       for one in seen.drawn.bar)  # fmt: skip
    raise BadInput(f"“{words(condition)}” is not a condition; there are {'; '.join(CONDITIONS.values())}")


# --- reading --------------------------------------------------------------------------------------------------------


def read_lesson(name: str, text: str) -> Lesson:
    """A lesson from its text; DataError tells every mistake with its line."""
    page = LessonFile(name, text)
    lesson = page.read()
    page.close()
    return lesson


class LessonFile(Sheet):
    """The file of a lesson while it is read."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, text)
        self.parts: list[Part] = []
        self.where: list[int] = []
        self.before: tuple[Action, ...] = ()
        self.mission = ""
        self.best: list[Action] = []
        self.end = ""
        self.header: dict[str, str] = {}
        self.header_line: dict[str, int] = {}

    def read(self) -> Lesson:
        """Every line in turn. What is wrong is noted, and the rest is read on."""
        if not self.lines or self.lines[0].strip() != FORMAT:
            self.fault(1, f"a lesson begins with “{FORMAT}”")
        number = self.read_header()
        while number <= len(self.lines):
            row = bare(self.lines[number - 1])
            below: list[tuple[int, str]] = []
            last = number + 1
            while last <= len(self.lines) and self.lines[last - 1][:1] in (" ", "\t"):
                if inner := bare(self.lines[last - 1]):
                    below.append((last, inner))
                last += 1
            if row:
                self.read_part(number, row, below)
            number = last
        if not self.end:
            self.fault(len(self.lines), "a lesson ends with “end: TEXT”")
        if not self.best:
            self.fault(len(self.lines), "“best: WORDS; WORDS” says how the test plays it")
        return self.made()

    def read_header(self) -> int:
        """The lines NAME: VALUE up to the first empty one; the number of the line after it."""
        number = 2
        while number <= len(self.lines) and self.lines[number - 1].strip():
            name, colon, value = bare(self.lines[number - 1]).partition(":")
            if not colon or name not in HEADERS or name in self.header:
                self.fault(number, f"a header is one of {', '.join(HEADERS)}, each once, not “{name[:40]}”")
            else:
                self.header[name] = value.strip()
                self.header_line[name] = number
            number += 1
        for name in REQUIRED:
            if name not in self.header:
                self.fault(number, f"the header lacks “{name}:”")
        return number + 1

    def read_part(self, number: int, row: str, below: list[tuple[int, str]]) -> None:
        """One part, with the lines below it that are indented."""
        word, _, rest = row.partition(" ")
        rest = rest.strip()
        notes: list[tuple[int, str]] = []
        part: Part | None = None
        if word == "say":
            part = Say(" ".join([rest, *(text for _, text in below)]).strip())
            if not part.text:
                self.fault(number, "say what? The text follows on the same line")
        elif word == "show" and rest:
            overlay, *ids = rest.split()
            part, notes = Show(overlay, tuple(ids)), below
        elif word == "do" and rest:
            part, notes = self.read_do(rest, below)
        elif word == "meanwhile" and not rest and below:
            part = Meanwhile(tuple([action for _, text in below for action in actions_of(text)]))
        elif word == "expect" and rest:
            part, notes = Expect(rest), below
        elif word == "free":
            part, notes = self.read_free(number, rest, below)
        elif not self.read_once(word, rest, [text for _, text in below]):
            self.fault(number, f"“{row[:40]}” is not a part of a lesson: mission, before, say TEXT, show OVERLAY IDS, "
                       "do WORDS, expect CLAUSE, meanwhile, free N until CONDITION, end: TEXT, best: WORDS"
                       )  # fmt: skip
        for line, text in notes:
            self.fault(line, f"“{text[:40]}” does not belong below “{word}”")
        if part is not None:
            self.parts.append(part)
            self.where.append(number)

    def read_once(self, word: str, rest: str, below: list[str]) -> bool:
        """What belongs to the lesson as a whole: its mission, what was played before, its end and the best way;
        whether it is any of these."""
        match word:
            case "before" if below and not rest:
                self.before = tuple([action for text in below for action in actions_of(text)])
            case "mission" if below and not rest:
                self.mission = "\n".join(below) + "\n"
            case "end:" if rest:
                self.end = " ".join([rest, *below])
            case "best:" if rest:
                self.best += actions_of("; ".join([rest, *below]))
            case _:
                return False
        return True

    def read_do(self, rest: str, below: list[tuple[int, str]]) -> tuple[Part, list[tuple[int, str]]]:
        """What is to be done, and what is said to whoever does something else."""
        parts = tuple([tuple([parse(one) for one in part.split("|")]) for part in rest.split(";")])
        otherwise = [text[5:].strip() for _, text in below if text.startswith("else:")]
        return Do(parts, " ".join(otherwise)), [note for note in below if not note[1].startswith("else:")]

    def read_free(self, number: int, rest: str, below: list[tuple[int, str]]) -> tuple[Part, list[tuple[int, str]]]:
        """How long the learner is free, what ends it, and when it went wrong."""
        found = re.fullmatch(r"(\d{1,4}) until (.+)", rest)
        if found is None or not 1 <= int(found[1]) <= MOST_DECISIONS:
            self.fault(number, f"it goes “free N until CONDITION”, with N from 1 to {MOST_DECISIONS}")
        hint, lost, notes = "", list[Lost](), list[tuple[int, str]]()
        for line, text in below:
            if text.startswith("hint:"):
                hint = text[5:].strip()
            elif text.startswith("lost ") and ":" in text:
                when, _, said = text[5:].partition(":")
                lost.append(Lost(parse(when), said.strip()))
            else:
                notes.append((line, text))
        decisions, until = (int(found[1]), parse(found[2])) if found else (1, ("over",))
        return Free(decisions, until, hint, tuple(lost)), notes

    def made(self) -> Lesson:
        """The lesson, with something harmless in place of what is wrong."""
        header = self.header
        options = dict[str, str]()
        for pair in filter(None, header.get("options", "").split(",")):
            name, equals, value = pair.strip().partition("=")
            if not equals:
                self.fault(self.header_line["options"], f"options: “{pair.strip()[:40]}” is not name=value")
            options[name] = value
        seed = None if header.get("seed") == "any" else self.whole("seed")
        dice = tuple([self.face(face) for face in header.get("dice", "").split()])
        teaches = tuple([one.strip() for one in header.get("teaches", "").split(",") if one.strip()])
        return Lesson(
            lesson_id(self.name), header.get("game", ""), header.get("title", ""), teaches, header.get("scenario", ""),
            options, seed, dice, tuple(header.get("draws", "").split()), header.get("learner", ""),
            self.whole("minutes"), self.before, tuple(self.parts), self.end, tuple(self.best), tuple(self.where),
            self.mission,
        )  # fmt: skip

    def whole(self, name: str) -> int:
        """A whole number of the header."""
        text = self.header.get(name, "0")
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            self.fault(self.header_line[name], f"{name}: “{text[:40]}” is not a whole number")
            return 0
        return int(text)

    def face(self, text: str) -> int:
        """A face of a die that the header gives."""
        if text not in tuple("123456789"):
            self.fault(self.header_line["dice"], f"dice: “{text[:40]}” is not a face")
            return 1
        return int(text)


def bare(row: str) -> str:
    """A line without its comment, which stands behind two blanks and a #."""
    return re.sub(r"\s\s#.*$", "", row).strip()


def actions_of(text: str) -> list[Action]:
    """Actions between semicolons."""
    return [parse(one) for one in text.split(";") if one.strip()]


def lesson_id(name: str) -> str:
    """The id of a lesson: the name of its file, without the number that puts it in order and without its ending."""
    return re.sub(r"^\d+-", "", name.removesuffix(".lesson"))


def is_package(name: str) -> bool:
    """Whether there is a folder of that name, in which something can lie."""
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


_shipped: dict[str, tuple[Lesson, ...]] = {}


def lessons_of(game: Any) -> tuple[Lesson, ...]:
    """The lessons that a game ships with, in their order."""
    package: str = game.package
    if package not in _shipped:
        room = f"{package}.lessons"
        folder = files(room) if is_package(package) and is_package(room) else None
        names = [] if folder is None else sorted([one.name for one in folder.iterdir()], key=place_of)
        texts = [(name, (files(room) / name).read_text("utf-8")) for name in names if name.endswith(".lesson")]
        _shipped[package] = tuple([read_lesson(name, text) for name, text in texts])
    return _shipped[package]


def place_of(name: str) -> int:
    """The number that a lesson's file begins with."""
    found = re.match(r"\d+", name)
    return int(found[0]) if found else 0


# --- checking --------------------------------------------------------------------------------------------------------


class Learner:
    """Somebody who takes a lesson: what the program and the other seats do comes by itself."""

    def __init__(self, game: Any, lesson: Lesson, seed: int | None = None) -> None:
        self.game = game
        self.lesson = lesson
        self.s: State = lesson.start(game, seed)
        self.seat: str = lesson.seat(game, self.s)
        if self.seat not in game.seats(self.s):
            raise BadInput(f"learner: there is no seat “{self.seat}”; there are {', '.join(game.seats(self.s))}")
        self.bot = game.bot(next(iter(game.bots()), "random"), 0)
        self.here = lesson.opening(game, self.s)
        self.wait()

    @property
    def over(self) -> bool:
        """Whether the lesson has come to its end."""
        return self.lesson.over(self.here)

    @property
    def wanted(self) -> list[Action]:
        """What may be done now."""
        return self.lesson.wanted(self.here, legal(self.s))

    def do(self, action: Action) -> None:
        """Do something; IllegalAction with what the coach or the rules say against it."""
        if action not in self.wanted:
            legal_here = action in legal(self.s)
            raise IllegalAction(self.lesson.refusal(self.here) if legal_here else why(self.game, self.s, action))
        self._play(action)
        self.wait()

    def wait(self) -> None:
        """Let the program and the others act until the learner must."""
        while not self.over and not self.here.lost and self.s.seat is not None:
            scripted = self.lesson.scripted(self.game, self.here, self.s)
            if scripted is not None:
                self._play(scripted)
            elif self.s.seat != self.seat:
                self._play(self.bot.pick(self.game.view(self.s, self.s.seat), legal(self.s)))
            else:
                return

    def best(self) -> Iterator[Action]:
        """How the lesson is played as its file says, action by action; `*` leaves the rest to the quick bot."""
        for action in self.lesson.best:
            if action != ANYHOW:
                yield action
            while action == ANYHOW and not self.over and not self.here.lost and self.s.seat is not None:
                yield self.bot.pick(self.game.view(self.s, self.seat), self.wanted)

    def _play(self, action: Action) -> None:
        play(self.s, action)
        self.here = self.lesson.follow(self.game, self.here, self.s)


def mistakes(game: Any, lesson: Lesson, seed: int | None = None) -> list[tuple[int, str]]:
    """What goes wrong when a lesson is played as its file says, as (line, sentence); empty if it comes to its end."""
    found: list[tuple[int, str]] = []
    line, done = 1, 0
    try:
        learner = Learner(game, lesson, seed)
        for action in learner.best():
            if learner.over:
                return [*found, (line, f"“best” goes on after the end, with “{words(action)}”")]
            line = lesson.lines[learner.here.at]
            found += unknown(learner)
            done += 1
            learner.do(action)
            if learner.here.lost:
                return [*found, (line, f"best: that loses: {learner.here.lost}")]
        if not learner.over:
            line = lesson.lines[learner.here.at]
            ended = "the game is over" if learner.s.seat is None else "“best” ends here,"
            return [*found, (line, f"{ended} before the lesson is")]
    except (BadInput, DataError) as wrong:
        return [*found, (line, str(wrong))]
    except IllegalAction as refused:
        return [*found, (line, f"best, action {done}: {refused}" if done else str(refused))]
    found += unknown(learner)
    found += [(line, f"expected a log line of {clause}, and none came") for clause in learner.here.missing]
    return found


def unknown(learner: Learner) -> list[tuple[int, str]]:
    """Ids and overlays that the coach names at this point and the learner cannot see."""
    lesson, here = learner.lesson, learner.here
    seen = learner.game.seen(learner.s, learner.seat)
    overlays = [one.name for one in seen.drawn.overlays]
    board = seen.drawn.board
    known = {*seen.names, *(place.id for place in (learner.game.board(board).places if board else []))}
    found = list[tuple[int, str]]()
    for at in range(here.first, here.at):
        part, line = lesson.parts[at], lesson.lines[at]
        if isinstance(part, Say):
            named = re.findall(r"{([^}]*)}", part.text)
            found += [(line, f"“{word}” is not a name of anything here") for word in named if word not in known]
        elif isinstance(part, Show):
            try:
                if part.overlay not in overlays:
                    raise BadInput(f"no overlay is called “{part.overlay}”; there are {', '.join(overlays)}")
                seen.overlay(part.overlay, *part.ids)
            except (BadInput, LookupError) as error:
                found.append((line, str(error)))
    return found
