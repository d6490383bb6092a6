"""Advice on a position of Rogue Regiment.

why.py       why words are not on offer; by subject in why_moves.py, why_attacks.py, why_things.py, why_vehicles.py
             and why_daring.py (Nancy and the Typhoon)
odds.py      what may come of an action: hits, wounds, who sees and hears it
forecast.py  the same of each option at a glance; forecast_hunt.py that of the units that the Jäger moves
"""
