"""The words of a filter: ``name:value`` looks in one column, ``since:`` and ``until:`` at days, any other word everywhere."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

SINCE, UNTIL = "since", "until"
_WORD = re.compile(r'(?:(\w[\w-]*):)?(?:"([^"]*)"|(\S+))')


@dataclass(frozen=True, slots=True)
class FilterWord:
    """One condition of a filter.

    Parameters
    ----------
    name
        Of a column, ``since`` or ``until``; "" for a word that may stand in any column.
    """

    name: str
    value: str

    def __str__(self) -> str:
        quoted = any(sign.isspace() for sign in self.value) or (":" in self.value and not self.name)
        value = f'"{self.value}"' if quoted else self.value
        return f"{self.name}:{value}" if self.name else value


def words_of(text: str, names: Collection[str]) -> Iterator[FilterWord]:
    """Yield the conditions of a text.

    Parameters
    ----------
    names
        Of the columns, ``since`` and ``until`` among them where a table has days. A name that is none of them is a
        part of the word.

    Examples
    --------
    >>> [str(word) for word in words_of('Verdict:FAIL device:"Example S1" blackjack', ("verdict", "device"))]
    ['verdict:FAIL', 'device:"Example S1"', 'blackjack']
    """
    for each in _WORD.finditer(text):
        name = (each[1] or "").casefold()
        value = (each[2] if each[2] is not None else each[3]).replace('"', "").strip()
        if name in names and value and (name not in (SINCE, UNTIL) or is_day(value)):
            yield FilterWord(name, value)
        elif whole := each[0].replace('"', "").strip():
            yield FilterWord("", whole)


def is_day(text: str) -> bool:
    """Say whether a text is a day, such as 2026-11-01."""
    try:
        return len(text) == len("2026-11-01") and date.fromisoformat(text) is not None
    except ValueError:
        return False
