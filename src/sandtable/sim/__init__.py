"""Many games, and how quickly they are played.

simulate.py   plays games side by side, and counts what came of them
crews.py      who plays them: processes on this machine, or a Ray cluster
journal.py    what has been played so far, so that a run can go on after it was stopped
rows.py       a row for each game and one for each turn, as CSV or Parquet
trace.py      where things happened in a game that is looked at closely
plots.py      pictures of many games
study.py      several ways to play over common seeds; verdict.py what many games say of one mission
benchmark.py  how well a program plays by the bot protocol
review.py     a finished game looked back at: what decisions cost, and what was luck
ladder.py     bots against each other: ratings with intervals, and a test that stops when it knows
tune.py       the numbers of a quick player, tuned by playing
fit.py        what a position is worth, learned from play
bench.py      speeds of this form, the interpreted one and other engines in one run
peers.py      those other engines; learning.py how quickly environments step
"""
