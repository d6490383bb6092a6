"""What players of Who Dares Wins see.

scene.py     the whole picture, marks on places, the bar
pieces.py    what stands on the map
panels.py    what lies beside it: patrols, purchase, the tactical map, tables
names.py     what verbs, places, units and counters are called
briefing.py  what the player reads before the first decision
goals.py     the mission card: goals, how it stands, which actions serve
debrief.py   how it ended
figures.py   what pages about many games tell of one
reference.py the tables of the rule book, for looking up
overlays.py  what is laid over the map on demand
about.py     lines about one piece or place
drawing.py   the static map as SVG
glyphs.py    the symbols on it
look.py      how marks and pieces look
style.py     the map's style sheet
tensor.py    what of a view becomes numbers for programs that learn, and every word of an action
"""
