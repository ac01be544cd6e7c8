"""Game files that cannot be read, named below a list."""

from __future__ import annotations

from labharness.cli.console import ERROR, notes
from labharness.games.game import readable_games
from labharness.language.catalog import sentences


def left_out() -> int:
    """Name the game files that cannot be read, below all that can; return the exit code."""
    errors = readable_games()[1]
    for problem in (line for error in errors for line in sentences(error)):
        notes.print(problem)
    if not errors:
        return 0
    notes.print("The list above omits these files. Correct them; to check, run: labharness games check FILE")
    return ERROR
