"""What mypyc cannot compile, or compiles to something else, is found before it is tried.

A loop over a bytearray breaks it (docs/decisions/001-dependencies.md). A constant of a dataclass becomes a field with a
default, so it must come after the fields, those of its subclasses too. A field that its base declares has a descriptor
there, which counts as a default too: such a base is a dataclass itself, and the field is said once.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "src" / "sandtable"
PACKAGES = [
    SOURCES / "geometry",
    SOURCES / "kernel",
    *sorted(path.parent for path in SOURCES.glob("games/*/__init__.py")),
]
UNPACKED = {"enumerate", "zip", "reversed"}
"""Loops through these are taken apart by mypyc; through others, such as `list` and `sum`, they are not."""


def is_bytearray(node: ast.expr | None, makers: frozenset[str] = frozenset({"bytearray"})) -> bool:
    """Whether an annotation says bytearray, or a value is what one of these functions answers."""
    if isinstance(node, ast.BinOp):  # bytearray | None
        return is_bytearray(node.left, makers) or is_bytearray(node.right, makers)
    if isinstance(node, ast.Call):
        node = node.func
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in makers


def columns(tree: ast.AST) -> Iterator[str]:
    """Attributes that are bytearrays."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and is_bytearray(node.value):
            yield from (target.attr for target in node.targets if isinstance(target, ast.Attribute))
        elif isinstance(node, ast.AnnAssign) and is_bytearray(node.annotation):
            yield node.target.attr if isinstance(node.target, ast.Attribute) else ast.unparse(node.target)


def local(tree: ast.AST, makers: frozenset[str]) -> Iterator[str]:
    """Names that are bytearrays in one function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and is_bytearray(node.annotation):
            yield node.arg
        elif isinstance(node, ast.Assign) and is_bytearray(node.value, makers):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def looped(tree: ast.AST) -> Iterator[ast.expr]:
    """Everything that is gone through by a loop or a comprehension."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            called = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in UNPACKED
            yield from over.args if called and isinstance(over, ast.Call) else [over]


def faults(files: dict[str, str]) -> list[str]:
    """The loops over bytearrays in the files of one package."""
    trees = {name: ast.parse(text) for name, text in files.items()}
    attributes = {name for tree in trees.values() for name in columns(tree)}
    functions = {name: [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] for name, tree in trees.items()}
    makers = frozenset({"bytearray", *(f.name for fs in functions.values() for f in fs if is_bytearray(f.returns))})
    found = set()
    for name, tree in trees.items():
        for part, names in [(tree, set[str]()), *((f, set(local(f, makers))) for f in functions[name])]:
            for over in looped(part):
                column = isinstance(over, ast.Attribute) and over.attr in attributes
                if column or (isinstance(over, ast.Name) and over.id in names):
                    found.add(f"{name}:{over.lineno} loops over the bytearray {ast.unparse(over)}; say list(...)")
    return sorted(found)


def early_constants(name: str, text: str) -> list[str]:
    """Constants in the body of a dataclass that stand before one of its fields."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(mark) for mark in node.decorator_list):
            last = max((line.lineno for line in node.body if isinstance(line, ast.AnnAssign)), default=0)
            found += [
                f"{name}:{line.lineno} {node.name}.{ast.unparse(line.targets[0])} stands before a field"
                for line in node.body
                if isinstance(line, ast.Assign) and line.lineno < last
            ]
    return found


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_constants_of_a_dataclass_follow_its_fields(package: Path) -> None:
    assert [fault for path in package.rglob("*.py") for fault in early_constants(path.name, path.read_text())] == []


def test_a_constant_before_a_field_is_found() -> None:
    early = "@dataclass(frozen=True)\nclass Way(Choice):\n    clause = 'TOY-1.1'\n    unit: int\n"
    late = "@dataclass(frozen=True)\nclass Way(Choice):\n    unit: int\n    clause = 'TOY-1.1'\n"
    assert early_constants("r01.py", early) == ["r01.py:3 Way.clause stands before a field"]
    assert early_constants("r01.py", late) == []


def starred_members(name: str, text: str) -> list[str]:
    """Where something is looked for `in` a display with a star, which breaks mypyc."""
    return [
        f"{name}:{node.lineno} looks into a display with a star; give it a name"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare)
        for display in node.comparators
        if isinstance(display, ast.Tuple | ast.List | ast.Set)
        and any(isinstance(part, ast.Starred) for part in display.elts)
    ]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_nothing_is_looked_for_in_a_display_with_a_star(package: Path) -> None:
    assert [fault for path in package.rglob("*.py") for fault in starred_members(path.name, path.read_text())] == []


def test_a_display_with_a_star_is_found() -> None:
    assert starred_members("r01.py", "held in (*LASTING, 'barrel')")
    assert not starred_members("r01.py", "held in LASTING")


def inherited_constants(texts: list[str]) -> list[str]:
    """Dataclasses that add fields to one of the same package whose body has constants, which would stand before."""
    classes = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    dataclasses = {
        node.name: node for node in classes if any("dataclass" in ast.unparse(mark) for mark in node.decorator_list)
    }

    def above(node: ast.ClassDef) -> Iterator[ast.ClassDef]:
        for name in (ast.unparse(base).rpartition(".")[2] for base in node.bases):
            if name in dataclasses:
                yield dataclasses[name]
                yield from above(dataclasses[name])

    return [
        f"{node.name} adds fields to the constants of {base.name}"
        for node in dataclasses.values()
        if any(isinstance(line, ast.AnnAssign) for line in node.body)
        for base in above(node)
        if any(isinstance(line, ast.Assign) for line in base.body)
    ]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_dataclass_adds_fields_to_a_base_with_constants(package: Path) -> None:
    assert inherited_constants([path.read_text(encoding="utf-8") for path in package.rglob("*.py")]) == []


def test_a_field_after_inherited_constants_is_found() -> None:
    base = "@dataclass(frozen=True)\nclass Way(Choice):\n    unit: int\n    clause = 'TOY-1.1'\n"
    more = "@dataclass(frozen=True)\nclass PatrolWay(notice.Way):\n    left: int\n"
    none = "@dataclass(frozen=True)\nclass TurnWay(notice.Way):\n    clause = 'TOY-1.2'\n"
    assert inherited_constants([base, more, none]) == ["PatrolWay adds fields to the constants of Way"]


def repeated_fields(texts: list[str]) -> list[str]:
    """Fields of dataclasses that a base in the same package declares too, without a value."""
    classes = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    declared = {
        node.name: {
            ast.unparse(line.target) for line in node.body if isinstance(line, ast.AnnAssign) and not line.value
        }
        for node in classes
    }
    return [
        f"{node.name} repeats {name} of {base}"
        for node in classes
        if any("dataclass" in ast.unparse(mark) for mark in node.decorator_list)
        for base in (ast.unparse(one) for one in node.bases)
        for name in sorted(declared[node.name] & declared.get(base, set()))
    ]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_dataclass_repeats_a_field_of_its_base(package: Path) -> None:
    assert repeated_fields([path.read_text(encoding="utf-8") for path in package.rglob("*.py")]) == []


def test_a_repeated_field_is_found() -> None:
    base = "class Sided(Choice):\n    side: int\n"
    twice = "@dataclass(frozen=True)\nclass Way(Sided):\n    side: int\n    cell: int\n"
    once = "@dataclass(frozen=True)\nclass Way(Sided):\n    cell: int\n"
    assert repeated_fields([base, twice]) == ["Way repeats side of Sided"]
    assert repeated_fields([base, once]) == []


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_loop_goes_over_a_bytearray(package: Path) -> None:
    assert faults({path.name: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("for side in s.side: pass", True),
        ("x = [n for n, side in enumerate(s.side)]", True),
        ("x = any(a == b for a, b in zip(s.at, s.side))", True),
        ("for n in toll: pass", True),
        ("price = zones.tolls(s)\n    for n in price: pass", True),
        ("for side in list(s.side): pass", False),
        ("x = sum(s.side) + s.side[0]", False),
        ("for n in range(len(s.side)): pass", False),
        ("for place in s.at: pass", False),
        ("x = [n for n, side in enumerate(list(s.side))]", False),
    ],
)
def test_a_loop_over_a_bytearray_is_found(line: str, found: bool) -> None:
    state = "class Toy:\n    def __init__(self):\n        self.side = bytearray(4)\n        self.at = [0] * 4\n"
    zones = "def tolls(s: Toy) -> bytearray:\n    return bytearray(4)\n"
    rule = f"def rule(s: Toy, toll: bytearray | None) -> None:\n    {line}\n"
    assert bool(faults({"state.py": state, "r06_zones.py": zones, "r01.py": rule})) is found
