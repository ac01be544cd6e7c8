"""The shortest shift register of one long sequence of bits."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read


@kernel(types.int64, read(types.uint8))
def complexity(bits: NDArray[np.uint8]) -> int:
    """Return the linear complexity of a sequence of zeros and ones.

    Berlekamp and Massey's algorithm on words of 64 bits: n² / 256 steps for the discrepancies, about half as
    many for the corrections.  Bit n - 1 - k of the reversed sequence is bit k, so that the bits that a
    polynomial meets lie in the order of its coefficients.
    """
    n, each = bits.size, np.uint64(1)
    size = n // 64 + 3
    reverse = np.zeros(size, dtype=np.uint64)
    for k in range(n):
        if bits[k]:
            reverse[(n - 1 - k) >> 6] |= each << np.uint64((n - 1 - k) & 63)
    connection = np.zeros(size, dtype=np.uint64)
    aside = np.zeros(size, dtype=np.uint64)
    kept = np.zeros(size, dtype=np.uint64)
    connection[0] = aside[0] = each
    length, shift, words = 0, 1, 1
    for i in range(n):
        at, low = (n - 1 - i) >> 6, np.uint64((n - 1 - i) & 63)
        high = np.uint64(63) - low  # two shifts, since a shift by 64 is undefined
        sums = np.uint64(0)
        early, late = reverse[at:], reverse[at + 1 :]
        for w in range(min(length // 64 + 1, size - at - 1)):
            sums ^= connection[w] & (early[w] >> low | late[w] << high << each)
        for fold in (32, 16, 8, 4, 2, 1):
            sums ^= sums >> np.uint64(fold)
        if not sums & each:
            shift += 1
            continue
        grows = 2 * length <= i
        if grows:
            kept[: length // 64 + 1] = connection[: length // 64 + 1]
        whole, left = shift >> 6, np.uint64(shift & 63)
        right = np.uint64(63) - left
        connection[whole] ^= aside[0] << left
        target = connection[whole:]
        for w in range(1, min(words + 1, size - whole)):
            target[w] ^= aside[w] << left | aside[w - 1] >> right >> each
        if grows:
            words = length // 64 + 1
            aside[:words] = kept[:words]
            aside[words] = 0
            length, shift = i + 1 - length, 1
        else:
            shift += 1
    return length
