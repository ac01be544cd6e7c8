"""Loops that recover the state of a known generator from its outcomes."""
