"""Linear congruential generators with known parameters, by lattice reduction.

x' = a x + c modulo M. Each outcome says that an affine image y_i = f_i (A_i x + C_i) of one state lies in an interval. The lattice of
(f_i A_i) is reduced once; each window of outcomes, and each guess of hidden low bits, is one target of Babai's nearest planes.

- scaled: y_i = x_i lies in [o_i M / n, (o_i + 1) M / n);
- modulo n = 2^e q of the bits from s on, M = 2^K: the low s + e bits run by themselves and follow the e low bits of the outcomes; with
  them known, (h_i - (o_i >> e)) / q of h_i = x_i >> (s + e) lies in [0, 2^(K - s - e) / q);
- modulo n, M prime: (x_i - o_i) / n modulo M lies in [0, M / n).

References
----------
Boyar 1989, J. ACM 36, 129-141.  Frieze et al. 1988, SIAM J. Comput. 17, 262-280.  Stern 1987, FOCS, 421-426.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, erf, gcd, log, log1p, log2, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.calls import (
    FractionalCall,
    OutcomeMapping,
    Outcomes,
    QuotientCall,
    RemainderCall,
    WordCall,
    Words,
)
from labharness.analysis.identification.generator import (
    SEVERAL,
    Candidate,
    KnownGenerator,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.lattice import (
    CLOSER,
    DELTA,
    MOST_BITS,
    MOST_DIMENSIONS,
    MultiplierLattice,
    multiplier_lattice,
)
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

MOST_HIDDEN = 20
"""Most low bits that are guessed."""
LEAST_BOUND = 8
"""Least bound of an outcome that helps where the bounds differ."""
CHUNK = 1 << 13
"""Targets at a time."""
FARTHEST = 400
"""Outcomes of a window whose bounds differ."""
FITS = 4
"""Windows whose bounds differ, or a few more."""
PARTS = 4
"""Parts of the stream that tell the low bits one after the other."""
LEAST_STATE = 16
"""Fewest low bits that say which generator they belong to."""
KEPT = 64
"""Low parts that are followed."""
FILTER = 30
"""Outcomes that tell true low bits from others, beside those that pay for the hidden bits."""


class Affine(NamedTuple):
    """The step x' = a x + c modulo M, M a power of two up to 2^64 or a number below 2^32.

    Examples
    --------
    >>> Affine(3, 1, 100).times(4)
    Affine(a=81, c=40, modulus=100)
    >>> Affine(3, 1, 100).orbit(1, 5).tolist(), Affine(3, 1, 100).before(40)
    ([1, 4, 13, 40, 21], 13)
    """

    a: int
    c: int
    modulus: int

    @property
    def power(self) -> bool:
        """Whether M is a power of two."""
        return self.modulus & (self.modulus - 1) == 0

    def times(self, steps: int) -> Affine:
        """Return so many steps at once."""
        a, c, modulus = self
        power, constant = 1, 0
        while steps:
            if steps & 1:
                power, constant = power * a % modulus, (constant * a + c) % modulus
            a, c, steps = a * a % modulus, (c * a + c) % modulus, steps >> 1
        return Affine(power, constant, modulus)

    def after(self, states: Words) -> Words:
        """Return the state after each."""
        following = states * np.uint64(self.a) + np.uint64(self.c)
        return self.reduced(following)

    def reduced(self, states: Words) -> Words:
        """Return numbers modulo M."""
        return states & np.uint64(self.modulus - 1) if self.power else states % np.uint64(self.modulus)

    def before(self, state: int) -> int:
        """Return the state a step before."""
        return (state - self.c) * pow(self.a, -1, self.modulus) % self.modulus

    def orbit(self, state: int, count: int) -> Words:
        """Return a state and those that follow it, shape (count,)."""
        states, step, known = np.empty(count, dtype=np.uint64), self, 1
        states[:1] = state
        while known < count:
            more = min(known, count - known)
            states[known : known + more] = step.after(states[:more])
            step, known = step.times(2), known + more
        return states


@dataclass(frozen=True, kw_only=True)
class Congruential(KnownGenerator):
    """A family x' = a x + c modulo M, M a power of two up to 2^64 or a prime below 2^32.

    Parameters
    ----------
    recurrence
        a, c and M: families that share them have the same states. A power of two leaves out the high bits that no call takes.
    initial
        The state after seeding.
    """

    calls: tuple[WordCall, ...]
    recurrence: Affine
    initial: Callable[[int], int] = int
    stage: SearchStage = SearchStage.CONGRUENTIAL

    most_strides = {Effort.DEFAULT: 16, Effort.FULL: 64}  # noqa: RUF012  a class variable of the base

    @property
    def states(self) -> Hashable:
        """What families with the same states share."""
        return self.recurrence

    def seeded(self, seed: int) -> int:
        """Return the state after seeding."""
        return self.initial(seed) % self.recurrence.modulus

    def predict(self, way: WayOfUse, state: int, bounds: Outcomes) -> Outcomes:
        """Return as many outcomes as there are bounds."""
        first = (state * self.recurrence.a + self.recurrence.c) % self.recurrence.modulus
        words = [self.recurrence.times(way.step).orbit(first, len(bounds))]
        for _ in range(way.call.words - 1):
            words.append(self.recurrence.after(words[-1]))
        return way.word_call.outcomes(words, bounds)

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the outcomes needed, or why they are out of reach."""
        windows = self.windows(way, stream)
        if isinstance(windows, Reason):
            return windows
        proof = ceil(PROOF_BITS / log2(stream.range)) if stream.range else PROOF_BITS // 4
        return max(windows.filtered, windows.span + windows.enough) + proof

    def seconds(self, way: WayOfUse, stream: Stream) -> float:
        """Return the declared estimate of processor seconds."""
        windows = self.windows(way, stream)
        return 0.0 if isinstance(windows, Reason) else windows.seconds

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield states before the first outcome that can have made the outcomes of a window.

        Low bits that outcomes show are told by some outcomes, and again by others: one that was changed or lost spoils one part.
        """
        windows = self.windows(way, stream)
        assert not isinstance(windows, Reason)
        used = max(windows.filtered, windows.span)
        parts = PARTS if windows.shown else 1
        for begin in (len(stream) * part // parts for part in range(parts)):
            if begin + windows.filtered > len(stream):
                return
            for start, state in windows.states(begin, pulse):
                if self._is_long(state) or not windows.places:
                    back = self.recurrence.times(way.step * start + 1)
                    yield Candidate(back.before(state), max(begin, start), used)

    def windows(self, way: WayOfUse, stream: Stream) -> Windows | Reason:
        """Return the windows of a stream for a way of use, or why it is out of reach."""
        call, n, power, modulus = way.word_call, stream.range, self.recurrence.power, self.recurrence.modulus
        reach = self.far(way, stream)
        odd = power and call.mapping_of(n or SEVERAL) is not OutcomeMapping.SCALED
        if n == 1 or not len(stream) or modulus > 1 << MOST_BITS:
            return reach
        hidden, shown = 0, 0
        if odd:
            hidden, shown = call.shift, (n & -n).bit_length() - 1 if n else 0
            modulus = 1 << max(0, call.width - shown)
        if hidden > MOST_HIDDEN or (n and 4 * n > modulus << shown and n >> shown > 1):
            return reach
        places = _places(stream, modulus, shown, odd=odd)
        if places is None:
            return Identifications.SEVERAL_BOUNDS(generator=self.name, call=call.name)
        step, missed = self.recurrence.times(way.step), 1e-3 if hidden and not shown else 1e-6
        tried = tried_windows(step.a, modulus, len(places), n >> shown, missed) if n and places else (1, 0)
        if tried is None or not (places or hidden + shown >= LEAST_STATE):
            return reach
        return Windows(call, step, stream, modulus, hidden, shown, places, *tried)

    def _is_long(self, state: int) -> bool:
        """Return whether the states that follow are more than a few, which any periodic sample would fit."""
        _, increment, modulus = self.recurrence
        if increment or modulus % 2:
            return bool(increment or state)
        return state % (modulus >> LEAST_STATE) != 0


@dataclass(frozen=True)
class Windows:
    """The windows of a stream, each a target of one lattice.

    Parameters
    ----------
    step
        From one outcome to the next.
    modulus
        Of the lattice; the state's, divided by 2^low.
    hidden, shown
        Low bits of the state that no outcome shows, and those above that the remainders show.
    places
        Indices, from the start of a window, of the outcomes that are used.
    most
        Windows that are tried at most.
    enough
        Windows, from one outcome to the next, of which one is solved with a probability of 90%.
    """

    call: WordCall
    step: Affine
    stream: Stream
    modulus: int
    hidden: int
    shown: int
    places: tuple[int, ...]
    most: int
    enough: int

    @property
    def low(self) -> int:
        """Low bits that must be known."""
        return self.hidden + self.shown

    @property
    def span(self) -> int:
        """Outcomes of a window."""
        return self.places[-1] + 1 if self.places else 0

    @property
    def filtered(self) -> int:
        """Outcomes that filter the low bits, 0 if none do."""
        return FILTER + ceil(self.hidden / self.shown) if self.shown else 0

    @property
    def seconds(self) -> float:
        """Declared processor seconds."""
        size, guesses = len(self.places), 1 if self.shown else 1 << self.hidden
        reduction = 4e-6 * size**2 * (1 + (self.modulus.bit_length() / 52) ** 6)
        filtering = 5e-8 * (1 << self.hidden) if self.shown else 0
        return round(0.001 + reduction + 9e-8 * size * self.most * guesses + filtering, 4)

    @property
    def mapping(self) -> OutcomeMapping:
        """What an outcome tells."""
        return self.call.mapping_of(self.stream.range or SEVERAL)

    @cached_property
    def bounds(self) -> list[int]:
        """n_i of the outcomes that are used, divided by 2^shown."""
        return [(self.stream.range or int(self.stream.bounds[place])) >> self.shown for place in self.places]

    @cached_property
    def factors(self) -> list[int]:
        """f_i modulo the modulus."""
        scaled = self.mapping is OutcomeMapping.SCALED
        return [1 if scaled else pow(bound, -1, self.modulus) for bound in self.bounds]

    @cached_property
    def steps(self) -> list[Affine]:
        """From the first outcome of a window to those that are used."""
        return [self.step.times(place) for place in self.places]

    @cached_property
    def multipliers(self) -> tuple[int, ...]:
        """f_i A_i modulo the modulus."""
        return tuple(f * step.a % self.modulus for f, step in zip(self.factors, self.steps, strict=True))

    def lattice(self) -> MultiplierLattice:
        """Return the lattice, reduced."""
        widths = None if self.stream.range else tuple(self.modulus // bound for bound in self.bounds)
        delta = CLOSER if self.stream.range == 2 else DELTA
        return multiplier_lattice(self.multipliers, self.modulus, widths, delta)

    def states(self, begin: int, pulse: Pulse) -> Iterator[tuple[int, int]]:
        """Yield windows of the outcomes from a place on, and the state at the first outcome of each."""
        lows = self._low_parts(begin)
        if not self.places:  # remainders by a power of two show low bits only: the state that counts
            yield from ((0, int(low)) for low in lows)
        if not len(lows) or not self.places:
            return
        modulus, bounds, lattice = self.modulus, self.bounds, self.lattice()
        half = np.array([modulus / (2 * bound) + 2 for bound in bounds])
        if not self.low:  # scaled outcomes follow the call's own bits, which end above the state's last one
            half += (1 << self.call.shift) + 2 * max(bounds)
        first = pow(self.multipliers[0], -1, modulus)
        for low, starts in self._guesses(lows, begin):
            pulse()
            targets = self._targets(low, starts)
            for hit in lattice.near(_centered(targets, modulus), half):
                exact = (int(value) for value in targets[hit])
                point = lattice.closest([v - modulus if 2 * v > modulus else v for v in exact])
                yield int(starts[hit]), (point * first % modulus) << self.low | int(low[hit])

    def _low_parts(self, begin: int) -> Words:
        """Return the low parts of the state that gave the first outcome, as the outcomes from a place on tell them."""
        if not self.shown:
            return np.arange(1 << self.hidden, dtype=np.uint64)
        every, hidden = np.uint64((1 << self.low) - 1), np.uint64(self.hidden)
        few, step = np.uint64((1 << self.shown) - 1), Affine(self.step.a, self.step.c, 1 << self.low)
        codes = self.stream.outcomes[begin : begin + self.filtered].astype(np.uint64) & few
        lows = states = np.arange(1 << self.hidden, dtype=np.uint64) | codes[0] << hidden
        for code in codes[1:]:
            states = step.after(states)
            fits = states >> hidden == code
            lows, states = lows[fits], states[fits]
        back = self.step.times(begin)
        first: Words = (lows[:KEPT] - np.uint64(back.c)) * np.uint64(pow(back.a, -1, 1 << self.low)) & every
        return first

    def _guesses(self, lows: Words, begin: int) -> Iterator[tuple[Words, Outcomes]]:
        """Yield low parts of states, and the windows that begin with them."""
        starts = self._starts(begin)
        every = Affine(self.step.a, self.step.c, 1 << self.low)
        if self.shown or not self.low:
            pairs = ((every.orbit(int(low), int(starts.max(initial=-1)) + 1)[starts], starts) for low in lows)
        else:
            pairs = ((lows, np.full(len(lows), start)) for start in starts)
        for low, start in pairs:
            for place in range(0, len(start), CHUNK):
                yield low[place : place + CHUNK], start[place : place + CHUNK]

    def _starts(self, begin: int) -> Outcomes:
        """Return where windows begin whose bounds are those of the first, spread over the stream from a place on."""
        last, span = len(self.stream) - self.span + 1, self.stream.bounds[: self.span]
        if self.stream.range:
            room = max(0, last - ceil(PROOF_BITS / log2(self.stream.range)) - begin)
            count = min(room, self.most)
            return begin + np.arange(count) * room // max(1, count)
        alike = np.flatnonzero(self.stream.bounds[: max(0, last)] == self.stream.bounds[0])
        alike = alike[:: max(1, len(alike) // FITS)]
        fits = [np.array_equal(self.stream.bounds[start : start + len(span)], span) for start in alike]
        starts: Outcomes = alike[np.array(fits, dtype=bool)]
        return starts

    def _targets(self, low: Words, starts: Outcomes) -> Words:
        """Return the middles of the intervals in which y_i lies, modulo the lattice's modulus, a row for each guess."""
        codes, modulus = self.stream.outcomes[starts[:, None] + np.array(self.places)], self.modulus
        ring = Affine(1, 0, modulus)
        if self.mapping is OutcomeMapping.SCALED:
            columns = [_middles(codes[:, i], bound, modulus) for i, bound in enumerate(self.bounds)]
            given = np.stack(columns, axis=1)
        else:
            given = codes.astype(np.uint64) + np.uint64(self.call.least) >> np.uint64(self.shown)
        # what is left of signed and scaled ones has its middle at 0
        half = 0.5 if self.mapping is OutcomeMapping.MODULO else 0.0
        base = np.array([int(half * modulus / bound) for bound in self.bounds], dtype=np.uint64)
        a, c = (np.array(numbers, dtype=np.uint64) for numbers in list(zip(*self.steps, strict=True))[:2])
        shifted = ring.reduced(low[:, None] * a + c >> np.uint64(self.low))
        rest = ring.reduced(given + np.uint64(modulus % (1 << 64)) - shifted)
        return ring.reduced(base + np.array(self.factors, dtype=np.uint64) * rest)


def of_gsl(name: str, source: str, multiplier: int, modulus: int, increment: int = 0) -> Congruential:
    """Return a generator of the GNU Scientific Library with the calls of the library."""
    least, width = 0 if increment else 1, (modulus - 1).bit_length()
    divisor = modulus if modulus % 2 else 0
    return Congruential(
        name=name,
        source=source,
        recurrence=Affine(multiplier, increment, modulus),
        initial=lambda seed: seed or least,
        calls=(
            QuotientCall("gsl_rng_uniform_int(r, n)", width, least=least, span=modulus - 1 - least),
            FractionalCall("(int)(gsl_rng_uniform(r) * n)", width, divisor=divisor),
            RemainderCall("x % n", width),
        ),
    )


def _places(stream: Stream, modulus: int, shown: int, *, odd: bool) -> tuple[int, ...] | None:
    """Return the outcomes that make a lattice; none if low bits are all, None if the range of outcomes tells too little."""
    bits = modulus.bit_length() - 1 if modulus & (modulus - 1) == 0 else modulus.bit_length()
    if stream.range:
        bound = stream.range >> shown
        if bound == 1:
            return ()
        return tuple(range(min(MOST_DIMENSIONS, max(5, int(1.9 * bits / log2(bound)) + 3))))
    useful = (stream.bounds >= LEAST_BOUND) & ((stream.bounds % 2 == 1) | (not odd))
    places = np.flatnonzero(useful[:FARTHEST])
    total = np.cumsum(np.log2(stream.bounds[places]))
    enough = int(np.searchsorted(total, 1.7 * bits + 6)) + 1
    return tuple(map(int, places[:enough])) if enough <= min(len(places), MOST_DIMENSIONS) else None


SHARES = {
    32: (0.006, 0.27, 0.78, 0.95, 0.99),
    48: (5e-5, 0.036, 0.32, 0.64, 0.88, 0.97, 0.99),
    64: (1e-9, 9e-4, 0.065, 0.22, 0.6, 0.8, 0.93, 0.97, 0.99),
}
"""Share of windows that are solved, by bits of the lattice, for bounds 2, 3, … as measured; of 48 bits and two outcomes 1e-4 where all are
recorded, and 3e-5 with some strides."""
MOST_WINDOWS = 100_000


def tried_windows(a: int, modulus: int, size: int, bound: int, missed: float) -> tuple[int, int] | None:
    """Return the windows of which one is solved and one more, and how many make that likely; None if they are too many.

    Parameters
    ----------
    a
        Multiplier of the stride. Where a power of it is 1 modulo 2^v, M / 2^v added to a state is added to all that follow, and some
        of these are as near to a window: v grows with each factor 2 of the stride.
    size
        Outcomes of a window.
    missed
        Probability that none is solved.

    Examples
    --------
    >>> tried_windows(16807, 2**31 - 1, 12, 52, 0.01), tried_windows(16807, 2**31 - 1, 40, 3, 1e-6)
    ((2, 1), (45, 8))
    """
    shares = next(row for most, row in SHARES.items() if (modulus - 1).bit_length() <= most)
    alone = erf(sqrt(1.5 * size) * bound / gcd(a - 1, modulus))
    share = alone * (shares[bound - 2] if bound - 2 < len(shares) else 0.999)
    least, most = (ceil(log(chance) / log1p(-share)) + 1 for chance in (0.01, missed))
    apart = 1 if alone > 0.99 else size // 4  # nearer ones are solved or missed together
    return (min(most, MOST_WINDOWS), least // 2 * apart) if least <= MOST_WINDOWS else None


def _middles(codes: Outcomes, bound: int, modulus: int) -> Words:
    """Return the middles of the intervals of scaled outcomes."""
    if bound <= len(codes):
        table = [(2 * code + 1) * modulus // (2 * bound) for code in range(bound)]
        return np.array(table, dtype=np.uint64)[codes]
    return np.array([(2 * int(code) + 1) * modulus // (2 * bound) for code in codes], dtype=np.uint64)


def _centered(values: Words, modulus: int) -> NDArray[np.float64]:
    """Return residues between -M/2 and M/2."""
    real = values.astype(np.float64)
    return real - np.where(real > modulus / 2, float(modulus), 0.0)
