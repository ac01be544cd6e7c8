"""Which cards lie in each part of a shoe, one shoe at a time."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


class Segments(kit.Code, area="segment_composition"):
    """What this check says."""

    PARTS = kit.note(parts=int)
    CONSTANT = kit.note()


SENTENCES = {
    Segments.PARTS: "X² of cards by {parts} equal parts of the shoe.",
    Segments.CONSTANT: "Not computed: every order of this set has the same X².",
}


@kit.check(
    title="Composition of parts of the shoe",
    observes=kit.Kind.SHUFFLE,
    reference="Dawson 1954, Biometrika 41, 280; Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3",
    hypothesis="Each part of a shoe holds as uneven a choice of the cards as chance makes it.",
    null_law="smallest p-value of gamma laws with exact mean and variance; Monte Carlo, beyond it Boole's inequality",
    applies_from="1 shuffle of 4 cards",
)
class PartsOfTheShoe(kit.SimulatedLaw):
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
    >>> parts_of(kit.CardSet.of_decks("eight", 8)), parts_of(kit.CardSet.of_decks("one", 1))
    ((2, 4, 8), (2, 4))
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up squared counts of kinds by parts of each shoe."""
        cards, kinds = block.population.held, kit.unmarked.kinds_of(block)
        result = kit.counts(units=len(kinds), left_out=block.units - len(kinds))
        return kit.Tally(
            result | {f"parts_{parts}": _squares(kinds, cards, parts) for parts in parts_of(cards)}
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating X² with those of fair samples."""
        cards, units = population.held, tally.number("units")
        each, parts = kit.kind_counts(cards), parts_of(cards)
        if not units or cards.size < 4 or len(each) < 2:
            kit.refuse(units, kit.Sample.TYPES(cards=4, types=2, units=units, least=1))
        kit.refuse_if(not parts, units, Segments.CONSTANT())
        totals = [_x2(tally.sums[f"parts_{number}"], cards, number, units) for number in parts]
        seen = min(units, kit.ENOUGH_SHUFFLES)
        return kit.compare_smallest(
            units,
            lambda place: Segments.PARTS(parts=parts[place]),
            _laws(cards, units),
            np.array(totals),
            _minima(cards, seen, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.SHUFFLES),
        )


@lru_cache(maxsize=64)
def parts_of(cards: kit.CardSet) -> tuple[int, ...]:
    """Return into how many parts a shoe is cut: 2, 4, and the number of its decks, where X² differs between orders."""
    possible = sorted(number for number in {2, 4, max(cards.counts)} if 1 < number <= cards.size // 2)
    return tuple(number for number in possible if cards.size < 4 or _varies(*_moments(cards, number)))


def _varies(mean: float, spread: float) -> bool:
    return spread > 1e-6 * mean  # rounding leaves 2e-8 where there is no spread


def _moments(cards: kit.CardSet, parts: int) -> tuple[float, float]:
    """Return mean and standard deviation of X² of one fair order."""
    sizes = np.bincount(kit.groups_of(cards.size, parts)).tolist()
    return kit.segment_x2(kit.kind_counts(cards), sizes)


def _squares(kinds: kit.Order, cards: kit.CardSet, parts: int) -> NDArray[np.int64]:

    rows = np.ascontiguousarray(kinds, dtype=np.uint16)
    return kit.card_tables.squares(
        rows, kit.groups_of(cards.size, parts).astype(np.int64), parts, len(kit.kind_counts(cards))
    )


def _x2(squares: NDArray[np.int64], cards: kit.CardSet, parts: int, units: int) -> float:
    each, sizes = np.array(kit.kind_counts(cards)), np.bincount(kit.groups_of(cards.size, parts))
    return float((squares * cards.size / np.outer(each, sizes)).sum() - cards.size * units)


def _laws(cards: kit.CardSet, units: int) -> list[kit.MatchedGamma]:
    gammas = []
    for parts in parts_of(cards):
        mean, spread = _moments(cards, parts)
        gammas.append(kit.MatchedGamma(units, units * mean, float(np.sqrt(units)) * spread))
    return gammas


@lru_cache(maxsize=16)
def _minima(cards: kit.CardSet, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
    fair = kit.FairOrders(np.random.Generator(np.random.PCG64(seed)))
    each, totals = kit.kind_counts(cards), []
    deck = np.repeat(np.arange(len(each)), each)
    for _ in range(replicates):
        rows = fair.of(deck, units)
        totals.append([_x2(_squares(rows, cards, parts), cards, parts, units) for parts in parts_of(cards)])
    return kit.joint_minimum.smallest(_laws(cards, units), np.array(totals))
