"""Counts in cells whose chances are known, compared by chi-square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.multinomial_x2 import exact_x2_tails
from labharness.analysis.laws.tails import LEAST_EXPECTED, counted_tails, pearson
from labharness.analysis.sampling.tables import histogram
from labharness.model.axis import Axis
from labharness.model.counted import Counted
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Reason

MOST_DRAWN = 64


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of independent items.

    Parameters
    ----------
    item, axis
        What is counted, and what tells the cells apart.
    names
        One for each cell.
    chances
        Chance of each cell; they add up to 1.
    ordered
        Whether neighboring cells may be put together where too few are expected.
    most_exact
        Most items whose X² gets its exact law; there must be no more than six cells then.
    """

    item: Counted
    axis: Axis
    names: Sequence[str]
    chances: NDArray[np.float64]
    ordered: bool = True
    most_exact: int = 0

    def judge(self, observed: NDArray[np.int64], units: int, details: tuple[Reason, ...] = ()) -> CheckResult:
        """Compare counts with their chances.

        Parameters
        ----------
        observed
            Items in each cell.
        units
            Outcomes read.
        """
        items = int(observed.sum())
        expected = items * self.chances
        starts = self._starts(expected)
        if len(starts) < 2:
            return CheckResult(
                units,
                details=details,
                not_applicable=Sample.EXPECTED_COUNTS(
                    items=items, cells=2 if self.ordered else len(self.chances), least=LEAST_EXPECTED
                ),
            )
        have, want = np.add.reduceat(observed, starts), np.add.reduceat(expected, starts)
        x2, df = pearson(have, want), len(starts) - 1
        p, law = counted_tails(have, want), Laws.CHI_SQUARE(df=df)
        if items <= self.most_exact:
            p = exact_x2_tails(x2, items, np.add.reduceat(self.chances, starts))
            law = Laws.EXACT_X2(number=items, what=self.item)
        picture = histogram(have, want, (self.axis, self._names(starts)), self.item)
        return CheckResult(
            units,
            {"X2": x2, "items": float(items)},
            float(df),
            p,
            law,
            root_effect(Effects.COHENS_W(), x2, df, items),
            details=details,
            pictures=(picture,) if len(starts) <= MOST_DRAWN else (),
        )

    def _starts(self, expected: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return where each group of cells begins; a last one that expects too few joins the one before."""
        if expected.min(initial=np.inf) >= LEAST_EXPECTED:
            return np.arange(len(expected))
        starts, gathered = [0], 0.0
        if not self.ordered:
            return np.array(starts)
        for place, value in enumerate(expected.tolist()):
            if gathered >= LEAST_EXPECTED:
                starts.append(place)
                gathered = 0.0
            gathered += value
        if gathered < LEAST_EXPECTED and len(starts) > 1:
            starts.pop()
        return np.array(starts)

    def _names(self, starts: NDArray[np.intp]) -> tuple[str, ...]:
        ends = [*(starts[1:] - 1).tolist(), len(self.names) - 1]
        spans = zip(starts.tolist(), ends, strict=True)
        return tuple(
            self.names[low] if low == high else f"{self.names[low]} to {self.names[high]}"
            for low, high in spans
        )
