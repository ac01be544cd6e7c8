"""From words to outcomes, with exactly the arithmetic of the call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Outcomes = NDArray[np.int64]


def multiply_shift(words: Words, width: int, bounds: Outcomes) -> Outcomes:
    """Return floor(w n / 2^width) in integers; width at most 64, bounds at most 2^32.

    Examples
    --------
    >>> multiply_shift(np.array([0, 2**31, 2**32 - 1], dtype=np.uint64), 32, np.array([7, 7, 7])).tolist()
    [0, 3, 6]
    """
    n = bounds.astype(np.uint64)
    if width <= 32:
        return (words * n >> np.uint64(width)).astype(np.int64)
    cut = np.uint64(width - 32)
    low = words & ((np.uint64(1) << cut) - np.uint64(1))
    return ((words >> cut) * n + (low * n >> cut) >> np.uint64(32)).astype(np.int64)


def fraction(
    words: Words, divisor: float, bounds: Outcomes, real: type[np.floating] = np.float64
) -> Outcomes:
    """Return floor((w / divisor) n) in floating point; ``real`` is the type of the program's product."""
    outcomes: Outcomes = ((words.astype(real) / real(divisor)) * bounds.astype(real)).astype(np.int64)
    return outcomes


def remainder(words: Words, bounds: Outcomes) -> Outcomes:
    """Return w modulo n."""
    return (words % bounds.astype(np.uint64)).astype(np.int64)


def signed_remainder(words: Words, width: int, bounds: Outcomes) -> Outcomes:
    """Return the word as a signed number of ``width`` bits, at most 63, modulo n, never negative.

    Examples
    --------
    >>> signed_remainder(np.array([2**32 - 1], dtype=np.uint64), 32, np.array([7])).tolist()
    [6]
    """
    values = words.astype(np.int64)
    signed: Outcomes = values - ((values >> (width - 1)) << width)
    rest: Outcomes = np.mod(signed, bounds)
    return rest


def power_of_two(bounds: Outcomes) -> NDArray[np.bool_]:
    """Return which bounds are powers of two."""
    return np.asarray(bounds & (bounds - 1) == 0)
