"""Orders that come again."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

CHANCE = 1e-6
"""Greatest expected number of repeats in a fair sample for which a repeat is called a violation."""

LISTED = 20
SEED = 128


@kit.check(
    title="Exact repeats",
    observes=(kit.Kind.SHUFFLE, kit.Kind.DEAL),
    counting=True,
    reference="Feller 1968, An Introduction to Probability Theory 1, § II.3 (birthdays)",
    hypothesis="No order, and no rearrangement of the input, ever comes again.",
    null_law="counting of equal hashes of 128 bits",
    applies_from="2 units",
)
class ExactRepeat:
    """Which units repeat an earlier one, card by card.

    A generator that starts again from one of 2^s states repeats a whole deck within about 1.2 × 2^(s/2)
    units, long before any statistic sees it: 16 bits show in 550 decks nine times in ten.  A fair shuffle
    of one deck never does.  Orders are compared by type; where cards are told apart, rearrangements of the
    input are compared too, so that a machine fed its own output is caught.

    Each order is kept as a hash of 128 bits, 24 bytes with its place; where inputs are known, so is each
    rearrangement.  Any two different orders share a hash with chance 2^-128.

    References
    ----------
    Feller 1968, An Introduction to Probability Theory and Its Applications 1, § II.3.  Carter & Wegman
    1979, Universal classes of hash functions, Journal of Computer and System Sciences 18, 143-154 (class
    H3: random numbers by place and card, added bit by bit).

    Examples
    --------
    >>> found = [[1, 0, 77], [2, 0, 88], [5, 0, 77], [9, 0, 77], [10, 3, 77]]
    >>> repeats(np.array(found, dtype=np.uint64))
    [(5, 1), (9, 1)]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Hash every readable order."""
        return kit.Tally(
            kit.counts(units=len(block.regular), left_out=block.units - len(block.regular)),
            columns={
                "orders": _hashes(block.index + block.regular, block.cards),
                "moves": _hashes(block.index + block.identified, block.relative),
            },
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Report the repeats, if chance cannot make them."""
        cards, units = population.held, tally.number("units")
        kit.refuse(units, kit.too_few(units, 2, kit.Counted.COMPLETE_UNITS))
        expected = fair_repeats(cards, units)
        kit.refuse_if(expected > CHANCE, units, kit.Sample.REPEATS_BY_CHANCE(expected=float(expected)))
        again = repeats(tally.columns["orders"])
        moved = repeats(tally.columns["moves"])
        known = {later for later, _ in again}
        lines = [_repeat(population.kind, later, kit.Details.SAME_ORDER, first) for later, first in again]
        lines += [
            _repeat(population.kind, later, kit.Details.SAME_MOVES, first)
            for later, first in moved
            if later not in known
        ]
        details = [
            *lines[:LISTED],
            *([kit.Details.MORE(number=len(lines) - LISTED)] if len(lines) > LISTED else []),
        ]
        details += kit.left_out_line(tally.number("left_out"), kit.Irregular.UNITS)
        return kit.CheckResult(
            units,
            law=kit.Laws.COUNTING_REPEATS(expected=expected),
            violations=len(lines),
            details=tuple(details),
        )


def _repeat(kind: kit.Kind, later: int, code: kit.Details, first: int) -> kit.Reason:
    return kit.Details.IN_UNIT(unit=kind, number=later + 1, problems=(code(unit=kind, first=first + 1),))


def repeats(array: NDArray[np.uint64]) -> list[tuple[int, int]]:
    """Return each place whose hash came before, and where it came first, from rows of a place and its hash."""
    halves = np.sort(array[:, 1])
    twice = halves[1:][halves[1:] == halves[:-1]]
    first: dict[tuple[int, int], int] = {}
    return [
        (place, first[each, other])
        for place, each, other in array[np.isin(array[:, 1], twice)].tolist()
        if first.setdefault((each, other), place) != place
    ]


def fair_repeats(cards: kit.CardSet, units: int) -> float:
    """Return the expected number of pairs of equal orders among fair units."""
    orders = lgamma(cards.size + 1) - sum(lgamma(held + 1) for held in cards.counts)
    return exp(log(units) + log(units - 1) - log(2) - orders)


def _hashes(places: NDArray[np.intp], rows: kit.Order) -> NDArray[np.uint64]:
    """Return the place and the two halves of the hash of each row, shape (rows, 3)."""
    codes = max(64, rows.shape[1])
    return np.column_stack(
        [places.astype(np.uint64), kit.decks.fingerprints(rows, _numbers(rows.shape[1], codes))]
    )


@lru_cache(maxsize=4)
def _numbers(places: int, codes: int) -> NDArray[np.uint64]:
    """Return fixed random bits for each code at each place, 128 of them."""
    random = np.random.Generator(np.random.PCG64(SEED))
    return random.integers(0, 1 << 64, (places, codes, 2), dtype=np.uint64)
