"""Bytes that equal earlier ones, or sums of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from labharness.analysis import kit

LEAST = 4096
SHARE = 8
"""A lag is at most this part of the sample."""


@kit.check(
    title="Bytes that equal earlier ones",
    observes=kit.Kind.BYTES,
    unit="byte",
    reference="Bonferroni 1936; Marsaglia 2003, J. Stat. Softw. 8, 14 (xorshift generators)",
    hypothesis="No byte depends on one earlier byte, or on the exclusive or of two.",
    null_law="bound: exact binomials, Bonferroni",
    applies_from="4,096 bytes",
    bound=True,
)
class ByteLags:
    """Whether bytes are copies of earlier bytes, or the exclusive or of two, more or less often than by chance.

    Generalized shift registers set each byte to the exclusive or of two earlier ones; buffers that are not
    refilled and sources that hang return old bytes.  Given all earlier bytes, a fair one equals any of them, or any
    exclusive or, with chance 1/256, so that every count is binomial exactly.  The lags 1 to ``lags`` and the pairs
    of lags a < b ≤ ``reach`` are judged together: p is the smallest two-sided p-value times their number
    (Bonferroni), a bound.

    Parameters
    ----------
    lags
        Longest lag of equal bytes, at most an eighth of the sample.
    reach
        Longest lag of an exclusive or.
    most
        Bytes read, from the first one on.

    Notes
    -----
    The effect is the proportion of equal bytes at the most deviating lag, with its exact interval for that lag.

    References
    ----------
    Bonferroni 1936, Pubbl. R. Ist. Sup. Sci. Econ. Comm. Firenze 8, 3-62.  Marsaglia 2003, Xorshift RNGs, J. Stat.
    Softw. 8, 14.

    Examples
    --------
    >>> data = np.random.default_rng(1).integers(0, 256, 5000).astype(np.uint8)
    >>> data[3000:4000] = data[2900:3900]
    >>> result = ByteLags().judge(kit.Tally(columns={"bytes": data}), kit.Population(kit.Kind.BYTES))
    >>> result.effect.name["lag"], result.p["two_sided"] < 1e-9
    (100, True)
    """

    lags: int = kit.within(1024, 1, 1 << 16)
    reach: int = kit.within(32, 2, 256)
    most: int = kit.within(1 << 18, LEAST, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first bytes."""
        return kit.leading_bytes.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the most deviating count with its law."""
        from scipy.special import bdtr, bdtrc

        data, read = kit.leading_bytes.bytes_of(tally), tally.number("read")
        kit.refuse(read, kit.too_few(len(data), LEAST, kit.Counted.BYTES))
        lags = min(self.lags, len(data) // SHARE)
        counts = np.concatenate(
            [kit.byte_relations.equal_at_lags(data, lags), kit.byte_relations.sums_at_lags(data, self.reach)]
        )
        trials = np.full(len(counts), len(data) - lags)
        trials[lags:] = len(data) - self.reach
        right = np.where(counts > 0, bdtrc(np.maximum(counts - 1, 0), trials, 1 / 256), 1.0)
        p = 2 * np.minimum(right, bdtr(counts, trials, 1 / 256))
        worst = int(np.argmin(p))
        bound = min(1.0, len(counts) * float(p[worst]))
        if worst < lags:
            name = kit.Predictions.EQUAL_BYTES(lag=worst + 1)
        else:
            first, second = list(combinations(range(1, self.reach + 1), 2))[worst - lags]
            name = kit.Predictions.EQUAL_SUMS(first=first, second=second)
        equal, of = int(counts[worst]), int(trials[worst])
        return kit.CheckResult(
            read,
            {"equal": float(equal), "bytes": float(of), "counts": float(len(counts))},
            p={kit.Tail.RIGHT.value: bound, kit.Tail.LEFT.value: 1.0, kit.Tail.TWO_SIDED.value: bound},
            law=kit.Predictions.BINOMIAL_BONFERRONI(tests=len(counts)),
            effect=kit.Effect(name, equal / of, *kit.clopper_pearson(equal, of)),
            details=kit.leading_bytes.beyond(tally, len(data)),
        )
