"""The quick player of Rogue Regiment."""
