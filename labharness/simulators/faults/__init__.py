"""Faults, one per module, found by folder."""
