"""What is bet on statistics of orders relative to their input, and of each with the one before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.order_statistics import (
    count_cycles,
    count_kept,
    count_rising,
    count_valleys,
    read_as,
)
from labharness.analysis.laws.permutation_laws import cycles, valleys
from labharness.analysis.laws.prediction.learned_laws import LearnedLaws
from labharness.analysis.laws.tails import Lattice, kept_neighbours, rising_sequences
from labharness.analysis.sampling.monitors.order_stakes import SUMMED, Stake
from labharness.model.cards import Order

Statistic = tuple[Callable[[Order], NDArray[np.int64]], Lattice]


class OrderLaws(Stake):
    """Learned laws of what a riffle, a shelf or an unmixed packet moves, in one order and from one to the next.

    Given the orders before, a fair order is uniform, and so are its quotient and its product with the one before.
    """

    def __init__(self, cards: int) -> None:
        self._of_each, self._of_quotients, self._of_products = _of_each(cards), _of_two(cards), _of_two(cards)
        every = (*self._of_each, *self._of_quotients, *self._of_products)
        self._laws = LearnedLaws([law for _, law in every], SUMMED)
        self._last = np.empty((0, cards), dtype=np.uint16)

    def take(self, rows: Order) -> None:
        """Count orders, as places of the input, by the value of each statistic."""
        earlier = np.concatenate([self._last, rows[:-1]])
        later = rows[len(rows) - len(earlier) :].astype(np.intp)
        quotients = np.take_along_axis(read_as("inverse", earlier), later, axis=1)
        products = np.take_along_axis(earlier, later, axis=1)
        self._last = rows[-1:].copy()
        counts, zeros = self._laws.counts, iter(self._laws.zeros)
        for statistics, read in (
            (self._of_each, rows),
            (self._of_quotients, quotients),
            (self._of_products, products),
        ):
            for statistic, _ in statistics:
                counts += np.bincount(next(zeros) + statistic(read), minlength=len(counts))

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all statistics."""
        return self._laws.log_capital


def _of_each(cards: int) -> tuple[Statistic, ...]:
    """Return the statistics of one order with their laws."""
    return (
        (count_rising, rising_sequences(cards)),
        (lambda rows: count_rising(read_as("inverse", rows)), rising_sequences(cards)),
        (count_kept, kept_neighbours(cards)),
        (lambda rows: count_valleys(rows, "output", "valleys"), valleys(cards)),
        (lambda rows: count_valleys(rows, "output", "peaks"), valleys(cards)),
        (lambda rows: count_valleys(rows, "inverse", "valleys"), valleys(cards)),
        (lambda rows: count_valleys(rows, "inverse", "peaks"), valleys(cards)),
        (count_cycles, cycles(cards)),
        (lambda rows: (cards - count_cycles(rows)) % 2, Lattice(0, np.array([0.5, 0.5]))),
    )


def _of_two(cards: int) -> tuple[Statistic, ...]:
    """Return the statistics of an order and the one before."""
    return ((count_rising, rising_sequences(cards)), (count_kept, kept_neighbours(cards)))
