"""Advice on a position of Rogue Regiment: why something is not possible, what it costs, and what may come of it."""
