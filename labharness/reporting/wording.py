"""Text that others chose, as a page prints it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from xml.sax.saxutils import escape

from labharness.reporting.typography import WIDE, in_another_script, printable

_CODE = "58\N{NO-BREAK SPACE}Pa.\N{NO-BREAK SPACE}Code"
_POWER = re.compile("(?<=10)⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SPACES = re.compile(" {2,}")


def plain(text: object, *, mono: bool = False) -> str:
    """Return text that prints as it reads: what has no glyph or controls the line is shown by its code.

    Devices choose their strings; none may end a line, turn the direction of writing, hide behind another
    character or vanish.  A code stands in brackets that stand for nothing else, ``‹U+1F600›``; these
    brackets themselves are shown by their codes.
    """
    words, shown = str(text), _shown(mono=mono)
    if shown.issuperset(words):
        return words
    return "".join(each if each in shown else f"‹U+{ord(each):04X}›" for each in words)


def markup(text: object, *, mono: bool = False) -> str:
    """Return text for a paragraph, with everything that markup would read as its own made harmless."""
    words = "".join(
        f'<font name="{WIDE}">{"".join(run)}</font>' if wide else _escaped("".join(run), mono=mono)
        for wide, run in groupby(str(text), lambda each: not each.isascii() and in_another_script(each))
    )
    words = words.replace("§ ", "§\N{NO-BREAK SPACE}").replace("58 Pa. Code", _CODE)
    # A paragraph would print several spaces as one.
    return _SPACES.sub(lambda result: " " + "\N{NO-BREAK SPACE}" * (len(result[0]) - 1), words)


def _escaped(text: str, *, mono: bool) -> str:
    """Return text with negative powers of ten raised by markup: the fonts have raised digits and no raised minus."""
    parts = _POWER.split(text)
    parts[::2] = [escape(plain(part, mono=mono)) for part in parts[::2]]
    parts[1::2] = [f"<super>−{power.translate(_LOWERED)}</super>" for power in parts[1::2]]
    return "".join(parts)


@lru_cache(maxsize=2)
def _shown(*, mono: bool) -> frozenset[str]:
    return printable(mono=mono) - set("‹›")
