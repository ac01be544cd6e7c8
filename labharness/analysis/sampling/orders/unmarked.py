"""Cards of a shoe that nothing but their faces tells apart."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.orders.faces import Face, face_counts, face_of_types, recoded
from labharness.model.cards import CardSet, Order


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
