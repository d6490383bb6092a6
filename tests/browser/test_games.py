"""The real games in a real browser."""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

import sandtable
from sandtable.games.who_dares_wins.state import Desert
from scripts.clicks import Match
from scripts.updates import RECORDS
from tests.browser.conftest import Opener, serious
from tests.browser.pages import (
    NOT_YET,
    act,
    box,
    cell,
    choices,
    choose,
    eventually,
    laid,
    lines,
    piece,
    play_now,
    ready,
    waiting_for_update,
)
from tests.web.harness import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games that are installed."""
    running = Server(tmp_path_factory.mktemp("server"), games=None, modules=())
    yield running.start()
    running.kill()


def decide(page: Page, *soon: str) -> str:
    """One decision from the list: the first option that begins with one of these words, else the first of all."""
    options = choices(page)
    texts = options.all_inner_texts()
    wanted = next((n for word in soon for n, text in enumerate(texts) if text.startswith(word)), 0)
    choose(page, options.nth(wanted))
    return texts[wanted]


def table_of(server: Server, person: Opener, title: str, **more: Any) -> Page:
    """A game of that title whose dice are the same each time."""
    game = next(game for game in server.get("/api/games").json() if game["title"] == title)
    made = server.make(game["game"], seed=6)
    return person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", **more)


def may_decide(page: Page) -> bool:
    return page.locator(".prompt.mine").count() == 1 and page.locator(".prompt.over").count() == 0


def test_the_rules_of_a_clause_are_read_and_searched(server: Server, person: Opener) -> None:
    page = person(server.url)
    play_now(page, "Who Dares Wins")
    rule = page.get_by_role("region", name="Decision").get_by_role("button", name=re.compile("^Rule"))
    number = rule.inner_text()
    rule.click()
    drawer = page.get_by_role("dialog", name="Rules")
    expect(drawer.locator("li.wanted .number")).to_have_text(number)
    expect(drawer.locator("li.wanted")).to_be_in_viewport()
    everything = drawer.locator("li .number").count()
    drawer.get_by_label("Find in the rules").fill("discretion test")
    expect(drawer.locator("li .number")).not_to_have_count(everything)
    assert 0 < drawer.locator("li .number").count() < everything


TITLES = ("Who Dares Wins", "Night Drop: Pegasus Bridge", "Rogue Regiment")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("title", TITLES)
def test_axe_finds_nothing_serious_on_a_real_table(server: Server, person: Opener, title: str, phone: bool) -> None:
    page = table_of(server, person, title, phone=phone)
    for _ in range(8):
        decide(page, "Take the historical")
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        found[scheme] = serious(page)
        if phone:
            for tab in ("Story", "Panels", "Actions"):
                page.get_by_role("tab", name=tab).click()
                expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
                found[f"{scheme} {tab}"] = serious(page)
    assert {state: problems for state, problems in found.items() if problems} == {}


@pytest.mark.parametrize("title", TITLES)
def test_every_option_of_a_new_game_is_explained(server: Server, person: Opener, title: str) -> None:
    game = next(game for game in server.get("/api/games").json() if game["title"] == title)
    page = person(server.url)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="New game…").click()
    dialog = page.get_by_role("dialog", name=f"New game of {title}")
    known: set[int] = set()  # scenarios share most of their options: each is looked at once
    for scenario in game["scenarios"]:
        card = dialog.locator("label.card").filter(has=page.get_by_text(scenario["title"], exact=True))
        expect(card).to_contain_text(scenario["brief"])
        expect(card).to_contain_text(scenario["teaches"])
        expect(card).to_contain_text(re.compile(rf"about .* (minutes|hours) · {scenario['difficulty']}"))
        fresh = [game["options"][place] for place in scenario["options"] if place not in known]
        known.update(scenario["options"])
        if not fresh:
            continue
        card.click()
        folded = dialog.locator("details:not([open]) > summary")
        while folded.count() > 0:
            folded.first.click()
        for option in fresh:
            assert len(option["text"]) > 20, f"{option['name']} has a sentence"
            field = dialog.locator(".option").filter(has=page.get_by_text(option["text"], exact=True))
            field.scroll_into_view_if_needed()
            expect(field.get_by_text(option["title"], exact=True)).to_be_visible()
            expect(field.get_by_text(option["text"], exact=True)).to_be_visible()
            if field.get_by_role("checkbox").count() == 0:
                expect(field.get_by_role("combobox")).to_have_value(option["default"])
                expect(field.locator("option")).to_have_count(len(option["values"]))
    assert known


@pytest.mark.parametrize("title", TITLES)
def test_a_large_screen_gives_its_room_to_the_board(server: Server, person: Opener, title: str) -> None:
    page = table_of(server, person, title, screen={"width": 3840, "height": 2160})
    for _ in range(6):
        decide(page, "Take the historical")
    board, drawn = box(page.locator(".board")), box(page.locator(".board .static > svg"))
    assert board["width"] * board["height"] > 0.5 * 3840 * 2160
    assert max(drawn["width"] / board["width"], drawn["height"] / board["height"]) > 0.95, "the board fills its room"
    assert page.evaluate("document.documentElement.scrollWidth") <= 3840
    small = page.evaluate("""() => [...document.querySelectorAll('button, li, td, p, dd, dt, h1, h3')]
        .filter(e => e.innerText && e.getClientRects().length && parseFloat(getComputedStyle(e).fontSize) < 15)
        .map(e => e.innerText.slice(0, 30))""")
    assert small == [], "letters grow with the screen"
    assert box(page.locator(".board [data-piece] rect.ground").first)["width"] > 40


@pytest.mark.parametrize("seat", ["british", "german"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_first_view_of_a_large_board_is_near_enough_to_read(
    server: Server, person: Opener, seat: str, phone: bool
) -> None:
    made = server.make("night-drop", seats={"british": {"by": "me"}, "german": {"by": "link"}}, seed=3)
    secret = {"british": made["secret"], "german": made["links"]["german"]}[seat]
    page = person(f"{server.url}/t/{made['match']['id']}#{secret}", phone=phone)
    laid(page)
    counters = page.locator(".board [data-piece] rect.ground")
    assert box(counters.first)["width"] >= 22, "whether one may decide or waits"
    names = page.locator(".board .static [class*=label]").evaluate_all(
        "all => all.map(e => parseFloat(getComputedStyle(e).fontSize) * Math.abs(e.getScreenCTM().a))"
    )
    assert min(names) > 9, "and so are the names of the places"
    room = box(page.locator(".board"))
    middles = counters.evaluate_all("""all => all.map(one => one.getBoundingClientRect())
        .map(at => [at.x + at.width / 2, at.y + at.height / 2])""")
    inside = [
        (x, y)
        for x, y in middles
        if room["x"] < x < room["x"] + room["width"] and room["y"] < y < room["y"] + room["height"]
    ]
    assert len(inside) >= 8, "the pieces are there, not an empty corner"


LETTERS = """() => [...document.querySelectorAll('.board .piece text')].map((one) => (
    { text: one.textContent, size: parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a }))"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["who-dares-wins", "rogue-regiment", "night-drop"])
def test_what_is_written_on_counters_can_be_read_at_the_first_view(
    server: Server, person: Opener, game: str, phone: bool
) -> None:
    loaded = sandtable.load(game)
    made = server.make(game, seed=6, scenario=loaded.gentle or loaded.scenarios()[0].id)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", phone=phone)
    laid(page)
    with waiting_for_update(page):
        page.locator(".prompt .primary").click()
    written = eventually(page, lambda: page.evaluate(LETTERS), "counters say something")
    assert [one for one in written if one["size"] < 9.99] == []
    if game == "rogue-regiment" and not phone:
        assert {"Jock", "Paddy"} <= {one["text"] for one in written}, "short names are written larger, not left out"
        assert "documents" not in {one["text"] for one in written}
        for _ in range(8):
            page.get_by_role("button", name="Zoom in").click()
        eventually(page, lambda: "documents" in {one["text"] for one in page.evaluate(LETTERS)}, "all of it when near")


@pytest.mark.parametrize("title", TITLES)
def test_a_table_loads_under_300_kilobytes_and_asks_nobody_else(server: Server, person: Opener, title: str) -> None:
    game = next(game for game in server.get("/api/games").json() if game["title"] == title)
    made = server.make(game["game"])
    page = person("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    asked: list[str] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    page.wait_for_load_state("networkidle")
    assert len(asked) > 4
    assert all(url.startswith(server.url) for url in asked), asked
    assert 50_000 < sum(sizes) < 300_000, f"{sum(sizes):.0f} bytes"


def test_the_games_are_cards_with_their_boards(server: Server, person: Opener) -> None:
    page = person(server.url)
    cards = page.get_by_role("article")
    expect(cards).to_have_count(3)
    for card in cards.all():
        card.scroll_into_view_if_needed()
        picture = card.locator("img").element_handle()
        page.wait_for_function("img => img.complete && img.naturalWidth > 100", arg=picture)
        expect(card.get_by_role("button", name="Play now")).to_be_visible()


class Ears:
    """Everything that a page's sockets receive, and the newest scene in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    def updates(self) -> list[dict[str, Any]]:
        return [message for message in map(json.loads, self.heard) if message["kind"] == "update"]

    def as_far_as_the_page(self) -> None:
        """The page may show a message before this side has heard of it."""
        ready(self.page)
        shown = int(self.page.locator("[data-n]").get_attribute("data-n") or 0)

        def heard() -> bool:
            return any(update["n"] >= shown for update in self.updates())

        eventually(self.page, heard, f"message {shown} is heard")

    def scenes(self) -> list[dict[str, Any]]:
        return [update["scene"] for update in self.updates() if "scene" in update]

    def names(self, side: str) -> set[str]:
        """What this reader was shown of a side, by the names on the counters."""
        pieces = [piece for scene in self.scenes() for piece in scene["pieces"]]
        return {
            one["name"] for one in pieces if one["side"] == side and one["face"] == "shown" and len(one["name"]) > 3
        }


def test_night_drop_in_two_browsers_through_set_up_and_a_turn(server: Server, person: Opener) -> None:
    made = server.make("night-drop", seats={"british": {"by": "me"}, "german": {"by": "link"}}, name="Ann", seed=3)
    url = f"{server.url}/t/{made['match']['id']}"
    pages = {"british": person("about:blank"), "german": person("about:blank")}
    ears = {seat: Ears(page) for seat, page in pages.items()}
    pages["british"].goto(f"{url}#{made['secret']}")
    pages["german"].goto(f"{url}#{made['links']['german']}")
    for page in pages.values():
        expect(page.locator("[data-n]")).not_to_have_attribute("data-n", "0")

    turns = pages["british"].locator("header dl")

    def next_turn() -> bool:
        return "Turn 2" in re.sub(r"\s+", " ", turns.inner_text())

    def somebody() -> str:
        return "nobody" if next_turn() else next((seat for seat, page in pages.items() if may_decide(page)), "")

    for _ in range(150):
        seat = eventually(pages["british"], somebody, "somebody may decide")
        if seat == "nobody":
            break
        decide(pages[seat], "Done", "Pass", "End")
    assert next_turn()
    for one in ears.values():
        one.as_far_as_the_page()

    # The German knows his own units by name; the British sees their backs, in the page and on the wire.
    secret = ears["german"].names("german") - ears["british"].names("german")
    assert secret, "this turn hid nothing: the test has lost its point"
    traffic = "\n".join(ears["british"].heard)
    page_text = pages["british"].content()
    for name in secret:
        assert name not in traffic
        assert name not in page_text
    # What a VP marker is worth is told to the one who laid it, and to nobody else.
    worth = {seat: lines(page).filter(has_text=re.compile(r"^\s*It is worth")).count() for seat, page in pages.items()}
    laid = lines(pages["british"]).filter(has_text="A VP marker lies face down").count()
    assert all(worth.values()) and sum(worth.values()) == laid, f"{worth} of {laid}"


def claim(page: Page, operator: str) -> None:
    """Say that what an operator does is one's own to decide."""
    page.get_by_role("button", name=re.compile("^People")).click()
    page.get_by_role("button", name=f"I decide for {operator}").click()
    expect(page.get_by_role("button", name=f"Let anybody decide for {operator}")).to_be_visible()
    page.keyboard.press("Escape")


def follow_hint(page: Page) -> None:
    """Ask what the bot would do, and do it."""
    page.get_by_role("button", name="Hint").click()
    told = page.get_by_role("region", name="Decision")
    expect(told).to_contain_text(re.compile("(Hint|would): "))
    advised = page.get_by_role("option", name=re.compile("^Advised: "))
    choose(page, advised)


@pytest.fixture(scope="module")
def finished_night(server: Server) -> dict[str, Any]:
    """A finished game of Night Drop between two bots, imported with a person at the British seat."""
    game = sandtable.load("night-drop")
    s = game.start("night-only", seed=3)
    chance = random.Random(3)
    while s.seat is not None:
        sandtable.play(s, chance.choice(sandtable.legal(s)))
    seats = {"british": {"by": "me"}, "german": {"by": "link"}}
    answer = server.post("/api/matches", {"record": sandtable.record(s).text(), "seats": seats})
    made: dict[str, Any] = answer.json()
    return made


def test_the_replay_sees_everything_once_the_game_is_over_and_not_before(
    server: Server, person: Opener, finished_night: dict[str, Any]
) -> None:
    page = person(f"{server.url}/t/{finished_night['match']['id']}#{finished_night['secret']}")
    ready(page)
    page.get_by_role("button", name="Replay").first.click()
    page.get_by_label("Moment").fill("6")
    covered = page.locator(".board .counter.covered")
    expect(covered).not_to_have_count(0)  # as the British saw it: backs
    page.get_by_label("Seen by").select_option("all")
    expect(covered).to_have_count(0)
    page.get_by_label("Seen by").select_option("german")
    expect(covered).not_to_have_count(0)  # nor does the German know the fronts of the Sticks

    made = server.make("night-drop", seats={"british": {"by": "me"}, "german": {"by": "link"}})
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    ready(page)
    page.get_by_role("button", name="Replay").first.click()
    expect(page.get_by_label("Moment")).to_be_visible()
    expect(page.get_by_label("Seen by")).to_have_count(0)


def late() -> str:
    """The record of a mission that the quick player has brought near its end: two people need not play all of it."""
    game = sandtable.load("rogue-regiment")
    s = game.start("m1-cold-ford", seed=1)
    bot = game.bot("greedy", seed=1)
    both: list[str] = []
    while options := sandtable.legal(s):
        if {("act", "jock"), ("act", "paddy")} <= set(options):
            both.append(sandtable.record(s).text())
        seen = game.seen(s, "operators")
        sandtable.play(s, bot.pick(seen.view, options))
    return both[-3]


def test_two_people_play_a_mission_of_rogue_regiment_to_its_end(server: Server, person: Opener) -> None:
    seats = {"operators": {"by": "me", "invite": 1}}
    made = server.post("/api/matches", {"record": late(), "name": "Ann", "seats": seats}).json()
    match = made["match"]["id"]
    url = f"{server.url}/t/{match}"
    ann, bob = person(f"{url}#{made['secret']}"), person(f"{url}#{made['links']['operators']}")
    pages = {"Ann": ann, "Guest 2": bob}
    prompts = {name: page.get_by_role("region", name="Decision") for name, page in pages.items()}
    over = ann.locator(".prompt.over")

    def both_up_to_date() -> None:
        for page in (ann, bob):
            ready(page)
        numbers = [page.locator("[data-n]") for page in (ann, bob)]
        same = lambda: len({number.get_attribute("data-n") for number in numbers}) == 1  # noqa: E731
        eventually(ann, same, "both hear of everything")

    both_up_to_date()
    made_by = dict.fromkeys(pages, 0)
    expect(prompts["Ann"]).to_contain_text("Who acts next")

    # Each claims an operator who is there.
    offered = choices(ann).all_inner_texts()
    titles = [found[1] for text in offered if (found := re.match(r"(\w+) acts", text))]
    claim(ann, titles[0])
    claim(bob, titles[1])
    mine = {"Ann": titles[0], "Guest 2": titles[1]}

    both_up_to_date()
    while over.count() == 0:
        deciders = [name for name, page in pages.items() if may_decide(page)]
        assert deciders, "somebody may decide"
        if len(deciders) == 2:
            follow_hint(pages[deciders[sum(made_by.values()) % 2]])  # about no claimed operator: anybody's
        else:
            name, other = deciders[0], next(one for one in pages if one != deciders[0])
            expect(prompts[other]).to_contain_text(f"{name} decides for {mine[name]}.")
            expect(pages[other].get_by_role("option")).to_have_text(["Not your decision"])
            expect(pages[other].get_by_role("group", name="Verbs")).to_have_count(0)
            made_by[name] += 1
            follow_hint(pages[name])
        both_up_to_date()
        assert sum(made_by.values()) < 300
    assert all(count > 0 for count in made_by.values()), f"each decided for his own: {made_by}"

    result = server.get(f"/api/matches/{match}").json()["result"]
    for prompt in prompts.values():
        expect(prompt).to_contain_text(result)


def test_a_vehicle_is_drawn_over_all_its_squares(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", scenario="m6-stone-teeth", seed=7)
    page = person("about:blank")
    ears = Ears(page)
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    ears.as_far_as_the_page()
    track = next(one for one in ears.scenes()[-1]["pieces"] if one["id"] == "half-track-1")
    assert len(track["cells"]) == 6
    laid(page)
    page.get_by_role("button", name="Whole board").click()
    drawn = box(page.locator('[data-piece="half-track-1"] rect.ground'))
    squares = [box(page.locator(f'[data-hit="{name}"]')) for name in track["cells"]]
    for square in squares:
        middle = square["x"] + square["width"] / 2, square["y"] + square["height"] / 2
        assert drawn["x"] < middle[0] < drawn["x"] + drawn["width"]
        assert drawn["y"] < middle[1] < drawn["y"] + drawn["height"]
    assert drawn["width"] * drawn["height"] < 1.05 * sum(s["width"] * s["height"] for s in squares)


def test_a_mission_of_rogue_regiment_is_begun_by_clicks_alone(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", scenario="m1-cold-ford", seed=12)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    expect(page.locator(".board .hit.lit")).to_have_count(0)  # a set-up that is proposed asks for nothing
    page.get_by_role("button", name="Arrange it myself").click()
    for start in ("b2", "o10", "e12", "k11", "o17"):
        room = box(page.locator(".board"))
        lit = page.locator(".board .hit.lit")
        expect(lit).to_have_count(2)
        for place in lit.all():  # nobody has moved the board, so both are there to be clicked
            at = box(place)
            assert room["x"] < at["x"] + at["width"] / 2 < room["x"] + room["width"]
            assert room["y"] < at["y"] + at["height"] / 2 < room["y"] + room["height"]
        with waiting_for_update(page):
            cell(page, start).click()
    log = page.get_by_role("region", name="Log")
    chosen = page.get_by_role("group", name="Chosen")
    for name in ("Paddy", "Jock"):  # another man is taken instead, and nothing has been sent
        piece(page, name.lower()).click()
        expect(chosen).to_contain_text(name)
    page.get_by_role("group", name="Verbs").get_by_role("button", name="Sprint", exact=True).click()
    asked = page.get_by_role("region", name="Decision")
    expect(asked).to_contain_text("Sprint: click one of the")  # a verb is armed, and says what to click
    page.keyboard.press("Escape")
    expect(asked).not_to_contain_text("Sprint: click")
    expect(chosen).to_contain_text("Jock")
    cell(page, "e20").click(button="right")
    menu = page.get_by_role("group", name="What to do here")
    expect(menu.get_by_role("button", name=re.compile("^Jock (moves|sprints) to e20"))).to_have_count(2)
    frame, room = box(menu), box(page.locator(".board"))
    assert room["x"] <= frame["x"] and frame["x"] + frame["width"] <= room["x"] + room["width"]
    assert room["y"] <= frame["y"] and frame["y"] + frame["height"] <= room["y"] + room["height"]
    with waiting_for_update(page):
        menu.get_by_role("button", name="sprints").press("Enter")
    expect(log.locator("li").last).to_be_in_viewport()
    newest = log.get_by_role("button", name="To the newest")
    expect(newest).to_have_count(0)
    log.locator("ol").hover()
    page.mouse.wheel(0, -2000)
    newest.click()  # whoever has read what was told before is back with one click
    expect(log.locator("li").last).to_be_in_viewport()
    expect(newest).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^All that can"))).to_have_count(0)  # one man acts at a time
    row = page.locator(".prompt .fit .one:not(.beyond)")  # what is seldom wanted is folded away
    expect(row.filter(has_text=re.compile("leaves the board|Break cover"))).to_have_count(0)

    keys = page.get_by_role("list", name="What the shades mean")
    expect(keys.get_by_role("listitem")).to_have_count(3)  # danger is shown from the start
    assert box(keys)["x"] >= room["x"] + room["width"], "what the shades mean stands beside the board and hides nobody"
    piece(page, "rifle-6").hover()
    expect(keys).to_contain_text("it sees")  # what an enemy sees is shown while it is pointed at
    page.get_by_role("button", name="Whole board").hover()
    expect(keys).to_contain_text("standing here is seen")
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Danger").click()
    expect(keys).to_have_count(0)


def test_the_enemys_phase_is_stepped_and_skipped(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person("about:blank", still=False, remembers={"pace": "step"})
    page.goto(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    happening = page.get_by_role("group", name="What is happening")
    stands = page.locator("[aria-label='What is happening'][data-stands=true]")
    decided = page.get_by_role("option").filter(has_not_text=NOT_YET).first
    for _ in range(8):
        choices(page)
        page.get_by_role("option").filter(has_text="Take the historical").or_(decided).first.click()
        expect(stands.or_(decided)).to_be_visible()
        if stands.count():
            break
    expect(stands).to_be_visible()
    shown = lines(page).count()
    expect(page.get_by_role("option")).to_have_text(["What happened is being shown"])
    happening.get_by_role("button", name="Step").click()
    expect(lines(page)).to_have_count(shown + 1)
    act, weighty = page.locator(".board .act"), page.locator(".moment[role=status]")
    banners = weighty.count()
    for _ in range(12):  # each act is lit on the board, and its reason is in the log
        expect(stands).to_be_visible()
        banners += weighty.count()
        if act.count():
            break
        happening.get_by_role("button", name="Step").click()
    expect(act.first).to_be_attached()
    assert banners, "a new phase is told over the board"
    happening.get_by_role("button", name="Skip").click()
    expect(happening).to_have_count(0)
    choices(page)
    assert lines(page).count() > shown + 1


def test_a_board_that_brings_its_own_style_keeps_its_colours(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", scenario="m5-mill-race", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    rock = page.locator(".board .rock").first
    assert rock.evaluate("e => getComputedStyle(e).fill") == "rgb(181, 176, 166)"  # stone, not another game's sand
    page.emulate_media(color_scheme="dark")
    expect(rock).to_have_css("fill", "rgb(93, 91, 87)")
    expect(page.locator(".board .patrol").first).to_have_css("stroke", "rgb(34, 33, 29)")  # black is black in the dark


def test_the_board_of_whom_a_decision_is_about_is_scrolled_into_sight(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", scenario="m7-saint-aubert-gaol", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    ready(page)
    while "acts" not in choices(page).first.inner_text():
        decide(page)
    act(page, "Wick acts")
    whose = page.get_by_role("region", name="Panels").locator(".whose")
    expect(whose).to_have_count(1)
    expect(whose).to_contain_text("Wick")
    expect(whose.get_by_role("heading")).to_be_in_viewport(
        ratio=0.95
    )  # a board may be longer than the rail, which scrolls
    panels = page.get_by_role("region", name="Panels")
    folded, open_ = panels.locator("[aria-expanded=false]"), panels.locator("[aria-expanded=true]")
    expect(open_).to_have_text([re.compile("Event cards"), re.compile("Wick")])  # the boards of the others are folded
    folded.first.click()
    expect(open_).to_have_count(3)


def test_one_tap_chooses_nothing_from_the_menu_that_it_opens(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", scenario="m1-cold-ford", seed=21)
    path, seen = f"/api/matches/{made['match']['id']}/actions", 1
    for words in ("start b2", "start o1", "start e12", "start k11", "start o17", "act jock", "sprint jock d18"):
        answer = server.post(path, {"words": words, "seen": seen}, made["secret"])
        assert answer.status_code == 200, answer.text
        seen = answer.json()["n"]
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", phone=True)
    expect(page.locator(".board .rings .sign.seen, .board .rings .sign.heard").first).to_be_attached()
    page.get_by_role("button", name=re.compile("others ▾$")).tap()
    rest = page.get_by_role("group", name="More of Verbs")
    expect(rest.get_by_role("button")).to_have_count(6)  # five rows with their prices, and the way to the others
    expect(rest).to_contain_text("AP")
    listed = box(rest)
    assert listed["x"] >= 0 and listed["y"] >= 0 and listed["x"] + listed["width"] <= 390, "nothing of it is cut off"
    page.keyboard.press("Escape")
    found = box(cell(page, "d17"))
    page.touchscreen.tap(found["x"] + found["width"] / 2, found["y"] + found["height"] / 2)
    expect(page.locator(".board .menu button").first).to_be_visible()  # move or sprint: he has done neither
    expect(page.locator(".prompt")).to_contain_text("2 action points left")


def test_ones_own_dice_are_on_the_sheet_of_a_phone(server: Server, person: Opener) -> None:
    game = sandtable.load("who-dares-wins")
    s = game.start(seed=6)
    assert isinstance(s, Desert)
    made, bot = server.make("who-dares-wins", seed=6), game.bot("greedy", seed=1)
    path, seen = f"/api/matches/{made['match']['id']}/actions", 1
    for _ in range(100):
        words = bot.pick(game.view(s, s.seat), sandtable.legal(s))
        told, seat = game.seen(s, s.seat).reading(words), s.seat
        facts = [fact for event in sandtable.play(s, words) for fact in event.facts]
        if s.turn and s.seat == seat and any(fact[0] == "rolled" for fact in facts):
            break
        answer = server.post(path, {"words": " ".join(words), "seen": seen}, made["secret"])
        assert answer.status_code == 200, answer.text
        seen = answer.json()["n"]
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", phone=True)
    choose(page, choices(page).filter(has_text=told).first)
    expect(page.locator(".prompt .last svg").first).to_be_visible()


def test_the_legend_covers_nobody_and_no_drawer_stays_when_the_computer_takes_over(
    server: Server, person: Opener
) -> None:
    made = server.make("rogue-regiment", scenario="m1-cold-ford", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    ready(page)
    board, key = box(page.locator(".board")), box(page.get_by_text("standing here is seen"))
    assert key["x"] >= board["x"] + board["width"], "it lies beside the board"
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Let the computer play for me").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


ADVISED = 12
"""So many of the Operators' first decisions are taken from hints."""


def test_a_jaeger_hunts_through_ten_turns_in_a_browser_of_his_own_and_nobody_sees_his_hand(
    server: Server, person: Opener
) -> None:
    seats = {"operators": {"by": "me"}, "jaeger": {"by": "link"}}
    options = {"jaeger": "on"}
    made = server.make("rogue-regiment", scenario="m1-cold-ford", options=options, seats=seats, seed=7, name="Ann")
    url = f"{server.url}/t/{made['match']['id']}"
    told: list[str] = []

    def heard(frame: str | bytes) -> None:
        message = json.loads(frame)
        told.append(json.dumps({key: part for key, part in message.items() if key != "names"}))  # of all the box

    ann = person("about:blank")
    ann.on("websocket", lambda socket: socket.on("framereceived", heard))
    ann.goto(f"{url}#{made['secret']}")
    bob = person(f"{url}#{made['links']['jaeger']}")
    decided = dict.fromkeys((ann, bob), 0)
    ends = re.compile(r"^(End the turn of \w+|\w+ ends the turn)")
    tenth = ann.locator("header dl").filter(has_text=re.compile(r"Turn 10\b"))
    while tenth.count() == 0:
        [page] = eventually(ann, lambda: [one for one in (ann, bob) if may_decide(one)], "somebody decides")
        other = bob if page is ann else ann
        expect(other.get_by_role("group", name="Verbs")).to_have_count(0)  # one of them at a time
        offered = choices(page)
        wanted = offered.filter(has_text=re.compile("^(Ready|Draw)|" + ends.pattern))
        if page is ann and 1 < decided[ann] < ADVISED:
            follow_hint(ann)  # two turns long they go where they are sent, and then they wait there
        else:
            choose(page, wanted.first if wanted.count() else offered.last)  # what he holds he keeps
        decided[page] += 1
        assert sum(decided.values()) < 150, f"ten turns are not so long: {decided.values()}"
    assert min(decided.values()) >= 9, "both have decided in every turn"
    expect(bob.locator("header dl")).to_contain_text("Turn 10")
    held = bob.locator(".panels [data-slot^=jaeger-]").evaluate_all("found => found.map(one => one.dataset.slot)")
    assert held, "he has drawn"
    assert not any(f'"{card}"' in frame for card in held for frame in told), "no message tells of a card in his hand"
    expect(ann.locator(".panels [data-slot^=jaeger-]")).to_have_count(0)


def test_a_side_of_an_operators_board_is_told_before_it_is_taken(server: Server, person: Opener) -> None:
    made = server.make("rogue-regiment", scenario="m3-market-day", seed=7)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    page.get_by_role("button", name="Arrange it myself").click()
    page.get_by_role("group", name="Verbs").get_by_role("button", name="Take", exact=True).click()
    words = page.get_by_role("group", name="Next word")
    words.get_by_role("button", name="Jock").click()
    here, before = page.get_by_role("region", name="Here"), page.locator("[data-n]").get_attribute("data-n")
    for side in ("B", "A"):
        words.get_by_role("button", name=f"Side {side}", exact=True).hover()
        expect(here).to_contain_text(re.compile(f"Jock, side {side}: .*pistol"))
    assert page.locator("[data-n]").get_attribute("data-n") == before


def test_giving_up_is_asked_once_and_undo_says_what_can_be_done_instead(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    act(page, "Ready: set up as proposed")
    act(page, "Abandon a unit, or the mission")
    page.get_by_role("option").filter(has_text="the mission").click()
    asked = page.locator(".prompt .answers .sure")
    expect(asked).to_be_visible()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    expect(page.locator(".prompt.mine")).to_be_visible()  # nothing was given up
    page.get_by_role("option").filter(has_text="the mission").click()
    asked.click()
    expect(page.locator(".prompt.over")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notices")).to_contain_text("its dice are open; go on from an earlier board instead")


def test_a_hand_that_ends_one_turn_after_the_other_is_asked_if_it_skips_one(server: Server, person: Opener) -> None:
    game = sandtable.load("rogue-regiment")
    page = person("about:blank")
    # No machine is too slow for it: until the hand is asked, hardly any time goes by.
    page.add_init_script("""const now = performance.now.bind(performance);
        performance.now = () => now() / (document.querySelector('.notices [role=status]') ? 1 : 1000);""")
    # Paddy ends his turn where Jock's, who has points left, is ended next. The records are played by such a hand.
    match = Match(server, page, game, argparse.Namespace(record=RECORDS / "rogue-regiment-m8.record"), begin=63)
    match.many = 66
    page.goto(f"{server.url}/t/{match.match}#{match.secret}")
    laid(page)
    match.play()
    assert match.state().number == 66
    assert match.counted["decisions"] == 3
    assert match.counted["turn 10"] == 3, "the second end was pressed once more"


def test_who_holds_a_piece_may_end_all_the_same(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    act(page, "Ready: set up as proposed")
    act(page, "Choose Survey")
    expect(page.get_by_role("group", name="Chosen")).to_contain_text("Survey")
    with waiting_for_update(page):
        page.get_by_role("region", name="Decision").get_by_role("button", name="End the patrols' actions").click()
    expect(page.locator("header dl")).to_contain_text("Turn 2")
    expect(page.get_by_role("group", name="Chosen")).to_be_empty()
