"""Samples in files that no device of ours recorded: bits, bytes, outcomes, decks and rounds."""
