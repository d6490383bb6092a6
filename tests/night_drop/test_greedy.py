"""The quick player: it beats chance from either side, with every option, sees views alone, and goes by its numbers."""

import hashlib

import pytest

from sandtable import Outcome, legal, play
from sandtable.games.night_drop.bot.german import claims, drive, push
from sandtable.games.night_drop.bot.lookout import Lookout
from sandtable.games.night_drop.bot.manner import Manner
from sandtable.games.night_drop.bot.plan import assignments, meetings
from sandtable.games.night_drop.bot.ways import field, steps_to
from sandtable.games.night_drop.box import land, settings
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.rules import r05_pushes as pushing
from sandtable.games.night_drop.state import NightDrop, changed
from tests.kit import by_bots, do, ended, run
from tests.night_drop.table import at, german, match, moving, piece, put, running, stick, table


def outcome(british: str, german: str, seed: int, **options: str) -> Outcome:
    found = GAME.outcome(ended(by_bots(GAME, match(seed, **options), seed, british, german)))
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(4))
def test_it_beats_chance_as_the_british(seed: int) -> None:
    assert outcome("greedy", "random", seed).scores["british"] > 0


@pytest.mark.parametrize("seed", range(4))
def test_it_beats_chance_as_the_german(seed: int) -> None:
    assert outcome("random", "greedy", seed).scores["german"] > 0


def test_it_plays_on_when_every_ruling_is_the_other_way() -> None:
    options = {option.name: option.values[1] for option in settings.OPTIONS}
    assert outcome("greedy", "greedy", 5, **options).text


def test_the_same_view_and_seed_give_the_same_action() -> None:
    s = GAME.start(seed=11)
    for _ in range(120):
        seat = s.seat
        assert seat is not None
        view, options = GAME.view(s, seat), legal(s)
        one, other = GAME.bot("greedy", 1).pick(view, options), GAME.bot("greedy", 1).pick(view, options)
        assert one == other
        play(s, one)


def test_a_field_is_the_cheapest_way_on_an_empty_map() -> None:
    """The ledger's distances (map file, 10.3): Ranville is 2 MP from the middle of DZ N, the bridges 4½."""
    from_red = land.HEX_OF["1214"]
    assert field(land.HEX_OF["1016"])[from_red] == 4
    assert field(land.H1)[from_red] == 9
    assert field(land.BATTERY)[land.HEX_OF["2710"]] == 9
    assert field(land.HEX_OF["3030"])[land.HEX_OF["1427"]] == 20


@pytest.mark.parametrize(
    ("scenario", "digest", "decisions"),
    [("pegasus-bridge", "8a6cb63107d7fc14", 603), ("night-only", "189f681a83800637", 278)],
)
def test_as_it_was_first_written_down_it_plays_as_ever(scenario: str, digest: str, decisions: int) -> None:
    """Every comparison is with this player, so it must not change with the others."""
    s = match(3, scenario)
    bots = {seat: GAME.bot("greedy:first", 6 + place) for place, seat in enumerate(("british", "german"))}
    played = []
    while s.seat is not None:
        played.append(bots[s.seat].pick(GAME.view(s, s.seat), legal(s)))
        play(s, played[-1])
    text = "".join(" ".join(action) + "\n" for action in played)
    assert (hashlib.sha256(text.encode()).hexdigest()[:16], len(played)) == (digest, decisions)


def looked(s: NightDrop, style: str) -> Lookout:
    """What a player of a style sees of a position."""
    seat = s.seat
    assert seat is not None
    return Lookout(GAME.view(s, seat), Manner(style))


def test_sticks_meet_in_the_middle_if_the_style_says_so() -> None:
    s = table()
    sticks = [piece(stick(s, "red", kind, cell)) for kind, cell in (("p", "1010"), ("p", "1012"), ("l", "1014"))]
    moving(s, "b1")
    assert set(meetings(looked(s, "first"), land.RED).values()) == {at("1012")}
    s.at[sticks[1]] = at("1010")
    assert set(meetings(looked(s, "first"), land.RED).values()) == {at("1010")}
    assert set(meetings(looked(s, "first+midway=1"), land.RED).values()) == {at("1012")}


def test_a_reduced_company_goes_for_a_stick_that_is_near_if_the_style_says_so() -> None:
    s = table()
    alone = piece(stick(s, "red", "p", "1012"))
    company = piece(put(s, "7a", "1010", reduced=True))
    moving(s, "b1")
    assert meetings(looked(s, "first"), land.RED) == {alone: at("1010")}
    assert meetings(looked(s, "first+fetch=2"), land.RED) == {alone: at("1012"), company: at("1012")}


def test_by_night_sticks_are_divided_so_that_most_meet_at_once_if_the_style_says_so() -> None:
    """Four in a row: the two in the middle are nearest to one another, but each has another that would stay alone."""
    s = table(turn=2)
    a, b, c, d = (piece(stick(s, "red", "p", cell)) for cell in ("1010", "1012", "1013", "1015"))
    moving(s, "b1")
    by_distance = meetings(looked(s, "tuned"), land.RED)
    assert by_distance[b] == by_distance[c], "two are left one hex too far"
    plan = meetings(looked(s, "tuned+gather=1"), land.RED)
    assert plan[a] == plan[b] != plan[c] == plan[d]
    assert all(steps_to(plan[one])[s.at[one]] <= 1 for one in (a, b, c, d)), "a Stick has one hex"


def test_by_night_a_reduced_company_comes_to_meet_a_stick_if_the_style_says_so() -> None:
    s = table(turn=2)
    alone = piece(stick(s, "red", "p", "1013"))
    company = piece(put(s, "7a", "1010", reduced=True))
    moving(s, "b1")
    plan = meetings(looked(s, "tuned+gather=1"), land.RED)
    assert plan[alone] == plan[company] == at("1012")
    assert company not in meetings(looked(s, "tuned"), land.RED)


def test_late_in_the_game_a_company_holds_what_germans_could_take_if_the_style_says_so() -> None:
    """It stands in Ranville, which is held; Hérouvillette is free to take, and a German is near."""
    s = table(turn=9)
    company = piece(put(s, "7a", "1016"))
    german(s, "g01", "1018")
    s.control = changed(s.control, land.OBJECTIVE_AT[at("1016")], 1)
    moving(s, "b1")
    assert assignments(looked(s, "first+posts=0+foe=0+foe-prey=0"), [company]) != {company: at("1016")}
    assert assignments(looked(s, "first+posts=0+foe=0+foe-prey=0+hold=6"), [company]) == {company: at("1016")}
    s.turn = 8
    assert assignments(looked(s, "first+posts=0+foe=0+foe-prey=0+hold=6"), [company]) != {company: at("1016")}


def test_each_german_claims_an_objective_of_his_own_if_the_style_says_so() -> None:
    s = table(turn=6)
    units = [piece(german(s, name, "1018")) for name in ("g01", "g02")]
    moving(s, "g3")
    assert set(claims(looked(s, "tuned"))) == set(units)
    assert len(set(claims(looked(s, "tuned+claim-bridges=1")).values())) == 2


def test_a_stick_is_driven_to_where_it_cannot_meet_others_however_many_hexes_that_takes() -> None:
    """Two stand side by side and two more two hexes apart: parting those takes one hex, and comes first."""
    s = table(turn=2)
    near = [stick(s, "red", "p", "1213"), stick(s, "red", "p", "1214")]
    apart = [stick(s, "red", "p", "1710"), stick(s, "red", "p", "1712")]
    running(s, "g1")
    s.allowance = 6
    run(s, pushing.Push())
    style = "tuned+together=1.2+beside=1.1+apart=1"
    assert drive(looked(s, style), legal(s))[1] in apart
    assert push(looked(s, "first"), legal(s))[1] in near, "hex by hex it begins with those who are nearest"
    beside = [option for option in legal(s) if option[0] == "done" or option[1] in near]
    driven = drive(looked(s, style), beside)
    other = near[0] if driven[1] == near[1] else near[1]
    assert steps_to(at(driven[2]))[s.at[piece(other)]] == 2, "the first of two hexes away from the other"
    assert drive(looked(s, style + "+drive=1+push=0.2"), beside) == ("done",), "one hex alone would not part them"


def test_by_night_alone_nobody_waits_for_a_stick_that_would_not_come_before_dawn() -> None:
    for turn, met in ((1, 3), (3, 2), (4, 2)):
        s = table(turn=turn, scenario="night-only")
        near = [piece(stick(s, "red", "p", cell)) for cell in ("1010", "1011")]
        far = piece(stick(s, "red", "p", "1016"))
        look = Lookout(GAME.view(moving(s, "b1"), "british"), Manner(night_only=True))
        plan = meetings(look, 0)
        assert sorted(plan) == sorted([*near, far][:met]), f"turn {turn}"
        assert len(set(plan.values())) == 1


def test_a_hint_to_take_another_piece_up_tells_of_that_piece() -> None:
    s = table(turn=2)
    for cell in ("1010", "1012"):
        stick(s, "red", "p", cell)
    do(moving(s, "b1"), "with s1", "go 1011")
    told = GAME.bot("greedy").explained(GAME.view(s, "british"), legal(s), ("with", "s2"))
    assert told.reason.startswith("{s2} is to meet others at")
