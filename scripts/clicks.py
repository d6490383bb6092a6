"""Count the clicks that a game takes by hand: `python -m scripts.clicks GAME [--actions N] [--seed N]`.

A bot decides, and a real browser at a real server carries each decision out as a person would: pieces and places of an
action are clicked on the board, what is not there on buttons, and what has a name in the bar by that. The clicks are
counted for each turn of the game; each decision is told on standard error, and at the end how long the page took from a
click to what came of it, and how much was sent for the first look at the table. It plays whatever client is built, so
that two of them can be compared.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import FloatRect, Page, sync_playwright

import sandtable
from sandtable.web import telling, told
from tests.web.harness import Server

PATIENCE = 3  # tries of one decision
RIM = 0.06  # of a place that its counters leave free
WATCHES = """window.waited = []; let pressed = 0;
addEventListener('pointerdown', () => { pressed = performance.now(); }, true);
new MutationObserver((changes) => {
    if (pressed && changes.some((one) => one.attributeName === 'data-n')) {
        window.waited.push(performance.now() - pressed); pressed = 0;
    }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-n'] });"""
"""Notes how long each click takes till the table shows a newer position."""
LOADED = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"
UNCOVERED = """spots => {
    const own = document.elementFromPoint(...spots[0])?.closest('[data-piece], [data-hit]');
    const bare = ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-piece]') === null;
    return own?.dataset.piece ? (spots.find(bare) ?? spots[0]) : spots[0];
}"""
SETTINGS = '{"foldActions": false, "briefing": false, "pace": "skip"}'


class Hand:
    """Somebody at the table who clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.listed = 0
        """How often nothing but the list would do."""
        self.names: dict[str, str] = {}
        self.at: dict[str, str] = {}
        self.meant: set[str] = set()
        """Where a click does something at once."""

    def held(self) -> tuple[str | None, str | None]:
        """How far the table is, and how many pieces are picked that the server has not heard of."""
        table = self.page.locator("[data-n]")
        return table.get_attribute("data-n"), table.get_attribute("data-picks")

    def settled(self) -> tuple[str | None, str | None]:
        self.page.wait_for_selector("[data-n]:not([data-n='0'])[data-busy='false']")
        return self.held()

    def changed(self, before: tuple[str | None, str | None], wait: int = 700) -> bool:
        """Whether something was sent or picked since; what is on its way is waited for."""
        busy = self.page.locator("[data-busy='true']")
        for _ in range(max(1, wait // 20)):
            if self.held() != before:
                self.settled()
                return True
            self.page.wait_for_timeout(20)
        if busy.count():
            self.settled()
        return self.held() != before

    def press(self, selector: str, button: Literal["left", "right"] = "left") -> bool:
        """A click on the middle of something, if it is there and in sight."""
        found = self.page.locator(selector).first
        if found.count() == 0 or not found.is_visible():
            return False
        if selector.startswith(".panels"):
            found.scroll_into_view_if_needed()
        box = found.bounding_box()
        if box is None:
            return False
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.click(*(self._free(box) if "data-hit" in selector else middle), button=button)
        self.clicks += 1
        return True

    def _free(self, box: FloatRect) -> tuple[float, float]:
        """Where something is not covered by a fanned stack beside it; else its middle."""
        parts = ((0.5, 0.5), (0.5, 0.2), (0.5, 0.8), (0.8, 0.5), (0.2, 0.5))
        spots = [(box["x"] + box["width"] * x, box["y"] + box["height"] * y) for x, y in parts]
        return tuple(self.page.evaluate(UNCOVERED, [list(spot) for spot in spots]))

    def carry_out(self, option: told.Option) -> bool:
        """One decision: where a click does it, else a button that says it all, its nouns where they are, the list."""
        before = self.settled()
        self._bring(option.at)
        words, text = tuple(option.words), option.text
        if option.likely == 1 and self._lit(option.at) and self._came_of_it(text, before):
            return True
        if self._button(text):
            return self.changed(before, 3000) or self._sure(before)
        if option.likely > 1 and self._lit(option.at, button="right") and self._menu(text, before):
            return True
        if self.meant.intersection(words[1:]):  # a click there would mean something else: first its verb
            self._button(self.names.get(words[0], words[0]))
        for word in words[1:]:
            if not (self._lit(word) or self._word(word)):
                continue
            if self.changed(before) or self._menu(text, before):
                return True
        self.clicks += 1  # the list is the last resort, and costs a click as well
        self.listed += 1
        rows = self.page.get_by_role("option").filter(has_text=text)
        if rows.count() == 0:
            return False
        rows.first.click()
        return self.changed(before, 3000) or self._sure(before)

    def gather(self, links: list[told.Option]) -> bool:
        """Pieces that act together: one of them, then the button for all with it, or each of them."""
        links = sorted(
            links, key=lambda link: self.page.locator(f'.board [data-piece="{link.words[-1]}"].buried').count()
        )
        if not self.carry_out(links[0]):
            return False
        others = len(links) - 1
        if not others:
            return True
        for name in ("Whole stack", "All that can"):
            button = self.page.get_by_role("button", name=f"{name} +{others}", exact=True)
            together = name != "Whole stack" or len({self.at.get(link.words[1]) for link in links}) == 1
            if others > 1 and together and button.count() == 1:
                before = self.held()
                button.click()
                self.clicks += 1
                return self.changed(before, 3000) and self.held()[1] == str(others + 1)
        return all(self.carry_out(link) for link in links[1:])

    def drag(self, piece: str, place: str) -> bool:
        """A piece that goes alone is dragged to its place; one that lies under others once they are fanned out."""
        self._bring(piece)
        shown = self.page.locator(f'.board [data-piece="{piece}"].lit:not(.buried)')
        if shown.count() == 0:
            rim = self._box(f'.board [data-hit="{self.at.get(piece)}"]')
            if rim is None:
                return False
            self.page.mouse.click(rim["x"] + rim["width"] / 2, rim["y"] + rim["height"] * RIM)
            self.clicks += 1
        begin, end = self._box(f'.board [data-piece="{piece}"]:not(.buried)'), self._box(f'.board [data-hit="{place}"]')
        if begin is None or end is None:
            return False
        before = self.held()[0]
        self.page.mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        self.page.mouse.up()
        self.clicks += 1
        if self.changed((before, "0"), 1500) and self.held()[0] != before:
            return True
        self.page.keyboard.press("Escape")  # the place is not in sight
        return False

    def _bring(self, word: str) -> None:
        """What is told to lie out of sight is brought into it when it is wanted."""
        box = self._box(f'.board [data-piece="{word}"], .board [data-hit="{word}"]')
        more = self.page.get_by_role("button", name="out of sight")
        if box is None or more.count() == 0:
            return
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        if not self.page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.board svg')", middle):
            more.first.click()
            self.clicks += 1

    def _box(self, selector: str) -> FloatRect | None:
        found = self.page.locator(selector).first
        return found.bounding_box() if found.count() else None

    def go_on(self) -> None:
        """Where one thing alone can follow what was picked, it is pressed: the rules would take it unasked."""
        rows = self.page.get_by_role("option")
        before = self.held()
        if before[1] != "0" and rows.count() == 1:
            rows.first.click()
            self.clicks += 1
            self.changed(before, 3000)

    def _came_of_it(self, text: str, before: tuple[str | None, str | None]) -> bool:
        """What a click did: it was done at once, or it is asked what is meant, or whether one is sure."""
        done = "[data-busy='true'], .board .menu button, .prompt .answers .sure"
        if not self.changed(before, 200) and not self.page.locator(done).count():
            return self.changed(before, 1500)
        return self.changed(before, 20) or self._menu(text, before) or self._sure(before) or self.changed(before, 1500)

    def _sure(self, before: tuple[str | None, str | None]) -> bool:
        """What cannot be taken back is asked once more."""
        return self.press(".prompt .answers .sure") and self.changed(before, 3000)

    def _button(self, text: str) -> bool:
        """A button of the bar that says it all, in its row or folded away."""
        named = re.compile(f"^\\s*(★ ?)?{re.escape(text)}\\s*$", re.IGNORECASE)
        buttons = self.page.locator(".prompt .fit .one:not(.beyond) button", has_text=named)
        if buttons.count() == 0:
            folded = self.page.locator(".prompt .fit .beyond button", has_text=named)
            if folded.count() == 0:
                return False
            self.page.locator(".prompt .fit .more > button").click()
            self.clicks += 1
            buttons = self.page.locator(".prompt .fit .list button", has_text=named)
            if buttons.count() == 0:
                self.page.locator(".prompt .fit .list > button").click()
                self.clicks += 1
        buttons.first.click()
        self.clicks += 1
        return True

    def _lit(self, word: str, button: Literal["left", "right"] = "left") -> bool:
        """A click on something lit: on the board, in a panel, or, where others lie on it, once they are fanned out."""
        shown = f'.board [data-piece="{word}"].lit:not(.buried)'
        lit = (shown, f'.board [data-hit="{word}"].lit', f'.panels [data-slot="{word}"].lit .face')
        if any(self.press(one, button) for one in lit):
            return True
        if self.page.locator(f'.board [data-piece="{word}"].buried.lit').count() == 0:
            return False
        sent = self.held()[0]
        over = [one for one, at in self.at.items() if at == self.at.get(word)]
        top = next((one for one in over if self._picked(f'.board [data-piece="{one}"]:not(.buried)')), None)
        if self.held()[0] != sent:  # the only one of a stack that may act does so wherever the stack is clicked
            return True
        found = self._picked(shown) if button == "left" else self.press(shown, button)
        if top is not None:  # it was chosen on the way, and is let go again
            self._picked(f'.board [data-piece="{top}"].clicked')
        return found

    def _picked(self, selector: str) -> bool:
        """A click that is waited for."""
        before = self.held()
        return self.press(selector) and (self.changed(before, 1500) or True)

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


def chain(game: sandtable.Game, s: sandtable.State, bot: sandtable.Bot) -> list[told.Option]:
    """What the bot does next; pieces that it takes along one after the other are one decision of a hand."""
    found: list[told.Option] = []
    while s.seat == game.seats(s)[0]:
        seen = game.seen(s, s.seat)
        words = ("ready",) if ("ready",) in seen.options else bot.pick(seen.view, seen.options)
        option = next(one for one in telling.options(seen) if tuple(one.words) == words)
        pieces = {piece.id for piece in seen.drawn.pieces}
        link = len(words) == 2 and words[1] in pieces and (not found or words[0] == found[0].words[0])
        if found and not link:
            break
        found.append(option)
        if not link or seen.ahead([sandtable.words(words)]) is None:
            break
        s = s.clone()
        sandtable.play(s, words)
    return found


def onward(
    game: sandtable.Game, s: sandtable.State, bot: sandtable.Bot, links: list[told.Option]
) -> told.Option | None:
    """Where the bot sends a piece that it takes alone, if a place on the board says so."""
    words = tuple(links[0].words)
    if len(links) > 1 or game.seen(s, s.seat).ahead([sandtable.words(words)]) is None:
        return None
    s = s.clone()
    sandtable.play(s, words)
    after = chain(game, s, bot)
    return after[0] if len(after) == 1 and after[0].likely == 1 and after[0].at == after[0].words[-1] else None


def play(server: Server, page: Page, game: sandtable.Game, given: argparse.Namespace) -> Counter[str]:
    """Play so many decisions, and count the clicks of each turn."""
    chosen: dict[str, Any] = {"scenario": given.scenario} if given.scenario else {}
    made = server.make(game.name, seed=given.seed, **chosen)
    secret, match = made["secret"], made["match"]["id"]
    page.goto(f"{server.url}/t/{match}#{secret}")
    page.wait_for_selector(".board [data-hit]")
    loaded = page.evaluate(LOADED)
    hand, counted, bot = Hand(page), Counter[str](), game.bot("greedy", seed=given.seed)
    held: list[tuple[str, ...]] = []
    tries: Counter[int] = Counter()
    while counted["decisions"] < given.actions:
        hand.settled()
        s = sandtable.replay(server.get(f"/api/matches/{match}/record", secret).text)
        if s.seat is None:
            break
        if s.seat != game.seats(s)[0]:
            page.wait_for_timeout(50)  # the opponent thinks
            continue
        for words in held:  # what is only picked is not in the record yet
            sandtable.play(s, words)
        tries[s.number] += 1
        assert tries[s.number] <= PATIENCE, f"action {s.number} is tried again and again, and nothing comes of it"
        seen = game.seen(s, s.seat)
        hand.names = seen.names
        hand.at = {piece.id: piece.at for piece in seen.drawn.pieces}
        hand.meant = {one.at for one in telling.options(seen) if one.likely == 1}
        links = chain(game, s, bot)
        turn, before = turn_of(page), hand.clicks
        goal = None if held else onward(game, s, bot, links)
        if goal is not None and hand.drag(links[0].words[-1], goal.at):
            links = [*links, goal]
        else:
            assert hand.gather(links), f"“{sandtable.words(tuple(links[0].words))}” could not be clicked"
        hand.go_on()
        counted[f"turn {turn}"] += hand.clicks - before
        counted["decisions"] += len(links)
        counted["from the list"] = hand.listed
        said = "; ".join(sandtable.words(tuple(link.words)) for link in links)
        print(f"turn {turn}: {said}: {hand.clicks - before}", file=sys.stderr, flush=True)
        held = [*held, *[tuple(link.words) for link in links]] if hand.held()[1] != "0" else []
    waited = sorted(page.evaluate("window.waited"))
    counted["first load, KB"] = round(loaded / 1000)
    counted["click to update, ms, median"] = round(statistics.median(waited))
    counted["click to update, ms, 95 %"] = round(waited[int(0.95 * (len(waited) - 1))])
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
            page.add_init_script(WATCHES)
            page.add_init_script(f"localStorage['sandtable.settings'] = JSON.stringify({SETTINGS})")
            for name, count in play(server, page, sandtable.load(given.game), given).items():
                print(f"{name:28} {count}")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
