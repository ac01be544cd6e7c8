"""What is bet against orders of cards: on places, on the next card, and on seats."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from labharness.analysis.laws.prediction.learned_laws import LearnedLaws
from labharness.analysis.laws.prediction.mixtures import Mixtures, log_mean
from labharness.analysis.sampling.orders.card_groups import scores
from labharness.analysis.sampling.orders.contrasts import Contrasts
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tables import place_table
from labharness.model.cards import TYPES, Order

TABLED = (20.0, 1000.0)
"""Orders that the fair law of a place is worth, where each place is played alone."""
NEXT = (50.0, 500.0)
"""The same where all places of an order are played one after the other."""
SUMMED = (5.0, 50.0)
"""Orders that the fair law of a seat's score, or of a statistic of an order, is worth."""


class Stake(ABC):
    """A part of the capital, which begins at 1."""

    @abstractmethod
    def take(self, rows: Order) -> None:
        """Bet on orders, shape (units, cards)."""

    @property
    @abstractmethod
    def log_capital(self) -> float:
        """Logarithm of what the part is worth."""


class PlaceTables(Stake):
    """Learned laws of the card at each place, each place by itself."""

    def __init__(self, population: Population) -> None:
        cards = np.array(population.held.counts, dtype=np.float64)
        self._places = population.round_cards or population.held.size
        self._types = np.flatnonzero(cards)
        chances = np.tile(cards[self._types] / cards.sum(), self._places)
        starts = np.arange(self._places, dtype=np.int64) * len(self._types)
        self._laws = Mixtures(chances, starts, TABLED)
        self._counts = np.zeros((self._places, TYPES), dtype=np.int64)

    def take(self, rows: Order) -> None:
        """Count types by place."""
        self._counts += place_table(rows[:, : self._places], TYPES)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all places."""
        return self._laws.log_capital(self._counts[:, self._types].ravel())


class NextCards(Stake):
    """Bets on every card in turn, among those that remain of the order, by what lay at its place before."""

    def __init__(self, population: Population) -> None:
        self._held = np.array(population.held.counts, dtype=np.int64)
        self._places = population.round_cards or population.held.size
        self._priors = np.array(NEXT)
        self._seen = np.zeros((self._places, TYPES))
        self._gains = np.zeros(len(NEXT))

    def take(self, rows: Order) -> None:
        """Bet on orders, card by card."""
        from labharness.analysis.laws.kernels.cards.place_bets import bet_on_places

        bet_on_places(rows, self._held, self._places, self._priors, self._seen, self._gains)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of the two priors."""
        return log_mean(self._gains)


class SeatScores(Stake):
    """Learned laws of what a group of cards scores at a seat.

    Parameters
    ----------
    family
        Contrasts of the game's seats, at least one; those of pairs are left out.
    """

    def __init__(self, family: Contrasts) -> None:
        from labharness.analysis.laws.kernels.cards.place_scores import UNCOUNTED

        plain, sets = family.plain, family.sets
        self._weights = np.array([scores(each) for each in plain], dtype=np.int64).reshape(-1, TYPES)
        self._ends = np.cumsum([0, *(len(each.places) for each in sets)], dtype=np.int64)
        self._members = np.array([place for each in sets for place in each.places], dtype=np.int64)
        self._cells = np.full((len(plain), len(sets)), UNCOUNTED, dtype=np.int64)
        played = [each for each in family.every if each.group in plain]
        self._laws = LearnedLaws([each.law for each in played], SUMMED)
        for each, zero in zip(played, self._laws.zeros, strict=True):
            self._cells[plain.index(each.group), sets.index(each.where)] = zero

    def take(self, rows: Order) -> None:
        """Count orders by what each group scores at each seat."""
        from labharness.analysis.laws.kernels.cards.place_scores import count_scores

        count_scores(rows, self._weights, self._ends, self._members, self._cells, self._laws.counts)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all seats and groups."""
        return self._laws.log_capital
