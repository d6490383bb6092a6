"""What is written from the structs is as fresh as they are, and says the same as they do."""

from __future__ import annotations

from typing import Any

import jsonschema
import msgspec
import pytest

import sandtable
from sandtable.kernel.scene import Scene
from scripts import schemas


@pytest.mark.parametrize("path", schemas.files(), ids=lambda path: path.name)
def test_what_is_written_from_the_structs_is_fresh(path: Any) -> None:
    assert path.read_text(encoding="utf-8") == schemas.files()[path], "run `python -m scripts.schemas`"


@pytest.mark.parametrize("name", sandtable.names())
def test_schema_and_struct_agree_about_every_first_scene(name: str) -> None:
    game = sandtable.load(name)
    validator = jsonschema.Draft202012Validator(msgspec.json.schema(Scene))
    for scenario in game.scenarios():
        s = game.start(scenario.id)
        for reader in (*game.seats(s), None):
            scene = game.scene(game.view(s, reader))
            validator.validate(scene)
            assert set(msgspec.to_builtins(msgspec.convert(scene, Scene))) == set(scene)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("size", [1]),
        ("bar", [{"id": "turn", "label": "Turn", "value": None, "of": 3}]),
        ("cells", [{"id": "a1", "marks": [], "alt": "", "colour": "red"}]),
        ("panels", [{"kind": "chart", "id": "x", "title": "X"}]),
        ("panels", [{"kind": "track", "id": "x", "title": "X", "cells": []}]),
        ("overlays", [{"name": "sees", "title": "Sees", "about": "all"}]),
    ],
)
def test_schema_and_struct_refuse_the_same(key: str, value: Any) -> None:
    game = sandtable.load("who-dares-wins")
    scene = {**game.scene(game.view(game.start(), None)), key: value}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(scene, Scene)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(msgspec.json.schema(Scene)).validate(scene)


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"$ref": "#/$defs/Piece"}, "Piece"),
        ({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "(number | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"enum": ["shown", "covered"]}, '"shown" | "covered"'),
    ],
)
def test_a_schema_is_written_as_a_type_of_typescript(schema: dict[str, Any], written: str) -> None:
    assert schemas.type_of(schema) == written


def test_a_schema_that_is_not_understood_is_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="no type is known"):
        schemas.type_of({"type": "object"})
