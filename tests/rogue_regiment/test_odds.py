"""Odds against brute force: hit chances, reaction fire along the way, and who would see or hear an action."""

from __future__ import annotations

import itertools
import random

import pytest

from sandtable.games.rogue_regiment.advice import odds
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, Regiment, changed
from sandtable.kernel.flow import Action, State, legal, parse, play
from sandtable.kernel.game import Game, View
from sandtable.kernel.odds import explore, sample
from sandtable.kernel.seen import Seen
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, S, W, act_with, field, man, run, sq, unit
from tests.rogue_regiment.positions import set_up


def lines(s: Regiment, words: str) -> list[tuple[str, float]]:
    """The odds of words in a position."""
    action = parse(words)
    assert action in legal(s)
    ways = explore(s, action, odds.EXACT, odds.carry_out)
    assert ways is not None
    table: dict[str, float] = {}
    for after, events, weight in ways:
        text = odds.sum_up(s, after, events)
        table[text] = table.get(text, 0) + weight
    return list(table.items())


def chance(s: Regiment, words: str, part: str) -> float:
    """How likely it is that the outcome says something."""
    return sum(weight for text, weight in lines(s, words) if part in text)


def at_least_one(dice: int, least: int) -> float:
    """By counting every face: how likely one of some dice shows so much."""
    faces = list(itertools.product(range(1, 7), repeat=dice))
    return sum(1 for roll in faces if max(roll) >= least) / len(faces)


@pytest.mark.parametrize("weapon", ["pistol", "sten", "sniper"])
@pytest.mark.parametrize("away", [3, 4, 5, 8])
@pytest.mark.parametrize("aimed", [False, True])
@pytest.mark.clause("RR-6.5", "RR-6.6", "RR-7.2", "RR-7.3")
def test_hit_chances_by_weapon_range_and_aim(weapon: str, away: int, aimed: bool) -> None:
    s = field(plain(12, 12))
    m = man(s, {"pistol": "jock", "sten": "paddy", "sniper": "hawke"}[weapon], 0, 0)
    u = unit(s, "rifle", away, 0, E)
    if aimed:
        s.m_aim = changed(s.m_aim, m, (u,))
    act_with(s, m)
    w = data.WEAPONS.index(weapon)
    plus = (1 if away <= data.W_SHORT[w] else 0) + (2 if aimed else 0)
    wanted = at_least_one(data.W_DICE[w], data.W_NEEDS[w] - plus)
    assert chance(s, f"attack {s.man(m)} {weapon} rifle-1", "Rifleman 1 down") == pytest.approx(wanted)


@pytest.mark.clause("RR-6.19", "RR-20.5")
def test_odds_count_on_no_barrel_that_a_blast_need_not_set_off() -> None:
    s = field(plain(12, 12))
    m = man(s, "paddy", 0, 0)
    unit(s, "rifle", 4, 4, N)
    s.lay(barrels=(s.grid.at(3, 3),))
    man(s, "jock", 2, 2)
    act_with(s, m)
    play(s, ("throw", "paddy"))
    assert chance(s, f"at {sq(4, 4)}", "Rifleman 1 down") == pytest.approx(1 - 1 / 6**4)
    assert chance(s, f"at {sq(4, 4)}", "killed") == 0


@pytest.mark.clause("RR-20.28", "RR-9.2")
def test_a_grenade_that_may_scatter_in_many_ways_tells_each_thing_by_itself() -> None:
    s = field(plain(14, 14))
    m = man(s, "paddy", 0, 0, low=True)
    for x, y in ((4, 4), (5, 4), (6, 5), (3, 4), (9, 9), (2, 7)):
        unit(s, "rifle", x, y, N)
    act_with(s, m)
    play(s, ("pop-throw", "paddy"))
    ways = GAME.seen(s, "operators").odds(("at", sq(4, 4)))
    assert ways is not None
    each = dict(GAME.apart(ways))
    falls = [text for text in each if text.endswith("down")]
    assert 1 < len(falls) < len(each) < len(ways)
    for text in falls:
        part = text.removeprefix("about ")
        holds = [chance for way, chance in ways if part in way.removeprefix("about ").split("; ")]
        assert each[text] == pytest.approx(sum(holds))
    heard = next(chance for text, chance in each.items() if text.endswith("somebody hears it"))
    assert heard == pytest.approx(sum(chance for way, chance in ways if "heard by" in way))
    assert GAME.apart(ways[:2]) == [], "two ways are read as they are"
    assert GAME.apart([("win", 0.5), ("draw", 0.2), ("loss", 0.3)]) == [], "nothing is to be added up"
    assert GAME.apart([("hit; seen", 0.3), ("hit; heard", 0.2), ("seen", 0.5)]) == [
        ("seen", 0.8), ("hit", 0.5), ("heard", 0.2)]  # fmt: skip


@pytest.mark.clause("RR-11.2", "RR-7.12", "RR-6.11")
def test_hit_chances_blind_marked_and_at_a_target_in_cover() -> None:
    s = field(plain(12, 12, H="1,0", F="3,0"))
    m = man(s, "jock", 0, 0, low=True)
    unit(s, "rifle", 3, 0, E)
    act_with(s, m)
    assert chance(s, "blind-fire jock pistol rifle-1", "down") == pytest.approx(at_least_one(1, 6))
    assert chance(s, "pop-attack jock pistol rifle-1", "down") == pytest.approx(at_least_one(1, 4)), "no cover for them"
    t = field(plain(12, 12))
    n = man(t, "jock", 0, 0, facing=E)
    t.m_mark[n] = unit(t, "rifle", 6, 0, E)
    run(t, marks.Window())
    assert chance(t, "fire jock pistol", "down") == pytest.approx(at_least_one(1, 3))
    assert chance(t, "fire jock pistol", "no hit") == pytest.approx(1 - at_least_one(1, 3))


@pytest.mark.parametrize(("ground", "less"), [({}, 0), ({"H": "4,5"}, -1), ({"C": "4,5"}, -2), ({"F": "4,6"}, -1)])
@pytest.mark.clause("RR-10.9", "RR-16.4", "RR-16.5")
def test_reaction_fire_counts_range_and_cover_at_the_end_of_the_way(ground: dict[str, str], less: int) -> None:
    s = field(plain(12, 12, **ground))
    s.section = BATTLE
    m = man(s, "jock", 4, 7, spotted=True)
    unit(s, "smg", 4, 0, S, alert=True)
    act_with(s, m)
    words = f"move jock {sq(4, 6)}"
    assert odds.expected_fire(s, parse(words)) == pytest.approx(2 * at_least_one(1, 4 - less))
    assert chance(s, words, "Jock loses 2") == pytest.approx(at_least_one(1, 4 - less) ** 2)
    assert chance(s, words, "seen by SMG Infantry 1") == pytest.approx(1)


@pytest.mark.clause("RR-9.2", "RR-9.4")
def test_odds_of_a_shot_name_who_hears_it_alert_before_or_not() -> None:
    s = field(plain(14, 14, F="7,6"))
    m = man(s, "paddy", 4, 6)
    unit(s, "rifle", 4, 2, E)
    unit(s, "rifle", 10, 6, E, alert=True)
    unit(s, "rifle", 10, 7, E)
    unit(s, "rifle", 11, 6, E, alert=True)  # seven squares away, one too many
    act_with(s, m)
    told = lines(s, "attack paddy pistol rifle-1")
    assert [text.split("; ")[1] for text, _ in told if "down" in text] == ["heard by Rifleman 2, Rifleman 3"]


@pytest.mark.clause("RR-10.1", "RR-10.9", "RR-20.42")
def test_reaction_fire_is_expected_at_a_spotted_swimmer() -> None:
    s = field(plain(12, 12, **{"~": "4,6 4,7"}))
    s.section = BATTLE
    m = man(s, "wick", 4, 7, spotted=True)
    s.swim(m, 1)
    unit(s, "smg", 4, 3, S, alert=True)
    act_with(s, m)
    assert odds.expected_fire(s, parse(f"swim wick {sq(4, 6)}")) == pytest.approx(2 * at_least_one(1, 3))


class Here(Game):
    """A game that imagines one position."""

    def __init__(self, s: Regiment) -> None:
        self.s = s

    def imagine(self, view: View, seat: str | None, seed: int = 0) -> State:
        return self.s

    def odds_of(self, seen: Seen, action: Action) -> dict[str, float] | None:
        return odds.odds(seen.position, action)


def told(s: Regiment, action: Action) -> list[tuple[str, float]] | None:
    """The odds of an action as players read them."""
    return Here(s).odds({"reader": "operators", "seat": "operators"}, action)


@pytest.mark.clause("RR-21.2", "RR-21.18", "RR-21.29")
def test_a_drive_with_one_way_has_odds_and_one_with_several_has_them_for_each() -> None:
    s = field(plain(20, 20))
    m = man(s, "paddy", 12, 14)
    s.m_car, s.m_seat = (
        changed(s.m_car, m, setup.add_car(s, data.WILLYS, s.grid.at(12, 14), N)),
        changed(s.m_seat, m, 0),
    )
    s.c_ap = (2,)
    unit(s, "rifle", 1, 14, W)
    run(s, cars.CarAct(0))
    play(s, parse("drive willys"))
    assert told(s, parse(f"to {sq(12, 10)} n")) == [("nobody sees or hears it", 1)]
    assert told(s, parse(f"to {sq(8, 10)} n")) == [("heard by Rifleman 1; Paddy spotted", 1)], "he turns and sees it"
    unit(s, "rifle", 15, 3, S)  # it would see some of the ways and not others
    found = 0
    for action in [action for action in legal(s) if action[0] == "to"]:
        twin = s.clone()
        play(twin, action)
        if isinstance(twin.choice, driving.DriveBy):
            found += 1
            assert told(s, action) is None
            assert told(twin, legal(twin)[0])
    assert found


def battles() -> list[Regiment]:
    """Positions of real missions in which all are alert and our men stand about."""
    found = []
    for seed, mission in enumerate(("m1-cold-ford", "m3-market-day", "m6-stone-teeth", "m8-iron-harvest")):
        rng = random.Random(seed)
        s = set_up(mission, seed=seed)
        for u in range(len(s.u_kind)):
            s.u_alert[u] = int(rng.random() < 0.6)
        for m in range(len(s.m_kind)):
            ground = [
                v
                for v in s.grid.squares
                if s.layout.enterable(v, 0)
                and not s.layout.room[v]
                and not obstacles.occupied(s) >> v & 1
                and any(sight.may_view(s, u) >> v & 1 for u in range(len(s.u_kind)) if s.here(u))
            ]
            s.m_at[m], s.m_state[m], s.m_car = rng.choice(ground), ACTIVE, changed(s.m_car, m, -1)
            s.m_health = changed(s.m_health, m, 60)
        s.forget()
        s.agenda.clear()
        run(s, turn.Act(0))
        found.append(s)
    return found


@pytest.mark.clause("RR-10.1", "RR-10.9", "RR-10.10", "RR-10.15")
def test_expected_reaction_fire_is_that_of_all_dice_counted_out() -> None:
    fired = 0
    for s in battles():
        moves = [action for action in legal(s) if action[0] in ("move", "sprint", "climb")]
        for action in random.Random(1).sample(moves, min(30, len(moves))):
            ways = explore(s, action, 300, odds.carry_out)
            if ways is None:
                continue
            counted = sum(weight * (60 - after.m_health[0]) for after, _, weight in ways)
            assert odds.expected_fire(s, action) == pytest.approx(counted), action
            fired += counted > 0
    assert fired >= 20


def who_notices(s: Regiment, way: list[int], sprint: bool) -> tuple[set[int], set[int]]:
    """Square by square: which units have the man in sight, and which are beside a running one."""
    seen: set[int] = set()
    heard: set[int] = set()
    for v in way:
        for u in range(len(s.u_kind)):
            if not s.here(u):
                continue
            if sight.has_sight(s, u) and sight.sees_man(s, u, 0, v):
                seen.add(u)
            if sprint and min(s.grid.distance(v, w) for w in s.footprint(u)) <= 1:
                heard.add(u)
    return seen, heard


@pytest.mark.clause("RR-9.5", "RR-9.16", "RR-9.21")
def test_odds_name_who_sees_and_hears_a_way() -> None:
    named = 0
    for s in battles():
        for action in [a for a in legal(s) if a[0] in ("move", "sprint") and a[-1] != "take"]:
            after, events = sample(s, action, 1, odds.carry_out)
            moved = next(fact for event in events for fact in event.facts if fact[0] == "moved")
            way = [s.stage.by_name[word] for word in moved[2:]]
            seen, heard = who_notices(s, way, action[0] == "sprint")
            text = odds.sum_up(s, after, events)
            for u in range(len(s.u_kind)):
                name = odds.title(s, u)
                told = [part for part in text.split("; ") if name in part.split(" by ")[-1].split(", ")]
                told = [part for part in told if part.startswith(("seen by", "heard by"))]
                wanted = ["seen by"] if u in seen else ["heard by"] if u in heard else []
                assert [part[: part.index(" by") + 3] for part in told] == wanted, (action, name, text)
                named += bool(wanted)
    assert named > 50


@pytest.mark.clause("RR-6.5")
def test_odds_of_an_action_add_up_and_stop_with_it() -> None:
    for s in battles():
        view = GAME.view(s, "operators")
        drawn = random.Random(3).sample(legal(s), 4)
        for action in drawn:
            told = GAME.odds(view, action)
            assert told is None or sum(weight for _, weight in told) == pytest.approx(1)
    s = battles()[0]
    quiet: Action = ("end", "jock", "n")
    assert GAME.odds(GAME.view(s, "operators"), quiet) is None


@pytest.mark.clause("RR-20.32")
def test_a_rabbits_foot_is_kept_while_odds_are_counted() -> None:
    s = field(plain(12, 12))
    m = man(s, "jock", 0, 0)
    s.give(m, data.I_RABBIT, 1)
    unit(s, "rifle", 6, 0, E)
    act_with(s, m)
    assert chance(s, "attack jock pistol rifle-1", "down") == pytest.approx(at_least_one(1, 5))
