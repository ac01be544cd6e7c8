"""Raw output as bits, most significant first, on the bytes as they are: no bit is ever unpacked.

Groups of bytes follow from the absolute index alone, as in :mod:`labharness.analysis.sampling.outcomes.outcome_groups`; patterns
of bits overlap.  The block in which a group or a pattern *ends* counts it, with what it lacks taken from
the context, so that any split of a sample gives the same tally, and a gap in the capture takes out only
what would span it.

The first bytes of a sample in order, for checks that need the sequence itself.

What a check of entropy reads: units of samples, each sample the low bits of a byte, and what is claimed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import accept_range, accepted
from labharness.analysis.sampling.check import Tally, count, counts
from labharness.analysis.sampling.tables import Block
from labharness.errors import InputError
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.game import Predictions
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Parameters
from labharness.model.results import Counted
from labharness.reason import Reason

WIDEST_PATTERN = 16
"""Most bits of a pattern; any 16 bits lie within three bytes."""

PATTERN_CONTEXT = 2
"""Bytes of context that patterns need."""


def accept_length(name: str, length: int, shortest: int, longest: int, step: int = 8) -> None:
    """Raise :class:`InputError` unless the parameter of this name is a length of sequences in bits that can be read."""
    if length % step or not shortest <= length <= longest:
        raise InputError(
            Parameters.NOT_A_MULTIPLE(name=name, step=step, least=shortest, most=longest, got=length)
        )


def bit_length(default: int, shortest: int, longest: int, step: int = 8) -> Any:
    """Declare a parameter of a check that is a length of sequences in bits; see :func:`accept_length`."""
    return accepted(default, accept_length, shortest, longest, step)


def stretch(block: Block, look_back: int) -> NDArray[np.uint8]:
    """Return the bytes of a block, the last ``look_back`` of the context first.

    Examples
    --------
    >>> from labharness.testing.samples import POPULATIONS, WITNESSED
    >>> from labharness.model.observations import Kind, RawBytes
    >>> past, now = RawBytes(bytes([7, 1, 2])), RawBytes(bytes([3, 4]))
    >>> stretch(Block(POPULATIONS[Kind.BYTES], 3, (now,), WITNESSED, (past,)), 2).tolist()
    [1, 2, 3, 4]
    """
    known = len(block.stretch) - block.units
    return block.stretch[max(0, known - look_back) :]


def groups(block: Block, length: int) -> tuple[NDArray[np.uint8], Tally]:
    """Return the groups of bytes that end in a block, shape (groups, length), and the count of what was read.

    Group k holds bytes k·length to (k+1)·length - 1 of the sample.  The check's ``look_back`` must be at
    least ``length - 1``.
    """
    data = stretch(block, length - 1)
    first = block.index - (len(data) - block.units)
    start = -first % length
    whole = max(0, len(data) - start) // length
    rows = data[start : start + whole * length].reshape(whole, length)
    return rows, Tally(counts(read=block.units, groups=whole))


def remainder(tally: Tally, length: int) -> tuple[Reason, ...]:
    """Return a line about the bits that no group holds, if there are any."""
    cut = 8 * (tally.number("read") - length * tally.number("groups"))
    return (Details.BITS_IN_NO_BLOCK(bits=cut, length=8 * length),) if cut else ()


def patterns(block: Block, width: int) -> NDArray[np.int64]:
    """Count the patterns of so many bits that end in a block, shape (2^width,); the first bit weighs most.

    Notes
    -----
    Counts of a narrower pattern are sums over the last bits: ``counts.reshape(2**narrow, -1).sum(axis=1)``.
    NIST closes a sequence to a ring; a block whose context is its own end does the same.
    """
    counts = block.patterns.reshape(-1, 1 << width).sum(axis=0)
    data = stretch(block, PATTERN_CONTEXT)
    known = len(data) - block.units
    if known < PATTERN_CONTEXT:
        # Near the start of a sample narrow patterns end where no wide one does.
        bits = "".join(f"{byte:08b}" for byte in data[:PATTERN_CONTEXT])
        for end in range(max(8 * known + 1, width), min(len(bits), WIDEST_PATTERN - 1) + 1):
            counts[int(bits[end - width : end], 2)] += 1
    return np.asarray(counts)


def narrowed(counts: NDArray[np.int64], width: int) -> NDArray[np.int64]:
    """Return the counts of the patterns of the first ``width`` bits.

    Examples
    --------
    >>> narrowed(np.array([1, 2, 3, 4]), 1).tolist()
    [3, 7]
    """
    return np.asarray(counts.reshape(1 << width, -1).sum(axis=1))


def leading(block: Block, most: int) -> Tally:
    """Keep the bytes of a block that belong to the first ``most`` of the sample."""
    data = stretch(block, 0)[: max(0, most - block.index)]
    return Tally(counts(read=block.units), columns={"bytes": data})


def bytes_of(tally: Tally) -> NDArray[np.uint8]:
    """Return what :func:`leading` kept of a whole sample."""
    return tally.columns.get("bytes", np.empty(0, dtype=np.uint8)).astype(np.uint8, copy=False)


def beyond(tally: Tally, judged: int) -> tuple[Reason, ...]:
    """Return a line about the bytes that are not judged, if there are any."""
    read = tally.number("read")
    return (Predictions.BYTES_NOT_READ(judged=judged, recorded=read),) if read > judged else ()


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
