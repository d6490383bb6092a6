"""Many games, and how quickly they are played.

simulate.py   plays games in processes side by side, and counts what came of them
journal.py    what has been played so far, so that a run can go on after it was stopped
rows.py       a row for each game and one for each turn, as CSV or Parquet
benchmark.py  how well a program plays by the bot protocol
ladder.py     bots against each other: ratings with intervals, and a test that stops when it knows
bench.py      speeds of this form, the interpreted one and other engines in one run
peers.py      those other engines
"""
