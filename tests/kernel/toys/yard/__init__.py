"""A toy in rooms: state.py has the columns, r01_lifting.py the verbs, game.py the front door."""
