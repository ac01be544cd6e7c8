"""What a check makes of one sample, and samples of shuffles and of outcomes as checks read them."""

from dataclasses import replace

import numpy as np

from labharness.analysis.sampling.tables import Block, CardRows
from labharness.model.observations import Draws, Shuffle
from labharness.testing.samples import WITNESSED


def judged(check, population, units, **changes):
    """Judge units of one block, other fields of which may be given."""
    units = units if isinstance(units, CardRows) else tuple(units)
    block = replace(Block(population, 0, units, WITNESSED), **changes)
    return check.judge(check.tally(block), population)


def shuffles(deck, dealt):
    """Shuffles of the same deck, of what came out of each."""
    return CardRows(Shuffle, np.broadcast_to(deck, dealt.shape), np.ascontiguousarray(dealt))


def drawn(values):
    """Outcomes as units of a block."""
    return (Draws(np.asarray(values).ravel().astype(np.uint16)),)
