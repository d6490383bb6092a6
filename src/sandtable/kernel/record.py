"""Records: the save file is a header and one action a line. Replay, undo, transcripts and the check of the dice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sandtable.kernel.chance import commitment, seed_bytes
from sandtable.kernel.errors import BadInput, IllegalAction, ReplayError, UndoRefused
from sandtable.kernel.flow import Action, State, can_undo, entries, log, play, words

FORMAT = "# sandtable 1"
MAX_BYTES = 8 * 1024 * 1024
MAX_ACTIONS = 100_000
MAX_MISSION = 64 * 1024
MAX_LINE = 4_000
"""Letters of a header or an action; the lists of dice and draws may be longer."""
MAX_GIVEN = 10_000
"""Dice and draws that are given at the start."""
MAX_SEEDS = 1_000
"""Seeds, one for each time that a match was played on from an earlier board."""
REQUIRED = ("game", "rules", "scenario", "seed")
HEADERS = ("game", "rules", "scenario", "options", "seed", "dice", "draws", "players", "started", "takebacks", "opened",
           "chosen", "result")  # fmt: skip


@dataclass(frozen=True)
class Record:
    """A match as it was played: everything needed to play it again."""

    game: str
    rules: int
    scenario: str
    options: dict[str, str]
    seeds: tuple[tuple[int, bytes], ...]
    actions: tuple[tuple[str, Action], ...] = ()
    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()
    mission: str = ""
    players: str = ""
    started: str = ""
    takebacks: int = 0
    opened: int | None = None
    chosen: bool = False
    """True where a person typed the seed, so that it proves nothing."""
    result: str = ""
    lines: tuple[int, ...] = field(default=(), compare=False)
    """The line of each action in the text that was read."""
    header_lines: dict[str, int] = field(default_factory=dict, compare=False)
    """The line of each header in the text that was read."""

    def place(self, header: str) -> str:
        """How an error begins that concerns this header."""
        line = self.header_lines.get(header)
        return f"line {line}: " if line else ""

    def text(self) -> str:
        """The record as its file holds it."""
        headers = [
            ("game", self.game),
            ("rules", str(self.rules)),
            ("scenario", self.scenario),
            ("options", options_text(self.options)),
            *((seed_name(first), seed.hex()) for first, seed in self.seeds),
            ("dice", " ".join(str(face) for face in self.dice)),
            ("draws", " ".join(self.draws)),
            ("players", self.players),
            ("started", self.started),
            ("takebacks", str(self.takebacks) if self.takebacks else ""),
            ("opened", "" if self.opened is None else str(self.opened)),
            ("chosen", "yes" if self.chosen else ""),
            ("result", self.result),
        ]
        out = [FORMAT, *(f"{name}: {value}" for name, value in headers if value), ""]
        out.extend(f"{n} {seat} {words(action)}" for n, (seat, action) in enumerate(self.actions, 1))
        if self.mission:
            out.append("")
            out.append("mission:")
            out.extend("  " + line if line else "" for line in self.mission.split("\n"))
        return "\n".join(out) + "\n"

    def forked(self, number: int, seed: int | bytes) -> Record:
        """The actions up to a number, with a new seed for all that comes after."""
        if not 0 <= number <= len(self.actions):
            raise BadInput(f"this record has {len(self.actions)} actions; there is no action {number} to go on from")
        kept = [(first, old) for first, old in self.seeds if first <= number]
        kept.append((number + 1, seed_bytes(seed)))
        return replace(self, actions=self.actions[:number], seeds=tuple(kept), result="", lines=self.lines[:number])


def options_text(options: dict[str, str]) -> str:
    """The value of the header of options; empty without any."""
    return ", ".join(f"{name}={value}" for name, value in options.items())


def seed_name(first: int) -> str:
    """The header of a seed; one that a fork brought names the first action that it counts for."""
    return f"seed {first}" if first else "seed"


def record(s: State, **headers: Any) -> Record:
    """The record of a match; players, started, opened and result may be given."""
    setup = s.setup
    actions = tuple((entry.seat, entry.action) for entry in entries(s) if entry.number)
    assert len(actions) == s.number, "an imagined or restored position has no record"
    return Record(
        setup.game, setup.rules, setup.scenario, dict(setup.options), setup.seeds, actions, setup.dice, setup.draws,
        setup.mission, takebacks=s.takebacks, **headers,
    )  # fmt: skip


def parse_record(text: str) -> Record:
    """Read a record; the first mistake is refused with its line."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise ReplayError(f"a record has at most {MAX_BYTES} bytes")
    rows = text.split("\n")
    if rows[0].rstrip("\r") != FORMAT:
        raise ReplayError(f"line 1: a record begins with “{FORMAT}”, not “{rows[0][:40]}”")
    header, seeds, places, at = read_header(rows)
    actions, lines, at = read_actions(rows, at + 1)
    mission = read_mission(rows, at)
    options = read_options(header, places)
    return Record(
        header["game"], whole(header["rules"], "rules", places), header["scenario"], options, tuple(sorted(seeds)),
        tuple(actions), tuple(whole(face, "dice", places) for face in given(header, "dice", places)),
        tuple(given(header, "draws", places)), mission, header.get("players", ""), header.get("started", ""),
        whole(header.get("takebacks", "0"), "takebacks", places),
        whole(header["opened"], "opened", places) if "opened" in header else None,
        header.get("chosen", "") == "yes", header.get("result", ""), tuple(lines), places,
    )  # fmt: skip


def read_header(rows: list[str]) -> tuple[dict[str, str], list[tuple[int, bytes]], dict[str, int], int]:
    """The headers, the seeds among them, the line of each header, and where they end."""
    header: dict[str, str] = {}
    seeds: list[tuple[int, bytes]] = []
    places: dict[str, int] = {}
    at = 1
    while at < len(rows) and rows[at].strip():
        name, colon, value = rows[at].partition(":")
        name, value = name.strip(), value.strip()
        if len(value) > MAX_LINE and name not in ("dice", "draws"):
            raise ReplayError(f"line {at + 1}: a header has at most {MAX_LINE} letters")
        if not colon:
            raise ReplayError(f"line {at + 1}: a header is “name: value”, not “{rows[at][:40]}”")
        if name == "seed" or name.startswith("seed "):
            seeds.append(read_seed(name, value, at + 1))
            if len(seeds) > MAX_SEEDS:
                raise ReplayError(f"line {at + 1}: a record has at most {MAX_SEEDS} seeds")
        elif name in header or name not in HEADERS:
            kind = "stands twice" if name in header else "is not one of " + ", ".join(HEADERS)
            raise ReplayError(f"line {at + 1}: header “{name[:40]}” {kind}")
        else:
            header[name] = value
            places[name] = at + 1
        at += 1
    for name in REQUIRED:
        if name not in header and not (name == "seed" and seeds):
            raise ReplayError(f"line {at + 1}: the header ends without “{name}:”")
    return header, seeds, places, at


def given(header: dict[str, str], name: str, places: dict[str, int]) -> list[str]:
    """The dice or the draws that the header gives."""
    found = header.get(name, "").split(maxsplit=MAX_GIVEN)
    if len(found) > MAX_GIVEN:
        raise ReplayError(f"line {places[name]}: a record gives at most {MAX_GIVEN} {name}")
    return found


def read_options(header: dict[str, str], places: dict[str, int]) -> dict[str, str]:
    """The settings that the header of options names."""
    options: dict[str, str] = {}
    for pair in filter(None, header.get("options", "").split(", ")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise ReplayError(f"line {places['options']}: options: “{pair[:40]}” is not name=value")
        options[name] = value
    return options


def read_seed(name: str, value: str, line: int) -> tuple[int, bytes]:
    """A seed header: from which action on, and its bytes."""
    if value.startswith("sha256:"):
        raise ReplayError(f"line {line}: this is a transcript; it holds no seed and cannot be replayed")
    first = whole(name[5:], "seed", {"seed": line}) if name != "seed" else 0
    try:
        seed = bytes.fromhex(value)
    except ValueError:
        seed = b""
    if len(seed) != 32 or len(value) != 64:
        raise ReplayError(f"line {line}: a seed is 64 hex digits, not “{value[:40]}”")
    return first, seed


def read_actions(rows: list[str], at: int) -> tuple[list[tuple[str, Action]], list[int], int]:
    """The action lines, the line number of each, and where they end."""
    actions: list[tuple[str, Action]] = []
    lines: list[int] = []
    while at < len(rows) and rows[at].strip():
        if len(rows[at]) > MAX_LINE:
            raise ReplayError(f"line {at + 1}: an action has at most {MAX_LINE} letters")
        parts = rows[at].split()
        if len(parts) < 3 or parts[0] != str(len(actions) + 1):
            raise ReplayError(f"line {at + 1}: expected “{len(actions) + 1} SEAT WORDS”, found “{rows[at][:60]}”")
        actions.append((parts[1], tuple(parts[2:])))
        lines.append(at + 1)
        if len(actions) > MAX_ACTIONS:
            raise ReplayError(f"line {at + 1}: a record has at most {MAX_ACTIONS} actions")
        at += 1
    return actions, lines, at


def read_mission(rows: list[str], at: int) -> str:
    """The mission text that may follow the actions."""
    while at < len(rows) and not rows[at].strip():
        at += 1
    if at == len(rows):
        return ""
    if rows[at].strip() != "mission:":
        raise ReplayError(f"line {at + 1}: after the actions only “mission:” may follow, not “{rows[at][:40]}”")
    body = rows[at + 1 :]
    while body and not body[-1].strip():
        body.pop()
    for number, row in enumerate(body, at + 2):
        if row and not row.startswith("  "):
            raise ReplayError(f"line {number}: the mission's lines are indented by two spaces")
    mission = "\n".join(row[2:] for row in body)
    if len(mission.encode()) > MAX_MISSION:
        raise ReplayError(f"a mission has at most {MAX_MISSION} bytes")
    return mission


def whole(text: str, name: str, places: dict[str, int]) -> int:
    """A whole number of a header, whose line the places tell."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ReplayError(f"line {places[name]}: {name}: “{text[:40]}” is not a whole number")
    return int(text)


def replay(game: Any, record: Record, to: int | None = None, listen: bool = True) -> State:
    """Play a record again, wholly or up to action `to`; the error says which action fails and why."""
    if record.rules != game.rules:
        raise ReplayError(
            f"{record.place('rules')}this record is of rules {record.rules}; {game.name} is at rules {game.rules}"
        )
    wrong = "scenario"
    try:
        if not record.mission:
            game.scenario(record.scenario)
        wrong = "options"
        s: State = game.start(
            record.scenario, options=record.options, dice=record.dice, draws=record.draws, mission=record.mission,
            seeds=record.seeds,
        )  # fmt: skip
    except BadInput as error:
        raise ReplayError(f"{record.place(wrong)}{error}") from error
    s.listen = listen
    for number, (seat, action) in enumerate(record.actions[:to], 1):
        where = f"line {record.lines[number - 1]}: action {number}" if record.lines else f"action {number}"
        if s.seat != seat:
            raise ReplayError(f"{where} is {seat}'s, but {f'{s.seat} must choose' if s.seat else 'the game is over'}")
        try:
            play(s, action)
        except (IllegalAction, BadInput) as refused:
            raise ReplayError(f"{where}: {refused}") from refused
    s.takebacks = record.takebacks
    return s


def undo(game: Any, s: State, takeback: bool = False) -> State:
    """The position one own action back. A solo player's take-back crosses rolls and reveals, and is counted."""
    refusal = can_undo(s)
    crossing = refusal is not None and takeback and s.number > 0 and len(game.seats(s)) == 1
    if refusal is not None and not crossing:
        raise UndoRefused(refusal.text)
    before = record(s)
    back = replay(game, before, to=s.number - 1)
    back.listen = s.listen
    back.takebacks = s.takebacks + (1 if crossing else 0)
    return back


def transcript(game: Any, s: State, reader: str | None) -> str:
    """What one seat, or a watcher, may keep at any time: its log lines, and the commitment in place of the seed."""
    names = game.seen(s, reader).names
    setup = s.setup
    out = [FORMAT, f"game: {setup.game}", f"rules: {setup.rules}", f"scenario: {setup.scenario}"]
    if setup.options:
        out.append(f"options: {options_text(setup.options)}")
    out.extend(f"{seed_name(first)}: {commitment(seed)}" for first, seed in setup.seeds)
    out.append("")
    out.extend(f"{line.number} {line.event.clause} {tell(line.event.text, names)}" for line in log(s, reader))
    return "\n".join(out) + "\n"


def tell(text: str, names: dict[str, str]) -> str:
    """A log text or a prompt with its ids named."""
    out: list[str] = []
    rest = text
    while True:
        head, brace, rest = rest.partition("{")
        out.append(head)
        if not brace:
            return "".join(out)
        word, _, rest = rest.partition("}")
        out.append(names.get(word, word))
