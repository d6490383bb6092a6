"""The players of Rogue Regiment.

greedy.py    the quick player: picks an action
plan.py      who does what: the tasks that are worth doing, and where
manner.py    the numbers that the quick player goes by (style.toml)
lookout.py   who would notice what, now and on the next cards
daring.py    Nancy's errands and the Typhoon
hunter.py    the quick player of the Jäger: his cards, and what he moves himself
snares.py    where his Stalkers and tokens are best put, and why
search.py    the player that thinks ahead, for both sides
"""
