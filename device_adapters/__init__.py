"""Adapters, one per module, found by folder: a new device is one new file here."""
