"""Walks of bits against a plain reading, step by step."""

import numpy as np

from labharness.analysis.laws.kernels.bits.bit_walks import NEAR, REACH, cycles, extremes


def rows(number, size, ones=0.5, seed=4614):
    random = np.random.default_rng((seed, number, size))
    return np.packbits(random.random((number, 8 * size)) < ones, axis=1)


def paths(data):
    return [np.cumsum(2 * np.unpackbits(row).astype(np.int64) - 1) for row in data]


SAMPLES = {
    "no rows": rows(0, 5),
    "bytes": rows(300, 1),
    "less than a word": rows(40, 7),
    "long": rows(20, 1001),
    "drifting up": rows(5, 700, ones=0.52),
    "drifting down": rows(5, 700, ones=0.47),
    "ones": np.full((2, 90), 0xFF, dtype=np.uint8),
    "alternating": np.full((2, 90), 0x55, dtype=np.uint8),
    "far and back": np.repeat([[0xFF] * 12 + [0] * 24 + [0xFF] * 12], 2, axis=0).astype(np.uint8),
}


def test_extremes():
    for name, data in SAMPLES.items():
        plain = [[max(0, path.max()), min(0, path.min()), path[-1]] for path in paths(data)]
        assert extremes(data).tolist() == np.array(plain, dtype=np.int64).reshape(-1, 3).tolist(), name


def test_cycles():
    for data in SAMPLES.values():
        steps, ends = np.zeros((2 * REACH + 1, 2), dtype=int), np.zeros(2 * REACH + 1, dtype=int)
        classes, cut = np.zeros((8, 6), dtype=int), np.zeros((8, 6, 6), dtype=int)
        for path in paths(data):
            before = [0, *path[:-1].tolist()]
            for level, after in zip(before, path.tolist(), strict=True):
                if abs(level) <= REACH:
                    steps[level + REACH, int(after > level)] += 1
            last = int(path[-1])
            if abs(last) <= REACH:
                ends[last + REACH] += 1
            for cycle in np.split(path, np.flatnonzero(path == 0) + 1):
                for state, level in enumerate(NEAR.tolist()):
                    visits = min(int((cycle == level).sum()), 5)
                    classes[state, visits] += bool(len(cycle))
                    if len(cycle) and last and cycle[-1] == last:
                        away = min(abs(last), 5) if (last > 0) == (level > 0) else 0
                        cut[state, away, visits] += 1
        for each, plain in zip(cycles(data), (steps, ends, classes, cut), strict=True):
            assert each.tolist() == plain.tolist()


def test_rows_that_begin_anywhere_in_memory():
    data = np.frombuffer(np.random.default_rng(461).bytes(3 + 4 * 203), dtype=np.uint8)[3:].reshape(4, 203)
    assert not data.flags.writeable
    for cycle, plain in zip(cycles(data), cycles(data.copy()), strict=True):
        assert cycle.tolist() == plain.tolist()
