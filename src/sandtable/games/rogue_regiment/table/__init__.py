"""What players of Rogue Regiment see.

scene.py      the whole picture: bar, marks on squares, legend
pieces.py     what stands and lies on the board
panels.py     what lies beside it: boards of men and vehicles, cards
names.py      what verbs, squares, units, men and things are called, and how actions read
about.py      lines about one square, unit or man
overlays.py   sight, reach, earshot and fire on the board
drawing.py    the board as SVG, in the style of style.py
look.py       how sides, kinds and marks are painted
briefing.py   what a seat reads before its first decision
goals.py      the mission card: goals, how it stands, which actions serve
debrief.py    how it ended
figures.py    what pages about many games tell of one
reference.py  the tables of the rule book, for looking up
sketch.py     the board in letters
jaeger.py     what a game with a Jäger has more; daring.py one with the Typhoon and Nancy
tensor.py     what of a view becomes numbers for programs that learn, and every word of an action
"""
