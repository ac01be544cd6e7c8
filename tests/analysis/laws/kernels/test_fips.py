"""The tests of FIPS 140-2 against their definitions, block by block."""

from itertools import groupby

import numpy as np

from labharness.analysis.laws.kernels.bits.fips import beyond, count_runs, failures, nibble_squares

INTERVALS = [(2315, 2685), (1114, 1386), (527, 723), (240, 384), (103, 209), (103, 209)]


def made(seed: int, ones: float, sticky: float = 0.5):
    """One block of bits with a share of ones, each repeating the one before with a chance."""
    random = np.random.default_rng(seed)
    bits = random.random(20_000) < ones
    for place in np.flatnonzero(random.random(20_000) < 2 * sticky - 1):
        bits[place] = bits[place - 1]
    return bits.astype(np.uint8)


def runs_of(bits):
    result = np.zeros((2, 6), dtype=np.int64)
    lengths = [(bit, len(list(run))) for bit, run in groupby(bits.tolist())]
    for bit, length in lengths:
        result[bit, min(length, 6) - 1] += 1
    return result, max(length for _, length in lengths)


def plain(bits) -> int:
    """The place of the table, from the definitions of the standard."""
    ones = int(bits.sum())
    nibbles = np.bincount(bits.reshape(-1, 4) @ [8, 4, 2, 1], minlength=16)
    poker = 16 / 5000 * int((nibbles**2).sum()) - 5000
    result, longest = runs_of(bits)
    runs = all(low <= n <= high for row in result for n, (low, high) in zip(row, INTERVALS, strict=True))
    return (not 9725 < ones < 10275) + 2 * (not 2.16 < poker < 46.17) + 4 * (not runs) + 8 * (longest >= 26)


BLOCKS = {
    "fair": made(1, 0.5),
    "fair again": made(2, 0.5),
    "biased": made(3, 0.515),
    "sticky": made(4, 0.5, 0.55),
    "mostly ones": made(5, 0.95),
    "zeros": np.zeros(20_000, dtype=np.uint8),
    "ones": np.ones(20_000, dtype=np.uint8),
    "alternating": np.tile(np.array([0, 1], dtype=np.uint8), 10_000),
    "too even": np.unpackbits(np.tile(np.arange(256, dtype=np.uint8), 10)[:2500]),
}
for length in (25, 26):
    for start in (0, 7, 15, 39, 40, 41, 9_983, 20_000 - length):
        planted = made(6, 0.5)
        planted[max(0, start - 1) : start + length + 1] = 0
        planted[start : start + length] = 1
        BLOCKS[f"{length} ones from bit {start}"] = planted


def test_blocks_are_judged_as_defined_alone_and_together():
    for name, bits in BLOCKS.items():
        packed = np.packbits(bits)
        runs = np.zeros((2, 6), dtype=np.int64)
        held, long = count_runs(packed, 0, runs)
        expected, longest = runs_of(bits)
        assert runs.tolist() == expected.tolist(), name
        assert (held, long) == (bits.sum(), longest >= 26), name
        nibbles = np.bincount(bits.reshape(-1, 4) @ [8, 4, 2, 1], minlength=16)
        assert nibble_squares(packed, 0, np.empty((4, 256), dtype=np.uint16)) == (nibbles**2).sum(), name
        assert failures(packed.reshape(1, -1)).nonzero()[0].tolist() == [plain(bits)], name
    together = np.stack([np.packbits(bits) for bits in BLOCKS.values()])
    expected = np.bincount([plain(bits) for bits in BLOCKS.values()], minlength=16)
    assert failures(together).tolist() == expected.tolist()
    assert failures(together[:0]).tolist() == [0] * 16


def test_limits_of_runs_belong_to_the_good():
    for length in range(6):
        middle = [sum(interval) // 2 for interval in INTERVALS]
        for bit in range(2):
            for change, bad in ((INTERVALS[length][0], 0), (INTERVALS[length][1], 0)):
                runs = np.array([middle, middle])
                runs[bit, length] = change
                assert beyond(runs) == bad
                runs[bit, length] += 1 if change > middle[length] else -1
                assert beyond(runs) == 1
