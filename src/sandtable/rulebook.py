"""The rule index: every clause of every game, in our words, and where it is implemented and tested.

    for game, count in coverage().items():
        print(game, count.implemented, "of", count.clauses)

Clauses and rulings come from `games/<game>/box/clauses.toml`. Where a clause is implemented is read from the sources,
never by importing them: a docstring that opens with clause ids (`WDW-611.3, WDW-611.4 What it says.`), or a comment
that opens with them beside a fact of the box in a data file or a data module (`# WDW-331.3 the bases`). Where it is
tested is read from the marks `pytest.mark.clause("WDW-611.3")` in the checkout's `tests` folder; an installed package
has none.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from sandtable.kernel.tables import Page, Row

GAMES = Path(__file__).resolve().parent / "games"
TESTS = GAMES.parents[2] / "tests"

Kind = Literal["code", "data", "test"]

_IDS = re.compile(r"\s*((?:[A-Z]+-\d+\.\d+\s*,\s*)*[A-Z]+-\d+\.\d+)(?![\w-])")
_ID = re.compile(r"[A-Z]+-\d+\.\d+")


@dataclass(frozen=True)
class Clause:
    """One sentence of the rules. `set` names the expansion that brings it, or is empty when the game has none."""

    id: str
    chapter: str
    text: str
    set: str = ""

    @property
    def number(self) -> str:
        """The id as people are shown it: §611.3."""
        return "§" + self.id.partition("-")[2]


@dataclass(frozen=True)
class Ruling:
    """How we read a place that the rule book leaves open, and the option that chooses another reading."""

    id: str
    question: str
    ruling: str
    reason: str = ""
    option: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Book:
    """The rules of one game."""

    game: str
    title: str
    prefix: str
    chapters: tuple[tuple[str, str], ...]  # number, title
    clauses: dict[str, Clause]
    rulings: dict[str, Ruling]


@dataclass(frozen=True)
class Place:
    """Where something is written: a line of a file, with the name of the function, class or test that stands there."""

    file: str
    line: int
    name: str
    kind: Kind

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()


@dataclass(frozen=True)
class Coverage:
    """How much of a game's rules is there. A clause is missing while its implementation or its test is."""

    clauses: int
    implemented: int
    tested: int
    taught: int
    """How many a lesson teaches: what a first game needs is, what is rare need not be."""
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Index:
    """A book with the places of its clauses, and the places that name a clause the book does not have."""

    book: Book
    implemented: dict[str, tuple[Place, ...]]
    tested: dict[str, tuple[Place, ...]]
    taught: frozenset[str]
    unknown: tuple[tuple[str, Place], ...]
    complete: frozenset[str]

    def coverage(self, chapter: str = "") -> Coverage:
        """How much of the book is there, or of the chapter with this title."""
        ids = [id_ for id_, clause in self.book.clauses.items() if chapter in ("", clause.chapter)]
        implemented = [id_ for id_ in ids if id_ in self.implemented]
        tested = [id_ for id_ in ids if id_ in self.tested]
        taught = [id_ for id_ in ids if id_ in self.taught]
        missing = (id_ for id_ in ids if id_ not in self.implemented or id_ not in self.tested)
        return Coverage(len(ids), len(implemented), len(tested), len(taught), tuple(missing))

    def owed(self) -> tuple[str, ...]:
        """The missing clauses of the sets that the game calls complete."""
        return tuple(id_ for id_ in self.coverage().missing if self.book.clauses[id_].set in self.complete)


def games() -> tuple[str, ...]:
    """The ids of the games that have a rule book here."""
    return tuple(sorted(path.parent.parent.name.replace("_", "-") for path in GAMES.glob("*/box/clauses.toml")))


@cache
def book(game: str) -> Book:
    """The clauses and rulings of a game, by its id."""
    if game not in games():
        raise KeyError(f"there are no rules of {game!r}; there are {', '.join(games())}")
    data = tomllib.loads((_folder(game) / "box" / "clauses.toml").read_text(encoding="utf-8"))
    clauses = [
        Clause(id_, chapter["title"], text, chapter.get("set", ""))
        for chapter in data["chapter"]
        for id_, text in chapter["clauses"].items()
    ]
    rulings = [Ruling(**{**ruling, "values": tuple(ruling.get("values", ()))}) for ruling in data.get("ruling", ())]
    return Book(
        game,
        data["title"],
        data["prefix"],
        tuple((chapter["number"], chapter["title"]) for chapter in data["chapter"]),
        {clause.id: clause for clause in clauses},
        {ruling.id: ruling for ruling in rulings},
    )


def mistakes(text: str) -> list[tuple[int, str]]:
    """What is wrong with a file of clauses and rulings, each with its line."""
    page = Page("clauses.toml", text)
    prefix = page.top.get("prefix")
    for key in ("title", "prefix") if not page.faults else ():
        if not isinstance(page.top.get(key), str) or not page.top[key]:
            page.fault(page.find(key, 1) or 1, f"{key} is {page.top.get(key)!r}; it should be a text")
    _check_chapters(page, prefix)
    _check_rulings(page)
    return [(fault.line, fault.text) for fault in page.finish()]


def _check_chapters(page: Page, prefix: object) -> None:
    """Every clause is of its chapter, and comes once."""
    known: dict[str, int] = {}
    for row in _tables(page, "chapter"):
        row.text("title")
        row.text("set", default="")
        first, _, last = row.text("number").partition("–")  # a chapter may have the numbers of several
        clauses = row.row("clauses")
        for id_ in clauses.columns():
            clauses.text(id_)
            line = page.find(rf'"{re.escape(id_)}"', row.line) or row.line
            number = re.fullmatch(rf"{prefix}-(\d+)\.\d+", id_)
            if number is None or not int(first or 0) <= int(number[1]) <= int(last or first or 0):
                page.fault(line, f"“{id_}” is no clause of this chapter; it should be like {prefix}-{first}.1")
            if id_ in known:
                page.fault(line, f"{id_} comes twice; it is on line {known[id_]} too")
            known[id_] = line


def _check_rulings(page: Page) -> None:
    """Every ruling has its question and its answer, and comes once."""
    rulings: dict[str, int] = {}
    for row in _tables(page, "ruling"):
        for column in ("id", "question", "ruling"):
            row.text(column)
        row.text("reason", default="")
        row.text("option", default="")
        if row.has("values"):
            row.texts("values")
        id_ = row.text("id")
        if id_ in rulings:
            page.fault(row.line_of("id"), f"the ruling {id_} comes twice; it is on line {rulings[id_]} too")
        rulings[id_] = row.line_of("id")


def _tables(page: Page, name: str) -> list[Row]:
    """The tables [[name]] of a file, each with its line."""
    found, line = [], 0
    tables = page.top.get(name, [])
    for cells in tables if isinstance(tables, list) else []:
        line = page.find(rf"\[\[\s*{name}\s*\]\]", line + 1) or 1
        found.append(page.table(name, line, cells))
    return found


def find(game: str, wanted: str) -> Clause:
    """A clause by its id or by the number that people are shown: `WDW-611.3`, `611.3` or `§611.3`."""
    rules = book(game)
    number = wanted.removeprefix("§").upper().removeprefix(f"{rules.prefix}-")
    try:
        return rules.clauses[f"{rules.prefix}-{number}"]
    except KeyError:
        hint = f"`sandtable rules {game}` lists them"
        raise KeyError(f"{rules.title} has no clause “{wanted}”; {hint}") from None


def index(game: str, tests: Path = TESTS) -> Index:
    """Reads the game's sources and the tests, and says where each clause is implemented and tested."""
    return index_of(book(game), _folder(game), tests)


def index_of(rules: Book, sources: Path, tests: Path) -> Index:
    """The index of a book: its game's `sources` may name only its own clauses, the tests those of any game."""
    implemented: dict[str, list[Place]] = {}
    tested: dict[str, list[Place]] = {}
    unknown: list[tuple[str, Place]] = []
    for id_, place in implementations(sources):
        if id_ in rules.clauses:
            implemented.setdefault(id_, []).append(place)
        else:
            unknown.append((id_, place))
    for id_, place in marks(tests):
        if id_ in rules.clauses:
            tested.setdefault(id_, []).append(place)
        elif id_.startswith(f"{rules.prefix}-"):
            unknown.append((id_, place))
    return Index(
        rules,
        {id_: tuple(implemented[id_]) for id_ in rules.clauses if id_ in implemented},
        {id_: tuple(tested[id_]) for id_ in rules.clauses if id_ in tested},
        frozenset(_ID.findall(_teaches(sources))),
        tuple(unknown),
        complete_sets(sources / "game.py", rules),
    )


def coverage(names: tuple[str, ...] | None = None) -> dict[str, Coverage]:
    """Counts for each game: what `sandtable rules --coverage` shows."""
    return {game: index(game).coverage() for game in names or games()}


def implementations(sources: Path) -> Iterator[tuple[str, Place]]:
    """Every clause id that opens a docstring or a comment below this folder."""
    for path in sorted(sources.rglob("*")):
        if path.suffix == ".py":
            yield from _in_python(path)
        elif path.suffix in {".toml", ".map", ".txt"} and path.name != "clauses.toml":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if comment := re.search(r"(?:^|\s)#(.*)", line):
                    for id_ in opening_ids(comment[1]):
                        yield id_, Place(_shown(path), number, "", "data")


def _teaches(sources: Path) -> str:
    """What the lessons of a game say that they teach."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(sources.glob("lessons/*.lesson"))]
    return "\n".join(line for text in texts for line in text.splitlines() if line.startswith("teaches:"))


def marks(tests: Path) -> Iterator[tuple[str, Place]]:
    """Every clause id in a `pytest.mark.clause(...)` on a test, a class of tests or a module below this folder."""
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name, calls = node.name, node.decorator_list
            else:
                name, calls = path.stem, _module_marks(node)
            for call in calls:
                for id_, line in _marked(call):
                    yield id_, Place(_shown(path), line, name, "test")


def opening_ids(text: str) -> list[str]:
    """The clause ids that a docstring or a comment opens with."""
    found = _IDS.match(text)
    return _ID.findall(found[1]) if found else []


def complete_sets(game_file: Path, rules: Book) -> frozenset[str]:
    """The sets that a game calls complete: `complete = True` is all of them, a set of names is those."""
    everything = frozenset(clause.set for clause in rules.clauses.values())
    if not game_file.exists():
        return frozenset()
    for node in ast.walk(ast.parse(game_file.read_text(encoding="utf-8"), str(game_file))):
        if not isinstance(node, ast.ClassDef):
            continue
        for line in node.body:
            target = line.targets[0] if isinstance(line, ast.Assign) else getattr(line, "target", None)
            if not (isinstance(target, ast.Name) and target.id == "complete"):
                continue
            value: Any = line.value  # type: ignore[attr-defined]
            if isinstance(value, ast.Call):  # frozenset({...})
                value = value.args[0] if value.args else ast.Constant(False)
            claimed = ast.literal_eval(value)
            if isinstance(claimed, bool):
                return everything if claimed else frozenset()
            if not everything.issuperset(claimed):
                raise ValueError(f"{_shown(game_file)}: {rules.title} does not have all the sets of {claimed}")
            return frozenset(claimed)
    return frozenset()


def _folder(game: str) -> Path:
    return GAMES / game.replace("-", "_")


def _shown(path: Path) -> str:
    """The path as seen from the checkout, so that it can be clicked there."""
    return str(path.relative_to(TESTS.parent)) if path.is_relative_to(TESTS.parent) else str(path)


def _in_python(path: Path) -> Iterator[tuple[str, Place]]:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source, str(path))
    yield from _docstrings(tree, _shown(path), "")
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            for id_ in opening_ids(token.string.lstrip("#")):
                line = token.start[0]
                around = [f for f in functions if f.lineno <= line <= (f.end_lineno or 0)]
                if around:  # a remark within a function is about what it does; the innermost begins last
                    inner = max(around, key=lambda f: f.lineno)
                    yield id_, Place(_shown(path), inner.lineno, inner.name, "code")
                else:
                    yield id_, Place(_shown(path), line, "", "data")


def _docstrings(node: ast.AST, file: str, outer: str) -> Iterator[tuple[str, Place]]:
    """Docstrings of a module, its classes and functions, however deep, with their dotted names."""
    name, kind = outer, "data"  # what a module's docstring opens with is about the module's data
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        name, kind = f"{outer}.{node.name}".lstrip("."), "code"
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
        for id_ in opening_ids(ast.get_docstring(node) or ""):
            yield id_, Place(file, getattr(node, "lineno", 1), name, "code" if kind == "code" else "data")
    for child in ast.iter_child_nodes(node):
        yield from _docstrings(child, file, name)


def _module_marks(node: ast.AST) -> list[ast.expr]:
    """What `pytestmark = ...` at the top of a module holds."""
    if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["pytestmark"]:
        return node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    return []


def _marked(node: ast.expr) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Call) and ast.unparse(node.func) in {"pytest.mark.clause", "mark.clause"}:
        for word in node.args:
            if not (isinstance(word, ast.Constant) and isinstance(word.value, str)):
                raise ValueError(f"line {node.lineno}: a clause mark names its clauses as plain strings")
            yield word.value, word.lineno
