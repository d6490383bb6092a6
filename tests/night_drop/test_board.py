"""The drawn map: what the page relies on, and what a reader of maps would complain about."""

import re
from xml.etree import ElementTree

from sandtable.games.night_drop.box import land
from sandtable.games.night_drop.table import drawing

SVG = "{http://www.w3.org/2000/svg}"


def page() -> ElementTree.Element:
    return ElementTree.fromstring(drawing.draw(False))


def test_every_hex_has_an_element_with_its_word_as_id_and_a_place_for_counters() -> None:
    found = {e.get("id", ""): e for e in page().iter() if e.get("class") == "nd-hex"}
    assert sorted(found) == sorted(land.HEX_NAME)
    assert [place.id for place in drawing.board().places] == list(found)
    for place in drawing.board().places:
        x, y = drawing.centre(land.HEX_OF[place.id])
        assert abs(place.x - x) < 0.1
        assert abs(place.y - y) < 0.1


def test_named_hexes_say_their_name() -> None:
    ranville = next(e for e in page().iter() if e.get("id") == "1016")
    assert ranville.findtext(SVG + "title") == "Ranville 1016"


def test_nothing_is_styled_but_by_class() -> None:
    for standalone in (False, True):
        svg = drawing.draw(standalone)
        assert ' style="' not in svg
        assert ' fill="' not in svg
        assert ' stroke="' not in svg


def test_every_class_that_is_used_is_painted() -> None:
    svg = drawing.draw(False)
    used = {word for words in re.findall(r'class="([^"]+)"', svg) for word in words.split()}
    style = svg[svg.index("<style>") : svg.index("</style>")]
    unpainted = {word for word in used if f".{word}" not in style}
    assert unpainted <= {"nd-grid", "nd-label"}


def test_ids_are_unique() -> None:
    ids = re.findall(r'\bid="([^"]+)"', drawing.draw(False))
    assert len(ids) == len(set(ids))


def test_no_two_names_overlap_and_all_are_on_the_map() -> None:
    labels = drawing.placed_names()
    assert len(labels) == len(land.LABELS)
    for i, one in enumerate(labels):
        assert one.box.left >= 0
        assert one.box.right <= drawing.SIZE[0]
        for other in labels[i + 1 :]:
            assert not one.box.meets(other.box), f"{one.name.words} lies on {other.name.words}"


def test_no_name_lies_on_a_star() -> None:
    for label in drawing.placed_names():
        for cell in land.OBJECTIVES:
            x, y = drawing.star_at(cell)
            box = label.box
            assert not (box.left < x < box.right and box.top < y < box.bottom), (
                f"{label.name.words} on {land.HEX_NAME[cell]}"
            )


def test_night_and_day_are_painted_differently() -> None:
    assert drawing.draw(True, "night") != drawing.draw(True, "day")
    assert '[data-look="night"]' in drawing.draw(False)


def test_hex_numbers_are_shown_only_from_near_by_or_in_a_file_of_its_own() -> None:
    page_svg, file_svg = drawing.draw(False), drawing.draw(True)
    assert ".nd-number { display: none; }" in page_svg
    assert ".near .nd-number, .nd-alone .nd-number { display: inline; }" in page_svg
    assert 'class="nd-board"' in page_svg
    assert 'class="nd-board nd-alone"' in file_svg


def test_neighbouring_hexes_of_one_kind_share_one_outline() -> None:
    woods = drawing.outlines(drawing.of_terrain(land.WOODS))
    assert len(woods) == 5  # Bois de Bavent, two to its west, one north of Bavent, one south of Bures
    for loop in woods:
        assert len(loop) >= 6


def test_drawing_is_the_same_each_time() -> None:
    first = drawing.draw(False)
    drawing.draw.cache_clear()
    drawing.placed_names.cache_clear()
    assert drawing.draw(False) == first
