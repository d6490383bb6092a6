"""What the server tells, as types. docs/wire.schema.json and the client's `wire.ts` are written from these classes by
`python -m scripts.schemas`; docs/wire.md says what it all means."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sandtable import (
    Briefing,
    Debrief,
    Goal,
    LegendItem,
    OverlayCells,
    OverlayName,
    Picture,
    ReferenceTable,
    Sign,
    Standing,
)

By = Literal["people", "bot"]


class Told(Struct, kw_only=True, forbid_unknown_fields=True):
    """What all of them have in common."""


# --- a match, for anybody -------------------------------------------------------------------------------------------


class Named(Told):
    """Something with an id and a title."""

    id: str
    title: str


class MatchSeat(Told):
    """A seat, and who holds it."""

    seat: str
    title: str
    by: By
    bot: str | None
    people: int
    names: Annotated[list[str], Meta(description="Empty where the asker is no reader of the match.")]


class Forked(Told):
    """The board that a match was played on from."""

    match: str
    n: int


class Broken(Told):
    """Why a match no longer replays under the present rules."""

    action: int
    reason: str


class Match(Told):
    """What anybody with the match's id may know."""

    id: str
    game: str
    title: str
    scenario: Named
    options: dict[str, str]
    rules: int
    started: str
    moved: str
    turn: str | None
    over: bool
    result: str | None
    commitment: str
    chosen: Annotated[bool, Meta(description="Whether somebody typed the seed, so that it proves nothing.")]
    takebacks: bool
    hints: bool
    watchers: bool
    listed: bool
    forked: Forked | None
    broken: Broken | None
    seats: list[MatchSeat]
    invited: Annotated[str | None, Meta(description="The seat that the invitation shown is for.")]


class Created(Told):
    """A match that was made."""

    match: Match
    person: str
    secret: str
    links: Annotated[
        dict[str, str | None],
        Meta(description="An invitation to each seat that others may sit down at; otherwise null."),
    ]


# --- games, for the start page --------------------------------------------------------------------------------------


class OptionValue(Told):
    """A value of an option."""

    value: str
    text: str


class GameOption(Told):
    """An option of a scenario; one without a chapter is a setting, one with it a ruling."""

    name: str
    title: str
    chapter: str
    text: str
    default: str
    values: list[OptionValue]
    joined: Annotated[list[str], Meta(description="Those of which several may be given, joined by + in this order.")]


class ScenarioInfo(Told):
    """Something to play."""

    id: str
    title: str
    brief: str
    seats: list[str]
    optional_seats: Annotated[dict[str, str], Meta(description="Seats that an option adds, as `option=value`.")]
    options: Annotated[list[int], Meta(description="Which of the game's options it has, by their place in that list.")]
    turns: int
    board: str | None
    minutes: Annotated[int, Meta(description="About how long it takes; 0 where nobody has said.")]
    difficulty: Annotated[str, Meta(description="gentle, fair or hard; empty where nobody has said.")]
    teaches: str


class BotInfo(Told):
    """An opponent that is not a person."""

    bot: str
    title: str
    about: Annotated[str, Meta(description="What to expect of it; empty where nobody has said.")]
    offered: Annotated[bool, Meta(description="False: for the laboratory, and no opponent for people.")]


class LessonInfo(Told):
    """A lesson as the start page needs it."""

    id: str
    title: str
    minutes: int


class GameInfo(Told):
    """A game as the start page needs it."""

    game: str
    title: str
    about: Annotated[str, Meta(description="What it is, in one sentence.")]
    rules: int
    options: Annotated[list[GameOption], Meta(description="All options of its scenarios, each of them once.")]
    scenarios: list[ScenarioInfo]
    gentle: Annotated[str, Meta(description="The scenario for somebody's first game.")]
    seats: Annotated[dict[str, str], Meta(description="The titles of all its seats.")]
    bots: list[BotInfo]
    lessons: Annotated[list[LessonInfo], Meta(description="In the order in which they are best taken.")]
    missions: Annotated[bool, Meta(description="Whether players can write missions for it.")]


class Seated(Told):
    """Somebody whom an invitation sat down."""

    person: str
    name: str
    seat: str
    secret: str


class Fault(Told):
    """A mistake in a text that somebody wrote."""

    line: int
    error: str


class Mission(Told):
    """A mission that somebody wrote, as it was read."""

    title: Annotated[str, Meta(description="Empty while it has mistakes.")]
    faults: list[Fault]
    svg: Annotated[str | None, Meta(description="Its board; null while it has mistakes.")]


class Played(Told):
    """The reader's number after an action, over REST."""

    n: int


class ClauseText(Told):
    """A clause of the rules."""

    id: str
    number: str
    title: str
    text: str


class Rulebook(Told):
    """The clauses of a game in our words, and its tables."""

    game: str
    title: str
    clauses: list[ClauseText]
    tables: list[ReferenceTable]


class Glossary(Told):
    """The terms of art of a game, each with a plain sentence."""

    game: str
    terms: dict[str, str]


class Notices(Told):
    """How people can be told of their turns while they are away."""

    hosts: list[str]
    """Where notices may be sent; `*.` stands for any name before it."""
    push: str | None
    """The key that a browser subscribes with, where browsers are told."""


class Health(Told):
    """Whether the server is up."""

    ok: bool
    version: str


# --- parts of an update ---------------------------------------------------------------------------------------------


class LogLine(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line of the log as one reader reads it."""

    n: int
    who: str | None
    person: str | None
    clause: str | None
    number: str | None
    text: str
    ids: tuple[str, ...]
    facts: tuple[tuple[str, ...], ...]
    dice: tuple[int, ...]


class ChatLine(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A line of talk; the table's own lines have no person."""

    n: int
    person: str | None
    name: str | None
    channel: Literal["all", "side"]
    text: str
    at: str


Earlier = Annotated[
    int | UnsetType, Meta(description="Forget all; so many lines came before these and can be asked for.")
]


class LogLines(Told):
    """Keep the first so many lines of the whole log, forget the rest, add these."""

    keep: int
    lines: list[LogLine]
    earlier: Earlier = UNSET


class ChatLines(Told):
    """Keep the first so many lines of all that was said, forget the rest, add these."""

    keep: int
    lines: list[ChatLine]
    earlier: Earlier = UNSET


class Turn(Told):
    """Whose choice it is."""

    seat: str | None
    mine: bool
    bot: bool
    since: str


class Prompt(Told):
    """Who must decide what, and why."""

    seat: str
    text: str
    clause: str | None
    number: str | None
    about: tuple[str, ...]
    proposed: Annotated[tuple[str, ...], Meta(description="What a client may propose: words on offer, or empty.")]


class Option(Told, omit_defaults=True):
    """Something that may be chosen."""

    words: tuple[str, ...]
    text: str
    price: Annotated[str, Meta(description="What it costs, in a few words; empty where nothing is paid.")]
    serves: Annotated[tuple[str, ...], Meta(description="The ids of the open goals that it serves.")] = ()
    signs: Annotated[
        tuple[Sign, ...],
        Meta(description="An enemy sees it, hears it or fires back; dice decide; it serves an open goal."),
    ] = ()
    forecast: Annotated[str, Meta(description="What it is likely to bring, in a few words.")] = ""
    at: Annotated[str, Meta(description="The piece or place on which one clicks for it.")] = ""
    likely: Annotated[
        int, Meta(description="Its place among those at the same piece or place, from 1, which a click does; 0: none.")
    ] = 0
    final: Annotated[
        bool,
        Meta(description="Whether it ends the game or gives something up for good, so that it is asked once more."),
    ] = False
    aside: Annotated[
        bool, Meta(description="Seldom what is wanted: the button of its verb is folded away behind the others.")
    ] = False
    asks: Annotated[
        bool, Meta(description="Where it is the first of several at its place, a click asks which of them is meant.")
    ] = False
    onward: Annotated[
        bool,
        Meta(description="What is proposed after it is done by the same click; all of its verb may be done at once."),
    ] = False
    gathers: Annotated[
        bool,
        Meta(description="Its piece may be brought to another of the kind by one press; of a way: its end has room."),
    ] = False


class UndoState(Told):
    """Whether the last action can be taken back, and what that is; otherwise why not."""

    can: bool
    text: str
    clause: str | None
    ask: Annotated[bool, Meta(description="Whether somebody else is asked first, who did it.")]
    link: Annotated[
        bool, Meta(description="It only named a piece for what was done next: nobody wants to stop before that alone.")
    ] = False


class RedoState(Told):
    """Whether something that was taken back can be done again, and what."""

    can: bool
    text: str


class SeatState(Told):
    """A seat, who holds it, and who of its people decides about which piece."""

    seat: str
    title: str
    side: Annotated[str, Meta(description="Of the pieces that it leads.")]
    by: By
    bot: str | None
    people: list[str]
    invited: Annotated[int, Meta(description="How many people may still sit down here by invitation.")]
    claims: dict[str, str]


class Person(Told):
    """Somebody at the table."""

    person: str
    name: str
    seats: list[str]
    host: bool
    here: bool
    seen: Annotated[str | None, Meta(description="When somebody who is not here was last; null if never.")]


class Request(Told, rename={"asks": "from"}):
    """Somebody's wish to take back what another person did."""

    id: int
    kind: Literal["undo"]
    asks: str
    to: str


class Outcome(Told):
    """How the game ended."""

    text: str
    scores: dict[str, float]
    points: dict[str, float]


class Takebacks(Told):
    """Whether they are switched on, and how many were used."""

    on: bool
    used: int


class Shown(Told):
    """An overlay that the coach switches on."""

    name: str
    ids: tuple[str, ...]


class Caption(Told):
    """Something that the coach says, and what it points at."""

    text: str
    ids: tuple[str, ...]
    overlay: Shown | None = None


class Coach(Told):
    """Where a learner stands in a lesson. Captions are read one after the other; what is on offer is wanted at once."""

    lesson: str
    title: str
    captions: list[Caption]
    hint: Annotated[str, Meta(description="For whoever is free and does not know how to go on; may be empty.")]
    step: Annotated[int, Meta(description="How many of the steps are done.")]
    steps: int
    lost: Annotated[str | None, Meta(description="It went wrong, and why; `retry` goes back.")]
    end: Annotated[str | None, Meta(description="What was achieved, once the lesson is over.")]
    next: Annotated[str | None, Meta(description="The lesson after this one.")]


class Update(Told, tag_field="kind", tag="update", rename={"since": "from"}):
    """What has changed for a reader; a part that is left out has not."""

    since: int
    n: int
    hash: str
    log: LogLines | UnsetType = UNSET
    chat: ChatLines | UnsetType = UNSET
    names: Annotated[
        dict[str, str] | UnsetType, Meta(description="Names that are new or have changed; the others stay.")
    ] = UNSET
    overlays: list[OverlayName] | UnsetType = UNSET
    legend: list[LegendItem] | UnsetType = UNSET
    scene: Picture | UnsetType = UNSET
    briefing: Annotated[Briefing | UnsetType, Meta(description="Travels once.")] = UNSET
    goals: list[Goal] | UnsetType = UNSET
    standing: Standing | UnsetType | None = UNSET
    coach: Annotated[Coach | UnsetType | None, Meta(description="In a lesson, to the learner.")] = UNSET
    prompt: Prompt | UnsetType | None = UNSET
    options: list[Option] | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    debrief: Annotated[Debrief | UnsetType | None, Meta(description="Null until the game is over.")] = UNSET
    turn: Turn | UnsetType = UNSET
    undo: UndoState | UnsetType = UNSET
    redo: RedoState | UnsetType = UNSET
    seats: list[SeatState] | UnsetType = UNSET
    people: list[Person] | UnsetType = UNSET
    requests: list[Request] | UnsetType = UNSET
    watching: int | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    takebacks: Takebacks | UnsetType = UNSET
    opened: int | UnsetType | None = UNSET
    broken: Broken | UnsetType | None = UNSET
    notes: str | UnsetType = UNSET


# --- answers --------------------------------------------------------------------------------------------------------


class Answer(Told, tag_field="kind", tag="done"):
    """What was asked is done. Its number is set when it is sent."""

    re: int | None = None


class You(Told):
    """Whom the server takes the asker for."""

    person: str
    name: str
    seats: list[str]
    host: bool
    secret: Annotated[str | None, Meta(description="Set when an invitation made a new person; to be kept.")]


class Welcome(Answer, kw_only=True, tag="welcome"):
    """The answer to hello."""

    seat: str | None
    match: Match
    you: You | None


class Acted(Answer, kw_only=True):
    """The reader's number after what was asked."""

    n: int


class Requested(Answer, kw_only=True):
    """Somebody else is asked whether it may be undone."""

    request: int


class Refusal(Told):
    """Why something is not possible."""

    clause: str | None
    number: str | None
    text: str


class WhyNot(Answer, kw_only=True):
    """Why words are not on offer; null when they are."""

    refusal: Refusal | None


class Peeked(Answer, kw_only=True):
    """What would be offered after links of a chain."""

    link: bool
    """False where they do something that would be told of: then nothing is offered here, and they are to be sent."""
    prompt: Prompt | None
    options: list[Option]
    beside: list[tuple[str, ...]]
    """What else may be picked beside them."""


class Odds(Told):
    """Something that may happen."""

    text: str
    probability: float
    about: Annotated[bool, Meta(description="Whether it was drawn, where there is too much to count.")] = False


class OddsTold(Answer, kw_only=True):
    """What may happen; null where nothing is left to chance."""

    odds: list[Odds] | None
    apart: Annotated[list[Odds], Meta(description="Where they are many: each thing by itself.")] = []
    reckoning: Annotated[str, Meta(description="The strengths behind them with their parts, or empty.")] = ""


class OverlayTold(Answer, kw_only=True):
    """An overlay."""

    overlay: OverlayCells


class AboutTold(Answer, kw_only=True):
    """Lines about a piece or a place."""

    lines: list[str]


class EarlierLog(Answer, kw_only=True):
    """Lines of the log before those that a tab has; the first of them is line `first`, counted from 0."""

    first: int
    log: list[LogLine]


class EarlierChat(Answer, kw_only=True):
    """What was said before that; likewise."""

    first: int
    chat: list[ChatLine]


OUTLOOK = "The result to be expected, from 0, the worst, to 100; 50 is the line between losing and winning."


GAMES = "The games that were played on from here to their end, with this; 0 where the player judged before that."
WORSE = "By how many of 100 it did worse than what comes first, in the same tries; null where nothing was tried."


class Advised(Told):
    """An action that is worth a thought."""

    words: tuple[str, ...]
    text: str
    reason: Annotated[str, Meta(description="What speaks for it, in the game's own terms; may be empty.")]
    lit: Annotated[tuple[str, ...], Meta(description="The pieces and places that it is about.")]
    then: Annotated[
        tuple[tuple[str, ...], ...], Meta(description="Where it is a link of a chain: what follows, to its end.")
    ]
    games: Annotated[int, Meta(description=GAMES)]
    won: Annotated[int, Meta(description="How many of them were won.")]
    worse: Annotated[int | None, Meta(description=WORSE)]


class Hint(Answer, kw_only=True):
    """What a bot would do, and what else it thought about."""

    bot: str
    title: Annotated[str, Meta(description="The bot as people know it.")]
    ideas: Annotated[list[Advised], Meta(description="What it would do comes first.")]


LUCK = "What dice, the others and what nobody had foreseen changed until the next decision."
DICE = "By how much the dice that mattered most until then brought more than others would have; 0: not to be told."


class Judged(Told):
    """A decision that was looked back at, and what happened up to the next one. Costs and luck are on the scale of the
    outlook."""

    n: Annotated[int, Meta(description="Of the message after which the decision was made, as `at` and a fork take it.")]
    action: Annotated[int, Meta(description="Its number in the record.")]
    did: str
    better: Annotated[str, Meta(description="What was clearly better by what was known then; empty: nothing was.")]
    reason: Annotated[str, Meta(description="What speaks for that.")]
    outlook: Annotated[float, Meta(description=OUTLOOK + " Of the best that was seen.")]
    cost: float
    luck: Annotated[float, Meta(description=LUCK)]
    happened: str
    dice: Annotated[float, Meta(description=DICE)]
    fell: Annotated[str, Meta(description="What those dice decided.")]


class Review(Told):
    """A finished game for one seat: `start` less `cost` plus `luck` is `end`."""

    seat: str
    title: str
    decisions: int
    continuations: Annotated[int, Meta(description="How often each decision was played on, at the most.")]
    start: float
    cost: float
    luck: float
    end: float
    points: list[Judged]
    worst: Annotated[list[int], Meta(description="The costliest decisions by their places in `points`, worst first.")]
    lucky: list[int]
    unlucky: list[int]


class Reviewed(Answer, kw_only=True):
    """A review, or how far it has come: it is asked for again until it is there."""

    done: int
    of: Annotated[int, Meta(description="Decisions to look at; 0 while that is not known yet.")]
    seconds: Annotated[float, Meta(description="So long it waits for the asker's share of the processor.")]
    review: Review | None


class Linked(Answer, kw_only=True):
    """A new invitation."""

    secret: str


class Past(Answer, kw_only=True):
    """The board as it was."""

    n: int
    seat: str | None
    scene: Picture
    names: Annotated[dict[str, str], Meta(description="Names that were others then than they are now.")]
    prompt: Prompt | None


class Seed(Told):
    """A seed, and from which action on chance came from it."""

    first: int
    seed: str
    commitment: str


class Verified(Answer, kw_only=True):
    """The record, replayed."""

    ok: bool
    seed: str
    commitment: str
    seeds: list[Seed]
    chosen: bool
    actions: int
    fingerprint: str


ANSWERS: dict[str, tuple[type[Answer], ...]] = {
    "hello": (Welcome,),
    "act": (Acted,),
    "undo": (Acted, Requested),
    "redo": (Acted,),
    "retry": (Acted,),
    "why_not": (WhyNot,),
    "peek": (Peeked,),
    "odds": (OddsTold,),
    "overlay": (OverlayTold,),
    "about": (AboutTold,),
    "earlier": (EarlierLog, EarlierChat),
    "hint": (Hint,),
    "chat": (Acted,),
    "link": (Linked,),
    "at": (Past,),
    "verify": (Verified,),
    "review": (Reviewed,),
}
"""How each kind of ask is answered, where there is more to say than that it is done."""


class Problem(Told):
    """Why something is not done."""

    error: str
    text: str
    refusal: Refusal | UnsetType | None = UNSET
    line: int | UnsetType | None = UNSET
    faults: Annotated[list[Fault] | UnsetType, Meta(description="Of a mission: every mistake, by line.")] = UNSET
    seconds: Annotated[float | UnsetType, Meta(description="When to try again.")] = UNSET


class Failed(Problem, kw_only=True, tag_field="kind", tag="error"):
    """The answer to what is not done; `re` is null where the message had no number."""

    re: int | None


def failed(ask: int | None, problem: Problem) -> Failed:
    """A problem as the answer to an ask."""
    return Failed(re=ask, **msgspec.structs.asdict(problem))


encode = msgspec.json.Encoder().encode


def shown(clause: str | None) -> str | None:
    """A clause's number without the letters of its game."""
    if not clause:
        return None
    return clause.partition("-")[2] or clause
