"""What is printed in the box of Who Dares Wins: files, and how they are read and checked once, as columns of integers.

files.py     the files, each read by the module that it is about
land.py      zones with their terrain, and the links between them
lrdg.py      the LRDG counters
axis.py      the Axis counters, and what a set-up may ask for
tables.py    action points, events, Discretion, costs, limits, victory points
missions.py  the scenarios and the campaign
settings.py  the options
words.py     what players are told: glossary, stories, how the quick player's games ended
scenery.py   what lies under the map: coast, relief, names of regions
"""
