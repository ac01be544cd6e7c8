"""Searches of seeds and states of 32 bits, for what no equations solve: rejection, odd remainders, short samples.

The recording must begin with the first outcome after the seeding. Ranges of seeds are shared over the processor's cores: the loops
let the interpreter's lock go.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from multiprocessing import parent_process
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.generator import (
    Call,
    Candidate,
    KnownGenerator,
    OutcomeMapping,
    Outcomes,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.linear import ShiftRegister, Twister
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

CHUNK = 1 << 18
"""Seeds between two pulses of one core."""
HEAD_BITS = 72
"""Information of the outcomes that seeds are compared with: no wrong seed of 2^32 and few mappings is expected to pass."""

PARTS = 64
"""Parts of all seeds: the search can be interrupted between them, and several processes share them."""
SMALL = range(1 << 20)
CLOCK = range(1_577_836_800, 1_893_456_000)
"""Seconds since 1970 of the years 2020 to 2029."""
Fits = NDArray[np.int64]


def compared(stream: Stream) -> int:
    """Return how many outcomes the comparison and the proof need."""
    head = stream.outcomes_for(HEAD_BITS)
    proof = None if head is None else stream.outcomes_for(PROOF_BITS, head)
    if head is not None and proof is not None:
        return head + proof
    mean = max(stream.bits() / max(len(stream), 1), 0.01)
    return max(len(stream) + 1, int(np.ceil((HEAD_BITS + PROOF_BITS) / mean)))


def parts(seeds: range) -> tuple[range, ...]:
    """Return a range in parts.

    Examples
    --------
    >>> parts(range(5, 133))[:2]
    (range(5, 7), range(7, 9))
    """
    starts = [seeds.start + place * len(seeds) // PARTS for place in range(PARTS + 1)]
    return tuple(range(start, stop) for start, stop in pairwise(starts))


def shared(
    seeds: range,
    search: Callable[[int, int], Fits],
    pulse: Pulse,
    cores: int | None = None,
    chunk: int = CHUNK,
) -> list[Any]:
    """Return what a search of ranges gives, in the order of the seeds, whatever the number of cores.

    Examples
    --------
    >>> shared(range(10), lambda start, stop: np.arange(start, stop)[:1], lambda: None)
    [0]
    """
    cores = cores or (1 if parent_process() else os.cpu_count()) or 1  # a process that helps has one core
    fits: list[Any] = []
    with ThreadPoolExecutor(cores) as pool:
        for wave in range(seeds.start, seeds.stop, cores * chunk):
            pulse()
            starts = range(wave, min(seeds.stop, wave + cores * chunk), chunk)
            stops = [min(start + chunk, seeds.stop) for start in starts]
            for part in pool.map(search, starts, stops):
                fits += part.tolist()
    return fits


class SeedMapping(IntEnum):
    """Mappings of 32-bit words that a search tries in one pass; the numbers are those of ``kernels/identification/seed_searches``."""

    SCALED = 0
    MODULO = 1
    HALVED = 2
    """The upper 31 bits modulo n."""
    MASKED = 3
    """Low bits, again if n or more."""
    TOP = 4
    """Leading bits, as many as n has, again if n or more."""
    REAL = 5
    """53 bits of two words."""


@dataclass(frozen=True, kw_only=True)
class SeededCall(Call):
    """A call whose mapping the compiled search knows by number."""

    how: SeedMapping


@dataclass(frozen=True, kw_only=True)
class SeededGenerator(KnownGenerator):
    """Engine of generators with at most 2^32 seeds; the state is the seed.

    Parameters
    ----------
    ranges
        Ranges of seeds; the first is tried by default. ``WayOfUse.place`` is the index.
    rate
        Declared seconds of one seed, all calls together.
    """

    calls: tuple[SeededCall, ...]
    ranges: tuple[range, ...] = (SMALL, CLOCK, *parts(range(1 << 32)))
    rate: float

    most_strides = dict.fromkeys(Effort, 1)
    stage = SearchStage.SEARCHED_SEEDS

    def problem(self, way: WayOfUse, stream: Stream) -> Hashable:  # noqa: ARG002 - depends on no outcome
        """Return the range of seeds: one pass tries all calls."""
        return self.name, way.place

    def ways(self, effort: Effort) -> Iterator[WayOfUse]:
        """Yield the calls with each range of seeds."""
        for place in range(1 if effort is Effort.DEFAULT else len(self.ranges)):
            for call in self.calls:
                yield WayOfUse(call, place=place)

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the outcomes compared and those of the proof."""
        if len(stream) and int(stream.bounds.max()) > 1 << 31:
            return self.far(way, stream)
        return compared(stream)

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002 - depends on no outcome
        """Return the declared estimate of one core."""
        return self.rate * len(self.ranges[way.place])

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield the seeds whose first outcomes are those of the stream."""
        head = stream.outcomes_for(HEAD_BITS) or len(stream)
        hows = np.array([call.how for call in self.calls])
        search = self.search(stream.outcomes[:head].copy(), stream.bounds[:head].copy(), hows)
        for seed, _ in shared(self.ranges[way.place], search, pulse):
            yield Candidate(seed, 0, head)

    @abstractmethod
    def search(self, outcomes: Outcomes, bounds: Outcomes, hows: Outcomes) -> Callable[[int, int], Fits]:
        """Return the search of a range of seeds for the first outcomes: seeds and mappings, shape (fits, 2)."""

    @abstractmethod
    def words(self, seed: int, count: int) -> NDArray[np.uint64]:
        """Return the first words after a seeding, of 32 bits."""

    def predict(self, way: WayOfUse, state: int, bounds: Outcomes) -> Outcomes:
        """Return the outcomes after a seeding."""
        from labharness.analysis.laws.kernels.identification.seed_searches import mapped

        outcomes, count = np.empty(len(bounds), dtype=np.int64), 3 * len(bounds) + 64
        limits, how = np.ascontiguousarray(bounds), cast("SeededCall", way.call).how
        while mapped(self.words(state, count), how, limits, outcomes) < len(bounds):
            count *= 2
        return outcomes

    def seeded(self, seed: int) -> int:
        """Return the seed: it is the state."""
        return seed

    def recipe(self, way: WayOfUse, state: int) -> Reason:
        """Return how a reader computes the outcomes."""
        return Identifications.RECIPE_SEED(
            generator=self.name, source=self.source, call=way.call.name, seed=state
        )

    def shown(self, state: int) -> str:
        """Return the seed."""
        return f"seed {state}"


MT19937 = Twister(
    name="MT19937",
    source="Matsumoto and Nishimura, ACM TOMACS 8 (1998) 3",
    calls=(),
    width=32,
    length=624,
    middle=397,
    split=31,
    twist=0x9908B0DF,
    tempering=(11, 0xFFFFFFFF, 7, 0x9D2C5680, 15, 0xEFC60000, 18),
    factor=1812433253,
)
"""The register without calls."""


@dataclass(frozen=True, kw_only=True)
class SeededTwister(SeededGenerator):
    """MT19937 by its seed.

    Parameters
    ----------
    twister
        The register.
    by_array
        Seeding by ``init_by_array([seed])`` instead of ``init_genrand(seed)``.
    """

    twister: Twister
    by_array: bool = False

    def search(self, outcomes: Outcomes, bounds: Outcomes, hows: Outcomes) -> Callable[[int, int], Fits]:
        """Return the search of a range of seeds."""
        from labharness.analysis.laws.kernels.identification.seed_searches import mt19937_seeds

        fixed = np.array(self.twister.seeded(19650218) if self.by_array else (), dtype=np.uint32)
        shape = self.twister.shape
        return lambda start, stop: mt19937_seeds(start, stop, outcomes, bounds, hows, fixed, shape)

    def words(self, seed: int, count: int) -> NDArray[np.uint64]:
        """Return the first words after a seeding."""
        state = self._by_array(seed) if self.by_array else self.twister.seeded(seed)
        return self.twister.words(state, count)

    def _by_array(self, seed: int) -> tuple[int, ...]:
        """Return the state after ``init_by_array([seed])``."""
        state, every = list(self.twister.seeded(19650218)), 0xFFFFFFFF
        for step in range(1, 1248):
            i, factor = (step - 1) % 623 + 1, 1664525 if step <= 624 else 1566083941
            before = state[i - 1] if step == 1 or i > 1 else state[623]
            state[i] ^= (before ^ before >> 30) * factor & every
            state[i] = state[i] + (seed if step <= 624 else -i) & every
        return (0x80000000, *state[1:])


@dataclass(frozen=True, kw_only=True)
class SearchedRegister(ShiftRegister):
    """xorshift32: remainders of an odd number tell no bit, so all words that leave the first remainder are tried."""

    @staticmethod
    def _searched(way: WayOfUse, stream: Stream) -> bool:
        """Return whether there are no equations."""
        modulo = way.call.mapping is OutcomeMapping.MODULO
        return modulo and len(stream) > 0 and not (stream.bounds % 2 == 0).any()

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the outcomes compared and those of the proof."""
        if not self._searched(way, stream):
            return super().needed(way, stream)
        if stream.range is None:
            return Identifications.SEVERAL_BOUNDS(generator=self.name, call=way.call.name)
        return compared(stream)

    def seconds(self, way: WayOfUse, stream: Stream) -> float:
        """Return the declared estimate."""
        if self._searched(way, stream):
            return 2.2e-9 * (1 << 32) * (1 + way.stride) / int(stream.bounds[0])
        return super().seconds(way, stream)

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield states before the first outcome."""
        if not self._searched(way, stream):
            yield from super().candidates(way, stream, pulse)
            return
        from labharness.analysis.laws.kernels.identification.seed_searches import xorshift32_states

        head, bound = stream.outcomes_for(HEAD_BITS) or len(stream), int(stream.bounds[0])
        outcomes = stream.outcomes[:head].copy()

        def search(start: int, stop: int) -> Fits:
            states: Fits = xorshift32_states(outcomes, bound, way.stride, start, stop)
            return states

        for word in shared(range(1 << 32), search, pulse, chunk=CHUNK * bound):
            yield Candidate((self._before(word),), 0, head)

    @staticmethod
    def _before(word: int) -> int:
        """Return the state whose next word is this."""
        every = 0xFFFFFFFF
        for left, right in ((5, 0), (0, 17), (13, 0)):
            undone = word
            for _ in range(32):
                undone = word ^ (undone << left & every if left else undone >> right)
            word = undone
        return word
