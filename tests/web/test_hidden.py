"""What a seat may not know never reaches it: neither words nor numbers nor the fact that something was sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import sandtable
from tests.web.harness import Server, Tab

TWO = {"north": {"by": "me"}, "south": {"by": "link"}}
CARD = re.compile(r"\bc\d\b|card \d")


def cards(tab: Tab) -> set[str]:
    """Every card that was ever named to this tab, except by the names of all cards."""
    found: set[str] = set()
    for text in tab.raw:
        found |= set(CARD.findall(re.sub(r'"names":\{[^}]*\}', "", text)))
    return {word.replace("card ", "c") for word in found}


@contextmanager
def watched(server: Server) -> Iterator[tuple[Tab, Tab, Tab]]:
    """North, South and a watcher of one match."""
    made = server.make("toy-cards", seats=TWO)
    match = made["match"]["id"]
    with (
        server.sit(match, made["secret"]) as north,
        server.sit(match, made["links"]["south"]) as south,
        server.sit(match) as watcher,
    ):
        yield north, south, watcher


def test_each_side_is_told_only_its_own_cards(server: Server) -> None:
    with watched(server) as (north, south, watcher):
        hand = {option.split()[1] for option in north.options}
        north.act(north.options[0])
        south.until(lambda tab: bool(tab.options))
        watcher.until(lambda tab: len(tab.log) == 1)
        theirs = {option.split()[1] for option in south.options}
        assert not hand & theirs
        assert cards(north) == hand
        assert cards(south) == theirs
        assert cards(watcher) == set()
        assert north.texts() == ["North lays a card", f"it is card {min(hand)[1]}"]
        assert south.texts() == watcher.texts() == ["North lays a card"]
        assert [line["n"] for line in south.log] == [south.n]
        south.act(south.options[0])
        watcher.until(lambda tab: len(tab.log) == 3)
        assert cards(watcher) == {min(hand), min(theirs)}, "both were shown"


def test_what_a_side_says_to_itself_has_no_number_for_the_others(server: Server) -> None:
    with watched(server) as (north, south, watcher):
        for tab in (north, south, watcher):
            tab.until(lambda tab: len(tab.parts["people"]) == 2 and tab.parts["watching"] == 1)
            tab.done("ping")
        before = [(tab.n, tab.hash, len(tab.raw)) for tab in (south, watcher)]
        north.done("chat", text="I have the seven", channel="side")
        north.done("note", text="the seven is mine")
        north.done("claim", id=north.options[0].split()[1], on=True)
        for tab in (south, watcher):
            tab.done("ping")
        after = [(tab.n, tab.hash, len(tab.raw)) for tab in (south, watcher)]
        assert after == [(n, digest, messages + 1) for n, digest, messages in before], "only the ping was answered"
        assert north.chat[-1]["channel"] == "side"
        assert north.parts["notes"] == "the seven is mine"


def test_two_deals_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(server: Server) -> None:
    """Two matches in which south holds the same cards and north others: south reads the same, byte for byte."""
    hands: dict[frozenset[str], dict[frozenset[str], int]] = {}
    pair: tuple[int, int] | None = None

    game = sandtable.load("toy-cards")
    for seed in range(2000):
        s = game.start("three", seed=seed)
        north, south = (frozenset(game.view(s, seat)["hand"]) for seat in ("north", "south"))
        others = hands.setdefault(south, {})
        different = [other for hand, other in others.items() if hand != north]
        if different:
            pair = (different[0], seed)
            break
        others[north] = seed
    assert pair is not None
    told = []
    for seed in pair:
        made = server.make("toy-cards", seats=TWO, seed=seed)
        match = made["match"]["id"]
        with server.sit(match, made["secret"]) as north_tab, server.sit(match, made["links"]["south"]) as south_tab:
            north_tab.act(north_tab.options[0])
            south_tab.until(lambda tab: bool(tab.options))
            south_tab.refused("act", seen=south_tab.n, words=["lay", "c99"])
            south_tab.done("why_not", words=["lay", "c99"])
            south_tab.done("at", n=0)
            text = "\n".join(south_tab.raw)
            told.append(re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text).replace(match, "MATCH"))
            secret = south_tab.welcome["you"]["secret"]
            told[-1] = re.sub(r'"commitment":"[^"]*"', "", told[-1]).replace(secret, "SECRET")
    assert told[0] == told[1]


def test_the_commitment_is_public_and_the_seed_is_not(server: Server) -> None:
    seed = "ab" * 32
    made = server.make("toy-cards", seats=TWO, seed=seed)
    match = made["match"]["id"]
    assert made["match"]["commitment"].startswith("sha256:")
    assert made["match"]["chosen"]
    with server.sit(match, made["secret"]) as north:
        north.act(north.options[0])
        told = "".join(north.raw) + server.get(f"/api/matches/{match}").text
        told += server.get(f"/api/matches/{match}/transcript", made["secret"]).text
        assert seed not in told
    refused = server.get(f"/api/matches/{match}/record", made["secret"])
    assert (refused.status_code, refused.json()["error"]) == (403, "not-yet")
    assert seed not in refused.text


def test_watchers_can_be_kept_out(server: Server) -> None:
    made = server.make("toy-cards", seats=TWO, watchers=False, listed=True)
    match = made["match"]["id"]
    assert server.get(f"/api/matches/{match}/transcript").status_code == 403
    assert match not in [one["id"] for one in server.get("/api/matches").json()]
    listed = server.make("toy-cards", seats=TWO, listed=True)["match"]["id"]
    assert listed in [one["id"] for one in server.get("/api/matches").json()]
