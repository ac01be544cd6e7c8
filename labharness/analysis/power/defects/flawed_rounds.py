"""Ways in which a continuous shuffler deals rounds; all cards of a round are put back after it.

Ways in which generators draw outcomes and make bits.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.model.cards import Order, types

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


def draw(
    random: Generator, inside: Order, ready: Order, number: int, buffer: int
) -> tuple[Order, Order, Order]:
    """Give out cards that lie ready first, and fill the buffer again.

    Parameters
    ----------
    inside
        Cards that can be drawn.
    ready
        Cards drawn before, in the order in which they will leave; cards put back cannot reach them.
    number, buffer
        Cards to give out, and cards that must lie ready afterwards.

    Returns
    -------
    tuple
        Cards dealt, cards still inside, and cards that lie ready.
    """
    wanted = min(number + buffer - len(ready), len(inside))
    mixed = random.permutation(inside)
    drawn = np.concatenate((ready, mixed[:wanted]))
    return drawn[:number], mixed[wanted:], drawn[number:]


def buffered(random: Generator, cards: Order, rounds: int, dealt: int, buffer: int) -> NDArray[np.uint16]:
    """Deal rounds with so many cards always lying ready; with none the machine is ideal.

    Returns
    -------
    NDArray
        Shape (rounds, dealt).
    """
    array = np.empty((rounds, dealt), dtype=np.uint16)
    inside, ready = cards, cards[:0]
    for place in range(rounds):
        array[place], inside, ready = draw(random, inside, ready, dealt, buffer)
        inside = np.concatenate((inside, array[place]))
    return array


def layered(random: Generator, cards: Order, rounds: int, dealt: int, unmixed: int) -> NDArray[np.uint16]:
    """Deal the first rounds after the cards were put in straight from the top, in their order; then fairly."""
    array = buffered(random, cards, rounds, dealt, 0)
    top = np.resize(cards, unmixed * dealt).reshape(unmixed, dealt)
    array[:unmixed] = top[:rounds]
    return array


def favored(random: Generator, cards: Order, rounds: int, dealt: int, excess: float) -> NDArray[np.uint16]:
    """Draw every card of the set's first type more readily, by this share of its chance to be drawn next.

    Notes
    -----
    Weighted drawing without replacement: the cards with the smallest exponential times, divided by weights.
    """
    weight = np.where(types(cards) == types(cards).min(), 1 + excess, 1.0)
    times = random.exponential(size=(rounds, len(cards))) / weight
    return np.asarray(cards[np.argsort(times, axis=1)[:, :dealt]])
