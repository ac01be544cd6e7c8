"""Generators that are linear over two elements: sure bits of outcomes, equations, elimination.

Every bit of a word is a sum of the state's bits. An outcome tells some bits for sure: the leading bits common to all words that give
it (scaled), or the low bits (modulo an even number). Their equations determine the state, wherever the recording begins and whatever
fixed number of words lies between outcomes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

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
from labharness.analysis.identification.mappings import Words, multiply_shift, remainder
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

DEPTH = 32
"""Leading bits of a scaled word that are looked at."""
PARTS = 3
"""Parts of a stream that are solved one after the other."""

Places = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class LinearCall(Call):
    """A call of a linear generator.

    Parameters
    ----------
    outcome
        Outcomes from the words of each call, shape (calls, words), and the bounds, as the call computes them.
    shift
        Low bits that are dropped before the remainder.
    """

    outcome: Callable[[Words, Outcomes], Outcomes]
    shift: int = 0


def scaled(width: int, name: str = "") -> LinearCall:
    """Return the call floor(word n / 2^width)."""
    return LinearCall(
        name or f"floor(word n / 2^{width})",
        OutcomeMapping.SCALED,
        outcome=lambda words, bounds: multiply_shift(words[:, 0], width, bounds),
    )


def modulo(shift: int = 0, name: str = "") -> LinearCall:
    """Return the call (word >> shift) % n."""
    return LinearCall(
        name or (f"(word >> {shift}) % n" if shift else "word % n"),
        OutcomeMapping.MODULO,
        outcome=lambda words, bounds: remainder(words[:, 0] >> np.uint64(shift), bounds),
        shift=shift,
    )


def divided(name: str) -> LinearCall:
    """Return the call word / ((2^32 - 1) / n) in integers."""

    def outcome(words: Words, bounds: Outcomes) -> Outcomes:
        parts = np.maximum(0xFFFFFFFF // bounds, 1).astype(np.uint64)
        return (words[:, 0] // parts).astype(np.int64)

    return LinearCall(name, OutcomeMapping.SCALED, outcome=outcome)


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
    if mapping is OutcomeMapping.MASKED:
        return np.zeros(len(stream), dtype=np.int64)
    lowest = (stream.bounds & -stream.bounds).astype(np.float64)
    return np.asarray(np.frexp(lowest)[1] - 1, dtype=np.int64)


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
        Bits of a word.
    """

    calls: tuple[LinearCall, ...]
    width: int

    stage = SearchStage.SHORT_LINEAR
    places: ClassVar[int] = 1
    """Places in a cache at which the outcomes may begin."""

    @property
    @abstractmethod
    def unknowns(self) -> int:
        """Bits of the state."""

    def problem(self, way: WayOfUse, stream: Stream) -> Hashable:  # noqa: ARG002 - depends on no outcome
        """Return what decides the equations: calls of one word at twice the stride share those of calls of two words."""
        scaled = way.call.mapping is OutcomeMapping.SCALED
        return self.name, way.step, _call(way).shift, scaled, way.place

    @property
    def equations(self) -> tuple[int, int]:
        """Equations of the first attempt, and of the second if bits of one word depended on each other."""
        return self.unknowns + 64, 2 * self.unknowns + 64

    @property
    def attempts(self) -> tuple[int, ...]:
        """Equations of each attempt, as many as leave doubt."""
        return self.equations

    @abstractmethod
    def forms(self, places: Places, bits: Places) -> NDArray[np.uint64]:
        """Return bits of words as packed sums of unknowns; places ascending."""

    @abstractmethod
    def words(self, state: Any, count: int) -> Words:
        """Return the words after a state."""

    @abstractmethod
    def state(self, solution: NDArray[np.uint64]) -> Any:
        """Return the state of a packed solution."""

    def served(self, words: Places, place: int) -> Places:  # noqa: ARG002 - a cache has it
        """Return which word of the recurrence is served at each turn, if the first turn has a place in a cache."""
        return words

    def begins(self, way: WayOfUse, stream: Stream) -> tuple[int, ...]:  # noqa: ARG002  the long ones do one a way
        """Return where parts of the stream begin that are solved: a changed or lost outcome of one leaves the others."""
        return tuple(len(stream) * part // PARTS for part in range(PARTS))

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return how many outcomes give enough equations and the proof."""
        stream = stream.part(0, 8 * self.equations[1])  # more change nothing
        total = np.cumsum(sure_counts(way.call.mapping, stream))
        if not len(total) or not total[-1]:
            return self.far(way, stream)
        used = int(np.searchsorted(total, self.equations[0])) + 1
        proof = stream.part(used, used + 128).outcomes_for(PROOF_BITS)
        if proof is not None:
            return (used + proof) * (1 + way.place)
        mean, bits = total[-1] / len(total), stream.bits() / len(stream)
        enough = int(np.ceil(self.equations[0] / mean) + np.ceil(PROOF_BITS / bits))
        return max(len(stream) + 1, enough * (1 + way.place))

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002 - depends on no outcome
        """Return the declared estimate: the forms of all words up to the last, and one elimination a place."""
        return 0.03 * way.step * (self.unknowns / 256 + 1) + 0.002 * self.places

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Solve for the state before the first outcome of parts of the stream, then for that before the first of all."""
        for begin in self.begins(way, stream):
            part = stream.part(begin, begin + 8 * self.equations[1])
            total = np.cumsum(sure_counts(way.call.mapping, part))
            part = part.part(0, int(np.searchsorted(total, self.equations[1])) + 1)
            sure = sure_bits(way.call.mapping, _call(way).shift, self.width, part)
            if len(sure.index) < self.equations[0] and begin:
                return
            for place in range(self.places):
                pulse()
                for wanted in self.attempts:
                    rank, visible, solution = self._solved(way.step, place, sure, wanted)
                    if rank < 0 or rank == visible or wanted >= len(sure.index):
                        break
                first = place
                if begin and rank == visible:
                    first = (place - begin * way.step) % self.places
                    far = replace(sure, index=sure.index + begin)
                    rank, visible, solution = self._solved(way.step, first, far, wanted)
                if rank == visible:
                    state = self.state(solution)
                    used = int(sure.index[:wanted][-1]) + 1
                    yield Candidate((*state, first) if self.places > 1 else state, begin, used)
                elif rank >= 0:
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
        result: tuple[int, int, NDArray[np.uint64]] = solved(rows, sure.value[:wanted][order])
        return result

    def predict(self, way: WayOfUse, state: Any, bounds: Outcomes) -> Outcomes:
        """Return the outcomes from a state on."""
        count = len(bounds)
        words = self._served_words(state, (count - 1) * way.step + way.call.words)
        turns = np.arange(count)[:, None] * way.step + np.arange(way.call.words)
        return _call(way).outcome(words[turns], bounds)

    def _served_words(self, state: Any, count: int) -> Words:
        """Return the words in the order in which they are served."""
        if self.places == 1:
            return self.words(state, count)
        turns = self.served(np.arange(count), state[-1])
        return self.words(state[:-1], int(turns.max(initial=-1)) + 1)[turns]

    def shown(self, state: Any) -> str:
        """Return the words of the state, and the place in the cache."""
        words, place = (state[:-1], f" at {state[-1]}") if self.places > 1 else (state, "")
        return " ".join(f"0x{word:0{self.width // 4}x}" for word in words) + place

    def recipe(self, way: WayOfUse, state: Any) -> Reason:
        """Return how a reader computes the outcomes."""
        return Identifications.RECIPE_LINEAR(
            generator=self.name,
            source=self.source,
            call=way.call.name,
            words=len(state) - (self.places > 1),
            step=way.step,
        )


def _call(way: WayOfUse) -> LinearCall:
    """Return the call of a way of use of this engine."""
    return cast("LinearCall", way.call)


class PackedWord:
    """A word each of whose bits is a packed sum of unknowns; it takes the operators of integers.

    Parameters
    ----------
    bits
        Shape (width, unknowns / 64); the low bit is first.
    """

    __slots__ = ("bits",)

    def __init__(self, bits: NDArray[np.uint64]) -> None:
        self.bits = bits

    def __xor__(self, other: PackedWord) -> PackedWord:
        return PackedWord(self.bits ^ other.bits)

    def __lshift__(self, count: int) -> PackedWord:
        shifted = np.zeros_like(self.bits)
        shifted[count:] = self.bits[:-count]
        return PackedWord(shifted)

    def __rshift__(self, count: int) -> PackedWord:
        shifted = np.zeros_like(self.bits)
        shifted[:-count] = self.bits[count:]
        return PackedWord(shifted)

    def __and__(self, mask: int) -> PackedWord:
        kept = np.array([mask >> bit & 1 for bit in range(len(self.bits))], dtype=np.uint64)
        return PackedWord(self.bits * kept[:, None])


@dataclass(frozen=True, kw_only=True)
class ShiftRegister(LinearGenerator):
    """Engine of short states, from the step as a program writes it.

    Parameters
    ----------
    length
        Words of the state.
    advance
        Changes the list of words in place and returns the next word. The same code runs on integers and on :class:`PackedWord`: it uses
        ``^``, ``<<``, ``>>`` and ``& mask`` alone, and masks what it shifts to the left.
    """

    length: int
    advance: Callable[[list[Any]], Any]

    @property
    def unknowns(self) -> int:
        """Bits of the state."""
        return self.length * self.width

    def forms(self, places: Places, bits: Places) -> NDArray[np.uint64]:
        """Return bits of words as packed sums of unknowns."""
        unit = np.zeros((self.unknowns, (self.unknowns + 63) // 64), dtype=np.uint64)
        unknown = np.arange(self.unknowns)
        unit[unknown, unknown // 64] = np.uint64(1) << (unknown % 64).astype(np.uint64)
        state = [PackedWord(part) for part in unit.reshape(self.length, self.width, -1)]
        rows = np.empty((len(places), unit.shape[1]), dtype=np.uint64)
        row, word = 0, -1
        stops = np.searchsorted(places, places, side="right")
        while row < len(places):
            while word < places[row]:
                form = self.advance(state)
                word += 1
            stop = int(stops[row])
            rows[row:stop] = form.bits[bits[row:stop]]
            row = stop
        return rows

    def words(self, state: tuple[int, ...], count: int) -> Words:
        """Return the words after a state."""
        words = list(state)
        return np.array([self.advance(words) for _ in range(count)], dtype=np.uint64)

    def state(self, solution: NDArray[np.uint64]) -> tuple[int, ...]:
        """Return the words of a packed solution."""
        bits = np.unpackbits(solution.astype("<u8").view(np.uint8), bitorder="little")[: self.unknowns]
        rows = np.packbits(bits.reshape(self.length, self.width), axis=1, bitorder="little")
        return tuple(int.from_bytes(row.tobytes(), "little") for row in rows)


@dataclass(frozen=True, kw_only=True)
class Twister(LinearGenerator):
    """Engine of MT19937 and its kin: compiled, for 19,937 unknowns.

    Parameters
    ----------
    length, middle, split
        Words N of the state, middle M, bits r of the lower part.
    twist
        The constant a.
    tempering
        u, d, s, b, t, c, l.
    factor
        Of the seeding of Matsumoto and Nishimura, 2002.
    """

    length: int
    middle: int
    split: int
    twist: int
    tempering: tuple[int, int, int, int, int, int, int]
    factor: int

    stage = SearchStage.LONG_LINEAR

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
    def equations(self) -> tuple[int, int]:
        """Equations of both attempts, measured: see the module's tests."""
        return 21_600, 33_000

    @property
    def attempts(self) -> tuple[int, ...]:
        """Equations of each attempt: the first only rejects, some 200 of them depend on the others."""
        return 20_200, *self.equations

    def seconds(self, way: WayOfUse, stream: Stream) -> float:
        """Return the declared estimate: one elimination of 21,600 rows."""
        mean = max(float(sure_counts(way.call.mapping, stream.part(0, 4096)).mean()), 0.01)
        return round(5.0 + 2e-5 * self.equations[0] / mean * way.step, 3)

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
        from labharness.analysis.laws.kernels.identification.twisters import twister_forms

        columns = [self._tempered(1 << bit) for bit in range(self.width)]
        masks = [
            sum((column >> bit & 1) << source for source, column in enumerate(columns))
            for bit in range(self.width)
        ]
        rows: NDArray[np.uint64] = twister_forms(
            self.length, self.shape, np.array(masks, dtype=np.uint64), places, bits
        )
        return rows

    def words(self, state: tuple[int, ...], count: int) -> Words:
        """Return the words after a state."""
        from labharness.analysis.laws.kernels.identification.twisters import twister_words

        words: Words = twister_words(np.array(state, dtype=np.uint64), self.shape, count)
        return words

    def state(self, solution: NDArray[np.uint64]) -> tuple[int, ...]:
        """Return the words of a packed solution."""
        words = solution.astype("<u8").view(np.dtype(f"<u{self.width // 8}"))[: self.length]
        return tuple(int(word) for word in words)

    def seeded(self, seed: int) -> tuple[int, ...]:
        """Return the state after ``init_genrand``."""
        words, every = [seed & (1 << self.width) - 1], (1 << self.width) - 1
        for index in range(1, self.length):
            words.append(self.factor * (words[-1] ^ words[-1] >> (self.width - 2)) + index & every)
        return tuple(words)
