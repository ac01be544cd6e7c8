"""Samples in files that no run recorded: bits, bytes, outcomes, decks and rounds."""
