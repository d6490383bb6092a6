"""Night Drop: Pegasus Bridge."""
