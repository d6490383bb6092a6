"""What is told beside each option: chances that agree with the odds, names of ends, and what cannot be taken back."""

from __future__ import annotations

from sandtable import percent
from sandtable.games.who_dares_wins.rules import r07_combat as combat
from sandtable.games.who_dares_wins.state import Desert
from sandtable.games.who_dares_wins.table import goals
from tests.kit import begun, do, run
from tests.who_dares_wins.field import GAME, acting, field, seen_by_player, zone


def started() -> Desert:
    return begun(GAME, Desert, "scenario-1", "ready", seed=3)


def test_a_way_tells_the_chance_to_stay_unseen_that_its_odds_tell() -> None:
    s = started()
    do(s, "with T2A")
    seen = GAME.seen(s, "lrdg")
    ways = [(action, one) for action, one in zip(seen.options, seen.forecasts, strict=True) if action[0] == "go"]
    assert ways
    for action, one in ways:
        table = dict(seen.odds(action) or [])
        assert one.at == action[1]
        assert one.likely == 1
        if "undetected" in table:
            chance = percent(table["undetected"])
            assert [one.text, seen.price(action)].count("") == 1, "it is told once"
            assert chance in one.text + seen.price(action)
            assert one.signs[0] == "die"


def test_the_end_of_the_actions_has_a_name_and_giving_up_is_final() -> None:
    s = started()
    seen = GAME.seen(s, "lrdg")
    assert seen.reading(("pass",)) == "End the patrols' actions"
    assert not any(one.final for one in seen.forecasts), "to think of giving up is not yet to give up"
    do(s, "abandon")
    assert all(one.final for one in GAME.seen(s, "lrdg").forecasts)


def test_a_low_profile_tells_what_it_would_do_to_the_alarm() -> None:
    for alarm, told in ((0, "stays as it is"), (2, "falls by one")):
        s = acting(field("scenario-1", {"1st": "jalo T1A HQ1"}), 6)
        s.alarm = alarm
        seen = seen_by_player(s)
        assert told in seen.forecasts[seen.options.index(("low", "1st"))].text
        do(s, "low 1st")
        assert s.alarm == max(0, alarm - 1)


def test_nobody_is_counted_home_before_a_patrol_was_out() -> None:
    s = started()
    home = next(goal for goal in goals.goals(s) if goal.id == "home")
    assert (home.have, home.need) == (None, None)


def test_units_go_into_contact_in_any_order_and_none_is_shut_out_by_another() -> None:
    s = field("scenario-2", {"1st": "mechili T1A SAS1 SAS2"}, axis="mechili I-INF-1 up")
    del s.agenda[-1]  # what only tests know
    run(s, combat.Begin(zone("mechili")))
    seen = GAME.seen(s, "lrdg")
    both = seen.peek(["contact SAS2", "contact SAS1"])
    assert both == seen.peek(["contact SAS1", "contact SAS2"])
    assert both[-1] == ("done",)
    assert seen.peek(["contact SAS1", "contact SAS2", "contact T1A"]) == [("done",)], "all of them"


def test_a_click_where_the_enemy_stands_asks_what_is_meant() -> None:
    s = field("scenario-1", {"1st": "jaghbub T1A HQ1"}, axis="maddalena I-INF-1 down")
    del s.agenda[-1]  # what only tests know
    acting(s, 9)
    do(s, "with T1A")
    seen = GAME.seen(s, "lrdg")
    asks = {action[-1]: one.asks for action, one in zip(seen.options, seen.forecasts, strict=True) if action[0] == "go"}
    assert asks["maddalena"] and not asks["d10"]


def test_no_click_on_a_base_lays_a_cache_there() -> None:
    seen = GAME.seen(started(), "lrdg")
    caches = [one for action, one in zip(seen.options, seen.forecasts, strict=True) if action[0] == "cache"]
    assert caches and {one.at for one in caches} == {""}


def test_an_observation_says_where_it_serves_no_goal() -> None:
    s = field("scenario-1", {"1st": "msus T1A HQ1"})
    del s.agenda[-1]  # what only tests know
    acting(s, 9)
    seen = GAME.seen(s, "lrdg")
    told = {a[2]: one.text for a, one in zip(seen.options, seen.forecasts, strict=True) if a[0] == "watch"}
    idle = {place for place, text in told.items() if text == "for no goal of the mission"}
    assert (idle, told.keys() - idle) == ({"ajdabiya", "charruba"}, {"msus", "beda-fomm", "benghazi"})
