"""What is printed in the box of Night Drop: files, and how they are read and checked."""
