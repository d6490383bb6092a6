"""What a person does at the table, by the names that a person sees.

A page answers when it can: whatever is read from it is waited for first, here or by `expect`. Nothing sleeps.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from playwright.sync_api import FloatRect, Locator, Page, expect

PATIENCE = 60.0
"""Seconds that anything may take on a machine that has other things to do."""
expect.set_options(timeout=PATIENCE * 1000)
NOT_YET = re.compile("^(…|Not your decision|What happened is being shown)$")
T = TypeVar("T")


def eventually(page: Page, read: Callable[[], T], sentence: str) -> T:
    """What was read once it is true; the page and its sockets go on meanwhile."""
    until = time.monotonic() + PATIENCE
    while not (found := read()):
        assert time.monotonic() < until, f"not within {PATIENCE:.0f} seconds: {sentence}"
        page.wait_for_timeout(50)
    return found


def ready(page: Page) -> None:
    """The table has been told of the match, and nothing that was sent waits for its answer."""
    table = page.locator("[data-n]")
    expect(table).not_to_have_attribute("data-n", "0")
    expect(table).to_have_attribute("data-busy", "false")


def play_now(page: Page, title: str) -> None:
    """Two clicks from nothing to a game: this is the second."""
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Play now").click()
    ready(page)


def option(page: Page, text: str) -> Locator:
    """An action of the list, whatever fuel it costs."""
    return page.get_by_role("option", name=re.compile(rf"^{re.escape(text)}( \d+ fuel)?$"))


def act(page: Page, text: str) -> None:
    """Choose a whole action from the list, and wait until the server has it or it is picked."""
    with waiting_for_update(page):
        option(page, text).click()


def choices(page: Page) -> Locator:
    """The list, once there is something to choose."""
    options = page.get_by_role("option")
    expect(options.first).not_to_have_text(NOT_YET)
    return options


HELD = "() => { const { n, picks } = document.querySelector('[data-n]').dataset; return `${n} ${picks}`; }"
"""What the server has told and what is picked, which it has not been told yet."""


@contextmanager
def waiting_for_update(page: Page) -> Iterator[None]:
    """Waits until the table shows something newer than before, or another number of pieces picked."""
    ready(page)
    before = page.evaluate(HELD)
    yield
    page.wait_for_function(f"before => ({HELD})() !== before", arg=before)
    ready(page)


def choose(page: Page, one: Locator) -> None:
    """Click an action of the list, and say so once more where what cannot be taken back is asked for. Where it is shown
    step by step what came of it, that has begun."""
    sure = page.locator(".prompt .answers .sure")
    shown = page.locator("[aria-label='What is happening'][data-stands=true]")
    ready(page)
    before = page.evaluate(HELD)
    one.click()
    done = lambda: page.evaluate(HELD) != before or sure.count() + shown.count() > 0  # noqa: E731
    eventually(page, done, "it is picked, sent, shown or asked once more")
    if sure.count() > 0 and page.evaluate(HELD) == before:
        with waiting_for_update(page):
            sure.click()
    ready(page)


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'.board [data-piece="{name}"]')


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.board [data-hit="{name}"]')


FITS = """() => {
    const svg = document.querySelector('.board > svg');
    if (!svg || !document.querySelector('.board [data-hit]')) return false;
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    return Math.abs(view.width / view.height - box.width / box.height) < 0.01;
}"""


def laid(page: Page) -> None:
    """The board is drawn and has found the shape of its room, which is settled a moment after it is shown."""
    ready(page)
    page.wait_for_function(FITS)


STEADY = """e => new Promise(done => {
    let last = '';
    const look = () => {
        const box = JSON.stringify(e.getBoundingClientRect());
        if (box === last) done();
        else { last = box; requestAnimationFrame(look); }
    };
    look();
})"""


def box(of: Locator) -> FloatRect:
    """Where something of the board is, once it stands still."""
    laid(of.page)
    of.evaluate(STEADY)
    found = of.bounding_box()
    assert found, "it is on the page"
    return found


def bare(page: Page, name: str) -> tuple[float, float]:
    """Near the lower edge of a cell, where no counter stands."""
    found = box(cell(page, name))
    return found["x"] + found["width"] * 0.5, found["y"] + found["height"] * 0.9


def click_cell(page: Page, name: str) -> None:
    page.mouse.click(*bare(page, name))


def lines(page: Page) -> Locator:
    """The lines of the log."""
    return page.get_by_role("region", name="Log").locator("li .line")


def log(page: Page) -> list[str]:
    """The lines of the log as they are now."""
    return [line.strip() for line in lines(page).all_inner_texts()]
