"""Checks that give each shuffle of distinct cards one whole number and judge the sum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import mean_effect
from labharness.analysis.laws.tails import Lattice
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tables import histogram
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.counted import Counted, PerShuffle
from labharness.model.reasons.detail import Details
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult, Picture
from labharness.reason import Reason

COLUMNS_DRAWN = 60
"""Most columns that a picture of values shows; more are grouped."""


def tally_values(block: Block, values: NDArray[np.int64], largest: int | None = None) -> Tally:
    """Count shuffles by the value of their order relative to the input.

    Parameters
    ----------
    values
        One number from 0 on for each row of :attr:`Block.relative`.
    largest
        Largest number that there can be; the number of cards if left out.
    """
    cards = block.population.held
    most = cards.size if largest is None else largest
    counts = np.bincount(values, minlength=most + 1).astype(np.int64)
    return Tally({"histogram": counts, "left_out": count(block.units - len(values))})


def judge_sum(
    tally: Tally, population: Population, law: Callable[[int], Lattice], what: PerShuffle, least: int = 3
) -> CheckResult:
    """Compare the sum of all values with its exact law.

    Parameters
    ----------
    law
        Gives the law of one shuffle from the number of cards.
    what
        What the values are.
    least
        Fewest cards for which the statistic says anything.
    """
    cards = population.held
    counts = tally.sums.get("histogram", np.zeros(cards.size + 1, dtype=np.int64))
    units = int(counts.sum())
    reason = not_distinct(population, units, least)
    if reason:
        return CheckResult(units, not_applicable=reason)
    result = compare_sum(counts, tally.number("left_out"), law(cards.size), what)
    return replace(result, details=(*identity_line(population), *result.details))


def not_distinct(population: Population, units: int, least: int = 3) -> Reason | None:
    """Return why orders relative to the input cannot be judged, None where they can."""
    cards = population.held
    if units and cards.size >= least:
        return None
    return Sample.NO_KNOWN_ORDER(least=least) if cards.distinct else Sample.ALIKE()


def identity_line(population: Population) -> tuple[Reason, ...]:
    """Return how cards were told apart where that is a question: in a set of several decks."""
    cards = population.held
    return () if cards.distinct else (Details.UNIQUE_COPIES(),)


def compare_sum(counts: NDArray[np.int64], left_out: int, lattice: Lattice, what: PerShuffle) -> CheckResult:
    """Compare the sum of counted values with the law of one, the shuffles being independent."""
    units = int(counts.sum())
    total = int(np.arange(len(counts)) @ counts)
    p, words = lattice.sum_tails(units, total)
    expected = np.zeros(len(counts))
    expected[lattice.values] = units * lattice.mass
    return CheckResult(
        units,
        {"total": float(total), "expected": units * lattice.mean, "sd": (units * lattice.variance) ** 0.5},
        p=p,
        law=words,
        effect=mean_effect(Effects.PER_SHUFFLE(what=what, fair=lattice.mean), counts),
        details=left_out_line(left_out),
        pictures=(_picture(counts, expected, what),),
    )


def _picture(counts: NDArray[np.int64], expected: NDArray[np.float64], what: PerShuffle) -> Picture:
    """Draw values one by one if they are few, else in equal steps from the first to the last that matters."""
    low, step = 0, 1
    if len(counts) > COLUMNS_DRAWN:
        below = np.cumsum(expected) / expected.sum()
        matters = np.flatnonzero((counts > 0) | ((below > 0.001) & (below < 0.999)))
        low, step = int(matters[0]), (int(matters[-1]) - int(matters[0])) // COLUMNS_DRAWN + 1
        counts, expected = counts[low : matters[-1] + 1], expected[low : matters[-1] + 1]
    starts = np.arange(0, len(counts), step)
    ends = np.minimum(starts + step, len(counts)) - 1
    names = [
        str(a) if a == b else f"{a}-{b}"
        for a, b in zip((starts + low).tolist(), (ends + low).tolist(), strict=True)
    ]
    return histogram(
        np.add.reduceat(counts, starts),
        np.add.reduceat(expected, starts),
        (what, names),
        Counted.SHUFFLES,
    )
