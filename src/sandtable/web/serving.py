"""Running the server: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import logging
import os
import sys

import msgspec
import uvicorn

from sandtable.web.app import build
from sandtable.web.gate import App
from sandtable.web.limits import UNLIMITED, Buckets, Limits, Rate
from sandtable.web.settings import Settings
from sandtable.web.transport import DOOR, Http, Socket

VARIABLE = "SANDTABLE_SETTINGS"
SOCKET_BYTES = 256 * 1024
"""A larger message ends its socket; anything over wire.MESSAGE_BYTES is answered with an error and nothing worse."""

SWITCH_SECONDS = 0.001
"""How long a thread that makes a table may keep the one that answers people from going on."""


def application() -> App:
    """For each of several processes: the application with the settings of the first one."""
    _logging()
    sys.setswitchinterval(SWITCH_SECONDS)
    settings = msgspec.json.decode(os.environ[VARIABLE], type=Settings)
    limits = UNLIMITED if settings.unlimited else Limits()
    DOOR.open(settings, limits)
    return build(settings)


def run(settings: Settings, port: int, workers: int = 1) -> None:
    """Serve until told to stop."""
    _logging()
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "sandtable.web.serving:application",
        factory=True,
        host=settings.host,
        port=port,
        workers=workers,
        access_log=False,  # addresses of matches are nobody's business
        log_level="warning",
        server_header=False,
        http=Http,
        ws=Socket,
        proxy_headers=False,  # the gate believes those proxies alone that the operator named
        ws_max_size=SOCKET_BYTES,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=5,
    )


def _logging() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log = logging.getLogger("sandtable.web")
    log.handlers[:] = [handler]
    log.setLevel(logging.INFO)
    log.propagate = False
    # What the libraries say about broken requests and full tables of files comes in floods.
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(Sparing())


class Sparing(logging.Filter):
    """Lets few of many equal lines through."""

    def __init__(self) -> None:
        super().__init__()
        self.rates = Buckets(Rate(10, 0.1))

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        return record.levelno < logging.WARNING or not self.rates.take(str(record.msg)[:100])
