"""Inversions of shuffles of distinct cards."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Inversions",
    observes=kit.Kind.SHUFFLE,
    reference="Kendall 1938, Biometrika 30, 81-93",
    hypothesis="The number of pairs that change their order is that of a uniformly random order.",
    null_law="exact, convolved (Mahonian)",
)
class Inversions:
    """Whether as many pairs of cards change their order as chance has it.

    An inversion is a pair of cards of which the later one in the input comes first.  Few tell that the
    input order is remembered, many that it is reversed.  A uniform order of N cards has N(N-1)/4 on average
    with variance N(N-1)(2N+5)/72; the exact law is that of a sum of N uniform numbers 0 … k-1.  Kendall's
    rank correlation is 1 less 4 times the inversions over N(N-1).

    References
    ----------
    Kendall 1938, "A new measure of rank correlation", Biometrika 30, 81-93.  Knuth, The Art of Computer
    Programming, vol. 3, 2nd ed., § 5.1.1.

    Examples
    --------
    >>> kit.count_inversions([[3, 2, 0, 1, 5, 4]]).tolist()
    [6]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of inversions."""
        cards = block.population.held
        most = cards.size * (cards.size - 1) // 2
        return kit.tally_values(block, block.of_each(kit.count_inversions), most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        return kit.judge_sum(tally, population, kit.permutation_laws.inversions, kit.PerShuffle.INVERSIONS)
