"""Null laws of what successive rounds owe to each other, by simulating ideal and buffered machines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from math import sqrt
from threading import Lock

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.analysis.sampling.rounds.successive_rounds import Score
from labharness.model.reasons.register import Laws
from labharness.reason import Reason

ENOUGH_PAIRS = 1000
"""Pairs of one replicate at most; the sum of more is that of these, scaled by its mean and spread."""

MOST_KEPT = 1 << 25
"""Cards of simulated rounds that are kept for the next check, two bytes each."""


def dealt_rounds(
    random: Generator, deck: NDArray[np.intp], rounds: int, round_cards: int, buffer: int, machines: int
) -> Iterator[NDArray[np.intp]]:
    """Yield the rounds of many machines at once, each of shape (machines, round_cards).

    Each machine keeps ``buffer`` cards ready, which the cards put back cannot reach; with none, every
    round is a simple random sample.

    Parameters
    ----------
    deck
        Identities of all cards, more than a round and the buffer take.
    """
    inside = random.permuted(np.tile(deck, (machines, 1)), axis=1).T
    ready, inside = inside[:buffer], inside[buffer:].copy()
    every, size = np.arange(machines), len(inside)
    for _ in range(rounds):
        # A Fisher-Yates pass over the first places draws a round; its places take what is put back.
        for place in range(round_cards):
            chosen = random.integers(place, size, size=machines)
            drawn = inside[chosen, every]
            inside[chosen, every] = inside[place]
            inside[place] = drawn
        queue = np.concatenate((ready, inside[:round_cards]))
        dealt, ready = queue[:round_cards], queue[round_cards:]
        inside[:round_cards] = dealt
        yield dealt.T.copy()


def simulated_rounds(
    deck: NDArray[np.intp], rounds: int, round_cards: int, *, buffer: int, replicates: int, seed: int
) -> Iterator[NDArray[np.intp]]:
    """Yield the rounds that :func:`dealt_rounds` gives from the generator of this seed.

    All checks of a suite compare with the same machines, so that they are simulated once: rounds of the last
    ones asked for are kept, if they are few enough, and the machines go on when a check asks for more.
    """
    if rounds * round_cards * replicates > MOST_KEPT:
        return dealt_rounds(_generator(seed), deck, rounds, round_cards, buffer, replicates)
    machines = _machines(tuple(deck.tolist()), round_cards, buffer, replicates, seed)
    return (machines.dealt(place) for place in range(rounds))


class _Machines:
    """Simulated machines that remember what they dealt; threads may share them."""

    def __init__(self, coming: Iterator[NDArray[np.intp]]) -> None:
        self._coming, self._past = coming, list[NDArray[np.uint16]]()
        self._lock = Lock()

    def dealt(self, place: int) -> NDArray[np.intp]:
        with self._lock:
            while len(self._past) <= place:
                self._past.append(next(self._coming).astype(np.uint16))
        return self._past[place].astype(np.intp)


@lru_cache(maxsize=1)
def _machines(deck: tuple[int, ...], round_cards: int, buffer: int, replicates: int, seed: int) -> _Machines:
    most = MOST_KEPT // (round_cards * replicates)
    return _Machines(dealt_rounds(_generator(seed), np.array(deck), most, round_cards, buffer, replicates))


def _generator(seed: int) -> Generator:
    return Generator(np.random.PCG64(seed))


def pair_null(
    deck: NDArray[np.intp],
    pairs: NDArray[np.int64],
    round_cards: int,
    score: Score,
    *,
    buffer: int,
    replicates: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return simulated sums of the scores of rounds 1, 2, … apart.

    Parameters
    ----------
    pairs
        Number of pairs for each lag, all at least 1.

    Returns
    -------
    NDArray
        Shape (lags, replicates).

    Notes
    -----
    A replicate is one unbroken series.  Interruptions of the real one leave mean and, of an ideal machine,
    variance of a sum of so many pairs as they are.
    """
    most = np.minimum(pairs, ENOUGH_PAIRS)
    totals = np.zeros((len(pairs), replicates))
    done = np.zeros_like(pairs)
    before: deque[NDArray[np.intp]] = deque(maxlen=len(pairs))
    rounds = int((most + np.arange(1, len(pairs) + 1)).max())
    for dealt in simulated_rounds(deck, rounds, round_cards, buffer=buffer, replicates=replicates, seed=seed):
        for lag, earlier in enumerate(before):
            if done[lag] < most[lag]:
                totals[lag] += score(earlier, dealt)
                done[lag] += 1
        before.appendleft(dealt)
    for lag, (have, want) in enumerate(zip(most.tolist(), pairs.tolist(), strict=True)):
        mean = totals[lag].mean()
        totals[lag] = mean * want / have + (totals[lag] - mean) * sqrt(want / have)
    return totals


def table_null(
    counts: tuple[int, ...],
    rounds: int,
    round_cards: int,
    statistic: Callable[[NDArray[np.int64], int], float],
    *,
    buffer: int,
    replicates: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return a statistic of simulated place × type tables of machines that keep cards ready.

    Parameters
    ----------
    counts
        Cards of each type.
    statistic
        What is computed of a table of shape (round_cards, types) and its number of rounds, which is at most
        :data:`ENOUGH_PAIRS`: a chi-square statistic has nearly the same law for more.
    """
    have, deck = min(rounds, ENOUGH_PAIRS), np.repeat(np.arange(len(counts)), counts)
    tables = np.zeros((replicates, round_cards, len(counts)), dtype=np.int64)
    machine, place = np.arange(replicates)[:, np.newaxis], np.arange(round_cards)
    for dealt in simulated_rounds(deck, have, round_cards, buffer=buffer, replicates=replicates, seed=seed):
        tables[machine, place, dealt] += 1
    return np.array([statistic(table, have) for table in tables])


def simulated_law(replicates: int, seed: int, buffer: int) -> Reason:
    """Name the simulated law."""
    if buffer:
        return Laws.BUFFERED_DEVICES(replicates=replicates, buffer=buffer, seed=seed)
    return Laws.IDEAL_DEVICES(replicates=replicates, seed=seed)
