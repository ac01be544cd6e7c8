"""Rounds of a continuous shuffler that follow each other, and scores of what one owes to the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import lcm, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import LEVEL
from labharness.analysis.sampling.tables import Block, CardRows, Population
from labharness.model.cards import Order, types
from labharness.model.observations import Round
from labharness.model.reasons.decision import Sample
from labharness.model.results import Counted, Effect
from labharness.reason import Reason

Identity = Literal["types", "copies"]
"""Whether cards are told apart by their type, or by type and copy number."""

COPIES = 1 << 9
"""Copy numbers that a card code can hold."""

LEAST_PAIRS = 2
"""Pairs of rounds from which a mean has an interval."""

Score = Callable[[NDArray[np.intp], NDArray[np.intp]], NDArray[np.int64]]
"""Gives one whole number for each earlier and later round, both of shape (pairs, cards of a round)."""


@dataclass(frozen=True, slots=True)
class Sequel:
    """Complete rounds of a block and of its context.

    Parameters
    ----------
    units
        Where each round lies within the block, ascending; below 0 in the context.
    cards
        Card codes, copies included, shape (rounds, cards of a round).
    put_back
        Whether all cards of the round, and no others, were put back after it.
    """

    units: NDArray[np.intp]
    cards: NDArray[np.uint16]
    put_back: NDArray[np.bool_]

    def pairs(self, lag: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """Return the earlier and later rounds that lie so far apart, the later ones in the block.

        An unreadable round in between hides nothing of either; one whose cards were not put back does.
        """
        earlier, later = self.places(lag)
        return self.cards[earlier], self.cards[later]

    def places(self, lag: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return which rounds these are."""
        later = np.flatnonzero(self.units >= 0)
        earlier = np.searchsorted(self.units, self.units[later] - lag)
        result = self.units[earlier] == self.units[later] - lag
        # Rounds from one to the other that were read and whose cards are not all inside.
        open_before = np.concatenate(([0], np.cumsum(~self.put_back)))
        result &= open_before[later] == open_before[earlier]
        return earlier[result], later[result]


def sequel(block: Block, look_back: int) -> Sequel:
    """Return the complete rounds of a block after so many units of context."""
    before = replace(block, observations=block.context[-look_back:], context=())
    parts = [
        (part.regular - shift, *_dealt_and_put_back(part.observations, part.regular, part.population))
        for part, shift in ((before, before.units), (block, 0))
    ]
    units, cards, put_back = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Sequel(units, cards, put_back)


@dataclass(frozen=True, eq=False)
class Deck:
    """All cards of the device by what tells them apart.

    Parameters
    ----------
    codes
        Identity of each card, from 0 on, ascending.
    weights
        What one match of an identity counts: :attr:`unit` divided by the number of alike cards, so that
        the mean score of alike cards is that of cards told apart.
    unit
        Score of one card for certain.
    """

    codes: NDArray[np.intp]
    weights: NDArray[np.int64]
    unit: int

    @property
    def told_apart(self) -> bool:
        """Whether no two cards are alike."""
        return len(self.weights) == len(self.codes)

    def repeats(self, earlier: NDArray[np.intp], later: NDArray[np.intp]) -> NDArray[np.int64]:
        """Score cards of the later round that were in the earlier one.

        Examples
        --------
        >>> deck = Deck(np.array([0, 0, 1, 1]), np.array([1, 1]), 2)
        >>> deck.repeats(np.array([[0, 1], [0, 0]]), np.array([[0, 0], [1, 0]])).tolist()
        [2, 2]
        """
        return np.asarray(self.matches(earlier, later).sum(axis=1))

    def matches(self, earlier: NDArray[np.intp], later: NDArray[np.intp]) -> NDArray[np.int64]:
        """Score each card of the later round by alike cards of the earlier one, shape of ``later``."""
        kinds = len(self.weights)
        rows = np.arange(len(earlier))[:, np.newaxis] * kinds
        held = np.bincount((rows + earlier).ravel(), minlength=len(earlier) * kinds)
        return np.asarray(held[rows + later] * self.weights[later])


def deck_of(population: Population, by: Identity) -> Deck:
    """Return the device's cards, told apart by type or by type and copy."""
    cards = population.held
    counts = np.array(cards.counts)[cards.present]
    if by == "copies":
        return Deck(np.arange(cards.size), np.ones(cards.size, dtype=np.int64), 1)
    unit = lcm(*counts.tolist())
    return Deck(np.repeat(np.arange(len(counts)), counts), unit // counts, unit)


def identities(
    population: Population, by: Identity, cards: NDArray[np.uint16]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the identity of each card, and which rows hold a copy twice or one that the set lacks."""
    held = population.cards
    assert held is not None
    kind = np.searchsorted(held.present, types(cards))
    if by == "types":
        return kind, np.zeros(len(cards), dtype=bool)
    counts = np.array(held.counts)[held.present]
    copy = (cards >> 6) & (COPIES - 1)
    codes = (np.cumsum(counts) - counts)[kind] + np.minimum(copy, counts[kind] - 1)
    in_order = np.sort(codes, axis=1)
    wrong = (copy >= counts[kind]).any(axis=1) | (in_order[:, 1:] == in_order[:, :-1]).any(axis=1)
    return codes.astype(np.intp), wrong


def unfit(population: Population, pairs: int, doubtful: int) -> Reason | None:
    """Return why pairs of rounds cannot be judged, None where they can."""
    cards, drawn = population.held, population.round_cards
    if not 0 < drawn <= cards.size - max(population.buffer, 1) or len(cards.present) < 2:
        return Sample.DEVICE_TOO_SMALL(drawn=drawn, cards=cards.size, buffer=population.buffer)
    if doubtful:
        return Sample.COPIES_UNKNOWN(rounds=doubtful)
    if pairs < LEAST_PAIRS:
        return Sample.TOO_FEW(needed=LEAST_PAIRS, recorded=pairs, what=Counted.ROUND_PAIRS)
    return None


def student(name: Reason, n: int, total: float, squares: float) -> Effect:
    """Return a mean with its Student interval from the number, the sum and the sum of squares."""
    from scipy.special import stdtrit

    mean = total / n
    spread = sqrt(max(0.0, squares / n - mean**2) / (n - 1))
    half = float(stdtrit(n - 1, (1 + LEVEL) / 2)) * spread
    return Effect(name, mean, mean - half, mean + half)


def _dealt_and_put_back(
    rows: Sequence[object], places: NDArray[np.intp], population: Population
) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    """Return the cards of complete rounds, and whether the same types were put back."""
    drawn = population.round_cards
    if not len(places):  # rows of another size among them
        return np.empty((0, drawn), dtype=np.uint16), np.zeros(0, dtype=bool)
    if isinstance(rows, CardRows):
        dealt, returned = rows.first[places], rows.second[places]
        if returned.shape[1] != drawn:
            return dealt, np.zeros(len(dealt), dtype=bool)
        return dealt, (np.sort(types(dealt), axis=1) == np.sort(types(returned), axis=1)).all(axis=1)
    rounds = [rows[place] for place in places]
    pairs = [(each.dealt, each.returned) for each in rounds if isinstance(each, Round)]
    return np.stack([dealt for dealt, _ in pairs]), np.array([_alike(*pair) for pair in pairs])


def _alike(dealt: Order, returned: Order) -> bool:
    return len(dealt) == len(returned) and bool((np.sort(types(dealt)) == np.sort(types(returned))).all())
