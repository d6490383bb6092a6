"""Night Drop: paratroopers of the 6th Airborne find each other in the dark and take bridges before noon.

game.py     the front door
state.py    the columns of a position, and the few methods that change the board
view.py     who may know which column
box/        what is printed in the box: map, counters, tables, scenarios, and how they are read and checked
ground/     the geometry of the map: steps, what they cost, neighbours with cover; and the map as a side sees it
rules/      one file a chapter of the rule book; the only place where anything is decided
advice/     what a player may ask first: the odds of an attack, and what each option will probably bring
table/      what players see: scene, drawing of the map, the board in letters
lessons/    the lessons, in the order in which they are best taken
bot/        the quick player, and the one that thinks ahead
"""
