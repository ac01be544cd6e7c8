"""Additive generators, x_i = x_(i-a) ± x_(i-b) modulo M, solved without their seed.

Every outcome says within 1/n where X = x/M lies, so every wrap of the recurrence shows. With the wraps known it is linear over the reals
and expands: one orbit only stays within [0, 1). Banded least squares gives it to the last bit, if the stretch is long.

That every wrap fits is a certificate of the recurrence, not of the state: it is a remark, not a proof.

References
----------
Knuth 1997, The Art of Computer Programming 2, 3.2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.calls import OutcomeMapping, Outcomes, WordCall, Words
from labharness.analysis.identification.generator import (
    Candidate,
    KnownGenerator,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.lattice import multiplier_lattice
from labharness.analysis.identification.proof import PROOF_BITS, longest_runs
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

Real = NDArray[np.float64]
Flags = NDArray[np.bool_]
SEED_OUTCOMES = 18
"""Dimensions of the lattice that gives a seed."""
LEAST_BOUND = 5
"""Least bound of an outcome that helps there."""
MOST_SKIPPED = {Effort.DEFAULT: 16, Effort.FULL: 1_500}
"""Outcomes between the seeding and the first one recorded."""
REFINEMENTS = 6
"""Rounds of least squares, after which the equations hold to the last bit; a factor in single precision gives 17 bits a round."""


@dataclass(frozen=True, slots=True)
class LaggedState:
    """The words of the next outcomes, as many as the longer lag, and the seed that gave them if it is known.

    Parameters
    ----------
    skipped
        Outcomes between the seeding and the first of the words.
    """

    words: tuple[int, ...]
    seed: int | None = None
    skipped: int = 0


@dataclass(frozen=True, kw_only=True)
class Additive(KnownGenerator):
    """A family x_i = x_(i-a) + sign x_(i-b) modulo M.

    Parameters
    ----------
    lags
        a and b, a > b.
    sign
        1 or -1.
    modulus
        M.
    window
        Outcomes that determine the state.
    affine
        Gives so many (A_t, B_t) with word t after a seeding A_t seed + B_t modulo M, if the seeding is affine and M prime,
        by the number of the overflows that change B.
    overflows
        How many such numbers there are.
    initial
        The first words after a seeding.
    """

    calls: tuple[WordCall, ...]
    lags: tuple[int, int]
    sign: int
    modulus: int
    window: int
    affine: Callable[[int, int], list[tuple[int, int]]] | None = None
    overflows: int = 1
    initial: Callable[[int], tuple[int, ...]]
    stage: SearchStage = SearchStage.ADDITIVE

    most_strides = dict.fromkeys(Effort, 1)

    def ways(self, effort: Effort) -> Iterator[WayOfUse]:
        """Yield the calls; place k solves for a seed k - 1 outcomes before the first one, place 0 needs no seed."""
        if self.affine:
            for place in range(1, MOST_SKIPPED[effort] + 1):
                scaled = (call for call in self.calls if call.mapping is OutcomeMapping.SCALED)
                yield from (WayOfUse(call, place=place) for call in scaled)
        yield from map(WayOfUse, self.calls)

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the outcomes that a seed needs with its proof, or those that certify the recurrence."""
        if way.place:
            if stream.range and stream.range < LEAST_BOUND:
                return self.far(way, stream)
            places = _seed_places(stream)
            proof = stream.outcomes_for(PROOF_BITS, places[-1] + 1) if places else None
            if places and proof is not None:
                return places[-1] + 1 + proof
            return max(len(stream) + 1, SEED_OUTCOMES + ceil(PROOF_BITS / log2(stream.range or 52)))
        if stream.range is None:
            return Identifications.SEVERAL_BOUNDS(generator=self.name, call=way.call.name)
        bits = self._bits_of_a_wrap(way, stream.range)
        if bits is None:
            return self.far(way, stream)
        certified = self.lags[0] + ceil(PROOF_BITS / bits) if bits > 0 else self.complete(stream)
        return min(certified, self.complete(stream))

    def proving(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return how many outcomes prove a state: fewer certify the recurrence alone."""
        needed = self.needed(way, stream)
        return needed if way.place or isinstance(needed, Reason) else self.complete(stream)

    def seconds(self, way: WayOfUse, stream: Stream) -> float:
        """Return the declared estimate of processor seconds: of two outcomes each step fits, so that an orbit is solved for."""
        solved = 4e-6 * min(len(stream), 2 * self.window) if stream.range == 2 and not way.place else 0.0
        return round(0.01 if way.place else 0.001 + 1e-7 * len(stream) + solved, 4)

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield the state before the first outcome, or the remark that the recurrence holds."""
        if way.place:
            yield from self._seeds(way, stream)
            return
        bound = stream.range
        assert bound
        fits, over = self.wraps(way, stream.outcomes, bound)
        start, stop = (longest_runs(fits) or [(0, 0)])[0]
        if not over[start:stop].any() or stream.repeats:
            return  # nothing wraps: scaled outcomes look so as remainders
        pulse()
        # one outcome that was changed spoils three wraps: the longest run without gives the state, and the proof names the place
        used = min(start + self.window * 5 // 4, stop + self.lags[0] - ceil(PROOF_BITS / log2(bound)))
        if used - start >= self.window:
            codes, carried = stream.outcomes[start:used], over[start : used - self.lags[0]]
            yield Candidate(self._state(way, codes, carried, bound, start), start, used - start)
        bits = self._bits_of_a_wrap(way, bound)
        if bits and fits.all() and bits * len(fits) >= PROOF_BITS:
            yield Identifications.RECURRENCE(
                generator=self.name,
                call=way.call.name,
                longer=self.lags[0],
                shorter=self.lags[1],
                outcomes=len(fits),
                bits=int(bits * len(fits)),
                needed=self.complete(stream),
            )

    def predict(self, way: WayOfUse, state: LaggedState, bounds: Outcomes) -> Outcomes:
        """Return as many outcomes as there are bounds."""
        words = self._continued(state.words, len(bounds), self.lags[1], self.sign)
        return way.word_call.outcomes([words], bounds)

    def _continued(self, first: Sequence[int], count: int, shorter: int, sign: int) -> Words:
        """Return the first words and those that follow, with the shorter lag and the sign of either direction."""
        from labharness.analysis.laws.kernels.identification.states import continued

        words = np.zeros(max(count, len(first)), dtype=np.uint64)
        words[: len(first)] = first
        continued(words, self.lags[0], shorter, sign, np.uint64(self.modulus))
        return words[:count]

    def seeded(self, seed: int) -> LaggedState:
        """Return the state after seeding."""
        return LaggedState(self.initial(seed), seed)

    def shown(self, state: LaggedState) -> str:
        """Return the seed, or the words of the first outcomes."""
        seed = "" if state.seed is None else f"seed {state.seed}, outcome {state.skipped + 1}: "
        return seed + " ".join(f"0x{word:x}" for word in state.words)

    def wraps(self, way: WayOfUse, codes: Outcomes, bound: int) -> tuple[Flags, Flags]:
        """Return which steps fit the recurrence, and which of these wrap."""
        longer, shorter = self.lags
        rest = codes[longer:] - codes[:-longer] - self.sign * codes[longer - shorter : len(codes) - shorter]
        if way.word_call.mapping is OutcomeMapping.MODULO:
            rest = rest % bound
        whole, over = (np.isin(rest, rests) for rests in self._rests(way, bound))
        return whole | over, over

    def _rests(self, way: WayOfUse, bound: int) -> tuple[list[int], list[int]]:
        """Return o_i - o_(i-a) ∓ o_(i-b) without and with a wrap."""
        sign = self.sign
        if way.word_call.mapping is OutcomeMapping.SCALED:
            return [0, sign], [-sign * bound, sign - sign * bound]
        # a low bit that the call drops may carry
        carry: tuple[int, ...] = (0, sign) if way.word_call.shift else (0,)
        jump = sign * (self.modulus >> way.word_call.shift)
        return [entry % bound for entry in carry], [(entry - jump) % bound for entry in carry]

    def _bits_of_a_wrap(self, way: WayOfUse, bound: int) -> float | None:
        """Return what a step that fits tells, in bits; None if a wrap does not show."""
        whole, over = self._rests(way, bound)
        if set(whole) & set(over):
            return None
        if way.word_call.mapping is OutcomeMapping.SCALED:
            return log2(bound / 2)
        return log2(bound / (len(whole) + len(over)))

    def complete(self, stream: Stream) -> int:
        """Return the outcomes that give and prove a state."""
        return self.window + ceil(PROOF_BITS / log2(stream.range or 2))

    def _state(self, way: WayOfUse, codes: Outcomes, carried: Flags, bound: int, start: int) -> LaggedState:
        """Return the state before the first outcome: the middle of the orbit of a run, rounded, and run back."""
        scaled = way.word_call.mapping is OutcomeMapping.SCALED
        middle = (codes + 0.5) / bound if scaled else np.full(len(codes), 0.5)
        place, longer = len(codes) // 2, self.lags[0]
        shares = orbit(carried.astype(np.float64), self.lags, self.sign, middle)[place : place + longer]
        exact = [round(float(share) * self.modulus) % self.modulus for share in shares[::-1]]
        back = self._continued(exact, start + place + longer, longer - self.lags[1], -self.sign)
        return LaggedState(tuple(back[: -longer - 1 : -1].tolist()))

    def _seeds(self, way: WayOfUse, stream: Stream) -> Iterator[Candidate | Reason]:
        """Yield the seed that gave the outcomes, by a lattice of the first outcomes and one of those after them."""
        assert self.affine
        skipped, size, start, (longer, shorter) = way.place - 1, self.modulus, 0, self.lags
        for _ in range(2):
            places = _seed_places(stream, start)
            if places is None:
                return
            bounds = stream.bounds[places].tolist()
            widths = None if stream.range else tuple(size // bound for bound in bounds)
            seeds: dict[int, None] = {}
            for overflow in range(self.overflows):
                table = self.affine(skipped + places[-1] + 1, overflow)[skipped:]
                used = [table[place] for place in places]
                lattice = multiplier_lattice(tuple(a for a, _ in used), size, widths)
                target = [
                    ((2 * int(stream.outcomes[place]) + 1) * size // (2 * bound) - b) % size
                    for place, bound, (_, b) in zip(places, bounds, used, strict=True)
                ]
                point = lattice.closest([entry - size if 2 * entry > size else entry for entry in target])
                seeds[point * pow(used[0][0], -1, size) % size] = None
            for seed in seeds:
                first = self._continued(self.initial(seed), skipped + longer, shorter, self.sign)[skipped:]
                state = LaggedState(tuple(first.tolist()), seed, skipped)
                yield Candidate(state, start, places[-1] + 1 - start)
            start = places[-1] + 1


def _seed_places(stream: Stream, start: int = 0) -> list[int] | None:
    """Return the outcomes that make the lattice of a seed, None if too few tell enough."""
    places = start + np.flatnonzero(stream.bounds[start : start + 200] >= LEAST_BOUND)[:SEED_OUTCOMES]
    return places.tolist() if len(places) == SEED_OUTCOMES else None


def orbit(carried: Real, lags: tuple[int, int], sign: int, middle: Real) -> Real:
    """Return the orbit nearest to the middles: least Σ (X - middle)² subject to X_i - X_(i-a) ∓ X_(i-b) = ∓w_i.

    Examples
    --------
    >>> orbit(np.array([1.0]), (2, 1), 1, np.array([0.5, 0.75, 0.5])).round(3).tolist()
    [0.583, 0.833, 0.417]
    """
    from scipy.linalg import cho_solve_banded, cholesky_banded

    longer, shorter = lags
    size = len(middle)
    near = slice(longer - shorter, size - shorter)
    factor = cholesky_banded(_band(lags, sign, size - longer), overwrite_ab=True, lower=True)
    points: Real = middle.copy()
    for _ in range(REFINEMENTS):
        rest = -sign * carried - (points[longer:] - points[:-longer] - sign * points[near])
        weights = cho_solve_banded((factor, True), rest.astype(np.float32))
        points[longer:] += weights
        points[:-longer] -= weights
        points[near] -= sign * weights
    return points


def _band(lags: tuple[int, int], sign: int, size: int) -> NDArray[np.float32]:
    """Return the diagonals of A Aᵀ, A the equations of the recurrence."""
    longer, shorter = lags
    band = np.zeros((longer + 1, size), np.float32, order="F")  # as LAPACK takes it: no copy of some 30 MB
    band[0] = 3.0
    for distance, value in ((longer, -1.0), (shorter, -float(sign)), (longer - shorter, float(sign))):
        band[distance, : max(0, size - distance)] += value
    return band
