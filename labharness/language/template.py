"""Sentences with places for parameters.

A place is ``{name}`` or ``{name:form}``.  Without a form a parameter is written by its type: numbers as
:mod:`labharness.language.numbers` writes them, members of enumerations as terms, reasons as their
sentences, several as a list, an empty list as "none".  Forms are:

``one|many``
    A word or words by the number of a parameter: ``{units} {units:unit was|units were} recorded``.
``p``, ``p_magnitude``, ``probability``, ``count``, ``figure``, ``nine_digits``, ``percent``, ``size``, ``duration``
    Numbers; a figure has four significant digits; the count of a list is its length.  A p-value is "p < 0.000001" where it is smaller; where its size
    matters, ``p_magnitude`` writes it with a power of ten.
``day``, ``moment``
    Dates of records.
``clause``
    A reason's sentence, or a text, without its period, to stand within another.
``or``
    A list that ends in "or".
``;``, ``lines`` or ``sentences``
    Several, divided by semicolons, standing on lines of their own or one sentence after the other.
``raw``
    A text exactly as it is, for what is copied and pasted.

Text that others chose as one harmless line, and names of the program as words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from string import Formatter
from typing import Any

from labharness.language import dates, numbers
from labharness.reason import Reason, Titled

LONGEST = 400


def plain(text: object, longest: int = LONGEST) -> str:
    """Return text that a device, file or person gave as one short line without control characters.

    Examples
    --------
    >>> plain("bell" + chr(7) + chr(10) + "  end"), plain("abcdef", 4)
    ('bell end', 'abc…')
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in str(text)[: longest * 4]).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def flowing(text: str) -> str:
    """Return text of a file, where line ends are only the writer's, as one line."""
    return " ".join(text.split())


def installation(extra: str) -> str:
    """Return the command that installs a library of an extra; the package index has another program of our name.

    Examples
    --------
    >>> installation("s3")
    "pip install 'PATH[s3]', where PATH is the wheel or the checkout of labharness"
    """
    return f"pip install 'PATH[{extra}]', where PATH is the wheel or the checkout of labharness"


def words(code: str) -> str:
    """Write a name of the program as words.

    Examples
    --------
    >>> words("close_session")
    'close session'
    """
    return code.replace("_", " ").replace("-", " ")


def hex_dump(data: bytes) -> str:
    """Write bytes as offset, hexadecimal digits and printable characters, 16 bytes a line.

    Examples
    --------
    >>> hex_dump(b"AS 2S" + bytes([0]))
    '000000  41 53 20 32 53 00                                |AS 2S.|'
    """
    lines = []
    for at in range(0, len(data), 16):
        part = data[at : at + 16]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        lines.append(f"{at:06x}  {part.hex(' '):<47}  |{text}|")
    return "\n".join(lines)


_CITATIONS = frozenset({"citation", "clause", "clauses"})
"""Parameters that cite the law; misprints of the Board are marked in them."""


_NUMBERS: Mapping[str, Callable[[Any], str]] = {
    "p": numbers.p_value,
    "p_magnitude": numbers.p_magnitude,
    "probability": numbers.probability,
    "count": lambda value: numbers.number(len(value)),
    "figure": lambda value: numbers.number(value, 4),
    "nine_digits": lambda value: numbers.number(value, 9),
    "percent": numbers.percent,
    "size": numbers.size,
    "duration": numbers.duration,
    "day": dates.day,
    "moment": dates.day_and_time,
}
_JOINED: Mapping[str, Callable[[Sequence[str]], str]] = {
    ";": "; ".join,
    "lines": "\n".join,
    "sentences": " ".join,
    "or": lambda each: numbers.listed(each, "or"),
}


class RunNumber(str):
    """What a document calls a run, ``Run 3``; behind the word "run" only its number is written."""

    __slots__ = ()


def run_list(runs: Sequence[str]) -> str:
    """Join runs as a sentence lists them; those whose numbers follow each other as a span.

    Examples
    --------
    >>> run_list(["Run 1", "Run 2", "Run 3", "Run 7"])
    'Run 1 to Run 3 and Run 7'
    """
    spans: list[list[str]] = []
    for run in runs:
        if spans and run == _next(spans[-1][-1]):
            spans[-1].append(run)
        else:
            spans.append([run])
    text = [[f"{span[0]} to {span[-1]}"] if len(span) > _SPAN else span for span in spans]
    return numbers.listed([each for entry in text for each in entry])


def _next(run: str) -> str:
    word, _, number = run.rpartition(" ")
    return f"{word} {int(number) + 1}" if number.isdigit() else ""


def _are_runs(value: tuple[Any, ...]) -> bool:
    return bool(value) and all(isinstance(item, RunNumber) for item in value)


_BEFORE_NUMBERS = (" run ", " runs ", "(run ", "(runs ")
_SPAN = 2
"""More runs than these that follow each other are written as a span."""


FORMS = frozenset({*_NUMBERS, *_JOINED, "clause", "raw"})


@lru_cache(maxsize=4096)
def places(template: str) -> tuple[tuple[str, str, str], ...]:
    """Return the parts of a template: text, then name and form of the place after it ("" at the end).

    Raises
    ------
    ValueError
        If a place names no parameter, or its form is none of those above.
    """
    result = []
    for text, name, form, conversion in Formatter().parse(template):
        if name is not None and (not name.isidentifier() or conversion):
            raise ValueError(f"{{{name}}} names no parameter")
        if form and form not in FORMS and form.count("|") != 1:
            raise ValueError(f"{{{name}:{form}}} has an unknown form")
        result.append((text, name or "", form or ""))
    return tuple(result)


def fill(
    template: str,
    parameters: Mapping[str, Any],
    say: Callable[[Reason], str],
    term: Callable[[Enum | Titled], str],
) -> str:
    """Return a template with its places filled.

    Parameters
    ----------
    say, term
        Write a reason, and a member of an enumeration or a thing with a title.
    """
    written = []
    for text, name, form in places(template):
        written.append(text)
        if name:
            value = parameters[name]
            words = _written(value, form, say, term)
            numbered = isinstance(value, RunNumber) or (isinstance(value, tuple) and _are_runs(value))
            if numbered and f" {''.join(written)}".casefold().endswith(_BEFORE_NUMBERS):
                words = words.replace("Run ", "")
            if name in _CITATIONS and form != "raw" and "§" in words:
                from labharness.games.game import cite  # which help need not load

                words = cite(words)
            written.append(words)
    return "".join(written)


def _written(
    value: Any, form: str, say: Callable[[Reason], str], term: Callable[[Enum | Titled], str]
) -> str:
    if "|" in form:
        entry, many = form.split("|")
        return entry if (len(value) if isinstance(value, tuple) else value) == 1 else many
    if form in _NUMBERS:
        return _formed(value, form)
    match value:
        case tuple():
            each = [_written(item, "clause" if form in {";", "or"} else "", say, term) for item in value] or [
                "none"
            ]
            return _JOINED.get(form, run_list if _are_runs(value) else numbers.listed)(each)
        case Reason():
            return say(value).removesuffix("." if form == "clause" else "")
        case Enum() | Titled():
            return term(value)
        case _:
            return str(value) if form == "raw" else _bare(value).removesuffix("." if form == "clause" else "")


def _formed(value: Any, form: str) -> str:
    try:
        return _NUMBERS[form](value)
    except ValueError:  # a record may hold any text in place of a date
        return plain(value)


def _bare(value: str | float | None) -> str:
    match value:
        case bool() | None:
            return {True: "yes", False: "no", None: "–"}[value]
        case int() | float():
            return numbers.number(value)
        case _:
            return plain(value)
