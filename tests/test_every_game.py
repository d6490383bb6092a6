"""What must hold in all games: every scenario, every value of every option, and combinations drawn per commit."""

from __future__ import annotations

import os
import re
import subprocess
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable import Action, Game, Seen, State, fingerprint, legal, parse, peek, play, unmarked
from sandtable.kernel.chance import Rng
from sandtable.kernel.verbs import phrases_of, titles_of
from tests.kernel.toys import cards
from tests.promises import (
    Case,
    Counting,
    Leaky,
    Walk,
    all_games,
    check_hidden,
    check_told,
    places_of,
    rows,
    told_by_seen,
)  # fmt: skip

GAMES = all_games()
COMBINATIONS = 50
CHAINS = ("toy-convoy", "night-drop", "who-dares-wins")
"""Games in which a set of units is named one by one, with `with`."""


def run_seed() -> int:
    """SANDTABLE_SEED, or a number of the commit, so that a run can be repeated and no two commits draw the same."""
    given_seed = os.environ.get("SANDTABLE_SEED")
    if given_seed:
        return int(given_seed)
    head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False).stdout
    return zlib.crc32(head.encode())


SEED = run_seed()


def defaults() -> list[Case]:
    """Every scenario with its defaults."""
    return [Case(game, scenario.id) for game in GAMES for scenario in game.scenarios()]


def single_options() -> list[Case]:
    """Each value of each option alone, with the first scenario that has it."""
    found: dict[tuple[str, str, str], Case] = {}
    for game in GAMES:
        for scenario in game.scenarios():
            for option in scenario.options:
                for value in option.values:
                    if value != option.default:
                        found.setdefault((game.name, option.name, value), Case(game, scenario.id, {option.name: value}))
    return list(found.values())


def combinations() -> list[Case]:
    """Combinations of scenario and options, drawn with this run's seed."""
    rng = Rng(SEED)
    drawn: list[Case] = []
    for _ in range(COMBINATIONS):
        game = GAMES[rng.below(len(GAMES))]
        scenario = game.scenarios()[rng.below(len(game.scenarios()))]
        options = {option.name: option.values[rng.below(len(option.values))] for option in scenario.options}
        drawn.append(Case(game, scenario.id, options))
    return drawn


@pytest.fixture(autouse=True)
def _say_the_seed() -> None:
    print(f"SANDTABLE_SEED={SEED}")


@pytest.mark.parametrize("case", defaults(), ids=str)
@pytest.mark.parametrize("turn", range(2))
def test_promises_hold_in_every_scenario(case: Case, turn: int) -> None:
    Walk(case, SEED + turn, every=11).run()


@pytest.mark.parametrize("case", defaults(), ids=str)
def test_a_game_goes_the_same_way_when_nobody_listens(case: Case) -> None:
    told, untold, rng = case.game.start(case.scenario, seed=SEED), case.game.start(case.scenario, seed=SEED), Rng(SEED)
    untold.listen = False
    while (options := legal(told)) and told.number < 120:
        assert legal(untold) == options
        action = options[rng.below(len(options))]
        play(told, action)
        assert play(untold, action) == []
    assert fingerprint(told) == fingerprint(untold)


@pytest.mark.parametrize("case", defaults(), ids=str)
def test_a_briefing_lights_places_of_its_board(case: Case) -> None:
    s = case.game.start(case.scenario)
    places = places_of(case.game, case.game.seen(s, None).drawn.board)
    for seat in case.game.seats(s):
        briefing = case.game.briefing(case.scenario, seat=seat)
        check_told("Briefing", briefing)
        assert briefing["title"] and briefing["situation"]
        assert set(briefing["lit"]) <= places


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_tables_to_look_up_are_rectangular(game: Game) -> None:
    for table in game.tables():
        assert table.rows and {len(row) for row in table.rows} == {len(table.head)}, table.id
    assert len({table.id for table in game.tables()}) == len(game.tables())


@pytest.mark.parametrize("case", single_options(), ids=str)
def test_promises_hold_with_each_option_alone(case: Case) -> None:
    Walk(case, SEED, every=97, hidden=6).run()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_that_a_reader_is_told_of_a_position_imagines_it_once(game: Game) -> None:
    s = game.start(seed=SEED % 1000)
    rng = Rng(SEED)
    while options := legal(s):
        if s.number % 7 == 0:
            for reader in (*game.seats(s), None):
                twin = Counting(game)
                seen = Seen(twin, game.view(s, reader))
                told_by_seen(seen)
                assert seen.why_not("no such words") is not None
                assert twin.imagined <= 1
        if s.number == 70:
            break
        play(s, options[rng.below(len(options))])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_odds_are_counted_or_all_of_them_say_about(game: Game) -> None:
    s = game.start(seed=SEED % 1000)
    rng = Rng(SEED)
    while (options := legal(s)) and s.number < 120:
        action = options[rng.below(len(options))]
        lines = game.seen(s, s.seat).odds(action) or [] if s.number % 4 == 0 else []
        for some in (lines, game.apart(lines)):
            assert len({unmarked(text)[0] for text, _ in some}) < 2, some
            assert not [text for text, _ in some if re.match("about|:|$", unmarked(text)[1])]
        play(s, action)


@pytest.mark.parametrize("game", [game for game in GAMES if game.name in CHAINS], ids=lambda game: game.name)
def test_members_of_a_set_may_be_picked_in_any_order(game: Game) -> None:
    rng, peeked = Rng(SEED), 0
    for seed in range(12):
        s = game.start(seed=seed)
        while (options := legal(s)) and s.number < 300 and peeked < 40:
            links = [" ".join(action) for action in options if action[0] == "with"]
            if links:
                first = links[rng.below(len(links))]
                after = peek(s, [first])
                further = [" ".join(action) for action in after if action[0] == "with"]
                if further and len(after) > 1:
                    second = further[rng.below(len(further))]
                    in_order = peek(s, [first, second])
                    assert peek(s, [second, first]) == in_order
                    twin = s.clone()
                    play(twin, parse(first))
                    play(twin, parse(second))
                    assert legal(twin) == in_order or len(in_order) == 1, "one option is no question"
                    peeked += 1
            play(s, options[rng.below(len(options))])
    assert peeked > 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_verb_that_knows_its_words_is_called_nothing_else_elsewhere(game: Game) -> None:
    seen = game.seen(game.start(), None)
    titles, phrases = titles_of(game.package), phrases_of(game.package)
    assert {word: seen.names[word] for word in titles} == titles
    assert not phrases.keys() & game.phrases.keys(), "how an action reads is said with its verb alone"


@pytest.mark.parametrize("number", range(COMBINATIONS))
def test_promises_hold_with_drawn_combinations(number: int) -> None:
    Walk(combinations()[number], SEED + number, every=97).run()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_promises_hold_for_picks_that_try_to_break_them(game: Game) -> None:
    @settings(max_examples=5, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 2**32), st.lists(st.integers(0, 400), max_size=200))
    def walk(seed: int, picks: list[int]) -> None:
        Walk(Case(game, game.scenario().id), seed, every=41, picks=picks).run()

    walk()


@pytest.mark.parametrize("game", [game for game in GAMES if rows(game.name)], ids=lambda game: game.name)
def test_a_view_that_leaks_is_caught(game: Game) -> None:
    with pytest.raises(AssertionError, match="leaks to"):
        Walk(Case(game, game.scenario().id), SEED, every=1, twin=Leaky(game)).run()


class Peeking(cards.Lay):
    """A broken choice: what it offers depends on a card of the other hand."""

    def offer(self, s: State) -> list[Action]:
        assert isinstance(s, cards.Table)
        return super().offer(s)[: 1 + max(s.hand(1 - self.who)) % 2]


def test_an_offer_that_leaks_is_caught() -> None:
    s = cards.GAME.start(seed=1)
    top = s.choice
    assert isinstance(top, cards.Lay)
    s.agenda[-1], s.offered = Peeking(top.who), None

    def look_often() -> None:
        for draw in range(100):
            check_hidden(cards.GAME, s, Rng(draw), ["lay"], dear=False)

    with pytest.raises(AssertionError, match="row hands leaks to .* in options"):
        look_often()
