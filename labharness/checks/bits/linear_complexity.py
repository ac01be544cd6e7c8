"""Linear complexity of blocks of raw output."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

SHORTEST, LONGEST = 32, 5000
LAST_CLASS = 3
"""Classes are -3 or less, -2, …, 2, 3 or more steps away from the middle."""

NIST_PROGRAM = (0.01047, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833)
"""Chances of the classes in NIST's program, by which the published values were made; no result here is."""

LEAST_BLOCKS = 60
MOST_EXACT = 250
"""Most blocks whose X² gets its exact law; listing takes a second there, and seconds soon after."""


@kit.check(
    title="Linear complexity",
    observes=kit.Kind.BYTES,
    unit="block of bits",
    look_back=LONGEST - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.10; Rueppel 1986, Analysis and Design of Stream Ciphers, ch. 4",
    hypothesis="No shift register makes a block of bits that is shorter or longer than fair bits need.",
    null_law="exact (multinomial) to 250 blocks, then chi-square of exact chances",
    applies_from="60 blocks (of 500 bits)",
    version=2,
)
class LinearComplexity:
    """Whether the shortest shift registers that make blocks of bits are as long as those of fair bits.

    The linear complexity L of a block is the length of the shortest linear feedback shift register that
    makes it (Berlekamp and Massey).  Of 2^M blocks of M bits, 2^min(2M-2L, 2L-1) have complexity L > 0 and
    one has 0; these exact chances are used.  Blocks fall into NIST's seven classes of T = (-1)^M (L - μ) +
    2/9, which is a whole number t up to terms that vanish: L - M/2 for even M, (M+1)/2 - L for odd.  NIST's
    chances are these for M → ∞ and differ by less than 2^-M, but its program uses 0.01047 for t ≤ -3 where
    the document prints 0.010417 (1/96).  Shift registers, and generators made of few of them, fail.

    Parameters
    ----------
    block
        Bits of a block, 32 to 5,000; NIST asks for 500 at least.  Longer blocks find longer registers.

    Notes
    -----
    Outer classes expected fewer than 5 times are joined to their neighbors; a million bits have all seven.
    At least 60 blocks.  Up to 250, X² is compared with its exact multinomial law: of so uneven classes it
    takes few values, and chi-square is wrong by up to 0.02 at 60 blocks.  The effect is Cohen's w.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.10 and § 3.10.  Rueppel 1986, Analysis and Design of Stream Ciphers, Springer,
    ch. 4.  Massey 1969, IEEE Transactions on Information Theory 15, 122-127.

    Examples
    --------
    Complexities 1, …, 8 of bytes: 2, 8, 32, 128, 64, 16, 4 and 1 of them have these, and one has 0.

    >>> (law(8) * 256).astype(int).tolist()
    [1, 2, 8, 32, 128, 64, 16, 4, 1]
    >>> classes(law(500)).round(6).tolist()
    [0.010417, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833]
    """

    block: int = kit.within(500, SHORTEST, LONGEST)

    @property
    def _group(self) -> int:
        """Bytes after which a block begins with a byte again."""
        return self.block // gcd(self.block, 8)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count blocks of bits by their linear complexity."""
        rows, read = kit.bits.groups(block, self._group)
        room = np.zeros(rows.size // 8 + 2, dtype=">u8")
        room.view(np.uint8)[: rows.size] = rows.ravel()
        array = kit.shift_registers.complexities(
            room.astype(np.uint64), rows.size * 8 // self.block, self.block
        )
        counts = np.bincount(array, minlength=self.block + 1).astype(np.int64)
        return read.merge(kit.Tally({"complexities": counts}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the classes of complexities with their exact chances."""
        bits, blocks = 8 * tally.number("read"), tally.number("groups") * self._group * 8 // self.block
        kit.refuse(bits, kit.too_few(blocks, LEAST_BLOCKS, kit.Counted.BLOCKS, self.block, kit.Counted.BITS))
        complexities = tally.sums["complexities"]
        counts = classes(complexities).astype(np.int64)
        expected = blocks * classes(law(self.block))
        starts = joined(expected)
        value = kit.pearson(np.add.reduceat(counts, starts), np.add.reduceat(expected, starts))
        df = len(starts) - 1
        p, null = kit.chi_square_tails(value, df), kit.Laws.CHI_SQUARE_OF_CHANCES(df=df)
        if blocks <= MOST_EXACT:
            chances = np.add.reduceat(classes(law(self.block)), starts)
            p = kit.exact_x2_tails(value, blocks, chances)
            null = kit.Laws.EXACT_X2(number=blocks, what=kit.Counted.BLOCKS)
        seen = np.flatnonzero(complexities)
        names = [f"≤{-LAST_CLASS}", *map(str, range(1 - LAST_CLASS, LAST_CLASS)), f"≥{LAST_CLASS}"]
        return kit.CheckResult(
            bits,
            {"X2": value, "blocks": float(blocks)},
            float(df),
            p,
            null,
            kit.root_effect(kit.Effects.COHENS_W(), value, df, blocks),
            details=(
                kit.Details.COMPLEXITIES(least=int(seen[0]), most=int(seen[-1]), bits=self.block),
                *kit.bits.remainder(tally, self._group),
            ),
            pictures=(kit.histogram(counts, expected, (kit.Axis.COMPLEXITY, names), kit.Counted.BLOCKS),),
        )


@lru_cache(maxsize=8)
def law(block: int) -> NDArray[np.float64]:
    """Return the exact chances of the linear complexities 0, …, ``block``; the least may be too small for any."""
    lengths = np.arange(block + 1)
    powers = np.minimum(block - 2 * lengths, 2 * lengths - 1 - block).astype(np.float64)
    powers[0] = -block
    return np.asarray(np.exp2(powers))


def classes(complexities: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Add up what is given for each linear complexity by T, from the class of the least T on."""
    block = len(complexities) - 1
    lengths = np.arange(block + 1)
    t = (block + 1) // 2 - lengths if block % 2 else lengths - block // 2
    place = np.clip(t, -LAST_CLASS, LAST_CLASS) + LAST_CLASS
    return np.bincount(place, complexities, 2 * LAST_CLASS + 1).astype(np.float64)


def joined(expected: NDArray[np.float64]) -> list[int]:
    """Return where classes begin after both ends took in neighbors until enough is expected of them.

    Examples
    --------
    >>> joined(np.array([1.0, 3.0, 12.0, 50.0, 25.0, 6.0, 2.0]))
    [0, 3, 4, 5]
    """
    inner = len(expected) // 2
    below = np.cumsum(expected)
    above = np.cumsum(expected[::-1])
    first = int(np.argmax(below >= kit.LEAST_EXPECTED)) + 1
    last = len(expected) - 1 - int(np.argmax(above >= kit.LEAST_EXPECTED))
    assert first <= inner < last
    return [0, *range(first, last + 1)]
