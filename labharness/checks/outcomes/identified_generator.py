"""Generators known by name: their state is recovered, and every later outcome predicted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST, MOST = 1_000, 1 << 20
WORD_BITS = (16, 32, 64)
Codes = NDArray[np.unsignedinteger]


@kit.check(
    title="Generators known by name",
    observes=(kit.Kind.DRAW, kit.Kind.BYTES),
    counting=True,
    unit="outcome",
    look_back=1,
    reference="Boyar 1989, J. ACM 36, 129-141; Frieze et al. 1988, SIAM J. Comput. 17, 262-280; Stern 1987, FOCS, 421-426",
    hypothesis="No named generator, in any way of use that was tried, predicts every outcome from earlier ones.",
    null_law="counting; a proof has a probability below 2⁻⁶⁰",
    applies_from="30 outcomes, more for most generators",
    slow=60.0,
    names_programs=True,
)
class IdentifiedGenerator:
    """The generator of a list of named ones whose state, recovered from some outcomes, predicts all later ones.

    For each named generator and way of use the few states that can have made some of the outcomes are computed, by
    reduction of a lattice, elimination over two elements, or search. A state proves the generator if it predicts every later
    outcome of the stretch and these have 92 bits of information or more. A state that predicts a run but not all outcomes
    is no proof: the result is then not computed, and names the run and the break.

    The longest stretch of outcomes without a gap, a restart or an outcome out of range is searched. Bytes are read as
    bytes, as words of 16, 32 and 64 bits in either order of their bytes, and as bits.

    Parameters
    ----------
    effort
        "default" tries ways of use until their declared seconds add up to ``budget``; "full" tries all.
    budget
        Declared processor seconds of the default effort. No clock is read, so every computer gives the same result.
    most
        Outcomes or bytes read, from the first one on.

    Notes
    -----
    The number of named generators says nothing about any other generator.

    References
    ----------
    Boyar 1989, Inferring sequences produced by pseudo-random number generators, J. ACM 36, 129-141.  Frieze, Håstad, Kannan,
    Lagarias & Shamir 1988, SIAM J. Comput. 17, 262-280.  Stern 1987, FOCS, 421-426.

    Examples
    --------
    ``(int)(rand() / 32768.0 * 52)`` of the Microsoft C run-time library, seeded with 42:

    >>> x, drawn = 42, []
    >>> for _ in range(200):
    ...     x = (214013 * x + 2531011) % 2**31
    ...     drawn.append((x >> 16) * 52 >> 15)
    >>> tally = kit.Tally({"read": kit.count(200)}, columns={"codes": np.array(drawn, dtype=np.uint16)})
    >>> IdentifiedGenerator().judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=51)).violations
    1
    """

    effort: Literal["default", "full"] = kit.among("default", tuple(kit.Effort))
    budget: int = kit.within(60, 1, 100_000)
    most: int = kit.within(MOST, LEAST, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first outcomes, and where a stretch of them ends."""
        kept = max(0, min(block.units, self.most - block.index))
        codes: Codes = np.frombuffer(block.data, dtype=np.uint8)[:kept]
        spoiled = np.empty(0, dtype=np.int64)
        if block.population.kind is kit.Kind.DRAW:
            drawn = kit.outcomes.stretch(block, 0)[:kept]
            codes = drawn.astype(np.uint16)
            spoiled = np.flatnonzero(~kit.outcomes.inside(drawn, block.population))
        starts = np.flatnonzero(block.since() == 0)[:kept] if block.events else np.empty(0, dtype=np.int64)
        if kept and block.index and not block.context and 0 not in starts[:1]:
            starts = np.concatenate([[0], starts])  # a gap
        return kit.Tally(
            kit.counts(read=block.units),
            columns={
                "codes": codes,
                "starts": (starts[starts < kept] + block.index).astype(np.uint64),
                "spoiled": (spoiled + block.index).astype(np.uint64),
            },
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Search the longest stretch."""
        read, draws = tally.number("read"), population.kind is kit.Kind.DRAW
        n = kit.outcomes.outcomes(population)
        kit.refuse_if(draws and n < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=n, least=2))
        codes, first, lines = longest_stretch(tally)
        if draws:
            taken = [kit.SampleReading(partial(kit.Stream.of, codes, n, first))]
        else:
            taken = list(readings(codes.astype(np.uint8)))
        if read > self.most:
            lines += (kit.leading if draws else kit.leading_bytes).beyond(tally, self.most)
        result = kit.judge_identified_programs(read, taken, kit.Effort(self.effort), self.budget, lines)
        return result.among(len(codes))


def longest_stretch(tally: kit.Tally) -> tuple[Codes, int, tuple[kit.Reason, ...]]:
    """Return the longest stretch of what was kept, the number of its first outcome from 1, and a line if it is a part.

    Examples
    --------
    >>> ends = {"starts": np.array([2], dtype=np.uint64), "spoiled": np.array([5], dtype=np.uint64)}
    >>> codes, first, _ = longest_stretch(kit.Tally(columns={"codes": np.arange(7, dtype=np.uint16), **ends}))
    >>> codes.tolist(), first
    ([2, 3, 4], 3)
    """
    empty = np.empty(0, dtype=np.uint64)
    codes = tally.columns.get("codes", empty)
    starts, spoiled = (tally.columns.get(name, empty).astype(np.int64) for name in ("starts", "spoiled"))
    units = np.delete(np.arange(len(codes)), spoiled)
    begin, end, stretches = kit.longest_stretch(units, starts)
    first, last = (int(units[begin]), int(units[end - 1]) + 1) if end else (0, 0)
    if last - first in {0, len(codes)}:  # none is in range, or all are
        return codes[first:last], 1, ()
    line = kit.Identifications.STRETCH(first=first + 1, last=last, recorded=len(codes), stretches=stretches)
    return codes[first:last], first + 1, (line,)


def readings(data: NDArray[np.uint8]) -> Iterator[kit.SampleReading]:
    """Yield the ways to read bytes as outcomes; of words of 64 bits the upper halves."""
    low, high = kit.Identifications.LOW_FIRST(), kit.Identifications.HIGH_FIRST()
    for bits in reversed(WORD_BITS):
        for order, first in (("<", low), (">", high)):
            reading = kit.Identifications.WORDS(bits=bits, first=first)
            yield _reading(reading, partial(_words, data, bits, order))
    yield _reading(kit.Identifications.BYTES(), partial(kit.Stream.of, data, 256))
    yield _reading(kit.Identifications.BITS(first=low), partial(_bits, data, "little"))
    yield _reading(kit.Identifications.BITS(first=high), partial(_bits, data, "big"))


def _reading(reading: kit.Reason, stream: Callable[[], kit.Stream]) -> kit.SampleReading:
    return kit.SampleReading(stream, (kit.Identifications.READING(reading=reading),))


def _words(data: NDArray[np.uint8], bits: int, order: str) -> kit.Stream:
    words = np.frombuffer(data.tobytes(), f"{order}u{bits // 8}", len(data) * 8 // bits).astype(np.uint64)
    width = min(bits, 32)
    words >>= np.uint64(bits - width)
    unsigned = len(words) and int(words.max()) >> (width - 1)
    return kit.Stream.of(words, 1 << (width if unsigned else width - 1))


def _bits(data: NDArray[np.uint8], order: Literal["little", "big"]) -> kit.Stream:
    return kit.Stream.of(np.unpackbits(data[: MOST // 8], bitorder=order), 2)
