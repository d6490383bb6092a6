"""What a player may ask before he decides.

odds.py      what the dice may make of an attack
forecast.py  what each option is likely to bring, at a glance
"""
