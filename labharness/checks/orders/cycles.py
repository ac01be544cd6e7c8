"""Cycles of shuffles of distinct cards."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Cycles",
    observes=kit.Kind.SHUFFLE,
    reference="Knuth, The Art of Computer Programming 1, § 1.3.3",
    hypothesis="The number of cycles is that of a uniformly random order.",
    null_law="exact, convolved (Stirling)",
)
class Cycles:
    """Whether repeating a shuffle would lead cards round in as many cycles as chance does.

    Too few exchanges leave many cycles; a Fisher-Yates shuffle that never lets a card stay where it is
    (Sattolo's mistake) leaves exactly one.  A uniform order of N cards has 1 + 1/2 + … + 1/N on average,
    and k with probability Stirling number of the first kind / N!.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 1, 3rd ed., § 1.3.3.  Sattolo 1986, "An algorithm to
    generate a random cyclic permutation", Information Processing Letters 22, 315-317.

    Examples
    --------
    >>> kit.count_cycles([[0, 2, 1, 3], [1, 2, 3, 0]]).tolist()
    [3, 1]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of cycles."""
        return kit.tally_values(block, block.of_each(kit.count_cycles))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        return kit.judge_sum(tally, population, kit.permutation_laws.cycles, kit.PerShuffle.CYCLES)
