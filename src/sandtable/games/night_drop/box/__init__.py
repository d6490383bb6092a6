"""What is printed in the box of Night Drop.

*.toml, terrain.map   map, counters, tables, options, scenarios and clauses, as printed
data.py               reads and checks them, and lays them out in flat columns
"""
