"""In a process of its own: notices to addresses that people wrote, by apprise, and to their browsers, by web push.

Whatever an address asks for, this process resolves the names alone that the operator allowed, connects only to what
they were resolved to and to nothing private, follows no redirect, reads no file but its own modules and starts nothing.
The interpreter itself asks `Guard.watch` before any of that, whichever library does it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import socket
import sys
import sysconfig
import threading
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import msgspec

import sandtable
from sandtable.web import addresses
from sandtable.web.push import Browser, sealed, signed
from sandtable.web.thinker import confine, leave_with, work
from sandtable.web.wire import Refused

PORTS = (443, 465, 587)
"""Where a host may be called whose port was not named: the web with TLS, and mail."""
REQUEST_SECONDS = 6.0
GONE = (404, 410)
"""What a push service answers about a browser that no longer wishes to be told."""
NEVER = (
    "ctypes", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty", "shutil",
    "socket.bind", "socket.sendmsg", "socket.sendto", "subprocess", "syslog", "tempfile", "webbrowser", "winreg",
)  # fmt: skip
"""What nobody needs for sending a notice, as the interpreter calls it."""


class Allowed:
    """The hosts that the operator named: `chat.example`, `chat.example:8443`, `*.chat.example` or `10.0.0.5:80`."""

    def __init__(self, hosts: Iterable[str]) -> None:
        self.hosts = [_read(host) for host in hosts]

    def allows(self, host: str, port: int) -> bool:
        """Whether this may be called."""
        return any(self._fits(name, host.lower().rstrip(".")) and port in ports for name, ports in self.hosts)

    @staticmethod
    def _fits(name: str, host: str) -> bool:
        return host.endswith(name[1:]) if name.startswith("*.") else host == name

    def meant(self, address: str, port: int) -> bool:
        """Whether an address may be connected to: a public one, or one that the operator wrote out."""
        return addresses.is_public(address) or self.allows(address, port)


def _read(host: str) -> tuple[str, tuple[int, ...]]:
    """A host and its ports; ValueError for what is none."""
    parts = urlsplit(f"//{host}")
    if not parts.hostname or parts.path or parts.query or parts.username is not None or not host.isascii():
        raise ValueError(f"“{host}” is no host such as chat.example, *.chat.example or chat.example:8443")
    return parts.hostname, PORTS if parts.port is None else (parts.port,)


class Guard:
    """What this process may do, from when it is sealed on."""

    def __init__(self, allowed: Allowed, packages: tuple[ModuleType, ...] = ()) -> None:
        self.allowed = allowed
        self.refused = ""
        """The host that the present job was not allowed to call."""
        self._pinned: set[tuple[str, int]] = set()
        homes = [Path(str(package.__file__)).parent.parent for package in packages]
        homes += [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")]
        self._roots = tuple(f"{home.resolve()}{os.sep}" for home in homes)
        self._resolve = socket.getaddrinfo

    def seal(self) -> None:
        """From now on. It cannot be opened again."""
        sys.dont_write_bytecode = True
        os.environ.clear()  # neither proxies nor passwords of the operator's
        socket.getaddrinfo = self.resolve
        sys.addaudithook(self.watch)

    def begin(self) -> None:
        """Another job: what the last one was allowed is over."""
        self.refused = ""
        self._pinned.clear()

    def resolve(self, host: Any, port: Any, *more: Any, **named: Any) -> list[Any]:
        """The addresses of a host that may be called, which alone can be connected to from then on."""
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
        number = int(port or 0)
        if not self.allowed.allows(name, number):
            self._refuse(name)
        found: list[Any] = self._resolve(host, port, *more, **named)
        kept = [one for one in found if self.allowed.meant(one[4][0], number)]
        if not kept:
            self._refuse(name)
        self._pinned |= {(one[4][0], number) for one in kept}
        return kept

    def _refuse(self, name: str) -> None:
        self.refused = self.refused or name
        raise socket.gaierror(socket.EAI_FAIL, "not allowed")

    def watch(self, event: str, given: tuple[Any, ...]) -> None:
        """Asked by the interpreter before it does something."""
        if event == "socket.connect":
            address = given[1]
            if not isinstance(address, tuple) or address[:2] not in self._pinned:
                self.refused = self.refused or str(address[0] if isinstance(address, tuple) else "a local socket")
                raise PermissionError("not allowed")
        elif event == "open":
            path, _, flags = given
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or not self._own(path):
                raise PermissionError("not allowed")
        elif event.startswith(NEVER):
            raise PermissionError("not allowed")

    def _own(self, path: Any) -> bool:
        return not isinstance(path, int) and os.path.realpath(os.fsdecode(path)).startswith(self._roots)


class Poster:
    """Sends what it is given."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        # The server itself never needs them; here they are loaded before the door is closed and a deadline runs.
        self.apprise: Any = importlib.import_module("apprise")
        self.requests: Any = importlib.import_module("requests")
        self.asset = self.apprise.AppriseAsset(async_mode=False, app_id="Sandtable", allow_templates=False)
        self.apprise.Apprise.instantiate("json://localhost")
        self.requests.Session.get_redirect_target = lambda _session, _response: None
        self.guard = Guard(Allowed(hosts), (self.apprise, self.requests, msgspec, sandtable))
        self.guard.seal()

    def do(self, job: dict[str, Any]) -> Any:
        """One job."""
        self.guard.begin()
        if job["do"] == "ready":
            return True
        if job["do"] == "push":
            return self.push(job)
        return self.send(job["to"], job["title"], job["text"])

    def send(self, to: str, title: str, text: str) -> bool:
        """A notice to an address of one of the services that apprise knows, or a plain post to any other."""
        service = self.apprise.Apprise.instantiate(to, asset=self.asset, suppress_exceptions=True)
        if service is None and to.startswith("http"):
            service = self.apprise.Apprise.instantiate(f"json{to[4:]}", asset=self.asset, suppress_exceptions=True)
        if service is None:
            raise Refused("bad-field", "this is no address that a notice can be sent to")
        sent = False
        with contextlib.suppress(OSError):
            sent = bool(service.notify(title=title, body=text))
        if not sent and self.guard.refused:
            raise elsewhere(self.guard.refused)
        return sent

    def push(self, job: dict[str, Any]) -> str:
        """A notice to a browser: "sent", "gone" when it wants no more, or "failed"."""
        browser = msgspec.convert(job["browser"], Browser)
        headers = {"TTL": "86400", "Urgency": "high", "Content-Encoding": "aes128gcm"}
        headers |= {"Content-Type": "application/octet-stream"}
        headers["Authorization"] = signed(browser.endpoint, job["key"], job["contact"])
        try:
            body = sealed(job["message"].encode(), browser)
            answer = self.requests.post(browser.endpoint, body, headers=headers, timeout=REQUEST_SECONDS)
        except self.requests.RequestException:
            return "failed"
        return "gone" if answer.status_code in GONE else "sent" if answer.ok else "failed"


def elsewhere(host: str) -> Refused:
    """What is told of a host that is not called."""
    return Refused("not-allowed", f"this server sends nothing to {host[:100]}; its operator names the hosts it may")


def main(hosts: tuple[str, ...]) -> None:
    """Send notices until there are no more."""
    confine()
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work(sys.stdin.buffer, answers, Poster(hosts).do)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
