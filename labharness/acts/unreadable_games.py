"""Game files that cannot be read, named below a list that leaves them out."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.language.catalog import sentences

REFUSED = 3
"""Exit code of what has mistakes."""


def left_out(_: object) -> Iterator[str]:
    """Name the game files that cannot be read and that a list leaves out."""
    from labharness.games.game import readable_games

    if errors := readable_games()[1]:
        for error in errors:
            yield from sentences(error)
        yield "The list above omits these files. Correct them; to check, run: labharness games check FILE"


def code_of_list(_: object) -> int:
    """Return the exit code of a list: an error where a game file cannot be read."""
    from labharness.games.game import readable_games

    return REFUSED if readable_games()[1] else 0
