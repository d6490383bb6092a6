"""What a person does at the table, by the names that a person sees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

expect.set_options(timeout=20_000)  # a busy machine answers late


def play_now(page: Page, title: str) -> None:
    """Two clicks from nothing to a game: this is the second."""
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-n]")).not_to_have_attribute("data-n", "0")
    page.wait_for_load_state("networkidle")


def option(page: Page, text: str) -> Locator:
    return page.get_by_role("option", name=text, exact=True)


def act(page: Page, text: str) -> None:
    """Choose a whole action from the list, and wait until the server has it."""
    with waiting_for_update(page):
        option(page, text).click()


@contextmanager
def waiting_for_update(page: Page) -> Iterator[None]:
    """Waits until the table shows something newer than before."""
    before = page.locator("[data-n]").get_attribute("data-n")
    yield
    expect(page.locator("[data-n]")).not_to_have_attribute("data-n", before or "")


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'.board [data-piece="{name}"]')


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.board [data-hit="{name}"]')


def click_cell(page: Page, name: str) -> None:
    """Near the corner of the cell, where no counter stands."""
    box = cell(page, name).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.9)


def log(page: Page) -> list[str]:
    return [line.strip() for line in page.get_by_role("region", name="Log").locator("li .line").all_inner_texts()]
