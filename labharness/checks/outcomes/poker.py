"""Distinct outcomes in hands of a few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LARGEST = 16


@kit.check(
    title="Poker (distinct outcomes in a hand)",
    observes=kit.Kind.DRAW,
    unit="hand",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 E",
    hypothesis="Hands of consecutive outcomes hold as many distinct ones as independent outcomes do.",
    null_law="chi-square of exact chances",
    applies_from="5 hands in two cells expected",
)
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

    hand: int = kit.within(5, 2, LARGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count hands by their number of distinct outcomes."""
        hands, read = kit.outcomes.groups(block, self.hand)
        cells = min(self.hand, kit.outcomes.outcomes(block.population))
        return read.merge(kit.Tally({"hands": kit.draw_groups.distinct(hands)[1 : cells + 1]}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the hands with the law of distinct outcomes."""
        d, read = kit.outcomes.outcomes(population), tally.number("read")
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        law = distinct(self.hand, d)
        hands = tally.sums.get("hands", np.zeros(len(law), dtype=np.int64))
        names = [str(number + 1) for number in range(len(law))]
        cells = kit.Cells(kit.Counted.HANDS, kit.Axis.DISTINCT_OUTCOMES, names, law)
        return cells.judge(hands, read, kit.outcomes.remainder(tally, self.hand))


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
