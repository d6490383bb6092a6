"""What a player may ask before he decides.

odds.py     what the dice may make of an attack
"""
