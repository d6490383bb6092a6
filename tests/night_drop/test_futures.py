"""Nothing leaks by what happens next: two positions that a reader cannot tell apart are played on with the same words,
and that reader is told the same, question by question and line by line, until the rules show him the difference."""

import msgspec
import pytest

from sandtable import can_undo, legal, log, play
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.state import BY_BRITISH, NightDrop, changed
from sandtable.kernel.chance import Rng
from sandtable.kernel.record import tell
from tests.night_drop.hidden import covered, in_play_unknown, swap_fronts, swap_units, twin_of

Reader = str | None
READERS: tuple[Reader, ...] = ("british", "german", None)


def told(s: NightDrop, reader: Reader) -> bytes:
    """Everything new that a reader gets after an action."""
    view = GAME.view(s, reader)
    chooses = reader == s.seat
    names = GAME.names(view)
    return msgspec.json.encode([
        view, GAME.prompt(view), [tell(line.event.text, names) for line in log(s, reader)[-60:]],
        legal(s) if chooses else None, GAME.prices(view, legal(s)) if chooses else None,
        can_undo(s) if chooses else None,
    ])  # fmt: skip


class Pair:
    """A position and its twin, and who cannot tell them apart."""

    def __init__(self, s: NightDrop, twin: NightDrop, readers: set[Reader]) -> None:
        self.s = s
        self.twin = twin
        self.readers = readers
        self.twin.offered = None

    def shown(self) -> set[Reader]:
        """Who has been shown the difference by now."""
        raise NotImplementedError


class Fronts(Pair):
    """Two unknown Sticks of a colour have changed places."""

    def shown(self) -> set[Reader]:
        sticks = [n for n in range(len(self.s.kind)) if self.s.kind[n] != self.twin.kind[n]]
        if any(self.s.front[n] or self.twin.front[n] for n in sticks):
            return set(READERS)
        return {"german"} if any(self.s.told[n] for n in sticks) else set()


class Units(Pair):
    """Two covered German units have changed places; the German knows."""

    def shown(self) -> set[Reader]:
        slots = [n for n in range(16) if self.s.identity[n] != self.twin.identity[n]]
        return set(READERS) if any(self.s.shown[n] for n in slots) else {"german"}


class Markers(Pair):
    """Two face-down markers of the British have changed places; the British know."""

    def shown(self) -> set[Reader]:
        places = [n for n in range(17) if self.s.marker[n] != self.twin.marker[n]]
        return set(READERS) if any(self.s.marker_by[n] != BY_BRITISH for n in places) else {"british"}


def pair_of(kind: type[Pair], s: NightDrop, rng: Rng) -> Pair | None:
    """A twin of a position that differs in one kind of secret."""
    found = None
    if kind is Fronts:
        found = swap_fronts(s, rng, in_play_unknown, in_play_unknown)
    elif kind is Units:
        found = swap_units(s, rng, covered(s), covered(s))
    else:
        placed = [n for n in range(17) if s.marker_by[n] == BY_BRITISH]
        pairs = [(a, b) for a in placed for b in placed if a < b and s.marker[a] != s.marker[b]]
        if pairs:
            a, b = pairs[rng.below(len(pairs))]
            twin = twin_of(s)
            twin.marker = changed(changed(twin.marker, a, s.marker[b]), b, s.marker[a])
            found = twin
    if found is None:
        return None
    assert isinstance(found, NightDrop)
    pair = kind(s.clone(), found, set(READERS))
    pair.readers -= pair.shown()
    return pair


@pytest.mark.parametrize("kind", [Fronts, Units, Markers])
@pytest.mark.parametrize(("seed", "bot"), [(31, "greedy"), (32, "random")])
def test_what_happens_next_tells_nobody_what_he_may_not_know(kind: type[Pair], seed: int, bot: str) -> None:
    s = GAME.start(seed=seed)
    assert isinstance(s, NightDrop)
    rng = Rng(seed)
    bots = {"british": GAME.bot(bot, 1), "german": GAME.bot(bot, 2)}
    pair: Pair | None = None
    compared, parted = 0, 0
    while options := legal(s):
        if pair is None and rng.below(4) == 0:
            pair = pair_of(kind, s, rng)
        seat = s.seat
        assert seat is not None
        action = bots[seat].pick(GAME.view(s, seat), options)
        play(s, action)
        if pair is None:
            continue
        play(pair.s, action)
        play(pair.twin, action)
        pair.readers -= set(READERS) if s.over else pair.shown()
        for reader in pair.readers if rng.below(4) == 0 else ():
            assert told(pair.s, reader) == told(pair.twin, reader), (reader, action)
            compared += 1
        if not pair.readers:
            pair, parted = None, parted + 1
    assert compared > 30
    assert parted > 0
