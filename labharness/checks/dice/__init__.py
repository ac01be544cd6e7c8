"""Checks of dice that are thrown together."""
