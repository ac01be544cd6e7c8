"""Trusted authorities: the lists of the workspace, the user and the computer."""
