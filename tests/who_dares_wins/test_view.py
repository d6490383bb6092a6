"""What the player may know, and positions that could be true for him."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.who_dares_wins import view
from sandtable.games.who_dares_wins.box import axis
from sandtable.games.who_dares_wins.game import GAME
from sandtable.games.who_dares_wins.rules import r03_terms as terms
from sandtable.games.who_dares_wins.rules import r52_actions as actions
from sandtable.games.who_dares_wins.rules import r53_aircraft as aircraft
from sandtable.games.who_dares_wins.rules import r61_supply as supply
from sandtable.games.who_dares_wins.state import SEAT, Desert, changed
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import State, parse
from sandtable.kernel.snapshot import fingerprint
from tests.kit import do, run
from tests.promises import told_by_state, told_by_view
from tests.who_dares_wins.field import acting, field, lay, match, unit, zone
from tests.who_dares_wins.hidden import ROWS


def opened(scenario: str, seed: int = 1) -> Desert:
    """A mission that has begun with one HQ."""
    return match(scenario, "buy", "take HQ1", "done", seed=seed)


@pytest.mark.clause("WDW-42.4", "WDW-42.5")
def test_a_face_down_counter_shows_its_zone_and_what_the_set_up_says_of_it() -> None:
    s = opened("scenario-1")
    seen = GAME.view(s, SEAT)
    assert seen["axis_type"] == [-1] * 9
    assert seen["axis_zone"][0] == zone("msus")
    assert seen["axis_hint"][0] == [axis.ANY, axis.ANY, 0, 2]
    assert seen["axis_hint"][1] == [axis.ANY, axis.ANY, 1, axis.ANY] and seen["axis_hint"][8] is None
    assert seen["pool_size"] == 27 and "pool" not in seen


@pytest.mark.clause("WDW-42.4", "WDW-733.1")
def test_a_counter_that_is_turned_up_is_known() -> None:
    s = opened("scenario-1")
    s.axis_up[4] = 1
    seen = GAME.view(s, SEAT)
    assert seen["axis_type"][4] == s.axis_type[4] and seen["axis_hint"][4] is None
    assert GAME.names(seen)["axis5"] != GAME.names(seen)["axis6"]


@pytest.mark.clause("WDW-42.4", "WDW-42.5")
@pytest.mark.parametrize("scenario", ["scenario-1", "scenario-2", "scenario-3", "scenario-5-2"])
def test_imagined_positions_agree_with_all_that_is_known_and_differ_in_the_rest(scenario: str) -> None:
    s = opened(scenario)
    s.axis_up[s.counters - 1] = 1
    seen = GAME.view(s, SEAT)
    drawn = set()
    for seed in range(30):
        t = GAME.imagine(seen, SEAT, seed)
        assert isinstance(t, Desert)
        assert GAME.view(t, SEAT) == seen
        for kind, number in enumerate(axis.NUMBER):
            assert t.pool[kind] + t.axis_type.count(kind) == number
        drawn.add(tuple(t.axis_type))
    assert len(drawn) > 10


@pytest.mark.clause("WDW-42.5")
def test_every_assignment_that_agrees_is_equally_likely() -> None:
    s = field(patrols={"1st": "siwa HQ1"})
    s.pool = bytearray(axis.NUMBER)
    for where in ("msus", "derna"):
        lay(s, where, "G-TK-4")
    s.axis_known = changed(s.axis_known, 0, 4 + 8)  # mobile, AV 4: one of 3 counters; the other is any of 36
    seen = view.look(s, SEAT)
    count: Counter[str] = Counter()
    for seed in range(3000):
        t = Desert(s.setup)
        view.fill(t, seen, Rng(seed))
        count[axis.TYPES[t.axis_type[0]]] += 1
        count["other" if t.axis_type[1] != t.axis_type[0] else "same"] += 1
    assert set(count) == {"G-TK-4", "G-TK-4V", "other", "same"}
    assert 1850 < count["G-TK-4"] < 2150  # 2 of 3
    assert 20 < count["same"] < 95  # 2/3 of 1/35


@pytest.mark.clause("WDW-42.4")
def test_each_hidden_row_changes_something_in_scenario_5() -> None:
    changed = set()
    s = match("scenario-5-1", "historical", "take HQ1", "take HQ2", "reserve none", seed=4)
    s.pool_removed = 1
    s.pool[s.pool_types()[0]] -= 1
    lay(s, "bardia", axis.TYPES[s.pool_types()[0]])
    for name, change in ROWS.items():
        if change(s, None, Rng(3)) is not None:
            changed.add(name)
    assert changed == set(ROWS)


@pytest.mark.clause("WDW-72.2", "WDW-72.5", "WDW-42.4")
def test_what_lies_face_down_before_a_target_changes_nothing_that_the_player_gets() -> None:
    s = opened("scenario-2")
    s.zone[unit("HQ1")] = zone("mechili")
    s.patrol[unit("T1A")] = 0
    s.zone[unit("T1A")] = zone("mechili")
    s.roster = (unit("T1A"), unit("HQ1"))
    s.ap[0] = 0
    run(s, actions.Act())
    do(s, "attack mechili")
    assert not s.c_shown and s.counters == len(s.axis_home) + 3
    words = [parse("done"), parse("contact T1A"), parse("face T1A target"), parse("go jalo")]

    def told(s: State, reader: str | None) -> dict[str, bytes]:
        return told_by_state(GAME, s, reader) | told_by_view(GAME, s, reader, words)

    before = {reader: told(s, reader) for reader in (SEAT, None)}
    for seed in range(6):
        for name in ("face-down", "drawn-for-a-target"):
            other = ROWS[name](s, SEAT, Rng(seed))
            assert other is not None and fingerprint(other) != fingerprint(s)
            for reader in (SEAT, None):
                assert told(other, reader) == before[reader], name


def test_a_watcher_knows_as_much_as_the_player() -> None:
    s = opened("scenario-2")
    player, watcher = GAME.view(s, SEAT), GAME.view(s, None)
    assert {k for k in player if player[k] != watcher[k]} == {"reader"}


def test_every_column_is_in_the_view_but_what_lies_face_down() -> None:
    seen = GAME.view(opened("scenario-2"), SEAT)
    assert {name for name in Desert.FIELDS if name not in seen} == {"pool"}


def test_what_is_named_of_a_choice_so_far_is_the_player_s_alone() -> None:
    s = field(patrols={"1st": "siwa HQ1 T1A T1B Light"})
    acting(s, 9)
    before = GAME.view(s, None)
    for line in ("with T1A", "with T1B", "scout d1", "with HQ1"):
        do(s, line)
        assert GAME.view(s, None) == before, line
    player = GAME.view(s, SEAT)
    assert player["named"] == [unit("HQ1")] and player["parties"] == [[zone("d1"), [unit("T1A"), unit("T1B")]]]
    t = field(patrols={"1st": "siwa HQ1 Light"})
    terms.mco_add(t, unit("HQ1"), 2)
    t.caches = changed(t.caches, zone("siwa"), 1)
    run(t, supply.Aids(0, zone("siwa")))
    before = GAME.view(t, None)
    do(t, "use cache siwa")
    assert GAME.view(t, None) == before and GAME.view(t, SEAT)["cache_named"] == zone("siwa")
    u = field(patrols={"1st": "msus HQ1 T1A T1B"})
    u.aircraft = zone("msus")
    run(u, aircraft.ChooseTargets(2))
    before = GAME.view(u, None)
    do(u, "expose T1A")
    assert GAME.view(u, None) == before and GAME.view(u, SEAT)["named"] == [unit("T1A")]


def test_the_prompt_asks_the_question_with_its_price() -> None:
    s = field(patrols={"1st": "siwa HQ1 T1A"}, dice=[1])
    s.ap[0] = 5
    run(s, actions.Act())
    assert s.choice is not None and "{1st} 5 AP" in s.choice.ask(s)
