"""The monitor of orders of cards: equal parts of the capital with each stake."""

from __future__ import annotations

import numpy as np

from labharness.analysis.laws.prediction.mixtures import log_mean
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.monitors.monitor import Monitor
from labharness.analysis.sampling.monitors.order_laws import OrderLaws
from labharness.analysis.sampling.monitors.order_stakes import (
    NextCards,
    PlaceTables,
    SeatScores,
    Stake,
)
from labharness.analysis.sampling.orders.contrasts import Contrasts
from labharness.analysis.sampling.population import Population
from labharness.model.observations import Kind

FEWEST = 3
"""Cards of the smallest set of which the order relative to the input says anything."""
STEP = 64
"""Looks are a 64th of the sample apart, and one unit at least."""


class OrderBets(Monitor):
    """Equal parts of the capital with places, next cards, seats, and statistics of the order where these have a law.

    Of a fair device each order is uniform whatever came before it, so that the card at a place, what a group of cards
    scores at a seat, and what remains of the input's order have known laws. A mean of e-processes is one.

    Parameters
    ----------
    family
        Contrasts of the game's seats.
    """

    def __init__(self, stage: str, level: float, population: Population, family: Contrasts) -> None:
        super().__init__(stage, level)
        cards = population.held.size
        self._of_output: list[Stake] = [PlaceTables(population), NextCards(population)]
        if any(each.group in family.plain for each in family.every):
            self._of_output.append(SeatScores(family))
        known = population.kind is Kind.SHUFFLE and cards >= FEWEST
        self._of_order: list[Stake] = [OrderLaws(cards)] if known else []
        self._read, self._next = 0, 1

    def take(self, block: Block) -> None:
        """Bet on every regular unit, and on its order relative to the input where that is known."""
        if self.crossed_at:
            return
        cards = np.ascontiguousarray(block.cards, dtype=np.uint16)
        relative = np.ascontiguousarray(block.relative, dtype=np.uint16) if self._of_order else cards[:0]
        # Of each row of the relative orders, its number among the regular units.
        known = np.searchsorted(block.regular, block.identified) if self._of_order else block.regular[:0]
        first = 0
        while first < len(cards) and not self.crossed_at:
            # A look is due after counts that follow from the sample alone, not where a batch ends.
            due = min(len(cards), first + self._next - self._read)
            for stake in self._of_output:
                stake.take(cards[first:due])
            begin, end = np.searchsorted(known, (first, due))
            for stake in self._of_order if begin < end else ():
                stake.take(relative[begin:end])
            self._read += due - first
            first = due
            if self._read == self._next:
                self._next += max(1, self._next // STEP)
                self.look(self._read, self._log_capital)

    @property
    def _log_capital(self) -> float:
        return log_mean(np.array([stake.log_capital for stake in (*self._of_output, *self._of_order)]))
