"""Generators that are linear over two elements: sure bits of outcomes, equations, elimination.

Every bit of a word is a sum of the state's bits. An outcome tells some bits for sure: the leading bits common to all words that give
it (scaled), or the low bits (modulo an even number). Their equations determine the state, wherever the recording begins and whatever
fixed number of words lies between outcomes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.calls import (
    MultipliedCall,
    OutcomeMapping,
    Outcomes,
    QuotientCall,
    RemainderCall,
    WordCall,
    Words,
)
from labharness.analysis.identification.generator import (
    Candidate,
    KnownGenerator,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

DEPTH = 32
"""Leading bits of a scaled word that are looked at."""
PARTS = 3
"""Parts of a stream that are solved one after the other."""

LONG_EQUATIONS = (20_200, 21_600, 33_000)
"""Of 19,937 unknowns, measured: the first only rejects, some 200 of them depend on the others."""
EVERY = (1 << 32) - 1
"""All bits of a word of 32."""
WORD_CALLS = MultipliedCall("floor(word n / 2^32)"), RemainderCall("word % n")
GSL_CALLS = WORD_CALLS[0], QuotientCall("gsl_rng_uniform_int(r, n)"), WORD_CALLS[1]
"""Those of the GNU Scientific Library between them."""

Places = NDArray[np.int64]


@dataclass(frozen=True)
class SureBits:
    """Bits that outcomes tell for sure of the first word of their call.

    Parameters
    ----------
    index
        The outcome of each bit, ascending.
    bit, value
        Place of the bit from the low end of the word, and the bit.
    """

    index: Places
    bit: Places
    value: NDArray[np.uint8]


def sure_counts(mapping: OutcomeMapping, stream: Stream) -> Places:
    """Return how many bits each outcome tells for sure.

    Examples
    --------
    >>> sure_counts(OutcomeMapping.SCALED, Stream.of([0, 3, 6], 7)).tolist()
    [2, 0, 2]
    >>> sure_counts(OutcomeMapping.MODULO, Stream.of([0, 3], 12)).tolist()
    [2, 2]
    """
    if mapping is OutcomeMapping.SCALED:
        low, high = _leading(stream)
        return np.asarray(DEPTH - np.frexp((low ^ high).astype(np.float64))[1], dtype=np.int64)
    lowest = (stream.bounds & -stream.bounds).astype(np.float64)
    return np.asarray(np.frexp(lowest)[1] - 1, dtype=np.int64)


@lru_cache(maxsize=4)
def _told(mapping: OutcomeMapping, stream: Stream, most: int) -> Places:
    """Return how many bits the outcomes up to each tell for sure, once for all ways of use."""
    return np.cumsum(sure_counts(mapping, stream.part(0, most)))


def sure_bits(mapping: OutcomeMapping, shift: int, width: int, stream: Stream) -> SureBits:
    """Return the bits that outcomes tell for sure of a word."""
    counts = sure_counts(mapping, stream)
    index = np.repeat(np.arange(len(stream)), counts)
    rank = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
    if mapping is OutcomeMapping.SCALED:
        bit = width - 1 - rank
        leading = _leading(stream)[0].astype(np.int64)[index]
        value = leading >> (DEPTH - 1 - rank) & 1
    else:
        bit = shift + rank
        value = stream.outcomes[index] >> rank & 1
    return SureBits(index, bit, value.astype(np.uint8))


def _leading(stream: Stream) -> tuple[Words, Words]:
    """Return the least and largest leading 32 bits of words that scale to the outcomes; 2^64 - 1 comes of a carry, rightly."""
    codes, bounds = stream.outcomes.astype(np.uint64), stream.bounds.astype(np.uint64)
    depth, unit = np.uint64(DEPTH), np.uint64(1)
    return (codes << depth) // bounds, ((codes + unit << depth) - unit) // bounds


@dataclass(frozen=True, kw_only=True)
class LinearGenerator(KnownGenerator):
    """Engine of generators whose state is linear over two elements.

    Parameters
    ----------
    width
        Bits of a word: 8, 16, 32 or 64.
    length
        Words of the state.
    cache
        Words that are made at a time and served backwards. Of more than one, the last of a state is the place of its first outcome.
    equations
        Of each attempt, if not as many as there are unknowns, and twice as many if bits of one word depended on each other.
    """

    calls: tuple[WordCall, ...]
    width: int = 32
    length: int
    cache: int = 1
    equations: tuple[int, ...] = ()
    stage: SearchStage = SearchStage.SHORT_LINEAR

    @property
    def unknowns(self) -> int:
        """Bits of the state that count."""
        return self.length * self.width

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of a word."""
        return np.dtype(f"<u{self.width // 8}")

    @property
    def attempts(self) -> tuple[int, ...]:
        """Equations of each attempt, as many as leave doubt: the last but one gives a state, the last is the most."""
        return self.equations or (self.unknowns + 64, 2 * self.unknowns + 64)

    @abstractmethod
    def forms(self, places: Places, bits: Places) -> NDArray[np.uint64]:
        """Return bits of words as packed sums of unknowns; places ascending."""

    @abstractmethod
    def words(self, state: Any, count: int) -> Words:
        """Return the words after a state."""

    def state(self, solution: NDArray[np.uint64]) -> tuple[int, ...]:
        """Return the words of a packed solution."""
        return tuple(solution.astype("<u8").view(self.dtype)[: self.length].tolist())

    def served(self, words: Places, place: int) -> Places:
        """Return which word of the recurrence is served at each turn, if the first turn has a place in a cache."""
        turns, last = words + place, self.cache - 1
        return turns - turns % self.cache + last - turns % self.cache

    def begins(self, way: WayOfUse, stream: Stream) -> tuple[int, ...]:  # noqa: ARG002  the long ones do one a way
        """Return where parts of the stream begin that are solved: a changed or lost outcome of one leaves the others."""
        return tuple(len(stream) * part // PARTS for part in range(PARTS))

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return how many outcomes give enough equations and the proof."""
        enough, most = self.attempts[-2:]
        total = _told(way.word_call.mapping, stream, 8 * most)  # more change nothing
        stream = stream.part(0, len(total))
        if not len(total) or not total[-1]:
            return self.far(way, stream)
        used = int(np.searchsorted(total, enough)) + 1
        proof = stream.part(used, used + 128).outcomes_for(PROOF_BITS)
        if proof is not None:
            return (used + proof) * (1 + way.place)
        mean, bits = total[-1] / len(total), stream.bits() / len(stream)
        least = int(np.ceil(enough / mean) + np.ceil(PROOF_BITS / bits))
        return max(len(stream) + 1, least * (1 + way.place))

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002 - depends on no outcome
        """Return the declared estimate: the forms of all words up to the last, and one elimination a place."""
        return round(0.01 + self.unknowns * (3e-5 * way.step + 7e-9 * self.unknowns) + 8e-4 * self.cache, 4)

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Solve for the state before the first outcome of parts of the stream, then for that before the first of all."""
        enough, most = self.attempts[-2:]
        for begin in self.begins(way, stream):
            part = stream.part(begin, begin + 8 * most)
            total = np.cumsum(sure_counts(way.word_call.mapping, part))
            part = part.part(0, int(np.searchsorted(total, most)) + 1)
            sure = sure_bits(way.word_call.mapping, way.word_call.shift, self.width, part)
            if len(sure.index) < enough and begin:
                return
            for place in range(self.cache):
                pulse()
                for wanted in self.attempts:
                    rank, visible, solution = self._solved(way.step, place, sure, wanted)
                    if rank < 0 or rank == visible >= self.unknowns or wanted >= len(sure.index):
                        break
                if rank == visible and not solution.any():
                    continue  # zeros that lead to zeros: the state of no generator
                first = place
                if begin and rank == visible:
                    first = (place - begin * way.step) % self.cache
                    far = replace(sure, index=sure.index + begin)
                    rank, visible, solution = self._solved(way.step, first, far, wanted)
                if rank == visible:
                    state = self.state(solution)
                    used = int(sure.index[:wanted][-1]) + 1
                    yield Candidate((*state, first) if self.cache > 1 else state, begin, used)
                elif rank >= 0 and not begin:
                    yield Identifications.CONSISTENT_TOO_FEW(
                        generator=self.name, call=way.call.name, rank=rank, unknowns=visible
                    )

    def _solved(
        self, step: int, place: int, sure: SureBits, wanted: int
    ) -> tuple[int, int, NDArray[np.uint64]]:
        """Return rank, visible unknowns and solution of the first equations."""
        from labharness.analysis.laws.kernels.identification.elimination import solved

        turns = self.served(sure.index[:wanted] * step, place)
        order = np.argsort(turns, kind="stable")
        rows = self.forms(turns[order], sure.bit[:wanted][order])
        return solved(rows, sure.value[:wanted][order])

    def predict(self, way: WayOfUse, state: Any, bounds: Outcomes) -> Outcomes:
        """Return the outcomes from a state on."""
        words, place = (state[:-1], state[-1]) if self.cache > 1 else (state, 0)
        turns = np.arange(way.call.words)[:, None] + np.arange(len(bounds)) * way.step
        served = self.served(turns, place)
        every = self.words(words, int(served.max(initial=-1)) + 1)
        return way.word_call.outcomes(list(every[served]), bounds)

    def shown(self, state: Any) -> str:
        """Return the words of the state, and the place in the cache."""
        words, place = (state[:-1], f" at {state[-1]}") if self.cache > 1 else (state, "")
        return " ".join(f"0x{word:0{self.width // 4}x}" for word in words) + place


@dataclass(frozen=True, kw_only=True)
class ShiftRegister(LinearGenerator):
    """Engine of short states, from the step as a program writes it.

    Parameters
    ----------
    advance
        Changes the list of words and returns the next word. The same code runs on integers and on arrays of them, so that it uses ``^``,
        ``<<``, ``>>`` and ``& mask`` alone, masks what it shifts to the left, and changes no word in place.
    """

    advance: Callable[[list[Any]], Any]

    def forms(self, places: Places, bits: Places) -> NDArray[np.uint64]:
        """Return bits of words as packed sums of unknowns: those states of one bit after which the bit is set."""
        size = -(-self.unknowns // 64)
        word, bit = np.divmod(np.arange(64 * size), self.width)
        units = (word == np.arange(self.length)[:, None]).astype(self.dtype) << bit.astype(self.dtype)
        units.flags.writeable = False
        state, step = list(units), -1
        rows = np.empty((len(places), size), dtype=np.uint64)
        for start, stop in pairwise([0, *np.flatnonzero(np.diff(places)) + 1, len(places)]):
            while step < places[start]:
                form, step = self.advance(state), step + 1
            shown = form >> bits[start:stop, None].astype(self.dtype) & self.dtype.type(1)
            rows[start:stop] = np.packbits(shown.astype(np.uint8), axis=1, bitorder="little").view("<u8")
        return rows

    def words(self, state: tuple[int, ...], count: int) -> Words:
        """Return the words after a state."""
        words = list(state)
        return np.array([self.advance(words) for _ in range(count)], dtype=np.uint64)


@dataclass(frozen=True, kw_only=True)
class Twister(LinearGenerator):
    """Engine of MT19937 and its kin: compiled, for 19,937 unknowns.

    Parameters
    ----------
    middle, split
        Middle M, bits r of the lower part.
    twist
        The constant a.
    tempering
        u, d, s, b, t, c, l.
    factor
        Of the seeding of Matsumoto and Nishimura, 2002.
    """

    middle: int
    split: int
    twist: int
    tempering: tuple[int, int, int, int, int, int, int]
    factor: int
    stage: SearchStage = SearchStage.LONG_LINEAR

    def ways(self, effort: Effort) -> Iterator[WayOfUse]:
        """Yield the ways of use, then those of the second half of the stream: it is solved if time is left."""
        ways = list(super().ways(effort))
        yield from ways
        yield from (replace(way, place=1) for way in ways)

    def begins(self, way: WayOfUse, stream: Stream) -> tuple[int, ...]:
        """Return where the half begins."""
        return (way.place * (len(stream) // 2),)

    @property
    def unknowns(self) -> int:
        """Bits of the state that count."""
        return self.length * self.width - self.split

    @property
    def shape(self) -> NDArray[np.uint64]:
        """The parameters, as the compiled loops take them."""
        return np.array([self.width, self.middle, self.split, self.twist, *self.tempering], dtype=np.uint64)

    def _tempered(self, word: int) -> int:
        """Temper a word."""
        u, d, s, b, t, c, last = self.tempering
        word ^= word >> u & d
        word ^= word << s & b
        word ^= word << t & c
        return word ^ word >> last

    def forms(self, places: Places, bits: Places) -> NDArray[np.uint64]:
        """Return bits of words as packed sums of unknowns."""
        from labharness.analysis.laws.kernels.identification.states import twister_forms

        columns = [self._tempered(1 << bit) for bit in range(self.width)]
        masks = [
            sum((column >> bit & 1) << source for source, column in enumerate(columns))
            for bit in range(self.width)
        ]
        return twister_forms(self.length, self.shape, np.array(masks, dtype=np.uint64), places, bits)

    def words(self, state: tuple[int, ...], count: int) -> Words:
        """Return the words after a state."""
        from labharness.analysis.laws.kernels.identification.states import twister_words

        return twister_words(np.array(state, dtype=np.uint64), self.shape, count)

    def seeded(self, seed: int) -> tuple[int, ...]:
        """Return the state after ``init_genrand``."""
        words, every = [seed & (1 << self.width) - 1], (1 << self.width) - 1
        for index in range(1, self.length):
            words.append(self.factor * (words[-1] ^ words[-1] >> (self.width - 2)) + index & every)
        return tuple(words)
