"""Writing TOML for people: exactly what was given comes back, and a text of several lines stands in several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
# Controls, and what would reorder or hide the text around it in an editor.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_SHORT = {"\r": "\\r", "\b": "\\b", "\f": "\\f"}


def dump(document: Mapping[str, Any]) -> str:
    r"""Return a document as TOML; a list of tables at its top becomes one ``[[table]]`` each.

    Raises
    ------
    UnicodeEncodeError
        If a text holds half a character (a lone surrogate).

    Examples
    --------
    >>> print(dump({"schema": 1, "unit": [{"id": "a", "serial": 'B "7"'}]}), end="")
    schema = 1
    <BLANKLINE>
    [[unit]]
    id = "a"
    serial = "B \"7\""
    """
    text = "\n".join(_lines(document))
    text.encode()
    return text + "\n" if text else ""


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    tables = {name: value for name, value in document.items() if _is_tables(value)}
    yield from (
        f"{_key(name)} = {_value(value, 0)}" for name, value in document.items() if name not in tables
    )
    for name, rows in tables.items():
        for row in rows:
            yield f"\n[[{_key(name)}]]"
            yield from (f"{_key(key)} = {_value(value, 0)}" for key, value in row.items())


def _is_tables(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(each, Mapping) for each in value)
    )


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _line(name)


def _value(value: Any, depth: int) -> str:
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = _paragraphs(value) if "\n" in value and depth == 0 else _line(value)
        case float():
            text = _float(value)
        case date() | time():  # a moment with both is a date as well
            text = value.isoformat()
        case Mapping():
            inside = ", ".join(f"{_key(name)} = {_value(each, depth + 1)}" for name, each in value.items())
            text = f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            text = _list([_value(each, depth + 1) for each in value], depth)
        case _:
            text = str(int(value))
    return text


def _float(value: float) -> str:
    """Return a number as TOML writes it: with a point before an exponent's digits or none, never bare."""
    text = repr(value)
    return text if any(sign in text for sign in ".en") else f"{text}.0"


def _list(parts: list[str], depth: int) -> str:
    short = f"[{', '.join(parts)}]"
    if depth or len(short) <= 80:
        return short
    return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"


def _line(text: str) -> str:
    return '"' + _escaped(text).replace('"', '\\"').replace("\n", "\\n") + '"'


def _paragraphs(text: str) -> str:
    # Only a quotation mark before another one, or before the end, could be taken for the end.
    return '"""\n' + re.sub(r'"(?="|\Z)', '\\"', _escaped(text)) + '"""'


def _escaped(text: str) -> str:
    return _HIDDEN.sub(
        lambda result: _SHORT.get(result[0], f"\\u{ord(result[0]):04x}"), text.replace("\\", "\\\\")
    )
