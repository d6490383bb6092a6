"""docs/wire.md says what the code does: every ask, every part of an update, every error and every address."""

from __future__ import annotations

import re

from sandtable.web import wire
from tests.web.harness import ROOT, Server

PAGE = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
ERRORS = PAGE[PAGE.index("### Errors") :].partition("\n\nAn error goes")[0]


def test_every_ask_is_described() -> None:
    table = PAGE[PAGE.index("### What can be asked") : PAGE.index("### Errors")]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    described = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    assert described == set(wire.ASKS)


def test_every_error_is_listed_and_no_other() -> None:
    listed = set(re.findall(r"`([a-z]+(?:-[a-z]+)+|over|claimed|broken|busy|internal)`", ERRORS))
    sources = "".join(path.read_text() for path in (ROOT / "src" / "sandtable" / "web").glob("*.py"))
    raised = set(re.findall(r'Refused\(\s*"([a-z-]+)"', sources)) | {"too-many", "internal"}
    assert raised <= listed, raised - listed
    assert listed <= raised | {"bad-record", "no-such-option"}, listed - raised
    assert set(wire.STATUS) <= listed


def test_every_part_of_an_update_is_described(server: Server) -> None:
    made = server.make("toy-cards", seats={"north": {"by": "me"}, "south": {"by": "bot", "bot": "random"}})
    example = PAGE[PAGE.index('{"kind": "update", "from"') :].partition("```")[0]
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        for key in tab.updates[0]:
            assert f'"{key}":' in example, key
        for key in (*tab.parts["seats"][0], *tab.parts["people"][0], *tab.parts["turn"], *tab.parts["undo"]):
            assert f'"{key}":' in example, key
    shown = PAGE[PAGE.index('{"id": "k3v9q2m7x1bd"') :].partition("```")[0]
    for key in (*made["match"], *made["match"]["seats"][0]):
        assert f'"{key}":' in shown, key


def test_the_openapi_says_what_is_answered(server: Server) -> None:
    schema = server.get("/api/schema").json()
    answers = {
        (path, method): answer["content"]["application/json"]["schema"]
        for path, methods in schema["paths"].items()
        for method, one in methods.items()
        for status, answer in one["responses"].items()
        if status in ("200", "201") and "application/json" in answer["content"]
    }
    assert answers["/api/matches", "post"] == {"$ref": "#/components/schemas/Created"}
    assert answers["/api/matches/{match}", "get"] == {"$ref": "#/components/schemas/Match"}
    match = server.make("toy-cards")["match"]
    assert set(schema["components"]["schemas"]["Match"]["properties"]) == set(match)


def test_every_address_is_described(server: Server) -> None:
    for path in server.get("/api/schema").json()["paths"]:
        assert path.replace("{match}", "{id}").replace("{board}", "{id}.svg") in PAGE, path
