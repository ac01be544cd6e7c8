"""Checks of outcomes."""
