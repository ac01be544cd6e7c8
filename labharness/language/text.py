"""Untrusted text as one harmless line."""

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
