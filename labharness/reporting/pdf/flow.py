"""Headings stay with what they head, and what belongs together stands on one page where one can hold it.

A heading asks for the room that the beginning of what follows needs; a banner for that of the text below it; the
last two points of a list for that of both.  A table keeps its own rows together, see :mod:`.rows`, and the note
below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from reportlab.graphics.shapes import Drawing
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak, Spacer, Table

from labharness.reporting.rows import Noted, TableRows, Words
from labharness.reporting.typography import FRAME_HEIGHT, FRAME_WIDTH

_RANKS = {"h1": 1, "h1-within": 2, "h2": 3}
HEADINGS = frozenset(_RANKS)
"""Styles of which no page ends with one."""
_NOTES = frozenset({"quiet", "caption"})
"""Styles of what explains something else and is nothing of its own."""
_ENOUGH = 75.0
"""So much text is enough below a heading; after less of it, what follows belongs to its beginning."""
_TABLE = 120.0
"""Room for the beginning of a table of another kind."""
_NOTE = 60.0
"""A note of this height at most is kept with the end of its table."""
_PARTED = FRAME_HEIGHT / 2
"""What is higher and has no drawing may be parted, or it would leave too much of a page empty."""
_FAR = 12
"""So many things after a heading are looked at."""


class _Block(CondPageBreak):  # type: ignore[misc]  # the library has no types
    """The room of what stands together from here, 0 where it may be parted; and the rank of its heading."""

    def __init__(self, height: float, rank: int = 0) -> None:
        super().__init__(height)
        self.rank = rank


def kept(story: Sequence[Flowable]) -> list[Flowable]:
    """Return a story in which each thing asks for its own room and for that of what may not be parted from it."""
    things = list(_noted(list(flat(story))))
    flowables: list[Flowable] = []
    for place, thing in enumerate(things):
        if isinstance(thing, _Block) and not thing.height:
            continue
        if (room := _room(things, place)) > 0:
            flowables.append(CondPageBreak(min(room, FRAME_HEIGHT)))
        flowables.append(thing)
    return flowables


def flat(story: Iterable[Any]) -> Iterator[Any]:
    """Yield things one after another, the room of those that stand together before the first of them."""
    for each in story:
        if isinstance(each, KeepTogether):
            content = list(each._content)  # noqa: SLF001  the library offers no other way to it
            whole, most = _total(content), FRAME_HEIGHT if any(map(_drawn, content)) else _PARTED
            yield _Block(whole if whole <= most else 0.0, _rank(content[0]) if content else 0)
            yield from flat(content)
        elif isinstance(each, CondPageBreak):
            yield _Block(float(each.height))
        else:
            yield each


def _noted(things: Sequence[Any]) -> Iterator[Any]:
    """Yield things, a table and the note below it as one."""
    rest = iter(range(len(things)))
    for place in rest:
        thing, after = things[place], things[place + 1] if place + 1 < len(things) else None
        if (
            type(thing) is TableRows
            and not _is_panel(thing)
            and _name(after) in _NOTES
            and _high(after) <= _NOTE
        ):
            next(rest)
            yield Noted(thing, after)
        else:
            yield thing


def _room(things: Sequence[Any], place: int) -> float:
    """Return the room without which something does not begin on a page, 0 where it looks after that itself."""
    thing = things[place]
    if _rank(thing):
        has_room = place > 0 and isinstance(things[place - 1], _Block) and things[place - 1].height
        return 0.0 if has_room else _headed(things, place)
    if _is_panel(thing) or _name(thing) == "word":
        return _led(things, place)
    return _pointed(things, place)


def _headed(things: Sequence[Any], place: int) -> float:
    """Return the room of a heading and of the beginning of what it heads."""
    rank, taken, rest = _rank(things[place]), [things[place]], 0.0
    text, notes = 0.0, True
    for at, thing in enumerate(islice(things, place + 1, place + _FAR), place + 1):
        own = thing.rank if isinstance(thing, _Block) else _rank(thing)
        # What stands under the next heading of its rank has no part in it, if more than a note came before.
        if (0 < own <= rank and text and not notes) or isinstance(thing, PageBreak):
            break
        if isinstance(thing, _Block):
            rest = float(thing.height)
            if rest:
                break
        elif own or isinstance(thing, Spacer):
            taken.append(thing)
            notes = notes and not 0 < own <= rank
        elif isinstance(thing, Words) and _name(thing) != "word" and not _is_point(thing):
            text, notes = text + _high(thing), notes and _name(thing) in _NOTES
            if text > _ENOUGH:
                rest = _least(thing)
                break
            taken.append(thing)
        else:
            rest = _led(things, at) or _pointed(things, at) or _least(thing)
            break
    whole = _total(taken)
    return whole + (rest if whole + rest <= FRAME_HEIGHT else min(rest, _ENOUGH))


def _pointed(things: Sequence[Any], place: int) -> float:
    """Return the room of a point with those that are not parted from it, two at both ends of a list; else 0."""
    if not _is_point(things[place]):
        return 0.0
    before = place > 0 and _is_point(things[place - 1])
    after = [_is_point(thing) for thing in things[place + 1 : place + 4]]
    left = after.index(False) if False in after else len(after)  # points that follow, up to three
    count = left if left <= (1 if before else 2) else 0 if before else 1
    return _total(things[place : place + 1 + count]) if count else 0.0


def _led(things: Sequence[Any], place: int) -> float:
    """Return the room of a banner or a loud word and of the beginning of the text below it."""
    thing = things[place]
    if not (_is_panel(thing) or _name(thing) == "word"):
        return 0.0
    taken = [thing]
    for after in islice(things, place + 1, place + _FAR):
        if isinstance(after, Spacer) and not isinstance(after, CondPageBreak):
            taken.append(after)
        elif isinstance(after, Words) and not _rank(after):
            return _total(taken) + _least(after)
        else:
            break
    return _high(thing)


def _drawn(value: Any) -> bool:
    return isinstance(value, Drawing) or (isinstance(value, TableRows) and value.holds(Drawing))


def _is_panel(value: Any) -> bool:
    return isinstance(value, TableRows) and value.is_panel


def _is_point(value: Any) -> bool:
    return bool(getattr(value, "bulletText", None))


def _name(value: Any) -> str:
    return str(getattr(getattr(value, "style", None), "name", ""))


def _rank(value: Any) -> int:
    return _RANKS.get(_name(value), 0)


def _high(value: Any) -> float:
    return float(value.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1])


def _least(value: Any) -> float:
    """Return the room that something needs at the end of a page, or does not begin there."""
    if isinstance(value, TableRows | Noted):
        return float(value.least)
    high = _high(value)
    if isinstance(value, Table):
        return min(high, _TABLE)
    leading = getattr(getattr(value, "style", None), "leading", None)
    # Of four lines and more two stand here; fewer are not parted.
    return min(high, FRAME_HEIGHT) if leading is None or high < 3.5 * leading else 2 * float(leading)


def _total(content: Iterable[Any]) -> float:
    """Return the height of things below each other."""
    total = after = 0.0
    for each in content:
        if isinstance(each, KeepTogether):
            total += _total(each._content)  # noqa: SLF001
        elif not isinstance(each, CondPageBreak):
            total += max(after, each.getSpaceBefore()) + _high(each)
            after = each.getSpaceAfter()
    return total + after
