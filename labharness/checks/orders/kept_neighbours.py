"""Neighbors in the input that are neighbors in the output."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Kept neighbors",
    observes=kit.Kind.SHUFFLE,
    reference="Robbins 1980, American Mathematical Monthly 87, 122-124",
    hypothesis="The number of neighbors that stay neighbors is that of a uniformly random order.",
    null_law="exact, convolved",
)
class KeptNeighbors:
    """Whether cards that lay together still lie together, in either direction.

    Packets that a machine never parts, shelves that hold neighbors, and unshuffled stretches show here
    first.  A uniform order of N cards keeps 2(N-1)/N pairs on average; the exact law follows by inclusion
    and exclusion, and the sum over all shuffles is compared with it.

    References
    ----------
    Robbins 1980, "The probability that neighbors remain neighbors after random rearrangements", American
    Mathematical Monthly 87, 122-124.

    Examples
    --------
    >>> kit.count_kept([[3, 2, 0, 1, 5, 4]]).tolist()
    [3]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of kept neighbors."""
        return kit.tally_values(block, block.of_each(kit.count_kept))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        return kit.judge_sum(tally, population, kit.kept_neighbours, kit.PerShuffle.KEPT_NEIGHBORS)
