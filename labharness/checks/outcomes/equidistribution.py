"""Frequency of outcomes in each stretch of the sample."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.tails import chi_square_tails
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import (
    LONGEST_UNIT,
    accept_unit,
    groups,
    outcomes,
    remainder,
)
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

EACH = 20
LEAST_STRETCHES = 5


@check(
    name="equidistribution",
    title="Equidistribution in stretches",
    observes=Kind.DRAW,
    unit="stretch",
    look_back=LONGEST_UNIT - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 A; Cramér 1946, § 30.1",
    hypothesis="In every stretch of the sample every outcome is equally likely.",
    null_law="chi-square of the exact mean and variance",
    applies_from="5 stretches of 5 d outcomes",
)
@dataclass(frozen=True)
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

    >>> squares = count(13**2 + 7**2 + 3 * 200 + 7**2 + 13**2)
    >>> tally = Tally({"read": count(100), "groups": count(5), "squares": squares})
    >>> round(Equidistribution(20).judge(tally, Population(Kind.DRAW, low=0, high=1)).statistic["X2"], 9)
    3.6
    """

    length: int = 0

    def __post_init__(self) -> None:
        accept_unit(self.length, "length")

    def stretch(self, population: Population) -> int:
        """Return the outcomes in a stretch."""
        return self.length or min(LONGEST_UNIT, EACH * outcomes(population))

    def tally(self, block: Block) -> Tally:
        """Add up the squared counts of each stretch."""
        from labharness.analysis.laws.kernels.outcomes import draw_groups

        d = outcomes(block.population)
        rows, read = groups(block, self.stretch(block.population))
        return read.merge(Tally({"squares": count(draw_groups.squares(rows, d))}))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum of all X² with its law."""
        d, length = outcomes(population), self.stretch(population)
        stretches = tally.number("groups") - tally.number("spoiled")
        read, lines = tally.number("read"), remainder(tally, length)
        if d < 2 or length < 5 * d or stretches < LEAST_STRETCHES:
            return CheckResult(
                read,
                details=lines,
                not_applicable=Sample.TOO_FEW_OF_SIZE(
                    needed=LEAST_STRETCHES,
                    recorded=stretches if length >= 5 * d else 0,
                    what=Counted.STRETCHES,
                    size=max(length, 5 * max(d, 2)),
                    of=Counted.OUTCOMES,
                ),
            )
        x2 = d / length * tally.number("squares") - stretches * length
        scaled, df = x2 / (1 - 1 / length), stretches * (d - 1) / (1 - 1 / length)
        return CheckResult(
            read,
            {"X2": x2, "scaled": scaled, "stretches": float(stretches)},
            df,
            chi_square_tails(scaled, df),
            f"chi-square of X² / (1 - 1/{length:,}), {df:,.1f} degrees of freedom",
            root_effect("Cohen's w within stretches", scaled, df, stretches * length),
            details=lines,
        )
