"""Distinct outcomes in hands of a few."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.cells import Cells
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import groups, outcomes, remainder
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.axis import Axis
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

LARGEST = 16


@check(
    name="poker",
    title="Poker (distinct outcomes in a hand)",
    observes=Kind.DRAW,
    unit="hand",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 E",
    hypothesis="Hands of consecutive outcomes hold as many distinct ones as independent outcomes do.",
    null_law="chi-square of exact chances",
    applies_from="5 hands in two cells expected",
)
@dataclass(frozen=True)
class Poker:
    """Whether hands of k outcomes hold as many distinct outcomes as they should.

    Hands do not overlap.  r distinct outcomes of d have the chance d (d-1) … (d-r+1) S(k, r) / d^k, with S
    the Stirling number of the second kind; Knuth's simplification of the classical poker test, which tells
    all hands apart by that number alone.  Chi-square, neighboring cells put together until 5 are expected.

    Parameters
    ----------
    hand
        Outcomes in a hand, 2 to 16.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 E (poker test, partition test).

    Examples
    --------
    Five decimal digits, as in Knuth: five, four, three, two and one distinct.

    >>> (distinct(5, 10)[::-1] * 10_000).round().astype(int).tolist()
    [3024, 5040, 1800, 135, 1]
    """

    hand: int = 5

    def __post_init__(self) -> None:
        accept_range("hand", self.hand, 2, LARGEST)

    def tally(self, block: Block) -> Tally:
        """Count hands by their number of distinct outcomes."""
        from labharness.analysis.laws.kernels.outcomes import draw_groups

        hands, read = groups(block, self.hand)
        cells = min(self.hand, outcomes(block.population))
        return read.merge(Tally({"hands": draw_groups.distinct(hands)[1 : cells + 1]}))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the hands with the law of distinct outcomes."""
        d, read = outcomes(population), tally.number("read")
        if d < 2:
            return CheckResult(read, not_applicable=Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        law = distinct(self.hand, d)
        hands = tally.sums.get("hands", np.zeros(len(law), dtype=np.int64))
        names = [str(number + 1) for number in range(len(law))]
        cells = Cells(Counted.HANDS, Axis.DISTINCT_OUTCOMES, names, law)
        return cells.judge(hands, read, remainder(tally, self.hand))


def distinct(hand: int, d: int) -> NDArray[np.float64]:
    """Return the chances of 1, 2, … distinct outcomes in a hand, one outcome drawn after the other."""
    chances = np.zeros(hand + 1)
    chances[0] = 1.0
    seen = np.arange(hand + 1)
    for _ in range(hand):
        fresh = chances * np.maximum(d - seen, 0) / d
        chances = chances * seen / d
        chances[1:] += fresh[:-1]
    return chances[1 : min(hand, d) + 1]
