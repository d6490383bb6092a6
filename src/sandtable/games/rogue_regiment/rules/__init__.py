"""The rules of Rogue Regiment, one file a chapter of its book or a part of one; chapters may know one another.

r02 to r23   the chapters by their numbers
acts.py      what an action of a man is: a verb with its price and the states in which it may be done
order.py     who of several units goes first
"""
