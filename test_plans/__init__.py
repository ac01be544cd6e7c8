"""Frozen, versioned test plans: TOML files and nothing else. They are read as package data."""
