"""Writes out, in the copy that is compiled, what Python would work out as it runs and mypyc would leave to Python.

The sources stay as they read best. In the copy

- frozen records have their constructor, equality and hash written out; those that `dataclass` makes are interpreted,
  and with them a step takes eight times as long to make;
- constants of a module that are assigned once are final; any other is looked up in a dictionary at each use;
- classes of states have a `clone` that names each attribute, because a compiled object has no `__dict__` to copy;
- classes from which nothing is derived are final, so that their methods are called directly; of
  those that are frozen records, or plain classes without a base, the place of one that is gone is kept for the next;
- the arguments of `then` go straight onto the list of what is due; mypyc would first make a tuple of them;
- a log line is put into words only if somebody reads it; otherwise the arguments of `say` would be worked out first;
- questions about where sets of squares meet, or what one has beyond another, are asked of their digits
  (scripts/sets.h); mypyc would make a large number only to see whether it is zero;
- the least and the most of a list that may be empty, and of several numbers, are found in place; mypyc would look these
  functions up by their names and hand over what they are called with as a dictionary.

What this script does not understand it leaves as it is, which is slower but never wrong.
"""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass, field

RECORD = "dataclass(frozen=True)"
STATE = "sandtable.kernel.flow.State"
COPIED = ("list", "bytearray")
BUILTIN = frozenset(dir(builtins))
CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")
NOT_VALUES = ("TypeVar", "ParamSpec", "NewType")
OWN_MAKERS = {"__init__", "__post_init__", "__new__"}


# What is asked of sets, with what it stands for; scripts/sets.h has these for numbers.
SETS = "sandtable.geometry.squares"
QUESTIONS = """
from typing import Any

def set_has(squares: int, v: int) -> bool:
    return squares >> v & 1 != 0

def set_meets(a: Any, b: Any) -> bool:  # Python's own sets may be asked so, too
    return bool(a & b)

def set_strays(a: int, b: int) -> bool:
    return a & ~b != 0

def set_less(a: int, b: int) -> int:
    return a & ~b

def least_or(row: list[int], otherwise: int) -> int:
    return min(row, default=otherwise)

def most_or(row: list[int], otherwise: int) -> int:
    return max(row, default=otherwise)

def places_answers(places: list[int], squares: int) -> list[int]:
    return found_on(places, squares)

def row_answers(row: list[int], otherwise: int) -> tuple[int, int, int]:
    return least_or(row, otherwise), most_or(row, otherwise), max(max(otherwise, len(row)), 3)

def set_answers(a: int, b: int, by: int) -> tuple[bool, bool, bool, int, int, list[int]]:
    return set_has(a, abs(by)), set_meets(a, b), set_strays(a, b), set_less(a, b), moved(a, by), bits(abs(a))
"""
# What compiled code does in its own way (scripts/quick.h, scripts/sets.h), for a test to compare with Python's.
TRIED_IN = "sandtable.kernel.chance"
TRIALS = """
from typing import Any
from sandtable.kernel.columns import changed, longer

def tried_list_item(row: list[int], other: list[int], at: int, value: int) -> int: return row[at]
def tried_list_column(row: list[int], other: list[int], at: int, value: int) -> int:
    column = tuple(row)
    return column[at]
def tried_list_set(row: list[int], other: list[int], at: int, value: int) -> list[int]: row[at] = value; return row
def tried_list_cut(row: list[int], other: list[int], at: int, value: int) -> list[int]: del row[at]; return row
def tried_list_add(row: list[int], other: list[int], at: int, value: int) -> list[int]: row += other; return row
def tried_list_twice(row: list[int], other: list[int], at: int, value: int) -> list[int]: row += row; return row
def tried_list_extend(row: list[int], other: list[int], at: int, value: int) -> list[int]: row.extend(other); return row
def tried_list_clear(row: list[int], other: list[int], at: int, value: int) -> list[int]: row.clear(); return row
def tried_list_append(row: list[int], other: list[int], at: int, value: int) -> list[int]: row.append(at); return row
def tried_list_made(row: list[int], other: list[int], at: int, value: int) -> list[int]: return [n + value for n in row]
def tried_list_has(row: list[int], other: list[int], at: int, value: int) -> bool: return value in row
def tried_list_index(row: list[int], other: list[int], at: int, value: int) -> int: return row.index(value)
def tried_list_count(row: list[int], other: list[int], at: int, value: int) -> int: return row.count(value)
def tried_list_least(row: list[int], other: list[int], at: int, value: int) -> int: return min(row)
def tried_list_most(row: list[int], other: list[int], at: int, value: int) -> int: return max(row)
def tried_list_spread(row: list[int], other: list[int], at: int, value: int) -> list[int]: return [*row, at, *other]
def tried_list_same(row: list[int], other: list[int], at: int, value: int) -> bool: return row == other
def tried_list_differs(row: list[int], other: list[int], at: int, value: int) -> bool: return row != other

def tried_tuple_item(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> Any: return row[at]
def tried_tuple_has(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> bool: return value in row
def tried_tuple_word(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> bool:
    return str(value) in row
def tried_tuple_same(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> bool: return row == other
def tried_tuple_spread(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> tuple[Any, ...]:
    return (*row, value, *other)
def tried_tuple_changed(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> tuple[Any, ...]:
    return changed(row, at, value)

def tried_tuple_longer(row: tuple[Any, ...], other: tuple[Any, ...], at: int, value: int) -> tuple[Any, ...]:
    return longer(row, value)

def tried_number_zeros(a: int, b: int) -> list[tuple[int, ...]]:
    columns: list[tuple[int, ...]] = [()]
    for _ in range(70):
        columns.append(longer(columns[-1], 0))
    return [*columns, changed(columns[9], 3, a), longer(columns[4], b), columns[9], columns[5]]

def tried_bytes_item(row: bytearray, other: bytearray, at: int, value: int) -> int: return row[at]
def tried_bytes_set(row: bytearray, other: bytearray, at: int, value: int) -> bytearray: row[at] = value; return row
def tried_bytes_any(row: bytearray, other: bytearray, at: int, value: int) -> bool: return any(row)

def tried_number_and(a: int, b: int) -> int: return a & b
def tried_number_or(a: int, b: int) -> int: return a | b
def tried_number_xor(a: int, b: int) -> int: return a ^ b
def tried_number_members(a: int, b: int) -> int: return a.bit_count()
def tried_number_below(a: int, b: int) -> list[bool]: return [a < b, a <= b, a > b, a >= b, a < 0, b >= 0]
def tried_number_missing(a: int, b: int) -> int: return {a: 1}[b]
def tried_number_keyed(a: int, b: int) -> list[Any]:
    known = {a: 1, 5: 2, -1: 3, -2: 4, 4096: 5}
    rooms: dict[int, list[int]] = {}
    for each in (a, b, a):
        rooms.setdefault(each, []).append(b)
    return [known[a], known.get(b), known.get(b, 6), known.setdefault(b, 7), rooms]
def tried_number_left(a: int, b: int) -> int: return a << b % 2000 - 5
def tried_number_right(a: int, b: int) -> int: return a >> b % 2000 - 5
def tried_number_sum(a: int, b: int) -> list[int]: return [a + b, a - b]

def tried_chance_stream(seed: bytes, number: int, sides: int) -> int: return stream(seed, number)
def tried_chance_following(seed: bytes, number: int, sides: int) -> int: return following(number)
def tried_chance_below(seed: bytes, number: int, sides: int) -> int: return below(number, sides)
"""
ROOMS = ("geometry", "ground", "rules", "bot", "state")
ASKED = ("set_has", "set_meets", "set_strays", "set_less", "least_or", "most_or")
EXTREMES = {"min": "least_or", "max": "most_or"}


@dataclass(frozen=True)
class Field:
    """A field of a record, or an attribute of a state: its type and its default as they are written, and the names that
    these need, Python's own apart."""

    name: str
    kind: str
    default: str = ""
    names: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Class:
    """A class at the top of a module; its bases by their full names, as far as imports tell."""

    module: str
    node: ast.ClassDef
    bases: tuple[str, ...]

    @property
    def marks(self) -> list[str]:
        """Its decorators."""
        return [ast.unparse(mark) for mark in self.node.decorator_list]

    @property
    def methods(self) -> set[str]:
        """The names of what it defines itself."""
        return {line.name for line in self.node.body if isinstance(line, ast.FunctionDef)}


@dataclass
class Edits:
    """Changes to a text: from where, up to where, and what is to stand there."""

    text: str
    made: list[tuple[int, int, str]] = field(default_factory=list)

    def line(self, number: int) -> int:
        """Where a line begins."""
        return sum(len(line) for line in self.text.splitlines(keepends=True)[: number - 1])

    def place(self, line: int, column: int) -> int:
        """Where a line and column of the parser are; its columns count bytes."""
        begin = self.line(line)
        return begin + len(self.text[begin:].encode()[:column].decode(errors="ignore"))

    def end(self, node: ast.stmt | ast.expr) -> int:
        """Where a node ends."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.place(node.end_lineno, node.end_col_offset)

    def replace(self, node: ast.stmt | ast.expr, text: str) -> None:
        """Other words for a node."""
        self.made.append((self.place(node.lineno, node.col_offset), self.end(node), text))

    def after(self, node: ast.stmt, text: str) -> None:
        """Something more behind a node."""
        self.made.append((self.end(node), self.end(node), text))

    def before(self, node: ast.ClassDef, mark: str) -> None:
        """One more decorator."""
        first = self.line(min([node.lineno, *(mark.lineno for mark in node.decorator_list)]))
        self.made.append((first, first, f"{mark}\n"))

    def result(self) -> str:
        """The text with all changes."""
        text = self.text
        for begin, end, new in sorted(self.made, reverse=True):
            text = text[:begin] + new + text[end:]
        return text


def unfold(texts: dict[str, str]) -> dict[str, str]:
    """The texts of modules by their full names, as mypyc shall have them."""
    asking = {module: with_questions(module, text) for module, text in texts.items()}
    if TRIED_IN in asking:
        asking[TRIED_IN] += TRIALS
    project = Project(asking)
    return {module: project.unfolded(module) for module in texts}


class Project:
    """All modules that are compiled together."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.trees = {module: ast.parse(text) for module, text in texts.items()}
        self.imports = {module: imported(tree) for module, tree in self.trees.items()}
        self.classes: dict[str, Class] = {}
        for module, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    bases = tuple(self.full_name(module, ast.unparse(base)) for base in node.bases)
                    self.classes[f"{module}.{node.name}"] = Class(module, node, bases)
        self.bases = {base for cls in self.classes.values() for base in cls.bases}

    def full_name(self, module: str, name: str) -> str:
        """What a name in a module stands for."""
        first, dot, rest = name.partition(".")
        return self.imports[module].get(first, f"{module}.{first}") + dot + rest

    def unfolded(self, module: str) -> str:
        """One module."""
        edits = Edits(self.texts[module])
        make_final(self.trees[module], edits)
        say_if_heard(self.trees[module], edits)
        write_then(self.trees[module], edits)
        for name, cls in self.classes.items():
            line = self.line(name) if cls.module == module else []
            if not line:
                continue
            if name not in self.bases and not any(mark.startswith("mypyc_attr") for mark in cls.marks):
                edits.before(cls.node, "@final")
                if cls.marks == [RECORD] or not (cls.marks or cls.bases):
                    edits.before(cls.node, "@mypyc_attr(free_list_len=1)")
            if cls.marks == [RECORD]:
                self.write_record(line, edits)
            elif name == STATE:
                write_share(cls, edits)
            elif f"{line[0].module}.{line[0].node.name}" == STATE:
                write_clone(line, edits)
        if edits.made:
            body = self.trees[module].body
            opening = next((line for line in body if isinstance(line, ast.ImportFrom)), body[0])
            edits.after(opening, "; from typing import Final, Self, final; from mypy_extensions import mypyc_attr")
        return edits.result()

    def line(self, name: str) -> list[Class]:
        """A class and those above it, the topmost first; empty where one of them is not known or has several bases."""
        found: list[Class] = []
        cls = self.classes.get(name)
        while cls is not None and len(cls.bases) < 2 and not cls.node.keywords:
            found.insert(0, cls)
            if not cls.bases:
                return found
            cls = self.classes.get(cls.bases[0])
        return []

    def write_record(self, line: list[Class], edits: Edits) -> None:
        """The constructor, the equality and the hash of a frozen record."""
        cls = line[-1]
        found: dict[str, Field] = {}
        for above in line:
            fields = record_fields(above.node) if RECORD in above.marks else []
            names = frozenset().union(*(each.names for each in fields))
            if above.methods & OWN_MAKERS or names & {"ClassVar", "InitVar", "field"}:
                return
            if above.module != cls.module and not all(self.same(name, above.module, cls.module) for name in names):
                return
            found.update({each.name: each for each in fields})
        fields = sorted(found.values(), key=lambda each: each.default != "")
        if fields != list(found.values()):
            return
        heads = [f"{each.name}: {each.kind}" + (f" = {each.default}" if each.default else "") for each in fields]
        lines = [f"def __init__({', '.join(['self', *heads])}) -> None:"]
        lines += [f"    self.{each.name} = {each.name}  # type: ignore" for each in fields] or ["    pass"]
        if "__eq__" not in cls.methods:
            same = "".join(f" and self.{each.name} == other.{each.name}" for each in fields)
            lines.append("def __eq__(self, other: object) -> bool:")
            lines.append(f"    return isinstance(other, {cls.node.name}) and type(other) is type(self){same}")
        if "__hash__" not in cls.methods:
            lines += ["def __hash__(self) -> int:", f"    return hash(({''.join(f'self.{f.name}, ' for f in fields)}))"]
        edits.replace(cls.node.decorator_list[0], "dataclass(frozen=True, init=False, eq=False)")
        edits.after(cls.node.body[-1], "".join(f"\n    {line}" for line in lines))

    def same(self, name: str, there: str, here: str) -> bool:
        """Whether a name means the same in two modules."""
        return self.full_name(there, name) == self.full_name(here, name)


# --- states --------------------------------------------------------------------------------------------------------


def write_share(cls: Class, edits: Edits) -> None:
    """What every state hands on to its twin."""
    for line in cls.node.body:
        if isinstance(line, ast.FunctionDef) and line.name == "share":
            edits.replace(line.body[-1], "\n        ".join(copies(attributes(cls.node), {"agenda", "due"})))


def write_clone(line: list[Class], edits: Edits) -> None:
    """A clone that names each attribute: columns are copied, all else is shared."""
    fields = {name for cls in line for name in listed(cls.node)}
    lines = ["twin = type(self).__new__(type(self))", "self.share(twin)"]
    lines += copies([each for cls in line[1:] for each in attributes(cls.node)], fields)
    text = "".join(f"\n        {each}" for each in [*lines, "return twin"])
    edits.after(line[-1].node.body[-1], "\n    def clone(self) -> Self:" + text)


def copies(found: list[Field], fields: set[str]) -> list[str]:
    """Lines that set each attribute of a twin."""
    return [
        f"twin.{each.name} = self.{each.name}{'.copy()' if each.name in fields and each.kind in COPIED else ''}"
        for each in found
    ]


def attributes(node: ast.ClassDef) -> list[Field]:
    """What the constructor of a state sets, with the kind of each as far as its line tells."""
    found: dict[str, Field] = {}
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for line in method.body:
                if isinstance(line, ast.Assign):
                    targets, kind = line.targets, kind_of(line.value)
                elif isinstance(line, ast.AnnAssign):
                    targets, kind = [line.target], ast.unparse(line.annotation).partition("[")[0]
                else:
                    continue
                for target in targets:
                    if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                        found[target.attr] = Field(target.attr, kind)
    return list(found.values())


def kind_of(value: ast.expr) -> str:
    """list, bytearray, or something that matters less."""
    if isinstance(value, ast.BinOp):
        return kind_of(value.left) or kind_of(value.right)
    if isinstance(value, ast.List | ast.ListComp):
        return "list"
    return ast.unparse(value.func) if isinstance(value, ast.Call) else ""


def listed(node: ast.ClassDef) -> list[str]:
    """The names in FIELDS of a class of states."""
    for line in node.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None:
            target = line.targets[0] if isinstance(line, ast.Assign) else line.target
            if ast.unparse(target) == "FIELDS":
                return [str(part.value) for part in ast.walk(line.value) if isinstance(part, ast.Constant)]
    return []


# --- sets ----------------------------------------------------------------------------------------------------------


def with_questions(module: str, text: str) -> str:
    """A module that asks sets by their digits, if it is where sets of squares are. Where numbers of the machine are
    used there are none."""
    if "i64" in text or not any(f".{room}." in f"{module}." for room in ROOMS):
        return text
    edits, tree = Edits(text), ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and is_complement(node):
            name = node.target.id
            less = ast.BinOp(ast.Name(name), ast.BitAnd(), node.value)
            edits.replace(node, f"{name} = {ast.unparse(Questions().visit(less))}")
        elif isinstance(node, ast.stmt | ast.match_case | ast.withitem):
            for place, value in ast.iter_fields(node):
                for part in value if isinstance(value, list) else [value]:
                    if isinstance(part, ast.expr) and place != "annotation":
                        asking = Questions()
                        asked = asking.truth(part) if place in ("test", "guard") else asking.visit(part)
                        if asking.found:
                            edits.replace(part, f"({ast.unparse(asked)})" if place != "targets" else ast.unparse(asked))
    if edits.made and module != SETS:
        opening = next((line for line in tree.body if isinstance(line, ast.ImportFrom)), tree.body[0])
        edits.after(opening, f"; from {SETS} import {', '.join(ASKED)}")
    return edits.result() + (QUESTIONS if module == SETS else "")


def is_complement(node: ast.AugAssign) -> bool:
    """Whether a line takes something from a set: `squares &= ~taken`."""
    return (
        isinstance(node.op, ast.BitAnd)
        and isinstance(node.value, ast.UnaryOp)
        and isinstance(node.value.op, ast.Invert)
    )


def is_at_hand(node: ast.expr) -> bool:
    """Whether an expression only names something, so that it may as well be asked for twice."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(of):
            return is_at_hand(of)
        case ast.Subscript(of, at):
            return is_at_hand(of) and is_at_hand(at)
    return False


def is_whole(node: ast.expr) -> bool:
    """Whether an expression is a whole number as it is written, or a constant."""
    match node:
        case ast.Constant(value):
            return type(value) is int
        case ast.Name(name):
            return CONSTANT.fullmatch(name) is not None
    return False


class Questions(ast.NodeTransformer):
    """Puts the questions of an expression."""

    def __init__(self) -> None:
        self.found = False

    def ask(self, name: str, *given: ast.expr) -> ast.expr:
        """A question about some sets."""
        self.found = True
        return ast.Call(ast.Name(name), [self.visit(each) for each in given], [])

    def truth(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth matters."""
        match node:
            case ast.BoolOp(op, values):
                return ast.BoolOp(op, [self.truth(value) for value in values])
            case ast.BinOp(ast.BinOp(squares, ast.RShift(), v), ast.BitAnd(), ast.Constant(1)):
                return self.ask("set_has", squares, v)
            case ast.BinOp(a, ast.BitAnd(), ast.UnaryOp(ast.Invert(), b)):
                return self.ask("set_strays", a, b)
            case ast.BinOp(ast.BinOp(a, ast.BitOr(), b), ast.BitAnd(), c) if is_at_hand(c):
                either = [ast.BinOp(each, ast.BitAnd(), c) for each in (a, b)]
                return ast.BoolOp(ast.Or(), [self.truth(each) for each in either])
            case ast.BinOp(c, ast.BitAnd(), ast.BinOp(a, ast.BitOr(), b)) if is_at_hand(c):
                either = [ast.BinOp(c, ast.BitAnd(), each) for each in (a, b)]
                return ast.BoolOp(ast.Or(), [self.truth(each) for each in either])
            case ast.BinOp(a, ast.BitAnd(), b):
                return self.ask("set_meets", a, b)
        changed: ast.expr = self.visit(node)
        return changed

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        match node:
            case ast.BinOp(a, ast.BitAnd(), ast.UnaryOp(ast.Invert(), b)):
                return self.ask("set_less", a, b)
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(ast.BinOp(_, ast.BitAnd(), _) as both, [ast.NotEq()], [ast.Constant(0)]):
                return self.truth(both)
            case ast.Compare(ast.BinOp(_, ast.BitAnd(), _) as both, [ast.Eq()], [ast.Constant(0)]):
                return ast.UnaryOp(ast.Not(), self.truth(both))
        self.generic_visit(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        node.operand = self.truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test, node.body, node.orelse = self.truth(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter, node.ifs = self.visit(node.iter), [self.truth(test) for test in node.ifs]
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Name("bool"), [given], []):
                node.args = [self.truth(given)]
            case ast.Call(ast.Name("any" | "all"), [ast.GeneratorExp(element, _) as every], []):
                every.elt = self.truth(element)
                every.generators = [self.visit(each) for each in every.generators]
            case ast.Call(ast.Name("min" | "max" as which), [ast.ListComp() as row], [ast.keyword("default", default)]):
                if is_whole(default):
                    return self.ask(EXTREMES[which], row, default)
                self.generic_visit(node)
            case ast.Call(ast.Name("min" | "max"), [first, second, third, *others], []):
                if not any(isinstance(each, ast.Starred) for each in node.args):
                    self.found, both = True, ast.Call(node.func, [first, second], [])
                    return self.visit_Call(ast.Call(node.func, [both, third, *others], []))
                self.generic_visit(node)
            case _:
                self.generic_visit(node)
        return node


# --- what is said --------------------------------------------------------------------------------------------------


def say_if_heard(tree: ast.Module, edits: Edits) -> None:
    """`s.say(...)` and `s.tell(lambda: ...)` as statements of a rule; neither changes anything but the log."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called, given = ast.unparse(node.value.func), node.value.args
            if called == "s.tell" and len(given) == 1 and isinstance(given[0], ast.Lambda) and not given[0].args.args:
                edits.replace(node, f"if s.listen: {ast.unparse(given[0].body)}")
            elif called == "s.say":
                at = edits.place(node.lineno, node.col_offset)
                edits.made.append((at, at, "if s.listen: "))


# --- what follows ---------------------------------------------------------------------------------------------------


def write_then(tree: ast.Module, edits: Edits) -> None:
    """`s.then(...)` as a statement of a rule, where making one step cannot have said what follows itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not node.value.keywords:
            given = node.value.args
            if ast.unparse(node.value.func) == "s.then" and given and all(map(is_plain_step, given)):
                edits.replace(node, "; ".join(f"s.due.append({ast.unparse(step)})" for step in given))


def is_plain_step(node: ast.expr) -> bool:
    """Whether an expression makes a step from what is at hand."""
    return isinstance(node, ast.Call) and not any(
        isinstance(part, ast.Call | ast.Starred) for part in ast.walk(node) if part is not node
    )


# --- names ---------------------------------------------------------------------------------------------------------


def record_fields(node: ast.ClassDef) -> list[Field]:
    """The fields that a class declares itself."""
    found = []
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            parts = [line.annotation, *([line.value] if line.value else [])]
            names = {part.id for whole in parts for part in ast.walk(whole) if isinstance(part, ast.Name)} - BUILTIN
            default = ast.unparse(line.value) if line.value else ""
            found.append(Field(line.target.id, ast.unparse(line.annotation), default, frozenset(names)))
    return found


def imported(tree: ast.Module) -> dict[str, str]:
    """What the names that a module imports stand for."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
        elif isinstance(node, ast.Import):
            found.update({each.asname or each.name: each.name for each in node.names})
    return found


def make_final(tree: ast.Module, edits: Edits) -> None:
    """Constants of a module that are assigned once, and other values that say their type."""
    stored = [name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names * 2]
    for line in tree.body:
        if not isinstance(line, ast.FunctionDef | ast.ClassDef):
            parts = [part for part in ast.walk(line) if isinstance(part, ast.Name)]
            stored += [part.id for part in parts if isinstance(part.ctx, ast.Store)]
    for line in tree.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
            kind = ast.unparse(line.annotation)
            if stored.count(line.target.id) == 1 and not kind.startswith(("Final", "TypeAlias")):
                edits.replace(line.annotation, f"Final[{kind}]")
        elif isinstance(line, ast.Assign) and len(line.targets) == 1:
            target = line.targets[0]
            names = [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]
            if not all(CONSTANT.fullmatch(name) and stored.count(name) == 1 for name in names):
                continue
            if isinstance(target, ast.Name):
                if not (isinstance(line.value, ast.Call) and ast.unparse(line.value.func) in NOT_VALUES):
                    edits.replace(target, f"{target.id}: Final{row_of(line.value)}")
            elif values := members(line.value, len(names)):
                edits.replace(line, "; ".join(f"{n}: Final = {v}" for n, v in zip(names, values, strict=True)))


def row_of(value: ast.expr) -> str:
    """For several words or numbers, that they are a row: mypyc would pack and unpack a tuple of a known length."""
    if isinstance(value, ast.Tuple):
        kinds = {type(each.value).__name__ if isinstance(each, ast.Constant) else "" for each in value.elts}
        if kinds in ({"int"}, {"str"}):
            return f"[tuple[{kinds.pop()}, ...]]"
    return ""


def members(value: ast.expr, count: int) -> list[str]:
    """The members of `range(n)` or of a display, if there are as many."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "range" and len(value.args) == 1:
        return [str(number) for number in range(count)]
    if isinstance(value, ast.Tuple) and len(value.elts) == count:
        return [] if any(isinstance(each, ast.Starred) for each in value.elts) else list(map(ast.unparse, value.elts))
    return []
