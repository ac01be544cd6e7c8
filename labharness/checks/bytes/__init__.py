"""Checks of raw bytes and noise sources."""
