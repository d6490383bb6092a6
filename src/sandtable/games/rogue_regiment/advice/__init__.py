"""Advice on a position of Rogue Regiment.

why.py          why words are not on offer; by subject in why_moves, why_attacks, why_things and why_vehicles
odds.py         what may come of an action: hits, wounds, who sees and hears it
"""
