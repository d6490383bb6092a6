"""Rows I1 to I25 of examples/information.md: at every position of whole games each reader is told exactly what its row
says. That nothing else tells it (options, log, scene, odds) is shown by the permutations of hidden.py."""

from collections.abc import Callable

import pytest

from sandtable import legal, log
from sandtable.games.night_drop.box import counters, land
from sandtable.games.night_drop.game import GAME
from sandtable.games.night_drop.state import BY_BRITISH, BY_GERMAN, DEAD, FACE_UP, TRACK, NightDrop
from sandtable.games.night_drop.view import View
from sandtable.kernel.chance import Rng
from sandtable.kernel.flow import may_read
from tests.kit import at_random, by_bots, ended, told
from tests.night_drop.table import match

BRITISH, GERMAN, WATCHER = "british", "german", None
READERS = (BRITISH, GERMAN, WATCHER)
Views = dict[str | None, View]
HIDDEN = -1


def same(views: Views, *columns: str) -> bool:
    """Whether every reader is told the same of some columns."""
    return all(views[reader][column] == views[WATCHER][column] for reader in READERS for column in columns)


def fronts(s: NightDrop, views: Views, wanted: Callable[[int], bool], readers: tuple[str | None, ...]) -> int:
    """How many Sticks of a sort there are; the readers named know the fronts of all of them, the others of none."""
    sticks = [stick for stick in range(counters.STICKS) if wanted(stick)]
    for reader in READERS:
        told = [views[reader]["kind"][stick] for stick in sticks]
        assert told == [s.kind[stick] if reader in readers else HIDDEN for stick in sticks]
    return len(sticks)


def units(s: NightDrop, views: Views, wanted: Callable[[int], bool], readers: tuple[str | None, ...]) -> int:
    """The same for who German units are; `wanted` is asked for the unit's number in the cup."""
    slots = [slot for slot in range(counters.CUP) if s.identity[slot] >= 0 and wanted(slot)]
    for reader in READERS:
        told = [views[reader]["identity"][slot] for slot in slots]
        assert told == [s.identity[slot] if reader in readers else HIDDEN for slot in slots]
    return len(slots)


def markers(s: NightDrop, views: Views, by: int, readers: tuple[str | None, ...]) -> int:
    """The same for the values of VP markers."""
    found = [i for i in range(len(land.OBJECTIVES)) if s.marker_by[i] == by]
    for reader in READERS:
        told = [views[reader]["marker"][i] for i in found]
        assert told == [s.marker[i] if reader in readers else HIDDEN for i in found]
    return len(found)


def in_play(s: NightDrop, stick: int) -> bool:
    return not s.front[stick] and s.at[stick] != DEAD


def i1(s: NightDrop, views: Views) -> int:
    return fronts(s, views, lambda stick: in_play(s, stick), ())


def i2(s: NightDrop, views: Views) -> int:
    assert all(views[reader]["at"] == s.at for reader in READERS)
    names = [GAME.names(views[reader]) for reader in READERS]
    unknown = [stick for stick in range(counters.STICKS) if in_play(s, stick)]
    for stick in unknown:
        told = {name[counters.PIECE_NAME[stick]] for name in names}
        assert told == {f"{land.COLOURS[counters.COLOUR[stick]].capitalize()} Stick {stick + 1}"}
    return len(unknown)


def i3_i5(s: NightDrop, views: Views) -> int:
    return fronts(s, views, lambda stick: not s.front[stick] and s.at[stick] == DEAD and not s.told[stick], ())


def i4(s: NightDrop, views: Views) -> int:
    number = fronts(s, views, lambda stick: not s.front[stick] and bool(s.told[stick]), (GERMAN,))
    assert all(s.kind[stick] != counters.ADV or s.front[stick] for stick in range(counters.STICKS) if s.told[stick])
    return number


def i6(s: NightDrop, views: Views) -> int:
    return fronts(s, views, lambda stick: bool(s.front[stick]), READERS)


def i7(s: NightDrop, views: Views) -> int:
    return units(s, views, lambda slot: not s.shown[slot], (GERMAN,))


def i8(s: NightDrop, views: Views) -> int:
    assert same(views, "at", "beside", "cover", "confused")
    return sum(s.cover)


def i9(s: NightDrop, views: Views) -> int:
    assert same(views, "reduced")
    return units(s, views, lambda slot: bool(s.shown[slot]), READERS)


def i10(s: NightDrop, views: Views) -> int:
    """The German infers the cup: what he has not seen is in it."""
    seen = {who for who in views[GERMAN]["identity"] if who >= 0}
    assert set(s.cup) == set(range(counters.CUP)) - seen
    assert not any(isinstance(views[reader]["cup"], list) for reader in READERS)
    return len(s.cup)


def i11(s: NightDrop, views: Views) -> int:
    assert list(s.cup) == sorted(s.cup), "the cup has no order that a view could tell"
    return len(s.cup)


def i12(s: NightDrop, views: Views) -> int:
    assert all(views[reader]["cup"] == len(s.cup) for reader in READERS)
    return len(s.cup)


def i13(s: NightDrop, views: Views) -> int:
    return markers(s, views, BY_BRITISH, (BRITISH,))


def i14(s: NightDrop, views: Views) -> int:
    return markers(s, views, BY_GERMAN, (GERMAN,))


def i15(s: NightDrop, views: Views) -> int:
    return markers(s, views, FACE_UP, READERS)


def i16(s: NightDrop, views: Views) -> int:
    assert all(views[reader]["marker_by"] == list(s.marker_by) for reader in READERS)
    return sum(1 for by in s.marker_by if by)


def i17(s: NightDrop, views: Views) -> int:
    assert all(views[reader]["vp_cup"] == sum(s.vp_cup) for reader in READERS)
    return sum(s.vp_cup)


def i18(s: NightDrop, views: Views) -> int:
    """The counter mix is printed in the box: every imagined position has it."""
    for reader in READERS:
        world = GAME.imagine(views[reader], reader, s.number)
        assert isinstance(world, NightDrop)
        assert sorted([*(who for who in world.identity if who >= 0), *world.cup]) == list(range(counters.CUP))
        for colour, sticks in enumerate(counters.STICKS_OF):
            mix = tuple(sum(1 for stick in sticks if world.kind[stick] == kind) for kind in range(len(counters.KINDS)))
            assert mix == counters.COLOUR_KINDS[colour]
    return 1


def i19(s: NightDrop, views: Views) -> int:
    rolled = [e for e in (s.history.events if s.history else ()) if any(fact[0] == "rolled" for fact in e.facts)]
    assert all(may_read(event, reader) for event in rolled for reader in READERS)
    return len(rolled)


def i20(s: NightDrop, views: Views) -> int:
    secret = s.setup.seeds[0][1].hex()
    for reader in READERS:
        assert secret not in str(views[reader])
        assert not {"seed", "seeds", "x", "dice", "draws"} & set(views[reader])
    return 1


def i21(s: NightDrop, views: Views) -> int:
    """Each bar sums what its reader may see: an own face-down marker on a held hex counts for that side alone."""
    for reader in READERS:
        held = [i for i in range(len(land.OBJECTIVES)) if s.control[i]]
        worth = sum(land.PRINTED[i] if land.PRINTED[i] >= 0 else max(views[reader]["marker"][i], 0) for i in held)
        (shown,) = [one["value"] for one in GAME.scene(views[reader])["bar"] if one["id"] == "vp"]
        assert shown == worth + s.adjustment
    return sum(1 for i in range(len(land.OBJECTIVES)) if s.control[i] and s.marker_by[i] in (BY_BRITISH, BY_GERMAN))


def i22(s: NightDrop, views: Views) -> int:
    assert same(views, "owed", "killed_advantages")
    return len(s.owed)


def i23(s: NightDrop, views: Views) -> int:
    assert same(views, "at", "bound", "cover")
    return units(
        s, views, lambda slot: s.at[counters.FIRST_GERMAN + slot] >= TRACK and not s.shown[slot], (GERMAN,)
    )  # fmt: skip


def i24(s: NightDrop, views: Views) -> int:
    seat = s.seat
    assert seat is not None
    assert (views[seat]["named"], views[seat]["aim"]) == (list(s.named), s.aim)
    for reader in READERS:
        if reader != seat:
            assert (views[reader]["named"], views[reader]["aim"]) == ([], HIDDEN)
            refusal = GAME.why_not(views[reader], legal(s)[0])
            assert refusal is not None
            assert refusal.text == f"somebody else chooses now: {seat.capitalize()}"
            assert GAME.odds(views[reader], legal(s)[0]) is None
            assert set(GAME.prices(views[reader], legal(s)[:2])) == {""}
    return len(s.named)


ROWS: dict[str, Callable[[NightDrop, Views], int]] = {
    "I1": i1, "I2": i2, "I3 and I5": i3_i5, "I4": i4, "I6": i6, "I7": i7, "I8": i8, "I9": i9, "I10": i10, "I11": i11,
    "I12": i12, "I13": i13, "I14": i14, "I15": i15, "I16": i16, "I17": i17, "I18": i18, "I19": i19, "I20": i20,
    "I21": i21, "I22": i22, "I23": i23, "I24": i24,
}  # fmt: skip


@pytest.fixture(scope="module")
def positions() -> list[NightDrop]:
    """Positions of whole games by both bots, one with a unit put on the off-map track."""
    found: list[NightDrop] = []
    for seed, bot in ((3, "greedy"), (5, "greedy"), (8, "random")):
        rng = Rng(seed)
        found += [s.clone() for s in by_bots(GAME, match(seed), 1, bot) if rng.below(8) == 0]
    on_track = found[len(found) // 2].clone()
    covered = next(slot for slot in range(counters.CUP) if on_track.identity[slot] >= 0 and not on_track.shown[slot])
    on_track.at[counters.FIRST_GERMAN + covered] = TRACK
    return [*found, on_track]


@pytest.mark.parametrize("row", ROWS)
def test_each_reader_is_told_what_the_row_says(row: str, positions: list[NightDrop]) -> None:
    applied = sum(ROWS[row](s, {reader: GAME.view(s, reader) for reader in READERS}) for s in positions)
    assert applied > 0, "the row never applied, so nothing was shown"


@pytest.mark.parametrize("open_losses", ["off", "on"])
def test_i25_at_the_end_everything_is_open_but_unseen_losses_unless_they_are_opened(open_losses: str) -> None:
    s = ended(at_random(match(4, open_losses=open_losses), 4))
    lost = [stick for stick in range(counters.STICKS) if s.at[stick] == DEAD and not s.front[stick]]
    assert lost
    for reader in READERS:
        view = GAME.view(s, reader)
        assert view["identity"] == list(s.identity)
        assert view["marker"] == [s.marker[i] if s.marker_by[i] else HIDDEN for i in range(len(land.OBJECTIVES))]
        for stick in range(counters.STICKS):
            told = stick not in lost or open_losses == "on" or (reader == GERMAN and s.told[stick])
            assert view["kind"][stick] == (s.kind[stick] if told else HIDDEN)


def test_the_log_of_a_whole_game_names_its_readers_only_where_the_matrix_hides() -> None:
    s = ended(by_bots(GAME, match(3), 1, "greedy"))
    private = {event.clause for event in told(s) if event.seen_by is not None}
    assert private == {"ND-4.5", "ND-9.33", "ND-2.39"}
    heard = {reader: len(log(s, reader)) for reader in READERS}
    assert heard[WATCHER] < heard[BRITISH] < heard[GERMAN]
