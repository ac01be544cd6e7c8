"""Checks that give each shuffle of distinct cards one whole number and judge the sum."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.block import Block
from labharness.analysis.intervals import mean_effect
from labharness.analysis.laws import Lattice
from labharness.analysis.population import Population
from labharness.analysis.tables import histogram
from labharness.analysis.tally import Tally, count
from labharness.model.results import CheckResult


def tally_values(block: Block, value: Callable[[NDArray[np.intp]], NDArray[np.intp]]) -> Tally:
    """Count shuffles by the value of their order relative to the input."""
    cards = block.population.cards
    assert cards is not None
    relative = block.relative if cards.distinct else np.empty((0, cards.size), dtype=np.intp)
    counts = np.bincount(value(relative), minlength=cards.size + 1).astype(np.int64)
    return Tally({"histogram": counts, "left_out": count(block.units - len(relative))})


def judge_sum(tally: Tally, population: Population, law: Callable[[int], Lattice], what: str) -> CheckResult:
    """Compare the sum of all values with its exact law."""
    cards = population.cards
    assert cards is not None
    counts = tally.sums.get("histogram", np.zeros(cards.size + 1, dtype=np.int64))
    units = int(counts.sum())
    if not cards.distinct:
        return CheckResult(
            units, not_applicable="The cards cannot be told apart; mark them, or use a single deck."
        )
    if not units or cards.size < 3:
        return CheckResult(
            units, not_applicable="No shuffle has a known input and output of three distinct cards or more."
        )
    one = law(cards.size)
    total = int(np.arange(len(counts)) @ counts)
    p, words = one.sum_tails(units, total)
    expected = np.zeros(len(counts))
    expected[one.values] = units * one.mass
    left_out = tally.number("left_out")
    return CheckResult(
        units,
        {"total": float(total), "expected": units * one.mean, "sd": (units * one.variance) ** 0.5},
        p=p,
        law=words,
        effect=mean_effect(f"{what} per shuffle (fair: {one.mean:.4g})", counts),
        details=(f"{left_out} shuffles without exactly the declared cards are left out",) if left_out else (),
        pictures=(
            histogram(
                f"{what.capitalize()} per shuffle",
                counts,
                expected,
                (what, [str(value) for value in range(len(counts))]),
                "shuffles",
            ),
        ),
    )
