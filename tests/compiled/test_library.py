"""All compiled modules are one library (scripts/translate.py), and a record may stand where one that is gone stood."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import sandtable
from sandtable.games.rogue_regiment.rules.r13_walk import Look
from scripts.translate import joined

WRITTEN = """#include <init.c>
#include <bytes_extra_ops.c>
#include "__native_walk.h"
#include "__native_internal_walk.h"
    at = exports_toy___ground.CPyDef_toy___ground___at(step);
    kind = *exports_toy___ground.CPyType_toy___ground___Hex;
    struct export_table_toy___ground *pexports_toy___ground = found;
    memcpy(&exports_toy___ground, pexports_toy___ground, sizeof(exports_toy___ground));
int ensure_deps_walk__mypyc(void) {
PyMODINIT_FUNC PyInit_walk__mypyc(void) {
"""


def test_a_module_names_what_it_needs_of_others_and_leaves_the_runtime_to_the_library() -> None:
    told = joined(WRITTEN, "toy.walk")
    assert "    at = CPyDef_toy___ground___at(step);\n" in told
    assert "    kind = CPyType_toy___ground___Hex;\n" in told
    assert "init.c" not in told
    assert "#include <bytes_extra_ops.h>\n" in told
    known = told.index("extern __typeof__(*exports_toy___ground.CPyDef_toy___ground___at) CPyDef_toy___ground___at;")
    assert told.index("__native_internal_walk.h") < known < told.index("    at = ")
    assert "PyMODINIT_FUNC PyInit_toy_walk(void) {" in told


def test_what_a_module_has_for_itself_is_not_what_another_has() -> None:
    walk, run = (joined(WRITTEN.replace("walk", name), f"toy.{name}") for name in ("walk", "run"))
    own = {line for line in walk.splitlines() if line.startswith("#define")}
    assert any(line.startswith("#define CPyStatics ") for line in own)
    assert not own & set(run.splitlines())


def test_what_stands_beside_a_module_only_calls_the_library() -> None:
    package, suffix = Path(sandtable.__file__).parent, sysconfig.get_config_var("EXT_SUFFIX")
    whole = package / f"compiled{suffix}"
    beside = [each for each in package.rglob(f"*{suffix}") if each != whole]
    assert len(beside) > 400
    assert max(each.stat().st_size for each in beside) < 40_000 < whole.stat().st_size // 100


def test_a_record_in_the_place_of_one_that_is_gone_has_its_own_values() -> None:
    first, second = Look(1), Look(2)
    del first
    third, fourth = Look(3), Look(4)
    assert [each.unit for each in (second, third, fourth)] == [2, 3, 4]
    assert len({second, third, fourth, Look(4)}) == 3
