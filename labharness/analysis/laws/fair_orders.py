"""Fair orders of a deck by the million, for simulated laws and simulated devices."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from labharness.model.cards import Order


class FairOrders:
    """A stream of fairly shuffled decks.

    Fisher and Yates's shuffle, its choices from xoshiro256++ without remainder, so that every order is
    equally likely.

    Parameters
    ----------
    random
        Gives the 256 bits from which the stream begins.

    References
    ----------
    Durstenfeld 1964, Communications of the ACM 7, 420.  Blackman & Vigna 2021, "Scrambled linear
    pseudorandom number generators", ACM Transactions on Mathematical Software 47, 36.  Lemire 2019, "Fast
    random integer generation in an interval", ACM Transactions on Modeling and Computer Simulation 29, 3.

    Examples
    --------
    >>> orders = FairOrders(np.random.default_rng(461))
    >>> np.sort(orders.of([0, 1, 2], 4)).tolist()
    [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]]
    """

    def __init__(self, random: Generator) -> None:
        self._state = random.integers(1, 1 << 64, size=4, dtype=np.uint64)

    def of(self, deck: ArrayLike, units: int) -> Order:
        """Return so many orders of a deck of codes, shape (units, cards)."""
        from labharness.analysis.laws.kernels.cards import fair_decks

        return fair_decks.shuffled(self._state, np.ascontiguousarray(deck, dtype=np.uint16), units)

    def place_table(self, deck: Order, units: int, dealt: int, columns: int) -> NDArray[np.int64]:
        """Count codes by place in so many hands of ``dealt`` cards, each of a whole deck, which stays mixed.

        Parameters
        ----------
        deck
            Codes of all cards below ``columns``; any order of them may begin.
        """
        from labharness.analysis.laws.kernels.cards import fair_decks

        return fair_decks.dealt_table(self._state, deck, units, dealt, columns)

    def dealt(self, deck: Order, units: int, places: int) -> Order:
        """Return the first places of so many fair orders, shape (units, places); the deck stays mixed.

        Examples
        --------
        >>> fair = FairOrders(np.random.default_rng(461))
        >>> sorted(fair.dealt(np.arange(3, dtype=np.uint16), 2, 3)[1].tolist())
        [0, 1, 2]
        """
        from labharness.analysis.laws.kernels.cards import fair_decks

        return fair_decks.dealt(self._state, deck, units, places)
