"""Numbers as an American laboratory writes them: the same on every console, window and page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Context, Decimal

LEAST_PROBABILITY = 1e-6
"""Smaller p-values are written as below this: nobody compares powers of ten by eye."""
LEAST_COMPUTED = 1e-40
"""Smaller p-values have no size at all: laws are computed with ends cut off that weigh less."""
_LEAST_PLAIN = 1e-7
_DIGITS, _MOST_DIGITS = 3, 6
"""Significant digits of a p-value: usually, and at most."""
_NEGATIVE = re.compile(r"(?<![^\s(=])-(?=\d)")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_UNITS = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))


def number(value: float | None, digits: int = 6) -> str:
    """Write a number: integers whole and in groups of three, others with so many significant digits.

    Examples
    --------
    >>> number(-1234567.25), number(1e-06), number(0.0194201, 3), number(-1.5e-9)
    ('−1,234,567', '0.000001', '0.0194', '−1.5 × 10⁻⁹')
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
        # Zeros can show every number down to this one; below it, a power of ten does.
        written = f"{Decimal(written):f}" if _LEAST_PLAIN <= size < 1 else _with_power(written)
    return ("−" if value < 0 else "") + written


def decimal(value: float, places: int = 1, *, signed: bool = False) -> str:
    """Write a number with so many places, in groups of three; a sign before those above zero where differences are meant.

    Examples
    --------
    >>> decimal(21428.57), decimal(-0.46, signed=True), decimal(3.2, signed=True)
    ('21,428.6', '−0.5', '+3.2')
    """
    return minus(f"{value:{'+' if signed else ''},.{places}f}")


def whole_percent(value: float) -> str:
    """Write a proportion as a percentage without places.

    Examples
    --------
    >>> whole_percent(0.976)
    '98%'
    """
    return f"{value:.0%}"


def percent(value: float) -> str:
    """Write a proportion as a percentage with four significant digits.

    Examples
    --------
    >>> percent(0.95), percent(0.00012344), percent(1e-8)
    ('95%', '0.01234%', '0.000001%')
    """
    return f"{number(value * 100, 4)}%"


def probability(value: float) -> str:
    """Write a p-value with three significant digits and without powers of ten.

    One that would round up to a shorter number has more digits, or is cut: what is below a level of 0.05 does not read as 0.05.

    Examples
    --------
    >>> probability(0.04996), probability(0.0000436), probability(2.72e-9), probability(1.0)
    ('0.04996', '0.0000436', '< 0.000001', '1')
    """
    return f"< {LEAST_PROBABILITY:f}" if value < LEAST_PROBABILITY else number(float(_rounded(value)))


def p_value(value: float) -> str:
    """Write a p-value as a statement.

    Examples
    --------
    >>> p_value(0.752), p_value(2.72e-9)
    ('p = 0.752', 'p < 0.000001')
    """
    return f"p {probability(value)}" if value < LEAST_PROBABILITY else f"p = {probability(value)}"


def magnitude(value: float) -> str:
    """Write a p-value where its size matters, with three significant digits and, if need be, a power of ten.

    Examples
    --------
    >>> magnitude(0.0000436), magnitude(2.72e-9), magnitude(2e-50)
    ('0.0000436', '2.72 × 10⁻⁹', '< 10⁻⁴⁰')
    """
    if value < LEAST_COMPUTED:
        return f"< {_with_power(f'{LEAST_COMPUTED:.0e}')}"
    return probability(value) if value >= LEAST_PROBABILITY else _with_power(f"{_rounded(value):e}")


def p_magnitude(value: float, name: str = "p") -> str:
    """Write a p-value as a statement where its size matters.

    Examples
    --------
    >>> p_magnitude(2.72e-9), p_magnitude(0.0), p_magnitude(1e-50, "smallest p")
    ('p = 2.72 × 10⁻⁹', 'p < 10⁻⁴⁰', 'smallest p < 10⁻⁴⁰')
    """
    return f"{name} {'' if value < LEAST_COMPUTED else '= '}{magnitude(value)}"


def _rounded(value: float) -> Decimal:
    """Round a p-value to three digits, or to as many, six at most, as keep it below a number of fewer digits."""
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        text = f"{value:.{digits}g}"
        if float(text) <= value or len(Decimal(text).normalize().as_tuple().digits) >= _DIGITS:
            return Decimal(text)
    return Context(_MOST_DIGITS, ROUND_FLOOR).create_decimal(value)


def _with_power(written: str) -> str:
    """Write the power of ten of a number as people do: ``1.5e-09`` becomes ``1.5 × 10⁻⁹``, ``1e-09`` ``10⁻⁹``."""
    digits, mark, exponent = written.partition("e")
    power = f"10{str(int(exponent)).translate(_RAISED)}" if mark else ""
    return power if digits == "1" and mark else " × ".join(filter(None, (digits, power)))


def size(count: int) -> str:
    """Write a number of bytes with decimal units, as drives and standards do (1 kB is 1,000 bytes).

    Examples
    --------
    >>> size(1), size(999), size(78_700), size(999_999), size(1 << 40)
    ('1 byte', '999 bytes', '78.7 kB', '1 MB', '1.1 TB')
    """
    for unit, name in _UNITS:
        if count >= unit * 0.9995:  # three digits round up to the next unit
            return f"{number(count / unit, 3)} {name}"
    return amount(count, "byte")


def duration(seconds: float) -> str:
    """Write a span of time coarsely.

    Examples
    --------
    >>> duration(0.25), duration(90), duration(7260), duration(400000)
    ('0.25 s', '2 min', '2 h 01 min', '5 days')
    """
    if seconds < 60:
        return f"{seconds:.3g} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min" if hours < 48 else f"{round(hours / 24)} days"


def amount(count: int, text: str, many: str = "") -> str:
    """Write a number of things.

    Examples
    --------
    >>> amount(1, "shuffle"), amount(2000, "shuffle"), amount(0, "deck of cards", "decks of cards")
    ('1 shuffle', '2,000 shuffles', '0 decks of cards')
    """
    return f"{number(count)} {text if count == 1 else many or text + 's'}"


class _Count(int):
    """A number that also chooses between words: ``{count:run|runs}``."""

    def __format__(self, form: str) -> str:
        each, chooses, many = form.partition("|")
        return (each if self == 1 else many) if chooses else super().__format__(form)


def counts(values: Mapping[str, object]) -> dict[str, object]:
    """Return values whose whole numbers also choose between words in a template.

    Examples
    --------
    >>> "{runs:,} {runs:run|runs}".format_map(counts({"runs": 2000}))
    '2,000 runs'
    """
    return {name: _Count(value) if type(value) is int else value for name, value in values.items()}


def listed(texts: Sequence[str], last: str = "and") -> str:
    """Join texts as a sentence lists them.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b, and c')
    """
    if len(texts) < 3:
        return f" {last} ".join(texts)
    return f"{', '.join(texts[:-1])}, {last} {texts[-1]}"


def minus(text: str) -> str:
    """Write every negative number within a text with the sign that numbers elsewhere have.

    Examples
    --------
    >>> minus("-0.0357 (-0.1 to 0.2), run-1, 2026-09-03")
    '−0.0357 (−0.1 to 0.2), run-1, 2026-09-03'
    """
    return _NEGATIVE.sub("−", text)
