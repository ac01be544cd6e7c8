"""Monitors: what bets against a device while its sample is recorded.

What is bet against orders of cards: on places, on the next card, and on seats.

An e-process over one sample, looked at after numbers of units that follow from the sample alone.

What is bet on statistics of orders relative to their input, and of each with the one before.

The monitor of orders of cards: equal parts of the capital with each stake.

The monitor of a generator: bettors on the next outcome, and learned frequencies.

Which samples of a plan are watched: those of which the fair law of a unit is known whatever came before it.

What a plan has watched while its samples are recorded, as a fold of the run's records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf, log
from typing import Self

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.order_statistics import (
    count_cycles,
    count_kept,
    count_rising,
    count_valleys,
    read_as,
)
from labharness.analysis.laws.permutation_laws import cycles, valleys
from labharness.analysis.laws.prediction.bettors import LAGGED, Team
from labharness.analysis.laws.prediction.learned_laws import LearnedLaws, Mixtures, log_mean
from labharness.analysis.laws.tails import Lattice, kept_neighbours, rising_sequences
from labharness.analysis.sampling.orders.card_groups import CardGroup, scores
from labharness.analysis.sampling.orders.contrasts import Contrasts, contrasts, parse_served
from labharness.analysis.sampling.outcomes.outcome_groups import inside, outcomes
from labharness.analysis.sampling.sample import population_of
from labharness.analysis.sampling.tables import Block, Population, place_table
from labharness.evidence.records.calls import ObservedBody
from labharness.evidence.records.line import Record
from labharness.model.cards import TYPES, Order
from labharness.model.observations import Kind
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Plan

TABLED = (20.0, 1000.0)
"""Orders that the fair law of a place is worth, where each place is played alone."""
NEXT = (50.0, 500.0)
"""The same where all places of an order are played one after the other."""
SUMMED = (5.0, 50.0)
"""Orders that the fair law of a seat's score, or of a statistic of an order, is worth."""


class Stake(ABC):
    """A part of the capital, which begins at 1."""

    @abstractmethod
    def take(self, rows: Order) -> None:
        """Bet on orders, shape (units, cards)."""

    @property
    @abstractmethod
    def log_capital(self) -> float:
        """Logarithm of what the part is worth."""


class PlaceTables(Stake):
    """Learned laws of the card at each place, each place by itself."""

    def __init__(self, population: Population) -> None:
        cards = np.array(population.held.counts, dtype=np.float64)
        self._places = population.round_cards or population.held.size
        self._types = np.flatnonzero(cards)
        chances = np.tile(cards[self._types] / cards.sum(), self._places)
        starts = np.arange(self._places, dtype=np.int64) * len(self._types)
        self._laws = Mixtures(chances, starts, TABLED)
        self._counts = np.zeros((self._places, TYPES), dtype=np.int64)

    def take(self, rows: Order) -> None:
        """Count types by place."""
        self._counts += place_table(rows[:, : self._places], TYPES)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all places."""
        return self._laws.log_capital(self._counts[:, self._types].ravel())


class NextCards(Stake):
    """Bets on every card in turn, among those that remain of the order, by what lay at its place before."""

    def __init__(self, population: Population) -> None:
        self._held = np.array(population.held.counts, dtype=np.int64)
        self._places = population.round_cards or population.held.size
        self._priors = np.array(NEXT)
        self._seen = np.zeros((self._places, TYPES))
        self._gains = np.zeros(len(NEXT))

    def take(self, rows: Order) -> None:
        """Bet on orders, card by card."""
        from labharness.analysis.laws.kernels.cards.place_scores import bet_on_places

        bet_on_places(rows, self._held, self._places, self._priors, self._seen, self._gains)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of the two priors."""
        return log_mean(self._gains)


class SeatScores(Stake):
    """Learned laws of what a group of cards scores at a seat.

    Parameters
    ----------
    family
        Contrasts of the game's seats, at least one; those of pairs are left out.
    """

    def __init__(self, family: Contrasts) -> None:
        from labharness.analysis.laws.kernels.cards.place_scores import UNCOUNTED

        plain, sets = family.plain, family.sets
        self._weights = np.array([scores(each) for each in plain], dtype=np.int64).reshape(-1, TYPES)
        self._ends = np.cumsum([0, *(len(each.places) for each in sets)], dtype=np.int64)
        self._members = np.array([place for each in sets for place in each.places], dtype=np.int64)
        self._cells = np.full((len(plain), len(sets)), UNCOUNTED, dtype=np.int64)
        played = [each for each in family.every if each.group in plain]
        self._laws = LearnedLaws([each.law for each in played], SUMMED)
        for each, zero in zip(played, self._laws.zeros, strict=True):
            self._cells[plain.index(each.group), sets.index(each.where)] = zero

    def take(self, rows: Order) -> None:
        """Count orders by what each group scores at each seat."""
        from labharness.analysis.laws.kernels.cards.place_scores import count_scores

        count_scores(rows, self._weights, self._ends, self._members, self._cells, self._laws.counts)

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all seats and groups."""
        return self._laws.log_capital


@dataclass(frozen=True, slots=True)
class Watched:
    """Where a monitor stands.

    Parameters
    ----------
    stage
        The stage whose sample it watches.
    units
        Regular units at the last look.
    log10_value, log10_highest
        Common logarithm of the e-value then, and of the highest so far.
    highest_at
        Regular units at the highest.
    level
        Chance at most that a fair device is ever at or above 1 over it.
    crossed_at
        Regular units at which the e-value reached that, 0 where it did not.
    """

    stage: str
    units: int
    log10_value: float
    log10_highest: float
    highest_at: int
    level: float
    crossed_at: int


class Monitor(ABC):
    """The part that all monitors share: the looks, the highest value, the crossing.

    A look happens after a fixed number of regular units, never at the end of a batch, so that resuming, batches and
    chunks change nothing.  After the crossing nothing is read.

    Parameters
    ----------
    stage
        The stage whose sample is watched.
    level
        The monitor's share of the family level, for this sample.
    """

    def __init__(self, stage: str, level: float) -> None:
        self.stage, self.level = stage, level
        self.units = self.highest_at = self.crossed_at = 0
        self.value, self.highest = 0.0, -inf

    @abstractmethod
    def take(self, block: Block) -> None:
        """Read the next units of the sample."""

    @property
    def watched(self) -> Watched:
        """Where the monitor stands."""
        highest = max(self.highest, 0.0)
        return Watched(
            self.stage,
            self.units,
            _common(self.value),
            _common(highest),
            self.highest_at if highest > 0 else 0,
            self.level,
            self.crossed_at,
        )

    def look(self, units: int, value: float) -> None:
        """Note the logarithm of the e-value after so many regular units."""
        self.units, self.value = units, value
        if value > self.highest:
            self.highest, self.highest_at = value, units
        if value >= -log(self.level):
            self.crossed_at = units


def _common(value: float) -> float:
    """Return a natural logarithm as a common one, without the digits in which machines may differ."""
    return round(value / log(10), 6)


Statistic = tuple[Callable[[Order], NDArray[np.int64]], Lattice]


class OrderLaws(Stake):
    """Learned laws of what a riffle, a shelf or an unmixed packet moves, in one order and from one to the next.

    Given the orders before, a fair order is uniform, and so are its quotient and its product with the one before.
    """

    def __init__(self, cards: int) -> None:
        self._of_each, self._of_quotients, self._of_products = _of_each(cards), _of_two(cards), _of_two(cards)
        every = (*self._of_each, *self._of_quotients, *self._of_products)
        self._laws = LearnedLaws([law for _, law in every], SUMMED)
        self._last = np.empty((0, cards), dtype=np.uint16)

    def take(self, rows: Order) -> None:
        """Count orders, as places of the input, by the value of each statistic."""
        earlier = np.concatenate([self._last, rows[:-1]])
        later = rows[len(rows) - len(earlier) :].astype(np.intp)
        quotients = np.take_along_axis(read_as("inverse", earlier), later, axis=1)
        products = np.take_along_axis(earlier, later, axis=1)
        self._last = rows[-1:].copy()
        counts, zeros = self._laws.counts, iter(self._laws.zeros)
        for statistics, read in (
            (self._of_each, rows),
            (self._of_quotients, quotients),
            (self._of_products, products),
        ):
            for statistic, _ in statistics:
                counts += np.bincount(next(zeros) + statistic(read), minlength=len(counts))

    @property
    def log_capital(self) -> float:
        """Logarithm of the mean capital of all statistics."""
        return self._laws.log_capital


def _of_each(cards: int) -> tuple[Statistic, ...]:
    """Return the statistics of one order with their laws."""
    return (
        (count_rising, rising_sequences(cards)),
        (lambda rows: count_rising(read_as("inverse", rows)), rising_sequences(cards)),
        (count_kept, kept_neighbours(cards)),
        (lambda rows: count_valleys(rows, "output", "valleys"), valleys(cards)),
        (lambda rows: count_valleys(rows, "output", "peaks"), valleys(cards)),
        (lambda rows: count_valleys(rows, "inverse", "valleys"), valleys(cards)),
        (lambda rows: count_valleys(rows, "inverse", "peaks"), valleys(cards)),
        (count_cycles, cycles(cards)),
        (lambda rows: (cards - count_cycles(rows)) % 2, Lattice(0, np.array([0.5, 0.5]))),
    )


def _of_two(cards: int) -> tuple[Statistic, ...]:
    """Return the statistics of an order and the one before."""
    return ((count_rising, rising_sequences(cards)), (count_kept, kept_neighbours(cards)))


FEWEST = 3
"""Cards of the smallest set of which the order relative to the input says anything."""
STEP = 64
"""Looks are a 64th of the sample apart, and one unit at least."""


class OrderBets(Monitor):
    """Equal parts of the capital with places, next cards, seats, and statistics of the order where these have a law.

    Of a fair device each order is uniform whatever came before it, so that the card at a place, what a group of cards
    scores at a seat, and what remains of the input's order have known laws. A mean of e-processes is one.

    Parameters
    ----------
    family
        Contrasts of the game's seats.
    """

    def __init__(self, stage: str, level: float, population: Population, family: Contrasts) -> None:
        super().__init__(stage, level)
        cards = population.held.size
        self._of_output: list[Stake] = [PlaceTables(population), NextCards(population)]
        if any(each.group in family.plain for each in family.every):
            self._of_output.append(SeatScores(family))
        known = population.kind is Kind.SHUFFLE and cards >= FEWEST
        self._of_order: list[Stake] = [OrderLaws(cards)] if known else []
        self._read, self._next = 0, 1

    def take(self, block: Block) -> None:
        """Bet on every regular unit, and on its order relative to the input where that is known."""
        if self.crossed_at:
            return
        cards = np.ascontiguousarray(block.cards, dtype=np.uint16)
        relative = np.ascontiguousarray(block.relative, dtype=np.uint16) if self._of_order else cards[:0]
        # Of each row of the relative orders, its number among the regular units.
        known = np.searchsorted(block.regular, block.identified) if self._of_order else block.regular[:0]
        first = 0
        while first < len(cards) and not self.crossed_at:
            # A look is due after counts that follow from the sample alone, not where a batch ends.
            due = min(len(cards), first + self._next - self._read)
            for stake in self._of_output:
                stake.take(cards[first:due])
            begin, end = np.searchsorted(known, (first, due))
            for stake in self._of_order if begin < end else ():
                stake.take(relative[begin:end])
            self._read += due - first
            first = due
            if self._read == self._next:
                self._next += max(1, self._next // STEP)
                self.look(self._read, self._log_capital)

    @property
    def _log_capital(self) -> float:
        return log_mean(np.array([stake.log_capital for stake in (*self._of_output, *self._of_order)]))


SHORTEST = 64
"""Outcomes between the first looks; later they are a sixteenth of the sample apart, and never more than 16,384."""
PRIORS = (100.0, 10_000.0)
"""Counts that the fair law of frequencies is worth: for strong bias, and for that of a percent or two."""


class OutcomeBets(Monitor):
    """Half of the capital with the bettors of the check ``betting``, half with learned frequencies.

    Outcomes outside the declared range are left out, and their neighbors close up: the range is a rule that counting
    checks hold the device to.
    """

    def __init__(self, stage: str, level: float, population: Population) -> None:
        super().__init__(stage, level)
        d = outcomes(population)
        self._team = Team(d, SHORTEST)
        self._frequencies = Mixtures(np.full(d, 1 / d), np.zeros(1, dtype=np.int64), PRIORS)
        self._counts = np.zeros(d, dtype=np.int64)
        self._parts: list[NDArray[np.int32]] = []
        self._held = self._begin = 0

    def take(self, block: Block) -> None:
        """Bet on outcomes as soon as a whole stretch of them is there."""
        if self.crossed_at:
            return
        codes = block.codes[len(block.codes) - block.units :]
        codes = codes if block.spotless else codes[inside(codes, block.population)]
        self._parts.append(codes)
        self._held += len(codes)
        if self._held >= self._due:
            self._play(np.concatenate(self._parts))

    @property
    def _due(self) -> int:
        """Where the next stretch ends among the outcomes kept."""
        return self._begin + self._team.next_look - self._team.played

    def _play(self, codes: NDArray[np.int32]) -> None:
        while self._due <= len(codes) and not self.crossed_at:
            begin, end = self._begin, self._due
            self._counts += np.bincount(codes[begin:end], minlength=len(self._counts))
            self._team.play(codes, begin, end)
            self._begin = end
            frequencies = self._frequencies.log_capital(self._counts)
            self.look(self._team.played, log_mean(np.array([self._team.capital, frequencies])))
        spare = max(0, (self._begin - LAGGED) // 32 * 32)
        self._parts = [codes[spare:].copy()]
        self._held, self._begin = len(codes) - spare, self._begin - spare


MOST_OUTCOMES = 4096
"""Most outcomes of a generator whose bettors' tables are worth their memory."""


def watched_samples(frozen: FrozenPlan) -> dict[str, Population]:
    """Return the populations of the samples that are watched, by stage; none where the plan asks for no monitoring."""
    if frozen.plan.monitoring is None:
        return {}
    every = {stage.name: population_of(frozen, stage) for stage in frozen.plan.acquisitions}
    return {name: population for name, population in every.items() if _is_known(population)}


def _is_known(population: Population) -> bool:
    if population.kind is Kind.DRAW:
        return 2 <= outcomes(population) <= MOST_OUTCOMES
    return population.kind is not Kind.BYTES and not population.buffer and not population.determinant


VERSION = 1
"""Of what the monitors bet; another one makes tables of detection rates of monitored plans out of date."""
SEATS = "seat_contrasts"
"""The check whose parameters say who gets which cards."""


class Monitoring:
    """All monitors of a run; the runner and whoever judges the run feed it the same records."""

    def __init__(self, frozen: FrozenPlan) -> None:
        self.monitors: dict[str, Monitor] = {}
        self._populations: dict[str, Population] = {}
        samples = watched_samples(frozen)
        for stage, population in samples.items():
            level = frozen.plan.monitored_level / len(samples)
            self._populations[stage] = population
            self.monitors[stage] = _monitor(frozen.plan, stage, level, population)

    @classmethod
    def of(cls, frozen: FrozenPlan, records: Iterable[Record]) -> Self:
        """Return what the monitors of a plan make of a run's records."""
        result = cls(frozen)
        for record in records if result.monitors else ():
            result.take(record)
        return result

    def take(self, record: Record) -> None:
        """Add the next record of the run."""
        body = record.body
        if isinstance(body, ObservedBody) and body.stage in self.monitors:
            batch = body.batch()
            population = self._populations[body.stage]
            self.monitors[body.stage].take(
                Block(population, batch.first, batch.observations, batch.provenance)
            )

    @property
    def watched(self) -> tuple[Watched, ...]:
        """Where each monitor stands, in the plan's order."""
        return tuple(monitor.watched for monitor in self.monitors.values())

    @property
    def crossed(self) -> Watched | None:
        """The monitor that reached its threshold, None while none did."""
        return next((each for each in self.watched if each.crossed_at), None)


def _monitor(plan: Plan, stage: str, level: float, population: Population) -> Monitor:
    if population.kind is Kind.DRAW:
        return OutcomeBets(stage, level, population)
    declared = next(
        (check.parameters for check in plan.checks if (check.check, check.stage) == (SEATS, stage)), {}
    )
    family = contrasts(
        population,
        tuple(dict.fromkeys(map(CardGroup, declared.get("groups", ("ace", "ten-value", "ten-or-ace"))))),
        parse_served(declared.get("served", ())),
        declared.get("positions", 7),
        declared.get("burns", 0),
    )
    return OrderBets(stage, level, population, family)
