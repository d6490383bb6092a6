"""Figures for whoever runs the server, as Prometheus reads them; for this machine alone, and only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from sandtable.web.addresses import is_loopback
from sandtable.web.hall import Hall
from sandtable.web.transport import DOOR
from sandtable.web.wire import Refused

COUNTED = PrometheusConfig(
    "sandtable", "sandtable", group_path=True, exclude_unhandled_paths=True, scopes={ScopeType.HTTP}
)
"""Requests by their kind of address, never by the address of a match."""


def only_here(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Whoever comes from another machine, or through a proxy, is told that there is nothing."""
    came = connection.client
    if came is None or not is_loopback(came.host) or "x-forwarded-for" in connection.headers:
        raise Refused("not-found", "there is nothing here")


class Metrics(PrometheusController):
    """Where the figures are read."""

    path = "/api/metrics"
    guards = (only_here,)
    include_in_schema = False


class Figures(Collector):
    """What the hall and the door know."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def collect(self) -> Iterable[Metric]:
        hall, store, notices = self.hall, self.hall.store, self.hall.notices
        pools = {"bots": hall.players, "advice": hall.advisers, "work": hall.workers, "notices": notices.posters}
        now: dict[str, tuple[str, float]] = {
            "tables": ("Matches in memory", len(hall.tables)),
            "tables_open": ("Matches that somebody is at", len(hall.connections)),
            "readers": ("Sockets and streams at tables", sum(map(len, hall.connections.values()))),
            "connections": ("Open connections", DOOR.inside),
            "database_sound": ("Whether the last write and read went through", store.seems_sound),
        }
        for name, (text, value) in now.items():
            yield GaugeMetricFamily(f"sandtable_{name}", text, value)
        ever: dict[str, tuple[str, float]] = {
            "connections_turned_away": ("Connections that found no place", DOOR.turned_away),
            "loop_seconds": ("Seconds of the processor that visitors took of the server's own process", DOOR.spent),
            "database_commits": ("Transactions", store.commits),
            "database_writes": ("Writes, of which a transaction may hold many", store.writes),
            "bot_failures": ("Actions that were drawn for a bot that failed", hall.fell),
            "notices_sent": ("Notices of turns that arrived", notices.sent),
            "notices_failed": ("Notices of turns that did not", notices.failed),
        }
        for name, (text, value) in ever.items():
            yield CounterMetricFamily(f"sandtable_{name}", text, value)
        waiting = GaugeMetricFamily("sandtable_jobs_waiting", "Jobs that wait for a free process", labels=["pool"])
        spent = CounterMetricFamily(
            "sandtable_jobs_seconds", "Seconds of the processor in other processes", labels=["pool"]
        )
        for name, pool in pools.items():
            waiting.add_metric([name], pool.waiting)
            spent.add_metric([name], pool.spent)
        yield waiting
        yield spent


@contextmanager
def registered(hall: Hall) -> Iterator[None]:
    """The figures of a hall can be read meanwhile."""
    figures = Figures(hall)
    REGISTRY.register(figures)
    try:
        yield
    finally:
        REGISTRY.unregister(figures)
