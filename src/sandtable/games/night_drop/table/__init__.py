"""What players of Night Drop see.

names.py     what verbs, places and pieces are called
scene.py     what to draw: bar, cells, pieces, panels
overlays.py  what is laid over the map on demand
about.py     lines about one piece or place
briefing.py  what a side reads before its first decision
goals.py     the mission card: goals, how it stands, which actions serve
debrief.py   how it ended
figures.py   what pages about many games tell of one
reference.py the tables of the rule book, for looking up
sketch.py    the map in letters, for a terminal
drawing.py   the map as a picture, with glyphs.py and style.py; look.py says how sides and marks are painted
tensor.py    what of a view becomes numbers for programs that learn, and every word of an action
"""
