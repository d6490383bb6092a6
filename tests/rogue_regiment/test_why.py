"""Reasons: whatever is refused is refused with its clause, by the functions that make the offer."""

from __future__ import annotations

import random

import pytest

from sandtable.games.rogue_regiment.advice import why, why_things
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.state import ACTIVE, BARREL, BOUND, CORPSE, OFF, SUPPORT, Regiment, changed
from sandtable.kernel.flow import Action, legal, play
from tests.rogue_regiment.boards import board, edged, open_ground, plain
from tests.rogue_regiment.field import E, N, S, W, act_with, do, field, man, refused, run, sq, unit
from tests.rogue_regiment.field import why as explain
from tests.rogue_regiment.positions import RIVER, garage, swimmer, willys


def every_word(s: Regiment, m: int, rng: random.Random) -> list[Action]:
    """Words of every shape an action of a man can have, with nouns that are there."""
    name, at = s.man(m), s.m_at[m]
    near = [s.place(v) for v in s.grid.squares if s.grid.distance(at, v) <= 4]
    near = rng.sample(near, min(12, len(near)))
    units = [s.unit(u) for u in range(len(s.u_kind))]
    targets = [*rng.sample(units, min(6, len(units))), "barrel-1", "radio-1"]
    found: list[Action] = [(verb, name) for verb in ("crouch", "pop-up", "recover", "break-cover", "throw", "leave")]
    for square in near:
        found += [(verb, name, square) for verb in ("move", "sprint", "climb", "swim", "move-place", "leave")]
        found += [("move", name, square, "take"), ("sprint", name, square, near[0])]
        for thing in why_things.THINGS:
            found += [("place", name, thing, square), ("place-move", name, thing, square)]
        for weapon in data.WEAPONS[:6]:
            found.append(("move-attack", name, square, weapon, targets[0]))
            found.append(("attack-move", name, weapon, targets[0], square))
    for target in targets:
        found += [(verb, name, target) for verb in ("aim", "mark", "cigarette")]
        for weapon in data.WEAPONS:
            found += [(verb, name, weapon, target) for verb in ("attack", "pop-attack", "blind-fire")]
    found += [("pick-up", name, thing) for thing in why_things.THINGS]
    for other in range(len(s.m_kind)):
        found += [(verb, name, s.man(other)) for verb in ("heal", "free")]
    return found


@pytest.mark.parametrize("mission", [scenario.id for scenario in GAME.scenarios()])
def test_every_refusal_of_understandable_words_gives_a_reason_of_its_own(mission: str) -> None:
    rng = random.Random(7)
    asked = 0
    s = GAME.start(mission, seed=11)
    for n in range(260):
        options = legal(s)
        if not options:  # one more game
            s = GAME.start(mission, seed=n)
            continue
        assert isinstance(s, Regiment)
        choice = s.choice
        if isinstance(choice, turn.Act) and rng.random() < 0.2:
            offered = set(options)
            for action in every_word(s, choice.man, rng):
                if action in offered:
                    continue
                refusal = why.refuse(s, choice, action)
                asked += 1
                assert refusal.clause.startswith("RR-"), action
                assert "not understood" not in refusal.text, action
        verbs = sorted({action[0] for action in options})
        verb = rng.choice(verbs)
        play(s, rng.choice([action for action in options if action[0] == verb]))
    assert asked > 500


@pytest.mark.clause("RR-6.2", "RR-6.4", "RR-6.12", "RR-6.13", "RR-6.14", "RR-3.8", "RR-20.15", "RR-20.26", "RR-8.4")
def test_reasons_against_an_attack() -> None:
    s = field(plain(20, 20, F="4,2"))
    m = man(s, "paddy", 4, 4)
    unit(s, "rifle", 4, 0, N)
    unit(s, "rifle", 15, 4, N)
    unit(s, "rifle", 5, 4, N)
    unit(s, "half-track", 6, 8, N)
    act_with(s, m)
    assert refused(s, "attack paddy pistol rifle-1") == "RR-6.4", "the wood"
    assert refused(s, "attack paddy pistol rifle-2") == "RR-6.2", "eleven squares"
    assert refused(s, "attack paddy pistol rifle-9") == "RR-6.2"
    assert refused(s, "attack paddy sniper rifle-2") == "RR-3.8"
    assert refused(s, "attack paddy grenade rifle-3") == "RR-20.26"
    assert refused(s, "attack paddy bow rifle-3") == "RR-6.1"
    assert refused(s, "blind-fire paddy pistol rifle-3") == "RR-11.1"
    assert refused(s, "attack-move paddy pistol rifle-3 a1") == "RR-5.1"
    assert refused(s, f"move-attack paddy {sq(4, 3)} pistol rifle-1") == "RR-6.4"
    assert refused(s, "aim paddy rifle-1") == "RR-6.4"
    assert refused(s, "mark paddy rifle-9") == "RR-7.5"
    s.give(m, data.ITEMS.index("sten"), -s.has(m, data.ITEMS.index("sten")))
    s.offered = None
    assert refused(s, "attack paddy sten rifle-3") == "RR-20.15", "all shot away"
    s.m_low[m], s.offered = 1, None
    assert refused(s, "attack paddy pistol rifle-3") == "RR-8.4"


@pytest.mark.clause("RR-4.11")
def test_words_that_make_no_sense_are_answered_with_an_action_that_would() -> None:
    s = field(plain(12, 12))
    m = man(s, "paddy", 4, 4)
    unit(s, "rifle", 6, 4, N)
    act_with(s, m)
    assert explain(s, "move-attack paddy").text == (
        f"that is not understood; try “move-attack paddy {sq(4, 3)} pistol rifle-1”"
    )
    for line in ("end", "end e"):
        assert explain(s, line).text == "a name comes after “end”; try “end paddy”"
    assert explain(s, "dance").text == (
        f"“dance” is not on offer here; try “move paddy {sq(4, 3)}” or “sprint paddy {sq(1, 1)}” or "
        "“attack paddy pistol rifle-1”"
    )
    assert explain(s, "heal paddy").text == "that is not understood; {paddy} cannot do anything of the kind now"


@pytest.mark.clause("RR-6.12", "RR-6.13", "RR-6.14", "RR-6.17", "RR-20.46", "RR-20.53")
def test_reasons_against_knife_and_speargun() -> None:
    layout = edged(open_ground(10, 10), ("D", 4, 5, 4, 6))
    s = field(layout)
    m = man(s, "jock", 4, 6)
    unit(s, "rifle", 4, 5, N)
    unit(s, "half-track", 6, 6, W)
    unit(s, "rifle", 3, 6, N)
    act_with(s, m)
    assert refused(s, "attack jock knife rifle-1") == "RR-6.17", "a door"
    assert refused(s, "attack jock knife half-track-1") == "RR-6.13"
    assert refused(s, "attack jock knife rifle-2") == "RR-6.12", "not behind him"
    s.m_spotted[m], s.offered = 1, None
    assert refused(s, "attack jock knife rifle-2") == "RR-6.14"


@pytest.mark.clause("RR-8.14", "RR-8.18", "RR-8.22", "RR-20.3", "RR-20.10", "RR-2.14", "RR-8.13", "RR-8.9")
def test_reasons_against_placing_and_picking_up() -> None:
    art = plain(10, 10, R="3,3", **{"~": "5,3"})
    s = field(art)
    m = man(s, "hawke", 4, 4)
    s.lay(dumps=(*s.dumps, (s.grid.at(2, 4), 4)))
    unit(s, "motorbike", 5, 5, N)
    s.forget()
    act_with(s, m)
    assert refused(s, f"place hawke corpse {sq(4, 3)}") == "RR-8.14", "he carries none"
    assert refused(s, f"place hawke documents {sq(4, 3)}") == "RR-8.14"
    assert refused(s, f"place hawke trap {sq(4, 1)}") == "RR-8.14", "too far"
    assert refused(s, f"place hawke trap {sq(3, 3)}") == "RR-8.14", "rock"
    assert refused(s, f"place hawke trap {sq(5, 3)}") == "RR-20.3", "water"
    assert refused(s, f"place hawke trap {sq(3, 4)}") == "RR-2.14", "a dump"
    assert refused(s, f"place hawke trap {sq(5, 5)}") == "RR-8.14", "a vehicle"
    assert refused(s, "pick-up hawke corpse") == "RR-8.9"
    assert refused(s, "pick-up hawke lewes") == "RR-20.25"
    assert refused(s, "pick-up hawke barrel") == "RR-20.10"
    assert refused(s, "throw hawke") == "RR-20.26"
    assert refused(s, "heal hawke hawke") == "RR-20.36"
    assert refused(s, "cigarette hawke motorbike-1") == "RR-14.16"
    s.m_object, s.offered = changed(s.m_object, m, BARREL), None
    s.lay(corpses=(*s.corpses, s.grid.at(4, 3)))
    assert refused(s, f"place hawke barrel {sq(4, 3)}") == "RR-20.10", "a body is there"
    assert refused(s, f"place hawke lewes {sq(4, 3)}") == "RR-8.14", "a trap he has, and may place, but no bomb"
    s.m_object, s.offered = changed(s.m_object, m, CORPSE), None
    assert refused(s, "crouch hawke") == "RR-8.13"
    walled: Layout = edged(open_ground(10, 10), ("#", 4, 4, 4, 3), ("D", 4, 4, 5, 4), ("#", 4, 3, 5, 3))
    t = field(walled)
    n = man(t, "hawke", 4, 4)
    act_with(t, n)
    assert refused(t, f"place hawke trap {sq(4, 3)}") == "RR-8.18", "a wall"
    assert refused(t, f"place hawke trap {sq(5, 3)}") == "RR-8.22", "diagonally past a door"


@pytest.mark.clause("RR-1.22", "RR-5.2", "RR-5.6", "RR-5.7", "RR-22.3", "RR-22.9", "RR-20.37")
def test_reasons_against_moving() -> None:
    s = field(plain(10, 10, R="3,3", H="4,3", **{"~": "5,3"}))
    m = man(s, "paddy", 4, 4)
    act_with(s, m)
    assert refused(s, f"move paddy {sq(3, 3)}") == "RR-5.2"
    assert refused(s, f"move paddy {sq(4, 3)}") == "RR-5.2"
    assert refused(s, f"move paddy {sq(5, 3)}") == "RR-20.37"
    assert refused(s, f"climb paddy {sq(4, 5)}") == "RR-5.6"
    assert refused(s, f"climb paddy {sq(3, 3)}") == "RR-5.7"
    assert refused(s, "leave paddy") == "RR-1.22"
    assert refused(s, f"swim paddy {sq(5, 3)}") == "RR-20.38"
    ally = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(0, 0), ACTIVE)
    s.m_ap[ally] = 4
    s.agenda.clear()
    act_with(s, ally)
    assert refused(s, "mark resistance-1 paddy") == "RR-22.3"
    assert refused(s, "recover resistance-1") == "RR-22.9"


@pytest.mark.clause("RR-2.18", "RR-2.28", "RR-5.2", "RR-5.10", "RR-8.5")
def test_what_stands_between_is_named_by_its_own_clause() -> None:
    layout = edged(
        open_ground(10, 10), ("l", 4, 4, 4, 3), ("h", 4, 4, 3, 4), ("W", 4, 4, 5, 4), ("D", 4, 4, 4, 5),
        ("h", 3, 3, 4, 3),
    )  # fmt: skip
    s = field(layout)
    m = man(s, "paddy", 4, 4, low=True)
    act_with(s, m)
    assert refused(s, f"move paddy {sq(4, 3)}") == "RR-8.5", "a low wall, for who is crouched"
    assert refused(s, f"move paddy {sq(3, 4)}") == "RR-5.2", "a high wall"
    assert refused(s, f"move paddy {sq(5, 4)}") == "RR-2.28", "a window"
    assert refused(s, f"move paddy {sq(3, 5)}") == "RR-2.18", "a door, diagonally"
    s.m_low[m], s.offered = 0, None
    assert refused(s, f"move paddy {sq(3, 3)}") == "RR-5.10", "high walls on both ways round the corner"
    assert refused(s, f"move-throw paddy {sq(3, 3)}") == "RR-5.10"


@pytest.mark.clause("RR-1.12", "RR-5.3", "RR-5.4", "RR-21.15", "RR-4.11", "RR-8.4", "RR-1.22")
def test_reasons_against_a_sprint() -> None:
    belt = " ".join(f"{x},{y}" for x in range(10) for y in (5, 6))
    s = field(plain(10, 10, F=belt))
    m = man(s, "paddy", 4, 7)
    act_with(s, m)
    assert refused(s, f"sprint paddy {sq(4, 4)}") == "RR-1.12", "beyond two rows of wood"
    assert refused(s, f"sprint paddy {sq(4, 3)}") == "RR-5.3", "four squares"
    s.m_ap[m], s.offered = 1, None
    assert refused(s, f"leave paddy {sq(4, 9)}") == "RR-4.11", "a sprint costs two points"
    s.m_ap[m], s.m_low[m], s.offered = 4, 1, None
    assert refused(s, f"leave paddy {sq(4, 9)}") == "RR-8.4"
    s = field(plain(10, 10, F="4,4", R=" ".join(f"{x},6" for x in range(10))))
    act_with(s, man(s, "paddy", 4, 7))
    assert refused(s, f"sprint paddy {sq(4, 4)}") == "RR-5.4", "a wood, but it is the rocks that bar the way"
    assert refused(s, f"leave paddy {sq(4, 8)}") == "RR-1.22", "that square does not touch the entry tile"
    s = field(plain(10, 2))
    willys(s, 6, 0, E)
    act_with(s, man(s, "paddy", 3, 0))
    assert refused(s, f"sprint paddy {sq(5, 0)}") == "RR-21.15", "it would end where he boards"
    assert refused(s, f"move-throw paddy {sq(4, 0)}") == "RR-21.15"
    assert refused(s, f"move-throw paddy {sq(5, 0)}") == "RR-5.1", "whatever stands there, it is two squares away"


@pytest.mark.clause("RR-20.38", "RR-20.40", "RR-20.45", "RR-20.52", "RR-6.4", "RR-3.8")
def test_reasons_against_what_a_swimmer_might_do() -> None:
    s = field(board(RIVER))
    m = swimmer(s, 3, 2)
    act_with(s, m)
    assert refused(s, f"move wick {sq(2, 2)}") == "RR-20.38", "in the water one swims"
    assert refused(s, f"move wick {sq(4, 2)}") == "RR-20.38", "a parapet: but under the bridge one swims"
    assert refused(s, f"sprint wick {sq(2, 2)}") == "RR-20.52", "no land"
    assert refused(s, f"sprint wick {sq(9, 9)}") == "RR-5.3"
    walled = edged(RIVER, ("l", 3, 1, 3, 2))
    s = field(walled)
    act_with(s, swimmer(s, 3, 2))
    assert refused(s, f"swim wick {sq(3, 1)}") == "RR-20.40", "a low wall on the bank"
    s = field(plain(10, 10, F="4,2", H="5,4", **{"~": "4,4 5,5"}))
    m = swimmer(s, 4, 4)
    unit(s, "rifle", 4, 1, E)
    unit(s, "rifle", 6, 4, E)
    act_with(s, m)
    assert refused(s, "attack wick speargun rifle-1") == "RR-6.4", "a wood"
    assert refused(s, "attack wick speargun rifle-2") == "RR-20.45", "a hedge"
    s.give(m, data.I_SPEARGUN, -1)
    s.offered = None
    assert refused(s, "attack wick speargun rifle-1") == "RR-3.8", "he has none"


@pytest.mark.clause("RR-8.6", "RR-8.10", "RR-20.54", "RR-8.9", "RR-20.10")
def test_reasons_against_taking_something_along() -> None:
    s = field(plain(10, 10))
    m = man(s, "paddy", 4, 4, low=True)
    s.corpses, s.papers = (s.grid.at(4, 3),), (s.grid.at(4, 5),)
    s.traps, s.barrels = ((s.grid.at(3, 3), OFF, 0),), (s.grid.at(5, 3), s.grid.at(5, 5))
    s.pumps = (1,)
    s.stock = (1,) * len(s.stock)
    s.give(m, data.I_DOCUMENTS, -1)
    s.forget()
    act_with(s, m)
    assert refused(s, f"move-take paddy {sq(4, 3)}") == "RR-8.6", "no body is taken while crouched"
    assert refused(s, f"move-take paddy {sq(5, 3)}") == "RR-8.6", "nor a barrel"
    assert refused(s, f"move-take paddy {sq(3, 3)}") == "RR-20.54", "somebody else's trap"
    assert refused(s, f"move-take paddy {sq(4, 5)}") == "RR-8.10", "no slot is free"
    assert refused(s, f"move-take paddy {sq(3, 5)}") == "RR-8.9", "nothing is there"
    s.m_low[m], s.offered = 0, None
    assert refused(s, f"move-take paddy {sq(5, 5)}") == "RR-8.9", "it is fixed"


@pytest.mark.clause("RR-5.7", "RR-5.8", "RR-5.10", "RR-2.14", "RR-5.6")
def test_reasons_against_a_climb() -> None:
    layout = edged(
        open_ground(10, 10), ("h", 4, 4, 3, 4), ("g", 4, 4, 5, 4), ("W", 4, 4, 4, 3), ("#", 3, 3, 4, 3),
        ("#", 5, 3, 4, 3),
    )  # fmt: skip
    s = field(layout)
    act_with(s, man(s, "paddy", 4, 4))
    assert refused(s, f"climb paddy {sq(3, 4)}") == "RR-5.8", "a high wall without a grapple point"
    assert refused(s, f"climb paddy {sq(5, 4)}") == "RR-5.8", "with one, but he has no hook"
    assert refused(s, f"climb paddy {sq(4, 2)}") == "RR-5.6", "two squares"
    s.lay(dumps=((s.grid.at(4, 2), 4),))
    s.forget()
    s.offered = None
    assert refused(s, f"climb paddy {sq(4, 3)}") == "RR-2.14", "a dump behind the window"


@pytest.mark.clause("RR-14.16", "RR-4.7")
def test_the_cigarette_is_refused_for_its_own_reason_whoever_acts() -> None:
    s = field(plain(10, 10))
    m, holder = man(s, "paddy", 4, 4), man(s, "hawke", 7, 7)
    unit(s, "rifle", 0, 0, N, alert=True)
    unit(s, "rifle", 9, 0, N)
    s.give(holder, data.I_CIGARETTE, 1)
    s.cigarette = 1
    act_with(s, m)
    assert refused(s, "cigarette hawke rifle-1") == "RR-14.16", "he is alert"
    assert refused(s, "cigarette paddy rifle-2") == "RR-14.16", "he has none"
    assert refused(s, "crouch hawke") == "RR-4.7"


@pytest.mark.clause("RR-1.24", "RR-6.2", "RR-4.11")
def test_who_cannot_get_off_an_occupied_square_is_refused_for_other_reasons() -> None:
    s = field(plain(10, 10, R="3,3 4,3 5,3 3,4 5,4 3,5 4,5 5,5"))
    man(s, "jock", 4, 4)
    m = man(s, "paddy", 4, 4)
    unit(s, "rifle", 9, 9, N)
    act_with(s, m)
    assert ("crouch", "paddy") in legal(s), "he stays, and may act"
    assert refused(s, "attack paddy pistol rifle-1") == "RR-6.4"
    assert refused(s, "recover paddy") == "RR-11.6"
    s = field(plain(10, 10))
    man(s, "jock", 4, 4)
    m = man(s, "paddy", 4, 4)
    act_with(s, m)
    assert refused(s, "recover paddy") == "RR-1.24", "here he can go on"


@pytest.mark.clause("RR-22.3", "RR-22.8", "RR-22.9")
def test_reasons_against_what_support_units_never_do() -> None:
    s = field(plain(10, 10))
    ally = setup.add_man(s, SUPPORT, ACTIVE, s.grid.at(4, 4), ACTIVE)
    other = setup.add_man(s, SUPPORT, BOUND, s.grid.at(4, 5), BOUND)
    s.lay(corpses=(s.grid.at(4, 4),))
    s.m_ap[ally] = 4
    act_with(s, ally)
    assert refused(s, f"pick-up {s.man(ally)} corpse") == "RR-22.3"
    assert refused(s, f"place {s.man(ally)} corpse {sq(4, 3)}") == "RR-22.9"
    assert refused(s, f"free {s.man(ally)} {s.man(other)}") == "RR-22.8"


@pytest.mark.clause("RR-7.5", "RR-7.11", "RR-7.13", "RR-7.15", "RR-20.26", "RR-20.20")
def test_reasons_at_an_instant_and_in_chains() -> None:
    s = field(plain(20, 20))
    m = man(s, "jock", 4, 4, facing=N)
    other = man(s, "paddy", 6, 4, facing=S)
    u = unit(s, "rifle", 4, 1, E)
    s.m_mark[m] = s.m_mark[other] = u
    run(s, marks.Window())
    assert refused(s, "fire hawke pistol") == "RR-7.13"
    assert refused(s, "fire paddy pistol") == "RR-7.15", "he looks the other way"
    assert refused(s, "fire jock sniper") == "RR-7.11"
    t = field(plain(20, 20))
    n = man(t, "jock", 4, 4)
    t.give(n, data.I_GRENADE, 1)
    act_with(t, n)
    do(t, "throw jock")
    assert refused(t, f"at {sq(15, 4)}") == "RR-20.26"
    assert refused(t, "at nowhere") == "RR-1.2"


@pytest.mark.clause("RR-21.2", "RR-21.3", "RR-21.4", "RR-21.14", "RR-21.12", "RR-4.6", "RR-6.2", "RR-6.4", "RR-14.16")
def test_reasons_against_what_a_vehicle_might_do() -> None:
    s, c = garage(plain(20, 20, F="9,11 10,11"))
    unit(s, "rifle", 0, 0, E)
    unit(s, "rifle", 12, 16, N)
    unit(s, "rifle", 9, 9, E, alert=True)
    s.c_ap = changed(s.c_ap, c, 2)
    run(s, cars.CarAct(c))
    for words, clause in (
        ("dance willys", "RR-21.1"),
        ("drive boat", "RR-21.1"),
        ("floor willys 9", "RR-21.3"),
        ("repair willys", "RR-21.14"),
        ("attack willys passenger rifle-1", "RR-21.4"),
        ("attack willys rear rifle-1", "RR-21.4"),
        ("attack willys front rifle-1", "RR-6.2"),  # too far
        ("attack willys front rifle-2", "RR-21.4"),  # beside it
        ("attack willys front rifle-3", "RR-6.4"),  # behind the wood
        ("act jock", "RR-4.6"),
        ("cigarette jock rifle-3", "RR-14.16"),
        ("mark willys front rifle-9", "RR-7.5"),
        ("attack willys", "RR-21.4"),
    ):
        assert refused(s, words) == clause, words
    s.m_seat, s.offered = changed(s.m_seat, 0, 3), None
    assert refused(s, "drive willys") == "RR-21.2", "nobody drives"
    do(s, "deploy willys")
    assert refused(s, "out jock a1") == "RR-21.12"
    assert refused(s, "seat jock passenger") == "RR-21.12", "there he sits"
    assert refused(s, "out hawke a1") == "RR-21.12"


@pytest.mark.clause("RR-4.11")
def test_what_costs_too_much_is_called_by_its_name_with_its_price() -> None:
    s = field(plain(9, 9))
    m = man(s, "jock", 4, 4)
    bound = setup.add_man(s, SUPPORT, BOUND, s.grid.at(4, 5), BOUND)
    s.m_ap[m] = 0
    act_with(s, m)
    assert ("free", "jock", s.man(bound)) in legal(s), "which costs nothing"
    assert explain(s, "crouch jock").text == "“Crouch” costs 1 AP; {jock} has 0"
