"""Reduced lattices: reduced they are, and the reduction ends."""

import numpy as np
import pytest

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.congruential import Congruential, jump
from labharness.analysis.identification.lattice import MultiplierLattice, multiplier_lattice
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


@pytest.mark.parametrize(("size", "modulus"), [(65, 2**48), (12, 2**64 + 13)])
def test_a_reduction_of_more_than_the_families_need_is_refused_with_a_reason(size, modulus):
    assert multiplier_lattice(tuple(range(1, size + 1)), modulus) == Identifications.REDUCTION_STOPPED(
        dimensions=size
    )


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.parametrize("size", [18, pytest.param(64, marks=pytest.mark.long)])
def test_reduction_ends_for_every_family_and_stride(family, size):
    for stride in range(1, 65):
        assert isinstance(multiplier_lattice(powers(family, stride, size), family.modulus), MultiplierLattice)
        multiplier_lattice.cache_clear()
