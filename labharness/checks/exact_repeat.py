"""Orders that come again."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from math import exp, lgamma, log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.block import Block
from labharness.analysis.check import check
from labharness.analysis.population import Population
from labharness.analysis.tally import Tally, count
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.results import CheckResult

CHANCE = 1e-6
"""Greatest expected number of repeats in a fair sample for which a repeat is called a violation."""

LISTED = 20


@check(
    name="exact_repeat",
    title="Exact repeats",
    observes=(Kind.SHUFFLE, Kind.DEAL),
    counting=True,
    unit="shuffle or deal",
    reference="Feller 1968, An Introduction to Probability Theory 1, § II.3 (birthdays)",
    hypothesis="No order, and no rearrangement of the input, ever comes again.",
)
@dataclass(frozen=True)
class ExactRepeat:
    """Which units repeat an earlier one, card by card.

    A generator that starts again from one of 2^s states repeats a whole deck within about 1.2 × 2^(s/2)
    units, long before any statistic sees it: 16 bits show in 550 decks nine times in ten.  A fair shuffle
    of one deck never does.  Orders are compared by type; where cards are told apart, rearrangements of the
    input are compared too, so that a machine fed its own output is caught.

    Each order is kept as a hash of 128 bits: about 200 bytes of memory for each unit.  Two different
    orders share one with a chance below n²/2^129.

    References
    ----------
    Feller 1968, An Introduction to Probability Theory and Its Applications 1, § II.3.

    Examples
    --------
    >>> repeats((1, 2, 5, 9), (77, 88, 77, 77))
    [(5, 1), (9, 1)]
    """

    def tally(self, block: Block) -> Tally:
        """Hash every readable order."""
        moved = _hashes(block.relative.astype(np.uint16))
        return Tally(
            {"units": count(len(block.regular)), "left_out": count(block.units - len(block.regular))},
            joined={
                "places": _absolute(block.index, block.regular),
                "orders": _hashes(block.cards.astype(np.uint16)),
                "moved_places": _absolute(block.index, block.identified),
                "moves": moved,
            },
        )

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Report the repeats, if chance cannot make them."""
        cards, units = population.cards, tally.number("units")
        assert cards is not None
        if units < 2:
            return CheckResult(units, not_applicable="Two complete units at least are needed.")
        expected = fair_repeats(cards, units)
        if expected > CHANCE:
            return CheckResult(
                units, not_applicable=f"So few cards repeat by chance: {expected:.3g} repeats are expected."
            )
        again = repeats(tally.joined["places"], tally.joined["orders"])
        moved = repeats(tally.joined["moved_places"], tally.joined["moves"])
        known = {later for later, _ in again}
        what = population.kind.value
        lines = [f"{what} {later + 1} repeats the order of {what} {first + 1}" for later, first in again]
        lines += [
            f"{what} {later + 1} moves every card as {what} {first + 1} did"
            for later, first in moved
            if later not in known
        ]
        left_out = tally.number("left_out")
        details = [*lines[:LISTED], *([f"and {len(lines) - LISTED} more"] if len(lines) > LISTED else [])]
        if left_out:
            details.append(f"{left_out} units without exactly the declared cards are left out")
        return CheckResult(
            units,
            law=f"counting; {expected:.2g} repeats are expected of fair units",
            violations=len(lines),
            details=tuple(details),
        )


def repeats(places: tuple[int, ...], hashes: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return each place whose hash came before, and where it came first."""
    first: dict[int, int] = {}
    return [
        (place, first[found])
        for place, found in zip(places, hashes, strict=True)
        if first.setdefault(found, place) != place
    ]


def fair_repeats(cards: CardSet, units: int) -> float:
    """Return the expected number of pairs of equal orders among fair units."""
    orders = lgamma(cards.size + 1) - sum(lgamma(held + 1) for held in cards.counts)
    return exp(log(units) + log(units - 1) - log(2) - orders)


def _absolute(index: int, places: NDArray[np.intp]) -> tuple[int, ...]:
    return tuple((index + places).tolist())


def _hashes(rows: NDArray[np.uint16]) -> tuple[int, ...]:
    little = np.ascontiguousarray(rows, dtype="<u2")
    return tuple(int.from_bytes(blake2b(row.tobytes(), digest_size=16).digest(), "little") for row in little)
