"""Which shelf machine explains the shuffles best."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


@kit.check(
    title="Likelihood of a shelf machine",
    observes=kit.Kind.SHUFFLE,
    reference="Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720, § 3",
    hypothesis="No machine with shelves explains the shuffles better than chance lets one explain fair shuffles.",
    null_law="Monte Carlo of the sufficient statistic",
)
class ShelfLikelihood(kit.SimulatedLaw):
    """A diagnosis: how many shelves, in one pass, shuffle like this.

    A machine of m shelves puts each card, by chance, on top of or under the pile on one of them.  With v
    the valleys (places lower than both neighbors) of an order w of N input places,

        P(w) = 4^(v+1) / (2 (2m)^N) Σ_{a<m} C(N+m-a-1, N) C(N-1-2v, a-v)

    so that v is all that tells such machines from each other and from a fair shuffle.  That holds where cards
    come to the shelves from the bottom of the deck; from the top, peaks take the place of valleys.  The m of greatest
    likelihood is named, and its ratio to a fair shuffle's is compared with those of fair samples.  Two
    passes through m1 and m2 shelves are one pass through 2 m1 m2.  A small p-value proves no shelves; it
    says that valleys are too few, and how many shelves would leave as many.  With the wrong end the number
    named is about one too large.

    Parameters
    ----------
    fed_from
        End of the deck from which the machine takes cards: ``bottom`` (the last place of the input first) or
        ``top``.
    most
        Largest number of shelves considered; the smallest is 2.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, "Analysis of casino shelf shuffling machines", Annals of Applied
    Probability 23, 1692-1720, § 3.

    Examples
    --------
    >>> kit.count_valleys(np.array([[3, 0, 1, 2, 4], [0, 2, 1, 4, 3], [4, 0, 3, 1, 2]])).tolist()
    [1, 1, 2]
    """

    fed_from: Literal["bottom", "top"] = "bottom"
    most: int = kit.within(400, 2, 1000)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of valleys, or of peaks."""
        array = block.of_each(
            kit.count_valleys, "output", "valleys" if self.fed_from == "bottom" else "peaks"
        )
        return kit.tally_identified(block, np.bincount(array, minlength=block.relative.shape[1] + 1))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Name the number of shelves and compare its likelihood with chance."""

        def judged(counts: NDArray[np.int64], _units: int, deck: NDArray[np.intp]) -> kit.CheckResult:
            mechanism = kit.mechanisms.shelves(len(deck), self.most)
            return mechanism.judge(counts, replicates=self.replicates, seed=self.seed)

        return kit.judge_identified(tally, population, judged)
