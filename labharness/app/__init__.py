"""Composition root: discovery, workspace, services and command line over the same core."""
