"""Count the clicks that a game takes by hand: `python -m scripts.clicks GAME [--actions N] [--seed N]`.

A bot decides, and a real browser at a real server carries each decision out as a person would: pieces and places of an
action are clicked on the board, what is not there on buttons, and what has a name in the bar by that. The clicks are
counted for each turn of the game. It plays whatever client is built, so that two of them can be compared.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, sync_playwright

import sandtable
from sandtable.web import telling
from tests.web.harness import Server

SETTINGS = '{"foldActions": false, "briefing": false, "pace": "skip"}'


class Hand:
    """Somebody at the table who clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.names: dict[str, str] = {}
        self.at: dict[str, str] = {}

    def held(self) -> tuple[str | None, str | None]:
        """How far the table is, and how many pieces are picked that the server has not heard of."""
        table = self.page.locator("[data-n]")
        return table.get_attribute("data-n"), table.get_attribute("data-picks")

    def settled(self) -> tuple[str | None, str | None]:
        self.page.wait_for_selector("[data-n]:not([data-n='0'])[data-busy='false']")
        return self.held()

    def changed(self, before: tuple[str | None, str | None], wait: int = 500) -> bool:
        """Whether something was sent or picked since."""
        for _ in range(max(1, wait // 20)):
            if self.held() != before:
                return True
            self.page.wait_for_timeout(20)
        return False

    def press(self, selector: str, button: Literal["left", "right"] = "left") -> bool:
        """A click on the middle of something, if it is there and in sight."""
        found = self.page.locator(selector).first
        if found.count() == 0 or not found.is_visible():
            return False
        box = found.bounding_box()
        if box is None:
            return False
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button=button)
        self.clicks += 1
        return True

    def carry_out(self, words: tuple[str, ...], text: str, at: str, likely: int) -> bool:
        """One decision: where a click does it, else a button that says it all, its nouns where they are, the list."""
        before = self.settled()
        if likely == 1 and self._lit(at):
            return self.changed(before, 1000) or self._sure(before)
        if likely > 1 and self._lit(at, button="right") and self._menu(text, before):
            return True
        if self._button(text):
            return self.changed(before, 1000) or self._sure(before)
        for word in words[1:]:
            if not (self._lit(word) or self._word(word)):
                continue
            if self.changed(before) or self._menu(text, before):
                return True
        self.clicks += 1  # the list is the last resort, and costs a click as well
        rows = self.page.get_by_role("option", name=re.compile(f"^(Advised: )?{re.escape(text)}"))
        if rows.count() == 0:
            return False
        rows.first.click()
        return self.changed(before, 1000) or self._sure(before)

    def _sure(self, before: tuple[str | None, str | None]) -> bool:
        """What cannot be taken back is asked once more."""
        return self.press(".prompt .answers .primary") and self.changed(before, 3000)

    def _button(self, text: str) -> bool:
        button = self.page.get_by_role("group", name="Verbs").get_by_role("button", name=text, exact=True)
        if button.count() != 1 or not button.is_visible():
            return False
        button.click()
        self.clicks += 1
        return True

    def _lit(self, word: str, button: Literal["left", "right"] = "left") -> bool:
        lit = (f'.board [data-piece="{word}"].lit', f'.board [data-hit="{word}"].lit')
        if word in self.at and self.page.locator(f'.board [data-piece="{word}"].buried').count():
            place = self.page.locator(f'.board [data-hit="{self.at[word]}"]').bounding_box()
            if place is not None:  # a stack is fanned out by a click beside it
                self.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] - 4)
                self.clicks += 1
        return any(self.press(one, button) for one in lit)

    def _word(self, word: str) -> bool:
        title = self.names.get(word, word)
        button = self.page.get_by_role("group", name="Next word").get_by_role("button", name=title, exact=True)
        if button.count() != 1 or not button.is_visible():
            return False
        button.click()
        self.clicks += 1
        return True

    def _menu(self, text: str, before: tuple[str | None, str | None]) -> bool:
        row = self.page.locator(".board .menu button").filter(has_text=text).first
        if row.count() == 0 or not row.is_visible():
            return False
        row.click()
        self.clicks += 1
        return self.changed(before, 3000)


def turn_of(page: Page) -> str:
    """What the bar says of the turn."""
    said = re.sub(r"\s+", " ", page.locator("header dl").inner_text())
    found = re.search(r"Turn (\d+)", said, re.IGNORECASE)
    return found[1] if found else "?"


def play(server: Server, page: Page, game: sandtable.Game, given: argparse.Namespace) -> Counter[str]:
    """Play so many decisions, and count the clicks of each turn."""
    chosen: dict[str, Any] = {"scenario": given.scenario} if given.scenario else {}
    made = server.make(game.name, seed=given.seed, **chosen)
    secret, match = made["secret"], made["match"]["id"]
    page.goto(f"{server.url}/t/{match}#{secret}")
    page.wait_for_selector(".board [data-hit]")
    hand, counted, bot = Hand(page), Counter[str](), game.bot("greedy", seed=given.seed)
    s = sandtable.replay(server.get(f"/api/matches/{match}/record", secret).text)
    while counted["decisions"] < given.actions:
        if hand.settled()[1] in (None, "0"):  # what is only picked is not in the record yet
            s = sandtable.replay(server.get(f"/api/matches/{match}/record", secret).text)
        if s.seat != game.seats(s)[0]:
            break
        seen = game.seen(s, s.seat)
        hand.names = seen.names
        hand.at = {piece.id: piece.at for piece in seen.drawn.pieces}
        words = ("ready",) if ("ready",) in seen.options else bot.pick(seen.view, seen.options)
        turn, before = turn_of(page), hand.clicks
        option = next(one for one in telling.options(seen) if tuple(one.words) == words)
        at, likely = getattr(option, "at", ""), getattr(option, "likely", 0)  # an older client knows neither
        assert hand.carry_out(words, option.text, at, likely), f"“{sandtable.words(words)}” could not be clicked"
        sandtable.play(s, words)
        counted[f"turn {turn}"] += hand.clicks - before
        counted["decisions"] += 1
    return counted


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sandtable.names())
    parser.add_argument("--scenario")
    parser.add_argument("--actions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=6)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), games=None, modules=()).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            page = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce").new_page()
            page.add_init_script(f"localStorage['sandtable.settings'] = JSON.stringify({SETTINGS})")
            for name, count in play(server, page, sandtable.load(given.game), given).items():
                print(f"{name:12} {count}")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
