"""What players of Night Drop see."""
