"""Chapter 27, the Jäger's seat, phase, hand and cards."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.game import GAME
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r17_end as end
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.state import BATTLE, HUNT, JAEGER, LEFT, STEALTH, Regiment
from sandtable.kernel.flow import can_undo, log
from tests.kit import said
from tests.rogue_regiment.boards import plain
from tests.rogue_regiment.field import do, man, offered, refused, run
from tests.rogue_regiment.positions import hunted, hunting_card, set_up


def started(**options: str) -> Regiment:
    """A match of the first mission, at its first choice."""
    s = GAME.start("m1-cold-ford", seed=3, options=options)
    assert isinstance(s, Regiment)
    return s


def thought(s: Regiment, seat: str, seed: int) -> Regiment:
    """A position that could be true for a seat."""
    twin = GAME.imagine(GAME.view(s, seat), seat, seed)
    assert isinstance(twin, Regiment)
    return twin


def held(*cards: int) -> Regiment:
    """The Jäger's phase with these cards in his hand."""
    s = hunted(plain(10, 10))
    man(s, "paddy", 2, 2)
    s.j_hand = tuple(sorted(cards))
    s.j_deck = tuple(card for card in s.j_deck if card not in cards)
    run(s, hand.JaegerPhase())
    return s


def laid(card: int, drawn: int = 5, section: int = STEALTH) -> Regiment:
    """The Event Phase, with a card of the Jäger's face down and the next event card drawn."""
    s = hunted(plain(10, 10))
    man(s, "paddy", 2, 2)
    s.section = section
    s.j_deck = tuple(other for other in s.j_deck if other != card)
    s.j_down = (card, 0)
    s.deck = (*(other for other in s.deck if other != drawn), drawn)
    run(s, events.EventPhase())
    return s


@pytest.mark.clause("RR-27.1", "RR-27.2")
def test_the_option_adds_a_seat_and_starts_the_meter_where_it_is_easy() -> None:
    for difficulty in ("normal", "hard"):
        s = started(jaeger="on", difficulty=difficulty)
        assert GAME.seats(s) == ("operators", "jaeger")
        assert s.meter == data.MISSIONS["m1-cold-ford"].meter[0]
    assert GAME.scenario("m1-cold-ford").optional_seats == (("jaeger", "on", "jaeger"),)
    while s.seat != JAEGER:
        do(s, offered(s)[0])
    assert len(s.j_deck) == data.JAEGER_CARDS and s.j_hand == ()


@pytest.mark.clause("RR-27.2", "RR-27.37")
def test_the_jaeger_puts_four_numbered_stalkers_on_free_places_of_spawn_tiles() -> None:
    s = started(jaeger="on")
    while s.seat != JAEGER:
        do(s, offered(s)[0])
    places = offered(s, "stalker", "1")
    assert len(places) == sum(len(tile) for tile in s.stage.spawns.values())
    for number in "1234":
        do(s, offered(s, "stalker", number)[-1])
    assert [s.unit(u) for u, kind in enumerate(s.u_kind) if kind == data.STALKER] == [f"stalker-{n}" for n in "1234"]
    assert len({s.u_at[u] for u in range(len(s.u_kind)) if s.u_kind[u] == data.STALKER}) == 4
    assert not any(s.u_alert[u] for u, kind in enumerate(s.u_kind) if kind == data.STALKER)
    assert s.seat == "operators" and s.turn == 1


@pytest.mark.clause("RR-27.3", "RR-27.4")
def test_his_phase_comes_after_the_end_phase_and_is_not_there_without_him() -> None:
    s = hunted(plain(10, 10))
    man(s, "paddy", 2, 2)
    run(s, turn.BeginTurn())
    names = [type(step).__name__ for step in s.agenda]
    assert names.index("JaegerPhase") == names.index("EndPhase") - 1, "what is due next lies last"
    run(s, end.EndPhase(), hand.JaegerPhase())
    assert s.phase == HUNT and s.seat == JAEGER
    assert offered(s) == ["draw", "wait"]
    alone = started()
    while alone.turn == 0:
        do(alone, offered(alone)[0])
    assert not any(type(step).__name__ == "JaegerPhase" for step in alone.agenda)


@pytest.mark.clause("RR-27.4", "RR-27.8")
def test_he_draws_up_to_four_cards() -> None:
    s = held(0, 1, 2)
    do(s, "draw")
    assert s.j_hand == (0, 1, 2, 39), "the last of the deck is on top"
    run(s, hand.JaegerPhase())
    assert refused(s, "draw") == "RR-27.8"
    assert len(offered(s, "discard")) == 6


@pytest.mark.clause("RR-27.4")
def test_two_cards_go_unseen_and_one_is_drawn() -> None:
    s = held(3, 4, 9)
    said_ = do(s, "discard jaeger-4 jaeger-10")
    assert s.j_hand == (4, 39)
    assert [card for card, _, shown in s.j_pile if not shown] == [3, 9]
    public = [event for event in said_ if event.seen_by is None]
    assert not any("otate" in event.text or "jaeger-" in str(event) for event in public)
    run(s, hand.JaegerPhase())
    assert refused(s, "discard jaeger-5 jaeger-5") == refused(s, "discard jaeger-1 jaeger-2") == "RR-27.4"
    alone = held(3)
    assert refused(alone, "discard jaeger-4 jaeger-4") == "RR-27.4" and refused(alone, "play jaeger-9") == "RR-27.4"


@pytest.mark.clause("RR-27.5", "RR-27.43")
def test_a_played_card_lies_face_down_and_there_is_room_for_one() -> None:
    s = held(3, 4)
    do(s, "play jaeger-4")
    assert s.j_down[0] == 3 and s.j_hand == (4,)
    run(s, hand.JaegerPhase())
    assert refused(s, "play jaeger-5") == "RR-27.43"
    assert GAME.view(s, "operators")["face_down"] == [-1, 0]
    assert GAME.view(s, JAEGER)["face_down"] == [3, 0]


@pytest.mark.clause("RR-27.6", "RR-27.9")
def test_he_may_use_the_card_once_the_event_is_shown() -> None:
    alarm = hunting_card("alarm")
    s = laid(alarm)
    assert s.seat == JAEGER and offered(s) == ["use", "let"]
    meter = s.meter
    events_ = do(s, "use")
    assert said(events_, "RR-27.6")
    assert s.meter == meter - 1, "his alarm card took effect, not the event"
    assert s.j_pile == ((alarm, 0, 1),) and s.discards == (5,) and s.j_down == ()


@pytest.mark.clause("RR-27.7")
def test_a_card_that_is_not_used_is_discarded_unseen() -> None:
    s = laid(hunting_card("alarm"), drawn=data.STEALTH["green"].index((data.P_ROTATE, 0, 1, 1)))
    meter = s.meter
    do(s, "let")
    assert s.meter == meter
    assert [shown for _, _, shown in s.j_pile] == [0]
    assert GAME.view(s, None)["hunt_pile"] == [[-1, 0, 0]]


@pytest.mark.clause("RR-27.9")
def test_in_battle_the_battle_panel_applies() -> None:
    s = laid(hunting_card("spawn black smg 2", BATTLE), section=BATTLE)
    do(s, "use")
    assert s.u_kind == (data.SMG, data.SMG)


@pytest.mark.clause("RR-27.43")
def test_the_special_card_cannot_be_replaced_and_his_stays() -> None:
    s = laid(7, drawn=data.SPECIAL)
    assert s.j_down == (7, 0)
    assert s.special_out == 1


@pytest.mark.clause("RR-27.40")
def test_an_empty_deck_is_shuffled_from_its_discards() -> None:
    s = hunted(plain(10, 10))
    s.j_deck, s.j_hand, s.j_down = tuple(range(0)), tuple(range(2)), (2, 7)
    s.j_pile = tuple((card, 0, card % 2) for card in range(3, data.JAEGER_CARDS))
    run(s, hand.JaegerPhase())
    do(s, "draw")
    assert len(s.j_hand) == 3 and len(s.j_deck) == data.JAEGER_CARDS - 4 and s.j_pile == ()
    assert s.j_back == tuple(range(3, data.JAEGER_CARDS, 2)), "these all saw in the discards"
    assert s.j_down == (2, 0)


@pytest.mark.clause("RR-27.28")
def test_he_wins_if_they_reach_no_victory() -> None:
    for points, scores in ((99, {"operators": -1.0, "jaeger": 1.0}), (1, {"operators": 1.0, "jaeger": -1.0})):
        s = hunted(plain(10, 10))
        m = man(s, "paddy", 2, 2)
        s.stage.mission = type(s.stage.mission)(**{**vars(s.stage.mission), "major": points, "minor": points})
        s.become(m, LEFT)
        s.ended = "left"
        outcome = GAME.outcome(s)
        assert outcome is not None and outcome.scores == scores
    s.stage.mission = type(s.stage.mission)(**{**vars(s.stage.mission), "major": 9})
    outcome = GAME.outcome(s)
    assert outcome is not None and outcome.scores == {"operators": 0.5, "jaeger": -0.5}


@pytest.mark.clause("RR-27.36")
def test_six_further_cards_may_be_added_to_the_maroon_deck_alone() -> None:
    for deck, cards in (("maroon", 42), ("blue", 36)):
        s = started(packs="jg", deck=deck)
        assert len(s.deck) == cards
        assert GAME.seats(s) == ("operators",), "they are no cards of a Jäger"


@pytest.mark.clause("RR-27.4")
def test_a_draw_is_told_to_him_alone_and_cannot_be_taken_back() -> None:
    s = held(1)
    do(s, "draw")
    run(s, hand.JaegerPhase())
    s = held(1)
    title = hand.title(39)
    do(s, "draw")
    assert any(title in line.event.text for line in log(s, JAEGER))
    assert not any(title in line.event.text for line in log(s, "operators"))
    assert not any(title in line.event.text for line in log(s, None))
    assert can_undo(s) is not None


# --- what the others may think he holds


def imagined(s: Regiment, games: int) -> Counter[tuple[int, ...]]:
    """How often each hand is imagined by the Operators."""
    return Counter(thought(s, "operators", seed).j_hand for seed in range(games))


def chi_square(counts: list[int], expected: float) -> float:
    """How far counts are from being equal."""
    return sum((count - expected) ** 2 / expected for count in counts)


def test_every_hand_that_they_cannot_exclude_is_imagined_equally_often() -> None:
    s = set_up(jaeger="on")
    open_cards = range(6, data.JAEGER_CARDS)
    s.j_hand, s.j_down, s.j_deck = (0, 3), (1, 2), (2, 4, 5)
    s.j_pile = tuple((card, 0, 1) for card in open_cards)
    s.j_drawn = 6
    found = imagined(s, 3000)
    assert set(found) == {(a, b) for a in range(6) for b in range(a + 1, 6)}, "any two of the six that were not seen"
    assert chi_square(list(found.values()), 200) < 36.1, "99.9 % of fair draws among 15 are below"


def test_a_card_that_went_back_before_all_eyes_is_there_only_by_a_later_draw() -> None:
    s = set_up(jaeger="on")
    back = (2, 3, 4, 5)
    s.j_back = back
    s.j_hand, s.j_deck = (0, 1, 2), tuple(card for card in range(data.JAEGER_CARDS) if card not in (0, 1, 2))
    s.j_pile, s.j_deck = tuple((card, 1, 1) for card in range(8, data.JAEGER_CARDS)), (3, 4, 5, 6, 7)
    s.j_drawn = 1
    found = imagined(s, 3000)
    allowed = {
        (a, b, c)
        for a in range(8)
        for b in range(a + 1, 8)
        for c in range(b + 1, 8)
        if sum(card in back for card in (a, b, c)) <= 1
    }
    assert set(found) == allowed, "one card was drawn since, so at most one of the hand is from among them"
    assert chi_square([found[one] for one in sorted(allowed)], 3000 / len(allowed)) < 54, "of 28 hands"


def test_a_card_cannot_have_left_his_hand_before_it_was_drawn() -> None:
    s = set_up(jaeger="on")
    s.j_back = (2, 3)
    s.j_pile = ((0, 0, 0), *((card, 2, 1) for card in range(6, data.JAEGER_CARDS)))
    s.j_hand, s.j_deck, s.j_drawn = (2,), (1, 3, 4, 5), 2
    gone = Counter(thought(s, "operators", seed).j_pile[0][0] for seed in range(800))
    assert set(gone) == {0, 1, 4, 5}, "it went before anything was drawn, so it is none of those that came back"


def test_the_jaeger_knows_his_own_cards() -> None:
    s = set_up(jaeger="on")
    s.j_hand, s.j_down, s.j_pile = (1, 2), (3, 1), ((4, 1, 0), (5, 2, 1))
    s.j_deck = tuple(card for card in s.j_deck if card not in range(1, 6))
    for seed in range(5):
        twin = thought(s, JAEGER, seed)
        assert (twin.j_hand, twin.j_pile, twin.j_down) == (s.j_hand, s.j_pile, s.j_down)
        assert sorted(twin.j_deck) == sorted(s.j_deck)
