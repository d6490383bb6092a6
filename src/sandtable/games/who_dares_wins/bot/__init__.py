"""The quick player of Who Dares Wins, and the one that thinks ahead.

manner.py  the numbers that the quick player goes by (style.toml)
greedy.py  how each question is answered
plan.py    orders: who goes, what for, and what is next in the action phase
roads.py   the best way for a stack, in AP and in the risk of being noticed
fights.py  whether another combat turn pays, and who is struck first
search.py  what is weighed by playing on
"""
