"""The map as the options read it: who is next to whom, how far, and what the terrain means."""

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.who_dares_wins.box import land, tables
from sandtable.geometry import graph


@dataclass(frozen=True)
class Board:
    """The map as the options read it; every column goes by zone."""

    neighbours: graph.Neighbours
    link: tuple[tuple[int, ...], ...]
    distance: graph.Distances
    axis_distance: graph.Distances
    terrain: tuple[tuple[int, ...], ...]
    dice: tuple[int, ...]
    die_drm: tuple[int, ...]
    event_drm: tuple[int, ...]
    airfields: tuple[int, ...]
    fort_drm: tuple[bool, ...]
    may_watch: tuple[bool, ...]
    may_enter: tuple[bool, ...]
    aircraft_may_be: tuple[bool, ...]

    def next_steps(self, start: int, goal: int) -> list[int]:
        """Neighbours that begin a shortest way to `goal`."""
        return graph.next_steps(self.neighbours, self.distance, start, goal)

    def axis_next_steps(self, start: int, goal: int) -> list[int]:
        """Neighbours that begin a shortest way to `goal` which passes no base; the goal itself may be one."""
        return graph.next_steps(self.neighbours, self.axis_distance, start, goal, land.BASES)


def _make_board(y_junction: bool, maddalena_fort: bool, fort_drm_airfield: bool) -> Board:
    links = [link for link in range(len(land.LINKS)) if y_junction or not land.LINK_IS_JUNCTION[link]]
    near = graph.neighbours(len(land.ZONES), [land.LINK_ENDS[link] for link in links])
    link_of = [[land.NO_LINK] * len(land.ZONES) for _ in land.ZONES]
    for link in links:
        a, b = land.LINK_ENDS[link]
        link_of[a][b] = link_of[b][a] = link
    distance = graph.distances(near)

    terrain = land.terrain(maddalena_fort)
    # With two symbols Discretion takes the row with most dice, the event DRM the built-up row, which is the lowest.
    row = [max(symbols, key=tables.TERRAIN_DICE.__getitem__) for symbols in terrain]
    airfields = tuple(z for z, symbols in enumerate(terrain) if land.AIRFIELD in symbols)
    return Board(
        neighbours=near,
        link=tuple(tuple(links_of_zone) for links_of_zone in link_of),
        distance=distance,
        axis_distance=graph.distances(near, land.BASES),
        terrain=terrain,
        dice=tuple(0 if land.IS_BASE[z] else tables.TERRAIN_DICE[r] for z, r in enumerate(row)),
        die_drm=tuple(tables.TERRAIN_DIE_DRM[r] for r in row),
        event_drm=tuple(min(tables.TERRAIN_EVENT_DRM[t] for t in symbols) for symbols in terrain),
        airfields=airfields,
        fort_drm=tuple(land.FORT in symbols or (fort_drm_airfield and land.AIRFIELD in symbols) for symbols in terrain),
        may_watch=tuple(
            not land.IS_BASE[z] and any(tables.TERRAIN_WATCH[t] for t in symbols) for z, symbols in enumerate(terrain)
        ),
        may_enter=tuple(any(tables.TERRAIN_ENTRY[t] for t in symbols) for symbols in terrain),
        aircraft_may_be=tuple(
            min(distance[z][field] for field in airfields) <= tables.AIRCRAFT_FROM_AIRFIELD
            for z in range(len(land.ZONES))
        ),
    )


_BOARDS = {
    (junction, fort, field): _make_board(junction, fort, field)
    for junction in (True, False)
    for fort in (True, False)
    for field in (True, False)
}


def board(options: Mapping[str, str]) -> Board:
    """The map under the options y_junction, maddalena_fort and fort_drm_airfield, or their defaults."""
    junction = options.get("y_junction", "on") == "on"
    fort = options.get("maddalena_fort", "off") == "on"
    field = options.get("fort_drm_airfield", "off") == "on"
    return _BOARDS[junction, fort, field]
