"""Consecutive outcomes in which a generator is searched."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

Packed = tuple[NDArray[np.integer], NDArray[np.int64] | int, int]
"""Outcomes in the smallest integers, their bound or bounds, and the number of the first."""
MOST_OUTCOMES = 1 << 32
"""Largest range of an outcome; a word of 64 bits is searched by its upper half."""
GLANCE = 64
"""Outcomes that are compared first, before all are."""


@dataclass(frozen=True, eq=False)
class Stream:
    """Consecutive outcomes without a gap, each from 0 to its bound less 1.

    Parameters
    ----------
    outcomes
        int64, shape (k,).
    bounds
        Number of possible outcomes of each, int64, shape (k,); see :meth:`of` for one bound. Draws of decks have 52, 51, … 2 in turn.
    first
        Number of the first outcome in the sample, from 1.

    Examples
    --------
    >>> stream = Stream.of([0, 6, 3], 7, first=11)
    >>> stream.range, len(stream), round(stream.bits(1), 3)
    (7, 3, 5.615)
    >>> stream.part(1).first
    12
    """

    outcomes: NDArray[np.int64]
    bounds: NDArray[np.int64]
    first: int = 1

    @classmethod
    def of(cls, outcomes: NDArray[np.integer] | list[int], bound: int, first: int = 1) -> Stream:
        """Return a stream whose outcomes have one bound."""
        codes = np.ascontiguousarray(outcomes, dtype=np.int64)
        return cls(codes, np.broadcast_to(np.int64(bound), codes.shape), first)

    def __len__(self) -> int:
        return len(self.outcomes)

    @cached_property
    def range(self) -> int | None:
        """The bound n of all outcomes, None if they have several."""
        if not len(self) or (self.bounds.strides != (0,) and (self.bounds != self.bounds[0]).any()):
            return None
        return int(self.bounds[0])

    @cached_property
    def repeats(self) -> bool:
        """Whether the outcomes repeat themselves, with a period of half their number or less: they prove no generator.

        Examples
        --------
        >>> Stream.of([1, 2] * 90, 3).repeats, Stream.of([1, 2] * 90 + [0], 3).repeats
        (True, False)
        """
        codes, half = self.outcomes, len(self) // 2
        starts = np.arange(1, half + 1)
        for place in range(min(half, GLANCE)):
            starts = starts[codes[starts + place] == codes[place]]
        return any(np.array_equal(codes[start:], codes[:-start]) for start in starts[:GLANCE].tolist())

    def bits(self, start: int = 0, stop: int | None = None) -> float:
        """Return the information of some outcomes in bits, Σ log2 n_i."""
        part = self.bounds[start:stop]
        if self.range is not None:
            return len(part) * float(np.log2(self.range))
        return float(np.log2(part).sum())

    def outcomes_for(self, bits: float, start: int = 0) -> int | None:
        """Return how many outcomes from a place on have so many bits, None if the stream has fewer."""
        if self.range:
            needed = ceil(bits / log2(self.range) - 1e-9) if self.range > 1 else len(self) + 1
            return needed if start + needed <= len(self) else None
        total = np.cumsum(np.log2(self.bounds[start:]))
        needed = int(np.searchsorted(total, bits - 1e-9)) + 1
        return needed if needed <= len(total) else None

    def part(self, start: int, stop: int | None = None) -> Stream:
        """Return consecutive outcomes of the stream."""
        return Stream(self.outcomes[start:stop], self.bounds[start:stop], self.first + start)

    @property
    def packed(self) -> Packed:
        """The stream as it is kept, and sent to another process."""
        most = max(int(self.outcomes.max(initial=0)), 1)
        return self.outcomes.astype(np.min_scalar_type(most)), self.range or self.bounds, self.first

    @classmethod
    def unpacked(cls, outcomes: NDArray[np.integer], bounds: NDArray[np.int64] | int, first: int) -> Stream:
        """Return the stream that was sent."""
        if isinstance(bounds, int):
            return cls.of(outcomes, bounds, first)
        return cls(outcomes.astype(np.int64), bounds, first)
