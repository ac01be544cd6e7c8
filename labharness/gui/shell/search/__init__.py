"""Search over commands and objects: what was typed, what rooms name, and the list of results."""
