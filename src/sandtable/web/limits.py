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

    def owe(self, who: str, cost: float) -> None:
        """Take what was spent already, though there may be less left: it is waited for before the next."""
        self.take(who, 0.0)
        self._buckets[who].left -= cost


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
    connections: int = 2000
    """Connections of all, and what is left of the files that the system allows at the most."""
    connections_each: int = 300
    """Connections of an address."""
    bytes_all: int = 128 * 1024 * 1024
    """Bodies of requests that are under way, of all."""
    bytes_each: int = 20 * 1024 * 1024
    """Bodies of requests that are under way, of an address."""
    sockets_all: int = 1500
    """Open sockets of all."""
    cpu: Rate = Rate(60, 1)
    """Seconds of the processor that an address may have worked in other processes; counted when they are spent."""
    bots: Rate = Rate(120, 1)
    """Seconds of the processor that bots may think for an address; after that they play their first thought."""
    loop: Rate = Rate(20, 0.25)
    """Seconds of the processor that an address may have of the server's own process; counted when they are spent."""
    rest: float = 1.0
    """How long others go first when an address has had a slice of that, as a part of what it took."""
    disk: Rate = Rate(32 * 1024 * 1024, 1024)
    """Bytes that an address may have kept: records, missions, matches, talk and notes."""
    disk_all: Rate = Rate(512 * 1024 * 1024, 64 * 1024)
    """Bytes that all may have kept."""
    log: Rate = Rate(60, 0.2)
    """Lines in the log about an address; the others are counted and told with the next."""
    notices: Rate = Rate(10, 0.02)
    """Addresses that an address may try to be told at."""
    told: Rate = Rate(20, 0.01)
    """Notices that are sent to one and the same address, whatever happens at however many tables."""
    entries: int = 150_000
    """Entries of a match."""
    lesson: int = 2_000
    """Entries of a lesson, which is always played again when it is loaded."""
    talk: int = 5_000
    """Lines of talk in a match, and of other messages."""
    tables: int = 500
    """Matches kept in memory beyond those that somebody is at; the others are rebuilt when they are asked for."""
    own_idle: int = 40 * 1024 * 1024
    """Bytes that the boards of those may take that are of missions which players wrote, see `Game.memory_of`."""
    own_each: int = 80 * 1024 * 1024
    """Bytes of such boards that an address may be at."""
    own_all: int = 200 * 1024 * 1024
    """Bytes of such boards in memory, with and without somebody at them."""


COSTS = {
    "odds": 4.0,
    "hint": 10.0,
    "at": 2.0,
    "verify": 10.0,
    "review": 4.0,
    "overlay": 2.0,
    "link": 4.0,
    "notify": 10.0,
    "push": 4.0,
    "bot": 4.0,
}
"""What an ask costs where it is not 1."""

_ANY = Rate(1e12, 1e12)
UNLIMITED = Limits(
    _ANY, _ANY, _ANY, _ANY, _ANY, sockets=10**6, people=10**6, connections=10**6, connections_each=10**6,
    bytes_all=2**40, bytes_each=2**40, sockets_all=10**6, cpu=_ANY, bots=_ANY, loop=_ANY, rest=0.0, disk=_ANY,
    disk_all=_ANY, log=_ANY, notices=_ANY, told=_ANY, tables=100_000,
    own_idle=2**40, own_each=2**40, own_all=2**40,
)  # fmt: skip
"""For measuring, where one address plays everybody."""
