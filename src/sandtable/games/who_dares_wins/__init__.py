"""Who Dares Wins: patrols of the Long Range Desert Group in Cyrenaica, 1942, against an enemy that wakes.

game.py     the front door
state.py    the columns of a position, and the few methods that change the board
view.py     who may know which column
box/        what is printed in the box: zones, links, units, tables, scenarios, and how they are read and checked
ground/     the geometry of the map: neighbours and distances, as the options have them
rules/      one file a chapter of the rule book; the only place where anything is decided
advice/     the odds of an action, and what each option will probably bring
table/      what players see: scene and drawing of the map
lessons/    the lessons, in the order in which they are best taken
bot/        the quick player (its plans, roads and fights), and the one that thinks ahead
"""
