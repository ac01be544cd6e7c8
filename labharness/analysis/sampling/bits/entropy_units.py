"""What a check of entropy reads: units of samples, each sample the low bits of a byte, and what is claimed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import accept_range
from labharness.analysis.sampling.bits.bits import stretch
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Block
from labharness.errors import InputError
from labharness.model.reasons.decision import Sample
from labharness.model.reasons.inputs import Inputs
from labharness.model.results import Counted
from labharness.reason import Reason

UNIT = 1_000_000
"""Samples of a unit; what the standard asks for at least, and what checks of entropy take at most."""

LEAST_UNIT = 1_000


def accept_unit(bits: int, samples: int) -> None:
    """Refuse a unit that cannot be read.

    Raises
    ------
    InputError
        If a sample or a unit has an impossible size.
    """
    accept_range("bits", bits, 1, 8)
    accept_range("samples", samples, LEAST_UNIT, UNIT)


def accept_claim(limit: float | None, source: str, bits: int) -> None:
    """Refuse a claimed entropy that no sample can have, or whose source is not stated.

    Raises
    ------
    InputError
        If the claim is out of range, or comes without its source.
    """
    if limit is not None:
        accept_range("limit", limit, 0, bits)
    if (limit is None) == bool(source.strip()):
        raise InputError(Inputs.KEYS_TOGETHER(key="limit", other="source"))


def low_bits(data: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Return the ``bits`` low bits of each byte."""
    return np.ascontiguousarray(data & np.uint8((1 << bits) - 1))


def units(block: Block, bits: int, samples: int) -> tuple[list[tuple[int, NDArray[np.uint8]]], Tally]:
    """Return the units that end in a block, each after its number in the sample, and the count of what was read.

    Unit k holds bytes k·samples to (k+1)·samples - 1 of the sample.  The check's ``look_back`` must be at
    least ``samples - 1``.
    """
    data = stretch(block, samples - 1)
    first = block.index - (len(data) - block.units)
    start = -first % samples
    whole = max(0, len(data) - start) // samples
    number = (first + start) // samples
    result = [
        (number + k, low_bits(data[start + k * samples : start + (k + 1) * samples], bits))
        for k in range(whole)
    ]
    return result, Tally({"read": count(block.units), "groups": count(whole)})


def too_few(tally: Tally, samples: int) -> Reason | None:
    """Return why a check is not computed, None where it is."""
    if tally.number("groups"):
        return None
    return Sample.TOO_FEW(needed=samples, recorded=tally.number("read"), what=Counted.CONSECUTIVE_SAMPLES)
