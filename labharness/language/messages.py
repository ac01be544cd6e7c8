"""Catalogs: the messages of a language as text files, which a writer or translator needs no Python to read.

::

    # Comment.
    -copy = Restore it from a copy.

    run.lost = Run {run} is lost. {-copy}
      .window = Run {run} is lost. Choose Restore.

A line is a key, `` = `` and a text.  A line that begins with two spaces and a period is another form of the message above.
A key with a hyphen before it is a piece: texts below name it in braces.  Each text is one line, however long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ENGLISH = Path(__file__).with_name("english")
"""The only language so far."""
Messages = Mapping[str, Mapping[str, str]]
"""Forms of messages by key and form; the text of a message is the form ``""``."""

_LINE = re.compile(r"(?:(?P<key>[-*\w]\S*(?: \w+)*)|  \.(?P<form>[a-z]+)) = (?P<text>\S(?:.*\S)?)")
_PIECE = re.compile(r"\{(-[^{}]+)\}")


class CatalogError(OSError):
    """A catalog is damaged; it can hold the very words of errors, so this one speaks for itself."""


@cache
def messages(name: str, folder: Path = ENGLISH) -> Messages:
    """Return the messages of a catalog.

    Raises
    ------
    CatalogError
        If a line is none of those above, a key or form occurs twice, or a piece is not written above its use.
    """
    file = folder / f"{name}.txt"
    known: dict[str, dict[str, str]] = {}
    for number, line in enumerate(_text(file).split("\n"), 1):
        if not line or line[0] == "#":
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise CatalogError(f"{file}, line {number}: not a message. Write KEY = TEXT.")
        if key := match["key"]:
            current = known.setdefault(key, {})
        elif not known:
            raise CatalogError(
                f"{file}, line {number}: a form without a message. Write the message above it."
            )
        form, text = match["form"] or "", match["text"]
        if form in current:
            raise CatalogError(f"{file}, line {number}: {key or form} is written twice. Remove one.")
        try:
            current[form] = _PIECE.sub(lambda piece: known[piece[1]][""], text) if "{-" in text else text
        except KeyError as error:
            raise CatalogError(
                f"{file}, line {number}: no piece {error} stands above. Write it there."
            ) from None
    return {key: forms for key, forms in known.items() if key[0] != "-"}


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CatalogError(f"{file}: not text in UTF-8 ({error.reason}). Save it as UTF-8.") from None
