"""Outcomes as sums and differences of earlier ones."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LEAST = 400
MOST_OUTCOMES = 4096
MOST_DRAWN = 64


@kit.check(
    title="Sums of earlier outcomes",
    observes=kit.Kind.DRAW,
    reference="Knuth, The Art of Computer Programming 2, § 3.2.2; Cox 1975, Biometrika 62, 441-444 (sample splitting)",
    hypothesis="No sum or difference of earlier outcomes, modulo the range, says anything about the next one.",
    null_law="chi-square, d-1; searched in the first half, judged on the second",
    applies_from="400 outcomes, and 5 of each expected in the second half",
    slow=0.4,
)
class LagSums:
    """Whether an outcome is, exactly or now and then, a sum or a difference of earlier ones.

    Additive generators (lagged Fibonacci, subtractive, ``random()``) set o(t) = ± o(t-a) ± o(t-b), often plus a
    carry, and devices that mix poorly add the last few outcomes.  A search of the first half rates o(t) ∓ o(t-a)
    ∓ o(t-b) modulo d for all a < b ≤ ``reach`` and o(t) ∓ the sum of the last k outcomes, k = 3 … ``window``,
    by X² of the residuals.  The worst relation alone is judged on the second half.  Given the past, the residual
    of a fair outcome is uniform, so X² is chi-square with d-1 degrees of freedom however the relation was found.

    Parameters
    ----------
    reach
        Longest lag of sums and differences of two outcomes, 2 to 256.
    window
        Most outcomes of a sum of the last ones, 3 to 256.
    searched
        Most outcomes that the search reads.
    most
        Outcomes read, from the first one on.

    Notes
    -----
    The effect is Cohen's w of the residuals.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.2.2.  Cox 1975, A note on data-splitting for the
    evaluation of significance levels, Biometrika 62, 441-444.

    Examples
    --------
    >>> codes = list(range(7)) * 3
    >>> for _ in range(2000):
    ...     codes.append((codes[-5] + codes[-17]) % 7)
    >>> tally = kit.Tally(columns={"codes": np.array(codes, dtype=np.uint16)})
    >>> LagSums(reach=20).judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=7)).details[0]["terms"]
    ('o(t-5)', '+o(t-17)')
    """

    reach: int = kit.within(128, 2, 256)
    window: int = kit.within(32, 3, 256)
    searched: int = kit.within(32_768, LEAST // 2, 1 << 20)
    most: int = kit.within(kit.leading.MOST, LEAST, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first outcomes."""
        return kit.leading.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Search the first half for a relation and judge it on the second."""
        codes, d, read = kit.leading.codes_of(tally), kit.outcomes.outcomes(population), tally.number("read")
        kit.refuse(read, kit.out_of_range(d, MOST_OUTCOMES))
        needed = max(LEAST, 2 * (kit.LEAST_EXPECTED * d + max(self.reach, self.window)))
        kit.refuse(read, kit.too_few(len(codes), needed, kit.Counted.OUTCOMES))
        half = len(codes) // 2
        first = codes[: min(half, self.searched)]
        (relation,) = kit.sums.search(first, d, self.reach, self.window)
        rest = np.bincount(relation.residuals(codes[half - relation.reach :], d), minlength=d)
        judged = int(rest.sum())
        expected = np.full(d, judged / d)
        x2, df = kit.pearson(rest, expected), d - 1
        names = [str(value) for value in range(d)]
        return kit.CheckResult(
            read,
            {"X2": x2, "terms": float(len(relation.lags))},
            float(df),
            kit.equal_chances_tails(rest),
            kit.Predictions.SEARCHED_HALVES(searched=len(first), judged=judged, df=df),
            kit.root_effect(kit.Predictions.SUM_RESIDUALS(), x2, df, judged),
            details=(
                kit.Predictions.RELATION(terms=relation.terms, outcomes=d),
                *kit.leading.beyond(tally, len(codes)),
            ),
            pictures=(kit.histogram(rest, expected, (kit.Axis.RESIDUAL, names), kit.Axis.TIMES),)
            * (d <= MOST_DRAWN),
        )
