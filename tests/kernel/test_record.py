"""Records: what is written comes back, and every kind of damage is refused with its line."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import ReplayError, act, fingerprint, legal, parse_record, play, record, replay, transcript
from sandtable.kernel.chance import commitment
from tests.kernel.toys import cards, convoy, corridor

for _game in (cards.GAME, convoy.GAME, corridor.GAME):
    sandtable.register(_game)


def finished(seed: int = 3) -> sandtable.State:
    s = corridor.GAME.start(seed=seed, options={"shots": "none"})
    while options := legal(s):
        play(s, options[s.number % len(options)])
    return s


def text() -> str:
    return record(finished()).text()


def test_a_record_replays_to_the_same_position() -> None:
    s = finished()
    again = replay(record(s).text())
    assert fingerprint(again) == fingerprint(s)


def test_the_text_of_a_record_has_the_form_of_the_contract() -> None:
    lines = text().split("\n")
    assert lines[:6] == [
        "# sandtable 1", "game: toy-corridor", "rules: 0", "scenario: run", "options: shots=none",
        "seed: 03" + "00" * 31,
    ]  # fmt: skip
    assert lines[6] == ""
    assert lines[7].startswith("1 raider ")


def test_all_headers_come_back() -> None:
    s = convoy.GAME.start(seed=1, dice=[4, 2], draws=["T1"])
    full = record(s, players="driver=me", started="2026-11-15T20:00:00Z", opened=0, chosen=True, result="none")
    assert parse_record(full.text()) == full


def test_a_mission_travels_with_its_record() -> None:
    s = convoy.GAME.start(mission="title = 'own'\n\n[map]\nrows = 3")
    again = parse_record(record(s).text())
    assert again.mission == "title = 'own'\n\n[map]\nrows = 3"
    assert replay(again).setup.mission == again.mission


def test_play_on_from_here_draws_a_new_seed_for_what_follows() -> None:
    s = convoy.GAME.start(seed=1)
    for words in ("with T1", "go well", "with T1", "go fort"):
        if sandtable.parse(words) in legal(s):
            play(s, sandtable.parse(words))
    forked = record(s).forked(2, 99)
    assert "seed 3: 63" in forked.text()
    again = replay(parse_record(forked.text()))
    assert again.number == 2
    assert again.setup.seed_of(2) == s.setup.seed_of(2)
    assert again.setup.seed_of(3) != s.setup.seed_of(3)
    with pytest.raises(sandtable.BadInput, match="no action 77"):
        record(s).forked(77, 1)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda t: "nonsense", "line 1: a record begins with “# sandtable 1”, not “nonsense”"),
        (lambda t: "", "line 1: a record begins with"),
        (lambda t: t.replace("# sandtable 1", "# sandtable 9"), "line 1"),
        (lambda t: t.replace("scenario: run\n", ""), "line 6: the header ends without “scenario:”"),
        (lambda t: t.replace("rules: 0", "rules"), "line 3: a header is “name: value”, not “rules”"),
        (lambda t: t.replace("rules: 0", "rules: x"), "rules: “x” is not a whole number"),
        (lambda t: t.replace("rules: 0", "rules: 0\nrules: 0"), "line 4: header “rules” stands twice"),
        (lambda t: t.replace("rules: 0", "rules: 0\nweather: fine"), "line 4: header “weather” is not one of"),
        (lambda t: t.replace("seed: 03", "seed: zz"), "line 6: a seed is 64 hex digits"),
        (lambda t: t.replace("seed: 03", "seed: 0300"), "line 6: a seed is 64 hex digits"),
        (lambda t: t.replace("\n2 raider", "\n3 raider"), "line 9: expected “2 SEAT WORDS”, found “3 raider"),
        (lambda t: t.replace("1 raider sneak", "1 raider"), "line 8: expected “1 SEAT WORDS”"),
        (lambda t: t + "\npostscript\n", "after the actions only “mission:” may follow"),
        (lambda t: t.replace("shots=none", "shots"), "options: “shots” is not name=value"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_refused_with_its_line(damage: object, message: str) -> None:
    assert callable(damage)
    with pytest.raises(ReplayError) as refused:
        parse_record(damage(text()))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda t: t.replace("1 raider sneak", "1 raider fly"), "line 8: action 1: “fly” is not on offer to raider"),
        (lambda t: t.replace("1 raider", "1 guard"), "line 8: action 1 is guard's, but raider must choose"),
        (lambda t: t.replace("shots=none", "shots=many"), "option shots is one or none, not “many”"),
        (lambda t: t.replace("scenario: run", "scenario: walk"), "has no scenario “walk”"),
        (lambda t: t.replace("rules: 0", "rules: 4"), "this record is of rules 4; toy-corridor is at rules 0"),
    ],
)  # fmt: skip
def test_a_record_that_does_not_play_is_refused_with_the_action(damage: object, message: str) -> None:
    assert callable(damage)
    with pytest.raises(ReplayError) as refused:
        replay(parse_record(damage(text())))
    assert message in str(refused.value)


def test_actions_after_the_end_are_refused() -> None:
    longer = text().rstrip("\n") + f"\n{finished().number + 1} raider wait\n"
    with pytest.raises(ReplayError, match="but the game is over"):
        replay(longer)


def test_too_long_a_record_is_refused() -> None:
    with pytest.raises(ReplayError, match="at most 8388608 bytes"):
        parse_record(text() + " " * (8 * 1024 * 1024))


def test_a_transcript_holds_a_readers_lines_and_no_seed_and_cannot_be_replayed() -> None:
    s = cards.GAME.start(seed=1)
    play(s, legal(s)[0])
    leader = "south" if s.seat == "north" else "north"
    own, other = transcript(s, leader), transcript(s, s.seat)
    assert commitment(s.setup.seeds[0][1]) in own
    assert s.setup.seeds[0][1].hex() not in own
    assert "it is card" in own and "it is card" not in other
    with pytest.raises(ReplayError, match="this is a transcript; it holds no seed and cannot be replayed"):
        parse_record(own)


def test_a_record_may_be_replayed_in_part() -> None:
    s = finished()
    assert replay(record(s), to=1).number == 1


def test_a_face_that_the_die_does_not_have_is_refused_in_a_record() -> None:
    s = convoy.GAME.start(dice=[4])
    play(s, act("with", "T1"))
    play(s, act("go", "well"))
    with pytest.raises(ReplayError, match="given die 1 shows 9"):
        replay(record(s).text().replace("dice: 4", "dice: 9"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dice: " + "6 " * 20_000, "at most 10000 dice"),
        ("draws: " + "T1 " * 20_000, "at most 10000 draws"),
        ("\n".join(f"seed {n}: {'00' * 32}" for n in range(1, 1_100)), "at most 1000 seeds"),
        ("players: " + "x" * 5_000, "at most 4000 letters"),
    ],
)
def test_what_a_header_gives_is_bounded(line: str, says: str) -> None:
    good = text()
    with pytest.raises(ReplayError, match=says):
        parse_record(good.replace("scenario: run\n", f"scenario: run\n{line}\n"))
    with pytest.raises(ReplayError, match="an action has at most 4000 letters"):
        parse_record(good + f"{len(parse_record(good).actions) + 1} raider " + "x " * 3_000)
