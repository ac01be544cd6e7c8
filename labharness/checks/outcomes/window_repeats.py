"""Stretches of outcomes that come again."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

WIDEST = 256
LEAST_WIDTH = 20
ENOUGH_BITS = 80
NEGLIGIBLE = 1e-6
MULTIPLIER = 0x9E3779B97F4A7C15
SEED = 20


@kit.check(
    title="Repeated stretches",
    observes=kit.Kind.DRAW,
    counting=True,
    unit="window",
    look_back=WIDEST - 1,
    reference="L'Ecuyer & Simard 2007, ACM Trans. Math. Softw. 33, 22 (collisions); Carter & Wegman 1979",
    hypothesis="No stretch of outcomes long enough to be unique comes twice.",
    null_law="counting; the chance of a repeat is known",
    applies_from="one window of outcomes (20 or more) without a gap",
    slow=0.1,
)
class WindowRepeats:
    """How many stretches of outcomes have come before, word for word.

    A generator with too little state, or one that is seeded again, repeats itself; after one period of an
    s-bit generator every window comes again.  Each window of w consecutive outcomes gets a 64-bit hash,
    and equal hashes are counted.  w is 20, or as many outcomes as have 2^80 windows where 20 have fewer:
    29 for 1 … 7.  Where ``keep`` is larger than 1 only windows whose hash is a multiple of it are kept,
    the same ones in every repeat, which costs that factor in memory less and finds a repeated stretch of
    some hundred outcomes all the same.

    Fair outcomes repeat λ = n²/2 (2^-64 + d^-w) / keep windows by chance.  Where λ is below one in a
    million every repeat is a violation; where only λ²/2 is, from the second one on; beyond, the check does
    not apply.

    Parameters
    ----------
    window
        w, at most 256; 0 takes it as above.
    keep
        One in how many windows is kept, a power of two up to 4,096.

    References
    ----------
    L'Ecuyer & Simard 2007, TestU01, ACM Transactions on Mathematical Software 33, 22 (collision tests).
    Carter & Wegman 1979, Universal classes of hash functions, J. Comput. Syst. Sci. 18, 143-154.

    Examples
    --------
    >>> hashes = {"hashes": np.array([3, 3, 5, 8, 8, 8], dtype=np.uint64)}
    >>> tally = kit.Tally({"read": kit.count(25), "windows": kit.count(6)}, columns=hashes)
    >>> WindowRepeats().judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=51)).violations
    3
    """

    window: int = kit.within(0, 0, WIDEST)
    keep: int = kit.within(1, 1, 4096)

    def __post_init__(self) -> None:
        if self.keep & (self.keep - 1):
            raise kit.InputError(kit.Parameters.NOT_A_POWER_OF_TWO(name="keep", got=self.keep))

    def width(self, population: kit.Population) -> int:
        """Return the outcomes in a window."""
        d = max(2, kit.outcomes.outcomes(population))
        return self.window or max(LEAST_WIDTH, ceil(ENOUGH_BITS / log2(d)))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the hashes of windows that end in the block."""
        width = self.width(block.population)
        codes = kit.outcomes.stretch(block, width - 1)
        array = window_hashes(codes, width, kit.outcomes.outcomes(block.population))
        kept = array[array & np.uint64(self.keep - 1) == 0] if self.keep > 1 else array
        return kit.Tally(kit.counts(read=block.units, windows=len(array)), columns={"hashes": kept})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Count the hashes that came before."""
        d, width, read = kit.outcomes.outcomes(population), self.width(population), tally.number("read")
        hashes = np.sort(tally.columns.get("hashes", np.empty(0, dtype=np.uint64)))
        windows = tally.number("windows")
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        few = kit.Sample.TOO_FEW(needed=width, recorded=read, what=kit.Counted.OUTCOMES_WITHOUT_A_GAP)
        kit.refuse_if(not windows, read, few)
        chance = windows**2 / 2 * (2.0**-64 + float(d) ** -width) / self.keep
        often = kit.Sample.WINDOWS_REPEAT(windows=windows, width=width)
        kit.refuse_if(chance**2 / 2 > NEGLIGIBLE, read, often)
        repeats = int((hashes[1:] == hashes[:-1]).sum())
        lines = (
            (kit.Details.REPEATED_WINDOWS(repeats=repeats, windows=len(hashes), width=width),)
            if repeats
            else ()
        )
        return kit.CheckResult(
            read,
            {"windows": float(len(hashes)), "repeats": float(repeats), "by_chance": chance},
            law=kit.Laws.COUNTING_WINDOWS(expected=chance),
            violations=repeats if repeats > 1 or chance <= NEGLIGIBLE else 0,
            details=lines,
        )


@lru_cache(maxsize=1)
def _numbers() -> NDArray[np.uint64]:
    """Return one fixed random 64-bit number for each outcome."""
    return np.random.Generator(np.random.PCG64(SEED)).integers(0, 1 << 64, 1 << 16, dtype=np.uint64)


def window_hashes(codes: NDArray[np.int32], width: int, outcomes: int) -> NDArray[np.uint64]:
    """Return a hash of each window without an outcome outside the range.

    It is a polynomial in the random numbers of its outcomes modulo 2^64, mixed.
    """
    return kit.draws.window_hashes(codes, width, outcomes, _numbers(), MULTIPLIER)
