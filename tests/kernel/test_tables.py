"""Reading data files: what is right comes out as cells, what is wrong as one sentence with its line."""

from pathlib import Path

import pytest

from sandtable.kernel.errors import DataError
from sandtable.kernel.tables import Fault, Files, Page, Sheet

GOOD = """\
# two wells
[siwa]
name = "Siwa"
terrain = ["oasis", "village"]
ap = 2
road = 0.5

[jalo]
name = "Jalo"
terrain = ["oasis"]
ap = 1
road = 1
base = true
"""

TERRAIN = ("sand", "oasis", "village")


def read(text: str) -> list[tuple[str, str, tuple[int, ...], int, int, bool]]:
    """The rows of a file of wells."""
    page = Page("wells.toml", text)
    rows = [
        (
            row.key,
            row.text("name"),
            row.words("terrain", TERRAIN),
            row.number("ap", 1, 3),
            row.halves("road"),
            row.flag("base", False),
        )
        for row in page.rows()
    ]
    page.close()
    return rows


def fault(text: str) -> str:
    """The whole complaint about a file of wells."""
    with pytest.raises(DataError) as error:
        read(text)
    return str(error.value)


def test_cells_come_out_checked_and_words_as_their_place() -> None:
    assert read(GOOD) == [("siwa", "Siwa", (1, 2), 2, 1, False), ("jalo", "Jalo", (1,), 1, 2, True)]


def test_a_missing_column_is_told_with_the_line_of_its_table() -> None:
    found = fault(GOOD.replace('name = "Jalo"\n', ""))
    assert found == "wells.toml, line 8: [jalo] name is missing; it should be a text"


def test_an_unknown_word_is_told_with_the_allowed_ones() -> None:
    found = fault(GOOD.replace('terrain = ["oasis"]', 'terrain = ["swamp"]'))
    assert found == "wells.toml, line 10: [jalo] terrain has 'swamp'; it should be one of sand, oasis, village"


def test_a_number_out_of_range_is_told_with_the_range() -> None:
    found = fault(GOOD.replace("ap = 2", "ap = 7"))
    assert found == "wells.toml, line 5: [siwa] ap is 7; it should be a whole number from 1 to 3"


def test_a_truth_value_is_no_number() -> None:
    assert "ap is True" in fault(GOOD.replace("ap = 2", "ap = true"))


def test_a_third_of_a_point_is_neither_whole_nor_half() -> None:
    assert "line 6: [siwa] road is 0.3;" in fault(GOOD.replace("road = 0.5", "road = 0.3"))


def test_an_id_used_twice_is_told_with_the_second_line() -> None:
    found = fault(GOOD.replace("[jalo]", "[siwa]"))
    assert found == "wells.toml, line 8: not TOML: [siwa] is there twice; an id may be used once"


def test_text_that_is_no_toml_is_told_with_its_line() -> None:
    assert fault(GOOD.replace("ap = 2", "ap =")).startswith("wells.toml, line 5: not TOML: ")


def test_a_column_that_nobody_asked_for_is_a_mistake() -> None:
    found = fault(GOOD.replace("ap = 2", "ap = 2\naap = 3"))
    assert found == (
        "wells.toml, line 6: [siwa] aap is not a column of this table; it has ap, base, name, road, terrain"
    )


def test_all_mistakes_are_found_in_one_pass_in_the_order_of_the_lines() -> None:
    found = fault(GOOD.replace("ap = 1", "ap = 0").replace('"Siwa"', "1"))
    assert [line.split(":")[0] for line in found.split("\n")] == ["wells.toml, line 3", "wells.toml, line 11"]


LINKS = """\
[road]
links = [
  ["siwa", "jalo"],
  ["jalo", "koufra"],
]
"""

PLACES = ("siwa", "jalo", "koufra")


def pairs(text: str) -> tuple[list[tuple[int, int]], list[Fault]]:
    """The links of a file and its mistakes."""
    page = Page("links.toml", text)
    return page.row("road").pairs("links", PLACES), page.finish()


def test_pairs_are_read_as_places() -> None:
    assert pairs(LINKS) == ([(0, 1), (1, 2)], [])


def test_a_pair_with_an_unknown_word_is_told_with_its_own_line() -> None:
    found, faults = pairs(LINKS.replace("koufra", "kufra"))
    assert found == [(0, 1)]
    assert faults == [Fault(4, "'kufra' is not one of siwa, jalo, koufra")]


def test_a_pair_that_comes_twice_is_a_mistake_either_way_round() -> None:
    _, faults = pairs(LINKS.replace('"jalo", "koufra"', '"jalo", "siwa"'))
    assert faults == [Fault(4, "jalo and siwa are joined twice")]


def test_a_missing_table_and_a_missing_list_are_told() -> None:
    assert pairs("")[1] == [
        Fault(1, "the table [road] is missing"),
        Fault(1, '[road] links is missing; it should be a list of pairs such as ["a", "b"]'),
    ]


def test_small_tables_in_a_list_know_their_lines() -> None:
    page = Page("t.toml", "[t]\nrows = [\n  # one\n  { n = 1 },\n  { n = 9 },\n]\nmore = [ { n = 9 } ]\n")
    row = page.row("t")
    assert [small.number("n", 1, 3) for small in row.rows("rows")] == [1, 1]
    assert [small.number("n", 1, 3) for small in row.rows("more")] == [1]
    assert [fault.line for fault in page.finish()] == [5, 7]


# --- the files of a box


def wells(page: Page) -> list[str]:
    """The names of the wells."""
    return [row.text("name") for row in page.rows()]


def drawing(sheet: Sheet) -> int:
    """How wide a drawing is; every line must be as wide."""
    for number, line in enumerate(sheet.lines, 1):
        if len(line) != len(sheet.lines[0]):
            sheet.fault(number, f"the line has {len(line)} letters")
    return len(sheet.lines[0])


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    (tmp_path / "toy_box").mkdir()
    (tmp_path / "toy_box" / "__init__.py").touch()
    (tmp_path / "toy_box" / "wells.toml").write_text('[siwa]\nname = "Siwa"\n')
    (tmp_path / "toy_box" / "plan.map").write_text("..\n.#\n")
    (tmp_path / "toy_box" / "tiles").mkdir()
    for name in ("b.tile", "a.tile", "notes.txt"):
        (tmp_path / "toy_box" / "tiles" / name).touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    return Files("toy_box")


def test_a_file_that_was_read_can_be_checked_in_the_same_manner(box: Files) -> None:
    assert box.read("wells.toml", wells, "siwa") == ["Siwa"]
    assert box.read_lines("plan.map", drawing) == 2
    assert box.names() == ["wells.toml", "plan.map"]
    assert [box.check(name, box.text(name)) for name in box.names()] == [[], []]
    assert box.check("wells.toml", "[siwa]\nnam = 1\n") == [
        Fault(1, "[siwa] name is missing; it should be a text"),
        Fault(2, "[siwa] nam is not a column of this table; it has name"),
    ]
    assert box.check("plan.map", "..\n.\n") == [Fault(2, "the line has 1 letters")]


def test_a_file_of_somebody_else_is_left_to_him(box: Files) -> None:
    box.read("wells.toml", wells, "siwa")
    assert box.check("wells.toml", '[jalo]\nname = "Jalo"\n') is None, "what ours is known by is not in it"
    assert box.check("other.toml", "") is None


def test_a_mistake_in_the_box_is_told_when_it_is_read(box: Files) -> None:
    with pytest.raises(DataError, match="wells.toml, line 2: .siwa. name is not a column of this table"):
        box.read("wells.toml", lambda page: [row.key for row in page.rows()])


def test_the_files_of_a_folder_are_listed_in_their_order(box: Files) -> None:
    assert box.listed("tiles", ".tile") == ["tiles/a.tile", "tiles/b.tile"]
