"""Kinds of columns, each declared by its title and its value: how the value is written, sorted and copied follows from the kind.

A value that is not known is left empty and comes before or after all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from labharness.acts.declaring import Styled
from labharness.acts.headings import Cell, ListHead
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import day_and_time, day_of, translated
from labharness.language.dates import brief_day
from labharness.language.numbers import number, probability, size
from labharness.language.record_sentences import bare
from labharness.language.standings import standing_words
from labharness.reason import Reason

Row = TypeVar("Row")
Value = TypeVar("Value")
SHORT = 12
"""Digits of a hash that a table shows; a copy has all of them."""
NEVER = 2.0
"""Where a check without p-value is sorted: behind all others."""


def shown(heading: ListHead[Row], width: int = 120, *, short: int | None = None, **look: Any) -> Column[Row]:
    """Return the column of a heading that the command has too.

    Parameters
    ----------
    short
        How many characters are shown; a copy, and the command, have all of them.
    look
        What else :class:`Column` takes.
    """

    def whole(row: Row) -> str:
        return written(heading.cell(row))

    title = translated(heading.title)
    if short is None:
        return Column(title, whole, width, **look)
    return Column(title, lambda row: whole(row)[:short], width, whole=whole, **look)


def written(cell: Cell) -> str:
    """Write what a row says in the words of the window."""
    match cell:
        case Reason():
            return say(cell)
        case Styled():
            return cell.text
        case str():
            return translated(cell)
    return "" if cell is None else standing_words(cell)


def counted(
    title: str, value: Callable[[Row], int | None], width: int = 90, *, yields: int = 0, name: str = ""
) -> Column[Row]:
    """Return a column of whole numbers."""
    return _measured(title, value, number, width, yields, name)


def sized(title: str, value: Callable[[Row], int | None]) -> Column[Row]:
    """Return a column of bytes."""
    return _measured(title, value, size, 90, 0, "")


def lasting(
    title: str, value: Callable[[Row], float | None], write: Callable[[float], str], *, yields: int
) -> Column[Row]:
    """Return a column of seconds."""
    return _measured(title, value, write, 90, yields, "")


def _measured(
    title: str,
    value: Callable[[Row], Value | None],
    write: Callable[[Value], str],
    width: int,
    yields: int,
    name: str,
) -> Column[Row]:
    def text(row: Row) -> str:
        held = value(row)
        return "" if held is None else write(held)

    def place(row: Row) -> Value | int:
        held = value(row)
        return -1 if held is None else held

    return Column(title, text, width, sort=place, number=True, yields=yields, name=name)


def moment(
    title: str,
    utc: Callable[[Row], str],
    width: int = 218,
    *,
    dated: bool = True,
    uncut: bool = False,
    yields: int = 0,
) -> Column[Row]:
    """Return a column of times; a list that is ``dated`` by it can be asked for what is since or until a day."""
    day = (lambda row: day_of(utc(row))) if dated else None
    return Column(
        title, lambda row: day_and_time(utc(row)), width, sort=utc, day=day, uncut=uncut, yields=yields
    )


def dated(title: str, of: Callable[[Row], str], width: int, **look: Any) -> Column[Row]:
    """Return a column of days; ``look`` is what else :class:`Column` takes."""
    return Column(title, lambda row: brief_day(of(row)) if of(row) else "", width, sort=of, **look)


def time_utc(
    title: str, utc: Callable[[Row], str], width: int, *, yields: int, parts: bool = False
) -> Column[Row]:
    """Return a column of times in UTC within a day, with ``parts`` of a second; the whole moment is copied."""
    last = 23 if parts else 19
    return Column(title, lambda row: utc(row)[11:last], width, sort=utc, uncut=True, yields=yields, whole=utc)


def p_value(
    title: str, value: Callable[[Row], float | None], *, yields: int = 0, name: str = ""
) -> Column[Row]:
    """Return a column of p-values, which are copied with all their digits."""

    def words(write: Callable[[float], str]) -> Callable[[Row], str]:
        return lambda row: "" if (p := value(row)) is None else write(p)

    def place(row: Row) -> float:
        p = value(row)
        return NEVER if p is None else p

    return Column(
        title, words(probability), 112, sort=place, whole=words(bare), number=True, yields=yields, name=name
    )


def hashed(title: str, value: Callable[[Row], str], width: int, *, yields: int) -> Column[Row]:
    """Return a column of hashes: their beginning is seen, all of them is copied."""
    return Column(title, lambda row: value(row)[:SHORT], width, whole=value, yields=yields)
