"""What players of Who Dares Wins see.

scene.py     the whole picture, marks on places, the bar
pieces.py    what stands on the map
panels.py    what lies beside it: patrols, purchase, the tactical map, tables
names.py     what verbs, places, units and counters are called
overlays.py  overlays, and lines about a piece or a place
drawing.py   the static map as SVG
glyphs.py    the symbols on it
look.py      how marks and pieces look
style.py     the map's style sheet
"""
