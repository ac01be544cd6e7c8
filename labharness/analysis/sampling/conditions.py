"""What a sample must have to be judged: each question returns the reason why it is not, or None."""

from __future__ import annotations

from labharness.model.reasons.decision import Sample
from labharness.model.results import Counted
from labharness.reason import Reason


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
