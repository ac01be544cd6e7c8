"""Authorities whose signatures you trust: the lists of a workspace, of the user and of the machine."""
