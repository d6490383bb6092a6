"""What the server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.web import static


@dataclass(frozen=True)
class Program:
    """A program of the operator's that may hold seats, by the bot protocol."""

    name: str
    """What people are shown."""
    command: str
    games: tuple[str, ...] = ()
    """What it plays; everything if it does not say."""

    def plays(self, game: str) -> bool:
        """Whether it can be asked to hold a seat of a game."""
        return not self.games or game in self.games


@dataclass(frozen=True)
class Settings:
    """What the server is told when it starts; plain data, so that several processes can be given the same."""

    db: str
    host: str = "127.0.0.1"
    origins: tuple[str, ...] = ()
    """Addresses under which this server is reached through a proxy, such as https://games.example."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed for whom they ask."""
    deadlines: tuple[float, float, float, float] = (15.0, 60.0, 30.0, 10.0)
    """Seconds for the headers of a request, for its body, for somebody who reads nothing of what waits for them, and
    for the first word on a socket."""
    notice_hosts: tuple[str, ...] = ()
    """Hosts to which people may have notices of their turns sent."""
    push: str = ""
    """How push services reach the operator, mailto: or https:; without it nothing is pushed to browsers."""
    metrics: bool = False
    """Whether figures are shown to Prometheus on this machine."""
    games: tuple[str, ...] | None = None
    """Which of the games are served; all without."""
    modules: tuple[str, ...] = ()
    """Modules that bring more games, in GAMES."""
    programs: tuple[Program, ...] = ()
    """Bots that are programs."""
    unlimited: bool = False
    bot_seconds: float = 5.0
    thinkers: int = 2
    static: str = str(static.FOLDER)
