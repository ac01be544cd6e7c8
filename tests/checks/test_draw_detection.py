"""Known flaws of generators, each caught by the check that is made for it; seeds were never searched."""

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.sampling.tables import Block, Population
from labharness.app.plug_ins.discovery import discover
from labharness.checks.games.game_positions import GamePositions
from labharness.checks.games.interplay_correlation import InterplayCorrelation
from labharness.checks.outcomes.adjacency import Adjacency
from labharness.checks.outcomes.coupon_collector import CouponCollector
from labharness.checks.outcomes.equidistribution import Equidistribution
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.outcomes.gap import Gap
from labharness.checks.outcomes.halves import Halves
from labharness.checks.outcomes.kolmogorov_smirnov import KolmogorovSmirnov
from labharness.checks.outcomes.lagged_pairs import LaggedPairs
from labharness.checks.outcomes.order_statistic import OrderStatistic
from labharness.checks.outcomes.overlaps import Overlaps
from labharness.checks.outcomes.permutation import Permutation
from labharness.checks.outcomes.poisson import Poisson
from labharness.checks.outcomes.poker import Poker
from labharness.checks.outcomes.runs import AscendingRuns
from labharness.checks.outcomes.serial_correlation import SerialCorrelation
from labharness.checks.outcomes.subsequences import Subsequences
from labharness.checks.outcomes.window_repeats import WindowRepeats
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Details
from labharness.model.reasons.run import Effects
from labharness.testing.samples import WITNESSED
from tests.support.judged import drawn, judged

SEVEN = Population(Kind.DRAW, low=1, high=7)


def judge(check, values, population=SEVEN):
    return judged(check, population, drawn(values))


def congruential(multiplier, increment, number, state=1):
    """x ← a x + c modulo 2^16, scaled to 1 … 7."""
    result = np.empty(number, dtype=np.int64)
    for place in range(number):
        state = (multiplier * state + increment) % 65536
        result[place] = state * 7 // 65536 + 1
    return result


LCG = congruential(4 * 5437 + 1, 12345, 65_600)
"""A full period of 65,536 and a little more; increment odd and multiplier 1 more than a multiple of 4."""


def test_remainder_of_a_byte_shows_in_frequencies_and_values():
    """How many outcomes promise which power: tests/analysis/power/test_detection.py."""
    values = np.random.default_rng(2).integers(0, 256, 1_000_000) % 7 + 1
    for check in (Frequency(), GamePositions(), OrderStatistic(), KolmogorovSmirnov(), Gap()):
        assert judge(check, values).p["right"] < 0.01, check


def test_sixteen_bit_generators_are_too_good_and_found_by_lags_of_powers_of_two():
    random = np.random.default_rng(3)
    for _ in range(20):
        multiplier, increment = (
            4 * int(random.integers(1, 16_384)) + 1,
            2 * int(random.integers(0, 32_768)) + 1,
        )
        values = congruential(multiplier, increment, 4500, int(random.integers(0, 65_536)))
        assert judge(LaggedPairs(), values).p["right"] < 0.001, (multiplier, increment)
    assert judge(Frequency(), LCG[:60_000]).p["left"] < 0.001
    assert judge(Frequency(), LCG[:60_000]).p["right"] > 0.05


STATISTICAL = (
    "adjacency", "coupon_collector", "equidistribution", "faces_by_die", "frequency", "game_positions", "gap",
    "halves", "interplay_correlation", "kept_faces", "kolmogorov_smirnov", "lagged_pairs", "order_statistic",
    "overlaps", "permutation", "poisson", "poker", "runs", "serial_correlation", "subsequences",
)  # fmt: skip


def test_stuck_generator_is_caught_by_every_check():
    for name in STATISTICAL:
        assert judge(discover().checks[name](), np.full(30_000, 2)).p["right"] < 1e-9, name


def test_windows_come_again_after_the_period_where_seeds_repeat_and_where_a_generator_is_stuck():
    assert judge(WindowRepeats(window=20), LCG[:65_555]).violations == 0
    assert judge(WindowRepeats(window=20), LCG[:65_556]).violations == 1
    assert judge(WindowRepeats(), LCG[: 65_536 + 29]).violations == 1
    seeds = np.random.default_rng(4).integers(0, 300, 60)
    values = np.concatenate([np.random.default_rng((4, seed)).integers(1, 8, 500) for seed in seeds.tolist()])
    assert len(set(seeds.tolist())) < 60
    assert judge(WindowRepeats(), values).violations > 100
    assert judge(WindowRepeats(keep=64), values).violations > 1
    values = np.random.default_rng(5).integers(1, 8, 5000)
    assert judge(WindowRepeats(window=4), values).not_applicable
    assert judge(WindowRepeats(), np.full(3000, 2)).violations == 2971


def test_outcomes_dealt_in_turn_are_too_even():
    deal = np.random.default_rng(6).permuted(np.tile(np.arange(1, 8), (4000, 1)), axis=1).ravel()
    for check in (Frequency(), Equidistribution()):
        assert judge(check, deal).p["left"] < 1e-6, check
    assert judge(CouponCollector(), deal).p["right"] < 1e-6
    assert judge(Poisson(), deal).p["right"] < 1e-4


def test_drifting_shares_are_even_on_the_whole_and_short_stretches_are_not_counted_by_outcome():
    random = np.random.default_rng(7)
    values = random.integers(1, 8, 60_000)
    swap = random.random(60_000) < 0.4
    early = np.arange(60_000) < 30_000
    values[swap & early & (values == 1)] = 7
    values[swap & ~early & (values == 7)] = 1
    assert judge(Frequency(), values).p["two_sided"] > 0.01
    assert judge(Equidistribution(length=5000), values).p["right"] < 1e-6
    # A count of each of 65,536 outcomes in a million stretches of one would fill any memory.
    block = Block(SEVEN, 0, drawn(np.tile(np.arange(1, 8), 100)), WITNESSED)
    counted = [Equidistribution(length).tally(block).number("squares") for length in (34, 35)]
    assert counted == [0, 20 * 7 * 25]


def test_outcomes_that_wait_or_rise_show_in_gaps_runs_and_orders():
    random = np.random.default_rng(8)
    values = random.integers(1, 8, 40_000)
    again = (values[1:] == values[:-1]) & (random.random(39_999) < 0.3)
    values[1:][again] = random.integers(1, 8, int(again.sum()))
    assert judge(Gap(first=2, width=1), values).p["right"] < 1e-4
    assert judge(Poker(), values).p["right"] < 1e-6
    assert judge(Adjacency(), values).p["right"] < 1e-6
    assert judge(Overlaps(), values).p["right"] < 1e-6
    random = np.random.default_rng(9)
    values = random.integers(1, 8, 40_000)
    pairs = values.reshape(-1, 2)
    pairs[:4000].sort(axis=1)
    values = pairs.ravel()
    assert judge(AscendingRuns(), values).p["right"] < 1e-6
    assert judge(AscendingRuns(down=True), values).p["right"] < 1e-6
    assert judge(Permutation(), values).p["right"] < 1e-6


def test_degree_and_potency_are_named():
    random = np.random.default_rng(10)
    values = random.integers(1, 8, 50_000)
    echo = random.random(50_000) < 0.1
    echo[:1024] = False
    values[echo] = values[np.flatnonzero(echo) - 1024]
    result = judge(SerialCorrelation(), values)
    assert result.statistic["degree"] == 1024
    # A tenth echo an outcome that is itself no echo nine times in ten.
    assert result.effect.low < 0.09 < result.effect.high
    assert judge(LaggedPairs(), values).statistic["lag"] == 1024


def test_starved_seats_sticky_bits_and_clusters_are_caught():
    random = np.random.default_rng(11)
    values = random.integers(1, 8, 20_000)
    values[1::4][values[1::4] == 7] = 1
    assert judge(Subsequences(step=4), values).p["right"] < 1e-6
    assert judge(GamePositions(game=4), values).p["right"] < 1e-6
    random = np.random.default_rng(12)
    high = random.integers(0, 2, 20_000)
    stay = random.random(19_999) < 0.05
    high[1:][stay] = high[:-1][stay]
    population = Population(Kind.DRAW, low=0, high=7)
    values = high * 4 + random.integers(0, 4, 20_000)
    assert judge(Halves(), values, population).p["right"] < 0.001
    assert judge(Halves(of="parity"), values, population).p["right"] > 0.01
    random = np.random.default_rng(13)
    values = random.integers(1, 8, 60_000)
    values[20_000:20_300] = np.repeat(random.integers(1, 8, 50), 6)
    assert judge(Poisson(), values).p["right"] < 1e-6


def games_of_distinct(number, game, random, d=7):
    return random.permuted(np.tile(np.arange(1, d + 1), (number, 1)), axis=1)[:, :game]


@pytest.mark.parametrize("game", [3, 7])
def test_games_without_replacement_are_calibrated(game):
    random, middle = np.random.default_rng((14, game)), {"table": [], "pairs": []}
    for _ in range(300):
        values = games_of_distinct(400, game, random).ravel()
        table = judge(GamePositions(game, replacement=False), values)
        assert table.violations is None
        middle["table"].append(table.p["right"])
        middle["pairs"].append(judge(InterplayCorrelation(game, replacement=False), values).p["right"])
    assert stats.kstest(middle["table"], "uniform").pvalue > 0.001
    assert (
        stats.binomtest(sum(p < 0.05 for p in middle["pairs"]), 300, 0.05, alternative="greater").pvalue
        > 0.001
    )


def test_repeats_in_a_game_are_violations_and_positions_that_depend_are_named():
    games = games_of_distinct(300, 3, np.random.default_rng(15))
    games[7] = (5, 2, 5)
    result = judge(GamePositions(3, replacement=False), games.ravel())
    assert result.violations == 1
    assert result.details[0] == Details.GAME_REPEATS(outcomes=(5, 2, 5))
    assert result.p["two_sided"] > 1e-3
    random = np.random.default_rng(16)
    games = random.integers(1, 8, (3000, 4))
    copied = random.random(3000) < 0.15
    games[copied, 3] = games[copied, 1]
    result = judge(InterplayCorrelation(game=4), games.ravel())
    assert result.p["right"] < 1e-6
    assert result.effect.name == Effects.COHENS_W_OF_POSITIONS(first=2, second=4)
    apart = games_of_distinct(3000, 3, random)
    apart[copied] = apart[copied][:, np.argsort(apart[copied][0])]
    follows = copied & (apart[:, 0] < 7) & (apart[:, 2] != apart[:, 0] + 1)
    apart[follows, 1] = apart[follows, 0] + 1
    assert judge(InterplayCorrelation(3, replacement=False), apart.ravel()).p["right"] < 1e-6
