"""Which cards lie in each part of a shoe, one shoe at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.analysis.laws.joint_minimum import MatchedGamma, smallest
from labharness.analysis.laws.null_shuffles import ENOUGH_SHUFFLES, accept_simulation
from labharness.analysis.laws.segment_moments import segment_x2
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.unmarked import kind_counts, kinds_of
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.smallest_p import compare_smallest
from labharness.analysis.sampling.tables import groups_of
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.cards import CardSet, Order
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Irregular
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Code, note


class Segments(Code, area="segment_composition"):
    """What this check says."""

    PARTS = note(parts=int)


SENTENCES = {Segments.PARTS: "X² of cards by {parts} equal parts of the shoe."}


@check(
    name="segment_composition",
    title="Composition of parts of the shoe",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Dawson 1954, Biometrika 41, 280; Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3",
    hypothesis="Each part of a shoe holds as uneven a choice of the cards as chance makes it.",
    null_law="smallest p-value of gamma laws with exact mean and variance; Monte Carlo, beyond it Boole's inequality",
    applies_from="1 shuffle of 4 cards",
)
@dataclass(frozen=True)
class PartsOfTheShoe:
    """Whether decks, or parts of a shoe, were never mixed, or cards of a kind stay together.

    Each shoe is cut into 2, 4 and as many equal parts as it has decks.  X² of kinds by parts is taken of every shoe
    by itself and added up.  Decks that lie one behind another have the same cards in every part: X² is too small,
    which counts that are added up over shoes first do not show.  Packets of one kind make it too large.  Mean and
    variance of X² of one fair order are exact, for any margins; the total is compared with the gamma law that has
    them, on both sides.  Kinds are card types, or ranks where each type comes once.

    Parameters
    ----------
    replicates
        Simulated samples.
    seed
        Seed of the simulation, printed in the law.

    References
    ----------
    Dawson 1954, Biometrika 41, 280.  Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3.

    Examples
    --------
    >>> parts_of(CardSet.of_decks("eight", 8)), parts_of(CardSet.of_decks("one", 1))
    ((2, 4, 8), (2, 4))
    """

    replicates: int = 999
    seed: int = 1

    def __post_init__(self) -> None:
        accept_simulation(self.replicates, self.seed)

    def tally(self, block: Block) -> Tally:
        """Add up squared counts of kinds by parts of each shoe."""
        cards, kinds = block.population.held, kinds_of(block)
        found = {"units": count(len(kinds)), "left_out": count(block.units - len(kinds))}
        return Tally(found | {f"parts_{parts}": _squares(kinds, cards, parts) for parts in parts_of(cards)})

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the most deviating X² with those of fair samples."""
        cards, units = population.held, tally.number("units")
        each, parts = kind_counts(cards), parts_of(cards)
        if not units or cards.size < 4 or len(each) < 2:
            lacks = Sample.TYPES(cards=4, types=2, units=units, least=1)
            return CheckResult(units, not_applicable=lacks)
        totals = [_x2(tally.sums[f"parts_{number}"], cards, number, units) for number in parts]
        seen = min(units, ENOUGH_SHUFFLES)
        return compare_smallest(
            units,
            lambda place: Segments.PARTS(parts=parts[place]),
            _laws(cards, units),
            np.array(totals),
            _minima(cards, seen, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            details=left_out_line(tally.number("left_out"), Irregular.SHUFFLES),
        )


def parts_of(cards: CardSet) -> tuple[int, ...]:
    """Return into how many parts a shoe is cut: 2, 4, and the number of its decks."""
    decks = max(cards.counts)
    return tuple(sorted(number for number in {2, 4, decks} if 1 < number <= cards.size // 2))


def _squares(kinds: Order, cards: CardSet, parts: int) -> NDArray[np.int64]:
    from labharness.analysis.laws.kernels.cards import card_tables

    rows = np.ascontiguousarray(kinds, dtype=np.uint16)
    return card_tables.squares(
        rows, groups_of(cards.size, parts).astype(np.int64), parts, len(kind_counts(cards))
    )


def _x2(squares: NDArray[np.int64], cards: CardSet, parts: int, units: int) -> float:
    each, sizes = np.array(kind_counts(cards)), np.bincount(groups_of(cards.size, parts))
    return float((squares * cards.size / np.outer(each, sizes)).sum() - cards.size * units)


def _laws(cards: CardSet, units: int) -> list[MatchedGamma]:
    found = []
    for parts in parts_of(cards):
        sizes = np.bincount(groups_of(cards.size, parts)).tolist()
        mean, spread = segment_x2(kind_counts(cards), sizes)
        found.append(MatchedGamma(units, units * mean, float(np.sqrt(units)) * spread))
    return found


@lru_cache(maxsize=16)
def _minima(cards: CardSet, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    each, totals = kind_counts(cards), []
    deck = np.repeat(np.arange(len(each)), each)
    for _ in range(replicates):
        rows = fair.of(deck, units)
        totals.append([_x2(_squares(rows, cards, parts), cards, parts, units) for parts in parts_of(cards)])
    return smallest(_laws(cards, units), np.array(totals))
