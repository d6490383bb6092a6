"""The games as environments for programs that learn.

layout.py   a view as one row of numbers
match.py    a match word by word, with masks
spaces.py   the spaces of the environments
zoo.py      what both kinds of PettingZoo environments share
aec.py      PettingZoo, all games and seats
parallel.py PettingZoo's other kind, in which all seats act at every step
seat.py     Gymnasium, one seat
many.py     many matches stepped together
spiel.py    OpenSpiel, when it is imported
"""

from sandtable.rl.aec import aec_env
from sandtable.rl.layout import Layout, Slot
from sandtable.rl.many import many
from sandtable.rl.match import END, MAX_STEPS, Form, Match, form_of
from sandtable.rl.parallel import parallel_env
from sandtable.rl.seat import SeatEnv, register, self_play

register()

__all__ = [
    "END", "MAX_STEPS", "Form", "Layout", "Match", "SeatEnv", "Slot", "aec_env", "form_of", "many", "parallel_env",
    "self_play",
]  # fmt: skip
