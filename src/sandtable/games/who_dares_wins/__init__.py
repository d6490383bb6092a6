"""Who Dares Wins: the Long Range Desert Group against an Axis that plays itself."""
