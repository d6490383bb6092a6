"""What is printed in the box of Rogue Regiment: files, and how they are read and checked."""
