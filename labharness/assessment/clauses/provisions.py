"""Which provisions a citation names: sections with their subsections, lists and ranges written out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

CODE = "58 Pa. Code "
"""How citations of the Code begin; a game's file leaves it out, since it cites nothing else."""
Provision = tuple[str, ...]
"""A section and the marks of its subsections, outermost first."""

_PART = re.compile(r"(?:§ (\d+[a-z]?\.\d+[a-z]?))?((?:\(\w+\))*)(?:-\((\w+)\))?")
_MARK = re.compile(r"\((\w+)\)")
_DIGITS = tuple(str(place) for place in range(1, 51))
_ROMAN = (
    "i",
    "ii",
    "iii",
    "iv",
    "v",
    "vi",
    "vii",
    "viii",
    "ix",
    "x",
    "xi",
    "xii",
    "xiii",
    "xiv",
    "xv",
    "xvi",
)
_LEVELS = (tuple(ascii_lowercase), _DIGITS, _ROMAN, tuple(ascii_uppercase), _DIGITS)
"""Marks of subsections by how deep they are, as the Code sets them: (a)(1)(i)(A)(1)."""


def provisions(citation: str) -> frozenset[Provision]:
    """Return what a citation names, nothing where it is of another law or says more than that.

    Examples
    --------
    >>> sorted(provisions("58 Pa. Code § 645a.10(b)-(d)"))
    [('645a.10', 'b'), ('645a.10', 'c'), ('645a.10', 'd')]
    >>> sorted(provisions("§ 633a.3(b)(1), (2), § 633a.1"))
    [('633a.1',), ('633a.3', 'b', '1'), ('633a.3', 'b', '2')]
    >>> provisions("58 Pa. Code § 810a.5(c), by analogy")
    frozenset()
    """
    provisions: set[Provision] = set()
    before: Provision = ()
    for text in citation.removeprefix(CODE).split(", "):
        part = _PART.fullmatch(text)
        if part is None or not text:
            return frozenset()
        section, path, last = part.groups()
        marks = tuple(_MARK.findall(path))
        if section is None:
            marks = _after(before[1:], marks)
        provision: Provision = (section or (before[0] if before else ""), *marks)
        every = _range(provision, last) if last else (provision,)
        if not provision[0] or not every:
            return frozenset()
        provisions.update(every)
        before = provision
    return frozenset(provisions)


def within(citation: str, other: str) -> bool:
    """Whether all that a citation names of some section lies in what another names.

    Examples
    --------
    >>> within("§ 645a.8(e), § 645a.10(d)", "§ 645a.10(b)-(d)")
    True
    >>> within("§ 592.10(c), (d)", "§ 592.10(b), (c)")
    False
    """
    named, whole = provisions(citation), provisions(other)
    return any(
        all(each in whole for each in named if each[0] == section) for section in {each[0] for each in named}
    )


def _after(before: Sequence[str], marks: tuple[str, ...]) -> Provision:
    """Set marks in the place of the last one of their kind: after (b)(1), (2) is (b)(2) and (c) is (c)."""
    kinds = [_kind(mark) for mark in before]
    place = max((at for at, kind in enumerate(kinds) if marks and kind == _kind(marks[0])), default=0)
    return (*before[:place], *marks)


def _kind(mark: str) -> tuple[bool, bool]:
    return mark.isdigit(), mark.isupper()


def _range(first: Provision, last: str) -> tuple[Provision, ...]:
    """Write a range out, nothing where its ends are no marks of one kind in order."""
    depth = len(first) - 2
    marks = _LEVELS[depth] if 0 <= depth < len(_LEVELS) else ()
    if first[-1] not in marks or last not in marks or marks.index(last) < marks.index(first[-1]):
        return ()
    return tuple((*first[:-1], mark) for mark in marks[marks.index(first[-1]) : marks.index(last) + 1])
