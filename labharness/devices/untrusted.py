"""Text that a device, a bus or a file name gave us, made fit for records, screens and messages.

Whoever builds a device chooses its strings: they may hold control characters, terminal sequences, marks
that reverse the direction of writing, or megabytes.
"""

from __future__ import annotations

LIMIT = 126
"""Characters of the longest USB string."""


def printable(text: str, limit: int = LIMIT) -> str:
    """Replace every character that does not print by ``?`` and cut to ``limit`` characters."""
    cut = text[:limit]
    return cut if cut.isprintable() else "".join(each if each.isprintable() else "?" for each in cut)


def file_label(name: str, limit: int = 200) -> str:
    """Return a file's name for a header line: printable ASCII, one line, at most ``limit`` characters."""
    return "".join(each if " " <= each <= "~" else "?" for each in name[:limit])
