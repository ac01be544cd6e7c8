"""Data that two runs have in common, and whether a person explained them."""

from __future__ import annotations

from labharness.model.counted import Counted
from labharness.reason import Code, doubt, note


class EqualData(Code, area="equal_data"):
    """What equal data of two runs are worth as evidence."""

    ELSEWHERE = doubt(run=str, runs=tuple[str, ...])
    """``runs`` are outside the submission."""
    NOT_EQUAL = doubt(explanation=str, runs=tuple[str, ...])
    BY_PARTICIPANT = doubt(explanation=str, person=str, run=str)
    UNEXPLAINED = doubt(run=str, runs=tuple[str, ...])
    EXPLAINED_BY = note(
        run=str,
        runs=tuple[str, ...],
        person=str,
        submission=str,
        explanation=str,
        cause=str,
        files=tuple[str, ...],
    )
    EXPLAINED = note(runs=tuple[str, ...])
    EXPLAINED_ELSEWHERE = note(explanation=str, runs=tuple[str, ...])
    """The second of ``runs`` is outside the submission."""
    SHARED = note(stage=str, units=int, what=Counted, first=int)
