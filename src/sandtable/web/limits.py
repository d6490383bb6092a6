"""How much one address or one socket may ask of us."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class Bucket:
    """What is left of a rate."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate, at: float) -> None:
        self.rate = rate
        self.left = rate.burst
        self.at = at

    def take(self, cost: float, at: float) -> float:
        """Take this much: 0, or the seconds until it can be had."""
        self.left = min(self.rate.burst, self.left + (at - self.at) * self.rate.per_second)
        self.at = at
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate.per_second

    def full(self, at: float) -> bool:
        """Whether forgetting this bucket changes nothing."""
        return self.left + (at - self.at) * self.rate.per_second >= self.rate.burst


class Buckets:
    """One bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._swept = time.monotonic()

    def take(self, who: str, cost: float = 1.0) -> float:
        """Take this much for an address: 0, or the seconds until it can be had."""
        at = time.monotonic()
        if at - self._swept > 60:
            self._swept = at
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(at)}
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, at)
        return bucket.take(cost, at)


@dataclass(frozen=True)
class Limits:
    """All rates and bounds in one place."""

    requests: Rate = Rate(200, 50)
    """HTTP requests and new sockets of an address."""
    makes: Rate = Rate(40, 0.5)
    """New matches of an address; an import costs five."""
    secrets: Rate = Rate(20, 0.2)
    """Wrong secrets of an address."""
    messages: Rate = Rate(80, 20)
    """Messages of a person at a seat, however many tabs, or of a watching address; thinking costs more, see COSTS."""
    flood: Rate = Rate(100, 5)
    """Refused messages of a socket before it is closed."""
    sockets: int = 200
    """Open sockets of an address."""
    people: int = 24
    """People at one seat."""
    tables: int = 500
    """Matches kept in memory beyond those that somebody is at; the others are rebuilt when they are asked for."""


COSTS = {"odds": 4.0, "hint": 10.0, "at": 2.0, "verify": 10.0, "overlay": 2.0, "link": 4.0, "webhook": 10.0, "bot": 4.0}
"""What an ask costs where it is not 1."""

_ANY = Rate(1e12, 1e12)
UNLIMITED = Limits(_ANY, _ANY, _ANY, _ANY, _ANY, sockets=1_000_000, people=1_000_000, tables=100_000)
"""For measuring, where one address plays everybody."""
