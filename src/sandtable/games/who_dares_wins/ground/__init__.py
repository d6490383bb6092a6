"""The geometry of the map of Who Dares Wins.

boards.py    the map as the options read it: who is next to whom, how far it is, and what the terrain means

What follows from a position here is a line or two wherever it is asked, so nothing of it is kept.
"""
