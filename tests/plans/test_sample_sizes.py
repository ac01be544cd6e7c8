"""Sizes of samples: what a plan says of them is so."""

import numpy as np
import pytest
from scipy.stats import beta, chi2, ncx2

from labharness.plans import sample_sizes


def test_noncentralities_and_limits_are_those_that_are_said():
    for df, level in ((6, 0.05), (51, 0.05 / 15), (2601, 0.05), (96_721, 0.05)):
        result = ncx2.sf(chi2.isf(level, df), df, sample_sizes.noncentrality(df, level))
        assert result == pytest.approx(sample_sizes.POWER, abs=1e-6), (df, level)
    for trials in (1, 10, 59, 300):
        limit = beta.ppf(0.95, 1, trials)
        assert sample_sizes.limit(trials).endswith(f"{limit * 100:.1f}%"), trials


def test_shuffles_fill_a_night_and_a_shorter_chain_follows():
    units = [sample_sizes.shuffles(52 * decks).units for decks in range(1, 9)]
    assert units[0] == 260
    assert units == sorted(units, reverse=True)
    assert units[5] == units[7] == 60
    assert [sample_sizes.chained(units) for units in (60, 80, 160, 260)] == [20, 20, 26, 40]
    assert "40 more are chained" in sample_sizes.shuffles(52).reason
    reason = sample_sizes.shuffles(52).reason
    assert "93% where it is one in 100 and more than 99% where it is one in 20" in reason


def test_reasons_say_what_was_worked_out():
    size = sample_sizes.rounds(312, 52, 20)
    assert "385 expected deals of each of 52 cards" in size.reason
    assert "4.5% of the expected value" in size.reason
    assert "a root-mean-square deviation of 1% from equal shares" in sample_sizes.draws(0, 63, 15).reason
    few, many = sample_sizes.draws(1, 7, 15), sample_sizes.draws(1, 52, 15)
    assert "are needed to expect every pair" not in few.reason
    assert many.units >= 40 * 52 * 52
    assert "108,160 are needed to expect every pair" in many.reason
    for number in (2, 3, 10):
        size = sample_sizes.dice(number, 3)
        assert size.units % number == 0
        assert f"{size.units:,} faces" in size.reason


@pytest.mark.parametrize(("cards", "units"), [(52, 260), (53, 530), (104, 160)])
def test_equal_orders_show_in_the_table_as_often_as_the_plan_says(cards, units):
    """So many equal orders as the reason names, among fair ones, and not half as many."""
    random, runs = np.random.Generator(np.random.PCG64(4614)), 60
    times = sample_sizes.equal_orders(units, cards)
    critical = chi2.isf(0.05, (cards - 1) ** 2)

    def found(equal):
        orders = random.permuted(np.tile(np.arange(cards), (units, 1)), axis=1)
        orders[:equal] = orders[0]
        cells = np.bincount((orders + cards * np.arange(cards)).ravel(), minlength=cards**2)
        return ((cells - units / cards) ** 2).sum() * cards / units * (cards - 1) / cards > critical

    assert sum(found(times) for _ in range(runs)) >= 0.88 * runs
    assert sum(found(times // 2) for _ in range(runs)) <= 0.75 * runs
