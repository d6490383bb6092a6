"""Somebody who has never read the rules: led, met, briefed, taught, and told how it ended."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

import sandtable
from scripts.clicks import Match, by_bot
from tests.browser.conftest import Opener, serious
from tests.browser.pages import box, choices, choose, eventually, laid, ready, waiting_for_update
from tests.web.harness import Server
from tests.web.test_missions import MISSION, WRONG

TITLES = {
    "who-dares-wins": "Who Dares Wins",
    "night-drop": "Night Drop: Pegasus Bridge",
    "rogue-regiment": "Rogue Regiment",
}
NEWCOMER = {"briefing": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), games=None, modules=())
    yield running.start()
    running.kill()


def card(page: Page, game: str) -> Locator:
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=TITLES[game], exact=True))


def finished(game: str, scenario: str) -> str:
    """The record of a game that the quick opponent played to its end."""
    loaded = sandtable.load(game)
    s = loaded.start(scenario, seed=3)
    bot = loaded.bot("greedy", seed=1)
    while s.seat is not None:
        sandtable.play(s, bot.pick(loaded.view(s, s.seat), sandtable.legal(s)))
    return sandtable.record(s).text()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", TITLES)
def test_play_now_leads_to_a_briefing_and_a_first_decision(
    server: Server, person: Opener, game: str, phone: bool
) -> None:
    page = person(server.url, remembers=NEWCOMER, phone=phone)
    card(page, game).get_by_role("button", name="Play now").click()
    briefing = page.get_by_role("dialog")
    for part in ("What you must do", "What scores", "How it ends", "To begin with"):
        expect(briefing).to_contain_text(part, ignore_case=True)
    expect(briefing.get_by_role("img", name=re.compile("^The board"))).to_be_attached()
    match = server.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()
    loaded = sandtable.load(game)
    assert match["scenario"]["id"] == (loaded.gentle or loaded.scenarios()[0].id)  # the gentlest comes first
    assert serious(page) == []
    briefing.get_by_role("button", name="Begin").click()
    expect(briefing).to_have_count(0)
    with waiting_for_update(page):
        choices(page).first.click()
    # It comes once, and is found again.
    page.reload()
    ready(page)
    laid(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    if phone:
        page.get_by_role("tab", name="Mission").click()
    page.get_by_role("region", name="Mission").get_by_role("button", name="Briefing").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Back to the table")).to_be_visible()


def test_pointing_at_a_goal_lights_its_places(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    goal = page.get_by_role("region", name="Mission").get_by_role("button", name=re.compile("Observe Msus"))
    lit = page.locator(".board [data-hit].preview")
    expect(lit).to_have_count(0)
    goal.hover()
    expect(lit).not_to_have_count(0)
    page.mouse.move(700, 450)
    expect(lit).to_have_count(0)


def test_a_term_explains_itself_on_hover_focus_and_escape_closes_it(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    page.get_by_role("button", name="Arrange it myself").click()
    term = page.get_by_role("region", name="Decision").locator(".term").first
    told = page.get_by_role("tooltip")
    term.hover()
    expect(told).to_contain_text(re.compile(r"\w+ .*\."))
    page.mouse.move(700, 450)
    expect(told).to_be_hidden()
    term.focus()
    expect(told).to_be_visible()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()


def test_two_people_meet_by_invitation(server: Server, person: Opener) -> None:
    host = person(server.url, remembers={**NEWCOMER, "name": "Ann"}, permissions=["clipboard-read", "clipboard-write"])
    card(host, "night-drop").get_by_role("button", name="New game…").click()
    host.get_by_role("dialog").get_by_text("Night only", exact=True).click()
    host.get_by_label("German", exact=True).select_option("link")
    host.get_by_role("button", name="Start").click()
    invitation = host.get_by_role("dialog", name="Invite somebody")
    expect(invitation).to_contain_text("Waiting for whoever plays German")
    expect(invitation.get_by_role("img", name=re.compile("code"))).to_be_visible()
    assert serious(host) == []
    invitation.get_by_role("button", name="Copy", exact=True).click()
    expect(invitation.get_by_role("button", name="Copied")).to_be_visible()
    link = host.evaluate("navigator.clipboard.readText()")

    guest = person(link, remembers={**NEWCOMER, "name": "Bob"}, phone=True)
    welcome = guest.get_by_role("dialog")
    expect(welcome).to_contain_text("Ann has invited you. Your side: German.")
    expect(welcome).to_contain_text("What you must do", ignore_case=True)
    # The host's invitation closes by itself, and the briefing follows.
    expect(invitation).to_have_count(0)
    host.get_by_role("button", name="Begin").click()
    guest.get_by_role("button", name="Begin").tap()
    for page in (host, guest):
        ready(page)
    host.get_by_role("button", name=re.compile("^People")).click()
    expect(host.get_by_role("dialog")).to_contain_text(re.compile(r"Bob\s+here"))

    # It worked once.
    late = person(link, remembers=NEWCOMER)
    expect(late.get_by_role("heading", name="This table cannot be opened")).to_be_visible()


def test_friends_share_a_side_and_each_decides_for_their_own(server: Server, person: Opener) -> None:
    host = person(server.url, remembers={"name": "Ann"})
    card(host, "rogue-regiment").get_by_role("button", name="New game…").click()
    host.get_by_label("The Operators", exact=True).select_option("friends")
    host.get_by_role("button", name="Start").click()
    invitation = host.get_by_role("dialog", name="Invite somebody")
    guest = person(invitation.get_by_label("Invitation to The Operators").input_value(), remembers={"name": "Bob"})
    expect(invitation).to_contain_text("Bob has joined.")
    invitation.get_by_role("button", name="To the table").click()
    for page, name, other in ((host, "Jock", "Bob"), (guest, "Paddy", "Ann")):
        laid(page)
        expect(page.get_by_role("region", name="Shared side")).to_contain_text(f"You share this side with {other}.")
        page.get_by_role("button", name="Who decides for whom").click()
        page.get_by_role("button", name=f"I decide for {name}").click()
        expect(page.get_by_role("button", name=f"Let anybody decide for {name}")).to_be_visible()
        page.keyboard.press("Escape")
    expect(host.get_by_role("region", name="Shared side")).to_have_count(0)  # everybody has somebody


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("who-dares-wins", "scenario-1"), ("rogue-regiment", "m1-cold-ford"), ("night-drop", "night-only")],
)
def test_a_finished_game_is_debriefed_and_looked_back_at(
    server: Server, person: Opener, game: str, scenario: str
) -> None:
    made = server.post("/api/matches", {"record": finished(game, scenario)}).json()
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", remembers=NEWCOMER)
    debrief = page.get_by_role("dialog")
    expect(debrief.locator("[aria-current=true]")).to_have_count(1)  # the level, on its ladder
    expect(debrief.get_by_role("table")).to_contain_text("Total")
    expect(debrief).to_contain_text(re.compile(r"You (won|lost)"))
    expect(debrief).to_contain_text(
        re.compile(r"[Bb]etter than \d+ of 100 games that the normal opponent played here in your")
    )
    assert serious(page) == []
    moment = debrief.get_by_role("button", name=re.compile("^▶")).first
    if moment.count() > 0:
        moment.click()
        expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    else:
        debrief.get_by_role("button", name="Review").click()
    page.goto(server.url)
    ended = page.get_by_role("listitem").filter(has_text=TITLES[game])
    expect(ended.get_by_role("link", name=re.compile("^Look back"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Resume"))).to_have_count(0)
    # Whoever has finished one game is offered the recommended scenario.
    expect(card(page, game)).to_contain_text(f"Play now: {sandtable.load(game).scenarios()[0].title}")


def short(game: sandtable.Game, scenario: str, many: int) -> sandtable.State:
    """The shortest of ten games of the quick player, who after so many actions ends whatever may be ended."""

    def played(seed: int) -> sandtable.State:
        s, decide = game.start(scenario, seed=seed), by_bot(game, seed)
        while s.seat is not None:
            ends = [words for words in sandtable.legal(s) if words in (("done",), ("pass",))]
            sandtable.play(s, ends[0] if ends and s.number >= many else decide(s))
        return s

    return min((played(seed) for seed in range(10)), key=lambda s: s.number)


@pytest.mark.parametrize(
    ("name", "scenario", "many"),
    # All of a night by the quick player is 300 decisions, which would be minutes of clicks.
    [("who-dares-wins", "scenario-1", 400), ("rogue-regiment", "m1-cold-ford", 400), ("night-drop", "night-only", 40)],
)
def test_a_whole_mission_is_played_by_clicks_from_its_briefing_to_its_debrief(
    server: Server, person: Opener, tmp_path: Path, name: str, scenario: str, many: int
) -> None:
    game = sandtable.load(name)
    end = short(game, scenario, many)
    record = tmp_path / "short.record"
    record.write_text(sandtable.record(end).text())
    page = person("about:blank", remembers=NEWCOMER)
    match = Match(server, page, game, argparse.Namespace(record=record))
    page.goto(f"{server.url}/t/{match.match}#{match.secret}")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What you must do", ignore_case=True)
    dialog.get_by_role("button", name="Begin").click()
    match.play()

    # What is read is what the rules make of the game that was meant, for whoever clicked.
    told = game.debrief(end, game.seats(end)[0])
    level = re.compile(re.escape(told["level"]), re.IGNORECASE)
    total = f"{told['total']} {told['unit']}".strip()
    expect(dialog.locator(".level")).to_have_text(level)
    expect(dialog.locator("[aria-current=true]")).to_contain_text(level)
    expect(dialog).to_contain_text("You won" if told["won"] else "You lost")
    expect(dialog).to_contain_text(told["verdict"], ignore_case=True)
    score = dialog.get_by_role("table").locator("tbody tr")
    expect(score).to_have_count(len(told["lines"]))
    for row, line in zip(score.all(), told["lines"], strict=True):
        expect(row).to_contain_text(line["text"], ignore_case=True)
        expect(row).to_contain_text(str(abs(line["points"])))
    expect(dialog.get_by_role("table").locator("tfoot")).to_contain_text(total)
    expect(dialog.get_by_role("button", name=re.compile("^▶"))).to_have_count(len(told["moments"]))

    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Verify the dice").click()
    expect(dialog).to_contain_text("The dice are as they were promised.")


def test_the_last_turn_of_a_night_is_played_by_clicks_to_its_debrief(server: Server, person: Opener) -> None:
    game = sandtable.load("night-drop")
    record = sandtable.parse_record(finished("night-drop", "night-only"))
    s = game.start("night-only", seed=3)
    last = game.turn_of(sandtable.replay(record.text()))
    while game.turn_of(s) < last:
        sandtable.play(s, record.actions[s.number][1])
    made = server.post("/api/matches", {"record": sandtable.record(s).text()}).json()
    page = person(
        f"{server.url}/t/{made['match']['id']}#{made['secret']}", remembers={"briefing": True, "pace": "skip"}
    )
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Begin|Go on|Close")).first.click()
    debrief = page.get_by_role("dialog")
    offer = page.locator("[role=option]:not([aria-disabled])")
    for _ in range(60):
        eventually(page, lambda: debrief.count() + offer.count(), "there is something to choose, or it is over")
        if debrief.count():
            break
        choose(page, offer.last)
    expect(debrief).to_contain_text(re.compile(r"You (won|lost)"))
    expect(debrief.get_by_role("table")).to_contain_text("Total")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Replay").first.click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: made["match"]["id"] not in url)
    ready(page)
    expect(page.get_by_role("dialog")).to_have_count(0)  # whoever plays on from the middle is not briefed again


def test_again_with_the_same_dice_begins_the_same_game(server: Server, person: Opener) -> None:
    made = server.post("/api/matches", {"record": finished("who-dares-wins", "scenario-1")}).json()
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}", remembers={"briefing": False})
    ready(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="How it ended").click()
    page.get_by_role("button", name="Again, same dice").click()
    page.wait_for_url(lambda url: made["match"]["id"] not in url)
    again = server.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()
    assert again["commitment"] == made["match"]["commitment"]
    assert not again["over"]


def test_a_game_taken_off_the_list_can_be_put_back(server: Server, person: Opener) -> None:
    page = person(server.url)
    card(page, "who-dares-wins").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.goto(server.url)
    resume = page.get_by_role("link", name=re.compile("^Resume Who Dares Wins"))
    page.get_by_role("button", name=re.compile("^Forget Who Dares Wins")).click()
    expect(resume).to_have_count(0)
    page.get_by_role("button", name="Put it back").click()
    resume.click()
    ready(page)


def test_a_mission_of_ones_own_is_mended_drawn_played_and_shared(server: Server, person: Opener) -> None:
    page = person(server.url)
    card(page, "rogue-regiment").get_by_role("button", name="New game…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("A mission of your own").click()
    text = dialog.get_by_label("The mission", exact=True)
    start = dialog.get_by_role("button", name="Start")
    text.fill(WRONG)
    expect(dialog).to_contain_text("2 mistakes")
    expect(start).to_be_disabled()
    dialog.get_by_role("button", name="line 5").click()
    assert text.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == "guard: [1,0].yard"
    opened: FilePayload = {"name": "x1.mission", "mimeType": "text/plain", "buffer": MISSION.encode()}
    dialog.get_by_label("Open a file…").set_input_files(opened)
    expect(text).to_have_value(MISSION)
    expect(dialog).to_contain_text("X1 The orchard wall has no mistakes")
    expect(dialog.get_by_role("img", name="The board of X1 The orchard wall")).to_be_visible()
    assert serious(page) == []
    start.click()
    ready(page)
    expect(page.get_by_role("banner")).to_contain_text("X1 The orchard wall")
    friend = person(page.url)  # whoever is given the address sees the same board
    laid(friend)
    expect(friend.get_by_role("banner")).to_contain_text("X1 The orchard wall")
    page.goto(server.url)
    expect(page.get_by_role("listitem").filter(has_text="X1 The orchard wall")).to_be_visible()


def test_keys_typed_in_the_rules_do_nothing_at_the_table(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person(f"{server.url}/t/{made['match']['id']}#{made['secret']}")
    laid(page)
    with waiting_for_update(page):
        choices(page).first.click()
    before = page.locator("[data-n]").get_attribute("data-n")
    page.keyboard.press("?")
    rules = page.get_by_role("dialog", name="Rules")
    page.keyboard.type("ubd")
    expect(rules.get_by_label("Find in the rules")).to_have_value("ubd")
    rules.get_by_role("button", name=re.compile("^Tables")).click()
    page.keyboard.press("u")
    page.keyboard.press("/")
    expect(rules.get_by_label("Find in the rules")).to_be_focused()
    expect(rules.get_by_label("Find in the rules")).to_have_value("ubd")
    rules.get_by_label("Find in the rules").fill("alarm")
    expect(rules.get_by_role("table").first).to_contain_text("Alarm")
    rules.get_by_role("button", name=re.compile("^Legend")).click()
    rules.get_by_label("Find in the rules").fill("")
    expect(rules.locator("dt svg > *").first).to_be_attached()
    assert serious(page) == []
    assert page.locator("[data-n]").get_attribute("data-n") == before
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)


def test_the_list_of_games_travels_once_and_compressed(server: Server, person: Opener) -> None:
    page = person("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    card(page, "who-dares-wins").get_by_role("button", name="Play now").click()
    laid(page)
    assert sum(url.endswith("/api/games") for url in asked) == 1
    answer = server.get("/api/games", **{"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 20_000


def test_each_copy_button_says_copied_for_itself_and_for_a_moment(server: Server, person: Opener) -> None:
    made = server.make("who-dares-wins", seed=6)
    page = person(
        f"{server.url}/t/{made['match']['id']}#{made['secret']}", permissions=["clipboard-read", "clipboard-write"]
    )
    ready(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy a link for watchers").click()
    expect(page.get_by_role("button", name="Copied")).to_have_count(1)
    expect(page.get_by_role("button", name="Copy my link, for another device")).to_be_visible()
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    expect(page.get_by_role("button", name="Copy a link for watchers")).to_be_visible()


def taught() -> list[str]:
    """The first lesson of every game."""
    return [lessons[0].id for game in sandtable.games() if (lessons := sandtable.lessons_of(game))]


class Offers:
    """What a page is offered, by its words."""

    def __init__(self, page: Page) -> None:
        self.texts: dict[str, str] = {}
        page.on("websocket", lambda socket: socket.on("framereceived", self.hear))

    def hear(self, payload: str | bytes) -> None:
        options = json.loads(payload).get("options")
        if options is not None:
            self.texts = {" ".join(one["words"]): one["text"] for one in options}

    def text(self, page: Page, words: str) -> str:
        """How an action reads, once it is on offer."""
        return eventually(page, lambda: self.texts.get(words, ""), f"{words} is on offer")


@pytest.mark.parametrize("lesson", taught())
def test_a_lesson_is_learned_from_learn_to_its_end(server: Server, person: Opener, lesson: str) -> None:
    text = next(one for game in sandtable.games() for one in sandtable.lessons_of(game) if one.id == lesson)
    phone = text.game == "rogue-regiment"
    page = person("about:blank", phone=phone, remembers=NEWCOMER)
    offers = Offers(page)
    page.goto(server.url)
    card(page, text.game).get_by_role("button", name="Learn").click()
    laid(page)
    coach = page.get_by_role("region", name="Lesson")
    if phone:
        board = box(page.locator(".board"))
        assert box(coach)["y"] >= board["y"] + board["height"] - 1, "the coach hides nothing that is to be touched"
        page.get_by_role("tab", name="Actions").click()
    expect(coach).to_contain_text(f"{text.title}")
    expect(coach).to_contain_text("step 1 of")
    assert serious(page) == []
    for action in text.best:
        while coach.get_by_role("button", name="Next", exact=True).count() > 0:
            coach.get_by_role("button", name="Next", exact=True).click()
        expect(coach.get_by_text("Your turn")).to_be_visible()
        wanted = sandtable.words(action)
        said = re.escape(offers.text(page, wanted)).replace("/", r"\/")  # a slash would end the pattern in the page
        with waiting_for_update(page):
            page.get_by_role("option", name=re.compile(rf"^(Advised: )?{said}")).first.click()
    skip = page.get_by_role("button", name="Skip")
    expect(skip.or_(coach.get_by_role("button", name="Next lesson"))).to_be_visible()
    if skip.count() > 0:
        skip.click()  # what the enemy does takes its time
    expect(coach).to_contain_text("done")
    expect(coach.get_by_role("button", name="Next lesson")).to_be_visible()
    page.goto(server.url)
    following = sandtable.lessons_of(sandtable.load(text.game))[1]
    expect(card(page, text.game)).to_contain_text(f"Next lesson: {following.title}")
