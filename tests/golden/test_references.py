"""Every published number that the harness claims to reproduce."""

from collections import Counter

import pytest

from labharness.testing.published import references

FOUND = list(references())


@pytest.mark.parametrize(
    "reference", [found for _, found in FOUND], ids=[f"{module}-{found.name}" for module, found in FOUND]
)
def test_published_number_is_reproduced(reference):
    assert reference.source
    assert reference.compute() == pytest.approx(reference.published, abs=reference.tolerance)


def test_names_are_unique():
    names = Counter((module, found.name) for module, found in FOUND)
    assert set(names.values()) <= {1}
