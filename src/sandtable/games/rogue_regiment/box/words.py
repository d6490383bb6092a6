"""What players are told: the glossary, the stories of the missions, and how the quick player's games ended."""

from typing import Final

from sandtable.games.rogue_regiment.box.files import FILES
from sandtable.kernel.telling import Ends, Story, Words

WORDS: Final = FILES.read("words.toml", Words, "[m1-cold-ford]")
ENDS: Final = FILES.read("balance.toml", Ends, '["m1-cold-ford"]')
ANY: Final = "any"
"""The story of a mission that has none of its own."""


def story_of(mission: str, own: str, seat: str) -> Story:
    """The story of a mission of the box for a seat: whoever plays the Axis has one for all of them, and so have
    missions that a player wrote."""
    wanted = seat if seat in WORDS.stories else ANY if own else mission
    return WORDS.stories.get(wanted, WORDS.stories[ANY])
