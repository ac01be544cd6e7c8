"""Open items in words, sorted by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from labharness.assessment.kinds import TOTALS
from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Parameter, Reason

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


def in_short(points: Iterable[Reason], say: Callable[[Reason], str]) -> list[str]:
    """Return points in words: those of a kind as their number, those of one cause or of one run in one sentence.

    Examples
    --------
    >>> from labharness.language.catalog import say
    >>> why = Conclusions.UNDECIDED()
    >>> in_short([Conclusions.RUN_DOUBTED(run=run, why=why) for run in ("Run 1", "Run 2")], say)
    ['Run 1 and Run 2: The evidence supports neither a pass nor a failure.']
    """
    found = list(points)
    number = Counter(one.code for one in found)
    together: dict[object, list[Reason]] = {}
    for point in found:
        together.setdefault(_cause(point, several=number[point.code] > 1), []).append(point)
    return [say(_merged(each)) for each in together.values()]


def _cause(point: Reason, *, several: bool) -> object:
    """Return what points have in common that make one sentence."""
    if several and point.code in TOTALS:
        return point.code
    if point.is_a(Conclusions.RUN_DOUBTED, Conclusions.PLAN_DOUBTED):
        return point["why"]
    return point


def _merged(points: Sequence[Reason]) -> Reason:
    first = points[0]
    if len(points) == 1:
        return first
    if first.code in TOTALS:
        return TOTALS[first.code](len(points))
    runs = dict.fromkeys(run for one in points for run in _runs(one))
    return Conclusions.RUNS_DOUBTED(runs=tuple(runs), why=first["why"])


def _runs(point: Reason) -> Iterator[Parameter]:
    named = point["runs"] if point.is_a(Conclusions.PLAN_DOUBTED) else point["run"]
    yield from named if isinstance(named, tuple) else (named,)
