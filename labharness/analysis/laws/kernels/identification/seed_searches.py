"""Searches of all states or seeds of 32 bits, with early exit at the first outcome that does not fit."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written
from labharness.analysis.laws.kernels.identification.states import twister_words

LANES = 32
"""Seeds side by side, so that one instruction serves several of them."""
AHEAD = 16
"""Words of the first screen: they need only the first 413 words of a seeded state."""
SCALED, MODULO, HALVED, MASKED, TOP, REAL = range(6)
"""floor(w n / 2^32); w % n; (w >> 1) % n; low bits, again if >= n; top bits, again if >= n; floor(random() n) of two words."""

_BIT = np.uint64(1)
_READ, _CODES = read(types.int64), written(types.int64)
_STATE, _WORDS = read(types.uint32), read(types.uint64)
Codes = NDArray[np.int64]
States = NDArray[np.uint32]
Words = NDArray[np.uint64]


@kernel(types.int64[::1], _READ, types.int64, types.int64, types.int64, types.int64)
def xorshift32_states(outcomes: Codes, bound: int, stride: int, start: int, stop: int) -> Codes:
    """Return the first words, from start to below stop, of xorshift32 whose remainders are the outcomes."""
    fits, count, divisor = np.empty(64, dtype=np.int64), 0, np.uint32(bound)
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


@kernel(types.int64, _WORDS, types.int64, _READ, _CODES, types.boolean)
def mapped(  # noqa: C901  one loop is all mappings
    words: Words, how: int, bounds: Codes, outcomes: Codes, given: bool
) -> int:
    """Fill in outcomes from 32-bit words, or compare those given; return how many the words suffice for, -1 if one differs."""
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
            elif how == REAL:
                real = np.float64(((word >> np.uint64(5)) << np.uint64(26)) + (words[at] >> np.uint64(6)))
                code = np.uint64(real / 9007199254740992.0 * np.float64(bound))
                at += 1
            else:
                width = np.uint64(0)
                while (bound - np.uint64(how == MASKED)) >> width:
                    width += _BIT
                code = word & ((_BIT << width) - _BIT) if how == MASKED else word >> (np.uint64(32) - width)
            if code < bound:
                break
        if given and outcomes[t] != np.int64(code):
            return -1
        outcomes[t] = np.int64(code)
    return len(bounds)


@kernel(types.void, written(types.uint32, 2), types.int64, _STATE, types.int64)
def seeded_lanes(state: States, seed: int, fixed: States, length: int) -> None:
    """Fill in the words of states after consecutive seeds, side by side.

    Parameters
    ----------
    state
        Shape (624, seeds).
    fixed
        Empty for ``init_genrand(seed)``; ``init_genrand(19650218)`` for ``init_by_array([seed])``.
    length
        Words that are needed after ``init_genrand``.
    """
    lanes = state.shape[1]
    if not len(fixed):
        for lane in range(lanes):
            state[0, lane] = np.uint32(seed + lane)
        for i in range(1, length):
            for lane in range(lanes):
                v = state[i - 1, lane]
                v ^= v >> np.uint32(30)
                state[i, lane] = np.uint32(v * np.uint32(1812433253)) + np.uint32(i)
        return
    for i in range(624):
        state[i, :] = fixed[i]
    for step in range(1247):
        i = step % 623 + 1
        before, key = 623 if i == 1 and step else i - 1, step < 624
        factor = np.uint32(1664525) if key else np.uint32(1566083941)
        for lane in range(lanes):
            v = state[before, lane]
            v ^= v >> np.uint32(30)
            v = state[i, lane] ^ np.uint32(v * factor)
            state[i, lane] = v + np.uint32(seed + lane) if key else v - np.uint32(i)
    state[0, :] = np.uint32(0x80000000)


@kernel(types.int64[::1], types.int64, types.int64, _CODES, _READ, _READ, _STATE, _WORDS)
def mt19937_seeds(
    start: int, stop: int, outcomes: Codes, bounds: Codes, hows: Codes, fixed: States, shape: Words
) -> Codes:
    """Return the seeds after which the first outcomes of any of some mappings are these."""
    fits, count = np.empty(64, dtype=np.int64), 0
    state, whole = np.empty((624, LANES), dtype=np.uint32), np.empty((624, 1), dtype=np.uint32)
    words = np.empty(AHEAD, dtype=np.uint64)
    for base in range(start, stop, LANES):
        seeded_lanes(state, base, fixed, 397 + AHEAD)
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
                if mapped(words, how, bounds, outcomes, True) < 0:  # noqa: FBT003
                    continue
                seeded_lanes(whole, base + lane, fixed, 624)
                many = twister_words(whole[:, 0].astype(np.uint64), shape, 8 * len(outcomes))
                if mapped(many, how, bounds, outcomes, True) >= 0 and count < len(fits):  # noqa: FBT003
                    fits[count] = base + lane
                    count += 1
    return fits[:count].copy()
