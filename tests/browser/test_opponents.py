"""Levels in words, hints that can be taken up, and a finished game that is looked back at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, serious
from tests.browser.pages import act, lines, play_now, ready
from tests.web.harness import Server


def advice(page: Page) -> None:
    """Ask for a hint where the screen has a button for it, and else in the menu."""
    if page.get_by_role("button", name="Hint", exact=True).is_visible():
        page.get_by_role("button", name="Hint", exact=True).click()
    else:
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("button", name="Hint: what would a good player do?").click()


def test_opponents_are_offered_in_words_and_chance_is_none_of_them(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Planned", exact=True))
    card.get_by_role("button", name="New game…").click()
    choices = page.get_by_role("combobox", name="Driver").locator("option")
    expect(choices).to_have_text(
        [
            "Me", "Me and friends, by invitation", "A friend, by invitation",
            "The easy opponent: makes mistakes; a beginner can win", "The normal opponent: quick and sensible",
            "The hard opponent: thinks ahead, up to two seconds a decision",
        ]
    )  # fmt: skip


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_hint_is_read_lit_and_taken_up_by_two_presses(toys: Server, person: Opener, phone: bool) -> None:
    page = person(toys.url, phone=phone)
    play_now(page, "Planned")
    bar = page.get_by_role("region", name="Decision")
    advice(page)
    expect(bar).to_contain_text("Hint: Drive to the well (truck T1).")
    expect(bar).to_contain_text("Truck T1 is on its way to the fort.")
    expect(bar).to_contain_text("Drive to the well (truck T2)about as good")
    lit = page.locator(".board [data-piece=T1].preview, .board .preview[data-piece=T1]")
    expect(lit.first).to_be_visible()
    first = bar.get_by_role("button", name="Drive to the well (truck T1)", exact=True)
    first.click()
    expect(bar.get_by_role("button", name="Drive to the well", exact=True)).to_be_visible()
    expect(lines(page)).to_have_count(0)
    bar.get_by_role("button", name=re.compile("Not yet")).click()
    expect(first).to_be_visible()
    page.keyboard.press("Escape")
    expect(bar).not_to_contain_text("Hint: ")
    expect(lit).to_have_count(0)
    advice(page)
    first.click()
    bar.get_by_role("button", name="Drive to the well", exact=True).click()
    expect(page.get_by_text("truck T1 drives to the well", exact=False).first).to_be_attached()
    expect(bar).not_to_contain_text("Hint: ")
    assert serious(page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_finished_game_is_looked_back_at_shown_and_played_on(toys: Server, person: Opener, phone: bool) -> None:
    page = person(toys.url, phone=phone)
    play_now(page, "Planned")
    for _ in range(3):
        act(page, "End the turn")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Review", exact=True).click()
    sheet = page.get_by_role("dialog", name="Looking back")
    expect(
        sheet.get_by_text(re.compile("^What would have helped most: “.+” instead of “End the turn”"))
    ).to_be_visible()
    expect(sheet.get_by_text("Your judgement")).to_be_visible()
    expect(sheet.get_by_role("img", name=re.compile("The outlook over the game, from \\d+ to 0"))).to_be_visible()
    worst = sheet.get_by_role("listitem").filter(has_text="Better: ").first
    expect(worst).to_contain_text("End the turn. Better: ")
    expect(worst).to_contain_text("Truck T1 is on its way to the fort.")
    assert serious(page) == []
    worst.get_by_role("button", name="▶ Show").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    page.get_by_role("region", name="Replay").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Review", exact=True).click()
    before = page.url
    worst.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: url != before)
    ready(page)
    expect(page.get_by_role("option", name="End the turn")).to_be_visible()
