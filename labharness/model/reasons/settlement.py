"""What all attempts on one device come to together, and notes on other runs of the workspace."""

from __future__ import annotations

from labharness.model.reasons.run import Trait
from labharness.reason import Code, Reason, note
from labharness.titled import Titled


class Settled(Code, area="settlement"):
    """Basis of the verdict over all attempts, and runs that are not among them."""

    PASSED_ALONE = note(attempts=int)
    PASSED_AGAIN = note(attempts=int, checks=tuple[Titled, ...], run=str)
    RUNS_SET_ASIDE = note(runs=tuple[str, ...])
    FAILED = note(attempts=int)
    AWAITS_RETEST = note(attempts=int, run=str, checks=tuple[Titled, ...])
    NONE_COMPLETED = note(attempts=int)
    UNDECIDED = note(attempts=int)

    COUNTS_UNNAMED = note(run=str)
    STANDS_APART = note(run=str, traits=tuple[Trait, ...])
    NOTHING_DONE = note(run=str)
    NOT_BEGUN = note(run=str, why=Reason)
    REPORTED_AND_GONE = note(run=str)
