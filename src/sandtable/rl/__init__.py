"""The games as environments for programs that learn.

layout.py   a view as one row of numbers
match.py    a match word by word, with masks
aec.py      PettingZoo, all games and seats
"""

from sandtable.rl.aec import aec_env
from sandtable.rl.layout import Layout, Slot
from sandtable.rl.match import END, MAX_STEPS, Form, Match, form_of

__all__ = ["END", "MAX_STEPS", "Form", "Layout", "Match", "Slot", "aec_env", "form_of"]
