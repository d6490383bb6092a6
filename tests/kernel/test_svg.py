"""Helpers for drawing: text of elements, lines, and names that keep out of each other's way."""

from math import hypot
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import svg
from sandtable.kernel.svg import Box, Name, Obstacles, tag

PAGE = Box(0, 0, 400, 300)


def name(words: str, x: float, y: float) -> Name:
    """A name at a point with a small symbol."""
    return Name(words, (x, y), 10, 14, 0, False, "label")


def test_numbers_are_as_short_as_one_decimal_allows() -> None:
    assert [svg.num(value) for value in (3, 3.0, 3.14, -0.04, 0.25)] == ["3", "3", "3.1", "0", "0.2"]


def test_an_element_has_class_hyphens_and_escaped_text() -> None:
    text = tag("g", tag("title", svg.escape("<a & b>")), cls="cell", data_next='x "y"', id=None)
    assert text == '<g class="cell" data-next="x &quot;y&quot;"><title>&lt;a &amp; b&gt;</title></g>'
    assert ElementTree.fromstring(text).findtext("title") == "<a & b>"


def test_a_bow_starts_and_ends_where_it_should_and_rises_by_its_bend() -> None:
    points = svg.bow((0, 0), (100, 0), 0.1)
    assert [points[0], points[-1]] == [(0, 0), (100, 0)]
    assert min(y for _, y in points) == -10


def test_places_along_a_line_are_equally_far_apart_even_round_a_corner() -> None:
    found = svg.along([(0, 0), (25, 0), (25, 25)], 10)
    assert [(round(x), round(y)) for x, y, _ in found] == [(5, 0), (15, 0), (25, 0), (25, 10), (25, 20)]


def test_distance_to_a_line_is_to_its_nearest_piece() -> None:
    assert svg.distance_to_line((5, 3), [(0, 0), (10, 0), (10, 10)]) == 3
    assert svg.distance_to_line((13, 14), [(0, 0), (10, 0), (10, 10)]) == 5


def test_scattered_points_lie_inside_the_outline_about_as_dense_as_asked() -> None:
    triangle = [(0.0, 0.0), (200.0, 0.0), (0.0, 200.0)]
    found = svg.scatter(triangle, 10)
    assert all(x + y <= 200 for x, y in found)
    assert 180 < len(found) < 220


def test_a_label_next_to_a_point_touches_neither_it_nor_more_air_than_needed() -> None:
    for label in svg.candidates(name("Bir Hacheim", 200, 150)):
        dx = max(label.box.left - 200, 200 - label.box.right, 0)
        dy = max(label.box.top - 150, 150 - label.box.bottom, 0)
        assert 10 < hypot(dx, dy) < 18


def test_a_name_prefers_the_right_and_goes_elsewhere_when_it_is_taken() -> None:
    def side(obstacles: Obstacles) -> str:
        box = svg.place([name("Jalo", 200, 150)], PAGE, obstacles)[0].box
        return "right" if box.left > 200 else "left" if box.right < 200 else "middle"

    assert side(Obstacles([], [])) == "right"
    assert side(Obstacles([Box(205, 0, 400, 300)], [])) == "left"
    assert side(Obstacles([], [[(225, 0), (225, 300)]])) == "left"
    assert side(Obstacles([Box(215, 125, 400, 175), Box(0, 125, 185, 175)], [])) == "middle"


def test_a_name_pushes_another_aside_when_both_gain_by_it() -> None:
    walls = [Box(0, 0, 90, 300), Box(90, 0, 400, 135), Box(90, 165, 400, 300)]
    names = [name("Siwa", 160, 150), name("Jalo", 100, 150)]
    siwa, jalo = svg.place(names, PAGE, Obstacles(walls, [[(190, 0), (190, 300)]]))
    assert not siwa.box.meets(jalo.box)


places = st.tuples(st.integers(60, 340), st.integers(40, 260))


@given(st.lists(places, min_size=1, max_size=6, unique=True))
def test_names_of_points_far_from_each_other_never_meet(points: list[tuple[int, int]]) -> None:
    chosen: list[tuple[int, int]] = []
    for p in points:
        if all(hypot(p[0] - q[0], p[1] - q[1]) > 60 for q in chosen):
            chosen.append(p)
    labels = svg.place([name("Koufra", x, y) for x, y in chosen], PAGE, Obstacles([], []))
    for i, label in enumerate(labels):
        assert label.box.within(PAGE)
        assert all(not label.box.meets(other.box) for other in labels[i + 1 :])
