"""What each move of a unit that the Jäger leads is likely to bring: whom it could attack from there, and how surely.

Worked out by standing the unit there on a copy and asking the rules of the Attack Phase; nothing is played.
"""

from __future__ import annotations

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r16_arms as arms
from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r27_hunters as hunters
from sandtable.games.rogue_regiment.state import SUPPORT, Regiment
from sandtable.geometry.squares import FACINGS
from sandtable.kernel.flow import Action
from sandtable.kernel.forecast import DIE, SEEN, Forecast, Sign
from sandtable.kernel.odds import percent


class Hunting:
    """RR-27.25, RR-16.1, RR-16.13 What a unit of the Jäger's could do from where it may go."""

    def __init__(self, s: Regiment, u: int) -> None:
        self.s = s
        self.u = u
        self.twin = s.clone()
        self.twin.u_done[u] = 0
        self.men = attacks.shown(s, [m for m in range(len(s.m_kind)) if s.on_board(m)])

    def forecast(self, action: Action) -> Forecast:
        """What is told beside one action."""
        twin, u = self.twin, self.u
        best: list[tuple[float, int]] = []
        if action[0] in ("go", "halt"):
            at = self.s.stage.by_name[action[2]] if action[0] == "go" else self.s.u_at[u]
            twin.move(u, at)
            for facing in range(4) if action[0] == "go" else (FACINGS.index(action[2]),):
                twin.face(u, facing)
                best = max(best, self.aims())
        elif action[0] in ("drive-to", "heading"):
            for state in self.states(action):
                vehicles.put(twin, u, state)
                best = max(best, self.aims())
        return self.told(best, action)

    def states(self, action: Action) -> list[int]:
        """Where a vehicle would stand, heading every way it may or as it is told."""
        s, choice = self.s, self.s.choice
        if isinstance(choice, hunters.HuntHeading):
            return [choice.square * 4 + FACINGS.index(action[1])]
        at = hunters.square(s, action[2])
        return [state for state in hunters.states(s, self.u, s.hunt_left) if state >> 2 == at]

    def aims(self) -> list[tuple[float, int]]:
        """The men whom it may attack where it stands now, with the chance of a hit, the surest first."""
        guns = {gun.fired: gun for gun in arms.GUNS[self.s.u_kind[self.u]]}
        found = []
        for m, plus, weapon in attacks.options(self.twin, self.u, self.men):
            one = max(0, min(6, 7 - (guns[weapon].needs - plus))) / 6
            found.append((1 - (1 - one) ** guns[weapon].dice, -m))
        return sorted(found, reverse=True)

    def told(self, aims: list[tuple[float, int]], action: Action) -> Forecast:
        """In words: whom it attacks, and whom it would find."""
        s = self.s
        at = action[2] if action[0] in ("go", "drive-to") and action[2] in s.stage.by_name else ""
        if not aims:
            return Forecast(at=at)
        men = [-number for _, number in aims]
        signs: list[Sign] = [DIE]
        parts = [f"attacks {' or '.join([title(s, m) for m in men])}, {percent(aims[0][0])} hit"]
        hidden = [m for m in men if not s.m_spotted[m]]
        if hidden:
            signs.append(SEEN)
            parts.append(f"spots {' and '.join([title(s, m) for m in hidden])}")
        return Forecast(tuple(signs), ", ".join(parts), at)


def title(s: Regiment, m: int) -> str:
    """A man by his name."""
    kind = s.m_kind[m]
    return data.OPERATOR_TITLE[kind] if kind < SUPPORT else f"{data.SUPPORT_TITLE[kind - SUPPORT]} {s.m_no[m]}"
