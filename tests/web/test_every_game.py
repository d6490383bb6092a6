"""What must hold for every game at the table: a match rebuilt from its entries is the match that was played."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import jsonschema
import msgspec
import pytest

import sandtable
from sandtable import Refusal
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.state import NightDrop
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import constants
from sandtable.kernel.scene import plain
from sandtable.web import asks, entries, telling, told
from sandtable.web.connection import Connection
from sandtable.web.rows import MatchRow, Row, Stored
from sandtable.web.table import Table
from sandtable.web.telling import all_seeing
from tests.promises import rows as hidden_rows
from tests.web.harness import ROOT
from tests.web.toys import GAMES as TOYS

GAMES = {**{name: sandtable.load(name) for name in sandtable.names()}, **{game.name: game for game in TOYS}}
NAMES = list(GAMES)
SCHEMA = msgspec.json.decode((ROOT / "docs" / "scene.schema.json").read_bytes())
AT = "2026-11-15T20:00:00Z"


def stored(
    game: sandtable.Game,
    rows: list[Row],
    scenario: str | None = None,
    chosen: dict[str, str] | None = None,
    seed: str = "07",
) -> Stored:
    begins = game.scenario(scenario)
    options = game.start(begins.id, options=chosen).options
    begun: dict[str, Any] = {"rules": game.rules, "options": options, "seeds": [[0, seed * 32]], "seats": {}}
    begun |= {"dice": [], "draws": [], "mission": "", "forked": None}
    begun |= {"takebacks": False, "hints": True, "watchers": True, "chosen": False}
    return Stored(MatchRow("aaaaaaaaaaaa", game.name, begins.id, begun, AT, AT, None, None, False, None), rows)


class Tab:
    """Takes updates in as a client does."""

    def __init__(self, table: Table, seat: str | None) -> None:
        self.connection = Connection(table, table.readers[seat], None, None)
        self.log: list[Any] = []
        self.parts: dict[str, Any] = {}
        self.look()

    def look(self) -> None:
        message = self.connection._update()
        if message is not None:
            update = msgspec.json.decode(message)
            if "log" in update:
                del self.log[update["log"]["keep"] :]
                self.log.extend(update["log"]["lines"])
            names = self.parts.get("names", {}) | update.get("names", {})
            self.parts |= update | {"names": names}


@pytest.mark.parametrize("name", NAMES)
def test_a_match_rebuilt_from_its_entries_is_the_match_that_was_played(name: str) -> None:
    game = GAMES[name]
    table = Table(game, stored(game, []))
    rng = random.Random(name)
    rows: list[Row] = []
    tabs = {seat: Tab(table, seat) for seat in table.readers}
    boards: dict[tuple[str | None, int], bytes] = {}
    for _ in range(120):
        if table.over:
            break
        seat = table.state.seat
        assert seat is not None
        to = table.undo_to(seat)
        if rng.random() < 0.2 and not isinstance(to, Refusal):
            row = Row(table.entry + 1, "undo", seat, None, AT, {"to": to[0]})
        elif rng.random() < 0.5 and table.redo and table.redo[-1].seat == seat:
            row = Row(table.entry + 1, "redo", seat, None, AT, {"words": list(table.redo[-1].words)})
        else:
            words = list(rng.choice(sandtable.legal(table.state)))
            row = Row(table.entry + 1, "action", seat, None, AT, {"words": words})
        entries.accept(table, row, entries.after(table, row))
        rows.append(row)
        for tab in tabs.values():
            tab.look()
        for reader in table.readers.values():
            boards[reader.seat, reader.n] = telling.parts(table, reader)["scene"]

    again = Table(game, stored(game, rows))
    for _ in entries.rebuild(again, rows):
        pass
    assert again.broken is None
    assert sandtable.fingerprint(again.state) == sandtable.fingerprint(table.state)
    assert again.record().text() == table.record().text()
    assert sandtable.fingerprint(sandtable.replay(table.record().text())) == sandtable.fingerprint(table.state)
    for seat, reader in table.readers.items():
        other = again.readers[seat]
        assert (other.n, other.hashes, other.lines) == (reader.n, reader.hashes, reader.lines)
        assert telling.parts(again, other) == telling.parts(table, reader)
        fresh = Tab(again, seat)
        assert fresh.log == tabs[seat].log, "who watched all along has what a newcomer gets"
        assert fresh.parts["scene"] == tabs[seat].parts["scene"]
        assert fresh.parts["options"] == tabs[seat].parts["options"]
        assert fresh.parts["names"].items() <= tabs[seat].parts["names"].items()
        for n in rng.sample(range(reader.n + 1), min(8, reader.n + 1)):
            if (seat, n) in boards:
                scene = game.seen(again.node_at(other, n).position(), seat).drawn
                assert msgspec.json.encode(telling.picture_of(scene)) == boards[seat, n], "the board as it was"


@pytest.mark.parametrize("name", NAMES)
def test_the_all_seeing_scene_shows_what_any_seat_sees_and_nothing_face_down(name: str) -> None:
    game = GAMES[name]
    s = game.start(seed=3)
    rng = random.Random(name)
    hidden = 0
    for number in range(120):
        if s.seat is None:
            break
        sandtable.play(s, rng.choice(sandtable.legal(s)))
        if number % 20 not in (1, 9):
            continue
        scene = plain(all_seeing(game, s))
        if name in sandtable.names():
            jsonschema.validate(scene, SCHEMA)
        pieces = {piece["id"]: piece for piece in scene["pieces"]}
        assert len(pieces) == len(scene["pieces"]), "no piece is there twice"
        assert [piece["id"] for piece in pieces.values() if piece["face"] == "covered"] == []
        for seat in (*game.seats(s), None):
            seen = game.scene(game.view(s, seat))
            hidden += sum(piece["face"] == "covered" for piece in seen["pieces"])
            for piece in seen["pieces"]:
                if piece["face"] == "shown":
                    everybody = pieces[piece["id"]]
                    assert (everybody["name"], everybody["at"]) == (piece["name"], piece["at"])
                    assert set(piece["values"]) <= set(everybody["values"])
    assert hidden > 0 or name not in ("night-drop", "who-dares-wins", "toy-cards"), "something was hidden"


def test_the_all_seeing_scene_of_night_drop_is_the_truth() -> None:
    game = sandtable.load("night-drop")
    s = game.start(seed=5)
    rng = random.Random(5)
    while not any(by == "vp" for cell in game.scene(game.view(s, None))["cells"] for by in cell["marks"]):
        sandtable.play(s, rng.choice(sandtable.legal(s)))
    assert isinstance(s, NightDrop)
    scene = plain(all_seeing(game, s))
    pieces = {piece["id"]: piece for piece in scene["pieces"]}
    sticks = [stick for stick in range(counters.STICKS) if counters.PIECE_NAME[stick] in pieces]
    assert sticks, "Sticks are on the map"
    for stick in sticks:
        front = counters.KINDS[s.kind[stick]].upper()
        assert pieces[counters.PIECE_NAME[stick]]["values"] == [front]
    marks = {cell["id"]: cell["marks"] for cell in scene["cells"]}
    for objective, cell in enumerate(land.OBJECTIVES):
        if s.marker_by[objective]:
            assert f"vp-{s.marker[objective]}" in marks[land.HEX_NAME[cell]]


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_that_a_reader_cannot_notice_sends_it_nothing(name: str) -> None:
    """For every entry and reader: same view and no new line means no number and not one byte."""
    game = GAMES[name]
    table = Table(game, stored(game, []))
    rng = random.Random(name)
    tabs = {seat: Tab(table, seat) for seat in table.readers}
    for _ in range(80):
        if table.over:
            break
        seat = table.state.seat
        words = list(rng.choice(sandtable.legal(table.state)))
        row = Row(table.entry + 1, "action", seat, None, AT, {"words": words})
        after = entries.after(table, row)
        entries.accept(table, row, after)
        for reader, tab in tabs.items():
            message = tab.connection._update()
            assert (message is None) == (reader not in after.looks), (reader, words)


CHAINS: dict[str, tuple[str | None, dict[str, str], tuple[str, ...]]] = {
    "night-drop": (None, {}, ("british", "german")),
    "rogue-regiment": ("m11-kennel-road", {"jaeger": "on"}, ("operators",)),
    "who-dares-wins": (None, {}, ("lrdg",)),
}
"""Games with choices of several links and another reader, a seat or a watcher: a scenario, options, who has choices."""


def half_made(table: Table) -> bool:
    """Whether the last action was a link: nothing has been done of what it begins."""
    choice = table.state.choice
    return choice is not None and (table.head.words[:1] == ("with",) or constants(choice).link)


@pytest.mark.parametrize("name", CHAINS)
def test_a_half_made_choice_is_its_choosers_alone(name: str) -> None:
    """A link of a chain, and taking it back, change no number, no hash and no byte for anybody else."""
    scenario, options, choosers = CHAINS[name]
    rng = random.Random(name)
    links, undone, match = Counter[str](), 0, 0
    verbs: set[str] = set()
    while undone < 6 or min(links[seat] for seat in choosers) < 11:
        match += 1
        assert match < 20, links
        table = Table(GAMES[name], stored(GAMES[name], [], scenario, options, seed=f"{match:02}"))
        tabs = {seat: Tab(table, seat) for seat in table.readers}
        while (seat := table.state.seat) is not None and table.entry < 400:
            back, begun = table.undo_to(seat), half_made(table)
            if begun and rng.random() < 0.3 and not isinstance(back, Refusal):
                row = Row(table.entry + 1, "undo", seat, None, AT, {"to": back[0]})
                undone += 1
            else:
                offered = sandtable.legal(table.state)
                chains = [words for words in offered if words[0] in verbs]
                words = list(rng.choice(chains if chains and rng.random() < 0.3 else offered))
                row = Row(table.entry + 1, "action", seat, None, AT, {"words": words})
                begun = False
            others = [reader for reader in table.readers if reader != seat]
            before = [told_to(table, other) for other in others]
            entries.accept(table, row, entries.after(table, row))
            if begun or half_made(table):
                links[seat] += 1
                verbs |= {*table.head.words[:1]}
                assert [told_to(table, other) for other in others] == before, row
                assert [tabs[other].connection._update() for other in others] == [None] * len(others), row
            for tab in tabs.values():
                tab.look()


def told_to(table: Table, seat: str | None) -> tuple[int, str, told.Match]:
    """What a reader has been told so far, as a number and a hash, and what everybody may know of the match."""
    return table.readers[seat].n, table.readers[seat].hash, telling.public(table, names=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_travels_when_it_is_new_or_has_changed_and_the_legend_once(name: str) -> None:
    game = GAMES[name]
    table = Table(game, stored(game, []))
    rng = random.Random(name)
    tabs = {seat: Tab(table, seat) for seat in table.readers}
    for _ in range(60):
        if table.over:
            break
        words = list(rng.choice(sandtable.legal(table.state)))
        row = Row(table.entry + 1, "action", table.state.seat, None, AT, {"words": words})
        entries.accept(table, row, entries.after(table, row))
        for seat, tab in tabs.items():
            had = tab.parts["names"]
            message = tab.connection._update()
            update = msgspec.json.decode(message or b"{}")
            assert not {"legend", "overlays", "briefing"} & set(update)
            assert all(had.get(id_) != called for id_, called in update.get("names", {}).items())
            tab.parts["names"] = had | update.get("names", {})
            scene = table.readers[seat].seen.scene
            assert scene["names"].items() <= tab.parts["names"].items()
            if message is not None and "scene" in update:
                whole = len(msgspec.json.encode(scene))
                assert len(msgspec.json.encode(update["scene"])) < whole - len(msgspec.json.encode(scene["names"]))


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_imagined_at_most_once_for_each_reader(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, scene, prompt, options, prices, a refusal and what is said of a piece: all from one imagined position."""
    game = GAMES[name]
    imagined: list[str | None] = []

    def imagine(view: dict[str, Any], seat: str | None, seed: int = 0) -> sandtable.State:
        imagined.append(seat)
        return type(game).imagine(game, view, seat, seed)

    monkeypatch.setattr(game, "imagine", imagine)
    table = Table(game, stored(game, []))
    rng = random.Random(name)
    tabs = {seat: Tab(table, seat) for seat in table.readers}
    for _ in range(60):
        if table.over:
            break
        imagined.clear()
        words = list(rng.choice(sandtable.legal(table.state)))
        row = Row(table.entry + 1, "action", table.state.seat, None, AT, {"words": words})
        entries.accept(table, row, entries.after(table, row))
        for reader, tab in tabs.items():
            tab.look()
            seen = table.readers[reader].seen
            seen.why_not(("no", "such", "words"))
            for piece in tab.parts["scene"]["pieces"][:3]:
                seen.about(piece["id"])
        assert all(imagined.count(reader) <= 1 for reader in tabs), (words, imagined)
        assert table.state.seat in (None, *imagined), "whoever chooses is asked about a position"


@pytest.mark.parametrize("name", NAMES)
def test_odds_that_were_drawn_are_about_in_the_answer(name: str) -> None:
    table = Table(GAMES[name], stored(GAMES[name], []))
    reader = table.readers[table.state.seat]

    async def odds(*_: object) -> list[tuple[str, float]]:
        return [("about a hit", 0.75), ("about a miss", 0.25)]

    hall: Any = SimpleNamespace(advisers=SimpleNamespace(odds=odds))
    answer = asyncio.run(asks.odds(hall, table, reader, reader.seen.options[0], [], "192.0.2.1"))
    hit, miss = answer.odds or []
    assert hit == told.Odds(text="a hit", probability=0.75, about=True)
    assert miss == told.Odds(text="a miss", probability=0.25, about=True)


def sent(table: Table, seat: str | None) -> list[bytes]:
    """All that the server would send a newcomer of this seat, and tell anybody of the match, except the commitment,
    which says nothing of the seed to anybody who does not have it."""
    first = Connection(table, table.readers[seat], None, None)._update()
    assert first is not None
    transcript = re.sub(r"sha256:\w+", "", sandtable.transcript(table.state, seat)).encode()
    public = msgspec.structs.replace(telling.public(table, names=True), commitment="")
    return [first, transcript, msgspec.json.encode(public)]


@pytest.mark.parametrize("name", [name for name in NAMES if hidden_rows(name)])
def test_what_is_hidden_changes_no_byte_of_what_is_sent(name: str) -> None:
    """Each row of the ledger's information section, changed on the position behind the table."""
    game = GAMES[name]
    table = Table(game, stored(game, []))
    rng, chance = random.Random(name), Rng(5)
    changed = 0
    for step in range(150):
        if table.over:
            break
        if step % 6 == 0:
            truth = table.state
            for seat, reader in table.readers.items():
                kept = (reader.seen, reader.encoded, reader.parts, reader.hashes[-1])
                before = sent(table, seat)
                for row, change in hidden_rows(name).items():
                    other = change(truth, seat, chance)
                    if other is None:
                        continue
                    changed += 1
                    table.head.state = other
                    reader.seen = game.seen(other, seat)
                    reader.encoded, reader.parts = msgspec.json.encode(reader.seen.view), {}
                    reader.hashes[-1] = reader._hash()
                    assert sent(table, seat) == before, f"row {row} leaks to {seat or 'watchers'}"
                table.head.state = truth
                reader.seen, reader.encoded, reader.parts, reader.hashes[-1] = kept
        words = list(rng.choice(sandtable.legal(table.state)))
        row_ = Row(table.entry + 1, "action", table.state.seat, None, AT, {"words": words})
        entries.accept(table, row_, entries.after(table, row_))
    assert changed > 5
