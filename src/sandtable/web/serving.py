"""Running the server: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import logging
import os
import sys

import msgspec
import uvicorn

from sandtable.web.app import build
from sandtable.web.gate import App
from sandtable.web.settings import Settings

VARIABLE = "SANDTABLE_SETTINGS"
SOCKET_BYTES = 256 * 1024
"""A larger message ends its socket; anything over wire.MESSAGE_BYTES is answered with an error and nothing worse."""


def application() -> App:
    """For each of several processes: the application with the settings of the first one."""
    _logging()
    return build(msgspec.json.decode(os.environ[VARIABLE], type=Settings))


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
        ws="websockets-sansio",
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
