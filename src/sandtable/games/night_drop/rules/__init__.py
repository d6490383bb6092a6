"""The rules of Night Drop, one file a chapter of its book; chapters may know one another.

r02_british.py    Sticks and Companies, conversion, Advantages, the division's headquarters
r03_german.py     German units and their Unknown markers
r04_setup.py      set-up of both sides
r05_sequence.py   the turn, initiative and activations; r05_events.py ties and discovery; r05_pushes.py G1 and G2
r06_zones.py      zones of control: what they cover, and what they ask
r07_stacking.py   stacking
r08_movement.py   moving and leaving the map; r08_groups.py who may move; r08_reach.py how far one gets;
                  r08_arrivals.py reinforcements and the track
r09_declaring.py  who attacks whom; r09_combat.py factors, dice and results; r09_aftermath.py retreats and advances
r10_victory.py    control of hexes, and victory
r11_special.py    length of the game, Lovat, Merville, and Sticks that come back
"""
