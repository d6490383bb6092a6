"""How somebody is told of a turn that begins while they are away: set in the menu, shown by the browser itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.pages import eventually
from tests.web.harness import Server
from tests.web.test_notices import EXAMPLE, EXAMPLE_KEY, SEATS, Box, decrypted

SUBSCRIBE = """
const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
const bytes = (text) => Uint8Array.from(plain(text), (c) => c.charCodeAt(0)).buffer;
let given = null;
PushManager.prototype.getSubscription = async () => given;
PushManager.prototype.subscribe = async (how) => {
  window.subscribed = how;
  return (given = { endpoint: %s, getKey: (name) => bytes(%s[name]) });
};
"""
"""A push service on this machine instead of the browser's maker's, which a test cannot reach."""


@pytest.fixture
def mailbox() -> Iterator[Box]:
    box = Box()
    threading.Thread(target=box.serve_forever, args=(0.02,), daemon=True).start()
    yield box
    box.shutdown()
    box.server_close()


def test_a_turn_is_told_at_an_address_and_in_the_browser(person: Opener, tmp_path: Path, mailbox: Box) -> None:
    server = Server(tmp_path, notice_hosts=(mailbox.host,), push="mailto:op@example.org").start()
    try:
        made = server.make("toy-cards", seats=SEATS)
        match = made["match"]["id"]
        secret = server.post(f"/api/matches/{match}/sit", {"name": "Bob"}, made["links"]["south"]).json()["secret"]
        page = person("about:blank", permissions=["notifications"])
        keys = json.dumps({"p256dh": EXAMPLE.p256dh, "auth": EXAMPLE.auth})
        page.context.add_init_script(
            f"if (location.protocol !== 'about:') {{ {SUBSCRIBE % (json.dumps(f'http://{mailbox.host}/push'), keys)} }}"
        )
        page.goto(f"{server.url}/t/{match}#{secret}")
        page.get_by_role("button", name="More").click()
        menu = page.get_by_role("dialog", name="More")
        address = menu.get_by_label("Send a notice to this address")
        address.fill("https://other.example/turn")
        menu.get_by_role("button", name="Set", exact=True).click()
        expect(menu.get_by_role("status")).to_contain_text("its operator names the hosts")
        address.fill(f"http://{mailbox.host}/turn")
        menu.get_by_role("button", name="Set", exact=True).click()
        expect(menu.get_by_role("status")).to_contain_text("A first notice was sent there")
        menu.get_by_role("button", name="Tell me in this browser").click()
        expect(menu.get_by_role("status")).to_contain_text("even while the page is closed")
        assert page.evaluate("window.subscribed.applicationServerKey") == server.get("/api/notices").json()["push"]
        page.goto("about:blank")  # away
        with server.sit(match, made["secret"]) as ann:
            ann.until(lambda tab: not tab.parts["people"][1]["here"])
            ann.act(ann.options[0])
            mailbox.wait(3)
        got = {path: body for path, body, _ in mailbox.got}
        assert set(got) == {"/turn", "/push"}
        shown = delivered(page, server, decrypted(got["/push"], EXAMPLE_KEY, EXAMPLE.auth))
        assert shown == [{"title": "Cards", "body": "It is your turn.", "tag": match}]
    finally:
        server.kill()


def delivered(page: Any, server: Server, message: dict[str, str]) -> list[dict[str, str]]:
    """What the browser shows when its own push service brings it this."""
    page.goto(server.url)
    line = page.context.new_cdp_session(page)
    workers: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    eventually(page, lambda: workers, "the worker is there")
    where = {"origin": server.url, "registrationId": workers[0]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})
    notes = "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
    page.wait_for_function(f"() => {notes}.then((all) => all.length > 0)")
    shown: list[dict[str, str]] = page.evaluate(
        f"() => {notes}.then((all) => all.map(({{ title, body, tag }}) => ({{ title, body, tag }})))"
    )
    return shown
