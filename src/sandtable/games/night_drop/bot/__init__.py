"""The quick player of Night Drop."""
