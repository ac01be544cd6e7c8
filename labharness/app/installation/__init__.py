"""The installation: whether it can work on this computer, what the window needs, and its own command lines."""
