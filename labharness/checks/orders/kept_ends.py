"""First and last cards that keep their place."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

MOST = 20


@kit.check(
    title="First and last cards kept",
    observes=kit.Kind.SHUFFLE,
    reference="Feller 1968, An Introduction to Probability Theory 1, § IV.4; Clopper & Pearson 1934",
    hypothesis="The first and the last cards keep their places as often as in a uniformly random order.",
    null_law="exact, convolved; binomial for one place",
)
class KeptEnds:
    """Whether the top and the bottom of the deck escape the shuffle.

    With K = first + last places, one uniform order keeps exactly k of their cards with a chance that follows
    by inclusion and exclusion from C(K, j) (N-j)!; for a single place the sum over all shuffles is binomial
    with chance 1/N.  Kept first cards are tabulated against kept last ones.

    Parameters
    ----------
    first
        Number of first places, 0 to 20.
    last
        Number of last places, 0 to 20.

    Notes
    -----
    The effect is the share of shuffles that keep any of these cards, with Clopper and Pearson's limits.

    References
    ----------
    Feller 1968, An Introduction to Probability Theory and Its Applications, vol. 1, 3rd ed., § IV.4.
    Clopper & Pearson 1934, Biometrika 26, 404-413.

    Examples
    --------
    >>> kept_table(np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2]]), 1, 1).tolist()
    [[0, 1], [1, 1]]
    """

    first: int = kit.within(1, 0, MOST)
    last: int = kit.within(1, 0, MOST)

    def __post_init__(self) -> None:
        if not self.first + self.last:
            raise kit.InputError(kit.Parameters.ALL_ZERO(names=("first", "last")))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of kept first and of kept last cards."""
        return kit.Tally(
            kit.counts(
                kept=kept_table(block.relative, self.first, self.last),
                left_out=block.units - len(block.relative),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the number of kept cards with its law."""
        table = tally.sums.get("kept", np.zeros((self.first + 1, self.last + 1), dtype=np.int64))
        units, places = int(table.sum()), self.first + self.last
        kit.refuse(units, kit.not_distinct(population, units, max(3, places)))
        lattice = kit.kept_places(population.held.size, places)
        per_end = np.add.outer(np.arange(self.first + 1), np.arange(self.last + 1))
        total, none = int((per_end * table).sum()), int(table[0, 0])
        p, words = lattice.sum_tails(units, total)
        low, high = kit.clopper_pearson(units - none, units)
        return kit.CheckResult(
            units,
            {
                "total": float(total),
                "expected": units * lattice.mean,
                "sd": (units * lattice.variance) ** 0.5,
            },
            p=p,
            law=words,
            effect=kit.Effect(
                kit.Effects.KEPT_ENDS(fair=float(1 - lattice.mass[0])), 1 - none / units, low, high
            ),
            details=(*kit.identity_line(population), *kit.left_out_line(tally.number("left_out"))),
            pictures=(
                kit.heatmap(
                    table,
                    units * _joint(lattice, self.first, self.last),
                    (kit.Axis.FIRST_KEPT, [str(value) for value in range(self.first + 1)]),
                    (kit.Axis.LAST_KEPT, [str(value) for value in range(self.last + 1)]),
                ),
            ),
        )


def kept_table(relative: kit.Order, first: int, last: int) -> NDArray[np.int64]:
    """Return how many rows keep so many of the first places (rows) and of the last ones (columns)."""
    heads = kit.count_fixed(relative, 0, first)
    tails = kit.count_fixed(relative, max(0, relative.shape[1] - last))
    cells = np.bincount(heads * (last + 1) + tails, minlength=(first + 1) * (last + 1))
    return cells.reshape(first + 1, last + 1).astype(np.int64)


def _joint(lattice: kit.Lattice, first: int, last: int) -> NDArray[np.float64]:
    """Return the chance of each cell: all places being alike, any of them are equally often the kept ones."""
    return np.array(
        [
            [
                lattice.mass[a + b] * comb(first, a) * comb(last, b) / comb(first + last, a + b)
                for b in range(last + 1)
            ]
            for a in range(first + 1)
        ]
    )
