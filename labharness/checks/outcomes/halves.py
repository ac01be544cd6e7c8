"""Whether outcomes are high or low, odd or even, in turn."""

from __future__ import annotations

from typing import Literal

import numpy as np

from labharness.analysis import kit

LARGEST = 12


@kit.check(
    title="Subsequences (high and low, odd and even)",
    observes=kit.Kind.DRAW,
    unit="pattern",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 B and L",
    hypothesis="Every pattern of high and low (odd and even) outcomes is as likely as it should be.",
    null_law="chi-square, 2^m - 1",
    applies_from="5 of each pattern expected",
)
class Halves:
    """Whether one half of each outcome, read as a bit, is random.

    Each outcome is read as one bit: ``half``, whether it is in the upper half of the range (without the
    middle one where their number is odd), or ``parity``, whether its distance from the lowest one is odd.
    With floor(d/2) of the d outcomes in the class that is 1, a pattern of m consecutive bits with j ones
    has the chance q^j (1-q)^(m-j), q = floor(d/2)/d.  Patterns do not overlap.  Chi-square with 2^m - 1
    degrees of freedom; each must be expected 5 times.

    Parameters
    ----------
    of
        ``half`` (what the high bits of the generator decide) or ``parity`` (its low ones, where the range
        was made by a remainder).
    size
        Outcomes in a pattern, 1 to 12.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 L (tests on subsequences) and B.

    Examples
    --------
    Of seven outcomes three are high:

    >>> (Halves(size=2).cells(kit.Population(kit.Kind.DRAW, low=1, high=7)).chances * 49).round().tolist()
    [16.0, 12.0, 12.0, 9.0]
    """

    of: Literal["half", "parity"] = kit.among("half", ("half", "parity"))
    size: int = kit.within(4, 1, LARGEST)

    def cells(self, population: kit.Population) -> kit.Cells:
        """Return the patterns and their chances."""
        share = kit.outcomes.outcomes(population) // 2 / kit.outcomes.outcomes(population)
        patterns = np.arange(1 << self.size)
        ones = np.bitwise_count(patterns)
        zero, each = ("L", "H") if self.of == "half" else ("0", "1")
        names = [f"{pattern:0{self.size}b}".replace("0", zero).replace("1", each) for pattern in patterns]
        chances = share**ones * (1 - share) ** (self.size - ones)
        return kit.Cells(kit.Counted.PATTERNS, kit.Axis.PATTERN, names, chances, ordered=False)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count patterns."""
        rows, read = kit.outcomes.groups(block, self.size)
        d = kit.outcomes.outcomes(block.population)
        return read.merge(
            kit.Tally({"patterns": kit.draw_groups.patterns(rows, d - d // 2 if self.of == "half" else 0)})
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the patterns with their chances."""
        read = tally.number("read")
        d = kit.outcomes.outcomes(population)
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        result = tally.sums.get("patterns", np.zeros(1 << self.size, dtype=np.int64))
        return self.cells(population).judge(result, read, kit.outcomes.remainder(tally, self.size))
