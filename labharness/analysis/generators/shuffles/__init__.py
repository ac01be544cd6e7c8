"""Shuffles known by name whose loop cannot be undone: one file a generator, found by folder. They are tried on orders of cards only."""
