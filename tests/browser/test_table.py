"""One person at the table: choosing, undoing, looking back, saving."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.pages import (
    act,
    bare,
    box,
    cell,
    choices,
    click_cell,
    eventually,
    laid,
    lines,
    log,
    option,
    piece,
    play_now,
    waiting_for_update,
)
from tests.web.harness import Server


def decision(page: Page) -> Locator:
    return page.get_by_role("region", name="Decision")


def test_the_seats_secret_is_in_no_address(toys: Server, person: Opener) -> None:
    asked: list[str] = []
    page = person("about:blank")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(toys.url)
    play_now(page, "Convoy")
    secret = page.evaluate("JSON.parse(localStorage['sandtable.matches'])[0].secret")
    assert len(secret) == 22
    assert secret not in page.url
    assert not any(secret in url for url in asked)


def test_a_link_with_a_secret_sits_down_and_leaves_the_address_line(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    assert page.url.endswith(made["match"]["id"])
    page.reload()
    expect(option(page, "Truck T1 comes along")).to_be_visible()


def test_pieces_and_places_are_chosen_on_the_board(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    click_cell(page, "camp")  # four trucks stand here: they fan out
    expect(piece(page, "T2")).to_have_class(re.compile(r"\blit\b"))
    with waiting_for_update(page):
        piece(page, "T2").click()
    expect(cell(page, "well")).to_have_class(re.compile(r"\blit\b"))
    with waiting_for_update(page):
        click_cell(page, "well")
    expect(lines(page).last).to_have_text(re.compile(r"Truck T2 drives to the well\s*$"))


def test_a_place_that_is_not_on_offer_says_why_with_its_clause(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    click_cell(page, "fort")
    here = page.get_by_role("region", name="Here")
    expect(here).to_contain_text("That place is not next to the stack")
    expect(here.get_by_role("button", name=re.compile("^Rule"))).to_be_visible()


def test_hovering_an_action_shows_its_odds(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    option(page, "Drive to the well").hover()
    here = page.get_by_role("region", name="Here")
    expect(here).to_contain_text("83 %")
    expect(here).to_contain_text("17 %")


def test_odds_and_price_are_shown_by_keys_alone(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    here = page.get_by_role("region", name="Here")
    choices(page)
    page.keyboard.press("/")  # in the list: arrows go from action to action
    for _ in range(6):
        page.keyboard.press("ArrowDown")
        # What is aimed at is told at once, its odds when the server has them.
        if "Drive to the well" in here.inner_text():
            break
    expect(here).to_contain_text("Drive to the well")
    expect(here).to_contain_text("83 %")
    expect(here).to_contain_text("17 %")
    page.reload()
    act(page, "Truck T1 comes along")
    page.get_by_role("group", name="Verbs").get_by_role(
        "button", name="Drive to the well"
    ).focus()  # a verb of one action
    expect(here).to_contain_text("83 %")


def test_a_piece_of_several_cells_is_drawn_over_them_all(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Rails")
    train = box(piece(page, "train").locator("rect.ground"))
    places = [box(cell(page, name)) for name in ("well", "fort")]
    for place in places:
        assert train["x"] <= place["x"] + place["width"] * 0.1
        assert train["x"] + train["width"] >= place["x"] + place["width"] * 0.5
        assert train["height"] >= place["height"] * 0.9
    assert train["x"] + train["width"] >= places[1]["x"] + places[1]["width"] * 0.9

    # What lies under it can still be chosen there, and it is found on each of its places.
    act(page, "Truck T1 comes along")
    with waiting_for_update(page):
        click_cell(page, "well")
    expect(lines(page).last).to_have_text(re.compile(r"Truck T1 drives to the well\s*$"))
    page.keyboard.press("d")
    words = page.get_by_role("dialog", name="The board in words")
    expect(words.get_by_role("button", name=re.compile("^fort.*Here: train|^the fort.*Here: train"))).to_be_visible()


def test_a_panel_of_slots_and_tracks_shows_both_and_its_slots_can_be_chosen(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Rails")
    engine = page.get_by_role("region", name="Engine")
    expect(engine.get_by_role("button", name="Boiler hot")).to_be_visible()
    expect(engine).to_contain_text(re.compile(r"Steam\s*2 of 5|Steam\s*2\s*/\s*5"))
    expect(engine.locator(".tick.here")).to_have_text("low")
    with waiting_for_update(page):
        engine.get_by_role("button", name="Truck T1 2").click()
    expect(option(page, "Drive to the well")).to_be_visible()


def test_the_list_is_searched_by_words(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    choices(page)
    page.keyboard.press("/")
    page.keyboard.type("t3")
    expect(page.get_by_role("option")).to_have_count(1)
    with waiting_for_update(page):
        page.keyboard.press("Enter")
    expect(option(page, "Truck T4 comes along")).to_be_visible()
    expect(option(page, "Truck T1 comes along")).to_have_count(0)


def test_undo_says_what_it_takes_back_and_is_refused_after_dice_with_the_reason(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy")
    path = f"/api/matches/{made['match']['id']}/actions"
    assert toys.post(path, {"words": "with T1", "seen": 1}, made["secret"]).status_code == 200
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("title", "Undo (U): Truck T1 comes along")
    with waiting_for_update(page):
        undo.click()
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    with waiting_for_update(page):
        page.get_by_role("button", name="Redo").click()
    with waiting_for_update(page):
        page.keyboard.press("u")
    before = page.locator("[data-n]").get_attribute("data-n")
    page.keyboard.press("Escape")  # nothing is chosen, and Esc undoes nothing
    act(page, "Truck T1 comes along")
    page.keyboard.press("Escape")
    expect(page.locator("[data-n]")).to_have_attribute("data-picks", "0")
    expect(page.locator("[data-n]")).to_have_attribute("data-n", before or "")
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    before = page.locator("[data-n]").get_attribute("data-n")
    undo.click()
    expect(page.get_by_role("status")).to_contain_text("roll")
    assert page.locator("[data-n]").get_attribute("data-n") == before


def test_a_careless_double_click_acts_once(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    laid(page)
    before = int(page.locator("[data-n]").get_attribute("data-n") or 0)
    first = choices(page).first
    with waiting_for_update(page):
        first.dblclick(delay=150)  # slow enough for the next offer to lie under the second click
    with waiting_for_update(page):
        page.mouse.dblclick(*bare(page, "well"), delay=150)
    expect(page.locator("[data-n]")).to_have_attribute("data-n", str(before + 2))
    expect(decision(page)).to_contain_text("Name the trucks")
    page.get_by_role("group", name="Verbs").get_by_role("button", name="End the turn").dblclick(delay=150)
    expect(page.locator("[data-n]")).to_have_attribute("data-n", str(before + 3))
    expect(page.locator("header dl")).to_contain_text(re.compile(r"Turn\s*2"))


def test_back_leads_to_the_start_page_and_forward_to_the_table(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")  # in the middle of a chain
    page.go_back()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.locator("ul.mine li")).to_have_count(1)
    page.go_forward()
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    expect(lines(page)).to_have_count(1)


def test_a_click_while_something_is_shown_finishes_it_and_counts(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy", seed=5)
    page = person("about:blank", still=False, remembers={"pace": "step"})
    page.goto(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    for truck in ("T1", "T2"):
        act(page, f"Truck {truck} comes along")
    option(page, "Drive to the well").click()
    happening = page.get_by_role("group", name="What is happening")
    expect(happening).to_be_visible()
    expect(page.locator(".prompt.playing")).to_be_visible()  # the next question waits
    piece(page, "T4").click()
    expect(happening).to_have_count(0)
    expect(piece(page, "T4")).to_have_class(re.compile(r"\bclicked\b"))
    before = page.locator("[data-n]").get_attribute("data-n") or ""
    page.keyboard.press("Escape")  # lets the truck go, and undoes nothing
    page.keyboard.press("Escape")
    expect(page.locator(".board .clicked")).to_have_count(0)
    expect(page.locator("[data-n]")).to_have_attribute("data-n", before)


def test_everything_is_there_again_after_a_reload(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    expect(lines(page)).to_have_count(1)
    said = log(page)
    page.reload()
    expect(lines(page)).to_have_text(said)
    page.goto(toys.url)
    page.get_by_role("link", name="Resume").first.click()
    expect(lines(page)).to_have_text(said)


def finish(page: Page) -> None:
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    for _ in range(3):
        act(page, "End the turn")
    expect(page.get_by_role("region", name="Decision")).to_contain_text("0 trucks")


def test_a_finished_game_is_replayed_verified_saved_and_imported(toys: Server, person: Opener, tmp_path: Path) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    finish(page)
    page.get_by_role("button", name="Replay").first.click()
    scrub = page.get_by_label("Moment")
    expect(page.get_by_role("region", name="Decision")).to_contain_text("The board as it was")
    scrub.fill("0")
    expect(page.locator("[data-piece=T1].lit")).to_have_count(0)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("region", name="Decision")).to_contain_text("0 trucks")

    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.get_by_role("dialog")).to_contain_text("The dice are as they were promised.")
    with page.expect_download() as got:
        page.get_by_role("button", name="Save the record").click()
    saved = tmp_path / "game.sandtable"
    got.value.save_as(saved)
    assert "driver go well" in saved.read_text()

    page.goto(toys.url)
    page.get_by_label("Choose a record…").set_input_files(saved)
    expect(page.get_by_role("region", name="Decision")).to_contain_text("0 trucks")


def test_a_file_that_is_no_record_is_refused_with_its_line(toys: Server, person: Opener, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sandtable"
    bad.write_text("# sandtable 1\ngame: toy-convoy\nscenario: fort\n\n1 driver fly moon\n")
    page = person("about:blank")
    page.goto(toys.url)
    with page.expect_response(lambda response: response.request.method == "POST") as answer:
        page.get_by_label("Choose a record…").set_input_files(bad)
    assert answer.value.status == 400
    expect(page.get_by_role("alert")).to_have_text("Line 4: the header ends without “rules:”")


def test_playing_on_from_an_earlier_moment_makes_a_new_game(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    first = page.url
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Moment").fill("0")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: url != first)
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    expect(lines(page)).to_have_count(0)


def test_a_line_of_the_log_shows_the_board_as_it_was(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    for truck in ("T1", "T2"):
        act(page, f"Truck {truck} comes along")
        act(page, "Drive to the well")
    page.get_by_role("region", name="Log").locator("li .line").first.click()
    expect(page.get_by_role("region", name="Decision")).to_contain_text("The board as it was")
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    page.keyboard.press("Escape")
    expect(option(page, "Truck T3 comes along")).to_be_visible()


def test_an_overlay_is_switched_on_and_off(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Reach").click()
    expect(page.locator(".board .shade")).to_have_count(1)
    page.get_by_role("button", name="Reach").click()
    expect(page.locator(".board .shade")).to_have_count(0)


def test_a_clause_opens_the_rule_in_a_drawer(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    page.get_by_role("region", name="Decision").get_by_role("button", name=re.compile("^Rule")).click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_hint_names_an_action_that_is_on_offer(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("region", name="Decision")).to_contain_text("Hint: ")


def test_the_wheel_zooms_and_dragging_moves_the_board(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    svg = page.locator(".board > svg")
    room = box(svg)
    whole = svg.get_attribute("viewBox")
    page.mouse.move(room["x"] + 300, room["y"] + 200)
    page.mouse.wheel(0, -400)
    expect(svg).not_to_have_attribute("viewBox", whole or "")
    near = svg.get_attribute("viewBox")
    page.mouse.down()
    page.mouse.move(room["x"] + 380, room["y"] + 260, steps=4)
    page.mouse.up()
    expect(svg).not_to_have_attribute("viewBox", near or "")
    page.get_by_role("button", name="Whole board").click()
    expect(svg).to_have_attribute("viewBox", whole or "")
    expect(decision(page)).to_contain_text("Name the trucks")  # dragging chose nothing


def test_a_piece_is_dragged_to_where_it_goes_and_a_place_is_lit_above_who_stands_there(
    toys: Server, person: Opener
) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    laid(page)
    truck, well = box(piece(page, "T4")), bare(page, "well")
    page.mouse.move(truck["x"] + truck["width"] / 2, truck["y"] + truck["height"] / 2)
    page.mouse.down()
    with waiting_for_update(page):
        page.mouse.move(*well, steps=4)
        page.mouse.up()
    expect(lines(page).filter(has_text="truck T4 drives to the well")).to_have_count(1)
    act(page, "Truck T1 comes along")
    ring = page.locator(".board .rings .ring")
    expect(ring.first).to_be_attached()  # T4 stands at the well, which is lit
    above = "all => all[0].compareDocumentPosition(document.querySelector('.board .rings')) & 4"
    assert page.locator(".board .pieces").evaluate_all(above), "what is drawn later lies above"


def test_a_box_drawn_with_shift_picks_who_is_in_it_and_moves_nothing(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    laid(page)
    svg, table = page.locator(".board > svg"), page.locator("[data-n]")
    view, before = svg.get_attribute("viewBox"), table.get_attribute("data-n")
    trucks = [box(piece(page, name)) for name in ("T1", "T2")]
    left, top = (min(one[side] for one in trucks) - 30 for side in ("x", "y"))
    right = max(one["x"] + one["width"] for one in trucks) + 30
    bottom = max(one["y"] + one["height"] for one in trucks) + 30
    page.mouse.move(left, top)
    page.keyboard.down("Shift")
    page.mouse.down()
    page.mouse.move(right, bottom, steps=4)
    expect(page.locator(".board .boxed")).to_be_visible()
    page.mouse.up()
    page.keyboard.up("Shift")
    chosen = page.get_by_role("group", name="Chosen")
    for name in ("T1", "T2"):
        expect(chosen).to_contain_text(name)
    expect(page.locator(".board .boxed")).to_have_count(0)
    assert (svg.get_attribute("viewBox"), table.get_attribute("data-n")) == (view, before)


def test_what_may_be_chosen_but_is_out_of_sight_is_told_and_shown(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    laid(page)
    beyond = page.get_by_role("button", name=re.compile("out of sight"))
    expect(beyond).to_have_count(0)  # the whole board is shown
    room = box(page.locator(".board > svg"))
    page.mouse.move(room["x"] + room["width"] - 20, room["y"] + room["height"] - 20)
    for _ in range(4):
        page.mouse.wheel(0, -800)
    expect(beyond).to_have_attribute("title", "4 of 4 out of sight: show all")
    expect(decision(page)).to_contain_text("◎ shows 4 out of sight.")
    beyond.click()
    expect(beyond).to_have_count(0)
    inside = box(page.locator(".board"))
    for target in (cell(page, "well"), piece(page, "T2")):
        at = box(target)
        assert inside["x"] < at["x"] + at["width"] / 2 < inside["x"] + inside["width"]
        assert inside["y"] < at["y"] + at["height"] / 2 < inside["y"] + inside["height"]
    expect(decision(page)).to_contain_text("Name the trucks")  # nothing was chosen by it


def test_with_reduced_motion_the_story_is_told_and_nothing_moves(toys: Server, person: Opener) -> None:
    page = person(toys.url, still=True, remembers={"pace": "step"})
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    act(page, "Truck T2 comes along")
    page.evaluate("""() => { window.moving = 0; new MutationObserver(() => {
        const running = document.getAnimations().filter(a => a.playState === 'running');
        if (running.some(a => Number(a.effect.getComputedTiming().duration) > 1)) window.moving += 1;
    }).observe(document.body, { subtree: true, childList: true, attributes: true }); }""")
    option(page, "Drive to the well").click()
    happening = page.get_by_role("group", name="What is happening")
    for truck in ("T1", "T2"):
        expect(decision(page)).to_contain_text(f"Truck {truck} drives to the well")
        decided = page.get_by_role("region", name="What is decided")
        expect(decided.get_by_role("img", name=re.compile("^die shows"))).not_to_have_count(0)
        happening.get_by_role("button", name="Step").click()
    expect(option(page, "Truck T3 comes along")).to_be_visible()
    assert page.evaluate("window.moving") == 0


def test_the_board_is_zoomed_and_moved_by_keys(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    laid(page)
    svg = page.locator(".board > svg")
    whole = svg.get_attribute("viewBox") or ""
    page.keyboard.press("b")
    page.keyboard.press("+")
    expect(svg).not_to_have_attribute("viewBox", whole)
    near = svg.get_attribute("viewBox") or ""
    assert float(near.split()[2]) < float(whole.split()[2])
    page.keyboard.press("Shift+ArrowRight")
    expect(svg).not_to_have_attribute("viewBox", near)
    page.keyboard.press("0")
    expect(svg).to_have_attribute("viewBox", whole)


def test_a_seat_is_copied_to_another_device_and_a_friend_is_invited_by_link(toys: Server, person: Opener) -> None:
    page = person(toys.url, permissions=["clipboard-read", "clipboard-write"])
    play_now(page, "Convoy")
    act(page, "Truck T1 comes along")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy my link, for another device").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    other = person(page.evaluate("navigator.clipboard.readText()"))
    expect(option(other, "Truck T1 comes along")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^People")).click()
    page.get_by_role("button", name="Invite somebody…").click()
    page.get_by_role("button", name="Make an invitation").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    friend = person(page.evaluate("navigator.clipboard.readText()"))
    act(friend, "Truck T1 comes along")
    expect(page.get_by_role("dialog")).to_contain_text("Guest 2 has joined")
    page.get_by_role("button", name="To the table").click()
    # Who did what is told where several hold a seat.
    act(friend, "Drive to the well")
    expect(page.get_by_role("region", name="Log").locator("li").last).to_contain_text("Guest 2")


def test_take_backs_are_switched_on_for_a_new_game(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Convoy", exact=True))
    card.get_by_role("button", name="New game…").click()
    page.get_by_text("Advanced", exact=True).click()
    page.get_by_role("checkbox", name=re.compile("Take-backs")).check()
    page.get_by_role("button", name="Start").click()
    act(page, "Truck T1 comes along")
    act(page, "Drive to the well")
    with waiting_for_update(page):
        page.get_by_role("button", name="Undo").click()  # over the dice
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("dialog")).to_contain_text("also after dice, 1 used")


def test_a_replay_plays_by_itself_at_the_speed_that_was_chosen(toys: Server, person: Opener) -> None:
    sent: list[str] = []
    page = person("about:blank")
    page.on("websocket", lambda socket: socket.on("framesent", lambda payload: sent.append(str(payload))))
    page.goto(toys.url)
    play_now(page, "Convoy")
    for truck in ("T1", "T2", "T3"):
        act(page, f"Truck {truck} comes along")
        act(page, "Drive to the well")
    page.get_by_role("button", name="Replay").first.click()
    replay = page.get_by_role("region", name="Replay")
    scrub = page.get_by_label("Moment")
    expect(scrub).to_have_value("0")

    def asked() -> list[int]:
        return [message["n"] for message in map(json.loads, sent) if message["kind"] == "at"]

    eventually(page, asked, "the board at the start is asked for")
    page.wait_for_timeout(500)  # long enough to ask again
    assert asked() == [0], "a replay that stands still asks nothing"
    replay.get_by_label("Speed").select_option("4")
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(scrub).to_have_value("3")
    expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()  # it stops at the end
    replay.get_by_role("button", name="Back").click()
    expect(scrub).to_have_value("2")


def test_two_fingers_zoom(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    play_now(page, "Convoy")
    svg = page.locator(".board > svg")

    def width() -> float:
        return float((svg.get_attribute("viewBox") or "").split()[2])

    laid(page)
    whole = width()
    page.locator(".board").evaluate("""board => {
        const at = (type, id, x, y) => board.dispatchEvent(new PointerEvent(type, {
            pointerId: id, pointerType: 'touch', clientX: x, clientY: y, button: 0, bubbles: true }));
        at('pointerdown', 1, 300, 300); at('pointerdown', 2, 400, 300);
        for (let step = 1; step <= 10; step += 1) {
            at("pointermove", 1, 300 - step * 10, 300); at("pointermove", 2, 400 + step * 10, 300);
        }
        at('pointerup', 1, 200, 300); at('pointerup', 2, 500, 300);
    }""")
    expect(svg).not_to_have_attribute("viewBox", "")
    page.wait_for_function(
        "w => Number(document.querySelector('.board > svg').getAttribute('viewBox').split(' ')[2]) < w * 0.5", arg=whole
    )
    assert width() > whole / 13


def test_a_finished_game_is_seen_by_anybody(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "bot", "bot": "random"}})
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    for _ in range(3):
        first = choices(page).first
        with waiting_for_update(page):
            first.click()
        expect(page.locator(".prompt.mine, .prompt.over")).to_be_visible()
    expect(page.get_by_role("region", name="Decision")).to_contain_text("to")
    page.get_by_role("button", name="Replay").first.click()
    panels = page.get_by_role("region", name="Panels")
    expect(panels.get_by_role("button", name="south-0")).to_be_visible()  # the other hand, from behind
    page.get_by_label("Seen by").select_option("south")
    expect(panels.get_by_role("button", name="north-0")).to_be_visible()
    expect(panels.get_by_role("button", name="south-0")).to_have_count(0)


def test_a_game_without_hints_offers_none(toys: Server, person: Opener) -> None:
    made = toys.make("toy-convoy", hints=False)
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    expect(option(page, "Truck T1 comes along")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("dialog", name="More")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)


def test_my_games_say_whose_turn_it_is(toys: Server, person: Opener) -> None:
    made = toys.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "link"}})
    page = person(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    expect(page.get_by_role("option", name=re.compile("^Lay card"))).to_have_count(3)
    page.goto(toys.url)
    mine = page.locator("ul.mine li").first
    expect(mine).to_contain_text("your turn")
    expect(mine).to_contain_text("just now")
    mine.get_by_role("link", name="Resume").click()
    with waiting_for_update(page):
        choices(page).first.click()
    page.goto(toys.url)
    expect(mine).to_contain_text("South to decide")


def test_a_listed_game_is_watched_from_the_start_page(toys: Server, person: Opener) -> None:
    toys.make("toy-convoy", listed=True)
    page = person(toys.url)
    page.get_by_role("link", name="Watch").first.click()
    expect(page.get_by_role("option")).to_have_text(["Not your decision"])


def test_a_new_game_is_made_with_its_scenario_seats_and_options(toys: Server, person: Opener) -> None:
    page = person(toys.url)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Cards", exact=True))
    card.get_by_role("button", name="New game…").click()
    page.get_by_label("North").select_option("me")
    page.get_by_label("South").select_option("link")
    page.get_by_text("Advanced", exact=True).click()
    expect(page.get_by_role("checkbox", name=re.compile("Take-backs"))).to_be_disabled()  # people on two sides
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("dialog", name="Invite somebody")).to_contain_text("Waiting for whoever plays South")
    page.get_by_role("button", name="To the table").click()
    expect(page.get_by_role("option", name=re.compile("^Lay card"))).to_have_count(3)
    page.get_by_role("button", name=re.compile("^People")).click()
    expect(page.get_by_role("button", name="Invite somebody…")).to_have_count(2)


def test_the_log_follows_the_replay(toys: Server, person: Opener) -> None:
    page = person("about:blank")
    page.set_viewport_size({"width": 1200, "height": 600})  # a log of a few lines
    made = toys.make("toy-convoy", seed=5)
    page.goto(f"{toys.url}/t/{made['match']['id']}#{made['secret']}")
    for truck in ("T1", "T2", "T3"):
        act(page, f"Truck {truck} comes along")
        act(page, "Drive to the well")
    for _ in range(2):
        act(page, "End the turn")
    page.get_by_role("button", name="Replay").first.click()
    first = page.get_by_role("region", name="Log").locator("li").first
    page.get_by_label("Moment").fill("1")
    expect(page.locator("li.then")).to_have_count(1)
    expect(first).to_be_in_viewport()
    expect(first).to_have_class(re.compile(r"\bthen\b"))


LISTENS = """() => { window.made = []; window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100, 44100); window.made.push(this); }
    resume() { return Promise.resolve(); }
}; }"""
LOUDEST = "async () => Math.max(...(await window.made[0].startRendering()).getChannelData(0).map(Math.abs))"


def test_what_moves_is_heard_once_sound_is_on(toys: Server, person: Opener) -> None:
    page = person("about:blank", still=False, remembers={"sound": True, "pace": "play"})
    page.add_init_script(f"({LISTENS})()")
    page.goto(toys.url)
    play_now(page, "Convoy")
    for truck in ("T1", "T2"):
        act(page, f"Truck {truck} comes along")
    option(page, "Drive to the well").click()
    eventually(page, lambda: page.evaluate("window.made.length"), "something sounds")
    assert page.evaluate(LOUDEST) > 0.02, "there is something to be heard"

    quiet = person("about:blank", still=False)
    quiet.add_init_script(f"({LISTENS})()")
    quiet.goto(toys.url)
    play_now(quiet, "Convoy")
    for truck in ("T1", "T2"):
        act(quiet, f"Truck {truck} comes along")
    option(quiet, "Drive to the well").click()
    expect(option(quiet, "Truck T3 comes along")).to_be_visible()
    assert quiet.evaluate("window.made.length") == 0, "sound is off until it is switched on"
