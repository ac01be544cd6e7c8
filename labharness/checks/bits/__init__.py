"""Checks of raw bits."""
