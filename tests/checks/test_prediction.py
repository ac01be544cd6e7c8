"""Generators whose next outcome can be named, each caught by the checks that are made for it."""

import numpy as np
import pytest

from labharness.analysis.laws.tails import SMALLEST_P
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.outcomes.betting import Betting
from labharness.checks.outcomes.far_lags import FarLags
from labharness.checks.outcomes.lag_sums import LagSums
from labharness.checks.outcomes.linear_recurrence import LinearRecurrence
from labharness.checks.outcomes.slow_periods import SlowPeriods
from labharness.language.catalog import say
from labharness.model.observations import Kind
from labharness.testing.samples import WITNESSED
from tests.support.judged import drawn, judged

N = 20_000
ALL = (LinearRecurrence(), FarLags(), LagSums(), SlowPeriods(), Betting())


def seven(d=7):
    return Population(Kind.DRAW, low=1, high=d)


def judge(check, codes, d=7):
    return judged(check, seven(d), drawn(np.asarray(codes) + 1))


def additive(first, second, modulus, number, seed=1):
    """x(t) = x(t - first) + x(t - second)."""
    longest = max(first, second)
    result = np.zeros(number + longest, dtype=np.uint64)
    result[:longest] = np.random.default_rng(seed).integers(0, modulus, longest)
    for t in range(longest, len(result)):
        result[t] = (result[t - first] + result[t - second]) % modulus
    return result[longest:].astype(np.int64)


FEEDBACK = additive(3, 31, 1 << 31, 2 * N) >> 1
"""The C library's random(): additive feedback modulo 2^31 without its last bit, the carry of which is lost."""


@pytest.mark.parametrize(("first", "second"), [(5, 17), (24, 55), (37, 100)])
def test_lagged_fibonacci_is_named_with_certainty(first, second):
    codes = additive(first, second, 7, N)
    recurrence = judge(LinearRecurrence(), codes)
    assert recurrence.statistic["L"] == max(first, second)
    assert recurrence.statistic["log10_p"] < -3000
    assert judge(LagSums(), codes).p["right"] < SMALLEST_P
    result = judge(Betting(), codes)
    assert result.p["two_sided"] == SMALLEST_P
    assert result.effect.value > 0.7
    gain = next(line for line in result.details if line.code == "prediction.gain")
    assert gain["cents"] == pytest.approx(10_000 * (7 * result.effect.value - 1))
    assert result.details[2]["terms"] == (f"o(t-{first})", f"+o(t-{second})")


@pytest.mark.parametrize("d", [7, 8, 52])
def test_additive_feedback_of_the_c_library_is_found_by_its_remainder(d):
    codes = FEEDBACK % d
    result = [
        judge(check, codes, d).p["right"] < 1e-9 for check in (LinearRecurrence(), LagSums(), Betting())
    ]
    assert result == [d != 7, True, True]


def test_high_bit_of_a_linear_generator_is_linear_too():
    """A shift register of 31 bits, read three bits a step: the highest of each, not the lowest, is kept noisy."""
    register, codes = 1, []
    random = np.random.default_rng(3)
    for _ in range(4000):
        for _ in range(3):
            register = (register << 1 | (register >> 30 ^ register >> 27) & 1) & 0x7FFFFFFF
        codes.append((register & 4) | int(random.integers(0, 4)))
    result = judge(LinearRecurrence(), codes, 8)
    assert (result.statistic["L"], result.p["right"]) == (31, SMALLEST_P)


@pytest.mark.parametrize("lag", [31, 100, 777])
def test_copies_from_far_back_are_found_at_their_lag(lag):
    random = np.random.default_rng(lag)
    codes = random.integers(0, 7, 150_000)
    for t in np.flatnonzero(random.random(150_000) < 0.02):
        codes[t] = codes[t - lag] if t >= lag else codes[t]
    result = judge(FarLags(), codes)
    assert (result.statistic["lag"], result.p["right"] < 1e-6) == (lag, True)
    assert result.effect.low < 0.02 < result.effect.high + 0.005


def test_equal_outcomes_of_a_large_range_are_counted():
    random = np.random.default_rng(4)
    codes = random.integers(0, 52, N)
    for t in np.flatnonzero(random.random(N) < 0.05):
        codes[t] = codes[t - 4096] if t >= 4096 else codes[t]
    assert judge(FarLags(lags=100), codes, 52).p["two_sided"] > 1e-4, (
        "4,096 is beyond an eighth of the sample"
    )
    twice = judge(FarLags(lags=100), np.concatenate([codes, codes[:13_000]]), 52)
    assert twice.statistic["lag"] == 4096
    assert twice.p["right"] < 1e-9


def test_rare_sums_of_the_last_outcomes_are_found_on_fresh_ones():
    random = np.random.default_rng(5)
    codes = random.integers(0, 7, 150_000)
    for t in np.flatnonzero(random.random(150_000) < 0.05):
        codes[t] = codes[t - 4 : t].sum() % 7 if t >= 4 else codes[t]
    assert judge(LagSums(), codes).details[0]["terms"] == ("o(t-1)", "+o(t-2)", "+o(t-3)", "+o(t-4)")
    assert judge(LagSums(), codes).p["right"] < 1e-6
    assert judge(Betting(), codes).p["right"] < 1e-9


@pytest.mark.parametrize("turns", [4, 1500])
def test_chances_that_rise_and_fall_are_found_at_their_period(turns):
    random, t = np.random.default_rng(turns), np.arange(150_000)
    more = random.random(150_000) < (0.1 / 7) * (1 + np.sin(2 * np.pi * turns * t / 150_000))
    codes = np.where(more, 3, random.integers(0, 7, 150_000))
    result = judge(SlowPeriods(), codes)
    assert result.p["right"] < 1e-4
    assert result.statistic["period"] == pytest.approx(150_000 / turns, rel=0.001)
    assert result.effect.name["outcome"] == 4


@pytest.mark.parametrize("check", ALL, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("d", [2, 6, 7, 52])
def test_fair_outcomes_of_every_range_are_not_suspected(check, d):
    result = judge(check, np.random.default_rng((6, d)).integers(0, d, N), d)
    assert result.p["two_sided"] > 1e-4
    assert result.effect.low <= result.effect.value <= result.effect.high
    assert all(say(line) for line in (result.law, result.effect.name, *result.details))


@pytest.mark.parametrize("check", ALL, ids=lambda each: type(each).__name__)
def test_range_without_choice_and_short_samples_give_no_number(check):
    assert judge(check, np.zeros(N), 1).not_applicable
    assert judge(check, np.zeros(40, dtype=int)).not_applicable


def test_a_predictor_reads_no_more_than_it_says_and_outcomes_outside_leave_no_gap():
    codes = np.random.default_rng(7).integers(0, 7, 9000)
    codes[5000:] = 0
    for check in (FarLags(most=5000), LagSums(most=5000), SlowPeriods(most=5000), Betting(most=5000)):
        result = judge(check, codes)
        assert result.p["two_sided"] > 0.001, check
        assert "9,000" in say(result.details[-1])
    codes = additive(5, 17, 7, 3000)
    spoiled = np.insert(codes, [100, 2000], 60_000)
    check = LinearRecurrence()
    whole, broken = (
        check.tally(Block(seven(), 0, drawn(values + 1), WITNESSED)) for values in (codes, spoiled)
    )
    assert np.array_equal(whole.columns["codes"], broken.columns["codes"])
    assert isinstance(whole, Tally)
