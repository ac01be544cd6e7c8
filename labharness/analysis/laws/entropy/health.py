"""Health tests of a running noise source (§ 4.4): repetition count and adaptive proportion.

Health tests of a noise source while its bytes arrive, in pieces of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import ceil, log2
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from labharness.model.stages import HealthAlarms, HealthTest

WINDOW_OF_BITS, WINDOW = 1024, 512
"""Samples of a window of the adaptive proportion test, for bits and for wider samples."""


def repetition_cutoff(entropy: float, exponent: int) -> int:
    """Return how many equal samples in a row alarm, at a false-alarm chance of 2^-exponent a sample.

    Parameters
    ----------
    entropy
        Claimed min-entropy of a sample, above 0.

    Examples
    --------
    >>> repetition_cutoff(2.0, 30)
    16
    """
    return 1 + ceil(exponent / entropy)


def proportion_cutoff(entropy: float, exponent: int, window: int) -> int:
    """Return how many samples of a window, equal to its first, alarm.

    One more than the least count that is exceeded with a chance of at most 2^-exponent, which is the
    standard's 1 + critbinom(W, 2^-H, 1 - α).

    Examples
    --------
    >>> proportion_cutoff(1.0, 20, 1024), proportion_cutoff(8.0, 20, 512)
    (589, 13)
    """
    from scipy.special import bdtrc

    beyond = bdtrc(np.arange(window + 1), window, 2.0**-entropy)
    return 1 + int(np.argmax(beyond <= 2.0**-exponent))


def repetitions(samples: NDArray[np.uint8], cutoff: int) -> NDArray[np.intp]:
    """Return the places at which a run of equal samples reaches the cutoff.

    Examples
    --------
    >>> repetitions(np.array([1, 2, 2, 2, 2, 3, 3, 3], dtype=np.uint8), 3).tolist()
    [3, 7]
    """
    if not len(samples):
        return np.empty(0, dtype=np.intp)
    first = np.concatenate(([0], np.flatnonzero(samples[1:] != samples[:-1]) + 1))
    lengths = np.diff(first, append=len(samples))
    return np.asarray(first[lengths >= cutoff] + cutoff - 1)


def proportions(windows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many samples of each window, shape (windows, W), equal its first."""
    return np.asarray((windows == windows[:, :1]).sum(axis=1), dtype=np.int64)


BLOCKS = 1 << 14
"""A block is compared with at least so many blocks before it, and at most twice as many."""
PIECE = 1 << 16
"""Bytes tested at a time."""
UNIT = 64
"""Blocks are multiples of so many bytes, as packets and buffers are."""


@dataclass(frozen=True, slots=True)
class HealthLimits:
    """What alarms, for a claimed min-entropy and a false-alarm chance.

    Parameters
    ----------
    entropy
        Claimed min-entropy of a sample in bits, above 0.
    bits
        Low bits of each byte that make a sample.
    exponent
        The false-alarm chance is 2^-exponent for each sample, window, and block.

    Notes
    -----
    A bit of a sample has a min-entropy of at least H - (bits - 1), because all others have at most one bit each. A block
    is so long that it equals one of the blocks that it is compared with, by chance, with a chance of at most 2^-exponent
    (Boole), where no byte has a higher probability than 2^-H given those before it.

    Examples
    --------
    >>> limits = HealthLimits(8.0, 8, 40)
    >>> limits.repetition, limits.proportion, limits.stuck_bit, limits.block
    (6, 19, 44, 64)
    >>> HealthLimits(0.5, 8, 40).stuck_bit, HealthLimits(0.5, 8, 40).block
    (None, 128)
    """

    entropy: float
    bits: int = 8
    exponent: int = 40

    @property
    def window(self) -> int:
        """Samples of a window of the adaptive proportion test."""
        return WINDOW_OF_BITS if self.bits == 1 else WINDOW

    @property
    def repetition(self) -> int:
        """Equal samples in a row that alarm."""
        return repetition_cutoff(self.entropy, self.exponent)

    @property
    def proportion(self) -> int:
        """Samples of a window, equal to its first, that alarm."""
        return proportion_cutoff(self.entropy, self.exponent, self.window)

    @property
    def stuck_bit(self) -> int | None:
        """Samples in a row with an equal bit that alarm; None where the claim leaves a bit no entropy, or one bit is all."""
        of_a_bit = self.entropy - (self.bits - 1)
        if self.bits == 1 or of_a_bit <= 0:
            return None
        return 1 + ceil((self.exponent + log2(self.bits)) / of_a_bit)

    @property
    def block(self) -> int:
        """Bytes of a block."""
        return UNIT * max(1, ceil((self.exponent + log2(2 * BLOCKS)) / self.entropy / UNIT))


@dataclass(frozen=True, slots=True)
class HealthAlarm:
    """One alarm, at the sample with this number from 0."""

    sample: int
    test: HealthTest


class StreamHealth:
    """The tests with what they remember of the stream; pieces of any size give the same alarms.

    Parameters
    ----------
    limits
        What alarms.
    first
        Number of the first sample.

    Examples
    --------
    >>> health = StreamHealth(HealthLimits(8.0))
    >>> health.take(bytes(4)), health.take(bytes(4))
    ([], [HealthAlarm(sample=5, test=<HealthTest.REPETITION: 'repetition'>)])
    """

    def __init__(self, limits: HealthLimits, first: int = 0) -> None:
        self.limits = limits
        self._first = self._read = first
        self._mask = np.uint8((1 << limits.bits) - 1)
        self._cutoffs = {
            HealthTest.REPETITION: limits.repetition,
            HealthTest.PROPORTION: limits.proportion,
            HealthTest.STUCK_BIT: limits.stuck_bit or 0,
            HealthTest.REPEATED_BLOCK: limits.block,
        }
        self._last = np.empty(0, dtype=np.uint8)
        self._changes = np.empty(0, dtype=np.uint8)
        """Which bits differ from the sample before, for as many samples as a run that alarms has."""
        self._window = np.empty(0, dtype=np.uint8)
        self._rest = b""
        self._blocks: set[bytes] = set()
        self._older: set[bytes] = set()

    def take(self, data: bytes) -> list[HealthAlarm]:
        """Test the next bytes; return the alarms in the order of their samples."""
        alarms = list[HealthAlarm]()
        for begin in range(0, len(data), PIECE):  # what fits into the processor's caches
            alarms += self._taken(data[begin : begin + PIECE])
        return sorted(alarms, key=attrgetter("sample", "test"))

    def _taken(self, data: bytes) -> list[HealthAlarm]:
        samples = np.frombuffer(data, dtype=np.uint8) & self._mask
        alarms = [*self._runs(samples), *self._windows(samples), *self._repeats(data)]
        self._read += len(samples)
        return alarms

    def counted(self, data: bytes) -> tuple[HealthAlarms, ...]:
        """Test the next bytes; return how often each test alarmed, and where first."""
        alarms = sorted(self.take(data), key=attrgetter("test", "sample"))
        result = [(test, list(group)) for test, group in groupby(alarms, key=attrgetter("test"))]
        return tuple(
            HealthAlarms(test, len(group), group[0].sample + 1, self._cutoffs[test]) for test, group in result
        )

    def _runs(self, samples: NDArray[np.uint8]) -> list[HealthAlarm]:
        """Find runs of equal samples, and of an equal bit, that reach their cutoff here."""
        before = np.concatenate((self._last, samples))
        changes = before[1:] ^ before[:-1]
        if not len(self._last):  # nothing is before the first sample
            changes = np.concatenate((np.array([self._mask]), changes))
        self._last = samples[-1:].copy()
        kept = len(self._changes)
        seen = np.concatenate((self._changes, changes))
        origin = self._read - kept
        longest = max(self._cutoffs[HealthTest.REPETITION], self._cutoffs[HealthTest.STUCK_BIT])
        self._changes = seen[-longest:].copy()
        alarms = [
            HealthAlarm(origin + place, HealthTest.REPETITION)
            for place in _reached(seen != 0, self.limits.repetition)
            if place >= kept
        ]
        cutoff = self.limits.stuck_bit
        if cutoff is not None and not _all_change(seen, cutoff, self._mask):
            alarms += [
                HealthAlarm(origin + place, HealthTest.STUCK_BIT)
                for bit in range(self.limits.bits)
                for place in _reached((seen >> np.uint8(bit)) & np.uint8(1), cutoff)
                if place >= kept
            ]
        return alarms

    def _windows(self, samples: NDArray[np.uint8]) -> list[HealthAlarm]:
        """Find windows that end here and hold their first sample too often."""
        width = self.limits.window
        data = np.concatenate((self._window, samples))
        begin, whole = self._read - len(self._window), len(data) // width * width
        self._window = data[whole:].copy()
        counts = proportions(data[:whole].reshape(-1, width))
        alarmed = np.flatnonzero(counts >= self._cutoffs[HealthTest.PROPORTION])
        return [
            HealthAlarm(begin + (place + 1) * width - 1, HealthTest.PROPORTION) for place in alarmed.tolist()
        ]

    def _repeats(self, data: bytes) -> list[HealthAlarm]:
        """Find blocks that end here and came shortly before."""
        size, alarms = self.limits.block, list[HealthAlarm]()
        begin, data = self._read - len(self._rest), self._rest + data
        whole = len(data) // size * size
        self._rest = data[whole:]
        blocks: list[bytes] = np.frombuffer(data[:whole], dtype=f"V{size}").tolist()
        number = (begin - self._first) // size
        while blocks:
            part, blocks = blocks[: BLOCKS - number % BLOCKS], blocks[BLOCKS - number % BLOCKS :]
            alarms += [
                HealthAlarm(self._first + (number + at + 1) * size - 1, HealthTest.REPEATED_BLOCK)
                for at in self._repeated(part)
            ]
            number += len(part)
            if number % BLOCKS == 0:
                self._older, self._blocks = self._blocks, set()
        return alarms

    def _repeated(self, blocks: list[bytes]) -> list[int]:
        """Remember blocks; return which of them came before."""
        repeated = list[int]()
        here = set(blocks)
        fresh = self._blocks.isdisjoint(here) and self._older.isdisjoint(here)
        if not fresh or len(here) < len(blocks):
            seen = set[bytes]()
            for at, block in enumerate(blocks):
                if block in seen or block in self._blocks or block in self._older:
                    repeated.append(at)
                seen.add(block)
        self._blocks |= here
        return repeated


def _reached(changes: NDArray[np.generic], cutoff: int) -> list[int]:
    """Return the places at which a run reaches the cutoff, for runs whose beginning, a change, is among those given."""
    begins = np.flatnonzero(changes)
    lengths = np.diff(begins, append=len(changes))
    return [int(place) + cutoff - 1 for place in begins[lengths >= cutoff]]


def _all_change(changes: NDArray[np.uint8], cutoff: int, mask: np.uint8) -> bool:
    """Whether every bit changes in every aligned stretch that a run of the cutoff would cover."""
    half = (cutoff - 1) // 2
    whole = len(changes) // half * half
    if whole < 2 * half:
        return False
    return bool((np.bitwise_or.reduce(changes[:whole].reshape(-1, half), axis=1) == mask).all())
