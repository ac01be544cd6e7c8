"""How far cards move."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis import kit


@kit.check(
    title="Displacement",
    observes=kit.Kind.SHUFFLE,
    reference="Diaconis & Graham 1977, Journal of the Royal Statistical Society B 39, 262-268",
    hypothesis="A card is equally likely to move to any place, its own included.",
    null_law="Monte Carlo",
    version=2,
)
class Displacement(kit.SimulatedLaw):
    """How many places each card moves, in either direction.

    A machine that cannot carry a card far, or a stretch that stays where it was, moves too many cards too
    little.  A card stays with chance 1/N and moves k places with chance 2(N-k)/N².  The moves of one
    shuffle depend on each other; X² over all of them is therefore compared with fair shuffles.

    Parameters
    ----------
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Diaconis & Graham 1977, "Spearman's footrule as a measure of disarray", Journal of the Royal
    Statistical Society B 39, 262-268: the sum of these moves.

    Examples
    --------
    >>> move_cells(4).count(np.array([[3, 1, 0, 2]])).tolist()
    [1, 1, 1, 1]
    >>> move_cells(4).mean.tolist()
    [1.0, 1.5, 1.0, 0.5]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count moves."""
        cards = block.population.held
        return kit.tally_identified(block, move_cells(cards.size).count(block.relative))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with fair shuffles."""

        def judged(counts: NDArray[np.int64], units: int, deck: NDArray[np.intp]) -> kit.CheckResult:
            cells = move_cells(len(deck))
            return cells.judge(counts, units, deck, replicates=self.replicates, seed=self.seed)

        return kit.judge_identified(tally, population, judged)


def move_cells(size: int) -> kit.ShuffleCells:
    """Return the cells of moves by 0, 1 … N-1 places."""
    moves = np.arange(size)

    def count(orders: ArrayLike) -> NDArray[np.int64]:

        return kit.card_tables.moves(np.ascontiguousarray(orders, dtype=np.uint16))

    mean = np.where(moves, 2 * (size - moves) / size, 1.0)
    return kit.ShuffleCells(count, mean, kit.Axis.PLACES_MOVED, [str(move) for move in moves.tolist()])
