"""Ways in which generators draw outcomes and make bits."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Outcomes = NDArray[np.uint16]

LCG_BITS = 16


def uniform(random: Generator, units: int, low: int, high: int) -> Outcomes:
    """Draw without flaw."""
    return random.integers(low, high + 1, size=units).astype(np.uint16)


def remainder(random: Generator, units: int, low: int, high: int, bits: int) -> Outcomes:
    """Take the remainder of a word of so many bits, so that smaller outcomes come more often."""
    return (low + random.integers(1 << bits, size=units) % (high - low + 1)).astype(np.uint16)


def stuck(random: Generator, units: int, low: int, high: int, rate: float) -> Outcomes:
    """Draw the smallest outcome instead of a fair one with this chance."""
    outcomes = uniform(random, units, low, high)
    outcomes[random.random(units) < rate] = low
    return outcomes


def repeated(random: Generator, units: int, low: int, high: int, rate: float) -> Outcomes:
    """Draw the outcome before once more with this chance."""
    fresh = np.where(random.random(units) < rate, 0, np.arange(units))
    return uniform(random, units, low, high)[np.maximum.accumulate(fresh)]


def congruential(random: Generator, units: int, low: int, high: int) -> Outcomes:
    """Scale the state of a 16-bit linear congruential generator of full period, chosen at random.

    Notes
    -----
    Full period by Hull and Dobell's theorem: an odd increment, and a multiplier that is 1 modulo 4.
    """
    size = 1 << LCG_BITS
    multiplier = 4 * int(random.integers(size // 4)) + 1
    increment = 2 * int(random.integers(size // 2)) + 1
    state, states = int(random.integers(size)), np.empty(min(units, size), dtype=np.int64)
    for place in range(len(states)):
        states[place] = state = (multiplier * state + increment) % size
    scaled = low + (states * (high - low + 1) >> LCG_BITS)
    return np.resize(scaled, units).astype(np.uint16)


def unbalanced(random: Generator, units: int, excess: float) -> bytes:
    """Set every bit with a chance of one half and this excess."""
    return _packed(random.random(8 * units, dtype=np.float32) < 0.5 + excess)


def persistent(random: Generator, units: int, excess: float) -> bytes:
    """Make every bit that of the one before with a chance of one half and this excess."""
    changes = random.random(8 * units, dtype=np.float32) >= 0.5 + excess
    return _packed(np.logical_xor.accumulate(changes))


def stuck_bit(random: Generator, units: int, bit: int) -> bytes:
    """Set one bit of every byte."""
    data = np.frombuffer(random.bytes(units), dtype=np.uint8)
    return np.bitwise_or(data, np.uint8(1 << bit)).tobytes()


def _packed(bits: NDArray[np.bool_]) -> bytes:
    return np.packbits(bits).tobytes()
