"""The rule index: what it reads, and what it must not let pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import rulebook
from sandtable.rulebook import Book, Clause

ROOT = Path(__file__).resolve().parent.parent
LEDGERS = ROOT.parent / "shared" / "rules"
SIZES = {"night-drop": 270, "rogue-regiment": 671, "who-dares-wins": 301}


def toy_book(*clauses: Clause) -> Book:
    return Book("toy", "Toy", "TOY", (("1", "All"),), {clause.id: clause for clause in clauses}, {})


TOY = toy_book(*(Clause(f"TOY-1.{n}", "All", "A rule.") for n in range(1, 5)))


def toy(folder: Path, sources: dict[str, str], tests: str = "", book: Book = TOY) -> rulebook.Index:
    """The index of a game written on the spot."""
    for name, text in sources.items():
        path = folder / "toy" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_toy.py").write_text(tests, encoding="utf-8")
    return rulebook.index_of(book, folder / "toy", folder / "tests")


def test_every_game_has_as_many_clauses_as_its_ledger_says() -> None:
    assert {game: len(rulebook.book(game).clauses) for game in rulebook.games()} == SIZES


def test_rogue_regiment_tells_its_sets_apart() -> None:
    sets = [clause.set for clause in rulebook.book("rogue-regiment").clauses.values()]
    assert {name: sets.count(name) for name in sets} == {"base": 514, "TWD": 59, "HM": 15, "HD": 22, "JG": 43, "KS": 18}


@pytest.mark.parametrize("game", rulebook.games())
def test_clauses_are_numbered_without_a_gap_and_say_something(game: str) -> None:
    book = rulebook.book(game)
    following: dict[str, int] = {}
    for id_, clause in book.clauses.items():
        section, _, number = id_.removeprefix(f"{book.prefix}-").partition(".")
        following[section] = following.get(section, 0) + 1
        assert (id_, number) == (clause.id, str(following[section]))
        assert re.fullmatch(r"\S.*\S", clause.text)
        assert clause.chapter in {title for _, title in book.chapters}
    assert all(ruling.question and ruling.ruling for ruling in book.rulings.values())


@pytest.mark.skipif(not LEDGERS.exists(), reason="the ledgers are not beside this checkout")
def test_the_clauses_are_those_of_the_ledgers() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "clauses.py"), "--check"]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (made.returncode, made.stdout + made.stderr) == (0, "")


@pytest.mark.parametrize("game", rulebook.games())
def test_nothing_names_a_clause_that_does_not_exist(game: str) -> None:
    assert [f"{place}: {id_}" for id_, place in rulebook.index(game).unknown] == []


def test_every_mark_names_a_clause_of_some_game() -> None:
    known = {id_ for game in rulebook.games() for id_ in rulebook.book(game).clauses}
    assert [f"{place}: {id_}" for id_, place in rulebook.marks(ROOT / "tests") if id_ not in known] == []


@pytest.mark.parametrize("game", rulebook.games())
def test_what_calls_itself_complete_lacks_no_clause(game: str) -> None:
    assert rulebook.index(game).owed() == ()


def test_a_clause_is_found_by_its_id_and_by_the_number_people_are_shown() -> None:
    clause = rulebook.find("who-dares-wins", "WDW-611.3")
    assert clause.number == "§611.3"
    assert rulebook.find("who-dares-wins", "§611.3") == rulebook.find("who-dares-wins", "611.3") == clause
    with pytest.raises(KeyError, match="no clause “999.1”; .sandtable rules who-dares-wins. lists them"):
        rulebook.find("who-dares-wins", "999.1")
    with pytest.raises(KeyError, match="there are night-drop, rogue-regiment, who-dares-wins"):
        rulebook.book("chess")


def test_a_ruling_names_its_option_and_the_values() -> None:
    ruling = rulebook.book("night-drop").rulings["A1"]
    assert (ruling.option, ruling.values) == ("vp6", ("strategic", "operational"))
    assert rulebook.book("rogue-regiment").rulings["A61"].option == "sprint_noise_from_start"
    assert rulebook.book("who-dares-wins").rulings["A-07"].values == ("turn", "patrol")


def test_docstrings_and_comments_that_open_with_ids_implement_them(tmp_path: Path) -> None:
    index = toy(
        tmp_path,
        {
            "r01.py": 'class Move:\n    """TOY-1.1, TOY-1.2 A move. See TOY-1.4."""\n\n'
            '    def do(self) -> None:\n        """Says nothing of TOY-1.4."""\n',
            "data/areas.toml": 'name = "no comment: TOY-1.4"\n# TOY-1.3 the bases\nbases = ["siwa"]  # not TOY-1.4\n',
        },
    )
    assert {id_: [(at.name, at.line, at.kind) for at in places] for id_, places in index.implemented.items()} == {
        "TOY-1.1": [("Move", 1, "code")],
        "TOY-1.2": [("Move", 1, "code")],
        "TOY-1.3": [("", 2, "data")],
    }


def test_ids_may_run_over_several_lines_and_stand_in_a_method(tmp_path: Path) -> None:
    index = toy(tmp_path, {"r01.py": 'class A:\n    def b(self):\n        """TOY-1.1,\n        TOY-1.2 Both."""\n'})
    assert [place.name for found in index.implemented.values() for place in found] == ["A.b", "A.b"]


def test_marks_are_found_on_tests_classes_and_modules(tmp_path: Path) -> None:
    index = toy(
        tmp_path,
        {},
        'import pytest\npytestmark = pytest.mark.clause("TOY-1.1")\n'
        '@pytest.mark.clause("TOY-1.2")\nclass TestIt:\n'
        '    @pytest.mark.parametrize("n", [1])\n    @pytest.mark.clause("TOY-1.3", "TOY-1.4")\n'
        "    def test_it(self, n): ...\n",
    )
    assert {id_: found[0].name for id_, found in index.tested.items()} == {
        "TOY-1.1": "test_toy",
        "TOY-1.2": "TestIt",
        "TOY-1.3": "test_it",
        "TOY-1.4": "test_it",
    }


def test_a_clause_without_code_or_without_test_is_missing(tmp_path: Path) -> None:
    index = toy(
        tmp_path,
        {"r01.py": 'def a():\n    """TOY-1.1, TOY-1.2 A rule."""\n'},
        'import pytest\n@pytest.mark.clause("TOY-1.1", "TOY-1.3")\ndef test_a(): ...\n',
    )
    assert index.coverage() == rulebook.Coverage(4, 2, 2, 0, ("TOY-1.2", "TOY-1.3", "TOY-1.4"))


def test_a_clause_that_does_not_exist_is_told_with_its_place(tmp_path: Path) -> None:
    index = toy(
        tmp_path,
        {"r01.py": 'def a():\n    """TOY-9.1 No such rule."""\n', "data/a.map": "# WDW-3.1 another game's\n"},
        'import pytest\n@pytest.mark.clause("TOY-9.2", "WDW-3.1")\ndef test_a(): ...\n',
    )
    assert [(id_, Path(place.file).name, place.line) for id_, place in index.unknown] == [
        ("WDW-3.1", "a.map", 1),
        ("TOY-9.1", "r01.py", 1),
        ("TOY-9.2", "test_toy.py", 2),
    ]


@pytest.mark.parametrize(
    ("line", "owed"),
    [
        ("complete = True", ("TOY-1.1", "TOY-2.1")),
        ("complete: ClassVar[bool] = False", ()),
        ('complete = frozenset({"base"})', ("TOY-1.1",)),
        ('complete: ClassVar[tuple[str, ...]] = ("base", "more")', ("TOY-1.1", "TOY-2.1")),
        ("complete = frozenset()", ()),
        ("title = 'Toy'", ()),
    ],
)
def test_a_game_owes_the_clauses_of_what_it_calls_complete(tmp_path: Path, line: str, owed: tuple[str, ...]) -> None:
    book = toy_book(Clause("TOY-1.1", "All", "A rule.", "base"), Clause("TOY-2.1", "All", "A rule.", "more"))
    assert toy(tmp_path, {"game.py": f"class Toy:\n    {line}\n"}, book=book).owed() == owed


def test_a_set_that_the_game_does_not_have_cannot_be_complete(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not have"):
        toy(tmp_path, {"game.py": 'class Toy:\n    complete = {"extra"}\n'})


@pytest.mark.parametrize("game", rulebook.games())
def test_the_clauses_of_every_game_have_no_mistakes(game: str) -> None:
    path = rulebook.GAMES / game.replace("-", "_") / "box" / "clauses.toml"
    assert rulebook.mistakes(path.read_text(encoding="utf-8")) == []


def test_a_mistake_in_a_file_of_clauses_is_told_with_its_line() -> None:
    text = """title = "A game"
prefix = "AG"
[[chapter]]
number = "1"
title = "First"
[chapter.clauses]
"AG-1.1" = "One."
"AG-2.1" = "Of another chapter."
[[chapter]]
number = "1"
titel = "Second"
[chapter.clauses]
"AG-1.1" = "One again."
"AG-1.3" = ""
[[ruling]]
id = "A1"
question = "What?"
ruling = "This."
[[ruling]]
id = "A1"
question = "What else?"
"""
    found = rulebook.mistakes(text)
    assert [line for line, _ in found] == [8, 9, 11, 13, 14, 19, 20]
    sentences = " ".join(sentence for _, sentence in found)
    for part in (
        "“AG-2.1” is no clause of this chapter; it should be like AG-1.1",
        "title is missing",
        "titel is not a column of this table",
        "AG-1.1 comes twice; it is on line 7 too",
        "AG-1.3 is ''; it should be a text",
        "ruling is missing",
        "the ruling A1 comes twice; it is on line 16 too",
    ):
        assert part in sentences
    assert rulebook.mistakes("prefix = 3") == [
        (1, "title is None; it should be a text"),
        (1, "prefix is 3; it should be a text"),
    ]
