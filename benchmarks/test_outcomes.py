"""Outcomes in memory: the tests of the outcomes suite, all together and one by one; in seconds of the processor."""

import time

import numpy as np
import pytest

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.fold import fold
from labharness.analysis.sampling.population import Population
from labharness.app.plug_ins.discovery import discover
from labharness.model.observations import Draws, InputKnown, Kind, Provenance, RawBytes, Source
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.suite import find_suite

pytestmark = pytest.mark.benchmark(timer=time.process_time)
BLOCK, BLOCKS = 1 << 20, 8
CONTEXT = 1 << 14
PROVENANCE = Provenance(InputKnown.NOT_APPLICABLE, Source.OBSERVED)
POPULATION = Population(Kind.DRAW, low=1, high=49)
PREDICTORS = {"linear_recurrence", "far_lags", "lag_sums", "slow_periods", "betting"}
PLANNED = {one.planned.id: one.planned for one in find_suite("outcomes").suite.checks}


@pytest.fixture(scope="module")
def values():
    return np.random.default_rng(461).integers(1, 50, BLOCK * BLOCKS).astype(np.uint16)


def blocks(values):
    for first in range(0, len(values), BLOCK):
        context = (Draws(values[first - CONTEXT : first]),) if first else ()
        yield Block(POPULATION, first, (Draws(values[first : first + BLOCK]),), PROVENANCE, context)


def measured(benchmark, values, checks):
    def run():
        for name, tally in fold(checks, blocks(values)).items():
            checks[name].judge(tally, POPULATION)

    benchmark.pedantic(run, rounds=4, warmup_rounds=1)
    floor = []
    for _ in range(4):
        begun = time.process_time()
        np.bincount(values)
        floor.append(time.process_time() - begun)
    benchmark.extra_info["M outcomes/s"] = round(len(values) / benchmark.stats["min"] / 1e6, 1)
    benchmark.extra_info["M outcomes/s of np.bincount"] = round(len(values) / min(floor) / 1e6, 1)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / min(floor), 1)


@pytest.mark.parametrize(("part", "wanted"), [("predictors", 1.0), ("the rest", 10.0)])
def test_the_suite(benchmark, values, part, wanted):
    chosen = {
        name: one for name, one in PLANNED.items() if (one.check in PREDICTORS) == (part == "predictors")
    }
    catalog = discover()
    measured(benchmark, values, {name: catalog.build(one) for name, one in chosen.items()})
    benchmark.extra_info["checks"] = len(chosen)
    assert benchmark.extra_info["M outcomes/s"] >= wanted


def test_a_plan_of_a_generator(benchmark):
    """Every check of the packaged plan, 150,000 outcomes and 1.25 MB, to its results."""
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

    def run():
        for stage, (population, values) in samples.items():
            checks = {one.id: catalog.build(one) for one in plan.plan.checks if one.stage == stage}
            for name, tally in fold(checks, [Block(population, 0, (values,), PROVENANCE, ())]).items():
                checks[name].judge(tally, population)

    benchmark.pedantic(run, rounds=4, warmup_rounds=1)
    benchmark.extra_info["checks"] = len(plan.plan.checks)
    assert benchmark.stats["min"] <= 10


@pytest.mark.parametrize("name", PLANNED)
def test_one_check(benchmark, values, name):
    measured(benchmark, values, {name: discover().build(PLANNED[name])})
