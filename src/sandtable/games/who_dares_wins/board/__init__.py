"""The printed map of Who Dares Wins as SVG."""
