"""Valleys and peaks of shuffles of distinct cards."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis import kit


@kit.check(
    name="valleys",
    title="Valleys and peaks",
    observes=kit.Kind.SHUFFLE,
    unit="shuffle",
    reference="Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720",
    hypothesis="The number of valleys is that of a uniformly random order.",
    null_law="exact, convolved; of valleys or peaks, of the order or its inverse",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class Valleys:
    """Whether the output turns round as often as chance does.

    A valley is a card between two that both lay after it in the input, a peak one between two that both lay
    before it.  The chance of an output of a shelf machine depends on its valleys alone, so that no other
    statistic finds one sooner.  Valleys and peaks have the same law: mean (N-2)/3, variance 2(N+1)/45, and
    exactly T(N, v)/N! by T(k, v) = (2v+2) T(k-1, v) + (k-2v) T(k-1, v-1).

    Parameters
    ----------
    extremum
        ``valleys`` or ``peaks``.
    reading
        ``output``: input places along the output; ``inverse``: output places along the input.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, "Analysis of casino shelf shuffling machines", Annals of Applied
    Probability 23, 1692-1720.

    Examples
    --------
    >>> kit.count_valleys([[3, 2, 0, 1, 5, 4]]).tolist()
    [1]
    """

    extremum: kit.Extremum = "valleys"
    reading: kit.Reading = "output"

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of valleys or peaks."""
        return kit.tally_values(block, block.of_each(kit.count_valleys, self.reading, self.extremum))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        what = kit.PerShuffle(
            self.extremum if self.reading == "output" else f"{self.extremum} of the inverse"
        )
        return kit.judge_sum(tally, population, kit.permutation_laws.valleys, what)
