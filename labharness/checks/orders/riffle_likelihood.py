"""Which number of riffles explains the shuffles best."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


@kit.check(
    title="Likelihood of riffle shuffles",
    observes=kit.Kind.SHUFFLE,
    reference="Bayer & Diaconis 1992, Annals of Applied Probability 2, 294-313, theorem 1",
    hypothesis="No number of riffles explains the shuffles better than chance lets it explain fair shuffles.",
    null_law="Monte Carlo of the sufficient statistic",
)
class RiffleLikelihood(kit.SimulatedLaw):
    """A diagnosis: how many riffles leave a deck like this.

    Each riffle cuts the deck at a binomial place and drops cards from either half with chance proportional
    to what is left of it.  With R rising sequences,

        P(w) = C(2^r + N - R, N) / 2^(r N)

    so that R is all that tells numbers of riffles from each other and from a fair shuffle.  The r of
    greatest likelihood is named, and its ratio to a fair shuffle's is compared with those of fair samples.
    A small p-value proves no riffles; it says that rising sequences are too few, and how many riffles would
    leave as many.

    Parameters
    ----------
    most
        Largest number of riffles considered; from 2 log2 N on, 12 for 52 cards, riffles are as good as fair.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    References
    ----------
    Bayer & Diaconis 1992, "Trailing the dovetail shuffle to its lair", Annals of Applied Probability 2,
    294-313, theorem 1.

    Examples
    --------
    >>> kit.count_rising(np.array([[0, 2, 1, 3], [3, 2, 1, 0], [0, 1, 2, 3]])).tolist()
    [2, 4, 1]
    """

    most: int = kit.within(12, 1, 40)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of rising sequences."""
        array = block.of_each(kit.count_rising)
        return kit.tally_identified(block, np.bincount(array, minlength=block.relative.shape[1] + 1))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Name the number of riffles and compare its likelihood with chance."""

        def judged(counts: NDArray[np.int64], _units: int, deck: NDArray[np.intp]) -> kit.CheckResult:
            mechanism = kit.mechanisms.riffles(len(deck), self.most)
            return mechanism.judge(counts, replicates=self.replicates, seed=self.seed)

        return kit.judge_identified(tally, population, judged)
