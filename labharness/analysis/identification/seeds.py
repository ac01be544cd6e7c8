"""Searches of seeds and states of 32 bits, for what no equations solve: rejection, odd remainders, short samples.

The recording must begin with the first outcome after the seeding. Ranges of seeds are shared over the processor's cores: the loops
let the interpreter's lock go.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import parent_process
from typing import ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.calls import OutcomeMapping, Outcomes, SeededCall
from labharness.analysis.identification.generator import (
    Candidate,
    KnownGenerator,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.linear import ShiftRegister, SureBits, Twister
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
Search = Callable[[int, int], NDArray[np.int64]]
"""Seeds from a first one to below a last one that fit the outcomes."""


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
    seeds: range, search: Search, pulse: Pulse, cores: int | None = None, chunk: int = CHUNK
) -> list[int]:
    """Return what a search of ranges gives, in the order of the seeds, whatever the number of cores.

    Examples
    --------
    >>> shared(range(10), lambda start, stop: np.arange(start, stop)[:1], lambda: None)
    [0]
    """
    cores = cores or (1 if parent_process() else os.cpu_count()) or 1  # a process that helps has one core
    fits: list[int] = []
    with ThreadPoolExecutor(cores) as pool:
        for wave in range(seeds.start, seeds.stop, cores * chunk):
            pulse()
            starts = range(wave, min(seeds.stop, wave + cores * chunk), chunk)
            stops = [min(start + chunk, seeds.stop) for start in starts]
            for part in pool.map(search, starts, stops):
                fits += part.tolist()
    return fits


@dataclass(frozen=True, kw_only=True)
class SearchedGenerator(KnownGenerator):
    """Engine of generators whose seeds are tried one by one; the state is the seed.

    Parameters
    ----------
    ranges
        Ranges of seeds; the first is tried by default. ``WayOfUse.place`` is the index.
    """

    ranges: tuple[range, ...] = (SMALL, CLOCK, *parts(range(1 << 32)))
    stage: SearchStage = SearchStage.SEARCHED_SEEDS

    most_strides = dict.fromkeys(Effort, 1)
    head_bits: ClassVar[float] = HEAD_BITS

    def ways(self, effort: Effort) -> Iterator[WayOfUse]:
        """Yield the calls with each range of seeds."""
        for place in range(1 if effort is Effort.DEFAULT else len(self.ranges)):
            yield from (WayOfUse(call, place=place) for call in self.calls)

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield the seeds whose first outcomes are those of the stream."""
        search, head = self.search(way, stream), self.head(stream)
        for seed in shared(self.ranges[way.place], search, pulse):
            yield Candidate(seed, 0, head)

    def head(self, stream: Stream) -> int:
        """Return how many outcomes determine a seed."""
        return stream.outcomes_for(self.head_bits) or len(stream)

    @abstractmethod
    def search(self, way: WayOfUse, stream: Stream) -> Search:
        """Return the search of a range of seeds for the first outcomes."""

    def seeded(self, seed: int) -> int:
        """Return the seed: it is the state."""
        return seed


@dataclass(frozen=True, kw_only=True)
class SeededTwister(SearchedGenerator):
    """A twister of 32 bits by its seed: one pass tries all calls.

    Parameters
    ----------
    twister
        The register.
    by_array
        Seeding by ``init_by_array([seed])`` instead of ``init_genrand(seed)``.
    rate
        Declared seconds of one seed, all calls together.
    """

    calls: tuple[SeededCall, ...]
    twister: Twister
    by_array: bool = False
    rate: float

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the outcomes compared and those of the proof."""
        if len(stream) and int(stream.bounds.max()) > 1 << 31:
            return self.far(way, stream)
        return compared(stream)

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002 - depends on no outcome
        """Return the declared estimate of one core."""
        return self.rate * len(self.ranges[way.place])

    @property
    def fixed(self) -> NDArray[np.uint32]:
        """The state from which ``init_by_array`` begins."""
        return np.array(self.twister.seeded(19650218) if self.by_array else (), dtype=np.uint32)

    def search(self, way: WayOfUse, stream: Stream) -> Search:  # noqa: ARG002 - one pass tries all calls
        """Return the search of a range of seeds."""
        from labharness.analysis.laws.kernels.identification.seed_searches import mt19937_seeds

        head, fixed = self.head(stream), self.fixed
        outcomes, bounds = stream.outcomes[:head].copy(), stream.bounds[:head].copy()
        hows, shape = np.array([call.how for call in self.calls]), self.twister.shape
        return lambda start, stop: mt19937_seeds(start, stop, outcomes, bounds, hows, fixed, shape)

    def predict(self, way: WayOfUse, state: int, bounds: Outcomes) -> Outcomes:
        """Return the outcomes after a seeding."""
        from labharness.analysis.laws.kernels.identification.seed_searches import mapped, seeded_lanes

        register = np.empty((self.twister.length, 1), dtype=np.uint32)
        seeded_lanes(register, state, self.fixed, len(register))
        outcomes, count = np.empty(len(bounds), dtype=np.int64), 3 * len(bounds) + 64
        limits, how = np.ascontiguousarray(bounds), cast("SeededCall", way.call).how
        first = tuple(register[:, 0].tolist())
        while mapped(self.twister.words(first, count), how, limits, outcomes, False) < len(bounds):  # noqa: FBT003
            count *= 2
        return outcomes

    def shown(self, state: int) -> str:
        """Return the seed."""
        return f"seed {state}"


@dataclass(frozen=True, kw_only=True)
class SearchedRegister(ShiftRegister):
    """xorshift32: remainders of an odd number tell no bit, so all words that leave the first remainder are tried."""

    @staticmethod
    def _searched(way: WayOfUse, stream: Stream) -> bool:
        """Return whether there are no equations."""
        modulo = way.word_call.mapping is OutcomeMapping.MODULO
        return modulo and len(stream) > 0 and bool((stream.bounds % 2).all())

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
            return 3e-9 * (1 << 32) * (1 + way.stride) / int(stream.bounds[0])
        return super().seconds(way, stream)

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield states before the first outcome."""
        if not self._searched(way, stream):
            yield from super().candidates(way, stream, pulse)
            return
        from labharness.analysis.laws.kernels.identification.seed_searches import xorshift32_states

        head, bound = stream.outcomes_for(HEAD_BITS) or len(stream), int(stream.bounds[0])
        outcomes, bits = stream.outcomes[:head].copy(), np.arange(self.width)
        search = partial(xorshift32_states, outcomes, bound, way.stride)
        for word in shared(range(1 << 32), search, pulse, chunk=CHUNK * bound):
            sure = SureBits(0 * bits, bits, (word >> bits & 1).astype(np.uint8))
            yield Candidate(self.state(self._solved(1, 0, sure, self.width)[2]), 0, head)
