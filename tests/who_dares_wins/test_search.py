"""The bot `search`: what it weighs, that a stack is named to the end, and that it comes to the same thoughts again."""

from __future__ import annotations

import sandtable
from sandtable.games.who_dares_wins.bot.greedy import Greedy
from sandtable.games.who_dares_wins.bot.search import Search
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.state import SEAT, Desert
from sandtable.kernel.flow import legal, play
from tests.who_dares_wins.field import match

GAME = sandtable.load("who-dares-wins")
OPTIONS = {"bonus_needs_objective": "on"}


def played_to(scenario: str, seed: int, kind: type, least: int = 2) -> Desert:
    """A game of the quick player up to a question of a kind with so many options, no stack half named."""
    s = match(scenario, seed=seed, **OPTIONS)
    player = GAME.bot("greedy", 0)
    while not (isinstance(s.choice, kind) and len(legal(s)) >= least and not s.named and s.turn > 1):
        play(s, player.pick(GAME.view(s, SEAT), legal(s)))
    return s


def test_in_a_fight_every_way_to_go_on_is_weighed() -> None:
    s = played_to("scenario-3", 1, combat.GoOn)
    weighed = Search(GAME, 0, "6").weigh(GAME.view(s, SEAT), legal(s))
    assert {one.line.action for one in weighed} == set(legal(s))
    assert all(-1 <= one.mean <= 1 and one.values for one in weighed)


def test_in_the_action_phase_going_home_is_weighed_against_the_plan() -> None:
    s = played_to("scenario-4", 1, actions.Act)
    weighed = Search(GAME, 0, "4").weigh(GAME.view(s, SEAT), legal(s))
    assert "greedy:home=1" in {one.line.player for one in weighed}
    assert len({(one.line.action, one.line.then) for one in weighed if one.line.player}) < len(weighed)


def test_a_stack_that_is_being_named_is_named_to_the_end() -> None:
    s = played_to("scenario-4", 1, actions.Act)
    player = GAME.bot("search:2", 0)
    assert isinstance(player, Search)
    lines = player.orders(s, legal(s))
    line = next(one for one in lines if one.player == "greedy:home=1" and one.then)
    play(s, line.action)
    for words in line.then:
        picked = GAME.bot("search:2", 0).pick(GAME.view(s, SEAT), legal(s))
        assert picked[0] == words[0]
        play(s, picked)
    assert not s.named


def test_the_same_view_leads_to_the_same_thoughts() -> None:
    s = played_to("scenario-5-1", 2, actions.Act)
    view, options = GAME.view(s, SEAT), legal(s)
    first, again = (Search(GAME, 0, "6").weigh(view, options) for _ in range(2))
    assert [(one.line, one.values) for one in first] == [(one.line, one.values) for one in again]


def test_a_reason_speaks_of_the_stack_that_is_advised_and_of_the_errand_only_where_that_is_the_plan() -> None:
    s = played_to("scenario-4", 1, actions.Act)
    player = Search(GAME, 0, "2")
    view, options = GAME.view(s, SEAT), legal(s)
    home = next(one for one in player.orders(s, options) if one.player == "greedy:home=1")
    assert isinstance(player.quick, Greedy)
    order = player.quick.order(GAME.seen_in(view, options))
    for end, raids in ((order.words, True), (home.then[-1], False)):
        reason = player.quick.explained(view, options, home.action, (*home.then[:-1], end)).reason
        assert reason.startswith("{T1B}, {T2B}, ") and f" to {{{end[1]}}}: " in reason
        assert ("is to raid" in reason) is raids


def test_an_observation_that_scores_nothing_is_called_what_it_is() -> None:
    s = match("scenario-1", seed=3)
    for said in ("ready", "with T2A", "go x1"):
        play(s, sandtable.parse(said))
    view, options = GAME.view(s, SEAT), legal(s)
    advice = GAME.bot("greedy", 0).explained(view, options, ("watch", "T2A", "jaghbub", "1"), ())
    assert "where nothing is to be watched" in advice.reason
