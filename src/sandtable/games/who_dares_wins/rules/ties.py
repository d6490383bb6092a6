"""Ties of the Axis: what is equal is settled by one rule that players can read, unless they want to decide.

What the rules call nearest, strongest or smallest is found before. Of counters that are equal then the one with the
lowest number is taken, of stacks the one whose unit comes first in the list of counters, of zones and ways the one that
lies first clockwise from north.
"""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import axis, land, lrdg
from sandtable.games.who_dares_wins.state import Desert, DesertChoice
from sandtable.geometry.squares import clockwise
from sandtable.kernel.flow import Action


class Tie(DesertChoice):
    """WDW-531.3, WDW-531.6, WDW-532.1, WDW-532.11, WDW-733.2 Where zones, ways or units are equal for the Axis. A
    subclass says so with `tie = True`.
    """

    def origin(self, s: Desert) -> int:
        """The zone from which directions are taken: where the unit is that moves, or the force that is answered."""
        raise NotImplementedError(type(self).__name__)

    def rank(self, s: Desert, action: Action) -> tuple[int, ...]:
        """The lowest number, then clockwise from north, of the last zone, stack or counter that is named. To stay comes
        last.
        """
        for word in action[:0:-1]:
            if word in land.ZONE:
                (x, y), (x0, y0) = land.ZONE_XY[land.ZONE[word]], land.ZONE_XY[self.origin(s)]
                return (clockwise(x - x0, y - y0),)
            if word in lrdg.UNIT:
                return (lrdg.UNIT[word],)
            if word in axis.UNIT and len(action) == 2 and action[0] != "wait":
                return (axis.UNIT[word],)
        return (LAST,)


LAST = 1 << 30
