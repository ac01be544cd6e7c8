"""The laboratory's people and their roles."""
