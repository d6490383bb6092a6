"""Advice on a position of Who Dares Wins: why something is not possible, what it costs, and what may come of it."""
