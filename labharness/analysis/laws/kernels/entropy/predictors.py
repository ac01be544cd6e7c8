"""Estimators of entropy (SP 800-90B § 6.3): waits until bits collide or come again, and predictors of the next symbol.

A predictor returns how many predictions were right and how many in a row at most.
"""

from __future__ import annotations

from math import log2

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several

PAIR = several(types.int64, types.int64)
SUMS = several(types.float64, types.float64)


@kernel(PAIR, read(types.uint8))
def collisions(bits: NDArray[np.uint8]) -> tuple[int, int]:
    """Count the collisions that two equal bits in a row make, and those that need a third bit."""
    two = three = place = 0
    while place + 1 < bits.size:
        if bits[place] == bits[place + 1]:
            two += 1
            place += 2
        elif place + 2 < bits.size:
            three += 1
            place += 3
        else:
            break
    return two, three


@kernel(SUMS, read(types.uint8), types.int64, types.int64)
def returns(bits: NDArray[np.uint8], width: int, known: int) -> tuple[float, float]:
    """Add up log2 of the distance, in blocks, to the same block before, and its squares.

    The first ``known`` blocks fill the dictionary; a block that never came is as far away as the start.
    """
    last = np.zeros(1 << width, dtype=np.int64)
    total = squares = lost = lost_square = 0.0
    for block in range(bits.size // width):
        code = 0
        for place in range(block * width, block * width + width):
            code = 2 * code + int(bits[place])
        if block >= known:
            value = log2(np.float64(block + 1 - last[code]))
            # Compensated sums: what a long sum cuts off a term goes into the next.
            term = value - lost
            now = total + term
            lost, total = (now - total) - term, now
            term = value * value - lost_square
            now = squares + term
            lost_square, squares = (now - squares) - term, now
        last[code] = block + 1
    return total, squares


@kernel(PAIR, read(types.uint8), types.int64, read(types.int64))
def most_common_in_window(  # noqa: C901  one loop is the predictor
    symbols: NDArray[np.uint8], size: int, windows: NDArray[np.int64]
) -> tuple[int, int]:
    """Predict the commonest symbol of the last so many, the latest of those alike, by the best window so far.

    Symbols are below ``size``; windows ascend, and a window predicts once it is full.
    """
    number = windows.size
    # Count and last place of each symbol in one number: the largest belongs to the symbol to predict.
    weight = np.zeros((number, size), dtype=np.int64)
    best = np.zeros(number, dtype=np.int64)
    score = np.zeros(number, dtype=np.int64)
    winner = correct = run = longest = 0
    each = np.int64(1) << np.int64(32)
    for place in range(symbols.size):
        symbol = np.int64(symbols[place])
        if place >= windows[0]:
            if best[winner] == symbol:
                correct += 1
                run += 1
                longest = max(longest, run)
            else:
                run = 0
        for window in range(number):
            gone = place - windows[window]
            if gone >= 0 and best[window] == symbol:
                score[window] += 1
                if score[window] >= score[winner]:
                    winner = window
            held = weight[window]
            held[symbol] = ((held[symbol] >> np.int64(32)) + 1) * each + place
            if held[symbol] > held[best[window]]:
                best[window] = symbol
            if gone >= 0:
                old = np.int64(symbols[gone])
                held[old] -= each
                if old == best[window]:
                    top = 0
                    for other in range(size):
                        if held[other] > held[top]:
                            top = other
                    best[window] = top
    return correct, longest


@kernel(PAIR, read(types.uint8), read(types.int64))
def most_common_bit_in_window(bits: NDArray[np.uint8], windows: NDArray[np.int64]) -> tuple[int, int]:
    """Do as :func:`most_common_in_window` for bits and windows of odd length, which have no ties."""
    number = windows.size
    ones = np.zeros(number, dtype=np.int64)
    score = np.zeros(number, dtype=np.int64)
    winner = best = correct = run = longest = 0
    for place in range(bits.size):
        bit = np.int64(bits[place])
        if place >= windows[0]:
            right = int(np.int64(2 * ones[winner] > windows[winner]) == bit)
            correct += right
            run = (run + 1) * right
            longest = max(longest, run)
        for window in range(number):
            length = windows[window]
            gone = np.int64(0)
            if place >= length:
                gone = np.int64(bits[place - length])
                right = int(np.int64(2 * ones[window] > length) == bit)
                score[window] += right
                if (score[window] >= best) & (right == 1):
                    winner, best = window, int(score[window])
            ones[window] += bit - gone
    return correct, longest


@kernel(PAIR, read(types.uint8), types.int64)
def lags(symbols: NDArray[np.uint8], deepest: int) -> tuple[int, int]:
    """Predict the symbol so many places back, by the best distance so far of 1 to ``deepest``."""
    # Scores lie from the farthest distance to 1, so that they run along with the symbols.
    score = np.zeros(deepest, dtype=np.int32)
    hit = np.zeros(deepest, dtype=np.int32)
    winner = np.int64(deepest - 1)
    best = np.int32(0)
    correct = run = longest = 0
    for place in range(1, symbols.size):
        symbol = symbols[place]
        if symbols[place - deepest + winner] == symbol:
            correct += 1
            run += 1
            longest = max(longest, run)
        else:
            run = 0
        first = max(0, deepest - place)
        past = symbols[place - deepest + first : place]
        scores, hits = score[first:], hit[first:]
        top = np.int32(0)
        for back in range(past.size):
            same = np.int32(past[back] == symbol)
            scores[back] += same
            hits[back] = scores[back] * same
            top = max(top, hits[back])
        if top >= best and top > 0:
            best = top
            least = np.int32(past.size)
            for back in range(past.size):
                least = min(least, np.int32(back) if hits[back] == top else np.int32(past.size))
            winner = first + np.int64(least)
    return correct, longest
