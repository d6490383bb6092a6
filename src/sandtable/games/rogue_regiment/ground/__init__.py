"""The geometry of a board of Rogue Regiment, and what can be worked out from a position.

layout.py   a board of tiles: its squares, edges, lines, steps and sight
stage.py    what a match is played on and never changes: a mission, its board, the places beside it
memory.py   what was found once and need not be worked out again
rings.py    distances of Axis infantry, ring by ring
stand.py    a vehicle in one place: what it covers, and from where it looks
wheels.py   how vehicles drive
known.py    who stands where, what hides whom, what may be taken: worked out from the columns when it is asked for
"""
