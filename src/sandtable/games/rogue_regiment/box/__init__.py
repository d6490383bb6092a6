"""What is printed in the box of Rogue Regiment: files, and how they are read and checked.

files.py      the files, each read by the module that it is about
data.py       units, weapons, items, Operators, event cards; the tiles and missions of the box
tiles.py      reading a tile, and turning it
missions.py   reading a mission
settings.py   what players may set for a match: difficulty, custom settings, rulings that can be read the other way
words.py      what players are told: glossary, stories, how the quick player's games ended
custom.py     chapter 23: maps cut to size or grown, swapped vehicles
"""
