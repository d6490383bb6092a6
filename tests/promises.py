"""The promises that every game keeps, as functions on a match; tests/test_every_game.py and `make fuzz` run them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import sandtable
from sandtable import (
    Action,
    Game,
    IllegalAction,
    Seen,
    State,
    UndoRefused,
    can_undo,
    fingerprint,
    legal,
    log,
    play,
    record,
)  # fmt: skip
from sandtable.kernel.chance import Rng
from sandtable.kernel.record import parse_record, tell
from sandtable.kernel.record import replay as replay_record
from sandtable.kernel.record import undo as undo_one
from sandtable.kernel.snapshot import snapshot

MOST_DECISIONS = 20_000
WORDS = 200
"""Word tuples drawn where reasons and errors are compared."""
ROOT = Path(__file__).parent.parent

Row = Callable[[State, "str | None", Rng], "State | None"]
"""Changes on a clone what one row of a ledger's information section hides from a reader; None where nothing can be."""


@dataclass(frozen=True)
class Case:
    """Something to play: a game, a scenario and options."""

    game: Game
    scenario: str
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [self.game.name, self.scenario, *(f"{name}={value}" for name, value in self.options.items())]
        return " ".join(words)


@cache
def hidden_module(game: str) -> Any:
    """tests/<game>/hidden.py, or the toys' own; None where a game hides nothing."""
    folder = f"tests.{game.replace('-', '_')}" if not game.startswith("toy-") else "tests.kernel.toys"
    name = f"{folder}.hidden" if not game.startswith("toy-") else f"{folder}.hidden_{game[4:]}"
    return import_module(name) if find_spec(folder) and find_spec(name) else None


def rows(game: str) -> dict[str, Row]:
    """What is hidden in a game, by the ledger's row."""
    module = hidden_module(game)
    return module.ROWS if module else {}


@cache
def scene_schema() -> Any:
    """The schema that every scene keeps to."""
    schema = json.loads((ROOT / "docs" / "scene.schema.json").read_text())
    return jsonschema.Draft202012Validator(schema)


# --- a match is walked, and checked on the way -----------------------------------------------------------------------


@dataclass
class Walk:
    """A random game in which every promise is checked; `every` says how often the dear ones are at first. The gap grows
    by an eighth each time, so that a long game costs little more than a short one."""

    case: Case
    seed: int
    every: int = 25
    hidden: int = 1
    """How often what is hidden is changed: at every position, unless many games are walked."""
    picks: list[int] = field(default_factory=list)
    twin: Game | None = None
    """A broken twin whose views leak, to see that the leak is caught."""

    def run(self) -> State:
        """Play to the end; a failure shows the record that reproduces it."""
        rng = Rng(self.seed)
        game = self.case.game
        s = game.start(self.case.scenario, seed=self.seed, options=self.case.options)
        module = hidden_module(game.name)
        census = module.census(s) if hasattr(module, "census") else None
        vocabulary: dict[str, None] = {}
        due, gap = self.seed % self.every, self.every
        try:
            while options := legal(s):
                assert s.number < MOST_DECISIONS, "the game does not end"
                assert len(set(options)) == len(options), "an action is offered twice"
                for action in options:
                    vocabulary.update(dict.fromkeys(action))
                dear = s.number >= due
                if dear:
                    due, gap = s.number + gap, gap + gap // 8
                if dear or s.number % self.hidden == 0:
                    check_hidden(self.twin or game, s, rng, list(vocabulary), dear)
                if dear:
                    check_position(game, s, rng, list(vocabulary))
                pick = self.picks.pop() if self.picks else rng.below(len(options))
                action = options[pick % len(options)]
                if dear:
                    check_clone(s, action)
                play(s, action)
                if dear:
                    check_undo(game, s)
                if census is not None:
                    assert module.census(s) == census, f"pieces appeared or vanished after {' '.join(action)}"
            assert s.seat is None
            check_end(game, s)
        except Exception as error:
            error.add_note(f"reproduce with seed {self.seed} of {self.case}:\n{record(s).text()}")
            raise
        return s


def check_position(game: Game, s: State, rng: Rng, vocabulary: list[str]) -> None:
    """Text round trips and refused words change nothing; imagined positions look the same; scenes are sound."""
    before = fingerprint(s)
    data = json.loads(json.dumps(snapshot(s)))
    assert fingerprint(game.restore(data)) == before, "a snapshot does not come back"
    assert fingerprint(pickle.loads(pickle.dumps(s))) == before, "a pickled position does not come back"
    text = record(s).text()
    assert parse_record(text).text() == text, "a record's text does not come back"
    for seat in (*game.seats(s), None):
        view = game.view(s, seat)
        assert json.loads(json.dumps(view)) == view, "a view does not survive JSON"
        assert msgspec.json.decode(msgspec.json.encode(view)) == view
        check_imagined(game, s, seat, view, rng)
        check_scene(game, view, legal(s) if seat == s.seat else [])
        check_mission(game.seen(s, seat))
    seat = s.seat
    options = legal(s)
    view = game.view(s, seat)
    for _ in range(20):
        words = drawn_words(rng, vocabulary, options)
        reason = game.why_not(view, words)
        assert (reason is None) == (words in options), f"why_not and offer disagree on {words}: {reason}"
        if words not in options:
            assert reason is not None and reason.text, f"no reason is given against {words}"
            with pytest.raises(IllegalAction) as refused:
                play(s, words)
            others = [" ".join(option) for option in options if not set(option) <= set(words)]
            assert not any(f"“{other}”" in str(refused.value) for other in others), "an error lists options"
    for other in game.seats(s):
        if other != seat:
            said = game.why_not(game.view(s, other), options[0])
            assert said is not None and said.clause == "", "another seat's choice is explained"
    game.prompt(view)
    for action in options[:: max(1, len(options) // 3)][:3]:
        lines = game.odds(view, action)
        if lines is not None:
            assert abs(sum(chance for _, chance in lines) - 1) < 1e-6, f"odds of {action} do not add up: {lines}"
    assert fingerprint(s) == before, "looking at a position changed it"


def drawn_words(rng: Rng, vocabulary: list[str], options: list[Action]) -> Action:
    """Words to refuse: an option with one word changed, or words at random."""
    if rng.below(3):
        base = list(options[rng.below(len(options))])
        base[rng.below(len(base))] = vocabulary[rng.below(len(vocabulary))]
        return tuple(base)
    return tuple(vocabulary[rng.below(len(vocabulary))] for _ in range(1 + rng.below(3)))


def check_imagined(game: Game, s: State, seat: str | None, view: dict[str, Any], rng: Rng) -> None:
    """An imagined position gives its seat the same view and the same options, and can be played to the end."""
    imagined = game.imagine(view, seat, rng.below(1 << 30))
    assert game.view(imagined, seat) == view, (
        f"imagine changes what {seat} sees: {differing(game.view(imagined, seat), view)}"
    )
    if seat is not None and seat == s.seat:
        assert legal(imagined) == legal(s), f"imagine changes what {seat} may do"
    if rng.below(8) == 0:
        for _ in range(MOST_DECISIONS):
            options = legal(imagined)
            if not options:
                return
            play(imagined, options[rng.below(len(options))])
        raise AssertionError("an imagined game does not end")


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The keys at which two views differ."""
    return [key for key in one if one.get(key) != other.get(key)]


def check_scene(game: Game, view: dict[str, Any], options: list[Action]) -> None:
    """A scene keeps to its schema, and every word of an option is a verb, a number or on the scene."""
    scene = game.scene(view)
    error = next(iter(scene_schema().iter_errors(scene)), None)
    assert error is None, f"scene: {error.json_path} {error.message}" if error else ""
    assert json.loads(json.dumps(scene)) == scene
    named = set(scene["names"])
    for action in options:
        for word in action[1:]:
            assert word in named or word.lstrip("-").isdigit(), f"“{word}” of {action} is not on the scene"


@cache
def told_as(kind: str, several: bool = False) -> Any:
    """A schema of what people are told, by its name."""
    schema = json.loads((ROOT / "docs" / "briefing.schema.json").read_text())
    one = {"$ref": f"#/$defs/{kind}"}
    return jsonschema.Draft202012Validator({**schema, **({"type": "array", "items": one} if several else one)})


def check_told(kind: str, told: Any, several: bool = False) -> None:
    """What people are told keeps to its schema and survives JSON."""
    error = next(iter(told_as(kind, several).iter_errors(told)), None)
    assert error is None, f"{kind}: {error.json_path} {error.message}" if error else ""
    assert json.loads(json.dumps(told)) == told


def check_mission(seen: Seen) -> None:
    """Goals name what is on the scene or its board, and each option serves open goals alone."""
    check_told("Goal", seen.goals, several=True)
    if seen.standing is not None:
        check_told("Standing", seen.standing)
    ids = [goal["id"] for goal in seen.goals]
    assert len(set(ids)) == len(ids), f"two goals with one id: {ids}"
    known = places_of(seen.game, seen.drawn.board) | {piece.id for piece in seen.drawn.pieces} | set(seen.names)
    for goal in seen.goals:
        assert set(goal["places"]) <= known, f"goal {goal['id']} is about {set(goal['places']) - known}"
        assert goal["have"] is None or goal["need"] is not None, f"goal {goal['id']} has some of nothing"
    open_ = {goal["id"] for goal in seen.goals if goal["state"] == "open"}
    phrases = [seen.phrase(action) for action in seen.options]
    alike = {phrase for phrase in phrases if phrases.count(phrase) > 1} if len(phrases) < 100 else ()
    assert not alike, f"two options read alike: {alike}"
    assert len(seen.serves) == len(seen.options)
    for served in seen.serves:
        assert set(served) <= open_, f"{served} is not among the open goals {open_}"
    check_forecasts(seen, known)


def check_forecasts(seen: Seen, known: frozenset[str]) -> None:
    """Each option has its forecast; where it is meant is known, and a click there does one thing."""
    assert len(seen.forecasts) == len(seen.options)
    clicked = [one.at for one in seen.forecasts if one.likely == 1]
    assert len(clicked) == len(set(clicked)), f"a click means two things at one of {clicked}"
    assert set(clicked) == {one.at for one in seen.forecasts if one.at}
    nowhere = {one for one in clicked if one not in known and not one.isdigit()}
    assert not nowhere, f"{nowhere} is nowhere"


@cache
def places_of(game: Game, board: str) -> frozenset[str]:
    """The places of a board."""
    return frozenset(place.id for place in game.board(board).places) if board else frozenset()


def check_clone(s: State, action: Action) -> None:
    """A clone played on leaves the original untouched."""
    before = fingerprint(s)
    twin = s.clone()
    assert fingerprint(twin) == before
    play(twin, action)
    assert fingerprint(s) == before, "a clone played on changed the original"


def check_undo(game: Game, s: State) -> None:
    """Undo returns to the position before, or is refused with its reason."""
    refusal = can_undo(s)
    if refusal is not None:
        assert refusal.text
        with pytest.raises(UndoRefused):
            undo_one(game, s)
        return
    back = undo_one(game, s)
    assert back.seat == s.seat and back.number == s.number - 1
    again = back.clone()
    assert s.history is not None
    play(again, s.history.action)
    assert fingerprint(again) == fingerprint(s), "undo and the same action again lead elsewhere"


def check_end(game: Game, s: State) -> None:
    """At the end there is an outcome, and the record replays to the same position."""
    outcome = game.outcome(s)
    assert outcome is not None and outcome.text
    assert set(outcome.scores) == set(game.seats(s))
    assert all(-1 <= score <= 1 for score in outcome.scores.values())
    for seat in (*game.seats(s), None):
        check_scene(game, game.view(s, seat), [])
        check_mission(game.seen(s, seat))
        check_debrief(game, s, seat)
    again = replay_record(game, parse_record(record(s).text()))
    assert fingerprint(again) == fingerprint(s), "the record replays to another position"
    assert log(again, None) == log(s, None), "the record replays to another log"


def check_debrief(game: Game, s: State, seat: str | None) -> None:
    """Its level is on its ladder, its moments are actions of the game in their order, and its lines add up."""
    debrief = game.debrief(s, seat)
    check_told("Debrief", debrief)
    assert debrief["headline"]
    if debrief["ladder"]:
        assert debrief["level"] in {rung["level"] for rung in debrief["ladder"]}
    if debrief["lines"]:
        assert sum(line["points"] for line in debrief["lines"]) == debrief["total"], debrief["lines"]
    numbers = [moment["n"] for moment in debrief["moments"]]
    assert numbers == sorted(numbers) and len(numbers) <= 3
    assert all(0 <= number <= s.number for number in numbers)


# --- nothing leaks ---------------------------------------------------------------------------------------------------


def told_by_state(game: Game, s: State, reader: str | None) -> dict[str, bytes]:
    """What leaves the engine for one reader and is made from the position itself, as bytes."""
    view = game.view(s, reader)
    chooses = reader is not None and reader == s.seat
    return encoded({
        "view": view,
        "undo": can_undo(s) if chooses else None,
        "options": legal(s) if chooses else None,
    })  # fmt: skip


def told_by_view(game: Game, s: State, reader: str | None, words: list[Action]) -> dict[str, bytes]:
    """What is made from the reader's view, and so can leak only by remembering more than it is given; and errors."""
    seen = Seen(game, game.view(s, reader))
    return encoded({
        "log": [(line, tell(line.event.text, seen.names)) for line in log(s, reader)],
        **told_by_seen(seen),
        "why": [seen.why_not(one) for one in words],
        "errors": [refusal_of(s, one) for one in words] if seen.chooses else None,
        "odds": [seen.odds(one) for one in seen.options[:3]],
    })  # fmt: skip


def told_by_seen(seen: Seen) -> dict[str, Any]:
    """What a client asks for at every position."""
    scene = seen.scene
    return {
        "scene": scene,
        "prompt": seen.prompt,
        "goals": seen.goals,
        "standing": seen.standing,
        "serves": seen.serves,
        "options": seen.options,
        "prices": seen.prices,
        "forecasts": seen.forecasts,
        "readings": [seen.reading(action) for action in seen.options],
        "phrases": [seen.phrase(action) for action in seen.options],
        "about": [seen.about(piece["id"]) for piece in scene["pieces"]],
        "overlays": [seen.overlay(*one) for one in overlays(scene)],
    }


def encoded(parts: dict[str, Any]) -> dict[str, bytes]:
    """Each part as the bytes that would be sent."""
    return {name: msgspec.json.encode(value) for name, value in parts.items()}


def overlays(scene: dict[str, Any]) -> list[tuple[str, ...]]:
    """A few calls of each overlay that a scene offers."""
    calls: list[tuple[str, ...]] = []
    for overlay in scene["overlays"]:
        if overlay["about"] == "none":
            calls.append((overlay["name"],))
        elif overlay["about"] == "piece":
            calls.extend((overlay["name"], piece["id"]) for piece in scene["pieces"][:2])
    return calls


def refusal_of(s: State, action: Action) -> str:
    """The error that words not on offer get."""
    if action in legal(s):
        return ""
    try:
        play(s, action)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{action} was not refused")


def check_hidden(game: Game, s: State, rng: Rng, vocabulary: list[str], dear: bool) -> None:
    """What a row hides from a reader changes no byte of what that reader gets."""
    hidden = rows(game.name)
    if not hidden:
        return
    for reader in (*game.seats(s), None):
        twins = {name: twin for name, change in hidden.items() if (twin := change(s, reader, rng)) is not None}
        before = told_by_state(game, s, reader)
        for name, twin in twins.items():
            assert not dear or fingerprint(twin) != fingerprint(s), f"row {name} changed nothing"
            twin.offered = None  # A clone carries the list that was made before the change.
            check_same(before, told_by_state(game, twin, reader), name, reader)
        if dear and twins and rng.below(4) == 0:
            name = list(twins)[rng.below(len(twins))]
            words = [drawn_words(rng, vocabulary, [(vocabulary[0],)]) for _ in range(WORDS)]
            check_same(
                told_by_view(game, s, reader, words), told_by_view(game, twins[name], reader, words), name, reader
            )


def check_same(before: dict[str, bytes], after: dict[str, bytes], row: str, reader: str | None) -> None:
    """No part differs."""
    leaks = [part for part in before if before[part] != after[part]]
    assert not leaks, f"row {row} leaks to {reader or 'watchers'} in {', '.join(leaks)}"


class Leaky(Game):
    """A broken twin: its views hold one number that depends on everything, so every hidden row must be caught."""

    def __init__(self, game: Game) -> None:
        self.inner = game

    def __getattribute__(self, name: str) -> Any:
        if name in ("inner", "view", "__class__"):
            return object.__getattribute__(self, name)
        return getattr(object.__getattribute__(self, "inner"), name)

    def view(self, s: State, seat: str | None) -> dict[str, Any]:
        view = self.inner.view(s, seat)
        view["leak"] = fingerprint(s)
        return view


class Counting(Game):
    """A twin that counts how often a position is imagined."""

    def __init__(self, game: Game) -> None:
        self.inner = game
        self.imagined = 0

    def __getattribute__(self, name: str) -> Any:
        if name in ("inner", "imagined", "imagine", "__class__"):
            return object.__getattribute__(self, name)
        return getattr(object.__getattribute__(self, "inner"), name)

    def imagine(self, view: dict[str, Any], seat: str | None, seed: int = 0) -> State:
        self.imagined += 1
        return self.inner.imagine(view, seat, seed)


def all_games() -> list[Game]:
    """The toys and the real games."""
    toys = [import_module(f"tests.kernel.toys.{name}").GAME for name in ("corridor", "cards", "convoy")]
    return [sandtable.register(toy) for toy in toys] + list(sandtable.games())
