"""Flow: a position, an agenda of what is still due, and choices.

A Step does one clause and says with `then` what follows, in reading order. A Choice offers every legal action as words
and waits. The agenda is a stack of these small frozen records, so a position is plain data at every moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from mypy_extensions import mypyc_attr

from sandtable.kernel.chance import below, following, stream
from sandtable.kernel.errors import BadInput, IllegalAction
from sandtable.kernel.verbs import Verb

Action = tuple[str, ...]
Fact = tuple[str, ...]

READY: Action = ("ready",)
"""Everything that is proposed in the set-up, by whoever would rather begin."""

ENDLESS = 1_000_000
"""Steps without a choice after which the rules are held to be going in circles."""

DEPTH = 40
"""Steps done at once within one another; the next waits on the agenda, so that no rule can run out of stack."""


def act(*words: str) -> Action:
    """An action: a verb and its nouns."""
    return words


def parse(text: str) -> Action:
    """The action that a line of text spells."""
    return tuple(text.split())


def words(action: Action) -> str:
    """An action as text."""
    return " ".join(action)


@dataclass(frozen=True)
class Refusal:
    """Why something is not possible: the clause that forbids it, and a sentence. `typed` where no rule forbids it and
    the sentence is about words: who pressed something is told what is to be decided instead."""

    clause: str
    text: str
    typed: bool = False


@dataclass(frozen=True)
class Event:
    """A log line: its clause, its text with ids in braces, its readers (None: everybody), and facts to draw."""

    clause: str
    text: str
    seen_by: tuple[str, ...] | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Setup:
    """All that a position began with and that never changes."""

    game: str
    rules: int
    scenario: str
    options: dict[str, str]
    seeds: tuple[tuple[int, bytes], ...]
    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()
    mission: str = ""

    def seed_of(self, number: int) -> bytes:
        """The seed that the chance of this action comes from: the last one whose fork is not later."""
        found = self.seeds[0][1]
        for first, seed in self.seeds:
            if first <= number:
                found = seed
        return found


@dataclass(frozen=True)
class Entry:
    """One chosen action, hung on the ones before it; number 0 is the set-up."""

    earlier: Entry | None
    number: int
    seat: str
    action: Action
    events: tuple[Event, ...] = ()
    rolled: tuple[int, ...] = ()
    revealed: str = ""


class NeedChance(Exception):
    """While possibilities are being counted: the next chance has this many sides."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """What the rules do. Fields are words, integers, booleans and tuples of those, and all of them are public."""

    def do(self, s: Any) -> None:
        """Do one clause; `s.then(...)` says what follows."""
        raise NotImplementedError(type(self).__name__)


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Step):
    """Where the rules wait for somebody.

    A subclass sets its constants without annotation, `clause = "V-1"`, after its fields. They are no ClassVar because
    mypyc makes a field of everything that the body of a dataclass assigns, and could not set it then.
    """

    clause: str = ""
    owner: str = ""
    """The seat, where it is always the same."""
    always_asked: bool = False
    """True where being asked is itself a secret, so that a single option is a question too."""
    link: bool = False
    """True where it goes on with an action of which nothing has been done yet: only whoever chooses sees it, and to all
    others the choice below it is still open."""
    tie: bool = False
    """True where the automated side has equals before it: `settle` decides unless the players want to (ties=ask)."""
    sets_up: bool = False
    """True where a match is set up: what `propose` says, here and in the choices that follow, is taken by `ready`; it
    always says something there."""

    def seat(self, s: Any) -> str:
        """Who must choose."""
        return constants(self).owner

    def verbs(self, s: Any) -> tuple[Verb, ...]:
        """What may be done here, where each verb knows everything about itself (kernel/verbs.py); otherwise the choice
        says what it offers, does and refuses."""
        return ()

    def verb_of(self, s: Any, action: Action) -> Verb | None:
        """The verb of some words, if it is one of this choice."""
        for verb in self.verbs(s):
            if action and verb.word == action[0]:
                return verb
        return None

    def offer(self, s: Any) -> list[Action]:
        """Every legal action, in a stable order, from what the chooser's view holds alone."""
        found: list[Action] = []
        for verb in self.verbs(s):
            found += verb.offer(s, self)
        return found

    def chosen(self, s: Any, action: Action) -> None:
        """Handle an action that was offered."""
        verb = self.verb_of(s, action)
        assert verb is not None, f"{self} does not say what “{words(action)}” does"
        verb.do(s, self, action)

    def settle(self, s: Any, options: list[Action]) -> Action:
        """What the written rule of the game takes of equals: what comes first by `rank`, else the first on offer."""
        best = options[0]
        least = self.rank(s, best)
        for action in options[1:]:
            other = self.rank(s, action)
            if other < least:
                best, least = action, other
        return best

    def rank(self, s: Any, action: Action) -> tuple[int, ...]:
        """How early one of several equals comes by the written rule of the game."""
        return ()

    def ask(self, s: Any) -> str:
        """The question in the player's words, with the price; ids in braces."""
        return "Choose"

    def about(self, s: Any) -> tuple[str, ...]:
        """Ids of the pieces that this choice concerns."""
        return ()

    def propose(self, s: Any) -> Action:
        """The action that most people will want here, for a client to propose; empty where there is none."""
        return ()

    def price(self, s: Any, action: Action) -> str:
        """What an offered action costs, in a few words such as “7 AP”; empty where it costs nothing."""
        verb = self.verb_of(s, action)
        return "" if verb is None else verb.price(s, self, action)

    def label(self, s: Any, action: Action) -> str:
        """How an offered action reads here, where its phrase does not say enough: “End movement (22 have not moved)”;
        ids in braces. Empty where the phrase does."""
        return ""

    def is_final(self, s: Any, action: Action) -> bool:
        """Whether an offered action ends the game or gives something up for good, so that a client asks once more."""
        return False

    def why_not(self, s: Any, action: Action) -> Refusal:
        """Why words are not on offer; called only for words that are not."""
        clause = constants(self).clause
        verb = self.verb_of(s, action)
        if verb is not None:
            stopped = verb.refuse(s, self, action)
            if stopped is not None:
                return stopped
        return Refusal(clause, not_on_offer(action, self.offer(s)), typed=True)


EXAMPLES = 3
"""How many actions a refusal shows at most, each of another verb."""


def not_on_offer(said: Action, offered: list[Action]) -> str:
    """That words mean nothing here, with what might be meant, as it is typed: an action with the same verb, otherwise
    the first one of each."""
    first: dict[str, Action] = {}
    for action in offered:
        first.setdefault(action[0], action)
    meant = [first[said[0]]] if said and said[0] in first else list(first.values())[:EXAMPLES]
    examples = [f"“{words(action)}”" for action in meant]
    return f"“{words(said)}” is not on offer here" + (f"; try {' or '.join(examples)}" if examples else "")


@dataclass(frozen=True)
class Constants:
    """What the class of a choice says of all its choices."""

    clause: str
    owner: str
    always_asked: bool
    link: bool
    tie: bool
    sets_up: bool


CONSTANTS = ("clause", "owner", "always_asked", "link", "tie", "sets_up")
"""Their names. In a compiled choice they are fields too, and no part of the position."""
CONSTANTS_OF: dict[type, Constants] = {}


def constants(choice: Choice) -> Constants:
    """The constants of a choice, looked up once for its class.

    Below a compiled base an interpreted class is asked itself first, since the base would look for its own attribute.
    """
    cls = type(choice)
    found = CONSTANTS_OF.get(cls)
    if found is None:
        said = {name: getattr(choice, name) for name in CONSTANTS}
        for above in reversed(cls.__mro__):
            said |= {name: above.__dict__[name] for name in said if isinstance(above.__dict__.get(name), (str, bool))}
        found = Constants(
            said["clause"], said["owner"], said["always_asked"], said["link"], said["tie"], said["sets_up"]
        )
        CONSTANTS_OF[cls] = found
    return found


COMPILED = not __file__.endswith(".py")

COLUMNS: dict[type, tuple[str, ...]] = {}
"""For each class of states, what a clone copies instead of sharing; a field keeps its kind for ever."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class State:
    """A position. A game's state lists its fields in FIELDS: integers, words, tuples, and flat lists or bytearrays."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, setup: Setup) -> None:
        self.setup: Setup = setup
        self.options: dict[str, str] = setup.options
        self.rules: int = setup.rules
        self.agenda: list[Step] = []
        self.due: list[Step] = []
        self.number: int = 0
        self.dice_used: int = 0
        self.draws_used: int = 0
        self.x: int = -1
        self.script: tuple[int, ...] | None = None
        self.script_used: int = 0
        self.history: Entry | None = None
        self.events: list[Event] = []
        self.rolled: list[int] = []
        self.revealed: str = ""
        self.listen: bool = True
        self.offered: list[Action] | None = None
        self.takebacks: int = 0
        self.depth: int = 0

    # --- what is due ---------------------------------------------------------------------------------------------

    def then(self, *steps: Step) -> None:
        """Say what follows this step, in reading order, before everything that was due already."""
        self.due.extend(steps)

    def now(self, step: Step) -> None:
        """Do a step at once if nothing is due before it; otherwise it follows what is, as with `then`.

        A choice always waits. After this a rule says only what follows, with another `now` or with `then`, since it
        cannot know whether the step is done yet; a step that drops or finishes is put on the agenda with `then`.
        """
        if self.due or self.depth == DEPTH or isinstance(step, Choice):
            self.due.append(step)
        else:
            self.depth += 1
            step.do(self)
            self.depth -= 1

    def settle(self) -> None:
        """Move what was said with `then` onto the agenda."""
        if self.due:
            self.due.reverse()
            self.agenda.extend(self.due)
            self.due.clear()

    def drop_to(self, mark: Step) -> None:
        """Forget what is due before the mark; the mark stays and runs."""
        assert not self.depth, f"a step done at once drops to {mark}, while whoever did it goes on"
        self.settle()
        agenda = self.agenda
        at = len(agenda) - 1
        while at >= 0 and agenda[at] != mark:
            at -= 1
        assert at >= 0, f"{mark} is not due, so nothing can be dropped down to it"
        del agenda[at + 1 :]

    def finish(self) -> None:
        """End the game: nothing is due any more."""
        assert not self.depth, "a step done at once ends the game, while whoever did it goes on"
        self.due.clear()
        self.agenda.clear()

    @property
    def choice(self) -> Choice | None:
        """The choice that the rules wait at, or None when the game is over."""
        if not self.agenda:
            return None
        top = self.agenda[-1]
        assert isinstance(top, Choice), f"the rules stopped before {top}"
        return top

    @property
    def seat(self) -> str | None:
        """Who must choose now, or None when the game is over."""
        choice = self.choice
        return None if choice is None else choice.seat(self)

    # --- what is said --------------------------------------------------------------------------------------------

    def say(
        self, clause: str, text: str, *ids: str, to: tuple[str, ...] | None = None, facts: tuple[Fact, ...] = ()
    ) -> None:
        """Write a log line; each {} in the text takes the next id. `to` names its readers when not all may read."""
        if self.listen:
            for word in ids:
                text = text.replace("{}", "{" + word + "}", 1)
            self.events.append(Event(clause, text, to, facts))

    def tell(self, say: Callable[[], None]) -> None:
        """Say something that takes work to find out, if anybody reads it; what is said changes nothing."""
        if self.listen:
            say()

    def reveal(self, what: str) -> None:
        """Note that something hidden was shown, in a few words that everybody may read; undo stops here."""
        if not self.revealed:
            self.revealed = what

    # --- chance --------------------------------------------------------------------------------------------------

    def chance(self, sides: int) -> int:
        """The next number from 0 to sides - 1 of this action's stream."""
        if self.script is not None:
            if self.script_used >= len(self.script):
                raise NeedChance(sides)
            self.script_used += 1
            return self.script[self.script_used - 1]
        if self.x < 0:
            self.x = stream(self.setup.seed_of(self.number), self.number)
        self.x = following(self.x)
        return below(self.x, sides)

    def roll(self, sides: int = 6) -> int:
        """One die, seen by all."""
        if self.dice_used < len(self.setup.dice) and self.script is None:
            face = self.setup.dice[self.dice_used]
            if not 1 <= face <= sides:
                raise BadInput(f"given die {self.dice_used + 1} shows {face}; this die has faces 1 to {sides}")
            self.dice_used += 1
        else:
            face = self.chance(sides) + 1
        self.rolled.append(face)
        return face

    def rolls(self, count: int, sides: int = 6) -> list[int]:
        """Several dice, in order."""
        return [self.roll(sides) for _ in range(count)]

    def draw(self, pool: list[int], names: tuple[str, ...]) -> int:
        """One member of a pool at random; the pool itself is left as it is. `names` gives each member's word."""
        if self.draws_used < len(self.setup.draws) and self.script is None:
            word = self.setup.draws[self.draws_used]
            for member in pool:
                if names[member] == word:
                    self.draws_used += 1
                    return member
            raise BadInput(f"given draw {self.draws_used + 1} is {word}, which is not in the pool drawn from")
        return pool[self.chance(len(pool))]

    def shuffle(self, items: list[int]) -> None:
        """Put items in a random order, in place, from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.chance(last + 1)
            items[last], items[other] = items[other], items[last]

    # --- copies --------------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent position: lists and bytearrays among its fields are copied, all else is shared and never
        changed in place. Compiled, each class of states has its own, which names its attributes (scripts/unfold.py).
        """
        cls = type(self)
        columns = COLUMNS.get(cls)
        if columns is None:
            fields = ("agenda", "due", *cls.FIELDS)
            columns = tuple([name for name in fields if type(self.__dict__.get(name)) in (list, bytearray)])
            COLUMNS[cls] = columns
        twin = cls.__new__(cls)
        values = self.__dict__.copy()
        for name in columns:
            values[name] = values[name].copy()
        twin.__dict__ = values
        if COMPILED:
            self.share(twin)
        return twin

    def share(self, twin: State) -> None:
        """Hand on what every state has. Only the compiled form keeps that apart from `__dict__`, and writes it out."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        from sandtable.kernel.snapshot import restored, snapshot  # noqa: PLC0415 (it builds on this module)

        return restored, (snapshot(self), self.setup.game)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()


# --- the four calls ------------------------------------------------------------------------------------------------


def legal(s: State) -> list[Action]:
    """Every legal action, in a stable order; empty when the game is over."""
    if s.offered is None:
        choice = s.choice
        s.offered = [] if choice is None else offer(s, choice)
    return list(s.offered)


def offer(s: State, choice: Choice) -> list[Action]:
    """What somebody may choose: what the choice offers and, in the set-up, `ready`."""
    options = choice.offer(s)
    if len(options) > 1 and constants(choice).sets_up:
        options.append(READY)
    return options


def is_settled(s: State, choice: Choice) -> bool:
    """Whether a choice is a tie of the automated side that the players leave to the rule."""
    return constants(choice).tie and s.options.get("ties") == "auto"


def play(s: State, action: Action) -> list[Event]:
    """Play an action that is on offer and run to the next choice; the events say what happened."""
    choice = s.choice
    if choice is None:
        raise IllegalAction(f"“{words(action)}” comes after the end of the game")
    offered = s.offered
    if offered is None:
        offered = s.offered = offer(s, choice)
    seat = choice.seat(s)
    if not is_offered(action, offered):
        raise IllegalAction(f"“{words(action)}” is not on offer to {seat} now")
    s.number += 1
    begin(s)
    if action == READY and constants(choice).sets_up:
        arrange(s, seat)
    else:
        del s.agenda[-1]
        choice.chosen(s, action)
        advance(s)
    events = s.events
    s.history = Entry(s.history, s.number, seat, action, tuple(events), tuple(s.rolled), s.revealed)
    return events


def is_offered(action: Action, offered: list[Action]) -> bool:
    """Whether an action is among those on offer: mostly it is one of them itself, which is quicker to see than which
    words are equal."""
    for each in offered:
        if each is action:
            return True
    return action in offered


def arrange(s: State, seat: str) -> None:
    """Take what is proposed at this choice of the set-up and those that follow, until somebody else chooses or the
    set-up is over."""
    choice = s.choice
    while choice is not None and constants(choice).sets_up and choice.seat(s) == seat:
        proposed = choice.propose(s)
        assert proposed, f"{choice} proposes nothing, so nobody can be ready"
        del s.agenda[-1]
        choice.chosen(s, proposed)
        advance(s)
        choice = s.choice


def begin(s: State) -> None:
    """Clear what belongs to the action before, so that chance and events of the next one start anew."""
    s.x = -1
    s.events = []
    s.rolled = []
    s.revealed = ""
    s.offered = None
    s.depth = 0


def advance(s: State) -> None:
    """Run what is due until somebody has a choice to make or nothing is due."""
    agenda, due = s.agenda, s.due
    for _ in range(ENDLESS):
        if due:
            due.reverse()
            agenda.extend(due)
            due.clear()
        elif not agenda:
            return
        step = agenda[-1]
        if isinstance(step, Choice):
            options = offer(s, step)
            assert options, f"{step} offers nothing"
            taken = options[0]
            if len(options) > 1 and is_settled(s, step):
                taken = step.settle(s, options)
            elif len(options) > 1 or constants(step).always_asked:
                s.offered = options
                return
            del agenda[-1]
            step.chosen(s, taken)
        else:
            del agenda[-1]
            step.do(s)
    raise AssertionError(f"the rules go in circles around {agenda[-1] if agenda else 'nothing'}")


OVER = "the game is over and its dice are open; go on from an earlier board instead"
"""Why nothing is taken back then; whatever ends a game is asked once more before."""


def can_undo(s: State) -> Refusal | None:
    """None, or what stands in the way: undo never changes who must decide, never crosses another seat's action,
    never follows a visible roll and never follows a reveal."""
    last = s.history
    if last is None or last.number == 0:
        return Refusal("", "nothing has been done yet")
    seat = s.seat
    if seat is None:
        return Refusal("", OVER)
    if last.seat != seat:
        return Refusal("", "somebody else has acted since")
    if last.rolled:
        return Refusal("", "dice were rolled: " + " ".join(str(face) for face in last.rolled))
    if last.revealed:
        return Refusal("", f"something was shown: {last.revealed}")
    return None


def entries(s: State) -> list[Entry]:
    """The set-up and every action so far, in order."""
    found: list[Entry] = []
    node = s.history
    while node is not None:
        found.append(node)
        node = node.earlier
    found.reverse()
    return found


@dataclass(frozen=True)
class Line:
    """A log line as one reader sees it; numbers are counted per reader."""

    number: int
    action: int
    event: Event


def may_read(event: Event, reader: str | None) -> bool:
    """Whether a seat, or a watcher (None), may read this event."""
    return event.seen_by is None or (reader is not None and reader in event.seen_by)


def log(s: State, reader: str | None) -> list[Line]:
    """All that this reader may read so far."""
    lines: list[Line] = []
    for entry in entries(s):
        for event in entry.events:
            if may_read(event, reader):
                lines.append(Line(len(lines) + 1, entry.number, event))
    return lines
