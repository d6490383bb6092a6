"""Writes the JSON Schemas in docs/ and the client's types, from the structs of scenes and messages.

    python -m scripts.schemas

A test fails when these files are out of date.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from sandtable.kernel import briefing, scene
from sandtable.web import told, wire

ROOT = Path(__file__).resolve().parent.parent
LIB = ROOT / "client" / "src" / "lib"
DOCS = ROOT / "docs"
MADE = "Written by `python -m scripts.schemas` from src/sandtable/{}; change it there."
DRAFT = "https://json-schema.org/draft/2020-12/schema"

WORDS = """/** An action: a verb and its nouns. */
export type Words = readonly string[];

/** Something that happened on the board: a word for what, and whom it is about. */
export type Fact = readonly string[];
"""


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs that a module defines and that have fields, in its order."""
    return [
        found
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, msgspec.Struct)
        and found.__module__ == module.__name__
        and found.__struct_fields__
    ]


def definitions(module: ModuleType) -> dict[str, dict[str, Any]]:
    """The schema of every struct of a module, and of those that they name, by its name."""
    wanted = structs(module)
    _, found = msgspec.json.schema_components(wanted, ref_template="#/$defs/{name}")
    return {name: found[name] for name in (*(one.__name__ for one in wanted), *found)}


# --- TypeScript ------------------------------------------------------------------------------------------------------


def type_of(schema: dict[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    match schema:
        case {"$ref": where}:
            return str(where).rpartition("/")[2]
        case {"anyOf": several}:
            return " | ".join(type_of(one) for one in several)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(type_of(one) for one in items)}]"
        case {"type": "array", "items": item}:
            inner = type_of(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"Record<string, {type_of(value)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
    raise ValueError(f"no type is known for {schema}")


def interface(name: str, schema: dict[str, Any], unions: dict[str, str]) -> str:
    """A struct as an interface; `unions` are those that have a name."""
    lines = [f"/** {schema['description']} */", f"export interface {name} {{"]
    for field, one in schema["properties"].items():
        if "description" in one:
            lines.append(f"  /** {one['description']} */")
        written = type_of(one)
        for union, called in unions.items():
            written = written.replace(f"({union})", called)
        lines.append(f"  {field}{'' if field in schema['required'] else '?'}: {written};")
    return "\n".join([*lines, "}\n"])


def typescript(module: ModuleType, unions: dict[str, Any]) -> str:
    """The structs of a module as interfaces, and its unions that have a name."""
    named = {type_of(msgspec.json.schema(union)): name for name, union in unions.items()}
    own, defined = structs(module), definitions(module)
    made = [interface(one.__name__, defined[one.__name__], named) for one in own]
    return "\n".join(made + [f"export type {name} = {union};\n" for union, name in named.items()])


def imports(module: ModuleType, *others: ModuleType) -> str:
    """What the interfaces of one module need of those of others."""
    defined, foreign = definitions(module), {one.__name__ for other in others for one in structs(other)}
    own = json.dumps([defined[one.__name__] for one in structs(module)])
    needed = sorted(foreign & set(re.findall(r"#/\$defs/(\w+)", own)))
    return f'import type {{ {", ".join(needed)} }} from "./types";\n'


# --- files -----------------------------------------------------------------------------------------------------------


def schema(title: str, kind: type[msgspec.Struct], source: str) -> str:
    """The JSON Schema of a struct."""
    made = {"$schema": DRAFT, "$comment": MADE.format(source), "title": title, **msgspec.json.schema(kind)}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def schemas_of(title: str, module: ModuleType, source: str) -> str:
    """The JSON Schema of every struct of a module, by name."""
    made = {"$schema": DRAFT, "$comment": MADE.format(source), "title": title}
    return json.dumps({**made, "$defs": definitions(module)}, indent=1, ensure_ascii=False) + "\n"


def answers() -> str:
    """What each kind of ask is answered with, as a type of TypeScript."""
    kinds = {kind: told.ANSWERS.get(kind, (told.Answer,)) for kind in ("hello", *wire.ASKS)}
    lines = [f"  {kind}: {' | '.join(one.__name__ for one in answered)};" for kind, answered in kinds.items()]
    return "\n".join(["/** What is answered, by what was asked. */", "export interface Answers {", *lines, "}\n"])


def files() -> dict[Path, str]:
    """What this writes, and where."""
    shapes = f"// {MADE.format('kernel/scene.py and kernel/briefing.py')}\n"
    messages = f"// {MADE.format('web/told.py')}\n"
    types = [WORDS, typescript(scene, {"Panel": scene.Panel}), typescript(briefing, {})]
    return {
        DOCS / "scene.schema.json": schema("A scene: what to draw for one reader", scene.Scene, "kernel/scene.py"),
        DOCS / "briefing.schema.json": schemas_of("What a person is told", briefing, "kernel/briefing.py"),
        DOCS / "wire.schema.json": schemas_of("What the server tells", told, "web/told.py"),
        LIB / "types.ts": "\n".join([shapes, *types]),
        LIB / "wire.ts": "\n".join([messages, imports(told, scene, briefing), typescript(told, {}), answers()]),
    }


def main() -> None:
    """Write them."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
