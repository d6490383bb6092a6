"""The quick player of Who Dares Wins."""
