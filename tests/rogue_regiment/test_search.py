"""The player that thinks ahead: what it thinks about, what a position is worth to it, and that it does so again."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.games.rogue_regiment.bot import hunter
from sandtable.games.rogue_regiment.bot.search import (
    ACTIONS,
    BEYOND,
    DASH,
    EARLY,
    EVEN,
    FEWEST,
    HIS_ACTIONS,
    MOODS,
    Thinker,
    is_clear,
)
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.state import ACTIVE, JAEGER, SEAT, Regiment
from sandtable.kernel.flow import Action, legal, play
from sandtable.kernel.search import Line, Weighed
from tests.kit import begun

GAME = sandtable.load("rogue-regiment")


def on_the_way(turns: int) -> Regiment:
    """The first mission after some turns of the quick player, with a man on the board."""
    s = begun(GAME, Regiment, "m1-cold-ford", seed=1)
    player = GAME.bot("greedy")
    while s.turn < turns:
        options = legal(s)
        play(s, player.pick(GAME.view(s, SEAT), options))
    return s


def asked(s: Regiment, seat: str, thinker: Thinker) -> list[Action]:
    """Plays on by the quick player until the seat has something to think about; its options."""
    player = GAME.bot("greedy")
    while True:
        options = legal(s)
        assert s.seat is not None, "the game is over before there was anything to think about"
        seen = GAME.seen_in(GAME.view(s, s.seat), options)
        own = options[0] if len(options) == 1 else player.pick(GAME.view(s, s.seat), options)
        if s.seat == seat and len(options) > 1 and thinker.lines(seen, options, own):
            return options
        play(s, own)


def is_asked_for_a_man(s: Regiment) -> bool:
    return isinstance(s.choice, turn.Act)


def test_the_same_view_gets_the_same_thoughts_and_a_hint_is_the_choice() -> None:
    thinker = Thinker(GAME, 0, "6")
    s = on_the_way(4)
    options = asked(s, SEAT, thinker)
    view = GAME.view(s, SEAT)
    first = thinker.weigh(view, options)
    again = Thinker(GAME, 0, "6").weigh(view, options)
    assert len(first) > 1 and all(one.values for one in first)
    assert [(one.line, one.values) for one in first] == [(one.line, one.values) for one in again]
    assert GAME.bot("search:6").candidates(view, options)[0].action == first[0].line.action


def weighed(*values: float) -> Weighed:
    return Weighed(Line(("end", "paddy")), list(values))


def test_a_line_is_left_off_when_it_is_clearly_no_better_and_not_before() -> None:
    """A loss in one world of six says little; that two lines come to the same says something after sixteen."""
    won = weighed(*[0.8] * 6)
    assert is_clear(won, weighed(*[-1.0] * 6))
    assert not is_clear(won, weighed(0.8, 0.8, -1.0, 0.8, 0.8, 0.8))
    assert not is_clear(won, weighed(*[0.8] * 6))
    assert is_clear(weighed(*[0.8] * EVEN), weighed(*[0.8] * EVEN))


def test_what_is_close_is_tried_in_more_worlds_than_what_is_clear() -> None:
    class Scripted(Thinker):
        """Says what each line comes to in each world, after how many actions."""

        long = 0

        def try_in(self, view: dict[str, Any], world: int, alive: list[Weighed]) -> bool:
            self.played += self.long * len(alive)
            for one in alive:
                loses = one.line.action == ("end", "bad") or (one.line.action == ("end", "close") and world % 5 == 4)
                one.values.append(-1.0 if loses else 0.8)
            return True

    def tried(*words: str, beyond: int = 6, long: int = 0, reader: str = SEAT) -> list[int]:
        thinker = Scripted(GAME, 0, "96")
        thinker.beyond, thinker.long = beyond, long
        found = [Weighed(Line(("end", word)), []) for word in words]
        thinker.try_all({"reader": reader}, found)
        return [len(one.values) for one in found]

    assert tried("good", "bad") == [FEWEST, FEWEST]
    clear, close, bad = tried("good", "close", "bad")
    assert bad == FEWEST < clear == close < 48
    assert tried("close", "close", "good") > tried("close", "close", "good", beyond=0), "what is quiet has half as many"
    assert tried("good", "good") == [FEWEST, FEWEST], "the same action, however it goes on"
    assert tried("close", "close", "good", long=28)[0] == 8 == 96 * ACTIONS // (28 * 3), (
        "what goes on for long has fewer"
    )
    assert tried("close", "close", "good", long=28, reader=JAEGER)[0] == 5 > 96 * HIS_ACTIONS / (28 * 3), (
        "and of the Jäger's the fewest"
    )


def test_whoever_had_the_thought_says_why_and_a_step_away_is_called_one() -> None:
    thinker = Thinker(GAME, 0, "4")
    assert {thinker.teller(Line(("end", "paddy"), (), mood)) for mood in MOODS} == set(thinker.moods.values())
    s = begun(GAME, Regiment, "m1-cold-ford", seed=1)
    player = GAME.bot("greedy")
    reasons: list[bool] = []
    while len(reasons) < 12:
        options = legal(s)
        action = player.pick(GAME.view(s, SEAT), options)
        if action[0] in ("move", "sprint"):
            reasons.append("leads away" in player.explained(GAME.view(s, SEAT), options, action).reason)
        play(s, action)
    assert True in reasons and False in reasons


def test_there_is_a_reason_for_a_call_a_rocket_and_a_hit() -> None:
    """M10 is played until the Typhoon has been called, has fired, and its hits are spent."""
    s = begun(GAME, Regiment, "m10-rocket-alley", seed=70_012)
    player = GAME.bot("greedy")
    told: set[str] = set()
    while not {"call", "hit", "rocket"} <= told:
        options = legal(s)
        view = GAME.view(s, SEAT)
        for action in options if len(options) > 1 else []:
            if action[0] not in told and action[0] in ("call", "hit", "rocket"):
                assert player.explained(view, options, action).reason, action
                told.add(action[0])
        play(s, options[0] if len(options) == 1 else player.pick(view, options))


def test_the_jaeger_thinks_about_where_his_cards_do_most() -> None:
    thinker = Thinker(GAME, 0, "4")
    s = begun(GAME, Regiment, "m1-cold-ford", seed=3, options={"jaeger": "on"})
    options = asked(s, JAEGER, thinker)
    assert options[0][0] in ("waypoint", "watch", "cat", "twig", "stain", "lock", "upgrade")
    told = thinker.candidates(GAME.view(s, JAEGER), options)
    assert told[0].action == thinker.pick(GAME.view(s, JAEGER), options)
    assert len({one.reason for one in told}) == len(told) > 1, "each with what it is for"


def test_every_answer_of_the_jaeger_has_a_reason_and_a_card_tells_what_it_would_do_now() -> None:
    told: set[str] = set()
    for seed in range(3, 9):
        s = begun(GAME, Regiment, "m1-cold-ford", seed=seed, options={"jaeger": "on"})
        player = GAME.bot("greedy")
        while (options := legal(s)) and s.turn < 14:
            for option in options[:20] if s.seat == JAEGER else ():
                why = hunter.why(s, options, option)
                assert why, f"“{option[0]}” of seed {seed} has a reason"
                told |= {why} if option[0] in ("play", "use", "let") else set()
            play(s, options[0] if len(options) == 1 else player.pick(GAME.view(s, str(s.seat)), options))
    assert "it would show 1 Operator to his men as they stand now" in told
    assert "the stealth meter would fall by one" in told and "Stalker 2 can be sent off" in told


def test_quiet_is_worth_more_than_the_alarm_and_documents_in_hand_most() -> None:
    thinker = Thinker(GAME)
    s = on_the_way(6)
    quiet = thinker.value(s, SEAT)
    seen = s.clone()
    seen.rouse(0)
    noticed = thinker.value(seen, SEAT)
    assert quiet > noticed
    body = s.clone()
    risky = max(thinker.eyes.look(s).lie.items(), key=lambda one: one[1])[0]
    body.lay(corpses=(risky,))
    assert quiet > thinker.value(body, SEAT), "a body lies where it will be found"
    done = s.clone()
    m = next(n for n in range(len(s.m_kind)) if s.m_state[n] == ACTIVE)
    done.lay(papers=(-2 - m,))
    assert thinker.eyes.secured(done) >= s.stage.mission.minor
    assert thinker.value(done, SEAT) > quiet
    assert thinker.value(done, JAEGER) == -thinker.value(done, SEAT)


def test_who_waits_with_a_grenade_thinks_about_the_throw_and_the_run_home() -> None:
    s = begun(GAME, Regiment, "m2-lights-out", seed=30)
    player, thinker = GAME.bot("greedy"), Thinker(GAME, 0, "2")
    while s.turn < EARLY or not is_asked_for_a_man(s):
        play(s, player.pick(GAME.view(s, SEAT), legal(s)))
    seen = GAME.seen_in(GAME.view(s, SEAT), legal(s))
    throw = Line(("pop-throw", "paddy"), (), DASH)
    assert thinker.lines(seen, legal(s), ("end", "paddy")) == [throw]
    assert thinker.beyond == BEYOND, "what follows a bang is played on"
    play(s, throw.action)
    while not is_asked_for_a_man(s):
        play(s, player.pick(GAME.view(s, SEAT), legal(s)))
    paddy = s.man_of("paddy")
    before = thinker.eyes.run(s)[s.m_at[paddy]]
    assert thinker.noise(s), "they are alert"
    play(s, thinker.dash(s, paddy, legal(s)))
    assert thinker.eyes.run(s)[s.m_at[paddy]] < before
