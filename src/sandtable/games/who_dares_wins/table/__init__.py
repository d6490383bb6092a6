"""What players of Who Dares Wins see."""
