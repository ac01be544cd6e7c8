"""Health tests of a running noise source (§ 4.4): repetition count and adaptive proportion."""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray

WINDOW_OF_BITS, WINDOW = 1024, 512
"""Samples of a window of the adaptive proportion test, for bits and for wider samples."""


def repetition_cutoff(entropy: float, exponent: int) -> int:
    """Return how many equal samples in a row alarm, at a false-alarm chance of 2^-exponent a sample.

    Parameters
    ----------
    entropy
        Claimed min-entropy of a sample, above 0.

    Examples
    --------
    >>> repetition_cutoff(2.0, 30)
    16
    """
    return 1 + ceil(exponent / entropy)


def proportion_cutoff(entropy: float, exponent: int, window: int) -> int:
    """Return how many samples of a window, equal to its first, alarm.

    One more than the least count that is exceeded with a chance of at most 2^-exponent, which is the
    standard's 1 + critbinom(W, 2^-H, 1 - α).

    Examples
    --------
    >>> proportion_cutoff(1.0, 20, 1024), proportion_cutoff(8.0, 20, 512)
    (589, 13)
    """
    from scipy.special import bdtrc

    beyond = bdtrc(np.arange(window + 1), window, 2.0**-entropy)
    return 1 + int(np.argmax(beyond <= 2.0**-exponent))


def repetitions(samples: NDArray[np.uint8], cutoff: int) -> NDArray[np.intp]:
    """Return the places at which a run of equal samples reaches the cutoff.

    Examples
    --------
    >>> repetitions(np.array([1, 2, 2, 2, 2, 3, 3, 3], dtype=np.uint8), 3).tolist()
    [3, 7]
    """
    if not len(samples):
        return np.empty(0, dtype=np.intp)
    first = np.concatenate(([0], np.flatnonzero(samples[1:] != samples[:-1]) + 1))
    lengths = np.diff(first, append=len(samples))
    return np.asarray(first[lengths >= cutoff] + cutoff - 1)


def proportions(windows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many samples of each window, shape (windows, W), equal its first."""
    return np.asarray((windows == windows[:, :1]).sum(axis=1), dtype=np.int64)
