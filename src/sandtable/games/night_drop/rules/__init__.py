"""The rules of Night Drop, one file a chapter of its book; chapters may know one another."""
