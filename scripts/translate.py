"""Translates modules into C with mypyc and compiles that; scripts/compile.py calls it where the compiled form is made.

    python -P scripts/translate.py LEVEL "HOT ROOMS" "FLAGS" MODULE...

It gives mypyc C functions for what the rules do most: sets of squares as digits of large numbers (sets.h), columns,
lists, small numbers and chance (quick.h), and the searches of reach (reach.h). mypyc cannot be told that a number in
a column need not be unpacked before it is read, so the C that it writes for that is replaced.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from mypyc.build import mypycify
from mypyc.ir.ops import ERR_FALSE, ERR_MAGIC, ERR_NEVER
from mypyc.ir.rtypes import (
    RType,
    bit_rprimitive,
    bool_rprimitive,
    bytearray_rprimitive,
    bytes_rprimitive,
    c_int_rprimitive,
    dict_rprimitive,
    int64_rprimitive,
    int_rprimitive,
    list_rprimitive,
    object_rprimitive,
    short_int_rprimitive,
    tuple_rprimitive,
)
from mypyc.primitives.registry import ERR_NEG_INT, binary_op, function_op, method_op
from setuptools import setup  # type: ignore[import-untyped]

HERE = Path(__file__).resolve().parent
HEADERS = tuple(str(HERE / name) for name in ("quick.h", "sets.h"))
SEARCHING = ("sandtable.geometry.reach__mypyc", str(HERE / "reach.h"))
"""The one library that searches, and what it alone needs."""
OVER = 20
"""Before all ways of mypyc, whose priorities end at 6. One that borrows comes before one that does not, one for numbers
of the machine before both."""


def tell_sets() -> None:
    """What is asked of sets of squares (scripts/unfold.py writes the questions)."""
    for name, count, kind, c_name, errors in (
        ("set_has", 2, bool_rprimitive, "Sandtable_Has", ERR_MAGIC),
        ("set_meets", 2, bool_rprimitive, "Sandtable_Meets", ERR_NEVER),
        ("set_strays", 2, bool_rprimitive, "Sandtable_Strays", ERR_NEVER),
        ("set_less", 2, int_rprimitive, "Sandtable_Less", ERR_NEVER),
        ("moved", 2, int_rprimitive, "Sandtable_Moved", ERR_NEVER),
        ("bits", 1, list_rprimitive, "Sandtable_Bits", ERR_MAGIC),
    ):
        function_op("sandtable.geometry.squares." + name, [int_rprimitive] * count, kind, c_name, errors)
    for sign, c_name, errors in (
        ("&", "Sandtable_And", ERR_NEVER), ("|", "Sandtable_Or", ERR_NEVER), ("^", "Sandtable_Xor", ERR_NEVER),
        ("<<", "Sandtable_Left", ERR_MAGIC), (">>", "Sandtable_Right", ERR_MAGIC),
    ):  # fmt: skip
        for each in (sign, sign + "="):
            binary_op(each, [int_rprimitive] * 2, int_rprimitive, errors, c_name, priority=OVER)


def tell_kernel() -> None:
    """The sums of chance, whose numbers of 64 bits are large ones to Python, and a column with one value changed."""
    sums: dict[str, list[RType]] = {
        "stream": [bytes_rprimitive, int_rprimitive],
        "following": [int_rprimitive],
        "below": [int_rprimitive, int_rprimitive],
    }
    for name, given in sums.items():
        function_op(f"sandtable.kernel.chance.{name}", given, int_rprimitive, f"Sandtable_{name.title()}", ERR_NEVER)
    function_op(
        "sandtable.kernel.columns.changed", [tuple_rprimitive, int_rprimitive, object_rprimitive], tuple_rprimitive,
        "Sandtable_Changed", ERR_MAGIC,
    )  # fmt: skip


def tell_searches() -> None:
    """The searches of reach, of which nearly all is numbers in columns."""
    given: list[RType] = [
        dict_rprimitive, int_rprimitive, int_rprimitive, list_rprimitive, list_rprimitive, bytearray_rprimitive,
        bytearray_rprimitive, bool_rprimitive,
    ]  # fmt: skip
    function_op("sandtable.geometry.reach.search", given, list_rprimitive, "Sandtable_Search", ERR_MAGIC)
    given = [dict_rprimitive, list_rprimitive, list_rprimitive, int_rprimitive]
    function_op("sandtable.geometry.reach.least_costs", given, list_rprimitive, "Sandtable_LeastCosts", ERR_MAGIC)


def tell_elements() -> None:
    """Reading and writing elements of lists, tuples and bytearrays."""
    for row, at, c_name, first in (
        (list_rprimitive, int_rprimitive, "Sandtable_ListItem", OVER),
        (list_rprimitive, int64_rprimitive, "Sandtable_ListItem64", OVER + 2),
        (tuple_rprimitive, int_rprimitive, "Sandtable_TupleItem", OVER),
    ):
        method_op("__getitem__", [row, at], object_rprimitive, c_name, ERR_MAGIC, priority=first)
        method_op(
            "__getitem__", [row, at], object_rprimitive, c_name + "Borrow", ERR_MAGIC, is_borrowed=True,
            priority=first + 1,
        )  # fmt: skip
    for at, c_name, first in (
        (int_rprimitive, "Sandtable_SetListItem", OVER), (int64_rprimitive, "Sandtable_SetListItem64", OVER + 2)
    ):  # fmt: skip
        method_op(
            "__setitem__", [list_rprimitive, at, object_rprimitive], bit_rprimitive, c_name, ERR_FALSE,
            steals=[False, False, True], priority=first,
        )  # fmt: skip
    columns: list[RType] = [bytearray_rprimitive, int_rprimitive]
    method_op("__getitem__", columns, short_int_rprimitive, "Sandtable_Byte", ERR_MAGIC, priority=OVER)
    method_op("__setitem__", [*columns, int_rprimitive], bit_rprimitive, "Sandtable_SetByte", ERR_FALSE, priority=OVER)


def tell_lists() -> None:
    """Lists that grow and shrink, and what is in them; appending needs no telling, it is a macro of quick.h."""
    rows: list[RType] = [list_rprimitive, list_rprimitive]
    binary_op("+=", rows, list_rprimitive, ERR_MAGIC, "Sandtable_Add", priority=OVER)
    method_op("extend", rows, object_rprimitive, "Sandtable_Extend", ERR_MAGIC, priority=OVER)
    method_op("clear", [list_rprimitive], bit_rprimitive, "Sandtable_Clear", ERR_FALSE, priority=OVER)
    at: list[RType] = [list_rprimitive, int_rprimitive]
    method_op("__delitem__", at, c_int_rprimitive, "Sandtable_Delete", ERR_NEG_INT, priority=OVER)
    for row, c_name in ((list_rprimitive, "Sandtable_ListHas"), (tuple_rprimitive, "Sandtable_TupleHas")):
        binary_op(
            "in", [object_rprimitive, row], c_int_rprimitive, ERR_NEG_INT, c_name, truncated_type=bool_rprimitive,
            ordering=[1, 0], priority=OVER,
        )  # fmt: skip
    wanted: list[RType] = [list_rprimitive, object_rprimitive]
    method_op("index", wanted, int_rprimitive, "Sandtable_Index", ERR_MAGIC, priority=OVER)
    method_op("count", wanted, short_int_rprimitive, "Sandtable_Count", ERR_MAGIC, priority=OVER)
    binary_op("==", [tuple_rprimitive] * 2, bool_rprimitive, ERR_MAGIC, "Sandtable_SameTuple", priority=OVER)
    binary_op("==", rows, bool_rprimitive, ERR_MAGIC, "Sandtable_SameList", priority=OVER)


def tell_builtins() -> None:
    """Functions that Python would be asked for by their names."""
    function_op("builtins.min", [list_rprimitive], object_rprimitive, "Sandtable_Least", ERR_MAGIC, priority=OVER)
    function_op("builtins.max", [list_rprimitive], object_rprimitive, "Sandtable_Most", ERR_MAGIC, priority=OVER)
    function_op("builtins.any", [bytearray_rprimitive], bool_rprimitive, "Sandtable_AnyByte", ERR_NEVER, priority=OVER)


GIVEN_BACK = r"(?:    CPy(?:Tagged)?_DECREF\([^)]+\);\n)*"
TAKEN_OUT = re.compile(
    r"    (?P<item>cpy_r_\w+) = Sandtable_(?P<row>List|Tuple)Item(?P<borrowed>Borrow)?(?P<where>\([^;]+\));\n"
    rf"(?P<before>{GIVEN_BACK})"
    r"    if \(unlikely\((?P=item) == NULL\)\) \{\n"
    r"        CPy_AddTraceback\([^\n]*\n"
    r"        goto (?P<failed>\w+);\n"
    r"    \}\n"
    r"    if \(likely\(PyLong_Check\((?P=item)\)\)\)\n"
    r"        (?P<number>cpy_r_\w+) = CPyTagged_FromObject\((?P=item)\);\n"
    r"    else \{\n"
    r'        CPy_TypeError\("int", (?P=item)\); (?P=number) = CPY_INT_TAG;\n'
    r"    \}\n"
    rf"(?P<item_back>    CPy_DECREF\((?P=item)\);\n)?(?P<after>{GIVEN_BACK})"
    r"    if \(unlikely\((?P=number) == CPY_INT_TAG\)\) \{\n"
    r"(?P<told>        CPy_AddTraceback\([^\n]*\n        goto (?P=failed);\n)"
    r"    \}\n"
)
"""What mypyc writes to read a number of a list or a tuple: it takes the item out, looks at it and gives it back."""


def read_at_once(code: str) -> str:
    """The same C with numbers of lists and tuples read where they are."""

    def quick(found: re.Match[str]) -> str:
        if bool(found["borrowed"]) == bool(found["item_back"]):
            return found[0]
        number = found["number"]
        return (
            f"    {number} = Sandtable_{found['row']}Number{found['where']};\n{found['before']}{found['after']}"
            f"    if (unlikely({number} == CPY_INT_TAG)) {{\n{found['told']}    }}\n"
        )

    return TAKEN_OUT.sub(quick, code)


def quicker(source: str) -> str:
    """The file to compile instead of one of mypyc's, which stays as it is: it is written anew only if it changes."""
    written = Path(source)
    if not written.name.startswith("__native_"):
        return source
    found, code = written.with_name(written.name.replace("__native_", "__quick_")), read_at_once(written.read_text())
    if not found.exists() or found.read_text() != code:
        found.write_text(code)
    return str(found)


def main(level: str, hot: str, more: str, *modules: str) -> None:
    tell_sets()
    tell_kernel()
    tell_searches()
    tell_elements()
    tell_lists()
    tell_builtins()
    extensions = mypycify(list(modules), opt_level=level, debug_level="0", separate=True)
    for extension in extensions:
        hot_one = level == "1" and any(f".{name}" in extension.name for name in hot.split())
        flags = [*extension.extra_compile_args, *more.split(), *(["-O2"] if hot_one else [])]
        if extension.include_dirs:  # else it has no rules, but says where to find them
            headers = (*HEADERS, SEARCHING[1]) if extension.name == SEARCHING[0] else HEADERS
            for header in headers:
                flags += ["-include", header]
            extension.depends.extend(headers)
        extension.extra_compile_args = flags  # what mypyc gives them is one list for all
        extension.sources = [quicker(source) for source in extension.sources]
    options = ["-q", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)]
    setup(name="sandtable-compiled", packages=[], ext_modules=extensions, script_args=options)


if __name__ == "__main__":
    main(*sys.argv[1:])
