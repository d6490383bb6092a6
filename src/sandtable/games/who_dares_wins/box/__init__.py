"""What is printed in the box of Who Dares Wins: files, and how they are read and checked."""
