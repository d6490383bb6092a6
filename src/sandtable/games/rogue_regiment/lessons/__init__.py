"""Lessons of Rogue Regiment, in the order in which they are best taken (kernel/lesson.py says how they are written)."""
