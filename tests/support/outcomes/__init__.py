"""Rules of games once more, written plainly, to compare the compiled ones with."""
