"""A tally keeps its own arrays and nothing else of a sample."""

from itertools import product

import numpy as np

from labharness.analysis.sampling.bits import leading
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.tables import Block
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED


def test_a_view_of_a_block_is_copied_and_an_array_of_its_own_is_not():
    """A view of no byte at all kept each block of a night alive."""
    for part, cut in product(
        ["sums", "ordered", "columns"], [slice(0, 0), slice(0, 3), slice(None, None, 2)]
    ):
        block = np.arange(1 << 16, dtype=np.uint64)
        kept = getattr(Tally(**{part: {"x": block[cut]}}), part)["x"]
        assert np.array_equal(kept, block[cut]), (part, cut)
        assert kept.base is None, (part, cut)
    whole = np.arange(100, dtype=np.uint64)
    shaped = whole.reshape(10, 10)
    assert Tally(columns={"x": whole}).columns["x"] is whole
    assert Tally(columns={"x": shaped}).columns["x"] is shaped
    block = Block(POPULATIONS[Kind.BYTES], 5000, (RawBytes(bytes(1 << 16)),), WITNESSED)
    kept = leading(block, 5000).columns["bytes"]
    assert kept.nbytes == 0
    assert kept.base is None
