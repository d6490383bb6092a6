"""The games, each in a folder of its own; they never import one another."""

READY: dict[str, str] = {}
"""Games that can be played: id, and the module whose GAME is their front door."""
