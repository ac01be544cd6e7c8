"""Runs of nine ones in raw output, overlaps counted."""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp, factorial

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

WIDTH, BLOCK = 9, 1032
NAMES = ("0", "1", "2", "3", "4", "≥5")
MOST = len(NAMES) - 1
MOST_EXACT = 150
"""Most blocks whose X² gets its exact law; chi-square rejects 1.02% of fair samples at 1% beyond."""


@kit.check(
    title="Templates that overlap",
    observes=kit.Kind.BYTES,
    unit="block of 1,032 bits",
    look_back=BLOCK // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.8; Hamano & Kaneko 2007, IEICE Transactions E90-A, 1788-1792",
    hypothesis="Each block of 1,032 bits holds as many runs of nine ones as fair, independent bits do.",
    null_law="exact (multinomial) to 150 blocks, then chi-square of exact chances",
    applies_from="5 blocks of 1,032 bits in two cells expected",
    version=2,
)
class OverlappingTemplates:
    """Whether nine ones in a row come as often in each block as chance makes them.

    Blocks of 1,032 bits are classed by how many of their places begin nine ones, each counted though it
    overlaps the one before: 0 to 4, or 5 and more.  Their chances follow from a Markov chain whose states are
    the ones read last and the number found, and agree with those of Hamano & Kaneko.  NIST's
    published P-values come from a limit for long blocks that is wrong in the third digit, which a large good
    sample would be blamed for.  Neighboring classes are put together until 5 blocks are expected.  X² is
    compared with chi-square, and up to 150 blocks with its exact multinomial law, as it has few values then.

    Notes
    -----
    The effect is Cohen's w.  All six classes from 71 blocks on.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.8 and § 3.8.  Hamano & Kaneko 2007, Correction of overlapping template
    matching test included in NIST randomness test suite, IEICE Transactions E90-A, 1788-1792.

    Examples
    --------
    >>> chances().round(6).tolist()
    [0.364091, 0.185659, 0.139381, 0.100571, 0.070432, 0.139865]
    >>> limit().round(6).tolist()
    [0.367879, 0.18394, 0.137955, 0.099634, 0.069935, 0.140657]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count blocks of bits by their runs of nine ones."""
        rows, read = kit.bits.groups(block, BLOCK // 8)
        return read.merge(kit.Tally({"classes": kit.ones_runs.nines(rows, MOST)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the classes with their exact chances."""
        counts = tally.sums.get("classes", np.zeros(len(NAMES), dtype=np.int64))
        cells = kit.Cells(kit.Counted.BLOCKS, kit.Axis.RUNS_OF_ONES, NAMES, chances(), most_exact=MOST_EXACT)
        return cells.judge(counts, 8 * tally.number("read"), kit.bits.remainder(tally, BLOCK // 8))


@lru_cache(maxsize=1)
def chances() -> NDArray[np.float64]:
    """Return the exact chances that a block holds 0, 1, 2, 3, 4, and 5 or more runs."""
    state = np.zeros((WIDTH, len(NAMES)))
    state[0, 0] = 1.0
    for _ in range(BLOCK):
        after = np.zeros_like(state)
        after[0] = state.sum(axis=0) / 2
        after[1:] = state[:-1] / 2
        # One more after eight or more ones is a run found, and eight of its ones may begin the next.
        result = state[-1] / 2
        after[-1, 1:] += result[:-1]
        after[-1, -1] += result[-1]
        state = after
    return np.asarray(state.sum(axis=0))


def limit() -> NDArray[np.float64]:
    """Return the chances that NIST's program uses, § 3.8: groups of runs as many as a Poisson law gives.

    Each further one of a group's ones makes one run more, with chance 1/2; one group is expected, in which
    two runs are.
    """
    none = exp(-1)
    some = [
        none * sum(comb(runs - 1, groups - 1) / factorial(groups) for groups in range(1, runs + 1)) / 2**runs
        for runs in range(1, MOST)
    ]
    return np.array([none, *some, 1 - none - sum(some)])
