"""Reduced lattices: reduced they are, and the reduction ends."""

from dataclasses import replace

import numpy as np
import pytest

from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.identification.lattice import MultiplierLattice, multiplier_lattice
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Identifications
from labharness.reason import Reason

FAMILIES = [family for family in families() if isinstance(family, Congruential)]


def powers(family, stride, size):
    return tuple(family.recurrence.times(stride * place).a for place in range(size))


def test_reduced_rows_span_the_lattice_and_are_short():
    rows = MultiplierLattice(powers(FAMILIES[0], 1, 8), FAMILIES[0].recurrence.modulus).rows
    determinant = round(
        abs(np.linalg.det(np.array(rows, dtype=float))) / float(FAMILIES[0].recurrence.modulus) ** 7, 3
    )
    first = FAMILIES[0].recurrence.modulus ** (7 / 8)

    assert determinant == 1
    assert np.linalg.norm(np.array(rows[0], dtype=float)) < 2 * first
    multipliers = powers(FAMILIES[0], 1, 8)
    for row in rows:
        assert [row[0] * a % FAMILIES[0].recurrence.modulus for a in multipliers] == [
            entry % FAMILIES[0].recurrence.modulus for entry in row
        ]


def test_another_basis_solves_windows_to_the_same_state():
    (java,) = [family for family in FAMILIES if family.name == "java.util.Random"]
    multipliers, n, size = powers(java, 1, 36), 7, java.recurrence.modulus
    states = np.random.default_rng(5).integers(0, size, 40)
    words = [[int(state) * a % size for a in multipliers] for state in states]
    middles = [[(2 * (word * n // size) + 1) * size // (2 * n) for word in row] for row in words]
    targets = np.array([[float(v - size * (2 * v > size)) for v in row] for row in middles])
    half = np.full(len(multipliers), size / (2 * n) + 2)
    solved = []
    for delta in (0.8, 0.99):
        lattice = MultiplierLattice(multipliers, size, delta=delta)
        hits = lattice.near(targets, half).tolist()
        for hit in hits:
            middle = [v - size * (2 * v > size) for v in middles[hit]]
            assert lattice.closest(middle) % size == states[hit]
        solved.append((lattice.rows, hits))

    assert solved[0][0] != solved[1][0]
    assert all(len(hits) > 30 for _, hits in solved)


@pytest.mark.parametrize(("size", "modulus"), [(65, 2**48), (12, 2**64 + 13)])
def test_a_reduction_of_more_than_the_families_need_is_refused(size, modulus):
    with pytest.raises(ValueError, match=str(size)):
        multiplier_lattice(tuple(range(1, size + 1)), modulus)


def test_a_family_of_more_bits_is_out_of_reach():
    wide = replace(FAMILIES[0], recurrence=Affine(0xDA942042E4DD58B5, 1, 1 << 128))
    stream = Stream.of([1, 2, 3] * 100, 7)

    assert wide.needed(WayOfUse(wide.calls[0]), stream).is_a(Identifications.OUT_OF_REACH)


def lattices(family, stride):
    """Yield what is reduced for every call and bound, and for the draws of decks."""
    decks = np.tile(np.arange(52, 1, -1), 3)
    streams = [Stream(np.zeros_like(decks), decks), *(Stream.of([0], n) for n in (5, 7, 52, 250))]
    for way in (WayOfUse(call, stride) for call in family.calls):
        for stream in streams:
            windows = family.windows(way, stream)
            if not isinstance(windows, Reason) and windows.places:
                yield windows.lattice()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
@pytest.mark.parametrize(
    "strides", [(1, 64), pytest.param(range(1, 65), marks=pytest.mark.long)], ids=["few", "all"]
)
def test_reduction_ends_for_every_family_stride_and_call(family, strides):
    for stride in strides:
        assert all(isinstance(lattice, MultiplierLattice) for lattice in lattices(family, stride))
        assert multiplier_lattice(powers(family, stride, 64), family.recurrence.modulus)
