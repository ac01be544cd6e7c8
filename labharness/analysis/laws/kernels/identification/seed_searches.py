"""Searches of all states or seeds of 32 bits, with early exit at the first outcome that does not fit."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written
from labharness.analysis.laws.kernels.identification.twisters import twister_words

LANES = 32
"""Seeds side by side, so that one instruction serves several of them."""
AHEAD = 8
"""Words of the first screen: they need only the first 405 words of a seeded state."""
SCALED, MODULO, HALVED, MASKED, TOP, REAL = range(6)
"""floor(w n / 2^32); w % n; (w >> 1) % n; low bits, again if >= n; top bits, again if >= n; floor(random() n) of two words."""

_BIT = np.uint64(1)


@kernel(types.int64[::1], read(types.int64), types.int64, types.int64, types.int64, types.int64)
def xorshift32_states(
    outcomes: NDArray[np.int64], bound: int, stride: int, start: int, stop: int
) -> NDArray[np.int64]:
    """Return the first words, from start to below stop, of xorshift32 whose remainders are the outcomes."""
    fits = np.empty(64, dtype=np.int64)
    count, divisor = 0, np.uint32(bound)
    word = start + (outcomes[0] - start) % bound
    while word < stop and count < len(fits):
        x, agrees = np.uint32(word), word > 0
        for i in range(1, len(outcomes)):
            if not agrees:
                break
            for _ in range(stride):
                x ^= np.uint32(x << np.uint32(13))
                x ^= np.uint32(x >> np.uint32(17))
                x ^= np.uint32(x << np.uint32(5))
            agrees = np.uint32(x % divisor) == np.uint32(outcomes[i])
        if agrees:
            fits[count] = word
            count += 1
        word += bound
    return fits[:count].copy()


@kernel(types.int64, read(types.uint64), types.int64, read(types.int64), written(types.int64))
def mapped(  # noqa: C901  one loop is all mappings
    words: NDArray[np.uint64], how: int, bounds: NDArray[np.int64], outcomes: NDArray[np.int64]
) -> int:
    """Fill in outcomes from 32-bit words; return how many the words suffice for."""
    at = 0
    for t in range(len(bounds)):
        bound = np.uint64(bounds[t])
        while True:
            if at + np.int64(how == REAL) >= len(words):
                return t
            word = words[at]
            at += 1
            if how == SCALED:
                code = (word * bound) >> np.uint64(32)
            elif how == MODULO:
                code = word % bound
            elif how == HALVED:
                code = (word >> _BIT) % bound
            elif how == MASKED:
                mask = bound - _BIT
                for shift in (1, 2, 4, 8, 16):
                    mask |= mask >> np.uint64(shift)
                code = word & mask
            elif how == TOP:
                code, length = bound, np.uint64(0)
                while code:
                    code >>= _BIT
                    length += _BIT
                code = word >> (np.uint64(32) - length)
            else:
                real = np.float64(((word >> np.uint64(5)) << np.uint64(26)) + (words[at] >> np.uint64(6)))
                code = np.uint64(real / 9007199254740992.0 * np.float64(bound))
                at += 1
            if code < bound:
                break
        outcomes[t] = np.int64(code)
    return len(bounds)


@kernel(
    types.int64[:, ::1],
    types.int64,
    types.int64,
    read(types.int64),
    read(types.int64),
    read(types.int64),
    read(types.uint32),
    read(types.uint64),
)
def mt19937_seeds(  # noqa: C901, PLR0912, PLR0915  one pass tries all mappings
    start: int,
    stop: int,
    outcomes: NDArray[np.int64],
    bounds: NDArray[np.int64],
    hows: NDArray[np.int64],
    array_state: NDArray[np.uint32],
    shape: NDArray[np.uint64],
) -> NDArray[np.int64]:
    """Return seeds and mappings whose first outcomes are these, shape (fits, 2).

    Parameters
    ----------
    array_state
        Empty for ``init_genrand(seed)``; ``init_genrand(19650218)`` for ``init_by_array([seed])``.
    """
    fits = np.empty((64, 2), dtype=np.int64)
    count = 0
    state = np.empty((624, LANES), dtype=np.uint32)
    words, codes = np.empty(AHEAD, dtype=np.uint64), np.empty(len(outcomes), dtype=np.int64)
    whole = np.empty(624, dtype=np.uint64)
    by_array = len(array_state) > 0
    for base in range(start, stop, LANES):
        for lane in range(LANES):
            state[0, lane] = array_state[0] if by_array else np.uint32(base + lane)
        for i in range(1, 624 if by_array else 397 + AHEAD):
            for lane in range(LANES):
                v = state[i - 1, lane]
                v ^= v >> np.uint32(30)
                if by_array:
                    state[i, lane] = (array_state[i] ^ np.uint32(v * np.uint32(1664525))) + np.uint32(
                        base + lane
                    )
                else:
                    state[i, lane] = np.uint32(v * np.uint32(1812433253)) + np.uint32(i)
        if by_array:
            for step in range(624):
                i, before = (1, 623) if step in {0, 623} else (step + 1, step)
                key = step == 0
                for lane in range(LANES):
                    v = state[before, lane]
                    v ^= v >> np.uint32(30)
                    if key:
                        state[i, lane] = (state[i, lane] ^ np.uint32(v * np.uint32(1664525))) + np.uint32(
                            base + lane
                        )
                    else:
                        state[i, lane] = (state[i, lane] ^ np.uint32(v * np.uint32(1566083941))) - np.uint32(
                            i
                        )
            state[0, :] = np.uint32(0x80000000)
        for lane in range(min(LANES, stop - base)):
            for w in range(AHEAD):
                y = (state[w, lane] & np.uint32(0x80000000)) | (state[w + 1, lane] & np.uint32(0x7FFFFFFF))
                z = state[w + 397, lane] ^ (y >> np.uint32(1))
                if y & np.uint32(1):
                    z ^= np.uint32(0x9908B0DF)
                z ^= z >> np.uint32(11)
                z ^= np.uint32(z << np.uint32(7)) & np.uint32(0x9D2C5680)
                z ^= np.uint32(z << np.uint32(15)) & np.uint32(0xEFC60000)
                words[w] = np.uint64(z ^ (z >> np.uint32(18)))
            for how in hows:
                result = mapped(words, how, bounds[:AHEAD], codes)
                agrees = True
                for t in range(result):
                    if codes[t] != outcomes[t]:
                        agrees = False
                        break
                if not agrees or count == len(fits):
                    continue
                whole[0] = np.uint64(state[0, lane])
                for i in range(1, 624):
                    if by_array:
                        whole[i] = np.uint64(state[i, lane])
                    else:
                        v64 = whole[i - 1] ^ (whole[i - 1] >> np.uint64(30))
                        whole[i] = (v64 * np.uint64(1812433253) + np.uint64(i)) & np.uint64(0xFFFFFFFF)
                result = mapped(twister_words(whole, shape, 8 * len(outcomes)), how, bounds, codes)
                for t in range(result):
                    if codes[t] != outcomes[t]:
                        agrees = False
                        break
                if agrees:
                    fits[count, 0], fits[count, 1] = base + lane, how
                    count += 1
    return fits[:count].copy()
