"""Groups, units and counts of outcomes: any split gives the same tally, and counts in steps have their left tail."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from labharness.analysis.laws.tails import Lattice
from labharness.analysis.sampling.check import Tally, info_of
from labharness.analysis.sampling.outcomes.outcome_counts import OutcomeTotals
from labharness.analysis.sampling.outcomes.outcome_groups import fitting, groups, remainder, unit_length
from labharness.analysis.sampling.tables import Block, Population
from labharness.app.plug_ins.discovery import discover
from labharness.checks.games.interplay_correlation import InterplayCorrelation
from labharness.checks.outcomes.coupon_collector import CouponCollector, set_law
from labharness.checks.outcomes.equidistribution import Equidistribution
from labharness.checks.outcomes.gap import Gap
from labharness.checks.outcomes.poisson import Poisson
from labharness.checks.outcomes.runs import AscendingRuns, run_law
from labharness.model.observations import Draws, Kind
from labharness.model.reasons.decision import Details
from labharness.model.reasons.register import Laws
from labharness.testing.samples import WITNESSED, fair_block, pieces, spoiled

COIN, THREE = Population(Kind.DRAW, low=0, high=1), Population(Kind.DRAW, low=1, high=3)
DRAW_CHECKS = (
    "adjacency", "coupon_collector", "equidistribution", "faces_by_die", "frequency", "game_positions", "gap",
    "halves", "interplay_correlation", "kept_faces", "kolmogorov_smirnov", "lagged_pairs", "order_statistic",
    "overlaps", "permutation", "poisson", "poker", "runs", "serial_correlation", "serial_pairs", "subsequences",
    "window_repeats",
)  # fmt: skip


def check_class(name):
    return discover().checks[name]


def drawn(values, index=0, past=(), population=THREE):
    now, before = (Draws(np.array(part, dtype=np.uint16)) for part in (values, past))
    return Block(population, index, (now,), WITNESSED, (before,) if len(past) else ())


def test_groups_begin_at_multiples_of_their_length_wherever_blocks_are_cut():
    rows, read = groups(drawn([1, 2, 3, 1, 2, 3, 1], index=4), 3)
    assert rows.tolist() == [[2, 0, 1]]
    assert remainder(read, 3) == (Details.OUTCOMES_IN_NO_GROUP(outcomes=4, length=3),)
    rows, _ = groups(drawn([3, 1, 2, 3], index=4, past=[2, 2, 1, 2]), 3)
    assert rows.tolist() == [[1, 2, 0]]
    rows, read = groups(drawn([1, 2, 3, 1], index=4), 3)
    assert (rows.tolist(), read.number("groups")) == ([], 0)
    rows, read = groups(drawn([1, 9, 3, 1, 2, 3]), 3)
    assert rows.tolist() == [[0, 1, 2]]
    assert remainder(read, 3) == (Details.GROUPS_LEFT_OUT(groups=1, length=3),)


@pytest.mark.parametrize(
    ("check", "population"),
    [
        (CouponCollector(unit=60), COIN),
        (CouponCollector(unit=100), THREE),
        (AscendingRuns(unit=60), THREE),
        (AscendingRuns(unit=60, down=True), COIN),
        (Equidistribution(length=7), THREE),
        (Gap(width=1, first=1), THREE),
        (Poisson(), COIN),
        (InterplayCorrelation(game=3, replacement=False), Population(Kind.DRAW, low=1, high=5)),
    ],
    ids=str,
)
@settings(max_examples=15)
@given(data=st.data())
def test_merge_law_with_short_units(check, population, data):
    random = np.random.default_rng(data.draw(st.integers(0, 10_000)))
    whole = fair_block(population, 250, random)
    bad = tuple(spoiled(unit, random) if random.random() < 0.1 else unit for unit in whole.observations)
    whole = replace(whole, index=data.draw(st.integers(0, 130)), observations=bad)
    cuts = data.draw(st.lists(st.integers(0, 250), max_size=5))
    assert reduce(Tally.merge, map(check.tally, pieces(whole, cuts))) == check.tally(whole)


def test_merge_law_with_no_more_context_than_asked_for():
    for name in DRAW_CHECKS:
        random, cls = np.random.default_rng(3), check_class(name)
        values = random.integers(1, 8, 45_000)
        values[random.integers(0, 45_000, 3)] = 9
        population, check, back = Population(Kind.DRAW, low=1, high=7), cls(), info_of(cls).look_back
        whole = check.tally(drawn(values, 137, population=population))
        borders = [0, *sorted(random.integers(0, 45_000, 5).tolist()), 45_000]
        parts = [
            check.tally(drawn(values[low:high], 137 + low, values[max(0, low - back) : low], population))
            for low, high in pairwise(borders)
        ]
        assert reduce(Tally.merge, parts) == whole, name


@pytest.mark.parametrize("unit", [1000, 3000])
@pytest.mark.parametrize("law", [set_law(2), set_law(7), Lattice(2, run_law(7).mass)], ids=["2", "7", "runs"])
def test_items_fit_but_for_one_unit_in_a_billion(law, unit):
    items = fitting(law, unit)
    total = law.times(items)
    assert total.mass[unit + 1 - total.first :].sum() < 1e-9
    assert items * law.mean > 0.6 * unit


def test_units_hold_about_fifty_items_where_they_can():
    assert [unit_length(mean) for mean in (2.5, 18.15, 29.3, 235.98)] == [1000, 1000, 2000, 10_000]


HALVES = {"red": Fraction(1, 2), "black": Fraction(1, 2)}


def judged(red, items):
    counts = np.array([red, items - red])
    return OutcomeTotals(HALVES, counts, items).judge(item="hands", chances=Laws.DETERMINANT(), details=())


@pytest.mark.parametrize("off", [0, 1, 3, 10])
def test_the_left_tail_of_two_classes_is_that_of_the_counts(off):
    items = 2_000
    exact = binom.cdf(1_000 + off, items, 0.5) - binom.cdf(1_000 - off - 1, items, 0.5)

    assert judged(1_000 + off, items).p["left"] == pytest.approx(exact, rel=2e-3)


def test_counts_exactly_as_expected_are_no_evidence_also_where_outcomes_of_a_unit_depend():
    result = judged(10_000, 20_000)
    assert result.statistic["X2"] == 0
    assert result.p["right"] == 1
    assert result.p["two_sided"] > 0.01
    covariance = np.array([[5.0, -5.0], [-5.0, 5.0]]) * 0.94  # of 20 outcomes, 6% below independent ones
    result = OutcomeTotals(HALVES, np.array([10_000, 10_000]), 1_000, 20).judge(
        item="hands",
        chances=Laws.DETERMINANT(),
        details=(),
        covariance=covariance,
        simulation=Laws.COVARIANCE_OF_LOADS(seed=1),
    )
    assert result.p["two_sided"] > 0.01
