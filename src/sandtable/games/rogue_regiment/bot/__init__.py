"""The quick player of Rogue Regiment.

greedy.py    picks an action
plan.py      who does what: the tasks that are worth doing, and where
lookout.py   who would notice what, now and on the next cards
"""
