"""Page one claims nothing about who knows the generator: each bound names the strategies that were tried."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from labharness.analysis.sampling.tables import Block, Population
from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import is_bound, meaning_of_pass
from labharness.checks.outcomes.betting import Betting
from labharness.checks.outcomes.frequency import Frequency
from labharness.model.observations import Draws, Kind
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Gains
from labharness.testing.samples import WITNESSED
from tests.reporting.test_meaning_of_pass import run_of

NUMBER, FACES = 20_000, 7
MASK = (1 << 64) - 1


def java(seed: int) -> Iterator[int]:
    """java.util.Random.nextInt(7)."""
    state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)
    while True:
        state = (state * 0x5DEECE66D + 11) & ((1 << 48) - 1)
        bits = state >> 17
        if bits - bits % FACES + FACES - 1 < 1 << 31:
            yield bits % FACES


def v8(seed: int) -> Iterator[int]:
    """Math.floor(7 * Math.random()) of V8: xorshift128+, 64 values at a time, the last one first."""
    first, second = seed, seed ^ MASK
    while True:
        batch = []
        for _ in range(64):
            each, two = first, second
            first = two
            each ^= each << 23 & MASK
            second = each ^ each >> 17 ^ two ^ two >> 26
            batch.append((first >> 12) / (1 << 52))
        yield from (int(FACES * value) for value in reversed(batch))


def mersenne(seed: int) -> Iterator[int]:
    """MT19937 as in Python."""
    source = random.Random(seed)
    while True:
        yield source.randrange(FACES)


def xorshift(seed: int) -> Iterator[int]:
    """xorshift32, modulo 7."""
    state = seed
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state % FACES


@pytest.mark.parametrize("generator", [java, v8, mersenne, xorshift])
def test_no_bound_is_said_of_who_knows_the_generator(generator, tmp_path):
    """Whoever runs the generator names every outcome; the sample shows none of it."""
    source = generator(461)
    codes = np.array([next(source) + 1 for _ in range(NUMBER)], dtype=np.uint16)
    population = Population(Kind.DRAW, low=1, high=FACES)
    block = Block(population, 0, (Draws(codes),), WITNESSED)
    results = [check.judge(check.tally(block), population) for check in (Frequency(), Betting())]
    assert min(result.p["two_sided"] for result in results) > 0.001
    bounds = tuple(bound for result in results for bound in result.bounds)
    assert max(bound.upper for bound in bounds if bound.unit == "points") < 2

    meaning = meaning_of_pass(Subject.of(run_of(tmp_path / "run", bounds=bounds)))
    assert meaning[0] == Statements.BOUNDS_REACHED()
    covers = [each["covers"] for each in meaning if is_bound(each)]
    assert all(each.is_a(Gains.BY_FIXED, Gains.BY_LEADER) for each in covers)
    leader = next(each for each in covers if each.is_a(Gains.BY_LEADER))
    assert (leader["contexts"], leader["sums"], leader["lags"]) == (18, 32_572, 1024)
    assert meaning[-1] == Statements.UNBOUNDED()
