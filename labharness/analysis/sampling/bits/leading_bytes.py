"""The first bytes of a sample in order, for checks that need the sequence itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.bits.bits import stretch
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.tally import Tally, count
from labharness.model.reasons.prediction import Predictions
from labharness.reason import Reason


def leading(block: Block, most: int) -> Tally:
    """Keep the bytes of a block that belong to the first ``most`` of the sample."""
    data = stretch(block, 0)[: max(0, most - block.index)]
    return Tally({"read": count(block.units)}, columns={"bytes": data})


def bytes_of(tally: Tally) -> NDArray[np.uint8]:
    """Return what :func:`leading` kept of a whole sample."""
    return tally.columns.get("bytes", np.empty(0, dtype=np.uint8)).astype(np.uint8, copy=False)


def beyond(tally: Tally, judged: int) -> tuple[Reason, ...]:
    """Return a line about the bytes that are not judged, if there are any."""
    read = tally.number("read")
    return (Predictions.BYTES_NOT_READ(judged=judged, recorded=read),) if read > judged else ()
