"""Statistics of each unit of cards, by which one part of a sample is compared with another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.order_statistics import (
    count_fixed,
    count_kept,
    count_rising,
    count_valleys,
    read_as,
)
from labharness.analysis.sampling.block import Block
from labharness.model.cards import RANKS, TYPES
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.homogeneity import Homogeneity
from labharness.reason import Reason

PLACES = 9
"""First places of which the cards are compared."""
TOGETHER = 10
"""Units that depend on those before them are averaged by so many: their averages hardly do."""

_OF_ORDERS = (
    Homogeneity.RISING_SEQUENCES(),
    Homogeneity.RISING_OF_INVERSE(),
    Homogeneity.KEPT_NEIGHBORS(),
    Homogeneity.VALLEYS(),
    Homogeneity.VALLEYS_OF_INVERSE(),
    Homogeneity.FIXED_POINTS(),
)


def statistics_of(blocks: Sequence[Block]) -> tuple[tuple[Reason, ...], tuple[NDArray[np.float64], ...]]:
    """Return statistics of the units of each block, the same statistics for all.

    Returns
    -------
    names
        Of the statistics.
    tables
        One for each block, shape (units, statistics).  Units that hold other cards than the set are left out.
        Rounds, and shuffles of chained decks, are averaged by :data:`TOGETHER` consecutive units.

    Notes
    -----
    The statistics of an order against its input need cards that can be told apart in most units of all blocks;
    otherwise only tens and aces at the first places are compared.
    """
    told_apart = all(_is_told_apart(block) for block in blocks)
    tables = tuple(_table(block, told_apart=told_apart) for block in blocks)
    places = min((block.cards.shape[1] for block in blocks if len(block.regular)), default=0)
    names = (
        *(_OF_ORDERS if told_apart else ()),
        *(Homogeneity.TEN_OR_ACE(place=place + 1) for place in range(min(PLACES, places))),
    )
    return names, tables


def _is_told_apart(block: Block) -> bool:
    return block.population.kind is Kind.SHUFFLE and 2 * len(block.identified) > block.units


def _table(block: Block, *, told_apart: bool) -> NDArray[np.float64]:
    places, cards = block.regular, block.cards
    columns: list[NDArray[np.number]] = []
    if told_apart:
        relative = block.relative
        inverse = read_as("inverse", relative)
        columns = [
            count_rising(relative),
            count_rising(inverse),
            count_kept(relative),
            count_valleys(relative),
            count_valleys(inverse),
            count_fixed(relative),
        ]
        cards = cards[np.isin(places, block.identified)]
    columns += list(_TEN_OR_ACE[cards[:, :PLACES]].T)
    table = np.column_stack(columns).astype(np.float64) if columns else np.empty((0, 0))
    return _averaged(table) if _depends(block) else table


def _depends(block: Block) -> bool:
    """Whether a unit depends on the one before, so that single units cannot be exchanged."""
    chained = block.provenance.input_known in (InputKnown.CHAINED, InputKnown.UNKNOWN)
    return block.population.kind is Kind.ROUND or (block.population.kind is Kind.SHUFFLE and chained)


def _averaged(table: NDArray[np.float64]) -> NDArray[np.float64]:
    whole = len(table) // TOGETHER
    means: NDArray[np.float64] = table[: whole * TOGETHER].reshape(whole, TOGETHER, -1).mean(axis=1)
    return means


def _ten_or_ace() -> NDArray[np.bool_]:
    every = np.arange(64)
    rank = every % len(RANKS)
    array: NDArray[np.bool_] = (every < TYPES - 2) & ((rank == 0) | (rank >= RANKS.index("10")))
    return array


_TEN_OR_ACE = _ten_or_ace()
