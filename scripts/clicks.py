"""Counts the clicks that a game takes: `python -m scripts.clicks GAME [--actions N] [--seed N] [--record FILE]`.

A bot or a record decides, and a real browser at a real server carries each decision out as a person would. It clicks
the pieces and places of an action on the board, buttons for what is not there, and the decision bar for what has a
name in it. Clicks are counted for each turn of the game. Each decision is printed on standard error, and at the end
how much was sent for the first look at the table. (`scripts.updates` measures how long a click takes.)

It plays whatever checkout it is started in, older ones too (docs/decisions/040 says how far back), so that one record
can be compared between two of them. If a record has a second seat, its actions are sent without a hand.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Error, FloatRect, Page, sync_playwright

import sandtable
from sandtable.web import telling
from tests.web.harness import Server

PATIENCE = 3  # tries of one decision
RIM = 0.06  # of a place that its counters leave free
LOADED = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"
UNCOVERED = """spots => {
    const own = document.elementFromPoint(...spots[0])?.closest('[data-piece], [data-hit]');
    const bare = ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-piece]') === null;
    return own?.dataset.piece ? (spots.find(bare) ?? spots[0]) : spots[0];
}"""
SETTINGS = '{"foldActions": false, "briefing": false, "pace": "skip"}'
VERBS = ".prompt .fit .one:not(.beyond) button, .prompt [aria-label='Verbs'].buttons button"
"""Buttons of the bar; the second are those of a bar that folds nothing away."""
ALL = ".prompt .answers .pick.everywhere"
"""The button that does something wherever it is offered."""
HASTY = "That would skip this step"
Decide = Callable[[sandtable.State], sandtable.Action]


@dataclass(frozen=True)
class Option:
    """What may be chosen, as the page is told of it."""

    words: sandtable.Action
    text: str
    at: str
    likely: int
    onward: bool


def options_of(seen: Any) -> list[Option]:
    """What a reader may choose. Tables did not always say where a click does it."""
    return [
        Option(
            tuple(one.words),
            one.text,
            getattr(one, "at", "") or "",
            getattr(one, "likely", 0) or 0,
            getattr(one, "onward", False),
        )
        for one in telling.options(seen)
    ]


def is_link(seen: Any, words: sandtable.Action) -> bool:
    """Whether an action is picked first, and sent with what follows it."""
    return hasattr(seen, "ahead") and seen.ahead([sandtable.words(words)]) is not None


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
        self.offer: list[Option] = []

    def held(self) -> tuple[str | None, str | None]:
        """How far the table is, and how many pieces are picked that the server has not heard of."""
        table = self.page.locator("[data-n]")
        return table.get_attribute("data-n"), table.get_attribute("data-picks") or "0"

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

    def carry_out(self, option: Option) -> bool:
        """One decision: where a click does it, else a button that says it all, its nouns where they are, the list."""
        before = self.settled()
        self._bring(option.at)
        words, text = option.words, option.text
        if option.likely == 1 and self._lit(option.at) and self._came_of_it(text, before):
            return True
        if self._button(text):
            return self.changed(before, 3000) or self._sure(before) or self._meant(text, before)
        if option.likely > 1 and self._lit(option.at, button="right"):
            with contextlib.suppress(Error):
                self.page.wait_for_selector(".board .menu button", timeout=1500)
            if self._menu(text, before):
                return True
        if self.meant.intersection(words[1:]):  # a click there would mean something else: first its verb
            self._button(self.names.get(words[0], words[0]))
        for word in self._nouns(words):
            if not (self._lit(word) or self._word(word)):
                continue
            if self.changed(before) or self._menu(text, before):
                return True
        self.clicks += 1  # the list is the last resort, and costs a click as well
        self.listed += 1
        rows = self.page.get_by_role("option").filter(has_text=text)
        if rows.count() == 0:  # what was clicked on the way is let go, so that all are listed
            self.page.keyboard.press("Escape")
            with contextlib.suppress(Error):
                rows.first.wait_for(timeout=1500)
        if rows.count() == 0:
            return False
        rows.first.click()
        return self.changed(before, 3000) or self._sure(before)

    def _nouns(self, words: sandtable.Action) -> list[str]:
        """What is to be clicked: nobody clicks what all actions of the verb name, but for their end."""
        alike = [one.words for one in self.offer if one.words[0] == words[0] and len(one.words) >= len(words)]
        last = len(words) - 1
        return [word for i, word in enumerate(words) if i == last or (i and any(one[i] != word for one in alike))]

    def gather(self, links: list[Option]) -> bool:
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

    def _meant(self, text: str, before: tuple[str | None, str | None]) -> bool:
        """Whoever pressed one spot twice in a breath is asked whether the second end was meant, and presses again."""
        hasty = self.page.locator(".notices [role=status]", has_text=HASTY)
        return hasty.count() > 0 and self._button(text) and self.changed(before, 3000)

    def _button(self, text: str) -> bool:
        """A button of the bar that says it all, in its row or folded away."""
        named = re.compile(f"^\\s*(★ ?)?{re.escape(text)}\\s*$", re.IGNORECASE)
        buttons = self.page.locator(VERBS, has_text=named)
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
        more = self.page.locator(".board .menu button.soft").first
        if row.count() == 0 and more.count():
            more.click()
            self.clicks += 1
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


def chain(game: sandtable.Game, s: sandtable.State, decide: Decide) -> list[Option]:
    """What is done next; pieces that are taken along one after the other are one decision of a hand."""
    found: list[Option] = []
    while s.seat == game.seats(s)[0]:
        seen = game.seen(s, s.seat)
        words = decide(s)
        option = next(one for one in options_of(seen) if one.words == words)
        pieces = {piece.id for piece in seen.drawn.pieces}
        link = len(words) == 2 and words[1] in pieces and (not found or words[0] == found[0].words[0])
        if found and not link:
            break
        found.append(option)
        if not link or not is_link(seen, words):
            break
        s = s.clone()
        sandtable.play(s, words)
    return found


def onward(game: sandtable.Game, s: sandtable.State, decide: Decide, links: list[Option]) -> Option | None:
    """Where a piece is sent that is taken alone, if a place on the board says so."""
    words = links[0].words
    if len(links) > 1 or links[0].at != words[-1] or not is_link(game.seen(s, s.seat), words):
        return None
    s = s.clone()
    sandtable.play(s, words)
    after = chain(game, s, decide)
    return after[0] if len(after) == 1 and after[0].likely == 1 and after[0].at == after[0].words[-1] else None


def with_proposed(game: sandtable.Game, s: sandtable.State, verb: str, first: Option | None) -> list[Option]:
    """What is done by a click on one option of a verb after which what is proposed is done as well; or by the button
    that does so wherever the verb is offered, until something else is asked."""
    found: list[Option] = []
    s, seat = s.clone(), s.seat
    while s.seat == seat:
        seen = game.seen(s, seat)
        offer = options_of(seen)
        wanted = [one for one in offer if found and found[-1].onward and one.words == seen.prompt.proposed]
        wanted += [first] if first and not found else []
        wanted += [one for one in offer if one.onward and one.words[0] == verb and first is None]
        if not wanted:
            break
        found.append(wanted[0])
        sandtable.play(s, wanted[0].words)
    return found


def by_bot(game: sandtable.Game, seed: int) -> Decide:
    """The quick player, who is ready at once."""
    bot = game.bot("greedy", seed=seed)

    def decide(s: sandtable.State) -> sandtable.Action:
        options = sandtable.legal(s)
        return ("ready",) if ("ready",) in options else bot.pick(game.view(s, s.seat), options)

    return decide


class Match:
    """A match at a server, and a hand that plays it."""

    def __init__(
        self, server: Server, page: Page, game: sandtable.Game, given: argparse.Namespace, begin: int = 0
    ) -> None:
        self.server, self.page, self.game, self.given = server, page, game, given
        self.hand, self.counted, self.part = Hand(page), Counter[str](), 0
        self.held: list[sandtable.Action] = []
        """What is only picked, and not in the record yet."""
        self.opponents: dict[str, str] = {}
        """The secrets of those whose actions a record says."""
        if given.record is None:
            chosen: dict[str, Any] = {"scenario": given.scenario} if given.scenario else {}
            self.many, self.decide = given.actions, by_bot(game, given.seed)
            self._sit_down(server.make(game.name, seed=given.seed, **chosen))
        else:
            record = sandtable.parse_record(given.record.read_text())
            header = replace(record, actions=record.actions[:begin], result="").text()
            first, *others = game.seats(sandtable.replay(header))
            self.many, self.decide = len(record.actions), lambda s: record.actions[s.number][1]
            seats = {first: {"by": "me"}} | {seat: {"by": "link"} for seat in others}
            made = server.make(record.game, record=header, seats=seats)
            self._sit_down(made)
            for seat in others:
                with server.sit(self.match, made["links"][seat]) as tab:
                    self.opponents[seat] = tab.welcome["you"]["secret"]

    def _sit_down(self, made: dict[str, Any]) -> None:
        self.secret, self.match = made["secret"], made["match"]["id"]

    def state(self) -> sandtable.State:
        """The position, as the server has written it."""
        if not self.opponents:
            return sandtable.replay(self.server.get(f"/api/matches/{self.match}/record", self.secret).text)
        # Nobody is handed a record before its end that holds the dice of others: what was done is counted.
        with contextlib.closing(sqlite3.connect(self.server.folder / "sandtable.db")) as db:
            mine = "select count(*) from entries where kind = 'action' and match = ?"
            ((done,),) = db.execute(mine, (self.match,)).fetchall()
        record = sandtable.parse_record(self.given.record.read_text())
        return sandtable.replay(replace(record, actions=record.actions[:done], result="").text())

    def play(self) -> None:
        """Play so many decisions, and count the clicks of each turn."""
        tries: Counter[int] = Counter()
        while True:
            self.hand.settled()
            s = self.state()
            if s.seat is None or s.number + len(self.held) >= self.many:
                break
            if s.seat != self.game.seats(s)[0]:
                self._others(s)
                continue
            for words in self.held:
                sandtable.play(s, words)
            tries[s.number] += 1
            assert tries[s.number] <= PATIENCE, f"action {s.number} is tried again and again, and nothing comes of it"
            self._decision(s)

    def _others(self, s: sandtable.State) -> None:
        """The opponent thinks, or does what the record says."""
        assert s.seat is not None
        self.part = s.number  # what follows is another part of the turn
        if not self.opponents:
            self.page.wait_for_timeout(50)
            return
        with self.server.sit(self.match, self.opponents[s.seat]) as tab:
            tab.act(sandtable.words(self.decide(s)))
        self.page.wait_for_timeout(200)  # for the page to be told

    def _decision(self, s: sandtable.State) -> None:
        hand, seen = self.hand, self.game.seen(s, s.seat)
        hand.names, hand.offer = seen.names, options_of(seen)
        hand.at = {piece.id: piece.at for piece in seen.drawn.pieces}
        hand.meant = {one.at for one in hand.offer if one.likely == 1}
        turn, before = turn_of(self.page), hand.clicks
        links = self._at_once(s) or self._one_by_one(s)
        clicks = hand.clicks - before
        self.counted[f"turn {turn}"] += clicks
        if len(self.game.seats(s)) > 1:
            self.counted[f"turn {turn}, part {self.part}"] += clicks
        self.counted["decisions"] += len(links)
        self.counted["from the list"] = hand.listed
        said = "; ".join(sandtable.words(link.words) for link in links)
        print(f"turn {turn}: {said}: {clicks}", file=sys.stderr, flush=True)
        self.held = [*self.held, *[link.words for link in links]] if hand.held()[1] != "0" else []

    def _one_by_one(self, s: sandtable.State) -> list[Option]:
        """Pieces and where they go, by a drag or by clicks."""
        links = chain(self.game, s, self.decide)
        goal = None if self.held else onward(self.game, s, self.decide, links)
        if goal is not None and self.hand.drag(links[0].words[-1], goal.at):
            links = [*links, goal]
        else:
            assert self.hand.gather(links), f"“{sandtable.words(links[0].words)}” could not be clicked"
        self.hand.go_on()
        return links

    def _at_once(self, s: sandtable.State) -> list[Option]:
        """What one click does together with what is proposed after it, if all of that is decided."""
        words = self.decide(s)
        first = next(one for one in self.hand.offer if one.words == words)
        if not first.onward:
            return []
        for one in (None, first):
            done = with_proposed(self.game, s, words[0], one)
            if not self._decided(s, done) or (one is None and self.page.locator(ALL).count() == 0):
                continue
            if one is None:
                self.page.locator(ALL).click()
                self.hand.clicks += 1
            else:
                assert self.hand.carry_out(one), f"“{sandtable.words(words)}” could not be clicked"
            while self.state().number < s.number + len(done):
                self.page.wait_for_timeout(20)
            return done
        return []

    def _decided(self, s: sandtable.State, done: list[Option]) -> bool:
        """Whether these actions are what is decided next."""
        s = s.clone()
        for one in done:
            if s.number >= self.many or self.decide(s) != one.words:
                return False
            sandtable.play(s, one.words)
        return True


def play(server: Server, page: Page, game: sandtable.Game, given: argparse.Namespace) -> Counter[str]:
    """Play a match, and count."""
    match = Match(server, page, game, given)
    page.goto(f"{server.url}/t/{match.match}#{match.secret}")
    page.wait_for_selector(".board [data-hit]")
    loaded = page.evaluate(LOADED)
    match.play()
    match.counted["first load, KB"] = round(loaded / 1000)
    return match.counted


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sandtable.names())
    parser.add_argument("--scenario")
    parser.add_argument("--actions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--port", type=int, help="a server that runs already, such as a compiled one")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), games=None, modules=())
        if given.port is None:
            server.start()
        else:
            server.port = given.port
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            page = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce").new_page()
            page.add_init_script(f"localStorage['sandtable.settings'] = JSON.stringify({SETTINGS})")
            for name, count in play(server, page, sandtable.load(given.game), given).items():
                print(f"{name:28} {count}")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
