"""One whole number for each pair of successive rounds, and the simulated law of their sum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.monte_carlo import monte_carlo_tails
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.rounds.round_nulls import pair_null, simulated_law
from labharness.analysis.sampling.rounds.successive_rounds import (
    Deck,
    Identity,
    Score,
    deck_of,
    identities,
    sequel,
    student,
    unfit,
)
from labharness.analysis.sampling.tally import Tally, count
from labharness.model.reasons.detail import Details
from labharness.model.results import CheckResult, Effect
from labharness.reason import Reason

Scored = Callable[[Deck], Score]
"""Gives the score for the cards of a device."""


def tally_scores(block: Block, by: Identity, scored: Scored) -> Tally:
    """Add up scores, and their squares, over pairs of successive rounds."""
    earlier, later = sequel(block, 1).pairs(1)
    (before, each), (after, other) = (identities(block.population, by, cards) for cards in (earlier, later))
    scores = scored(deck_of(block.population, by))(before, after)
    return Tally(
        {
            "pairs": count(len(scores)),
            "alone": count(block.units - len(scores)),
            "doubtful": count(int((each | other).sum())),
            "total": count(int(scores.sum())),
            "squares": count(int((scores**2).sum())),
        }
    )


@dataclass(frozen=True, slots=True)
class ScoredMachine:
    """What fair means: the device as declared, and how it is simulated.

    Parameters
    ----------
    buffer
        Cards that lie ready.
    replicates, seed
        Of the simulation.
    """

    buffer: int
    replicates: int
    seed: int

    def tails(
        self, tally: Tally, population: Population, deck: Deck, scored: Scored
    ) -> tuple[dict[str, float], Reason, float]:
        """Return p-values of the sum of scores, the law, and the simulated mean."""
        cards = ScoredCards(tuple(deck.codes.tolist()), tuple(deck.weights.tolist()), deck.unit)
        null = _null(self, cards, scored, population.round_cards, tally.number("pairs"))
        law = simulated_law(self.replicates, self.seed, self.buffer)
        return monte_carlo_tails(tally.number("total"), null), law, float(null.mean())

    def judge(
        self, tally: Tally, population: Population, scored: Scored, name: Reason, unit: float
    ) -> CheckResult:
        """Compare the sum of scores of types, of mean 0 for an ideal machine, with its simulated law.

        Parameters
        ----------
        name, unit
            What the effect is called, and the score that is 1 of it.
        """
        pairs, total = tally.number("pairs"), tally.number("total")
        reason = unfit(population, pairs, tally.number("doubtful"))
        if reason:
            return CheckResult(pairs, not_applicable=reason)
        p, law, expected = self.tails(tally, population, deck_of(population, "types"), scored)
        return CheckResult(
            pairs,
            {"total": float(total), "expected": expected, "p_floor": 1 / (self.replicates + 1)},
            p=p,
            law=law,
            effect=mean_score(name, tally, unit),
            details=(alone_line(tally),),
        )


class ScoredCards(NamedTuple):
    """A deck by value."""

    codes: tuple[int, ...]
    weights: tuple[int, ...]
    unit: int


@lru_cache(maxsize=16)
def _null(
    machine: ScoredMachine, cards: ScoredCards, scored: Scored, round_cards: int, pairs: int
) -> NDArray[np.float64]:
    """Simulate once what a plan's samples of one size are compared with, however often it is judged."""
    deck = Deck(np.array(cards.codes, dtype=np.intp), np.array(cards.weights, dtype=np.int64), cards.unit)
    lags: NDArray[np.float64] = pair_null(
        deck.codes,
        np.array([pairs]),
        round_cards,
        scored(deck),
        buffer=machine.buffer,
        replicates=machine.replicates,
        seed=machine.seed,
    )
    null: NDArray[np.float64] = lags[0]
    return null


def mean_score(name: Reason, tally: Tally, unit: float) -> Effect:
    """Return the mean of the scores with its interval."""
    total, squares = tally.number("total"), tally.number("squares")
    return student(name, tally.number("pairs"), total / unit, squares / unit**2)


def alone_line(tally: Tally) -> Reason:
    """Return how many rounds form no pair with the round before."""
    return Details.ALONE_ROUNDS(rounds=tally.number("alone"))
