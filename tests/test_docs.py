"""The examples of README and docs run as they stand: the ```python blocks of one page, in order, as one module."""

from __future__ import annotations

import ast
import re
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
FILE = re.compile(r"`([\w/.-]+\.(?:py|ts|svelte|md))`")
PLACED = re.compile(r"`(\w+)`\s+in\s+`([\w/]+\.(?:py|ts))`")
SOURCE = ROOT / "src" / "sandtable"
FOLDERS = sorted(path.parent for path in SOURCE.rglob("*/__init__.py") if path.parent.name != "lessons")


def blocks(text: str) -> list[tuple[int, str]]:
    """The examples of a page, each with the number of the line before it."""
    return [(text[: found.start(1)].count("\n"), found[1]) for found in BLOCK.finditer(text)]


def run(page: Path, name: str) -> types.ModuleType:
    """Runs a page's examples as a module, so that classes and dataclasses in them find their own."""
    module = types.ModuleType(name)
    sys.modules[name] = module
    try:
        for line, source in blocks(page.read_text(encoding="utf-8")):
            # Empty lines before it make a failure name the page's own line.
            exec(compile("\n" * line + source, str(page), "exec"), vars(module))
    finally:
        del sys.modules[name]
    return module


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p.read_text())], ids=lambda p: str(p.relative_to(ROOT)))
def test_the_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(page, f"example_{page.stem.replace('-', '_').lower()}")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_what_a_page_points_at_is_there(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_picture_is_shown_by_a_page() -> None:
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))
    }
    assert {path.resolve() for path in (ROOT / "docs" / "pictures").iterdir()} <= shown


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: str(p.relative_to(SOURCE)))
def test_the_map_of_a_folder_names_its_modules_and_no_other(folder: Path) -> None:
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = set(re.findall(r"(?<![\w*])(\w+\.py)\b", text))
    assert named == {path.name for path in folder.glob("*.py")} - {"__init__.py"}


def test_every_game_has_the_same_rooms_and_its_map_names_them() -> None:
    games = [folder for folder in FOLDERS if folder.parent.name == "games"]
    assert len(games) == 3
    for game in games:
        named = re.findall(r"^(\w+)/", (game / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
        assert named == ["box", "ground", "rules", "advice", "table", "lessons", "bot"]
        assert set(named) == {path.parent.name for path in game.glob("*/__init__.py")}


def test_the_files_that_the_architecture_names_are_there() -> None:
    named = FILE.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    there = [str(path) for place in (SOURCE, ROOT / "client" / "src", ROOT / "tests") for path in place.rglob("*.*")]
    assert len(named) > 40
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in there)] == []


def test_what_the_architecture_names_in_a_file_is_defined_there() -> None:
    placed = PLACED.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    files = [path for place in (SOURCE, ROOT / "client" / "src") for path in place.rglob("*.*")]
    missing = []
    for name, file in placed:
        defined = re.compile(rf"^\s*(async )?(def|class) {name}\b|^\s*(async )?{name}\(.*\{{$", re.MULTILINE)
        texts = [path.read_text(encoding="utf-8") for path in files if str(path).endswith(f"/{file}")]
        missing += [] if any(map(defined.search, texts)) else [(name, file)]
    assert len(placed) > 15
    assert missing == []


def test_the_readme_has_an_example() -> None:
    assert blocks((ROOT / "README.md").read_text(encoding="utf-8"))


def test_a_broken_example_fails_at_its_own_line(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n\n```python\nx = 1\n```\n\nThen:\n\n```python\nassert x == 2, 'no'\n```\n", encoding="utf-8"
    )
    with pytest.raises(AssertionError, match="no") as failure:
        run(page, "example_page")
    assert failure.traceback[-1].lineno + 1 == 10
    assert "example_page" not in sys.modules
