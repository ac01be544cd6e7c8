"""Predictors of the next symbol from what followed the same context before.

Contexts of 1 to ``deepest`` symbols are kept.  Of bits they are numbers, and their counts lie in one table;
of other symbols they are found by hash and compared symbol by symbol, so that results are exact.  Each
returns how many predictions were right and how many in a row at most.

As :mod:`labharness.analysis.laws.kernels.entropy.contexts`, for symbols of more than one bit.

A context is found by a hash of its symbols and then compared symbol by symbol with the place where it first
came, so that a collision costs time and never changes a result.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several, written

PAIR = several(types.int64, types.int64)
DEPTHS = 64
"""More than the longest context: a first place and a length make one number."""

ORIGIN, GUESS = 0, 1
"""Columns of a table of contexts: where a context first came, 0 for a free slot; and the guess.

A guess is the count of the likeliest successor, times 256, and that successor, so that of equal counts the
larger successor has the larger number.
"""


@kernel(types.uint64, types.uint64, types.uint64)
def mixed(value: Any, symbol: Any) -> Any:
    """Return the hash of a context and one symbol before it."""
    stirred = (value ^ (symbol + np.uint64(1))) * np.uint64(0x9E3779B97F4A7C15)
    return stirred ^ (stirred >> np.uint64(29))


@kernel(types.int64, written(types.int64, 2), read(types.uint8), types.int64, types.int64, types.uint64)
def slot(table: NDArray[np.int64], symbols: NDArray[np.uint8], place: int, depth: int, value: Any) -> Any:
    """Return where the context of ``depth`` symbols before a place is kept, or the free slot where it may be."""
    mask = np.uint64(table.shape[0] - 1)
    at = (value >> np.uint64(32)) & mask
    while table[at, ORIGIN]:
        origin = table[at, ORIGIN] // DEPTHS
        if table[at, ORIGIN] % DEPTHS == depth:
            back = 1
            while back <= depth and symbols[origin - back] == symbols[place - back]:
                back += 1
            if back > depth:
                break
        at = (at + np.uint64(1)) & mask
    return np.int64(at)


@kernel(types.int64, written(types.int64), types.int64)
def pair_slot(pairs: NDArray[np.int64], key: Any) -> Any:
    """Return where a pair is counted, or the free slot where it may be; a key is above the 32 bits of a count."""
    mask = np.uint64(pairs.size - 1)
    at = (mixed(np.uint64(key >> np.int64(32)), np.uint64(0)) >> np.uint64(32)) & mask
    while pairs[at] and (pairs[at] ^ key) >> np.int64(32):
        at = (at + np.uint64(1)) & mask
    return np.int64(at)


@kernel(types.int64, types.int64)
def room(items: int) -> Any:
    """Return a power of two that leaves half of a table free."""
    size = np.int64(1024)
    while size < 2 * items:
        size *= 2
    return size


@kernel(PAIR, read(types.uint8), types.int64, types.int64)
def markov(  # noqa: C901  one loop is the predictor
    symbols: NDArray[np.uint8], deepest: int, entries: int
) -> tuple[int, int]:
    """Predict the commonest successor of the last symbols, the largest of those alike.

    The best number of symbols so far predicts; each number keeps at most ``entries`` pairs of a context and
    its successor.
    """
    size = room(min(entries, symbols.size))
    tables = np.zeros((deepest, size, 2), dtype=np.int64)
    pairs = np.zeros((deepest, size), dtype=np.int64)
    held = np.zeros(deepest, dtype=np.int64)
    score = np.zeros(deepest, dtype=np.int64)
    winner = best = correct = run = longest = filled = 0
    for place in range(1, symbols.size):
        symbol = np.int64(symbols[place])
        leader = winner
        known = True
        value: Any = np.uint64(0)
        for depth in range(min(deepest, place)):
            # Where a context is new, so are all longer ones, and full tables take nothing more.
            if not known and filled == deepest:
                break
            value = mixed(value, np.uint64(symbols[place - 1 - depth]))
            vacant = held[depth] < entries
            if not known and not vacant:
                continue
            at = slot(tables[depth], symbols, place, depth + 1, value)
            guess = tables[depth, at, GUESS]
            known = known and guess > 0
            if known:
                right = guess & 255 == symbol
                if right:
                    score[depth] += 1
                    if score[depth] >= best:
                        winner, best = depth, int(score[depth])
                if depth == leader:
                    correct += right
                    run = run + 1 if right else 0
                    longest = max(longest, run)
            key = (at * 256 + symbol + 1) << np.int64(32)
            pair = pair_slot(pairs[depth], key)
            if pairs[depth, pair] == 0:
                if not vacant:
                    continue
                pairs[depth, pair] = key
                if guess == 0:
                    tables[depth, at, ORIGIN] = place * DEPTHS + depth + 1
                held[depth] += 1
                filled += held[depth] == entries
            pairs[depth, pair] += 1
            count = pairs[depth, pair] - key
            tables[depth, at, GUESS] = max(guess, count * 256 + symbol)
    return correct, longest


@kernel(PAIR, read(types.uint8), types.int64, types.int64, types.int64)
def dictionary(symbols: NDArray[np.uint8], size: int, deepest: int, entries: int) -> tuple[int, int]:
    """Predict the successor seen most often after any of the last contexts, the longest of those alike.

    Symbols are below ``size``; at most ``entries`` contexts are kept, of all lengths together.
    """
    table = np.zeros((room(entries), 2), dtype=np.int64)
    numbers = np.zeros(table.shape[0], dtype=np.int64)
    # No more contexts can come than there are places for them.
    kept = min(entries, deepest * symbols.size)
    counts = np.zeros((kept, size), dtype=np.int32)
    values = np.zeros(deepest + 1, dtype=np.uint64)
    # Most contexts are in no dictionary; a sieve by hash turns them away before they are looked up.
    sieve = np.zeros(1 << 20, dtype=np.uint8)
    held = correct = run = longest = 0
    for place in range(deepest, symbols.size):
        symbol = np.int64(symbols[place])
        for depth in range(1, deepest + 1):
            values[depth] = mixed(values[depth - 1], np.uint64(symbols[place - depth]))
        guess: Any = np.int64(0)
        for depth in range(deepest, 0, -1):
            cell = (values[depth] >> np.uint64(40)) & np.uint64((1 << 20) - 1)
            if not sieve[cell] and held == entries:
                continue
            at = slot(table, symbols, place, depth, values[depth])
            if table[at, ORIGIN]:
                if table[at, GUESS] >> np.int64(8) > guess >> np.int64(8):
                    guess = table[at, GUESS]
            elif held < entries:
                sieve[cell] = 1
                table[at, ORIGIN] = place * DEPTHS + depth
                numbers[at] = held
                held += 1
            else:
                continue
            counts[numbers[at], symbol] += 1
            count = np.int64(counts[numbers[at], symbol])
            table[at, GUESS] = max(table[at, GUESS], count * 256 + symbol)
        if place > deepest:
            right = bool(guess > 0 and guess & 255 == symbol)
            correct += right
            run = run + 1 if right else 0
            longest = max(longest, run)
    return correct, longest


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
