"""A lesson in the terminal: the same table, with a coach beside it."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp

from rich.markup import escape

import sandtable
from sandtable import Action, Game, Here, IllegalAction, Lesson, Seen, legal, tell
from sandtable.cli.terminal import COMMANDS, Terminal


class Classroom(Terminal):
    """A match that follows a lesson. What it does not want yet is refused in the coach's words."""

    lesson: Lesson
    seat: str
    stood: dict[int, Here]
    """Where the learner stood after so many actions, so that going back is going back in the lesson too."""
    heard: tuple[int, int]
    """Which words of the coach were printed last."""

    @classmethod
    def enter(cls, game: Game, lesson: Lesson, file: Path | None = None) -> Classroom:
        """A lesson from its beginning. Its record is kept in a temporary folder unless a file is named."""
        s = lesson.start(game, secrets.token_bytes(32))
        started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        where = file or Path(mkdtemp(prefix="sandtable-")) / f"{lesson.id}.txt"
        seat = lesson.seat(game, s)
        others = {one: game.bot(next(iter(game.bots()), "random"), 0) for one in game.seats(s) if one != seat}
        players = ", ".join(f"{one}={'me' if one == seat else 'bot'}" for one in game.seats(s))
        room = cls(game, s, others, where, players, started, chosen=True)
        room.lesson, room.seat, room.heard = lesson, seat, (-1, -1)
        room.stood = {s.number: lesson.opening(game, s)}
        room.shown[seat] = len(sandtable.log(s, seat))
        return room

    @property
    def here(self) -> Here:
        """Where the learner stands now."""
        return self.stood[self.s.number]

    def run(self) -> None:
        """Teach until the lesson is over or the learner leaves."""
        lesson = self.lesson
        self.console.print(f"[bold]{escape(lesson.title)}[/] · {escape(self.game.title)}. `help` lists the commands.")
        self.save()
        while not lesson.over(self.here) and self.s.seat is not None:
            scripted = lesson.scripted(self.game, self.here, self.s)
            if scripted is not None:
                self.act(scripted)
            elif self.here.lost:
                self.go_back()
            elif self.s.seat != self.seat:
                self.act(self.bots[self.s.seat].pick(self.game.view(self.s, self.s.seat), legal(self.s)))
            else:
                self.tell_news(self.seat)
                self.coach()
                self.ask(self.seat)
                if not self.answer(self.seat):
                    self.console.print(f"Take it up again with sandtable play --lesson {lesson.id}")
                    return
        self.tell_news(self.seat)
        self.coach()
        self.console.print(f"\n[bold]{escape(tell(lesson.end, self.seen(self.seat).names))}[/]")
        ids = [one.id for one in sandtable.lessons_of(self.game)]
        if lesson.id in ids[:-1]:
            self.console.print(f"Next: sandtable play --lesson {ids[ids.index(lesson.id) + 1]}")

    def coach(self) -> None:
        """What the coach has to say, once."""
        here, names = self.here, self.seen(self.seat).names
        if self.heard == (here.first, here.at):
            return
        self.heard = here.first, here.at
        for part in self.lesson.said(here):
            if isinstance(part, sandtable.Say):
                self.console.print(f"\n[cyan]{escape(tell(part.spoken, names))}[/]")
        if hint := self.lesson.hint(here):
            self.console.print(f"[cyan]{escape(tell(hint, names))}[/]")

    def go_back(self) -> None:
        """It went wrong: back to where the learner became free."""
        self.tell_news(self.seat)
        self.console.print(f"\n[red]{escape(tell(self.here.lost, self.seen(self.seat).names))}[/]")
        self.s = sandtable.replay(self.record(), self.here.since)
        self.heard = (-1, -1)
        self.shown[self.seat] = len(sandtable.log(self.s, self.seat))
        self.save()

    def seen(self, seat: str | None) -> Seen:
        """What the learner sees, with what the lesson wants on offer."""
        if self.looked is None or self.looked[0] is not self.s or self.looked[1].reader != seat:
            wanted = self.lesson.wanted(self.here, legal(self.s)) if seat == self.s.seat else None
            self.looked = self.s, self.game.seen_in(self.game.view(self.s, seat), wanted)
        return self.looked[1]

    def command(self, seat: str, word: str, rest: str) -> None:
        """What is legal and comes too early is answered by the coach, and so are words that mean nothing while there is
        one thing to do, and whoever asks for a hint."""
        said, seen = sandtable.parse(f"{word} {rest}"), self.seen(seat)
        refusal = seen.why_not(said) if self.lesson.leads(self.here) and word not in COMMANDS else None
        if said in legal(self.s) or (refusal is not None and refusal.typed):
            raise IllegalAction(tell(self.lesson.refusal(self.here), seen.names))
        if word == "hint" and (hint := self.lesson.hint(self.here)):
            self.console.print(f"[cyan]{escape(tell(hint, seen.names))}[/]")
        else:
            super().command(seat, word, rest)

    def act(self, action: Action) -> None:
        """Play, and see where that leads in the lesson."""
        before = self.here
        super().act(action)
        self.stood[self.s.number] = self.lesson.follow(self.game, before, self.s)
