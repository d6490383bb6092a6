"""Nobody is told the wrong thing: a database that was changed, deleted or replaced is noticed. And what an operator
does about databases, matches and addresses."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result
from websockets.exceptions import ConnectionClosed

from sandtable.cli.main import main
from tests.web.harness import PATIENCE, Server, aside


def operator(*words: str) -> Result:
    return aside(CliRunner().invoke, main, words)


def eventually(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.1)


def played(server: Server) -> dict[str, str]:
    made = server.make("toy-convoy")
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.act("with T1")
        tab.act("go well")
    return {"match": made["match"]["id"], "secret": made["secret"]}


CHANGES = {
    "update entries set data = replace(data, 'T1', 'T2') where match = ? and entry = 2": 2,
    "update entries set person = 'p9' where match = ? and entry = 3": 3,
    "delete from entries where match = ? and entry = 2": 3,
    "delete from entries where match = ? and entry = 3": 3,
    "update entries set hash = null, data = replace(data, 'T1', 'T2') where match = ? and entry = 2": 2,
    "delete from matches where id = ?": 0,
    "update matches set begun = replace(begun, '\"takebacks\":', '\"takebacks\": ') where id = ?": 0,
}
"""What somebody does to a match, and the entry that is noticed."""


def test_an_entry_that_was_changed_is_noticed(new_server: Callable[..., Server], tmp_path: Path) -> None:
    server = new_server().start()
    good = played(server)["match"]
    bad = {change: played(server)["match"] for change in CHANGES}
    server.kill()
    assert operator("verify-db", "--data", str(tmp_path)).exit_code == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "sandtable.db")) as db, db:
        for change, match in bad.items():
            assert db.execute(change, (match,)).rowcount == 1
    said = operator("verify-db", "--data", str(tmp_path), "--json")
    assert said.exit_code == 1
    wrong = {one["match"]: one["entry"] for one in json.loads(said.output)["wrong"]}
    assert wrong == {match: CHANGES[change] for change, match in bad.items()}
    server.start()
    for match in bad.values():
        assert server.get(f"/api/matches/{match}").json()["error"] == "broken"
        assert re.search(rf"match {match} (began with )?is not as it was written", server.log.read_text())
    assert server.get("/api/matches/aaaaaaaaaaaa").json()["error"] == "no-such-match", "one that never was"
    assert server.get(f"/api/matches/{good}").status_code == 200


@pytest.mark.parametrize("how", ["deleted", "replaced", "wal deleted"])
def test_a_file_that_goes_away_under_a_running_server_is_noticed_at_once(
    new_server: Callable[..., Server], tmp_path: Path, how: str
) -> None:
    server = new_server().start()
    made = server.make("toy-convoy")
    file = tmp_path / "sandtable.db"
    with server.sit(made["match"]["id"], made["secret"]) as tab:
        tab.act("with T1")
        if how == "replaced":
            (tmp_path / "other").write_bytes(file.read_bytes())
            (tmp_path / "other").replace(file)
        else:
            (file if how == "deleted" else tmp_path / "sandtable.db-wal").unlink()
        assert tab.refused("act", seen=tab.n, words=["go", "well"])["error"] == "internal", "it is not acknowledged"
    assert server.get("/api/health").status_code == 503
    assert "was deleted or replaced" in server.log.read_text()


def test_a_copy_is_made_while_the_server_runs_and_brought_back(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = new_server().start()
    old = played(server)
    copy = tmp_path / "copy.db"
    assert operator("backup", str(copy), "--data", str(tmp_path)).exit_code == 0
    assert operator("backup", str(copy), "--data", str(tmp_path)).exit_code == 2, "no copy is overwritten"
    new = played(server)
    server.kill()
    broken = tmp_path / "broken.db"
    broken.write_bytes(copy.read_bytes()[:5000])
    assert operator("restore", str(broken), "--data", str(tmp_path)).exit_code == 2
    assert operator("verify-db", "--data", str(tmp_path), "--json").exit_code == 0, "and nothing was changed"
    assert operator("restore", str(copy), "--data", str(tmp_path)).exit_code == 0
    assert len(list(tmp_path.glob("sandtable.db.before-restore.*"))) == 1
    server.start()
    with server.sit(old["match"], old["secret"]) as tab:
        assert len(tab.log) == 1
    assert server.get(f"/api/matches/{new['match']}").status_code == 404


def test_the_operator_deletes_a_match_and_keeps_an_address_out(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = new_server().start()
    made = played(server)
    with server.sit(made["match"], made["secret"]) as tab:
        assert operator("delete-match", made["match"], "--data", str(tmp_path)).exit_code == 0
        with pytest.raises(ConnectionClosed):
            tab.until(lambda _: False)
        assert tab.ws.close_code == 4004
    assert server.get(f"/api/matches/{made['match']}").status_code == 404
    assert operator("delete-match", made["match"], "--data", str(tmp_path)).exit_code == 2

    stranger = httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.3"), timeout=PATIENCE)
    with stranger:
        assert stranger.get(f"{server.url}/api/health").status_code == 200
        assert operator("ban", "127.0.0.3", "--data", str(tmp_path)).exit_code == 0
        eventually(lambda: stranger.get(f"{server.url}/api/health").status_code == 403)
        assert server.get("/api/health").status_code == 200, "others are let in"
        assert operator("ban", "127.0.0.3", "--off", "--data", str(tmp_path)).exit_code == 0
        eventually(lambda: stranger.get(f"{server.url}/api/health").status_code == 200)
    assert operator("ban", "nonsense", "--data", str(tmp_path)).exit_code == 2
