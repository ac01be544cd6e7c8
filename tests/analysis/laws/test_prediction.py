"""Linear complexities, lags, sums and bets against enumeration and plain loops."""

from itertools import product

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits import shift_registers as long_registers
from labharness.analysis.laws.kernels.outcomes import draws, prediction
from labharness.analysis.laws.prediction.bettors import Bettor, bets
from labharness.analysis.laws.prediction.complexity import (
    Complexity,
    contrasts,
    least_likely,
    pair_statistic,
    pair_statistics,
)
from labharness.analysis.laws.prediction.learned_laws import Relation, candidates, search


def makes(symbols, prime, length):
    """Whether any recurrence of this length makes the symbols, by trying all."""
    return any(
        all(
            symbols[t] == sum(c * symbols[t - 1 - j] for j, c in enumerate(taps)) % prime
            for t in range(length, len(symbols))
        )
        for taps in product(range(prime), repeat=length)
    )


@pytest.mark.parametrize(("prime", "n"), [(2, 10), (3, 6)])
def test_complexity_is_the_length_of_the_shortest_recurrence(prime, n):
    for symbols in list(product(range(prime), repeat=n))[:: 7 if prime == 2 else 5]:
        shortest = next(length for length in range(n + 1) if makes(symbols, prime, length))
        assert prediction.complexity(np.array(symbols, dtype=np.int64), prime) == shortest
        if prime == 2:
            assert long_registers.complexity(np.array(symbols, dtype=np.uint8)) == shortest


@pytest.mark.parametrize("n", [63, 64, 65, 127, 1000, 5003])
def test_long_registers_agree_with_the_field_of_two_elements(n):
    bits = np.random.default_rng(n).integers(0, 2, n)
    bits[: n // 3] = 0
    assert long_registers.complexity(bits.astype(np.uint8)) == prediction.complexity(bits, 2)


@pytest.mark.parametrize(("prime", "n"), [(2, 10), (3, 8), (5, 4)])
def test_rank_is_the_exact_law_of_all_sequences(prime, n):
    ranks = [
        Complexity(prime, n, prediction.complexity(np.array(symbols, dtype=np.int64), prime)).rank
        for symbols in product(range(prime), repeat=n)
    ]
    for rank in range(n + 1):
        assert sum(each >= rank for each in ranks) == prime ** (n - rank)


def test_joint_tails_of_two_primes_are_those_of_all_pairs():
    """Ranks k have the chances p^-k - p^-(k+1); sums over all pairs of ranks."""
    n, ranks = 40, range(41)
    mass = {p: [p**-k - p ** -(k + 1) * (k < n) for k in ranks] for p in (2, 3)}

    def with_rank(prime, rank):
        middle = n // 2
        length = middle - rank // 2 if rank % 2 == 0 else middle + (rank + 1) // 2
        return Complexity(prime, n, length)

    for first, second in ((0, 0), (1, 0), (3, 2), (2, 3), (6, 1)):
        _, p = least_likely([with_rank(2, first), with_rank(3, second)])
        limit = max(first * np.log(2), second * np.log(3))
        worst = [(max(j * np.log(2), k * np.log(3)), mass[2][j] * mass[3][k]) for j in ranks for k in ranks]
        assert p["right"] == pytest.approx(sum(m for value, m in worst if value > limit - 1e-9), rel=1e-9)
        assert p["left"] == pytest.approx(sum(m for value, m in worst if value < limit + 1e-9), rel=1e-9)


@pytest.mark.parametrize("d", [2, 5, 16])
def test_contrasts_are_uncorrelated(d):
    rows = contrasts(d)
    assert rows @ rows.T / d == pytest.approx(np.eye(d - 1))
    assert rows.sum(axis=1) == pytest.approx(0)


@pytest.mark.parametrize(("d", "n", "lags"), [(2, 500, 60), (7, 5000, 300), (7, 90, 11)])
def test_every_lag_has_the_statistic_of_its_table(d, n, lags):
    codes = np.random.default_rng(d).integers(0, d, n).astype(np.int32)
    tables = [draws.lagged_pairs(codes, 0, lag, d) for lag in range(1, lags + 1)]
    assert pair_statistics(codes, d, lags) == pytest.approx([pair_statistic(table) for table in tables])
    assert prediction.equal_at_lags(codes, lags).tolist() == [int(np.trace(table)) for table in tables]


@pytest.mark.parametrize("d", [3, 7, 20, 70])
def test_search_rates_every_relation_by_its_residuals(d):
    random, reach, window = np.random.default_rng(d), 5, 6
    codes = random.integers(0, d, 3000).astype(np.int32)
    codes[7:] = np.where(random.random(2993) < 0.2, (codes[2:-5] - codes[4:-3]) % d, codes[7:])
    listed = list(candidates(reach, window, d))
    match = search(codes, d, reach, window, wanted=len(listed))
    assert set(match) == set(listed)
    assert match[0] == Relation((3, 5), (-1, 1))

    def uneven(relation):
        longest = reach if len(relation.lags) == 2 else window
        rest = np.bincount(relation.residuals(codes[longest - relation.reach :], d), minlength=d)
        return (rest**2).sum() * d / rest.sum() - rest.sum()

    rated = [uneven(relation) for relation in match]
    assert rated == pytest.approx(sorted(rated, reverse=True))


def test_sums_and_differences_of_two_outcomes_are_the_same_relation():
    match = search(np.random.default_rng(2).integers(0, 2, 300).astype(np.int32), 2, 4, 5, wanted=100)
    assert set(match) == set(candidates(4, 5, 2))
    assert {relation.factors for relation in match} == {(1, 1), (1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1, 1)}


@pytest.mark.parametrize("context", [(), (1,), (2, 1)])
@pytest.mark.parametrize("relation", [Relation(), Relation((1, 3), (1, -1))])
def test_capital_of_a_fair_generator_has_mean_one_exactly(context, relation):
    """Summed over all sequences there are, none of them sampled."""
    total = np.zeros(2)
    for symbols in product(range(2), repeat=9):
        bettor = Bettor(relation, context, 2, 1.0)
        bettor.priors = np.array([0.5, 3.0])
        for begin in range(0, 9, 4):
            bettor.play(np.array(symbols, dtype=np.int32), begin, min(9, begin + 4))
        total += np.exp(bettor.gains)
    assert total / 2**9 == pytest.approx([1, 1], rel=1e-12)


def test_capital_at_the_end_has_mean_one_at_most_and_names_what_a_frequency_table_names():
    """Searches and stops included: a rule that bet on what it had seen would show at once."""
    random = np.random.default_rng(13)
    ends = [bets(random.integers(0, 3, 5000).astype(np.int32), 3).log_capital for _ in range(20)]
    assert np.exp(ends).mean() < 1.5
    assert max(ends) < np.log(1000)
    codes = np.random.default_rng(14).integers(0, 5, 900).astype(np.int32)
    counts, favorite, named = np.zeros(5, dtype=int), 0, 0
    for code in codes:
        named += favorite == code
        counts[code] += 1
        if counts[code] > counts[favorite]:
            favorite = code
    result = bets(codes, 5)
    assert (result.named, result.guesses) == (named, 900)
