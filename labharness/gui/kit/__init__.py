"""Widgets, theme and words that all views share."""
