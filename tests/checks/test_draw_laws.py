"""Cell probabilities of the tests for outcomes against full enumeration, Knuth's formulas and plain loops."""

from fractions import Fraction
from itertools import pairwise, product
from math import comb, factorial, perm

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.pair_tables import interaction, interaction_without_repeats, pair_tables
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.outcomes import kolmogorov_smirnov
from labharness.checks.outcomes.coupon_collector import chances, set_law
from labharness.checks.outcomes.gap import Gap
from labharness.checks.outcomes.halves import Halves
from labharness.checks.outcomes.kolmogorov_smirnov import KolmogorovSmirnov, tails
from labharness.checks.outcomes.order_statistic import ranked
from labharness.checks.outcomes.overlaps import Overlaps
from labharness.checks.outcomes.permutation import Permutation
from labharness.checks.outcomes.poisson import binomial, squares
from labharness.checks.outcomes.poker import distinct
from labharness.checks.outcomes.runs import run_law
from labharness.checks.outcomes.window_repeats import window_hashes
from labharness.model.observations import Draws, Kind
from labharness.testing.samples import WITNESSED


def stirling(n, k):
    return sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)) // factorial(k)


def drawn(values, low, high):
    return Block(
        Population(Kind.DRAW, low=low, high=high), 0, (Draws(np.array(values, np.uint16)),), WITNESSED
    )


@pytest.mark.parametrize(("hand", "d"), [(5, 10), (5, 7), (3, 2), (4, 4)])
def test_poker_is_knuths_formula(hand, d):
    formula = [perm(d, r) * stirling(hand, r) / d**hand for r in range(1, min(hand, d) + 1)]
    assert distinct(hand, d) == pytest.approx(formula, rel=1e-12)


@pytest.mark.parametrize("d", [2, 5, 7])
def test_coupon_collector_is_knuths_formula(d):
    law = chances(d)
    longest = d + len(law) - 1
    formula = [Fraction(factorial(d) * stirling(r - 1, d - 1), d**r) for r in range(d, longest)]
    last = 1 - Fraction(factorial(d) * stirling(longest - 1, d), d ** (longest - 1))
    assert law == pytest.approx([*map(float, formula), float(last)], rel=1e-9)
    assert law.sum() == pytest.approx(1)
    assert set_law(d).mean == pytest.approx(d * sum(1 / j for j in range(1, d + 1)))


def test_runs_and_order_statistics_by_enumeration():
    """Every sequence of four outcomes of 1 … 3 begins with a run of one, two or three."""
    result = np.zeros(4)
    for values in product(range(3), repeat=4):
        result[next((i for i, (a, b) in enumerate(pairwise(values), 1) if b <= a), 4)] += 1
    assert run_law(3).mass == pytest.approx(result[1:] / 81)
    for rank in (1, 2, 3):
        result = np.bincount([sorted(values)[rank - 1] for values in product(range(4), repeat=3)])
        assert ranked(rank, 3, 4) == pytest.approx(result / 64)


def test_every_order_and_pattern_of_halves_has_its_chance():
    population = Population(Kind.DRAW, low=1, high=4)
    every = [value + 1 for values in product(range(4), repeat=3) for value in values]
    cells = Permutation(size=3).cells(population)
    result = Permutation(size=3).tally(drawn(every, 1, 4)).sums["orders"]
    assert result == pytest.approx(64 * cells.chances)
    each = Permutation(size=3).tally(drawn([3, 4, 1], 1, 4)).sums["orders"]
    assert cells.names[int(np.argmax(each))] == "231"
    every = [value for values in product(range(1, 6), repeat=2) for value in values]
    for of in ("half", "parity"):
        check = Halves(of=of, size=2)
        result = check.tally(drawn(every, 1, 5)).sums["patterns"]
        assert result == pytest.approx(25 * check.cells(Population(Kind.DRAW, low=1, high=5)).chances)


def test_gaps_and_rare_events_have_the_laws_of_knuth():
    law, p = Gap().law(Population(Kind.DRAW, low=1, high=7)), 3 / 7
    assert law == pytest.approx([p * (1 - p) ** r for r in range(9)] + [(1 - p) ** 9])
    formula = [comb(49, c) * 48 ** (49 - c) / 49**49 for c in range(50)]
    assert binomial(49, 49)[:50] == pytest.approx(formula, rel=1e-9)
    assert squares(49, 49, 1).mean == pytest.approx(1 - 1 / 49)


def test_overlaps_are_goods_second_differences():
    random = np.random.default_rng(1)
    values = random.integers(0, 3, 2000)
    round_again = np.concatenate([values, values[:2]])
    overlaps = Overlaps(width=3)
    result = overlaps.judge(overlaps.tally(drawn(round_again, 0, 2)), Population(Kind.DRAW, low=0, high=2))

    def psi(m):
        counts: dict[tuple[int, ...], int] = {}
        for start in range(2000):
            key = tuple(round_again[start : start + m].tolist()) if m < 3 or start < 2000 else ()
            counts[key] = counts.get(key, 0) + 1
        return 3**m / 2000 * sum(c * c for c in counts.values()) - 2000

    assert result.statistic["second difference 2"] == pytest.approx(psi(2) - 2 * psi(1), abs=1e-8)
    assert result.statistic["second difference 3"] == pytest.approx(psi(3) - 2 * psi(2) + psi(1), abs=1e-8)
    cyclic = pair_tables(np.column_stack([values, np.roll(values, -1)]).astype(np.int32), [(0, 1)], 3)[0]
    assert interaction(cyclic) == pytest.approx(psi(2) - 2 * psi(1), abs=1e-8)


def test_dependence_of_distinct_pairs_is_what_row_and_column_effects_leave():
    random = np.random.default_rng(2)
    table = random.integers(5, 30, (5, 5)) * (1 - np.eye(5, dtype=int))
    rows, columns = np.nonzero(table)
    design = np.column_stack([rows[:, None] == np.arange(5), columns[:, None] == np.arange(5)]).astype(float)
    values = table[rows, columns] - table.sum() / 20
    fit = design @ np.linalg.lstsq(design, values, rcond=None)[0]
    left = ((values - fit) ** 2).sum() / (table.sum() / 20)
    assert interaction_without_repeats(table) == pytest.approx(left)


def test_kolmogorov_is_calibrated_where_numbers_outnumber_cells(monkeypatch):
    monkeypatch.setattr(kolmogorov_smirnov, "MOST_CELLS", 49)
    random, check = np.random.default_rng(5), KolmogorovSmirnov()
    tallies = (check.tally(drawn(random.integers(1, 8, 2000), 1, 7)) for _ in range(400))
    result = [check.judge(tally, Population(Kind.DRAW, low=1, high=7)).p["right"] for tally in tallies]
    assert stats.kstest(result, "uniform").pvalue > 0.001


def test_kolmogorov_distance_is_that_of_the_numbers_and_its_left_tail_keeps_its_digits():
    values = np.random.default_rng(3).integers(1, 8, 600)
    numbers = np.sort((values - 1).reshape(-1, 6) @ 7.0 ** -np.arange(1, 7))
    above = np.arange(1, 101) / 100 - numbers
    by_hand = max(above.max(), (numbers - np.arange(100) / 100).max())
    check = KolmogorovSmirnov()
    result = check.judge(check.tally(drawn(values, 1, 7)), Population(Kind.DRAW, low=1, high=7))
    assert result.statistic["D"] == pytest.approx(by_hand, abs=7.0**-6)
    assert tails(0.8)["left"] == pytest.approx(1 - tails(0.8)["right"], rel=1e-12)
    assert tails(0.2)["left"] == pytest.approx(5.05e-13, rel=0.01)


def test_equal_windows_and_only_they_have_equal_hashes():
    codes = np.random.default_rng(4).integers(0, 2, 400).astype(np.int32)
    for width in (1, 5, 8, 11):
        windows = [tuple(codes[start : start + width].tolist()) for start in range(401 - width)]
        hashes = window_hashes(codes, width, 2).tolist()
        assert len(set(hashes)) == len(set(windows)) == len(set(zip(hashes, windows, strict=True)))
