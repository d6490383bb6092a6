"""The rules of Rogue Regiment, one file a chapter of its book; chapters may know one another."""
