"""Additive recurrences in integers."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, written


@kernel(types.void, written(types.uint64), types.int64, types.int64, types.int64, types.uint64)
def continued(words: NDArray[np.uint64], longer: int, shorter: int, sign: int, modulus: np.uint64) -> None:
    """Fill in the words after the first ``longer``."""
    for place in range(longer, len(words)):
        word = words[place - longer]
        if sign > 0:
            word += words[place - shorter]
        else:
            word += modulus - words[place - shorter]
        words[place] = word % modulus
