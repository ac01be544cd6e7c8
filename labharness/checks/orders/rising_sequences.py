"""Rising sequences of shuffles of distinct cards."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Rising sequences",
    observes=kit.Kind.SHUFFLE,
    reference="Bayer & Diaconis 1992, Annals of Applied Probability 2, 294-313",
    hypothesis="The number of rising sequences is that of a uniformly random order.",
    null_law="exact, convolved (Eulerian)",
)
class RisingSequences:
    """Whether riffle shuffles left traces of the input order.

    A rising sequence is a longest run of cards, consecutive in the input, that lie in that order (not
    necessarily together) in the output.  r riffles of a deck leave at most 2^r; a uniform order of N cards
    leaves (N+1)/2 on average with variance (N+1)/12, and k with probability Eulerian number / N!.  The sum
    over all shuffles is compared with the exact law, in both tails.

    References
    ----------
    Bayer & Diaconis 1992, "Trailing the dovetail shuffle to its lair", Annals of Applied Probability 2,
    294-313.

    Examples
    --------
    >>> kit.count_rising([[0, 4, 1, 5, 2, 6, 3, 7]]).tolist()
    [2]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of rising sequences."""
        return kit.tally_values(block, block.of_each(kit.count_rising))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        return kit.judge_sum(tally, population, kit.rising_sequences, kit.PerShuffle.RISING_SEQUENCES)
