"""Pairs of consecutive outcomes of a random number generator."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.pair_tables import pair_tables
from labharness.analysis.laws.tails import LEAST_EXPECTED, counted_tails, pearson
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import inside, outcomes, stretch
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tables import heatmap
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.axis import Axis
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Irregular
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

MOST_OUTCOMES = 1024
MOST_DRAWN = 64


@check(
    name="serial_pairs",
    title="Serial pairs",
    observes=Kind.DRAW,
    unit="pair of outcomes",
    look_back=1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 B",
    hypothesis="Every pair of consecutive outcomes is equally likely.",
    null_law="chi-square, d²-1",
    applies_from="5 of each pair expected",
)
@dataclass(frozen=True)
class SerialPairs:
    """Whether an outcome says something about the next one.

    Outcomes 2k and 2k+1 of the sample, counted from 0, form pair k: pairs never overlap, so that they are
    independent, and no pair spans a gap in the capture.  Pearson's chi-square with d²-1 degrees of freedom
    for d outcomes; each pair must be expected 5 times.  Pairs with an outcome outside the declared range
    are left out here; the frequency check reports them.

    Notes
    -----
    The effect is Cohen's w, 0 for a fair generator.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 B (serial test).

    Examples
    --------
    >>> tally = Tally({"pairs": np.array([[20, 30], [30, 20]])})
    >>> SerialPairs().judge(tally, Population(Kind.DRAW, low=0, high=1)).statistic["X2"]
    4.0
    """

    def tally(self, block: Block) -> Tally:
        """Count pairs, the first of which may have begun before the block."""
        d = outcomes(block.population)
        codes = stretch(block, block.index % 2)
        if len(codes) - block.units < block.index % 2:
            codes = codes[1:]
        rows = codes[: len(codes) // 2 * 2].reshape(-1, 2)
        table = pair_tables(rows, [(0, 1)], d if d <= MOST_OUTCOMES else 0)[0]
        whole = rows if block.spotless else rows[inside(rows, block.population).all(axis=1)]
        return Tally({"pairs": table, "left_out": count(len(rows) - len(whole))})

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the pairs with equal chances."""
        d = outcomes(population)
        table = tally.sums.get("pairs", np.zeros((0, 0), dtype=np.int64))
        units = int(table.sum())
        if not 2 <= d <= MOST_OUTCOMES:
            return CheckResult(units, not_applicable=Sample.RANGE(outcomes=d, least=2, most=MOST_OUTCOMES))
        if units < LEAST_EXPECTED * d**2:
            return CheckResult(
                units,
                not_applicable=Sample.EXPECTED_COUNTS(items=units, cells=d**2, least=LEAST_EXPECTED),
            )
        expected = np.full(table.shape, units / d**2)
        x2, df = pearson(table, expected), d**2 - 1
        names = [str(value) for value in range(population.low, population.high + 1)]
        drawn = d <= MOST_DRAWN
        return CheckResult(
            units,
            {"X2": x2},
            float(df),
            counted_tails(table.ravel(), expected.ravel()),
            Laws.CHI_SQUARE(df=df),
            root_effect(Effects.COHENS_W(), x2, df, units),
            details=left_out_line(tally.number("left_out"), Irregular.PAIRS),
            pictures=(heatmap(table, expected, (Axis.FIRST_OUTCOME, names), (Axis.SECOND_OUTCOME, names)),)
            * drawn,
        )
