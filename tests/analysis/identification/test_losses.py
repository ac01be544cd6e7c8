"""Outcomes that were lost unseen early in a recording leave no proof, but hide no later stretch."""

import numpy as np
import pytest

from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.identification.search import search
from labharness.analysis.identification.stream import Stream

FAMILIES = {family.name: family for family in families()}
LOST = [3, 9, 30, 70, 200, 900, 1_400]
"""Places of the recording before which one outcome was lost."""


def with_losses(name, call, n, kept, state=None):
    """Outcomes without those of ``LOST``."""
    family = FAMILIES[name]
    state = family.seeded(4_711) if state is None else state
    outcomes = family.predict(WayOfUse(family.calls[call]), state, np.full(kept + len(LOST), n))
    return family, Stream.of(np.delete(outcomes, np.array(LOST) + np.arange(len(LOST))), n)


@pytest.mark.parametrize(
    ("name", "call", "n", "state"),
    [
        pytest.param("java.util.Random", 0, 7, None, marks=pytest.mark.long),
        ("java.util.Random", 0, 52, None),
        ("java.util.Random", 0, 64, None),
        ("minstd_rand (multiplier 48271)", 0, 52, None),
        ("Microsoft C rand", 0, 37, None),
        ("Microsoft C rand", 1, 6, None),
        pytest.param(
            "V8 Math.random", 0, 7, (0x123456789ABCDEF, 0xFEDCBA987654321, 17), marks=pytest.mark.long
        ),
        ("V8 Math.random", 0, 52, (0x123456789ABCDEF, 0xFEDCBA987654321, 17)),
        ("WELL512a", 0, 7, tuple(range(77, 93))),
        ("xorshift128 (11, 8, 19)", 0, 52, (5, 6, 7, 8)),
        pytest.param("glibc rand (TYPE_3)", 1, 7, None, id="glibc"),
        pytest.param("MT19937", 0, 52, None, marks=pytest.mark.long),
    ],
)
def test_losses_at_the_beginning_hide_no_later_stretch(name, call, n, state):
    family, stream = with_losses(name, call, n, 30_000, state)
    result = search(stream, known=[family])

    assert not result.proofs
    assert (result.broken.start, result.broken.stop) == (LOST[-1], 30_000)


def test_a_stretch_between_two_losses_is_named():
    family = FAMILIES["Microsoft C rand"]
    outcomes = family.predict(WayOfUse(family.calls[0]), family.seeded(1), np.full(9_100, 52))
    result = search(Stream.of(np.delete(outcomes, [*range(0, 4_000, 40), 8_050]), 52), known=[family])

    assert (result.broken.start, result.broken.stop) == (3_861, 7_950)
