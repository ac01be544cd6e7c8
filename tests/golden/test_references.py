"""Every published number that the harness claims to reproduce."""

from collections import Counter, defaultdict

import pytest

from labharness.testing.published import references

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
