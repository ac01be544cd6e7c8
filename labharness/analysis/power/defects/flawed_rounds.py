"""Ways in which a continuous shuffler deals rounds; all cards of a round are put back after it."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.model.cards import Order, types


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
