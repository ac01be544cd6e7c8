"""Every published number that the harness claims to reproduce."""

from collections import Counter

import pytest

from labharness.testing.published import references

FOUND = list(references())


@pytest.mark.parametrize(
    "reference", [result for _, result in FOUND], ids=[f"{module}-{result.name}" for module, result in FOUND]
)
def test_published_number_is_reproduced(reference):
    assert reference.source
    assert reference.compute() == pytest.approx(reference.published, abs=reference.tolerance)


def test_names_are_unique():
    names = Counter((module, result.name) for module, result in FOUND)
    assert set(names.values()) <= {1}
