"""Laws of the largest difference between groups of one sample, whatever the device's own law is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import LEAST_EXPECTED

_AT_ONCE = 1 << 22
"""Labels permuted at a time, which bounds memory."""


@dataclass(frozen=True, slots=True)
class LargestDifference:
    """The largest difference between groups.

    Parameters
    ----------
    p
        Chance of a difference as large where all groups have one law.
    column
        The statistic, or outcome, in which the groups differ most.
    """

    p: float
    column: int


def permutation_test(
    table: NDArray[np.float64], labels: NDArray[np.intp], permutations: int, seed: int
) -> LargestDifference | None:
    """Compare the means of groups by permuting their labels.

    Parameters
    ----------
    table
        Statistics by unit, shape (units, statistics).
    labels
        Group of each unit from 0, shape (units,).
    permutations
        Random permutations; the p-value is at least 1 / (permutations + 1).

    Returns
    -------
    LargestDifference or None
        None where fewer than two groups have units, or no statistic varies.

    Notes
    -----
    The test statistic is the largest sum over the groups of ``n (mean - overall mean)² / variance``, of all
    statistics.  The p-value is exact for exchangeable units, also where the device is unfair, and the maximum
    takes account of the number of statistics [Westfall & Young 1993].

    Examples
    --------
    >>> same = np.arange(40.0).reshape(-1, 1) % 4
    >>> permutation_test(same, np.arange(40) // 20, 999, 461).p > 0.5
    True
    """
    varies = np.flatnonzero(np.ptp(table, axis=0) > 0) if len(table) else np.empty(0, dtype=np.intp)
    groups, labels = np.unique(labels, return_inverse=True)
    if len(groups) < 2 or not len(varies):
        return None
    chosen = table[:, varies]
    scaled = (chosen - chosen.mean(axis=0)) / chosen.std(axis=0)
    sizes = np.bincount(labels)
    observed = _between(labels[None, :], scaled, sizes)[0]
    largest, source = observed.max(), np.random.Generator(np.random.PCG64(seed))
    as_large, left = 0, permutations
    while left:
        rows = min(left, max(1, _AT_ONCE // len(labels)))
        permuted = source.permuted(np.tile(labels, (rows, 1)), axis=1)
        # Equal sums of another order differ by rounding only, and count as equal.
        as_large += int((_between(permuted, scaled, sizes).max(axis=1) >= largest * (1 - 1e-9)).sum())
        left -= rows
    return LargestDifference((1 + as_large) / (1 + permutations), int(varies[observed.argmax()]))


def _between(
    labels: NDArray[np.intp], scaled: NDArray[np.float64], sizes: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the sum of squares between groups, shape (rows of labels, statistics)."""
    array = np.zeros((len(labels), scaled.shape[1]))
    for group, size in enumerate(sizes):
        array += ((labels == group).astype(np.float64) @ scaled) ** 2 / size
    return array


def contingency_test(counts: NDArray[np.int64]) -> LargestDifference | None:
    """Compare the outcomes of groups by Pearson's X² of the table groups × outcomes.

    Parameters
    ----------
    counts
        Outcomes by group, shape (groups, outcomes).

    Returns
    -------
    LargestDifference or None
        None where fewer than two groups or outcomes remain.

    Notes
    -----
    X² has (groups - 1)(outcomes - 1) degrees of freedom for independent outcomes of one law, fair or not.
    Outcomes of which some group expects fewer than five are joined, the rarest first.

    Examples
    --------
    >>> contingency_test(np.array([[500, 510, 490], [505, 495, 500]])).p > 0.5
    True
    """
    from scipy.special import chdtrc

    whole = counts[counts.sum(axis=1) > 0]
    order = np.argsort(whole.sum(axis=0), kind="stable")
    least = whole.sum(axis=1).min() / max(1, whole.sum()) if len(whole) else 0.0
    joined: list[list[int]] = [[]]
    for column in order.tolist():
        if whole[:, joined[-1]].sum() * least >= LEAST_EXPECTED:
            joined.append([])
        joined[-1].append(column)
    if len(joined) > 1 and whole[:, joined[-1]].sum() * least < LEAST_EXPECTED:
        joined[-2:] = [joined[-2] + joined[-1]]
    if len(whole) < 2 or len(joined) < 2:
        return None
    table = np.stack([whole[:, each].sum(axis=1) for each in joined], axis=1).astype(np.float64)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    parts = ((table - expected) ** 2 / expected).sum(axis=0)
    df = (table.shape[0] - 1) * (table.shape[1] - 1)
    return LargestDifference(float(chdtrc(df, parts.sum())), joined[int(parts.argmax())][-1])
