"""The table holds still: whatever is asked and told, the board keeps its place and its size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, Opener
from tests.browser.pages import choices, choose, laid
from tests.web.harness import Server

SMALL: ViewportSize = {"width": 1024, "height": 768}
WATCH = """() => { const board = document.querySelector('.board'); window.boxes = new Set();
    const look = () => { const { x, y, width, height } = board.getBoundingClientRect();
        window.boxes.add([x, y, width, height].join(' ')); requestAnimationFrame(look); };
    look(); }"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), games=None, modules=())
    yield running.start()
    running.kill()


def decide(page: Page, number: int) -> bool:
    """Some decision of the list, another one each time; False when the game is over."""
    expect(page.locator(".prompt.mine, .prompt.over")).to_be_visible()
    if page.locator(".prompt.over").count():
        return False
    options = choices(page)
    texts = options.all_inner_texts()
    ready = next((n for n, text in enumerate(texts) if text.startswith("Ready")), None)
    choose(page, options.nth(number * 7 % len(texts) if ready is None else ready))
    return True


@pytest.mark.parametrize(
    ("game", "screen"),
    [
        ("who-dares-wins", DESK),
        ("night-drop", DESK),
        ("rogue-regiment", DESK),
        ("night-drop", SMALL),
        ("rogue-regiment", PHONE),
    ],
    ids=["who-dares-wins", "night-drop", "rogue-regiment", "night-drop on a small screen", "on a phone"],
)
def test_the_board_never_moves_through_forty_decisions(
    server: Server, person: Opener, game: str, screen: ViewportSize
) -> None:
    made = server.make(game, seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", screen=screen, phone=screen is PHONE)
    laid(page)
    page.evaluate(WATCH)
    made_number = 0
    while made_number < 40 and decide(page, made_number):
        made_number += 1
    assert made_number > 5
    assert len(page.evaluate("[...window.boxes]")) == 1
