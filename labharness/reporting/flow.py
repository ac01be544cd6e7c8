"""Headings stay with what they head, and what belongs together stands on one page where one can hold it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak, Spacer, Table

from labharness.reporting.rows import Rows, Words
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH

_RANKS = {"h1": 1, "h1-within": 2, "h2": 3}
HEADINGS = frozenset(_RANKS)
"""Styles of which no page ends with one."""
_SHORT = 75.0
"""Paragraphs of this height between a heading and a figure are no reason to leave either alone."""
_TABLE = 120.0
"""Room for the beginning of a table of another kind."""


def kept(story: Sequence[Flowable]) -> list[Flowable]:
    """Return a story in which each heading asks for its own room and for the beginning of what follows."""
    return _kept(story)[0]


def _kept(story: Sequence[Any]) -> tuple[list[Flowable], float]:
    """Return the story, and the room that its beginning needs."""
    found: list[Flowable] = []
    need = below = 0.0  # of what follows, and of what follows a heading
    said = 0.0  # height of the short paragraphs that are part of ``below``
    rank = 0  # of the heading that follows, at once or after a short paragraph
    for one in reversed(story):
        if isinstance(one, KeepTogether):
            content = list(one._content)  # noqa: SLF001  the library offers no other way to it
            inner, least = _kept(content)
            whole = _total(content)
            need = below = whole if whole <= FRAME_HEIGHT else least
            rank = _RANKS.get(_name(content[0]), 0) if content else 0
            said = 0.0
            found += [*reversed(inner), CondPageBreak(need)]
        elif (own_rank := _RANKS.get(_name(one), 0)) > 0:
            # What stands under the next heading of the same rank has no part in what this one heads.
            reach = need if own_rank >= rank > 0 or _total([one]) + below > FRAME_HEIGHT else below
            need = below = _total([one]) + reach
            rank, said = own_rank, 0.0
            found += [one, CondPageBreak(min(need, FRAME_HEIGHT))]
        else:
            own = _need(one, need)
            said += one.height if isinstance(one, Words) else 0.0
            short = isinstance(one, Words) and said <= _SHORT
            need, below = own, _total([one]) + below if short else own
            rank = rank if short or isinstance(one, Spacer) else 0
            said = said if short or isinstance(one, Spacer) else 0.0
            found.append(one)
    return found[::-1], min(need, FRAME_HEIGHT)


def _name(one: Any) -> str:
    return str(getattr(getattr(one, "style", None), "name", ""))


def _need(one: Any, following: float) -> float:
    """Return the room that something needs at the end of a page, or does not begin there."""
    if isinstance(one, PageBreak):
        return 0.0
    if isinstance(one, CondPageBreak):
        return max(float(one.height), following)
    if isinstance(one, Spacer):
        return float(one.height) + following
    if isinstance(one, Rows):
        return float(one.least)
    high = float(one.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1])
    if isinstance(one, Table):
        return min(high, _TABLE)
    leading = getattr(getattr(one, "style", None), "leading", None)
    return min(high, FRAME_HEIGHT if leading is None else 2 * float(leading))


def _total(content: Iterable[Any]) -> float:
    """Return the height of things below each other."""
    total = after = 0.0
    for one in content:
        if isinstance(one, KeepTogether):
            total += _total(one._content)  # noqa: SLF001
        elif not isinstance(one, CondPageBreak):
            total += max(after, one.getSpaceBefore()) + one.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1]
            after = one.getSpaceAfter()
    return total + after
