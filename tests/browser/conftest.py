"""A real Chromium on a real server with the built client. A page that logs an error fails its test.

SANDTABLE_SLOW=6 makes every page six times as slow: what falls then reads a page before it has answered.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.browser.pages import PATIENCE
from tests.web.harness import ROOT, Server

STATIC = ROOT / "src" / "sandtable" / "web" / "static"
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
DESK: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SLOW = float(os.environ.get("SANDTABLE_SLOW", "1"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's own browser, without its sandbox because tests may run as root."""
    path = shutil.which("chromium")
    assert path, "chromium is not installed: apt-get install chromium"
    assert (STATIC / "index.html").exists(), "the client is not built: npm run build in client/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the toy games."""
    server = Server(tmp_path_factory.mktemp("server"), modules=("tests.browser.toys",))
    yield server.start()
    server.kill()


Opener = Callable[..., Page]


@pytest.fixture
def person(chromium: Browser) -> Iterator[Opener]:
    """Opens a browser of somebody's own: nothing is shared with another one. What it complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        # The browser itself reports lost connections and refused requests, which are what some tests are about.
        expected = ("WebSocket", "ERR_CONNECTION", "Failed to load resource")
        if message.type in ("error", "warning") and not any(words in message.text for words in expected):
            complaints.append(message.text)

    def make(
        url: str,
        *,
        phone: bool = False,
        still: bool = True,
        screen: ViewportSize | None = None,
        remembers: dict[str, Any] | None = None,
        **more: Any,
    ) -> Page:
        context = chromium.new_context(
            viewport=screen or (PHONE if phone else DESK),
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
            **more,
        )
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        # Tests choose from the list of all actions, which is folded on a desk until it is asked for, and have read
        # their briefing; who asked for no motion also waits for no story.
        given = {"foldActions": False, "briefing": False, "pace": "skip" if still else "play"}
        settings = json.dumps(given | (remembers or {}))
        keep = f"localStorage['sandtable.settings'] ??= {json.dumps(settings)}"
        context.add_init_script(f"if (location.protocol !== 'about:') {keep}")
        page = context.new_page()
        if SLOW > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical. Its script is put in by the test, past the page's own policy."""
    page.wait_for_function("document.getAnimations().every(one => one.playState !== 'running')")  # colours fade over
    page.evaluate(f"() => {{ {Path(AXE).read_text()} }}")
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
