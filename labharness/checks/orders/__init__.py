"""Checks of whole shuffles."""
