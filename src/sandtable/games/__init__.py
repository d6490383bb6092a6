"""The games, each in a folder of its own; they never import one another."""

READY = {
    "who-dares-wins": "sandtable.games.who_dares_wins.game",
}
"""Games that can be played, and the module whose GAME is their front door."""
