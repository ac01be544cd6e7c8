"""Neighbors of rounds that were neighbors in rounds shortly before."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

_KINDS = 64


@kernel(types.int64[::1], read(types.uint16, 2), read(types.int64), types.int64, types.int64)
def returned(
    rounds: NDArray[np.uint16], units: NDArray[np.int64], first: int, back: int
) -> NDArray[np.int64]:
    """Count neighbors that followed each other in one of the rounds before, and what the same cards could give.

    Parameters
    ----------
    rounds, units
        Card types of each round, and its number; at most ``back`` rounds are looked back.
    first
        First row that is counted; the ones before are context.

    Returns
    -------
    NDArray
        Sums over the rounds: neighbors met before (h), ordered pairs of cards that were neighbors (e), twice the paths
        of two such pairs plus the ordered pairs of disjoint ones (s), and e².
    """
    total, cards = rounds.shape
    found = np.zeros(4, dtype=np.int64)
    met = np.full((_KINDS, _KINDS), np.int64(-1))
    into, out = np.zeros(cards, dtype=np.int64), np.zeros(cards, dtype=np.int64)
    for unit in range(first, total):
        before = unit - 1
        while before >= 0 and units[unit] - units[before] <= back:
            row = rounds[before]
            for place in range(1, cards):
                met[row[place - 1] & 63, row[place] & 63] = unit
            before -= 1
        row = rounds[unit]
        into[:] = 0
        out[:] = 0
        both = np.int64(0)
        for one in range(cards):
            for other in range(cards):
                if one != other and met[row[one] & 63, row[other] & 63] == unit:
                    out[one] += 1
                    into[other] += 1
                    both += np.int64(met[row[other] & 63, row[one] & 63] == unit)
        edges, paths, shared = np.int64(0), -both, -both
        for one in range(cards):
            edges += out[one]
            paths += into[one] * out[one]
            shared += out[one] * out[one] + into[one] * into[one] + 2 * into[one] * out[one]
        shared -= edges
        for place in range(1, cards):
            found[0] += np.int64(met[row[place - 1] & 63, row[place] & 63] == unit)
        found[1] += edges
        found[2] += 2 * paths + edges * edges - shared
        found[3] += edges * edges
    return found
