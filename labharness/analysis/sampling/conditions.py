"""What a sample must have to be judged: each question returns the reason why it is not, or None.

A check that is not judged says so at once: :func:`refuse` ends its ``judge`` with a result that gives the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from labharness.model.reasons.decision import Sample
from labharness.model.results import CheckResult, Counted
from labharness.reason import Reason


class NotApplicableError(Exception):
    """Ends the judging of a check that does not apply; holds its result."""

    def __init__(self, result: CheckResult) -> None:
        super().__init__(result)
        self.result = result


def refuse(units: int, reason: Reason | None, details: tuple[Reason, ...] = ()) -> None:
    """End the judging of a check, which read these units, where there is a reason not to judge them."""
    if reason:
        raise NotApplicableError(CheckResult(units, details=details, not_applicable=reason))


def refuse_if(condition: object, units: int, reason: Reason, details: tuple[Reason, ...] = ()) -> None:
    """End the judging of a check for a reason where a condition holds."""
    refuse(units, reason if condition else None, details)


def answering(judge: Callable[..., CheckResult]) -> Callable[..., CheckResult]:
    """Return a ``judge`` that returns the result of a check that refused its sample."""

    @wraps(judge)
    def answered(*values: Any) -> CheckResult:
        try:
            return judge(*values)
        except NotApplicableError as refused:
            return refused.result

    return answered


def too_few(
    recorded: int, needed: int, what: Counted, size: int = 0, of: Counted | None = None
) -> Reason | None:
    """Return a reason where fewer items were recorded than are needed.

    Parameters
    ----------
    recorded, needed
        Items there are, and items that the law asks for.
    what
        The items.
    size, of
        What each item consists of, where it is a block of others.

    Examples
    --------
    >>> too_few(9, 10, Counted.BLOCKS, 128, Counted.BITS) == Sample.TOO_FEW_OF_SIZE(
    ...     needed=10, recorded=9, what=Counted.BLOCKS, size=128, of=Counted.BITS
    ... )
    True
    """
    if recorded >= needed:
        return None
    if of is None:
        return Sample.TOO_FEW(needed=needed, recorded=recorded, what=what)
    return Sample.TOO_FEW_OF_SIZE(needed=needed, recorded=recorded, what=what, size=size, of=of)


def out_of_range(outcomes: int, most: int) -> Reason | None:
    """Return a reason where a source has fewer than 2 outcomes or more than a check counts."""
    return None if 2 <= outcomes <= most else Sample.RANGE(outcomes=outcomes, least=2, most=most)


def too_few_for_range(
    recorded: int, needed: int, what: Counted, outcomes: int, most: int, least: int = 2
) -> Reason | None:
    """Return a reason where the outcomes are out of range, or fewer groups were recorded than they ask for."""
    if least <= outcomes <= most and recorded >= needed:
        return None
    return Sample.OUTCOMES_AND_GROUPS(
        needed=needed, recorded=recorded, what=what, outcomes=outcomes, most=most
    )
