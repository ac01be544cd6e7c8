"""What stands against an approval, sorted: twenty missing documents are one matter, not twenty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_KINDS: Mapping[str, str] = {
    "Clauses not tested": r"NOT TESTED: (.*)",
    "Clauses inconclusive": r"Inconclusive: (.*)",
    "Wording of clauses not confirmed": r"The wording of (.*) is not confirmed( \(.*\))\.",
    "Documents missing": r"Document missing: (.*)\.",
}
"""Beginnings and ends of the sentences of a conclusion, by what they have in common."""


def by_kind(points: Iterable[str]) -> dict[str, list[str]]:
    """Sort points by kind, those of no kind first, under an empty name; none is lost.

    Examples
    --------
    >>> by_kind(["Document missing: Wiring.", "A device was a simulator.", "Document missing: Manual."])
    {'': ['A device was a simulator.'], 'Documents missing': ['Wiring', 'Manual']}
    """
    found: dict[str, list[str]] = {"": [], **{name: [] for name in _KINDS}}
    for point in points:
        name, text = _sorted(point)
        found[name].append(text)
    return {name: texts for name, texts in found.items() if texts}


def _sorted(point: str) -> tuple[str, str]:
    for name, pattern in _KINDS.items():
        if match := re.fullmatch(pattern, point, re.DOTALL):
            return name, "".join(match.groups())
    return "", point
