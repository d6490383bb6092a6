"""The kernel knows no game: what every game is made of, and the front door that every layer uses.

flow.py       a position, what is due, choices; `legal` and `play`
chance.py     dice from a seed
snapshot.py   a position as plain data, and its fingerprint
record.py     the save file: a header and one action a line
columns.py    columns that clones share
verbs.py      everything about a verb in one place
game.py       the front door `Game`
seen.py       what one reader sees, made once
odds.py       what may come of an action
forecast.py   what each option is likely to bring, told beside it
bots.py       what a bot is, and the easy one
styles.py     the numbers that a quick player goes by
search.py     a player that thinks ahead
tables.py     reading and checking files of the box
briefing.py   what a person is told beside the board, as types; telling.py what games tell it from
shelf.py      what the back of the box says of each scenario
lesson.py     lessons: records with a voice
tensor.py     what of a view becomes numbers
spelling.py   actions said word by word
scene.py      the shape of a scene: what to draw
board.py      the id of a drawing, which changes with it
svg.py        shapes and labels for drawing boards
picture.py    a whole scene as one picture; heat.py what happened where in many games
in_use.py     what is kept for as long as somebody uses it
errors.py     what can go wrong
"""
