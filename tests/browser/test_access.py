"""For everybody: keyboard alone, list alone, phone, and nothing that axe-core finds serious."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, serious
from tests.browser.pages import act, bare, cell, laid, lines, option, piece, play_now, waiting_for_update
from tests.web.harness import Server


def tab_to(page: Page, name: str) -> None:
    """Tab until something of that name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        label = page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
        if re.search(name, label or ""):
            return
    raise AssertionError(f"no {name} on the way of Tab")


def test_a_whole_game_is_played_by_keys_alone(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Convoy"))
    tab_to(page, "Play now")
    for _ in range(20):
        if card.get_by_role("button", name="Play now").evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    laid(page)

    # On the board: arrows go between what may be chosen, Enter chooses.
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    with waiting_for_update(page):
        page.keyboard.press("Enter")
    expect(cell(page, "well")).to_have_class(re.compile(r"\blit\b"))
    page.keyboard.press("ArrowRight")
    for _ in range(10):
        if page.locator(".board .hit.aim").count():
            break
        page.keyboard.press("ArrowRight")
    expect(cell(page, "well")).to_have_class(re.compile(r"\baim\b"))
    with waiting_for_update(page):
        page.keyboard.press("Enter")
    expect(lines(page)).to_have_count(1)

    # In the list: / goes there, words find, Enter chooses.
    for _ in range(3):
        expect(option(page, "End the turn")).to_be_visible()
        page.keyboard.press("/")
        find = page.get_by_placeholder("Find ( / )")
        expect(find).to_be_focused()
        page.keyboard.type("done")
        expect(option(page, "Truck T2 comes along")).to_be_hidden()
        with waiting_for_update(page):
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(find).to_have_value("")
    expect(page.get_by_role("region", name="Decision")).to_contain_text("trucks")


def test_a_phone_taps_once_to_choose_and_once_more_to_act(toys: Server, person: Opener) -> None:
    page = person(toys.url, phone=True)
    page.get_by_role("button", name="Play now").first.tap()
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    with waiting_for_update(page):
        option(page, "Truck T1 comes along").tap()
    before = page.locator("[data-n]").get_attribute("data-n")
    page.touchscreen.tap(*bare(page, "well"))
    armed = page.get_by_role("button", name="Drive to the well")
    expect(armed).to_be_visible()
    assert page.locator("[data-n]").get_attribute("data-n") == before
    with waiting_for_update(page):
        page.touchscreen.tap(*bare(page, "well"))
    page.get_by_role("tab", name="Story").tap()
    expect(page.get_by_role("region", name="Log")).to_contain_text("drives to the well")
    decision = page.get_by_role(
        "region", name="Decision"
    )  # it can be answered, and tells one's dice, whatever is open below
    expect(decision.get_by_role("img", name=re.compile("^die shows"))).to_be_visible()
    with waiting_for_update(page):
        decision.get_by_role("button", name="End the turn").tap()


def test_nothing_is_wider_than_a_phone(toys: Server, person: Opener) -> None:
    page = person(toys.url, phone=True)
    begin = page.get_by_role("button", name="Play now").first
    expect(begin).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    begin.tap()
    laid(page)
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_tapped_on_a_phone_is_44_pixels_high(toys: Server, person: Opener) -> None:
    page = person(toys.url, phone=True)
    page.get_by_role("button", name="Play now").first.tap()
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    laid(page)
    for role in ("button", "option", "tab"):
        for one in page.locator(f"{role}, [role={role}]").all():
            box = one.bounding_box()
            if box and not re.match(r"^§", one.inner_text()):
                assert box["height"] >= 43.5, one.inner_text()


def test_the_board_in_words_is_walked_and_chosen_from(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    page.keyboard.press("d")
    words = page.get_by_role("dialog", name="The board in words")
    words.get_by_role("button", name=re.compile("the camp.*Here: T1, T2, T3 and T4")).click()
    words.get_by_role("button", name="east: the well").click()
    expect(words).to_contain_text("the well. Nobody here.")
    with waiting_for_update(page):
        words.get_by_role("button", name="Choose this place").click()
    expect(words).to_contain_text("Here: T1.")


def test_prompt_and_log_are_read_out(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    live = page.locator("[aria-live=polite]").last
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    expect(live).to_contain_text("truck T1 drives to the well")
    expect(live).to_contain_text("Your decision: Name the trucks")


def test_text_size_and_theme_are_kept(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Text size").select_option("larger")
    page.get_by_label("Light or dark").select_option("dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_function("parseFloat(getComputedStyle(document.body).fontSize) > 19")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_serious_on_any_page(toys: Server, person: Opener, scheme: str, phone: bool) -> None:
    page = person(toys.url, phone=phone, color_scheme=scheme)
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    found = {"start": serious(page)}
    page.get_by_role("button", name="New game…").first.click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Start")).to_be_visible()
    found["new"] = serious(page)
    page.get_by_role("button", name="Cancel").click()
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    laid(page)
    found["table"] = serious(page)
    for drawer in ("More", "Settings", "People"):
        page.get_by_role("button", name=re.compile(f"^{drawer}")).click()
        expect(page.get_by_role("dialog", name=re.compile(f"^{drawer}"))).to_be_visible()
        found[drawer] = serious(page)
        page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
    inside = {
        "The board in words": page.get_by_role("dialog").get_by_role("button", name=re.compile("^the camp")),
        "Rules": page.get_by_role("dialog").get_by_text("there are no rules of"),
        "Legend": page.get_by_role("dialog", name="Legend"),
        "Replay": page.get_by_role("button", name="Back to now"),
    }
    for name, sign in inside.items():
        page.get_by_role("button", name="More").click()
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
        expect(sign).to_be_visible()
        found[name] = serious(page)
        page.keyboard.press("Escape")
        expect(sign).to_be_hidden()
    if phone:
        for name in ("Story", "Here", "Panels"):
            page.get_by_role("tab", name=name).click()
            expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
            found[name] = serious(page)
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_pieces_have_shapes_and_letters_as_well_as_colours(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    expect(piece(page, "T4").locator("text.name")).to_have_text("T4")
    expect(piece(page, "T4").locator("path.symbol")).to_have_count(1)
