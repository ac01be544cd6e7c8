"""Compiled loops of the entropy estimates."""
