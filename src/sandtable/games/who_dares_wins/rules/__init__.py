"""The rules of Who Dares Wins, one file a chapter of its book; chapters may know one another."""
