"""What is printed in the box of Night Drop.

*.toml, terrain.map   map, counters, tables, options, scenarios and clauses, as printed
files.py       where they are; each module reads and checks its own and lays it out in flat columns:
land.py        hexes, terrain, lines, objectives and places, and the steps between hexes
tables.py      tables and numbers of the rules
counters.py    Sticks, Companies and German units, and their values
missions.py    the scenarios
settings.py    the options
words.py       what players are told: glossary, stories, how the quick player's games ended
"""
