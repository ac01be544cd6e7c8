"""Reduced lattices: reduced they are, and the reduction ends."""

import numpy as np
import pytest

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.congruential import Congruential, jump
from labharness.analysis.identification.lattice import MultiplierLattice, multiplier_lattice, reduced
from labharness.model.reasons.game import Identifications

FAMILIES = [family for family in families() if isinstance(family, Congruential)]


def powers(family, stride, size):
    a, _ = jump(family.multiplier, family.increment, family.modulus, stride)
    return tuple(pow(a, place, family.modulus) for place in range(size))


def test_reduced_rows_span_the_lattice_and_are_short():
    rows = MultiplierLattice(powers(FAMILIES[0], 1, 8), FAMILIES[0].modulus).rows
    determinant = round(abs(np.linalg.det(np.array(rows, dtype=float))) / float(FAMILIES[0].modulus) ** 7, 3)
    first = FAMILIES[0].modulus ** (7 / 8)

    assert determinant == 1
    assert np.linalg.norm(np.array(rows[0], dtype=float)) < 2 * first
    multipliers = powers(FAMILIES[0], 1, 8)
    for row in rows:
        assert [row[0] * a % FAMILIES[0].modulus for a in multipliers] == [
            entry % FAMILIES[0].modulus for entry in row
        ]


def test_a_reduction_of_too_many_steps_stops_with_a_reason():
    rows = [[1, 12345], [0, 2**31]]
    assert reduced(rows)
    stopped = multiplier_lattice.__wrapped__(tuple(powers(FAMILIES[0], 1, 12)), FAMILIES[0].modulus, None, 3)

    assert stopped == Identifications.REDUCTION_STOPPED(dimensions=12)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_reduction_ends_for_some_strides(family):
    for stride in (1, 16, 64):
        assert isinstance(multiplier_lattice(powers(family, stride, 24), family.modulus), MultiplierLattice)


@pytest.mark.long
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_reduction_ends_for_all_strides(family):
    for stride in range(1, 65):
        for size in (18, 35, 64):
            assert isinstance(
                multiplier_lattice(powers(family, stride, size), family.modulus), MultiplierLattice
            )
            multiplier_lattice.cache_clear()
