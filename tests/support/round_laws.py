"""Several hands of one round: how their outcomes go together.

Hands of one round come from one deck, so the round is the unit and not the hand: what one hand holds the
others lack.  Counts per round have exactly the mean of that many single hands; their covariance needs what
two hands have in common.  Every two hands of a round are alike, because a fair shuffle is as likely in any
order; one covariance between two hands is enough.

It is exact where hands share no cards, do not depend on the order of their cards and are few enough: with
F(T) the hands of an outcome that hold the cards T, disjoint pairs of hands are counted by inclusion and
exclusion over what they might share, Σ (-1)^|T| F(T) F'(T).  Otherwise it is estimated from seeded rounds,
and the error is stated.

References
----------
Stanley, Enumerative Combinatorics 1, 2nd ed., § 2.1 (inclusion and exclusion).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.games.outcomes.drawing import subsets
from labharness.games.outcomes.hands import Seats
from labharness.games.outcomes.rule import NO_CARDS, Faces, Rule
from labharness.model.cards import CardSet

MOST = 3_000_000
"""Hands that are still listed one by one."""
ROUNDS = 1 << 18
BLOCKS = 32
SEED = 4614


@dataclass(frozen=True)
class RoundLaw:
    """Mean and covariance of how many hands of a round have each outcome.

    Parameters
    ----------
    mean
        Expected hands of each outcome, exact before rounding, shape (K,).
    covariance
        Covariance of these numbers, shape (K, K).
    between
        Covariance between one hand's outcome and another's, shape (K, K).
    error
        Standard error of ``between``, never less than that of independent hands; zero where it is exact.
    rounds
        Rounds dealt to estimate ``between``; 0 where it is exact.
    """

    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]
    between: NDArray[np.float64]
    error: NDArray[np.float64]
    rounds: int


def stacks(hands: int, size: int) -> Seats:
    """Seats of hands dealt as stacks, one after another."""
    return tuple(tuple(range(size * hand, size * (hand + 1))) for hand in range(hands))


def round_law(
    rule: Rule,
    seats: Seats,
    cards: CardSet = NO_CARDS,
    reading: str | None = None,
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> RoundLaw:
    """Mean and covariance of the outcomes of a round.

    Parameters
    ----------
    rule
        Rule by which each hand is read.
    seats
        For each hand, where its pieces lie in the order dealt, counted from 0; hands may share pieces.
    cards
        The set; tiles take none.
    reading
        Name of a reading, or the first.
    rounds, seed
        Rounds dealt where the covariance is estimated.

    Raises
    ------
    InputError
        If the seats do not fit the rule, or the rule is one of dice.
    """
    if rule.pieces not in ("cards", "tiles"):
        raise InputError(f"The rule {rule.name} deals no hands from one deck.")
    if not seats or any(len(seat) != rule.needed for seat in seats):
        raise InputError(f"The rule {rule.name} needs seats of {rule.needed} places.")
    law = rule.law(cards, reading)
    single = np.array([float(chance) for chance in law.values()])
    deck = _deck(rule, cards)
    between, error, dealt = np.zeros((len(single),) * 2), np.zeros((len(single),) * 2), 0
    if len(seats) > 1:
        apart = len({place for seat in seats for place in seat}) == rule.needed * len(seats)
        distinct = len(np.unique(deck)) == len(deck)
        if apart and distinct and rule.any_order and comb(len(deck), rule.needed) <= MOST:
            between = _counted(rule, deck, list(law.values()), reading)
        else:
            between, error = _estimated(rule, seats, deck, single, reading, rounds, seed)
            dealt = rounds
    hands = len(seats)
    covariance = hands * (np.diag(single) - np.outer(single, single)) + hands * (hands - 1) * between
    return RoundLaw(hands * single, covariance, between, error, dealt)


def _deck(rule: Rule, cards: CardSet) -> Faces:
    return (
        np.arange(32, dtype=np.uint8) if rule.pieces == "tiles" else cards.new_deck_order().astype(np.uint8)
    )


def _counted(rule: Rule, deck: Faces, single: list[Fraction], reading: str | None) -> NDArray[np.float64]:
    """Exact covariance between two hands without common cards."""
    size, kinds = rule.needed, len(single)
    hands = subsets(len(deck), size)
    codes = rule.classify(deck[hands], reading)
    # Subsets of a size are numbered by the combinatorial number system.
    numbers = np.array([[comb(card, place + 1) for card in range(len(deck))] for place in range(size)])
    # Hands that share all their cards are one hand.
    pairs = (-1) ** size * np.diag(np.bincount(codes, minlength=kinds)).astype(object)
    for common in range(size):
        held = np.zeros(comb(len(deck), common) * kinds, dtype=np.int64)
        for places in combinations(range(size), common):
            key = np.zeros(len(hands), dtype=np.int64)
            for turn, place in enumerate(places):
                key += numbers[turn][hands[:, place]]
            held += np.bincount(key * kinds + codes, minlength=len(held))
        table = held.reshape(-1, kinds)
        pairs += (-1) ** common * (table.T @ table).astype(object)
    total = comb(len(deck), size) * comb(len(deck) - size, size)
    return np.array(
        [
            [
                float(Fraction(int(pairs[each, other]), total) - single[each] * single[other])
                for other in range(kinds)
            ]
            for each in range(kinds)
        ]
    )


def _estimated(
    rule: Rule,
    seats: Seats,
    deck: Faces,
    single: NDArray[np.float64],
    reading: str | None,
    rounds: int,
    seed: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Covariance between two hands from seeded rounds, and its standard error from blocks of them."""
    rng = np.random.default_rng(seed)
    hands, kinds, block = len(seats), len(single), max(rounds // BLOCKS, 1)
    result = []
    for _ in range(BLOCKS):
        dealt = deal(rng, deck, max(map(max, seats)) + 1, block)
        counts = np.zeros((block, kinds), dtype=np.int64)
        for seat in seats:
            counts[np.arange(block), rule.classify(dealt[:, list(seat)], reading)] += 1
        together, each = (counts.T @ counts) / block, counts.mean(axis=0)
        # All pairs of hands less each hand with itself, both about the exact chances.
        both = together - np.diag(each) + hands * (hands - 1) * np.outer(single, single)
        result.append(both - (hands - 1) * (np.outer(each, single) + np.outer(single, each)))
    sample = np.array(result) / (hands * (hands - 1))
    between, error = sample.mean(axis=0), sample.std(axis=0, ddof=1) / np.sqrt(BLOCKS)
    # Blocks in which two rare outcomes never met do not vary; no cell is known better than this.
    variance = np.outer(single * (1 - single), single * (1 - single))
    covariance = np.diag(single) - np.outer(single, single)
    floor = np.sqrt((variance + covariance**2) / (block * BLOCKS * hands * (hands - 1)))
    return between, np.maximum(error, floor)


def deal(rng: np.random.Generator, deck: Faces, places: int, rounds: int) -> Faces:
    """Top cards of fairly shuffled decks, shape (rounds, places)."""
    dealt = np.tile(deck, (rounds, 1))
    row = np.arange(rounds)
    for place in range(places):
        other = rng.integers(place, len(deck), size=rounds)
        dealt[row, other], dealt[:, place] = dealt[:, place].copy(), dealt[row, other]
    return dealt[:, :places]
