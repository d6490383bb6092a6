"""What players of Rogue Regiment see."""
