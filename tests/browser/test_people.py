"""Several people: seats by link, what each may see, chat, a curtain, and connections that break."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import Opener
from tests.browser.pages import (
    NOT_YET,
    act,
    choices,
    click_cell,
    eventually,
    laid,
    lines,
    option,
    piece,
    ready,
    waiting_for_update,
)
from tests.web.harness import CO_OP, Server


def socket_traffic(page: Page) -> list[str]:
    """Everything that this page's sockets receive from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(str(payload)))

    page.on("websocket", listen)
    return heard


def test_two_browsers_see_only_their_own_side(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")
    match = made["match"]["id"]
    north, south = person("about:blank"), person("about:blank")
    heard = {"north": socket_traffic(north), "south": socket_traffic(south)}
    north.goto(f"{toys.url}/t/{match}#{made['secret']}")
    south.goto(f"{toys.url}/t/{match}#{made['links']['south']}")
    expect(north.get_by_role("option", name=re.compile("^Lay card"))).to_have_count(3)
    expect(south.get_by_role("region", name="Decision")).to_contain_text("North")

    mine = set(north.get_by_role("option").all_inner_texts())
    with waiting_for_update(south):
        north.get_by_role("option").first.click()
    ready(north)
    expect(south.get_by_role("option", name=re.compile("^Lay card"))).to_have_count(3)
    theirs = set(south.get_by_role("option").all_inner_texts())
    assert not mine & theirs

    def ids(texts: set[str]) -> set[str]:
        return {f"c{re.sub('[^0-9]', '', text)}" for text in texts}

    for page, traffic, hidden in ((south, heard["south"], mine), (north, heard["north"], theirs)):
        dom = page.content()
        for card in ids(hidden):
            assert f'data-piece="{card}"' not in dom
            # The names of all cards are told; a card in a hand would be a piece or an option.
            assert not any(f'"id":"{card}"' in message or f'["lay","{card}"]' in message for message in traffic)
        for text in hidden:
            assert f">{text}<" not in dom

    # Who was away is told what happened since, and may watch just that.
    north.goto("about:blank")
    with waiting_for_update(south):
        choices(south).first.click()
    north.goto(f"{toys.url}/t/{match}")
    since = north.locator(".notices").get_by_text(re.compile("^Since your last visit"))
    expect(since).to_be_visible()
    north.get_by_role("button", name="Watch", exact=True).click()
    expect(since).to_have_count(0)
    expect(lines(north).last).to_have_text(lines(south).last.inner_text())


def test_chat_is_text_whatever_is_typed_and_has_a_channel_for_the_side(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")
    url = f"{toys.url}/t/{made['match']['id']}"
    north, south = person(f"{url}#{made['secret']}"), person(f"{url}#{made['links']['south']}")
    for page in (north, south):
        page.get_by_role("button", name=re.compile("^People")).click()
    north.get_by_label("Message").fill("<img src=x onerror=alert(1)>")
    north.get_by_role("button", name="Say").click()
    expect(south.get_by_text("<img src=x onerror=alert(1)>")).to_be_visible()
    assert south.locator(".chat img").count() == 0
    north.get_by_label("To", exact=True).select_option("side")
    north.get_by_label("Message").fill("between us")
    north.get_by_role("button", name="Say").click()
    expect(north.get_by_text("between us")).to_be_visible()
    assert south.get_by_text("between us").count() == 0


def test_notes_are_kept_for_the_person_alone(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    url = f"{toys.url}/t/{made['match']['id']}"
    page = person(f"{url}#{made['secret']}")
    page.get_by_role("button", name=re.compile("^People")).click()
    page.get_by_label("Notes, for you alone").fill("fuel runs out on turn 3")

    def kept() -> bool:
        with closing(sqlite3.connect(toys.folder / "sandtable.db")) as db:
            return db.execute("select 1 from people where notes = 'fuel runs out on turn 3'").fetchone() is not None

    eventually(page, kept, "notes are saved while they are typed")
    page.reload()
    page.get_by_role("button", name=re.compile("^People")).click()
    expect(page.get_by_label("Notes, for you alone")).to_have_value("fuel runs out on turn 3")
    watcher = person(url)
    ready(watcher)
    assert "fuel runs out" not in watcher.content()


def test_a_curtain_falls_between_the_seats_of_one_person(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "me"}})
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    expect(page.get_by_role("option", name=re.compile("^Lay card"))).to_have_count(3)
    mine = page.get_by_role("option").all_inner_texts()
    page.get_by_role("option").first.click()
    expect(page.get_by_role("heading", name="Hand over")).to_be_visible()
    assert page.locator(".board").count() == 0
    page.get_by_role("button", name="Show the table").click()
    expect(page.get_by_role("option", name=re.compile("^Lay card"))).to_have_count(3)
    assert not set(mine) & set(page.get_by_role("option").all_inner_texts())


def test_a_watcher_is_offered_nothing(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    page = person(f"{toys.url}/t/{made['match']['id']}")
    expect(page.get_by_role("region", name="Decision")).to_contain_text("driver must choose")
    expect(page.get_by_role("option")).to_have_text(["Not your decision"])
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_two_tabs_of_one_seat_agree(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    url = f"{toys.url}/t/{made['match']['id']}#{made['secret']}"
    one, two = person(url), person(url)
    expect(option(two, "Truck T1 comes along")).to_be_visible()
    act(one, "Truck T1 comes along")
    act(one, "Drive to the well")
    expect(two.get_by_role("region", name="Log")).to_contain_text("Truck T1 drives to the well")
    act(two, "End the turn")
    expect(one.get_by_role("banner")).to_contain_text("2 of 12")


def test_a_link_that_opens_nothing_says_so(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    page = person(f"{toys.url}/t/{made['match']['id']}#{'x' * 22}")
    expect(page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()


def test_a_killed_server_loses_nothing_and_the_page_heals_itself(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    toys.kill()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    toys.start()
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
    expect(page.get_by_text("Connecting…")).to_have_count(0)
    act(page, "Truck T2 comes along")
    expect(lines(page)).to_have_count(1)


def test_a_network_that_goes_away_is_told_at_once_and_the_page_heals_itself(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    act(page, "Truck T1 comes along")
    page.context.set_offline(True)
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    expect(page.get_by_role("option")).to_have_text(["…"])
    page.context.set_offline(False)
    act(page, "Drive to the well")
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
    expect(lines(page)).to_have_count(1)


def test_a_bot_takes_a_seat_over_and_hands_it_back(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "me"}})
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    page.get_by_role("button", name=re.compile("^People")).click()
    seat = page.get_by_role("dialog").locator(".seats > li").filter(has_text="South")
    seat.get_by_role("button", name="Let the random opponent play").click()
    expect(seat).to_contain_text("the random opponent")
    seat.get_by_role("button", name="Take the seat back").click()
    expect(seat).not_to_contain_text("bot random")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_another_persons_action_is_undone_when_they_agree(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy", name="Ann", seats=CO_OP)
    url = f"{toys.url}/t/{made['match']['id']}"
    ann, bob = person(f"{url}#{made['secret']}"), person(f"{url}#{made['links']['driver']}")
    expect(option(bob, "Truck T1 comes along")).to_be_visible()
    act(ann, "End the turn")
    expect(bob.get_by_role("banner")).to_contain_text("2 of 12")
    bob.get_by_role("button", name="Undo").click()
    expect(ann.get_by_text("asks to undo your action")).to_be_visible()
    with waiting_for_update(bob):
        ann.get_by_role("button", name="Agree").click()
    expect(bob.get_by_role("banner")).to_contain_text("1 of 12")


def test_who_is_here_is_shown(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy", name="Ann", seats=CO_OP)
    url = f"{toys.url}/t/{made['match']['id']}"
    ann = person(f"{url}#{made['secret']}")
    ann.get_by_role("button", name=re.compile("^People")).click()
    expect(ann.get_by_role("dialog")).to_contain_text("Ann (you) here")
    watcher = person(url)
    expect(ann.get_by_role("dialog")).to_contain_text("1 watching")
    watcher.close()
    expect(ann.get_by_role("dialog")).to_contain_text("0 watching")
    bob = person(f"{url}#{made['links']['driver']}")
    expect(ann.get_by_role("dialog")).to_contain_text(re.compile(r"Guest 2\s+here"))
    bob.close()
    expect(ann.get_by_role("dialog")).to_contain_text(re.compile(r"Guest 2\s+away"))
    assert "NaN" not in ann.get_by_role("dialog").inner_text()


def test_the_host_answers_for_somebody_who_was_away_for_two_minutes(person: Opener, tmp_path: Path) -> None:
    server = Server(tmp_path, modules=("tests.browser.toys",)).start()
    try:
        made = server.make("toy-convoy", name="Ann", seats=CO_OP)
        with server.sit(made["match"]["id"], made["secret"]) as tab:
            tab.act("with T2")  # now it is asked about truck T2
        url = f"{server.url}/t/{made['match']['id']}"
        ann, bob = person(f"{url}#{made['secret']}"), person(f"{url}#{made['links']['driver']}")
        laid(bob)
        click_cell(bob, "camp")  # the trucks fan out
        piece(bob, "T2").click()
        bob.get_by_role("button", name=re.compile("^People")).click()
        bob.get_by_role("button", name="I decide for truck T2").click()
        expect(bob.get_by_role("button", name="Let anybody decide for truck T2")).to_be_visible()
        prompt = ann.get_by_role("region", name="Decision")
        expect(prompt).to_contain_text("Guest 2 decides for truck T2.")
        expect(ann.get_by_role("option")).to_have_text(["Not your decision"])

        bob.close()
        expect(prompt).to_contain_text("You may answer once they were away for two minutes.")
        option(ann, "Drive to the well").click()
        expect(ann.get_by_role("status")).to_contain_text("Guest 2")
        expect(lines(ann)).to_have_count(0)

        server.away_since("p2", 130)
        expect(ann.get_by_role("option").first).not_to_have_text(NOT_YET)  # it has found its server again
        act(ann, "Drive to the well")
        expect(lines(ann)).to_have_text(re.compile("Truck T2 drives to the well"))
    finally:
        server.kill()


def test_your_turn_is_notified_when_the_page_is_hidden(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")
    url = f"{toys.url}/t/{made['match']['id']}"
    south = person("about:blank")
    south.add_init_script("""
        localStorage['sandtable.settings'] = JSON.stringify({notify: true});
        window.told = [];
        window.Notification = class { constructor(title, more) { window.told.push(title + ': ' + more.body); } };
        window.Notification.permission = 'granted';
        Object.defineProperty(document, 'hidden', { get: () => true });
    """)
    south.goto(f"{url}#{made['links']['south']}")
    north = person(f"{url}#{made['secret']}")
    ready(south)
    assert south.evaluate("window.told") == []
    with waiting_for_update(south):
        choices(north).first.click()
    south.wait_for_function("window.told.length > 0")
    told = south.evaluate("window.told")
    assert len(told) == 1
    assert told[0].startswith("Your turn: Cards")


def test_whoever_may_store_nothing_keeps_the_seat_by_the_address(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")
    page = person("about:blank")
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    page.goto(f"{toys.url}/t/{made['match']['id']}#{made['links']['south']}")
    ready(page)
    page.wait_for_function("/^#[A-Za-z0-9_-]{22}$/.test(location.hash)")
    own = page.url
    assert made["links"]["south"] not in own, "the invitation is used up"
    page.reload()
    ready(page)
    page.get_by_role("button", name=re.compile("^People")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Guest 2 (you) here")
    assert page.url == own


def test_an_invitation_that_was_used_says_so(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}}, name="Ann")
    link = f"{toys.url}/t/{made['match']['id']}#{made['links']['south']}"
    bob = person(link)
    ready(bob)
    expect(bob).to_have_url(f"{toys.url}/t/{made['match']['id']}")
    bob.reload()
    ready(bob)
    late = person(link)
    expect(late.get_by_role("main")).to_contain_text("this invitation has been used")
