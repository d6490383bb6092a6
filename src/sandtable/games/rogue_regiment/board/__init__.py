"""The board of a mission as a picture."""
