"""Decks in memory: tables of cards, the whole suite with the fair decks it is tried on, and a simulated law; in seconds of the processor."""

import numpy as np
import pytest

from benchmarks.figures import best, scaled, timed
from labharness.analysis.laws.null_samples import FairOrders, shuffle_null
from labharness.analysis.sampling.evaluation import tally_all
from labharness.analysis.sampling.tables import Block, CardRows, Population
from labharness.app.plug_ins.discovery import discover
from labharness.model.cards import CardSet
from labharness.model.observations import InputKnown, Kind, Provenance, Shuffle, Source
from labharness.plans.suite import find_suite

BLOCK, BLOCKS = 4096, scaled(64, 16)
REPLICATES, SHUFFLES = scaled(999, 199), 400
PROVENANCE = Provenance(InputKnown.RESET, Source.OBSERVED)
SEARCH = "identified_shuffler"
"""Search for known generators, which test_identification.py measures."""


def required(suite):
    catalog = discover()
    chosen = [
        each.planned
        for each in find_suite(suite).suite.checks
        if each.planned.role == "required" and each.check != SEARCH
    ]
    return {each.id: catalog.build(each) for each in chosen}


def sample(cards, units, blocks):
    """Yield blocks of fairly shuffled decks, made as they are asked for."""
    deck, fair = cards.new_deck_order(), FairOrders(np.random.default_rng(461))
    population, before = Population(Kind.SHUFFLE, cards), ()
    for number in range(blocks):
        orders = fair.of(deck, units)
        rows = CardRows(Shuffle, np.broadcast_to(deck, orders.shape), orders)
        yield Block(population, number * units, rows, PROVENANCE, before)
        before = tuple(rows[-1:])


def again(block):
    """Return a block that remembers nothing of what it was asked."""
    return Block(block.population, block.index, block.observations, block.provenance, block.context)


@pytest.mark.parametrize("decks", [1, 8])
@pytest.mark.parametrize("check", ["position_card", "next_card"])
def test_a_table_is_counted(figure, check, decks):
    cards = CardSet.of_decks("set", decks)
    blocks = list(sample(cards, BLOCK, BLOCKS // decks))
    tally = discover().checks[check]().tally

    seconds, _ = timed(lambda: [tally(again(block)) for block in blocks], warmup=True)

    size = sum(block.units for block in blocks) * cards.size
    codes = [block.cards.ravel() for block in blocks]
    floor = best(lambda: [np.bincount(part) for part in codes])
    figure(
        f"{check}, {decks} {'deck' if decks == 1 else 'decks'}, from the block on",
        [size / each / 1e6 for each in seconds],
        "MB/s",
        ("bincount of the cards", size / floor / 1e6),
        1000,
    )


def test_the_suite_on_fresh_fair_decks(figure):
    checks, cards = required("decks"), CardSet.of_decks("one", 1)

    seconds, _ = timed(
        lambda: [tally_all(checks, block) for block in sample(cards, BLOCK, BLOCKS)], warmup=True
    )

    units = BLOCK * BLOCKS
    floor = best(lambda: [block.units for block in sample(cards, BLOCK, BLOCKS)])
    figure(
        "tallies of the required checks of the decks suite without their search, decks made anew",
        [units / each / 1e6 for each in seconds],
        "million decks/s",
        ("their making alone", units / floor / 1e6),
        0.5,
    )


def test_a_law_is_simulated(figure):
    deck, random = np.arange(52), np.random.default_rng(461)

    seconds, _ = timed(
        lambda: shuffle_null(deck, SHUFFLES, lambda rows: float(rows[0, 0]), replicates=REPLICATES, seed=1),
        warmup=True,
    )

    units = REPLICATES * SHUFFLES / 1e6
    rows = np.tile(deck, (SHUFFLES, 1))
    floor = best(lambda: random.permuted(rows, axis=1)) * REPLICATES
    figure(
        "a simulated law of 52 cards",
        [units / each for each in seconds],
        "million decks/s",
        ("NumPy's permuted", units / floor),
    )
