"""SP 800-22: what its printed numbers are, beyond those that the references reproduce."""

import pytest

from labharness.analysis.sampling.bits.bits import patterns
from labharness.analysis.sampling.tables import Block
from labharness.checks.bits.longest_run import CLASSES, NIST_ROUNDED, chances
from labharness.model.observations import Kind, RawBytes
from labharness.testing.published import references
from labharness.testing.samples import POPULATIONS, WITNESSED, million_bits

TESTS = (
    "frequency",
    "block frequency",
    "cumulative sums",
    "runs",
    "longest run",
    "rank",
    "Fourier transform",
    "template 000000001",
    "overlapping templates",
    "universal",
    "approximate entropy",
    "random excursions",
    "random excursions variant",
    "serial",
    "linear complexity",
)


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
