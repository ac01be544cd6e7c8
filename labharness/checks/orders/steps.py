"""Steps from one card to the next, in places of the input."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis import kit


@kit.check(
    title="Steps",
    observes=kit.Kind.SHUFFLE,
    reference="Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720, § 5",
    hypothesis="The next card is equally likely to have lain at any other place of the input.",
    null_law="Monte Carlo",
    version=2,
)
class StepLengths(kit.SimulatedLaw):
    """How far apart in the input the cards lay that now follow each other.

    Shelves, compartments and packets bring cards together that lay near each other, so that small steps
    come too often.  A step of d places is one of N - |d| of N(N-1) ordered pairs.  The steps of one shuffle
    depend on each other; X² over all of them is therefore compared with fair shuffles.

    Parameters
    ----------
    signed
        Whether steps forward and back are counted apart.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, "Analysis of casino shelf shuffling machines", Annals of Applied
    Probability 23, 1692-1720, § 5.

    Examples
    --------
    >>> step_cells(4, signed=False).count(np.array([[3, 2, 0, 1]])).tolist()
    [2, 1, 0]
    >>> step_cells(4, signed=True).mean.tolist()
    [0.25, 0.5, 0.75, 0.75, 0.5, 0.25]
    """

    signed: bool = False

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count signed steps."""
        cards = block.population.held
        return kit.tally_identified(block, step_cells(cards.size, signed=True).count(block.relative))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with fair shuffles."""

        def judged(counts: NDArray[np.int64], units: int, deck: NDArray[np.intp]) -> kit.CheckResult:
            size = len(deck)
            if not self.signed:
                counts = counts[size - 1 :] + counts[size - 2 :: -1]
            cells = step_cells(size, signed=self.signed)
            return cells.judge(counts, units, deck, replicates=self.replicates, seed=self.seed)

        return kit.judge_identified(tally, population, judged)


def step_cells(size: int, *, signed: bool) -> kit.ShuffleCells:
    """Return the cells of steps -(N-1) … -1, 1 … N-1, or 1 … N-1 where the sign is left out."""
    ahead = np.arange(1, size)
    steps = np.concatenate([-ahead[::-1], ahead]) if signed else ahead

    def count(orders: ArrayLike) -> NDArray[np.int64]:

        counts = np.delete(kit.card_tables.steps(np.ascontiguousarray(orders, dtype=np.uint16)), size - 1)
        return counts if signed else counts[size - 1 :] + counts[size - 2 :: -1]

    mean = (size - np.abs(steps)) / size * (1 if signed else 2)
    label = kit.Axis.STEP if signed else kit.Axis.PLACES_BETWEEN
    return kit.ShuffleCells(count, mean, label, [str(step) for step in steps.tolist()])
