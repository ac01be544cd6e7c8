"""Which number of riffles explains the shuffles best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.mechanisms import riffles
from labharness.analysis.laws.null_shuffles import accept_simulation
from labharness.analysis.laws.order_statistics import count_rising
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.identified import judge_identified, tally_identified
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.errors import InputError
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


@check(
    name="riffle_likelihood",
    title="Likelihood of riffle shuffles",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Bayer & Diaconis 1992, Annals of Applied Probability 2, 294-313, theorem 1",
    hypothesis="No number of riffles explains the shuffles better than chance lets it explain fair shuffles.",
    null_law="Monte Carlo of the sufficient statistic",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class RiffleLikelihood:
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
    >>> count_rising(np.array([[0, 2, 1, 3], [3, 2, 1, 0], [0, 1, 2, 3]])).tolist()
    [2, 4, 1]
    """

    most: int = 12
    replicates: int = 999
    seed: int = 1

    def __post_init__(self) -> None:
        accept_simulation(self.replicates, self.seed)
        if not 1 <= self.most <= 40:
            raise InputError("most must be 1 to 40 riffles.")

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of rising sequences."""
        found = block.of_each(count_rising)
        return tally_identified(block, np.bincount(found, minlength=block.relative.shape[1] + 1))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Name the number of riffles and compare its likelihood with chance."""

        def judged(counts: NDArray[np.int64], _units: int, deck: NDArray[np.intp]) -> CheckResult:
            mechanism = riffles(len(deck), self.most)
            return mechanism.judge(counts, replicates=self.replicates, seed=self.seed)

        return judge_identified(tally, population, judged)
