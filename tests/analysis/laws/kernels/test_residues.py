"""Sums and differences of an outcome and two earlier ones, against a plain count."""

from itertools import product

import numpy as np
import pytest

from labharness.analysis.laws.kernels.outcomes.prediction import JOINT, residues, triples

REACH = 5


def naive(codes, outcomes):
    """Return X² of each pair of lags and of signs from a count of the residues, one after the other."""
    used, now = len(codes) - REACH, codes[REACH:]
    result = []
    for a in range(1, REACH):
        for b in range(a + 1, REACH + 1):
            code, other = codes[REACH - a : len(codes) - a], codes[REACH - b : len(codes) - b]
            rests = [(now + s * code + t * other) % outcomes for s in (-1, 1) for t in (-1, 1)]
            counts = [np.bincount(rest, minlength=outcomes).astype(float) for rest in rests]
            result.append([(count**2).sum() * outcomes / used - used for count in counts])
    return np.array(result)


def test_residues_are_those_of_a_plain_count():
    for outcomes, size in product([2, 7, 13, 14, JOINT, JOINT + 1, 300], [1000, 1001]):
        codes = np.random.default_rng(size).integers(0, outcomes, size).astype(np.int32)
        expected = naive(codes, outcomes)
        assert residues(codes, outcomes, REACH) == pytest.approx(expected), (outcomes, size)
        if outcomes <= 13:
            assert triples(codes, outcomes, REACH) == pytest.approx(expected)
