"""Many games, and how quickly they are played.

simulate.py   plays games in processes side by side, and counts what came of them
benchmark.py  how well a program plays by the bot protocol
bench.py      speeds of this form, the interpreted one and other engines in one run
peers.py      those other engines
"""
