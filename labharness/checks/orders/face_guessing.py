"""Guessing colours, suits, ranks or types of cards with complete feedback."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.analysis.laws.intervals import mean_effect
from labharness.analysis.laws.multiset_laws import expected_guesses
from labharness.analysis.laws.null_shuffles import accept_simulation
from labharness.analysis.laws.tails import both_tails
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.faces import Face, face_counts, faces_of, refused, tally_faces
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, left_out_line
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

LEAST_UNITS = 20
DECKS_AT_ONCE = 1000


@check(
    name="face_guessing",
    title="Guessing faces with complete feedback",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Diaconis & Graham 1981, Annals of Statistics 9, 3-23",
    hypothesis="A card counter guesses the next colour, suit, rank or type no better than by chance.",
    null_law="Student; exact mean, variance by Monte Carlo",
    applies_from="20 shuffles in which some, not all, faces are alike",
    version=2,
)
@dataclass(frozen=True)
class FaceGuessing:
    """Whether a player who counts cards guesses the next face too often.

    The player always names a face of which most cards are left; among several, the one that follows the last
    card first in the order of an unopened set.  Under a uniform order no strategy does better, and how ties
    are settled changes nothing in the law.  Its mean is exact for any set of cards.  Its variance is simulated;
    the sum over at least 20 shuffles, nearly normal, is therefore compared with Student's law with as many
    degrees of freedom as there are simulated decks.  Where no two cards are alike use ``feedback_guessing``.

    Parameters
    ----------
    face
        ``colour``, ``suit``, ``rank``, or ``card`` for sets of several decks.
    replicates
        Simulated decks, 99 to 100,000.
    seed
        Seed of the simulation, printed in the law.

    References
    ----------
    Diaconis & Graham 1981, "The analysis of sequential experiments with feedback to subjects", Annals of
    Statistics 9, 3-23.

    Examples
    --------
    >>> count_named(np.array([[0, 0, 1, 1], [0, 1, 0, 1]]), (2, 2)).tolist()
    [3, 4]
    """

    face: Face = "rank"
    replicates: int = 9999
    seed: int = 1

    def __post_init__(self) -> None:
        accept_simulation(self.replicates, self.seed)

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of correct guesses."""
        cards, faces = block.population.held, faces_of(block, self.face)
        found = count_named(faces, face_counts(cards, self.face))
        histogram = np.bincount(found, minlength=cards.size + 1).astype(np.int64)
        return tally_faces(block, faces, {"histogram": histogram})

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the number of correct guesses with its law."""
        cards = population.held
        counts = tally.sums.get("histogram", np.zeros(cards.size + 1, dtype=np.int64))
        units, kinds = int(counts.sum()), face_counts(cards, self.face)
        reason = refused(
            tally,
            enough=units >= LEAST_UNITS and len(kinds) > 1 and max(kinds) > 1,
            needs=Sample.FACES(face=self.face, units=units, least=LEAST_UNITS),
        )
        if reason:
            return CheckResult(units, not_applicable=reason)
        from scipy.special import stdtr

        fair, variance = expected_guesses(kinds), _variance(kinds, self.replicates, self.seed)
        total = int(np.arange(len(counts)) @ counts)
        t = (total - units * fair) / sqrt(units * variance)
        return CheckResult(
            units,
            {"total": float(total), "expected": units * fair, "sd": sqrt(units * variance), "t": t},
            float(self.replicates),
            both_tails(float(stdtr(self.replicates, -t)), float(stdtr(self.replicates, t))),
            f"Student with the exact mean; variance by Monte Carlo, {self.replicates:,} replicates, seed {self.seed}",
            mean_effect(f"correct guesses of the {self.face} per shuffle (fair: {fair:.4f})", counts),
            details=left_out_line(tally.number("left_out")),
        )


def count_named(faces: ArrayLike, kinds: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the correct guesses of each row of faces, of which there are so many of each kind."""
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

    return permutations.named(np.ascontiguousarray(faces, dtype=np.uint16), np.array(kinds, dtype=np.int64))


@lru_cache(maxsize=16)
def _variance(kinds: tuple[int, ...], replicates: int, seed: int) -> float:
    """Return the variance of correct guesses about their exact mean, from simulated fair decks."""
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    deck, squares = np.repeat(np.arange(len(kinds)), kinds), 0.0
    for first in range(0, replicates, DECKS_AT_ONCE):
        found = count_named(fair.of(deck, min(DECKS_AT_ONCE, replicates - first)), kinds)
        squares += float(((found - expected_guesses(kinds)) ** 2).sum())
    return squares / replicates
