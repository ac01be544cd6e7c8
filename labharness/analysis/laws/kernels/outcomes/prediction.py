"""Loops that look for a relation between an outcome and earlier ones, or bet on one.

Codes are outcomes less the lowest one, all below the number of outcomes.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

Codes = NDArray[np.int32]
_CODES = read(types.int32)
_ROUNDS = 32
"""Bets between two logarithms: a factor is between 1e-9 and 1e9, so that their product stays in range."""


@kernel(types.int64, read(types.int64), types.int64)
def complexity(symbols: NDArray[np.int64], prime: int) -> int:
    """Return the linear complexity of a sequence of numbers modulo a prime (Berlekamp and Massey)."""
    n = symbols.size
    connection, aside, kept = (
        np.zeros(n + 1, dtype=np.int64),
        np.zeros(n + 1, dtype=np.int64),
        np.zeros(n + 1, dtype=np.int64),
    )
    connection[0] = aside[0] = 1
    length, shift, last, degree = 0, 1, 1, 0
    for place in range(n):
        discrepancy = 0
        for j in range(length + 1):
            discrepancy += connection[j] * symbols[place - j]
        discrepancy %= prime
        if discrepancy == 0:
            shift += 1
            continue
        inverse, base, power = 1, last, prime - 2  # Fermat
        while power:
            if power & 1:
                inverse = inverse * base % prime
            base = base * base % prime
            power >>= 1
        factor = (prime - discrepancy) * inverse % prime
        grows = 2 * length <= place
        if grows:
            kept[: length + 1] = connection[: length + 1]
        for j in range(degree + 1):
            connection[j + shift] = (connection[j + shift] + factor * aside[j]) % prime
        if grows:
            aside[: length + 1] = kept[: length + 1]
            degree, length, last, shift = length, place + 1 - length, discrepancy, 1
        else:
            shift += 1
    return length


@kernel(types.int64[::1], _CODES, types.int64)
def equal_at_lags(codes: Codes, lags: int) -> NDArray[np.int64]:
    """Count equal outcomes at each lag from 1 on, shape (lags,)."""
    counts = np.zeros(lags, dtype=np.int64)
    for lag in range(1, lags + 1):
        late = codes[lag:]
        early = codes[: codes.size - lag]
        equal = 0
        for place in range(late.size):
            equal += late[place] == early[place]
        counts[lag - 1] = equal
    return counts


@kernel(types.float64[:, ::1], _CODES, types.int64, types.int64)
def triples(codes: Codes, outcomes: int, reach: int) -> NDArray[np.float64]:
    """Return X² of o(t) ∓ o(t-a) ∓ o(t-b) for a < b ≤ reach, from counts of the three outcomes together.

    Parameters
    ----------
    outcomes
        At most 13: their cube of counters must stay in the nearest cache.

    Returns
    -------
    ndarray
        Shape (pairs, 4), pairs in lexical order; the columns subtract both, the first, the second, none.
    """
    d, n = outcomes, codes.size
    cube = d * d * d
    residue = np.zeros((4, cube), dtype=np.int64)
    for cell in range(cube):
        now, first, second = cell // (d * d), cell // d % d, cell % d
        residue[0, cell] = (now - first - second) % d
        residue[1, cell] = (now - first + second) % d
        residue[2, cell] = (now + first - second) % d
        residue[3, cell] = (now + first + second) % d
    array = np.zeros((reach * (reach - 1) // 2, 4), dtype=np.float64)
    used = n - reach
    start = np.zeros(max(used, 0), dtype=np.int64)
    even = np.zeros(cube, dtype=np.int64)
    odd = np.zeros(cube, dtype=np.int64)
    sums = np.zeros(d, dtype=np.int64)
    row = 0
    for a in range(1, reach):
        for t in range(used):
            start[t] = (codes[t + reach] * d + codes[t + reach - a]) * d
        for b in range(a + 1, reach + 1):
            even[:] = 0
            odd[:] = 0
            back = codes[reach - b :]
            for half in range(used // 2):  # two tables: a counter is not read while it is written
                even[np.uint64(start[2 * half] + back[2 * half])] += 1
                odd[np.uint64(start[2 * half + 1] + back[2 * half + 1])] += 1
            if used % 2:
                even[start[used - 1] + back[used - 1]] += 1
            for signs in range(4):
                sums[:] = 0
                for cell in range(cube):
                    sums[residue[signs, cell]] += even[cell] + odd[cell]
                total = 0.0
                for value in range(d):
                    total += float(sums[value]) * float(sums[value])
                array[row, signs] = total * d / used - used
            row += 1
    return array


JOINT = 64
"""Most outcomes of which two square tables of counters stay in the nearest cache."""


@kernel(types.float64[:, ::1], _CODES, types.int64, types.int64)
def residues(codes: Codes, outcomes: int, reach: int) -> NDArray[np.float64]:  # noqa: C901, PLR0912  one loop in another
    """Return what :func:`triples` returns for any number of outcomes, one sign of the first lag after the other.

    Both signs of the second lag follow from one table of the rest and the outcome, if it fits a near cache.
    """
    d, n = outcomes, codes.size
    array = np.zeros((reach * (reach - 1) // 2, 4), dtype=np.float64)
    used = n - reach
    rest = np.zeros(max(used, 0), dtype=np.int64)
    sums = np.zeros((2, 2 * d), dtype=np.int64)
    joint = d <= JOINT
    even = np.zeros(d * d if joint else 1, dtype=np.int32)
    odd = np.zeros(d * d if joint else 1, dtype=np.int32)
    for first in range(2):
        row = 0
        for a in range(1, reach):
            for t in range(used):
                past = codes[t + reach - a]
                value = codes[t + reach] + (past if first else d - past)
                value = value - d if value >= d else value
                rest[t] = value * d if joint else value
            for b in range(a + 1, reach + 1):
                back = codes[reach - b :]
                sums[:] = 0
                if joint:
                    even[:] = 0
                    odd[:] = 0
                    for half in range(used // 2):  # two tables: a counter is not read while it is written
                        even[np.uint64(rest[2 * half] + back[2 * half])] += 1
                        odd[np.uint64(rest[2 * half + 1] + back[2 * half + 1])] += 1
                    if used % 2:
                        even[rest[used - 1] + back[used - 1]] += 1
                    for value in range(d):
                        for other in range(d):
                            count = even[value * d + other] + odd[value * d + other]
                            sums[0, value + d - other] += count
                            sums[1, value + other] += count
                else:
                    for t in range(used):
                        sums[0, np.uint64(rest[t] + d - back[t])] += 1
                        sums[1, np.uint64(rest[t] + back[t])] += 1
                for second in range(2):
                    total = 0.0
                    for value in range(d):
                        count = float(sums[second, value] + sums[second, value + d])
                        total += count * count
                    array[row, 2 * first + second] = total * d / used - used
                row += 1
    return array


@kernel(types.float64[:, ::1], _CODES, types.int64, types.int64)
def window_sums(codes: Codes, outcomes: int, window: int) -> NDArray[np.float64]:
    """Return X² of o(t) ∓ the sum of the last k outcomes, k = 3 … window, shape (window - 2, 2)."""
    d = outcomes
    array = np.zeros((max(window - 2, 0), 2), dtype=np.float64)
    used = codes.size - window
    sums = np.zeros((2, d), dtype=np.int64)
    for k in range(3, window + 1):
        sums[:] = 0
        past = 0
        for t in range(window - k, window):
            past += codes[t]
        for t in range(window, codes.size):
            sums[0, (codes[t] - past) % d] += 1
            sums[1, (codes[t] + past) % d] += 1
            past += codes[t] - codes[t - k]
        for sign in range(2):
            total = 0.0
            for value in range(d):
                total += float(sums[sign, value]) * float(sums[sign, value])
            array[k - 3, sign] = total * d / used - used
    return array


@kernel(
    types.int64,
    _CODES,
    types.int64,
    types.int64,
    types.int64,
    read(types.int64),
    read(types.int64),
    read(types.int64),
    written(types.int32, 2),
    written(types.int32),
    read(types.float64),
    written(types.float64),
)
def bet(
    codes: Codes,
    outcomes: int,
    begin: int,
    end: int,
    lags: NDArray[np.int64],
    factors: NDArray[np.int64],
    context: NDArray[np.int64],
    counts: NDArray[np.int32],
    favorites: NDArray[np.int32],
    priors: NDArray[np.float64],
    gains: NDArray[np.float64],
) -> int:
    """Bet on outcomes ``begin`` … ``end`` - 1 by a table of what came so far; return how many it named.

    The table counts the residual o(t) - Σ factor · o(t - lag) modulo d in each context of earlier outcomes.
    Each of two bettors adds its own prior to the counts.

    Parameters
    ----------
    counts
        Shape (contexts, d + 1), the sum of a row last; brought up to date.
    favorites
        The most frequent residual of each context; brought up to date.
    priors
        What each bettor adds to a count.
    gains
        Logarithm of what each bettor's capital was multiplied by; added to.
    """
    d = outcomes
    small, large = priors[0], priors[1]
    first = second = 1.0
    named = 0
    for t in range(begin, end):
        residual = np.int64(codes[t])
        for j in range(lags.size):
            residual -= factors[j] * codes[t - lags[j]]
        if residual < 0 or residual >= d:
            residual %= d
        cell = 0
        for j in range(context.size):
            cell = cell * d + codes[t - context[j]]
        row = counts[cell]
        seen, total = row[residual], row[d]
        first *= d * (seen + small) / (total + d * small)
        second *= d * (seen + large) / (total + d * large)
        named += favorites[cell] == residual
        row[residual] = seen + 1
        row[d] = total + 1
        if seen + 1 > row[favorites[cell]]:
            favorites[cell] = residual
        if t % _ROUNDS == 0:
            gains[0] += np.log(first)
            gains[1] += np.log(second)
            first = second = 1.0
    gains[0] += np.log(first)
    gains[1] += np.log(second)
    return named
