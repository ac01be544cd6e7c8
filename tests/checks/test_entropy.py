"""The checks of entropy find planted defects, pass fair bytes, and read units whole wherever blocks are cut."""

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest

from labharness.analysis.sampling.check import Tally
from labharness.checks.bytes.entropy_health import EntropyHealth
from labharness.checks.bytes.entropy_restarts import EntropyRestarts
from labharness.checks.bytes.iid_permutation import IidPermutation
from labharness.checks.bytes.min_entropy import MinEntropy
from labharness.model.reasons.decision import Details, Sample
from labharness.testing.samples import pieces
from tests.support.raw_bytes import block, judged

SIZE = 10_000


def fair(seed=4614, size=SIZE):
    return np.random.default_rng(seed).integers(0, 256, size).astype(np.uint8)


def biased():
    return (np.random.default_rng(4614).random(SIZE) < 0.7).astype(np.uint8)


def stuck():
    data = fair()
    data[4000:4400] = 85
    return data


def counter():
    return np.resize(np.arange(256, dtype=np.uint8), SIZE)


def periodic():
    return np.resize(fair(size=160), SIZE)


def claimed(cls, limit, **parameters):
    return cls(limit=limit, source="the maker's data sheet", **parameters)


@pytest.mark.parametrize(("data", "bits", "limit"), [(biased, 1, 0.9), (counter, 8, 1.0), (periodic, 8, 1.0)])
def test_low_entropy_is_a_violation(data, bits, limit):
    answer = judged(claimed(MinEntropy, limit, bits=bits, samples=5000), data())
    assert answer.violations == 2
    assert [line["unit"] for line in answer.details if line.is_a(Details.UNIT_BELOW_CLAIM)] == [1, 2]


def test_fair_bytes_are_assessed_above_a_modest_claim_and_low_bits_alone_are_read():
    check = claimed(MinEntropy, 5.0, samples=5000)
    answer = judged(check, fair())
    assert (answer.violations, answer.counted) == (0, SIZE)
    assert judged(replace(check, samples=7000), fair()).counted == 7000
    assert 5 < answer.statistic["assessed"] < 7.5
    assert judged(replace(check, limit=7.9), fair()).violations == 2
    data = np.random.default_rng(461).integers(0, 2, SIZE).astype(np.uint8)
    check = claimed(MinEntropy, 0.5, bits=1, samples=5000)
    assert judged(check, data | np.uint8(0xF0)) == judged(check, data)


def test_without_a_claim_estimates_are_told_and_not_judged():
    answer = judged(MinEntropy(samples=5000), fair())
    assert answer.violations is None
    assert answer.not_applicable.is_a(Sample.NO_CLAIM_ASSESSED)
    for check in (EntropyHealth(), EntropyRestarts(samples=4900)):
        answer = judged(check, fair())
        assert answer.violations is None
        assert answer.not_applicable.is_a(Sample.NO_CLAIM)


def test_order_of_fair_and_of_biased_bytes_is_ordinary_and_that_of_a_counter_is_not():
    check = IidPermutation(samples=2000, replicates=99)
    ordinary = judged(check, fair(size=4000))
    assert ordinary.p["two_sided"] > 1e-3
    assert sum(line.is_a(Details.FURTHER_TESTS) for line in ordinary.details) == 2
    for data in (counter(), periodic()):
        answer = judged(check, data[:4000])
        assert answer.p["right"] == pytest.approx(answer.statistic["p_floor"], rel=1e-9)
    assert judged(check, np.full(4000, 7, dtype=np.uint8)).not_applicable
    assert judged(IidPermutation(bits=1, samples=2000, replicates=99), biased()[:4000]).p["right"] > 0.01


def test_health_tests_alarm_on_a_stuck_source_and_on_one_that_prefers_a_value():
    check = claimed(EntropyHealth, 7.0)
    assert judged(check, fair()).violations == 0
    answer = judged(check, stuck())
    assert answer.violations == 2
    repeated, frequent = answer.details[2:]
    assert repeated == Details.EQUAL_SAMPLES(number=7, sample=4007)
    assert (frequent.is_a(Details.FREQUENT_SAMPLE), frequent["window"]) == (True, 9)
    prefers = fair()
    prefers[::4] = 3
    assert judged(check, prefers).violations > 2
    assert judged(claimed(EntropyHealth, 0.9, bits=1), biased()).violations > 2


def test_restarts_that_begin_alike_fail_by_columns_only():
    check = claimed(EntropyRestarts, 5.0, samples=4900)
    assert judged(check, fair(size=4900)).violations == 0
    alike = fair(size=4900).reshape(70, 70)
    alike[:, 0] = 17
    answer = judged(check, alike.ravel())
    assert answer.violations == 1
    assert answer.statistic["commonest"] >= 70
    same = np.resize(fair(size=70), 4900)
    assert judged(check, same).violations == 1


@pytest.mark.parametrize(
    "check",
    [
        claimed(MinEntropy, 7.0, samples=1000),
        IidPermutation(bits=1, samples=1000, replicates=99),
        claimed(EntropyHealth, 6.0, exponent=20),
        claimed(EntropyRestarts, 6.0, samples=1024),
    ],
    ids=lambda check: type(check).__name__,
)
def test_tallies_merge_wherever_the_sample_is_cut(check):
    data = stuck()[2500:6500]
    data[300:330] = 4
    for first, cuts in ((0, [1, 999, 1000, 2047]), (3, [500, 1500, 1501, 3300]), (1777, [1530, 1531, 1890])):
        whole = block(data, first)
        parts = [check.tally(part) for part in pieces(whole, cuts)]
        assert reduce(Tally.merge, parts) == check.tally(whole)
