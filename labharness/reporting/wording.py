"""How numbers, times and strangers' text are written: the same in every place, language and time zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from xml.sax.saxutils import escape

from labharness.reporting.typography import printable

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]  # strftime would ask the locale
_CODE = "58\N{NO-BREAK SPACE}Pa.\N{NO-BREAK SPACE}Code"
_LEAST_PLAIN = 1e-7
_NEGATIVE = re.compile(r"(?<![^\s(=])-(?=\d)")
_SPACES = re.compile(" {2,}")


def plain(text: object, *, mono: bool = False) -> str:
    """Return text that prints as it reads: what has no glyph or controls the line is shown by its code.

    Devices choose their strings; none may end a line, turn the direction of writing, hide behind another
    character or vanish.  A code stands in brackets that stand for nothing else, ``‹U+1F600›``; these
    brackets themselves are shown by their codes.
    """
    said, shown = str(text), _shown(mono=mono)
    if shown.issuperset(said):
        return said
    return "".join(each if each in shown else f"‹U+{ord(each):04X}›" for each in said)


def markup(text: object, *, mono: bool = False) -> str:
    """Return text for a paragraph, with everything that markup would read as its own made harmless."""
    said = escape(plain(text, mono=mono)).replace("§ ", "§\N{NO-BREAK SPACE}").replace("58 Pa. Code", _CODE)
    # A paragraph would print several spaces as one.
    return _SPACES.sub(lambda found: " " + "\N{NO-BREAK SPACE}" * (len(found[0]) - 1), said)


def flowing(text: str) -> str:
    """Return text of a file, where line ends are only the writer's, as one line."""
    return " ".join(text.split())


def number(value: float | None, digits: int = 6) -> str:
    """Write a number: integers whole and in groups of three, others with so many significant digits.

    Examples
    --------
    >>> number(-1234567.25), number(1e-06), number(0.0194201, 3)
    ('−1,234,567', '0.000001', '0.0194')
    """
    if value is None:
        return "–"
    size = abs(value)
    if float(value).is_integer() and size < 1e15:
        written = f"{int(size):,}"
    elif 10**digits <= size < 1e15:
        written = f"{size:,.0f}"
    else:
        written = f"{size:,.{digits}g}"
        # A power of ten is for what no noughts can show.
        written = f"{Decimal(written):f}" if _LEAST_PLAIN <= size < 1 else written
    return ("−" if value < 0 else "") + written


def minus(text: str) -> str:
    """Write every negative number within a text with the sign that numbers elsewhere have.

    Examples
    --------
    >>> minus("-0.0357 (-0.1 to 0.2), run-1, 2026-09-03")
    '−0.0357 (−0.1 to 0.2), run-1, 2026-09-03'
    """
    return _NEGATIVE.sub("−", text)


def percent(value: float) -> str:
    """Write a proportion as a percentage with its significant digits."""
    return f"{value * 100:.4g} %"


def amount(count: int, thing: str) -> str:
    """Write so many of something: ``1 shuffle``, ``2,000 shuffles``."""
    return f"{number(count)} {thing if count == 1 else thing + 's'}"


def words(code: str) -> str:
    """Write one of the program's names as words: ``close_session`` becomes ``close session``."""
    return code.replace("_", " ").replace("-", " ")


def day(utc: str) -> str:
    """Write the date of a record."""
    when = moment(utc)
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"


def day_and_time(utc: str) -> str:
    """Write date and time of a record, in UTC."""
    when = moment(utc)
    return f"{day(utc)}, {when:%H:%M:%S} UTC"


def clock(utc: str) -> str:
    """Write date and time of a record as a table does, in UTC."""
    return f"{moment(utc):%Y-%m-%d %H:%M:%S}"


def moment(utc: str) -> datetime:
    """Return a record's wall clock, in UTC whatever the computer's time zone."""
    return datetime.fromisoformat(utc).astimezone(UTC)


@lru_cache(maxsize=2)
def _shown(*, mono: bool) -> frozenset[str]:
    return printable(mono=mono) - set("‹›")
