"""Checks of shuffles whose cards are identified one by one; others get no number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.orders.order_checks import identity_line, not_distinct
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.results import CheckResult


def tally_identified(block: Block, counts: NDArray[np.int64]) -> Tally:
    """Tally counts of all orders of a block relative to their input."""
    return Tally(
        {
            "counts": counts,
            "units": count(len(block.relative)),
            "left_out": count(block.units - len(block.relative)),
        }
    )


def judge_identified(
    tally: Tally,
    population: Population,
    judged: Callable[[NDArray[np.int64], int, NDArray[np.intp]], CheckResult],
) -> CheckResult:
    """Judge the counts if there are any, and say how cards were identified and what was left out.

    Parameters
    ----------
    judged
        Makes a result of the counts, the number of shuffles and the places of the input.
    """
    cards, units = population.held, tally.number("units")
    reason = not_distinct(population, units)
    if reason:
        return CheckResult(units, not_applicable=reason)
    result = judged(tally.sums["counts"], units, np.arange(cards.size))
    notes = (*identity_line(population), *left_out_line(tally.number("left_out")))
    return replace(result, details=(*result.details, *notes))
