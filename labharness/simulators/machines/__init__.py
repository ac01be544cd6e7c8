"""Machines, one per module, found by folder."""
