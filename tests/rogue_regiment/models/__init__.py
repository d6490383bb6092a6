"""Second models of Rogue Regiment: the rules once more, written from the ledger alone and slowly, and compared with the
game on scattered positions. They prove what the tests of single clauses do not: that clauses which meet agree, and that
what the game finds by sets of squares is what it would find square by square.

operators.py, test_operators.py     what a man may do, who notices it, with what dice
axis.py, driving.py, test_axis.py   advance, attacks and cards of the Axis
test_patrols.py                     patrols and the order in which they walk
vehicles.py, test_vehicles.py       the players' vehicles
equipment.py, test_equipment.py     equipment, water, marking and thrown things
sight.py                            sight and cover, line by line
test_sets.py and the other *_sets   what is found by sets of squares, square by square
"""
