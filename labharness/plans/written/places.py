"""Where each table, key and value of a TOML file stands.

``tomllib`` says what a file means and no more. A mistake is named with its line, and an editor that leaves comments,
order and unknown keys alone replaces a value where it stands; both need places.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

KeyPath = tuple[str | int, ...]
"""Keys from the outside in; entries of lists are counted from zero."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"\d{4}-\d\d-\d\d [0-9:.]+(?:[Zz]|[+-]\d\d:\d\d)?|[^\s,\]}#]+")
_LINE_END = re.compile(r"[^\n]*(?:\n|$)")


class TextPlace(NamedTuple):
    """Where something stands, as offsets into the text.

    Parameters
    ----------
    begins
        Where its key or its heading begins.
    start, stop
        Its value; of a table with a heading, heading and all statements up to the next heading.
    headed
        Whether it is a table with a heading of its own.
    """

    begins: int
    start: int
    stop: int
    headed: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A file and the places in it.

    Parameters
    ----------
    tables
        Where the last statement of each table with a heading ends, of the whole file by ``()``.
    """

    text: str
    places: Mapping[KeyPath, TextPlace]
    tables: Mapping[KeyPath, int]

    def line(self, path: KeyPath) -> int | None:
        """Return the line, counted from one, of a key, or of the innermost table around it that has a place."""
        for depth in range(len(path), 0, -1):
            if (place := self.places.get(path[:depth])) is not None:
                return self.line_at(place.begins)
        return None

    def line_at(self, offset: int) -> int:
        """Return the line of an offset, counted from one."""
        return self.text.count("\n", 0, offset) + 1

    def shown(self, path: KeyPath) -> str:
        """Return a value as it is written, "" where the file does not have it."""
        place = self.places.get(path)
        return "" if place is None else self.text[place.start : place.stop]


def read_places(text: str) -> Written:
    """Return the places of a text that ``tomllib`` has accepted; what they are for any other text is not defined."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 1 if text.startswith("\ufeff") else 0
        self._places: dict[KeyPath, TextPlace] = {}
        self._ends: dict[KeyPath, int] = {(): self._at}
        self._counts: Counter[KeyPath] = Counter()
        self._headings: list[tuple[int, KeyPath]] = []

    def read(self) -> Written:
        table: KeyPath = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                break
            if self._text[self._at] == "[":
                table = self._heading()
            else:
                self._statement(table)
            end = _LINE_END.match(self._text, self._at)
            self._at = len(self._text) if end is None else end.end()
            self._ends[table] = self._at
        self._close()
        return Written(self._text, self._places, self._ends)

    def _skip(self, what: re.Pattern[str]) -> None:
        match = what.match(self._text, self._at)
        if match is not None:
            self._at = match.end()

    def _heading(self) -> KeyPath:
        begins = self._at
        several = self._text.startswith("[[", self._at)
        self._at += 2 if several else 1
        keys = self._keys()
        self._at = self._text.index("]", self._at) + (2 if several else 1)
        path: KeyPath = ()
        for place, key in enumerate(keys):
            path = (*path, key)
            if several and place == len(keys) - 1:
                path = (*path, self._counts[path])
                self._counts[path[:-1]] += 1
            elif path in self._counts:
                path = (*path, self._counts[path] - 1)
        self._headings.append((begins, path))
        return path

    def _close(self) -> None:
        """Give each heading the stretch up to the end of its own statements."""
        for begins, path in self._headings:
            self._places[path] = TextPlace(begins, begins, self._ends[path], headed=True)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_SPACE)
            match = _BARE.match(self._text, self._at) or _TEXT.match(self._text, self._at)
            if match is None:
                raise ValueError("no TOML")
            self._at = match.end()
            word = match[0]
            keys.append(str(tomllib.loads(f"k = {word}")["k"]) if word[0] in "\"'" else word)
            self._skip(_SPACE)
            if not self._text.startswith(".", self._at):
                return keys
            self._at += 1

    def _statement(self, table: KeyPath) -> None:
        begins = self._at
        path = (*table, *self._keys())
        self._at = self._text.index("=", self._at) + 1
        self._skip(_SPACE)
        start = self._at
        self._value(path)
        self._places[path] = TextPlace(begins, start, self._at)

    def _value(self, path: KeyPath) -> None:
        sign = self._text[self._at]
        if sign == "[":
            self._list(path)
        elif sign == "{":
            self._inline(path)
        else:
            match = (_TEXT if sign in "\"'" else _PLAIN).match(self._text, self._at)
            if match is None:
                raise ValueError("no TOML")
            self._at = match.end()

    def _list(self, path: KeyPath) -> None:
        self._at += 1
        number = 0
        while self._more("]"):
            start = self._at
            self._value((*path, number))
            self._places[*path, number] = TextPlace(start, start, self._at)
            number += 1

    def _inline(self, path: KeyPath) -> None:
        self._at += 1
        while self._more("}"):
            self._statement(path)

    def _more(self, closing: str) -> bool:
        """Pass over blanks and a comma; returns whether another entry follows."""
        self._skip(_BLANK)
        if self._text[self._at] == ",":
            self._at += 1
            self._skip(_BLANK)
        if self._text[self._at] == closing:
            self._at += 1
            return False
        return True
