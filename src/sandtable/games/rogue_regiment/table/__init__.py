"""What players of Rogue Regiment see.

scene.py      pieces, panels, bar and names
overlays.py   sight, reach, earshot and fire on the board
drawing.py    the board as SVG, in the style of style.py
look.py       how sides, kinds and marks are painted
sketch.py     the board in letters
"""
