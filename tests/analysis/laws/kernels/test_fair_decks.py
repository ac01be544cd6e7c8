"""Simulated fair decks: the published generator, unbiased choices, and every order as often."""

from collections import Counter
from math import factorial

import numpy as np
import pytest

from labharness.analysis.laws.kernels.cards import decks as fair_decks
from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.laws.tails import chi_square_tails, pearson

MASK = (1 << 64) - 1


def words(state):
    """Blackman and Vigna's xoshiro256++ in whole numbers."""
    a, b, c, d = state
    while True:
        total = (a + d) & MASK
        yield (((total << 23) | (total >> 41)) + a) & MASK
        shifted = (b << 17) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = ((d << 45) | (d >> 19)) & MASK


def halves(state):
    for word in words(state):
        yield word & 0xFFFFFFFF
        yield word >> 32


def test_first_words_of_the_generator():
    # Published with the generator for the state 1, 2, 3, 4.
    stream = words([1, 2, 3, 4])
    assert [next(stream) for _ in range(3)] == [41943041, 58720359, 3588806011781223]


@pytest.mark.parametrize("cards", [1, 2, 3, 52, 300])
def test_orders_are_those_of_fisher_and_yates(cards):
    begin = [1, 2, 3, 461]
    result = fair_decks.shuffled(np.array(begin, dtype=np.uint64), np.arange(cards, dtype=np.uint16), 20)
    stream = halves(begin)
    for row in result.tolist():
        deck = list(range(cards))
        for size in range(cards, 1, -1):
            while ((bits := next(stream)) * size) % 2**32 < 2**32 % size:
                pass
            chosen = bits * size >> 32
            deck[chosen], deck[size - 1] = deck[size - 1], deck[chosen]
        assert row == deck


def test_every_order_is_as_likely_and_dealt_hands_are_simple_random_samples():
    rows = FairOrders(np.random.default_rng(461)).of(np.arange(5), 120_000)
    counts = list(Counter(map(tuple, rows.tolist())).values())
    assert len(counts) == factorial(5)
    assert chi_square_tails(pearson(counts, [1000] * 120), 119)["two_sided"] > 0.001
    fair, deck = FairOrders(np.random.default_rng(462)), np.repeat(np.arange(3), 2).astype(np.uint16)
    table = fair.place_table(deck, 30_000, 2, 3)
    assert table.sum(axis=1).tolist() == [30_000, 30_000]
    assert np.abs(table - 10_000).max() < 5 * np.sqrt(30_000 * 2 / 9)
    assert sorted(deck.tolist()) == [0, 0, 1, 1, 2, 2]
    whole = fair.place_table(deck, 10, 6, 3)
    assert whole.sum(axis=0).tolist() == [20, 20, 20]
