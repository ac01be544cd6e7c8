"""Ones at each bit of a period."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LONGEST, SHORTEST = 4096, 1
LEAST_PERIODS = 20


@kit.check(
    title="Ones at each place of a period",
    observes=kit.Kind.BYTES,
    look_back=LONGEST - 1,
    reference="Bonferroni 1936; Marsaglia 1985, A current view of random number generators",
    hypothesis="No bit at a fixed place of a word, a block or a buffer is stuck or biased.",
    null_law="bound: exact binomials, Bonferroni",
    applies_from="4,096 bytes",
    bound=True,
)
class Folds:
    """Whether a bit at a fixed place of every 1, 2, 4, … 4,096 bytes is one too often or too seldom.

    A bit that sticks in one word of 64, a buffer that is filled wrongly at one place and a counter that shows
    through change the share of ones of the whole sample by next to nothing.  The ones at each bit of a period are
    binomial with chance 1/2.  All periods that powers of two make, of which the sample holds 20, are judged
    together: p is the smallest two-sided p-value times the number of places (Bonferroni), a bound.

    Notes
    -----
    The effect is the proportion of ones at the most deviating place, with its exact interval for that place alone.

    References
    ----------
    Bonferroni 1936, Pubbl. R. Ist. Sup. Sci. Econ. Comm. Firenze 8, 3-62.  Marsaglia 1985, A current view of random
    number generators, Computer Science and Statistics, 3-10.

    Examples
    --------
    >>> ones = np.full(8 * 4096, 500)
    >>> ones[77] = 900
    >>> tally = kit.Tally({"groups": np.array(1000), "read": np.array(1000 * 4096), "ones": ones})
    >>> Folds().judge(tally, kit.Population(kit.Kind.BYTES)).effect.value
    0.9
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the ones at each bit of the longest period."""
        rows, read = kit.bits.groups(block, LONGEST)
        return read.merge(
            kit.Tally(
                {"ones": kit.byte_relations.ones_by_position(np.ascontiguousarray(rows).ravel(), LONGEST)}
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the ones of each place of each period with a fair coin."""
        from scipy.special import bdtr

        periods, bits = tally.number("groups"), 8 * tally.number("read")
        scarce = kit.Sample.TOO_FEW(needed=LONGEST, recorded=tally.number("read"), what=kit.Counted.BYTES)
        kit.refuse_if(not periods, bits, scarce)
        ones, tests, worst = tally.sums["ones"], 0, (2.0, 0, 0, 0, 1)
        period, trials = LONGEST, periods
        while period >= SHORTEST:
            if trials >= LEAST_PERIODS:
                few = np.minimum(ones, trials - ones)
                place = int(np.argmin(few))
                p = 2 * float(bdtr(int(few[place]), trials, 0.5))
                worst = min(worst, (p, place, period, int(ones[place]), trials))
                tests += len(ones)
            ones, period, trials = ones.reshape(2, -1).sum(axis=0), period // 2, 2 * trials
        p, place, period, number, trials = worst
        bound = min(1.0, tests * p)
        return kit.CheckResult(
            bits,
            {"ones": float(number), "trials": float(trials), "places": float(tests)},
            p={kit.Tail.RIGHT.value: bound, kit.Tail.LEFT.value: 1.0, kit.Tail.TWO_SIDED.value: bound},
            law=kit.Predictions.BINOMIAL_BONFERRONI(tests=tests),
            effect=kit.Effect(
                kit.Predictions.ONES_AT(bit=place + 1, period=period),
                number / trials,
                *kit.clopper_pearson(number, trials),
            ),
            details=kit.bits.remainder(tally, LONGEST),
        )
