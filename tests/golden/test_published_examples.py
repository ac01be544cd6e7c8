"""Worked examples of the references, run through the checks that cite them."""

import hashlib
from itertools import pairwise

import numpy as np
import pytest

from labharness.analysis.decision.families import holm
from labharness.analysis.laws.tails import kept_neighbours, pearson, rising_sequences
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.bits.bit_runs import BitRuns, runs_p
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.places.position_card import PositionCard
from labharness.checks.rounds.round_frequency import RoundFrequency
from labharness.model.cards import TYPES, CardSet
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED, pi_bits

PI_100 = (
    "1100100100001111110110101010001000100001011010001100001000110100110001001100011001100010100010111000"
)


def runs_of(text: str):
    changes = sum(a != b for a, b in pairwise(text))
    return runs_p(len(text), text.count("1") / len(text), changes)


def test_knuth_dice_throws():
    """TAOCP 2, § 3.3.1: 144 throws of two dice, V = 7 7/48."""
    throws = [2, 4, 10, 12, 22, 29, 21, 15, 14, 9, 6]
    expected = [4, 8, 12, 16, 20, 24, 20, 16, 12, 8, 4]
    assert pearson(throws, expected) == pytest.approx(7 + 7 / 48, abs=1e-12)


def test_knuth_chi_square_percentage_points():
    """TAOCP 2, § 3.3.1, table 1: 10 degrees of freedom, 95% at 18.31."""
    counts = np.full(11, 1000)
    counts[:2] += np.array([95, -95])
    result = Frequency().judge(Tally({"counts": counts}), Population(Kind.DRAW, low=2, high=12))
    assert result.df == 10
    assert result.statistic["X2"] == pytest.approx(18.05)
    assert 0.05 < result.p["right"] < 0.06


def test_anderson_snap_beans():
    """Biometrics 15: ranks that 123 consumers gave three varieties; 53.04 with 4 degrees of freedom."""
    table = np.array([[42, 64, 17], [31, 16, 76], [50, 43, 30]])
    three = CardSet("three", (1,) * 3 + (0,) * (TYPES - 3))
    tally = Tally({"units": count(123), "table": table})
    result = PositionCard().judge(tally, Population(Kind.SHUFFLE, three))
    assert result.statistic["scaled"] == pytest.approx(53.04, abs=0.005)
    assert result.df == 4


def test_lottery_factor():
    """Joe 1993: X² of single numbers of a 6/49 lottery is scaled by 48/43."""
    lottery = CardSet("lottery", (1,) * 49 + (0,) * (TYPES - 49))
    counts = np.full(49, 60)
    counts[:2] = 70, 50
    tally = Tally({"units": count(490), "counts": counts})
    result = RoundFrequency().judge(tally, Population(Kind.ROUND, lottery, round_cards=6))
    assert result.statistic["X2"] == pytest.approx(200 / 60)
    assert result.statistic["scaled"] == pytest.approx(200 / 60 * 48 / 43)


def test_eulerian_numbers():
    """Bayer & Diaconis 1992: A(5, r) = 1, 26, 66, 26, 1."""
    assert (rising_sequences(5).mass * 120).round().tolist() == [1, 26, 66, 26, 1]


def test_hertzsprung_numbers():
    """OEIS A002464: orders of n cards that keep no neighbors."""
    known = [1, 1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306]
    factorials = np.cumprod([1, *range(1, 11)])
    result = [1] + [round(kept_neighbours(n).mass[0] * float(factorials[n])) for n in range(1, 11)]
    assert result == known


def test_holm():
    """Four hypotheses at 5%: the first and the fourth are rejected."""
    assert [p < 0.05 for p in holm([0.01, 0.04, 0.03, 0.005])] == [True, False, False, True]
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_nist_runs_of_ten_bits():
    """SP 800-22 § 2.3.4: 1001101011 has 7 runs, p = 0.147232."""
    p, runs = runs_of("1001101011")
    assert runs == 7
    assert p["two_sided"] == pytest.approx(0.147232, abs=5e-7)


def test_nist_runs_of_hundred_bits():
    """SP 800-22 § 2.3.8: the first 100 binary digits of π have 52 runs, p = 0.500798."""
    p, runs = runs_of(PI_100)
    assert runs == 52
    assert p["two_sided"] == pytest.approx(0.500798, abs=5e-7)


@pytest.mark.long
def test_nist_runs_of_a_million_bits_of_pi():
    """SP 800-22 appendix B: p = 0.419268."""
    data = pi_bits(1_000_000)
    digest = hashlib.sha256(data).hexdigest()
    assert digest == "e31af8c5229974786fbac6931fb44f8596d4466eaa853f40df458fd352453155"
    block = Block(POPULATIONS[Kind.BYTES], 0, (RawBytes(data),), WITNESSED)
    result = BitRuns().judge(BitRuns().tally(block), block.population)
    assert result.statistic["ones"] == 0.499722
    assert result.p["two_sided"] == pytest.approx(0.419268, abs=5e-7)
