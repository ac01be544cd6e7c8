"""What has to fit a given room: what is left out of a text or a list is counted, never dropped in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from reportlab.platypus import Flowable

from labharness.reporting.flow import HEADINGS
from labharness.reporting.rows import Words
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, style
from labharness.reporting.wording import amount, markup, number

_NARROWEST = 0.15
"""No glyph is narrower than this share of its size; a longer text cannot fit and is not tried."""

_LOWEST = 9.0
"""Nothing of a list is lower than this; more things than fit so are not tried."""


def clipped(text: object, kind: str, lines: int, wide: float = FRAME_WIDTH, **changes: Any) -> Flowable:
    """Set text from anywhere in at most so many lines; its end says how many characters are missing.

    Parameters
    ----------
    wide
        Room for a line in points.
    changes
        Attributes of the style that differ.

    Examples
    --------
    >>> clipped("word " * 99, "cell", 1).getPlainText()[-40:]
    'd word word word … (405 more characters)'
    """
    said, look = str(text), style(kind, **changes)
    return _shown(said, _length(said, lines, wide, look.fontName, look.fontSize, look.leftIndent), look)


def _shown(said: str, length: int, look: Any) -> Words:
    rest = len(said) - length
    return Words(
        markup(f"{said[:length].rstrip()} … ({amount(rest, 'more character')})" if rest else said), look
    )


@lru_cache(maxsize=1 << 12)
def _length(said: str, lines: int, wide: float, font: str, size: float, indent: float) -> int:
    """Return how many characters of a text fit so many lines."""
    look = style("cell", fontName=font, fontSize=size, leftIndent=indent, leading=size)

    def fits(length: int) -> bool:
        _, tall = _shown(said, length, look).wrap(wide, FRAME_HEIGHT)
        return bool(tall <= lines * size + 1e-6)

    reach = int(lines * wide / (_NARROWEST * size)) + 1
    if len(said) <= reach and fits(len(said)):
        return len(said)
    return _most(min(reach, len(said) - 1), fits)


def fitting(
    things: Sequence[Any],
    room: float,
    draw: Callable[[Sequence[Any], int], list[Flowable]],
    around: tuple[Sequence[Flowable], Sequence[Flowable]] = ((), ()),
) -> list[Flowable]:
    """Draw as many of the first things as fit the room; at least one, where there is one.

    Parameters
    ----------
    draw
        Draws things, and says how many more there are.
    around
        What stands above and below them in the same room; it is not returned.
    """
    above, below = around

    def drawn(shown: int) -> list[Flowable]:
        return draw(things[:shown], len(things) - shown)

    if not things:
        return draw((), 0)
    most = min(len(things), max(1, int(room / _LOWEST)))
    shown = _most(most, lambda count: high([*above, *drawn(count), *below]) <= room)
    return drawn(max(1, shown))


def more(count: int, thing: str, where: str) -> str:
    """Say how many were left out, and where they are.

    Examples
    --------
    >>> more(3, "reason", "in the test report")
    'and 3 more reasons, in the test report'
    >>> more(3, "", "in the test report")
    'and 3 more, in the test report'
    """
    left = amount(count, f"more {thing}") if thing else f"{number(count)} more"
    return f"and {left}, {where}"


def high(content: Iterable[Any]) -> float:
    """Return the room that things below each other take, the space after the last one included."""
    total = after = 0.0
    for one in content:
        before = float(one.getSpaceBefore())
        # What keeps a heading with what follows stands between it and the space before.
        heading = getattr(getattr(one, "style", None), "name", "") in HEADINGS
        total += after + before if heading else max(after, before)
        total += float(one.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1])
        after = float(one.getSpaceAfter())
    return total + after


def column(widths: Sequence[float], place: int) -> float:
    """Return the room for words in a column of a table whose widths are shares of the page's."""
    beside = 6.0 if place == 0 else 12.0
    return float(FRAME_WIDTH * widths[place] / sum(widths) - beside)


def _most(limit: int, fits: Callable[[int], bool]) -> int:
    """Return the largest number up to a limit that fits, 0 where none does."""
    low, top = 0, limit
    while low < top:
        middle = (low + top + 1) // 2
        low, top = (middle, top) if fits(middle) else (low, middle - 1)
    return low
