"""The kernel: flow, records, chance, views' plumbing and geometry. It knows no game."""
