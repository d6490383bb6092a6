"""A game in the terminal: the prompt, numbered actions, words, and the commands that every game has."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import sandtable
from sandtable import (
    Action,
    BadInput,
    Bot,
    Game,
    Record,
    SandtableError,
    Seen,
    State,
    UndoRefused,
    best_bot,
    bot_names,
    can_undo,
    legal,
    parse,
    percent,
    seed_bytes,
    tell,
    unmarked,
    words,
)
from sandtable.bots.outside import Outside, bot_for, check_bot
from sandtable.cli import mission as missions
from sandtable.cli.files import read_record, replay_file, write_whole

SLIPS = {
    "crashed": "crashed", "stalled": "took too long", "flooded": "said too much", "nonsense": "answered nonsense",
    "illegal": "chose something that is not legal",
}  # fmt: skip
"""How a program fails to decide."""
ME = "me"
"""Whoever sits in front of the screen, among the players of a record."""
SHOWN = 30
"""Actions listed before the rest is left to `all`."""


def some_of_each(options: list[Action]) -> list[int]:
    """The numbers of the actions that are listed first: of a long list some of each verb, so that none is hidden."""
    if len(options) <= SHOWN:
        return list(range(1, len(options) + 1))
    most = max(4, SHOWN // len({action[0] for action in options}))
    seen: dict[str, int] = {}
    found = []
    for number, action in enumerate(options, 1):
        seen[action[0]] = seen.get(action[0], 0) + 1
        if seen[action[0]] <= most:
            found.append(number)
    return found


def spelt(seen: Seen, text: str) -> Action:
    """Words as the game spells them, whatever the case they were typed in."""
    known = {word.casefold(): word for word in seen.names}
    return tuple(known.get(word.casefold(), word) for word in parse(text))


def who_goes_on(game: Game, players: str, seats: tuple[str, ...]) -> dict[str, str]:
    """The bots by which a saved game goes on, as its record says. No program starts because a file names one."""
    found = dict(part.partition("=")[::2] for part in players.split(", "))
    return {seat: found[seat] for seat in seats if found.get(seat, "").partition(":")[0] in bot_names(game)}


def said(command: str, seen: Seen, rest: str) -> str:
    """The words that a command is about."""
    if not rest:
        example = f"`{command} {words(seen.options[-1])}`"
        raise BadInput(f"{command} takes the words of an action, as in {example}")
    return rest


@dataclass
class Terminal:
    """One match on one screen; seats without a bot sit in front of it."""

    game: Game
    s: State
    bots: dict[str, Bot]
    file: Path
    players: str
    started: str
    chosen: bool
    console: Console = field(default_factory=Console)
    shown: dict[str | None, int] = field(default_factory=dict)
    """How many log lines each reader has been shown."""
    at_screen: str = ""
    listed: State | None = None
    """The position whose actions were listed last, so that a question in between does not list them again."""
    looked: tuple[State, Seen] | None = None
    """What was seen last, and of which position."""
    briefed: set[str] = field(default_factory=set)
    """Seats that have been told what it is about; nobody is told again who takes up a game that has begun."""
    standings: dict[str, str] = field(default_factory=dict)
    """How it stood when each seat was told last."""
    awaiting: list[str] = field(default_factory=list)
    """What was typed on one line, `with s1; go 1112`, and is still to be done."""

    @classmethod
    def open(
        cls, game: Game, scenario: str | None, options: dict[str, str], bots: dict[str, str], seed: int | None,
        file: Path | None, mission: str = "",
    ) -> Terminal:  # fmt: skip
        """A new match, or the one that the record file holds."""
        started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        chosen = seed is not None
        if file is not None and file.exists():
            record = cls.same(game, scenario, options, seed, file, mission)
            s = replay_file(file, record)
            bots = who_goes_on(game, record.players, game.seats(s)) | bots
            started, chosen = record.started or started, record.chosen
        else:
            given = secrets.token_bytes(32) if seed is None else seed
            s = game.start(scenario, seed=given, options=options, mission=mission)
        if file is None:
            name = f"{game.name}-{started.replace(':', '')}-{secrets.token_hex(2)}.txt"
            file = platformdirs.user_data_path("sandtable", ensure_exists=True) / "records" / name
            file.parent.mkdir(exist_ok=True)
        seats = game.seats(s)
        bots = {seat: name for seat, name in bots.items() if name != ME}
        for seat in bots:
            if seat not in seats:
                raise BadInput(f"{game.name} has no seat “{seat}” here; it has {', '.join(seats)}")
        for name in bots.values():
            check_bot(game, name)
        made = {seat: bot_for(game, name, secrets.randbits(32)) for seat, name in bots.items()}
        players = ", ".join(f"{seat}={bots.get(seat, ME)}" for seat in seats)
        return cls(game, s, made, file, players, started, chosen)

    @staticmethod
    def same(
        game: Game, scenario: str | None, options: dict[str, str], seed: int | None, file: Path, mission: str
    ) -> Record:
        """The record in a file, if it is of the match that was asked for."""
        record = read_record(file)
        if record.game != game.name:
            raise BadInput(f"{file} is a record of {record.game}, not of {game.name}")
        same = scenario in (None, record.scenario) and record.options.items() >= options.items()
        same_dice = seed is None or record.seeds[0] == (0, seed_bytes(seed))
        if not same or not same_dice or mission not in ("", record.mission):
            raise BadInput(f"{file} exists, so its own scenario, options and seed go on; name another file")
        return record

    # --- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the player leaves; programs that play along end with it."""
        try:
            self.play()
        finally:
            for bot in self.bots.values():
                if isinstance(bot, Outside):
                    bot.close()

    def play(self) -> None:
        """The match."""
        title = f"[bold]{escape(self.game.title)}[/] · {escape(self.game.title_of(self.s))}"
        self.console.print(f"{title}. `help` lists the commands.")
        self.save()
        while (seat := self.s.seat) is not None:
            if seat in self.bots:
                self.let_choose(seat, self.bots[seat])
                continue
            self.curtain(seat)
            self.tell_news(seat)
            self.brief_once(seat)
            if not self.awaiting:
                self.ask(seat)
            if not self.answer(seat):
                self.console.print(
                    f"Saved in {self.file}. Go on with --record {self.file}", soft_wrap=True, highlight=False
                )
                return
        self.tell_news(self.at_screen or None)
        missions.show_debrief(self.console, self.game.debrief(self.s, self.at_screen or None))
        self.console.print(
            f"The record is {self.file}. What else could have been done: sandtable review {self.file}",
            soft_wrap=True, highlight=False,
        )  # fmt: skip

    def let_choose(self, seat: str, bot: Bot) -> None:
        """A bot's decision; where a program did not come to one, the table is told."""
        before = len(bot.faults) if isinstance(bot, Outside) else 0
        action = bot.pick(self.game.view(self.s, seat), legal(self.s))
        if isinstance(bot, Outside):
            for fault in bot.faults[before:]:  # its words may tell what the others may not know
                told = f"{seat}'s program {SLIPS[fault.kind]}; an action was drawn for it"
                self.console.print(escape(told), style="red", highlight=False)
        self.act(action)

    def brief_once(self, seat: str) -> None:
        """Before a seat's first decision of a new game, what it is about."""
        if seat not in self.briefed and not self.has_acted(seat):
            self.briefing(self.seen(seat), "")
        self.briefed.add(seat)

    def has_acted(self, seat: str) -> bool:
        """Whether a seat has decided anything yet."""
        return any(who == seat for who, _ in sandtable.record(self.s).actions)

    def curtain(self, seat: str) -> None:
        """Between two people at one screen the screen is cleared."""
        people = [one for one in self.game.seats(self.s) if one not in self.bots]
        if len(people) > 1 and self.at_screen != seat:
            if self.at_screen:
                self.console.clear()
            self.read(f"{self.seen(None).names.get(seat, seat)}, press Enter when nobody else is looking. ")
        self.at_screen = seat

    def seen(self, seat: str | None) -> Seen:
        """What this reader sees now; the position is another one after each action."""
        if self.looked is None or self.looked[0] is not self.s or self.looked[1].reader != seat:
            self.looked = self.s, self.game.seen(self.s, seat)
        return self.looked[1]

    def tell_news(self, seat: str | None) -> None:
        """Log lines that have not been shown yet."""
        lines = sandtable.log(self.s, seat)
        names = self.seen(seat).names
        for line in lines[self.shown.get(seat, 0) :]:
            dice = " ".join(face for fact in line.event.facts if fact[0] == "rolled" for face in fact[2:])
            shown = f"  [{dice}]" if dice else ""
            clause = f"  §{line.event.clause.partition('-')[2]}" if "-" in line.event.clause else ""
            self.console.print(f"  {escape(tell(line.event.text, names))}{escape(shown)}[dim]{clause}[/]")
        self.shown[seat] = len(lines)

    def ask(self, seat: str) -> None:
        """The prompt, the state of things in one line, and the numbered actions."""
        seen = self.seen(seat)
        prompt = seen.prompt
        bar = "   ".join(
            f"{one.label} {one.value}" + (f" of {one.of}" if one.of is not None else "") for one in seen.drawn.bar
        )
        if bar:
            self.console.print(f"\n[dim]{escape(bar)}[/]")
        standing = seen.standing
        text = "" if standing is None else standing["text"]
        if text and text != self.standings.get(seat):
            self.console.print(f"[dim]{escape(text)}[/]", highlight=False)
            self.standings[seat] = text
        clause = f"  [dim]§{prompt.clause.partition('-')[2]}[/]" if "-" in prompt.clause else ""
        self.console.print(f"[bold]{escape(tell(prompt.text, seen.names))}[/]{clause}")
        if self.listed is self.s:
            self.console.print("  `all` lists the actions again")
            return
        self.listed = self.s
        if prompt.proposed:
            self.console.print(f"  Enter alone: {escape(words(prompt.proposed))}", highlight=False)
        options = seen.options
        first = some_of_each(options)
        self.list_actions(first, seen)
        if len(first) < len(options):
            verb = max((action[0] for action in options), key=lambda one: sum(one == a[0] for a in options))
            self.console.print(
                f"  … and {len(options) - len(first)} more; `all` lists them, `all {verb}` those with that word"
            )

    def list_actions(self, numbers: list[int], seen: Seen) -> None:
        """Actions by their numbers, with their words, their meaning and their price."""
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for number in numbers:
            action = seen.options[number - 1]
            told = "; ".join(part for part in (seen.price(action), seen.forecasts[number - 1].text) if part)
            star = " ★" if seen.serves[number - 1] else ""
            meaning = f"[dim]{escape(seen.reading(action))}[/]{star}"
            table.add_row(f"  {number}", escape(words(action)), meaning, escape(told))
        self.console.print(table)

    def answer(self, seat: str) -> bool:
        """Read one line and do what it says, or what was still to be done of one; False to leave."""
        if not self.awaiting:
            typed = self.read("> ")
            if typed is None:
                return False
            self.awaiting = [part.strip() for part in typed.split(";") if part.strip()] or [""]
        line = self.awaiting.pop(0)
        command, _, rest = line.partition(" ")
        said = words(parse(line)).casefold()
        options = self.seen(seat).options
        try:
            if line.isdigit() and 1 <= int(line) <= len(options):
                self.act(options[int(line) - 1])
            elif line.isdigit():
                raise BadInput(
                    f"the list has {f'the numbers 1 to {len(options)}' if len(options) > 1 else 'no other number'}"
                )
            elif meant := [option for option in options if words(option).casefold() == said]:
                self.act(meant[0])
            elif command in ("quit", "exit", "q"):
                return False
            else:
                self.command(seat, command, rest.strip())
        except SandtableError as error:
            self.console.print(escape(str(error)), style="red")
            self.give_up_rest("that was refused")
        return True

    def give_up_rest(self, reason: str) -> None:
        """Nothing more of a line is done when it does not go as its writer thought."""
        if self.awaiting:
            rest = "; ".join(self.awaiting)
            self.console.print(f"Since {reason}, the rest of the line was not done: {escape(rest)}", highlight=False)
        self.awaiting = []

    def command(self, seat: str, word: str, rest: str) -> None:
        """Everything that is not an action."""
        seen = self.seen(seat)
        known = COMMANDS.get(word)
        if known is not None:
            known.run(self, seen, rest)
            return
        refusal = seen.why_not(spelt(seen, f"{word} {rest}"))
        assert refusal is not None
        text = tell(refusal.text, seen.names)
        raise BadInput(f"{text} {paragraph(refusal.clause)}; `help` lists the commands")

    def propose(self, seen: Seen, _: str) -> None:
        """Enter alone does what most people will want, where there is such a thing."""
        if seen.prompt.proposed:
            self.act(seen.prompt.proposed)

    def help(self, seen: Seen, _: str) -> None:
        """All commands."""
        lines = [f"  {one.usage:13} {one.text}" for one in COMMANDS.values() if one.text]
        head = "Type the number of an action, or its words; several on one line with “;” between them. Also:"
        last = f"  {'quit':13} leave; the game is saved at every action"
        self.console.print("\n".join([head, *lines, last]), highlight=False)

    def why(self, seen: Seen, rest: str) -> None:
        """Why words are not on offer."""
        refusal = seen.why_not(spelt(seen, said("why", seen, rest)))
        text = "that is on offer" if refusal is None else f"{refusal.text} {paragraph(refusal.clause)}"
        self.console.print(escape(tell(text, seen.names)))

    def odds(self, seen: Seen, rest: str) -> None:
        """What may come of an action."""
        numbered = rest.isdigit() and 0 < int(rest) <= len(seen.options)
        action = seen.options[int(rest) - 1] if numbered else spelt(seen, said("odds", seen, rest))
        if action not in seen.options:
            raise BadInput(f"“{words(action)}” is not on offer; odds are counted for actions that are")
        lines = seen.odds(action) or []
        each = self.game.apart(lines)
        for head, rows in (("each by itself:", each), (f"all {len(lines)} ways:" if each else "", lines)):
            if head and rows:
                self.console.print(f"  {head}")
            for text, chance in rows:
                about, may = unmarked(text)
                share = f"about {percent(chance)}" if about else percent(chance)
                self.console.print(f"  {share:>5}  {escape(tell(may, seen.names))}", highlight=False)
        if not lines:
            self.console.print("  no odds are counted for that")

    def hint(self, seen: Seen, _: str) -> None:
        """What the strongest player would do, what else it thought about, and why."""
        name = best_bot(self.game)
        found = self.game.bot(name, 0).candidates(seen.view, seen.options)
        for place, advice in enumerate(found):
            whose = "hint:" if place == 0 else "or:"
            number = seen.options.index(advice.action) + 1
            games = f"  [dim]won {advice.won} of {advice.games} games played on from here[/]" if advice.games else ""
            self.console.print(f"{whose} {number}  {escape(words(advice.action))}{games}", highlight=False)
            plan = seen.plan([advice.action, *advice.then])
            told = "; ".join(part for part in (plan, tell(advice.reason, seen.names)) if part)
            self.console.print(f"    {escape(told)}", highlight=False)

    def board(self, seen: Seen, _: str) -> None:
        """The board: in letters where the game has them, then in words what stands where."""
        for line in seen.sketch():
            self.console.print(line, markup=False, highlight=False, soft_wrap=True)
        scene, names = seen.drawn, seen.names
        where: dict[str, list[str]] = {}
        for piece in scene.pieces:
            where.setdefault(piece.at, []).append(piece.alt or piece.name)
        for place, pieces in where.items():
            self.console.print(f"  [bold]{escape(names.get(place, place))}[/]: {escape('; '.join(pieces))}")
        for cell in scene.cells:
            if cell.marks:
                self.console.print(f"  {escape(names.get(cell.id, cell.id))}: {escape(', '.join(cell.marks))}")

    def about(self, seen: Seen, rest: str) -> None:
        """One piece or place."""
        for line in seen.about(rest) or [f"nothing is known of “{rest}”"]:
            self.console.print("  " + escape(tell(line, seen.names)))

    def briefing(self, seen: Seen, _: str) -> None:
        """What it is about."""
        setup = self.s.setup
        told = self.game.briefing(setup.scenario, self.s.options, seen.reader, setup.mission)
        missions.show_briefing(self.console, told)

    def mission(self, seen: Seen, _: str) -> None:
        """The goals, and how it stands."""
        missions.show_goals(self.console, seen)

    def glossary(self, _: Seen, rest: str) -> None:
        """What a term means."""
        missions.show_terms(self.console, self.game.glossary(), rest)

    def log(self, seen: Seen, _: str) -> None:
        """Everything that has happened."""
        self.shown[seen.reader] = 0
        self.tell_news(seen.reader)

    def all(self, seen: Seen, rest: str) -> None:
        """The whole list of actions, or those with all of some words, or parts of words: `all attack` finds the verb
        pop-attack too.
        """
        asked = set(spelt(seen, rest)) if rest else set()
        known = [{part for word in action for part in (word, *word.split("-"))} for action in seen.options]
        wanted = [number for number, parts in enumerate(known, 1) if asked <= parts]
        if not wanted:
            raise BadInput(f"no action on offer has {'the word' if len(asked) == 1 else 'all of the words'} “{rest}”")
        self.list_actions(wanted, seen)

    def save_as(self, _: Seen, rest: str) -> None:
        """The record in a file of one's own."""
        if not rest:
            raise BadInput("save takes a file name")
        write_whole(Path(rest), self.record().text())
        self.console.print(f"saved in {rest}")

    # --- doing -------------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Play on a clone, save, then make it the position, so that what was shown is on disk."""
        after = self.s.clone()
        sandtable.play(after, action)
        if after.seat != self.s.seat:
            self.give_up_rest("somebody else chooses now")
        self.s = after
        self.save()

    def undo(self, __: Seen, rest: str) -> None:
        """One own action back, or as many as are named; what was taken back is said."""
        if rest and not (rest.isdigit() and int(rest)):
            raise BadInput("undo takes the number of actions to take back, as in `undo 2`, or nothing for one")
        for _ in range(int(rest or 1)):
            refusal = can_undo(self.s)
            if refusal is not None:
                raise UndoRefused(f"undo is not possible: {refusal.text}")
            last = sandtable.record(self.s).actions[-1][1]
            self.s = sandtable.undo(self.s)
            self.shown[self.at_screen] = len(sandtable.log(self.s, self.at_screen))
            self.save()
            self.console.print(f"  taken back: {escape(words(last))}", highlight=False)

    def record(self) -> Record:
        """The record so far."""
        outcome = self.game.outcome(self.s) if self.s.seat is None else None
        return sandtable.record(
            self.s,
            players=self.players,
            started=self.started,
            chosen=self.chosen,
            result=outcome.text if outcome else "",
        )

    def save(self) -> None:
        """The record, on disk after every action."""
        write_whole(self.file, self.record().text())

    def read(self, prompt: str) -> str | None:
        """A line from the player; None at the end of input."""
        try:
            return self.console.input(prompt, markup=False)
        except EOFError:
            return None


def paragraph(clause: str) -> str:
    """A clause as people are shown it."""
    return f"(§{clause.partition('-')[2]})" if "-" in clause else ""


@dataclass(frozen=True)
class Command:
    """Something that can be typed beside actions."""

    usage: str
    text: str
    run: Callable[[Terminal, Seen, str], None]


COMMANDS = {
    "": Command("", "", Terminal.propose),
    "help": Command("help", "", Terminal.help),
    "?": Command("?", "", Terminal.help),
    "undo": Command("undo [N]", "take the last action back, or N, where nothing was rolled or shown", Terminal.undo),
    "why": Command("why WORDS", "why something is not on offer", Terminal.why),
    "odds": Command("odds WORDS", "what may come of an action (or its number)", Terminal.odds),
    "hint": Command("hint", "what the strongest player would do, what else it thought about, and why", Terminal.hint),
    "mission": Command("mission", "the goals, how far they have come, and how it stands", Terminal.mission),
    "goals": Command("goals", "", Terminal.mission),
    "briefing": Command("briefing", "what it is about, again", Terminal.briefing),
    "glossary": Command("glossary TERM", "what a word means; all of them without one", Terminal.glossary),
    "board": Command("board", "the board in words", Terminal.board),
    "about": Command("about ID", "one piece or place", Terminal.about),
    "log": Command("log", "everything that has happened", Terminal.log),
    "all": Command("all [WORDS]", "the whole list of actions, or those with a verb, a piece or a place", Terminal.all),
    "save": Command("save FILE", "write the record to a file", Terminal.save_as),
}
