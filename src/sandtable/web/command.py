"""`sandtable serve`: the app on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click
import platformdirs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

import sandtable
from sandtable.bots.outside import Outside, games_of
from sandtable.web import addresses, serving
from sandtable.web.posting import Allowed
from sandtable.web.settings import Program, Settings
from sandtable.web.store import Store
from sandtable.web.upgrading import BadStore

PORT = 8040
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 -]{0,30}")
"""What people may be shown as the name of a bot."""
TRIES = 100


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; the default is for this machine alone.",
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=None, help=f"Port (default: {PORT}, or the next free one)."
)
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Folder for the database.")
@click.option("--db", default=None, metavar="URL", help="postgresql://… instead of a file in the data folder.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes; needs PostgreSQL."
)
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Address of this server behind a proxy.")
@click.option(
    "--notice-host", "notice_hosts", multiple=True, metavar="HOST", help="A host to which notices of turns may be sent."
)
@click.option(
    "--push",
    default="",
    metavar="CONTACT",
    help="Allow notices in browsers; mailto:… or https:… tells the push services who you are.",
)
@click.option(
    "--trusted-proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy that is believed about who is asking."
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME=COMMAND",
    help="A program to which people may give a seat (docs/bots.md).",
)
@click.option("--metrics", is_flag=True, help="Figures for Prometheus at /api/metrics, on this machine alone.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def serve(
    host: str,
    port: int | None,
    data: Path | None,
    db: str | None,
    workers: int,
    origins: tuple[str, ...],
    notice_hosts: tuple[str, ...],
    push: str,
    proxies: tuple[str, ...],
    bots: tuple[str, ...],
    metrics: bool,
    no_browser: bool,
) -> None:
    """The table in the browser.

    \b
    sandtable serve
    sandtable serve --host 0.0.0.0 --port 80 --db postgresql://sandtable@localhost/sandtable --workers 4
    """
    try:
        addresses.networks(proxies)
    except ValueError as error:
        raise click.UsageError(f"--trusted-proxy is an address or a network such as 10.0.0.0/8: {error}.") from None
    try:
        Allowed(notice_hosts)
    except ValueError as error:
        raise click.UsageError(f"--notice-host: {error}.") from None
    if push and not push.startswith(("mailto:", "https://")):
        raise click.UsageError("--push is an address of yours: mailto:… or https://…")
    programs = tuple(program(one) for one in bots)
    url = database(db, data)
    shared = make_url(url).get_backend_name() == "postgresql"
    if workers > 1 and not shared:
        raise click.UsageError(
            f"--workers {workers} needs --db postgresql…: several processes cannot share one SQLite file."
        )
    if metrics and workers > 1:
        raise click.UsageError(
            "--metrics counts one process: start several servers with one each, on ports of their own."
        )
    with alone(None if shared else Path(str(make_url(url).database))):
        try:
            asyncio.run(_prepare(url))
        except BadStore as error:
            raise click.UsageError(f"{error}.") from None
        chosen = _port(host, port)
        shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host  # noqa: S104 - compared only
        address = f"http://{shown}:{chosen}"
        if port is None and chosen != PORT:
            click.echo(f"Port {PORT} is taken; using {chosen}.")
        if not addresses.is_loopback(host):
            click.echo("Other machines can reach it, and it has no TLS: secrets are safe only behind a proxy that has.")
        said = f"Sandtable is at {address} (Ctrl-C ends it). Games are kept in {_shown(url)}."
        opened = "" if no_browser or not _has_screen() else address
        threading.Thread(target=_announce, args=(said, opened, host, chosen), daemon=True).start()
        settings = Settings(
            url, host=host, origins=origins, proxies=proxies, notice_hosts=notice_hosts, push=push, metrics=metrics,
            programs=programs,
        )  # fmt: skip
        try:
            serving.run(settings, chosen, workers)
        except KeyboardInterrupt:
            sys.exit(0)


def program(said: str) -> Program:
    """A bot of the operator's, which must come to be ready now."""
    name, _, command = said.partition("=")
    taken = {bot for game in sandtable.games() for bot in sandtable.bot_names(game)}
    if not command or not NAME.fullmatch(name) or name in taken:
        raise click.UsageError(
            f"--bot takes NAME=COMMAND, with a name of letters and digits that no other bot has, not “{said}”."
        )
    try:
        return Program(name, command, games_of(Outside(sandtable.games()[0], command)))
    except sandtable.BadInput as error:
        raise click.UsageError(f"--bot: {error}.") from None


def database(db: str | None, data: Path | None) -> str:
    """The database's URL; a file in the data folder unless another was named."""
    if db is None:
        folder = data or Path(platformdirs.user_data_dir("sandtable", appauthor=False))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"The folder {folder} cannot be used: {error.strerror}.") from None
        return f"sqlite+aiosqlite:///{folder / 'sandtable.db'}"
    try:
        url = make_url(db)
    except ArgumentError:
        raise click.UsageError("--db is a URL such as postgresql://user@host/name or sqlite:///file.db.") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
    if url.get_backend_name() == "sqlite" and url.database:
        return url.set(drivername="sqlite+aiosqlite").render_as_string(hide_password=False)
    raise click.UsageError(f"--db is postgresql://… or sqlite:///FILE, not “{url.get_backend_name()}”.")


async def _prepare(url: str) -> None:
    """Bring the database up to date before any process serves it."""
    store = Store(url)
    await store.open()
    await store.close()


def _shown(url: str) -> str:
    parts = make_url(url)
    return str(parts.database) if parts.get_backend_name() == "sqlite" else parts.render_as_string(hide_password=True)


@contextlib.contextmanager
def alone(file: Path | None) -> Iterator[None]:
    """Hold the database so that no second server can have it, by whatever name or link it is called: the lock is on
    the file itself. It is let go when SQLite has closed the file, since closing it would drop SQLite's own locks."""
    if file is None:
        yield
        return
    held = file if sys.platform != "win32" else file.with_name(file.name + ".lock")
    with held.open("ab") as lock:
        if not _lock(lock):
            raise click.UsageError(f"Another Sandtable already serves {file}; end it first, or name another --data.")
        yield


def _lock(lock: IO[bytes]) -> bool:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - not on other systems

        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl  # noqa: PLC0415 - not on other systems

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _port(host: str, wanted: int | None) -> int:
    """A free port: the one that was asked for, or the first from 8040 on."""
    for port in (wanted,) if wanted is not None else range(PORT, PORT + TRIES):
        problem = _taken(host, port)
        if problem is None:
            return port
        if problem != errno.EADDRINUSE or wanted is not None:
            raise click.UsageError(f"{host} port {port} cannot be used: {os.strerror(problem)}.")
    raise click.UsageError(f"No port from {PORT} to {PORT + TRIES - 1} is free; name one with --port.")


def _taken(host: str, port: int) -> int | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except socket.gaierror:
            raise click.UsageError(f"--host {host} is no address of this machine.") from None
        except OSError as error:
            return error.errno or errno.EADDRINUSE
    return None


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _announce(said: str, address: str, host: str, port: int) -> None:
    """Say where the server is once it answers, and open a browser there if wanted."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection((host, port), 1):
            break
        time.sleep(0.05)
    click.echo(said)
    if address:
        webbrowser.open(address)
