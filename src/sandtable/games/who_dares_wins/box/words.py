"""What players are told: the glossary, the stories of the scenarios, and how the quick player's games ended."""

from sandtable.games.who_dares_wins.box.files import FILES
from sandtable.kernel.telling import Ends, Words

WORDS = FILES.read("words.toml", Words, "[scenario-1]")
ENDS = FILES.read("balance.toml", Ends, '["scenario-1"]')
