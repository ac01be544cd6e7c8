"""Numbers of Fourier coefficients below a limit against a transform in double precision."""

from itertools import product
from math import log

import numpy as np
import pytest

from labharness.analysis.laws import spectrum
from labharness.analysis.laws.spectrum import below


def doubled(rows, limit):
    transform = np.fft.rfft(2.0 * np.unpackbits(rows, axis=1) - 1, axis=1)[:, :-1]
    return (transform.real**2 + transform.imag**2 < limit).sum(axis=1).tolist()


def structured(size):
    """Periods, runs, bias and a shift register; lines stand out of some of their spectra and fill others."""
    places = np.arange(8 * size)
    random = np.random.default_rng(463)
    bits = [
        places % 2,
        places % 3 == 0,
        (places // 250) % 2,
        random.random(8 * size) < 0.51,
        random.random(8 * size) < 0.9,
        (random.random(8 * size) < 0.5) ^ (places % 100 == 0),
        np.cumsum(random.random(8 * size) < 0.4) % 2,
        np.resize(random.integers(0, 2, 127), 8 * size),
    ]
    return np.packbits(np.stack(bits).astype(np.uint8), axis=1)


@pytest.mark.parametrize("size", [1000, 12_500])
def test_lines_do_not_mislead_single_precision(size):
    rows, limit = structured(size), 8.0 * size * log(20)
    assert below(rows, limit).tolist() == doubled(rows, limit)


def test_a_sequence_counts_the_same_in_any_company():
    rows = np.concatenate(
        [structured(1000), np.random.default_rng(4).integers(0, 256, (3, 1000), dtype=np.uint8)]
    )
    together = below(rows, 8000 * log(20)).tolist()
    assert together == [int(below(row[np.newaxis], 8000 * log(20))[0]) for row in rows]


def test_the_limit_is_met_and_the_margin_is_ten_times_what_single_precision_needs(monkeypatch):
    """A limit next to every power of a short sequence, one after the other, a hundred-millionth away."""
    row = np.random.default_rng(462).integers(0, 256, (1, 40), dtype=np.uint8)
    powers = np.sort(np.abs(np.fft.rfft(2.0 * np.unpackbits(row) - 1)[:-1]) ** 2)
    for place, power in enumerate(powers[powers > 1].tolist(), start=int((powers <= 1).sum())):
        assert below(row, power * (1 - 1e-8)).tolist() == [place]
        assert below(row, power * (1 + 1e-8)).tolist() == [place + 1]
    # With the margin a tenth as wide, no coefficient of five sequences changes sides.
    rows = np.random.default_rng(464).integers(0, 256, (5, 12_500), dtype=np.uint8)
    monkeypatch.setattr(spectrum, "MARGIN", spectrum.MARGIN / 10)
    for limit in np.linspace(0.5, 4, 8) * 1e5:
        assert below(rows, float(limit)).tolist() == doubled(rows, float(limit))


def test_counts_are_those_of_double_precision_up_to_a_million_bits():
    for size, sequences in product([1, 2, 3, 5, 7, 11, 13, 16, 125, 128, 1000, 1001, 12_500], [1, 2, 5]):
        rows = np.random.default_rng((461, size)).integers(0, 256, (sequences, size), dtype=np.uint8)
        for limit in (8.0 * size * log(20), 8.0 * size * 0.7):
            assert below(rows, limit).tolist() == doubled(rows, limit)
    rows = np.random.default_rng(4614).integers(0, 256, (3, 125_000), dtype=np.uint8)
    assert below(rows, 1e6 * log(20)).tolist() == doubled(rows, 1e6 * log(20))
    assert below(np.empty((0, 125), dtype=np.uint8), 1.0).size == 0
