"""Outcomes in memory: the outcomes suite without its search, whole and in two parts, and so the plan of a generator; in seconds of the processor."""

import numpy as np
import pytest

from benchmarks.figures import best, scaled, timed
from labharness.analysis.sampling.evaluation import fold
from labharness.analysis.sampling.tables import Block, Population
from labharness.app.plug_ins.discovery import discover
from labharness.model.observations import Draws, InputKnown, Kind, Provenance, RawBytes, Source
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.suite import find_suite

BLOCK, BLOCKS = scaled(1 << 20, 1 << 18), scaled(8, 2)
CONTEXT = 1 << 14
PROVENANCE = Provenance(InputKnown.NOT_APPLICABLE, Source.OBSERVED)
POPULATION = Population(Kind.DRAW, low=1, high=49)
PARTS = {
    "the outcomes suite without its search": None,
    "its predictors": 1,
    "the same without its predictors": 10,
}
"""Million outcomes a second that are asked for."""
PREDICTORS = {"linear_recurrence", "far_lags", "lag_sums", "slow_periods", "betting"}
SEARCH = "identified_generator"
"""Search for known generators, which test_identification.py measures."""
PLANNED = {
    each.planned.id: each.planned for each in find_suite("outcomes").suite.checks if each.check != SEARCH
}


@pytest.fixture(scope="module")
def values():
    return np.random.default_rng(461).integers(1, 50, BLOCK * BLOCKS).astype(np.uint16)


def blocks(values):
    for first in range(0, len(values), BLOCK):
        context = (Draws(values[first - CONTEXT : first]),) if first else ()
        yield Block(POPULATION, first, (Draws(values[first : first + BLOCK]),), PROVENANCE, context)


def parts():
    """Return the whole suite, and its two parts of different speed."""
    predictors = {key: planned for key, planned in PLANNED.items() if planned.check in PREDICTORS}
    others = {key: planned for key, planned in PLANNED.items() if key not in predictors}
    return {
        "the outcomes suite without its search": PLANNED,
        "its predictors": predictors,
        "the same without its predictors": others,
    }


@pytest.mark.parametrize("name", scaled([*PARTS], [*PARTS][1:]))
def test_the_suite(figure, values, name):
    catalog, planned = discover(), parts()[name]
    checks = {key: catalog.build(each) for key, each in planned.items()}

    def results():
        for key, tally in fold(checks, blocks(values)).items():
            checks[key].judge(tally, POPULATION)

    seconds, _ = timed(results, 4, warmup=True)
    peer = len(values) / best(lambda: np.bincount(values)) / 1e6
    rates = [len(values) / each / 1e6 for each in seconds]
    what = f"{name}, from memory to the results"
    figure(what, rates, "million outcomes/s", ("bincount of them", peer), PARTS[name])


def test_a_plan_of_a_generator(figure):
    """Every check of the packaged plan but its search, 150,000 outcomes and 1.25 MB, to its results."""
    plan = freeze(*find_plan("pai-gow-poker-645a-starting-position"))
    random = np.random.default_rng(461)
    samples = {
        "draws": (
            Population(Kind.DRAW, low=1, high=7),
            Draws(random.integers(1, 8, 150_000).astype(np.uint16)),
        ),
        "raw": (Population(Kind.BYTES), RawBytes(random.bytes(1_250_000))),
    }
    catalog = discover()
    planned = [each for each in plan.plan.checks if each.check != SEARCH]

    def run():
        for stage, (population, values) in samples.items():
            checks = {each.id: catalog.build(each) for each in planned if each.stage == stage}
            for name, tally in fold(checks, [Block(population, 0, (values,), PROVENANCE, ())]).items():
                checks[name].judge(tally, population)

    seconds, _ = timed(run, 4, warmup=True)
    what = "the checks of the plan of a generator but its search, 150,000 outcomes and 1.25 MB"
    figure(what, seconds, "s", target=10)
