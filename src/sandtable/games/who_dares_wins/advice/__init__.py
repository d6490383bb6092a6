"""Advice on a position of Who Dares Wins; refusals and prices stand with the rules that they come from.

odds.py      what may come of an action, where its verb does not know
forecast.py  what each option is likely to bring, at a glance
"""
