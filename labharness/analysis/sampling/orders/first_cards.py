"""Whole-numbered scores of the first cards that each unit deals: what they are worth to whom they are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws import baccarat_stakes, blackjack_stakes
from labharness.analysis.sampling.orders.contrasts import PLAYERS, Served, first_places
from labharness.analysis.sampling.tables import Population
from labharness.games.outcomes.baccarat import burned, length
from labharness.model.cards import TYPES, CardSet, Order, types
from labharness.model.observations import Kind

SCALE = 100_000
"""Parts of a bet in which a score is counted: sums are whole numbers, and each card is rounded to 0.001%."""
FACES = 52
HAND, MOST_BURNED = 6, 11
"""Most cards of a hand of Baccarat, and most that are burned before the first."""


class Wager(StrEnum):
    """Main wagers whose payoff is known."""

    BLACKJACK = "blackjack"
    BACCARAT = "baccarat"


@dataclass(frozen=True)
class FirstCards:
    """Scores of the first cards of a unit, in parts of a bet.

    Parameters
    ----------
    wager
        What is paid.
    places
        Of each column the places of its cards: of a seat its own two, of the dealer the card face up and the one face
        down.  Empty at Baccarat, where a hand begins where the last one ends.
    tables
        Score of each type in each role, shape (roles, types): own, up and hole; or the Player's and the Banker's
        cards for the one wager, then for the other.
    fair
        What a fair unit owes each column on average, in parts of a bet.
    hands
        Hands of each column of a unit.
    burns
        Whether the first card of a unit says how many are burned, as of a new shoe of Baccarat.
    """

    wager: Wager
    places: tuple[tuple[int, ...], ...]
    tables: NDArray[np.int64]
    fair: tuple[float, ...]
    hands: int = 1
    burns: bool = False

    @property
    def columns(self) -> int:
        """Columns of :meth:`scores`: the seats at Blackjack, the two wagers at Baccarat."""
        return len(self.fair)

    def scores(self, cards: Order) -> NDArray[np.int64]:
        """Return the score of every unit and column, shape (units, columns)."""
        kinds = types(cards).astype(np.intp)
        return self._baccarat(kinds) if self.wager is Wager.BACCARAT else self._blackjack(kinds)

    def _blackjack(self, kinds: NDArray[np.intp]) -> NDArray[np.int64]:
        own, up, hole = self.tables
        *seats, (shown, hidden) = self.places
        dealer = up[kinds[:, shown]] + hole[kinds[:, hidden]]
        return np.stack([own[kinds[:, list(seat)]].sum(axis=1) + dealer for seat in seats], axis=1)

    def _baccarat(self, kinds: NDArray[np.intp]) -> NDArray[np.int64]:
        array = np.zeros((len(kinds), 2), dtype=np.int64)
        faces = kinds.astype(np.uint8)
        rows = np.arange(len(kinds))[:, np.newaxis]
        at = burned(faces[:, :1]) if self.burns else np.zeros(len(kinds), dtype=np.intp)
        for _ in range(self.hands):
            hand = faces[rows, at[:, np.newaxis] + np.arange(HAND)]
            for wager in (0, 1):
                mine, other = self.tables[2 * wager : 2 * wager + 2]
                array[:, wager] += mine[hand[:, [0, 2]]].sum(axis=1) + other[hand[:, [1, 3]]].sum(axis=1)
            at = at + length(hand)
        return array


@lru_cache(maxsize=32)
def first_cards(
    population: Population, wager: Wager, served: Served, positions: int, burns: int
) -> FirstCards | None:
    """Return how units of a population are scored, None where they do not deal the first cards of a round.

    Parameters
    ----------
    served, positions, burns
        The dealing order of Blackjack; as many seats play as the cards of a unit allow.  A shoe of Baccarat is
        burned by its first card.
    """
    cards = population.held
    dealt = population.round_cards or cards.size
    if any(cards.counts[FACES:]):
        return None
    return (
        _of_baccarat(cards, dealt, burns=population.kind is Kind.SHUFFLE)
        if wager is Wager.BACCARAT
        else _of_blackjack(cards, dealt, served, positions, burns)
    )


def _of_blackjack(
    cards: CardSet, dealt: int, served: Served, positions: int, burns: int
) -> FirstCards | None:
    for players in range(positions, 0, -1):
        result = first_places(served, players, burns)
        seats = [places for who, places in result.items() if isinstance(who, int)]
        dealer = tuple(place for who, places in result.items() if who != PLAYERS and not isinstance(who, int)
                       for place in places)  # fmt: skip
        fits = max(place for places in result.values() for place in places) < dealt
        if fits and len(dealer) == 2 and all(len(places) == 2 for places in seats):
            break
    else:
        return None
    worth = blackjack_stakes.worth(tuple(_by_value(cards)))
    tables = np.stack([_by_type(each) for each in (worth.own, worth.up, worth.hole)])
    own, up, hole = tables @ np.asarray(cards.counts) / cards.size
    return FirstCards(Wager.BLACKJACK, (*seats, dealer), tables, (float(2 * own + up + hole),) * len(seats))


def _of_baccarat(cards: CardSet, dealt: int, *, burns: bool) -> FirstCards | None:
    hands = (dealt - (MOST_BURNED if burns else 0)) // HAND
    if hands < 1:
        return None
    both = baccarat_stakes.worth(cards)
    by_points = [each for entry in both for each in (entry.player, entry.banker)]
    tables = np.stack([_by_type(np.roll(each, -1)) for each in by_points])
    means = tables @ np.asarray(cards.counts) / cards.size
    fair = tuple(float(2 * hands * (means[first] + means[first + 1])) for first in (0, 2))
    return FirstCards(Wager.BACCARAT, (), tables, fair, hands, burns)


def _by_value(cards: CardSet) -> NDArray[np.int64]:
    """Return how many cards there are of each value from ace to ten."""
    return np.bincount(_VALUES[:FACES], cards.counts[:FACES], 10).astype(np.int64)


def _by_type(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the score of every type in parts of a bet, from scores by value, ace to ten."""
    rounded = np.rint(SCALE * scores).astype(np.int64)
    return np.where(np.arange(TYPES) < FACES, rounded[_VALUES], 0)


_VALUES = np.minimum(np.arange(TYPES) % 13, 9)
