"""Kernels around Fourier transforms against NumPy's transform."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.spectra import count_below, power, signs


def fair(sequences, size, seed=461):
    return np.random.default_rng((seed, size)).integers(0, 256, (sequences, size), dtype=np.uint8)


def plus_minus(rows):
    return 2.0 * np.unpackbits(rows, axis=-1) - 1


def test_signs_alternate_between_two_sequences():
    rows = fair(2, 11)
    pairs = np.empty(2 * 88, dtype=np.float32)
    signs(rows[0], rows[1], pairs)
    assert pairs.reshape(88, 2).T.tolist() == plus_minus(rows).tolist()


def test_power_of_one_coefficient():
    for size in [1, 7, 32, 125, 300, 2500]:
        row = fair(1, size)[0]
        powers = [power(row, k) for k in range(4 * size)]
        known = np.abs(np.fft.rfft(plus_minus(row))[:-1]) ** 2
        assert powers == pytest.approx(known.tolist(), rel=1e-10, abs=1e-8), size


def test_every_pair_of_coefficients_is_counted_once():
    for shape in [(8, 11), (11, 8), (1, 16), (16, 1), (2, 8), (20, 20), (25, 40), (15, 24)]:
        rows, columns = shape
        size = rows * columns
        random = np.random.default_rng((461, rows))
        x, y = random.integers(-1, 2, (2, size))
        whole = np.fft.fft(x + 1j * y).reshape(columns, rows).T  # row r and column c hold r + rows · c
        transform = (
            np.ascontiguousarray(whole.astype(np.complex64)).view(np.float32).reshape(rows, columns, 2)
        )
        limits = np.array([0.7, 1.4, 3], dtype=np.float32) * np.float32(4 * size)
        low, high, line = limits
        counts = np.empty(4, dtype=np.int64)
        near = np.empty((size, 2), dtype=np.int64)
        count_below(transform, limits, counts, near)
        first, second, result, lines = counts.tolist()
        powers = [np.abs(np.fft.fft(row)[1 : (size + 1) // 2]) ** 2 for row in (x, y)]
        assert (first, second) == tuple(int((4 * row < low).sum()) for row in powers), shape
        assert lines == sum(int((4 * row > line).sum()) for row in powers), shape
        expected = {
            (which, int(k) + 1)
            for which, row in enumerate(powers)
            for k in np.flatnonzero((4 * row >= low) & (4 * row < high))
        }
        assert {(which, min(k, size - k)) for which, k in near[:result].tolist()} == expected, shape
        assert result == len(expected), shape
