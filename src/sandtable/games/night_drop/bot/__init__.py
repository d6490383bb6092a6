"""The quick player of Night Drop, and the one that thinks ahead.

greedy.py    picks: its side's own answers first, then those that both sides give alike
british.py   moves, conversions and events of the British; german.py those of the German
plan.py      where the British want their Sticks to meet and their Companies to go
gather.py    which Sticks can become Companies at once, and how to divide them for it
fights.py    attacks, results and retreats of either side
lookout.py   what is looked up in a view, made once for a decision
ways.py      how far it is on an empty map
manner.py    the numbers that the quick player goes by (style.toml)
search.py    the player that thinks ahead about activations and attacks; worth.toml is what positions are worth to it
"""
