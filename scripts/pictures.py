"""Takes the pictures of docs/pictures: every page and state of the table, on a desk and on a phone, light and dark.

python -m scripts.pictures [--only NAME]

The client must be built. Matches have chosen seeds and are played by the games' own bots, so that the pictures change
only when what they show does.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

import sandtable
from tests.web.harness import ROOT, Server

FOLDER = ROOT / "docs" / "pictures"
DESK = ViewportSize(width=1400, height=900)
PHONE = ViewportSize(width=390, height=844)
SEED = 7


@dataclass(frozen=True)
class Shot:
    """One picture: where, how it is reached from the start page, and what is done there."""

    name: str
    go: Callable[[Page, Server], None]
    phone: bool = False
    dark: bool = False


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)


def played(server: Server, name: str, decisions: int, scenario: str | None = None, **more: Any) -> dict[str, Any]:
    """A match so many decisions in: a chosen seed, played by `greedy` on every seat, and imported as a record."""
    game = sandtable.load(name)
    s = game.start(scenario, seed=SEED)
    bots = {seat: game.bot("greedy", SEED) for seat in game.seats(s)}
    while s.seat is not None and s.number < decisions:
        sandtable.play(s, bots[s.seat].pick(game.view(s, s.seat), sandtable.legal(s)))
    return server.make(record=sandtable.record(s).text(), **more)


def table(page: Page, server: Server, name: str, decisions: int, scenario: str | None = None, **more: Any) -> None:
    """A person at a match so many decisions in."""
    made = played(server, name, decisions, scenario, **more)
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    expect(page.locator("[data-n]")).to_be_visible(timeout=30_000)
    page.mouse.move(5, 400)
    settled(page)


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
    settled(page)


def start(page: Page, server: Server) -> None:
    page.goto(server.url)
    settled(page)


def new_game(page: Page, server: Server) -> None:
    start(page, server)
    page.get_by_role("button", name="New game…").first.click()
    settled(page)


def drawer(name: str, *through: str) -> Callable[[Page, Server], None]:
    def go(page: Page, server: Server) -> None:
        table(page, server, "who-dares-wins", 14)
        press(page, *(through or (name,)))

    return go


def at(game: str, decisions: int, scenario: str | None = None, **more: Any) -> Callable[[Page, Server], None]:
    return lambda page, server: table(page, server, game, decisions, scenario, **more)


def clause(page: Page, server: Server) -> None:
    table(page, server, "who-dares-wins", 14)
    page.get_by_role("region", name="Decision").get_by_role("button", name=re.compile("^Rule")).click()
    settled(page)


def overlay(game: str, name: str, decisions: int) -> Callable[[Page, Server], None]:
    def go(page: Page, server: Server) -> None:
        table(page, server, game, decisions)
        press(page, name)

    return go


def sight(page: Page, server: Server) -> None:
    table(page, server, "rogue-regiment", 12)
    page.locator('[data-piece="rifle-3"]').hover(force=True)
    settled(page)
    press(page, "What this unit sees")
    page.mouse.move(5, 400)
    settled(page)


def odds(page: Page, server: Server) -> None:
    """A patrol about to enter a zone where it may be seen."""
    table(page, server, "who-dares-wins", 14)
    page.get_by_role("option", name=re.compile("^Go to Jaghbub")).hover()
    page.get_by_text("%").first.wait_for()
    settled(page)


def combat(page: Page, server: Server) -> None:
    """The first tactical combat that random play comes to, imported as a record."""
    game = sandtable.load("who-dares-wins")
    for seed in range(200):
        chance = random.Random(seed)
        s = game.start("scenario-2", seed=seed)
        while s.seat is not None:
            if any(panel["kind"] == "lineup" for panel in game.scene(game.view(s, s.seat))["panels"]):
                made = server.make(record=sandtable.record(s).text())
                page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
                expect(page.get_by_role("option").first).to_be_visible()
                settled(page)
                return
            sandtable.play(s, chance.choice(sandtable.legal(s)))
    raise SystemExit("no combat in 200 games")


def over(page: Page, server: Server) -> None:
    table(page, server, "who-dares-wins", 400)
    press(page, "More", "Verify the dice")


def hot_seat(page: Page, server: Server) -> None:
    seats = {"british": {"by": "me"}, "german": {"by": "me"}}
    made = server.make("night-drop", seed=SEED, seats=seats)
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    page.get_by_role("heading", name="Hand over").wait_for()
    settled(page)


def watching(page: Page, server: Server) -> None:
    """Somebody without a secret, at a match between two sides."""
    made = played(server, "night-drop", 14)
    page.goto(f"{server.url}/t/{made['match']['id']}")
    expect(page.get_by_role("option", name="Not your decision")).to_be_visible()
    settled(page)


def all_seeing(page: Page, server: Server) -> None:
    """A game that is over, looked back at with nothing hidden."""
    made = played(server, "night-drop", 100_000, "night-only")
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    press(page, "Replay")
    page.get_by_label("Moment").fill("9")
    page.get_by_label("Seen by").select_option("all")
    settled(page)


def advice(page: Page, server: Server) -> None:
    table(page, server, "rogue-regiment", 12)
    press(page, "Hint")
    page.get_by_text("would:").wait_for()


def claimed(page: Page, server: Server) -> None:
    """A decision about an operator whom somebody else has claimed."""
    made = played(server, "rogue-regiment", 12)
    match = made["match"]["id"]
    bob = page.context.new_page()
    bob.add_init_script("localStorage['sandtable.settings'] = JSON.stringify({name: 'Bob'})")
    bob.goto(f"{server.url}/t/{match}#{made['links']['operators']}")
    bob.locator("[data-piece]").filter(has_text=re.compile("Jock|Paddy")).first.wait_for()
    acting = bob.get_by_role("region", name="Decision").inner_text().partition(":")[0]
    bob.locator("[data-piece]").filter(has_text=acting).first.click()
    press(bob, "People", "I decide for")
    page.goto(f"{server.url}/t/{match}#{made['secret']}")
    page.get_by_text(f"decides for {acting}").wait_for()
    settled(page)


def lost(page: Page, server: Server) -> None:
    """The server is gone, and comes back after the picture."""
    table(page, server, "who-dares-wins", 14)
    server.kill()
    page.get_by_text("The connection is lost").wait_for()


def sheet(tab: str) -> Callable[[Page, Server], None]:
    def go(page: Page, server: Server) -> None:
        table(page, server, "who-dares-wins", 14)
        page.get_by_role("tab", name=tab).click()
        settled(page)

    return go


SHOTS = (
    Shot("start", start),
    Shot("start-dark", start, dark=True),
    Shot("start-phone", start, phone=True),
    Shot("new-game", new_game),
    Shot("who-dares-wins", at("who-dares-wins", 40)),
    Shot("who-dares-wins-dark", at("who-dares-wins", 40), dark=True),
    Shot("who-dares-wins-phone", at("who-dares-wins", 14), phone=True),
    Shot("night-drop", at("night-drop", 14)),
    Shot("night-drop-dark", at("night-drop", 14), dark=True),
    Shot("night-drop-phone", at("night-drop", 8), phone=True),
    Shot("rogue-regiment", at("rogue-regiment", 12)),
    Shot("rogue-regiment-dark", at("rogue-regiment", 12), dark=True),
    Shot("rogue-regiment-phone", at("rogue-regiment", 8), phone=True),
    Shot("vehicles", at("rogue-regiment", 30, "m8-iron-harvest")),
    Shot("advice", advice),
    Shot("claimed", claimed),
    Shot("watching", watching),
    Shot("all-seeing", all_seeing),
    Shot("odds", odds),
    Shot("combat", combat),
    Shot("overlay", overlay("who-dares-wins", "Chance to enter unseen", 14)),
    Shot("sight", sight),
    Shot("rule", clause),
    Shot("words", drawer("words", "More", "The board in words")),
    Shot("people", drawer("People")),
    Shot("settings", drawer("Settings")),
    Shot("more", drawer("More")),
    Shot("replay", drawer("Replay")),
    Shot("evaluation", over),
    Shot("legend", drawer("legend", "More", "Legend")),
    Shot("curtain", hot_seat),
    Shot("phone-log", sheet("Log"), phone=True),
    Shot("phone-panels", sheet("Panels"), phone=True, dark=True),
    Shot("lost", lost),
)


@contextmanager
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def take(browser: Browser, server: Server, shot: Shot) -> None:
    context = browser.new_context(
        viewport=PHONE if shot.phone else DESK,
        has_touch=shot.phone,
        is_mobile=shot.phone,
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    shot.go(page, server)
    page.screenshot(path=FOLDER / f"{shot.name}.png")
    context.close()
    if server.process is None:
        server.start()
    print(shot.name, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="take only pictures whose name has this in it")
    wanted = parser.parse_args().only
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder), games=None, modules=()).start()
        try:
            for shot in SHOTS:
                if wanted is None or wanted in shot.name:
                    take(browser, server, shot)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
