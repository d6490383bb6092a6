"""The geometry of Night Drop's map.

paths.py    steps from hex to hex and what they cost, neighbours with cover, how far it is to Howard's bridges

What a side's enemies make of it at this moment (`Ground`, worked out from the position) is chapters 6 and 8 through and
through, and stands with them.
"""
