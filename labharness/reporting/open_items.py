"""Open items in words, sorted by kind.

What waits for a person after a night, by how urgent it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from labharness.assessment.headline import TOTALS
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing, Item, State
from labharness.reason import Parameter, Reason

NOT_TESTED, INCONCLUSIVE, UNCONFIRMED, MISSING = (
    "Clauses not tested",
    "Clauses inconclusive",
    "Wording of clauses not confirmed",
    "Documents missing",
)
_KINDS: Mapping[str, tuple[str, Callable[[Reason], str]]] = {
    Conclusions.CLAUSE_NOT_TESTED.code: (NOT_TESTED, lambda each: f"{each['clause']}, {each['asked']}"),
    Conclusions.CLAUSE_INCONCLUSIVE.code: (INCONCLUSIVE, lambda each: f"{each['clause']}, {each['asked']}"),
    Conclusions.WORDING_UNCONFIRMED.code: (UNCONFIRMED, lambda each: f"{each['clause']} ({each['wording']})"),
    Conclusions.DOCUMENT_MISSING.code: (MISSING, lambda each: str(each["title"])),
}
"""Title of a kind, and the words for one item below it, by code."""


def by_kind(items: Iterable[Reason], say: Callable[[Reason], str]) -> dict[str, list[str]]:
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
    result: dict[str, list[str]] = {"": [], **{title: [] for title, _ in _KINDS.values()}}
    for item in items:
        title, write = _KINDS.get(item.code, ("", say))
        result[title].append(write(item))
    return {title: texts for title, texts in result.items() if texts}


def in_short(items: Iterable[Reason], say: Callable[[Reason], str]) -> list[str]:
    """Return items in words: those of a kind as their number, those of one cause or of one run in one sentence.

    Examples
    --------
    >>> from labharness.language.catalog import say
    >>> why = Conclusions.UNDECIDED()
    >>> in_short([Conclusions.RUN_DOUBTED(run=run, why=why) for run in ("Run 1", "Run 2")], say)
    ['Run 1 and Run 2: The evidence supports neither a pass nor a failure.']
    """
    result = list(items)
    number = Counter(each.code for each in result)
    together: dict[object, list[Reason]] = {}
    for item in result:
        together.setdefault(_cause(item, several=number[item.code] > 1), []).append(item)
    return [say(_merged(each)) for each in together.values()]


def _cause(item: Reason, *, several: bool) -> object:
    """Return what items have in common that make one sentence."""
    if several and item.code in TOTALS:
        return item.code
    if item.is_a(Conclusions.RUN_DOUBTED, Conclusions.PLAN_DOUBTED):
        return item["why"]
    return item


def _merged(items: Sequence[Reason]) -> Reason:
    first = items[0]
    if len(items) == 1:
        return first
    if first.code in TOTALS:
        return TOTALS[first.code](len(items))
    runs = dict.fromkeys(run for item in items for run in _runs(item))
    return Conclusions.RUNS_DOUBTED(runs=tuple(runs), why=first["why"])


def _runs(item: Reason) -> Iterator[Parameter]:
    named = item["runs"] if item.is_a(Conclusions.PLAN_DOUBTED) else item["run"]
    yield from named if isinstance(named, tuple) else (named,)


class DutyKind(StrEnum):
    """What a person must do, the most urgent first, each with the command that shows or does it."""

    REST = "not_at_rest", "labharness show {run}", True
    EVIDENCE = "evidence", "labharness verify {run}", True
    UNREADABLE = "unreadable", "labharness verify {run}", True
    VANISHED = "run_lost", "labharness queue history {run}", True
    NOT_RUN = "not_run", "labharness queue history {run}"
    NOT_BEGUN = "not_begun", "labharness queue list"
    MISSED = "missed", "labharness queue schedules"
    LEFT_OPEN = "left_open", "labharness show {run}"
    TAKEN_OVER = "taken_over", "labharness queue history {run}"
    ANSWER = "answer", "labharness tell {run} answer TEXT"
    PAUSED = "paused", "labharness tell {run} resume"
    LOST = "device_lost", "labharness show {run}", True
    ERROR = "error", "labharness show {run}", True
    INTERRUPTED = "interrupted", "labharness resume {run}"
    CLOSED = "session_closed", "labharness resume {run}"
    FAILED = "fail", "labharness report build {run}", True
    UNDECIDED = "inconclusive", "labharness show {run}"
    LEFT = "left", "labharness resume {run}"
    UNCOPIED = "uncopied", "labharness store copy {run}"

    command: str
    bad: bool

    def __new__(cls, name: str, command: str = "", bad: bool = False) -> Self:
        """Make a kind; what is bad is shown as a failure."""
        kind = str.__new__(cls, name)
        kind._value_, kind.command, kind.bad = name, command, bad
        return kind


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that waits for a person.

    Parameters
    ----------
    run
        The run's name.
    said
        What the records say of it, one text for each thing.
    """

    need: DutyKind
    run: str
    said: tuple[str, ...] = ()


def duties_of_item(item: Item) -> Iterator[Duty]:
    """Yield what is to be done about an item that did not run to an end; its reason says more than its run."""
    need = {
        Closing.NOT_RUN: DutyKind.NOT_RUN,
        Closing.LOST: DutyKind.VANISHED,
        Closing.LEFT_OPEN: DutyKind.LEFT_OPEN,
    }.get(item.closing or Closing.RAN)
    if item.state is State.DAMAGED:
        need = DutyKind.NOT_RUN
    if item.reason is not None and item.reason.is_a(Nights.TAKEN_OVER):
        need = DutyKind.TAKEN_OVER
    withdrawn = item.reason is not None and item.reason.is_a(Nights.WITHDRAWN, Nights.GIVEN_BACK)
    if need is not None and not withdrawn:
        reason = None if need is DutyKind.VANISHED else item.reason  # which says the same
        yield Duty(need, item.id, () if reason is None else (say(reason),))
