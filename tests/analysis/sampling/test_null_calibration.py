"""How often monitors of fair samples ever reach their thresholds; exact binomial comparisons.

``CALIBRATION_REPLICATES=20000 python -m pytest -m slow tests/analysis/sampling/test_null_calibration.py`` writes a line for
each kind of sample to the log; ``CALIBRATION_SEED`` chooses other samples. The figures of the last runs are in
docs/validation.md.
"""

import logging
import os

import numpy as np
import pytest
from scipy.stats import binom

from labharness.analysis.power.defects.named import FAIR
from labharness.analysis.power.detection import blocks_of, observed
from labharness.analysis.sampling.monitors import OrderBets, OutcomeBets
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.orders.contrasts import contrasts, parse_served
from labharness.analysis.sampling.tables import Population
from labharness.model.observations import InputKnown, Kind
from labharness.testing.samples import POPULATIONS

LOG = logging.getLogger(__name__)
REPLICATES, SEED = (
    int(os.environ.get("CALIBRATION_REPLICATES", "400")),
    int(os.environ.get("CALIBRATION_SEED", "1")),
)
NEVER = 1e-300
LEVELS = (0.2, 0.1, 0.05, 0.01, 0.001)
SURE = 1e-3
"""Chance that a monitor within its bound is called broken."""
GROUPS = tuple(map(CardGroup, ("ace", "ten-value", "ten-or-ace", "two-to-six", "hi-lo")))
SAMPLES = {
    "shuffle": (POPULATIONS[Kind.SHUFFLE], 60),
    "deal": (POPULATIONS[Kind.DEAL], 40),
    "round": (POPULATIONS[Kind.ROUND], 60),
    "die": (Population(Kind.DRAW, low=1, high=6), 5_000),
    "wheel": (Population(Kind.DRAW, low=1, high=52), 2_000),
}


def monitor_of(population):
    if population.kind is Kind.DRAW:
        return OutcomeBets("sample", NEVER, population)
    family = contrasts(population, GROUPS, parse_served(("players 1", "up 1", "players 1", "hole 1")), 7, 0)
    return OrderBets("sample", NEVER, population, family)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_fair_samples_reach_a_threshold_no_oftener_than_ville_says(name):
    """The highest value at any time: whoever stops when it suits best gets no more."""
    population, units = SAMPLES[name]
    known = InputKnown.RESET if population.kind is Kind.SHUFFLE else InputKnown.NOT_APPLICABLE
    highest = np.zeros(REPLICATES)
    for number in range(REPLICATES):
        random = np.random.default_rng([SEED, number])
        sample = observed(FAIR.make(random, population, units), population)
        monitor = monitor_of(population)
        for block in blocks_of(sample, units, known, population, 0):
            monitor.take(block)
        highest[number] = monitor.watched.log10_highest
    for level in LEVELS:
        times = int((highest >= -np.log10(level)).sum())
        LOG.info("%s, %d units: 1/%g reached %d of %d", name, units, level, times, REPLICATES)
        assert binom.sf(times - 1, REPLICATES, level) > SURE, (name, level, times)
