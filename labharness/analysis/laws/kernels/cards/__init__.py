"""Compiled loops over orders of cards."""
