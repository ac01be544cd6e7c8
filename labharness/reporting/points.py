"""Open items in words, sorted by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Reason

NOT_TESTED, INCONCLUSIVE, UNCONFIRMED, MISSING = (
    "Clauses not tested",
    "Clauses inconclusive",
    "Wording of clauses not confirmed",
    "Documents missing",
)
_KINDS: Mapping[str, tuple[str, Callable[[Reason], str]]] = {
    Conclusions.CLAUSE_NOT_TESTED.code: (NOT_TESTED, lambda one: f"{one['clause']}, {one['asked']}"),
    Conclusions.CLAUSE_INCONCLUSIVE.code: (INCONCLUSIVE, lambda one: f"{one['clause']}, {one['asked']}"),
    Conclusions.WORDING_UNCONFIRMED.code: (UNCONFIRMED, lambda one: f"{one['clause']} ({one['wording']})"),
    Conclusions.DOCUMENT_MISSING.code: (MISSING, lambda one: str(one["title"])),
}
"""Title of a kind, and the words for one item below it, by code."""


def by_kind(points: Iterable[Reason], say: Callable[[Reason], str]) -> dict[str, list[str]]:
    """Sort open items by kind, those of no kind first, under an empty name; every item stays.

    Parameters
    ----------
    say
        Gives the sentence of an item of no kind.

    Examples
    --------
    >>> from labharness.language.catalog import say
    >>> missing = [Conclusions.DOCUMENT_MISSING(title=title) for title in ("Wiring", "Manual")]
    >>> by_kind([missing[0], Conclusions.NO_RUN(), missing[1]], say)
    {'': ['No run of the submitted software is on file.'], 'Documents missing': ['Wiring', 'Manual']}
    """
    found: dict[str, list[str]] = {"": [], **{title: [] for title, _ in _KINDS.values()}}
    for point in points:
        title, write = _KINDS.get(point.code, ("", say))
        found[title].append(write(point))
    return {title: texts for title, texts in found.items() if texts}
