"""Predictors of the next symbol from what followed the same context before.

Contexts of 1 to ``deepest`` symbols are kept.  Of bits they are numbers, and their counts lie in one table;
of other symbols they are found by hash and compared symbol by symbol, so that results are exact.  Each
returns how many predictions were right and how many in a row at most.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several

PAIR = several(types.int64, types.int64)


@kernel(PAIR, read(types.uint8), types.int64, types.int64)
def markov_bits(bits: NDArray[np.uint8], deepest: int, entries: int) -> tuple[int, int]:
    """Predict the commoner successor of the last bits, by the best number of bits so far.

    Each number of bits keeps at most ``entries`` pairs of a context and its successor.
    """
    # The counts of context c of d bits are at 2 (2^d + c), for 0 and 1.
    counts = np.zeros(np.int64(4) << deepest, dtype=np.int32)
    held = np.zeros(deepest, dtype=np.int64)
    score = np.zeros(deepest, dtype=np.int64)
    winner = best = correct = run = longest = 0
    past = np.uint64(0)
    each = np.uint64(1)
    for place in range(1, bits.size):
        past = (past << each) | np.uint64(bits[place - 1])
        bit = np.uint64(bits[place])
        leader = winner
        lead = -1
        known = True
        size = np.uint64(2)
        for depth in range(min(deepest, place)):
            at = (size | (past & (size - each))) << each
            size <<= each
            zeros, ones = counts[at], counts[at | each]
            known = known and zeros + ones > 0
            if known:
                # Whether a guess is right is a coin: nothing here may branch on it alone.
                right = int(np.uint64(ones >= zeros) == bit)
                score[depth] += right
                if (score[depth] >= best) & (right == 1):
                    winner, best = depth, int(score[depth])
                if depth == leader:
                    lead = right
            if counts[at | bit] > 0:
                counts[at | bit] += 1
            elif held[depth] < entries:
                counts[at | bit] = 1
                held[depth] += 1
        if lead >= 0:
            correct += lead
            run = (run + 1) * lead
            longest = max(longest, run)
    return correct, longest


@kernel(PAIR, read(types.uint8), types.int64, types.int64)
def dictionary_bits(bits: NDArray[np.uint8], deepest: int, entries: int) -> tuple[int, int]:
    """Predict the successor seen most often after any of the last contexts, the longest of those alike.

    At most ``entries`` contexts are kept, of all lengths together.
    """
    counts = np.zeros(np.int64(4) << deepest, dtype=np.int32)
    held = correct = run = longest = 0
    past = np.uint64(0)
    each = np.uint64(1)
    for place in range(bits.size):
        bit = np.uint64(bits[place])
        if place >= deepest:
            most = np.int32(0)
            guess = np.uint64(2)
            for back in range(deepest):
                size = each << np.uint64(deepest - back)
                at = (size | (past & (size - each))) << each
                zeros, ones = counts[at], counts[at | each]
                if zeros + ones > 0:
                    top = max(zeros, ones)
                    guess = np.uint64(ones >= zeros) if top > most else guess
                    most = max(most, top)
                    counts[at | bit] += 1
                elif held < entries:
                    counts[at | bit] = 1
                    held += 1
            if place > deepest:
                if guess == bit:
                    correct += 1
                    run += 1
                    longest = max(longest, run)
                else:
                    run = 0
        past = (past << each) | bit
    return correct, longest
