"""What is written out for mypyc, and that it is the same thing."""

from __future__ import annotations

import ast

import pytest

from scripts import compile as compiling
from scripts.unfold import STATE, unfold

FLOW = STATE.rpartition(".")[0]
STEPS = "class Step: ...\nclass State:\n    def share(self, twin):\n        raise Missing\n"
HEAD = f"from dataclasses import dataclass\nfrom {FLOW} import State, Step\n"


def unfolded(text: str, **others: str) -> str:
    return unfold({FLOW: STEPS, "toy.rules": HEAD + text, **{f"toy.{name}": more for name, more in others.items()}})[
        "toy.rules"
    ]


def test_a_record_has_its_constructor_equality_and_hash() -> None:
    told = unfolded(
        "@dataclass(frozen=True)\nclass Go(Step):\n    unit: int\n    way: str = 'n'\n    clause = 'TOY-1'\n"
    )
    assert "@dataclass(frozen=True, init=False, eq=False)" in told
    assert "def __init__(self, unit: int, way: str = 'n') -> None:" in told
    assert "isinstance(other, Go) and type(other) is type(self) and self.unit == other.unit" in told
    assert "hash((self.unit, self.way, ))" in told


def test_fields_of_the_base_come_first_from_whichever_module() -> None:
    base = f"{HEAD}@dataclass(frozen=True)\nclass Sided(Step):\n    side: int\n"
    told = unfolded(
        "from toy import state\n@dataclass(frozen=True)\nclass Way(state.Sided):\n    cell: int\n", state=base
    )
    assert "def __init__(self, side: int, cell: int)" in told


def test_the_place_of_a_record_or_a_plain_object_that_is_gone_is_kept_unless_others_are_derived_from_it() -> None:
    told = unfolded(
        "@dataclass(frozen=True)\nclass Go(Step):\n    unit: int\n"
        "@dataclass(frozen=True)\nclass Run(Go):\n    far: int\nclass Page:\n    row: int\n"
        "class Leaf(Page):\n    row: int\nclass Book:\n    row: int\n"
    )
    kept = "@mypyc_attr(free_list_len=1)\n"
    assert told.count(kept) == 2
    assert told.index("class Go") < told.index(kept) < told.index("class Run")
    assert told.index("class Leaf") < told.rindex(kept) < told.index("class Book")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("min([a, b], default=0)", "min([a, b], default=0)"),
        ("min([n for n in row], default=0)", "(least_or([n for n in row], 0))"),
        ("max([n for n in row], default=OFF)", "(most_or([n for n in row], OFF))"),
        ("max([n for n in row], default=None)", "max([n for n in row], default=None)"),
        ("min([n for n in row], key=len)", "min([n for n in row], key=len)"),
        ("min(a, b)", "min(a, b)"),
        ("min(a, b, c)", "(min(min(a, b), c))"),
        ("max(a, b, c, d)", "(max(max(max(a, b), c), d))"),
        ("max(a, b, *row)", "max(a, b, *row)"),
    ],
)
def test_the_least_and_the_most_are_asked_for_in_place(asked: str, told: str) -> None:
    assert f"return {told}\n" in unfolded(f"OFF = -1\ndef ask(a, b, c, d, row):\n    return {asked}\n")


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass(frozen=True)\nclass Page(Elsewhere):\n    row: int\n",
        "@dataclass(frozen=True)\nclass Page:\n    rows: list[int] = field(default_factory=list)\n",
        "@dataclass(frozen=True)\nclass Page:\n    row: int\n    def __post_init__(self): ...\n",
        "@dataclass\nclass Page:\n    row: int\n",
        "class Page:\n    row: int\n",
    ],
)
def test_what_is_not_understood_stays_as_it_is(text: str) -> None:
    assert "def __init__" not in unfolded(text)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("OFF = -1", "OFF: Final = -1"),
        ("SEATS = ('red', 'blue')", "SEATS: Final[tuple[str, ...]] = ('red', 'blue')"),
        ("LOW, HIGH = range(2)", "LOW: Final = 0; HIGH: Final = 1"),
        ("LOW, HIGH = 4, 8  # bits", "LOW: Final = 4; HIGH: Final = 8  # bits"),
        ("names: dict[str, int] = {}", "names: Final[dict[str, int]] = {}"),
        ("OFF: Final = -1", "OFF: Final = -1"),
        ("Words = tuple[str, ...]", "Words = tuple[str, ...]"),
        ("FIRST, *REST = load()", "FIRST, *REST = load()"),
        ("COUNT = 1\nCOUNT = 2", "COUNT = 1\nCOUNT = 2"),
        ("COUNT = 1\ndef more():\n    global COUNT\n    COUNT = 2", "COUNT = 1"),
    ],
)
def test_a_constant_that_is_assigned_once_is_final(line: str, told: str) -> None:
    assert told in unfolded(line)


def test_a_clone_copies_columns_and_shares_the_rest() -> None:
    text = (
        "class Toy(State):\n    FIELDS = ('at', 'side', 'turn', 'front')\n    def __init__(self, setup):\n"
        "        super().__init__(setup)\n        self.at = [0] * 4\n        self.side: list[int] = make()\n"
        "        self.turn = 1\n        self.front = (0,) * 4\n        self.known: list[int] = []\n"
    )
    told = unfolded(text)
    assert "twin.at = self.at.copy()" in told and "twin.side = self.side.copy()" in told
    assert "twin.turn = self.turn\n" in told and "twin.front = self.front\n" in told
    assert "twin.known = self.known\n" in told


def test_a_class_is_final_unless_something_is_derived_from_it() -> None:
    told = unfolded("class Base(Step): ...\nclass Last(Base): ...\nclass Fault(Exception): ...\n")
    assert "@final\nclass Last" in told
    assert "@final\nclass Base" not in told and "@final\nclass Fault" not in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("if a >> v & 1: ...", "if (set_has(a, v)): ..."),
        ("x = 1 if not a & b else 2", "x = (1 if not set_meets(a, b) else 2)"),
        ("return_ = a & ~b & c", "return_ = (set_less(a, b) & c)"),
        ("while a & ~b and c: ...", "while (set_strays(a, b) and c): ..."),
        ("x = a & b == 0", "x = (not set_meets(a, b))"),
        ("a &= ~(b | c)", "a = set_less(a, b | c)"),
        ("x = [v for v in w if v & (s.a | s.b)]", "x = ([v for v in w if set_meets(v, s.a) or set_meets(v, s.b)])"),
        ("if f() & (a | b): ...", "if (set_meets(f(), a | b)): ..."),
        ("x = a >> v & 1", "x = a >> v & 1"),
        ("x = a & b or c", "x = a & b or c"),
        ("if a.keys() & b: ...  # i64", "if a.keys() & b: ..."),
    ],
)
def test_sets_are_asked_by_their_digits_where_only_the_truth_matters(line: str, told: str) -> None:
    assert told in unfolded(line)


def test_a_log_line_is_put_into_words_where_somebody_reads_it() -> None:
    told = unfolded("def go(s):\n    s.say('TOY-1', f'{s.name}')\n    s.tell(lambda: explain(s, 1))\n")
    assert "    if s.listen: s.say('TOY-1', f'{s.name}')\n    if s.listen: explain(s, 1)\n" in told


def test_steps_go_straight_onto_the_list_of_what_is_due() -> None:
    told = unfolded("def go(s):\n    s.then(Go(s.unit), Stop())\n    s.then(Go(next_of(s)))\n    s.then(*steps)\n")
    assert (
        "    s.due.append(Go(s.unit)); s.due.append(Stop())\n    s.then(Go(next_of(s)))\n    s.then(*steps)\n" in told
    )


def test_every_state_and_nearly_every_record_of_ours_is_written_out() -> None:
    sources = compiling.ROOT / "src"
    files = {".".join(file.with_suffix("").parts): file for file in compiling.modules(sources)}
    texts = unfold({name: (sources / file).read_text(encoding="utf-8") for name, file in files.items()})
    for text in texts.values():
        ast.parse(text)
    whole = "".join(texts.values())
    assert whole.count("    def clone(self) -> Self:\n        twin = type(self)") == 3
    assert whole.count("@dataclass(frozen=True)\n") <= 1, "Record, whose fields are compared in part"
