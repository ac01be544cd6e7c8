"""Checks of outcomes by the games of a generator."""
