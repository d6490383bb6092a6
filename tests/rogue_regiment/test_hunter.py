"""The quick player of the Jäger: where his Stalkers and tokens go, and what cards are worth to him."""

from __future__ import annotations

from sandtable.games.rogue_regiment.bot import hunter
from sandtable.games.rogue_regiment.bot.snares import snares
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import BLACK, WHITE
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.state import Regiment
from sandtable.kernel.flow import legal, words
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import E, N, do, man, run, sq, unit
from tests.rogue_regiment.positions import hunted, plays


def best(s: Regiment) -> str:
    """What he does first, and why."""
    first = snares(s, legal(s))[0]
    assert hunter.answer(s, legal(s)) == first.action
    return f"{words(first.action)}: {first.why}"


def test_a_stalker_is_sent_after_the_nearest_man_and_with_nobody_there_to_watch() -> None:
    s = hunted(plain(20, 20))
    unit(s, "stalker", 2, 2, E)
    plays(s, "waypoint 1")
    watching = snares(s, legal(s))
    assert all("from there he sees" in snare.why for snare in watching)
    s.agenda.clear()
    man(s, "paddy", 12, 2)
    man(s, "jock", 2, 9)
    plays(s, "waypoint 1")
    assert best(s) == f"waypoint {sq(2, 9)}: it leads him to {{jock}}, 7 squares away now"


def test_he_looks_where_a_man_is() -> None:
    s = hunted(plain(20, 20))
    u = unit(s, "stalker", 2, 2, N)
    plays(s, "waypoint 1")
    do(s, f"waypoint {sq(2, 2)}")
    man(s, "paddy", 6, 2)
    run(s, stalkers.Arrive(u))
    assert best(s) == "watch stalker-1 e: he has {paddy} before him"


def test_a_cat_sits_near_a_man_where_most_would_look_and_a_twig_lies_where_most_would_hear_it() -> None:
    s = hunted(plain(20, 20))
    man(s, "paddy", 10, 10)
    man(s, "jock", 2, 2)
    unit(s, "smg", 13, 13, N)
    unit(s, "smg", 14, 10, N)
    plays(s, "cat")
    cat = best(s)
    assert "2 men would look there" in cat and cat.endswith("an Operator is 3 squares away")
    s.agenda.clear()
    plays(s, "twig")
    assert best(s) == "twig paddy: 2 calm units would hear it near him"


def test_a_card_that_brings_men_is_worth_nothing_without_their_spawn_tile() -> None:
    s = hunted(plain(20, 20))
    assert BLACK in s.stage.spawns and WHITE not in s.stage.spawns
    smg = data.UNITS.index("smg")
    brings, dead = (data.P_SPAWN, BLACK, smg, smg), (data.P_SPAWN, WHITE, smg, smg)
    assert hunter.worth(s, brings) > 0 == hunter.worth(s, dead)
    assert hunter.effect(s, dead) == "there is no white spawn tile here"
