"""Cards by age: how many rounds ago each was dealt last, inside the device and in the round that follows."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.rounds.round_nulls import ENOUGH_PAIRS, simulated_rounds
from labharness.analysis.sampling.rounds.successive_rounds import Identity, Sequel, deck_of


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
