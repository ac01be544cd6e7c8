"""Visits of the walk of raw bits to each level, and the steps that lead on from there."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np

from labharness.analysis import kit

SHORTEST, LONGEST = 1000, 1_000_000
LEAST_CYCLES = 500
FARTHEST = 9
LEVELS = np.arange(-FARTHEST, FARTHEST + 1)


@kit.check(
    title="Random excursions, visits to each level",
    observes=kit.Kind.BYTES,
    unit="step of a walk",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.15; Révész 1990, Random Walk in Random and Non-random Environments",
    hypothesis="Whatever the excess of ones over zeros has become, the next bit is as likely one as zero.",
    null_law="chi-square, 19",
    applies_from="500 cycles of the walk",
)
class RandomExcursionsVariant:
    """Whether the walk of the bits visits the levels -9 to 9 as often as it returns to 0.

    Each stretch of ``walk`` bits is a walk from 0, up at each one and down at each zero; from 0 back to 0 is
    a cycle, and the end of the walk closes the last.  NIST compares the visits ξ(x) to each of 18 levels
    with the number J of cycles; these P-values are printed.  They depend on each other, and why can be
    said exactly.  Let D(x) be the number of steps up from level x less that of the steps down.  Then for x > 0

        ξ(x) - J = D(0) + 2 (D(1) + … + D(x-1)) + D(x),

    but for the cycle that the end of the walk cuts, and below 0 likewise with signs turned.  Given the number
    V(x) of steps from a level, D(x) is that of V(x) fair coins, since turning any stretch between two visits
    to x upside down changes none of them; and D(x) and D(y) are uncorrelated.  So p is that of X² = Σ
    D(x)²/V(x) over the 19 levels, 0 included, which holds all that the visits say and needs no correction
    for cut cycles.

    Parameters
    ----------
    walk
        Bits of a walk, a multiple of 8 from 1,000 to 1,000,000.  Shorter ones have more cycles in all.

    Notes
    -----
    Steps of all walks are pooled, from 500 cycles on.  NIST asks that many of each sequence and leaves the
    others out, which favors short cycles; here no walk is left out.  NIST's P-values of many walks suffer
    from the cut cycles, whose missing visits shift ξ(9) by about 0.05 standard deviations for one walk of
    a million bits and by 0.05 √m for m of them.  The effect is Cohen's w.  Left is too even.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.15 and § 3.15.  Révész 1990, Random Walk in Random and Non-random
    Environments, World Scientific.

    Examples
    --------
    0110110101 of § 2.15.4: three cycles visit 1 four times, P-value 0.683091.

    >>> round(nist(4, 3, 1), 6)
    0.683091
    """

    walk: int = kit.bit_length(1_000_000, SHORTEST, LONGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count steps down and up by the level that they leave, and walks by the level where they end."""
        rows, read = kit.bits.groups(block, self.walk // 8)
        steps, ends, _, _ = kit.bit_walks.cycles(rows)
        return read.merge(kit.Tally({"steps": steps, "ends": ends}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare steps up with steps down, level by level."""
        bits = 8 * tally.number("read")
        steps = tally.sums.get("steps", np.zeros((len(LEVELS), 2), dtype=np.int64))
        left = steps.sum(axis=1)
        cycles = int(left[FARTHEST])
        kit.refuse(bits, kit.too_few(cycles, LEAST_CYCLES, kit.Counted.CYCLES))
        values = [kit.pearson(pair, np.full(2, pair.mean())) if pair.any() else 0.0 for pair in steps]
        value, df = sum(values), len(LEVELS)
        visits = left + tally.sums["ends"]
        others = [(x, int(visits[x + FARTHEST])) for x in LEVELS.tolist() if x]
        return kit.CheckResult(
            bits,
            {
                "X2": value,
                "cycles": float(cycles),
                **{f"P-value {x:+d}": nist(seen, cycles, x) for x, seen in others},
            },
            float(df),
            kit.chi_square_tails(value, df),
            kit.Laws.CHI_SQUARE(df=df),
            kit.root_effect(kit.Effects.COHENS_W(), value, df, int(left.sum())),
            details=kit.bits.remainder(tally, self.walk // 8),
            pictures=(
                kit.histogram(
                    np.array([seen for _, seen in others]),
                    np.full(len(others), float(cycles)),
                    (kit.Axis.WALK, [f"{x:+d}" for x, _ in others]),
                    kit.Axis.VISITS,
                ),
            ),
        )


def nist(visits: int, cycles: int, level: int) -> float:
    """Return NIST's P-value of the visits to one level."""
    return erfc(abs(visits - cycles) / sqrt(2 * cycles * (4 * abs(level) - 2)))
