"""What a match is played on and never changes: a mission, its board, and the places beside it."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_regiment.box import custom, data, settings
from sandtable.games.rogue_regiment.box.missions import SPAWN_COLOURS, Mission, Place, read_mission
from sandtable.games.rogue_regiment.box.settings import Switches
from sandtable.games.rogue_regiment.box.tiles import Face
from sandtable.games.rogue_regiment.ground.layout import Layout
from sandtable.games.rogue_regiment.ground.memory import Memory
from sandtable.games.rogue_regiment.ground.wheels import forget_wheels
from sandtable.kernel.errors import BadInput
from sandtable.kernel.flow import Setup
from sandtable.kernel.in_use import in_use


class Stage:
    """A mission with its board, its entry and spawn places, and the names of all squares."""

    def __init__(
        self, mission: Mission, layout: Layout, switches: Switches | None = None, support: str = "none"
    ) -> None:
        self.mission = mission
        self.support = support if mission.willys != "no" else "none"  # RR-23.3, RR-23.6 who comes with the Operators
        self.switches = switches or Switches()
        packs = mission.packs
        # Which expansions are on: what they change asks these flags first, so that a base game pays nothing for them.
        self.twd, self.hm, self.hd = "twd" in packs, "hm" in packs, "hd" in packs
        self.jaeger = self.switches.jaeger  # RR-27.1 whether somebody plays the Axis
        self.ks, self.jg = "ks" in packs, "jg" in packs or self.jaeger
        # RR-3.5, RR-14.4 The panels of every card by its number: the deck, the special card, those of expansions.
        added = data.pack_cards(mission.deck, packs)
        special: list[data.Panel] = [(data.P_SPECIAL,)]
        self.stealth = data.STEALTH[mission.deck] + special + [card[0] for card in added]
        self.battle = data.BATTLE[mission.deck] + special + [card[1] for card in added]
        self.cards = [card for card in range(len(self.stealth)) if card != data.SPECIAL]
        self.layout = layout
        grid = layout.grid
        self.grid = grid
        entry = mission.entry
        # RR-1.22 Four places that touch the edge of the board.
        self.entry = layout.tile_side(entry.side, entry.column, entry.row, 1)
        self.entry_set = sum(1 << v for v in self.entry)
        self.exits = self._exits()
        # RR-1.20, RR-1.21 Eight places a tile, those that touch the board first.
        self.spawns: dict[int, list[int]] = {}
        for colour, side in mission.spawns:
            near = layout.tile_side(side.side, side.column, side.row, 1)
            self.spawns[colour] = near + layout.tile_side(side.side, side.column, side.row, 2)
        self.spawn_squares = {v for places in self.spawns.values() for v in places}
        self.spawn_sides = dict(mission.spawns)
        self.names = self._names()
        self.routes = Memory()  # what chapter 18 found of vehicles' ways
        self.drives = Memory()  # the words of chapter 21 for a drive to a place and heading
        self.armed = Memory()  # what chapter 6 found of the weapons that a man can use with what he has
        self.asked = 0  # how many positions of a player's own mission have been set up on it
        # A square of the board keeps its own name, even where a place beside a tile lies on it.
        self.by_name = {**layout.by_name, **{name: v for v, name in enumerate(self.names) if name}}

    def _exits(self) -> int:
        """RR-1.22 The board squares from which one step leads to the entry tile."""
        found = 0
        for v in self.grid.squares:
            if any(self.grid.distance(v, e) == 1 and self.layout.unwalled(v, e) for e in self.entry):
                found |= 1 << v
        return found

    def _names(self) -> list[str]:
        """The names of all squares, those of the entry and spawn places among them."""
        found = list(self.layout.names)
        for n, v in enumerate(self.entry):
            found[v] = f"entry-{n + 1}"
        for colour, places in self.spawns.items():
            for n, v in enumerate(places):
                found[v] = f"{SPAWN_COLOURS[colour]}-{n + 1}"
        return found

    def square(self, place: Place) -> int:
        """The square that a mission names by tile and anchor."""
        return self.layout.anchors[place.column, place.row, place.anchor]


Map = tuple[tuple[tuple[str, int], ...], ...]
Key = tuple[Map, tuple[Face, ...]]
SQUARE_BYTES: Final = 20 * 1024
"""What a square of a board may take, with all that is found on it between two times of forgetting."""
REMEMBERS: Final = 100
"""Positions of a player's own mission after which what was found on its board is forgotten, so that it stays small."""
SPARE: Final = 1
"""Boards of players' own missions that are kept for whoever is next; those of the box all are."""
_layouts: dict[Key, Layout] = {}
_own_layouts: dict[Key, Layout] = {}
_box_maps: set[Map] = set()


def layout_of(mission: Mission) -> Layout:
    """The board of a mission, made once for each map of the box in every size, and for each of a player's own that is
    being played on."""
    key = (mission.map, mission.faces)
    found = _layouts.get(key) or _own_layouts.get(key)
    if found is None:
        faces = data.FACES | {face.id: face for face in mission.faces}
        found = Layout(tuple(tuple((faces[name], quarters) for name, quarters in row) for row in mission.map))
        if not mission.faces and mission.map in box_maps():
            _layouts[key] = found
        else:
            _own_layouts[key] = found
            _clear_away()
    return found


def box_maps() -> set[Map]:
    """The maps of all missions of the box, in every size."""
    if not _box_maps:
        for mission in data.MISSIONS.values():
            _box_maps.update(custom.resized(mission, size).map for size in custom.sizes_of(mission))
            _box_maps.add(mission.map)
    return _box_maps


_stages: dict[str, Stage] = {}
_own_stages: dict[str, Stage] = {}


def stage_of(setup: Setup) -> Stage:
    """The stage of a match: a mission of the box, or one that came with the match as text."""
    key = f"{setup.scenario}|{setup.mission}|{sorted(setup.options.items())}"
    found = _stages.get(key) or _own_stages.get(key)
    if found is None:
        options = setup.options
        if setup.mission:
            mission, faults = read_mission(setup.mission, data.FACES, tuple(data.OPERATORS))
            if faults or mission is None:
                raise BadInput("\n".join(f"the mission, line {fault.line}: {fault.text}" for fault in faults))
            options = settings.meant_for(mission, data.MISSIONS[setup.scenario], options)
        else:
            mission = data.MISSIONS[setup.scenario]
        mission = settings.customised(mission, options)
        switches, support = settings.switches_of(options), options.get("support", "none")
        found = Stage(mission, layout_of(mission), switches, support)
        if setup.mission:
            _own_stages[key] = found
            _clear_away()
        else:
            if len(_stages) > 64:
                _stages.clear()
            _stages[key] = found
    elif setup.mission:
        found.asked += 1
        if found.asked % REMEMBERS == 0:
            found.layout.forget()
            forget_wheels(found.layout)
    return found


def _clear_away() -> None:
    """Forget the oldest boards of players' own missions on which no position stands any more. One that is played on
    stays as long as that: made a second time it would take its memory twice, and everybody would wait for it. A server
    makes boards in several threads, so another may have forgotten any of them meanwhile."""
    for key in list(_own_stages)[:-SPARE]:
        if not in_use(_own_stages, key):
            _own_stages.pop(key, None)
    used = [id(stage.layout) for stage in list(_own_stages.values())]
    for old in list(_own_layouts)[:-SPARE]:
        layout = _own_layouts.get(old)
        if layout is not None and id(layout) not in used:
            _own_layouts.pop(old, None)
            forget_wheels(layout)
