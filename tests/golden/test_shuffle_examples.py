"""Worked examples and tables of the references that checks of shuffles cite."""

from fractions import Fraction
from math import factorial

import numpy as np
import pytest

from labharness.analysis.laws import permutation_laws
from labharness.analysis.laws.multiset_laws import runs
from labharness.analysis.laws.tails import rising_sequences


def counted(law, cards):
    return (law.mass * factorial(cards)).round().astype(int).tolist()


def test_montmort_game_of_thirteen():
    """Essay d'analyze, 1713: the chance of any of 13 matches is 109339663/172972800."""
    none = permutation_laws.kept_places(13, 13).mass[0]
    assert 1 - none == pytest.approx(float(Fraction(109339663, 172972800)), abs=1e-15)


def test_knuth_tables():
    """TAOCP 1, § 1.2.6 table 2 and TAOCP 3, § 5.1.1 and § 5.1.3: Stirling, Mahonian and Eulerian numbers."""
    assert counted(permutation_laws.cycles(6), 6) == [120, 274, 225, 85, 15, 1]
    assert counted(permutation_laws.inversions(5), 5) == [1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1]
    assert counted(rising_sequences(6), 6) == [1, 57, 302, 302, 57, 1]


def test_kendall_table_of_rank_correlation():
    """Kendall 1948, appendix table 1: of 10 objects, S of 23 or more has probability 0.023."""
    concordant_less_discordant = 45 - 2 * permutation_laws.inversions(10).values
    tail = permutation_laws.inversions(10).mass[concordant_less_discordant >= 23].sum()
    assert round(float(tail), 3) == 0.023


def test_roselle_orders_without_successions():
    """Proceedings of the AMS 19: 1, 1, 3, 11, 53, 309, 2119 orders have no succession."""
    free = [counted(permutation_laws.successions(cards, 1), cards)[0] for cards in range(1, 8)]
    assert free == [1, 1, 3, 11, 53, 309, 2119]


def test_schensted_shapes():
    """Canadian Journal 13: orders of 5 and 6 by their longest increasing subsequence."""
    assert counted(permutation_laws.longest_increasing(5), 5) == [1, 41, 61, 16, 1]
    assert counted(permutation_laws.longest_increasing(6), 6) == [1, 131, 381, 181, 25, 1]


def test_wald_wolfowitz_runs():
    """Swed & Eisenhart 1943, table of the law of Wald & Wolfowitz: P(at most 6 runs of 10 and 10) = 0.019."""
    law = runs((10, 10))
    assert round(float(law.mass[law.values <= 6].sum()), 3) == 0.019
    assert np.allclose(law.mass, law.mass[::-1])
