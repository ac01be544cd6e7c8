"""What has to fit a given room: a name that is cut says so, and what is left out of a list is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from reportlab.platypus import CondPageBreak, Flowable

from labharness.language.numbers import amount, number
from labharness.reporting.pdf.flow import HEADINGS, flat
from labharness.reporting.rows import Words
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH, markup, style

_NARROWEST = 0.15
"""No glyph is narrower than this share of its size; a longer text cannot fit and is not tried."""

_BETWEEN = " · "

_LOWEST = 9.0
"""Nothing of a list is lower than this; more things than fit so are not tried."""


def clipped(text: object, kind: str, lines: int, wide: float = FRAME_WIDTH, **changes: Any) -> Flowable:
    """Set a name from anywhere in at most so many lines; an ellipsis stands for what is missing.

    Sentences are not cut: they are set whole or counted, see :func:`fitting`.

    Parameters
    ----------
    wide
        Room for a line in points.
    changes
        Attributes of the style that differ.

    Examples
    --------
    >>> clipped("word " * 99, "cell", 1).getPlainText()[-16:]
    'word word word …'
    """
    return woven("{}", (text,), kind, lines, wide, **changes)


def woven(
    words: str, texts: Sequence[object], kind: str, lines: int, wide: float = FRAME_WIDTH, **changes: Any
) -> Flowable:
    """Set our own words with texts from anywhere in them: what does not fit is missing from theirs, never from ours.

    Parameters
    ----------
    words
        Ours, with ``{}`` in the place of each text; the others are those of :func:`clipped`.

    Examples
    --------
    >>> woven("{}, license {}", ("word " * 99, "F-1"), "cell", 1).getPlainText()[-19:]
    'word …, license F-1'
    """
    text, look = tuple(str(text) for text in texts), style(kind, **changes)
    most = _length(words, text, lines, wide, look.fontName, look.fontSize, look.leftIndent)
    return _shown(words, text, most, look)


def enumerated(
    head: str, texts: Sequence[str], kind: str, lines: int, wide: float = FRAME_WIDTH, **changes: Any
) -> Flowable:
    """Set as many whole texts as find room, and count the others; the parameters are those of :func:`clipped`.

    Parameters
    ----------
    head
        Our own words before them.

    Examples
    --------
    >>> enumerated("Missing: ", [f"manual {place}" for place in range(99)], "cell", 1).getPlainText()[-33:]
    'manual 7 · manual 8 · and 90 more'
    """
    look = style(kind, **changes)
    count = _whole(head, tuple(texts), lines, wide, look.fontName, look.fontSize, look.leftIndent)
    if not count and texts:
        words = f"{_braced(head)}{{}}{_braced(_others(len(texts) - 1))}"
        return woven(words, texts[:1], kind, lines, wide, **changes)
    return Words(markup(_listed(head, texts, count)), look)


def _listed(head: str, texts: Sequence[str], count: int) -> str:
    return f"{head}{_BETWEEN.join(texts[:count])}{_others(len(texts) - count)}"


def _others(count: int) -> str:
    return f"{_BETWEEN}and {number(count)} more" if count else ""


def _braced(words: str) -> str:
    """Return words that a format prints as they are."""
    return words.replace("{", "{{").replace("}", "}}")


@lru_cache(maxsize=1 << 10)
def _whole(
    head: str, texts: tuple[str, ...], lines: int, wide: float, font: str, size: float, indent: float
) -> int:
    """Return how many whole texts fit so many lines."""
    look = _plain(font, size, indent)
    reach = int(lines * wide / (_NARROWEST * size)) + 1

    def fits(count: int) -> bool:
        text = _listed(head, texts, count)
        return len(text) <= reach and _fits(Words(markup(text), look), lines, wide, size)

    return _most(len(texts), fits)


def _shown(words: str, texts: Sequence[str], most: int, look: Any) -> Words:
    return Words(markup(words.format(*(_cut(text, most) for text in texts))), look)


def _cut(text: str, most: int) -> str:
    return f"{text[:most].rstrip()} …" if len(text) > most else text


@lru_cache(maxsize=1 << 12)
def _length(
    words: str, texts: tuple[str, ...], lines: int, wide: float, font: str, size: float, indent: float
) -> int:
    """Return how many characters of each text fit so many lines."""
    look, longest = _plain(font, size, indent), max(map(len, texts), default=0)

    def fits(most: int) -> bool:
        return _fits(_shown(words, texts, most, look), lines, wide, size)

    reach = int(lines * wide / (_NARROWEST * size)) + 1
    if longest <= reach and fits(longest):
        return longest
    return _most(min(reach, longest - 1), fits)


def _plain(font: str, size: float, indent: float) -> Any:
    return style("cell", fontName=font, fontSize=size, leftIndent=indent, leading=size)


def _fits(words: Words, lines: int, wide: float, size: float) -> bool:
    _, tall = words.wrap(wide, FRAME_HEIGHT)
    return bool(tall <= lines * size + 1e-6)


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


def rest(count: int, thing: str, where: str) -> list[Flowable]:
    """Return a line that says how many were left out, and where they are; none where nothing was."""
    return [Words(markup(more(count, thing, where)), style("word"))] if count else []


def high(content: Iterable[Any]) -> float:
    """Return the room that things below each other take, the space after the last one included."""
    total = after = 0.0
    for each in flat(content):
        if isinstance(each, CondPageBreak):
            continue
        before = float(each.getSpaceBefore())
        # What keeps a heading with what follows stands between it and the space before.
        heading = getattr(getattr(each, "style", None), "name", "") in HEADINGS
        total += after + before if heading else max(after, before)
        total += float(each.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1])
        after = float(each.getSpaceAfter())
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
