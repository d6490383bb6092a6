"""The geometry of Night Drop's map, and what can be worked out from a position.

paths.py    steps from hex to hex and what they cost, neighbours with cover, how far it is to Howard's bridges
known.py    the map as a side sees it at this moment, kept while it stays the same
"""
