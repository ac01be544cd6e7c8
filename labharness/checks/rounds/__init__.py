"""Checks of the rounds of continuous shufflers."""
