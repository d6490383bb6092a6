"""The games, each in a folder of its own; they never import one another."""

READY: dict[str, str] = {
    "night-drop": "sandtable.games.night_drop.game",
    "rogue-regiment": "sandtable.games.rogue_regiment.game",
    "who-dares-wins": "sandtable.games.who_dares_wins.game",
}
"""Games that can be played: id, and the module whose GAME is their front door."""
