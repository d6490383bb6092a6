"""The geometry of a board of Rogue Regiment, and what can be worked out from a position."""
