"""Checks that count events of each shuffle in cells and compare X² with fair shuffles.

Totals of statistics over fair samples of orders of distinct cards.

Cards of a shoe that nothing but their faces tells apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.null_samples import FairOrders, monte_carlo_tails, shuffle_null, simulated_law
from labharness.analysis.laws.tails import pearson
from labharness.analysis.sampling.orders.faces import Face, face_counts, face_of_types, recoded
from labharness.analysis.sampling.tables import Block, histogram
from labharness.model.cards import CardSet, Order
from labharness.model.reasons.run import Effects
from labharness.model.results import Axis, CheckResult


@dataclass(frozen=True, eq=False)
class ShuffleCells:
    """What a check counts in a shuffle.

    Parameters
    ----------
    count
        Counts of all cells in orders of shape (shuffles, cards).
    mean
        Exact expectation of each cell for one fair shuffle, none 0.
    label, names
        What the cells are, for pictures.
    """

    count: Callable[[Order], NDArray[np.int64]]
    mean: NDArray[np.float64]
    label: Axis
    names: Sequence[str]

    def judge(
        self, counts: NDArray[np.int64], units: int, deck: NDArray[np.intp], *, replicates: int, seed: int
    ) -> CheckResult:
        """Compare X² of all cells with its simulated law; events of one shuffle depend on each other.

        Parameters
        ----------
        counts, units
            What was counted, and in how many shuffles.
        deck
            Codes of all cards of a shuffle.
        """
        null = shuffle_null(
            deck,
            units,
            lambda orders: pearson(self.count(orders), len(orders) * self.mean),
            replicates=replicates,
            seed=seed,
        )
        expected, df, fair = units * self.mean, len(self.mean) - 1, float(null.mean())
        result = pearson(counts, expected)
        return CheckResult(
            units,
            {"X2": result, "fair_X2": fair, "p_floor": 1 / (replicates + 1)},
            float(df),
            monte_carlo_tails(result, null),
            simulated_law(units, replicates, seed),
            root_effect(Effects.COHENS_W(), result * df / fair, df, float(expected.sum())),
            pictures=(histogram(counts, expected, (self.label, self.names), Axis.TIMES),),
        )


CHUNK = 1 << 22
"""Cards that are simulated at once."""


def fair_totals(
    cards: int, units: int, totals: Callable[[Order, int], NDArray[np.int64]], replicates: int, seed: int
) -> NDArray[np.int64]:
    """Return totals of each of many fair samples, shape (replicates, totals).

    Parameters
    ----------
    cards, units
        Cards of an order, orders of a sample.
    totals
        Gives, of the orders of several samples one after another and the number of each, one row for each sample.
    """
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    deck, result = np.arange(cards), []
    some = max(1, CHUNK // (units * cards))
    for begin in range(0, replicates, some):
        number = min(some, replicates - begin)
        result.append(totals(fair.of(deck, number * units), units))
    return np.concatenate(result)


def unmarked_face(cards: CardSet) -> Face:
    """Return by what cards are alike: by their types, or by ranks where each type comes once.

    Examples
    --------
    >>> unmarked_face(CardSet.of_decks("one", 1)), unmarked_face(CardSet.of_decks("two", 2))
    ('rank', 'card')
    """
    return "rank" if cards.distinct else "card"


def kind_counts(cards: CardSet) -> tuple[int, ...]:
    """Return the cards of each kind."""
    return face_counts(cards, unmarked_face(cards))


def kinds_of(block: Block) -> Order:
    """Return the kinds of the cards of regular units as they are, whatever the input was."""
    return recoded(block.cards, _numbers(block.population.held))


@lru_cache(maxsize=16)
def _numbers(cards: CardSet) -> NDArray[np.intp]:
    kinds = face_of_types(unmarked_face(cards))
    return np.searchsorted(np.unique(kinds[cards.present]), kinds)
