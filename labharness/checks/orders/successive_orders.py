"""One shuffle against those before it: what it repeats, takes back, or adds to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

FARTHEST = 16
"""Largest lag: so many shuffles before the block are asked for."""
TRACES = (kit.PerShuffle.RISING_SEQUENCES, kit.PerShuffle.VALLEYS, kit.PerShuffle.KEPT_NEIGHBORS)
"""What is counted in a quotient."""


class SuccessiveOrders(kit.Code, area="successive_orders"):
    """What this check says."""

    QUOTIENT = kit.note(what=kit.PerShuffle, lag=int)
    UNDONE = kit.note()
    EVEN = kit.note()


SENTENCES = {
    SuccessiveOrders.QUOTIENT: "Quotients of shuffles {lag} apart, {what}.",
    SuccessiveOrders.UNDONE: "Cards back at their places after two successive orders in turn.",
    SuccessiveOrders.EVEN: "Even orders.",
}


@kit.check(
    title="Each shuffle against those before it",
    observes=kit.Kind.SHUFFLE,
    unit="pair of shuffles",
    look_back=FARTHEST,
    reference="Diaconis 1988, Group Representations in Probability and Statistics, ch. 3; Westfall & Young 1993",
    hypothesis="What a shuffle does with the places of the input does not depend on the shuffles before, nor on parity.",
    null_law="smallest p-value of exact laws; Monte Carlo, beyond it Boole's inequality",
    applies_from="shuffles in a row, one more than the largest lag",
    slow=0.2,
)
class OrdersInSuccession(kit.SimulatedLaw):
    """Whether a machine does again what it did, takes it back, or only adds to it.

    Let π be the order of input places of a shuffle and ρ that of an earlier one.  Where each is uniform given the past,
    so is the quotient, π in terms of the output places of ρ: rising sequences, valleys and kept neighbors of the
    quotient have the laws of one order.  A machine that repeats itself keeps neighbors; one that was given its own
    output although the set was to be put in anew leaves the few rising sequences of a single pass, whatever its orders
    look like one by one.  So is the product of both: its fixed points show a machine that takes back what it did.  Of
    independent orders an even one comes with chance 1/2.

    All counts have one p-value: the smallest, compared with that of simulated fair samples, and where these do not
    resolve it with Boole's bound.  Shuffles on the two sides of an interruption, or of one that could not be read, form
    no pair.

    Parameters
    ----------
    lags
        How many shuffles lie between the two of a pair, plus one: 1 is the one just before.  Two batches by turns
        need 2.
    replicates
        Simulated samples.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    A replicate simulates at most 400 shuffles in a row: the smallest p-value has nearly the same law for more.

    References
    ----------
    Diaconis 1988, Group Representations in Probability and Statistics, Institute of Mathematical Statistics, ch. 3.
    Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3.

    Examples
    --------
    >>> orders = np.array([[2, 0, 1], [1, 2, 0]], dtype=np.uint16)  # the second takes the first one back
    >>> pair_totals(orders, np.array([0]), np.array([1])).tolist()
    [2, 1, 1]
    >>> int(kit.count_undone(orders, np.array([0]), np.array([1])).sum())
    3
    """

    lags: tuple[int, ...] = (1, 2)

    def __post_init__(self) -> None:
        kit.accept_range("lags", len(set(self.lags)), 1, FARTHEST)
        for lag in self.lags:
            kit.accept_range("lags", lag, 1, FARTHEST)

    @property
    def _lags(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.lags)))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up the traces of quotients by lag, cards put back, and even orders."""
        before = block.context[-max(self._lags) :]
        past = replace(block, observations=before, context=())
        orders = np.concatenate([past.relative, block.relative])
        units = np.concatenate([past.identified - len(before), block.identified])
        pairs = {lag: _pairs(units, lag) for lag in self._lags}
        result = kit.counts(units=len(block.identified), left_out=block.units - len(block.identified))
        for lag, (earlier, later) in pairs.items():
            result[f"pairs_{lag}"] = kit.count(len(later))
            result[f"totals_{lag}"] = pair_totals(orders, earlier, later)
        earlier, later = pairs.get(1) or _pairs(units, 1)
        result["successive"] = kit.count(len(later))
        result["undone"] = kit.count(int(kit.count_undone(orders, earlier, later).sum()))
        return kit.Tally(
            result | kit.counts(even=int(_even(block.of_each(kit.count_cycles), orders.shape[1]).sum()))
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating count with those of fair samples."""
        units, successive = tally.number("units"), tally.number("successive")
        pairs = tuple(tally.number(f"pairs_{lag}") for lag in self._lags)
        kit.refuse(successive, kit.not_distinct(population, min(successive, *pairs)))
        totals = [tally.sums[f"totals_{lag}"] for lag in self._lags]
        seen = min(units, kit.ENOUGH_SHUFFLES)
        alone = units - successive
        return kit.compare_smallest(
            successive,
            self._members().__getitem__,
            _laws(population.held.size, pairs, successive, units),
            np.concatenate([*totals, [tally.number("undone"), tally.number("even")]]).astype(np.int64),
            _minima(
                population.held.size, max(seen, max(self._lags) + 1), self._lags, self.replicates, self.seed
            ),
            seen=seen,
            seed=self.seed,
            details=(
                *kit.identity_line(population),
                *kit.left_out_line(tally.number("left_out")),
                kit.Details.SHUFFLE_PAIRS(pairs=successive, alone=alone),
            ),
        )

    def _members(self) -> list[kit.Reason]:
        quotients = [SuccessiveOrders.QUOTIENT(what=what, lag=lag) for lag in self._lags for what in TRACES]
        return [*quotients, SuccessiveOrders.UNDONE(), SuccessiveOrders.EVEN()]


def pair_totals(orders: kit.Order, earlier: NDArray[np.int64], later: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return rising sequences, valleys and kept neighbors of the quotients of some rows by others, added up."""
    rows = kit.quotients_of(orders, earlier, later)
    return np.array(
        [counted(rows).sum() for counted in (kit.count_rising, kit.count_valleys, kit.count_kept)],
        dtype=np.int64,
    )


def _pairs(units: NDArray[np.intp], lag: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of units and of those ``lag`` before them, for the units of the block: from 0 on."""
    before = np.searchsorted(units, units - lag)
    later = np.flatnonzero((units >= 0) & (units[np.minimum(before, len(units) - 1)] == units - lag))
    return before[later].astype(np.int64), later.astype(np.int64)


def _even(cycles: NDArray[np.int64], cards: int) -> NDArray[np.bool_]:
    """Say of each order whether it is even: N less its cycles is."""
    return np.asarray((cards - cycles) % 2 == 0)


def _laws(cards: int, pairs: Sequence[int], successive: int, units: int) -> list[kit.SumLaw]:
    traces = (kit.rising_sequences(cards), kit.permutation_laws.valleys(cards), kit.kept_neighbours(cards))
    coin = kit.Lattice(0, np.full(2, 0.5))
    return [
        *(kit.SumLaw(law, number) for number in pairs for law in traces),
        kit.SumLaw(kit.kept_places(cards, cards), successive),
        kit.SumLaw(coin, units),
    ]


@lru_cache(maxsize=16)
def _minima(cards: int, units: int, lags: tuple[int, ...], replicates: int, seed: int) -> NDArray[np.float64]:
    """Return the smallest p-values of fair samples of so many shuffles in a row."""

    def totals(orders: kit.Order, each: int) -> NDArray[np.int64]:
        samples, columns = len(orders) // each, []
        rows = np.arange(len(orders)).reshape(samples, each)
        for lag in lags:
            quotients = kit.quotients_of(orders, rows[:, :-lag].ravel(), rows[:, lag:].ravel())
            columns += [
                counted(quotients).reshape(samples, -1).sum(axis=1)
                for counted in (kit.count_rising, kit.count_valleys, kit.count_kept)
            ]
        undone = kit.count_undone(orders, rows[:, :-1].ravel(), rows[:, 1:].ravel())
        columns.append(undone.reshape(samples, -1).sum(axis=1))
        columns.append(_even(kit.count_cycles(orders), cards).reshape(samples, -1).sum(axis=1))
        return np.column_stack(columns).astype(np.int64)

    pairs = [units - lag for lag in lags]
    return kit.joint_minimum.smallest(
        _laws(cards, pairs, units - 1, units), kit.fair_totals(cards, units, totals, replicates, seed)
    )
