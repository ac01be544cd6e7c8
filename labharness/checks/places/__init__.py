"""Checks of shuffles and deals by place."""
