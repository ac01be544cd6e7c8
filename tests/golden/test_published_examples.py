"""Worked examples of the references, run through the checks that cite them.

Worked examples and tables of the references that checks of shuffles cite.

SP 800-22: what its printed numbers are, beyond those that the references reproduce.

Every published number that the harness claims to reproduce.

What other programs print of the same bytes: ENT (Debian 1.2debian-3) and rngtest (rng-tools-debian 2.3).
"""

import hashlib
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from math import factorial

import numpy as np
import pytest

from labharness.analysis.decision.families import holm
from labharness.analysis.laws import permutation_laws
from labharness.analysis.laws.kernels.bits.fips import failures
from labharness.analysis.laws.multiset_laws import runs
from labharness.analysis.laws.tails import kept_neighbours, pearson, rising_sequences
from labharness.analysis.sampling.bits import patterns
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.bits.bit_runs import BitRuns, runs_p
from labharness.checks.bits.longest_run import CLASSES, NIST_ROUNDED, chances
from labharness.checks.bytes.byte_frequency import ByteFrequency
from labharness.checks.bytes.byte_mean import ByteMean
from labharness.checks.bytes.byte_pi import BytePi
from labharness.checks.bytes.byte_serial_correlation import ByteSerialCorrelation
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.places.position_card import PositionCard
from labharness.checks.rounds.round_frequency import RoundFrequency
from labharness.model.cards import TYPES, CardSet
from labharness.model.observations import Kind, RawBytes
from labharness.testing.published import references
from labharness.testing.samples import POPULATIONS, WITNESSED, million_bits, pi_bits

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


def test_nist_runs_of_ten_and_of_a_hundred_bits():
    """SP 800-22 § 2.3.4: 1001101011 has 7 runs, p = 0.147232; § 2.3.8: the first 100 binary digits of π, 52, 0.500798."""
    for bits, changes, published in (("1001101011", 7, 0.147232), (PI_100, 52, 0.500798)):
        p, runs = runs_of(bits)
        assert (runs, p["two_sided"]) == (changes, pytest.approx(published, abs=5e-7))


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


TESTS = (
    "frequency", "block frequency", "cumulative sums", "runs", "longest run", "rank", "Fourier transform",
    "template 000000001", "overlapping templates", "universal", "approximate entropy", "random excursions",
    "random excursions variant", "serial", "linear complexity",
)  # fmt: skip


def test_all_sixty_values_of_appendix_b_are_references():
    """Serial has two P-values for each number, and cumulative sums go both ways: 68 in all."""
    names = [
        result.name for _, result in references() if result.source == "NIST SP 800-22 rev. 1a, appendix B"
    ]
    assert len(names) == 68
    for number in ("π", "e", "√2", "√3"):
        mine = [name for name in names if name.endswith(f", {number}")]
        assert {name.split(", ")[0] for name in mine} == set(TESTS)
        assert len(mine) == 17


def test_nist_chances_of_longest_runs_are_roundings():
    """§ 2.4.4 prints four digits; the classes of 128 bits are right to the last of them."""
    assert chances(128) == pytest.approx([0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124], abs=1e-4)
    assert chances(10_000).sum() == pytest.approx(1, abs=1e-12)
    assert len(NIST_ROUNDED) == CLASSES[10_000][1] - CLASSES[10_000][0] + 1


def test_patterns_of_two_bits_of_e():
    """§ 2.11.8: 250116, 249855, 249855 and 250174 of a million, closed to a ring."""
    data = million_bits("e")
    block = Block(POPULATIONS[Kind.BYTES], 0, (RawBytes(data),), WITNESSED, (RawBytes(data[-2:]),))
    assert patterns(block, 2).tolist() == [250116, 249855, 249855, 250174]


KNOWN = defaultdict(list)
for module, reference in references():
    KNOWN["sp_800_22" if module.startswith("sp_800_22") else module].append(reference)
"""By module, those of SP 800-22 together: they are of the same million bits, which are computed once."""


@pytest.mark.parametrize("module", KNOWN)
def test_published_numbers_are_reproduced(module):
    assert all(reference.source for reference in KNOWN[module])
    assert [
        reference.name
        for reference in KNOWN[module]
        if reference.compute() != pytest.approx(reference.published, abs=reference.tolerance)
    ] == []


def test_names_are_unique():
    names = Counter((module, reference.name) for module, known in KNOWN.items() for reference in known)
    assert set(names.values()) <= {1}


POPULATION = POPULATIONS[Kind.BYTES]
ENT = {
    "pi": (7.998562, 249.470464, 127.148664, 3.140978, 0.005807),
    "e": (7.998260, 301.587968, 127.523864, 3.145010, -0.004634),
    "sqrt2": (7.998587, 245.222912, 127.587360, 3.142706, 0.000806),
    "sqrt3": (7.998648, 233.594368, 127.583976, 3.147314, -0.003225),
}
"""Entropy, chi-square, mean, π and serial correlation that ``ent -t`` prints for the first million bits."""

FAILING = [1, 1, 2, 2]
"""Blocks that fail monobit, poker, runs and long run of rngtest, of 4,000; it reads four bytes before the first."""


@pytest.mark.parametrize(
    "number", ["sqrt2", *(pytest.param(each, marks=pytest.mark.long) for each in ("pi", "e", "sqrt3"))]
)
def test_ent(number):
    block = Block(POPULATION, 0, (RawBytes(million_bits(number)),), WITNESSED)
    checks = (ByteFrequency(), ByteMean(), BytePi(), ByteSerialCorrelation())
    values, mean, points, neighbors = (check.judge(check.tally(block), POPULATION) for check in checks)
    entropy, square, average, pi, correlation = ENT[number]
    assert values.statistic["entropy (bits per byte)"] == pytest.approx(entropy, abs=5.1e-7)
    assert values.statistic["X2"] == pytest.approx(square, abs=5.1e-7)
    assert mean.effect.value == pytest.approx(average, abs=5.1e-7)
    assert points.effect.value == pytest.approx(pi, abs=5.1e-7)
    # ENT puts the mean and the variance of the file in place of those of fair bytes.
    assert neighbors.effect.value == pytest.approx(correlation, abs=1e-4)


def test_rngtest():
    data = np.random.Generator(np.random.Philox(4614)).bytes(4 + 2500 * 4000)
    table = failures(np.frombuffer(data, dtype=np.uint8)[4:].reshape(4000, 2500))
    assert [table[np.arange(16) >> test & 1 == 1].sum() for test in range(4)] == FAILING
    assert table[0] == 3994
