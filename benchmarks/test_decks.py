"""Decks in memory: tables of cards, the whole suite with the fair decks it is tried on, and a simulated law; in seconds of the processor."""

import time

import numpy as np
import pytest

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.analysis.laws.null_shuffles import shuffle_null
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.fold import tally_all
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.rows import CardRows
from labharness.app.plug_ins.discovery import discover
from labharness.model.cards import CardSet
from labharness.model.observations import InputKnown, Kind, Provenance, Shuffle, Source
from labharness.plans.suite import find_suite

pytestmark = pytest.mark.benchmark(timer=time.process_time)
BLOCK, BLOCKS = 4096, 64
REPLICATES, SHUFFLES = 999, 400
PROVENANCE = Provenance(InputKnown.RESET, Source.OBSERVED)


def required(suite):
    catalog = discover()
    chosen = [one.planned for one in find_suite(suite).suite.checks if one.planned.role == "required"]
    return {one.id: catalog.build(one) for one in chosen}


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


def seconds(work, rounds=5):
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


@pytest.mark.parametrize("decks", [1, 8])
@pytest.mark.parametrize("check", ["position_card", "next_card"])
def test_a_table_is_counted(benchmark, check, decks):
    cards = CardSet.of_decks("set", decks)
    blocks = list(sample(cards, BLOCK, BLOCKS // decks))
    tally = discover().checks[check]().tally

    benchmark.pedantic(lambda: [tally(again(block)) for block in blocks], rounds=5, warmup_rounds=1)

    size = sum(block.units for block in blocks) * cards.size
    codes = [block.cards.ravel() for block in blocks]
    floor = seconds(lambda: [np.bincount(part) for part in codes])
    benchmark.extra_info["MB/s, a byte for each card"] = round(size / benchmark.stats["min"] / 1e6)
    benchmark.extra_info["MB/s of np.bincount over the cards"] = round(size / floor / 1e6)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / floor, 2)


def test_the_suite_on_fresh_fair_decks(benchmark):
    checks, one = required("decks"), CardSet.of_decks("one", 1)

    benchmark.pedantic(
        lambda: [tally_all(checks, block) for block in sample(one, BLOCK, BLOCKS)], rounds=5, warmup_rounds=1
    )

    units = BLOCK * BLOCKS
    floor = seconds(lambda: [block.units for block in sample(one, BLOCK, BLOCKS)])
    benchmark.extra_info["checks"] = len(checks)
    benchmark.extra_info["decks/s, their making included"] = round(units / benchmark.stats["min"])
    assert units / benchmark.stats["min"] >= 500_000
    benchmark.extra_info["decks/s of making them alone"] = round(units / floor)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / floor, 2)


def test_a_law_is_simulated(benchmark):
    deck, random = np.arange(52), np.random.default_rng(461)

    def law():
        return shuffle_null(deck, SHUFFLES, lambda rows: float(rows[0, 0]), replicates=REPLICATES, seed=1)

    benchmark.pedantic(law, rounds=5, warmup_rounds=1)

    units = REPLICATES * SHUFFLES
    rows = np.tile(deck, (SHUFFLES, 1))
    floor = seconds(lambda: random.permuted(rows, axis=1)) * REPLICATES
    benchmark.extra_info["decks/s"] = round(units / benchmark.stats["min"])
    benchmark.extra_info["decks/s of NumPy's permuted"] = round(units / floor)
    benchmark.extra_info["times as fast"] = round(floor / benchmark.stats["min"], 1)
