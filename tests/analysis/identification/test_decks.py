"""Orders undone into draws, and shuffles that are searched."""

import random

import numpy as np
import pytest

from labharness.analysis.generators.delphi import GENERATOR as DELPHI
from labharness.analysis.generators.dotnet import GENERATOR as DOTNET
from labharness.analysis.generators.java import GENERATOR as JAVA
from labharness.analysis.generators.shuffles.visual_basic import GENERATOR as RND
from labharness.analysis.identification.decks import Loop, chained, exchanged, undone
from labharness.analysis.identification.generator import SHUFFLES, WayOfUse, families
from labharness.analysis.identification.search import search

OPENJDK = (
    (
        "15 39 34 35 32 1 21 4 47 25 3 17 16 27 13 2 33 22 14 10 41 49 11 28 40 12 0 7 19 37 8 29 46 23 50 24 9 51 6 36 30 42 44 43 38 5 20 "
        "18 31 48 45 26"
    ),
    (
        "35 49 47 45 32 38 33 18 13 27 26 24 7 9 8 12 39 22 17 2 25 14 43 51 0 30 23 41 37 46 28 4 48 3 20 40 36 34 42 1 31 50 11 15 21 29 "
        "19 10 16 6 5 44"
    ),
)
"""OpenJDK 17.0.15: two times Collections.shuffle of 0 … 51 with one Random(42)."""


def decks(family, count, seed=99, place=0):
    """Return decks of a family's first call, from the end."""
    bounds = np.tile(np.arange(52, 1, -1), count)
    way = WayOfUse(family.calls[place])
    draws = family.predict(way, family.seeded(seed), bounds)
    return exchanged(draws.reshape(count, 51), range(51, 0, -1))


def test_the_draws_of_cpython_are_undone():
    generator, order, drawn = random.Random(4), list(range(52)), []
    recorded = random.Random(4)
    generator.shuffle(order)
    for last in range(51, 0, -1):
        drawn.append(recorded._randbelow(last + 1))
    assert undone(np.array([order]), Loop.FROM_THE_END).outcomes.tolist() == drawn


@pytest.mark.parametrize("loop", list(Loop))
def test_a_loop_is_undone(loop):
    rng = np.random.Generator(np.random.PCG64(1))
    order, drawn = list(range(52)), []
    growing = loop in {Loop.GROWING, Loop.IN_PAIRS}
    forward = loop in {Loop.FROM_THE_BEGINNING, Loop.TO_THE_LAST}
    steps = range(1, 52) if growing else range(51) if forward else range(51, 0, -1)
    for here in steps:
        least, most = (here, 51) if forward else (0, here)
        there = int(rng.integers(least, most + 1))
        drawn.append(there - least)
        order[here], order[there] = order[there], order[here]
    stream = undone(np.array([order]), loop)
    if loop is Loop.IN_PAIRS:
        drawn = [drawn[0]] + [drawn[i] * (i + 3) + drawn[i + 1] for i in range(1, 51, 2)]
    if loop in {Loop.TO_THE_FIRST, Loop.TO_THE_LAST}:
        drawn.append(0)
    assert stream.outcomes.tolist() == drawn
    assert (stream.outcomes < stream.bounds).all()


def test_decks_of_openjdk_are_proved():
    orders = np.array([[int(card) for card in deck.split()] for deck in OPENJDK])
    proofs = search(undone(orders, Loop.FROM_THE_END), known=[JAVA]).proofs
    assert [proof.candidate.state for proof in proofs] == [JAVA.seeded(42)]


@pytest.mark.parametrize("family", [JAVA, DELPHI, DOTNET], ids=["java", "delphi", "dotnet"])
@pytest.mark.parametrize("count", [1, 3])
def test_one_deck_is_enough(family, count):
    assert search(undone(decks(family, count), Loop.FROM_THE_END), known=[family]).proofs


def test_orders_relative_to_the_order_before():
    table = decks(JAVA, 4)
    totals = [table[0]]
    for order in table[1:]:
        totals.append(totals[-1][order])
    assert (chained(np.array(totals)) == table[1:]).all()


@pytest.mark.parametrize("place", [pytest.param(0, marks=pytest.mark.long), 1], ids=["keys", "swaps"])
def test_loops_that_cannot_be_undone_are_searched(place):
    (proof,) = search(undone(decks(RND, 2, 4_321, place), Loop.FROM_THE_END), known=[RND]).proofs
    assert (proof.candidate.state, proof.way.call) == (4_321, RND.calls[place])


def test_one_changed_card_leaves_the_place_and_no_proof():
    table = decks(JAVA, 20)
    table[9, [3, 40]] = table[9, [40, 3]]
    result = search(undone(table, Loop.FROM_THE_END), known=[JAVA])
    assert not result.proofs
    assert result.broken.start in range(9 * 51, 10 * 51 + 1) or result.broken.stop in range(9 * 51, 10 * 51)


def test_fair_decks_are_not_proved():
    rng = np.random.Generator(np.random.PCG64(8))
    table = np.array([rng.permutation(52) for _ in range(20)])
    result = search(undone(table, Loop.FROM_THE_END), known=[JAVA, DELPHI, DOTNET], budget=1)
    assert not (result.proofs)
    assert not (result.broken)
    assert not (result.remarks)


def test_shuffles_are_found_by_folder():
    assert len(families(SHUFFLES)) == 3
    assert not set(families()) & set(families(SHUFFLES))
