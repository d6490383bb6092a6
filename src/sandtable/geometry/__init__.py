"""Geometry: integers in, integers out; it knows neither game nor kernel.

graph.py     places and links
squares.py   a grid of squares with edges, and sets of squares as the bits of an integer
hexes.py     a grid of hexes
reach.py     how far points of movement go
sight.py     which squares see which, past walls, windows and what stands in the way
"""
