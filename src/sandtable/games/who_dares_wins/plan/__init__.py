"""How the bot `greedy` plans: roads, fights, orders."""
