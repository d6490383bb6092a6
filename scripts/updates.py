"""Measures how long a click takes: `python -m scripts.updates [GAME ...] [--each]`.

A record or a bot decides, and `scripts.clicks` carries it out at a real browser and a real server, with the settings
with which a browser begins: what happened is played back, and pieces move.

A click is timed from the moment the button is released to the first frame that shows the server's answer: a new
question, or the first line of what happened. If one click sends several actions, the last one counts. Clicks that
only pick a piece are counted apart. `--each` prints, for every click, the time until it was sent, answered and drawn.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import sandtable
from scripts.clicks import Hand, Match
from tests.web.harness import Server

WATCHES = """(() => {
    window.updates = [];
    let now = null;
    addEventListener('pointerdown', () => { now = null; }, true);
    addEventListener('pointerup', (event) => {
        now = { at: event.timeStamp, sent: 0, asked: 0, heard: 0, first: 0, last: 0, acts: 0, bytes: 0, others: [] };
        window.updates.push(now);
    }, true);
    window.WebSocket = class extends WebSocket {
        #peeks = new Set();
        constructor(...given) {
            super(...given);
            this.addEventListener('message', ({ data }) => {
                if (!now?.asked) return;
                const re = /^{"kind":"[a-z]*","re":([0-9]+)/.exec(data)?.[1];
                if (data.startsWith('{"kind":"update"') || this.#peeks.has(Number(re))) {
                    now.heard ||= performance.now();
                    now.bytes += data.length;
                }
            });
        }
        send(data) {
            const { kind, ask } = JSON.parse(data);
            if (kind === 'peek') this.#peeks.add(ask);
            if (now && (kind === 'act' || kind === 'peek')) {
                now.asked = performance.now();
                now.sent ||= now.asked;
                now.acts += Number(kind === 'act');
            } else if (now) now.others.push(kind);
            super.send(data);
        }
    };
    new MutationObserver(() => {
        const shown = now;
        if (!shown?.heard || shown.last > shown.asked) return;
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
                if (shown.last > shown.asked) return;
                shown.last = performance.now();
                shown.first ||= shown.last;
            };
            port2.postMessage(null);
        });
    }).observe(document, { subtree: true, attributeFilter: ['data-n', 'data-playing', 'data-picks'] });
})();"""
"""Notes of each click when it was sent, when it was answered, and when the frame was out that shows it."""
SETTINGS = '{"foldActions": false, "briefing": false}'
"""The list is the hand's last resort; a briefing would lie over the board."""
RECORDS = Path(__file__).parent / "records"
PLAYED: dict[str, dict[str, Any]] = {
    "who-dares-wins": {},
    "rogue-regiment": {"record": RECORDS / "rogue-regiment-m8.record"},
    "night-drop": {"record": RECORDS / "night-drop.record"},
}
STILL = 300
"""Milliseconds for a look."""


class Onlooker(Hand):
    """Somebody who looks at the first line of what is told, and has then seen enough of it."""

    def held(self) -> tuple[str | None, str | None]:
        while self.page.locator("[data-playing='true']").count():
            self.page.wait_for_timeout(STILL)
            if self.page.locator("[data-playing='true']").count():
                self.page.keyboard.press("Escape")
        return super().held()


def clicks(page: Page) -> list[dict[str, Any]]:
    """What each click took that the server heard of."""
    found: list[dict[str, Any]] = page.evaluate("window.updates.filter((one) => one.first)")
    return found


def line(name: str, waits: list[float]) -> str:
    """Median and 95th percentile."""
    waits = sorted(waits)
    most = waits[math.ceil(0.95 * len(waits)) - 1]
    return f"{name:28} {len(waits):4} {statistics.median(waits):6.0f} {most:6.0f} {waits[-1]:6.0f}"


def measure(page: Page, server: Server, name: str, actions: int) -> list[dict[str, Any]]:
    """Play a game by hand."""
    given = {"scenario": None, "seed": 6, "record": None, "actions": actions, **PLAYED[name]}
    match = Match(server, page, sandtable.load(name), argparse.Namespace(**given))
    match.hand = Onlooker(page)
    match.many = min(match.many, actions)
    page.goto(f"{server.url}/t/{match.match}#{match.secret}")
    page.wait_for_selector(".board [data-hit]")
    match.play()
    return clicks(page)


def told(one: dict[str, Any]) -> str:
    """One click: sent, answered, drawn."""
    sent, heard, drawn, last = (one[key] - one["at"] for key in ("sent", "heard", "first", "last"))
    what = f"{one['acts']} sent" if one["acts"] else "picked"
    times = f"{sent:5.0f} {heard - sent:5.0f} {drawn - heard:5.0f} = {drawn:5.0f}, last {last:5.0f}"
    return f"{what:8} {times}; {one['bytes'] / 1000:.0f} KB; {' '.join(one['others'])}"


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(PLAYED))
    parser.add_argument("--actions", type=int, default=100, help="of each game, at most")
    parser.add_argument("--unlimited", action="store_true", help="a server that gives one address all of its time")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{f'milliseconds, load {load:.1f}':28} {'n':>4} {'median':>6} {'95 %':>6} {'worst':>6}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), games=None, modules=(), unlimited=given.unlimited).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            for name in given.games or PLAYED:
                page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
                page.add_init_script(WATCHES)
                page.add_init_script(f"localStorage['sandtable.settings'] = JSON.stringify({SETTINGS})")
                found = measure(page, server, name, given.actions)
                acts = [one for one in found if one["acts"]]
                for one in found if given.each else []:
                    print(told(one))
                print(line(name, [one["first"] - one["at"] for one in acts]))
                if several := [one for one in acts if one["acts"] > 1]:
                    print(line("  the last of several", [one["last"] - one["at"] for one in several]))
                if picks := [one for one in found if not one["acts"]]:
                    print(line("  picking a piece", [one["first"] - one["at"] for one in picks]))
                sys.stdout.flush()
                page.context.close()
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
