"""Compiled loops over raw bits."""
