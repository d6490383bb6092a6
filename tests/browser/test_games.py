"""The real games in a real browser."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import Opener, serious
from tests.browser.pages import log, play_now, waiting_for_update
from tests.web.harness import Server

NOT_YET = re.compile("^(…|Not your decision)$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games that are installed."""
    running = Server(tmp_path_factory.mktemp("server"), games=None, modules=())
    yield running.start()
    running.kill()


def decide(page: Page, *soon: str) -> str:
    """One decision from the list: the first option that begins with one of these words, else the first of all."""
    options = page.get_by_role("option")
    expect(options.first).not_to_have_text(NOT_YET, timeout=20_000)
    texts = options.all_inner_texts()
    wanted = next((n for word in soon for n, text in enumerate(texts) if text.startswith(word)), 0)
    with waiting_for_update(page):
        options.nth(wanted).click()
    return texts[wanted]


def may_decide(page: Page) -> bool:
    return page.locator(".prompt.mine").count() == 1 and page.locator(".prompt.over").count() == 0


def test_a_mission_of_who_dares_wins_from_the_start_page_to_its_evaluation(server: Server, person: Opener) -> None:
    page = person(server.url)
    play_now(page, "Who Dares Wins")
    chance = random.Random(6)
    made = 0
    while page.locator(".prompt.over").count() == 0:
        options = page.get_by_role("option")
        expect(options.first).not_to_have_text(NOT_YET, timeout=20_000)
        with waiting_for_update(page):
            options.nth(chance.randrange(options.count())).click()
        made += 1
        assert made < 400
    assert made > 3
    result = server.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()["result"]
    expect(page.get_by_role("region", name="Decision")).to_contain_text(result)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_role("dialog")).to_contain_text("The dice are as they were promised.", timeout=30_000)


def test_the_rules_of_a_clause_are_read_and_searched(server: Server, person: Opener) -> None:
    page = person(server.url)
    play_now(page, "Who Dares Wins")
    rule = page.get_by_role("region", name="Decision").get_by_role("button", name=re.compile("^Rule"))
    number = rule.inner_text()
    rule.click()
    drawer = page.get_by_role("dialog", name="Rules")
    expect(drawer.locator("li.wanted .number")).to_have_text(number)
    expect(drawer.locator("li.wanted")).to_be_in_viewport()
    everything = drawer.locator("li .number").count()
    drawer.get_by_label("Find in the rules").fill("discretion test")
    expect(drawer.locator("li .number")).not_to_have_count(everything)
    assert 0 < drawer.locator("li .number").count() < everything


@pytest.mark.parametrize("title", ["Who Dares Wins", "Night Drop: Pegasus Bridge", "Rogue Regiment"])
def test_axe_finds_nothing_serious_on_a_real_table(server: Server, person: Opener, title: str) -> None:
    page = person(server.url)
    play_now(page, title)
    for _ in range(6):
        decide(page, "Take the historical")
    assert serious(page) == []


class Ears:
    """Everything that a page's sockets receive, and the newest scene in it."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    def scenes(self) -> list[dict[str, Any]]:
        return [message["scene"] for message in map(json.loads, self.heard) if "scene" in message]

    def names(self, side: str) -> set[str]:
        """What this reader was shown of a side, by the names on the counters."""
        pieces = [piece for scene in self.scenes() for piece in scene["pieces"]]
        return {
            one["name"] for one in pieces if one["side"] == side and one["face"] == "shown" and len(one["name"]) > 3
        }


def test_night_drop_in_two_browsers_through_set_up_and_a_turn(server: Server, person: Opener) -> None:
    made = server.make("night-drop", seats={"british": {"by": "me"}, "german": {"by": "link"}}, name="Ann")
    url = f"{server.url}/t/{made['match']['id']}"
    pages = {"british": person("about:blank"), "german": person("about:blank")}
    ears = {seat: Ears(page) for seat, page in pages.items()}
    pages["british"].goto(f"{url}#{made['secret']}")
    pages["german"].goto(f"{url}#{made['links']['german']}")
    for page in pages.values():
        expect(page.locator("[data-n]")).not_to_have_attribute("data-n", "0")

    turns = pages["british"].locator("header dl")
    decisions = 0
    while "Turn 2" not in re.sub(r"\s+", " ", turns.inner_text()) and decisions < 150:
        seat = next((seat for seat, page in pages.items() if may_decide(page)), None)
        if seat is None:
            pages["british"].wait_for_timeout(50)
            continue
        decide(pages[seat], "Done", "Pass", "End")
        decisions += 1
    assert "Turn 2" in re.sub(r"\s+", " ", turns.inner_text())

    # The German knows his own units by name; the British sees their backs, in the page and on the wire.
    secret = ears["german"].names("german") - ears["british"].names("german")
    assert secret, "this turn hid nothing: the test has lost its point"
    traffic = "\n".join(ears["british"].heard)
    page_text = pages["british"].content()
    for name in secret:
        assert name not in traffic
        assert name not in page_text
    # What a VP marker is worth is told to the one who laid it, and to nobody else.
    for seat, page in pages.items():
        told = [line for line in log(page) if line.startswith("It is worth")]
        assert len(told) == 1, f"{seat} reads {told}"


def test_two_people_share_the_operators_of_rogue_regiment(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", name="Ann")
    url = f"{server.url}/t/{made['match']['id']}"
    ann, bob = person(f"{url}#{made['secret']}"), person(f"{url}#{made['links']['operators']}")
    for _ in range(8):  # set-up is anybody's: they take turns
        for page in (ann, bob):
            if "Who acts next" not in ann.get_by_role("region", name="Decision").inner_text():
                decide(page)
    expect(ann.get_by_role("region", name="Decision")).to_contain_text("Who acts next")

    # Ann claims an operator: what he does is hers to decide.
    ann.locator("[data-piece]").filter(has_text="Jock").first.click()
    ann.get_by_role("button", name=re.compile("^People")).click()
    ann.get_by_role("button", name=re.compile("^I decide for")).click()
    ann.keyboard.press("Escape")
    decide(ann, "Act Jock")
    expect(bob.get_by_role("region", name="Decision")).to_contain_text("decides for Jock")
    bob.get_by_role("option").first.click()
    expect(bob.get_by_role("status")).to_be_visible()
    before = ann.locator("[data-n]").get_attribute("data-n")
    assert before == bob.locator("[data-n]").get_attribute("data-n")
    decide(ann, "Crouch", "End the turn")


def test_the_enemys_phase_is_stepped_and_skipped(server: Server, person: Opener) -> None:
    page = person("about:blank", still=False)
    page.add_init_script("localStorage['sandtable.settings'] = JSON.stringify({pace: 'step'})")
    page.goto(server.url)
    play_now(page, "Who Dares Wins")
    happening = page.get_by_role("region", name="What is happening")
    for _ in range(8):
        if happening.count():
            break
        decide(page, "Take the historical")
        page.wait_for_timeout(600)
    expect(happening).to_be_visible()
    shown = len(log(page))
    assert page.get_by_role("option").all_inner_texts() == ["…"]
    happening.get_by_role("button", name="Step").click()
    page.wait_for_timeout(600)
    assert len(log(page)) == shown + 1
    happening.get_by_role("button", name="Skip").click()
    expect(happening).to_have_count(0)
    expect(page.get_by_role("option").first).not_to_have_text(NOT_YET)
    assert len(log(page)) > shown + 1
