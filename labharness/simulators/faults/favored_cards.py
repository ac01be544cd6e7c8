"""Half of the cards come more often than the others."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order, types
from labharness.model.observations import Kind
from labharness.simulators.fault import Carousel, Fault


class FavoredCards(Fault):
    """Exchanges some cards of a round for cards of the favored half that are still inside.

    Notes
    -----
    A card of the other half is exchanged with chance q, so that its frequency is 1 - q of what it should be and
    that of the favored half 1 + q r, where r is the ratio of the halves' sizes: the root-mean-square deviation
    over all cards is then q √r, and q where the halves are equal.
    """

    HELP: ClassVar = "root-mean-square deviation of the cards' frequencies from equal ones, 0 to 0.5"
    DEFAULT: ClassVar = "0.1"
    KINDS: ClassVar = frozenset({Kind.ROUND})
    MACHINES: ClassVar = (Carousel,)

    def _read(self) -> None:
        self._deviation = self.number(0, 0.5)
        self._favored: Order = np.empty(0, dtype=np.uint16)
        self._chance = 0.0
        self._inside = 0

    def inserted(self, cards: Order) -> Order:
        """Choose the favored half."""
        kinds = np.unique(types(cards)).astype(np.uint16)
        self._favored = kinds[: (len(kinds) + 1) // 2]
        favored = int(np.isin(types(cards), self._favored).sum())
        self._inside = len(cards)
        self._chance = self._deviation / float(np.sqrt((len(cards) - favored) / favored))
        return cards

    def dealt(self, machine: Carousel, number: int) -> Order | None:
        """Exchange cards."""
        everything = machine.deal(self._inside)
        dealt, rest = everything[:number].copy(), everything[number:].copy()
        out = np.flatnonzero(~np.isin(types(dealt), self._favored))
        out = out[self.generator.random(len(out)) < self._chance]
        spare = np.flatnonzero(np.isin(types(rest), self._favored))
        out = out[: len(spare)]
        into = self.generator.choice(spare, len(out), replace=False)
        dealt[out], rest[into] = rest[into], dealt[out]
        machine.insert(rest)
        return dealt
