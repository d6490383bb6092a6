"""Takes the pictures that pages show: a lesson and a table.

    python -m scripts.pictures

The client must be built. Matches have fixed seeds and are played by the games' own bots, so the pictures change only
if what they show changes.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

import sandtable
from tests.web.harness import ROOT, Server

FOLDER = ROOT / "docs" / "pictures"
DESK = ViewportSize(width=1400, height=900)
SEED = 7


def settled(page: Page) -> None:
    """Everything is fetched, and what moved stands still."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)


def learn(page: Page, server: Server) -> None:
    """The first lesson of the last game on the shelf."""
    page.goto(server.url)
    page.get_by_role("button", name="Learn").last.click()
    settled(page)


def table(page: Page, server: Server, name: str, decisions: int) -> None:
    """A person at a match so many decisions in, with its chosen seed, played by the quick bot on every seat."""
    game = sandtable.load(name)
    s = game.start(seed=SEED)
    bots = {seat: game.bot("greedy", SEED) for seat in game.seats(s)}
    while s.seat is not None and s.number < decisions:
        sandtable.play(s, bots[s.seat].pick(game.view(s, s.seat), sandtable.legal(s)))
    made = server.make(record=sandtable.record(s).text())
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    expect(page.locator("[data-n]")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Begin").click()
    page.mouse.move(5, 400)
    settled(page)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), games=None).start()
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport=DESK, reduced_motion="reduce")
            learn(page, server)
            page.screenshot(path=FOLDER / "lesson.png")
            table(page, server, "rogue-regiment", 30)
            page.screenshot(path=FOLDER / "rogue-regiment.png")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
