"""What players are told: the glossary, the stories of the scenarios, and how the quick player's games ended."""

from typing import Final

from sandtable.games.night_drop.box.files import FILES
from sandtable.kernel.telling import Ends, Words

WORDS: Final = FILES.read("words.toml", Words, '"Stick"')
ENDS: Final = FILES.read("balance.toml", Ends, '["pegasus-bridge"]')
