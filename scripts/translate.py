"""Translates modules into C with mypyc and compiles that; scripts/compile.py calls it where the compiled form is made.

    python -P scripts/translate.py LEVEL "HOT ROOMS" "FLAGS" MODULE...

It gives mypyc C functions for what the rules do most: sets of squares as digits of large numbers (sets.h), columns,
lists, small numbers and chance (quick.h), and the searches of reach (reach.c). mypyc cannot be told that a number in
a column need not be unpacked before it is read, so the C that it writes for that is replaced.

mypyc makes a library of each module, each with a copy of mypyc's own functions, and has modules ask one another for the
addresses of theirs. Here all of them are linked into one library, sandtable/compiled, with one such copy, and what they
need of one another they name. The library that Python looks for beside each module is left with one call.
"""

from __future__ import annotations

import os
import re
import sys
from multiprocessing.pool import ThreadPool
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
from setuptools import Extension, setup  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]
from setuptools.modified import newer_group  # type: ignore[import-untyped]

HERE = Path(__file__).resolve().parent
HEADERS = tuple(str(HERE / name) for name in ("quick.h", "sets.h"))
CALLED = tuple(str(HERE / name) for name in ("quick.c", "sets.c", "reach.c"))
LIBRARY = "sandtable.compiled"
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
    method_op("bit_count", [int_rprimitive], short_int_rprimitive, "Sandtable_BitCount", ERR_NEVER, priority=OVER)
    for sign, c_name, errors in (
        ("&", "Sandtable_And", ERR_NEVER), ("|", "Sandtable_Or", ERR_NEVER), ("^", "Sandtable_Xor", ERR_NEVER),
        ("<<", "Sandtable_Left", ERR_MAGIC), (">>", "Sandtable_Right", ERR_MAGIC),
    ):  # fmt: skip
        for each in (sign, sign + "="):
            binary_op(each, [int_rprimitive] * 2, int_rprimitive, errors, c_name, priority=OVER)


def tell_kernel() -> None:
    """The sums of chance, whose numbers of 64 bits are large to Python, and columns with a value changed or added."""
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
    function_op(
        "sandtable.kernel.columns.longer", [tuple_rprimitive, object_rprimitive], tuple_rprimitive, "Sandtable_Longer",
        ERR_MAGIC,
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
    asked: list[RType] = [list_rprimitive, int_rprimitive]
    for name, kind, c_name in (
        ("found_on", list_rprimitive, "Sandtable_FoundOn"),
        ("least_or", int_rprimitive, "Sandtable_LeastOr"),
        ("most_or", int_rprimitive, "Sandtable_MostOr"),
    ):
        function_op("sandtable.geometry.squares." + name, asked, kind, c_name, ERR_MAGIC)


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


OWN = (
    "GlobalsInit",
    "Statics",
    "Lit_Str",
    "Lit_Bytes",
    "Lit_Int",
    "Lit_Float",
    "Lit_Complex",
    "Lit_Tuple",
    "Lit_FrozenSet",
)
"""What each module has for itself under a name that it shares with all others."""
RUNTIME = re.compile(r"^#include <(\w+)\.c>\n", re.MULTILINE)
TABLE = re.compile(r"\*?(exports_\w+)\.(CPy\w+)")
"""What one module needs of another, in the table that mypyc copies from there."""


def joined(code: str, name: str) -> str:
    """The C of a module as a part of the one library: without mypyc's own functions, which stand there once, with
    names instead of addresses for what it needs of other modules, and with a name of its own to begin with."""
    needed: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        needed[found[2]] = found[1]
        return found[2]

    own, last = name.replace(".", "_") + "_", name.rpartition(".")[2]
    code = TABLE.sub(named, code)
    code = RUNTIME.sub(lambda found: f"#include <{found[1]}.h>\n" if found[1].endswith("_extra_ops") else "", code)
    heads = f'#include "__native_internal_{last}.h"\n'
    known = "".join(f"extern __typeof__(*{table}.{each}) {each};\n" for each, table in sorted(needed.items()))
    code = code.replace(heads, heads + known, 1).replace(f" PyInit_{last}__mypyc(void)", f" {begins(name)}(void)")
    return (
        "".join(f"#define CPy{each} {own}{each}\n" for each in OWN)
        + f"#define ensure_deps_{last}__mypyc {own}deps\n"
        + code
    )


def begins(name: str) -> str:
    """The function that a module begins with, in the one library."""
    return f"PyInit_{name.replace('.', '_')}"


def written(path: Path, code: str) -> str:
    """A file with that code, which is written anew only if it changes."""
    if not path.exists() or path.read_text() != code:
        path.write_text(code)
    return str(path)


class OneLibrary(build_ext):  # type: ignore[misc]
    """Compiles all modules, as many at a time as there are cores, links them into one library, and makes those that
    Python looks for beside each module."""

    def build_extensions(self) -> None:
        modules = [each for each in self.extensions if has_rules(each)]
        runtime = next(each for each in self.extensions if each.name == LIBRARY)
        library = Path(self.get_ext_fullpath(LIBRARY))
        with ThreadPool(os.cpu_count()) as pool:
            objects = pool.map(self.compiled, [*map(self.part, modules), runtime], chunksize=1)
        if newer_group(objects, str(library)):
            self.compiler.link_shared_object(objects, str(library), extra_postargs=[f"-Wl,-soname,{library.name}"])
        for each in modules:
            path, name = Path(each.sources[0]), each.name.removesuffix("__mypyc")
            last = name.rpartition(".")[2]
            call = (
                f"#include <Python.h>\nPyMODINIT_FUNC {begins(name)}(void);\n"
                f"PyMODINIT_FUNC PyInit_{last}__mypyc(void) {{ return {begins(name)}(); }}\n"
            )
            each.sources = [written(path.with_name(f"__begin_{last}.c"), call)]
            each.depends, each.extra_compile_args, each.extra_objects = [], [], [str(library)]
            each.extra_link_args = ["-Wl,-rpath,$ORIGIN" + "/.." * (name.count(".") - 1)]
        super().build_extensions()  # for which the library is up to date

    def part(self, module: Extension) -> Extension:
        """A module as a part of the one library."""
        path = Path(module.sources[0])
        code = joined(read_at_once(path.read_text()), module.name.removesuffix("__mypyc"))
        source = written(path.with_name(path.name.replace("__native_", "__quick_")), code)
        return Extension(
            module.name,
            [source],
            module.include_dirs,
            depends=module.depends,
            extra_compile_args=module.extra_compile_args,
        )

    def compiled(self, part: Extension) -> str:
        """Compiles a part if it, or what it includes, is newer than what was made of it."""
        made: list[str] = self.compiler.object_filenames(part.sources, output_dir=self.build_temp)
        if newer_group([*part.sources, *part.depends], made[0]):
            self.compiler.compile(
                part.sources, output_dir=self.build_temp, include_dirs=part.include_dirs,
                extra_postargs=part.extra_compile_args, depends=part.depends,
            )  # fmt: skip
        return made[0]


def has_rules(extension: Extension) -> bool:
    """Whether mypyc translated a module into it; of the others each says where to find one of these."""
    return bool(extension.include_dirs) and extension.name != LIBRARY


def runtime(modules: list[Extension]) -> Extension:
    """mypyc's own functions, and those of ours that are called, as a part that is named like the library."""
    parts = dict.fromkeys(part for each in modules for part in RUNTIME.findall(Path(each.sources[0]).read_text()))
    code = "".join([*(f"#include <{part}.c>\n" for part in parts), *(f'#include "{part}"\n' for part in CALLED)])
    first = modules[0]
    source = written(Path(first.include_dirs[1]) / "runtime.c", code)
    flags = [*first.extra_compile_args, "-O2", "-DSANDTABLE_RUNTIME"]
    return Extension(LIBRARY, [source], first.include_dirs, depends=[*HEADERS, *CALLED], extra_compile_args=flags)


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
        if has_rules(extension):
            for header in HEADERS:
                flags += ["-include", header]
            extension.depends.extend(HEADERS)
        extension.extra_compile_args = flags  # what mypyc gives them is one list for all
    extensions.append(runtime([each for each in extensions if has_rules(each)]))
    setup(
        name="sandtable-compiled", packages=[], ext_modules=extensions, cmdclass={"build_ext": OneLibrary},
        script_args=["-q", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)],
    )  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
