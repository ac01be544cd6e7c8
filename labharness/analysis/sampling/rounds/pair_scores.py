"""One whole number for each pair of successive rounds, and the simulated law of their sum.

Cards by age: how many rounds ago each was dealt last, inside the device and in the round that follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.null_samples import monte_carlo_tails
from labharness.analysis.sampling.check import Tally, count, refuse
from labharness.analysis.sampling.rounds.round_nulls import (
    ENOUGH_PAIRS,
    pair_null,
    simulated_law,
    simulated_rounds,
)
from labharness.analysis.sampling.rounds.successive_rounds import (
    Deck,
    Identity,
    Score,
    Sequel,
    deck_of,
    identities,
    sequel,
    student,
    unfit,
)
from labharness.analysis.sampling.tables import Block, Population
from labharness.model.reasons.decision import Details
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
        refuse(pairs, unfit(population, pairs, tally.number("doubtful")))
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


def by_age(
    rounds: Sequel, codes: NDArray[np.intp], each: NDArray[np.int64], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many cards of each age lay in the device before a round, and how many of them it dealt.

    Parameters
    ----------
    codes
        Identity of each card of each round; what is alike has one age.
    each
        Cards of each identity.
    most
        Largest age in rounds.

    Returns
    -------
    tuple
        Two arrays of shape (rounds, most), for the rounds of the block that follow a known one.  A card whose
        round is not known, or longer ago, has no age.
    """
    known = _known_before(rounds, most)
    own = np.flatnonzero((rounds.units >= 0) & (known > 0))
    kinds = len(each)
    rows = np.arange(len(codes))[:, np.newaxis] * kinds
    held = np.bincount((rows + codes).ravel(), minlength=len(codes) * kinds).reshape(-1, kinds)
    inside, dealt = np.zeros((2, len(own), most), dtype=np.int64)
    not_since = np.ones((len(own), kinds), dtype=bool)
    for age in range(1, most + 1):
        reached = known[own] >= age
        aged = (held[np.where(reached, own - age, 0)] > 0) & not_since & reached[:, np.newaxis]
        inside[:, age - 1] = aged @ each
        dealt[:, age - 1] = (held[own] * aged).sum(axis=1)
        not_since &= ~aged
    return inside, dealt


def _known_before(rounds: Sequel, most: int) -> NDArray[np.intp]:
    """Return how many rounds directly before each are known and were put back, up to so many."""
    place = np.arange(len(rounds.units))
    linked = (np.diff(rounds.units) == 1) & rounds.put_back[:-1]
    begins = np.concatenate((np.ones(min(1, len(place)), dtype=bool), ~linked))
    return np.minimum(place - np.maximum.accumulate(np.where(begins, place, 0)), most)


@lru_cache(maxsize=8)
def simulated_excess(
    population: Population, by: Identity, most: int, rounds: int, replicates: int, seed: int
) -> NDArray[np.float64]:
    """Return N times the cards dealt by age less those of an ideal machine, summed over simulated rounds.

    Kept for the next sample of that size, however often a plan is tried.

    Returns
    -------
    NDArray
        Shape (most, replicates).  The sum over more than 1,000 rounds is that of these, scaled by its mean
        and spread.
    """
    deck, round_cards = deck_of(population, by).codes, population.round_cards
    each = np.bincount(deck)
    kinds, have = len(each), min(rounds, ENOUGH_PAIRS)
    last = np.full((replicates, kinds), -most - 1)
    rows = np.arange(replicates)[:, np.newaxis]
    total = np.zeros((replicates, most))
    dealing = simulated_rounds(
        deck, most + have, round_cards, buffer=population.buffer, replicates=replicates, seed=seed
    )
    for place, dealt in enumerate(dealing, -most):
        age = np.minimum(place - last, most + 1) - 1
        if place >= 0:
            cells = (rows * (most + 1) + age).ravel()
            inside = np.bincount(cells, np.tile(each, replicates), replicates * (most + 1))
            origin = np.bincount((rows * (most + 1) + age[rows, dealt]).ravel(), minlength=len(inside))
            excess = len(deck) * origin - round_cards * inside
            total += excess.reshape(replicates, most + 1)[:, :most]
        last[rows, dealt] = place
    mean = total.mean(axis=0)
    return np.asarray(mean * rounds / have + (total - mean) * sqrt(rounds / have)).T
