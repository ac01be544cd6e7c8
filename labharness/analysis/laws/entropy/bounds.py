"""From a share that was seen to the entropy that is granted."""

from __future__ import annotations

from math import inf, log, log1p, log2, sqrt

Z = 2.5758293035489008
"""Quantile 0.995 of the normal law; the standard prints it as 2.576."""

ITERATIONS = 65
"""Steps toward the root of Feller's equation, as in NIST's program: toward a double root they only creep."""


def entropy(chance: float) -> float:
    """Return min-entropy in bits: -log2 of the chance of the likeliest."""
    return max(0.0, -log2(chance))


def upper(share: float, count: int) -> float:
    """Return the upper end of the interval of 99% for a share among ``count``, by the normal law (§ 6.3.1).

    Examples
    --------
    >>> round(upper(0.4, 20), 4)
    0.6895
    """
    return min(1.0, share + Z * sqrt(share * (1 - share) / (count - 1)))


def prediction(correct: int, run: int, predictions: int, size: int) -> float:
    """Return the estimate of a predictor in bits a symbol (§ 6.3.7 steps 7 to 9, and its likes).

    Parameters
    ----------
    correct
        Right predictions.
    run
        Most right predictions in a row.
    predictions
        All of them.
    size
        Number of different symbols.
    """
    share = correct / predictions
    chance = upper(share, predictions) if correct else 1 - 0.01 ** (1 / predictions)
    chance = max(chance, 1 / size)
    if chance < 1 and no_longer_run(chance, run + 1, predictions) > log(0.99):
        low, high = chance, 1.0
        while low < (middle := (low + high) / 2) < high:
            if no_longer_run(middle, run + 1, predictions) > log(0.99):
                low = middle
            else:
                high = middle
        chance = high
    return entropy(chance)


def no_longer_run(chance: float, run: int, trials: int) -> float:
    """Return the logarithm of the chance that no ``run`` of successes comes in so many trials.

    References
    ----------
    Feller 1968, An introduction to probability theory and its applications 1, 3rd ed., § XIII.7 (7.11).

    Examples
    --------
    That no two heads in a row come in 20 throws has chance 17,711/2^20 = 0.01689:

    >>> from math import exp
    >>> round(exp(no_longer_run(0.5, 2, 20)), 4)
    0.0169
    """
    miss, root = 1 - chance, 1.0
    for _ in range(ITERATIONS):
        before, root = root, 1 + miss * chance**run * root ** (run + 1)
        if root <= before:
            break
    if chance * root >= 1 or run + 1 - run * root <= 0:
        return -inf
    return log1p(-chance * root) - log((run + 1 - run * root) * miss) - (trials + 1) * log(root)
