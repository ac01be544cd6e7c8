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
from math import ceil, log, log1p, log2

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.congruential_calls import (
    FractionalCall,
    QuotientCall,
    RemainderCall,
    StateCall,
)
from labharness.analysis.identification.generator import (
    Candidate,
    KnownGenerator,
    OutcomeMapping,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.lattice import MOST_DIMENSIONS, multiplier_lattice
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

Words = NDArray[np.uint64]
Outcomes = NDArray[np.int64]
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
SEVERAL = 3
"""Bound that stands for several: none of the outcomes used has a power of two where that makes a difference."""
LEAST_STATE = 16
"""Fewest low bits that say which generator they belong to."""
FILTER = 30
"""Outcomes that tell true low bits from others, beside those that pay for the hidden bits."""


@dataclass(frozen=True)
class Columns:
    """The lattice of a way of use, and the targets of a window.

    Parameters
    ----------
    modulus
        Of the lattice; the state's, divided by 2^low.
    hidden, shown
        Low bits of the state that no outcome shows, and those above that the remainders show.
    places
        Indices, from the start of a window, of the outcomes that are used.
    bounds
        Of these: n_i, divided by 2^shown.
    factors
        f_i modulo the modulus.
    base
        Middle of what is left of y_i, as a share of modulus / bound: 1/2 for remainders, 0 for signed and scaled ones.
    windows
        Windows that are tried at most.
    """

    modulus: int
    hidden: int
    shown: int
    places: tuple[int, ...]
    bounds: tuple[int, ...]
    factors: tuple[int, ...]
    base: float
    windows: int

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
    def guesses(self) -> int:
        """Low parts of each window that are tried."""
        return 1 if self.shown else 1 << self.hidden


@dataclass(frozen=True, kw_only=True)
class Congruential(KnownGenerator):
    """A family x' = a x + c modulo M, M a power of two up to 2^64 or a prime below 2^32.

    Parameters
    ----------
    multiplier, increment, modulus
        a, c and M. A power of two leaves out the high bits that no call takes.
    calls
        Of the kinds of ``congruential_calls``.
    initial
        The state after seeding.
    """

    calls: tuple[StateCall, ...]
    multiplier: int
    increment: int
    modulus: int
    initial: Callable[[int], int] = int

    most_strides = {Effort.DEFAULT: 16, Effort.FULL: 64}  # noqa: RUF012  a class variable of the base
    stage = SearchStage.CONGRUENTIAL

    @property
    def recurrence(self) -> Hashable:
        """Parameters: families that share them have the same states."""
        return self.multiplier, self.increment, self.modulus

    def seeded(self, seed: int) -> int:
        """Return the state after seeding."""
        return self.initial(seed) % self.modulus

    def problem(self, way: WayOfUse, stream: Stream) -> Hashable:
        """Return what ways with the same candidates share."""
        call = _call(way)
        mapping = call.mapping_of(stream.range or SEVERAL)
        taken = () if mapping is OutcomeMapping.SCALED else (call.shift, call.width, call.least)
        return self.recurrence, mapping, taken, way.step

    def predict(self, way: WayOfUse, state: int, bounds: Outcomes) -> Outcomes:
        """Return as many outcomes as there are bounds."""
        call = _call(way)
        first = (state * self.multiplier + self.increment) % self.modulus
        words = [orbit(first, *self._jump(way.step), self.modulus, len(bounds))]
        for _ in range(call.words - 1):
            words.append(_steps(words[-1], self.multiplier, self.increment, self.modulus))
        return call.outcomes(tuple(words), bounds)

    def recipe(self, way: WayOfUse, state: int) -> Reason:
        """Return how a reader computes the outcomes."""
        return Identifications.RECIPE_CONGRUENTIAL(
            multiplier=str(self.multiplier),
            increment=str(self.increment),
            modulus=str(self.modulus),
            steps=way.step,
            call=way.call.name,
            low=_call(way).shift,
            high=_call(way).shift + _call(way).width - 1,
            state=self.shown(state),
        )

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the outcomes needed, or why they are out of reach."""
        columns = self._columns(way, stream)
        if isinstance(columns, Reason):
            return columns
        proof = ceil(PROOF_BITS / log2(stream.range)) if stream.range else PROOF_BITS // 4
        return max(columns.filtered, columns.span + columns.windows // 2) + proof

    def seconds(self, way: WayOfUse, stream: Stream) -> float:
        """Return the declared estimate of processor seconds."""
        columns = self._columns(way, stream)
        if isinstance(columns, Reason):
            return 0.0
        size = len(columns.places)
        reduction = 5e-6 * size**3 * (1 + (columns.modulus.bit_length() / 48) ** 2)
        targets = columns.windows * columns.guesses * (2e-9 * size + 1e-7) * size
        return round(0.002 + reduction + targets + (2e-8 * (1 << columns.hidden) if columns.shown else 0), 4)

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield states before the first outcome that can have made the outcomes of a window.

        Low bits that outcomes show are told by some outcomes, and again by others: one that was changed or lost spoils one part.
        """
        columns = self._columns(way, stream)
        assert not isinstance(columns, Reason)
        parts = PARTS if columns.shown else 1
        for begin in (len(stream) * part // parts for part in range(parts)):
            if begin + columns.filtered <= len(stream):
                lows = self._low_parts(way, columns, stream, begin)
                if not len(lows):
                    continue
                yield from self._with_lows(way, columns, stream, lows, begin, pulse)

    def _with_lows(
        self, way: WayOfUse, columns: Columns, stream: Stream, lows: Words, begin: int, pulse: Pulse
    ) -> Iterator[Candidate | Reason]:
        """Yield states with some low parts, from windows of the outcomes from a place on."""
        used = max(columns.filtered, columns.span)
        if not columns.places:  # remainders by a power of two show low bits only: the state that counts
            yield from (Candidate(self._before(int(low), 1), begin, used) for low in lows)
            return
        a, c = self._jump(way.step)
        affine = [jump(a, c, self.modulus, place) for place in columns.places]
        multipliers = tuple(
            f * a_i % columns.modulus for f, (a_i, _) in zip(columns.factors, affine, strict=True)
        )
        widths = None if stream.range else tuple(columns.modulus // bound for bound in columns.bounds)
        lattice = multiplier_lattice(multipliers, columns.modulus, widths)
        if isinstance(lattice, Reason):
            yield lattice
            return
        half = np.array([columns.modulus / (2 * bound) + 2 for bound in columns.bounds])
        if (
            not columns.low
        ):  # scaled outcomes follow the call's own bits, which end above the state's last one
            half += (1 << _call(way).shift) + 2 * max(columns.bounds)
        first = pow(multipliers[0], -1, columns.modulus)
        for low, starts in self._guesses(way, columns, stream, lows, begin):
            pulse()
            targets = _targets(way, columns, affine, stream, low, starts)
            for hit in lattice.near(_centered(targets, columns.modulus), half):
                exact = [int(value) for value in targets[hit]]
                point = lattice.closest(
                    [v - columns.modulus if 2 * v > columns.modulus else v for v in exact]
                )
                state = (point * first % columns.modulus) << columns.low | int(low[hit])
                start = int(starts[hit])
                if self._is_long(state):
                    yield Candidate(self._before(state, way.step * start + 1), start, used)

    def _before(self, state: int, steps: int) -> int:
        """Return the state so many steps before."""
        a, c = self._jump(steps)
        return (state - c) * pow(a, -1, self.modulus) % self.modulus

    def _columns(self, way: WayOfUse, stream: Stream) -> Columns | Reason:
        """Return the lattice of a way of use, or why it is out of reach."""
        call, n = _call(way), stream.range
        reach = self.far(way, stream)
        mapping = call.mapping_of(n or SEVERAL)
        power = self.modulus & (self.modulus - 1) == 0
        if n == 1 or not len(stream):
            return reach
        if mapping is OutcomeMapping.SCALED or not power:
            hidden, shown, modulus = 0, 0, self.modulus
        else:
            hidden, shown = call.shift, (n & -n).bit_length() - 1 if n else 0
            modulus = 1 << max(0, call.width - shown)
        if hidden > MOST_HIDDEN or (n and 4 * n > modulus << shown and n >> shown > 1):
            return reach
        places = _places(stream, modulus, shown, odd=mapping is not OutcomeMapping.SCALED and power)
        if places is None:
            return Identifications.SEVERAL_BOUNDS(generator=self.name, call=call.name)
        if not places and hidden + shown < LEAST_STATE:
            return reach
        bounds = tuple((n or int(stream.bounds[place])) >> shown for place in places)
        scaled = mapping is OutcomeMapping.SCALED
        factors = tuple(1 if scaled else pow(bound, -1, modulus) for bound in bounds)
        base = 0.5 if mapping is OutcomeMapping.MODULO else 0.0
        bits = (modulus - 1).bit_length()
        windows = _windows(bits, n >> shown) if n and places else 1
        if windows is None:
            return reach
        return Columns(modulus, hidden, shown, places, bounds, factors, base, windows)

    def _low_parts(self, way: WayOfUse, columns: Columns, stream: Stream, begin: int) -> Words:
        """Return the low parts of the state that gave the first outcome, as the outcomes from a place on tell them."""
        if not columns.shown:
            return np.arange(1 << columns.hidden, dtype=np.uint64)
        from labharness.analysis.laws.kernels.identification.nearest_planes import low_bits

        a, c = self._jump(way.step)
        every = (1 << columns.low) - 1
        kept = np.empty(64, dtype=np.uint64)
        codes = np.ascontiguousarray(stream.outcomes[begin : begin + columns.filtered])
        count = low_bits(
            np.uint64(a & every), np.uint64(c & every), columns.hidden, columns.shown, codes, kept
        )
        a, c = self._jump(way.step * begin)
        back = np.uint64(pow(a, -1, every + 1))
        return (kept[:count] - np.uint64(c & every)) * back & np.uint64(every)

    def _guesses(
        self, way: WayOfUse, columns: Columns, stream: Stream, lows: Words, begin: int
    ) -> Iterator[tuple[Words, Outcomes]]:
        """Yield low parts of states, and the windows that begin with them."""
        starts = _starts(columns, stream, begin)
        if columns.guesses > 1:
            for start in starts:
                for place in range(0, len(lows), CHUNK):
                    low = lows[place : place + CHUNK]
                    yield low, np.full(len(low), start)
            return
        a, c = self._jump(way.step)
        for low in lows:
            each = orbit(int(low), a, c, 1 << columns.low, int(starts[-1]) + 1 if len(starts) else 0)[starts]
            for place in range(0, len(starts), CHUNK):
                yield each[place : place + CHUNK], starts[place : place + CHUNK]

    def _jump(self, steps: int) -> tuple[int, int]:
        return jump(self.multiplier, self.increment, self.modulus, steps)

    def _is_long(self, state: int) -> bool:
        """Return whether the states that follow are more than a few, which any periodic sample would fit."""
        if self.increment or self.modulus % 2:
            return bool(self.increment or state)
        return state % (self.modulus >> LEAST_STATE) != 0


def of_gsl(name: str, source: str, *, multiplier: int, modulus: int, increment: int = 0) -> Congruential:
    """Return a generator of the GNU Scientific Library with the calls of the library."""
    least, width = 0 if increment else 1, (modulus - 1).bit_length()
    divisor = modulus if modulus % 2 else 0
    return Congruential(
        name=name,
        source=source,
        multiplier=multiplier,
        increment=increment,
        modulus=modulus,
        initial=lambda seed: seed or least,
        calls=(
            QuotientCall("gsl_rng_uniform_int(r, n)", width=width, least=least, span=modulus - 1 - least),
            FractionalCall("(int)(gsl_rng_uniform(r) * n)", width=width, divisor=divisor),
            RemainderCall("x % n", width=width),
        ),
    )


def _call(way: WayOfUse) -> StateCall:
    assert isinstance(way.call, StateCall)
    return way.call


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
    32: (0.012, 0.35, 0.78, 0.95, 0.99),
    48: (5e-5, 0.037, 0.32, 0.69, 0.88, 0.97, 0.99),
    64: (1e-9, 0.002, 0.07, 0.33, 0.6, 0.83, 0.93, 0.97, 0.99),
}
"""Least share of windows that are solved, by bits of the lattice, for bounds 2, 3, … as measured (benchmarks)."""
MOST_WINDOWS = 100_000


def _windows(bits: int, bound: int) -> int | None:
    """Return the windows of which one is solved with a probability of 99%, and one more; None if they are too many.

    Examples
    --------
    >>> _windows(31, 52), _windows(31, 3), _windows(48, 2)
    (2, 12, 92103)
    """
    shares = next(row for most, row in SHARES.items() if bits <= most)
    share = shares[bound - 2] if bound - 2 < len(shares) else 0.999
    windows = ceil(log(0.01) / log1p(-share)) + 1
    return windows if windows <= MOST_WINDOWS else None


def _starts(columns: Columns, stream: Stream, begin: int) -> Outcomes:
    """Return where windows begin whose bounds are those of the first, spread over the stream from a place on."""
    last, span = len(stream) - columns.span + 1, stream.bounds[: columns.span]
    if stream.range:
        last -= ceil(PROOF_BITS / log2(stream.range))
        room = max(0, last - begin)
        count = min(room, columns.windows)
        return begin + np.arange(count) * room // max(1, count)
    alike = np.flatnonzero(stream.bounds[: max(0, last)] == stream.bounds[0])
    fits = [
        start
        for start in alike[:: max(1, len(alike) // FITS)]
        if (stream.bounds[start : start + len(span)] == span).all()
    ]
    return np.array(fits, dtype=np.int64)


def _targets(
    way: WayOfUse,
    columns: Columns,
    affine: list[tuple[int, int]],
    stream: Stream,
    low: Words,
    starts: Outcomes,
) -> Words:
    """Return the middles of the intervals in which y_i lies, modulo the lattice's modulus, a row for each guess."""
    codes = stream.outcomes[starts[:, None] + np.array(columns.places)]
    call, modulus = _call(way), columns.modulus
    power = modulus & (modulus - 1) == 0
    constants: Words = np.array([c for _, c in affine], dtype=np.uint64)
    if call.mapping_of(stream.range or SEVERAL) is OutcomeMapping.SCALED:
        given = np.stack(
            [_middles(codes[:, i], bound, modulus) for i, bound in enumerate(columns.bounds)], axis=1
        )
    else:
        given = codes.astype(np.uint64) + np.uint64(call.least) >> np.uint64(columns.shown)
    shifted: Words = constants
    if columns.low:
        multipliers = np.array([a for a, _ in affine], dtype=np.uint64)
        shifted = low[:, None] * multipliers + constants >> np.uint64(columns.low)
    base = np.array([int(columns.base * modulus / bound) for bound in columns.bounds], dtype=np.uint64)
    factors = np.array(columns.factors, dtype=np.uint64)
    if power:
        return base + factors * (given - shifted) & np.uint64(modulus - 1)
    size = np.uint64(modulus)
    rest: Words = np.mod(given + size - np.mod(shifted, size), size)
    return np.asarray(np.mod(base + factors * rest, size), dtype=np.uint64)


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


def jump(a: int, c: int, modulus: int, steps: int) -> tuple[int, int]:
    """Return A and C of so many steps at once.

    Examples
    --------
    >>> jump(3, 1, 100, 4)
    (81, 40)
    """
    power, constant = 1, 0
    while steps:
        if steps & 1:
            power, constant = power * a % modulus, (constant * a + c) % modulus
        a, c, steps = a * a % modulus, (c * a + c) % modulus, steps >> 1
    return power, constant


def orbit(state: int, a: int, c: int, modulus: int, count: int) -> Words:
    """Return a state and those that follow it, shape (count,).

    Examples
    --------
    >>> orbit(1, 3, 1, 100, 5).tolist()
    [1, 4, 13, 40, 21]
    """
    states = np.empty(count, dtype=np.uint64)
    states[:1] = state
    known = 1
    while known < count:
        more = min(known, count - known)
        states[known : known + more] = _steps(states[:more], a, c, modulus)
        a, c, known = a * a % modulus, (c * a + c) % modulus, known + more
    return states


def _steps(states: Words, a: int, c: int, modulus: int) -> Words:
    """Return the state after each."""
    following = states * np.uint64(a) + np.uint64(c)
    return (
        following & np.uint64(modulus - 1) if modulus & (modulus - 1) == 0 else following % np.uint64(modulus)
    )
