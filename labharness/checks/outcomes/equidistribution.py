"""Frequency of outcomes in each stretch of the sample."""

from __future__ import annotations

from labharness.analysis import kit

EACH = 20
LEAST_STRETCHES = 5


@kit.check(
    title="Equidistribution in stretches",
    observes=kit.Kind.DRAW,
    unit="stretch",
    look_back=kit.outcomes.LONGEST_UNIT - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 A; Cramér 1946, § 30.1",
    hypothesis="In every stretch of the sample every outcome is equally likely.",
    null_law="chi-square of the exact mean and variance",
    applies_from="5 stretches of 5 d outcomes",
)
class Equidistribution:
    """Whether outcomes come equally often in each stretch, not only in all.

    The sample is cut into stretches of L outcomes; X² of each about L/d is added up over B stretches.  X²
    of one has exactly the mean d-1 and the variance 2 (d-1) (1 - 1/L), so the sum over 1 - 1/L is compared
    with chi-square of B (d-1)/(1 - 1/L) degrees of freedom, which has that mean and variance.  Shares that
    drift or alternate and are even on the whole show in the right tail, a generator that deals its
    outcomes out in turn in the left one.

    Parameters
    ----------
    length
        Outcomes in a stretch, at most 10,000; 0 takes 20 for each outcome.

    Notes
    -----
    The effect is Cohen's w within stretches.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 A (equidistribution test).
    Cramér 1946, Mathematical Methods of Statistics, § 30.1 (moments of X²).

    Examples
    --------
    Five stretches of 20 coins with 13, 10, 10, 7 and 10 heads: X² is 1.8 + 0 + 0 + 1.8 + 0.

    >>> squares = kit.count(13**2 + 7**2 + 3 * 200 + 7**2 + 13**2)
    >>> tally = kit.Tally({"read": kit.count(100), "groups": kit.count(5), "squares": squares})
    >>> round(Equidistribution(20).judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1)).statistic["X2"], 9)
    3.6
    """

    length: int = kit.within(0, 0, kit.outcomes.LONGEST_UNIT)

    def stretch(self, population: kit.Population) -> int:
        """Return the outcomes in a stretch."""
        return self.length or min(kit.outcomes.LONGEST_UNIT, EACH * kit.outcomes.outcomes(population))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up the squared counts of each stretch; of one too short to be judged nothing, which would fill the memory."""
        d, length = kit.outcomes.outcomes(block.population), self.stretch(block.population)
        rows, read = kit.outcomes.groups(block, length)
        squares = kit.draw_groups.squares(rows[: None if length >= 5 * d else 0], d)
        return read.merge(kit.Tally(kit.counts(squares=squares)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum of all X² with its law."""
        d, length = kit.outcomes.outcomes(population), self.stretch(population)
        stretches = tally.number("groups") - tally.number("spoiled")
        read, lines = tally.number("read"), kit.outcomes.remainder(tally, length)
        recorded, size = stretches if length >= 5 * d else 0, max(length, 5 * max(d, 2))
        few = kit.Sample.TOO_FEW_OF_SIZE(
            needed=LEAST_STRETCHES,
            recorded=recorded,
            what=kit.Counted.STRETCHES,
            size=size,
            of=kit.Counted.OUTCOMES,
        )
        kit.refuse_if(d < 2 or recorded < LEAST_STRETCHES, read, few, lines)
        x2 = d / length * tally.number("squares") - stretches * length
        scaled, df = x2 / (1 - 1 / length), stretches * (d - 1) / (1 - 1 / length)
        return kit.CheckResult(
            read,
            {"X2": x2, "scaled": scaled, "stretches": float(stretches)},
            df,
            kit.chi_square_tails(scaled, df),
            kit.Laws.CHI_SQUARE_OF_STRETCHES(length=length, df=df),
            kit.root_effect(kit.Effects.COHENS_W_IN_STRETCHES(), scaled, df, stretches * length),
            details=lines,
        )
