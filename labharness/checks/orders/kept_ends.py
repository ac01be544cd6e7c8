"""First and last cards that keep their place."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.laws.order_statistics import count_fixed
from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.laws.permutation_laws import kept_places
from labharness.analysis.laws.tails import Lattice
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import identity_line, not_distinct
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tables import heatmap
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.errors import InputError
from labharness.model.axis import Axis
from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.parameter import Parameters
from labharness.model.results import CheckResult, Effect

MOST = 20


@check(
    name="kept_ends",
    title="First and last cards kept",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Feller 1968, An Introduction to Probability Theory 1, § IV.4; Clopper & Pearson 1934",
    hypothesis="The first and the last cards keep their places as often as in a uniformly random order.",
    null_law="exact, convolved; binomial for one place",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
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

    first: int = 1
    last: int = 1

    def __post_init__(self) -> None:
        accept_range("first", self.first, 0, MOST)
        accept_range("last", self.last, 0, MOST)
        if not self.first + self.last:
            raise InputError(Parameters.ALL_ZERO(names=("first", "last")))

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of kept first and of kept last cards."""
        return Tally(
            {
                "kept": kept_table(block.relative, self.first, self.last),
                "left_out": count(block.units - len(block.relative)),
            }
        )

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the number of kept cards with its law."""
        table = tally.sums.get("kept", np.zeros((self.first + 1, self.last + 1), dtype=np.int64))
        units, places = int(table.sum()), self.first + self.last
        reason = not_distinct(population, units, max(3, places))
        if reason:
            return CheckResult(units, not_applicable=reason)
        one = kept_places(population.held.size, places)
        per_end = np.add.outer(np.arange(self.first + 1), np.arange(self.last + 1))
        total, none = int((per_end * table).sum()), int(table[0, 0])
        p, words = one.sum_tails(units, total)
        low, high = clopper_pearson(units - none, units)
        return CheckResult(
            units,
            {"total": float(total), "expected": units * one.mean, "sd": (units * one.variance) ** 0.5},
            p=p,
            law=words,
            effect=Effect(Effects.KEPT_ENDS(fair=float(1 - one.mass[0])), 1 - none / units, low, high),
            details=(*identity_line(population), *left_out_line(tally.number("left_out"))),
            pictures=(
                heatmap(
                    table,
                    units * _joint(one, self.first, self.last),
                    (Axis.FIRST_KEPT, [str(value) for value in range(self.first + 1)]),
                    (Axis.LAST_KEPT, [str(value) for value in range(self.last + 1)]),
                ),
            ),
        )


def kept_table(relative: Order, first: int, last: int) -> NDArray[np.int64]:
    """Return how many rows keep so many of the first places (rows) and of the last ones (columns)."""
    heads = count_fixed(relative, 0, first)
    tails = count_fixed(relative, max(0, relative.shape[1] - last))
    cells = np.bincount(heads * (last + 1) + tails, minlength=(first + 1) * (last + 1))
    return cells.reshape(first + 1, last + 1).astype(np.int64)


def _joint(one: Lattice, first: int, last: int) -> NDArray[np.float64]:
    """Return the chance of each cell: all places being alike, any of them are equally often the kept ones."""
    return np.array(
        [
            [
                one.mass[a + b] * comb(first, a) * comb(last, b) / comb(first + last, a + b)
                for b in range(last + 1)
            ]
            for a in range(first + 1)
        ]
    )
