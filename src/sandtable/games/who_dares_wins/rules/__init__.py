"""The rules of Who Dares Wins, one file a chapter of the book.

r03_terms.py           the Alarm, markers and damage, as every other chapter uses them
r04_purchase.py        4.1 the historical patrols, or units bought within the budget
r04_setup.py           4.2 set-up
r50_turn.py            5.0 the turn, and how a mission ends
r51_points.py          5.1 action points and events
r52_actions.py         5.2, 6.0 LRDG actions: the question, and the verbs that have no chapter of their own
r53_reactions.py       5.3 Axis reactions: mobile units, contact, the end of the turn
r53_alarm.py           5.3.1 what the Alarm does
r53_aircraft.py        5.3.2 the reconnaissance aircraft
r54_evaluation.py      5.4 victory points and levels
r55_maintenance.py     5.5 maintenance at the end of a mission, and what MCO points buy
r61_movement.py        6.1.1 movement: the verb “go”
r61_discretion.py      6.1.1 the Discretion test
r61_air.py             6.1.2 air support: “waco”
r61_intelligence.py    6.1.3 Intelligence: “watch” and “report”
r61_reconnaissance.py  6.1.4 Reconnaissance: “scout” and “begin”
r61_supply.py          6.1.5, 6.1.6 caches and Maintenance: “cache” and “repair”
r61_low_profile.py     6.1.7 low profile: “low”
r07_combat.py          7 combat: how it begins, how long it lasts, how it is left
r07_lineup.py          7 the tactical map: contact, stacks, who stands opposite whom
r07_reline.py          7 later combat turns: the Axis is re-lined
r07_attacks.py         7 attacks: initiative, dice, re-rolls, damage
r08_scenarios.py       8 scenarios and campaign
ties.py                what is equal for the Axis, and how it is settled
"""
