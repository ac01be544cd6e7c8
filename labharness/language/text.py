"""Text that others chose as one harmless line, and names of the program as words."""

from __future__ import annotations

LONGEST = 400


def plain(text: object, longest: int = LONGEST) -> str:
    """Return text that a device, file or person gave as one short line without control characters.

    Examples
    --------
    >>> plain("bell" + chr(7) + chr(10) + "  end"), plain("abcdef", 4)
    ('bell end', 'abc…')
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)[: longest * 4]).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def flowing(text: str) -> str:
    """Return text of a file, where line ends are only the writer's, as one line."""
    return " ".join(text.split())


def words(code: str) -> str:
    """Write a name of the program as words.

    Examples
    --------
    >>> words("close_session")
    'close session'
    """
    return code.replace("_", " ").replace("-", " ")
