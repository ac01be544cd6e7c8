"""Compiled loops over outcomes."""
