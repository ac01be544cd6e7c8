"""Whether a shuffle depends on the one before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

Trace = Literal["kept_neighbours", "fixed_points", "rising_sequences"]


@kit.check(
    name="successive_dependence",
    title="Dependence between successive shuffles",
    observes=kit.Kind.SHUFFLE,
    unit="pair of successive shuffles",
    look_back=1,
    reference="Diaconis 1988, Group Representations in Probability and Statistics, ch. 3 (quotients of permutations)",
    hypothesis="What a shuffle does with the places of the input does not depend on what the one before did.",
    null_law="exact, convolved",
    applies_from="2 shuffles in a row",
)
@dataclass(frozen=True)
class SuccessiveDependence:
    """Whether a machine does again what it did the time before.

    Let π be the order of input places of a shuffle and ρ that of the one before.  Where each is uniform and
    independent of the past, π with its input places replaced by the output places that ρ gave them is
    uniform too, and these quotients are independent of each other.  So any exact law of one order is that
    of one quotient: cards that came out together twice, at one place twice, or in one sequence twice.
    Shuffles on the two sides of an interruption, or of a unit that could not be read, form no pair.

    Parameters
    ----------
    trace
        What is counted in a quotient: ``kept_neighbours``, ``fixed_points`` or ``rising_sequences``.

    References
    ----------
    Diaconis 1988, Group Representations in Probability and Statistics, Institute of Mathematical
    Statistics, ch. 3.

    Examples
    --------
    >>> kit.order_statistics.quotients(np.array([[2, 0, 1], [2, 0, 1], [0, 2, 1]]), np.array([0, 1, 2])).tolist()
    [[0, 1, 2], [1, 0, 2]]
    """

    trace: Trace = "kept_neighbours"

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count pairs of successive shuffles by the trace of their quotient."""
        cards = block.population.held
        last = replace(block, observations=block.context[-1:], context=())
        orders = np.concatenate([last.relative, block.relative])
        rows = kit.order_statistics.quotients(orders, np.concatenate([last.identified - 1, block.identified]))
        return kit.Tally(
            {
                "histogram": np.bincount(_trace(self.trace, rows), minlength=cards.size + 1).astype(np.int64),
                "alone": kit.count(block.units - len(rows)),
            }
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        cards = population.held
        counts = tally.sums.get("histogram", np.zeros(cards.size + 1, dtype=np.int64))
        pairs, alone = int(counts.sum()), tally.number("alone")
        reason = kit.not_distinct(population, pairs)
        if reason:
            return kit.CheckResult(pairs, not_applicable=reason)
        result = kit.compare_sum(counts, 0, _law(self.trace, cards.size), TRACES[self.trace])
        line = kit.Details.SHUFFLE_PAIRS(pairs=pairs, alone=alone)
        return replace(result, details=(*kit.identity_line(population), line))


TRACES: Mapping[Trace, kit.PerShuffle] = {
    "fixed_points": kit.PerShuffle.FIXED_POINTS,
    "rising_sequences": kit.PerShuffle.RISING_SEQUENCES,
    "kept_neighbours": kit.PerShuffle.KEPT_NEIGHBORS,
}


def _law(trace: Trace, size: int) -> kit.Lattice:
    if trace == "fixed_points":
        return kit.kept_places(size, size)
    return kit.rising_sequences(size) if trace == "rising_sequences" else kit.kept_neighbours(size)


def _trace(trace: Trace, rows: kit.Order) -> NDArray[np.int64]:
    if trace == "fixed_points":
        return kit.count_fixed(rows)
    return kit.count_rising(rows) if trace == "rising_sequences" else kit.count_kept(rows)
