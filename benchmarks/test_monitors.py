"""Monitors in memory, as they follow a run: outcomes, and decks of one pack; in seconds of the processor."""

import numpy as np
import pytest

from benchmarks.figures import best, scaled, timed
from labharness.analysis.sampling.monitors import OrderBets, OutcomeBets
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.orders.contrasts import contrasts, parse_served
from labharness.analysis.sampling.tables import Block, CardRows, Population
from labharness.model.observations import Draws, Kind, Shuffle
from labharness.testing.samples import POPULATIONS, WITNESSED

OUTCOMES, BATCH, WANTED = scaled(2_000_000, 200_000), 5_000, 1.0
DECKS, DECKS_WANTED = scaled(100_000, 20_000), 0.1


@pytest.mark.parametrize("outcomes", [7, 52])
def test_outcomes(figure, outcomes):
    """In batches of a request."""
    population = Population(Kind.DRAW, low=1, high=outcomes)
    values = np.random.default_rng(461).integers(1, outcomes + 1, OUTCOMES).astype(np.uint16)

    def run():
        monitor = OutcomeBets("draws", 1e-300, population)
        for begin in range(0, OUTCOMES, BATCH):
            monitor.take(Block(population, begin, (Draws(values[begin : begin + BATCH]),), WITNESSED))

    seconds, _ = timed(run, 3, warmup=True)
    peer = best(lambda: np.bincount(values))
    rates = [OUTCOMES / each / 1e6 for each in seconds]
    what = f"the monitor of a game with {outcomes} outcomes, batches of 5,000"
    figure(what, rates, "million outcomes/s", ("bincount of them", OUTCOMES / peer / 1e6), WANTED)


def test_decks(figure):
    population = POPULATIONS[Kind.SHUFFLE]
    deck = population.held.new_deck_order()
    random = np.random.default_rng(461)
    output = random.permuted(np.tile(deck, (DECKS, 1)), axis=1)
    inputs = np.tile(deck, (DECKS, 1))
    family = contrasts(
        population, (CardGroup("ace"), CardGroup("ten-or-ace")), parse_served(("players 1", "up 1")), 7, 0
    )

    def run():
        monitor = OrderBets("shuffles", 1e-300, population, family)
        for begin in range(0, DECKS, BATCH):
            some = slice(begin, begin + BATCH)
            monitor.take(Block(population, begin, CardRows(Shuffle, inputs[some], output[some]), WITNESSED))

    seconds, _ = timed(run, 3, warmup=True)
    peer = best(lambda: np.bincount(output.ravel()))
    rates = [DECKS / each / 1e6 for each in seconds]
    figure(
        "the monitor of decks, batches of 5,000",
        rates,
        "million decks/s",
        ("bincount of their cards", DECKS / peer / 1e6),
        DECKS_WANTED,
    )
