"""What answers a clause, by what it came to and in which runs, the worst first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from labharness.assessment.clauses.obligations import (
    NO_TEST,
    NOT_APPLICABLE,
    NOT_TESTED,
    SHOWN,
    ClauseAnswer,
)
from labharness.model.results import Outcome

RELIED_ON = "external result"
"""Answered by another laboratory's result, which the report relies on."""
ORDER = (
    Outcome.FAIL.value,
    NOT_TESTED,
    Outcome.INCONCLUSIVE.value,
    Outcome.PASS.value,
    RELIED_ON,
    NOT_APPLICABLE,
    NO_TEST,
)
"""Results of clauses, the worst first."""
WORDS = (*ORDER, SHOWN)
"""What answers of clauses can come to, the worst first."""
_RANKS = {word: at for at, word in enumerate(WORDS)}


@dataclass(frozen=True, slots=True)
class Proof(ClauseAnswer):
    """What answers a clause, and in which runs it came to that; none where nothing did."""

    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """What came to the same in the same runs."""

    came: str
    runs: tuple[str, ...]
    names: tuple[str, ...]


def grouped(answers: Iterable[Proof]) -> tuple[AnswerGroup, ...]:
    """Return what answers a clause, grouped by result and runs.

    Examples
    --------
    >>> both = Proof("Runs", "PASS", "runs", runs=("a",)), Proof("Frequency", "FAIL", "frequency", runs=("a",))
    >>> [(one.came, one.names) for one in grouped(both)]
    [('FAIL', ('Frequency',)), ('PASS', ('Runs',))]
    """
    result: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for answer in answers:
        result.setdefault((answer.came, answer.runs), []).append(answer.what)
    groups = [AnswerGroup(origin, runs, tuple(names)) for (origin, runs), names in result.items()]
    return tuple(sorted(groups, key=lambda each: _RANKS.get(each.came, len(_RANKS))))
