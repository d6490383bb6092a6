"""Lessons of Who Dares Wins, in the order in which they are best taken (kernel/lesson.py says how they are written)."""
