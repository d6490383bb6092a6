"""A match that follows a lesson: where the learner stands, what is wanted next, and what the coach says."""

from __future__ import annotations

import sandtable
from sandtable import Action, Here, Lesson, Refusal, Say, Seen, Show, State, legal
from sandtable.web import told


class Coach:
    """A lesson at a table. Where a learner stands hangs on the action that led there, so undo goes back in the lesson
    too."""

    def __init__(self, game: sandtable.Game, lesson: Lesson, s: State) -> None:
        self.game = game
        self.lesson = lesson
        self.seat = lesson.seat(game, s)

    def stands(self, before: Here | None, s: State) -> Here | None:
        """Where an action leads; None before the lesson has begun."""
        if before is not None:
            return self.lesson.follow(self.game, before, s)
        return self.lesson.opening(self.game, s) if s.number == len(self.lesson.before) else None

    def seen(self, here: Here | None, s: State, reader: str | None) -> Seen:
        """What a reader sees; to the learner only what is wanted is on offer."""
        if here is None or reader != self.seat or reader != s.seat:
            return self.game.seen(s, reader)
        return self.game.seen_in(self.game.view(s, reader), self.lesson.wanted(here, legal(s)))

    def refuse(self, here: Here | None, s: State, words: Action) -> Refusal | None:
        """What the coach says to something that is legal and comes too early."""
        if here is None or words not in legal(s) or words in self.lesson.wanted(here, legal(s)):
            return None
        return Refusal("", sandtable.tell(self.lesson.refusal(here), self.game.seen(s, self.seat).names))

    def scripted(self, here: Here | None, s: State) -> Action | None:
        """What the program plays now."""
        return None if here is None or s.seat is None else self.lesson.scripted(self.game, here, s)

    def waits(self, here: Here | None) -> bool:
        """Whether nobody plays on until the learner goes back."""
        return here is not None and bool(here.lost)

    def told(self, here: Here, names: dict[str, str]) -> told.Coach:
        """What the page shows of the lesson."""
        lesson = self.lesson
        captions: list[told.Caption] = []
        for part in lesson.said(here):
            if isinstance(part, Say):
                ids = tuple(word.partition("}")[0] for word in part.text.split("{")[1:])
                captions.append(told.Caption(text=sandtable.tell(part.spoken, names).strip(), ids=ids))
            elif isinstance(part, Show) and captions:
                captions[-1].overlay = told.Shown(name=part.overlay, ids=part.ids)
        steps = lesson.steps()
        over = lesson.over(here)
        hint = sandtable.tell(lesson.hint(here), names)
        if not captions and hint:  # a step that follows another without a word says what is to be done
            captions, hint = [told.Caption(text=hint, ids=())], ""
        return told.Coach(
            lesson=lesson.id,
            title=lesson.title,
            captions=captions,
            hint=hint,
            step=sum(at < here.at for at in steps),
            steps=len(steps),
            lost=sandtable.tell(here.lost, names) or None,
            end=sandtable.tell(lesson.end, names) if over else None,
            next=self.following() if over else None,
        )

    def following(self) -> str | None:
        """The lesson that comes after this one in its game."""
        known = [one.id for one in sandtable.lessons_of(self.game)]
        at = known.index(self.lesson.id) + 1 if self.lesson.id in known else len(known)
        return known[at] if at < len(known) else None
