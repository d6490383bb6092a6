"""Rogue Regiment: SAS operators on square tiles, past sentries that see, hear and raise the alarm.

game.py     the front door
state.py    the columns of a position, and the few methods that change the board
view.py     who may know which column
box/        what is printed in the box: tiles, missions, units, weapons, cards, settings; read and checked
ground/     the geometry of a board: its squares, ways, rings of distance, vehicles' tracks
rules/      one file a chapter of the rule book; the only place where anything is decided
advice/     why something is not possible, and the odds of what is
table/      what players see: scene, overlays, drawing of the board, the board in letters
lessons/    the lessons, in the order in which they are best taken
bot/        the quick player: its plan, and its lookout for who would notice
"""
