"""What the phases of the Axis leave out: patrolmen who meet nothing walk several squares at once, and who attacks is
not found anew while nothing has changed.
"""

from __future__ import annotations

import pytest

from sandtable.games.rogue_regiment.rules import r16_attacks as attacks
from sandtable.games.rogue_regiment.state import STEALTH, Regiment
from sandtable.kernel.flow import legal, play
from tests.rogue_regiment.models.test_sets import positions


def in_stealth(mission: str, seeds: int) -> list[Regiment]:
    """Positions of the Stealth section with patrols, as they were met."""
    return [s for seed in range(seeds) for s in positions(mission, seed, 150)[::5] if s.section == STEALTH]


@pytest.mark.parametrize("mission", ["m7-saint-aubert-gaol", "m8-iron-harvest"])
def test_who_may_attack_next_is_the_same_as_found_anew(mission: str) -> None:
    asked = 0
    for seed in range(8):
        for s in positions(mission, seed, 300):
            if isinstance(s.choice, attacks.WhoAttacks):
                for action in legal(s)[::3]:
                    twin = s.clone()
                    play(twin, action)
                    if isinstance(twin.choice, attacks.WhoAttacks):
                        found = attacks.attackers(twin, attacks.prey(twin))
                        assert twin.choice.pairs == tuple((u, m) for u in found for m, _, _ in found[u])
                        asked += 1
    assert asked > 20
